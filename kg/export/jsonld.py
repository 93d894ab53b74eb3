"""Compact JSON-LD under our own context, which stands in the file: nothing has to be fetched to read it.

One object a node, in IRI order. A result nests its method, benchmark, metric and configuration with
type and label, so that it can be read alone; each of them stands in full as a node of its own.
Numbers are strings whose type the context gives: a bare JSON number would become a double.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pyoxigraph as ox

from kg.errors import VocabularyError
from kg.terms import LB, RDF, RDFS, XSD

# Plain strings: an rdflib IRI never equals a string.
_RESULT = str(LB.Result)
_NESTED = {str(predicate) for predicate in (LB.method, LB.benchmark, LB.metric, LB.config)}
_TYPE, _LABEL = str(RDF.type), str(RDFS.label)

#: Predicate -> objects, for one subject.
Node = dict[str, list[ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple]]


class Context:
    """What a JSON-LD context says of terms, turned round: from IRI to term."""

    def __init__(self, text: str) -> None:
        self.document: dict[str, Any] = json.loads(text)["@context"]
        self._prefixes = {n: d["@id"] for n, d in self.document.items() if isinstance(d, dict) and d.get("@prefix")}
        self.names: dict[str, str] = {}
        self.properties: dict[str, tuple[str, Mapping[str, str]]] = {}
        for name, definition in self.document.items():
            if isinstance(definition, dict) and "@id" in definition and not definition.get("@prefix"):
                self.properties[self._expand(definition["@id"])] = (name, definition)
                self.names[self._expand(definition["@id"])] = name
            elif isinstance(definition, str) and not definition.startswith("@"):
                self.names[self._expand(definition)] = name

    def _expand(self, curie: str) -> str:
        prefix, colon, local = curie.partition(":")
        if not colon or prefix not in self._prefixes:
            raise VocabularyError(f"context.jsonld: {curie!r} has no known prefix")
        return f"{self._prefixes[prefix]}{local}"

    def name(self, iri: str) -> str:
        """The term of an IRI, or the IRI."""
        return self.names.get(iri, iri)

    def datatype(self, definition: Mapping[str, str]) -> str | None:
        """The datatype IRI that a term gives its values, or None."""
        kind = definition.get("@type")
        return self._expand(kind) if kind and not kind.startswith("@") else None


def to_jsonld(triples: Iterable[str], context: str) -> bytes:
    """A whole graph; ``triples`` are sorted N-Triples lines, ``context`` the text of context.jsonld."""
    known = Context(context)
    nodes: dict[str, Node] = {}
    for quad in ox.parse("".join(triples), format=ox.RdfFormat.N_TRIPLES):
        node = nodes.setdefault(_id(quad.subject), {})
        node.setdefault(quad.predicate.value, []).append(quad.object)
    objects = [node_object(iri, nodes, known) for iri in sorted(nodes)]
    head = json.dumps(known.document, ensure_ascii=False, indent=1)
    body = ",\n".join(json.dumps(item, ensure_ascii=False) for item in objects)
    # An element of its own line keeps differences between two builds short.
    return f'{{"@context": {head},\n"@graph": [\n{body}\n]}}\n'.encode()


def node_object(iri: str, nodes: Mapping[str, Node], context: Context) -> dict[str, Any]:
    """One node as a JSON object: id, type and label first, then its terms in order."""
    node = nodes[iri]
    out = _head(iri, node, context)
    is_result = any(isinstance(t, ox.NamedNode) and t.value == _RESULT for t in node.get(_TYPE, ()))
    written: dict[str, Any] = {}
    for predicate, values in node.items():
        if predicate in (_TYPE, _LABEL):
            continue
        name, definition = context.properties.get(predicate, (predicate, {}))
        items: list[Any] = []
        for value in values:
            nested = is_result and predicate in _NESTED and isinstance(value, ox.NamedNode) and value.value in nodes
            if nested and isinstance(value, ox.NamedNode):
                items.append(_head(value.value, nodes[value.value], context))
            else:
                items.append(_value(value, definition, context))
        single = len(items) == 1 and definition and definition.get("@container") != "@set"
        written[name] = items[0] if single else items
    return {**out, **{name: written[name] for name in sorted(written)}}


def _head(iri: str, node: Node, context: Context) -> dict[str, Any]:
    out: dict[str, Any] = {"id": iri}
    types = sorted(context.name(_id(t)) for t in node.get(_TYPE, ()))
    if types:
        out["type"] = types
    labels = [_value(label, {}, context) for label in node.get(_LABEL, ())]
    if labels:
        out["label"] = labels[0] if len(labels) == 1 else labels
    return out


def _value(value: Any, definition: Mapping[str, str], context: Context) -> Any:
    if isinstance(value, ox.Literal):
        datatype = value.datatype.value
        if value.language:
            return {"@value": value.value, "@language": value.language}
        if datatype == context.datatype(definition):
            return value.value
        if datatype == str(XSD.string) and "@type" not in definition:
            return value.value
        if datatype == str(XSD.string):
            return {"@value": value.value}
        return {"@value": value.value, "@type": datatype}
    iri = _id(value)
    kind = definition.get("@type")
    if kind == "@id":
        return iri
    return context.name(iri) if kind == "@vocab" else {"id": iri}


def _id(term: Any) -> str:
    return f"_:{term.value}" if isinstance(term, ox.BlankNode) else str(term.value)
