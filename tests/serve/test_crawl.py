"""Every address of the shipped data: no error, no broken link or anchor, no number that differs from the graph.

A seeded tenth of the nodes is read in full; ``make proofs`` reads them all.
"""

from __future__ import annotations

import hashlib
import os
import re
from urllib.parse import quote

import httpx
import pyoxigraph as ox
import pytest

from kg.store import Version
from kg.terms import LB, LB_NAMESPACE
from tests.serve.crawl import HTML, RDF_TYPES, Crawl, Page, facts_of

PROOFS = bool(os.environ.get("KG_PROOFS"))
SEED = "addresses"

pytestmark = pytest.mark.proofs


def chosen(name: str) -> bool:
    """All in the proofs, else the tenth that the seed gives."""
    return PROOFS or int(hashlib.sha256(f"{SEED} {name}".encode()).hexdigest(), 16) % 10 == 0


@pytest.fixture(scope="module")
def lines(shipped_version: Version) -> list[str]:
    return (shipped_version.path / "graph.nt").read_text(encoding="utf-8").splitlines(keepends=True)


def address(iri: str, base: str) -> str:
    return f"/{iri[len(base) :]}" if iri.startswith(base) else f"/about?iri={quote(iri, safe='')}"


def triples(content: bytes, media_type: str) -> set[str]:
    parsed = ox.parse(content, RDF_TYPES[media_type])
    return {f"{ox.Triple(quad.subject, quad.predicate, quad.object)} .\n" for quad in parsed}


def test_a_crawl_finds_nothing_wrong(shipped_client: httpx.Client, shipped_version: Version, lines: list[str]) -> None:
    facts = facts_of(lines)
    crawl = Crawl(shipped_client, shipped_version.base, facts, chosen)
    crawl.run("/")
    assert crawl.wrong == []
    # What is said of other sites' addresses is reached from the pages that name them.
    addresses = {address(iri, crawl.base) for iri in crawl.subjects if PROOFS or iri.startswith(crawl.base)}
    reached = {path for path in addresses if path in crawl.seen}
    assert sorted(addresses - reached) == []
    for path in ("/methods", "/questions", "/ontology", "/shapes", "/void", "/catalog", "/sparql", "/graphs"):
        assert path in crawl.pages, path
    results = [iri for iri in crawl.subjects if (iri, str(LB.value)) in facts and chosen(address(iri, crawl.base))]
    assert len(results) > 20
    for iri in results:
        for property_ in (LB.value, LB.printedValue):
            (value,) = facts[iri, str(property_)]
            assert (iri, str(property_), value) in crawl.numbers


def test_every_iri_answers_in_every_format(
    shipped_client: httpx.Client, shipped_version: Version, lines: list[str]
) -> None:
    base = shipped_version.base
    said: dict[str, set[str]] = {}
    for line in lines:
        said.setdefault(line[1 : line.index("> ")], set()).add(line)
    mentioned = {iri for line in lines for iri in re.findall(r"<([^<>\"]*)>", line)}
    own = {iri for iri in mentioned if iri.startswith(base) and not iri.startswith(LB_NAMESPACE)}
    assert own == {iri for iri in said if iri.startswith(base)}
    union: set[str] = set()
    asked = [iri for iri in sorted(said) if chosen(iri)]
    assert len(asked) > 40
    for iri in asked:
        path = address(iri, base)
        for media_type in RDF_TYPES:
            answer = shipped_client.get(path, headers={"Accept": media_type})
            assert answer.status_code == 200, path
            assert answer.headers["content-type"].partition(";")[0] == media_type
            found = triples(answer.content, media_type)
            if media_type == "application/ld+json" or path.startswith("/graph/"):
                assert said[iri] <= found <= set(lines), path
            else:
                assert found == said[iri], path
            union |= found if media_type == "text/turtle" else set()
        assert shipped_client.get(path, headers={"Accept": HTML}).headers["content-type"].startswith("text/html")
    assert union == (set(lines) if PROOFS else {line for iri in asked for line in said[iri]})


def test_every_term_and_every_rule_has_its_anchor(shipped_client: httpx.Client, shipped_version: Version) -> None:
    for path, file, namespace in (
        ("/ontology", "ontology/leaderboard.ttl", LB_NAMESPACE),
        ("/shapes", "shapes", "https://w3id.org/leaderboard-kg/shapes#"),
    ):
        place = shipped_version.path / file
        files = sorted(place.glob("*.ttl")) if place.is_dir() else [place]
        terms = {
            quad.subject.value.removeprefix(namespace)
            for each in files
            for quad in ox.parse(each.read_bytes(), ox.RdfFormat.TURTLE)
            if isinstance(quad.subject, ox.NamedNode) and quad.subject.value.startswith(namespace)
        }
        ids = Page(shipped_client.get(path, headers={"Accept": "text/html"}).text).ids
        assert len(terms) > 100
        assert terms <= set(ids)
        for each in files if place.is_dir() else ():
            assert shipped_client.get(f"/shapes/{each.stem}.ttl").content == each.read_bytes()
    assert shipped_client.get("/ontology.ttl").content == place.parent.joinpath("ontology/leaderboard.ttl").read_bytes()


def test_the_graphs_together_are_the_data(
    shipped_client: httpx.Client, shipped_version: Version, lines: list[str]
) -> None:
    quads = (shipped_version.path / "graph.nq").read_text(encoding="utf-8").splitlines()
    graphs = {quad.removesuffix(" .").rpartition(" ")[2][1:-1] for quad in quads}
    assert len(graphs) >= 7
    for graph in sorted(graphs):
        expected = {f"{quad.removesuffix(f' <{graph}> .')} .\n" for quad in quads if quad.endswith(f" <{graph}> .")}
        for media_type in RDF_TYPES:
            answer = shipped_client.get("/data", params={"graph": graph}, headers={"Accept": media_type})
            assert triples(answer.content, media_type) == expected
    for media_type in RDF_TYPES:
        answer = shipped_client.get("/data?default", headers={"Accept": media_type})
        assert triples(answer.content, media_type) == set(lines)
