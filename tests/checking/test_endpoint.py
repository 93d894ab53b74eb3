"""A running endpoint is fetched in pages and checked; one that is none, or cheats, is an error and no pass."""

from __future__ import annotations

import contextlib
import http.server
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs

import httpx
import pyoxigraph as ox
import pytest

from kg.checking import Options, check_endpoint, check_target
from kg.checking import endpoint as module
from kg.errors import SourceError
from kg.serve.settings import ServeSettings
from kg.store import Version
from tests.checking.conftest import Check
from tests.serve.conftest import serving

Reply = Callable[[str], tuple[int, str, bytes]]


@pytest.fixture(scope="module")
def served(build: Path) -> Iterator[str]:
    """Our own server over the shipped build."""
    with serving(Version(build), ServeSettings(query_slots=1, query_timeout=60, query_wait=60)) as (client, _):
        yield f"{str(client.base_url).rstrip('/')}/sparql"


@contextlib.contextmanager
def endpoint(reply: Reply, methods: tuple[str, ...] = ("POST",)) -> Iterator[str]:
    """A server that answers every query as it is told."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length).decode() or self.path
            status, type_, content = reply(body) if self.command in methods else (405, "text/plain", b"no")
            self.send_response(status)
            self.send_header("Content-Type", type_)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            with contextlib.suppress(OSError):
                self.wfile.write(content)

        do_GET = do_POST = answer

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/sparql"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def over(store: ox.Store, cut: int | None = None) -> Reply:
    """Answers as a store does, blank nodes named anew each time; ``cut`` keeps only so many triples of a graph."""

    def reply(body: str) -> tuple[int, str, bytes]:
        query = parse_qs(body.partition("?")[2] or body)["query"][0]
        answer = store.query(query)
        if isinstance(answer, ox.QueryTriples):
            names: dict[str, str] = {}
            lines = [
                re.sub(r"(?<!\S)_:\w+", lambda m: names.setdefault(m[0], f"_:b{len(names)}"), f"{t} .\n")
                for t in answer
            ]
            return 200, "application/n-triples", "".join(lines[:cut]).encode()
        assert isinstance(answer, ox.QuerySolutions)
        found = answer.serialize(format=ox.QueryResultsFormat.JSON)
        assert found is not None
        return 200, "application/sparql-results+json", found

    return reply


def loaded(build: Path, *, named: bool) -> ox.Store:
    store = ox.Store()
    name = "graph.nq" if named else "graph.nt"
    format_ = ox.RdfFormat.N_QUADS if named else ox.RdfFormat.N_TRIPLES
    store.bulk_load(path=str(build / "current" / name), format=format_)
    return store


def test_our_own_server_is_checked_like_its_build(served: str, build: Path, check: Check) -> None:
    verdict = check_endpoint(served, Options(), 120)
    assert verdict.kind == "endpoint, RDF data"
    whole = check_target(build)
    assert [f.key for f in verdict.report.findings] == [f.key for f in whole.report.findings]
    triples = len((build / "current" / "graph.nt").read_text(encoding="utf-8").splitlines())
    assert verdict.context == (f"Fetched {triples} triples.",)
    done = check("--endpoint", served, "--profile", "core")
    assert done.status == 0
    assert done.out.startswith("Conforms: 0 violation(s), 0 warning(s)")


def test_many_pages_are_the_whole(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SUBJECTS", 77)
    with endpoint(over(loaded(build, named=False))) as url:
        verdict = check_endpoint(url, Options(), 120)
    assert [f.key for f in verdict.report.findings] == [f.key for f in check_target(build).report.findings]


def test_named_graphs_and_get_only(build: Path) -> None:
    with endpoint(over(loaded(build, named=True)), methods=("GET",)) as url:
        verdict = check_endpoint(url, Options(), 120)
    assert "of its named graphs (its default graph is empty)" in verdict.context[0]
    assert len(verdict.report.findings) == 7


def test_blank_nodes_are_fetched_too() -> None:
    store = ox.Store()
    store.load(b"_:b a <https://w3id.org/leaderboard-kg/ontology#Method> .", ox.RdfFormat.TURTLE)
    with endpoint(over(store)) as url:
        verdict = check_endpoint(url, Options(alone=True), 60)
    assert "R0.1" in {finding.rule for finding in verdict.report.findings}


RESULT = '<urn:r> a lb:Result ; lb:value "banana" .'
LB_PREFIX = "@prefix lb: <https://w3id.org/leaderboard-kg/ontology#> ."


def stored(*graphs: tuple[str, str]) -> ox.Store:
    """A store of some graphs: (name or "", Turtle)."""
    store = ox.Store()
    for name, text in graphs:
        to = ox.NamedNode(name) if name else ox.DefaultGraph()
        store.load(f"{LB_PREFIX} {text}".encode(), ox.RdfFormat.TURTLE, to_graph=to)
    return store


@pytest.mark.parametrize(
    ("graphs", "told"),
    [
        ([("", RESULT)], "Fetched 2 triples."),
        ([("urn:g", RESULT)], "Fetched 2 triples of its named graphs (its default graph is empty)."),
        (
            [("", "<urn:d> a <http://rdfs.org/ns/void#Dataset> ."), ("urn:g", RESULT)],
            "Fetched 3 triples of its default graph and its named graphs.",
        ),
        ([("", RESULT), ("urn:g", RESULT), ("urn:h", RESULT)], "Fetched 2 triples."),
        ([("", RESULT), ("urn:g", "<urn:r> a lb:Result .")], "Fetched 2 triples."),
    ],
)
def test_no_graph_of_an_endpoint_is_left_out(graphs: list[tuple[str, str]], told: str) -> None:
    with endpoint(over(stored(*graphs))) as url:
        verdict = check_endpoint(url, Options(alone=True), 60)
    assert verdict.context[0] == told
    assert "R1.13" in {finding.rule for finding in verdict.report.findings}


def test_blank_nodes_of_one_answer_are_not_those_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three results point to three blank nodes that say which they are; the server names them anew each time."""
    monkeypatch.setattr(module, "_SUBJECTS", 1)
    text = " ".join(f'<urn:r{n}> lb:method [ lb:printedMethod "m{n}" ] ; lb:value {n} .' for n in range(3))
    with (
        endpoint(over(stored(("", f"{text} <urn:s> lb:method _:x . _:x lb:part _:y .")))) as url,
        httpx.Client() as client,
    ):
        table, _ = module._Endpoint(client, url, time.monotonic, time.monotonic() + 60, 60).everything()
    texts, lb = table.texts, "<https://w3id.org/leaderboard-kg/ontology#{}>"
    said = {texts[s]: texts[o] for s, p, o in table.triples() if p == lb.format("printedMethod")}
    pointed = {texts[s]: said.get(texts[o]) for s, p, o in table.triples() if p == lb.format("method")}
    assert pointed == {"<urn:r0>": '"m0"', "<urn:r1>": '"m1"', "<urn:r2>": '"m2"', "<urn:s>": None}
    assert len(table) == 11


def test_more_blank_nodes_than_are_fetched_are_our_own_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BLANK", 3)
    for count in (3, 4):
        text = " ".join(f"[] lb:value {n} ." for n in range(count))
        with endpoint(over(stored(("urn:g", text), ("urn:h", "<urn:a> lb:value 9 .")))) as url:
            if count == 3:
                assert check_endpoint(url, Options(alone=True), 60).context[0].startswith("Fetched 4 triples")
                continue
            with pytest.raises(SourceError) as error:
                check_endpoint(url, Options(alone=True), 60)
            assert "more than 3 triples with a blank node, which is all that kg fetches" in str(error.value)
            assert "cuts its answers" not in str(error.value)


def test_an_endpoint_that_cuts_its_answers_is_no_pass(build: Path) -> None:
    with endpoint(over(loaded(build, named=False), cut=1000)) as url, pytest.raises(SourceError) as error:
        check_endpoint(url, Options(), 60)
    assert "the endpoint cuts its answers short" in str(error.value)


def rows(count: int) -> bytes:
    return json.dumps({"results": {"bindings": [{"count": {"value": str(count)}}]}}).encode()


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ((404, "text/html", b"<h1>nothing\n here</h1>"), "answers 404 to a query and says: <h1>nothing here</h1>"),
        ((200, "text/html", b"<html></html>"), "no SPARQL results in its answer (text/html)"),
        ((200, "application/json", b"{}"), "no SPARQL results in its answer (application/json)"),
        ((200, "application/sparql-results+json", rows(5)), "answers CONSTRUCT with application/sparql-results+json"),
    ],
)
def test_what_is_no_endpoint_is_told(reply: tuple[int, str, bytes], told: str) -> None:
    with endpoint(lambda body: reply) as url, pytest.raises(SourceError) as error:
        check_endpoint(url, Options(), 60)
    assert told in str(error.value)


def test_an_answer_that_is_no_rdf_is_told() -> None:
    def reply(body: str) -> tuple[int, str, bytes]:
        if "COUNT" in body:
            return 200, "application/sparql-results+json", rows(5)
        return 200, "text/turtle", b"<a <b> <c> ."

    with endpoint(reply) as url, pytest.raises(SourceError, match="its answer is no text/turtle"):
        check_endpoint(url, Options(), 60)


def test_the_same_page_again_is_no_loop() -> None:
    def reply(body: str) -> tuple[int, str, bytes]:
        if "COUNT" in body:
            return 200, "application/sparql-results+json", rows(5)
        return 200, "application/n-triples", b"<urn:a> <urn:b> <urn:c> .\n"

    with endpoint(reply) as url, pytest.raises(SourceError, match="answers the same page again"):
        check_endpoint(url, Options(), 60)


def test_time_runs_out_with_a_count(build: Path) -> None:
    """Each look at the clock takes three seconds here."""
    ticks = iter(range(0, 10_000, 3))
    with endpoint(over(loaded(build, named=False))) as url, pytest.raises(SourceError) as error:
        check_endpoint(url, Options(), 20, clock=lambda: float(next(ticks)))
    assert "not fetched within 20 seconds" in str(error.value)
    assert "--timeout" in str(error.value)


def test_a_server_that_never_answers_is_left() -> None:
    wait = threading.Event()

    def reply(body: str) -> tuple[int, str, bytes]:
        wait.wait(30)
        return 200, "text/plain", b""

    with endpoint(reply) as url:
        started = time.monotonic()
        with pytest.raises(SourceError, match="not fetched within 1 seconds"):
            check_endpoint(url, Options(), 1)
        assert time.monotonic() - started < 25  # it did not wait for the server
        wait.set()


def test_addresses_that_lead_nowhere(check: Check) -> None:
    with endpoint(over(ox.Store())) as url:
        pass
    expected = {
        url: "cannot be reached",
        "ftp://x/": "no http or https address",
        "http:///": "no http or https address",
    }
    for address, told in expected.items():
        done = check("--endpoint", address)
        assert done.status == 2
        assert told in done.err
