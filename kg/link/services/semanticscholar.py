"""Semantic Scholar: one record for preprint and article, joined by external ids.

Its 40-digit paper ids may be merged, so the CorpusId is the node. The year may be the preprint's,
DOIs come in mixed case, PMC ids without their letters. Without a key the pool is shared, and a
429 is common.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.link.answers import Answer, Query, Unreadable, json_of
from kg.link.records import Kind, Record, Work, author, kind_by_title
from kg.link.services.base import Pace, Service, Wanted, day, found_ids, items, mapping, text, whole
from kg.link.settings import LinkSettings
from kg.link.titles import plain_title
from kg.normalise.identifiers import Identifier, Scheme, arxiv_of_doi

_FIELDS = (
    "externalIds,title,authors,year,publicationDate,venue,publicationTypes,citationCount,openAccessPdf,s2FieldsOfStudy"
)
_NAMES = {Scheme.S2: "CorpusId", Scheme.DOI: "DOI", Scheme.ARXIV: "ARXIV", Scheme.PMID: "PMID", Scheme.PMCID: "PMCID"}


class SemanticScholar(Service):
    """Papers by any of five identifiers, and the best hit for a title."""

    name = "semanticscholar"
    label = "Semantic Scholar"
    homepage = "https://www.semanticscholar.org/"
    licence = "https://opendatacommons.org/licenses/by/1-0/"
    address = "https://api.semanticscholar.org"
    pace = Pace(1.0)
    batch = 500
    schemes = (Scheme.S2, Scheme.ARXIV, Scheme.DOI, Scheme.PMID)

    def headers(self, settings: LinkSettings) -> Mapping[str, str]:
        """The key, where there is one."""
        key = settings.secret("semanticscholar_key")
        return {"x-api-key": key} if key else {}

    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """One question for up to five hundred ids."""
        pairs = [
            (one.work.key, i)
            for one in wanted
            for i in one.ids
            if i.scheme in self.schemes and not (i.scheme is Scheme.DOI and arxiv_of_doi(i.id))
        ]
        for start in range(0, len(pairs), self.batch):
            part = pairs[start : start + self.batch]
            ids = [f"{_NAMES[i.scheme]}:{i.id.removeprefix('PMC')}" for _, i in part]
            yield Query(
                self.name,
                self.url("/graph/v1/paper/batch", fields=_FIELDS),
                tuple(part),
                body=json.dumps({"ids": ids}),
            )

    def by_title(self, work: Work) -> Query:
        """The one hit that it thinks best."""
        return self.search(work, self.url("/graph/v1/paper/search/match", query=work.titles[0], fields=_FIELDS))

    def read(self, answer: Answer) -> list[Record]:
        """The papers of a batch, the hit of a search, or one paper; unknown ids are null."""
        if answer.is_missing:
            return []
        told = json_of(answer)
        found = told if isinstance(told, list) else items(mapping(told).get("data", told))
        return [record(mapping(item)) for item in found if item is not None]


def record(item: Mapping[str, Any]) -> Record:
    """One paper of an answer, or of the papers data set (where names are in lower case)."""
    printed = item.get("externalIds") or item.get("externalids")
    names = {str(k).lower(): v for k, v in mapping(printed).items()}
    corpus = item.get("corpusId") or item.get("corpusid") or names.get("corpusid")
    nodes = found_ids((corpus, Scheme.S2)) or found_ids((item.get("paperId"), Scheme.S2_PAPER))
    if not nodes:
        raise Unreadable("a paper without an id")
    dois = found_ids((names.get("doi"), Scheme.DOI))
    arxiv = found_ids((names.get("arxiv"), Scheme.ARXIV))
    arxiv |= {Identifier(Scheme.ARXIV, a) for d in dois if (a := arxiv_of_doi(d.id))}
    rest = found_ids(
        (names.get("pubmed"), Scheme.PMID), (names.get("pubmedcentral"), Scheme.PMCID), (names.get("dblp"), Scheme.DBLP)
    )
    title = plain_title(text(item.get("title")) or "") or None
    has_article = any(not arxiv_of_doi(d.id) for d in dois) or any(not i.id.startswith("journals/corr/") for i in rest)
    types = {str(t).lower() for t in items(item.get("publicationTypes") or item.get("publicationtypes"))}
    kind = Kind.PREPRINT if arxiv and not has_article else Kind.ARTICLE if has_article or types else Kind.UNKNOWN
    fields = items(item.get("s2FieldsOfStudy") or item.get("s2fieldsofstudy"))
    return Record(
        service=SemanticScholar.name,
        id=min(nodes),
        ids=nodes | dois | arxiv | rest,
        title=title,
        authors=tuple(a for a in (author(text(mapping(p).get("name")) or "") for p in items(item.get("authors"))) if a),
        date=day(item.get("publicationDate") or item.get("publicationdate")) or day(item.get("year")),
        kind=kind_by_title(title, Kind.DATASET if types == {"dataset"} else kind),
        venue=text(item.get("venue")),
        is_merged=bool(arxiv) and has_article,
        open_access=text(mapping(item.get("openAccessPdf")).get("url")),
        citations=whole(item.get("citationCount", item.get("citationcount"))),
        fields=tuple(dict.fromkeys(filter(None, (text(mapping(f).get("category")) for f in fields)))),
    )
