"""One call for what a person asks by name: methods, benchmark, metric, unit -> an answer in any form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from kg.comparability.averages import MeanRefused, Means, means
from kg.comparability.conflicts import Conflicts, find_conflicts
from kg.comparability.listing import (
    CONFLICT_COLUMNS,
    MEAN_COLUMNS,
    conflict_rows,
    conflicts_dict,
    conflicts_text,
    mean_rows,
    means_dict,
    means_text,
)
from kg.comparability.names import benchmarks_of, find_benchmark, find_method, find_metric, find_unit
from kg.comparability.records import Graph, Reader
from kg.comparability.sidebyside import OnBenchmark, SideBySide, compare_benchmark, compare_methods
from kg.comparability.tabular import MEMBER_COLUMNS, PAIR_COLUMNS, member_rows, method_rows, to_csv
from kg.comparability.telling import benchmark_dict, benchmark_text, methods_dict, methods_text
from kg.errors import KgError
from kg.model import Unit
from kg.terms import LB


@dataclass(frozen=True, slots=True)
class MeansOver:
    """Means over the parts of a benchmark, or over the benchmarks of a family or data set."""

    found: tuple[Means, ...]

    def to_text(self) -> str:
        """Plain text of at most 100 columns."""
        return means_text(self.found)

    def to_dict(self) -> list[dict[str, Any]]:
        """Plain data: numbers as exact texts, IRIs in full."""
        return means_dict(self.found)

    def to_csv(self) -> str:
        """One row a method."""
        return to_csv(MEAN_COLUMNS, mean_rows(self.found))


@dataclass(frozen=True, slots=True)
class ConflictList:
    """Conflicts, reruns and copies: ``found`` as objects, and the same as text, plain data or CSV."""

    found: Conflicts

    def to_text(self) -> str:
        """Plain text of at most 100 columns."""
        return conflicts_text(self.found)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: numbers as exact texts, IRIs in full."""
        return conflicts_dict(self.found)

    def to_csv(self) -> str:
        """One row a result."""
        return to_csv(CONFLICT_COLUMNS, conflict_rows(self.found))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The answer to one call: ``found`` as objects, and the same as text, plain data or CSV."""

    found: SideBySide | OnBenchmark
    unit: Unit | None = None

    @property
    def is_empty(self) -> bool:
        """True when nothing at all was found."""
        if isinstance(self.found, SideBySide):
            return not self.found.meetings and not self.found.apart
        return not self.found.groups

    def to_text(self) -> str:
        """Plain text of at most 100 columns."""
        if isinstance(self.found, SideBySide):
            return methods_text(self.found, self.unit)
        return benchmark_text(self.found, self.unit)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: numbers as exact texts, IRIs in full."""
        return methods_dict(self.found) if isinstance(self.found, SideBySide) else benchmark_dict(self.found)

    def to_csv(self) -> str:
        """One row a pair of results (two methods) or a member of a group (a benchmark)."""
        if isinstance(self.found, SideBySide):
            return to_csv(PAIR_COLUMNS, method_rows(self.found))
        return to_csv(MEMBER_COLUMNS, member_rows(self.found))


def ask(
    graph: Graph,
    methods: Sequence[str] = (),
    *,
    benchmark: str | None = None,
    metric: str | None = None,
    parts: bool = False,
    unit: str | None = None,
) -> Comparison:
    """Compare two methods, or all methods of a benchmark, by the names that a person gives.

    Raises KgError, with suggestions, for a name that means nothing or several things.
    """
    also = Reader(graph).unit(find_unit(graph, unit)) if unit else None
    node = find_benchmark(graph, benchmark) if benchmark else None
    chosen, left_out = benchmarks_of(graph, node, parts=parts or bool(methods)) if node else ([], 0)
    used = {graph.one(r, LB.metric) or "" for each in chosen for r in graph.subjects(LB.benchmark, each)} or None
    measure = find_metric(graph, metric, used) if metric else None
    if len(methods) == 2:
        a, b = (find_method(graph, name) for name in methods)
        return Comparison(compare_methods(graph, a, b, benchmarks=chosen, metric=measure), also)
    if methods or node is None:
        raise KgError("name two methods, or a benchmark alone")
    return Comparison(compare_benchmark(graph, node, chosen, metric=measure, parts=left_out), also)


def ask_means(graph: Graph, benchmark: str, *, metric: str | None = None) -> MeansOver:
    """Means over the parts of a benchmark, or over the whole benchmarks of a family or data set.

    Raises KgError for a name that means nothing, and MeanRefused where things are unlike.
    """
    node = find_benchmark(graph, benchmark)
    chosen, _ = benchmarks_of(graph, node)
    if len(chosen) == 1:
        chosen = graph.subjects(LB.partOf, chosen[0])
        if not chosen:
            raise MeanRefused(f"{graph.label(node)} has no parts: a mean over tasks needs several")
    reader = Reader(graph)
    results = [result for each in chosen for result in reader.of(LB.benchmark, each)]
    if metric:
        measure = find_metric(graph, metric, {result.metric.key for result in results})
        results = [result for result in results if result.metric.key == measure]
    return MeansOver(means(results, [reader.benchmark(each) for each in chosen]))


def ask_conflicts(
    graph: Graph, *, method: str | None = None, benchmark: str | None = None, more_than: str | Decimal | None = None
) -> ConflictList:
    """Methods with several values under the same conditions; ``more_than`` is in the canonical unit."""
    least = None
    if more_than is not None:
        if not re.fullmatch(r"[0-9]{1,18}(\.[0-9]{1,18})?", str(more_than)):
            raise KgError(f"--more-than wants a decimal number such as 0.01, not {str(more_than)!r}")
        least = Decimal(more_than)
    chosen: list[str] = []
    if benchmark:
        chosen, _ = benchmarks_of(graph, find_benchmark(graph, benchmark), parts=True)
    named = find_method(graph, method) if method else None
    return ConflictList(find_conflicts(graph, method=named, benchmarks=chosen, more_than=least))
