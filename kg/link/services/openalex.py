"""OpenAlex: works of all publishers, with places where they lie open, fields and retractions.

Since 2026-02-13 it asks for a key, so without one it is not asked. Preprint and article may be two
works; ids are addresses, that of PMC comes without its letters; a merged work answers with a
redirect; "not found" is a page of HTML.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.link.answers import Answer, Query, Unreadable, json_of
from kg.link.records import Author, Kind, Record, Work, author, kind_by_title
from kg.link.services.base import Pace, Service, Wanted, day, found_ids, items, mapping, text, whole
from kg.link.settings import LinkSettings
from kg.link.titles import plain_title
from kg.model import PaperStatus
from kg.normalise.identifiers import Identifier, Scheme, arxiv_of_doi

_KINDS = {
    "article": Kind.ARTICLE,
    "review": Kind.ARTICLE,  # a review article; reports on papers are called peer-review
    "letter": Kind.ARTICLE,
    "book-chapter": Kind.ARTICLE,
    "preprint": Kind.PREPRINT,
    "dataset": Kind.DATASET,
    "erratum": Kind.CORRECTION,
    "retraction": Kind.RETRACTION,
    "peer-review": Kind.REVIEW,
}


class OpenAlex(Service):
    """Works by OpenAlex id, DOI and PubMed id, and by title."""

    name = "openalex"
    label = "OpenAlex"
    homepage = "https://openalex.org/"
    licence = "https://creativecommons.org/publicdomain/zero/1.0/"
    address = "https://api.openalex.org"
    pace = Pace(0.1, 2)
    schemes = (Scheme.OPENALEX, Scheme.DOI, Scheme.PMID)

    def missing(self, settings: LinkSettings) -> str | None:
        """A key is free, and needed since 2026-02-13."""
        return None if settings.secret("openalex_key") else "OpenAlex asks for a key: set KG_OPENALEX_KEY"

    def parameters(self, settings: LinkSettings) -> Mapping[str, str]:
        """The key."""
        key = settings.secret("openalex_key")
        return {"api_key": key} if key else {}

    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """Single look-ups, which its price list leaves free: one an id."""
        for one in wanted:
            for identifier in one.ids:
                if identifier.scheme is Scheme.OPENALEX:
                    yield self.single(one, identifier, self.url(f"/works/{identifier.id}"))
                elif identifier.scheme in (Scheme.DOI, Scheme.PMID):
                    prefix = "doi" if identifier.scheme is Scheme.DOI else "pmid"
                    yield self.single(one, identifier, self.url(f"/works/{prefix}:{identifier.local}"))

    def by_title(self, work: Work) -> Query:
        """Five works; commas and colons end a filter, so they become blanks."""
        words = " ".join(plain_title(work.titles[0]).translate(str.maketrans(",:|", "   ")).split())
        return self.search(work, self.url("/works", filter=f"title.search:{words}", per_page="5"))

    def read(self, answer: Answer) -> list[Record]:
        """The work, or the works of a list."""
        if answer.is_missing:
            return []
        told = mapping(json_of(answer))
        if "results" in told:
            return [record(mapping(item)) for item in items(told["results"])]
        return [record(told)]


def record(item: Mapping[str, Any]) -> Record:
    """One work of OpenAlex, of an answer or of a snapshot."""
    ids = mapping(item.get("ids"))
    work = found_ids((item.get("id") or ids.get("openalex"), Scheme.OPENALEX))
    if not work:
        raise Unreadable("a work without an OpenAlex id")
    node = min(work)
    own = work | found_ids(
        (item.get("doi") or ids.get("doi"), Scheme.DOI),
        (ids.get("pmid"), Scheme.PMID),
        (ids.get("pmcid"), Scheme.PMCID),
    )
    preprints = {a for i in own if i.scheme is Scheme.DOI and (a := arxiv_of_doi(i.id))}
    own |= {Identifier(Scheme.ARXIV, a) for a in preprints}
    own |= {Identifier(Scheme.SEMOPENALEX, node.id)}
    title = plain_title(text(item.get("title")) or text(item.get("display_name")) or "") or None
    primary = mapping(item.get("primary_location"))
    topic = mapping(item.get("primary_topic"))
    fields = [topic, *(mapping(topic.get(level)) for level in ("subfield", "field", "domain"))]
    return Record(
        service=OpenAlex.name,
        id=node,
        ids=own,
        title=title,
        authors=tuple(a for a in map(_author, items(item.get("authorships"))) if a),
        date=_date(item),
        kind=kind_by_title(title, _KINDS.get(str(item.get("type")), Kind.OTHER if item.get("type") else Kind.UNKNOWN)),
        venue=text(mapping(primary.get("source")).get("display_name")),
        versions=tuple(sorted(_preprints(item) - own)),
        status=PaperStatus.RETRACTED if item.get("is_retracted") is True else None,
        open_access=text(mapping(item.get("open_access")).get("oa_url")),
        citations=whole(item.get("cited_by_count")),
        fields=tuple(filter(None, (text(f.get("display_name")) for f in fields))),
    )


def _date(item: Mapping[str, Any]) -> str | None:
    """The day of publication; the first of January stands for a year alone."""
    date = day(item.get("publication_date"))
    return day(item.get("publication_year")) if date is None else date.removesuffix("-01-01")


def _preprints(item: Mapping[str, Any]) -> frozenset[Identifier]:
    """The arXiv ids among the places of a work."""
    found: set[Identifier] = set()
    for place in items(item.get("locations")):
        for identifier in found_ids((mapping(place).get("landing_page_url"), None)):
            arxiv = arxiv_of_doi(identifier.id) if identifier.scheme is Scheme.DOI else None
            if identifier.scheme is Scheme.ARXIV or arxiv:
                found.add(Identifier(Scheme.ARXIV, arxiv or identifier.id))
    return frozenset(found)


def _author(printed: Any) -> Author | None:
    told = mapping(printed)
    orcids = [i.id for i in found_ids((mapping(told.get("author")).get("orcid"), Scheme.ORCID))]
    name = text(mapping(told.get("author")).get("display_name")) or text(told.get("raw_author_name")) or ""
    return author(name, orcid=orcids[0] if orcids else None)
