"""What a file's cells would become, one row a cell: for a person to look at before anything is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from json.encoder import encode_basestring as _text
from operator import itemgetter
from typing import Any

from kg.assemble.leaderboards import Assembly
from kg.errors import Problem
from kg.iris import Iris
from kg.model import Benchmark, Metric, MetricDeclaration, Result, UncertaintyKind
from kg.normalise.values import lexical
from kg.registry import Registry
from kg.terms import DATA_BASE, LB
from kg.wording.names import NameFinder

_INFERRED = {
    "declaredUnit": "unit",
    "declaredDirection": "direction",
    "ofMetric": "metric",
    "columnName": "column",
    "dataset": "dataset",
    "split": "split",
    "subset": "subset",
    "task": "task",
    "version": "version",
    "scale": "value",
    "method": "method",
}
_KINDS = {
    UncertaintyKind.STANDARD_DEVIATION: "standard deviation",
    UncertaintyKind.STANDARD_ERROR: "standard error",
    UncertaintyKind.CONFIDENCE_INTERVAL: "confidence interval",
    UncertaintyKind.UNKNOWN: "uncertainty of unknown kind",
}


@dataclass(frozen=True, slots=True)
class Namer:
    """How things of one assembly are called in rows."""

    done: Assembly
    registry: Registry
    finder: NameFinder
    iris: Iris
    labels: dict[str, list[str]] = field(default_factory=dict)

    def dataset(self, benchmark: Benchmark) -> str:
        """The data sets of a benchmark."""
        if not self.labels:
            for (_, key), concept in self.done.nodes.concepts.items():
                self.labels.setdefault(key, []).append(concept.label)
        return ", ".join(dict.fromkeys(label for key in benchmark.datasets for label in self.labels.get(key, ())))

    def benchmark(self, benchmark: Benchmark) -> str:
        """Data set, version and part: "U-MRG-14K / Abdomen"."""
        name = self.dataset(benchmark)
        if benchmark.version and benchmark.version not in name:
            name = f"{name} {benchmark.version}"
        return f"{name} / {benchmark.subset}" if benchmark.subset else name

    def metric(self, metric: Metric, declaration: MetricDeclaration) -> str:
        """The metric as the source spells it, where it does; else as the registry calls it."""
        printed = re.sub(r"(?<=[a-z])_at_(?=\d)", "@", declaration.column_name or "")
        spelled = [name for name in self.finder.spellings_of(metric) if "(" not in name]
        for name in sorted(spelled, key=len, reverse=True):
            spaced = re.escape(name).replace("\\ ", "[ _-]")
            if found := re.search(rf"(?<![\w@]){spaced}(?![\w@])", printed, re.IGNORECASE):
                return found[0]
        return metric.label

    def unit(self, key: str | None) -> str | None:
        """The IRI of a unit."""
        if key is None:
            return None
        unit = self.done.nodes.units.get(key) or self.registry.units[key]
        return unit.iri or self.iris("unit", unit.key)


def namer(done: Assembly, registry: Registry, finder: NameFinder, base: str = DATA_BASE) -> Namer:
    """The names of one assembly."""
    return Namer(done, registry, finder, Iris(base))


def result_rows(names: Namer, tables: dict[str, str]) -> Iterator[dict[str, Any]]:
    """One row for each cell that became a result; ``tables`` are the names of leaderboards by key."""
    for leaderboard in names.done.leaderboards:
        table = tables.get(leaderboard.key, leaderboard.key)
        declared = {declaration.key: declaration for declaration in leaderboard.declarations}
        order = {key: number for number, key in enumerate(declared)}
        shared: dict[tuple[str, str, str, str | None, tuple[str, ...]], dict[str, Any]] = {}
        found = [
            (place.line or 0, place.column or 0, order[result.declaration], result.key, result)
            for result in names.done.results[leaderboard.key]
            for place in result.places
        ]
        found.sort(key=itemgetter(0, 1, 2, 3))
        for line, column, _, _, result in found:
            told = (result.declaration, result.benchmark, result.metric, result.unit, result.inferred)
            same = shared.get(told)
            if same is None:
                same = shared[told] = _shared(names, table, result, declared[result.declaration])
            yield _row(same, result, line, column)


def _shared(names: Namer, table: str, result: Result, declaration: MetricDeclaration) -> dict[str, Any]:
    """What all rows of one column say, in the order of a row; the fields of the single cell stay open."""
    benchmark = names.done.nodes.benchmarks[result.benchmark]
    metric = names.done.nodes.metrics[result.metric]
    filled = [*declaration.inferred, *(name for name in benchmark.inferred if name != "family"), *result.inferred]
    return {
        "table": table,
        "method": "",
        "benchmark": names.benchmark(benchmark),
        "dataset": names.dataset(benchmark),
        "split": benchmark.split,
        "metric": names.metric(metric, declaration),
        "unit": names.unit(result.unit),
        "direction": str(LB[declaration.direction]),
        "value": "",
        "printed": "",
        "uncertainty": None,
        "line": None,
        "column": None,
        "inferred": list(dict.fromkeys(_INFERRED[name] for name in filled if name in _INFERRED)),
        "notes": [],
    }


def _row(shared: dict[str, Any], result: Result, line: int, column: int) -> dict[str, Any]:
    row = shared.copy()
    row["method"] = result.printed_method
    row["value"] = lexical(result.value)
    row["printed"] = result.printed
    row["uncertainty"] = _uncertainty(result)
    row["line"] = line or None
    row["column"] = column or None
    row["inferred"] = row["inferred"].copy()
    row["notes"] = _notes(result)
    return row


def json_row(row: dict[str, Any]) -> str:
    """A row of :func:`result_rows` as :func:`json.dumps` writes it, and several times as quickly."""
    return (
        f'{{"table": {_text(row["table"])}, "method": {_text(row["method"])}, "benchmark": {_text(row["benchmark"])}, '
        f'"dataset": {_text(row["dataset"])}, "split": {_optional(row["split"])}, "metric": {_text(row["metric"])}, '
        f'"unit": {_optional(row["unit"])}, "direction": {_text(row["direction"])}, "value": "{row["value"]}", '
        f'"printed": {_text(row["printed"])}, "uncertainty": {_optional(row["uncertainty"])}, '
        f'"line": {_count(row["line"])}, "column": {_count(row["column"])}, '
        f'"inferred": [{", ".join(map(_text, row["inferred"]))}], "notes": [{", ".join(map(_text, row["notes"]))}]}}'
    )


def _optional(text: str | None) -> str:
    return "null" if text is None else _text(text)


def _count(number: int | None) -> str:
    return "null" if number is None else str(number)


def _uncertainty(result: Result) -> str | None:
    if result.uncertainty is not None:
        return lexical(result.uncertainty)
    if result.lower is not None and result.upper is not None:
        return f"[{lexical(result.lower)}, {lexical(result.upper)}]"
    return None


def _notes(result: Result) -> list[str]:
    """Everything else that is kept with the result, as text."""
    notes = [f"setting {setting.name} = {setting.value}" for setting in result.settings]
    if result.uncertainty is not None or result.lower is not None:
        level = f", level {lexical(result.confidence_level)}" if result.confidence_level is not None else ""
        notes.append(_KINDS[result.uncertainty_kind] + level)
    if result.sample_size is not None:
        notes.append(f"items: {result.sample_size}")
    if result.run_count is not None:
        notes.append(f"runs: {result.run_count}")
    notes += [f"{note.name}: {note.value}" for note in result.notes]
    if result.reported_in:
        notes.append(f"reported in {result.reported_in}")
    if result.result_date:
        notes.append(f"date: {result.result_date}")
    if result.status != "StatusUnknown":
        notes.append(f"status: {result.status}")
    notes += [f"check: {check}" for check in result.checks]
    if result.statement:
        notes.append(result.statement)
    return notes


def reject_rows(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """The cells that became no result, each with its reason."""
    return [
        {
            "line": problem.place.line,
            "column": problem.place.column,
            "printed": problem.printed,
            "rule": problem.rule,
            "reason": problem.reason,
        }
        for problem in problems
        if problem.is_reject
    ]


def resource_rows(names: Namer, tables: dict[str, str]) -> list[dict[str, Any]]:
    """Sizes and costs that are printed with methods: kept, but no scores."""
    return [
        {
            "table": tables.get(resource.leaderboard, resource.leaderboard),
            "method": resource.method,
            "name": resource.name,
            "printed": resource.printed,
            "line": resource.place.line,
            "column": resource.place.column,
        }
        for resource in names.done.resources
    ]
