"""arXiv's own Atom feed: one question for many ids, one connection, three seconds between two.

An unknown id is a feed without entries; a malformed id is an entry called "Error". Ids come with a
version and as http:, titles are wrapped over lines, and ``arxiv:doi`` is the DOI of the published
article, as its authors gave it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from email.utils import parsedate_to_datetime
from typing import Any

from kg.link.answers import Answer, Query, Unreadable
from kg.link.records import Kind, Record, Work, author
from kg.link.services.base import Pace, Service, Wanted, day, found_ids, items, mapping, text
from kg.link.titles import plain_title
from kg.model import PaperStatus
from kg.normalise.identifiers import Identifier, Rejected, Scheme, arxiv_doi, identify
from kg.terms import ATOM

_ATOM = {"a": str(ATOM), "x": "http://arxiv.org/schemas/atom"}
_WITHDRAWN = re.compile(
    r"(?:this|the) (?:\w+ )?(?:paper|article|submission|manuscript|work) (?:has been|is|was) withdrawn|"
    r"withdrawn by (?:the )?(?:author|arxiv)|^\W*withdrawn\b",
    re.IGNORECASE,
)


class Arxiv(Service):
    """Preprints by id and by title."""

    name = "arxiv"
    label = "arXiv"
    homepage = "https://arxiv.org/"
    licence = "https://creativecommons.org/publicdomain/zero/1.0/"
    address = "https://export.arxiv.org"
    pace = Pace(3.0)
    batch = 50
    schemes = (Scheme.ARXIV,)

    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """One question for up to fifty ids."""
        pairs = [(one.work.key, arxiv) for one in wanted for arxiv in one.of(Scheme.ARXIV)]
        for start in range(0, len(pairs), self.batch):
            part = pairs[start : start + self.batch]
            ids = ",".join(arxiv.id for _, arxiv in part)
            yield Query(self.name, self.url("/api/query", id_list=ids, max_results=str(self.batch)), tuple(part))

    def by_title(self, work: Work) -> Query:
        """Five preprints whose title holds the words of ours in order."""
        words = re.sub(r"[\"\\()]", " ", plain_title(work.titles[0]))
        return self.search(work, self.url("/api/query", search_query=f'ti:"{words}"', max_results="5"))

    def read(self, answer: Answer) -> list[Record]:
        """The entries of the feed."""
        from lxml import etree  # here, so that `import kg` stays quick

        if answer.is_missing:
            return []
        parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
        try:
            feed = etree.fromstring(answer.body, parser)
        except etree.XMLSyntaxError as error:
            raise Unreadable("no Atom feed") from error
        if etree.QName(feed).localname != "feed":
            raise Unreadable(f"{etree.QName(feed).localname} instead of an Atom feed")
        return [record(entry) for entry in feed.findall("a:entry", _ATOM)]


def record(entry: Any) -> Record:
    """One entry of the feed; raises Unreadable for arXiv's error entry."""
    printed = _text(entry, "a:id") or ""
    title = _text(entry, "a:title")
    if "/api/errors" in printed:
        raise Unreadable(f"arXiv: {_text(entry, 'a:summary') or title}")
    found = identify(printed, Scheme.ARXIV)
    if isinstance(found, Rejected):
        raise Unreadable(f"an entry without an arXiv id: {found.reason}")
    withdrawn = any(
        _WITHDRAWN.search(told[:200]) for told in (_text(entry, "x:comment"), _text(entry, "a:summary")) if told
    )
    names = [name.text or "" for name in entry.findall("a:author/a:name", _ATOM)]
    return Record(
        service=Arxiv.name,
        id=Identifier(Scheme.ARXIV, found.id, printed, found.version),
        ids=frozenset({found, Identifier(Scheme.DOI, arxiv_doi(found.id))}),
        title=title,
        authors=tuple(a for a in map(author, names) if a),
        date=day(_text(entry, "a:published")),
        kind=Kind.PREPRINT,
        venue="arXiv",
        versions=tuple(
            sorted(found_ids((_text(entry, "x:doi"), Scheme.DOI)) - {Identifier(Scheme.DOI, arxiv_doi(found.id))})
        ),
        status=PaperStatus.WITHDRAWN if withdrawn else None,
        status_date=day(_text(entry, "a:updated")) if withdrawn else None,
        open_access=found.iri,
        fields=tuple(dict.fromkeys(c.get("term", "") for c in entry.findall("a:category", _ATOM) if c.get("term"))),
    )


def metadata_record(item: Mapping[str, Any]) -> Record:
    """One line of arXiv's metadata as JSON: names in two parts, versions with their dates."""
    found = identify(str(item.get("id") or ""), Scheme.ARXIV)
    if isinstance(found, Rejected):
        raise Unreadable(f"a line without an arXiv id: {found.reason}")
    own = Identifier(Scheme.DOI, arxiv_doi(found.id))
    parts = [[str(p) for p in items(name)] for name in items(item.get("authors_parsed"))]
    names = (author(" ".join(filter(None, (p[1:2] + p[:1]))), family=p[0]) for p in parts if p)
    versions = items(item.get("versions"))
    comment = text(item.get("comments")) or ""
    withdrawn = any(_WITHDRAWN.search(told[:200]) for told in (comment, text(item.get("abstract")) or ""))
    return Record(
        service=Arxiv.name,
        id=found,
        ids=frozenset({found, own}),
        title=text(item.get("title")),
        authors=tuple(a for a in names if a),
        date=_created(mapping(versions[0]).get("created")) if versions else day(item.get("update_date")),
        kind=Kind.PREPRINT,
        venue="arXiv",
        versions=tuple(sorted(found_ids((text(item.get("doi")), Scheme.DOI)) - {own})),
        status=PaperStatus.WITHDRAWN if withdrawn else None,
        status_date=day(item.get("update_date")) if withdrawn else None,
        open_access=found.iri,
        fields=tuple(str(item.get("categories") or "").split()),
    )


def _created(printed: Any) -> str | None:
    """The day of a date as mail writes it."""
    try:
        return parsedate_to_datetime(str(printed)).date().isoformat()
    except (TypeError, ValueError):
        return day(printed)


def _text(entry: Any, path: str) -> str | None:
    found = entry.find(path, _ATOM)
    return " ".join("".join(found.itertext()).split()) or None if found is not None else None
