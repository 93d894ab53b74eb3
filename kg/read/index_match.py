"""Joins the rows of an index page's results table with its result sections.

A row without its section lacks settings and id; a section attached to the wrong row would give
it false ones. So sections are matched by method *and* value, and what does not agree is kept out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from kg.errors import Place, Problem
from kg.read.cells import Cell, Column, Field, Row
from kg.read.headers import is_date, is_method, is_paper, is_side, looks_numeric
from kg.read.index_sections import Section
from kg.read.index_slips import tell_slips, which_fits
from kg.read.marks import link_or_text, paper_of
from kg.read.pipes import PipeRow, PipeTable

_PLAIN_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(slots=True)
class Draft:
    """A well-formed table row while sections are matched to it.

    ``method`` is its method as a section heading would print it: without a link.
    """

    row: PipeRow
    method: str
    sections: list[Section] = field(default_factory=list)
    claimed: set[int] = field(default_factory=set)
    rejected: bool = False


class Grid:
    """One results table: which columns hold what, its rows, and the findings about them."""

    def __init__(self, table: PipeTable, metrics: Sequence[str], file: str) -> None:
        self.table = table
        self.file = file
        self.names = table.header
        self.metrics = tuple(metric.casefold() for metric in metrics)
        self.method = next(
            (n for n, name in enumerate(self.names, 1) if is_method(name) and not self.is_metric(name)), 0
        )
        if not self.method:
            self.method = next(
                (n for n, name in enumerate(self.names, 1) if not self.is_metric(name) and not is_side(name)), 1
            )
        self.values = tuple(
            n
            for n, name in enumerate(self.names, 1)
            if n != self.method and (self.is_metric(name) or not is_side(name))
        )
        self.date = next((n for n, name in enumerate(self.names, 1) if is_date(name) and n not in self.values), 0)
        self.paper = next((n for n, name in enumerate(self.names, 1) if is_paper(name) and n not in self.values), 0)
        self.problems: list[Problem] = []
        self.drafts: list[Draft] = []
        self.by_method: dict[str, list[Draft]] = {}
        self.broken: list[PipeRow] = []
        self.extra: list[Row] = []
        for row in table.rows:
            self._sort_in(row)

    def is_metric(self, name: str) -> bool:
        """True for a heading that is a metric of the page, or begins with one: "Dice (%)"."""
        text = name.casefold()
        return any(text == metric or re.match(re.escape(metric) + r"\s*[(\[↑↓%@]", text) for metric in self.metrics)

    def _sort_in(self, row: PipeRow) -> None:
        if len(row.cells) != len(self.names):
            reason = f"the row has {len(row.cells)} cells, its table {len(self.names)}"
            remedy = "give the row one cell for each column"
            self.problems.append(self._problem(row.line, "row-cell-count", row.printed, reason, remedy, self.width))
            self.broken.append(row)
        elif not row.cells[self.method - 1]:
            remedy = "name the method"
            reason = "the row names no method"
            self.problems.append(
                self._problem(row.line, "row-without-method", row.printed, reason, remedy, self.width, self.method)
            )
        else:
            draft = Draft(row, link_or_text(row.cells[self.method - 1])[0])
            self.drafts.append(draft)
            self.by_method.setdefault(draft.method, []).append(draft)

    @property
    def width(self) -> int:
        """The number of value columns."""
        return len(self.values)

    def _problem(
        self, line: int, rule: str, printed: str, reason: str, remedy: str, cells: int, column: int | None = None
    ) -> Problem:
        return Problem(Place(self.file, line, column), rule, printed, reason, remedy, cells)

    def column_of(self, label: str, alone: bool) -> int | None:
        """The column that a section's label speaks of; ``alone``: the section states one value."""
        text = label.casefold()
        for number in self.values:
            if self.names[number - 1].casefold() == text:
                return number
        for number in self.values:
            if re.match(re.escape(text) + r"\s*[(\[↑↓%@]", self.names[number - 1].casefold()):
                return number
        if alone and self.width == 1 and not self.is_metric(self.names[self.values[0] - 1]):
            return self.values[0]
        return None

    def stated(self, section: Section) -> list[tuple[int, Field]]:
        """The values of a section that have a column here."""
        alone = len(section.values) == 1
        pairs = ((self.column_of(value.name, alone), value) for value in section.values)
        return [(number, value) for number, value in pairs if number is not None]

    def differing(self, draft: Draft, section: Section) -> list[tuple[int, Field]]:
        """The stated values that are not those of the row."""
        return [(n, value) for n, value in self.stated(section) if not same_text(draft.row.cells[n - 1], value.value)]

    def reject(self, draft: Draft, rule: str, printed: str, reason: str, remedy: str, cells: int, line: int) -> None:
        """Keep a row out."""
        draft.rejected = True
        self.problems.append(self._problem(line, rule, printed, reason, remedy, cells))

    def disagree(self, draft: Draft, section: Section) -> None:
        """Keep out a row whose section states other values: neither can be trusted."""
        draft.rejected = True
        differing = dict(self.differing(draft, section))
        for number, value in differing.items():
            self.problems.append(
                self._problem(
                    draft.row.line,
                    "table-and-section-disagree",
                    draft.row.cells[number - 1],
                    f"the result section of {section.method} at {self.file}:{value.line} states {value.value!r}",
                    "look up the value in the paper and correct the page" + self._order(draft, number, value.value),
                    1,
                    number,
                )
            )
        if self.width > len(differing):
            reason = f"the result section at {self.file}:{section.line} does not belong to this row for certain"
            remedy = "correct the values that disagree"
            rest = self.width - len(differing)
            self.problems.append(self._problem(draft.row.line, "row-kept-out", draft.row.printed, reason, remedy, rest))

    def _order(self, draft: Draft, number: int, other: str) -> str:
        """What the order of the rows says of the two values."""
        column = [row.cells[number - 1] for row in self.table.rows if len(row.cells) >= number]
        at = next(n for n, row in enumerate(self.table.rows) if row is draft.row)
        return which_fits(column, at, other) if len(column) == len(self.table.rows) else ""

    def row_of(self, draft: Draft) -> Row:
        """The finished row."""
        cells = tuple(Cell(text, draft.row.line, n) for n, text in enumerate(draft.row.cells, 1))
        label = Cell(draft.method, draft.row.line, self.method)
        cells = (*cells[: self.method - 1], label, *cells[self.method :])
        details: list[Field] = []
        if self.date and draft.row.cells[self.date - 1]:
            details.append(Field("result-date", draft.row.cells[self.date - 1], draft.row.line, self.date))
        details += self._papers(draft)
        for section in draft.sections:
            details += [detail for detail in section.details if detail.name != "reporting-paper"]
        settings = draft.sections[0].settings if draft.sections else ()
        return Row(draft.row.line, cells, settings, tuple(dict.fromkeys(details)))

    def _papers(self, draft: Draft) -> list[Field]:
        """The reporting paper, if the table and the sections name the same one."""
        named = [detail for section in draft.sections for detail in section.details if detail.name == "reporting-paper"]
        printed = draft.row.cells[self.paper - 1] if self.paper else ""
        label, address = link_or_text(printed)
        target = paper_of(address or label)
        # "Not recorded", a dash or a title is no id.
        if target and not re.search(r"\s", target) and re.search(r"\d", target):
            named.insert(0, Field("reporting-paper", target, draft.row.line, self.paper))
        if len({paper.value for paper in named}) > 1:
            others = ", ".join(f"{paper.value} at line {paper.line}" for paper in named)
            self.problems.append(
                self._problem(
                    draft.row.line,
                    "reporting-paper-disagrees",
                    printed,
                    f"the page names several reporting papers for one result: {others}",
                    self._one_paper(draft),
                    0,
                    self.paper or None,
                )
            )
            return []
        return named[:1]

    def _one_paper(self, draft: Draft) -> str:
        """What to do about a row with several reporting papers, by what the other rows print."""
        printed = Counter(other.row.cells[self.paper - 1] for other in self.drafts if self.paper and other is not draft)
        most = max(printed, key=lambda text: printed[text], default="")
        said = f"{printed[most]} of the other rows print {most}; " if re.search(r"\d", most) else ""
        return (
            f"{said}mend the line of the page that is wrong, or, where one paper reports all rows, state it in a "
            'fact of source.toml: subject = "leaderboard", property = "reported_in", value = the key of the paper'
        )

    def add_section(self, section: Section) -> bool:
        """Turn a section that has no table row into a row of its own; False if it has no value."""
        stated = self.stated(section)
        if not stated:
            return False
        count = len(stated)
        if section.fault:
            fault = section.fault
            remedy = "correct the configuration"
            self.problems.append(
                self._problem(fault.line, "settings-unreadable", fault.printed, fault.reason, remedy, count)
            )
            return True
        if len({number for number, _ in stated}) < count:
            printed = "; ".join(f"{value.name}: {value.value}" for _, value in stated)
            reason, remedy = "the section states two values for one metric", "correct the section"
            self.problems.append(self._problem(section.line, "section-value-twice", printed, reason, remedy, count))
            return True
        cells = [Cell("", section.line, n) for n in range(1, len(self.names) + 1)]
        cells[self.method - 1] = Cell(section.method, section.line, self.method)
        for number, value in stated:
            cells[number - 1] = Cell(value.value, value.line, number)
        self.extra.append(Row(section.line, tuple(cells), section.settings, section.details))
        remedy = "add the row to the table, or the reason why it is not there"
        reason = "this result section has no row in the table"
        self.problems.append(self._problem(section.line, "section-without-row", section.method, reason, remedy, 0))
        return True

    def columns(self) -> tuple[Column, ...]:
        """The columns of the finished table."""
        return tuple(Column(n, name) for n, name in enumerate(self.names, 1))


def same_text(left: str, right: str) -> bool:
    """True for the same text, the same plain number (33 and 33.0), or two texts without digits.

    Two missing marks ("—" and "Not recorded") do not contradict each other.
    """
    if left == right:
        return True
    if _PLAIN_NUMBER.fullmatch(left) and _PLAIN_NUMBER.fullmatch(right):
        return Decimal(left) == Decimal(right)
    return not re.search(r"\d", left + right)


def match(grids: Sequence[Grid], sections: Sequence[Section], file: str) -> list[Problem]:
    """Give every section to its row. Findings go to the tables; those of no table are returned."""
    left: list[Section] = []
    # Sections that state most are matched first: one value may fit several rows of a method.
    for section in sorted(sections, key=lambda section: -len(section.values)):
        if not _claim(grids, section):
            left.append(section)
    problems: list[Problem] = []
    by_method: dict[str, list[Section]] = {}
    for section in sorted(left, key=lambda section: section.line):
        by_method.setdefault(section.method, []).append(section)
    for same_method in by_method.values():
        problems += _leftover(grids, same_method, file)
    for grid in grids:
        for draft in grid.drafts:
            if not draft.rejected:
                _check(grid, draft, bool(sections))
        tell_slips(grid, [section for section in left if section.line in {row.line for row in grid.extra}])
    return problems + [problem for section in sections for problem in _unplaced(grids, section, file)]


def _claim(grids: Sequence[Grid], section: Section) -> bool:
    """Attach a section to the first free row that has its method and its values."""
    for free in (True, False):
        for grid in grids:
            columns = {number for number, _ in grid.stated(section)}
            for draft in grid.by_method.get(section.method, ()):
                # A second section of a row is one that speaks of its other columns.
                fits = not draft.sections if free else columns.isdisjoint(draft.claimed)
                if columns and fits and not grid.differing(draft, section):
                    draft.sections.append(section)
                    draft.claimed |= columns
                    return True
    return False


def _leftover(grids: Sequence[Grid], sections: list[Section], file: str) -> list[Problem]:
    """Treat the sections of one method that fit no row."""
    method = sections[0].method
    rows = [(grid, draft) for grid in grids for draft in grid.by_method.get(method, ()) if not draft.sections]
    broken = [row for grid in grids for row in grid.broken if method in row.cells]
    problems: list[Problem] = []
    silent = [section for section in sections if not any(grid.stated(section) for grid in grids)]
    speaking = [section for section in sections if section not in silent]
    if len(rows) == 1 and len(silent) == 1 and not speaking:
        rows[0][1].sections.append(silent[0])
        return []
    for section in silent:
        problems.append(_finding(file, section, "section-unclear", "the section states no value that a table shows"))
        for grid, draft in rows if section.fault else ():
            _reject_settings(grid, draft, section)
    rows = [(grid, draft) for grid, draft in rows if not draft.rejected]
    for position, section in enumerate(speaking):
        if position < len(rows):
            rows[position][0].disagree(rows[position][1], section)
        elif rows:
            # Other sections of this method contradict its rows, so this one cannot stand alone.
            reason = "its method's rows and sections disagree"
            stated = max(len(grid.stated(section)) for grid in grids)
            problems.append(_finding(file, section, "section-unclear", reason, stated))
        elif broken:
            row = broken.pop(0)
            reason = f"its table row at line {row.line} cannot be split into cells"
            problems.append(_finding(file, section, "section-of-broken-row", reason))
        else:
            next(grid for grid in grids if grid.stated(section)).add_section(section)
    if speaking:
        for grid, draft in rows[len(speaking) :]:
            reason = f"the result sections of {method} disagree with its rows"
            remedy = "correct the values that disagree"
            grid.reject(draft, "row-kept-out", draft.row.printed, reason, remedy, grid.width, draft.row.line)
    return problems


def _reject_settings(grid: Grid, draft: Draft, section: Section) -> None:
    """Keep out a row whose settings are printed but unreadable: they must not become none."""
    if section.fault:
        fault = section.fault
        remedy = "correct the configuration"
        grid.reject(draft, "settings-unreadable", fault.printed, fault.reason, remedy, grid.width, fault.line)


def _check(grid: Grid, draft: Draft, page_has_sections: bool) -> None:
    """Look at the sections that a row got."""
    for section in draft.sections:
        if section.fault:
            _reject_settings(grid, draft, section)
            return
    settings = {frozenset((setting.name, setting.value) for setting in section.settings) for section in draft.sections}
    if len(settings) > 1:
        reason = "the sections of this row name different settings"
        remedy = "give each configuration a row of its own"
        grid.reject(draft, "settings-disagree", draft.row.printed, reason, remedy, grid.width, draft.row.line)
    elif not draft.sections and (first := _repeated(grid, draft)):
        reason = f"the row repeats line {first.row.line}, and only one result section is there for the two"
        remedy = f"take one of lines {first.row.line} and {draft.row.line} out, or add the result section of this row"
        grid.reject(draft, "row-repeated", draft.row.printed, reason, remedy, grid.width, draft.row.line)
    elif not draft.sections and page_has_sections:
        reason = "no result section belongs to this row: its id and its settings are not known"
        remedy = "state them in source.toml if they are known"
        place = Place(grid.file, draft.row.line)
        grid.problems.append(Problem(place, "row-without-section", draft.row.printed, reason, remedy))


def _repeated(grid: Grid, draft: Draft) -> Draft | None:
    """The row in front of this one that prints the very same and has a section: its result is published already."""
    same = (other for other in grid.by_method[draft.method] if other.row.cells == draft.row.cells and other.sections)
    return next((other for other in same if other.row.line < draft.row.line), None)


def _unplaced(grids: Sequence[Grid], section: Section, file: str) -> Iterable[Problem]:
    """Values that a section states of a metric without a column."""
    placed = {id(value) for grid in grids for _, value in grid.stated(section)}
    for value in section.values:
        if id(value) not in placed:
            yield Problem(
                Place(file, value.line),
                "section-value-without-column",
                f"{value.name}: {value.value}",
                "no table of the page has a column for this metric",
                "add the column to the table",
                1 if looks_numeric(value.value) else 0,
            )


def _finding(file: str, section: Section, rule: str, reason: str, cells: int = 0) -> Problem:
    remedy = "make table and sections agree"
    return Problem(Place(file, section.line), rule, section.method, reason, remedy, cells)
