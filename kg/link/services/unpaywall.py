"""Unpaywall: whether and where an article lies open, by DOI."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.link.answers import Answer, Query, Unreadable, json_of
from kg.link.records import Author, Kind, Record, author, kind_by_title
from kg.link.services.base import Pace, Service, Wanted, day, found_ids, items, mapping, text
from kg.link.settings import LinkSettings
from kg.link.titles import plain_title
from kg.normalise.identifiers import Scheme, arxiv_of_doi

_KINDS = {"journal-article": Kind.ARTICLE, "proceedings-article": Kind.ARTICLE, "posted-content": Kind.PREPRINT}


class Unpaywall(Service):
    """Open copies of articles; preprints of arXiv are open anyway."""

    name = "unpaywall"
    label = "Unpaywall"
    homepage = "https://unpaywall.org/"
    licence = "https://creativecommons.org/publicdomain/zero/1.0/"
    address = "https://api.unpaywall.org"
    pace = Pace(0.2)

    def missing(self, settings: LinkSettings) -> str | None:
        """It wants an address to write to."""
        return None if settings.mail else "Unpaywall asks for an e-mail address: set KG_LINK_CONTACT to one"

    def parameters(self, settings: LinkSettings) -> Mapping[str, str]:
        """The address."""
        return {"email": settings.mail} if settings.mail else {}

    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """One question a DOI."""
        for one in wanted:
            for doi in one.of(Scheme.DOI):
                if not arxiv_of_doi(doi.id):
                    yield self.single(one, doi, self.url(f"/v2/{doi.local}"))

    def read(self, answer: Answer) -> list[Record]:
        """The article."""
        if answer.is_missing:
            return []
        told = mapping(json_of(answer))
        ids = found_ids((told.get("doi"), Scheme.DOI))
        if not ids:
            raise Unreadable("an answer without a DOI")
        title = plain_title(text(told.get("title")) or "") or None
        best = mapping(told.get("best_oa_location"))
        return [
            Record(
                service=self.name,
                id=min(ids),
                ids=ids,
                title=title,
                authors=tuple(a for a in map(_author, items(told.get("z_authors"))) if a),
                date=day(told.get("published_date")) or day(told.get("year")),
                kind=kind_by_title(title, _KINDS.get(str(told.get("genre")), Kind.OTHER)),
                venue=text(told.get("journal_name")),
                open_access=text(best.get("url")) if told.get("is_oa") is True else None,
            )
        ]


def _author(printed: Any) -> Author | None:
    told = mapping(printed)
    family = text(told.get("family"))
    full = " ".join(filter(None, (text(told.get("given")), family))) or text(told.get("raw_author_name")) or ""
    return author(full, family=family)
