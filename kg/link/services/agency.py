"""Which agency owns a DOI: asked before Crossref or DataCite is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kg.link.answers import Answer, Query, Unreadable, json_of
from kg.link.records import Record
from kg.link.services.base import Pace, Service, Wanted, mapping
from kg.normalise.identifiers import Identifier, Scheme


class Agency(Service):
    """The registration agencies of DOI prefixes, by doi.org."""

    name = "doi-agency"
    label = "doi.org"
    homepage = "https://www.doi.org/"
    licence = "not stated"
    address = "https://doi.org"
    pace = Pace(0.2)

    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """One question a prefix, however many DOIs begin with it."""
        asked: dict[str, list[tuple[str, Identifier | None]]] = {}
        for one in wanted:
            for doi in one.of(Scheme.DOI):
                asked.setdefault(prefix_of(doi.id), []).append((one.work.key, doi))
        for prefix, pairs in sorted(asked.items()):
            yield Query(self.name, self.url(f"/ra/{prefix}"), tuple(pairs))

    def read(self, answer: Answer) -> list[Record]:
        """Nothing: an agency is no record (see :func:`agency_of`)."""
        return []


def prefix_of(doi: str) -> str:
    """The part of a DOI that its agency gave out."""
    return doi.partition("/")[0]


def agency_of(answer: Answer) -> str:
    """The name of the agency in an answer, such as Crossref; raises Unreadable where none is told."""
    told = json_of(answer)
    first = mapping(told[0]) if isinstance(told, list) and told else {}
    if isinstance(first.get("RA"), str):
        return str(first["RA"])
    raise Unreadable(str(first.get("status") or "no agency is told")[:80])
