"""``tab-tables``: a plain text page with tab-separated tables under heading lines.

Copied pages lose the marks that tell a heading from a sentence, so a heading is what stands
right before a table and is no sentence. Quote characters are ordinary text: a CSV reader would
swallow every row up to the next quote.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.errors import NoResults, Place, Problem
from kg.read.cells import Cell, Column, Field, Page, Row, Table
from kg.read.citation import read_citation
from kg.read.headers import is_method, is_side, looks_numeric
from kg.read.loose import left_over, may_be_row
from kg.read.marks import has_emoji, heading, without_emoji
from kg.read.pipes import find_tables
from kg.read.text import sentences

FORMAT = "tab-tables"

_LIST_ITEM = re.compile(r"\s*(?:[•‣▪◦*+-]|\d+[.)])\s+")
_LONGEST_HEADING = 100


@dataclass(slots=True)
class _Draft:
    """A table while its lines are collected."""

    headings: tuple[str, ...]
    line: int
    names: tuple[str, ...]
    rows: list[Row] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    last: int = 0
    #: The sentences between the headings of the table and its header.
    context: tuple[Field, ...] = ()

    @property
    def method(self) -> int:
        named = next((n for n, name in enumerate(self.names, 1) if is_method(name)), 0)
        return named or next((n for n, name in enumerate(self.names, 1) if not is_side(name)), 1)

    @property
    def width(self) -> int:
        """Value cells of a row; columns headed Year, Date, Rank and the like hold none."""
        return sum(n != self.method and not is_side(name) for n, name in enumerate(self.names, 1))

    def add(self, number: int, line: str, file: str) -> None:
        """Take one line as a row, or report why it is none."""
        cells = _split(line)
        # Empty cells behind the last column are tabs that the paste left over.
        while len(cells) > len(self.names) and not cells[-1]:
            cells = cells[:-1]
        self.last = number
        if len(cells) != len(self.names):
            reason = f"the row has {len(cells)} cells, its table {len(self.names)}"
            remedy = "give the row one cell for each column"
            self.problems.append(Problem(Place(file, number), "row-cell-count", line, reason, remedy, self.width))
        elif not cells[self.method - 1]:
            place = Place(file, number, self.method)
            reason, remedy = "the row names no method", "name the method"
            self.problems.append(Problem(place, "row-without-method", line, reason, remedy, self.width))
        else:
            self.rows.append(Row(number, tuple(Cell(text, number, n) for n, text in enumerate(cells, 1))))


@dataclass(slots=True)
class _Outline:
    """The headings that the next table stands under."""

    marked: list[tuple[int, str]] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)
    weak: str = ""
    current: tuple[str, ...] = ()

    def marked_heading(self, level: int, text: str) -> None:
        self.marked = [*(entry for entry in self.marked if entry[0] < level), (level, text)]
        self.pending, self.weak = [], ""

    def paragraph(self) -> None:
        """A sentence parts the headings above it from the table below."""
        if self.pending:
            self.weak = self.pending[-1]
        self.pending = []

    def settle(self) -> tuple[str, ...]:
        """The headings of a table that begins here, outermost first, as printed."""
        found = tuple(text for _, text in self.marked) if self.marked else self._plain()
        self.pending, self.weak = [], ""
        self.current = found
        return tuple(without_emoji(text) for text in found)

    def _plain(self) -> tuple[str, ...]:
        new = list(self.pending) or ([self.weak] if self.weak else [])
        if not new:
            return self.current
        if len(new) == 1 and self.weak and new[0] != self.weak and has_emoji(self.weak) and not has_emoji(new[0]):
            # An emoji marks the sections of such a page: a section, a sentence, a row group.
            new.insert(0, self.weak)
        if len(new) >= len(self.current):
            return tuple(new)
        if has_emoji(new[0]) and not has_emoji(self.current[len(self.current) - len(new)]):
            return tuple(new)
        return (*self.current[: len(self.current) - len(new)], *new)


def _split(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("\t")]


def _has_cells(line: str) -> bool:
    return "\t" in line.strip(" \r\n") and bool(line.strip())


def _is_sentence(line: str) -> bool:
    """True for a line that is no heading: a sentence, a list item, something long."""
    text = line.strip()
    return (
        text.endswith((".", ",", ";"))
        or len(text) > _LONGEST_HEADING
        or len(sentences(text)) > 1
        or _LIST_ITEM.match(line) is not None
        or text.startswith(("@", "```", "|", "<"))
    )


def _is_header(line: str, following: str | None) -> bool:
    """True for a line of names: "Model …", or a line without numbers above one with some."""
    cells = _split(line)
    if any(is_method(cell) for cell in cells[:3]):
        return True
    if any(looks_numeric(cell) for cell in cells[1:]):
        return False
    return following is not None and any(looks_numeric(cell) for cell in _split(following)[1:])


def _masked(lines: Sequence[str], file: str) -> tuple[list[str], list[Field], list[Problem]]:
    """The lines without BibTeX entries and pipe tables, and the citation."""
    citation, problems, taken = read_citation(lines, file)
    for table in find_tables(lines):
        taken |= set(range(table.line, table.last + 1))
    return ["" if number in taken else line for number, line in enumerate(lines, 1)], citation, problems


def looks_like(lines: Sequence[str]) -> str | None:
    """Why a page is of this kind, or None."""
    masked, _, _ = _masked(lines, "")
    return "it has a tab-separated table" if _tables(masked, "", None)[0] else None


def read(lines: Sequence[str], file: str) -> Page:
    """Read one page of tab-separated tables."""
    masked, facts, problems = _masked(lines, file)
    title = next((number for number, line in enumerate(masked, 1) if line.strip()), None)
    if title is not None and _has_cells(masked[title - 1]):
        title = None
    drafts, findings = _tables(masked, file, title)
    if not drafts:
        raise NoResults(f"no results table found in {file}: no header line with rows of tab-separated cells below it")
    problems += findings
    if title is None:
        reason, remedy = "the page does not begin with a title", "state the title in source.toml"
        problems.append(Problem(Place(file), "page-without-title", "", reason, remedy))
    else:
        facts.append(Field("title", without_emoji(lines[title - 1]), title))
    for number, line in enumerate(masked[: drafts[0].line], 1):
        prose = line.strip().endswith(".") or len(sentences(line)) > 1
        if number != title and prose and not _has_cells(line) and not heading(line):
            facts.append(Field("description", line.strip(), number))
            break
    tables = tuple(
        Table(
            draft.headings,
            tuple(Column(n, name) for n, name in enumerate(draft.names, 1)),
            tuple(draft.rows),
            draft.line,
            tuple(draft.problems),
            context=draft.context,
        )
        for draft in drafts
    )
    return Page(file, FORMAT, tables, tuple(sorted(facts, key=lambda fact: fact.line)), (), tuple(problems))


def _tables(lines: Sequence[str], file: str, title: int | None) -> tuple[list[_Draft], list[Problem]]:
    """All tables of the page, and the lines with tabs that belong to none."""
    outline = _Outline()
    drafts: list[_Draft] = []
    problems: list[Problem] = []
    open_table: _Draft | None = None  # takes the rows that follow
    loose: list[tuple[int, str]] = []  # lines below a table that have become neither row nor heading yet
    said: list[Field] = []  # sentences that belong to the next table, unless a heading comes first
    for number, line in enumerate(lines, 1):
        following = lines[number] if number < len(lines) else None
        if not line.strip() or number == title:
            continue
        if not _has_cells(line):
            if open_table and _is_broken_row(open_table, number, lines):
                open_table.add(number, line, file)
                continue
            level = heading(line)
            if level:
                outline.marked_heading(level[0], line)
            elif _is_sentence(line):
                outline.paragraph()
            else:
                outline.pending.append(line.strip())
            said = [*said, Field("before", line.strip(), number)] if not level and _is_sentence(line) else []
            if drafts and not level and may_be_row(line):
                loose.append((number, line))
            # Rows behind a new heading need a header of their own: other columns may be meant.
            open_table = None
        elif _starts_table(open_table, number, line, following):
            names = _split(line)
            while len(names) > 1 and not names[-1]:
                names.pop()
            open_table = _Draft(outline.settle(), number, tuple(names), last=number, context=tuple(said))
            said = []
            drafts.append(open_table)
            loose = [(n, text) for n, text in loose if without_emoji(text.strip()) not in open_table.headings]
        elif open_table:
            open_table.add(number, line, file)
        else:
            problems.append(_headless(number, line, file))
    problems += [left_over(number, line, file) for number, line in loose]
    kept = [draft for draft in drafts if (draft.rows or draft.problems) and draft.width]
    for draft in drafts:
        if draft not in kept and any(looks_numeric(name) for name in draft.names[1:]):
            problems.append(_headless(draft.line, "\t".join(draft.names), file))
    return kept, problems


def _starts_table(table: _Draft | None, number: int, line: str, following: str | None) -> bool:
    """True where a header begins a table; within a table only a line in a new block does."""
    if following is None or not _has_cells(following):
        return False
    if table is None:
        return _is_header(line, following)
    cells = _split(line)
    names_columns = cells[0] == table.names[0] and not any(looks_numeric(cell) for cell in cells[1:])
    if tuple(cells) == table.names or (is_method(cells[0]) and names_columns):
        # A second header right below the rows of another table: other columns from here on.
        return True
    return number > table.last + 1 and _is_header(line, following)


def _is_broken_row(table: _Draft, number: int, lines: Sequence[str]) -> bool:
    """True for a line without tabs that stands in the place of a row.

    Between two rows it is one; right below the last row it is one if it ends in a number.
    """
    if number != table.last + 1:
        return False
    line = lines[number - 1]
    following = lines[number] if number < len(lines) else ""
    if heading(line):
        return False
    if _has_cells(following):
        after = lines[number + 1] if number + 1 < len(lines) else None
        return not _is_header(following, after)
    return may_be_row(line)


def _headless(number: int, line: str, file: str) -> Problem:
    lost = sum(looks_numeric(cell) for cell in _split(line)[1:])
    reason = "this line has tab-separated cells and no header above it"
    return Problem(
        Place(file, number), "row-without-header", line, reason, "put it below the header of its table", lost
    )
