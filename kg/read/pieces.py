"""Long lists in pieces: a table of any length passes through in bounded memory, however wide its rows are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

#: Rows that are read at a time, at most.
ROWS = 20_000
#: About so many bytes of memory a piece takes at most, unless a single row takes more.
BYTES = 100 << 20
#: What a cell takes beside its text.
CELL = 150

_Item = TypeVar("_Item")


def pieces(items: Iterator[_Item], weigh: Callable[[_Item], int]) -> Iterator[list[_Item]]:
    """The items in lists; ``weigh`` tells about how many bytes one takes."""
    piece: list[_Item] = []
    weight = 0
    for item in items:
        piece.append(item)
        weight += weigh(item)
        if len(piece) >= ROWS or weight >= BYTES:
            yield piece
            piece, weight = [], 0
    if piece:
        yield piece
