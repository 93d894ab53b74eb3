"""Values on another scale than their column: shares among percentages, slips by 100 or 1000.

A column is compared with itself only. What is flagged lies where no other value of the column lies,
and would lie among them once it is put on their scale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal

from kg.arithmetic.printing import columns, decimals
from kg.assemble.flags import make_flag
from kg.model import Direction, Flag, FlagKind, FlagSubject, Metric, Result, Severity, Unit
from kg.normalise.values import Number, lexical, parse_number

#: How far the values on the other scale must lie from the nearest of the rest.
_APART, _FAR_APART = Decimal(20), Decimal(50)

#: How much wider than the rest the range is, in which the values must come to lie.
_ROOM = Decimal("1.25")

#: More cells than this on the other scale are one finding about the column.
_CELLS = 3

#: So many other values a column must have where only the digits of one speak, and so many digits it must have more.
_MANY, _SHIFT = 5, 2

_HUNDRED = Decimal(100)

#: Where a person gives the scale of a column.
_ENTRY = "the [[columns]] entry of source.toml"


def scale_flags(results: Iterable[Result], metrics: Mapping[str, Metric], units: Mapping[str, Unit]) -> list[Flag]:
    """Findings about the scale of values, column by column."""
    flags: list[Flag] = []
    for column in columns(results).values():
        unit = units[column[0].unit] if column[0].unit else None
        metric = metrics[column[0].metric]
        is_percent = unit is not None and unit.quantity == "ratio" and unit.multiplier == Decimal("0.01")
        found: list[Flag] = []
        if unit is None or is_percent:
            found = _shares_among_percentages(column, unit)
        elif unit.quantity == "ratio" and (metric.maximum is None or metric.maximum > 1):
            found = _percentages_among_shares(column)
        if is_percent and not found:
            found = _only_shares(column, metric) or _one_finer_share(column)
        flags += found or _slips(column)
    return flags


def _shares_among_percentages(column: Sequence[Result], unit: Unit | None) -> list[Flag]:
    low = [r for r in column if 0 < r.value < 1]
    rest = [r for r in column if r.value >= 1]
    if not low or not rest or not _fits([r.value * _HUNDRED for r in low], [r.value for r in rest]):
        return []
    apart = min(r.value for r in rest) / max(r.value for r in low)
    finer = min(decimals(r.value) for r in low) > max(decimals(r.value) for r in rest)
    if apart < _APART or not (finer or (len(rest) > _CELLS and apart >= _FAR_APART)):
        return []
    where = "a column of percentages" if unit else "a column without a unit"
    return _on_other_scale(
        low,
        rest,
        lambda v: v * _HUNDRED,
        f"stand in {where}, where a share of 1 would be",
        "100 x",
        "a share times 100",
    )


def _one_finer_share(column: Sequence[Result]) -> list[Flag]:
    """The least value of percentages, with two digits more than any other: so a share of 1 is printed.

    It may be the best of its column as a percentage, so it need not come to lie among the others.
    """
    ordered = sorted(column, key=lambda r: r.value)
    share, rest = ordered[0], ordered[1:]
    if len(rest) < _MANY or not 0 < share.value < 1 or share.value >= rest[0].value:
        return []
    finer = decimals(share.value) - max(decimals(r.value) for r in rest)
    if finer < _SHIFT or share.value * _HUNDRED < rest[0].value or rest[-1].value < 1:
        return []
    span = f"{lexical(rest[0].value)} to {lexical(rest[-1].value)}"
    meant = lexical((share.value * _HUNDRED).normalize())
    message = (
        f"{share.printed} stands in a column of percentages with {finer} digits more than any of the other "
        f"{len(rest)} values ({span}), as a share of 1 would; 100 x {lexical(share.value)} = {meant}"
    )
    return [_flag(share, FlagSubject.RESULT, message, "one scale in a column: a share times 100", meant)]


def _percentages_among_shares(column: Sequence[Result]) -> list[Flag]:
    high = [r for r in column if r.value > 1]
    rest = [r for r in column if 0 < r.value <= 1]
    if not high or not rest or not _fits([r.value / _HUNDRED for r in high], [r.value for r in rest]):
        return []
    if min(r.value for r in high) / max(r.value for r in rest) < _APART:
        return []
    return _on_other_scale(
        high,
        rest,
        lambda v: v / _HUNDRED,
        "stand in a column of shares of 1, where a percentage would be",
        "1/100 x",
        "a percentage over 100",
    )


def _on_other_scale(
    cells: Sequence[Result],
    rest: Sequence[Result],
    to_scale: Callable[[Decimal], Decimal],
    where: str,
    factor: str,
    rule: str,
) -> list[Flag]:
    """One flag a cell, or one for the column where it is many."""
    span = f"{lexical(min(r.value for r in rest))} to {lexical(max(r.value for r in rest))}"

    def told(result: Result) -> str:
        return f"{factor} {lexical(result.value)} = {lexical(to_scale(result.value).normalize())}"

    if len(cells) <= _CELLS:
        verb = where.replace("stand", "stands", 1)
        return [
            _flag(
                result,
                FlagSubject.RESULT,
                f"{result.printed} {verb} {told(result)}, near the other {len(rest)} values ({span})",
                f"one scale in a column: {rule}",
                lexical(to_scale(result.value).normalize()),
            )
            for result in cells
        ]
    message = (
        f"{len(cells)} of {len(cells) + len(rest)} values {where} {told(cells[0])} and so on, near the other "
        f"{len(rest)} values ({span})"
    )
    return [_flag(cells[0], FlagSubject.DECLARATION, message, f"one scale in a column: {rule}", None)]


def _only_shares(column: Sequence[Result], metric: Metric) -> list[Flag]:
    """A column that says percent and holds nothing but values below 1."""
    values = [r.value for r in column]
    is_share = metric.maximum == 1 and metric.direction is Direction.HIGHER
    if len(values) < 3 or not is_share or not all(0 < v < 1 for v in values):
        return []
    best = max(column, key=lambda result: result.value)
    printed = parse_number(best.printed)
    is_scaled = isinstance(printed, Number) and printed.value != best.value
    remedy = (
        f"it is printed as {best.printed}, and `scale` in {_ENTRY} makes it so small: take that out, or mend it"
        if is_scaled
        else f'where they are shares, give scale = "100" in {_ENTRY}'
    )
    message = (
        f"all {len(values)} values of a column of percentages lie below 1: as percentages the best would be "
        f"{lexical(best.value)} of 100, as shares of 1 it would be {lexical((best.value * _HUNDRED).normalize())} "
        f"percent; {remedy}"
    )
    return [_flag(column[0], FlagSubject.DECLARATION, message, "a column of percentages has values above 1", None)]


def _slips(column: Sequence[Result]) -> list[Flag]:
    """One value that is 100 or 1000 times off a narrow column: a lost point, another prefix of the unit."""
    if len(column) < 6 or any(r.value <= 0 for r in column):
        return []
    ordered = sorted(column, key=lambda r: r.value)
    for odd, rest in ((ordered[0], ordered[1:]), (ordered[-1], ordered[:-1])):
        values = [r.value for r in rest]
        if values[-1] / values[0] > 3:
            continue
        for factor in (_HUNDRED, Decimal(1000)):
            meant = odd.value * factor if odd is ordered[0] else odd.value / factor
            if _fits([meant], values):
                sign = "x" if odd is ordered[0] else "/"
                span = f"{lexical(values[0])} to {lexical(values[-1])}"
                message = (
                    f"{odd.printed} stands among {len(rest)} values from {span}: "
                    f"{lexical(odd.value)} {sign} {factor} = {lexical(meant.normalize())} would be one of them"
                )
                rule = "one scale in a column: the values of a narrow column differ by less than a factor of 3"
                return [_flag(odd, FlagSubject.RESULT, message, rule, lexical(meant.normalize()))]
    return []


def _fits(values: Sequence[Decimal], among: Sequence[Decimal]) -> bool:
    return all(min(among) / _ROOM <= value <= max(among) * _ROOM for value in values)


def _flag(result: Result, subject: FlagSubject, message: str, rule: str, expected: str | None) -> Flag:
    about_cell = subject is FlagSubject.RESULT
    return make_flag(
        FlagKind.SCALE_SUSPECT,
        subject,
        result.key if about_cell else result.declaration,
        Severity.WARNING,
        message,
        rule,
        found=result.printed,
        expected=expected,
        on_property="value",
    )
