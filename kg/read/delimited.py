"""``csv``: text with one row a line and a sign between its fields; comma, semicolon, tab or bar.

A quote that is never closed is ordinary text of its line: read the other way it would swallow every
row up to the next quote. Tab-separated text has no quoting at all.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from kg.errors import NoResults, Place, Problem, SourceError
from kg.read.cells import Cell, Column, Field, Page, Row, Table
from kg.read.headers import looks_numeric
from kg.read.look import visible
from kg.read.pieces import CELL, pieces

FORMAT = "csv"

#: A quoted field never goes on over more lines than that.
_LONGEST_FIELD = 50
_WIDEST = 5000
#: A heading with the name of a group in front, and how many of one group make it one.
_LEVELS = re.compile(r"(?P<group>[A-Za-z]\w+)/(?P<inner>[^/]+)")
_SEVERAL = 3
_SEPARATORS = (",", "\t", ";", "|")


def looks_like(lines: Sequence[str], *, named: bool = False) -> str | None:
    """Why a text is of this kind, or None; ``named`` says that its name ends as that of a table."""
    separator = find_separator(lines, named=named)
    if separator is None:
        return None
    name = {",": "commas", "\t": "tabs", ";": "semicolons", "|": "bars"}[separator]
    return f"its lines have the same number of fields between {name}"


def find_separator(lines: Sequence[str], *, named: bool = False) -> str | None:
    """The sign that splits all lines into the same number of fields, two or more.

    Of ten lines eight must fit the first one; of a short file that is ``named`` as a table, half.
    """
    best: tuple[int, str] | None = None
    for separator in _SEPARATORS:
        # A record may go on over several lines within quotes, and so may the header.
        filled = [len(fields) for _, fields in _records(enumerate(lines[:200], 1), separator)]
        if len(filled) < 2:
            continue
        width, times = Counter(filled).most_common(1)[0]
        first = filled[0]
        fitting = times * 10 >= len(filled) * 8 or (named and len(filled) < 10 and times * 2 >= len(filled))
        if width > 1 and fitting and first == width and (best is None or width > best[0]):
            best = (width, separator)
    return best[1] if best else None


def _split(line: str, separator: str) -> list[str] | None:
    """The fields of one line; None where a quote is left open."""
    if separator == "\t" or '"' not in line:
        return line.split(separator)
    try:
        return next(csv.reader([line], delimiter=separator, strict=True))
    except (csv.Error, StopIteration):
        return None


def parts(lines: Iterator[str], file: str) -> Iterator[Page]:
    """Pages of some thousand rows each, all with the same columns."""
    head = list(islice(lines, 200))
    separator = find_separator(head) or find_separator(head, named=True)
    if separator is None:
        raise NoResults(f"{file}: no table found: its lines do not split into the same number of fields")
    records = _records(enumerate(chain(head, lines), 1), separator)
    first = next((record for record in records if any(record[1])), None)
    if first is None:
        raise NoResults(f"{file}: the file is empty; give one with a header and rows")
    line, names = first
    if len(names) > _WIDEST:
        raise SourceError(f"{file}:{line}: {len(names)} columns; no leaderboard has more than {_WIDEST}")
    body: Iterator[tuple[int, list[str]]] = records
    if sum(looks_numeric(name) for name in names) * 2 > len(names):
        body, names = chain([first], records), [""] * len(names)
    columns = headed(visible(name) for name in names)
    count = 0
    for chunk, more in pieces(body, _weight):
        count += 1
        table = _table(chunk, columns, line, separator, file)
        chunk.clear()
        yield Page(file, FORMAT, (table,), more=more)
        del table
    if count == 0:
        yield Page(file, FORMAT, (Table((), columns, (), line),))


def headed(names: Iterable[str]) -> tuple[Column, ...]:
    """The columns of a header; "eval/loss" and "eval/acc" beside "eval/f1" are headings of two levels."""
    split = [(name, _LEVELS.fullmatch(name)) for name in names]
    groups = Counter(found["group"] for _, found in split if found)
    return tuple(
        Column(number, name, (found["group"], found["inner"]) if found and groups[found["group"]] >= _SEVERAL else ())
        for number, (name, found) in enumerate(split, 1)
    )


def _weight(record: tuple[int, list[str]], before: int) -> int:
    return sum(map(len, record[1])) + CELL * len(record[1])


def _records(lines: Iterator[tuple[int, str]], separator: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and fields of each record."""
    waiting: list[tuple[int, str]] = []
    while True:
        if waiting:
            number, line = waiting.pop(0)
        else:
            found = next(lines, None)
            if found is None:
                return
            number, line = found
        if not line.strip():
            continue
        fields = _split(line, separator)
        if fields is not None:
            yield number, [field.strip() for field in fields]
            continue
        taken, more = [line], []
        fields = None
        while len(taken) < _LONGEST_FIELD:
            following = waiting.pop(0) if waiting else next(lines, None)
            if following is None:
                break
            more.append(following)
            taken.append(following[1])
            try:
                fields = next(csv.reader([text + "\n" for text in taken], delimiter=separator, strict=True))
                break
            except (csv.Error, StopIteration):
                continue
        if fields is None:
            waiting = more + waiting
            yield number, [field.strip() for field in line.split(separator)]
        else:
            yield number, [re.sub(r"\s*\n\s*", " ", field).strip() for field in fields]


def _table(
    chunk: Sequence[tuple[int, list[str]]], columns: tuple[Column, ...], line: int, separator: str, file: str
) -> Table:
    rows: list[Row] = []
    problems: list[Problem] = []
    width = len(columns)
    numeric = [
        index
        for index in range(1, width)
        if sum(len(f) == width and looks_numeric(f[index]) for _, f in chunk[:500]) * 2 > len(chunk[:500])
    ]
    for number, fields in chunk:
        while len(fields) > width and not fields[-1]:
            fields = fields[:-1]
        if not any(fields):
            continue
        if len(fields) != width:
            reason = f"the row has {len(fields)} cells, its table {width}"
            remedy = "give the row one cell for each column"
            lost = max(1, len(numeric))
            place = Place(file, number)
            problems.append(Problem(place, "row-cell-count", separator.join(fields)[:500], reason, remedy, lost))
            continue
        rows.append(Row(number, tuple(Cell(visible(text), number, n) for n, text in enumerate(fields, 1))))
    facts = (Field("separator", separator, line),)
    return Table((), columns, tuple(rows), line, tuple(problems), facts)
