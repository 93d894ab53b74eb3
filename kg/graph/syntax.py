"""RDF terms as N-Triples text, so that every printed digit reaches the file."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kg.assemble.nodes import Nodes
from kg.iris import Iris
from kg.normalise.identifiers import is_web_url
from kg.normalise.values import lexical
from kg.terms import DCTERMS, LB, RDF, RDFS, SCHEMA, XSD

#: (subject, predicate, object) in N-Triples syntax.
Triple = tuple[str, str, str]

#: Properties of other vocabularies that ``not_stated`` may name.
_OTHER_PROPERTIES = {"modified": DCTERMS.modified, "license": DCTERMS.license, "url": SCHEMA.url}

_ESCAPES = str.maketrans(
    {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    | {chr(code): f"\\u{code:04X}" for code in (*range(0x20), 0x7F) if chr(code) not in "\n\r\t"}
)


def iri(value: str) -> str:
    """An IRI in N-Triples syntax."""
    return f"<{value}>"


def string(text: str) -> str:
    """A plain string literal."""
    return f'"{text.translate(_ESCAPES)}"'


def typed(text: str, datatype: str) -> str:
    """A literal of an XSD datatype, given by its local name."""
    return f'"{text}"^^<{XSD[datatype]}>'


def decimal(value: Decimal) -> str:
    """An xsd:decimal with the very digits of the value."""
    return typed(lexical(value), "decimal")


def integer(value: int) -> str:
    """An xsd:integer."""
    return typed(str(value), "integer")


def date(text: str) -> str:
    """A date literal of just the precision that the text has."""
    kinds = {4: "gYear", 7: "gYearMonth", 10: "date"}
    return typed(text, kinds.get(len(text), "dateTime"))


def property_iri(name: str) -> str:
    """The IRI of a property named in ``inferred`` or ``not_stated``."""
    return iri(_OTHER_PROPERTIES.get(name) or LB[name])


def iri_or_string(text: str) -> str:
    """An IRI where the text is a web address, else a plain string."""
    return iri(text) if is_web_url(text) else string(text)


def typed_node(subject: str, label: str, *types: str) -> list[Triple]:
    """The types and the label that every node has."""
    out = [(subject, iri(RDF.type), iri(type_)) for type_ in types]
    out.append((subject, iri(RDFS.label), string(label)))
    return out


@dataclass(frozen=True, slots=True)
class Names:
    """IRIs of nodes in N-Triples syntax; ``nodes`` are the things that labels and units come from."""

    iris: Iris
    nodes: Nodes

    def node(self, kind: str, key: str) -> str:
        """The IRI of a data node."""
        return iri(self.iris(kind, key))

    def unit(self, key: str) -> str:
        """The QUDT unit, or our own where QUDT has none."""
        return iri(self.nodes.units[key].iri or self.iris("unit", key))
