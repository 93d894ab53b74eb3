"""Results with all the conditions that they hold for, read from a graph.

Keys are IRIs in full here, so that the objects of :mod:`kg.model` say what the graph says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from kg.model import Basis, Benchmark, Direction, Metric, Setting, Status, Unit
from kg.review.facts import place_order
from kg.terms import DCTERMS, LB, QUDT, SCHEMA

NO_SETTINGS = "no settings recorded"
NO_DATE = "date not recorded"
NO_COVERAGE = "coverage not stated"


class Graph(Protocol):
    """What is needed of a graph: the values of properties, with every printed digit."""

    base: str
    prefixes: dict[str, str]

    def objects(self, subject: str, predicate: str) -> list[str]:
        """The values of a property."""

    def one(self, subject: str | None, predicate: str) -> str | None:
        """The value of a property that has at most one."""

    def subjects(self, predicate: str, object_: str, *, text: bool = False) -> list[str]:
        """The nodes that point to a node by a property."""

    def of_class(self, class_: str) -> list[str]:
        """All nodes of a class."""

    def has(self, node: str) -> bool:
        """True when the graph says something of a node."""

    def label(self, node: str) -> str:
        """The label of a node."""

    def curie(self, iri: str) -> str:
        """An IRI with its prefix."""

    def kind_key(self, iri: str) -> tuple[str, str]:
        """Kind and key of a data IRI."""


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A flag in short."""

    kind: str
    severity: str
    message: str


@dataclass(frozen=True, slots=True)
class Board:
    """The leaderboard of a result, with what every answer must say of it."""

    iri: str
    label: str
    as_of: str = NO_DATE
    coverage: str = NO_COVERAGE


@dataclass(frozen=True, slots=True)
class Recorded:
    """One result and its fine print.

    ``settings`` are () where the source records none. ``group_board`` is the leaderboard that the
    comparison group is confined to, if it is. ``ambiguous`` names the conditions (version, split)
    that the benchmark leaves open although several are known. ``inferred`` names what was filled in.
    """

    iri: str
    method: str
    method_label: str
    printed_method: str
    benchmark: Benchmark
    metric: Metric
    value: Decimal
    printed: str
    unit: Unit | None
    normalized: Decimal | None
    canonical: Unit | None
    settings: tuple[Setting, ...]
    group: str
    basis: Basis
    group_board: str | None
    board: Board
    status: Status
    places: tuple[str, ...]
    paper: str | None = None
    paper_label: str | None = None
    date: str | None = None
    uncertainty: Decimal | None = None
    excluded: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    inferred: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()
    reproduces: tuple[str, ...] = ()
    copied_from: tuple[str, ...] = ()
    copied_from_paper: str | None = None

    @property
    def config_label(self) -> str:
        """The recorded settings in one line."""
        return ", ".join(f"{s.name}={s.value}" for s in self.settings) or NO_SETTINGS

    @property
    def left_out(self) -> str | None:
        """Why the result takes no part in a ranking; None where it does."""
        if self.status is Status.COPIED:
            return "a copy of another result"
        return f"excluded: {', '.join(self.excluded)}" if self.excluded else None


class Reader:
    """Reads results from a graph; shared things are read once."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._benchmarks: dict[str, Benchmark] = {}
        self._metrics: dict[str, Metric] = {}
        self._units: dict[str, Unit] = {}
        self._boards: dict[str, Board] = {}
        self._groups: dict[str, tuple[Basis, str | None]] = {}
        self._settings: dict[str, tuple[Setting, ...]] = {}
        self._ambiguous: dict[str, tuple[str, ...]] = {}
        self._inferred: dict[str, tuple[str, ...]] = {}
        self._findings: dict[str, tuple[Finding, ...]] = {}

    def of(self, predicate: str, node: str) -> tuple[Recorded, ...]:
        """The results that have a node as their method, benchmark, comparison group …, in page order."""
        return self.read(self.graph.subjects(predicate, node))

    def read(self, results: Iterable[str]) -> tuple[Recorded, ...]:
        """Results by their IRIs, in page order."""
        return tuple(sorted(map(self._result, results), key=page_order))

    def _result(self, iri: str) -> Recorded:
        graph = self.graph
        found: dict[str, str] = {}
        for name in (LB.method, LB.benchmark, LB.metric, LB.leaderboard, LB.declaration, LB.comparisonGroup):
            found[name] = graph.one(iri, name) or ""
        benchmark, metric = self.benchmark(found[LB.benchmark]), self.metric(found[LB.metric])
        unit = graph.one(iri, LB.unit)
        normalized = graph.one(iri, LB.normalizedValue)
        uncertainty = graph.one(iri, LB.uncertainty)
        config = graph.one(iri, LB.config)
        paper = graph.one(iri, LB.reportedIn)
        basis, group_board = self._group(found[LB.comparisonGroup])
        declaration = found[LB.declaration]
        return Recorded(
            iri=iri,
            method=found[LB.method],
            method_label=graph.label(found[LB.method]),
            printed_method=graph.one(iri, LB.printedMethod) or "",
            benchmark=benchmark,
            metric=metric,
            value=Decimal(graph.one(iri, LB.value) or "0"),
            printed=graph.one(iri, LB.printedValue) or "",
            unit=self.unit(unit) if unit else None,
            normalized=Decimal(normalized) if normalized is not None else None,
            canonical=self.unit(metric.canonical_unit) if metric.canonical_unit else None,
            settings=self._config(config) if config else (),
            group=found[LB.comparisonGroup],
            basis=basis,
            group_board=group_board,
            board=self.board(found[LB.leaderboard]),
            status=Status(_local(graph.one(iri, LB.reproductionStatus)) or Status.UNKNOWN),
            places=tuple(sorted(graph.objects(iri, LB.sourceLocator), key=place_order)),
            paper=paper,
            paper_label=graph.label(paper) if paper else None,
            date=graph.one(iri, LB.resultDate),
            uncertainty=Decimal(uncertainty) if uncertainty is not None else None,
            excluded=tuple(_local(reason) for reason in graph.objects(iri, LB.excludedBecause)),
            findings=(*self._flags(iri), *self._flags(declaration)),
            inferred=tuple(sorted({*self._filled_in(iri), *self._filled_in(declaration)})),
            ambiguous=self._open(benchmark),
            reproduces=tuple(graph.objects(iri, LB.reproduces)),
            copied_from=tuple(graph.objects(iri, LB.copiedFrom)),
            copied_from_paper=graph.one(iri, LB.copiedFromPaper),
        )

    def benchmark(self, iri: str) -> Benchmark:
        """A benchmark; data sets, tasks and family are IRIs."""
        if iri not in self._benchmarks:
            graph = self.graph
            self._benchmarks[iri] = Benchmark(
                key=iri,
                label=graph.label(iri),
                tasks=tuple(graph.objects(iri, LB.task)),
                datasets=tuple(graph.objects(iri, LB.dataset)),
                family=graph.one(iri, LB.family) or "",
                version=graph.one(iri, LB.version),
                split=graph.one(iri, LB.split),
                subset=graph.one(iri, LB.subset),
                part_of=graph.one(iri, LB.partOf),
                not_stated=tuple(_local(name) for name in graph.objects(iri, LB.notStated)),
            )
        return self._benchmarks[iri]

    def metric(self, iri: str) -> Metric:
        """A metric; units are IRIs."""
        if iri not in self._metrics:
            graph = self.graph
            target = graph.one(iri, LB.target)
            self._metrics[iri] = Metric(
                key=iri,
                label=graph.label(iri),
                direction=Direction(_local(graph.one(iri, LB.direction)) or Direction.UNKNOWN),
                canonical_unit=graph.one(iri, LB.canonicalUnit),
                admissible_units=tuple(graph.objects(iri, LB.admissibleUnit)),
                target=Decimal(target) if target is not None else None,
                broader=graph.one(iri, LB.broaderMetric),
                parameters=self._all_settings(graph.objects(iri, LB.parameter)),
            )
        return self._metrics[iri]

    def unit(self, iri: str) -> Unit:
        """A unit with its multiplier."""
        if iri not in self._units:
            multiplier = self.graph.one(iri, QUDT.conversionMultiplier)
            self._units[iri] = Unit(iri, self.graph.label(iri), iri, Decimal(multiplier or 1), "")
        return self._units[iri]

    def board(self, iri: str) -> Board:
        """A leaderboard with its date and coverage."""
        if iri not in self._boards:
            graph = self.graph
            as_of = graph.one(iri, DCTERMS.modified)
            coverage = graph.one(iri, LB.coverageSummary)
            self._boards[iri] = Board(iri, graph.label(iri), as_of[:10] if as_of else NO_DATE, coverage or NO_COVERAGE)
        return self._boards[iri]

    def _group(self, iri: str) -> tuple[Basis, str | None]:
        if iri not in self._groups:
            basis = _local(self.graph.one(iri, LB.basis))
            board = self.graph.one(iri, LB.ofLeaderboard)
            self._groups[iri] = (Basis(basis or Basis.AS_PUBLISHED_TOGETHER), board)
        return self._groups[iri]

    def _config(self, iri: str) -> tuple[Setting, ...]:
        if iri not in self._settings:
            self._settings[iri] = self._all_settings(self.graph.objects(iri, LB.setting))
        return self._settings[iri]

    def _all_settings(self, iris: Iterable[str]) -> tuple[Setting, ...]:
        graph = self.graph
        return tuple(sorted(Setting(graph.one(i, SCHEMA.name) or "", graph.one(i, SCHEMA.value) or "") for i in iris))

    def _open(self, benchmark: Benchmark) -> tuple[str, ...]:
        """Version and split, where the benchmark does not state it and several are known of its data set."""
        if benchmark.key not in self._ambiguous:
            known: dict[str, set[str]] = {"version": set(), "split": set()}
            for dataset in benchmark.datasets:
                for other in map(self.benchmark, self.graph.subjects(LB.dataset, dataset)):
                    if set(other.tasks) & set(benchmark.tasks):
                        known["version"] |= {other.version} if other.version else set()
                        known["split"] |= {other.split} if other.split else set()
            missing = [name for name in ("version", "split") if name in benchmark.not_stated]
            # The registry may know versions that no page has results of: then all that is missing is named.
            self._ambiguous[benchmark.key] = tuple(n for n in missing if len(known[n]) > 1) or tuple(missing)
        return self._ambiguous[benchmark.key]

    def _filled_in(self, node: str) -> tuple[str, ...]:
        if node not in self._inferred:
            self._inferred[node] = tuple(_local(name) for name in self.graph.objects(node, LB.inferred))
        return self._inferred[node]

    def _flags(self, node: str) -> tuple[Finding, ...]:
        if node not in self._findings:
            graph = self.graph
            self._findings[node] = tuple(
                sorted(
                    Finding(
                        _local(graph.one(flag, LB.flagKind)),
                        _local(graph.one(flag, LB.severity)),
                        graph.one(flag, LB.message) or "",
                    )
                    for flag in graph.objects(node, LB.flag)
                )
            )
        return self._findings[node]


def page_order(result: Recorded) -> tuple[object, ...]:
    """Sort key: by page, line and cell, then by IRI."""
    return (place_order(result.places[0]) if result.places else ("", ()), result.iri)


def _local(iri: str | None) -> str:
    return (iri or "").rpartition("#")[2].rpartition("/")[2]


def labels(graph: Graph, iris: Iterable[str]) -> str:
    """The labels of some nodes in one line."""
    return "; ".join(sorted(map(graph.label, iris)))


__all__ = ["NO_COVERAGE", "NO_DATE", "NO_SETTINGS", "Board", "Finding", "Graph", "Reader", "Recorded", "labels"]
