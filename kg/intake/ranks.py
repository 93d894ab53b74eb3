"""Numbers in brackets behind values that are their ranks: "0.557 (2)", told by the page or proven by the values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from kg.intake.context import Context
from kg.model import Direction
from kg.normalise.values import Brackets, Number, parse_number
from kg.read.cells import Table
from kg.wording.headings import read_heading
from kg.wording.names import NameFinder

#: So many ranked values at least: fewer whole numbers fall in order by chance.
_FEWEST = 3
_RANK = re.compile(r"\(\s*[1-9]\d{0,4}\s*\)")
#: How a rank is kept with a number.
_AS_REMARK = re.compile(r"rank (\d+)")
_CALLED = r"(?:parenthes[ei]s|parenthetical|(?:round )?brackets)"
#: "Ranks are given in parentheses", "the number in brackets is the rank", "score (rank)".
_ANNOUNCED = re.compile(
    rf"\b(?:ranks?|rankings?|placements?)\b[^.;()]{{0,60}}?\bin\s+{_CALLED}|{_CALLED}[^.;()]{{0,40}}?\branks?\b"
    r"|\b\w+ \(\s*ranks?\s*\)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Ranked:
    value: Decimal
    rank: int


def ranks_in_brackets(context: Context) -> str | None:
    """What shows that the numbers in brackets behind the values of a table are ranks; None where nothing does.

    The page says it next to the table or in the headings of all columns that print such numbers; or each of
    these columns (each of these rows) holds at least three, which are exactly the ranking of its values: then
    they can be nothing else. One column without that proof, and nothing is proven.
    """
    table = context.table
    columns = [(name, _ranked(cells)) for name, cells in _columns(table)]
    bracketed = [(name, ranked) for name, ranked in columns if ranked]
    if not bracketed:
        return None
    near = (said for said in context.texts if said.kind in ("caption", "before", "after"))
    if told := next((said for said in near if _ANNOUNCED.search(said.text)), None):
        return f"numbers in brackets are ranks: stated here ({told.where})"
    if all(_ANNOUNCED.search(name) for name, _ in bracketed):
        return "numbers in brackets are ranks: stated here (headings)"
    if all(_is_ranking(ranked, _better(name, context.finder)) for name, ranked in bracketed):
        return "numbers in brackets are ranks: in each column they are the ranking of its values"
    rows = [ranked for row in table.rows if (ranked := _ranked(cell.text for cell in row.cells[1:]))]
    if all(_is_ranking(ranked, None) for ranked in rows):
        return "numbers in brackets are ranks: in each row they are the ranking of its values"
    return None


def _columns(table: Table) -> Iterable[tuple[str, list[str]]]:
    for index, column in enumerate(table.columns[1:], 1):
        yield column.name, [row.cells[index].text for row in table.rows]


def _ranked(texts: Iterable[str]) -> list[_Ranked]:
    """The values that have a whole number in brackets behind them, which nothing else explains."""
    found = []
    for text in (text for text in texts if _RANK.search(text)):
        number = parse_number(text, brackets=Brackets.RANK)
        if isinstance(number, Number) and (rank := _AS_REMARK.fullmatch(number.remark or "")):
            found.append(_Ranked(number.value, int(rank[1])))
    return found


def _better(name: str, finder: NameFinder) -> Direction | None:
    """Which values have the first ranks, as the heading or the registry says."""
    reading = read_heading((name,), finder)
    metric = reading.metric or reading.base
    told = reading.direction or (metric.direction if metric else Direction.UNKNOWN)
    return None if told is Direction.UNKNOWN else told


def _is_ranking(ranked: Sequence[_Ranked], better: Direction | None) -> bool:
    """True where the ranks are 1, 2, 3 ... in the order of the values, one way round or the other.

    Ties have one rank, and the next one counts them all or once (1, 2, 2, 4 or 1, 2, 2, 3). Values that are
    printed alike may have different ranks, for they are rounded; the same rank has one value.
    """
    if len(ranked) < _FEWEST or len({one.value for one in ranked}) < _FEWEST:
        return False
    ways = [Direction.HIGHER, Direction.LOWER] if better is None else [better]
    return any(_in_order(ranked, descending=way is Direction.HIGHER) for way in ways)


def _in_order(ranked: Sequence[_Ranked], *, descending: bool) -> bool:
    ordered = sorted(ranked, key=lambda one: one.rank)
    values = [one.value for one in ordered]
    if values != sorted(values, reverse=descending):
        return False
    groups: dict[int, set[Decimal]] = {}
    for one in ordered:
        groups.setdefault(one.rank, set()).add(one.value)
    ranks = [one.rank for one in ordered]
    dense = list(groups) == list(range(1, len(groups) + 1))
    competing = all(ranks.index(rank) + 1 == rank for rank in groups)
    return (dense or competing) and all(len(values) == 1 for values in groups.values())
