"""What each value column means: metric, unit, direction, scale, and who says so.

The page's own words come first (its metric list, its scope, the heading itself), then the curated
facts of ``source.toml`` (marked inferred), then the registry (direction only, marked inferred). A
unit is never taken from the registry: the same metric is printed as a fraction and as a percentage.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cache

from kg.assemble.contradictions import contradictions
from kg.assemble.curated import PLAIN, CuratedColumn, Curation, Writing
from kg.assemble.layout import Identity, Layout, ValueColumn
from kg.assemble.meaning import ColumnMeaning, scope_of
from kg.assemble.units import Inferred, Whole, numbers_of, units_of
from kg.errors import Place, Problem, SourceError
from kg.iris import name_key
from kg.model import Certainty, Direction, Guess, Metric, Unit
from kg.normalise.directions import parse_direction
from kg.normalise.extents import Extent, extent_of
from kg.normalise.headings import Heading, parse_heading
from kg.read.cells import Cell, MetricLine, Page
from kg.registry import Registry
from kg.wording.headings import Reading, read_heading
from kg.wording.names import NOT_TOLD, NameFinder


class Meanings:
    """Works out the meaning of each value column of one leaderboard; collects what it had to fill in."""

    def __init__(
        self,
        page: Page,
        leaderboard: str,
        registry: Registry,
        curated: Sequence[CuratedColumn],
        curation: Curation,
        *,
        infer: bool = False,
        ratio_unit: str | None = None,
        writing: Writing = PLAIN,
        whole: Whole | None = None,
    ) -> None:
        self.page = page
        self.leaderboard = leaderboard
        self.registry = registry
        self.curated = curated
        self.curation = curation
        self.infer = infer
        self.ratio_unit = ratio_unit
        self.writing = writing
        self.whole = whole
        self.finder = NameFinder(registry)
        self.problems: list[Problem] = []
        self.guesses: list[Guess] = []
        self.units: dict[str, Unit] = {}

    def of_columns(self, layout: Layout, cells: Sequence[Sequence[Cell]], line: int) -> list[ColumnMeaning]:
        """One meaning for each value column, in order, then one for each metric without a column."""
        meanings = [self._meaning(column, cells[i], line) for i, column in enumerate(layout.values)]
        if self.infer:
            meanings = self._with_units(meanings, line)
        unused = [c for c in self.curated if c.number is not None and c.number > len(layout.values)]
        if unused:
            raise SourceError(
                f"{self.curation.place_of(unused[0], 'number')}: [[columns]] number {unused[0].number}: the table at "
                f"{self.page.place(line)} has {len(layout.values)} value columns{self._called(layout)}; "
                f"{self._why(layout)}"
            )
        named = {m.name for m in meanings}
        without_column = [listed for listed in self.page.metrics if listed.name not in named]
        return meanings + [self._meaning(None, (), listed.line, listed) for listed in without_column]

    def _why(self, layout: Layout) -> str:
        """What to mend: where no column at all was seen, a wrong key of settings may have hidden them."""
        if layout.values or not self.curation.setting_keys:
            return "mend the number, or give the table back the column that it has lost"
        named = ", ".join(self.curation.setting_keys)
        at = self.curation.spot(self.page.file, "setting_keys")
        return f"see that the page prints the `setting_keys` of {at} ({named}), which tell where the values begin"

    def _called(self, layout: Layout) -> str:
        names = [f"{column.number} {column.name!r}" for column in layout.values if column.name]
        return f" ({', '.join(names)})" if names else ""

    def inferred_units(self, columns: Sequence[ValueColumn], line: int) -> dict[Identity, Inferred]:
        """The units, with reasons, of those columns whose unit the page leaves open; of a table seen as a whole."""
        return units_of([self._meaning(column, (), line) for column in columns], self.ratio_unit)

    def _meaning(
        self, column: ValueColumn | None, cells: Sequence[Cell], line: int, listed: MetricLine | None = None
    ) -> ColumnMeaning:
        printed = column.name if column else (listed.name if listed else None)
        words = column.words if column else None
        place = self.page.place(line, column.index + 1 if column else None)
        curated = self._curated(column, printed, place)
        says_metric = curated is not None and (curated.metric or curated.measure)
        reading = self._reading(column, printed) if self.infer and not says_metric else None
        listed = listed or next((m for m in self.page.metrics if m.name == printed), None)
        heading = parse_heading(printed or "", self.registry.is_unit)
        # Read only where something depends on them: a long table with a known unit is not gone through twice.
        extent = cache(lambda: self._extent(column, cells))
        inferred: list[str] = []
        not_stated: list[str] = []
        name = printed
        if name is None and curated and curated.name:
            name = curated.name
            inferred.append("columnName")
            self._guess(place, "columnName", name, curated)
        unit, unit_from = self._unit(printed, listed, heading, curated, extent, place)
        if words and words.unit:
            unit, unit_from = self._named_unit(words.unit, place), "page"
        if unit_from == "curated" and curated and unit:
            inferred.append("declaredUnit")
            self._guess(place, "declaredUnit", unit.key, curated)
        elif unit is None:
            not_stated.append("declaredUnit")
        stated = self._stated_direction(printed, listed) or heading.direction
        if words and words.direction:
            stated = parse_direction(words.direction) or stated
        if curated and curated.direction and "direction" in curated.stated:
            stated = stated or curated.direction
        if reading is not None:
            if unit is None and (unit := self.registry.unit(reading.unit_of(extent) or "")):
                not_stated.remove("declaredUnit")
            stated = stated or reading.direction
        metric = (reading.metric if reading else None) or self._metric(
            column, name, heading, curated, unit, stated, place, inferred, reading
        )
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
            self._conflict(place, "direction", stated.value, curated.direction.value, curated)
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
            conflicts=tuple(
                contradictions(self.page, place, printed, listed, heading, curated, self.curation, self.registry)
            ),
            whole_digits=scale is not None and extent().is_whole,
            scope=scope_of(column, curated, reading),
            extent=extent() if self.infer else Extent(),
            settings=_settings(curated, reading),
            curated=curated,
        )

    def _reading(self, column: ValueColumn | None, printed: str | None) -> Reading | None:
        """What the heading says, part by part, in a file that no person described column by column."""
        if column is None or not printed:
            return None
        reading = read_heading(column.names or (printed,), self.finder)
        if reading.split and not (reading.metric or reading.base or reading.rest or reading.dataset):
            reading = replace(reading, measure=NOT_TOLD)  # "Dev" says on what, and not what was measured
        if column.words is None or column.words.metric is None:
            return reading
        if reading.metric is not None and reading.rest and not reading.summary:
            # A row's own word for its metric names no part of its data: "hmean_accuracy" is another metric, and
            # "MAE (dex)" a kind of it: whether a unit or a part stands in brackets, is not said.
            base = reading.metric if "(" in printed else None
            reading = replace(reading, metric=None, base=base, name="", measure=printed, rest="")
        if reading.metric is None and reading.base is None and column.words.metric_id:
            second = read_heading((column.words.metric_id,), self.finder)
            if second.metric is not None:
                return self._by_id(reading, printed, second.metric)
        return reading

    def _by_id(self, reading: Reading, printed: str, metric: Metric) -> Reading:
        """The metric that a row's id names, where its printed name says no other: "baseline MAE" is a kind of MAE."""
        words = [word for word in re.split(r"[^\w@.%-]+", printed) if word and word.casefold() != "score"]
        named = [known for word in words if (known := self.finder.metric(word)) is not None]
        if not named:
            return replace(reading, metric=metric, rest="")
        return replace(reading, base=metric if metric in named else None, measure=printed, rest="")

    def _extent(self, column: ValueColumn | None, cells: Sequence[Cell]) -> Extent:
        """What a column's numbers show: those of the whole table where it is read in parts."""
        seen = self.whole.extents.get(column.identity) if self.whole and column else None
        return seen or extent_of(numbers_of(cells, self.registry, self.writing))

    def _with_units(self, meanings: list[ColumnMeaning], line: int) -> list[ColumnMeaning]:
        """Fill in the units that the page does not state, by the numbers of all columns."""
        found = self.whole.units if self.whole else None
        if found is None:
            found = units_of(meanings, self.ratio_unit)
        return [self._with_unit(m, found.get(m.column.identity) if m.column else None, line) for m in meanings]

    def _with_unit(self, meaning: ColumnMeaning, found: tuple[str, str] | None, line: int) -> ColumnMeaning:
        if found is None or meaning.unit is not None:
            return meaning
        key, reason = found
        place = self.page.place(line, meaning.column.index + 1 if meaning.column else None)
        self.guesses.append(Guess(place, "declaredUnit", key, f"inferred: {reason}", Certainty.VERY_LIKELY))
        return replace(
            meaning,
            unit=self.registry.units[key],
            inferred=(*meaning.inferred, "declaredUnit"),
            not_stated=tuple(name for name in meaning.not_stated if name != "declaredUnit"),
            certainty=meaning.certainty or Certainty.VERY_LIKELY,
            evidence=meaning.evidence or f"unit: inferred, for {reason}",
        )

    def _curated(self, column: ValueColumn | None, printed: str | None, place: Place) -> CuratedColumn | None:
        """The entry of this column, by number, else by name; less certain ones are not used."""
        if column and (column.curated or column.words):
            return column.curated if column.curated and column.curated.certainty.is_publishable else None
        found = next((c for c in self.curated if column and c.number == column.number), None)
        found = found or next((c for c in self.curated if c.number is None and printed and c.name == printed), None)
        if found and printed and found.name != printed:
            # A number alone would slip to another column as soon as the page gets one more.
            remedy = (
                f", not {found.name!r}; mend the number or the name there, or the heading on the page"
                if found.name
                else f'; add name = "{printed}"'
            )
            raise SourceError(
                f"{self.curation.place_of(found, 'name')}: [[columns]] number {found.number}: the page prints the name "
                f"{printed!r} ({place}){remedy}"
            )
        return found if found and found.certainty.is_publishable else None

    def _metric(
        self,
        column: ValueColumn | None,
        name: str | None,
        heading: Heading,
        curated: CuratedColumn | None,
        unit: Unit | None,
        stated: Direction | None,
        place: Place,
        inferred: list[str],
        reading: Reading | None,
    ) -> Metric:
        by_name = (self.registry.metric(name) or self.registry.metric(heading.base)) if name else None
        if curated and curated.metric:
            metric = self.registry.metrics[curated.metric]
            if by_name is not metric and "metric" not in curated.stated:
                inferred.append("ofMetric")
                self._guess(place, "ofMetric", metric.key, curated)
            return metric
        if by_name is not None and not (curated and curated.measure):
            return by_name
        # An unknown metric belongs to its leaderboard: what it is elsewhere is not known.
        name = (curated.measure if curated else None) or (reading.measure if reading else None) or name
        if name and (base := (reading or read_heading((name,), self.finder)).base):
            # A variant of a known one has its direction and its units, and its own node below it.
            return Metric(
                key=name_key(self.leaderboard, name),
                label=name,
                direction=stated or base.direction,
                canonical_unit=base.canonical_unit,
                admissible_units=base.admissible_units,
                minimum=base.minimum,
                maximum=base.maximum,
                broader=base.key,
            )
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
        heading: Heading,
        curated: CuratedColumn | None,
        extent: Callable[[], Extent],
        place: Place,
    ) -> tuple[Unit | None, str]:
        text = listed.unit if listed else ""
        if not text and printed and self.page.fact("metric") == printed:
            text = self.page.fact("unit") or ""
        text = text or heading.unit
        if text:
            unit = self._named_unit(text, place)
            if curated and curated.unit and self.registry.unit(curated.unit) != unit:
                self._conflict(place, "unit", text, curated.unit, curated)
            return unit, "page"
        if curated and curated.unit:
            origin = "page" if "unit" in curated.stated else "curated"
            return self.registry.unit(curated.unit), origin
        if extent().is_percent:
            return self.registry.unit("%"), "page"
        if printed_unit := extent().unit:
            return self.registry.unit(printed_unit), "page"
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
                    "state `direction` in a [[columns]] entry of source.toml",
                )
            )
        return direction

    def _guess(self, place: Place, property: str, value: str, curated: CuratedColumn) -> None:
        self.guesses.append(Guess(place, property, value, f"source.toml: {curated.evidence}", curated.certainty))

    def _conflict(self, place: Place, what: str, printed: str, given: str, curated: CuratedColumn) -> None:
        self.problems.append(
            Problem(
                place,
                "declaration-conflict",
                printed,
                f"source.toml gives the {what} {given!r}; the page's own word is used",
                f"take `{what}` out at {self.curation.place_of(curated, what)}, or mend it",
            )
        )


def _settings(curated: CuratedColumn | None, reading: Reading | None) -> tuple[tuple[str, str], ...]:
    """What the heading says of how the values were made."""
    if curated and curated.settings:
        return curated.settings
    return tuple(sorted(reading.settings.items())) if reading else ()
