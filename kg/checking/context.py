"""What a file from elsewhere points to and does not describe itself: taken from the registry.

Only nodes that the file has no type for are added, with what they point to in turn; the file's own
word on a node is never mixed with ours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from kg.assemble.nodes import Nodes
from kg.collect import collect
from kg.graph import GraphWriter
from kg.pipeline.inputs import find_registry
from kg.registry import Registry, load_registry
from kg.settings import base_iri
from kg.validation import Table, table_of_lines
from kg.validation.fast.terms import TYPE

#: A triple, each term as text.
Texts = tuple[str, str, str]


def registry_quads(registry: Registry, base: str) -> str:
    """Everything that a registry describes, as N-Quads."""
    nodes = Nodes(
        methods=dict(registry.methods),
        metrics=dict(registry.metrics),
        benchmarks=dict(registry.benchmarks),
        papers=dict(registry.papers),
        units=dict(registry.units),
        concepts=dict(registry.concepts),
    )
    return "".join(GraphWriter(replace(collect([], registry), nodes=nodes), base).lines())


@dataclass(frozen=True, slots=True)
class Registered:
    """What a registry describes: by node, the pairs of predicate and object; and the folder that it is from."""

    folder: Path
    by_node: Mapping[str, list[tuple[str, str]]]


def registered(folder: Path | None, file: Path | None) -> Registered:
    """The registry that goes with a file; raises BuildError where there is none."""
    where = find_registry([file] if file else [], folder)
    return Registered(where, _by_subject(registry_quads(load_registry(where), base_iri())))


def described_by_registry(data: Table, registry: Registered) -> tuple[list[Texts], str]:
    """The triples to add to a file, and a sentence about them ("" where there are none)."""
    known, own = registry.by_node, data.relation(TYPE).subjects
    added: list[Texts] = []
    waiting, taken = set(data.open_nodes() & known.keys()), set[str]()
    while waiting:
        node = waiting.pop()
        taken.add(node)
        for predicate, object_ in known[node]:
            added.append((node, predicate, object_))
            if object_ in known and object_ not in taken and not np.isin(data.find(object_), own).any():
                waiting.add(object_)
    if not taken:
        return added, ""
    return added, f"Described by the registry in {registry.folder}: {len(taken)} nodes that the file only points to."


def _by_subject(quads: str) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    table = table_of_lines(quads.splitlines())
    for subject, predicate, object_ in table.triples():
        found[table.texts[subject]].append((predicate, table.texts[object_]))
    return dict(found)
