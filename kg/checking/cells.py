"""Where in a line a cell stands, by its number and its text."""

from __future__ import annotations

import re
from itertools import pairwise

_PLACE = re.compile(r"(?P<file>.+?):(?P<line>[1-9][0-9]*)(?::(?P<column>[1-9][0-9]*))?")


def split_place(place: str) -> tuple[str, int, int | None] | None:
    """File, line and cell of "file:line:cell" or "file:line"; None for any other text."""
    found = _PLACE.fullmatch(place)
    if found is None:
        return None
    return found["file"], int(found["line"]), int(found["column"]) if found["column"] else None


def find_cell(line: str, column: int | None, printed: str) -> tuple[int, int] | None:
    """Where a cell's text stands in its line: start and end.

    Cells are counted as the readers count them: between tabs, else between pipes. A text that
    stands in no cell of that number is looked for in the line, and found where it is there once.
    """
    spans = cell_spans(line)
    if column is not None and column <= len(spans):
        start, end = spans[column - 1]
        at = line.find(printed, start, end)
        if at >= 0 and printed:
            return at, at + len(printed)
        if not printed and start < end:
            return start, end
    found = (
        [m.start() for m in re.finditer(rf"(?<![\w.,]){re.escape(printed)}(?![\w]|[.,]\w)", line)] if printed else []
    )
    return (found[0], found[0] + len(printed)) if len(found) == 1 else None


def cell_spans(line: str) -> list[tuple[int, int]]:
    """Start and end of every cell's text, outer blanks left out."""
    if "\t" in line:
        bounds = [-1, *(m.start() for m in re.finditer("\t", line)), len(line)]
    else:
        bars = [m.start() for m in re.finditer(r"(?<!\\)\|", line)]
        if not bars:
            return []
        bounds = bars if line.lstrip().startswith("|") else [-1, *bars]
        bounds = [*bounds, len(line)]
    spans = []
    for left, right in pairwise(bounds):
        text = line[left + 1 : right]
        start = left + 1 + len(text) - len(text.lstrip())
        spans.append((start, max(start, left + 1 + len(text.rstrip()))))
    return spans
