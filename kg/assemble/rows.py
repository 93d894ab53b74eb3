"""One table row -> its results: method, settings, papers, and a verdict on every value cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from kg.assemble.curated import CuratedTable, Curation
from kg.assemble.layout import Layout, printed_role, setting_role
from kg.assemble.meaning import ColumnMeaning
from kg.assemble.naming import is_no_name, method_name, signs_of
from kg.assemble.nodes import Nodes
from kg.assemble.papers import Citation, Papers, is_paper
from kg.assemble.results import ColumnResults, RowFacts, footnotes, identities
from kg.assemble.scores import Scores
from kg.assemble.status import reproduction_status, stated_checks, stated_status
from kg.errors import Place, Problem
from kg.iris import HASHED_KEY, name_key
from kg.model import Access, Method, MetricDeclaration, Result, Setting
from kg.normalise.dates import parse_date
from kg.normalise.names import Name
from kg.normalise.values import Refusal, is_missing
from kg.read.cells import Cell, Field, Page, Row
from kg.registry import Registry

_METHODS = 1 << 12


@dataclass(frozen=True, slots=True)
class Resource:
    """A size, a cost or the like that is printed with a method: no score."""

    leaderboard: str
    method: str
    name: str
    printed: str
    place: Place


@dataclass(slots=True)
class Cells:
    """The account of one leaderboard's value cells; ``categories`` are (method key, category)."""

    cells: int = 0
    missing: int = 0
    rejected: int = 0
    results: list[Result] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    categories: set[tuple[str, str]] = field(default_factory=set)
    resources: list[Resource] = field(default_factory=list)


class RowReader:
    """Reads the rows of one leaderboard."""

    def __init__(
        self,
        page: Page,
        curation: Curation,
        leaderboard: str,
        layout: Layout,
        meanings: Sequence[ColumnMeaning],
        declarations: Sequence[MetricDeclaration],
        registry: Registry,
        nodes: Nodes,
        papers: Papers,
        citation: Citation | None,
        table: CuratedTable | None = None,
        apart: frozenset[str] = frozenset(),
    ) -> None:
        self.page = page
        self.curation = curation
        self.leaderboard = leaderboard
        self.layout = layout
        self.meanings = meanings
        self.declarations = declarations
        self.registry = registry
        self.nodes = nodes
        self.papers = papers
        self.citation = citation
        self.table = table
        self.apart = apart
        self.scores = Scores(layout, registry)
        self._roles: dict[str, str] = {}
        self._told_sizes: dict[int, tuple[str, str, int]] = {}
        # A long table names each of its methods in many rows.
        self.method_of = lru_cache(maxsize=_METHODS)(partial(_method_of, registry, leaderboard))
        self.category_notes = {
            index for index, heading in layout.notes if printed_role(heading, curation, registry) == "category"
        }
        self.columns = [
            ColumnResults(page, layout, value, meaning, told, nodes.benchmarks[told.benchmark].label, table, own)
            for value, own, meaning, told in zip(
                layout.values, identities(layout), meanings, declarations, strict=False
            )
        ]

    def read(self, row: Row, group: str | None, into: Cells, columns: Sequence[int] | None = None) -> None:
        """Account for every value cell of the row; ``columns`` are the value columns that it has (None: all)."""
        which = range(len(self.layout.values)) if columns is None else columns
        into.cells += len(which)
        name = self._name(row)
        if name is None:
            for number in which:
                self._account(row.cells[self.layout.values[number].index], _no_method(), into)
            return
        facts = self._facts(row, group, name, into)
        for number in which:
            value, meaning = self.layout.values[number], self.meanings[number]
            cell = row.cells[value.index]
            if self.scores.is_missing(cell, value):
                into.missing += 1
                continue
            found = self.scores.read(cell, value, meaning)
            if isinstance(found, Refusal):
                self._account(cell, found, into)
            else:
                into.results.append(self.columns[number].result(facts, row, cell, found))

    def role_of(self, setting: str) -> str:
        """What a printed setting of that name stands for; rows print the same names over and over."""
        role = self._roles.get(setting)
        if role is None:
            role = self._roles[setting] = setting_role(setting, self.curation, self.registry)
        return role

    def _name(self, row: Row) -> Name | None:
        """The method that the row names; None where it names none."""
        if self.layout.name is not None:
            name = method_name(self.layout.name, row.cells)
            # What a sign tells apart within the table is part of the name; elsewhere it is a footnote only.
            signed = name is not None and name.text in self.apart
            return replace(name, text=name.text + signs_of(name)) if name is not None and signed else name
        text = row.cells[self.layout.method].text
        return None if is_no_name(text) else Name(text)

    def _account(self, cell: Cell, refusal: Refusal, into: Cells) -> None:
        into.rejected += 1
        place = self.page.place(cell.line, cell.column)
        into.problems.append(Problem(place, refusal.rule, cell.text, refusal.reason, refusal.remedy, cells=1))

    def _facts(self, row: Row, group: str | None, name: Name, into: Cells) -> RowFacts:
        spelling = name.text
        method, known = self.method_of(spelling)
        settings: list[Setting] = []
        notes: list[Setting] = [Setting(kind, text) for kind, text in name.notes]
        notes += footnotes(self.page, name.signs)
        cells = [Field(heading, row.cells[i].text, row.line) for i, heading in self.layout.settings]
        recorded = (*row.settings, *(cell for cell in cells if not is_missing(cell.value)))
        for printed in recorded:
            role = self.role_of(printed.name)
            setting = Setting(printed.name, printed.value)
            if role == "category":
                into.categories.add((method.key, printed.value))
            elif role == "setting":
                settings.append(setting)
            else:
                notes.append(setting)
        if group is not None:
            notes.append(Setting("section", group))
            method = self._with_access(method, group)
        for index, heading in self.layout.notes:
            text = row.cells[index].text
            if text and index in self.category_notes:
                into.categories.add((method.key, text))
            elif text:
                notes.append(Setting(heading, text))
        extras = {role: row.cells[index].text for role, index in self.layout.extras if row.cells[index].text}
        if category := extras.get("category"):
            into.categories.add((method.key, category))
        for index, heading in self.layout.resources:
            cell = row.cells[index]
            # What an object tells of a method stands in each of the rows that are within it: it is one size.
            told = (spelling, cell.text, cell.line)
            if not is_missing(cell.text) and self._told_sizes.get(index) != told:
                self._told_sizes[index] = told
                place = self.page.place(cell.line, cell.column)
                into.resources.append(Resource(self.leaderboard, spelling, heading, cell.text, place))
        details = {detail.name: detail for detail in reversed(row.details)}
        if date := details.get("date"):
            notes.append(Setting("date", date.value))
        self.nodes.add_method(method)
        citation = self._citation(row, name)
        origin = details.get("origin-paper")
        stated_origin = self.papers.by_reference(origin.value, origin.line).paper if origin else None
        reporting = self.nodes.papers[citation.paper] if citation else None
        identifier = details.get("result-id")
        if identifier and len(self.layout.values) > 1:
            # One id for several values names the row, not a result.
            notes.append(Setting("result id", identifier.value))
            identifier = None
        statement = details.get("statement")
        said = extras.get("statement") or (statement.value if statement else None)
        status = stated_status(extras.get("status", "")) or reproduction_status(method, reporting, stated_origin, known)
        return RowFacts(
            leaderboard=self.leaderboard,
            method=method,
            spelling=spelling,
            settings=tuple(sorted(settings)),
            printed_settings=tuple(Setting(s.name, s.value) for s in recorded),
            notes=tuple(sorted(notes)),
            status=status,
            citation=citation,
            origin=stated_origin,
            result_date=self._result_date(row, notes, into),
            statement=said,
            identifier=extras.get("identifier") or (identifier.value if identifier else None),
            checks=stated_checks(extras.get("check", "")),
        )

    def _with_access(self, method: Method, group: str) -> Method:
        """The heading's word on access, for a method of which the registry says nothing."""
        said = self.registry.row_group(group)
        if said is None or said[0] != "access" or method.access is not None:
            return method
        return replace(method, access=Access(said[1]))

    def _citation(self, row: Row, name: Name) -> Citation | None:
        if reported := row.detail("reporting-paper"):
            return self.papers.by_reference(reported.value, reported.line)
        for index, _ in self.layout.papers:
            cell = row.cells[index]
            if cell.links and (found := next((link for link in cell.links if is_paper(link)), None)):
                return self.papers.by_reference(found, row.line, title=cell.text)
            if not is_missing(cell.text):
                return self.papers.by_reference(cell.text, row.line)
        if name.papers:
            return self.papers.by_reference(name.papers[0], row.line)
        return self.citation

    def _result_date(self, row: Row, notes: list[Setting], into: Cells) -> str | None:
        for index, name in self.layout.dates:
            cell = row.cells[index]
            if is_missing(cell.text):
                continue
            date = parse_date(cell.text)
            if date is not None and date.datatype != "dateTime":
                return date.text
            notes.append(Setting(name, cell.text))
            into.problems.append(
                Problem(
                    self.page.place(cell.line, cell.column),
                    "unclear-date",
                    cell.text,
                    "the date cannot be read; it is kept as a note",
                    "look it up in the paper and print it as 2025, 2025-08 or 2025-08-11; "
                    "if it is not found, print Not recorded",
                )
            )
        return None


def _no_method() -> Refusal:
    return Refusal("no-method", "the row names no method", "print the method's name in its cell")


def _method_of(registry: Registry, leaderboard: str, spelling: str) -> tuple[Method, bool]:
    """The method of a spelling; a non-name ("Ours", "Baseline") is a node of its leaderboard."""
    if known := registry.method(spelling):
        is_listed = HASHED_KEY.search(known.key) is None
        return replace(known, alt_labels=() if spelling == known.label else (spelling,)), is_listed
    if registry.is_non_name(spelling):
        return Method(name_key(leaderboard, spelling), spelling), False
    return Method(name_key(spelling), spelling), False
