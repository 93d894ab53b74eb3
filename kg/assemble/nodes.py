"""The shared things that results point to, as they are met: each key once, whoever met it first."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kg.model import Access, Benchmark, Concept, ConceptKind, Method, Metric, Paper, Source, Unit
from kg.registry import Registry


@dataclass(slots=True)
class Nodes:
    """Things of a build by key. ``add_…`` takes the registry's word where it has one."""

    methods: dict[str, Method] = field(default_factory=dict)
    metrics: dict[str, Metric] = field(default_factory=dict)
    benchmarks: dict[str, Benchmark] = field(default_factory=dict)
    papers: dict[str, Paper] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    concepts: dict[tuple[ConceptKind, str], Concept] = field(default_factory=dict)

    def add_method(self, method: Method) -> None:
        """Take in a method; what is known of it already stays."""
        mine = self.methods.setdefault(method.key, method)
        if mine is method:
            return
        spellings = tuple(sorted({*mine.alt_labels, *method.alt_labels} - {mine.label}))
        access = _agreed(mine.access, method.access)
        if spellings != mine.alt_labels or access != mine.access:
            self.methods[method.key] = replace(mine, alt_labels=spellings, access=access)

    def merge(self, other: Nodes) -> None:
        """Take in the things of another page; equal keys are the same thing."""
        for method in other.methods.values():
            self.add_method(method)
        for key, paper in other.papers.items():
            mine_paper = self.papers.setdefault(key, paper)
            identifiers = sorted({*mine_paper.identifiers, *paper.identifiers})
            self.papers[key] = replace(mine_paper, identifiers=tuple(identifiers))
        self.metrics = {**other.metrics, **self.metrics}
        self.benchmarks = {**other.benchmarks, **self.benchmarks}
        self.units = {**other.units, **self.units}
        self.sources = {**other.sources, **self.sources}
        self.concepts = {**other.concepts, **self.concepts}

    def close(self, registry: Registry) -> None:
        """Add what the things met so far point to, from the registry, until nothing is missing."""
        size = -1
        while size != (size := self._size()):
            for method in list(self.methods.values()):
                for key in self._methods_of(method):
                    self.methods.setdefault(key, registry.methods[key])
                self._concept(ConceptKind.METHOD_FAMILY, method.family, registry)
                self._paper(method.introduced_in, registry)
            for metric in list(self.metrics.values()):
                for key in [p.metric for p in metric.aggregates] + ([metric.broader] if metric.broader else []):
                    self.metrics.setdefault(key, registry.metrics[key])
                for key in {*metric.admissible_units, *([metric.canonical_unit] if metric.canonical_unit else [])}:
                    if key in registry.units:
                        self.units.setdefault(key, registry.units[key])
                self._paper(metric.introduced_in, registry)
            for benchmark in list(self.benchmarks.values()):
                if benchmark.part_of and benchmark.part_of not in self.benchmarks:
                    self.benchmarks[benchmark.part_of] = registry.benchmarks[benchmark.part_of]
                for task in benchmark.tasks:
                    self._concept(ConceptKind.TASK, task, registry)
                for dataset in benchmark.datasets:
                    self._concept(ConceptKind.DATASET, dataset, registry)
                for domain in benchmark.domains:
                    self._concept(ConceptKind.DOMAIN, domain, registry)
                self._concept(ConceptKind.FAMILY, benchmark.family, registry)
                self._paper(benchmark.introduced_in, registry)
            for concept in list(self.concepts.values()):
                for key in concept.broader:
                    self._concept(concept.kind, key, registry)
                self._paper(concept.introduced_in, registry)

    def _size(self) -> int:
        kinds = (self.methods, self.metrics, self.benchmarks, self.papers, self.units, self.concepts)
        return sum(len(kind) for kind in kinds)

    @staticmethod
    def _methods_of(method: Method) -> list[str]:
        lineage = (*method.derived_from, *method.fine_tuned_from, *method.quantized_from)
        return [component.method for component in method.components] + list(lineage)

    def _concept(self, kind: ConceptKind, key: str | None, registry: Registry) -> None:
        if key is not None and (kind, key) not in self.concepts:
            self.concepts[kind, key] = registry.concepts[kind, key]

    def _paper(self, key: str | None, registry: Registry) -> None:
        if key is not None and key not in self.papers:
            self.papers[key] = registry.papers[key]


def _agreed(one: Access | None, other: Access | None) -> Access | None:
    """The common word of two pages; where they differ, neither."""
    if one is None or other is None:
        return one or other
    return one if one == other else None
