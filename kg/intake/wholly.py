"""What the heading or the caption of a table marks for all of its columns: "Results (%)", "Scores ↑".

A mark right behind the name of a metric is of that metric; behind any other word that ends the heading, or
behind "results", "scores" and the like, it is of the table. Columns that say something themselves keep it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.intake.context import Clue, Context
from kg.intake.phrases import HIGHER, LOWER
from kg.model import Direction

_ALL = (
    r"(?:results?|scores?|performances?|comparisons?|values?|numbers?|evaluations?|benchmarks?|leaderboard|errors?|"
    r"accuracies|ratings?)"
)
_UNIT = r"[(\[]\s?(?:in\s)?(?P<sign>%|percent)\s?[)\]]"
_ARROW = r"[(\[]?\s?(?P<sign>[↑↓])\s?[)\]]?"
#: What may stand behind a mark at the end: another mark, a full stop.
_END = r"\s?(?:[(\[]\s?%\s?[)\]]|[(\[]?\s?[↑↓]\s?[)\]]?)?\s?[.:]?\s?$"
_ARROWS = {"↑": Direction.HIGHER, "↓": Direction.LOWER}


def unit_of_all(context: Context) -> tuple[str, str] | None:
    """The unit that the heading or caption gives all values ("%"), and where; None where it gives none."""
    return next((("%", clue.where) for clue, _ in _marks(context, _UNIT)), None)


def direction_of_all(context: Context) -> tuple[Direction, str] | None:
    """The direction that heading and caption give all values, and where; None where they give none, or two."""
    found = [(_ARROWS[sign], clue.where) for clue, sign in _marks(context, _ARROW)]
    for clue in _texts(context):
        lower, higher = LOWER.search(clue.value), HIGHER.search(clue.value)
        if bool(lower) != bool(higher) and not context.finder.metrics(clue.value):
            found.append((Direction.LOWER if lower else Direction.HIGHER, clue.where))
    arrows = {arrow for clue in _texts(context) for arrow in re.findall(r"[↑↓]", clue.value)}
    return found[0] if len(arrows) < 2 and len({direction for direction, _ in found}) == 1 else None


def _texts(context: Context) -> Iterator[Clue]:
    """The captions of a table and the heading right over it."""
    yield from (Clue(said.text, said.where) for said in context.texts if said.kind == "caption")
    yield from (Clue(said.text, said.where) for said in context.headings[:1] if said.kind == "heading")


def _marks(context: Context, mark: str) -> Iterator[tuple[Clue, str]]:
    """The texts with a mark that is of the whole table, and the sign in it."""
    for clue in _texts(context):
        found = re.search(rf"\b{_ALL}\s?{mark}", clue.value, re.IGNORECASE) or re.search(mark + _END, clue.value)
        if found and not _is_of_a_metric(clue.value[: found.start("sign")], context):
            yield clue, found["sign"]


def _is_of_a_metric(before: str, context: Context) -> bool:
    """True where a text ends in the name of a metric or of a column: what follows is of that one alone."""
    words = before.rstrip(" ([").split()
    ends = [" ".join(words[-count:]).strip(" ,;:*_") for count in range(1, min(4, len(words)) + 1)]
    names = {column.name.casefold() for column in context.table.columns}
    return any(context.finder.metric(end) is not None or end.casefold() in names for end in ends if end)
