"""Wikidata: items of articles, found by DOI (which it writes in capitals), arXiv or PubMed id.

Since May 2025 the query service is split: query.wikidata.org holds no articles, so
query-scholarly.wikidata.org is asked. Entities have http: IRIs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.link.answers import Answer, Query, Unreadable, json_of
from kg.link.records import Kind, Record, author
from kg.link.services.base import Pace, Service, Wanted, day, found_ids, items, mapping, text
from kg.link.titles import plain_title
from kg.normalise.identifiers import Identifier, Scheme, arxiv_of_doi

#: Wikidata's property of each scheme.
PROPERTIES = {
    Scheme.DOI: "P356",
    Scheme.ARXIV: "P818",
    Scheme.PMID: "P698",
    Scheme.PMCID: "P932",
    Scheme.OPENALEX: "P10283",
    Scheme.S2: "P8299",
    Scheme.DBLP: "P8978",
}


class Wikidata(Service):
    """Items by DOI, arXiv and PubMed id, fifty papers at once."""

    name = "wikidata"
    label = "Wikidata"
    homepage = "https://www.wikidata.org/"
    licence = "https://creativecommons.org/publicdomain/zero/1.0/"
    address = "https://query-scholarly.wikidata.org"
    pace = Pace(1.0)
    batch = 50
    schemes = (Scheme.DOI, Scheme.ARXIV, Scheme.PMID)

    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """One query for the ids of up to fifty papers."""
        for start in range(0, len(wanted), self.batch):
            part = wanted[start : start + self.batch]
            pairs = [(one.work.key, i) for one in part for i in one.ids if i.scheme in self.schemes]
            if pairs:
                url = self.url("/sparql", query=_sparql([i for _, i in pairs]), format="json")
                yield Query(self.name, url, tuple(pairs), accept="application/sparql-results+json")

    def read(self, answer: Answer) -> list[Record]:
        """The items of a query's rows, or of entity data."""
        if answer.is_missing:
            return []
        told = mapping(json_of(answer))
        if "entities" in told:
            return [_entity(mapping(e)) for e in mapping(told["entities"]).values() if "missing" not in mapping(e)]
        if "results" not in told:
            raise Unreadable("neither rows nor entities")
        rows: dict[str, list[Mapping[str, Any]]] = {}
        for row in items(mapping(told["results"]).get("bindings")):
            rows.setdefault(str(mapping(mapping(row).get("item")).get("value")), []).append(mapping(row))
        return [_record(item, _rows(found)) for item, found in sorted(rows.items())]


def _sparql(ids: Sequence[Identifier]) -> str:
    """Items that carry one of the ids, with every id they carry."""
    branches = []
    for scheme in Wikidata.schemes:
        values = [i.id.upper() if scheme is Scheme.DOI else i.id for i in ids if i.scheme is scheme]
        if values:
            quoted = " ".join('"' + v.replace("\\", "\\\\").replace('"', '\\"') + '"' for v in sorted(set(values)))
            branches.append(f"{{ VALUES ?v {{ {quoted} }} ?item wdt:{PROPERTIES[scheme]} ?v }}")
    wanted = "".join(f" OPTIONAL {{ ?item wdt:{p} ?{p} }}" for p in (*PROPERTIES.values(), "P1476", "P577"))
    return f"SELECT * WHERE {{ {' UNION '.join(branches)}{wanted} }}"


def _rows(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Property -> its values over all rows of an item."""
    told: dict[str, list[str]] = {}
    for row in rows:
        for name, cell in row.items():
            value = text(mapping(cell).get("value"))
            if value and value not in told.setdefault(name, []):
                told[name].append(value)
    return told


def _entity(entity: Mapping[str, Any]) -> Record:
    """One item of Special:EntityData."""
    told: dict[str, list[str]] = {}
    for name, claims in mapping(entity.get("claims")).items():
        for claim in items(claims):
            snak = mapping(mapping(claim).get("mainsnak"))
            value = mapping(snak.get("datavalue")).get("value")
            printed = text(value) or text(mapping(value).get("text")) or text(mapping(value).get("time"))
            if printed and mapping(claim).get("rank") != "deprecated":
                told.setdefault(name, []).append(printed.removeprefix("+"))
    return _record(str(entity.get("id")), told)


def _record(item: str, told: Mapping[str, Sequence[str]]) -> Record:
    nodes = found_ids((item, Scheme.WIKIDATA))
    if not nodes:
        raise Unreadable("an item without an id")
    ids = found_ids(*((value, scheme) for scheme, name in PROPERTIES.items() for value in told.get(name, ())))
    dois = {i for i in ids if i.scheme is Scheme.DOI}
    arxiv = {i for i in ids if i.scheme is Scheme.ARXIV}
    arxiv |= {Identifier(Scheme.ARXIV, a) for d in dois if (a := arxiv_of_doi(d.id))}
    has_article = any(not arxiv_of_doi(d.id) for d in dois)
    title = plain_title(next(iter(told.get("P1476", ())), "")).removesuffix(".") or None
    names = (author(name) for name in told.get("P2093", ()))
    return Record(
        service=Wikidata.name,
        id=min(nodes),
        ids=nodes | ids | arxiv,
        title=title,
        authors=tuple(a for a in names if a),
        date=_day(next(iter(told.get("P577", ())), None)),
        kind=Kind.ARTICLE if has_article else Kind.PREPRINT if arxiv else Kind.UNKNOWN,
        is_merged=bool(arxiv) and has_article,
    )


def _day(value: str | None) -> str | None:
    """A point of time of Wikidata; zeros and the first of January stand for what is not known."""
    if value is None:
        return None
    date = value.removeprefix("+")[:10]
    return day(date[:4] if date[4:] in ("-00-00", "-01-01") else date[:7] if date.endswith("-00") else date)
