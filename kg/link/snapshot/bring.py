"""What a snapshot holds for our papers -> the folder of links, with the line as evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kg.link.folder import Kept, Links
from kg.link.snapshot.formats import Snapshot
from kg.link.snapshot.match import Found
from kg.link.table import Evidence, link_of
from kg.model import Paper

#: What a snapshot is called where the question is told.
ASKED = "snapshot"


def forget(links: Links, papers: Iterable[str], snapshot: Snapshot) -> None:
    """Take out what an earlier snapshot of the service gave; to be done before the papers are matched."""
    for key in papers:
        links.forget(key, lambda by, about: (by, about) == (snapshot.service.name, ASKED))


def bring(links: Links, papers: Mapping[str, Paper], found: Iterable[Found], snapshot: Snapshot, date: str) -> int:
    """Put what was found into the folder; the number of links.

    ``date`` is the day of the snapshot. The evidence of a link is file and byte of the line, and the
    hash of the line.
    """
    service = snapshot.service()
    count = 0
    for one in found:
        key = one.work.key
        by_node = {record.id: one.places[record] for record in one.records}
        first = next(iter(by_node.values()))
        for match in one.matches:
            place, sha256 = by_node.get(match.object, first)
            link = link_of(match, papers[key].label, service, Evidence(ASKED, place, date, sha256))
            (links.found if match.is_link else links.candidates).setdefault(key, []).append(link)
            count += match.is_link
        for record in one.records:
            place, sha256 = one.places[record]
            links.records.setdefault(key, []).append(Kept(key, record, Evidence(ASKED, place, date, sha256)))
    return count
