r"""Pipe tables, line by line.

Own splitter on purpose: Markdown libraries pad short rows and cut long ones without a word, and
a row that does not fit its header is exactly what has to be reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_DELIMITER_CELL = re.compile(r":?-+:?")
_WORD = re.compile(r"[A-Za-z0-9]")
_BACKTICKS = re.compile(r"`+")
_ESCAPABLE = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_EMPHASIS = re.compile(r"(\*{1,3})(?=[^\s*])([^*]*[^\s*])\1")


@dataclass(frozen=True, slots=True)
class PipeRow:
    """One row: its line number, its cells and the line as printed."""

    line: int
    cells: tuple[str, ...]
    printed: str


@dataclass(frozen=True, slots=True)
class PipeTable:
    """One table: header (at ``line``), rows, and the last line that belongs to it."""

    line: int
    header: tuple[str, ...]
    rows: tuple[PipeRow, ...]
    last: int


def split_row(line: str) -> tuple[str, ...]:
    """The cells of one line without the code or emphasis marks that enclose all of a cell."""
    return tuple(unwrapped(cell) for cell in split_cells(line))


def split_cells(line: str) -> tuple[str, ...]:
    r"""The cells of one line, outer blanks removed; the outer pipes are optional.

    ``\|`` is a pipe within a cell, and so is a pipe within a code span (a run of backticks up to
    the next run of the same length; a lone backtick is ordinary text).
    """
    text = line.strip()
    if "\\" not in text and "`" not in text:
        parts = text.removeprefix("|").split("|")
        if len(parts) > 1 and not parts[-1].strip():
            parts.pop()
        return tuple(part.strip() for part in parts)
    cells: list[str] = []
    cell: list[str] = []
    position = 1 if text.startswith("|") else 0
    while position < len(text):
        char = text[position]
        if char == "\\" and position + 1 < len(text) and text[position + 1] in _ESCAPABLE:
            follower = text[position + 1]
            cell.append("|" if follower == "|" else char + follower)
            position += 2
        elif char == "`":
            end = _code_end(text, position)
            cell.append(text[position:end].replace("\\|", "|"))
            position = end
        elif char == "|":
            cells.append("".join(cell))
            cell = []
            position += 1
        else:
            cell.append(char)
            position += 1
    # What stands after the last pipe is a cell only if there is something.
    if "".join(cell).strip() or not cells:
        cells.append("".join(cell))
    return tuple(part.strip() for part in cells)


def _code_end(text: str, start: int) -> int:
    """The end of the code span that begins at ``start``, or of the backticks if none does."""
    opening = _BACKTICKS.match(text, start)
    assert opening is not None
    for closing in _BACKTICKS.finditer(text, opening.end()):
        if len(closing[0]) == len(opening[0]):
            return closing.end()
    return opening.end()


def unwrapped(cell: str) -> str:
    """A cell without the code or emphasis marks that enclose all of it."""
    if not cell.startswith(("*", "`")):
        return cell
    emphasised = _EMPHASIS.fullmatch(cell)
    if emphasised:
        cell = emphasised[2]
    opening = _BACKTICKS.match(cell)
    if opening and opening.end() < len(cell) and _code_end(cell, 0) == len(cell):
        inner = cell[opening.end() : -len(opening[0])]
        return inner.strip() or cell
    return cell


def is_table_line(line: str) -> bool:
    """True for a line that can be a row: it begins with a pipe or has two cells or more."""
    return "|" in line and (line.lstrip().startswith("|") or len(split_row(line)) > 1)


def is_delimiter(line: str) -> bool:
    """True for the line of dashes under a header."""
    if "|" not in line or "-" not in line or _WORD.search(line):
        return False
    return all(_DELIMITER_CELL.fullmatch(cell) for cell in split_row(line))


def find_tables(lines: Sequence[str]) -> tuple[PipeTable, ...]:
    """All tables of a page: a header, a delimiter row, rows.

    A table ends at a line that is no row. Blank lines end it too, except where rows go on behind
    them without a header of their own: those rows would otherwise be lost without a word.
    """
    tables: list[PipeTable] = []
    index = 0
    while index + 1 < len(lines):
        if not (is_table_line(lines[index]) and is_delimiter(lines[index + 1])) or is_delimiter(lines[index]):
            index += 1
            continue
        rows: list[PipeRow] = []
        last = index + 1
        position = _next_row(lines, index + 2)
        while position is not None:
            cells = split_row(lines[position])
            # A row without any text is a spacer.
            if any(cells) and not is_delimiter(lines[position]):
                rows.append(PipeRow(position + 1, cells, lines[position]))
            last = position
            position = _next_row(lines, position + 1)
        tables.append(PipeTable(index + 1, split_row(lines[index]), tuple(rows), last + 1))
        index = last + 1
    return tuple(tables)


def _next_row(lines: Sequence[str], start: int) -> int | None:
    """The index of the next row of the running table, or None where the table ends."""
    index = start
    while index < len(lines) and not lines[index].strip():
        index += 1
    if index >= len(lines) or not is_table_line(lines[index]):
        return None
    if index > start and not lines[index].lstrip().startswith("|"):
        return None
    starts_a_table = index + 1 < len(lines) and is_delimiter(lines[index + 1]) and not is_delimiter(lines[index])
    return None if starts_a_table else index


def stray_rows(lines: Sequence[str], tables: Sequence[PipeTable]) -> tuple[PipeRow, ...]:
    """Lines that look like table rows and belong to no table."""
    inside = {number for table in tables for number in range(table.line, table.last + 1)}
    return tuple(
        PipeRow(number, split_row(line), line)
        for number, line in enumerate(lines, 1)
        if number not in inside
        and line.lstrip().startswith("|")
        and len(split_row(line)) > 1
        and any(split_row(line))
        and not is_delimiter(line)
    )
