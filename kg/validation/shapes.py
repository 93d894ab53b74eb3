"""Finds the shapes, reads their paths, and puts them into the form that is quick to check."""

from __future__ import annotations

from functools import lru_cache

from rdflib import BNode, Graph
from rdflib.collection import Collection
from rdflib.exceptions import ParserError
from rdflib.term import Node

from kg.errors import ShapeError
from kg.resources import shapes_folder
from kg.terms import RDF, RDFS, SH
from kg.validation.report import curie

#: Shapes over the ontology itself and over the descriptions of a build, rules for submitted files: not for data.
ONTOLOGY_STYLE, CATALOG, SUBMISSION = "ontology-style.ttl", "catalog.ttl", "submission.ttl"

#: How a shape says which nodes it looks at.
TARGETS = (SH.targetClass, SH.targetSubjectsOf, SH.targetObjectsOf, SH.targetNode)

_STEPS = ((SH.zeroOrMorePath, "*"), (SH.oneOrMorePath, "+"), (SH.zeroOrOnePath, "?"))


def load_shapes() -> Graph:
    """The shapes over data, in a graph of your own (whatever is done to it, the next one is whole)."""
    graph = Graph()
    for triple in _shape_triples():
        graph.add(triple)
    return graph


@lru_cache(maxsize=1)
def _shape_triples() -> tuple[tuple[Node, Node, Node], ...]:
    graph = Graph()
    others = (ONTOLOGY_STYLE, CATALOG, SUBMISSION)
    files = sorted(file for file in shapes_folder().glob("*.ttl") if file.name not in others)
    for file in files:
        try:
            graph.parse(file, format="turtle")
        except (SyntaxError, ParserError) as error:
            raise ShapeError(f"{file.name} is not Turtle: {error}; correct the file") from error
    if not files:
        raise ShapeError(f"no shapes in {shapes_folder()}; install leaderboard-kg again")
    return tuple(graph)


def hoisted(shapes: Graph) -> Graph:
    """A copy in which property shapes carry the targets of their node shape themselves.

    The findings are the same, but the engine then looks at all focus nodes of a property shape
    at once instead of one by one, which is several times faster. A node shape that others refer
    to, or whose constraints count its properties, keeps them.
    """
    copy = Graph()
    for triple in shapes:
        copy.add(triple)
    for owner in set(copy.subjects(SH.property, None)):
        targets = [(p, o) for p in TARGETS for o in copy.objects(owner, p)]
        is_used = (None, None, owner) in copy
        is_class = (owner, RDF.type, RDFS.Class) in copy
        is_peculiar = (owner, SH.closed, None) in copy or (owner, SH.deactivated, None) in copy
        has_path = (owner, SH.path, None) in copy  # its properties are those of its values
        if not targets or has_path or is_used or is_class or is_peculiar or _has_siblings(copy, owner):
            continue
        for shape in list(copy.objects(owner, SH.property)):
            if (shape, SH.path, None) not in copy:
                continue
            copy.remove((owner, SH.property, shape))
            for predicate, target in targets:
                copy.add((shape, predicate, target))
    return copy


def _has_siblings(shapes: Graph, owner: Node) -> bool:
    return any((shape, SH.qualifiedValueShapesDisjoint, None) in shapes for shape in shapes.objects(owner, SH.property))


def path_text(shapes: Graph, path: Node | None) -> str:
    """A SHACL path as SPARQL writes it, with prefixes; "" for none."""
    if path is None:
        return ""
    if not isinstance(path, BNode):
        return curie(str(path))
    if (path, RDF.first, None) in shapes:
        return "/".join(_step(shapes, part) for part in Collection(shapes, path))
    inverse = shapes.value(path, SH.inversePath)
    if inverse is not None:
        return "^" + _step(shapes, inverse)
    choices = shapes.value(path, SH.alternativePath)
    if choices is not None:
        return "|".join(_step(shapes, part) for part in Collection(shapes, choices))
    for predicate, sign in _STEPS:
        inner = shapes.value(path, predicate)
        if inner is not None:
            return _step(shapes, inner) + sign
    return "?"


def _step(shapes: Graph, path: Node) -> str:
    text = path_text(shapes, path)
    return f"({text})" if "/" in text or "|" in text else text
