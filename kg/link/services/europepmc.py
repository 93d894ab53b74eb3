"""Europe PMC: life sciences, with ORCIDs, preprints and retractions. Nothing found is a hit count of 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.link.answers import Answer, Query, Unreadable, json_of
from kg.link.records import Author, Kind, Record, Work, author, kind_by_title
from kg.link.services.base import Pace, Service, Wanted, day, found_ids, items, mapping, text, whole
from kg.link.titles import plain_title
from kg.model import PaperStatus
from kg.normalise.identifiers import Identifier, Scheme, arxiv_of_doi

_PATH = "/europepmc/webservices/rest/search"
_KINDS = (
    ("retraction of publication", Kind.RETRACTION),
    ("published erratum", Kind.CORRECTION),
    ("peer review", Kind.REVIEW),
    ("dataset", Kind.DATASET),
)


class EuropePmc(Service):
    """Articles and preprints by DOI or PubMed id, and by title."""

    name = "europepmc"
    label = "Europe PMC"
    homepage = "https://europepmc.org/"
    licence = "https://europepmc.org/Copyright"
    address = "https://www.ebi.ac.uk"
    pace = Pace(0.5)
    schemes = (Scheme.DOI, Scheme.PMID)

    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """One question an id; arXiv's own DOIs are not there."""
        for one in wanted:
            for identifier in one.ids:
                if identifier.scheme is Scheme.PMID:
                    yield self.single(one, identifier, self._search(f"EXT_ID:{identifier.id} AND SRC:MED"))
                elif identifier.scheme is Scheme.DOI and not arxiv_of_doi(identifier.id):
                    yield self.single(one, identifier, self._search(f'DOI:"{identifier.id}"'))

    def by_title(self, work: Work) -> Query:
        """Five works whose title holds the words of ours in order."""
        words = plain_title(work.titles[0]).replace('"', " ")
        return self.search(work, self._search(f'TITLE:"{words}"'))

    def _search(self, query: str) -> str:
        return self.url(_PATH, query=query, format="json", resultType="core", pageSize="5")

    def read(self, answer: Answer) -> list[Record]:
        """The results of a search."""
        told = mapping(json_of(answer))
        if "resultList" not in told:
            raise Unreadable(str(told.get("errMsg") or "no result list")[:80])
        return [record(mapping(item)) for item in items(mapping(told["resultList"]).get("result"))]


def record(item: Mapping[str, Any]) -> Record:
    """One result."""
    ids = found_ids((item.get("doi"), Scheme.DOI), (item.get("pmid"), Scheme.PMID), (item.get("pmcid"), Scheme.PMCID))
    if not ids:
        raise Unreadable("a result without DOI, PMID and PMC id")
    title = (plain_title(text(item.get("title")) or "") or "").removesuffix(".") or None
    types = {str(t).lower() for t in items(mapping(item.get("pubTypeList")).get("pubType"))}
    kind = Kind.PREPRINT if item.get("source") == "PPR" or "preprint" in types else Kind.ARTICLE
    for name, other in _KINDS:
        kind = other if name in types else kind
    journal = mapping(mapping(item.get("journalInfo")).get("journal"))
    pages = [mapping(u) for u in items(mapping(item.get("fullTextUrlList")).get("fullTextUrl"))]
    return Record(
        service=EuropePmc.name,
        id=_node(ids),
        ids=ids,
        title=title,
        authors=tuple(a for a in map(_author, items(mapping(item.get("authorList")).get("author"))) if a),
        date=day(item.get("firstPublicationDate")) or day(item.get("pubYear")),
        kind=kind_by_title(title, kind),
        venue=text(journal.get("title")) or text(item.get("journalTitle")),
        status=PaperStatus.RETRACTED if "retracted publication" in types else None,
        open_access=next((text(u.get("url")) for u in pages if u.get("availabilityCode") in ("OA", "F")), None),
        citations=whole(item.get("citedByCount")),
        fields=tuple(filter(None, (text(mapping(m).get("descriptorName")) for m in _headings(item)))),
    )


def _node(ids: frozenset[Identifier]) -> Identifier:
    """The identifier that Europe PMC files the work under."""
    order = (Scheme.PMID, Scheme.PMCID, Scheme.DOI)
    return min(ids, key=lambda i: (order.index(i.scheme), i.id))


def _headings(item: Mapping[str, Any]) -> list[Any]:
    return items(mapping(item.get("meshHeadingList")).get("meshHeading"))


def _author(printed: Any) -> Author | None:
    told = mapping(printed)
    own = mapping(told.get("authorId"))
    orcids = [i.id for i in found_ids((own.get("value"), Scheme.ORCID))] if own.get("type") == "ORCID" else []
    family, given = text(told.get("lastName")), text(told.get("firstName"))
    full = (
        " ".join(filter(None, (given, family))) or text(told.get("fullName")) or text(told.get("collectiveName")) or ""
    )
    return author(full, family=family, orcid=orcids[0] if orcids else None)
