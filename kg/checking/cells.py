"""Where in a line a cell stands, by its number and its text."""

from __future__ import annotations

import re
from itertools import pairwise

#: What stands between the cells of a delimited page that has neither tabs nor pipes.
_SEPARATORS = (",", ";")

_PLACE = re.compile(r"(?P<file>.+?):(?P<line>[1-9][0-9]*)(?::(?P<column>[1-9][0-9]*))?")


def split_place(place: str) -> tuple[str, int, int | None] | None:
    """File, line and cell of "file:line:cell" or "file:line"; None for any other text."""
    found = _PLACE.fullmatch(place)
    if found is None:
        return None
    return found["file"], int(found["line"]), int(found["column"]) if found["column"] else None


def find_cell(line: str, column: int | None, printed: str) -> tuple[int, int] | None:
    """Where a cell's text stands in its line: start and end.

    Cells are counted as the readers count them: between tabs, else between pipes, else between
    commas or semicolons. A text that stands in no cell of that number is looked for in the line,
    and found where it is there once.
    """
    spans = cell_spans(line)
    if column is not None and column <= len(spans):
        start, end = spans[column - 1]
        at = line.find(printed, start, end)
        if at >= 0 and printed:
            return at, at + len(printed)
        if not printed and start < end:
            return start, end
    for separator in _SEPARATORS if printed and column is not None else ():
        start, end = dict(enumerate(separated_spans(line, separator), 1)).get(column or 0, (0, 0))
        if line[start:end].replace('""', '"') == printed:
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
    return [_trimmed(line, left + 1, right) for left, right in pairwise(bounds)]


def separated_spans(line: str, separator: str) -> list[tuple[int, int]]:
    """Start and end of every cell's text between separators, outer quotes and blanks left out.

    A separator between quotes is text, and so is a quote where one is left open.
    """
    is_quoting, inside, bounds = line.count('"') % 2 == 0, False, [-1]
    for at, character in enumerate(line):
        inside ^= is_quoting and character == '"'
        if character == separator and not inside:
            bounds.append(at)
    spans = [_trimmed(line, left + 1, right) for left, right in pairwise([*bounds, len(line)])]
    return [
        _trimmed(line, start + 1, end - 1)
        if is_quoting and line[start:end][:1] == '"' == line[end - 1]
        else (start, end)
        for start, end in spans
    ]


def _trimmed(line: str, start: int, end: int) -> tuple[int, int]:
    text = line[start:end]
    first = start + len(text) - len(text.lstrip())
    return first, max(first, start + len(text.rstrip()))
