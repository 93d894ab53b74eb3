"""Thirteen services that know one paper, in the form that each of them serves; the bodies are our own."""

from __future__ import annotations

import json
import re
from typing import Any

from kg.link.services import SERVICES, Service
from kg.model import Paper
from tests.link.conftest import Answering, Fake, Reply, Request, as_json

TITLE = "Segmenting organs with sparse graph networks"
ARXIV, DOI, PMID = "2304.00001", "10.5555/organs.1", "30000001"
ARXIV_DOI = f"10.48550/arxiv.{ARXIV}"

#: The paper as our registry knows it: a preprint. That there is an article, arXiv tells.
PAPER = Paper("arxiv-2304-00001", TITLE, title=TITLE, arxiv=ARXIV, date="2023-04")
#: A second one, known by its DOI only.
ARTICLE = Paper("doi-organs", TITLE, title=TITLE, doi=DOI, date="2024")


def _feed(*ids: str) -> Reply:
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/{ARXIV}v2</id><title>{TITLE}</title><published>2023-04-01T00:00:00Z</published>"
        f"<updated>2023-05-01T00:00:00Z</updated><summary>s</summary><arxiv:doi>{DOI}</arxiv:doi>"
        "<author><name>Ann Author</name></author><author><name>Bea Builder</name></author></entry>"
        for identifier in ids
        if identifier == ARXIV
    )
    body = (
        '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">'
        f"<title>t</title>{entries}</feed>"
    )
    return Reply(body=body.encode(), headers={"Content-Type": "application/atom+xml"})


def _crossref() -> dict[str, Any]:
    authors = [{"given": "Ann", "family": "Author"}, {"given": "Bea", "family": "Builder"}]
    return {
        "DOI": DOI,
        "title": [TITLE],
        "author": authors,
        "issued": {"date-parts": [[2024, 2, 3]]},
        "type": "journal-article",
        "container-title": ["Journal of Organs"],
        "is-referenced-by-count": 12,
    }


def _openalex(number: str, doi: str) -> dict[str, Any]:
    people = [{"author": {"display_name": n, "orcid": None}} for n in ("Ann Author", "Bea Builder")]
    return {
        "id": f"https://openalex.org/W{number}",
        "doi": f"https://doi.org/{doi}",
        "title": TITLE,
        "publication_year": 2024,
        "publication_date": "2024-02-03",
        "type": "article",
        "authorships": people,
        "cited_by_count": 14,
        "ids": {"pmid": PMID} if doi == DOI else {},
    }


def _datacite() -> dict[str, Any]:
    attributes = {
        "doi": ARXIV_DOI,
        "titles": [{"title": TITLE}],
        "creators": [{"name": "Author, Ann"}],
        "publicationYear": 2023,
        "publisher": "arXiv",
        "types": {"resourceTypeGeneral": "Preprint"},
    }
    return {"data": {"id": ARXIV_DOI, "attributes": attributes}}


def _semanticscholar() -> dict[str, Any]:
    ids = {"ArXiv": ARXIV, "DOI": DOI.upper(), "CorpusId": 258, "PubMed": PMID}
    return {
        "paperId": "0" * 40,
        "externalIds": ids,
        "title": TITLE,
        "authors": [{"name": "Ann Author"}],
        "year": 2023,
        "citationCount": 15,
    }


def _europepmc() -> dict[str, Any]:
    return {
        "source": "MED",
        "pmid": PMID,
        "doi": DOI,
        "title": f"{TITLE}.",
        "authorList": {"author": [{"firstName": "Ann", "lastName": "Author"}]},
        "pubYear": "2024",
    }


_PUBMED = (
    "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>{pmid}</PMID><Article><Journal><Title>J</Title></Journal>"
    "<ArticleTitle>{title}.</ArticleTitle><AuthorList><Author><LastName>Author</LastName><ForeName>Ann</ForeName></Author>"
    "</AuthorList></Article></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType='doi'>{doi}</ArticleId>"
    "</ArticleIdList></PubmedData></PubmedArticle></PubmedArticleSet>"
)


def answer(name: str, request: Request) -> Reply:
    """What a service answers when all is well."""
    path = request.path
    if name == "doi-agency":
        prefix = path.rpartition("/")[2]
        return as_json([{"DOI": prefix, "RA": "DataCite" if prefix == "10.48550" else "Crossref"}])
    if name == "arxiv":
        found = re.search(r"id_list=([^&]*)", path)
        return _feed(*(found[1].split(",") if found else ()))
    if name == "crossref":
        if "query.bibliographic" in path:
            return as_json({"message": {"items": [_crossref()]}})
        return as_json({"message": _crossref()}) if DOI in path else Reply(404, b"Resource not found.")
    if name == "openalex":
        number, doi = ("1001", ARXIV_DOI) if ARXIV_DOI in path else ("1002", DOI)
        if "title.search" in path:
            return as_json({"results": []})
        return as_json(_openalex(number, doi)) if doi in path or PMID in path else Reply(404, b"<!doctype html>")
    if name == "datacite":
        return as_json(_datacite()) if ARXIV_DOI in path else Reply(404, b"{}")
    if name == "semanticscholar":
        if request.body:
            asked = json.loads(request.body)["ids"]
            return as_json(
                [_semanticscholar() if i.split(":", 1)[1] in (ARXIV, DOI, PMID, "258") else None for i in asked]
            )
        return Reply(404, b'{"error":"Title match not found"}')
    if name == "europepmc":
        return as_json({"hitCount": 1, "resultList": {"result": [_europepmc()] if DOI in path or PMID in path else []}})
    if name == "pubmed":
        return Reply(body=_PUBMED.format(pmid=PMID, title=TITLE, doi=DOI).encode())
    if name == "dblp":
        info = {
            "key": "journals/jo/AuthorB24",
            "title": f"{TITLE}.",
            "year": "2024",
            "doi": DOI.upper(),
            "authors": {"author": {"text": "Ann Author"}},
        }
        return as_json({"result": {"hits": {"hit": [{"info": info}]}}})
    if name == "opencitations":
        return as_json(
            [
                {"id": f"doi:{doi} omid:br/060{n}", "title": TITLE, "author": "Author, Ann", "pub_date": "2024"}
                for n, doi in enumerate((DOI, ARXIV_DOI), 1)
                if doi in path
            ]
        )
    if name == "unpaywall":
        return as_json({"doi": DOI, "title": TITLE, "is_oa": True, "best_oa_location": {"url": "https://oa.example/1"}})
    if name == "wikidata":
        cells = {"item": "http://www.wikidata.org/entity/Q1000", "P356": DOI.upper(), "P1476": TITLE}
        return as_json({"results": {"bindings": [{k: {"value": v} for k, v in cells.items()}]}})
    if name == "huggingface":
        if path.endswith("/repos"):
            return as_json({"models": [{"id": "organs/net-7b"}], "datasets": [{"id": "organs/scans"}]})
        return as_json({"id": ARXIV, "title": TITLE, "authors": [{"name": "Ann Author"}]})
    raise AssertionError(name)


def world(fake: Fake, **other: Answering) -> list[Service]:
    """All services on one fake, each under its own name; ``other`` replaces what one answers."""

    def answering(request: Request) -> Reply:
        name = request.path.split("/")[1]
        chosen = other.get(name.replace("-", "_"))
        return chosen(request) if chosen else answer(name, request)

    fake.answering = answering
    return [service(f"{fake.origin}/{name}") for name, service in SERVICES.items()]
