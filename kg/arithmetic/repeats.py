"""Rows that print what another row prints: a row pasted twice, cells copied from the row above.

Equal cells are common where a column has few possible values, and one equal cell in a table is
chance. So the chance is worked out, from the finest digit and the range of each column and from
the equal values that it has anyway; only what chance would give in less than one of a thousand such
tables is flagged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from math import comb

from kg.arithmetic.printing import columns, lines, step
from kg.assemble.flags import make_flag
from kg.model import Flag, FlagKind, FlagSubject, Result, Severity

_Line = Mapping[str, Result]

#: Expected number of such coincidences in the table, above which nothing is said.
_CHANCE = Decimal("0.001")

#: Values told in a message.
_TOLD = 4


def repeat_flags(results: Sequence[Result]) -> list[Flag]:
    """Findings about rows of one leaderboard that repeat another one."""
    by_column = columns(results)
    if len(by_column) < 2:
        return []
    rows = [row for row in lines(results).values() if len(row) > 1]
    chances = {key: _chance(column) for key, column in by_column.items()}
    twins = _twins(rows, chances)
    flagged = {id(row) for _, row in twins}
    flags = [_twin_flag(first, second, chances, len(rows)) for first, second in twins]
    for above, row in pairwise(rows):
        equal = [key for key in row if key in above and row[key].value == above[key].value]
        if id(row) in flagged or len(equal) < 2 or len(equal) == len(row):
            continue
        expected = _product(chances, equal) * (len(rows) - 1) * comb(len(row), len(equal))
        if expected < _CHANCE:
            flags.append(_copied_flag(above, row, equal, expected))
    return flags


def row_above(results: Iterable[Result]) -> dict[str, Result]:
    """For each result whose cell prints what the cell above prints: that cell's result."""
    rows = list(lines(results).values())
    return {
        row[key].key: above[key]
        for above, row in pairwise(rows)
        for key in row
        if key in above and row[key].printed == above[key].printed
    }


def _chance(column: Sequence[Result]) -> Decimal:
    """How likely two values of the column are equal by chance."""
    values = [r.value for r in column]
    count = len(values)
    span = max(values) - min(values)
    by_digits = min(step(v) for v in values) / span if span else Decimal(1)
    pairs = count * (count - 1) // 2
    equal = sum(n * (n - 1) // 2 for n in Counter(values).values())
    by_ties = Decimal(max(0, equal - 1)) / pairs if pairs else Decimal(1)
    return min(Decimal(1), max(by_digits, by_ties))


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


def _copied_flag(above: _Line, row: _Line, equal: Sequence[str], expected: Decimal) -> Flag:
    one, other = above[equal[0]], row[equal[0]]
    message = (
        f"the row of {other.printed_method} prints in {len(equal)} of {len(row)} columns what the row above "
        f"({one.printed_method}) prints: {_told(row, equal)}; {_odds(expected)}"
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
