"""Which columns of a table hold methods, values and other facts, and what each value column means.

A heading says what a column is only where the page or the registry knows it; the rest is decided
by what the cells hold. Of a value column, the page's own words come first, then the curated
facts of ``source.toml`` (marked inferred), then the registry (direction only, marked inferred).
A unit is never taken from the registry: the same metric is printed as a fraction and as a percentage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from kg.assemble.curation import CuratedColumn, Curation
from kg.errors import Place, Problem, SourceError
from kg.iris import name_key
from kg.model import Certainty, Direction, Guess, Metric, Unit
from kg.normalise.directions import parse_direction
from kg.normalise.values import Number, Refusal, is_missing, parse_number
from kg.read.cells import Cell, MetricLine, Page, Table
from kg.registry import Registry

#: Role of a column -> the field of :class:`Layout` that takes it; all others are notes.
_KINDS = {"setting": "settings", "date": "dates", "paper": "papers"}


@dataclass(frozen=True, slots=True)
class ValueColumn:
    """A column of scores: ``number`` counts value columns from 1, ``index`` all columns from 0."""

    index: int
    number: int
    name: str | None


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of one table, by what they hold (all but ``values``: index and heading)."""

    method: int
    values: tuple[ValueColumn, ...]
    settings: tuple[tuple[int, str], ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    dates: tuple[tuple[int, str], ...] = ()
    papers: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ColumnMeaning:
    """What one value column (or a metric declared without a column) measures, and who says so."""

    column: ValueColumn | None
    name: str | None
    metric: Metric
    unit: Unit | None
    direction: Direction
    subset: str | None
    scale: Decimal | None
    certainty: Certainty | None
    evidence: str | None
    inferred: tuple[str, ...]
    not_stated: tuple[str, ...]

    @property
    def label(self) -> str:
        """The column's name, or "unnamed column n"."""
        return self.name or f"unnamed column {self.column.number if self.column else 0}"


def lay_out(page: Page, table: Table, registry: Registry, curation: Curation, names: Sequence[str]) -> Layout:
    """Tell value columns from the others; ``names`` are further names known to be metrics."""
    metric_names = {line.name.casefold() for line in page.metrics} | {name.casefold() for name in names}
    if scope_metric := page.fact("metric"):
        metric_names.add(scope_metric.casefold())
    roles = [printed_role(column.name, curation, registry) if column.name else None for column in table.columns]
    method = next((i for i, role in enumerate(roles) if role == "method"), 0)
    values: list[int] = []
    others: dict[str, list[tuple[int, str]]] = {"settings": [], "notes": [], "dates": [], "papers": []}
    for index, column in enumerate(table.columns):
        if index == method:
            continue
        cells = [row.cells[index].text for row in table.rows]
        if roles[index] == "value" or (column.name and column.name.casefold() in metric_names):
            values.append(index)
        elif (role := roles[index]) is not None:
            others[_KINDS.get(role, "notes")].append((index, column.name))
        elif _holds_values(column.name, cells):
            values.append(index)
        elif column.name:
            # Nobody knows the heading: as a setting it can keep results apart, never bring them together.
            others["settings"].append((index, column.name))
    highlighted = _highlighted(page, table, method, values)
    return Layout(
        method,
        tuple(
            ValueColumn(index, number, table.columns[index].name or highlighted.get(index))
            for number, index in enumerate(values, 1)
        ),
        settings=tuple(others["settings"]),
        notes=tuple(others["notes"]),
        dates=tuple(others["dates"]),
        papers=tuple(others["papers"]),
    )


def printed_role(name: str, curation: Curation, registry: Registry) -> str | None:
    """What a heading stands for: curated, else as the registry knows it."""
    fact = curation.fact(f"printed:{name}", "role")
    return fact.value if fact else registry.column_role(name)


def setting_role(name: str, curation: Curation, registry: Registry) -> str:
    """What a printed setting stands for.

    It stays a setting unless a person says otherwise: a setting that is taken for a note would let
    unlike results meet. Only what describes the method ("Model Category") is known to the registry.
    """
    fact = curation.fact(f"printed:{name}", "role")
    if fact:
        return fact.value
    return "category" if registry.column_role(name) == "category" else "setting"


def _holds_values(name: str, cells: Sequence[str]) -> bool:
    """Cells under an unknown heading are scores as soon as one of them is a number.

    The others are then rejected aloud: better than losing a column of scores without a word.
    ``source.toml`` can say otherwise (subject "printed:<heading>", property "role").
    """
    printed = [text for text in cells if not is_missing(text)]
    if not printed:
        return bool(name) or any(text for text in cells)
    return not name or any(_is_meant_as_number(text) for text in printed)


def _is_meant_as_number(text: str) -> bool:
    """A number, or digits that are only unclear ("91,4", "<5")."""
    number = parse_number(text)
    return isinstance(number, Number) or number.rule in ("ambiguous-comma", "not-a-value")


def _highlighted(page: Page, table: Table, method: int, values: Sequence[int]) -> dict[int, str]:
    """The one column that the page's highlight line names, where it fits exactly one cell."""
    value, metric, best = (page.fact(f"highlight-{part}") for part in ("value", "metric", "method"))
    if not (value and metric and best):
        return {}
    rows = [row for row in table.rows if row.cells[method].text == best]
    fitting = {index for row in rows for index in values if row.cells[index].text == value}
    return {fitting.pop(): metric} if len(fitting) == 1 else {}


class Meanings:
    """Works out the meaning of each value column of one leaderboard; collects what it had to fill in."""

    def __init__(
        self, page: Page, leaderboard: str, registry: Registry, curated: Sequence[CuratedColumn], where: str
    ) -> None:
        self.page = page
        self.leaderboard = leaderboard
        self.registry = registry
        self.curated = curated
        self.where = where
        self.problems: list[Problem] = []
        self.guesses: list[Guess] = []
        self.units: dict[str, Unit] = {}

    def of_columns(self, layout: Layout, cells: Sequence[Sequence[Cell]], line: int) -> list[ColumnMeaning]:
        """One meaning for each value column, in order, then one for each metric without a column."""
        meanings = [self._meaning(column, cells[i], line) for i, column in enumerate(layout.values)]
        unused = [c for c in self.curated if c.number is not None and c.number > len(layout.values)]
        if unused:
            raise SourceError(
                f"{self.where}: [[columns]] number {unused[0].number}: the table has {len(layout.values)} value columns"
            )
        named = {m.name for m in meanings}
        without_column = [listed for listed in self.page.metrics if listed.name not in named]
        return meanings + [self._meaning(None, (), listed.line, listed) for listed in without_column]

    def _meaning(
        self, column: ValueColumn | None, cells: Sequence[Cell], line: int, listed: MetricLine | None = None
    ) -> ColumnMeaning:
        printed = column.name if column else (listed.name if listed else None)
        place = self.page.place(line, column.index + 1 if column else None)
        curated = self._curated(column, printed, place)
        listed = listed or next((m for m in self.page.metrics if m.name == printed), None)
        inferred: list[str] = []
        not_stated: list[str] = []
        name = printed
        if name is None and curated and curated.name:
            name = curated.name
            inferred.append("columnName")
            self._guess(place, "columnName", name, curated)
        unit, unit_from = self._unit(printed, listed, curated, cells, place)
        if unit_from == "curated" and curated and unit:
            inferred.append("declaredUnit")
            self._guess(place, "declaredUnit", unit.key, curated)
        elif unit is None:
            not_stated.append("declaredUnit")
        stated = self._stated_direction(printed, listed)
        metric = self._metric(column, name, curated, unit, stated, place, inferred)
        direction = stated
        if direction is None and curated and curated.direction:
            direction = curated.direction
            inferred.append("declaredDirection")
            self._guess(place, "declaredDirection", direction.value, curated)
        elif direction is None and metric.direction is not Direction.UNKNOWN:
            direction = metric.direction
            inferred.append("declaredDirection")
            self.guesses.append(
                Guess(place, "declaredDirection", direction.value, "registry/metrics.tsv", Certainty.VERY_LIKELY)
            )
        elif direction is None:
            direction = Direction.UNKNOWN
            not_stated.append("declaredDirection")
        if curated and curated.direction and stated and curated.direction is not stated:
            self._conflict(place, "direction", stated.value, curated.direction.value)
        scale = curated.scale if curated else None
        if scale is not None and curated:
            inferred.append("scale")
            self._guess(place, "scale", str(scale), curated)
        return ColumnMeaning(
            column=column,
            name=name,
            metric=metric,
            unit=unit,
            direction=direction,
            subset=curated.subset if curated else None,
            scale=scale,
            certainty=curated.certainty if curated else None,
            evidence=curated.evidence if curated else None,
            inferred=tuple(inferred),
            not_stated=tuple(not_stated),
        )

    def _curated(self, column: ValueColumn | None, printed: str | None, place: Place) -> CuratedColumn | None:
        """The entry of this column, by number, else by name; less certain ones are not used."""
        found = next((c for c in self.curated if column and c.number == column.number), None)
        found = found or next((c for c in self.curated if c.number is None and printed and c.name == printed), None)
        if found and printed and found.name and found.name != printed:
            raise SourceError(
                f"{self.where}: [[columns]] {found.number}: the page prints the name {printed!r} ({place}), "
                f"not {found.name!r}; mend the number or the name"
            )
        return found if found and found.certainty.is_publishable else None

    def _metric(
        self,
        column: ValueColumn | None,
        name: str | None,
        curated: CuratedColumn | None,
        unit: Unit | None,
        stated: Direction | None,
        place: Place,
        inferred: list[str],
    ) -> Metric:
        by_name = self.registry.metric(name) if name else None
        if curated and curated.metric:
            metric = self.registry.metrics.get(curated.metric)
            if metric is None:
                raise SourceError(
                    f"{self.where}: [[columns]] {curated.number or curated.name}: no metric {curated.metric!r} "
                    "in registry/metrics.tsv; add it or mend the key"
                )
            if by_name is not metric:
                inferred.append("ofMetric")
                self._guess(place, "ofMetric", metric.key, curated)
            return metric
        if by_name is not None:
            return by_name
        # An unknown metric belongs to its leaderboard: what it is elsewhere is not known.
        label = name or f"unnamed column {column.number if column else 0}"
        return Metric(
            key=name_key(self.leaderboard, label if name else f"#{column.number if column else 0}"),
            label=label,
            direction=stated or (curated.direction if curated and curated.direction else Direction.UNKNOWN),
            canonical_unit=self._canonical(unit),
            admissible_units=tuple(sorted({unit.key, self._canonical(unit) or unit.key})) if unit else (),
        )

    def _canonical(self, unit: Unit | None) -> str | None:
        """The unit of the same quantity that others are measured against (multiplier 1)."""
        if unit is None:
            return None
        base = (u.key for u in self.registry.units.values() if u.quantity == unit.quantity and u.multiplier == 1)
        return next(base, unit.key)

    def _unit(
        self,
        printed: str | None,
        listed: MetricLine | None,
        curated: CuratedColumn | None,
        cells: Sequence[Cell],
        place: Place,
    ) -> tuple[Unit | None, str]:
        text = listed.unit if listed else ""
        if not text and printed and self.page.fact("metric") == printed:
            text = self.page.fact("unit") or ""
        if text:
            unit = self._named_unit(text, place)
            if curated and curated.unit and self.registry.unit(curated.unit) != unit:
                self._conflict(place, "unit", text, curated.unit)
            return unit, "page"
        if curated and curated.unit:
            unit_or_none = self.registry.unit(curated.unit)
            if unit_or_none is None:
                raise SourceError(f"{self.where}: no unit {curated.unit!r} in registry/units.tsv; add it")
            return unit_or_none, "curated"
        numbers = [parse_number(cell.text) for cell in cells if not is_missing(cell.text)]
        typed = [number for number in numbers if not isinstance(number, Refusal)]
        if typed and all(number.percent for number in typed):
            return self.registry.unit("%"), "page"
        return None, ""

    def _named_unit(self, text: str, place: Place) -> Unit:
        """The unit that the page names; one that the registry does not know is kept as printed."""
        if known := self.registry.unit(text):
            return known
        unit = Unit(name_key(text), text, None, Decimal(1), f"as printed: {text}")
        self.units[unit.key] = unit
        self.problems.append(
            Problem(
                place,
                "unknown-unit",
                text,
                "the unit is not in the registry; it is kept as printed and never converted",
                "add the unit or this spelling to registry/units.tsv",
            )
        )
        return unit

    def _stated_direction(self, printed: str | None, listed: MetricLine | None) -> Direction | None:
        text = listed.direction if listed else ""
        if not text and printed and self.page.fact("metric") == printed:
            text = self.page.fact("direction") or ""
        if not text:
            return None
        direction = parse_direction(text)
        if direction is None:
            self.problems.append(
                Problem(
                    self.page.place(listed.line if listed else None),
                    "unknown-direction",
                    text,
                    "the direction is none of higher or lower is better; it is taken as unknown",
                    "state the direction in source.toml",
                )
            )
        return direction

    def _guess(self, place: Place, property: str, value: str, curated: CuratedColumn) -> None:
        self.guesses.append(Guess(place, property, value, f"source.toml: {curated.evidence}", curated.certainty))

    def _conflict(self, place: Place, what: str, printed: str, curated: str) -> None:
        self.problems.append(
            Problem(
                place,
                "declaration-conflict",
                printed,
                f"source.toml gives the {what} {curated!r}; the page's own word is used",
                f"take the {what} out of source.toml or mend it",
            )
        )
