"""Crossref: most DOIs of journals and proceedings.

Its score is comparable within one query only and never used here. A DOI of another agency is
answered "not found", so the agency is asked first. Titles are lists; preprints and articles are
joined by ``relation``, sparsely; a notice names what it is about in ``update-to``, and the
retracted work names the notice in ``updated-by``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from kg.link.answers import Answer, Query, Unreadable, json_of
from kg.link.records import Author, Kind, Record, Work, author, kind_by_title
from kg.link.services.base import Pace, Service, Wanted, day, found_ids, items, mapping, text, whole
from kg.link.settings import LinkSettings
from kg.link.titles import plain_title
from kg.model import PaperStatus
from kg.normalise.identifiers import Identifier, Scheme

_KINDS = {
    "journal-article": Kind.ARTICLE,
    "proceedings-article": Kind.ARTICLE,
    "book-chapter": Kind.ARTICLE,
    "posted-content": Kind.PREPRINT,
    "peer-review": Kind.REVIEW,
    "dataset": Kind.DATASET,
}
_EDITIONS = ("is-preprint-of", "has-preprint", "is-version-of", "has-version")
_FIELDS = "DOI,title,author,issued,type,container-title,relation,update-to,updated-by,is-referenced-by-count"


class Crossref(Service):
    """Works by DOI and by title."""

    name = "crossref"
    label = "Crossref"
    homepage = "https://www.crossref.org/"
    licence = "https://creativecommons.org/publicdomain/zero/1.0/"
    address = "https://api.crossref.org"
    pace = Pace(0.2)

    def pace_of(self, settings: LinkSettings) -> Pace:
        """Five a second, one at a time; ten a second and three at a time for who can be written to."""
        return Pace(0.1, 3) if settings.mail else self.pace

    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """One question a DOI, percent-encoded whole."""
        for one in wanted:
            for doi in one.of(Scheme.DOI):
                yield self.single(one, doi, self.url(f"/works/{quote(doi.id, safe='')}"))

    def by_title(self, work: Work) -> Query:
        """Five works; whether one of them is the paper is for the matching rules to say."""
        return self.search(
            work, self.url("/works", **{"query.bibliographic": work.titles[0], "rows": "5", "select": _FIELDS})
        )

    def read(self, answer: Answer) -> list[Record]:
        """The work, or the works of a list."""
        if answer.is_missing:
            return []
        message = mapping(mapping(json_of(answer)).get("message"))
        found = items(message.get("items")) if "items" in message else [message]
        return [record(mapping(item)) for item in found]


def record(item: Mapping[str, Any]) -> Record:
    """One work of Crossref, of an answer or of a snapshot."""
    ids = found_ids((item.get("DOI"), Scheme.DOI))
    if not ids:
        raise Unreadable("a work without a DOI")
    title = next((plain_title(t) for t in items(item.get("title")) if isinstance(t, str) and t.strip()), None)
    kind = _KINDS.get(str(item.get("type")), Kind.OTHER if item.get("type") else Kind.UNKNOWN)
    notices = [str(mapping(u).get("type")) for u in items(item.get("update-to"))]
    if any("retract" in n or "withdraw" in n for n in notices):
        kind = Kind.RETRACTION
    elif any(n in ("erratum", "correction", "corrigendum", "addendum", "clarification") for n in notices):
        kind = Kind.CORRECTION
    status, status_date = _status(item, title)
    return Record(
        service=Crossref.name,
        id=min(ids),
        ids=ids,
        title=title,
        authors=tuple(a for a in map(_author, items(item.get("author"))) if a),
        date=_date(item.get("issued")) or _date(item.get("published")) or _date(item.get("posted")),
        kind=kind_by_title(title, kind),
        venue=next(filter(None, map(text, items(item.get("container-title")))), None),
        versions=tuple(sorted(_versions(mapping(item.get("relation"))) - ids)),
        status=status,
        status_date=status_date,
        citations=whole(item.get("is-referenced-by-count")),
        fields=tuple(filter(None, map(text, items(item.get("subject"))))),
    )


def _author(printed: Any) -> Author | None:
    told = mapping(printed)
    family, given, name = (text(told.get(key)) for key in ("family", "given", "name"))
    orcids = [i.id for i in found_ids((told.get("ORCID"), Scheme.ORCID))]
    full = " ".join(filter(None, (given, family))) or name or ""
    return author(full, family=family or name, orcid=orcids[0] if orcids else None)


def _date(printed: Any) -> str | None:
    parts = next(iter(items(mapping(printed).get("date-parts"))), None)
    numbers = [p for p in items(parts) if isinstance(p, int)]
    return day("-".join(f"{n:04}" if place == 0 else f"{n:02}" for place, n in enumerate(numbers)))


def _versions(relation: Mapping[str, Any]) -> frozenset[Identifier]:
    schemes = {"doi": Scheme.DOI, "arxiv": Scheme.ARXIV}
    told = [mapping(other) for name in _EDITIONS for other in items(relation.get(name))]
    return found_ids(*((o.get("id"), schemes[str(o["id-type"])]) for o in told if o.get("id-type") in schemes))


def _status(item: Mapping[str, Any], title: str | None) -> tuple[PaperStatus | None, str | None]:
    """What a notice says of the work, the gravest first; else what its own title says."""
    updates = [mapping(u) for u in items(item.get("updated-by"))]
    for status, words in (
        (PaperStatus.RETRACTED, ("retraction", "retracted")),
        (PaperStatus.WITHDRAWN, ("withdrawal", "removal")),
        (PaperStatus.CORRECTED, ("correction", "erratum", "corrigendum")),
    ):
        for update in updates:
            if str(update.get("type", "")).lower().replace("-", "_") in words:
                return status, _date(update.get("updated"))
    if title and (found := re.match(r"\W*(retracted|withdrawn)\b\s*(?:article)?\s*[:\]-]", title, re.IGNORECASE)):
        return PaperStatus.RETRACTED if found[1].lower() == "retracted" else PaperStatus.WITHDRAWN, None
    return None, None
