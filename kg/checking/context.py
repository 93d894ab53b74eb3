"""What a file from elsewhere points to and does not describe itself: taken from the registry.

Only nodes that the file has no type for are added, with what they point to in turn; the file's own
word on a node is never mixed with ours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pyoxigraph as ox
from rdflib import Dataset, Graph, URIRef
from rdflib.term import Node

from kg.assemble.nodes import Nodes
from kg.collect import collect
from kg.graph import GraphWriter
from kg.pipeline.inputs import find_registry
from kg.registry import Registry, load_registry
from kg.settings import base_iri
from kg.terms import RDF
from kg.validation import parse_exact


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


def described_by_registry(data: Dataset, folder: Path | None, file: Path | None) -> tuple[Graph, str]:
    """The triples to add to a file, and a sentence about them ("" where there are none)."""
    base = base_iri()
    open_nodes = _undescribed(data, base)
    added = Graph()
    if not open_nodes:
        return added, ""
    where = find_registry([file] if file else [], folder)
    known: Mapping[Node, list[tuple[Node, Node]]] = _by_subject(registry_quads(load_registry(where), base))
    own = set(data.subjects(RDF.type))
    waiting, taken = set(open_nodes) & set(known), set()
    while waiting:
        node = waiting.pop()
        taken.add(node)
        for predicate, object_ in known[node]:
            added.add((node, predicate, object_))
            if object_ in known and object_ not in taken and object_ not in own:
                waiting.add(object_)
    if not taken:
        return added, ""
    return added, f"Described by the registry in {where}: {len(taken)} nodes that the file only points to."


def _undescribed(data: Dataset, base: str) -> set[Node]:
    """Nodes that are pointed to and have no type: data of ours, and units."""
    typed = set(data.subjects(RDF.type))
    return {
        object_
        for _, predicate, object_, _ in data.quads()
        if isinstance(object_, URIRef) and predicate != RDF.type and object_ not in typed
    }


def _by_subject(quads: str) -> dict[Node, list[tuple[Node, Node]]]:
    found: dict[Node, list[tuple[Node, Node]]] = defaultdict(list)
    for subject, predicate, object_, _ in parse_exact(quads, "nquads").quads():
        found[subject].append((predicate, object_))
    return dict(found)


def store_of(*quads: bytes) -> ox.Store:
    """A store in memory whose default graph holds all triples."""
    store = ox.Store()
    for text in quads:
        store.bulk_load(text, ox.RdfFormat.N_QUADS)
    return store
