"""The named graphs of a version, read from ``graph.nq`` where they lie: it is sorted by graph, then by line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice

from kg.errors import BuildError
from kg.export.lines import split_quad
from kg.export.lookup import SortedLines
from kg.store import GRAPH_FILE, Version


@dataclass(frozen=True, slots=True)
class NamedGraph:
    """A named graph, and where it lies in the file."""

    iri: str
    start: int
    end: int

    @property
    def size(self) -> int:
        """Bytes of its lines as N-Quads."""
        return self.end - self.start


class Graphs:
    """The named graphs of a version."""

    def __init__(self, version: Version) -> None:
        self._version = version

    @cached_property
    def _lines(self) -> SortedLines:
        path = self._version.path / GRAPH_FILE
        if not path.is_file():
            raise BuildError(f"version {self._version.digest} has no {GRAPH_FILE}: run kg build")
        return SortedLines.open(path)

    def find(self, iri: str) -> NamedGraph | None:
        """The graph of that name; None where there is none."""
        name = iri.encode()
        start = self._lines.first_not(partial(_is_before, name))
        end = self._lines.first_not(partial(_is_not_after, name))
        return NamedGraph(iri, start, end) if start < end else None

    def names(self, prefix: str, most: int) -> list[str]:
        """The first graphs whose names begin like that."""
        return list(islice(self._names(prefix), most))

    def _names(self, prefix: str) -> Iterator[str]:
        offset = self._lines.first_not(partial(_is_before, prefix.encode()))
        while offset < len(self._lines):
            name = _graph(self._lines.at(offset))
            if not name.startswith(prefix.encode()):
                return
            yield name.decode()
            offset = self._lines.first_not(partial(_is_not_after, name))

    def triples(self, graph: NamedGraph) -> Iterator[str]:
        """The triples of a graph as N-Triples lines, sorted."""
        for line in self._lines.between(graph.start, graph.end):
            yield split_quad(f"{line.decode()}\n")[0]


def _graph(line: bytes) -> bytes:
    """The name of the graph that a line belongs to: its last IRI."""
    return line.removesuffix(b" .").rpartition(b" ")[2][1:-1]


def _is_before(name: bytes, line: bytes) -> bool:
    return _graph(line) < name


def _is_not_after(name: bytes, line: bytes) -> bool:
    return _graph(line) <= name
