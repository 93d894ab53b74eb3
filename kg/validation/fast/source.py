"""One shape in the shapes graph, read strictly: what is not as it must be is refused by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rdflib import Graph, Literal, URIRef
from rdflib.term import Node

from kg.errors import UnsupportedConstraint
from kg.terms import SH, XSD
from kg.validation.fast.paths import Refuse, read_list
from kg.validation.report import curie


@dataclass(frozen=True, slots=True)
class Source:
    """One shape in the shapes graph, as the builders see it; ``nodes`` tells which shapes have a path."""

    shapes: Graph
    node: Node
    nodes: dict[Node, bool]
    refuse: Refuse
    blank_nodes_are_named: bool

    def all(self, parameter: URIRef) -> list[Node]:
        """The values of a parameter."""
        return list(self.shapes.objects(self.node, parameter))

    def one(self, parameter: URIRef) -> Node:
        """The only value of a parameter."""
        found = self.all(parameter)
        if len(found) != 1:
            raise self.refuse(parameter)
        return found[0]

    def iris(self, parameter: URIRef) -> list[URIRef]:
        """The values of a parameter, which are IRIs."""
        return [value if isinstance(value, URIRef) else self._bad(parameter) for value in self.all(parameter)]

    def whole(self, parameter: URIRef) -> int:
        """The only value of a parameter, a number from 0."""
        value = self.one(parameter)
        if not isinstance(value, Literal) or value.datatype != XSD.integer or not isinstance(value.value, int):
            raise self.refuse(parameter)
        if value.value < 0:
            raise self.refuse(parameter)
        return value.value

    def truth(self, parameter: URIRef) -> bool:
        """The only value of a parameter, true or false."""
        value = self.one(parameter)
        if not isinstance(value, Literal) or str(value) not in ("true", "false") or value.datatype != XSD.boolean:
            raise self.refuse(parameter)
        return str(value) == "true"

    def text(self, parameter: URIRef, value: Node) -> str:
        """A value that is plain text."""
        if not isinstance(value, Literal) or value.datatype not in (None, XSD.string):
            raise self.refuse(parameter)
        return str(value)

    def members(self, parameter: URIRef, value: Node) -> list[Node]:
        """The members of a list."""
        return read_list(self.shapes, value, self.refuse)

    def only_with_path(self, parameter: URIRef) -> None:
        """Refuse a parameter of property shapes at a node shape."""
        if not self.nodes[self.node]:
            raise self.refuse(parameter)

    def _bad(self, parameter: URIRef) -> Any:
        raise self.refuse(parameter)


def refusal(shapes: Graph, node: Node) -> Refuse:
    """Makes the error for something that is not known of one shape."""

    def refuse(what: str) -> UnsupportedConstraint:
        name = curie(what) if isinstance(what, URIRef) else what
        return UnsupportedConstraint(
            f"{shape_name(shapes, node)}: the fast engine does not know this {name}; check with the engine pyshacl"
        )

    return refuse


def shape_name(shapes: Graph, node: Node) -> str:
    """The shape by its name, or by what it stands in or looks at."""
    if isinstance(node, URIRef):
        return curie(node)
    owners = sorted(curie(str(s)) for s in shapes.subjects(None, node) if isinstance(s, URIRef))
    if owners:
        return f"a shape inside {owners[0]}"
    targets = sorted(curie(str(o)) for o in shapes.objects(node, SH.targetClass) if isinstance(o, URIRef))
    return f"a shape that looks at {targets[0]}" if targets else "a shape without a name"
