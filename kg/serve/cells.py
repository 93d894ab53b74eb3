"""What a page prints of a value: texts with links, and numbers that carry the statement they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.export.lines import is_iri, literal, node_id
from kg.serve.links import Links
from kg.serve.nodes import Nodes
from kg.serve.terms import Words
from kg.terms import LB, XSD

_DECIMAL = str(XSD.decimal)

_PRINTED = str(LB.printedValue)

#: Column of a story's table -> the property whose value stands there, in tables that have one of these columns too.
_NUMBERS = {
    "value": (str(LB.value), ("metric", "normalized")),
    "normalized": (str(LB.normalizedValue), ("value",)),
    "printed": (_PRINTED, ("place",)),
}

#: Step of a result's own story -> the property that it leads to.
_STEPS = {"printed": _PRINTED, "value": str(LB.value), "normalised": str(LB.normalizedValue)}


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of text.

    With ``node`` it is the object of (node, property), character by character; ``about`` is the path
    of what is said here of an address of another site.
    """

    text: str
    href: str | None = None
    node: str | None = None
    property: str | None = None
    note: str = ""
    about: str | None = None


@dataclass(frozen=True, slots=True)
class Cells:
    """Makes parts out of terms and of values of stories."""

    nodes: Nodes
    links: Links
    words: Words

    def iri(self, iri: str) -> Part:
        """A node by its label, linked."""
        path = self.links.path(iri)
        word = self.words.get(iri)
        if word is not None:
            return Part(word.label, path)
        label = self.nodes.label(iri)
        text = label or self.links.name(iri)
        if path is None and self.nodes.has(iri):
            about = self.links.about(iri)
            return Part(text, about) if label else Part(text, self.links.href(iri), about=about)
        return Part(text, path or self.links.href(iri))

    def name(self, iri: str) -> Part:
        """A property or a class by its prefixed name, linked."""
        return Part(self.links.name(iri), self.links.href(iri))

    def term(self, node: str, property_: str, term: str) -> Part:
        """The object of a statement in N-Triples syntax."""
        if not term.startswith('"'):
            return self.iri(node_id(term)) if is_iri(term) else Part(term)
        found = literal(term)
        if found.datatype == _DECIMAL:
            return Part(found.text, None, node, property_)
        note = f"@{found.language}" if found.language else ""
        if found.datatype not in ("", str(XSD.string), str(XSD.integer)):
            note = self.links.name(found.datatype)
        return Part(found.text, self.links.href(found.text), note=note)

    def value(self, value: Any) -> tuple[Part, ...]:
        """A value of a story: a text, a node, or several."""
        if isinstance(value, list):
            return tuple(part for each in value for part in self.value(each))
        if isinstance(value, Mapping):
            return (Part(value["text"], self.links.href(value["iri"])),)
        return (Part(value, self.links.href(self.links.full(value) or value)),)

    def row(self, subject: str, columns: Sequence[Sequence[str]], row: Sequence[Any]) -> list[tuple[Part, ...]]:
        """A row of a table in the story of ``subject``; the values of results are marked as their statements."""
        keys = [key for key, _ in columns]
        if keys[:2] == ["step", "gives"] and row[0] in _STEPS:
            return [self.value(row[0]), self._number(subject, _STEPS[row[0]], row[1]), *map(self.value, row[2:])]
        result = self._result(row)
        cells = []
        for key, value in zip(keys, row, strict=True):
            beside = _NUMBERS.get(key, ("", ()))[1]
            if result and isinstance(value, str) and any(other in keys for other in beside):
                cells.append(self._number(result, _NUMBERS[key][0], value))
            else:
                cells.append(self.value(value))
        return cells

    def _number(self, node: str, property_: str, text: str) -> tuple[Part, ...]:
        """A value, with what is printed behind it; "none" is no value."""
        if property_ == _PRINTED:
            return (Part(text, None, node, property_),)
        number, blank, rest = text.partition(" ")
        if number == "none":
            return (Part(text),)
        return (Part(number, None, node, property_), *([Part(blank + rest)] if rest else []))

    def _result(self, row: Sequence[Any]) -> str | None:
        """The one result that a row is about."""
        prefix = f"{self.links.base}result/"
        found = {each["iri"] for each in row if isinstance(each, Mapping) and each["iri"].startswith(prefix)}
        return found.pop() if len(found) == 1 else None
