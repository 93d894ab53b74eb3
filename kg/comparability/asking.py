"""One call for what a person asks by name: methods, benchmark, metric, unit -> an answer in any form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kg.comparability.names import benchmarks_of, find_benchmark, find_method, find_metric, find_unit
from kg.comparability.records import Graph, Reader
from kg.comparability.sidebyside import OnBenchmark, SideBySide, compare_benchmark, compare_methods
from kg.comparability.tabular import MEMBER_COLUMNS, PAIR_COLUMNS, member_rows, method_rows, to_csv
from kg.comparability.telling import benchmark_dict, benchmark_text, methods_dict, methods_text
from kg.errors import KgError
from kg.model import Unit
from kg.terms import LB


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
