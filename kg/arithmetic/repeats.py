"""Rows that print what another row prints: a row pasted twice, cells copied from the row above.

Equal cells are common where a column has few possible values. So the chance is worked out, from the
finest digit and the range of each column, from the equal values that it has anyway, and from the few
items that its values are shares of where they give that away; only what chance would give in less
than one of a thousand such tables is flagged. A single cell is flagged only if it has many digits.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import ceil, comb, isqrt

from kg.arithmetic.printing import columns, lines, step
from kg.assemble.flags import make_flag
from kg.model import Flag, FlagKind, FlagSubject, Result, Severity

_Line = Mapping[str, Result]

#: Expected number of such coincidences in the table, above which nothing is said.
_CHANCE = Decimal("0.001")

#: The same for a single cell: the best of a table crowd together, so that two are equal more often than worked out.
_CHANCE_OF_ONE = _CHANCE / 10

#: Values told in a message.
_TOLD = 4


def repeat_flags(results: Sequence[Result]) -> list[Flag]:
    """Findings about rows of one leaderboard that repeat another one."""
    rows = list(lines(results).values())
    wide = [row for row in rows if len(row) > 1]
    by_column = columns(results)
    chances = {key: _chance(column) for key, column in by_column.items()}
    twins = _twins(wide, chances)
    flagged = {id(row) for _, row in twins}
    flags = [_twin_flag(first, second, chances, len(wide)) for first, second in twins]
    for above, row in pairwise(rows):
        equal = [key for key in row if key in above and row[key].value == above[key].value]
        if id(row) in flagged or not equal or len(equal) == len(row) > 1:
            continue
        is_sorted = len(equal) == 1 and _is_sorted(by_column[equal[0]])
        pairs = comb(len(rows), 2) if is_sorted else len(rows) - 1
        odds = _Odds(_product(chances, equal), pairs, comb(len(row), len(equal)))
        if odds.expected < (_CHANCE if len(equal) > 1 else _CHANCE_OF_ONE):
            flags.append(_copied_flag(above, row, equal, odds))
    return flags


@dataclass(frozen=True, slots=True)
class _Odds:
    """How likely cells equal those above by chance: in one pair of rows, of so many, for so many choices of columns."""

    chance: Decimal
    pairs: int
    choices: int

    @property
    def expected(self) -> Decimal:
        """How often a table has such cells."""
        return self.chance * self.pairs * self.choices

    def told(self) -> str:
        """The arithmetic in words."""
        one = f"1/{int(1 / self.chance)}" if self.chance else "0"
        return f"{one} for two rows x {self.pairs} pairs x {self.choices} choices of columns, {_odds(self.expected)}"


def row_above(results: Iterable[Result]) -> dict[str, Result]:
    """For each result whose cell prints what the cell above prints: that cell's result."""
    rows = list(lines(results).values())
    return {
        row[key].key: above[key]
        for above, row in pairwise(rows)
        for key in row
        if key in above and row[key].printed == above[key].printed
    }


def _is_sorted(column: Sequence[Result]) -> bool:
    """True where the page is ordered by this column, which brings equal values together."""
    values = [r.value for r in column]
    return values in (sorted(values), sorted(values, reverse=True))


def _chance(column: Sequence[Result]) -> Decimal:
    """How likely two values of the column are equal by chance."""
    values = [r.value for r in column]
    count = len(values)
    span = max(values) - min(values)
    by_digits = min(step(v) for v in values) / span if span else Decimal(1)
    pairs = count * (count - 1) // 2
    equal = sum(n * (n - 1) // 2 for n in Counter(values).values())
    by_ties = Decimal(max(0, equal - 1)) / pairs if pairs else Decimal(1)
    by_items = max((_by_items(set(values), scale) for scale in (1, 100)), default=Decimal(0)) if span else Decimal(1)
    return min(Decimal(1), max(by_digits, by_ties, by_items))


def _by_items(values: Set[Decimal], scale: int) -> Decimal:
    """How likely two values are equal where all are shares of few items, with digits for many more; else 0.

    0.4146341463 has ten digits and is 17/41: among shares of 41 items it is as common as any other.
    Of all numbers of d digits few are shares of less than 10^(d/2) items, so a tenth of that is no chance.
    """
    half = Fraction(min(map(step, values))) / 2 / scale
    most = isqrt(int(1 / (2 * half))) // 10 if half < Fraction(1, 2) else 0
    items = 1
    for value in values:
        share = Fraction(abs(value)) / scale
        items = max(items, _simplest(share - half, share + half).denominator)
        if items > most:
            return Decimal(0)
    return scale / (items * (max(values) - min(values)))


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of the smallest denominator between two others."""
    whole = ceil(low)
    if whole <= high:
        return Fraction(whole)
    return whole - 1 + 1 / _simplest(1 / (high - whole + 1), 1 / (low - whole + 1))


def _product(chances: Mapping[str, Decimal], keys: Iterable[str]) -> Decimal:
    product = Decimal(1)
    for key in keys:
        product *= chances[key]
    return product


def _twins(rows: Sequence[_Line], chances: Mapping[str, Decimal]) -> list[tuple[_Line, _Line]]:
    """Pairs of rows that print the same values in the same columns; the first of them, and each other one."""
    same: dict[tuple[tuple[str, Decimal], ...], list[_Line]] = defaultdict(list)
    for row in rows:
        same[tuple(sorted((key, result.value) for key, result in row.items()))].append(row)
    pairs = comb(len(rows), 2)
    return [
        (group[0], other)
        for values, group in same.items()
        if len(group) > 1 and _product(chances, [key for key, _ in values]) * pairs < _CHANCE
        for other in group[1:]
    ]


def _twin_flag(first: _Line, second: _Line, chances: Mapping[str, Decimal], rows: int) -> Flag:
    expected = _product(chances, second) * comb(rows, 2)
    one, other = _head(first), _head(second)
    message = (
        f"the row of {other.printed_method} prints the same {len(second)} values as the row of {one.printed_method} "
        f"({one.places[0].file}:{one.places[0].line}): {_told(second, list(second))}; {_odds(expected)}"
    )
    return _flag(other, message, "two rows do not print the same values by chance", one)


def _copied_flag(above: _Line, row: _Line, equal: Sequence[str], odds: _Odds) -> Flag:
    one, other = above[equal[0]], row[equal[0]]
    message = (
        f"the row of {other.printed_method} prints in {len(equal)} of {len(row)} columns what the row above "
        f"({one.printed_method}) prints: {_told(row, equal)}; {odds.told()}"
    )
    return _flag(other, message, "a row does not repeat cells of the row above by chance", one)


def _flag(result: Result, message: str, rule: str, first: Result) -> Flag:
    return make_flag(
        FlagKind.DUPLICATE_ROW,
        FlagSubject.RESULT,
        result.key,
        Severity.WARNING,
        message,
        rule,
        found=str(result.places[0]),
        expected=f"other values than {first.places[0]}",
    )


def _head(row: _Line) -> Result:
    return min(row.values(), key=lambda r: r.places[0].column or 0)


def _told(row: _Line, keys: Sequence[str]) -> str:
    ordered = sorted((row[key] for key in keys), key=lambda r: r.places[0].column or 0)
    more = ", …" if len(ordered) > _TOLD else ""
    return ", ".join(r.printed for r in ordered[:_TOLD]) + more


def _odds(expected: Decimal) -> str:
    """How often chance would do this, as "once in n tables"."""
    tables = int(1 / expected) if expected else 0
    if not tables or tables >= 10**6:
        return "chance would do so in less than one of a million such tables"
    return f"chance would do so in about one of {tables} such tables"
