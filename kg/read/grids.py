"""From the rows of a printed table to a :class:`Table`: header levels, spans, groups, misfits.

Nothing is interpreted: a header row is one that the format marks, or the first; further rows belong
to the header where the first one says so (a cell over two rows) or where they name no method and
hold no number. A row that does not fit its header is a finding, never padded or cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kg.errors import Place, Problem
from kg.read.cells import Cell, Column, Field, Row, Span, Table
from kg.read.headers import looks_numeric
from kg.read.look import MISSING_MARKS

#: More columns or a deeper header than that is no table that people read.
WIDEST = 2000


@dataclass(slots=True)
class RawCell:
    """One cell as the format gives it, before spans are spread out."""

    cell: Cell
    header: bool = False
    columns: int = 1
    rows: int = 1


@dataclass(slots=True)
class RawRow:
    """One row; ``header`` tells that the format marks it as part of the header."""

    line: int
    cells: list[RawCell]
    printed: str
    header: bool = False


@dataclass(slots=True)
class RawTable:
    """A table as found, with the headings and the text around it."""

    line: int
    rows: list[RawRow]
    headings: tuple[str, ...] = ()
    context: list[Field] = field(default_factory=list)
    last: int = 0


@dataclass(slots=True)
class _Line:
    """A row with its spans spread out; ``spread`` are the positions that a wider cell covers."""

    raw: RawRow
    cells: list[Cell]
    spread: frozenset[int] = frozenset()

    @property
    def texts(self) -> list[str]:
        return [cell.text for cell in self.cells]


def split_at_headers(raw: RawTable) -> list[RawTable]:
    """The tables that one printed table is: a row that repeats the header under another first word begins a new one.

    "| MAP | A | B |" … "| nDCG | A | B |" … tells two metrics of the same methods.
    """
    if not raw.rows:
        return [raw]
    names = [cell.cell.text for cell in raw.rows[0].cells]
    if len(names) == 2 and not _is_of_numbers(raw.rows[1:], names[1]):
        return [raw]
    if len(names) < 2 or not any(names[1:]) or any(looks_numeric(name) for name in names[1:]):
        return [raw]
    parts: list[RawTable] = []
    start = 0
    for number, row in enumerate(raw.rows[1:], 1):
        texts = [cell.cell.text for cell in row.cells]
        if texts[1:] == names[1:] and texts[0] and texts[0] != names[0]:
            parts.append(replace(raw, rows=raw.rows[start:number], line=raw.rows[start].line))
            start = number
    if not start:
        return [raw]
    return [*parts, replace(raw, rows=raw.rows[start:], line=raw.rows[start].line)]


def _is_of_numbers(rows: Sequence[RawRow], head: str) -> bool:
    """True where the second cell of each row is a number, nothing, or the heading once more."""
    texts = [row.cells[1].cell.text if len(row.cells) == 2 else "?" for row in rows]
    return all(text in ("", "-", head) or looks_numeric(text) for text in texts)


def finish(raw: RawTable, file: str) -> Table:
    """The table that people read."""
    lines = _spread(raw.rows)
    depth = _header_depth(raw.rows, lines)
    body = [line for line in lines[depth:] if any(line.texts)]
    width = _width(lines[:depth], body)
    columns = _columns(lines[:depth], width)
    numeric = _numeric_columns(body, width)
    rows: list[Row] = []
    problems: list[Problem] = []
    group = ""
    emphasised = _emphasised_firsts(body)
    for line in body:
        if line.raw.header and line.texts[: len(columns)] == [c.names[-1] if c.names else c.name for c in columns]:
            continue  # the header once more, as long tables repeat it
        if (heading := _group_heading(line, width, emphasised)) is not None:
            group = heading
            continue
        cells, fault = _fit(line, width, numeric)
        if fault:
            remedy = "give the row one cell for each column"
            lost = max(len(numeric), 1)
            place = Place(file, line.raw.line)
            problems.append(Problem(place, "row-cell-count", line.raw.printed, fault, remedy, lost))
        else:
            rows.append(Row(line.raw.line, tuple(cells), group=group))
    return Table(raw.headings, columns, tuple(rows), raw.line, tuple(problems), (), tuple(raw.context))


def _spread(rows: Sequence[RawRow]) -> list[_Line]:
    """Rows with every cell at its column, those that span several at each of them."""
    waiting: dict[int, tuple[int, Cell]] = {}
    lines: list[_Line] = []
    for row in rows:
        cells: list[Cell] = []
        spread: set[int] = set()
        position = 0
        queue = list(row.cells)
        while (queue or position in waiting) and position < WIDEST:
            if position in waiting:
                left, cell = waiting.pop(position)
                cells.append(cell)
                if left > 1:
                    waiting[position] = (left - 1, cell)
                position += 1
                continue
            raw = queue.pop(0)
            for step in range(max(1, min(raw.columns, WIDEST - position))):
                cells.append(raw.cell)
                if step:
                    spread.add(position)
                if raw.rows > 1:
                    waiting[position] = (min(raw.rows, 10_000) - 1, raw.cell)
                position += 1
        lines.append(_Line(row, cells, frozenset(spread)))
    return lines


def _header_depth(rows: Sequence[RawRow], lines: Sequence[_Line]) -> int:
    """How many rows the header has; 0 where the first row holds numbers like the others."""
    depth = 0
    while depth < len(rows) and rows[depth].header:
        depth += 1
    if depth == 0 and rows:
        first = lines[0].texts
        if sum(looks_numeric(text) for text in first[1:]) * 2 > len(first[1:]) > 0:
            return 0
        depth = max([1, *(cell.rows for cell in rows[0].cells if cell.rows < len(rows) and cell.rows <= 4)])
    # Where most rows begin with an empty cell, one that does is no header.
    first = [line.texts[0] for line in lines[depth:] if line.texts]
    if 2 * sum(not text for text in first) > len(first):
        return min(depth, len(lines))
    while 0 < depth < len(lines) and _goes_on(lines[depth], lines[depth - 1]):
        if not _spread_blocks(lines[depth - 1], lines[depth]):
            _spread_over(lines[depth - 1], lines[depth])
        depth += 1
    if depth == 1 and _is_second(lines):
        if not _spread_blocks(lines[0], lines[1]):
            _spread_groups(lines[0])
        depth = 2
    return min(depth, len(lines))


def _goes_on(line: _Line, above: _Line) -> bool:
    """True for a second header row that nothing marks: no method, no number, something in it."""
    texts = line.texts
    if not texts or len(texts) != len(above.texts):
        return False
    return not texts[0] and any(texts) and not any(looks_numeric(text) for text in texts)


def _is_second(lines: Sequence[_Line]) -> bool:
    """True where the second row names the columns of groups that the first one prints once, or again and again.

    "| WER | greedy | | beam | |" over "| test set | clean | other | clean | other |": names over numbers.
    """
    if len(lines) < 4 or len({len(line.cells) for line in lines[:3]}) > 1:
        return False
    first, second, rest = lines[0].texts, lines[1].texts, [line for line in lines[2:] if len(line.cells) > 2]
    numeric = _numeric_columns(rest, len(first))
    if len(numeric) < 2 or any(looks_numeric(second[i]) or not second[i].strip("-–— ") for i in numeric):
        return False
    above = [first[i] for i in sorted(numeric)]
    return len(set(above)) < len(above) or not all(above)


def _spread_blocks(line: _Line, below: _Line) -> bool:
    """Groups printed once over names that come again and again, one group for each run of them; False for others.

    "| | Toys | | | Games | |" over "| P | R | F1 | P | R | F1 |": the group stands in the middle of its columns.
    """
    named = [index for index in range(1, len(below.cells)) if below.cells[index].text]
    names = [below.cells[index].text for index in named]
    size = len(set(names))
    if not 1 < size < len(names) or len(names) % size or names != names[:size] * (len(names) // size):
        return False
    if named != list(range(named[0], named[0] + len(named))):
        return False
    blocks = [named[start : start + size] for start in range(0, len(named), size)]
    groups = [[line.cells[index] for index in block if line.cells[index].text] for block in blocks]
    if any(len(group) != 1 for group in groups):
        return False
    for block, (group,) in zip(blocks, groups, strict=True):
        for index in block:
            line.cells[index] = group
    return True


def _spread_groups(line: _Line) -> None:
    """A group that is printed once stands over the empty cells behind it."""
    for index in range(2, len(line.cells)):
        if not line.cells[index].text:
            line.cells[index] = line.cells[index - 1]


def _spread_over(line: _Line, below: _Line) -> None:
    """A group over several columns of the row below, printed over the first of them alone: "| STS | |"."""
    for index in range(2, len(line.cells)):
        before = index - 1
        if not line.cells[index].text and below.cells[index].text and below.cells[before].text:
            line.cells[index] = line.cells[before]


def _width(header: Sequence[_Line], body: Sequence[_Line]) -> int:
    """The number of columns: the header's, unless no row fits it."""
    counts = Counter(len(line.cells) for line in body)
    wide = max((len(line.cells) for line in header), default=0)
    if wide and (not counts or wide in counts or not header):
        return wide
    if not counts:
        return wide
    common = max(counts, key=lambda count: (counts[count], count))
    return max(wide, common) if all(not line.cells[wide:] for line in body if len(line.cells) == common) else wide


def _columns(header: Sequence[_Line], width: int) -> tuple[Column, ...]:
    columns = []
    for index in range(width):
        names: list[str] = []
        for line in header:
            text = line.texts[index] if index < len(line.cells) else ""
            if text and (not names or names[-1] != text):
                names.append(text)
        columns.append(Column(index + 1, " ".join(names), tuple(names) if len(names) > 1 else ()))
    return tuple(columns)


def _numeric_columns(body: Sequence[_Line], width: int) -> frozenset[int]:
    """Columns that mostly hold numbers, the first one left out where a later one does as well."""
    found = set()
    whole = [line for line in body if len(line.cells) == width and any(map(looks_numeric, line.texts[1:]))]
    if not whole:  # all end where they have nothing more to say
        whole = [line for line in body if any(map(looks_numeric, line.texts[1:]))]
    for index in range(width):
        texts = [line.texts[index] for line in whole if index < len(line.cells)]
        filled = [text for text in texts if _is_told(text)]
        if filled and sum(looks_numeric(text) for text in filled) * 2 > len(filled):
            found.add(index)
    return frozenset(found - {0} or found)


def _is_told(text: str) -> bool:
    """True for a cell that does not only say that there is nothing, with the sign of a note or without."""
    return text.strip("* ").casefold() not in MISSING_MARKS


def _emphasised(cell: Cell) -> bool:
    filled = [span for span in cell.spans if span.text.strip()]
    return bool(filled) and all({"b", "strong", "em", "i", "u", "th"} & set(span.marks) for span in filled)


def _emphasised_firsts(body: Sequence[_Line]) -> bool:
    """True where emphasis in the first column is how methods are printed, not how groups are."""
    full = [line for line in body if sum(map(bool, line.texts)) > 1]
    return bool(full) and sum(_emphasised(line.cells[0]) for line in full) * 2 > len(full)


def _group_heading(line: _Line, width: int, emphasised: bool) -> str | None:
    """The heading within the table that a row is, or None for a row of data."""
    texts = line.texts
    if width < 2 or not any(texts):
        return None
    if len(line.spread) == len(texts) - 1 and len(texts) > 1:
        return texts[0]
    others = [text for text in texts[1:] if text]
    if len(texts) == 1 and not looks_numeric(texts[0]):
        return texts[0].rstrip(": ")
    if others or len(texts) < 2 or not texts[0] or line.spread:
        return None
    if texts[0].endswith(":") or (not emphasised and _emphasised(line.cells[0])):
        return texts[0].rstrip(": ")
    return None


def _fit(line: _Line, width: int, numeric: frozenset[int]) -> tuple[list[Cell], str]:
    """The cells of a row, one for each column; or why they do not fit."""
    cells = list(line.cells)
    while len(cells) > width and not cells[-1].text:
        cells.pop()
    if any(index in line.spread and looks_numeric(cells[index].text) for index in range(min(len(cells), width))):
        return [], "a value spans several columns: which of them it belongs to is not clear"
    if len(cells) > width:
        return [], f"the row has {len(line.cells)} cells, its table {width}"
    if len(cells) < width:
        last = max(numeric, default=width - 1)
        fits = len(cells) > last and all(
            not _is_told(cells[i].text) or looks_numeric(cells[i].text) == (i in numeric) for i in range(1, len(cells))
        )
        if not fits or not cells[last].text:
            return [], f"the row has {len(line.cells)} cells, its table {width}"
        cells += [Cell("", line.raw.line, number) for number in range(len(cells) + 1, width + 1)]
    return [_at(cell, number) for number, cell in enumerate(cells, 1)], ""


def _at(cell: Cell, column: int) -> Cell:
    return cell if cell.column == column else replace(cell, column=column)


def is_struck(spans: Sequence[Span]) -> bool:
    """True where all that is printed is struck out."""
    filled = [span for span in spans if span.text.strip()]
    return bool(filled) and all({"s", "strike", "del"} & set(span.marks) for span in filled)
