"""The shipped papers are linked, anybody can make the links anew, and a build tells of them in every form."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path

import pytest
import yaml
from rdflib import Dataset, Graph, Literal, URIRef

import kg
from kg.export.formats import union_lines
from kg.link.building import link_files
from kg.link.federated import federated
from kg.link.folder import load
from kg.link.linksets import linkset_lines
from kg.link.table import COLUMNS
from kg.normalise.identifiers import Scheme
from kg.terms import DCTERMS, LB, OWL, PRISM, PROV, RDF, RDFS, SSSOM, VOID
from tests.conftest import ROOT

LINKS = ROOT / "data" / "links"
BASE = "https://w3id.org/leaderboard-kg/"
CURATED = URIRef(f"{BASE}graph/links-curated")

#: The arXiv ids of the papers of the four source pages, as the pages and their repositories give them.
SOURCE_PAPERS = {
    "2304.12306": "10.1038/s41467-024-44824-z",
    "2411.12814": None,
    "2410.18923": None,
    "2504.11008": None,
    "2412.09278": "10.1609/aaai.v39i4.32394",
    "2405.12971": "10.1038/s41592-024-02499-w",
    "2504.03600": None,
    "2511.12110": None,
    "2508.08177": None,
    "2512.00818": None,
}


@pytest.fixture(scope="module")
def dataset(shipped: kg.Graph) -> Dataset:
    return shipped.graph()


def test_the_papers_of_the_source_pages_are_linked_by_curated_ids() -> None:
    links = load(LINKS)
    date = json.loads((LINKS / "ids.json").read_text())["date"]
    for arxiv, doi in SOURCE_PAPERS.items():
        mine = links.standing_of(f"arxiv-{arxiv.replace('.', '-')}")
        said = {(link.predicate_id, link.other) for link in mine}
        if doi:
            assert ("owl:sameAs", f"doi:{doi}") in said
            assert ("dcterms:isVersionOf", f"arxiv:{arxiv}") in said
            assert ("owl:sameAs", f"arxiv:{arxiv}") not in said, "a preprint is not the article"
        else:
            assert ("owl:sameAs", f"arxiv:{arxiv}") in said
            assert ("owl:sameAs", f"doi:10.48550/arxiv.{arxiv}") in said
        for link in mine:
            assert (link.mapping_justification, link.answered, link.service) == (
                "semapv:ManualMappingCuration",
                date,
                "curated",
            )
    medsam = {link.other for link in links.standing_of("arxiv-2304-12306")}
    assert {"openalex:W4391109864", "semopenalex:W4391109864"} <= medsam
    assert "pubmed:39558098" in {link.other for link in links.standing_of("arxiv-2405-12971")}
    others = {link.other for link in links.standing_of("arxiv-2504-03600")}
    assert not any("2408.00874" in other for other in others), "MedSAM2 is not Medical SAM 2"


def test_every_curated_link_names_the_row_or_entry_it_stands_in() -> None:
    rows = {line.split("\t")[0]: line for line in (ROOT / "data/registry/papers.tsv").read_text().splitlines()}
    entries = json.loads((LINKS / "ids.json").read_text())["papers"]
    for link in load(LINKS).standing:
        place, _, key = link.query.partition("#")
        assert key == link.paper
        fact = (
            rows[key] if place.endswith("papers.tsv") else json.dumps(entries[key], ensure_ascii=False, sort_keys=True)
        )
        assert link.answer_sha256 == hashlib.sha256(fact.encode()).hexdigest(), link.query
        assert link.comment


def test_a_fresh_clone_offline_makes_the_shipped_links_byte_for_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_kg: object
) -> None:
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / "data", clone / "data")
    monkeypatch.chdir(clone)
    monkeypatch.delenv("KG_LINK_CONTACT", raising=False)
    (clone / "data/links/links.sssom.tsv").unlink()
    status, _, told = run_kg("link", "--offline")  # type: ignore[operator]
    assert status == 0, told
    shipped = {path.name: path.read_bytes() for path in LINKS.iterdir()}
    assert {path.name: path.read_bytes() for path in (clone / "data/links").iterdir()} == shipped
    status, _, told = run_kg("link", "--offline")  # type: ignore[operator]
    assert "nothing changed" in told
    assert not (clone / "build").exists(), "no cache is made where nothing was asked"


def test_the_links_are_a_named_graph_with_evidence_for_each(dataset: Dataset, shipped: kg.Graph) -> None:
    graph = dataset.graph(CURATED)
    papers = set(dataset.subjects(RDF.type, LB.Paper))
    count = 0
    for mapping in graph.subjects(RDF.type, SSSOM.Mapping):
        (subject,), (predicate,), (object_,) = (
            list(graph.objects(mapping, p)) for p in (OWL.annotatedSource, OWL.annotatedProperty, OWL.annotatedTarget)
        )
        assert (subject, predicate, object_) in graph
        assert (subject in papers) is not (object_ in papers)
        for needed in (
            SSSOM.mapping_justification,
            SSSOM.confidence,
            SSSOM.mapping_date,
            PROV.generatedAtTime,
            LB.evidence,
        ):
            assert len(list(graph.objects(mapping, needed))) == 1
        count += 1
    linked = {link.paper for link in shipped.built.links.standing}
    assert {str(p).rpartition("/")[2] for p in papers} <= linked, "every paper of the graph is linked"
    assert count == sum(
        f"{BASE}paper/{link.paper}" in {str(p) for p in papers} for link in shipped.built.links.standing
    )
    assert graph.value(CURATED, DCTERMS.modified) == Literal(
        "2026-11-30", datatype=URIRef("http://www.w3.org/2001/XMLSchema#date")
    )


def test_same_as_joins_no_two_things_of_ours_and_no_two_editions(dataset: Dataset) -> None:
    union = Graph()
    for s, p, o, _ in dataset.quads((None, OWL.sameAs, None, None)):
        union.add((s, p, o))
    assert len(set(union.objects())) == len(list(union)), "one thing there is one thing here"
    for paper, _, other in union:
        doi = str(dataset.value(paper, PRISM.doi))
        if str(other).startswith("https://doi.org/"):
            assert str(other) == f"https://doi.org/{doi}"
        if str(other).startswith("https://arxiv.org/"):
            assert doi.startswith("10.48550/"), "an article is not its preprint"


def test_each_triple_stands_in_one_graph_and_nothing_of_ours_is_said_anew(shipped: kg.Graph) -> None:
    triples = [line.rpartition(" <")[0] for line in shipped.built.quads]
    assert len(triples) == len(set(triples))
    graphs = [line.rpartition(" <")[2] for line in shipped.built.quads]
    assert graphs == sorted(graphs)
    ours = [line for line in shipped.built.quads if "graph/links-" in line and line.startswith(f"<{BASE}paper/")]
    predicates = {line.split(" ")[1].strip("<>") for line in ours}
    assert predicates <= {str(p) for p in (OWL.sameAs, DCTERMS.isVersionOf, DCTERMS.creator, PRISM.publicationName)}


def test_links_tsv_follows_sssom(shipped: kg.Graph) -> None:
    text = link_files(shipped.built.links, shipped.built.collection.nodes.papers)["links.tsv"].decode()
    lines = text.splitlines()
    header = yaml.safe_load("\n".join(line[1:] for line in lines if line.startswith("#")))
    assert {"mapping_set_id", "license", "curie_map", "extension_definitions"} <= set(header)
    names, *rows = [line.split("\t") for line in lines if not line.startswith("#")]
    assert tuple(names) == COLUMNS
    slots = {
        "subject_id", "subject_label", "predicate_id", "object_id", "object_label", "mapping_justification",
        "confidence", "mapping_date", "mapping_provider", "comment",
    }  # fmt: skip
    declared = {extension["slot_name"] for extension in header["extension_definitions"]}
    assert set(names) == slots | declared
    for row in rows:
        cells = dict(zip(names, row, strict=True))
        for slot in ("subject_id", "predicate_id", "object_id", "mapping_justification"):
            prefix, _, local = cells[slot].partition(":")
            assert prefix in header["curie_map"], cells[slot]
            assert local
        assert 0 <= float(cells["confidence"]) <= 1
    for extension in header["extension_definitions"]:
        assert extension["property"].partition(":")[0] in header["curie_map"]


def test_void_counts_the_links_of_each_catalogue(shipped: kg.Graph, dataset: Dataset) -> None:
    void = Graph().parse(data="".join(linkset_lines(union_lines(shipped.built.quads), BASE)), format="nt")
    node = URIRef(f"{BASE}void#dataset")
    found = {}
    for linkset in void.objects(node, VOID.subset):
        assert (linkset, RDF.type, VOID.Linkset) in void
        targets = set(void.objects(linkset, VOID.target))
        assert node in targets
        (other,) = targets - {node}
        parts = list(void.objects(linkset, VOID.subset))
        count = int(str(void.value(linkset, VOID.triples)))
        assert count == sum(int(str(void.value(part, VOID.triples))) for part in parts)
        found[str(void.value(other, RDFS.label))] = count
    papers = set(dataset.subjects(RDF.type, LB.Paper))
    by_arxiv = {
        (s, o)
        for p in (OWL.sameAs, DCTERMS.isVersionOf)
        for s, _, o, _ in dataset.quads((None, p, None, None))
        if (s in papers or o in papers) and "https://arxiv.org/abs/" in f"{s} {o}"
    }
    assert found == {"DOI": 19, "arXiv": len(by_arxiv), "OpenAlex": 1, "SemOpenAlex": 1, "PubMed": 1}
    assert len(by_arxiv) == 16


def test_bibtex_and_csl_hold_every_paper_of_the_graph(shipped: kg.Graph) -> None:
    files = link_files(shipped.built.links, shipped.built.collection.nodes.papers)
    entries = json.loads(files["papers.csl.json"])
    keys = sorted(shipped.built.collection.nodes.papers)
    assert [entry["id"] for entry in entries] == keys
    bibtex = files["papers.bib"].decode()
    assert re.findall(r"^@\w+\{([^,]+),$", bibtex, re.MULTILINE) == keys
    assert bibtex.count("{") == bibtex.count("}")
    medsam = next(entry for entry in entries if entry["id"] == "arxiv-2304-12306")
    assert medsam["author"][0] == {"family": "Ma", "given": "Jun"}
    assert (medsam["type"], medsam["container-title"], medsam["DOI"]) == (
        "article-journal",
        "Nature Communications",
        "10.1038/s41467-024-44824-z",
    )
    assert medsam["issued"] == {"date-parts": [[2024]]}
    nameless = [entry["id"] for entry in entries if not entry.get("author")]
    assert nameless == ["arxiv-2411-12814"], "what is not known is left out"


def test_bibtex_obeys_no_sign_of_a_title() -> None:
    from kg.link.bibliography import entries, to_bibtex
    from kg.model import Paper

    paper = Paper(
        "p", "t", title=r"50% of A_B & {C} $x$ ~ \end{document} How <SEG> #1", doi="10.1000/a_b", date="2024-05"
    )
    text = to_bibtex(entries({"p": paper}, None)).decode()
    assert r"50\% of A\_B \& \{C\} \$x\$ {\textasciitilde} {\textbackslash}end\{document\}" in text
    assert r"{\textless}SEG{\textgreater} \#1" in text
    assert "month = {5}" in text
    assert "@misc{p," in text


def test_the_shipped_federated_queries_name_the_shipped_papers(shipped: kg.Graph) -> None:
    dois = [p.doi for p in shipped.built.collection.nodes.papers.values() if p.doi]
    assert len(federated()) == 3
    for query in federated().values():
        assert query.about(dois).text == query.text, (
            f"{query.name}.rq: write it anew with `kg link federated {query.name}`"
        )


def test_ids_json_holds_ids_and_bibliographic_facts_only() -> None:
    """No served body, no address of a person."""
    text = (LINKS / "ids.json").read_text()
    assert "@" not in text
    assert "http" not in text
    links = load(LINKS)
    assert links.curated is not None
    for paper in links.curated.papers.values():
        for fact in paper.ids:
            assert fact.identifier.scheme in (Scheme.OPENALEX, Scheme.PMID)
            assert fact.evidence
