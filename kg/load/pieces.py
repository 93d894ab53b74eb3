"""A dataset in N-Quads, cut into pieces of N-Triples that one request can carry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kg.errors import BuildError


@dataclass(frozen=True, slots=True)
class Piece:
    """Some triples of one graph: ``number`` counts the pieces of that graph from 0."""

    graph: str
    number: int
    triples: str


def pieces(path: Path, size: int) -> Iterator[Piece]:
    """The quads of a file in pieces of at most ``size`` triples; holds one unfinished piece a graph."""
    open_: dict[str, list[str]] = {}
    sent: Counter[str] = Counter()
    for triple, graph in _quads(path):
        lines = open_.setdefault(graph, [])
        lines.append(triple)
        if len(lines) == size:
            yield Piece(graph, sent[graph], "".join(lines))
            sent[graph] += 1
            lines.clear()
    for graph, lines in open_.items():
        if lines:
            yield Piece(graph, sent[graph], "".join(lines))


def counts(path: Path) -> dict[str, int]:
    """The number of triples of each graph of a file, by the graph's IRI."""
    return dict(Counter(graph for _, graph in _quads(path)))


def _quads(path: Path) -> Iterator[tuple[str, str]]:
    """Each quad of a file that the one graph writer wrote: its triple as a line, and its graph's IRI."""
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, 1):
                triple, mark, rest = line.rpartition(" <")
                if not mark or not rest.endswith("> .\n"):
                    raise BuildError(f"{path.name}:{number} is no quad with a named graph: run kg build")
                yield f"{triple} .\n", rest[:-4]
    except OSError as error:
        raise BuildError(f"{path} cannot be read ({error.strerror}): run kg build") from error
