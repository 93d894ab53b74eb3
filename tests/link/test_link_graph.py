"""What comes back of services into the graph: on their own records, in their own graphs, and what a retraction does."""

from __future__ import annotations

import datetime
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pandas as pd
import pyoxigraph as ox
import pytest
from rdflib import Dataset, Literal, URIRef

import kg
from kg.link.building import link_files, with_links
from kg.link.federated import federated
from kg.link.fetching import Fetcher
from kg.link.folder import Links, load, save
from kg.link.graph import link_lines
from kg.link.retraction import status_of
from kg.link.run import Run
from kg.model import Paper, PaperStatus
from kg.terms import C4O, DCTERMS, FABIO, LB, OWL, PRISM, RDF, RDFS, SCHEMA, XSD
from kg.validation import parse_exact
from tests.conftest import ROOT
from tests.link.conftest import Fake, Reply, Request, as_json
from tests.link.test_link_run import KNOWING_THE_ARTICLE, QUARTER
from tests.link.world import ARTICLE, DOI, PAPER, TITLE, answer, world

BASE = "https://example.org/kg/"


@pytest.fixture
def linked(fake: Fake, fetcher: Fetcher) -> Links:
    links = Links()
    Run([PAPER], links, fetcher, fetcher.clock, QUARTER).ask(world(fake))
    return links


def dataset(links: Links, *papers: Paper) -> Dataset:
    return parse_exact("".join(link_lines(links, {p.key: p for p in papers}, BASE)), "nquads")


def test_each_service_speaks_of_its_own_record_in_its_own_graph(linked: Links) -> None:
    data = dataset(linked, PAPER)
    article, openalex = URIRef(f"https://doi.org/{DOI}"), URIRef("https://openalex.org/W1002")
    crossref = data.graph(URIRef(f"{BASE}graph/links-crossref"))
    assert crossref.value(article, DCTERMS.title) == Literal(TITLE)
    assert set(crossref.objects(article, DCTERMS.creator)) == {Literal("Ann Author"), Literal("Bea Builder")}
    assert crossref.value(article, PRISM.publicationName) == Literal("Journal of Organs")
    assert crossref.value(article, DCTERMS.issued) == Literal("2024-02-03", datatype=XSD.date)
    node = URIRef(f"{BASE}graph/links-crossref")
    assert crossref.value(node, DCTERMS.license) == URIRef("https://creativecommons.org/publicdomain/zero/1.0/")
    assert crossref.value(node, DCTERMS.modified) == Literal("2026-03-01", datatype=XSD.date)
    unpaywall = data.graph(URIRef(f"{BASE}graph/links-unpaywall"))
    assert str(unpaywall.value(article, FABIO.hasURL)) == "https://oa.example/1"
    assert (article, DCTERMS.title, None) not in unpaywall, "described once, by the agency"
    for graph, record, count in (("crossref", article, "12"), ("openalex", openalex, "14")):
        own = data.graph(URIRef(f"{BASE}graph/links-{graph}"))
        (cited,) = own.objects(record, C4O.hasGlobalCitationFrequency)
        assert own.value(cited, C4O.hasGlobalCountValue) == Literal(count, datatype=XSD.integer)
        assert own.value(cited, C4O.hasGlobalCountDate) == Literal("2026-03-01", datatype=XSD.date)
    face = data.graph(URIRef(f"{BASE}graph/links-huggingface"))
    paper = URIRef(f"https://huggingface.co/papers/{PAPER.arxiv}")
    assert set(face.subjects(SCHEMA.citation, paper)) == {
        URIRef("https://huggingface.co/organs/net-7b"),
        URIRef("https://huggingface.co/datasets/organs/scans"),
    }
    assert (URIRef("https://huggingface.co/datasets/organs/scans"), RDF.type, SCHEMA.Dataset) in face


def test_of_our_paper_the_services_say_only_what_it_is_linked_to(linked: Links) -> None:
    ours = URIRef(f"{BASE}paper/{PAPER.key}")
    said = {p for _, p, _, _ in dataset(linked, PAPER).quads((ours, None, None, None))}
    assert said == {OWL.sameAs, URIRef("http://www.w3.org/2004/02/skos/core#exactMatch")}


def test_a_triple_that_several_services_give_stands_once_and_all_evidence_stays(linked: Links) -> None:
    lines = list(link_lines(linked, {PAPER.key: PAPER}, BASE))
    triples = [line.rpartition(" <")[0] for line in lines]
    assert len(triples) == len(set(triples))
    article = f"<https://doi.org/{DOI}> <{DCTERMS.isVersionOf}>"
    assert sum(line.startswith(article) for line in lines) == 1
    data = dataset(linked, PAPER)
    witnesses = {
        str(g)
        for m, _, _, g in data.quads((None, OWL.annotatedSource, URIRef(f"https://doi.org/{DOI}"), None))
        if (m, OWL.annotatedProperty, DCTERMS.isVersionOf) in data.graph(g)
    }
    assert witnesses == {
        f"{BASE}graph/links-{name}" for name in ("arxiv", "crossref", "unpaywall", *KNOWING_THE_ARTICLE)
    }


def test_every_node_has_a_type_and_one_label(linked: Links) -> None:
    data = dataset(linked, PAPER)
    for subject in {s for s, _, _, _ in data.quads()}:
        labels = {o for _, _, o, _ in data.quads((subject, RDFS.label, None, None))}
        if subject != URIRef(f"{BASE}paper/{PAPER.key}"):
            assert len(labels) == 1, subject
            assert list(data.quads((subject, RDF.type, None, None))), subject


def retracting(request: Request) -> Reply:
    told = answer("openalex", request)
    return Reply(told.status, told.body.replace(b'"type": "article"', b'"type": "article", "is_retracted": true'))


def test_a_retraction_counts_for_the_very_edition_only(fake: Fake, fetcher: Fetcher) -> None:
    links = Links()
    services = [s for s in world(fake, openalex=retracting) if s.name in ("arxiv", "openalex")]
    Run([PAPER, ARTICLE], links, fetcher, fetcher.clock, QUARTER).ask(services)
    # For the article the record is its own; the preprint's own record W1001 is retracted as well.
    assert status_of(links, ARTICLE) is not None
    only_article = Links(
        found={PAPER.key: [x for x in links.found[PAPER.key] if "W1001" not in x.other]}, records=links.records
    )
    assert status_of(only_article, PAPER) is None, "the article's retraction is not the preprint's"
    data = dataset(only_article, PAPER)
    other = URIRef("https://openalex.org/W1002")
    assert data.value(other, LB.paperStatus) == LB.Retracted, "it is told of the record all the same"
    kept = status_of(links, ARTICLE)
    assert kept is not None
    assert kept.status is PaperStatus.RETRACTED
    corrected = replace(ARTICLE, status=PaperStatus.CORRECTED)
    assert status_of(links, corrected) == replace(kept, status=PaperStatus.CORRECTED, kept=None), "our word stands"


REPORTING = "arxiv-2511-12110"
EXCLUDED = (
    "PREFIX lb: <https://w3id.org/leaderboard-kg/ontology#> SELECT ?r WHERE { ?r lb:excludedBecause lb:PaperRetracted }"
)


def rows(graph: kg.Graph, query: str) -> pd.DataFrame:
    found = graph.query(query)
    assert isinstance(found, pd.DataFrame)
    return found


@pytest.fixture
def with_status(tmp_path: Path, fake: Fake, fetcher: Fetcher) -> Callable[[str], kg.Graph]:
    """Builds the shipped data after OpenAlex has told a status of the reporting paper of MR-MedSeg."""

    def build(status: str) -> kg.Graph:
        data = tmp_path / status / "data"
        shutil.copytree(ROOT / "data", data)
        links = load(data / "links")
        paper = kg.build(data).built.collection.nodes.papers[REPORTING]
        work = {
            "id": "https://openalex.org/W9001",
            "doi": f"https://doi.org/{paper.doi}",
            "title": paper.title,
            "publication_year": 2025,
            "is_retracted": status == "retracted",
            "type": "preprint",
        }
        services = [s for s in world(fake, openalex=lambda _: as_json(work)) if s.name == "openalex"]
        fetcher.clock.sleep(10)
        Run([paper], links, fetcher, fetcher.clock, datetime.timedelta(0)).ask(services)
        save(data / "links", links)
        return kg.build(data)

    return build


def test_results_of_a_retracted_paper_stay_flagged_and_leave_best_recorded(
    with_status: Callable[[str], kg.Graph], shipped: kg.Graph
) -> None:
    """H26."""
    fine, gone = with_status("fine"), with_status("retracted")
    assert len(gone.results()) == len(shipped.results()) == len(fine.results())
    assert len(rows(fine, EXCLUDED)) == 0
    assert len(rows(gone, EXCLUDED)) == 32, "every result that the paper reports: 15 and 17"
    assert gone.report.conforms
    before, after = rows(fine, "best-recorded"), rows(gone, "best-recorded")
    lost = set(before["group"]) - set(after["group"])
    assert lost
    assert not any("MR-MedSeg" in label for label in after["benchmarkLabel"])
    assert any("MR-MedSeg" in label for label in before["benchmarkLabel"])
    untouched = before[~before["benchmarkLabel"].str.contains("MR-MedSeg")].reset_index(drop=True)
    assert after.reset_index(drop=True).equals(untouched)
    paper = URIRef(f"https://w3id.org/leaderboard-kg/paper/{REPORTING}")
    data = gone.graph()
    assert data.value(paper, LB.paperStatus) == LB.Retracted
    assert URIRef("https://openalex.org/W9001") in set(data.objects(paper, DCTERMS.source))
    (graph,) = {str(g) for _, _, _, g in data.quads((paper, LB.paperStatus, None, None))}
    assert graph.endswith("graph/links-openalex")
    bibtex = link_files(gone.built.links, gone.built.collection.nodes.papers)["papers.bib"].decode()
    assert bibtex.count("note = {retracted}") == 1


def test_a_status_of_the_registry_excludes_too(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    table = data / "registry" / "papers.tsv"
    lines = table.read_text(encoding="utf-8").splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith(REPORTING))
    cells = lines[place].split("\t")
    names = lines[0].split("\t")
    cells[names.index("status")] = "Withdrawn"
    cells[names.index("status_source")] = "https://arxiv.org/abs/2511.12110"
    lines[place] = "\t".join(cells)
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    built = kg.build(data)
    assert len(rows(built, EXCLUDED)) == 32
    assert built.report.conforms


def test_a_build_without_links_has_none(shipped: kg.Graph) -> None:
    papers = shipped.built.collection.nodes.papers
    quads = [line for line in shipped.built.quads if "graph/links-" not in line]
    assert list(with_links(quads, Links(), papers, shipped.built.base)) == quads


# federated queries, each against the other side's own shape

THERE = {
    "semopenalex-citations": """
        @prefix datacite: <http://purl.org/spar/datacite/> . @prefix so: <https://semopenalex.org/ontology/> .
        @prefix fabio: <http://purl.org/spar/fabio/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
        <https://semopenalex.org/work/W4391109864> a so:Work ;
            datacite:doi "https://doi.org/10.1038/s41467-024-44824-z"^^xsd:string ;
            so:citedByCount 2000 ; fabio:hasPublicationYear "2024"^^xsd:integer .
        <https://semopenalex.org/work/W1> a so:Work ; datacite:doi "https://doi.org/10.1000/other" ; so:citedByCount 1 .
    """,
    "wikidata-scholarly": """
        @prefix wdt: <http://www.wikidata.org/prop/direct/> . @prefix wd: <http://www.wikidata.org/entity/> .
        wd:Q125 wdt:P356 "10.1038/S41592-024-02499-W" ; wdt:P698 "39558098" ; wdt:P921 wd:Q11190 .
        wd:Q126 wdt:P356 "10.1000/OTHER" .
    """,
    "opencitations-meta": """
        @prefix datacite: <http://purl.org/spar/datacite/> . @prefix id: <https://w3id.org/oc/meta/id/> .
        @prefix literal: <http://www.essepuntato.it/2010/06/literalreification/> .
        <https://w3id.org/oc/meta/br/0601> datacite:hasIdentifier id:1 , id:2 .
        id:1 datacite:usesIdentifierScheme datacite:doi ; literal:hasLiteralValue "10.1609/aaai.v39i4.32394" .
        id:2 datacite:usesIdentifierScheme datacite:openalex ; literal:hasLiteralValue "W4409360000" .
        <https://w3id.org/oc/meta/br/0602> datacite:hasIdentifier id:3 .
        id:3 datacite:usesIdentifierScheme datacite:doi ; literal:hasLiteralValue "10.1000/other" .
    """,
}
OMID = "https://w3id.org/oc/meta/br/0601"
EXPECTED = {
    "semopenalex-citations": [("arxiv-2304-12306", "https://semopenalex.org/work/W4391109864", "2000", "2024")],
    "wikidata-scholarly": [
        ("arxiv-2405-12971", "http://www.wikidata.org/entity/Q125", "39558098", "http://www.wikidata.org/entity/Q11190")
    ],
    "opencitations-meta": [
        ("arxiv-2412-09278", OMID, "http://purl.org/spar/datacite/doi", "10.1609/aaai.v39i4.32394"),
        ("arxiv-2412-09278", OMID, "http://purl.org/spar/datacite/openalex", "W4409360000"),
    ],
}


@pytest.fixture
def endpoint() -> Iterator[tuple[str, ox.Store, list[str]]]:
    """A SPARQL endpoint on loopback, its store, and the queries it was asked."""
    store, asked = ox.Store(), []

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
            kind = self.headers.get("content-type", "")
            query = body if "sparql-query" in kind else parse_qs(body or urlsplit(self.path).query)["query"][0]
            asked.append(query)
            answer_ = store.query(query)
            assert isinstance(answer_, ox.QuerySolutions)
            text = answer_.serialize(format=ox.QueryResultsFormat.JSON)
            self.send_response(200)
            self.send_header("Content-Type", "application/sparql-results+json")
            self.send_header("Content-Length", str(len(text or b"")))
            self.end_headers()
            self.wfile.write(text or b"")

        do_GET = do_POST = _answer

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/sparql", store, asked
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("name", sorted(THERE))
def test_a_federated_query_joins_our_graph_with_theirs(
    name: str, endpoint: tuple[str, ox.Store, list[str]], shipped: kg.Graph
) -> None:
    url, theirs, asked = endpoint
    theirs.load(THERE[name].encode(), format=ox.RdfFormat.TURTLE)
    query = federated()[name]
    assert query.text.count(f"SERVICE <{query.endpoint}>") == 1
    ours = ox.Store()
    ours.load(
        "".join(line.rpartition(" <")[0] + " .\n" for line in shipped.built.quads).encode(),
        format=ox.RdfFormat.N_TRIPLES,
    )
    found = ours.query(query.text.replace(f"<{query.endpoint}>", f"<{url}>"))
    assert isinstance(found, ox.QuerySolutions)
    names = [variable.value for variable in found.variables]
    assert names[:2] == ["paper", "label"]
    told = [(_text(row["paper"]).rpartition("/")[2], *(_text(row[v]) for v in names[2:])) for row in found]
    assert told == EXPECTED[name]
    assert all("VALUES" in text for text in asked), "the endpoint is asked for our papers, not for everything"

    there = theirs.query(query.there)
    assert isinstance(there, ox.QuerySolutions)
    assert len(list(there)) == len(EXPECTED[name]), "and pasted at the endpoint itself it answers too"


def _text(term: object) -> str:
    assert isinstance(term, ox.NamedNode | ox.Literal)
    return term.value
