"""What becomes of results whose paper was retracted or withdrawn: they stay, and leave "best recorded"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kg.collect import Collection
from kg.link.folder import Kept, Links
from kg.link.matching import Predicate
from kg.model import Exclusion, Paper, PaperStatus

#: From the gravest.
_GRAVITY = (PaperStatus.RETRACTED, PaperStatus.WITHDRAWN, PaperStatus.CORRECTED)
_GONE = (PaperStatus.RETRACTED, PaperStatus.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Status:
    """What became of a paper; ``kept`` is the record that says so, None where the registry does."""

    status: PaperStatus
    kept: Kept | None = None


def status_of(links: Links, paper: Paper) -> Status | None:
    """The status of a paper: the registry's word, else the gravest of its linked records.

    Only records count that describe the very edition that the paper's node stands for, or all of
    its editions: a withdrawn preprint does not undo the article, nor a probable match anything.
    """
    if paper.status is not None:
        return Status(paper.status)
    own = {
        link.other for link in links.standing_of(paper.key) if link.predicate_id in (Predicate.SAME, Predicate.EXACT)
    }
    said = [k for k in links.linked_records(paper.key) if k.record.status and k.record.id.curie in own]
    if not said:
        return None
    gravest = min(said, key=lambda k: (_GRAVITY.index(k.record.status or PaperStatus.CORRECTED), k.key))
    return Status(gravest.record.status or PaperStatus.CORRECTED, gravest)


def excluding(collection: Collection, links: Links) -> Collection:
    """The collection with the results of retracted and withdrawn papers marked as excluded."""
    gone = gone_papers(links, collection.nodes.papers)
    if not gone:
        return collection
    standings = dict(collection.standings)
    for rows in collection.results.values():
        for row in rows:
            if row.reported_in in gone:
                standing = standings[row.key]
                reasons = tuple(dict.fromkeys((*standing.excluded, Exclusion.PAPER_RETRACTED)))
                standings[row.key] = replace(standing, excluded=reasons)
    return replace(collection, standings=standings)


def gone_papers(links: Links, papers: Mapping[str, Paper]) -> dict[str, Status]:
    """The papers whose results are excluded, with who says so."""
    return {key: s for key, paper in papers.items() if (s := status_of(links, paper)) and s.status in _GONE}
