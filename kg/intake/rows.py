"""What a file's cells would become, one row a cell: for a person to look at before anything is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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

    def dataset(self, benchmark: Benchmark) -> str:
        """The data sets of a benchmark."""
        labels = [c.label for key in benchmark.datasets for (_, k), c in self.done.nodes.concepts.items() if k == key]
        return ", ".join(dict.fromkeys(labels))

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
            if found := re.search(rf"(?<![\w@]){re.escape(name)}(?![\w@])", printed, re.IGNORECASE):
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
        declared = {declaration.key: declaration for declaration in leaderboard.declarations}
        order = {key: number for number, key in enumerate(declared)}
        found = [
            (place.line or 0, place.column or 0, result)
            for result in names.done.results[leaderboard.key]
            for place in result.places
        ]
        for line, column, result in sorted(found, key=lambda f: (f[0], f[1], order[f[2].declaration], f[2].key)):
            yield _row(names, tables.get(leaderboard.key, leaderboard.key), result, declared, line, column)


def _row(
    names: Namer, table: str, result: Result, declared: dict[str, MetricDeclaration], line: int, column: int
) -> dict[str, Any]:
    declaration = declared[result.declaration]
    benchmark = names.done.nodes.benchmarks[result.benchmark]
    metric = names.done.nodes.metrics[result.metric]
    filled = [*declaration.inferred, *(name for name in benchmark.inferred if name != "family"), *result.inferred]
    return {
        "table": table,
        "method": result.printed_method,
        "benchmark": names.benchmark(benchmark),
        "dataset": names.dataset(benchmark),
        "split": benchmark.split,
        "metric": names.metric(metric, declaration),
        "unit": names.unit(result.unit),
        "direction": str(LB[declaration.direction]),
        "value": lexical(result.value),
        "printed": result.printed,
        "uncertainty": _uncertainty(result),
        "line": line or None,
        "column": column or None,
        "inferred": list(dict.fromkeys(_INFERRED[name] for name in filled if name in _INFERRED)),
        "notes": _notes(result),
    }


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
