"""Finds shapes that are dead: they can be read, look right, and never find anything.

Published shapes are full of them (an unknown term that every engine ignores, a property shape
without constraint, a shape without target), and no engine says so.
"""

from __future__ import annotations

import re

from rdflib import Graph, Literal, URIRef
from rdflib.namespace import SH as SHACL
from rdflib.term import Node

from kg.terms import LB, LB_NAMESPACE, RDF, SH
from kg.validation.fast.source import shape_name
from kg.validation.report import curie
from kg.validation.shapes import TARGETS

_RULE = re.compile(r"(?:R[0-9]+\.[0-9]+|[ADO][0-9]+) ")

#: What makes a shape find something, besides sh:property.
CONSTRAINTS = frozenset(
    {
        SH["and"], SH["class"], SH.closed, SH.datatype, SH.disjoint, SH.equals, SH.hasValue, SH["in"], SH.languageIn,
        SH.lessThan, SH.lessThanOrEquals, SH.maxCount, SH.maxExclusive, SH.maxInclusive, SH.maxLength, SH.minCount,
        SH.minExclusive, SH.minInclusive, SH.minLength, SH.node, SH.nodeKind, SH["not"], SH["or"], SH.pattern,
        SH.qualifiedValueShape, SH.sparql, SH.uniqueLang, SH.xone,
    }
)  # fmt: skip


def lint_shapes(shapes: Graph) -> list[str]:
    """What is wrong with the shapes themselves, one sentence each, sorted; none is []."""
    return sorted({*_unknown_terms(shapes), *_without_effect(shapes), *_unreachable(shapes), *_without_message(shapes)})


def _unknown_terms(shapes: Graph) -> list[str]:
    found = []
    for term in {node for triple in shapes for node in triple[1:] if isinstance(node, URIRef)}:
        if term.startswith(str(SH)) and term not in SHACL:
            found.append(f"{curie(term)} is not a term of SHACL: every engine ignores it")
        elif term.startswith(LB_NAMESPACE) and term[len(LB_NAMESPACE) :] not in LB.__annotations__:
            found.append(f"{curie(term)} is not a term of the vocabulary: it will never match")
    return found


def _shapes(shapes: Graph) -> set[Node]:
    typed = {s for kind in (SH.NodeShape, SH.PropertyShape) for s in shapes.subjects(RDF.type, kind)}
    targeted = {s for predicate in TARGETS for s in shapes.subjects(predicate, None)}
    with_path = set(shapes.subjects(SH.path, None))
    return typed | targeted | with_path


def _constraints(shapes: Graph, shape: Node) -> set[Node]:
    return set(shapes.predicates(shape, None)) & CONSTRAINTS


def _without_effect(shapes: Graph) -> list[str]:
    found = []
    for shape in _shapes(shapes):
        name = shape_name(shapes, shape)
        if not _constraints(shapes, shape) and (shape, SH.property, None) not in shapes:
            found.append(f"{name} has no constraint: it will never find anything")
        if (shape, SH.deactivated, Literal(True)) in shapes:
            found.append(f"{name} is deactivated")
        if (shape, RDF.type, SH.PropertyShape) in shapes and (shape, SH.path, None) not in shapes:
            found.append(f"{name} is a property shape without sh:path")
    return found


def _unreachable(shapes: Graph) -> list[str]:
    waiting: list[Node] = [s for s in _shapes(shapes) if any((s, t, None) in shapes for t in TARGETS)]
    reached: set[Node] = set()
    while waiting:
        node = waiting.pop()
        if node not in reached:
            reached.add(node)
            waiting += [o for o in shapes.objects(node, None) if not isinstance(o, Literal)]
    return [
        f"{shape_name(shapes, shape)} has no target, and no shape with a target refers to it"
        for shape in _shapes(shapes) - reached
    ]


def _without_message(shapes: Graph) -> list[str]:
    found = []
    for shape in _shapes(shapes):
        own = _constraints(shapes, shape)
        if not isinstance(shape, URIRef) or not own:
            continue
        queries = [q for q in shapes.objects(shape, SH.sparql) if own == {SH.sparql}]
        messages = [str(m) for node in (shape, *queries) for m in shapes.objects(node, SH.message)]
        if len(messages) != 1:
            found.append(f"{shape_name(shapes, shape)} has {len(messages)} messages, not one")
        elif not _RULE.match(messages[0]) or " Remedy: " not in messages[0]:
            found.append(f"the message of {shape_name(shapes, shape)} lacks its rule number or its remedy")
    return found
