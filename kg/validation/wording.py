"""What a finding says: what was found, what was expected, and the sentence for a person.

The shapes carry the sentences; here the data are put in. Most shapes judge the values at their
path. Where the path leads to what a value is held against (the minimum of the metric, the unit of
the column), ``rdfs:seeAlso`` of the shape names the property that is judged, and the path gives
what was expected. A node shape, which has no path, names what the judged property is held against by
``lbsh:heldAgainst``. A shape whose ``rdfs:seeAlso`` is lb:message lets the node speak for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rdflib import BNode, Graph, Literal, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from kg.terms import LB, LBSH, RDF, RDFS, SH
from kg.validation.report import curie

#: Values shown in a message; more than these are counted.
_SHOWN = 3

#: What the path holds against the judged value, by the constraint that says so.
_RELATIONS = {
    str(SH.LessThanOrEqualsConstraintComponent): "at least ",
    str(SH.LessThanConstraintComponent): "more than ",
}

#: The limit that a query has put into its sentence: what is expected is a value, not the rule once more.
_BOUND = re.compile(r"\bthe (maximum|minimum) ([^\s;]+?)\.?$")
_LIMITS = {"maximum": "most", "minimum": "least"}

_CLAUSE = re.compile(r" (?:MUST|SHOULD) (NOT )?(?:be |have )?(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Wording:
    """The sentence of a finding, and its two halves apart."""

    statement: str
    found: str
    expected: str


def word(
    data: Graph, shapes: Graph, shape: Node | None, component: Node | None, focus: Node, value: Node | None, text: str
) -> Wording:
    """Put what stands in the data into the sentence of a shape (``text``, without its remedy)."""
    path = shapes.value(shape, SH.path) or shapes.value(shape, LBSH.heldAgainst)
    judged = shapes.value(shape, RDFS.seeAlso)
    if judged == LB.message:
        return _own_words(data, focus, text)
    if path is None:
        path, judged = judged, None
    if component == SH.SPARQLConstraintComponent:  # the query has put the values in itself
        bound = _BOUND.search(text)
        expected = f"at {_LIMITS[bound[1]]} {bound[2]}" if bound else _clause(text.partition(": ")[0])
        return Wording(text, _shown(value) if value is not None else "", expected)
    if judged is not None:
        found = _list(data.objects(focus, judged))
        expected = _RELATIONS.get(str(component), "") + _list(values_at(data, shapes, focus, path))
        of = _owner(data, shapes, focus, path)
        return Wording(f"{text.removesuffix('.')}; found {found}, expected {expected}{of}.", found, expected)
    if component == SH.EqualsConstraintComponent:  # the value may be that of the other property
        found = _list(values_at(data, shapes, focus, path))
    elif value is not None:
        found = _shown(value)
    else:
        found = _list(data.objects(focus, path)) if isinstance(path, URIRef) else "none"
    expected = _expected(data, shapes, shape, component, focus, text)
    return Wording(f"{text.removesuffix('.')}; found {found}.", found, expected)


def _own_words(data: Graph, node: Node, text: str) -> Wording:
    """What a flag says of itself, after the number of the rule."""

    def said(predicate: URIRef) -> str:
        return "; ".join(sorted(map(str, data.objects(node, predicate))))

    message = said(LB.message) or _clause(text)
    statement = f"{text.partition(' ')[0]} {message.removesuffix('.')}."
    return Wording(statement, said(LB.found) or message, said(LB.expected) or said(LB.rule) or _clause(text))


def _expected(data: Graph, shapes: Graph, shape: Node | None, component: Node | None, focus: Node, text: str) -> str:
    """What the one constraint that failed asks for; else what the sentence asks for."""
    if component in (SH.LessThanOrEqualsConstraintComponent, SH.EqualsConstraintComponent):
        is_bound = component == SH.LessThanOrEqualsConstraintComponent
        other = shapes.value(shape, SH.lessThanOrEquals if is_bound else SH.equals)
        against = set(data.objects(focus, other)) if other is not None else set()
        if against:
            return ("at most " if is_bound else "") + _list(against)
    choices = shapes.value(shape, SH["in"])
    if component == SH.InConstraintComponent and choices is not None:
        return "one of " + ", ".join(_shown(choice) for choice in Collection(shapes, choices))
    if component == SH.HasValueConstraintComponent:  # of several values, those that are not there
        path = shapes.value(shape, SH.path)
        missing = set(shapes.objects(shape, SH.hasValue)) - values_at(data, shapes, focus, path)
        return _list(missing) + (" too" if path == RDF.type else "")
    if component == SH.DatatypeConstraintComponent:
        return "a literal of type " + _list(shapes.objects(shape, SH.datatype))
    if component == SH.ClassConstraintComponent:
        return "a node of class " + _list(shapes.objects(shape, SH["class"]))
    return _clause(text)


def _clause(text: str) -> str:
    """What a sentence asks for: the words after MUST or SHOULD."""
    match = _CLAUSE.search(text)
    return (match[1] or "").lower() + match[2].removesuffix(".") if match else text


def values_at(data: Graph, shapes: Graph, focus: Node, path: Node | None) -> set[Node]:
    """The nodes that a SHACL path leads to from a node."""
    nodes = {focus}
    if path is None:
        return set()
    if not isinstance(path, BNode):
        return set(data.objects(focus, path))
    if (path, RDF.first, None) in shapes:
        for part in Collection(shapes, path):
            nodes = {found for node in nodes for found in values_at(data, shapes, node, part)}
        return nodes
    if (inverse := shapes.value(path, SH.inversePath)) is not None:
        return set(data.subjects(inverse, focus))
    if (choices := shapes.value(path, SH.alternativePath)) is not None:
        return {found for part in Collection(shapes, choices) for found in values_at(data, shapes, focus, part)}
    for predicate, counts_itself in ((SH.zeroOrMorePath, True), (SH.oneOrMorePath, False), (SH.zeroOrOnePath, True)):
        inner = shapes.value(path, predicate)
        if inner is not None:
            return _repeated(data, shapes, focus, inner, once=predicate == SH.zeroOrOnePath, itself=counts_itself)
    return set()


def _owner(data: Graph, shapes: Graph, focus: Node, path: Node | None) -> str:
    """Whose value a path of several steps leads to: " (of accuracy)"; "" where that is not one thing with a name."""
    steps = list(Collection(shapes, path)) if path is not None and (path, RDF.first, None) in shapes else []
    owners = {focus}
    for step in steps[:-1]:
        owners = {found for node in owners for found in values_at(data, shapes, node, step)}
    names = {str(label) for owner in owners - {focus} for label in data.objects(owner, RDFS.label)}
    return f" (of {names.pop()})" if len(names) == 1 else ""


def _repeated(data: Graph, shapes: Graph, focus: Node, step: Node, *, once: bool, itself: bool) -> set[Node]:
    seen: set[Node] = set()
    waiting = values_at(data, shapes, focus, step)
    while waiting:
        seen |= waiting
        waiting = set() if once else {n for node in waiting for n in values_at(data, shapes, node, step)} - seen
    return seen | ({focus} if itself else set())


def _list(nodes: Iterable[Node]) -> str:
    values = sorted({_shown(node) for node in nodes})
    more = f" and {len(values) - _SHOWN} more" if len(values) > _SHOWN else ""
    return ", ".join(values[:_SHOWN]) + more or "none"


def _shown(node: Node) -> str:
    if isinstance(node, Literal):
        kind = f"@{node.language}" if node.language else f"^^{curie(node.datatype)}" if node.datatype else ""
        return f'"{node}"{kind}'
    return curie(str(node))
