"""What each service is known to trip readers with; bodies are our own, in the form that the service serves."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kg.link.answers import Answer, Unreadable
from kg.link.matching import judge
from kg.link.records import Kind, Record, work_of
from kg.link.services import SERVICES, Wanted
from kg.link.services.agency import agency_of
from kg.model import Paper, PaperStatus
from kg.normalise.identifiers import Identifier, identify
from tests.conftest import REFERENCE


def read(name: str, body: Any, status: int = 200, url: str = "https://service.example/x") -> list[Record]:
    text = body if isinstance(body, str) else json.dumps(body)
    return SERVICES[name]().read(Answer(url, status, text.encode(), "2026-03-01T12:00:00Z"))


def curies(record: Record) -> set[str]:
    return {i.curie for i in record.all_ids}


def an_id(text: str) -> Identifier:
    found = identify(text)
    assert isinstance(found, Identifier)
    return found


def wanted(*ids: str, title: str = "A paper on organs: part 1, methods") -> Wanted:
    return Wanted(work_of(Paper("p", title, title=title)), tuple(map(an_id, ids)))


def urls(name: str, *ids: str) -> list[str]:
    return [query.url for query in SERVICES[name]().by_id([wanted(*ids)])]


def test_openalex() -> None:
    work = {
        "id": "https://openalex.org/W2109415576",
        "doi": "https://doi.org/10.1073/PNAS.1414271111",
        "title": "Tissues <i>through</i> hypoxia",
        "publication_date": "2014-01-01",
        "publication_year": 2014,
        "type": "article",
        "ids": {
            "pmid": "https://pubmed.ncbi.nlm.nih.gov/25349395",
            "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/4234579",
        },
        "authorships": [
            {"author": {"display_name": "Eleftherios A. Makris", "orcid": "https://orcid.org/0000-0002-7767-8608"}},
            {"author": {"display_name": None}, "raw_author_name": "J. Hu"},
        ],
        "primary_location": {"source": {"display_name": "PNAS"}},
        "locations": [
            {"landing_page_url": "https://doi.org/10.1073/pnas.1414271111"},
            {"landing_page_url": "http://arxiv.org/abs/1401.0001v2"},
            {"landing_page_url": None},
        ],
        "open_access": {"oa_url": "https://www.pnas.org/x.pdf"},
        "cited_by_count": 138,
        "is_retracted": True,
        "primary_topic": {"display_name": "Hypoxia", "field": {"display_name": "Biology"}},
        "awards": [],
        "funders": [],
        "is_xpac": False,  # the schema of 2026
    }
    (found,) = read("openalex", work)
    assert curies(found) == {
        "openalex:W2109415576",
        "semopenalex:W2109415576",
        "doi:10.1073/pnas.1414271111",
        "pubmed:25349395",
        "pmc:PMC4234579",  # served without its letters
    }
    assert [i.curie for i in found.versions] == ["arxiv:1401.0001"]
    assert found.title == "Tissues through hypoxia"
    assert found.date == "2014", "the first of January stands for a year alone"
    assert found.status is PaperStatus.RETRACTED
    assert (found.citations, found.venue, found.open_access) == (138, "PNAS", "https://www.pnas.org/x.pdf")
    assert [(a.name, a.orcid) for a in found.authors] == [
        ("Eleftherios A. Makris", "0000-0002-7767-8608"),
        ("J. Hu", None),
    ]
    assert read("openalex", "<!doctype html><h1>Not Found</h1>", 404) == []
    with pytest.raises(Unreadable, match="HTML instead of JSON"):
        read("openalex", "<!DOCTYPE html><h1>down</h1>")
    (preprint, article) = read(
        "openalex", {"results": [{**work, "doi": "https://doi.org/10.48550/arXiv.2304.05376"}, work]}
    )
    assert "arxiv:2304.05376" in curies(preprint)
    assert not curies(preprint) & curies(article) - {"openalex:W2109415576", "semopenalex:W2109415576"} - {
        "pubmed:25349395",
        "pmc:PMC4234579",
    }


def test_openalex_is_asked_one_by_one_and_never_with_a_comma_or_colon_in_a_filter() -> None:
    assert urls("openalex", "doi:10.1016/s0140-6736(20)30183-5", "pubmed:31588070") == [
        "https://api.openalex.org/works/doi:10.1016/s0140-6736(20)30183-5",
        "https://api.openalex.org/works/pmid:31588070",
    ]
    query = SERVICES["openalex"]().by_title(wanted().work)
    assert query is not None
    assert query.url.endswith("?filter=title.search%3AA%20paper%20on%20organs%20part%201%20methods&per_page=5")
    assert query.is_search


def test_crossref() -> None:
    message = {
        "DOI": "10.1016/J.XGEN.2025.100814",
        "title": ["Pooled prime editing &amp; screening", "a second title"],
        "author": [
            {"given": "Gregory M.", "family": "Findlay", "ORCID": "https://orcid.org/0000-0002-7767-8608"},
            {"name": "The Editing Consortium"},
        ],
        "issued": {"date-parts": [[2025, 6]]},
        "type": "journal-article",
        "container-title": ["Cell Genomics"],
        "relation": {
            "has-preprint": [{"id-type": "doi", "id": "10.1101/2024.04.01.587366"}],
            "is-review-of": [{"id-type": "doi", "id": "10.1000/other"}],
        },
        "is-referenced-by-count": 2,
        "score": 46.8,
    }
    (found,) = read("crossref", {"message": message})
    assert found.id.curie == "doi:10.1016/j.xgen.2025.100814"
    assert found.title == "Pooled prime editing & screening"
    assert [i.curie for i in found.versions] == ["doi:10.1101/2024.04.01.587366"]
    assert [a.name for a in found.authors] == ["Gregory M. Findlay", "The Editing Consortium"]
    assert (found.date, found.venue, found.citations, found.kind) == ("2025-06", "Cell Genomics", 2, Kind.ARTICLE)
    assert read("crossref", "Resource not found.", 404) == [], "a DOI of another agency"
    assert [r.id for r in read("crossref", {"message": {"items": [message, message]}})] == [found.id, found.id]
    with pytest.raises(Unreadable, match="without a DOI"):
        read("crossref", {"message": {"title": ["x"]}})
    assert urls("crossref", "doi:10.1101/2024.04.01.587366") == [
        "https://api.crossref.org/works/10.1101%2F2024.04.01.587366"
    ]


@pytest.mark.parametrize(
    ("more", "kind", "status", "day"),
    [
        (
            {"updated-by": [{"type": "retraction", "updated": {"date-parts": [[2024, 5, 2]]}}]},
            Kind.ARTICLE,
            PaperStatus.RETRACTED,
            "2024-05-02",
        ),
        (
            {"updated-by": [{"type": "correction", "updated": {"date-parts": [[2023]]}}]},
            Kind.ARTICLE,
            PaperStatus.CORRECTED,
            "2023",
        ),
        ({"title": ["RETRACTED: A paper"]}, Kind.ARTICLE, PaperStatus.RETRACTED, None),
        ({"title": ["WITHDRAWN: A paper"]}, Kind.ARTICLE, PaperStatus.WITHDRAWN, None),
        ({"update-to": [{"type": "retraction", "DOI": "10.1000/b"}]}, Kind.RETRACTION, None, None),
        ({"update-to": [{"type": "erratum", "DOI": "10.1000/b"}]}, Kind.CORRECTION, None, None),
        ({"type": "posted-content"}, Kind.PREPRINT, None, None),
        ({"title": ["Retraction of the lung"]}, Kind.ARTICLE, None, None),
    ],
)
def test_crossref_tells_retracted_works_from_their_notices(
    more: dict[str, Any], kind: Kind, status: PaperStatus | None, day: str | None
) -> None:
    (found,) = read(
        "crossref", {"message": {"DOI": "10.1000/a", "title": ["A paper"], "type": "journal-article", **more}}
    )
    assert (found.kind, found.status, found.status_date) == (kind, status, day)


def feed(*entries: str) -> str:
    return (
        '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">'
        f"<title>arXiv Query</title>{''.join(entries)}</feed>"
    )


def entry(
    identifier: str = "http://arxiv.org/abs/2304.12306v3", more: str = "", title: str = "Segment\n  Anything"
) -> str:
    return (
        f"<entry><id>{identifier}</id><title>{title}</title><published>2023-04-24T17:56:12Z</published>"
        f"<updated>2024-04-01T00:00:00Z</updated><summary>A summary.</summary>{more}"
        '<author><name>Jun Ma</name></author><category term="eess.IV"/></entry>'
    )


def test_arxiv() -> None:
    (found,) = read("arxiv", feed(entry(more="<arxiv:doi>10.1038/S41467-024-44824-z</arxiv:doi>")))
    assert curies(found) == {"arxiv:2304.12306", "doi:10.48550/arxiv.2304.12306"}
    assert found.id.version == "v3", "the version is what was read, not which paper"
    assert found.title == "Segment Anything", "wrapped over two lines"
    assert [i.curie for i in found.versions] == ["doi:10.1038/s41467-024-44824-z"]
    assert (found.date, found.kind, found.status) == ("2023-04-24", Kind.PREPRINT, None)
    assert read("arxiv", feed()) == [], "not found is a feed without entries"
    with pytest.raises(Unreadable, match="incorrect id format for abc"):
        read(
            "arxiv",
            feed(
                "<entry><id>https://arxiv.org/api/errors#x</id><title>Error</title>"
                "<summary>incorrect id format for abc</summary></entry>"
            ),
        )
    (withdrawn,) = read(
        "arxiv",
        feed(entry(more="<arxiv:comment>This paper has been withdrawn by the author due to an error</arxiv:comment>")),
    )
    assert (withdrawn.status, withdrawn.status_date) == (PaperStatus.WITHDRAWN, "2024-04-01")
    (kept,) = read("arxiv", feed(entry(more="<arxiv:comment>Funds were withdrawn before the study</arxiv:comment>")))
    assert kept.status is None
    (token,) = read("arxiv", feed(entry(title="How &lt;SEG&gt; Token Works")))
    assert token.title == "How <SEG> Token Works"
    for broken in ("<html><body>busy</body></html>", "no xml", ""):
        with pytest.raises(Unreadable):
            read("arxiv", broken)


def test_arxiv_expands_no_entity_and_opens_no_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    body = f'<!DOCTYPE feed [<!ENTITY x SYSTEM "{secret.as_uri()}">]>' + feed(entry(title="&x;")).partition("?>")[2]
    assert "secret" not in repr(read("arxiv", body))


def test_arxiv_is_asked_once_for_fifty_ids() -> None:
    ids = [f"arxiv:2401.{number:05}" for number in range(1, 121)]
    queries = list(SERVICES["arxiv"]().by_id([wanted(i) for i in ids]))
    assert [len(query.asked) for query in queries] == [50, 50, 20]
    assert queries[2].url.endswith("2401.00120&max_results=50")


def test_datacite() -> None:
    attributes = {
        "doi": "10.48550/arxiv.1902.02534",
        "identifiers": [{"identifier": "1902.02534", "identifierType": "arXiv"}],
        "titles": [{"title": "Crowdsourcing open citations with CROCI"}],
        "creators": [
            {
                "name": "Peroni, Silvio",
                "givenName": "Silvio",
                "familyName": "Peroni",
                "nameIdentifiers": [{"nameIdentifier": "https://orcid.org/0000-0002-7767-8608"}],
            },
            {"name": "OpenCitations"},
        ],
        "publisher": "arXiv",
        "publicationYear": 2019,
        "dates": [
            {"date": "2019-02-07T09:22:51Z", "dateType": "Submitted", "dateInformation": "v1"},
            {"date": "2019-06-21T06:21:52Z", "dateType": "Submitted", "dateInformation": "v2"},
            {"date": "2019", "dateType": "Issued"},
        ],
        "types": {"resourceTypeGeneral": "Text"},
        "relatedIdentifiers": [],
        "subjects": [{"subject": "Digital Libraries (cs.DL)"}],
    }
    (found,) = read("datacite", {"data": {"id": "10.48550/arxiv.1902.02534", "attributes": attributes}})
    assert curies(found) == {"arxiv:1902.02534", "doi:10.48550/arxiv.1902.02534"}
    assert found.versions == (), "no way to the article"
    assert (found.date, found.kind) == ("2019-02-07", Kind.PREPRINT), "the date of the first version"
    assert [(a.name, a.family, a.orcid) for a in found.authors] == [
        ("Silvio Peroni", "peroni", "0000-0002-7767-8608"),
        ("OpenCitations", "opencitations", None),
    ]
    related = [
        {"relationType": "IsVersionOf", "relatedIdentifierType": "DOI", "relatedIdentifier": "10.1234/ISSI.1"},
        {"relationType": "Cites", "relatedIdentifierType": "DOI", "relatedIdentifier": "10.1000/cited"},
    ]
    (found,) = read("datacite", {"data": [{"attributes": {**attributes, "relatedIdentifiers": related}}]})
    assert [i.curie for i in found.versions] == ["doi:10.1234/issi.1"]
    assert read("datacite", {"errors": [{"status": "404"}]}, 404) == []


def test_the_agency_of_a_doi() -> None:
    def told(body: Any) -> str:
        return agency_of(Answer("https://doi.org/ra/10.1", 200, json.dumps(body).encode(), "t"))

    assert told([{"DOI": "10.48550", "RA": "DataCite"}]) == "DataCite"
    nothings: list[Any] = [[{"DOI": "10.1", "status": "DOI does not exist"}], [], {}]
    for nothing in nothings:
        with pytest.raises(Unreadable):
            told(nothing)
    assert urls("doi-agency", "doi:10.48550/arxiv.2304.12306", "doi:10.48550/arxiv.1902.02534", "doi:10.1000/a") == [
        "https://doi.org/ra/10.1000",
        "https://doi.org/ra/10.48550",
    ]


def test_semantic_scholar() -> None:
    paper = {
        "paperId": "354dcdebf3f8b5feeed5c62090e0bc1f0c28db06",
        "externalIds": {
            "DBLP": "journals/natmi/BranCSBWS24",
            "ArXiv": "2304.05376",
            "PubMedCentral": "11116106",
            "DOI": "10.1038/S42256-024-00832-8",
            "CorpusId": 258059792,
            "PubMed": "38799228",
        },
        "title": "Augmenting large language models with chemistry tools",
        "authors": [{"authorId": "1", "name": "Andrés M Bran"}, {"name": None}],
        "year": 2023,
        "venue": "Nat. Mac. Intell.",
        "openAccessPdf": {"url": "", "status": None},
        "citationCount": 7,
    }
    (found,) = read("semanticscholar", {"data": [paper]})
    assert found.id.curie == "s2:258059792", "the CorpusId stays when paper ids are merged"
    assert curies(found) == {
        "s2:258059792",
        "dblp:journals/natmi/BranCSBWS24",
        "arxiv:2304.05376",
        "pmc:PMC11116106",
        "doi:10.1038/s42256-024-00832-8",
        "pubmed:38799228",
    }
    assert found.is_merged, "one record for preprint and article"
    assert found.open_access is None
    assert [a.family for a in found.authors] == ["bran"]
    assert read("semanticscholar", [None, paper])[0].id == found.id, "an unknown id of a batch is null"
    assert read("semanticscholar", {"error": "Title match not found"}, 404) == []
    (only,) = read(
        "semanticscholar",
        {**paper, "externalIds": {"ArXiv": "2304.05376", "CorpusId": 1, "DBLP": "journals/corr/abs-2304-05376"}},
    )
    assert (only.is_merged, only.kind) == (False, Kind.PREPRINT)
    (query,) = SERVICES["semanticscholar"]().by_id(
        [wanted("arxiv:2304.05376", "doi:10.48550/arxiv.2304.05376", "doi:10.1000/a")]
    )
    assert json.loads(query.body or "") == {"ids": ["ARXIV:2304.05376", "DOI:10.1000/a"]}


def test_dblp() -> None:
    def hit(**info: Any) -> dict[str, Any]:
        return {"info": {"key": "journals/stvr/BruckerJ14", "title": "Testing the Untestable.", "year": "2014", **info}}

    body = {
        "result": {
            "hits": {
                "hit": [
                    hit(
                        authors={"author": [{"@pid": "1", "text": "Jun Ma 0001"}, {"text": "Bo Wang 0044"}]},
                        doi="10.1002/STVR.1560",
                        type="Journal Articles",
                    ),
                    hit(authors={"author": {"text": "Only One"}}, key="books/tf/11/VainKKMR11"),
                    hit(
                        key="journals/corr/abs-2304-12306",
                        volume="abs/2304.12306",
                        ee=["https://doi.org/10.48550/arXiv.2304.12306"],
                    ),
                ]
            }
        }
    }
    first, second, third = read("dblp", body)
    assert curies(first) == {"dblp:journals/stvr/BruckerJ14", "doi:10.1002/stvr.1560"}
    assert first.title == "Testing the Untestable"
    assert [(a.name, a.family) for a in first.authors] == [("Jun Ma", "ma"), ("Bo Wang", "wang")]
    assert [a.name for a in second.authors] == ["Only One"]
    assert second.id.curie == "dblp:books/tf/11/VainKKMR11"
    assert curies(third) >= {"arxiv:2304.12306", "doi:10.48550/arxiv.2304.12306"}
    assert third.kind is Kind.PREPRINT
    assert read("dblp", {"result": {"hits": {"@total": "0"}}}) == []


def test_europe_pmc() -> None:
    result = {
        "source": "MED",
        "pmid": "39558098",
        "pmcid": "PMC123456",
        "doi": "10.1038/s41592-024-02499-w",
        "title": "A foundation model.",
        "authorList": {
            "author": [
                {
                    "firstName": "Theodore",
                    "lastName": "Zhao",
                    "authorId": {"type": "ORCID", "value": "0000-0002-7767-8608"},
                }
            ]
        },
        "firstPublicationDate": "2024-11-18",
        "pubTypeList": {"pubType": ["Journal Article", "Retracted Publication"]},
        "fullTextUrlList": {
            "fullTextUrl": [
                {"availabilityCode": "S", "url": "https://pay.example"},
                {"availabilityCode": "OA", "url": "https://europepmc.org/x"},
            ]
        },
        "citedByCount": 5,
    }
    (found,) = read("europepmc", {"hitCount": 1, "resultList": {"result": [result]}})
    assert curies(found) == {"pubmed:39558098", "pmc:PMC123456", "doi:10.1038/s41592-024-02499-w"}
    assert (found.title, found.status, found.open_access) == (
        "A foundation model",
        PaperStatus.RETRACTED,
        "https://europepmc.org/x",
    )
    assert found.authors[0].orcid == "0000-0002-7767-8608"
    assert read("europepmc", {"hitCount": 0, "resultList": {"result": []}}) == [], "none is 200 and a count of 0"
    with pytest.raises(Unreadable, match="bad query"):
        read("europepmc", {"errMsg": "bad query"})
    assert urls("europepmc", "doi:10.48550/arxiv.2304.12306") == [], "arXiv is not there"
    assert "DOI%3A%2210.1000%2Fa%22" in urls("europepmc", "doi:10.1000/a")[0]


PUBMED = """<?xml version="1.0" ?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD" "https://dtd.example/pubmed.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>31588070</PMID><Article>
<Journal><JournalIssue><PubDate><Year>2020</Year><Month>Apr</Month><Day>20</Day></PubDate></JournalIssue><Title>ATCS</Title></Journal>
<ArticleTitle>Management of <i>acute</i> embolism.</ArticleTitle>
<AuthorList><Author><LastName>Licha</LastName><ForeName>Carlos</ForeName><Identifier Source="ORCID">0000-0002-7767-8608</Identifier></Author></AuthorList>
<PublicationTypeList><PublicationType>Journal Article</PublicationType>{more}</PublicationTypeList></Article></MedlineCitation>
<PubmedData><ArticleIdList><ArticleId IdType="pubmed">31588070</ArticleId><ArticleId IdType="doi">10.5761/ATCS.ra.19-00158</ArticleId></ArticleIdList>
<ReferenceList><Reference><ArticleIdList><ArticleId IdType="pubmed">11111111</ArticleId><ArticleId IdType="doi">10.1000/cited</ArticleId></ArticleIdList></Reference></ReferenceList>
</PubmedData></PubmedArticle></PubmedArticleSet>"""  # noqa: E501


def test_pubmed() -> None:
    (found,) = read("pubmed", PUBMED.format(more=""))
    assert curies(found) == {"pubmed:31588070", "doi:10.5761/atcs.ra.19-00158"}, "ids of references are not its own"
    assert (found.title, found.date, found.venue) == ("Management of acute embolism", "2020-04-20", "ATCS")
    assert (found.authors[0].name, found.authors[0].orcid) == ("Carlos Licha", "0000-0002-7767-8608")
    retracted = PUBMED.format(more="<PublicationType>Retracted Publication</PublicationType>")
    assert read("pubmed", retracted)[0].status is PaperStatus.RETRACTED
    notice = PUBMED.format(more="<PublicationType>Retraction of Publication</PublicationType>")
    assert read("pubmed", notice)[0].kind is Kind.RETRACTION
    with pytest.raises(Unreadable):
        read("pubmed", "<html/>")


def test_wikidata() -> None:
    def cell(value: str) -> dict[str, str]:
        return {"type": "literal", "value": value}

    rows = [
        {
            "item": cell("http://www.wikidata.org/entity/Q1"),
            "P356": cell("10.1038/NATURE14539"),
            "P1476": cell("Deep learning"),
            "P577": cell("2015-05-27T00:00:00Z"),
        },
        {
            "item": cell("http://www.wikidata.org/entity/Q1"),
            "P356": cell("10.1038/NATURE14539"),
            "P698": cell("26017442"),
        },
        {
            "item": cell("http://www.wikidata.org/entity/Q2"),
            "P818": cell("1706.03762"),
            "P577": cell("2017-01-01T00:00:00Z"),
        },
    ]
    first, second = read("wikidata", {"results": {"bindings": rows}})
    assert curies(first) == {"wikidata:Q1", "doi:10.1038/nature14539", "pubmed:26017442"}
    assert first.id.iri == "http://www.wikidata.org/entity/Q1", "entities have http: IRIs"
    assert (first.date, second.date) == ("2015-05-27", "2017")
    assert second.kind is Kind.PREPRINT
    (url,) = urls("wikidata", "doi:10.1038/nature14539", "arxiv:1706.03762")
    assert url.startswith("https://query-scholarly.wikidata.org/sparql?query="), "articles have moved there"
    assert "10.1038%2FNATURE14539" in url, "DOIs are in capitals there"
    with pytest.raises(Unreadable):
        read("wikidata", {"head": {}})


def test_hugging_face_joins_papers_to_models_and_data_sets() -> None:
    (found,) = read(
        "huggingface",
        {
            "id": "2508.08177",
            "title": "MedReasoner",
            "authors": [{"name": "Zhonghao Yan"}],
            "publishedAt": "2025-08-11T00:00:00.000Z",
        },
    )
    assert curies(found) == {"hf.paper:2508.08177", "arxiv:2508.08177", "doi:10.48550/arxiv.2508.08177"}
    url = "https://huggingface.co/api/arxiv/2508.08177/repos"
    body = {"models": [{"id": "zzzyzh/medreasoner"}], "datasets": [{"id": "zzzyzh/U-MRG-14K"}], "spaces": []}
    (found,) = read("huggingface", body, url=url)
    assert [i.curie for i in found.models] == ["hf.model:zzzyzh/medreasoner"]
    assert [i.curie for i in found.datasets] == ["hf.dataset:zzzyzh/U-MRG-14K"]
    assert read("huggingface", {"models": [], "datasets": []}, url=url) == []
    with pytest.raises(Unreadable):
        read("huggingface", {"error": "x"}, url=url)


def test_opencitations() -> None:
    resource = {
        "id": "doi:10.1038/s41467-024-44824-z openalex:W4391109864 pmid:38253604 omid:br/06123",
        "title": "Segment anything",
        "author": "Ma, Jun [orcid:0000-0002-7767-8608 omid:ra/061]; Wang, Bo [omid:ra/062]",
        "pub_date": "2024-01-22",
        "venue": "Nature Communications [issn:2041-1723 omid:br/0655]",
        "type": "journal article",
    }
    (found,) = read("opencitations", [resource])
    assert found.id.curie == "omid:br/06123"
    assert curies(found) >= {"doi:10.1038/s41467-024-44824-z", "pubmed:38253604"}
    assert [(a.name, a.orcid) for a in found.authors] == [("Jun Ma", "0000-0002-7767-8608"), ("Bo Wang", None)]
    assert found.venue == "Nature Communications"
    assert read("opencitations", []) == [], "an unknown DOI; no count of zero is made of it"
    ids = [f"doi:10.1000/{number}" for number in range(25)]
    queries = list(SERVICES["opencitations"]().by_id([wanted(*ids)]))
    assert [len(query.asked) for query in queries] == [10, 10, 5], "more than some fourteen ids a call fail"
    assert all(part.startswith("doi:") for part in queries[0].url.rpartition("/metadata/")[2].split("__"))


def test_opencitations_names_no_id_that_stands_for_two_works() -> None:
    def row(**cells: str) -> dict[str, dict[str, str]]:
        return {name: {"value": value} for name, value in cells.items()}

    node = "https://w3id.org/oc/meta/br/061103888040"
    rows = [row(paper=node, doi="10.1039/a", value="PMC6422012"), row(paper=node, doi="10.1039/b", value="PMC6422012")]
    (found,) = read("opencitations", {"results": {"bindings": rows}})
    assert curies(found) == {"omid:br/061103888040", "pmc:PMC6422012"}


def test_unpaywall() -> None:
    body = {
        "doi": "10.1000/A",
        "title": "A paper",
        "is_oa": True,
        "best_oa_location": {"url": "https://oa.example/a"},
        "genre": "journal-article",
        "year": 2020,
    }
    (found,) = read("unpaywall", body)
    assert (found.id.curie, found.open_access, found.date) == ("doi:10.1000/a", "https://oa.example/a", "2020")
    assert read("unpaywall", {**body, "is_oa": False})[0].open_access is None
    assert urls("unpaywall", "doi:10.48550/arxiv.2304.12306") == []


def test_identifiers_of_people_and_places_are_checked() -> None:
    """ORCID lists DOIs as their owners typed them; ROR ids carry a check sum."""
    typed = ("https://doi.org/10.1000/ABC", "doi:10.1000/abc.", "10.1000/ABC", " http://dx.doi.org/10.1000/aBc ")
    assert {an_id(text).curie for text in typed} == {"doi:10.1000/abc"}
    assert an_id("https://ror.org/019whta54").curie == "ror:019whta54"


RECORDED = REFERENCE / "metadata-samples"
FOLDERS = {
    "arxiv": "arxiv",
    "crossref": "crossref",
    "datacite": "datacite",
    "dblp": "dblp",
    "europepmc": "europepmc",
    "openalex": "openalex",
    "opencitations": "opencitations",
    "pubmed": "pubmed",
    "s2": "semanticscholar",
    "wikidata": "wikidata",
}


@pytest.mark.skipif(not RECORDED.is_dir(), reason="recorded answers are not beside the project")
def test_every_recorded_answer_is_read() -> None:
    """As served: 404s are nothing, arXiv's error entry is told, everything else gives records with ids."""
    counts: dict[str, int] = {}
    files = 0
    for folder, name in FOLDERS.items():
        for path in sorted((RECORDED / folder).iterdir()):
            files += 1
            found = re.search(r"__(\d{3})__", path.name)
            status = int(found[1]) if found else 200
            answer = Answer("https://service.example/x", status, path.read_bytes(), "2026-03-01T12:00:00Z")
            if status == 400:
                with pytest.raises(Unreadable, match="incorrect id format"):
                    SERVICES[name]().read(answer)
                continue
            records = SERVICES[name]().read(answer)
            counts[folder] = counts.get(folder, 0) + len(records)
            assert bool(records) is not (status == 404 or "no_results" in path.name or "0000.0000" in path.name), (
                path.name
            )
            assert all(record.id.curie for record in records)
    for path in sorted((RECORDED / "doi-content-negotiation").iterdir()):
        files += 1
        assert agency_of(Answer("https://doi.org/ra", 200, path.read_bytes(), "t")) in ("Crossref", "DataCite")
    assert counts == {
        "arxiv": 17,
        "crossref": 8,
        "datacite": 2,
        "dblp": 30,
        "openalex": 4,
        "opencitations": 5,
        "pubmed": 1,
        "s2": 3,
        "wikidata": 1,
        "europepmc": 0,
    }
    assert files == sum(1 for path in RECORDED.rglob("*.*") if path.suffix in (".json", ".xml", ".txt"))


@pytest.mark.skipif(not RECORDED.is_dir(), reason="recorded answers are not beside the project")
def test_recorded_first_hits_link_nothing_wrong() -> None:
    """Crossref's first hit for three titles is another paper, once with a higher score than a right one."""
    for pattern, title, names, year, right in (
        ("*Attention*", "Attention is All you Need", ("vaswani", "shazeer"), 2017, False),
        (
            "*PaperQA_Retrieval*",
            "PaperQA: Retrieval-Augmented Generative Agent for Scientific Research",
            ("lala",),
            2023,
            False,
        ),
        ("*tools._rows*", "Augmenting large language models with chemistry tools.", ("bran",), 2023, False),
        ("*tools_rows*", "Augmenting large language models with chemistry tools", ("bran",), 2023, True),
    ):
        (path,) = (RECORDED / "crossref").glob(pattern)
        records = SERVICES["crossref"]().read(Answer("x", 200, path.read_bytes(), "t"))
        work = replace(work_of(Paper("p", title, title=title)), families=(names,), years=(year,))
        matches, _ = judge(work, records, is_search=True)
        assert any(m.is_link for m in matches) is right, path.name
