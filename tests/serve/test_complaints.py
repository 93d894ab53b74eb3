"""Fifteen complaints about public endpoints, each one test of ours: none of them may be made here."""

from __future__ import annotations

import csv
import http.client
import io
import json
import re
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pyoxigraph as ox
import pytest
import uvicorn

from kg.checking import check_target
from kg.errors import KgError
from kg.serve.forking import can_fork
from tests.conftest import ROOT

Serve = Callable[..., AbstractContextManager[tuple[httpx.Client, uvicorn.Server]]]

pytestmark = pytest.mark.skipif(not can_fork(), reason="looks at children of a server that forks")

HEAVY = "?a <http://e/val> ?x . ?b <http://e/val> ?y . ?c <http://e/val> ?z"
COUNT = f"SELECT (COUNT(*) AS ?n) {{ {HEAVY} }}"
STREAM = f"SELECT * {{ {HEAVY} }}"
ASK = {"query": "ASK { ?s <http://e/val> 7 }"}
CONSTRUCT = "CONSTRUCT { ?s <http://e/val> ?o } { ?s <http://e/val> ?o FILTER(?o < 3) }"


def children(server: uvicorn.Server) -> tuple[int, ...]:
    ids: tuple[int, ...] = server.config.app.state.context.runner.runner.runner.process_ids  # type: ignore[union-attr]
    return ids


def read_all(client: httpx.Client, name: str) -> None:
    with client.stream("POST", "/sparql", data={"query": STREAM, "format": name}) as answer:
        assert answer.status_code == 200
        for _ in answer.iter_bytes():
            pass


def soon(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


@pytest.mark.parametrize(
    "query",
    [
        COUNT,
        f"{STREAM} ORDER BY ?z",
        "SELECT * { ?s " + "/".join(["<http://e/val>"] * 800) + " ?o }",
        f"ASK {{ {HEAVY} MINUS {{ {HEAVY} FILTER(?x + ?y + ?z > 0 || ?x = 0) }} }}",
    ],
    ids=["count", "order-by", "path", "minus"],
)
def test_01_the_time_limit_holds_for_every_operator(serve: Serve, query: str) -> None:
    with serve(query_timeout=1, query_memory_mb=2048) as (client, server):
        assert client.post("/sparql", data={"query": query}).status_code in (500, 504)
        assert soon(lambda: children(server) == ())


def test_02_a_query_ends_when_its_client_leaves(serve: Serve) -> None:
    with serve(query_timeout=60) as (client, server):
        with (
            pytest.raises(httpx.ReadTimeout),
            httpx.Client(base_url=client.base_url, timeout=0.7, trust_env=False) as leaving,
        ):
            leaving.post("/sparql", data={"query": COUNT})
        assert soon(lambda: children(server) == ())


def test_03_the_server_answers_while_all_slots_are_busy(serve: Serve) -> None:
    with serve(query_timeout=3, query_slots=1, light_slots=0, query_wait=0.1) as (client, server):
        busy = threading.Thread(target=lambda: client.post("/sparql", data={"query": COUNT}))
        busy.start()
        assert soon(lambda: len(children(server)) == 1)
        assert client.get("/health").json()["status"] == "ok"
        turned_away = client.get("/sparql", params=ASK)
        assert turned_away.status_code == 503
        assert int(turned_away.headers["retry-after"]) > 0
        busy.join()


def test_04_a_page_that_gives_up_stops_its_query(serve: Serve) -> None:
    with serve(query_timeout=60, buffer_bytes=10_000) as (client, server):
        # What the editor's stop button does: the request is aborted in the middle of its answer.
        with client.stream("POST", "/sparql", data={"query": STREAM, "format": "json"}) as answer:
            parts = answer.iter_bytes()
            next(parts)
            assert len(children(server)) == 1
        assert soon(lambda: children(server) == ())


def test_05_a_part_never_looks_like_the_whole(serve: Serve) -> None:
    with serve(query_timeout=1, buffer_bytes=10_000) as (client, _):
        for name in ("json", "xml", "csv", "tsv"):
            with pytest.raises(httpx.RemoteProtocolError):
                read_all(client, name)


def test_06_a_broken_stream_can_be_seen(serve: Serve) -> None:
    with serve(query_timeout=1, buffer_bytes=10_000) as (client, _):
        connection = http.client.HTTPConnection(client.base_url.host, client.base_url.port or 80, timeout=30)
        body = urlencode({"query": STREAM, "format": "csv"})
        connection.request("POST", "/sparql", body, {"Content-Type": "application/x-www-form-urlencoded"})
        with pytest.raises(http.client.IncompleteRead):
            connection.getresponse().read()
        connection.close()


def test_07_no_row_is_capped_in_silence(client: httpx.Client) -> None:
    query = "SELECT ?x ?y { ?a <http://e/val> ?x . ?b <http://e/val> ?y FILTER(?x < 25 && ?y < 2000) }"
    rows = list(csv.reader(io.StringIO(client.get("/sparql", params={"query": query, "format": "csv"}).text)))
    assert len(rows) == 1 + 25 * 2000  # beyond the 10,000 and 20,000 rows at which others stop


def test_08_no_other_server_is_called(client: httpx.Client, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as sink:
        sink.settimeout(0.5)
        url = f"http://127.0.0.1:{sink.getsockname()[1]}/"
        for query in (
            f"SELECT * {{ SERVICE <{url}> {{ ?s ?p ?o }} }}",
            f"SELECT * {{ SERVICE SILENT <{url}> {{ ?s ?p ?o }} }}",
            f"SELECT * {{ BIND(<{url}> AS ?u) SERVICE ?u {{ ?s ?p ?o }} }}",
            f"SELECT * {{ {{ SELECT * {{ SERVICE#\n<{url}> {{ ?s ?p ?o }} }} }} }}",
            f"LOAD <{url}>",
        ):
            assert client.post("/sparql", data={"query": query}).status_code == 403
        assert client.get("/sparql", params={"query": f"ASK FROM <{url}> {{ ?s ?p ?o }}"}).status_code == 200
        assert client.get("/sparql", params={**ASK, "default-graph-uri": url}).json()["boolean"] is False
        document = json.dumps({"@context": url, "@id": "urn:x", "@type": "Result"})
        for path, method in (("/sparql", "POST"), ("/data?default", "POST"), ("/data?default", "PUT")):
            headers = {"Content-Type": "application/ld+json"}
            assert client.request(method, path, content=document, headers=headers).status_code in (405, 415)
        for name, text in (
            ("remote.jsonld", document),
            ("nested.jsonld", json.dumps({"@graph": [{"@context": [{}, url], "@id": "urn:x", "@type": "Result"}]})),
            ("imported.jsonld", json.dumps({"@context": {"@version": 1.1, "@import": url}, "@id": "urn:x"})),
        ):
            (tmp_path / name).write_text(text)
            with pytest.raises(KgError):
                check_target(tmp_path / name)
        with pytest.raises(TimeoutError):
            sink.accept()


def test_09_no_file_is_read(client: httpx.Client, tmp_path: Path) -> None:
    planted = tmp_path / "planted.ttl"
    planted.write_text('<http://e/secret> <http://e/p> "planted" .')
    for query in (
        f"SELECT * FROM <file://{planted}> {{ ?s ?p ?o }}",
        f"SELECT * FROM NAMED <file://{planted}> {{ GRAPH ?g {{ ?s ?p ?o }} }}",
        f"SELECT * {{ SERVICE <file://{planted}> {{ ?s ?p ?o }} }}",
        f"LOAD <file://{planted}>",
    ):
        assert "planted" not in client.post("/sparql", data={"query": query, "format": "csv"}).text.replace(
            str(planted), ""
        )


@pytest.mark.parametrize(
    ("query", "media_type"),
    [
        ("SELECT * {}", "application/sparql-results+json"),
        ("ASK {}", "application/sparql-results+json"),
        (CONSTRUCT, "text/turtle"),
        ("DESCRIBE <http://e/n7>", "text/turtle"),
    ],
)
def test_10_lists_of_formats_are_understood(client: httpx.Client, query: str, media_type: str) -> None:
    accept = (
        "text/turtle, application/rdf+xml;q=0.8, application/sparql-results+json, "
        "application/sparql-results+xml;q=0.5, text/html;q=0.1, */*;q=0.01"
    )
    answer = client.get("/sparql", params={"query": query}, headers={"Accept": accept})
    assert answer.headers["content-type"].partition(";")[0] == media_type


@pytest.mark.parametrize(
    ("accept", "format"),
    [
        ("text/turtle; charset=utf-8", ox.RdfFormat.TURTLE),
        ("application/n-triples", ox.RdfFormat.N_TRIPLES),
        ("application/rdf+xml; charset=utf-8", ox.RdfFormat.RDF_XML),
        ("application/ld+json", ox.RdfFormat.JSON_LD),
        ("application/trig", ox.RdfFormat.TRIG),
        ("application/n-quads", ox.RdfFormat.N_QUADS),
    ],
)
def test_11_a_body_is_what_its_label_says(client: httpx.Client, accept: str, format: ox.RdfFormat) -> None:
    headers = {"Accept": accept, "Content-Type": "application/sparql-query; charset=utf-8"}
    answer = client.post("/sparql", content=CONSTRUCT, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["content-type"].partition(";")[0] == accept.partition(";")[0]
    assert len(list(ox.parse(answer.content, format))) == 3


@pytest.mark.parametrize(
    "accept", ["text/turtle", "application/n-triples", "application/rdf+xml", "application/ld+json"]
)
def test_12_describe_minds_accept(client: httpx.Client, accept: str) -> None:
    answer = client.get("/sparql", params={"query": "DESCRIBE <http://e/n7>"}, headers={"Accept": accept})
    assert answer.headers["content-type"].partition(";")[0] == accept


def test_13_errors_and_preflights_are_open_to_all_origins(serve: Serve) -> None:
    origin = {"Origin": "https://example.org"}
    with serve(query_timeout=1, query_slots=1, light_slots=0, query_wait=0, body_bytes=5000) as (client, _):
        answers = {
            400: client.get("/sparql", params={"query": "SELEC"}, headers=origin),
            403: client.post("/sparql", data={"query": "CLEAR ALL"}, headers=origin),
            404: client.get("/nothing", headers=origin),
            406: client.get("/sparql", params=ASK, headers={**origin, "Accept": "image/png"}),
            413: client.post("/sparql", data={"query": "#" * 6000}, headers=origin),
            504: client.post("/sparql", data={"query": COUNT}, headers=origin),
        }
        with ThreadPoolExecutor(2) as pool:
            # One slot, and nobody waits: of two that come at the same time one is turned away.
            for attempt in range(10):
                queries = [f"{COUNT} # {attempt} {number}" for number in range(2)]
                two = list(pool.map(lambda q: client.post("/sparql", data={"query": q}, headers=origin), queries))
                if turned := [answer for answer in two if answer.status_code == 503]:
                    answers[503] = turned[0]
                    break
        assert set(answers) == {400, 403, 404, 406, 413, 503, 504}
        for status, answer in answers.items():
            assert answer.status_code == status
            assert answer.headers["access-control-allow-origin"] == "*"
        asked = {**origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
        preflight = client.options("/sparql", headers=asked)
        assert preflight.status_code in (200, 204)
        assert "content-type" in preflight.headers["access-control-allow-headers"].lower()


@pytest.mark.parametrize(
    ("query", "place", "token", "message", "hint"),
    [
        ("SELEC *", (1, 1), "SELEC", "a query begins with SELECT, ASK, CONSTRUCT or DESCRIBE", None),
        ("SELECT * WHERE {\n ?s foo:bar ?o }", (2, 5), "foo:bar", "unknown prefix foo:", "did you mean fabio:?"),
        (
            "SELECT * { ?s lb:value ?o }",
            (1, 15),
            "lb:value",
            "unknown prefix lb:",
            "add PREFIX lb: <https://w3id.org/leaderboard-kg/ontology#>",
        ),
        ("SELECT * WHERE {\n ?s ?p", (1, 16), "{", "ends too early", "a '{' is not closed"),
        ("SELECT ?s\nWHERE { ?s ?p ?o }}", (2, 19), "}", "syntax error at '}'", "a '}' has no '{' before it"),
        (
            "CONSTRUCT { ?s ?p ?o WHERE { ?s ?p ?o }",
            (1, 22),
            "WHERE",
            "syntax error at 'WHERE'",
            "a '{' is not closed",
        ),
        ("SELECT * WHERE { ?s ?p 'a }", (1, 24), "'", "ends too early", "a string that begins with ' is not closed"),
        (
            "SELECT ?s (COUNT(?o) AS ?n) WHERE { ?s ?p ?o }",
            (1, 8),
            "?s",
            "a variable that has no value",
            "?s: name it in GROUP BY",
        ),
        (
            "SELECT ?s ?p WHERE { ?s ?p ?o }\nGROUP BY ?s",
            (1, 11),
            "?p",
            "a variable that has no value",
            "?p: name it in GROUP BY",
        ),
        ("SELECT COUNT(*) { ?s ?p ?o }", (1, 8), "COUNT", "syntax error at 'COUNT'", "write (COUNT(…) AS ?name)"),
        ("SELECT ?s ?s { ?s ?p ?o }", (1, 11), "?s", "names a variable twice", None),
        ("SELECT { ?s ?p ?o }", (1, 8), "{", "SELECT names nothing", "name variables, or * for all"),
        ("SELECT * WHERE { ?s ?p ?o } LIMIT x", (1, 35), "x", "syntax error at 'x'", None),
        ("SELECT ?s WHERE { ?s ?p ?o } ORDER ?s", (1, 36), "?s", "syntax error at '?s'", "write ORDER BY"),
        (
            "SELECT ?x { ?x ?y ?z } HAVING COUNT(?x) > 1",
            (1, 31),
            "COUNT",
            "syntax error at 'COUNT'",
            "put the condition of HAVING into brackets",
        ),
        ("SELECT * {\n ?s ?p }", (2, 8), "}", "something is missing before it", "a subject, a property and an object"),
        ("SELECT * { ?s a ; }", (1, 17), ";", "something is missing before it", "a subject, a property and an object"),
        ("ASK { FILTER(?x = ) }", (1, 19), ")", "something is missing after '='", None),
        ("SELECT * { { ?s ?p ?o } UNION }", (1, 31), "}", "something is missing after 'UNION'", None),
        (
            "SELECT * { FILTER(NOSUCH(?x)) }",
            (1, 19),
            "NOSUCH",
            "unknown function NOSUCH",
            "SPARQL has no function of that name",
        ),
        (
            "SELECT * { BIND(1 AS ?a)\n BIND(2 AS ?a) }",
            (2, 12),
            "?a",
            "(… AS ?a) reuses the name of a variable",
            "take another name",
        ),
        ("DESCRIBE", (1, 1), "DESCRIBE", "something is missing after it", None),
    ],
)
def test_14_errors_say_where_and_what(
    client: httpx.Client, query: str, place: tuple[int, int], token: str, message: str, hint: str | None
) -> None:
    answer = client.post("/sparql", data={"query": query}, headers={"Accept": "application/json"})
    assert answer.status_code == 400
    told = answer.json()
    assert (told["line"], told["column"]) == place
    assert told["token"] == token
    assert message in told["detail"]
    assert hint in told["hint"] if hint else "hint" not in told
    assert not re.search(r"expected one of|Traceback|/[a-z]+/[a-z]+\.py", answer.text)


def test_15_the_editor_needs_nobody_else_and_updates_are_off(client: httpx.Client) -> None:
    page = client.get("/query")
    assert "http://" not in page.headers["content-security-policy"]
    assert "https://" not in page.headers["content-security-policy"]
    for line in (ROOT / "kg" / "serve" / "templates" / "query.html").read_text().splitlines():
        assert "src=" not in line or 'src="/assets/' in line
    for request in (
        {"data": {"update": "CLEAR ALL"}},
        {"content": "CLEAR ALL", "headers": {"Content-Type": "application/sparql-update"}},
        {"data": {"query": "INSERT DATA { <http://e/a> <http://e/b> 1 }"}},
    ):
        assert client.post("/sparql", **request).status_code == 403
    assert client.get("/sparql", params={"update": "CLEAR ALL"}).status_code == 403
    assert client.get("/sparql", params=ASK).json()["boolean"] is True
