"""DataCite: the DOIs of arXiv, Zenodo and other repositories.

Its ids are in lower case. Records of arXiv carry the arXiv id and the dates of the versions, but
hardly ever a way to the published article.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from kg.link.answers import Answer, Query, Unreadable, json_of
from kg.link.records import Author, Kind, Record, Work, author, kind_by_title
from kg.link.services.base import Pace, Service, Wanted, day, found_ids, items, mapping, text, whole
from kg.link.settings import LinkSettings
from kg.link.titles import plain_title
from kg.normalise.identifiers import Identifier, Scheme, arxiv_of_doi

_KINDS = {
    "preprint": Kind.PREPRINT,
    "journalarticle": Kind.ARTICLE,
    "conferencepaper": Kind.ARTICLE,
    "text": Kind.ARTICLE,
    "dataset": Kind.DATASET,
    "peerreview": Kind.REVIEW,
}
_EDITIONS = ("IsVersionOf", "HasVersion", "IsPreviousVersionOf", "IsNewVersionOf", "IsIdenticalTo")


class DataCite(Service):
    """Works by DOI and by title."""

    name = "datacite"
    label = "DataCite"
    homepage = "https://datacite.org/"
    licence = "https://creativecommons.org/publicdomain/zero/1.0/"
    address = "https://api.datacite.org"
    pace = Pace(0.7)  # 500 in five minutes

    def pace_of(self, settings: LinkSettings) -> Pace:
        """Twice the pace for who can be written to: 1000 in five minutes."""
        return Pace(0.35) if settings.mail else self.pace

    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """One question a DOI."""
        for one in wanted:
            for doi in one.of(Scheme.DOI):
                yield self.single(one, doi, self.url(f"/dois/{quote(doi.id)}"))

    def by_title(self, work: Work) -> Query:
        """Five works whose title holds the words of ours in order."""
        words = plain_title(work.titles[0]).replace("\\", " ").replace('"', " ")
        return self.search(work, self.url("/dois", query=f'titles.title:"{words}"', **{"page[size]": "5"}))

    def read(self, answer: Answer) -> list[Record]:
        """The work, or the works of a list."""
        if answer.is_missing:
            return []
        told = mapping(json_of(answer))
        if "data" not in told:
            raise Unreadable("no data")
        return [record(mapping(item)) for item in items(told["data"])]


def record(item: Mapping[str, Any]) -> Record:
    """One work of DataCite."""
    told = mapping(item.get("attributes"))
    dois = found_ids((told.get("doi") or item.get("id"), Scheme.DOI))
    if not dois:
        raise Unreadable("a work without a DOI")
    doi = min(dois)
    printed = [mapping(i) for i in (*items(told.get("identifiers")), *items(told.get("alternateIdentifiers")))]
    arxiv = [i.get("identifier") or i.get("alternateIdentifier") for i in printed if "arXiv" in i.values()]
    ids = dois | found_ids(*((a, Scheme.ARXIV) for a in arxiv), (arxiv_of_doi(doi.id), Scheme.ARXIV))
    title = next((plain_title(mapping(t)["title"]) for t in items(told.get("titles")) if mapping(t).get("title")), None)
    types = mapping(told.get("types"))
    kind = _KINDS.get(str(types.get("resourceTypeGeneral", "")).lower().replace(" ", ""), Kind.OTHER)
    if arxiv_of_doi(doi.id):
        kind = Kind.PREPRINT  # older records of arXiv call it a text
    dates = {str(mapping(d).get("dateType")): mapping(d).get("date") for d in reversed(items(told.get("dates")))}
    return Record(
        service=DataCite.name,
        id=doi,
        ids=ids,
        title=title,
        authors=tuple(a for a in map(_author, items(told.get("creators"))) if a),
        date=day(dates.get("Submitted")) or day(dates.get("Issued")) or day(told.get("publicationYear")),
        kind=kind_by_title(title, kind),
        venue=text(told.get("publisher")) or text(mapping(told.get("publisher")).get("name")),
        versions=tuple(sorted(_versions(told) - ids)),
        citations=whole(told.get("citationCount")),
        fields=tuple(
            dict.fromkeys(filter(None, (text(mapping(s).get("subject")) for s in items(told.get("subjects")))))
        ),
    )


def _versions(told: Mapping[str, Any]) -> frozenset[Identifier]:
    related = [mapping(r) for r in items(told.get("relatedIdentifiers"))]
    schemes = {"DOI": Scheme.DOI, "arXiv": Scheme.ARXIV}
    return found_ids(
        *(
            (r.get("relatedIdentifier"), schemes[str(r["relatedIdentifierType"])])
            for r in related
            if r.get("relationType") in _EDITIONS and r.get("relatedIdentifierType") in schemes
        )
    )


def _author(printed: Any) -> Author | None:
    told = mapping(printed)
    names = [mapping(n).get("nameIdentifier") for n in items(told.get("nameIdentifiers"))]
    orcids = [i.id for i in found_ids(*((n, Scheme.ORCID) for n in names))]
    family, given = text(told.get("familyName")), text(told.get("givenName"))
    full = " ".join(filter(None, (given, family))) or text(told.get("name")) or ""
    return author(full, family=family, orcid=orcids[0] if orcids else None)
