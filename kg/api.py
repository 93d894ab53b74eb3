"""The Python interface: build a graph, look at its results, ask it questions, check RDF.

>>> import kg
>>> g = kg.build("data")
>>> g.results()[["method_label", "value", "unit"]]
>>> g.query("models-on-several-medical-benchmarks")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kg.validation as checking
from kg.comparability import Comparison, ConflictList, MeansOver, ask, ask_conflicts, ask_means
from kg.errors import Problem
from kg.export.formats import data_prefixes, union_lines
from kg.export.lookup import SortedLines
from kg.export.tables import result_rows, to_pandas
from kg.pipeline.publish import Outcome, fingerprint, write
from kg.pipeline.road import Built, run
from kg.query import Table, Triples, bind, find_question
from kg.query import run as run_query
from kg.query.tables import to_frame
from kg.review import GraphFacts
from kg.settings import base_iri as base_of_settings
from kg.store import memory_store

if TYPE_CHECKING:
    from decimal import Decimal

    import pandas as pd
    import pyoxigraph as ox
    import rdflib


@dataclass(frozen=True)
class Graph:
    """A built graph. It is checked: see :attr:`report` and :attr:`rejects` before you rely on it."""

    built: Built
    outcome: Outcome | None = field(default=None, compare=False)

    @property
    def report(self) -> checking.Report:
        """The verdict of the shapes."""
        return self.built.report

    @property
    def rejects(self) -> tuple[Problem, ...]:
        """Value cells that did not become results, each with place, reason and remedy."""
        return self.built.rejects

    def results(self) -> pd.DataFrame:
        """One row a result; ``value`` holds exact Decimals, what is absent is null."""
        return to_pandas(list(result_rows(self.built.collection, self.built.base)))

    def query(self, query: str, /, **parameters: str) -> pd.DataFrame | bool | tuple[ox.Triple, ...]:
        """Answer a named question (slug or ``cqNN``) or a SPARQL query.

        SELECT gives a DataFrame (numbers as Decimal, IRIs and texts as str, unbound as null), ASK a
        bool, CONSTRUCT and DESCRIBE triples. Raises QueryError.
        """
        text = query if any(mark in query for mark in "{}\n ") else self._question(query, parameters)
        answer = run_query(self._store, text)
        if isinstance(answer, Table):
            return to_frame(answer)
        return answer.triples if isinstance(answer, Triples) else answer

    def graph(self) -> rdflib.Dataset:
        """The graph as an rdflib Dataset with one named graph a leaderboard; every printed digit kept."""
        dataset = checking.parse_exact("".join(self.built.quads), "nquads")
        for prefix, namespace in data_prefixes(self.built.base).items():
            dataset.bind(prefix, namespace)
        return dataset

    def compare(
        self,
        *methods: str,
        benchmark: str | None = None,
        metric: str | None = None,
        parts: bool = False,
        unit: str | None = None,
    ) -> Comparison:
        """Compare two methods, or all methods of a benchmark, inside comparison groups only.

        Names are labels, printed spellings, CURIEs or IRIs. The answer holds who is ahead by how much
        and, where results only look alike, what keeps them apart; it prints as ``to_text()``. Raises
        KgError, with suggestions, for a name that means nothing.
        """
        return ask(self._facts, methods, benchmark=benchmark, metric=metric, parts=parts, unit=unit)

    def conflicts(
        self, *, method: str | None = None, benchmark: str | None = None, more_than: str | Decimal | None = None
    ) -> ConflictList:
        """Methods with several values under the same conditions, reruns and copies; nothing is resolved."""
        return ask_conflicts(self._facts, method=method, benchmark=benchmark, more_than=more_than)

    def means(self, benchmark: str, *, metric: str | None = None) -> MeansOver:
        """Means over the parts of a benchmark, or the benchmarks of a family, each as "k of n".

        Raises MeanRefused, a KgError, where metrics, units or directions are unlike.
        """
        return ask_means(self._facts, benchmark, metric=metric)

    def _question(self, name: str, parameters: Mapping[str, str]) -> str:
        return bind(find_question(name), parameters, base=self.built.base)

    @cached_property
    def _facts(self) -> GraphFacts:
        lines = "".join(union_lines(self.built.quads)).encode()
        return GraphFacts(self._store, self.built.base, SortedLines(lines))

    @cached_property
    def _store(self) -> ox.Store:
        return memory_store("".join(self.built.quads).encode())


def build(
    sources: str | Path | Iterable[str | Path] = "data",
    out: str | Path | None = None,
    *,
    registry: str | Path | None = None,
    base_iri: str | None = None,
    accept_findings: bool = False,
) -> Graph:
    """Build a graph from a data folder, source folders or page files.

    Writes nothing when ``out`` is None; else a version below ``out``, which becomes the current
    one when it has no violation and no reject (or ``accept_findings``). Raises KgError where a
    call or a file is unusable; a bad row is no error but a reject.
    """
    paths = [Path(sources)] if isinstance(sources, str | Path) else [Path(path) for path in sources]
    known = Path(registry) if registry is not None else None
    base = base_iri or base_of_settings()
    built = run(paths, known, base, None if out is None else Path(out))
    if out is None:
        return Graph(built)
    return Graph(built, write(built, Path(out), fingerprint(paths, known, base), accept_findings=accept_findings))


def validate(data: str | Path | rdflib.Graph | rdflib.Dataset, *, engine: checking.Engine = "auto") -> checking.Report:
    """Check RDF against the shapes: an rdflib graph, or a file (by its suffix .ttl, .nt, .nq, .trig, .jsonld).

    ``engine`` is "fast", "pyshacl", or "auto": the fast one, unless the shapes hold what it does not
    know. The report is the same.
    """
    known = checking.table_of_file(Path(data)) if isinstance(data, str | Path) else data
    return checking.validate(known, engine=engine)


__all__: list[Any] = ["Graph", "build", "validate"]
