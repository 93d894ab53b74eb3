"""What the pages of the vocabulary and of the rules print, each term and each rule under its own anchor."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import pyoxigraph as ox

from kg.query.execution import Term
from kg.serve.cells import Cells, Part
from kg.serve.documents import Document
from kg.serve.links import LISTS
from kg.terms import LB_NAMESPACE, LBSH, OWL, QB, RDF, RDFS, SH, SKOS, VOID

_TYPE, _LABEL, _DEFINITION = str(RDF.type), str(RDFS.label), str(SKOS.definition)
_SILENT = {_TYPE, _LABEL, _DEFINITION, str(RDFS.isDefinedBy)}

#: Heading of a part of the vocabulary, and the types of what stands in it.
_PARTS = (
    ("Classes", {str(OWL.Class)}),
    ("Properties", {str(OWL.ObjectProperty), str(OWL.DatatypeProperty)}),
    ("The data cube", {str(QB.DataStructureDefinition), str(QB.ComponentSpecification)}),
)

_NUMBER = re.compile(r"[A-Z]\d+(?:\.\d+)? ")


@dataclass(slots=True)
class Entry:
    """A term: its anchor, its words, and the rest that is said of it."""

    anchor: str
    label: str
    definition: str
    facts: list[tuple[Part, tuple[Part, ...]]]


@dataclass(frozen=True, slots=True)
class Group:
    """A part of the vocabulary."""

    heading: str
    about: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A shape: its anchor, its sentence, its remedy, how grave it is, and how it is written."""

    anchor: str
    number: str
    sentence: str
    remedy: str
    severity: str
    source: str


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A file of rules; ``about`` is the comment at its head."""

    name: str
    about: str
    rules: tuple[Rule, ...]


def vocabulary(ontology: Document, alignments: Document, void: Document, cells: Cells) -> list[Group]:
    """All terms: classes, properties, then one part for each closed list."""
    said = _by_subject(ontology.quads())
    beside = _by_subject(alignments.quads())
    counts = _counts(void)
    terms = {iri: values for iri, values in said.items() if iri.startswith(LB_NAMESPACE)}

    def entry(iri: str) -> Entry:
        facts = [
            (cells.name(property_), _aligned(alignments.short(other), cells.links.href(other), reasons))
            for reasons in [[_text(each) for each in beside.get(iri, {}).get(str(RDFS.comment), [])]]
            for property_, objects in beside.get(iri, {}).items()
            if property_ != str(RDFS.comment)
            for other in map(_text, objects)
        ]
        return _entry(iri, terms[iri], facts, counts.get(iri), cells)

    groups = []
    left = dict(terms)
    for heading, types in _PARTS:
        found = [iri for iri, values in left.items() if types & {_text(v) for v in values.get(_TYPE, [])}]
        groups.append(Group(heading, "", tuple(map(entry, found))))
        left = {iri: values for iri, values in left.items() if iri not in found}
    lists: dict[str, list[str]] = {}
    for iri, values in left.items():
        of = next((t for v in values.get(_TYPE, []) if (t := _text(v)) in terms), "")
        lists.setdefault(of, []).append(iri)
    for of, members in lists.items():
        heading = f"Closed list: {_first(terms[of], _LABEL)}" if of in terms else "Other terms"
        about = _first(terms[of], _DEFINITION) if of in terms else ""
        groups.append(Group(heading, about, tuple(map(entry, members))))
    return [group for group in groups if group.entries]


def _entry(
    iri: str,
    values: dict[str, list[Term]],
    beside: list[tuple[Part, tuple[Part, ...]]],
    count: str | None,
    cells: Cells,
) -> Entry:
    facts = [
        (cells.name(property_), tuple(_part(each, cells) for each in objects))
        for property_, objects in values.items()
        if property_ not in _SILENT
    ]
    name = iri[len(LB_NAMESPACE) :]
    if count:
        list_ = next((path for kind, path in LISTS.items() if kind.replace("-", "") == name.lower()), None)
        beside = [*beside, (Part("in this version"), (Part(count, list_),))]
    return Entry(name, _first(values, _LABEL) or name, _first(values, _DEFINITION), [*facts, *beside])


def _aligned(name: str, href: str | None, reasons: Iterable[str]) -> tuple[Part, ...]:
    """A term of another vocabulary, with the reason that begins with its name."""
    reason = next((text for text in reasons if text.startswith(f"{name}: ")), "")
    told = reason.removeprefix(f"{name}: ")
    return (Part(name, href), *((Part(told),) if told else ()))


def _counts(void: Document) -> dict[str, str]:
    """How often each class and property is used, by VoID."""
    said = _by_subject(void.quads())
    counts = {}
    for values in said.values():
        for about, number, what in (
            (VOID["class"], VOID.entities, "nodes"),
            (VOID.property, VOID.triples, "statements"),
        ):
            for term in values.get(str(about), []):
                counts[_text(term)] = f"{_first(values, str(number))} {what}"
    return counts


def rules(name: str, text: str, document: Document) -> RuleFile:
    """The rules of one file, in its order."""
    said = _by_subject(document.quads())
    head = " ".join(line.removeprefix("#").strip() for line in _head(text))
    prefix = str(LBSH)
    found = [_rule(iri[len(prefix) :], values, said, text) for iri, values in said.items() if iri.startswith(prefix)]
    return RuleFile(name, head, tuple(found))


def _rule(anchor: str, values: dict[str, list[Term]], said: dict[str, dict[str, list[Term]]], text: str) -> Rule:
    message = _first(values, str(SH.message))
    for query in values.get(str(SH.sparql), []) if not message else ():
        message = message or _first(said.get(_text(query), {}), str(SH.message))
    message = message or _first(values, str(RDFS.comment))
    number = _NUMBER.match(message) or _NUMBER.match(_first(values, _LABEL))
    sentence, _, remedy = message.removeprefix(number[0] if number else "").partition(" Remedy: ")
    severity = _first(values, str(SH.severity)).rpartition("#")[2]
    return Rule(anchor, number[0].strip() if number else "", sentence, remedy, severity, _source(anchor, text))


def _source(anchor: str, text: str) -> str:
    """The statements of a subject as they stand in the file: up to the next line that begins at the margin."""
    found = re.search(rf"^lbsh:{re.escape(anchor)}\s.*?(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    return found[0].rstrip() if found else ""


def _head(text: str) -> list[str]:
    lines = text.splitlines()
    end = next((place for place, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return lines[:end]


def _by_subject(quads: Iterable[ox.Quad]) -> dict[str, dict[str, list[Term]]]:
    found: dict[str, dict[str, list[Term]]] = {}
    for quad in quads:
        found.setdefault(_text(quad.subject), {}).setdefault(quad.predicate.value, []).append(quad.object)
    return found


def _part(term: Term, cells: Cells) -> Part:
    if isinstance(term, ox.NamedNode):
        return cells.name(term.value)
    return Part(_text(term))


def _text(term: Term) -> str:
    return str(getattr(term, "value", term))


def _first(values: dict[str, list[Term]], property_: str) -> str:
    return _text(values[property_][0]) if values.get(property_) else ""
