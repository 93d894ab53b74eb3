"""Printed directions -> a :class:`Direction`; the registry or a person decides where none is printed."""

from __future__ import annotations

import re

from kg.model import Direction

_HIGHER = ("higher is better", "higher", "↑", "maximize", "maximise", "descending")
_LOWER = ("lower is better", "lower", "↓", "minimize", "minimise", "ascending")
#: All words for a direction that are read.
WORDS = (*_HIGHER, *_LOWER)
#: Headings of columns that say which values are better, in words or by yes and no.
_HEADING = re.compile(
    r"(?:metric |optimi[sz]ation )?direction|better|(?:metric )?(?:is )?(?P<sense>higher|lower) (?:is )?better"
)
_ANSWERS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def parse_direction(printed: str) -> Direction | None:
    """Read "Higher is better" and its kin; None where the text does not say.

    >>> parse_direction("Lower is better.")
    <Direction.LOWER: 'LowerIsBetter'>
    """
    text = printed.strip().rstrip(".").casefold()
    if text in _HIGHER:
        return Direction.HIGHER
    if text in _LOWER:
        return Direction.LOWER
    for direction in Direction:
        if text == direction.value.casefold():
            return direction
    return None


def direction_under(heading: str, printed: str) -> Direction | None:
    """The direction that a cell states below a heading; None where heading or cell does not say one.

    >>> direction_under("lower_is_better", "True")
    <Direction.LOWER: 'LowerIsBetter'>
    >>> direction_under("Direction", "en-de") is None
    True
    """
    found = _HEADING.fullmatch(re.sub(r"[\s_-]+", " ", heading.strip()).casefold())
    if found is None:
        return None
    answer = _ANSWERS.get(printed.strip().casefold()) if found["sense"] else None
    if answer is None:
        return parse_direction(printed)
    return Direction.HIGHER if answer == (found["sense"] == "higher") else Direction.LOWER
