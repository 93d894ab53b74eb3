"""Printed directions -> a :class:`Direction`; the registry or a person decides where none is printed."""

from __future__ import annotations

from kg.model import Direction

_HIGHER = ("higher is better", "higher", "↑", "maximize", "maximise", "descending")
_LOWER = ("lower is better", "lower", "↓", "minimize", "minimise", "ascending")


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
