"""Documents that come with a version: vocabulary, rules, context, VoID, catalogue; each with its views.

Turtle files are sent byte for byte; the other views are made from their triples.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from kg.serve.views import lines_bytes
from kg.terms import OWL

_VERSION = ox.NamedNode(str(OWL.versionInfo))


@dataclass(frozen=True)
class Document:
    """A document in Turtle."""

    turtle: bytes

    @classmethod
    def of(cls, *paths: Path) -> Document:
        """One file, or several as one document: Turtle files may follow each other."""
        return cls(b"\n".join(path.read_bytes() for path in paths))

    @cached_property
    def prefixes(self) -> dict[str, str]:
        """The prefixes that it declares."""
        parsed = ox.parse(self.turtle, ox.RdfFormat.TURTLE)
        deque(parsed, maxlen=0)
        return parsed.prefixes

    def short(self, iri: str) -> str:
        """An IRI with a prefix that the document declares, or in full."""
        fitting = [(len(space), name) for name, space in self.prefixes.items() if iri.startswith(space)]
        return f"{max(fitting)[1]}:{iri[max(fitting)[0] :]}" if fitting else iri

    def quads(self) -> list[ox.Quad]:
        """Its triples in file order; blank nodes are named by their order, so that they stay the same."""
        names: dict[str, ox.BlankNode] = {}

        def named(term: Any) -> Any:
            if isinstance(term, ox.BlankNode):
                return names.setdefault(term.value, ox.BlankNode(f"b{len(names) + 1:05d}"))
            return term

        parsed = ox.parse(self.turtle, ox.RdfFormat.TURTLE)
        return [ox.Quad(named(quad.subject), quad.predicate, named(quad.object)) for quad in parsed]

    def lines(self) -> list[str]:
        """Its triples as sorted N-Triples lines."""
        return sorted({f"{ox.Triple(q.subject, q.predicate, q.object)} .\n" for q in self.quads()})

    def version(self) -> str | None:
        """The version that it states of itself."""
        found = (str(getattr(quad.object, "value", "")) for quad in self.quads() if quad.predicate == _VERSION)
        return next(found, None)

    def view(self, name: str, base: str) -> bytes:
        """A view of triples by its short name."""
        return self.turtle if name == "ttl" else lines_bytes(self.lines(), base, name)
