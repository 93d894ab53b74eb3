"""Submitted results as rows of named texts, each with the line and characters that it stands at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kg.errors import SourceError
from kg.read.text import decode
from kg.validation.files import unreadable

#: Suffix -> separator of its cells; "" for files that are trees.
SUFFIXES = {".csv": ",", ".tsv": "\t", ".json": "", ".yaml": "", ".yml": ""}

#: Larger files are no submission.
LARGEST = 16 * 2**20


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the file: its line, its number among the cells of the line, its characters (from 1)."""

    text: str
    line: int
    cell: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of a row: where its name stands, and its value; in a table both are the one cell that holds them."""

    name: Text
    value: str


@dataclass(frozen=True, slots=True)
class Row:
    """One submitted result; ``line`` is its first line, ``wrong`` what keeps it from being one, ``at`` where.

    ``names`` are the names over or before its own cells, as written, of those that are not empty.
    """

    line: int
    cells: Mapping[str, Text]
    settings: Mapping[str, Setting] = field(default_factory=dict)
    wrong: str = ""
    at: Text | None = None
    names: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Rows:
    """A submitted file: its column names as printed, and its rows."""

    names: tuple[Text, ...]
    rows: tuple[Row, ...]


def read_text(path: Path) -> str:
    """The text of a submitted file; raises SourceError for one that is too large or no UTF-8."""
    try:
        if path.stat().st_size > LARGEST:
            raise SourceError(f"{path}: larger than {LARGEST} bytes; submit it in parts")
        return decode(path.read_bytes(), path.as_posix())
    except OSError as error:
        raise unreadable(path, error) from error


def separator_of(path: Path, text: str) -> str:
    """The separator of a table file; a semicolon where the header of a .csv has no comma."""
    head = text.partition("\n")[0]
    if path.suffix.lower() == ".csv" and "," not in head and ";" in head:
        return ";"
    return SUFFIXES[path.suffix.lower()]


def read_table(text: str, separator: str, file: str) -> Rows:
    """CSV as RFC 4180 has it; rows with other numbers of cells than the header are kept as wrong."""
    lines = [cells for cells in split_cells(text, separator, file) if any(cell.text for cell in cells)]
    if not lines:
        raise SourceError(f"{file}: holds no row; give a header line and one line for each result")
    header, *rest = lines
    names = tuple(header)
    rows = []
    for cells in rest:
        wrong = "" if len(cells) == len(names) else f"{len(cells)} cells under {len(names)} columns"
        at = cells[len(names)] if len(cells) > len(names) else cells[0]  # what is too much stands behind the last name
        filled = [(name, cell) for name, cell in zip(names, cells, strict=False) if cell.text]
        named = {column_key(name.text): cell for name, cell in filled}
        rows.append(Row(cells[0].line, named, wrong=wrong, at=at, names=tuple(name for name, _ in filled)))
    return Rows(names, tuple(rows))


def column_key(name: str) -> str:
    """A column name as it is looked up."""
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def split_cells(text: str, separator: str, file: str) -> list[list[Text]]:
    """Records of cells with their places; quotes as in RFC 4180 (not in tab-separated files)."""
    quoting = separator != "\t"
    records: list[list[Text]] = []
    record: list[Text] = []
    line, column, position, size = 1, 1, 0, len(text)
    while position <= size:
        start_line, start = line, column
        if quoting and text[position : position + 1] == '"':
            closing = _closing_quote(text, position)
            if closing is None:
                raise SourceError(f"{file}:{line}: a quote is opened here and never closed; close it")
            value = text[position + 1 : closing].replace('""', '"')
            raw = text[position : closing + 1]
            position = closing + 1
            line += raw.count("\n")
            column = column + len(raw) if "\n" not in raw else len(raw) - raw.rfind("\n")
            end = column
            while position < size and text[position] not in (separator, "\n", "\r"):
                value += text[position]
                position, column, end = position + 1, column + 1, column + 1
        else:
            stop = position
            while stop < size and text[stop] not in (separator, "\n", "\r"):
                stop += 1
            value = text[position:stop]
            column, end = column + len(value), column + len(value)
            position = stop
        lead = len(value) - len(value.lstrip()) if start_line == line else 0
        record.append(Text(value.strip(), start_line, len(record) + 1, start + lead, max(end, start + lead)))
        if position >= size:
            break
        if text[position] == separator:
            position, column = position + 1, column + 1
            continue
        position += 2 if text[position : position + 2] == "\r\n" else 1
        records.append(record)
        record, line, column = [], line + 1, 1
    if len(record) > 1 or (record and record[0].text):
        records.append(record)
    return records


def _closing_quote(text: str, opening: int) -> int | None:
    position = opening + 1
    while (position := text.find('"', position)) >= 0:
        if text[position + 1 : position + 2] != '"':
            return position
        position += 2
    return None
