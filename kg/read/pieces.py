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


def pieces(items: Iterator[_Item], weigh: Callable[[_Item, int], int]) -> Iterator[tuple[list[_Item], bool]]:
    """The items in lists, each with whether another one follows; who has used a list may empty it, to save memory.

    ``weigh`` tells about how many bytes an item adds to a piece that holds so many items already.
    """
    piece: list[_Item] = []
    weight = 0
    for item in items:
        if len(piece) >= ROWS or weight >= BYTES:
            yield piece, True
            piece, weight = [], 0
        weight += weigh(item, len(piece))
        piece.append(item)
    if piece:
        yield piece, False
