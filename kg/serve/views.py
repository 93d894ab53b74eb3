"""The views of a node: Turtle, JSON-LD, N-Triples, RDF/XML, each made from the lines of graph.nt."""

from __future__ import annotations

from collections.abc import Sequence

from kg.export.formats import to_rdf_xml, to_turtle
from kg.export.jsonld import jsonld_of, to_jsonld, to_text
from kg.query.formats import Format, formats_for
from kg.serve.negotiate import HTML
from kg.serve.nodes import Node, Nodes

_NAMES = ("ttl", "jsonld", "nt", "rdf")

#: Formats of triples in which documents of ours can be had, the preferred one first.
TRIPLE_FORMATS: tuple[Format, ...] = tuple(
    sorted((each for each in formats_for(graph=True) if each.name in _NAMES), key=lambda each: _NAMES.index(each.name))
)

#: All views of a resource. Who likes everything equally is a program, and gets Turtle; browsers ask for HTML.
VIEWS: tuple[Format, ...] = (*TRIPLE_FORMATS, HTML)


def find_view(name: str) -> Format | None:
    """The view of that short name."""
    return next((each for each in VIEWS if each.name == name), None)


def node_bytes(node: Node, nodes: Nodes, name: str) -> bytes:
    """A node in a format of triples; JSON-LD tells of its neighbours what is needed to read it alone."""
    if name == "jsonld":
        return to_text(jsonld_of(node.iri, [*node.lines, *nodes.neighbours(node)])).encode()
    return lines_bytes(node.lines, nodes.base, name)


def lines_bytes(lines: Sequence[str], base: str, name: str) -> bytes:
    """Sorted N-Triples lines in a format of triples."""
    if name == "ttl":
        return to_turtle(lines, base)
    if name == "jsonld":
        return to_jsonld(lines)
    return to_rdf_xml(lines, base) if name == "rdf" else "".join(lines).encode()
