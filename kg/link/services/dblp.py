"""DBLP: computer science, searched by title; its records tell DOI and arXiv id.

Its JSON was XML once: one author is an object, several are a list; a title ends with a full stop;
DOIs are in capitals; namesakes carry a number ("Jun Ma 0001").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.link.answers import Answer, Query, Unreadable, json_of
from kg.link.records import Author, Kind, Record, Work, author, kind_by_title
from kg.link.services.base import Pace, Service, Wanted, day, found_ids, items, mapping, text
from kg.link.titles import plain_title
from kg.normalise.identifiers import Scheme, arxiv_of_doi

_KINDS = {
    "Journal Articles": Kind.ARTICLE,
    "Conference and Workshop Papers": Kind.ARTICLE,
    "Parts in Books or Collections": Kind.ARTICLE,
    "Informal and Other Publications": Kind.PREPRINT,
    "Data and Artifacts": Kind.DATASET,
}


class Dblp(Service):
    """Publications by title; no bursts, one at a time."""

    name = "dblp"
    label = "DBLP"
    homepage = "https://dblp.org/"
    licence = "https://creativecommons.org/publicdomain/zero/1.0/"
    address = "https://dblp.org"
    pace = Pace(2.0)
    schemes = ()

    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """None: DBLP is searched by title, and its hits are then known by their ids."""
        return iter(())

    def by_title(self, work: Work) -> Query:
        """Five publications; signs of its query language are taken out."""
        words = " ".join(re.findall(r"[\w.-]+", plain_title(work.titles[0])))
        return self.search(work, self.url("/search/publ/api", q=words, format="json", h="5"))

    def read(self, answer: Answer) -> list[Record]:
        """The hits of a search."""
        if answer.is_missing:
            return []
        result = mapping(json_of(answer)).get("result")
        if not isinstance(result, dict):
            raise Unreadable("no result")
        hits = mapping(result.get("hits"))
        return [record(mapping(mapping(hit).get("info"))) for hit in items(hits.get("hit"))]


def record(info: Mapping[str, Any]) -> Record:
    """One hit."""
    nodes = found_ids((info.get("key"), Scheme.DBLP))
    if not nodes:
        raise Unreadable("a publication without a key")
    dois = found_ids((info.get("doi"), Scheme.DOI))
    pages = found_ids(*((page, None) for page in items(info.get("ee"))))
    ids = nodes | dois | {i for i in pages if i.scheme in (Scheme.DOI, Scheme.ARXIV)}
    ids |= found_ids(*((arxiv_of_doi(i.id), Scheme.ARXIV) for i in ids if i.scheme is Scheme.DOI))
    is_preprint = str(info.get("key")).startswith("journals/corr/")
    if is_preprint:
        ids |= found_ids((re.sub(r"^abs/", "", str(info.get("volume", ""))), Scheme.ARXIV))
    title = re.sub(r"\.$", "", plain_title(text(info.get("title")) or "")) or None
    kind = Kind.PREPRINT if is_preprint else _KINDS.get(str(info.get("type")), Kind.OTHER)
    return Record(
        service=Dblp.name,
        id=min(nodes),
        ids=ids,
        title=title,
        authors=tuple(a for a in map(_author, items(mapping(info.get("authors")).get("author"))) if a),
        date=day(info.get("year")),
        kind=kind_by_title(title, kind),
        venue=next(filter(None, map(text, items(info.get("venue")))), None),
    )


def _author(printed: Any) -> Author | None:
    name = text(printed) or text(mapping(printed).get("text")) or ""
    return author(re.sub(r"\s\d{4}$", "", name))
