"""RDF terms as text: one text for each term, so that equal terms are equal strings.

``<iri>``, ``"text"``, ``"text"@en`` or ``"text"^^<datatype>``: N-Triples without escapes. The text of
a literal runs to its last quote. A plain literal has no datatype, as xsd:string is the same thing. A
blank node is written as an IRI ``<_:id>``, as in the graph that pySHACL is given.
"""

from __future__ import annotations

import re

from rdflib import BNode, Literal, URIRef
from rdflib.term import Node

from kg.terms import RDF, RDFS, XSD
from kg.validation.data import beyond_rdf11, comparable

TYPE = f"<{RDF.type}>"
SUBCLASS_OF = f"<{RDFS.subClassOf}>"
RESOURCE = f"<{RDFS.Resource}>"

_STRING = f"^^<{XSD.string}>"
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([tbnrf\"'\\]))")
_CHARACTERS = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}


def of_node(node: Node) -> str:
    """The text of an rdflib term."""
    if isinstance(node, Literal):
        if node.language:
            return f'"{node}"@{node.language.lower()}'
        return f'"{node}"^^<{node.datatype}>' if node.datatype else f'"{node}"'
    return f"<_:{node}>" if isinstance(node, BNode) else f"<{node}>"


def of_data(node: Node) -> str:
    """The text of an rdflib term that stands in data; there xsd:string is the plain literal."""
    text = of_node(node)
    return text.removesuffix(_STRING) if isinstance(node, Literal) else text


def is_canonical(text: str) -> bool:
    """True when the N-Triples text of a term is its text here as well."""
    return "\\" not in text and not text.startswith(("_", "<<")) and not text.endswith(_STRING)


def canonical(text: str) -> str:
    """The text of a term that is written in N-Triples."""
    if text.startswith("<<"):
        raise beyond_rdf11(text)
    if text.startswith("_:"):
        return f"<{text}>"
    if "\\" in text:
        text = _ESCAPE.sub(_unescaped, text)
    return text.removesuffix(_STRING) if text.startswith('"') else text


def _unescaped(found: re.Match[str]) -> str:
    short, long, character = found.groups()
    return chr(int(short or long, 16)) if short or long else _CHARACTERS.get(character, character)


def to_node(text: str) -> Node:
    """The rdflib term of a text, as pySHACL is given it."""
    if text[0] == "<":
        return URIRef(text[1:-1])
    end = text.rindex('"')
    lexical, rest = text[1:end], text[end + 1 :]
    if not rest:
        return Literal(lexical)
    if rest[0] == "@":
        return Literal(lexical, lang=rest[1:].partition("--")[0])
    return comparable(Literal(lexical, datatype=URIRef(rest[3:-1]), normalize=False))


def lexical(text: str) -> str:
    """What SPARQL's STR gives: the text of a literal without its datatype, an IRI without brackets."""
    return text[1 : text.rindex('"')] if text[0] == '"' else text[1:-1]


def is_literal(text: str) -> bool:
    """True for a literal."""
    return text[0] == '"'


def is_blank(text: str) -> bool:
    """True for a blank node."""
    return text.startswith("<_:")
