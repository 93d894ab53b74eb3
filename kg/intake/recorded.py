"""Whether a table is about a benchmark that the registry has: what a person tells of it can join the two."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from kg.assemble.curated import Scope
from kg.intake.doubts import Doubt
from kg.model import Benchmark, ConceptKind
from kg.registry import Registry


def joined_to_recorded(scope: Scope, told: Collection[str], registry: Registry) -> Scope:
    """The scope without the marks of what a person told, where it then is a recorded benchmark word for word.

    A person who names a recorded benchmark states which one it is; what a rule concluded stays marked.
    """
    stated = replace(scope, inferred=tuple(name for name in scope.inferred if name not in told))
    return stated if not stated.inferred and _recorded(stated, registry) is not None else scope


def looks_recorded(scope: Scope, registry: Registry) -> list[Doubt]:
    """The question whether a table without a task is about the one recorded benchmark of its data set and split."""
    known = registry.known_dataset(scope.dataset) if scope.dataset else None
    if known is None or (scope.task is not None and "task" not in scope.inferred):
        return []
    found = [
        benchmark
        for benchmark in registry.benchmarks.values()
        if known.key in benchmark.datasets
        and (benchmark.version, benchmark.split) == (scope.version, scope.split)
        and benchmark.subset is None
    ]
    if len(found) != 1:
        return []
    (benchmark,) = found
    task = registry.concepts[ConceptKind.TASK, benchmark.tasks[0]].label
    split = f" --split {benchmark.split}" if benchmark.split and "split" in scope.inferred else ""
    text = f"this looks like benchmark:{benchmark.key} ({benchmark.label}), is it? then say --task {task!r}{split}"
    return [Doubt("task", text)]


def _recorded(scope: Scope, registry: Registry) -> Benchmark | None:
    known = registry.known_dataset(scope.dataset) if scope.dataset else None
    if known is None or not scope.task:
        return None
    return registry.find_benchmark(scope.task, known.label, scope.version, scope.split, None)
