"""Cells that cannot all be right by what is recorded: parts that do not give their whole, and no k out of N.

Cells are kept as published and flagged with the value that the rule expects; nothing is repaired.
Each printed value may be off by half a unit of its last digit, and so may the whole: only
what lies outside the sum of those margins is flagged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from kg.arithmetic.printing import Row, rounded, row_of, step
from kg.assemble.flags import make_flag
from kg.model import Benchmark, Flag, FlagKind, FlagSubject, Metric, Result, Severity, Unit
from kg.normalise.values import EXACT, lexical


@dataclass(frozen=True, slots=True)
class Part:
    """One weighted part of a whole, in one row."""

    weight: Decimal
    label: str
    result: Result


def known_flags(
    results: Sequence[Result],
    metrics: Mapping[str, Metric],
    benchmarks: Mapping[str, Benchmark],
    units: Mapping[str, Unit],
) -> list[Flag]:
    """Findings by recorded weights and item counts; ``results`` are those of one leaderboard, in order."""
    flags = _aggregates(results, metrics)
    flags += _wholes(results, benchmarks)
    flags += [flag for r in results if (flag := _whole_items(r, metrics[r.metric], benchmarks[r.benchmark], units))]
    return flags


def disagreement(whole: Result, parts: Sequence[Part], rule: str, *, divisor: Decimal | None = None) -> Flag | None:
    """Flag the whole when its weighted parts do not give it.

    ``divisor`` is the sum of the weights where they are counts; else the weights are shares of 1.
    """
    over = divisor or Decimal(1)
    total = sum((part.weight * part.result.value for part in parts), Decimal(0)) / over
    spread = sum((abs(part.weight) * step(part.result.value) for part in parts), Decimal(0)) / over
    if abs(whole.value - total) <= (step(whole.value) + spread) / 2:
        return None
    expected = lexical(rounded(total, whole.value))
    terms = " + ".join(f"{lexical(part.weight)} x {lexical(part.result.value)} ({part.label})" for part in parts)
    terms = f"({terms}) / {lexical(over)}" if divisor else terms
    return make_flag(
        FlagKind.PARTS_DISAGREE,
        FlagSubject.RESULT,
        whole.key,
        Severity.WARNING,
        f"the row prints {whole.printed}, its parts give {expected}: {terms} = {expected}",
        rule,
        found=whole.printed,
        expected=expected,
        on_property="value",
    )


def _aggregates(results: Sequence[Result], metrics: Mapping[str, Metric]) -> list[Flag]:
    """An aggregate metric beside all of its parts, on one benchmark and row."""
    rows: dict[tuple[Row, str], dict[str, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        rows[row_of(result), result.benchmark][result.metric].append(result)
    flags: list[Flag] = []
    for cells in rows.values():
        for metric, wholes in list(cells.items()):
            parts = metrics[metric].aggregates
            if not parts or len(wholes) != 1 or any(len(cells.get(p.metric, ())) != 1 for p in parts):
                continue
            if sum(p.weight for p in parts) != 1:
                continue
            rule = " + ".join(f"{lexical(p.weight)} {metrics[p.metric].label}" for p in parts)
            weighted = [Part(p.weight, metrics[p.metric].label, cells[p.metric][0]) for p in parts]
            flag = disagreement(wholes[0], weighted, rule)
            flags += [flag] if flag else []
    return flags


def _wholes(results: Sequence[Result], benchmarks: Mapping[str, Benchmark]) -> list[Flag]:
    """A whole benchmark beside all the parts that share out its items: weighted by item counts."""
    parts_of: dict[str, list[Benchmark]] = defaultdict(list)
    for benchmark in benchmarks.values():
        if benchmark.part_of and benchmarks[benchmark.part_of].parts_make_whole:
            parts_of[benchmark.part_of].append(benchmark)
    rows: dict[tuple[Row, str], dict[str, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        rows[row_of(result), result.metric][result.benchmark].append(result)
    flags: list[Flag] = []
    for cells in rows.values():
        for whole, parts in parts_of.items():
            counts = [part.item_count for part in parts]
            if len(cells.get(whole, ())) != 1 or any(len(cells.get(p.key, ())) != 1 for p in parts) or None in counts:
                continue
            total = Decimal(sum(count for count in counts if count))
            weighted = [Part(Decimal(p.item_count or 0), p.subset or p.label, cells[p.key][0]) for p in parts]
            rule = "mean of the parts weighted by their item counts"
            flag = disagreement(cells[whole][0], weighted, rule, divisor=total)
            flags += [flag] if flag else []
    return flags


def _whole_items(result: Result, metric: Metric, benchmark: Benchmark, units: Mapping[str, Unit]) -> Flag | None:
    """A share of items must be k/N for the benchmark's N items."""
    if not metric.counts_items or not benchmark.item_count or result.unit is None:
        return None
    unit = units[result.unit]
    if unit.quantity != "ratio":
        return None
    return not_a_share(
        result,
        benchmark.item_count,
        unit.multiplier,
        f"a share of {benchmark.item_count} items is k/{benchmark.item_count}",
    )


def not_a_share(result: Result, items: int, multiplier: Decimal, rule: str) -> Flag | None:
    """Flag a value that no whole number of items gives."""
    share = EXACT.multiply(result.value, multiplier)
    near = (share * items).to_integral_value(ROUND_HALF_UP)

    def printed(k: Decimal) -> Decimal:
        return rounded(k / items / multiplier, result.value)

    expected = printed(near)
    if expected == result.value:
        return None
    other = near + (1 if expected < result.value else -1)
    return make_flag(
        FlagKind.NOT_K_OVER_N,
        FlagSubject.RESULT,
        result.key,
        Severity.WARNING,
        f"{result.printed} is not k/{items} for any whole k; the nearest is {lexical(expected)} ({near}/{items}), "
        f"then {lexical(printed(other))} ({other}/{items})",
        rule,
        found=result.printed,
        expected=lexical(expected),
        on_property="value",
    )
