"""One value cell -> its :class:`Result`; what all cells of a column or of a row share is worked out once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from kg.assemble.beside import Spread, count_of, read_spread
from kg.assemble.curated import CuratedTable
from kg.assemble.layout import Layout, ValueColumn
from kg.assemble.meaning import ColumnMeaning
from kg.assemble.papers import Citation
from kg.iris import RowKeys, config_key, digest, is_global_id
from kg.model import Check, Method, MetricDeclaration, Result, Setting, Status
from kg.normalise.values import Number, scaled
from kg.read.cells import Cell, Page, Row
from kg.read.rich import raised_signs


@dataclass(slots=True)
class RowFacts:
    """What all results of one row share."""

    leaderboard: str
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
    checks: tuple[Check, ...] = ()
    config: str = field(init=False)
    cited: str = field(init=False)
    own_key: str | None = field(init=False)
    more: tuple[str, ...] = field(init=False)
    keys: RowKeys = field(init=False)

    def __post_init__(self) -> None:
        self.config = config_of(self.printed_settings)
        self.cited = self.citation.printed if self.citation else "-"
        self.own_key = self.identifier if self.identifier and is_global_id(self.identifier) else None
        self.more = (self.identifier,) if self.identifier else ()
        self.keys = RowKeys(self.leaderboard, self.spelling)


def config_of(printed: Sequence[Setting]) -> str:
    """The key of printed settings; "-" where there are none."""
    return config_key((setting.name, setting.value) for setting in printed) if printed else "-"


def footnotes(page: Page, signs: Sequence[str]) -> list[Setting]:
    """The notes that these signs stand for on this page; a sign that nobody explains stays a sign."""
    notes = []
    for sign in signs:
        told = [f.value for f in page.footnotes if f.name.strip("[]^") == sign.strip("[]^")]
        for part in re.findall(r"\d+", sign) if sign.startswith("[") and not told else []:
            told += [f.value for f in page.footnotes if f.name.strip("[]^") == part]
        notes += [Setting("footnote", f"{sign} {text}") for text in told] or [Setting("mark", sign)]
    return notes


class ColumnResults:
    """Makes the results of one value column."""

    def __init__(
        self,
        page: Page,
        layout: Layout,
        value: ValueColumn,
        meaning: ColumnMeaning,
        declaration: MetricDeclaration,
        benchmark: str,
        table: CuratedTable | None,
        identity: str,
    ) -> None:
        self.page = page
        self.layout = layout
        self.value = value
        self.meaning = meaning
        self.declaration = declaration
        self.benchmark = benchmark
        self.table = table
        self.identity = identity
        curated = value.curated
        self.settings = tuple(Setting(name, text) for name, text in meaning.settings)
        self.items = curated.items if curated else None
        self.inferred = ("method",) if table and table.method_inferred else ()
        self.bare = _scaled(read_spread(Number(Decimal(0)), value, None, table, layout.spread), meaning)

    def result(self, facts: RowFacts, row: Row, cell: Cell, number: Number) -> Result:
        """The result of a cell that holds a number."""
        settings, config = facts.settings, facts.config
        if number.qualifier or self.settings:
            settings, config = self._with_settings(facts, number)
        notes = facts.notes
        if number.mark or number.remark or cell.spans:
            signs = [*(number.mark.split(" ") if number.mark else ()), *raised_signs(cell)]
            notes = (*notes, *footnotes(self.page, signs))
            if number.remark:
                notes = (*notes, Setting("remark", number.remark))
        declaration = self.declaration
        return Result(
            key=facts.own_key or facts.keys(self.identity, config, facts.cited, *facts.more),
            label=f"{facts.spelling}: {self.meaning.label} {cell.text} on {self.benchmark}",
            leaderboard=facts.leaderboard,
            declaration=declaration.key,
            method=facts.method.key,
            printed_method=facts.spelling,
            benchmark=declaration.benchmark,
            metric=declaration.metric,
            value=scaled(number.value, self.meaning.scale),
            printed=cell.text,
            places=(self.page.place(cell.line, cell.column),),
            unit=declaration.unit,
            **self._spread(number, row),
            sample_size=(count_of(self.value, row) if self.value.beside else None) or self.items,
            run_count=self.table.runs if self.table else None,
            settings=settings,
            notes=notes,
            status=facts.status,
            checks=facts.checks,
            statement=facts.statement,
            reported_in=facts.citation.paper if facts.citation else None,
            reported_in_version=facts.citation.version if facts.citation else None,
            stated_origin=facts.origin,
            result_date=facts.result_date,
            identifier=facts.identifier,
            inferred=self.inferred,
        )

    def _with_settings(self, facts: RowFacts, number: Number) -> tuple[tuple[Setting, ...], str]:
        """The settings of a cell that has some of its own, and their key."""
        settings, printed = facts.settings, facts.printed_settings
        if number.qualifier:
            qualifier = Setting("qualifier", number.qualifier)
            settings, printed = tuple(sorted((*settings, qualifier))), (*printed, qualifier)
        if self.settings:
            settings, printed = tuple(sorted({*settings, *self.settings})), (*printed, *self.settings)
        return settings, config_of(printed)

    def _spread(self, number: Number, row: Row) -> dict[str, Any]:
        """The fields of a result that tell its uncertainty."""
        if not self.value.beside and number.uncertainty is None and number.lower is None and number.upper is None:
            return self.bare
        return _scaled(read_spread(number, self.value, row, self.table, self.layout.spread), self.meaning)


def identities(layout: Layout) -> list[str]:
    """What the source prints of each value column; its number only where names do not tell columns apart."""
    names = Counter(value.name for value in layout.values)
    several = len({value.index for value in layout.values}) > 1
    return [_identity(value, several, names[value.name]) for value in layout.values]


def _identity(value: ValueColumn, several: bool, same: int) -> str:
    if value.words is not None:
        said = value.words.said
        if several:
            # A row with several values: its words are the same for all of them.
            said.append(f"column: {value.index if value.words.metric else value.name or value.index}")
        return digest(*said)
    if value.part is not None:
        return f"{value.name or value.index}/{value.part}"
    if value.name is None:
        return f"#{value.number}"
    return value.name if same == 1 else f"{value.name}#{value.number}"


def _scaled(spread: Spread, meaning: ColumnMeaning) -> dict[str, Any]:
    """The fields of a result that tell its uncertainty, in the unit of its value."""
    numbers = {"uncertainty": spread.uncertainty, "lower": spread.lower, "upper": spread.upper}
    fields: dict[str, Any] = {
        name: scaled(number, meaning.scale) if number is not None else None for name, number in numbers.items()
    }
    return {**fields, "uncertainty_kind": spread.kind, "confidence_level": spread.level}
