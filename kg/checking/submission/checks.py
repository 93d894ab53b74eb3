"""The rules for submitted results, row by row: what a row is for, and what follows from it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from decimal import Decimal

from kg.checking.submission.findings import Findings
from kg.checking.submission.form import BY_NAME, Form
from kg.checking.submission.held import Held, Submitted
from kg.checking.submission.names import Place, find_benchmarks, find_board, find_metric
from kg.checking.submission.recorded import Bench, Measure, Recorded
from kg.checking.submission.rows import Row, Rows, Text
from kg.model import Unit
from kg.normalise.directions import parse_direction
from kg.normalise.values import lexical
from kg.registry.near import near_names


class Checker:
    """Checks the rows of one file; ``alone`` asks only for their form."""

    def __init__(
        self,
        recorded: Recorded,
        findings: Findings,
        against: str | None,
        *,
        alone: bool,
        today: datetime.date | None = None,
    ) -> None:
        self.recorded, self.findings, self.against, self.alone = recorded, findings, against, alone
        self.form = Form(recorded, findings, alone=alone, today=today)
        self.held = Held(recorded, findings)

    def check(self, rows: Rows) -> None:
        """All findings about a file."""
        if self.form.columns(rows, self.against):
            for row in rows.rows:
                self._row(row)
            self.form.new_methods()

    def _row(self, row: Row) -> None:
        if row.wrong:
            at = [row.at] if row.at else []
            self.findings.add("S24", row.line, at, row.wrong, "one value for each column", row.wrong)
            return
        if not self.form.once(row):
            return
        named = {column: cell for name, cell in row.cells.items() if (column := BY_NAME.get(name))}
        method = self.form.method(row, named.get("method"))
        number = self.form.number(row, named.get("value"))
        settings = self.form.settings(row, named.get("config"))
        paper = self.form.paper(named.get("paper"))
        self.form.date(named.get("date"))
        unit = self.form.unit(named.get("unit"))
        if self.alone:
            return
        place = self._place(row, named)
        if place is None or place.benchmark is None or place.metric is None:
            return
        measure = self.recorded.measures[place.metric]
        self._recorded(named, place)
        self._split(named, place.benchmark)
        self._direction(named.get("direction"), measure)
        normalized = self._normalized(row, named, number, unit, measure, place)
        if number is None or method is None or settings is None:
            return
        submitted = Submitted(
            row.line,
            named["value"],
            number,
            normalized,
            method,
            place.metric,
            place.benchmark.iri,
            frozenset((name, setting.value) for name, setting in settings.items()),
            paper,
            {name: setting.name for name, setting in settings.items()},
        )
        self.held.twice(submitted)
        self.held.compare(submitted)

    # -- what it is for

    def _place(self, row: Row, cells: Mapping[str, Text]) -> Place | None:
        """Benchmark and metric of a row; None, with a finding, where they are not to be had."""
        board = self._board(row, cells.get("leaderboard"))
        bench = self._bench(cells)
        if bench is None and "benchmark" in cells:
            return None
        metric = cells.get("metric")
        if metric is None:
            columns = self.recorded.boards[board][1] if board else []
            if len(columns) == 1:
                return Place(self.recorded.benches.get(columns[0].benchmark), columns[0].metric, columns[0])
            names = ", ".join(column.name for column in columns) or "a metric"
            self.findings.add("S6", row.line, [], "none", f"one of {names}", f"no metric is named; known are {names}")
            return None
        place = find_metric(self.recorded, metric.text, board, bench)
        if place is None:
            known = self._metrics_told(board, bench)
            self.findings.add("S6", metric.line, [metric], metric.text, known, f"{metric.text!r} is none; {known}")
            return None
        if place.benchmark is None:
            told = "the row names no benchmark, and the metric is used with several or none"
            self.findings.add("S7", row.line, [metric], "none", "the key or full name of a benchmark", told)
            return None
        return place

    def _board(self, row: Row, cell: Text | None) -> str | None:
        name = cell.text if cell else self.against
        if name is None:
            return None
        board = find_board(self.recorded, name)
        if board is None:
            keys = sorted(iri.rpartition("/")[2] for iri in self.recorded.boards)
            near = near_names(name, keys, 0.4) or keys[:3]
            told = f"{name!r} is none; " + (f"near it: {', '.join(near)}" if near else "no leaderboard is recorded")
            self.findings.add("S8", row.line, [cell] if cell else [], name, " or ".join(near) or "a leaderboard", told)
        return board

    def _bench(self, cells: Mapping[str, Text]) -> Bench | None:
        cell = cells.get("benchmark")
        if cell is None:
            return None
        split, subset = (cells[name].text if name in cells else None for name in ("split", "subset"))
        found = find_benchmarks(self.recorded, cell.text, split, subset)
        if len(found) == 1:
            return found[0]
        if found:
            keys = sorted(bench.iri.rpartition("/")[2] for bench in found)
            told = f"{cell.text!r} means {len(found)} benchmarks: {', '.join(keys[:4])}{', …' if len(keys) > 4 else ''}"
            self.findings.add("S7", cell.line, [cell], cell.text, " or ".join(keys[:4]), told)
            return None
        keys = sorted(iri.rpartition("/")[2] for iri in self.recorded.benches)
        near = near_names(cell.text.replace(" ", "-"), keys, 0.4) or keys[:3]
        told = f"{cell.text!r} is none; near it: {', '.join(near)}"
        self.findings.add("S7", cell.line, [cell], cell.text, " or ".join(near), told)
        return None

    def _metrics_told(self, board: str | None, bench: Bench | None) -> str:
        columns = (
            self.recorded.boards[board][1] if board else [c for _, cs in self.recorded.boards.values() for c in cs]
        )
        labels = {
            self.recorded.measures[c.metric].label
            for c in columns
            if c.metric in self.recorded.measures and (bench is None or c.benchmark == bench.iri)
        }
        names = sorted(labels | {c.name for c in columns if board and c.name})
        return f"recorded are {', '.join(names[:8])}" if names else "nothing is recorded for this benchmark"

    def _recorded(self, cells: Mapping[str, Text], place: Place) -> None:
        """A metric that no column of the benchmark has is a slip, or the first of its kind."""
        cell, bench = cells.get("metric"), place.benchmark
        columns = [column for _, columns in self.recorded.boards.values() for column in columns]
        if cell is None or bench is None or not any(column.benchmark == bench.iri for column in columns):
            return
        if place.column is None:
            known = self._metrics_told(None, bench)
            self.findings.add("S26", cell.line, [cell], cell.text, known, f"{cell.text!r} is not; {known}")

    def _split(self, cells: Mapping[str, Text], bench: Bench) -> None:
        for name in ("split", "subset", "version"):
            cell = cells.get(name)
            own = getattr(bench, name)
            if cell is None or (own is not None and own.casefold() == cell.text.casefold()):
                continue
            unstated = own is None and name in bench.not_stated
            has = f"its source states no {name}" if unstated else f"it has {own!r}" if own else f"it has no {name}"
            told = f"the row says {name} {cell.text!r}, but of {bench.label} {has}"
            severity = "Warning" if unstated else None
            self.findings.add("S13", cell.line, [cell], cell.text, own or f"no {name}", told, severity=severity)

    def _direction(self, cell: Text | None, measure: Measure) -> None:
        if cell is None:
            return
        direction = parse_direction(cell.text)
        said = direction.value if direction else cell.text
        if said != measure.direction:
            told = f"{cell.text!r} for {measure.label}, which has {measure.direction}"
            self.findings.add("S21", cell.line, [cell], cell.text, measure.direction, told)

    def _normalized(
        self,
        row: Row,
        cells: Mapping[str, Text],
        number: Decimal | None,
        unit: Unit | None,
        measure: Measure,
        place: Place,
    ) -> Decimal | None:
        """The value in the canonical unit of its metric; None where that is not known."""
        if "unit" not in cells:
            recorded = place.column.unit if place.column else None
            told = f"no unit; the recorded values are in {recorded.rpartition('/')[2]}" if recorded else "no unit"
            self.findings.add("S10", row.line, [cells["value"]] if "value" in cells else [], "none", "a unit", told)
            return None
        if unit is None:
            return None
        iri = unit.iri or f"{self.recorded.base}unit/{unit.key}"
        if measure.admissible and iri not in measure.admissible:
            names = ", ".join(sorted(u.rpartition("/")[2] for u in measure.admissible))
            told = f"{measure.label} has {names}, not {unit.label}"
            self.findings.add("S9", row.line, [cells["unit"]], cells["unit"].text, names, told)
            return None
        if number is None or iri not in measure.admissible:
            return None
        factor = measure.admissible[iri]
        normalized = number * factor
        low, high = measure.minimum, measure.maximum
        if (low is not None and normalized < low) or (high is not None and normalized > high):
            least = lexical((low / factor).normalize()) if low is not None else "no least"
            most = lexical((high / factor).normalize()) if high is not None else "no most"
            told = f"{cells['value'].text} ({unit.label}) is outside {least} to {most} of {measure.label}"
            self.findings.add("S11", row.line, [cells["value"]], cells["value"].text, f"{least} to {most}", told)
            return None
        self.held.share(cells["value"], number, factor, place)
        return normalized
