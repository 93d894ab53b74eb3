"""What a version says, node by node, with every printed digit.

IRIs and texts are both plain ``str``. The store writes "76.10" as "76.1", so decimals are taken
from ``graph.nt``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import pyoxigraph as ox

from kg.export.formats import data_prefixes
from kg.export.lines import literal
from kg.export.lookup import SortedLines
from kg.store import Version, open_store
from kg.terms import LB, RDF, RDFS, SH, XSD

#: The report of the shapes within a version.
SHACL_FILE = "shacl-report.ttl"

#: The triples of a version, sorted.
LINES_FILE = "graph.nt"

_DECIMAL = ox.NamedNode(str(XSD.decimal))


class GraphFacts:
    """A graph in a store, all named graphs together; ``lines`` are its sorted N-Triples, for the digits."""

    def __init__(self, store: ox.Store, base: str, lines: SortedLines | None = None) -> None:
        self.store = store
        self.base = base
        self.prefixes = data_prefixes(base)
        self._lines = lines

    def objects(self, subject: str, predicate: str) -> list[str]:
        """The values of a property, sorted; decimals with their very digits."""
        if not subject:
            return []
        quads = self.store.quads_for_pattern(_node(subject), _node(predicate), None, ox.DefaultGraph())
        found = [quad.object for quad in quads]
        if any(isinstance(each, ox.Literal) and each.datatype == _DECIMAL for each in found):
            return self._exact(subject, predicate) or sorted(map(_text, found))
        return sorted(map(_text, found))

    def one(self, subject: str | None, predicate: str) -> str | None:
        """The value of a property that has at most one (else the first); None where there is none."""
        found = self.objects(subject, predicate) if subject else []
        return found[0] if found else None

    def subjects(self, predicate: str, object_: str, *, text: bool = False) -> list[str]:
        """The nodes that point to a node by a property (``text``: that have this string), sorted."""
        if not object_:
            return []
        term = ox.Literal(object_) if text else _node(object_)
        quads = self.store.quads_for_pattern(None, _node(predicate), term, ox.DefaultGraph())
        return sorted(_text(quad.subject) for quad in quads)

    def properties(self, subject: str) -> dict[str, list[str]]:
        """All properties of a node with their values."""
        quads = self.store.quads_for_pattern(_node(subject), None, None, ox.DefaultGraph())
        return {name: self.objects(subject, name) for name in sorted({quad.predicate.value for quad in quads})}

    def pointers(self, node: str) -> dict[str, list[str]]:
        """Which nodes point here, by property."""
        found: dict[str, list[str]] = {}
        for quad in self.store.quads_for_pattern(None, None, _node(node), ox.DefaultGraph()):
            found.setdefault(quad.predicate.value, []).append(_text(quad.subject))
        return {name: sorted(subjects) for name, subjects in sorted(found.items())}

    def graphs(self, node: str) -> list[str]:
        """The named graphs that say something of a node."""
        quads = self.store.quads_for_pattern(_node(node), None, None, None)
        return sorted({q.graph_name.value for q in quads if isinstance(q.graph_name, ox.NamedNode)})

    def has(self, node: str) -> bool:
        """True when the graph says something of a node."""
        quads = self.store.quads_for_pattern(_node(node), None, None, ox.DefaultGraph())
        return next(iter(quads), None) is not None

    def of_class(self, class_: str) -> list[str]:
        """All nodes of a class."""
        return self.subjects(RDF.type, class_)

    def label(self, node: str) -> str:
        """The label of a node, else its short name."""
        return self.one(node, RDFS.label) or self.curie(node)

    def curie(self, iri: str) -> str:
        """An IRI with its prefix, or in full where none fits."""
        fitting = [(len(space), name) for name, space in self.prefixes.items() if iri.startswith(space)]
        if not fitting:
            return iri
        length, name = max(fitting)
        return f"{name}:{iri[length:]}" if iri[length:] else iri

    def kind_key(self, iri: str) -> tuple[str, str]:
        """Kind and key of a data IRI; ("", iri) for any other."""
        kind, separator, key = iri.removeprefix(self.base).partition("/")
        return (kind, key) if separator and iri.startswith(self.base) else ("", iri)

    def cells(self, node: str) -> list[tuple[str, str]]:
        """Place and printed text of the cells that a node is about, in the order of the pages."""
        results = [node] if self.one(node, LB.sourceLocator) else []
        for link in (LB.declaration, LB.comparisonGroup, LB.leaderboard, LB.method, LB.benchmark, LB.config):
            results = results or self.subjects(link, node)
        found = {(p, self.one(r, LB.printedValue) or "") for r in results for p in self.objects(r, LB.sourceLocator)}
        return sorted(found, key=lambda cell: (place_order(cell[0]), cell[1]))

    def _exact(self, subject: str, predicate: str) -> list[str]:
        """The values of a property with their very digits; none where there are no lines of the graph."""
        if self._lines is None:
            return []
        key = f"<{subject}> <{predicate}> ".encode()
        found = (line[len(key) :].decode().removesuffix(" .") for line in self._lines.starting(key))
        return sorted(literal(each).text if each.startswith('"') else each[1:-1] for each in found)


class Facts(GraphFacts):
    """The graph of one version, and the findings of the shapes."""

    def __init__(self, version: Version) -> None:
        path = version.path / LINES_FILE
        super().__init__(open_store(version), version.base, SortedLines.open(path) if path.is_file() else None)
        self.version = version

    @cached_property
    def findings(self) -> dict[str, dict[str, list[str]]]:
        """The findings of the shapes by IRI, each with its properties (names and values as text)."""
        path = self.version.path / SHACL_FILE
        found: dict[str, dict[str, list[str]]] = {}
        if not path.is_file():
            return found
        for quad in ox.parse(path.read_bytes(), ox.RdfFormat.TURTLE):
            values = found.setdefault(_text(quad.subject), {}).setdefault(quad.predicate.value, [])
            values.append(_text(quad.object))
        kind = str(SH.ValidationResult)
        return {iri: values for iri, values in sorted(found.items()) if kind in values.get(str(RDF.type), ())}

    def finding(self, iri: str) -> dict[str, str]:
        """Rule, severity, message, remedy, node and shape of a finding."""
        values = self.findings[iri]

        def first(name: str) -> str:
            return values.get(str(name), [""])[0]

        message, _, remedy = first(SH.resultMessage).rpartition(" Remedy: ")
        return {
            "rule": first(RDFS.label).partition(" on ")[0],
            "severity": first(SH.resultSeverity).rpartition("#")[2],
            "message": message or remedy,
            "remedy": remedy if message else "look at the node that the finding names",
            "node": first(SH.focusNode),
            "shape": first(SH.sourceShape),
            "path": first(SH.resultPath),
            "value": first(SH.value),
        }

    def finding_places(self, iri: str) -> list[str]:
        """The cells that a finding is about."""
        return sorted(self.findings[iri].get(str(LB.sourceLocator), []), key=place_order)


def place_order(place: str) -> tuple[str, tuple[int, ...]]:
    """Sort key of "file:line:cell": lines and cells by their numbers."""
    found = re.fullmatch(r"(?P<file>.+?)(?P<numbers>(?::[0-9]+){0,2})", place)
    numbers = found["numbers"] if found else ""
    return (found["file"] if found else place, tuple(int(n) for n in numbers.split(":") if n))


def first_place(cells: Iterable[tuple[str, str]]) -> str | None:
    """The first of some cells."""
    return next((place for place, _ in cells), None)


def _node(iri: str) -> ox.NamedNode:
    return ox.NamedNode(str(iri))


def _text(term: Any) -> str:
    return str(term.value)
