"""The registry in memory: model objects by key, and look-ups by what sources print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from kg.errors import Place
from kg.model import Benchmark, Certainty, Concept, ConceptKind, Method, Metric, Paper, Unit
from kg.registry.datasets import Habit
from kg.registry.sssom import Mapping as SssomMapping


@dataclass(frozen=True, slots=True)
class Withheld:
    """A recorded fact that is not certain enough for the graph."""

    subject: str
    property: str
    value: str
    certainty: Certainty
    evidence: str
    place: Place


@dataclass(frozen=True)
class Registry:
    """What a registry folder holds. ``…_names`` map a printed name to a key.

    ``withheld`` are recorded facts that stay out of the graph for lack of certainty, ``mappings``
    all rows of ``methods.sssom.tsv``, those that merge nothing included.
    """

    units: Mapping[str, Unit]
    metrics: Mapping[str, Metric]
    methods: Mapping[str, Method]
    concepts: Mapping[tuple[ConceptKind, str], Concept]
    benchmarks: Mapping[str, Benchmark]
    papers: Mapping[str, Paper]
    unit_names: Mapping[str, str]
    metric_names: Mapping[str, str]
    method_names: Mapping[str, str]
    site_ids: Mapping[str, str]
    non_names: frozenset[str]
    column_roles: Mapping[str, str]
    row_groups: Mapping[str, tuple[str, str]]
    dataset_names: Mapping[str, str]
    habits: Mapping[str, Habit]
    aggregate_rows: frozenset[str]
    withheld: tuple[Withheld, ...] = ()
    mappings: tuple[SssomMapping, ...] = ()

    def unit(self, spelling: str) -> Unit | None:
        """The unit of that name, key, IRI or QUDT name, in any case where that is unambiguous."""
        key = _find(spelling, self.unit_names, self._folded_units)
        return self.units[key] if key else None

    def is_unit(self, spelling: str) -> bool:
        """True for the exact spelling of a unit (a folded one may be another word)."""
        return spelling.strip() in self.unit_names

    def metric(self, name: str) -> Metric | None:
        """The metric that this name means anywhere, in any case where that is unambiguous."""
        key = _find(name, self.metric_names, self._folded_metrics)
        return self.metrics[key] if key else None

    def method(self, spelling: str) -> Method | None:
        """The method that a row of ``methods.sssom.tsv`` gives for exactly this spelling."""
        key = self.method_names.get(spelling)
        return self.methods[key] if key else None

    def is_non_name(self, name: str) -> bool:
        """True for words such as "Ours" or "Baseline", which mean another method on every page."""
        return name.strip().strip("*†‡").strip().casefold() in self.non_names

    def is_aggregate_row(self, name: str) -> bool:
        """True for the name of a row that sums up the others, such as "Average": it is no method."""
        return name.strip(" *†‡:").casefold() in self.aggregate_rows

    def known_dataset(self, name: str) -> Concept | None:
        """The data set that this name means anywhere, in any case where that is unambiguous.

        Blank, hyphen and underscore part the same words: "ImageNet V2" is ImageNet-V2.
        """
        key = _find(name, self.dataset_names, self._folded_datasets) or self._joined_datasets.get(_joined(name))
        return self.concepts[ConceptKind.DATASET, key] if key else None

    def habit(self, dataset: str) -> Habit | None:
        """How results on a data set are usually given, by its key."""
        return self.habits.get(dataset)

    def part(self, whole: str, subset: str) -> Benchmark | None:
        """The part of a benchmark by its subset as printed."""
        return self._parts.get((whole, subset))

    def find_benchmark(
        self, task: str, dataset: str, version: str | None, split: str | None, subset: str | None
    ) -> Benchmark | None:
        """The benchmark of these labels; None is "not stated" and no wildcard.

        A subset may be printed as a part of the data set's name ("MR-MedSeg hard case").
        """
        return self._identities.get((task, dataset, version, split, subset))

    def concept(self, kind: ConceptKind, label: str) -> Concept | None:
        """The first concept of that kind and label."""
        return self._labels.get((kind, label))

    def task(self, label: str) -> Concept | None:
        """The task of that label."""
        return self._labels.get((ConceptKind.TASK, label))

    def dataset(self, label: str) -> Concept | None:
        """The data set of that label."""
        return self._labels.get((ConceptKind.DATASET, label))

    def paper_by_site_id(self, identifier: str) -> Paper | None:
        """The paper that an aggregator site lists under its own id."""
        key = self.site_ids.get(identifier)
        return self.papers[key] if key else None

    def paper_by_arxiv(self, arxiv_id: str) -> Paper | None:
        """The paper by its arXiv id without version."""
        return self._papers_by_arxiv.get(arxiv_id)

    def paper_by_doi(self, doi: str) -> Paper | None:
        """The paper by its DOI; the arXiv DOI of a paper that has another one finds it too."""
        doi = doi.lower()
        arxiv = doi.removeprefix("10.48550/arxiv.")
        return self._papers_by_doi.get(doi) or (self.paper_by_arxiv(arxiv) if arxiv != doi else None)

    def paper_by_url(self, url: str) -> Paper | None:
        """The paper whose address that is, for papers that no identifier tells; http and a last slash do not count."""
        return self._papers_by_url.get(_address(url))

    def column_role(self, heading: str) -> str | None:
        """What a column (or printed field) of this heading holds, if it holds no scores."""
        return self.column_roles.get(heading.strip().casefold())

    def row_group(self, heading: str) -> tuple[str, str] | None:
        """Property and value that a heading over rows states of their methods."""
        return self.row_groups.get(heading.strip().casefold())

    @cached_property
    def _folded_units(self) -> dict[str, str]:
        return _folded(self.unit_names)

    @cached_property
    def _folded_metrics(self) -> dict[str, str]:
        return _folded(self.metric_names)

    @cached_property
    def _folded_datasets(self) -> dict[str, str]:
        return _folded(self.dataset_names)

    @cached_property
    def _joined_datasets(self) -> dict[str, str]:
        keys: dict[str, set[str]] = {}
        for name, key in self.dataset_names.items():
            keys.setdefault(_joined(name), set()).add(key)
        # What is short without its hyphen may be another word.
        return {name: min(of) for name, of in keys.items() if len(of) == 1 and len(name) > 4}

    @cached_property
    def _parts(self) -> dict[tuple[str, str], Benchmark]:
        return {(b.part_of, b.subset): b for b in self.benchmarks.values() if b.part_of and b.subset}

    @cached_property
    def _identities(self) -> dict[tuple[str, str, str | None, str | None, str | None], Benchmark]:
        found: dict[tuple[str, str, str | None, str | None, str | None], Benchmark] = {}
        for benchmark in self.benchmarks.values():
            for task in self._labels_of(ConceptKind.TASK, benchmark.tasks):
                for dataset in self._labels_of(ConceptKind.DATASET, benchmark.datasets):
                    found[task, dataset, benchmark.version, benchmark.split, benchmark.subset] = benchmark
                    if benchmark.subset and benchmark.part_of is None:
                        name = f"{dataset} {benchmark.subset}"
                        found.setdefault((task, name, benchmark.version, benchmark.split, None), benchmark)
        return found

    def _labels_of(self, kind: ConceptKind, keys: Iterable[str]) -> list[str]:
        return [self.concepts[kind, key].label for key in keys]

    @cached_property
    def _labels(self) -> dict[tuple[ConceptKind, str], Concept]:
        found: dict[tuple[ConceptKind, str], Concept] = {}
        for concept in self.concepts.values():
            found.setdefault((concept.kind, concept.label), concept)
        return found

    @cached_property
    def _papers_by_arxiv(self) -> dict[str, Paper]:
        return {paper.arxiv: paper for paper in self.papers.values() if paper.arxiv}

    @cached_property
    def _papers_by_doi(self) -> dict[str, Paper]:
        return {paper.doi: paper for paper in self.papers.values() if paper.doi}

    @cached_property
    def _papers_by_url(self) -> dict[str, Paper]:
        return {_address(paper.url): paper for paper in self.papers.values() if paper.url}


def _address(url: str) -> str:
    return url.strip().removeprefix("http://").removeprefix("https://").removesuffix("/")


def _folded(names: Mapping[str, str]) -> dict[str, str]:
    """Names without case, where all that fall together mean the same thing.

    Two letters keep their case: IS is a score of images, "is" a language.
    """
    keys: dict[str, set[str]] = {}
    for name, key in names.items():
        if not (len(name) <= 2 and name.isalpha()):
            keys.setdefault(name.casefold(), set()).add(key)
    return {name: next(iter(found)) for name, found in keys.items() if len(found) == 1}


def _joined(name: str) -> str:
    return re.sub(r"(?<=\w)[ _-](?=\w)", "", name.strip()).casefold()


def _find(name: str, exact: Mapping[str, str], folded: Mapping[str, str]) -> str | None:
    name = name.strip()
    return exact.get(name) or folded.get(name.casefold())
