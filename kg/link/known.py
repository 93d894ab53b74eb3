"""All that is known of a paper: by the registry, by people, and by the records that are linked to it."""

from __future__ import annotations

from dataclasses import replace

from kg.link.curated import CURATED, knowing
from kg.link.folder import Links
from kg.link.matching import Predicate
from kg.link.records import Work, work_of
from kg.model import Paper


def known_work(paper: Paper, links: Links) -> Work:
    """A paper with the identifiers of its links, and titles, authors and years of its linked records.

    Probable links bring nothing: what rests on a likeness of titles must not lead to the next one.
    """
    curated = links.curated.papers.get(paper.key) if links.curated else None
    work = knowing(work_of(paper), curated)
    mine = links.standing_of(paper.key)
    own = {link.identifier for link in mine if link.predicate_id == Predicate.SAME}
    editions = {link.identifier for link in mine if link.predicate_id in (Predicate.VERSION, Predicate.EXACT)}
    recorded = {link.identifier for link in mine if link.service == CURATED}
    work = work.having(frozenset(own), frozenset(editions))
    work = replace(work, asserted=work.asserted - recorded)
    close = {link.other for link in mine if link.predicate_id == Predicate.CLOSE}
    for kept in links.linked_records(paper.key):
        if kept.record.id.curie not in close:
            work = work.knowing(kept.record)
    return work
