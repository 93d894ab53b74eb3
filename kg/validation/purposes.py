"""Which shapes are for what: data by profile, the vocabulary, the descriptions of a build.

A profile is a purpose, from loose to strict: "core" asks whether the data hold together, "publish"
also what a published leaderboard owes its readers, "advice" also what is worth a look. Each rule
says by lbsh:profile from which of them on it counts; the four rules that no shape can state count
always.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from types import MappingProxyType

from rdflib import BNode, Dataset, Graph, URIRef
from rdflib.term import Node

from kg.errors import ShapeError
from kg.resources import shapes_folder
from kg.terms import DCAT, LBSH, OWL, RDF, SH, SKOS, VOID
from kg.validation.engine import validate
from kg.validation.fast.load import table_of_graph
from kg.validation.fast.table import Table
from kg.validation.fast.terms import TYPE, of_node
from kg.validation.own import no_node_of
from kg.validation.report import Report
from kg.validation.shapes import CATALOG, ONTOLOGY_STYLE, load_shapes

#: Profiles, loosest first; each holds the rules of those before it.
PROFILES = ("core", "publish", "advice")

#: Classes that a description must have at least one node of, by what is described.
_NEEDED = {
    CATALOG: (DCAT.Catalog, DCAT.Dataset, DCAT.Distribution),
    ONTOLOGY_STYLE: (OWL.Ontology, OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty, SKOS.Concept),
}


def shapes_for(profile: str) -> Graph:
    """The shapes over data that count in a profile, in a graph of your own."""
    return in_profile(load_shapes(), profile)


def in_profile(shapes: Graph, profile: str) -> Graph:
    """A copy of the shapes without the rules of stricter profiles; a shape without lbsh:profile stays."""
    if profile not in PROFILES:
        raise ShapeError(f"no profile {profile!r}; there are {', '.join(PROFILES)}")
    stricter = {LBSH[name] for name in PROFILES[PROFILES.index(profile) + 1 :]}
    waiting: list[Node] = [shape for shape, name in shapes.subject_objects(LBSH.profile) if name in stricter]
    dropped: set[Node] = set()
    while waiting:  # a shape with its anonymous parts
        dropped.add(node := waiting.pop())
        waiting += [part for part in shapes.objects(node) if isinstance(part, BNode)]
    kept = Graph()
    for subject, predicate, object_ in shapes:
        if subject not in dropped and not (predicate == SH.property and object_ in dropped):
            kept.add((subject, predicate, object_))
    for shape in set(kept.subjects(SH.targetClass)):
        # A container that is left without rules would be a shape without constraint.
        if set(kept.predicates(shape)) <= {RDF.type, SH.targetClass}:
            kept.remove((shape, None, None))
    return kept


def validate_ontology(ontology: Graph | Dataset | Table) -> Report:
    """Check a vocabulary in the style of ours: labels, definitions, examples, names, closed lists."""
    return _described(ontology, ONTOLOGY_STYLE)


def validate_catalog(descriptions: Graph | Dataset | Table) -> Report:
    """Check descriptions of a build (VoID, DCAT) as catalogues need them."""
    return _described(descriptions, CATALOG)


def _described(data: Graph | Dataset | Table, name: str) -> Report:
    table = data if isinstance(data, Table) else table_of_graph(data)
    report = validate(table, _file(name))
    types = table.classes
    needed = _needed(name, types)
    missing = tuple(
        no_node_of(class_, "file", "whether it is the right file") for class_ in needed if of_node(class_) not in types
    )
    findings = tuple(sorted((*missing, *report.findings), key=lambda finding: finding.order))
    nodes = table.relation(TYPE).inverse
    counts = {str(class_): len(set(nodes.of(table.ids.get(of_node(class_), -1)))) for class_ in needed}
    return Report(findings, MappingProxyType(counts))


def _needed(name: str, types: Collection[str]) -> tuple[URIRef, ...]:
    """A VoID description alone is one too: it needs no catalogue."""
    alone = of_node(VOID.Dataset) in types and of_node(DCAT.Catalog) not in types
    return (VOID.Dataset,) if name == CATALOG and alone else _NEEDED[name]


def _file(name: str) -> Graph:
    graph = Graph()
    for triple in _triples(name):
        graph.add(triple)
    return graph


@lru_cache(maxsize=4)
def _triples(name: str) -> tuple[tuple[Node, Node, Node], ...]:
    return tuple(Graph().parse(shapes_folder() / name, format="turtle"))
