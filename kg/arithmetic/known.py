"""Cells that cannot all be right by what is recorded: parts that do not give their whole, and no k out of N.

Cells are kept as published and flagged with the value that the rule expects; nothing is repaired.
Each printed value may be off by half a unit of its last digit, and so may the whole: only
what lies outside the sum of those margins is flagged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from kg.arithmetic.printing import columns, decimals, rounded, step
from kg.assemble.flags import make_flag
from kg.model import Benchmark, Flag, FlagKind, FlagSubject, Metric, Result, Severity, Unit
from kg.normalise.values import EXACT, lexical
from kg.read.slips import are_same_digits


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
    above: Mapping[str, Result],
) -> list[Flag]:
    """Findings by recorded weights and item counts; ``results`` are those of one leaderboard, in order.

    ``above`` has for each result that repeats the cell above that cell's result.
    """
    flags = _aggregates(results, metrics, above)
    flags += _wholes(results, benchmarks, above)
    for column in columns(results).values():
        found = (_whole_items(r, metrics[r.metric], benchmarks[r.benchmark], units, column) for r in column)
        flags += [flag for flag in found if flag]
    return flags


def disagreement(
    whole: Result, parts: Sequence[Part], rule: str, above: Mapping[str, Result], *, divisor: Decimal | None = None
) -> Flag | None:
    """Flag the whole when its weighted parts do not give it; cells that repeat the one ``above`` are told.

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
    told = [_as_above(whole, above[whole.key])] if whole.key in above else []
    lacking = (whole.value - total) * over
    told += [_part_as_above(part, above[part.result.key], lacking) for part in parts if part.result.key in above]
    told += _in_other_order(whole, expected, parts, lacking)
    told += ["; the slip may be in the whole or in any of these parts"] if not told else []
    return make_flag(
        FlagKind.PARTS_DISAGREE,
        FlagSubject.RESULT,
        whole.key,
        Severity.WARNING,
        f"the row prints {whole.printed}, its parts give {expected}: {terms} = {expected}{''.join(told)}",
        rule,
        found=whole.printed,
        expected=expected,
        on_property="value",
    )


def _as_above(whole: Result, other: Result) -> str:
    return f"; the row above ({other.printed_method}) prints {other.printed} as well"


def _in_other_order(whole: Result, expected: str, parts: Sequence[Part], lacking: Decimal) -> list[str]:
    """Cells that would make the row add up with their own digits in another order: a swap is the commonest slip."""
    found = []
    if are_same_digits(whole.printed, expected):
        found.append(f"; {expected} are the digits of {whole.printed} in another order")
    for part in parts:
        needed = lexical(rounded(part.result.value + lacking / part.weight, part.result.value)) if part.weight else ""
        if are_same_digits(part.result.printed, needed):
            place = f"{part.result.places[0]} ({part.label})"
            found.append(f"; with {needed} at {place}, its digits in another order, the row would add up")
    return found


def _part_as_above(part: Part, other: Result, lacking: Decimal) -> str:
    """A part that may be copied from the cell above, with the value that would make the row add up."""
    needed = rounded(part.result.value + lacking / part.weight, part.result.value)
    cells = f"{part.result.places[0]} ({part.label}) equals {other.places[0]}"
    return f"; {cells}: with {lexical(needed)} there the row would add up"


def _aggregates(results: Sequence[Result], metrics: Mapping[str, Metric], above: Mapping[str, Result]) -> list[Flag]:
    """An aggregate metric beside all of its parts, on one benchmark and row."""
    sums: dict[tuple[str, str], list[_Sum]] = defaultdict(list)
    for row in _rows(results):
        cells: dict[tuple[str, str], list[Result]] = defaultdict(list)
        for result in row:
            cells[result.benchmark, result.metric].append(result)
        for (benchmark, metric), wholes in cells.items():
            aggregates = metrics[metric].aggregates
            found = [cells.get((benchmark, part.metric), []) for part in aggregates]
            if not aggregates or len(wholes) != 1 or any(len(one) != 1 for one in found):
                continue
            if sum(part.weight for part in aggregates) != 1:
                continue
            rule = " + ".join(f"{lexical(part.weight)} {metrics[part.metric].label}" for part in aggregates)
            parts = [
                Part(part.weight, metrics[part.metric].label, one[0])
                for part, one in zip(aggregates, found, strict=True)
            ]
            sums[benchmark, metric].append(_Sum(wholes[0], parts, rule))
    return [flag for group in sums.values() for flag in _believed(group, above)]


def _wholes(results: Sequence[Result], benchmarks: Mapping[str, Benchmark], above: Mapping[str, Result]) -> list[Flag]:
    """A whole benchmark beside all the parts that share out its items: weighted by item counts."""
    sums: dict[tuple[str, str], list[_Sum]] = defaultdict(list)
    parts_of = _parts_of(benchmarks)
    for row in _rows(results):
        cells: dict[tuple[str, str], list[Result]] = defaultdict(list)
        for result in row:
            cells[result.metric, result.benchmark].append(result)
        for metric, whole in [key for key in cells if key[1] in parts_of]:
            found = [cells.get((metric, part.key), []) for part in parts_of[whole]]
            if len(cells[metric, whole]) != 1 or any(len(one) != 1 for one in found):
                continue
            parts = [
                Part(Decimal(part.item_count or 0), part.subset or part.label, one[0])
                for part, one in zip(parts_of[whole], found, strict=True)
            ]
            rule = "mean of the parts weighted by their item counts"
            sums[metric, whole].append(_Sum(cells[metric, whole][0], parts, rule, sum(part.weight for part in parts)))
    return [flag for group in sums.values() for flag in _believed(group, above)]


def _parts_of(benchmarks: Mapping[str, Benchmark]) -> dict[str, list[Benchmark]]:
    """The parts of each whole that share out its items; none of a whole whose items they do not add up to.

    A part that a page does not have, or that was held back, makes every sum of the others a false one.
    """
    found: dict[str, list[Benchmark]] = defaultdict(list)
    for benchmark in benchmarks.values():
        if benchmark.part_of and benchmarks[benchmark.part_of].parts_make_whole:
            found[benchmark.part_of].append(benchmark)
    counts = {whole: [part.item_count or 0 for part in parts] for whole, parts in found.items()}
    return {
        whole: parts
        for whole, parts in found.items()
        if all(counts[whole]) and sum(counts[whole]) == (benchmarks[whole].item_count or sum(counts[whole]))
    }


@dataclass(frozen=True, slots=True)
class _Sum:
    """A whole and its parts in one row, with ``rule`` and ``divisor`` as :func:`disagreement` takes them."""

    whole: Result
    parts: Sequence[Part]
    rule: str
    divisor: Decimal | int | None = None

    @property
    def without_unit(self) -> list[str]:
        """What is summed as if it had the unit of the rest."""
        cells = [("the whole", self.whole), *((part.label, part.result) for part in self.parts)]
        lost = [name for name, cell in cells if cell.unit is None]
        return lost if len(lost) < len(cells) else []

    def flag(self, above: Mapping[str, Result]) -> Flag | None:
        """What the sum says."""
        divisor = None if self.divisor is None else Decimal(self.divisor)
        flag = disagreement(self.whole, self.parts, self.rule, above, divisor=divisor)
        if flag is None or not self.without_unit:
            return flag
        return replace(flag, message=f"{flag.message}; no unit is known of {', '.join(self.without_unit)}")


def _believed(sums: Sequence[_Sum], above: Mapping[str, Result]) -> list[Flag]:
    """What the sums of one column say; where a unit is not known, only if three quarters of them agree."""
    flags = [flag for one in sums if (flag := one.flag(above))]
    is_open = any(one.without_unit for one in sums)
    return [] if is_open and 4 * len(flags) > len(sums) else flags


def _rows(results: Sequence[Result]) -> Iterator[list[Result]]:
    """The results of one printed row that are in one unit; one whose unit is not known stands with all of them."""
    printed: dict[tuple[object, ...], list[Result]] = defaultdict(list)
    for result in results:
        printed[result.printed_method, result.settings].append(result)
    for row in printed.values():
        for unit in dict.fromkeys(result.unit for result in row if result.unit) or [None]:
            yield [result for result in row if result.unit in (unit, None)]


def _whole_items(
    result: Result, metric: Metric, benchmark: Benchmark, units: Mapping[str, Unit], column: Sequence[Result]
) -> Flag | None:
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
        column,
    )


def not_a_share(result: Result, items: int, multiplier: Decimal, rule: str, column: Sequence[Result]) -> Flag | None:
    """Flag a value that no whole number of items gives; its decimal point may not be where its column has it."""
    near, expected = _nearest(result.value, items, multiplier)
    if expected == result.value:
        return None
    other = near + (1 if expected < result.value else -1)
    then = rounded(other / items / multiplier, result.value)
    message = (
        f"{result.printed} is not k/{items} for any whole k; the nearest is {lexical(expected)} ({near}/{items}), "
        f"then {lexical(then)} ({other}/{items})"
    )
    moved = _point_moved(result.value, column)
    if moved is not None:
        count, share = _nearest(moved, items, multiplier)
        if share == moved and count <= items:
            message += f"; with its point where the column has it, it is {lexical(moved)} ({count}/{items})"
            expected = moved
    return make_flag(
        FlagKind.NOT_K_OVER_N,
        FlagSubject.RESULT,
        result.key,
        Severity.WARNING,
        message,
        rule,
        found=result.printed,
        expected=lexical(expected),
        on_property="value",
    )


def _nearest(value: Decimal, items: int, multiplier: Decimal) -> tuple[Decimal, Decimal]:
    """The number of items that gives a value best, and what it gives, in as many digits."""
    near = (EXACT.multiply(value, multiplier) * items).to_integral_value(ROUND_HALF_UP)
    return near, rounded(near / items / multiplier, value)


def _point_moved(value: Decimal, column: Sequence[Result]) -> Decimal | None:
    """The same digits with the point where most of the column has it; None where it stands there already."""
    usual, times = Counter(decimals(r.value) for r in column).most_common(1)[0]
    shift = decimals(value) - usual
    return value.scaleb(shift) if shift and 2 * times > len(column) else None
