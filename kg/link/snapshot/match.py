"""Papers against an indexed snapshot: the same rules, the same evidence as for answers of services."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.link.answers import Unreadable
from kg.link.matching import Match, judge
from kg.link.records import Record, Work
from kg.link.snapshot.index import Hit, Index
from kg.link.snapshot.lines import lines_at
from kg.normalise.identifiers import Scheme

#: How many papers are looked up at once; their lines are in memory together.
BATCH = 2000


@dataclass(frozen=True, slots=True)
class Found:
    """What a snapshot holds for one paper; ``places`` tell file, byte and hash of each record's line."""

    work: Work
    matches: tuple[Match, ...]
    records: tuple[Record, ...]
    places: Mapping[Record, tuple[str, str]]


def match(index: Index, works: Iterable[Work], batch: int = BATCH) -> Iterator[Found]:
    """Judge every paper for which the snapshot holds anything, in the order of the papers."""
    waiting: list[Work] = []
    for work in works:
        waiting.append(work)
        if len(waiting) >= batch:
            yield from _match(index, waiting)
            waiting = []
    if waiting:
        yield from _match(index, waiting)


def _match(index: Index, works: Sequence[Work]) -> Iterator[Found]:
    hits: dict[str, list[Hit]] = {}
    for hit in index.hits([key for work in works for key in _keys(work)]):
        hits.setdefault(hit.paper, []).append(hit)
    lines = _lines(hit for found in hits.values() for hit in found)
    for work in works:
        places: dict[Record, tuple[str, str]] = {}
        for hit in hits.get(work.key, ()):
            line = lines[hit.file, hit.start]
            try:
                record = index.snapshot.record(line)
            except Unreadable:
                continue  # counted as unreadable by whoever wants its fields; it names no work
            place = f"{Path(hit.file).name}#{hit.start}"
            places.setdefault(record, (place, hashlib.sha256(line).hexdigest()))
        if places:
            matches, kept = judge(work, list(places), is_search=True)
            if matches:
                yield Found(work, tuple(matches), tuple(kept), places)


def _keys(work: Work) -> Iterator[tuple[str, str, str]]:
    for identifier in sorted(work.all_ids):
        if identifier.scheme is Scheme.DOI:
            yield work.key, "doi", identifier.id
        elif identifier.scheme is Scheme.ARXIV:
            yield work.key, "arxiv", identifier.id
    for title in work.titles:
        yield work.key, "title", title


def _lines(hits: Iterable[Hit]) -> dict[tuple[str, int], bytes]:
    by_file: dict[str, set[tuple[int, int]]] = {}
    for hit in hits:
        by_file.setdefault(hit.file, set()).add((hit.start, hit.size))
    return {
        (file, start): line for file, places in sorted(by_file.items()) for start, line in lines_at(Path(file), places)
    }
