"""What ``kg load`` does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kg.errors import KgError
from kg.load.journal import Journal
from kg.load.pieces import Piece, counts, pieces
from kg.load.remote import Remote
from kg.load.target import Target
from kg.store import GRAPH_FILE, Version
from kg.terms import DCTERMS

#: Triples that one request carries.
PIECE = 10_000

#: The marker's name under the base: this graph says which version is complete in a store.
MARKER = "graph/loaded"


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load did: triples of the version by graph, pieces sent and pieces that had arrived before.

    ``default_graph`` is "union" where the store shows all graphs to a plain query by itself, else
    "copied": the triples were put into its default graph too, as a version's own store has them.
    """

    version: str
    graphs: dict[str, int]
    sent: int
    kept: int
    dropped: tuple[str, ...]
    default_graph: str


def load(
    version: Version,
    target: Target,
    *,
    size: int = PIECE,
    prune: bool = False,
    progress: Callable[[str], None] = lambda _: None,
    remote: Remote | None = None,
) -> Loaded:
    """Put a version's graphs into another store, replacing graphs of the same names, and verify them.

    ``size`` is the number of triples a request. Graphs under the version's base that the version
    does not have (an older version's leaderboard, say) make it fail unless ``prune`` drops them:
    left there they would answer too. Raises KgError.
    """
    if size < 1:
        raise KgError("a piece must hold at least one triple")
    path = version.path / GRAPH_FILE
    wanted = counts(path)
    marker = f"{version.base}{MARKER}"
    journal = Journal.open(version.path.parent, target.url, version.digest, size)
    with remote or Remote(target) as other:
        stale = sorted(set(other.graphs(version.base)) - wanted.keys() - {marker})
        if stale and not prune:
            raise KgError(
                f"{target.url} holds {len(stale)} graph(s) that version {version.digest} does not have, "
                f"first {stale[0]}: say --prune to drop them"
            )
        if not stale and loaded_version(other, version.base) == version.digest and not _differing(other, wanted):
            union = other.count(None) != sum(wanted.values())
            return Loaded(version.digest, wanted, 0, 0, (), "union" if union else "copied")
        other.drop(marker)
        for graph in stale:
            other.drop(graph)
        sent = kept = 0
        for piece in pieces(path, size):
            if piece.number < journal.arrived.get(piece.graph, 0):
                kept += 1
                continue
            _send(other, piece, piece.graph)
            journal.note(piece.graph, piece.number)
            sent += 1
            progress(f"{sent + kept} pieces, now {piece.graph}")
        _verify(other, wanted, journal)
        other.replace(marker, _marker(marker, f"loading {version.digest}"))
        union = other.holds(_marker(marker, f"loading {version.digest}"))
        if not union:
            sent += _copy_to_default(other, version, size, progress)
        other.replace(marker, _marker(marker, version.digest))
    journal.forget()
    return Loaded(version.digest, wanted, sent, kept, tuple(stale), "union" if union else "copied")


def loaded_version(remote: Remote, base: str) -> str | None:
    """The version that is complete in a store; None where none is."""
    marker = f"{base}{MARKER}"
    found = remote.objects(marker, marker, DCTERMS.identifier)
    return found[0] if len(found) == 1 and not found[0].startswith("loading ") else None


def _send(other: Remote, piece: Piece, graph: str | None) -> None:
    (other.replace if piece.number == 0 else other.add)(graph, piece.triples)


def _copy_to_default(other: Remote, version: Version, size: int, progress: Callable[[str], None]) -> int:
    """Show all triples to a plain query, as a version's own store does."""
    number = 0
    lines: list[str] = []
    total = 0
    with (version.path / "graph.nt").open(encoding="utf-8", newline="\n") as file:
        for line in file:
            lines.append(line)
            total += 1
            if len(lines) == size:
                _send(other, Piece("", number, "".join(lines)), None)
                number, lines = number + 1, []
                progress(f"{number} pieces of the default graph")
    if lines:
        _send(other, Piece("", number, "".join(lines)), None)
        number += 1
    found = other.count(None)
    if found != total:
        raise KgError(f"{other.target.url}: the default graph holds {found} triples instead of {total}: load again")
    return number


def _verify(other: Remote, wanted: dict[str, int], journal: Journal) -> None:
    """Compare the counts of all graphs; a graph that differs is sent again by the next load."""
    wrong = _differing(other, wanted)
    if wrong:
        journal.forget()
        graph, (number, found) = next(iter(wrong.items()))
        raise KgError(
            f"{other.target.url}: {len(wrong)} of {len(wanted)} graphs did not arrive whole, first {graph}: "
            f"{found} triples instead of {number}; load again"
        )


def _differing(other: Remote, wanted: dict[str, int]) -> dict[str, tuple[int, int]]:
    """Graphs whose count is not the version's: what it should be and what it is."""
    return {graph: (number, found) for graph, number in wanted.items() if (found := other.count(graph)) != number}


def _marker(marker: str, text: str) -> str:
    return f'<{marker}> <{DCTERMS.identifier}> "{text}" .\n'
