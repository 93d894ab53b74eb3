"""OpenCitations Meta: bibliographic resources by DOI.

A bare DOI and an unknown one are both answered with an empty list, as is "no citations", so an
empty list is "not found" and never a count of zero. More than some fourteen ids a call fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.link.answers import Answer, Query, Unreadable, json_of
from kg.link.records import Author, Kind, Record, author, kind_by_title
from kg.link.services.base import Pace, Service, Wanted, day, found_ids, items, mapping, text
from kg.link.settings import LinkSettings
from kg.link.titles import plain_title
from kg.normalise.identifiers import Identifier, Scheme, arxiv_of_doi

_KINDS = {
    "journal article": Kind.ARTICLE,
    "proceedings article": Kind.ARTICLE,
    "book chapter": Kind.ARTICLE,
    "web content": Kind.PREPRINT,
    "posted content": Kind.PREPRINT,
    "preprint": Kind.PREPRINT,
    "peer review": Kind.REVIEW,
    "dataset": Kind.DATASET,
    "data file": Kind.DATASET,
}
_SCHEMES = {
    "doi": Scheme.DOI,
    "pmid": Scheme.PMID,
    "pmcid": Scheme.PMCID,
    "omid": Scheme.OMID,
    "openalex": Scheme.OPENALEX,
}


class OpenCitations(Service):
    """Resources by DOI, ten at once."""

    name = "opencitations"
    label = "OpenCitations"
    homepage = "https://opencitations.net/"
    licence = "https://creativecommons.org/publicdomain/zero/1.0/"
    address = "https://api.opencitations.net"
    pace = Pace(0.5)
    batch = 10

    def headers(self, settings: LinkSettings) -> Mapping[str, str]:
        """The token, where there is one."""
        token = settings.secret("opencitations_token")
        return {"authorization": token} if token else {}

    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """One question for up to ten DOIs, each with the prefix without which it is not found."""
        pairs = [(one.work.key, doi) for one in wanted for doi in one.of(Scheme.DOI)]
        for start in range(0, len(pairs), self.batch):
            part = pairs[start : start + self.batch]
            ids = "__".join(f"doi:{doi.local}" for _, doi in part)
            yield Query(self.name, self.url(f"/meta/v1/metadata/{ids}"), tuple(part))

    def read(self, answer: Answer) -> list[Record]:
        """The resources of Meta, or the rows of a query to its SPARQL endpoint."""
        if answer.is_missing:
            return []
        told = json_of(answer)
        if isinstance(told, dict) and "results" in told:
            return sparql_records(told)
        if not isinstance(told, list):
            raise Unreadable("no list of resources")
        return [record(mapping(item)) for item in told]


def record(item: Mapping[str, Any]) -> Record:
    """One resource of Meta: ids in one cell, names with their ids in brackets."""
    printed = [p.partition(":") for p in (text(item.get("id")) or "").split()]
    ids = found_ids(*((value, _SCHEMES[name]) for name, _, value in printed if name in _SCHEMES))
    nodes = sorted(i for i in ids if i.scheme is Scheme.OMID)
    if not nodes:
        raise Unreadable("a resource without an OMID")
    preprints = found_ids(*((arxiv_of_doi(i.id), Scheme.ARXIV) for i in ids if i.scheme is Scheme.DOI))
    title = plain_title(text(item.get("title")) or "") or None
    names = (part for part in (text(item.get("author")) or "").split("; ") if part)
    kind = Kind.PREPRINT if preprints else _KINDS.get(str(item.get("type")), Kind.UNKNOWN)
    return Record(
        service=OpenCitations.name,
        id=nodes[0],
        ids=ids | preprints,
        title=title,
        authors=tuple(a for a in map(_author, names) if a),
        date=day(item.get("pub_date")),
        kind=kind_by_title(title, kind),
        venue=re.sub(r"\s*\[[^\]]*\]$", "", text(item.get("venue")) or "") or None,
    )


def _author(printed: str) -> Author | None:
    name, _, ids = printed.partition("[")
    orcids = [i.id for i in found_ids(*((p, Scheme.ORCID) for p in ids.rstrip("]").split() if p.startswith("orcid:")))]
    family, comma, given = (part.strip() for part in name.partition(","))
    return author(f"{given} {family}".strip() if comma else family, family=family, orcid=orcids[0] if orcids else None)


def sparql_records(told: Mapping[str, Any]) -> list[Record]:
    """Rows of ``paper``, ``doi``, ``pmid``, ``pmcid`` and ``value``; rows of one paper are one record.

    Where a resource carries several values of one scheme it stands for several editions, or is
    wrong: it then names none of them.
    """
    known: dict[Identifier, set[Identifier]] = {}
    for row in items(mapping(told.get("results")).get("bindings")):
        cells = {name: text(mapping(cell).get("value")) for name, cell in mapping(row).items()}
        nodes = found_ids((cells.pop("paper", None), Scheme.OMID))
        if not nodes:
            raise Unreadable("a row without a resource")
        value = cells.pop("value", None)
        found = found_ids(*((v, _SCHEMES[n]) for n, v in cells.items() if n in _SCHEMES), (value, _scheme(value)))
        known.setdefault(min(nodes), set()).update(found)
    records = []
    for node, found_all in sorted(known.items()):
        by_scheme = {scheme: [i for i in found_all if i.scheme is scheme] for scheme in _SCHEMES.values()}
        ids = frozenset(ids[0] for ids in by_scheme.values() if len(ids) == 1)
        records.append(Record(OpenCitations.name, node, ids | {node}))
    return records


def _scheme(value: str | None) -> Scheme | None:
    """What a value without a name is: DOI and PMC id show it, bare digits are of PubMed."""
    return Scheme.PMID if value and value.isdigit() else None
