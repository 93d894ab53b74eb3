"""Which benchmark a page's results are on: curated, known to the registry, or as the page names it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import PurePath

from kg.assemble.curated import Curation, Scope
from kg.assemble.nodes import Nodes
from kg.iris import name_key
from kg.model import Benchmark, Concept, ConceptKind, SplitKind
from kg.read.cells import Page
from kg.registry import Registry
from kg.wording.splits import take_apart

_SPLIT_KINDS = {
    "train": SplitKind.TRAINING,
    "training": SplitKind.TRAINING,
    "val": SplitKind.VALIDATION,
    "valid": SplitKind.VALIDATION,
    "validation": SplitKind.VALIDATION,
    "dev": SplitKind.VALIDATION,
    "development": SplitKind.VALIDATION,
    "test": SplitKind.TEST,
    "testing": SplitKind.TEST,
    "minival": SplitKind.VALIDATION,
}


@dataclass(frozen=True, slots=True)
class PrintedBenchmark:
    """A benchmark as a page names it: "Task on Data set (split)"; None = not stated."""

    task: str | None
    dataset: str
    split: str | None


def parse_title(title: str) -> PrintedBenchmark:
    """Take "Medical Interaction Segmentation on MR-MedSeg (val)" apart."""
    task, joined, rest = title.partition(" on ")
    if not joined:
        return parse_dataset(title, None)
    return parse_dataset(rest, task.strip())


def parse_dataset(text: str, task: str | None) -> PrintedBenchmark:
    """Take the split off a data set's name; brackets that hold no split belong to the name."""
    found = re.fullmatch(r"(?P<name>.+?)\s*\((?P<split>[^()]+)\)", text.strip())
    if found and split_kind(found["split"]) is not None:
        return PrintedBenchmark(task, found["name"], found["split"].strip())
    return PrintedBenchmark(task, text.strip(), None)


def known_part(name: str, registry: Registry) -> tuple[str, str | None]:
    """A split behind the name of a known data set: "LibriSpeech test-clean" is LibriSpeech with that split.

    Any other name is as it is: of a data set that nobody knows, "test" may be a part of the name.
    """
    if registry.known_dataset(name) is None:
        taken = take_apart(name)
        if taken.split and not taken.settings and registry.known_dataset(taken.rest):
            return taken.rest, taken.split
    return name, None


def split_kind(split: str) -> SplitKind | None:
    """The kind of a split by the first word of its name: "test_seen" is a test split; "5-fold CV" is none."""
    text = split.strip().lower()
    if re.search(r"\bcv\b|cross[- ]?valid|\d+[- ]?fold", text):
        return SplitKind.CROSS_VALIDATION
    first = re.split(r"[^a-z]", text)[0]
    return _SPLIT_KINDS.get(first) or _SPLIT_KINDS.get(re.sub(r"(?<=^test)[ab]$", "", first))


def curated_benchmark(curation: Curation, table: str | None, registry: Registry) -> Benchmark | None:
    """The benchmark that ``source.toml`` gives one leaderboard, None where it gives none."""
    fact = curation.leaderboard_fact(table, "benchmark")
    if fact is None:
        return None
    return registry.benchmarks[fact.value]


def benchmark_of_page(page: Page, heading: str | None, registry: Registry, nodes: Nodes) -> Benchmark:
    """The benchmark that the page itself names, known to the registry or as printed.

    ``heading`` is the section heading where a page holds several leaderboards: without curated
    facts each of them is a subset of its own, for nothing says that they share one benchmark.
    """
    benchmark = known_benchmark(page, registry) if heading is None else None
    return benchmark or _as_printed(_printed(page), heading, registry, nodes)


def known_benchmark(page: Page, registry: Registry) -> Benchmark | None:
    """The registry's benchmark with the task, data set and split that the page as a whole names."""
    printed = _printed(page)
    if printed.task is None:
        return None
    return registry.find_benchmark(printed.task, printed.dataset, None, printed.split, None)


def scoped(scope: Scope, page: Page, registry: Registry, nodes: Nodes) -> Benchmark:
    """The benchmark of a scope; added to ``nodes``, and with it the whole that a subset is a part of.

    What a person or a rule filled in is part of the benchmark's identity: a split that is only
    inferred never brings results together with those of a stated one.
    """
    if scope.dataset is None:
        # Nobody says which data set it is: it is called as the page is.
        filled_in = scope.inferred if page.fact("dataset") else (*scope.inferred, "dataset")
        scope = replace(scope, dataset=_printed(page).dataset, inferred=tuple(sorted(set(filled_in))))
    if scope.dataset and scope.split is None:
        name, split = known_part(scope.dataset, registry)
        scope = replace(scope, dataset=name, split=split)
    known = registry.known_dataset(scope.dataset) if scope.dataset else None
    dataset = known.label if known else (scope.dataset or "")
    if scope.task and not scope.inferred:
        found = registry.find_benchmark(scope.task, dataset, scope.version, scope.split, scope.subset)
        if found:
            nodes.benchmarks.setdefault(found.key, found)
            return found
    if scope.subset:
        whole = scoped(replace(scope, subset=None, inferred=_without(scope.inferred, "subset")), page, registry, nodes)
        if part := registry.part(whole.key, scope.subset):
            nodes.benchmarks.setdefault(part.key, part)
            return part
        part = replace(
            whole,
            key=name_key(whole.key, scope.subset, *(("inferred",) if "subset" in scope.inferred else ())),
            label=f"{whole.label}, {scope.subset}",
            subset=scope.subset,
            part_of=whole.key,
            inferred=tuple(sorted({*whole.inferred, *(("subset",) if "subset" in scope.inferred else ())})),
        )
        return nodes.benchmarks.setdefault(part.key, part)
    names = [scope.task or "", dataset, scope.version or "", scope.split or "", ""]
    filled = _without(scope.inferred, "subset")
    label = f"{scope.task} on {dataset}" if scope.task else dataset
    label += f" {scope.version}" if scope.version else ""
    label += f" ({scope.split})" if scope.split else ""
    task = _concept(ConceptKind.TASK, scope.task or f"task of {dataset}, not stated", registry, nodes)
    key = _concept(ConceptKind.DATASET, dataset, registry, nodes)
    habit = registry.habit(known.key) if known else None
    domains = habit.domains if habit else ()
    stated = {"version": scope.version, "split": scope.split, "task": scope.task}
    benchmark = Benchmark(
        key=name_key(*names, *(("inferred: " + " ".join(filled),) if filled else ())),
        label=label,
        tasks=(task,),
        datasets=(key,),
        family=_family(dataset, registry, nodes),
        version=scope.version,
        split=scope.split,
        split_kind=split_kind(scope.split) if scope.split else None,
        domains=domains,
        inferred=tuple(sorted({"family", *filled, *(("domain",) if domains else ())})),
        not_stated=tuple(sorted(name for name, value in stated.items() if not value)),
    )
    return nodes.benchmarks.setdefault(benchmark.key, benchmark)


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(other for other in names if other != name)


def _family(dataset: str, registry: Registry, nodes: Nodes) -> str:
    """What one counts as the benchmark: the family of that name, or the data set by itself."""
    family = registry.concept(ConceptKind.FAMILY, dataset) or Concept(ConceptKind.FAMILY, name_key(dataset), dataset)
    nodes.concepts.setdefault((family.kind, family.key), family)
    return family.key


def part_of(whole: Benchmark, subset: str, registry: Registry, nodes: Nodes) -> Benchmark:
    """The part of a benchmark that a column is about; added to ``nodes``."""
    part = registry.part(whole.key, subset) or replace(
        whole,
        key=name_key(whole.key, subset),
        label=f"{whole.label}, {subset}",
        subset=subset,
        part_of=whole.key,
        item_count=None,
        comment=None,
        parts_make_whole=False,
    )
    nodes.benchmarks.setdefault(part.key, part)
    return part


def _printed(page: Page) -> PrintedBenchmark:
    title = page.fact("title") or PurePath(page.file).stem
    dataset = page.fact("dataset")
    return parse_dataset(dataset, page.fact("task")) if dataset else parse_title(title)


def _as_printed(printed: PrintedBenchmark, heading: str | None, registry: Registry, nodes: Nodes) -> Benchmark:
    """A benchmark that the registry does not know: it is its own family and in no domain."""
    names = [printed.task or "", printed.dataset, printed.split or "", heading or ""]
    label = f"{printed.task} on {printed.dataset}" if printed.task else printed.dataset
    if printed.split:
        label += f" ({printed.split})"
    if heading:
        label += f", {heading}"
    task = _concept(ConceptKind.TASK, printed.task or f"task of {printed.dataset}, not stated", registry, nodes)
    dataset = _concept(ConceptKind.DATASET, printed.dataset, registry, nodes)
    family = Concept(ConceptKind.FAMILY, name_key(printed.dataset), printed.dataset)
    nodes.concepts.setdefault((family.kind, family.key), family)
    not_stated = ["version"] + (["split"] if not printed.split else []) + (["task"] if not printed.task else [])
    return Benchmark(
        key=name_key(*names),
        label=label,
        tasks=(task,),
        datasets=(dataset,),
        family=family.key,
        split=printed.split,
        split_kind=split_kind(printed.split) if printed.split else None,
        subset=heading,
        inferred=("family",),
        not_stated=tuple(sorted(not_stated)),
    )


def _concept(kind: ConceptKind, label: str, registry: Registry, nodes: Nodes) -> str:
    concept = registry.concept(kind, label) or Concept(kind, name_key(label), label)
    nodes.concepts.setdefault((kind, concept.key), concept)
    return concept.key
