"""Published cells that cannot all be right: parts that do not give their whole, and no k out of N.

Cells are kept as published and flagged with the value that the rule expects; nothing is repaired.
Each printed value may be off by half a unit of its last digit, and so may the whole: only
what lies outside the sum of those margins is flagged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal

from kg.assemble.flags import make_flag
from kg.model import Benchmark, Flag, FlagKind, FlagSubject, Metric, Result, Severity, Unit
from kg.normalise.values import EXACT, lexical

_Row = tuple[str, str, tuple[object, ...]]


def arithmetic_flags(
    results: Iterable[Result],
    metrics: Mapping[str, Metric],
    benchmarks: Mapping[str, Benchmark],
    units: Mapping[str, Unit],
) -> list[Flag]:
    """All arithmetic findings of one leaderboard, in the order of the results' keys."""
    results = sorted(results, key=lambda r: r.key)
    flags = _aggregates(results, metrics)
    flags += _wholes(results, benchmarks)
    flags += [flag for r in results if (flag := _whole_items(r, metrics[r.metric], benchmarks[r.benchmark], units))]
    return sorted(flags, key=lambda f: f.key)


def _step(value: Decimal) -> Decimal:
    """One unit of the last printed digit."""
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)


def _row(result: Result) -> _Row:
    """Results of one printed row: same method, unit and settings."""
    return (result.printed_method, result.unit or "", result.settings)


def _disagreement(whole: Result, parts: list[tuple[Decimal, Result]], rule: str) -> Flag | None:
    """Flag the whole when the weighted parts (weights add up to 1) do not give it."""
    total = sum((weight * part.value for weight, part in parts), Decimal(0))
    margin = (_step(whole.value) + sum((weight * _step(part.value) for weight, part in parts), Decimal(0))) / 2
    if abs(whole.value - total) <= margin:
        return None
    expected = total.quantize(_step(whole.value), ROUND_HALF_UP)
    return make_flag(
        FlagKind.PARTS_DISAGREE,
        FlagSubject.RESULT,
        whole.key,
        Severity.WARNING,
        f"the row prints {whole.printed}, its parts give {lexical(expected)}",
        rule,
        found=whole.printed,
        expected=lexical(expected),
        on_property="value",
    )


def _aggregates(results: list[Result], metrics: Mapping[str, Metric]) -> list[Flag]:
    """An aggregate metric beside all of its parts, on one benchmark and row."""
    rows: dict[tuple[_Row, str], dict[str, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        rows[_row(result), result.benchmark][result.metric].append(result)
    flags: list[Flag] = []
    for cells in rows.values():
        for metric, wholes in list(cells.items()):
            parts = metrics[metric].aggregates
            if not parts or len(wholes) != 1 or any(len(cells.get(p.metric, ())) != 1 for p in parts):
                continue
            if sum(p.weight for p in parts) != 1:
                continue
            rule = " + ".join(f"{lexical(p.weight)} {metrics[p.metric].label}" for p in parts)
            flag = _disagreement(wholes[0], [(p.weight, cells[p.metric][0]) for p in parts], rule)
            flags += [flag] if flag else []
    return flags


def _wholes(results: list[Result], benchmarks: Mapping[str, Benchmark]) -> list[Flag]:
    """A whole benchmark beside all the parts that share out its items: weighted by item counts."""
    parts_of: dict[str, list[Benchmark]] = defaultdict(list)
    for benchmark in benchmarks.values():
        if benchmark.part_of and benchmarks[benchmark.part_of].parts_make_whole:
            parts_of[benchmark.part_of].append(benchmark)
    rows: dict[tuple[_Row, str], dict[str, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        rows[_row(result), result.metric][result.benchmark].append(result)
    flags: list[Flag] = []
    for cells in rows.values():
        for whole, parts in parts_of.items():
            counts = [part.item_count for part in parts]
            if len(cells.get(whole, ())) != 1 or any(len(cells.get(p.key, ())) != 1 for p in parts) or None in counts:
                continue
            total = sum(count for count in counts if count)
            weighted = [(Decimal(p.item_count or 0) / total, cells[p.key][0]) for p in parts]
            rule = "mean of the parts weighted by their item counts"
            flag = _disagreement(cells[whole][0], weighted, rule)
            flags += [flag] if flag else []
    return flags


def _whole_items(result: Result, metric: Metric, benchmark: Benchmark, units: Mapping[str, Unit]) -> Flag | None:
    """A share of items must be k/N for the benchmark's N items."""
    if not metric.counts_items or not benchmark.item_count or result.unit is None:
        return None
    unit = units[result.unit]
    if unit.quantity != "ratio":
        return None
    step, items = _step(result.value), benchmark.item_count
    share = EXACT.multiply(result.value, unit.multiplier)
    near = (share * items).to_integral_value(ROUND_HALF_UP)
    expected = (near / items / unit.multiplier).quantize(step, ROUND_HALF_UP)
    if expected == result.value:
        return None
    return make_flag(
        FlagKind.NOT_K_OVER_N,
        FlagSubject.RESULT,
        result.key,
        Severity.WARNING,
        f"{result.printed} is not k/{items} for any whole k; the nearest is {lexical(expected)} ({near}/{items})",
        f"a share of {items} items is k/{items}",
        found=result.printed,
        expected=lexical(expected),
        on_property="value",
    )
