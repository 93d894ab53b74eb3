"""What a version says of one node, read from ``graph.nt`` where it lies: exact digits, no store, no index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pyoxigraph as ox

from kg.errors import BuildError
from kg.export.jsonld import NESTED
from kg.export.lines import is_iri, literal, node_id, split_triple
from kg.export.lookup import SortedLines
from kg.review.facts import LINES_FILE, SHACL_FILE
from kg.store import Version
from kg.terms import RDFS

_LABEL = str(RDFS.label)


@dataclass(frozen=True, slots=True)
class Node:
    """One node with its N-Triples lines, in file order."""

    iri: str
    lines: tuple[str, ...]

    def said(self) -> dict[str, list[str]]:
        """Its properties (IRIs) with their objects in N-Triples syntax."""
        found: dict[str, list[str]] = {}
        for line in self.lines:
            _, predicate, object_ = split_triple(line)
            found.setdefault(node_id(predicate), []).append(object_)
        return found


class Nodes:
    """The nodes of a version: those of its graph, and the findings of its check."""

    def __init__(self, version: Version) -> None:
        self._version = version
        self.base = version.base

    @cached_property
    def _graph(self) -> SortedLines:
        path = self._version.path / LINES_FILE
        if not path.is_file():
            raise BuildError(f"version {self._version.digest} has no {LINES_FILE}: run kg build")
        return SortedLines.open(path)

    @cached_property
    def _findings(self) -> SortedLines:
        """The report of the shapes as sorted lines; it holds findings, not results, and is small."""
        path = self._version.path / SHACL_FILE
        if not path.is_file():
            return SortedLines(b"")
        return SortedLines(sorted_lines(path).encode())

    def node(self, iri: str) -> Node | None:
        """What is said of an IRI; None where nothing is."""
        if not can_be_iri(iri):
            return None
        lines = self._lines_for(iri)
        found = tuple(f"{line.decode()}\n" for line in lines.starting(f"<{iri}> ".encode()))
        return Node(iri, found) if found else None

    def has(self, iri: str) -> bool:
        """True when something is said of an IRI."""
        return next(self._lines_for(iri).starting(f"<{iri}> ".encode()), None) is not None

    def one(self, iri: str, predicate: str) -> str | None:
        """The first object of a property, in N-Triples syntax; None where there is none."""
        key = f"<{iri}> <{predicate}> ".encode()
        line = next(self._lines_for(iri).starting(key), None)
        return line[len(key) :].decode().removesuffix(" .") if line is not None else None

    def label(self, iri: str) -> str | None:
        """The label of a node; None where it has none."""
        found = self.one(iri, _LABEL)
        return literal(found).text if found is not None and found.startswith('"') else None

    def neighbours(self, node: Node) -> Iterator[str]:
        """The lines about what is nested within a node in JSON-LD."""
        seen = {node.iri}
        todo = [node]
        while todo:
            for iri in _nested(todo.pop()):
                if iri not in seen and (found := self.node(iri)) is not None:
                    seen.add(iri)
                    todo.append(found)
                    yield from found.lines

    def keys(self, kind: str, start: str = "") -> Iterator[str]:
        """The keys of a kind in order, from one on."""
        prefix = f"<{self.base}{kind}/".encode()
        lines = self._lines_for(f"{self.base}{kind}/")
        offset = lines.find(prefix + start.encode())
        while offset < len(lines):
            line = lines.at(offset)
            if not line.startswith(prefix):
                return
            subject = line[: line.index(b"> ") + 1]
            yield subject[len(prefix) : -1].decode()
            offset = lines.find(subject + b"!")  # the first text after "<iri> …", as a blank comes before "!"

    def keys_before(self, kind: str, start: str) -> Iterator[str]:
        """The keys of a kind before one, the nearest first."""
        prefix = f"<{self.base}{kind}/".encode()
        lines = self._lines_for(f"{self.base}{kind}/")
        offset = lines.find(prefix + start.encode())
        while offset > 0:
            line = lines.at(lines.before(offset))
            if not line.startswith(prefix):
                return
            subject = line[: line.index(b"> ") + 1]
            yield subject[len(prefix) : -1].decode()
            offset = lines.find(subject)

    def _lines_for(self, iri: str) -> SortedLines:
        return self._findings if iri.startswith(f"{self.base}finding/") else self._graph


def sorted_lines(path: Path) -> str:
    """A Turtle file as sorted N-Triples lines."""
    triples = (
        str(ox.Triple(q.subject, q.predicate, q.object)) for q in ox.parse(path.read_bytes(), ox.RdfFormat.TURTLE)
    )
    return "".join(sorted(f"{triple} .\n" for triple in triples))


def can_be_iri(text: str) -> bool:
    """True for an absolute IRI."""
    try:
        ox.NamedNode(text)
    except ValueError:
        return False
    return True


def _nested(node: Node) -> Iterable[str]:
    for predicate, objects in node.said().items():
        if predicate in NESTED:
            yield from (node_id(each) for each in objects if is_iri(each))
