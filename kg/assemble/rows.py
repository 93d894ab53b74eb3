"""One table row -> its results: method, settings, papers, and a verdict on every value cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kg.assemble.columns import ColumnMeaning
from kg.assemble.curation import Curation
from kg.assemble.flags import make_flag
from kg.assemble.layout import Layout, ValueColumn, printed_role, setting_role
from kg.assemble.nodes import Nodes
from kg.assemble.papers import Citation, Papers
from kg.assemble.status import reproduction_status
from kg.errors import Problem
from kg.iris import HASHED_KEY, config_key, digest, is_global_id, name_key, result_key
from kg.model import (
    Access,
    Flag,
    FlagKind,
    FlagSubject,
    Method,
    MetricDeclaration,
    Result,
    Setting,
    Severity,
    Status,
)
from kg.normalise.dates import parse_date
from kg.normalise.values import Number, Refusal, is_missing, parse_number, scaled
from kg.read.cells import Cell, Field, Page, Row
from kg.registry import Registry


@dataclass(slots=True)
class Cells:
    """The account of one leaderboard's value cells; ``categories`` are (method key, category)."""

    cells: int = 0
    missing: int = 0
    rejected: int = 0
    results: list[Result] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    categories: set[tuple[str, str]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _RowFacts:
    """What all results of one row share."""

    method: Method
    spelling: str
    settings: tuple[Setting, ...]
    printed_settings: tuple[Setting, ...]
    notes: tuple[Setting, ...]
    status: Status
    citation: Citation | None
    origin: str | None
    result_date: str | None
    statement: str | None
    identifier: str | None


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

    def read(self, row: Row, group: str | None, into: Cells) -> None:
        """Account for every value cell of the row."""
        spelling = row.cells[self.layout.method].text
        into.cells += len(self.layout.values)
        if is_missing(spelling) and not spelling.strip("-–—− ?"):
            for value in self.layout.values:
                cell = row.cells[value.index]
                self._account(cell, _no_method(), into)
            return
        facts = self._facts(row, group, spelling, into)
        for value, meaning, declaration in zip(self.layout.values, self.meanings, self.declarations, strict=False):
            cell = row.cells[value.index]
            if is_missing(cell.text):
                into.missing += 1
                continue
            number = self._trusted(parse_number(cell.text), meaning)
            if isinstance(number, Number) and number.percent and meaning.unit and meaning.unit.key != "percent":
                number = Refusal(
                    "unit-conflict",
                    f'the cell prints "%" in a column of {meaning.unit.label}',
                    "print the value in the unit of its column, or mend the column's unit",
                )
            if isinstance(number, Refusal):
                self._account(cell, number, into)
            else:
                into.results.append(self._result(facts, value, meaning, declaration, cell, number))

    def _trusted(self, number: Number | Refusal, meaning: ColumnMeaning) -> Number | Refusal:
        """Refuse digits that the rest of their table or column puts in doubt."""
        if isinstance(number, Refusal):
            return number
        if number.grouped and self.layout.decimal_commas:
            return Refusal(
                "ambiguous-comma",
                "a comma that may be a thousands mark or a decimal comma: another cell of the table has one that "
                "can only be a decimal comma",
                "print the value with a decimal point",
            )
        fraction = number.value != number.value.to_integral_value()
        if fraction and meaning.whole_digits and meaning.scale is not None and meaning.scale < 1:
            return Refusal(
                "scale-conflict",
                f"a decimal point in a column of whole digits that are scaled by {meaning.scale}",
                "print the cell like its column, or give the scale anew in source.toml",
            )
        return number

    def _account(self, cell: Cell, refusal: Refusal, into: Cells) -> None:
        into.rejected += 1
        place = self.page.place(cell.line, cell.column)
        into.problems.append(Problem(place, refusal.rule, cell.text, refusal.reason, refusal.remedy, cells=1))

    def _facts(self, row: Row, group: str | None, spelling: str, into: Cells) -> _RowFacts:
        method, known = self._method(spelling)
        settings: list[Setting] = []
        notes: list[Setting] = []
        cells = [Field(name, row.cells[i].text, row.line) for i, name in self.layout.settings]
        recorded = (*row.settings, *(cell for cell in cells if not is_missing(cell.value)))
        for printed in recorded:
            role = setting_role(printed.name, self.curation, self.registry)
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
        for index, name in self.layout.notes:
            text = row.cells[index].text
            if text and printed_role(name, self.curation, self.registry) == "category":
                into.categories.add((method.key, text))
            elif text:
                notes.append(Setting(name, text))
        if date := row.detail("date"):
            notes.append(Setting("date", date.value))
        self.nodes.merge(Nodes(methods={method.key: method}))
        citation = self._citation(row)
        origin = row.detail("origin-paper")
        stated_origin = self.papers.by_reference(origin.value, origin.line).paper if origin else None
        reporting = self.nodes.papers[citation.paper] if citation else None
        identifier = row.detail("result-id")
        if identifier and len(self.layout.values) > 1:
            # One id for several values names the row, not a result.
            notes.append(Setting("result id", identifier.value))
            identifier = None
        statement = row.detail("statement")
        return _RowFacts(
            method=method,
            spelling=spelling,
            settings=tuple(sorted(settings)),
            printed_settings=tuple(Setting(s.name, s.value) for s in recorded),
            notes=tuple(sorted(notes)),
            status=reproduction_status(method, reporting, stated_origin, known),
            citation=citation,
            origin=stated_origin,
            result_date=self._result_date(row, notes, into),
            statement=statement.value if statement else None,
            identifier=identifier.value if identifier else None,
        )

    def _method(self, spelling: str) -> tuple[Method, bool]:
        """The method of a spelling; a non-name ("Ours", "Baseline") is a node of its leaderboard."""
        if known := self.registry.method(spelling):
            is_listed = HASHED_KEY.search(known.key) is None
            return replace(known, alt_labels=() if spelling == known.label else (spelling,)), is_listed
        if self.registry.is_non_name(spelling):
            return Method(name_key(self.leaderboard, spelling), spelling), False
        return Method(name_key(spelling), spelling), False

    def _with_access(self, method: Method, group: str) -> Method:
        """The heading's word on access, for a method of which the registry says nothing."""
        said = self.registry.row_group(group)
        if said is None or said[0] != "access" or method.access is not None:
            return method
        return replace(method, access=Access(said[1]))

    def _citation(self, row: Row) -> Citation | None:
        if reported := row.detail("reporting-paper"):
            return self.papers.by_reference(reported.value, reported.line)
        for index, _ in self.layout.papers:
            if not is_missing(row.cells[index].text):
                return self.papers.by_reference(row.cells[index].text, row.line)
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
                    "print it as 2025, 2025-08 or 2025-08-11",
                )
            )
        return None

    def _result(
        self,
        facts: _RowFacts,
        value: ValueColumn,
        meaning: ColumnMeaning,
        declaration: MetricDeclaration,
        cell: Cell,
        number: Number,
    ) -> Result:
        settings, printed = facts.settings, facts.printed_settings
        if number.qualifier:
            qualifier = Setting("qualifier", number.qualifier)
            settings, printed = tuple(sorted((*settings, qualifier))), (*printed, qualifier)
        notes = facts.notes if number.mark is None else (*facts.notes, Setting("mark", number.mark))
        if facts.identifier and is_global_id(facts.identifier):
            key = facts.identifier
        else:
            key = result_key(
                self.leaderboard,
                facts.spelling,
                self._column_identity(value),
                config_key((s.name, s.value) for s in printed) if printed else "-",
                facts.citation.printed if facts.citation else "-",
                *([facts.identifier] if facts.identifier else []),
            )
        benchmark = self.nodes.benchmarks[declaration.benchmark]
        return Result(
            key=key,
            label=f"{facts.spelling}: {meaning.label} {cell.text} on {benchmark.label}",
            leaderboard=self.leaderboard,
            declaration=declaration.key,
            method=facts.method.key,
            printed_method=facts.spelling,
            benchmark=declaration.benchmark,
            metric=declaration.metric,
            value=scaled(number.value, meaning.scale),
            printed=cell.text,
            places=(self.page.place(cell.line, cell.column),),
            unit=declaration.unit,
            uncertainty=scaled(number.uncertainty, meaning.scale) if number.uncertainty is not None else None,
            settings=settings,
            notes=notes,
            status=facts.status,
            statement=facts.statement,
            reported_in=facts.citation.paper if facts.citation else None,
            reported_in_version=facts.citation.version if facts.citation else None,
            stated_origin=facts.origin,
            result_date=facts.result_date,
            identifier=facts.identifier,
        )

    def _column_identity(self, value: ValueColumn) -> str:
        """What the source prints of a column; its number only where names do not tell columns apart."""
        if value.name is None:
            return f"#{value.number}"
        same = sum(other.name == value.name for other in self.layout.values)
        return value.name if same == 1 else f"{value.name}#{value.number}"


def _no_method() -> Refusal:
    return Refusal("no-method", "the row names no method", "print the method's name in its cell")


def merge_repeated(results: Sequence[Result]) -> tuple[tuple[Result, ...], list[Flag]]:
    """Give every result its own key; cells that print the same thing twice become one result.

    Where several cells share a key, the printed value joins it; equal printed values are one
    result with several places and a flag.
    """
    by_key: dict[str, list[Result]] = {}
    for result in results:
        by_key.setdefault(result.key, []).append(result)
    merged: dict[str, Result] = {}
    flags: list[Flag] = []
    for key, same in by_key.items():
        for result in same:
            own = key if len({r.printed for r in same}) == 1 else digest("result", key, result.printed)
            first = merged.get(own)
            if first is None:
                merged[own] = replace(result, key=own)
                continue
            notes = tuple(sorted({*first.notes, *result.notes}))
            merged[own] = replace(first, places=(*first.places, *result.places), notes=notes)
    for result in merged.values():
        if len(result.places) > 1:
            cells = ", ".join(str(place) for place in result.places)
            flags.append(
                make_flag(
                    FlagKind.DUPLICATE_ROW,
                    FlagSubject.RESULT,
                    result.key,
                    Severity.WARNING,
                    f"{result.printed_method} is printed {len(result.places)} times with this value",
                    "equal cells of one leaderboard are one result",
                    found=cells,
                )
            )
    return tuple(sorted(merged.values(), key=lambda r: r.key)), flags
