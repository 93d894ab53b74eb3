"""Loading a version into another store: the oxigraph server as a peer, and a server that misbehaves."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import httpx
import pytest
from pydantic import SecretStr

import kg
from kg.errors import KgError
from kg.load import Credentials, Target, load
from kg.load.command import loaded_version
from kg.load.pieces import counts, pieces
from kg.load.remote import Remote
from kg.store import Version
from tests.conftest import ROOT
from tests.peers import answered, oxigraph, pretending


@pytest.fixture(scope="module")
def version(tmp_path_factory: pytest.TempPathFactory) -> Version:
    folder: Path = tmp_path_factory.mktemp("loading")
    kg.build(ROOT / "data" / "sources" / "mr-medseg-val", out=folder)
    return Version(folder)


@pytest.fixture
def own(version: Version, tmp_path: Path) -> Version:
    """A copy with a folder of its own for the journal."""
    return Version(shutil.copytree(version.path, tmp_path / "versions" / version.digest))


@pytest.fixture
def server() -> Iterator[str]:
    with oxigraph() as address:
        yield address


def ask(server: str, query: str) -> list[list[str]]:
    answer = httpx.post(
        f"{server}/query", data={"query": query}, headers={"Accept": "text/csv"}, trust_env=False
    ).raise_for_status()
    return [line.split(",") for line in answer.text.splitlines()[1:]]


@pytest.mark.parametrize("path", ["/store", "/update"])
def test_all_graphs_arrive_and_are_counted(own: Version, server: str, path: str) -> None:
    done = load(own, Target(f"{server}{path}"), size=100)
    wanted = counts(own.path / "graph.nq")
    assert done.graphs == wanted
    found = {g: int(n) for g, n in ask(server, "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g")}
    marker = f"{own.base}graph/loaded"
    assert found == {**wanted, marker: 1}
    # This server's default graph is one of its own, so it got a copy of all triples.
    assert done.default_graph == "copied"
    assert ask(server, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }") == [[str(sum(wanted.values()))]]
    with Remote(Target(f"{server}{path}")) as remote:
        assert loaded_version(remote, own.base) == own.digest
    pieces_sent = sum(-(-n // 100) for n in wanted.values()) + -(-sum(wanted.values()) // 100)
    assert (done.sent, done.kept) == (pieces_sent, 0)
    assert not list(own.path.parent.glob("load-*.json"))
    again = load(own, Target(f"{server}{path}"), size=100)
    assert (again.sent, again.default_graph) == (0, "copied")


def test_a_union_default_graph_gets_no_copy(own: Version) -> None:
    with oxigraph("--union-default-graph") as server:
        assert load(own, Target(f"{server}/store")).default_graph == "union"
        wanted = sum(counts(own.path / "graph.nq").values())
        assert ask(server, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }") == [[str(wanted + 1)]]
        assert load(own, Target(f"{server}/store")).default_graph == "union"


def test_an_interrupted_load_goes_on(own: Version, server: str) -> None:
    class Broken(Remote):
        left = 5
        begun = 0

        def replace(self, graph: str | None, triples: str) -> None:
            super().replace(graph, triples)
            self.begun += 1

        def add(self, graph: str | None, triples: str) -> None:
            if self.left == 0:
                raise KgError("the cable is cut")
            self.left -= 1
            super().add(graph, triples)

    target = Target(f"{server}/store")
    broken = Broken(target)
    with pytest.raises(KgError, match="cable"):
        load(own, target, size=50, remote=broken)
    with Remote(target) as remote:
        assert loaded_version(remote, own.base) is None
    done = load(own, target, size=50)
    assert done.kept == broken.begun + 5
    assert {g: int(n) for g, n in ask(server, "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g")} == {
        **counts(own.path / "graph.nq"),
        f"{own.base}graph/loaded": 1,
    }


def test_another_size_or_version_begins_anew(own: Version, server: str) -> None:
    (own.path.parent / "load-0.json").write_text("{}")
    target = Target(f"{server}/store")
    load(own, target, size=70)
    marker = f"{own.base}graph/loaded"
    with Remote(target) as remote:
        remote.drop(marker)
    assert load(own, target, size=70).kept == 0


def test_old_graphs_are_in_the_way_until_they_are_dropped(own: Version, server: str) -> None:
    target = Target(f"{server}/store")
    old = f"{own.base}leaderboard/of-another-version"
    other = "https://example.org/not-ours"
    for graph in (old, other):
        with Remote(target) as remote:
            remote.replace(graph, f'<{graph}> <{graph}> "x" .\n')
    with pytest.raises(KgError, match="of-another-version: say --prune"):
        load(own, target)
    assert load(own, target, prune=True).dropped == (old,)
    graphs = {g for (g,) in ask(server, "SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }")}
    assert old not in graphs
    assert other in graphs


def test_triples_that_get_lost_are_noticed(own: Version, server: str) -> None:
    class Lossy(Remote):
        def replace(self, graph: str | None, triples: str) -> None:
            super().replace(
                graph, "".join(triples.splitlines(keepends=True)[1:]) if "derived" in str(graph) else triples
            )

    target = Target(f"{server}/store")
    with pytest.raises(
        KgError, match=r"1 of [0-9]+ graphs did not arrive whole, first .*graph/derived: \d+ triples instead"
    ):
        load(own, target, remote=Lossy(target))
    assert load(own, target).kept == 0


def test_pieces_hold_every_quad_once(version: Version) -> None:
    path = version.path / "graph.nq"
    cut = list(pieces(path, 7))
    assert all(piece.triples.count("\n") <= 7 for piece in cut)
    lines = [f"{line.removesuffix('.')}<{p.graph}> .\n" for p in cut for line in p.triples.splitlines()]
    assert sorted(lines) == sorted(path.read_text(encoding="utf-8").splitlines(keepends=True))
    for graph in counts(path):
        numbers = [p.number for p in cut if p.graph == graph]
        assert numbers == list(range(len(numbers)))


def test_a_busy_server_is_asked_again_and_given_up(version: Version) -> None:
    waits: list[float] = []
    with pretending(lambda h: answered(h, 503, b"later", Retry_After="7")) as address:
        target = Target(f"{address}/store")
        with pytest.raises(KgError, match=r"POST .*/query: status 503 \(later\)"):
            load(version, target, remote=Remote(target, sleep=waits.append))
    assert waits == [7.0, 7.0, 7.0]


@pytest.mark.parametrize(
    ("status", "hint"),
    [(401, "KG_LOAD_USER"), (403, "read-only"), (404, "check the address"), (302, "status 302"), (415, "--protocol")],
)
def test_a_refusal_is_one_line_with_what_to_do(version: Version, status: int, hint: str) -> None:
    with pretending(lambda h: answered(h, status, Location="http://127.0.0.1:9/elsewhere")) as address:
        target = Target(f"{address}/store")
        with pytest.raises(KgError, match=hint) as error:
            load(version, target)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("body", [b"<html>", b'{"boolean": true}', b'{"head":{"vars":["n"]},"results":{"bind'])
def test_an_answer_that_is_none(version: Version, body: bytes) -> None:
    def reply(handler: BaseHTTPRequestHandler) -> None:
        answered(handler, 200, body, Content_Type="application/sparql-results+json")

    with pretending(reply) as address, pytest.raises(KgError, match="does not answer in SPARQL JSON"):
        load(version, Target(f"{address}/store"))


def test_a_part_of_an_answer_is_no_answer(version: Version) -> None:
    body = json.dumps({"head": {"vars": ["g"]}, "results": {"bindings": []}}).encode()
    with (
        pretending(lambda h: answered(h, 200, body, X_SQL_State="S1TAT")) as address,
        pytest.raises(KgError, match="not complete"),
    ):
        load(version, Target(f"{address}/sparql-graph-crud-auth"))


def test_the_password_goes_along_and_is_never_told(version: Version) -> None:
    seen: list[str | None] = []

    def reply(handler: BaseHTTPRequestHandler) -> None:
        seen.append(handler.headers.get("Authorization"))
        answered(handler, 401)

    secret = Credentials(user="dba", password=SecretStr("s3cret"))
    with pretending(reply) as address, pytest.raises(KgError) as error:
        load(version, Target(f"{address}/store", credentials=secret))
    assert seen == [httpx.BasicAuth("dba", "s3cret")._auth_header]
    assert "s3cret" not in str(error.value) + repr(secret)


@pytest.mark.parametrize(
    ("url", "protocol", "query_url"),
    [
        ("http://localhost:7878/store", "gsp", "http://localhost:7878/query"),
        ("http://localhost:7878/update", "update", "http://localhost:7878/query"),
        ("http://localhost:3030/ds/data", "gsp", "http://localhost:3030/ds/query"),
        ("http://localhost:3030/ds/update", "update", "http://localhost:3030/ds/query"),
        ("http://localhost:8890/sparql-graph-crud-auth", "gsp", "http://localhost:8890/sparql"),
        ("http://localhost:8890/sparql-auth", "update", "http://localhost:8890/sparql"),
        ("http://localhost:7200/repositories/kg/statements", "update", "http://localhost:7200/repositories/kg"),
        ("http://localhost:7200/repositories/kg/rdf-graphs/service", "gsp", "http://localhost:7200/repositories/kg"),
    ],
)
def test_known_addresses(url: str, protocol: str, query_url: str) -> None:
    target = Target(url)
    assert (target.protocol, target.query_url) == (protocol, query_url)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("http://localhost:1/somewhere",), "cannot be told from its path"),
        (("http://localhost:1/somewhere", "gsp"), "say --query-url"),
        (("http://localhost:1/store", "ftp"), "gsp or update"),
        (("localhost/store",), "no address"),
        (("http://u:p@localhost/store",), "KG_LOAD_USER"),
    ],
)
def test_addresses_that_say_too_little(arguments: tuple[str, ...], message: str) -> None:
    url, protocol = (*arguments, "")[:2]
    with pytest.raises(KgError, match=message):
        Target(url, protocol)
