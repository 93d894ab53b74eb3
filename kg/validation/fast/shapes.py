"""The shapes as the fast engine reads them; whatever it does not know is refused by name.

Which nodes are shapes, and which of their statements are constraints, is as in pySHACL. A shape that
pySHACL would stop at (two paths, a minimum that is no number) is refused as well, so that pySHACL can
say what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rdflib import Graph, Literal, URIRef
from rdflib.term import Node

from kg.terms import OWL, RDF, RDFS, SH
from kg.validation.fast.constraints import BUILDERS, SILENT, Built
from kg.validation.fast.paths import Path, read_list, read_path
from kg.validation.fast.queries import Query, read_queries
from kg.validation.fast.source import Source, refusal
from kg.validation.fast.terms import of_node
from kg.validation.outcome import one_message
from kg.validation.report import curie

#: Parameters whose values are shapes, and those whose values are lists of shapes.
_REFERENCES = (SH.property, SH.node, SH["not"], SH.qualifiedValueShape)
_LISTS = (SH["and"], SH["or"], SH.xone)
_SUBJECTS = (SH.targetClass, SH.targetNode, SH.targetObjectsOf, SH.targetSubjectsOf, SH.property, SH.node)


@dataclass(frozen=True, slots=True)
class Targets:
    """How a shape says which nodes it looks at: the texts of classes, predicates and nodes."""

    classes: frozenset[str] = frozenset()
    subjects_of: frozenset[str] = frozenset()
    objects_of: frozenset[str] = frozenset()
    nodes: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.classes or self.subjects_of or self.objects_of or self.nodes)


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """One shape. ``properties`` are its property shapes, ``queries`` its SPARQL constraints."""

    node: Node
    path: Path | None
    severity: URIRef
    message: str
    targets: Targets
    constraints: tuple[Built, ...]
    properties: tuple[Node, ...]
    queries: tuple[Query, ...]
    is_active: bool


def read_shapes(shapes: Graph, *, blank_nodes_are_named: bool = True) -> dict[Node, Shape]:
    """All shapes by their nodes; raises UnsupportedConstraint with shape and constraint.

    ``blank_nodes_are_named`` says that the data give their blank nodes as IRIs, see :mod:`.terms`.
    """
    _refuse_components(shapes)
    nodes = _shape_nodes(shapes)
    found = {node: _read(Source(shapes, node, nodes, refusal(shapes, node), blank_nodes_are_named)) for node in nodes}
    _refuse_cycles(shapes, found)
    return found


def _refuse_components(shapes: Graph) -> None:
    """Refuse constraint components that the shapes define themselves: any predicate may be a parameter then."""
    for type_ in (SH.ConstraintComponent, *shapes.subjects(RDFS.subClassOf, SH.ConstraintComponent)):
        for component in shapes.subjects(RDF.type, type_):
            if not str(component).startswith(str(SH)):
                raise refusal(shapes, component)(SH.ConstraintComponent)


def _shape_nodes(shapes: Graph) -> dict[Node, bool]:
    """All shapes, each with whether it is a property shape."""
    node_shapes = set(shapes.subjects(RDF.type, SH.NodeShape))
    property_shapes = set(shapes.subjects(RDF.type, SH.PropertyShape))
    nodes = node_shapes | property_shapes
    for predicate in _SUBJECTS:
        nodes |= set(shapes.subjects(predicate, None))
    nodes |= {other for subject in set(shapes.subjects()) for other in references(shapes, subject)}
    kinds = {}
    for node in nodes:
        paths = len(list(shapes.objects(node, SH.path)))
        is_odd = (paths and node in node_shapes) or (not paths and node in property_shapes)
        if paths > 1 or isinstance(node, Literal) or is_odd:
            raise refusal(shapes, node)(SH.path)
        kinds[node] = paths == 1
    return kinds


def references(shapes: Graph, node: Node) -> Iterator[Node]:
    """The shapes that a shape refers to."""
    for predicate in _REFERENCES:
        yield from shapes.objects(node, predicate)
    for predicate in _LISTS:
        for members in shapes.objects(node, predicate):
            yield from read_list(shapes, members, refusal(shapes, node))


def _read(source: Source) -> Shape:
    shapes, node, refuse = source.shapes, source.node, source.refuse
    constraints: list[Built] = []
    for predicate in set(shapes.predicates(node, None)):
        if predicate in BUILDERS:
            constraints += BUILDERS[predicate](source)
        elif predicate not in SILENT | {SH.property, SH.sparql} and str(predicate).startswith(str(SH)):
            raise refuse(str(curie(str(predicate))))
    properties = source.all(SH.property)
    if not all(source.nodes[shape] for shape in properties):
        raise refuse(SH.property)
    messages, severities, paths = source.all(SH.message), source.all(SH.severity), source.all(SH.path)
    severity = severities[0] if severities else SH.Violation
    if len(severities) > 1 or not isinstance(severity, URIRef):
        raise refuse(SH.severity)
    if not all(isinstance(message, Literal) for message in messages):
        raise refuse(SH.message)
    return Shape(
        node,
        read_path(shapes, paths[0], refuse) if paths else None,
        severity,
        one_message(messages),
        _targets(source),
        tuple(constraints),
        tuple(properties),
        tuple(read_queries(source)),
        not (source.all(SH.deactivated) and source.truth(SH.deactivated)),
    )


def _targets(source: Source) -> Targets:
    shapes, node = source.shapes, source.node

    def texts(predicate: URIRef) -> frozenset[str]:
        return frozenset(map(of_node, source.all(predicate)))

    classes = texts(SH.targetClass)
    if {RDFS.Class, OWL.Class, *shapes.subjects(RDFS.subClassOf, RDFS.Class)} & set(shapes.objects(node, RDF.type)):
        classes |= {of_node(node)}
    return Targets(classes, texts(SH.targetSubjectsOf), texts(SH.targetObjectsOf), texts(SH.targetNode))


def _refuse_cycles(shapes: Graph, found: dict[Node, Shape]) -> None:
    """Refuse shapes that lead back to themselves, and queries of shapes that others refer to."""
    done: set[Node] = set()

    def visit(node: Node, above: tuple[Node, ...]) -> None:
        if node in above:
            raise refusal(shapes, node)("recursion")
        if node not in done:
            for other in references(shapes, node):
                visit(other, (*above, node))
                if found[other].queries:
                    raise refusal(shapes, other)(SH.sparql)
            done.add(node)

    for node in found:
        visit(node, ())
