"""Compact JSON-LD under our own context, which stands in the file: nothing has to be fetched to read it.

One object a node, in IRI order, one line a property. What is needed to read a result alone stands
within it: its method, benchmark, metric, configuration and notes, each with type, label and the
fine print of :data:`NESTED`; each of them stands in full as a node of its own too. The same
property always has the same shape. Numbers are strings whose type the context gives: a bare JSON
number would become a double, or lose its zeros.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from kg.errors import FormatError, VocabularyError
from kg.export.lines import Pair, blocks, is_iri, literal, node_id, split_iri
from kg.resources import ontology_folder
from kg.terms import LB, RDF, RDFS, SCHEMA, XSD

_TYPE, _LABEL = str(RDF.type), str(RDFS.label)
_SETTING = (str(SCHEMA.name), str(SCHEMA.value))

#: Property -> what is said of its values on the spot, beside type and label.
NESTED: dict[str, tuple[str, ...]] = {
    str(LB.method): (),
    str(LB.benchmark): (str(LB.version), str(LB.split), str(LB.subset), str(LB.notStated)),
    str(LB.metric): (str(LB.direction),),
    str(LB.config): (str(LB.setting),),
    str(LB.setting): _SETTING,
    str(LB.parameter): _SETTING,
    str(LB.note): _SETTING,
}

#: A local name that a compact IRI can carry.
_LOCAL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?")
#: What a term of the context may say for us to write values by it.
_UNDERSTOOD = {"@id", "@type", "@container", "@protected"}
#: Characters that could end a script element, or a line of JavaScript.
_ESCAPES = {"<": "\\u003c", "\u2028": "\\u2028", "\u2029": "\\u2029", "\x7f": "\\u007f"}
_ESCAPED = re.compile("[<\u2028\u2029\x7f]")

#: Predicate IRI -> objects in N-Triples syntax, for one subject.
Statements = dict[str, list[str]]


class Context:
    """What a JSON-LD context says of terms, turned round: from IRI to term."""

    def __init__(self, text: str) -> None:
        self.document: dict[str, Any] = json.loads(text)["@context"]
        items = self.document.items()
        self._namespaces = {n: d["@id"] for n, d in items if isinstance(d, dict) and d.get("@prefix")}
        self._prefixes = {namespace: name for name, namespace in self._namespaces.items()}
        self.id, self.type = self._alias("@id"), self._alias("@type")
        self._names: dict[str, str] = {}
        self._properties: dict[str, tuple[str, Mapping[str, Any]]] = {}
        for name, definition in sorted(items, reverse=True):
            if isinstance(definition, dict) and not definition.get("@prefix") and definition.get("@id") is not None:
                iri = self._expand(definition["@id"])
                if definition.keys() <= _UNDERSTOOD and definition.get("@container") in (None, "@set", ["@set"]):
                    self._names[iri] = name
                    self._properties[iri] = (name, definition)
            elif isinstance(definition, str) and not name.startswith("@") and not definition.startswith("@"):
                self._names[self._expand(definition)] = name

    def _alias(self, keyword: str) -> str:
        return next((name for name, definition in self.document.items() if definition == keyword), keyword)

    def _expand(self, name: str) -> str:
        if name.startswith("@"):
            return name
        prefix, colon, local = name.partition(":")
        if colon and not local.startswith("//") and prefix not in self._namespaces:
            raise VocabularyError(f"context.jsonld: {name!r} has no known prefix")
        return f"{self._namespaces[prefix]}{local}" if prefix in self._namespaces else name

    def short(self, iri: str) -> str:
        """The IRI with a prefix of the context, or in full.

        Raises FormatError where an IRI in full would be read as one with a prefix: ``<lb:value>`` as a term of ours.
        """
        namespace, local = split_iri(iri)
        prefix = self._prefixes.get(namespace)
        if prefix is not None and _LOCAL.fullmatch(local):
            return f"{prefix}:{local}"
        scheme, _, rest = iri.partition(":")
        if scheme in self._namespaces and not rest.startswith("//"):
            raise FormatError(f"JSON-LD has no way to write <{iri}>: {scheme}: is a prefix of our context")
        return iri

    def name(self, iri: str) -> str:
        """The term of an IRI, or the IRI as :meth:`short` has it."""
        return self._names.get(iri) or self.short(iri)

    def property(self, iri: str) -> tuple[str, Mapping[str, Any]]:
        """How a property is written, and what the context says of its values."""
        return self._properties.get(iri) or (self.short(iri), {"@container": "@set"})

    def datatype(self, definition: Mapping[str, Any]) -> str | None:
        """The datatype IRI that a term gives its values, or None."""
        kind = definition.get("@type")
        return self._expand(kind) if kind and not kind.startswith("@") else None


@cache
def our_context() -> Context:
    """The context of ontology/context.jsonld."""
    return Context((ontology_folder() / "context.jsonld").read_text(encoding="utf-8"))


def to_jsonld(triples: Sequence[str], context: Context | None = None) -> bytes:
    """A whole graph; ``triples`` are sorted N-Triples lines."""
    return "".join(jsonld_chunks(triples, context)).encode()


def jsonld_chunks(triples: Sequence[str], context: Context | None = None) -> Iterator[str]:
    """The same text piece by piece: head, nodes, end. Only one node is in memory at a time."""
    context = context or our_context()
    writer = _Nodes(triples, context)
    yield f'{{\n"@context": {_members(context.document)},\n"@graph": ['
    separator = "\n"
    for subject, pairs in blocks(triples):
        yield f"{separator}{_members(writer.node(subject, _statements(pairs)))}"
        separator = ",\n"
    yield "\n]\n}\n"


def jsonld_of(iri: str, triples: Iterable[str], context: Context | None = None) -> dict[str, Any]:
    """One resource as a JSON-LD document with the context inline.

    ``triples`` are N-Triples lines about the resource and, for what is nested, about its
    neighbours; other lines do no harm. What they do not describe is nested by its IRI alone.
    """
    context = context or our_context()
    lines = sorted(triples)
    subject = iri if iri.startswith("_:") else f"<{iri}>"
    writer = _Nodes(lines, context)
    return {"@context": context.document, **writer.node(subject, writer.statements(subject))}


def to_text(document: Mapping[str, Any]) -> str:
    """A document of :func:`jsonld_of` as text, one line a member."""
    members = dict(document)
    context = members.pop("@context", None)
    head = f'"@context": {_members(context)},\n' if context is not None else ""
    return f"{{\n{head}{_members(members)[2:]}\n"


class _Nodes:
    """Writes nodes; knows where in the sorted lines each one stands."""

    def __init__(self, lines: Sequence[str], context: Context) -> None:
        self._lines = lines
        self._context = context
        self._places: dict[str, tuple[int, int]] = {}
        self._nested: dict[tuple[str, str], dict[str, Any]] = {}
        start, current = 0, ""
        for place, line in enumerate(lines):
            subject = line[: line.index(" ")]
            if subject != current:
                self._places[current] = (start, place)
                start, current = place, subject
        self._places[current] = (start, len(lines))

    def statements(self, subject: str) -> Statements:
        """What the lines say of a subject in N-Triples syntax."""
        start, end = self._places.get(subject, (0, 0))
        return _statements([pair for _, pairs in blocks(self._lines[start:end]) for pair in pairs])

    def node(self, subject: str, said: Statements) -> dict[str, Any]:
        """One object: id, type and label first, then the other properties by name."""
        out = self._head(subject, said)
        rest = [self._member(iri, values) for iri, values in said.items() if iri not in (_TYPE, _LABEL)]
        if texts := [value for value in said.get(_TYPE, ()) if value.startswith('"')]:
            rest.append(self._member(_TYPE, texts))  # @type would make IRIs of them
        return {**out, **dict(sorted(rest))}

    def _head(self, subject: str, said: Statements) -> dict[str, Any]:
        out: dict[str, Any] = {self._context.id: self._context.short(node_id(subject))}
        if types := [node_id(value) for value in said.get(_TYPE, ()) if not value.startswith('"')]:
            out[self._context.type] = sorted(map(self._context.name, types))
        if _LABEL in said:
            out.update([self._member(_LABEL, said[_LABEL])])
        return out

    def _member(self, iri: str, values: list[str]) -> tuple[str, Any]:
        name, definition = self._context.property(iri)
        items = [self._value(iri, definition, value) for value in values]
        return name, items[0] if len(items) == 1 and "@container" not in definition else items

    def _value(self, property_: str, definition: Mapping[str, Any], value: str) -> Any:
        if value.startswith('"'):
            return self._literal(definition, value)
        if property_ in NESTED:
            return self._neighbour(property_, value)
        kind = definition.get("@type")
        if kind == "@vocab" and is_iri(value):
            return self._context.name(node_id(value))
        short = self._context.short(node_id(value))
        return short if kind == "@id" else {self._context.id: short}

    def _neighbour(self, property_: str, subject: str) -> dict[str, Any]:
        found = self._nested.get((property_, subject))
        if found is None:
            said = self.statements(subject)
            shown = [self._member(iri, said[iri]) for iri in NESTED[property_] if iri in said]
            found = self._nested[property_, subject] = {**self._head(subject, said), **dict(sorted(shown))}
        return found

    def _literal(self, definition: Mapping[str, Any], value: str) -> Any:
        text, datatype, language = literal(value)
        if language:
            return {"@value": text, "@language": language}
        if datatype in ("", str(XSD.string)):
            return {"@value": text} if "@type" in definition else text
        if datatype == self._context.datatype(definition):
            return text
        return {"@value": text, "@type": self._context.short(datatype)}


def _statements(pairs: Iterable[Pair]) -> Statements:
    said: Statements = {}
    for predicate, object_ in pairs:
        said.setdefault(node_id(predicate), []).append(object_)
    return said


def _members(document: Mapping[str, Any]) -> str:
    """An object with one line a member."""
    lines = (f"  {_dump(name)}: {_dump(value)}" for name, value in document.items())
    return "{\n" + ",\n".join(lines) + "\n}"


def _dump(value: Any) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES[found[0]], json.dumps(value, ensure_ascii=False))
