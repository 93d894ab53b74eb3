"""``pasted-table``: a page copied from a website as one pipe table with a few lines above it.

The header of such a table may be out of step with its rows: names of link columns move to the
front when the cells between lose their text. So columns are counted from the rows, and a name
stays only where it fits the cells below it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kg.errors import NoResults, Place, Problem
from kg.read.cells import Cell, Column, Field, Page, Row, Table
from kg.read.citation import read_citation
from kg.read.fused import Fused, split_cells
from kg.read.headers import is_link, is_method, is_side, looks_numeric
from kg.read.loose import row_below
from kg.read.marks import heading, without_emoji
from kg.read.pipes import PipeRow, PipeTable, find_tables, stray_rows
from kg.read.slips import ends_nearly, is_number_slip
from kg.read.text import sentences

FORMAT = "pasted-table"

_FUSED = re.compile(r"\w=[^=]+")
_ARXIV = re.compile(r"\d{4}\.\d{4,5}(?:v\d+)?")


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where things stand in the rows of a table: the method's cell, then values, then the rest."""

    method: int
    values: int
    names: tuple[str, ...]
    out_of_step: str = ""

    @property
    def last_value(self) -> int:
        return self.method + self.values

    @property
    def width(self) -> int:
        """Value cells of a row; columns named Year, Rank and the like hold none."""
        return sum(not is_side(name) for name in self.names[self.method : self.last_value])


def looks_like(lines: Sequence[str]) -> str | None:
    """Why a page is of this kind, or None."""
    return "it has a pipe table" if find_tables(lines) else None


def has_fused_methods(lines: Sequence[str]) -> bool:
    """True for a page whose method cells hold settings: "NetScale=7B, Tuned=yes2025.08"."""
    return any(
        sum(bool(row.cells) and _FUSED.search(row.cells[0]) is not None for row in table.rows) * 2 > len(table.rows)
        for table in find_tables(lines)
    )


def read(lines: Sequence[str], file: str, keys: Sequence[str] = ()) -> Page:
    """Read one pasted page; ``keys`` are the known names of settings in method cells."""
    pipe_tables = find_tables(lines)
    facts, problems, taken = read_citation(lines, file)
    tables: list[Table] = []
    layouts = {table.line: layout for table in pipe_tables if (layout := _layout(table)) is not None}
    if not layouts:
        raise NoResults(f"no results table found in {file}: no pipe table has a method and a value in its rows")
    numbers = _text_lines(lines, pipe_tables, taken)
    title = next(iter(numbers), None)
    if title is None or title > pipe_tables[0].line:
        title = None
        reason, remedy = "no title stands above the table", "state the title in source.toml"
        problems.append(Problem(Place(file), "page-without-title", "", reason, remedy))
    else:
        facts.append(Field("title", without_emoji(lines[title - 1]), title))
    for table in pipe_tables:
        if table.line not in layouts:
            lost = sum(looks_numeric(cell) for row in table.rows for cell in row.cells)
            reason, remedy = "this table has no rows with a method and a value", "take it out if it holds no results"
            printed = " | ".join(table.header)
            problems.append(Problem(Place(file, table.line), "table-not-understood", printed, reason, remedy, lost))
            continue
        layout = layouts[table.line]
        if layout.out_of_step:
            printed = " | ".join(table.header)
            remedy = "name the columns in source.toml"
            problems.append(Problem(Place(file, table.line), "header-out-of-step", printed, layout.out_of_step, remedy))
        problems += row_below(lines, table.last, layout.width, file)
        tables.append(_table(table, layout, _headings(lines, numbers, title, table.line, tables), keys, file))
    for row in stray_rows(lines, pipe_tables):
        lost = sum(looks_numeric(cell) for cell in row.cells[1:])
        reason, remedy = "this row belongs to no table", "put it under its table"
        problems.append(Problem(Place(file, row.line), "stray-table-row", row.printed, reason, remedy, lost))
    before = [number for number in numbers if number < pipe_tables[0].line and number != title]
    found, unclear, highlights = _highlight(lines, before, tables, layouts, file)
    facts += found
    problems += unclear
    for number in before:
        if number not in highlights and heading(lines[number - 1]) is None and _is_prose(lines[number - 1]):
            facts.append(Field("description", lines[number - 1].strip(), number))
            break
    ordered = tuple(sorted(facts, key=lambda fact: fact.line))
    return Page(file, FORMAT, tuple(tables), ordered, (), tuple(problems))


def _text_lines(lines: Sequence[str], tables: Sequence[PipeTable], taken: set[int]) -> list[int]:
    """Numbers of the lines that hold text outside tables and BibTeX entries."""
    inside = {number for table in tables for number in range(table.line, table.last + 1)} | taken
    return [number for number, line in enumerate(lines, 1) if line.strip() and number not in inside]


def _is_prose(line: str) -> bool:
    return line.rstrip().endswith(".") or len(sentences(line)) > 1


def _headings(
    lines: Sequence[str], numbers: Sequence[int], title: int | None, line: int, earlier: Sequence[Table]
) -> tuple[str, ...]:
    """The ``#`` headings above a table, or the plain line right above it."""
    stack: list[tuple[int, str]] = []
    for number in numbers:
        level = heading(lines[number - 1])
        if number < line and number != title and level:
            stack = [*(entry for entry in stack if entry[0] < level[0]), (level[0], without_emoji(level[1]))]
    if stack:
        return tuple(text for _, text in stack)
    previous = earlier[-1].line if earlier else 0
    above = [number for number in numbers if previous < number < line and number != title]
    if above and not _is_prose(lines[above[-1] - 1]) and not looks_numeric(lines[above[-1] - 1][:1]):
        return (without_emoji(lines[above[-1] - 1]),)
    return earlier[-1].headings if earlier and not above else ()


def _layout(table: PipeTable) -> _Layout | None:
    """Count the columns from the rows and see which names of the header fit them."""
    counts = Counter(len(row.cells) for row in table.rows)
    if not counts:
        return None
    # Of two counts that are equally common, the header's is the better witness, then the larger.
    total = max(counts, key=lambda count: (counts[count], count == len(table.header), count))
    header = (*table.header[:total], *[""] * (total - len(table.header)))
    method = next((n for n, name in enumerate(header, 1) if is_method(name)), 1)
    if not all(is_side(name) for name in header[: method - 1]):
        method = 1
    full = [row for row in table.rows if len(row.cells) == total]
    empty = 0
    while empty < total - method and _is_empty(full, total - empty - 1, header[total - empty - 1]):
        empty += 1
    links = [name for name in table.header[method:] if is_link(name)]
    above_values = [n for n in range(method + 1, total + 1) if is_link(header[n - 1]) and _mostly_numeric(full, n - 1)]
    surplus = [name for name in table.header[total:] if name]
    if above_values and (empty or surplus or not all(header)):
        tail = 0
        while tail < max(empty, len(links)) and (tail < empty or not _mostly_filled(full, total - tail - 1)):
            tail += 1
        values = total - method - tail
        names = [*header[:method], *[""] * values, *links[:tail], *[""] * (tail - len(links[:tail]))]
        reason = f"{header[above_values[0] - 1]!r} stands above values"
        return _Layout(method, values, tuple(names), reason) if values > 0 else None
    if surplus and not all(is_link(name) for name in surplus):
        values = total - method - empty
        names = [*header[:method], *[""] * (total - method)]
        reason = "the header names more columns than the rows have"
        return _Layout(method, values, tuple(names), reason) if values > 0 else None
    while total - empty > method and is_side(header[total - empty - 1]) and is_link(header[total - empty - 1]):
        empty += 1
    values = total - method - empty
    if values < 1:
        return None
    named = [bool(name) for name in header[method : method + values]]
    # Names on the left and none on the right: the names may have moved, as in a displaced header.
    packed_left = any(named) and not named[-1]
    if packed_left or len(table.header) < method + values:
        names = [*header[:method], *[""] * values, *header[method + values :]]
        return _Layout(method, values, tuple(names), "the header names fewer columns than the rows have")
    # Link columns that no row has a cell for keep their names; their cells are empty.
    return _Layout(method, values, (*header, *surplus))


def _is_empty(rows: Sequence[PipeRow], index: int, name: str) -> bool:
    """True for a column without text.

    A few filled cells in a column that has no name are no column of values but rows that got a
    cell too many: they are rejected one by one.
    """
    filled = sum(bool(row.cells[index]) for row in rows)
    return filled == 0 if name and not is_link(name) else filled * 4 <= len(rows)


def _mostly_numeric(rows: Sequence[PipeRow], index: int) -> bool:
    filled = [row.cells[index] for row in rows if row.cells[index]]
    # An arXiv id (2508.08177) is no value.
    return sum(looks_numeric(cell) and not _ARXIV.fullmatch(cell) for cell in filled) * 2 > len(filled)


def _mostly_filled(rows: Sequence[PipeRow], index: int) -> bool:
    return sum(looks_numeric(row.cells[index]) for row in rows) * 2 > len(rows)


def _table(table: PipeTable, layout: _Layout, headings: tuple[str, ...], keys: Sequence[str], file: str) -> Table:
    rows: list[Row] = []
    problems: list[Problem] = []
    fused = split_cells([_cell(row, layout.method) for row in table.rows], keys)
    for row, method in zip(table.rows, fused, strict=True):
        fault = _misfit(row, layout)
        if fault:
            rule, reason, remedy, column = "row-cell-count", fault, "give the row one cell for each column", None
        elif method.fault:
            rule, reason, remedy = "method-cell-unclear", method.fault, method.remedy
            column = layout.method
        elif not method.method:
            rule, reason, remedy, column = "row-without-method", "the row names no method", "name it", layout.method
        else:
            rows.append(_row(row, layout, method))
            continue
        place = Place(file, row.line, column)
        problems.append(Problem(place, rule, row.printed, reason, remedy, layout.width))
    columns = tuple(Column(n, name) for n, name in enumerate(layout.names, 1))
    return Table(headings, columns, tuple(rows), table.line, tuple(problems))


def _cell(row: PipeRow, number: int) -> str:
    return row.cells[number - 1] if number <= len(row.cells) else ""


def _misfit(row: PipeRow, layout: _Layout) -> str:
    """Why a row does not fit the columns; "" if it does."""
    count, total = len(row.cells), len(layout.names)
    if count < layout.last_value:
        return f"the row has {count} cells, its table {total}"
    if count < total and not _cell(row, layout.last_value):
        return f"the row has {count} cells instead of {total} and ends with an empty one: which is missing is not clear"
    if any(row.cells[total:]):
        return f"the row has {count} cells, its table {total}"
    for number in range(layout.last_value + 1, min(count, total) + 1):
        text = _cell(row, number)
        if text and (looks_numeric(text) or not layout.names[number - 1]):
            said = f"cell {number} is filled in a column that holds no values: the row has a cell too many"
            return said + _twice(row, layout)
    return ""


def _twice(row: PipeRow, layout: _Layout) -> str:
    """Which of the cells of values prints the same as the one in front of it: it may be the one too many."""
    pairs = enumerate(pairwise(row.cells[layout.method : layout.last_value + 1]), layout.method + 1)
    same = [(number, one) for number, (one, two) in pairs if one == two and looks_numeric(one)]
    return f"; cells {same[0][0]} and {same[0][0] + 1} both print {same[0][1]}" if len(same) == 1 else ""


def _row(row: PipeRow, layout: _Layout, method: Fused) -> Row:
    cells = [Cell(_cell(row, number), row.line, number) for number in range(1, len(layout.names) + 1)]
    cells[layout.method - 1] = Cell(method.method, row.line, layout.method)
    settings = tuple(Field(name, value, row.line, layout.method) for name, value in method.settings)
    details = (Field("date", method.date, row.line, layout.method),) if method.date else ()
    return Row(row.line, tuple(cells), settings, details)


def _highlight(
    lines: Sequence[str], numbers: Sequence[int], tables: Sequence[Table], layouts: dict[int, _Layout], file: str
) -> tuple[list[Field], list[Problem], set[int]]:
    """The line that names the best result, split by the table's own methods and cells."""
    problems: list[Problem] = []
    for number in numbers:
        text = lines[number - 1].strip()
        if not re.match(r"[<>≤≥~≈+\-−–.]?\s*\d", text) or _is_prose(text):
            continue
        parts = _match_highlight(text, tables, layouts)
        if parts:
            names = ("highlight-value", "highlight-metric", "highlight-method")
            return [Field(name, part, number) for name, part in zip(names, parts, strict=True)], problems, {number}
        reason, remedy = _unclear(text, tables, layouts, file)
        problems.append(Problem(Place(file, number), "highlight-unclear", text, reason, remedy))
    return [], problems, {problem.place.line for problem in problems if problem.place.line}


def _unclear(text: str, tables: Sequence[Table], layouts: dict[int, _Layout], file: str) -> tuple[str, str]:
    """Why a line that begins with a number is of no cell, and what to do about it."""
    rows = [(row, row.cells[layouts[table.line].method - 1].text) for table in tables for row in table.rows]
    row, method = max(
        ((row, name) for row, name in rows if text.endswith(name)), key=lambda x: len(x[1]), default=(None, "")
    )
    value = re.match(r"\D?[\d.,]*", text)
    told = value[0] if value else text
    near_names = [(one, name) for one, name in rows if ends_nearly(text, name)] if row is None else []
    if value and value[0].strip(".,") and len(near_names) == 1:
        one, name = near_names[0]
        return (
            f"the line ends with no method of the table; {name} ({file}:{one.line}) is near",
            "print one name in both",
        )
    if row is None or not method or any(cell.text == told for cell in row.cells):
        return (
            "the line begins with a number, but it is not clear which cell, metric and method it names",
            "none needed, unless the line names a column: then name it in source.toml",
        )
    near = [cell for cell in row.cells if is_number_slip(told, cell.text)]
    hint = f"; {near[0].text} (cell {near[0].column}) is near it" if len(near) == 1 else ""
    return (
        f"the line says {told} of {method}, and no cell of its row ({file}:{row.line}) prints that{hint}",
        "look up which of the two is right and mend the other, the line or the cell",
    )


def _match_highlight(text: str, tables: Sequence[Table], layouts: dict[int, _Layout]) -> tuple[str, str, str] | None:
    """Value, metric and method of a highlight line."""
    rows = [(row, layouts[table.line]) for table in tables for row in table.rows]
    methods = {row.cells[layout.method - 1].text for row, layout in rows}
    method = max((name for name in methods if text.endswith(name)), key=len, default="")
    if not method:
        return None
    values = {
        cell.text
        for row, layout in rows
        if row.cells[layout.method - 1].text == method
        for cell in row.cells[layout.method : layout.last_value]
    }
    value = max((value for value in values if value and text.startswith(value)), key=len, default="")
    rest = text[len(value) :]
    # "32.4" is no cell of "32.42IoU": a number that goes on is another number.
    if not value or re.match(r"[.,]?\d", rest):
        return None
    metric = rest[: len(rest) - len(method)].strip() if len(rest) >= len(method) else ""
    return (value, metric, method) if metric else None
