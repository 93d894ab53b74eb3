from __future__ import annotations

import csv
import http.client
import io
import json
import socket
import xml.etree.ElementTree as ET
from urllib.parse import urlencode

import httpx
import pyoxigraph as ox
import pytest

SELECT = "SELECT ?s ?o { ?s <http://e/val> ?o FILTER(?o < 2) } ORDER BY ?o"
CONSTRUCT = "CONSTRUCT WHERE { ?s <http://e/val> 7 }"
DESCRIBE = "DESCRIBE <http://e/n7>"
QUERY = {"Content-Type": "application/sparql-query"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
UPDATE = {"Content-Type": "application/sparql-update"}


def problem(response: httpx.Response, status: int) -> dict[str, object]:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["x-content-type-options"] == "nosniff"
    body = response.json()
    assert body["status"] == status
    for secret in ("Traceback", "/work", "site-packages", "pyoxigraph", "expected one of"):
        assert secret not in response.text
    assert isinstance(body, dict)
    return body


def test_the_three_ways_to_ask(client: httpx.Client) -> None:
    answers = [
        client.get("/sparql", params={"query": SELECT}),
        client.post("/sparql", data={"query": SELECT}),
        client.post("/sparql", content=SELECT, headers=QUERY),
        client.post("/sparql", content=SELECT, headers={"Content-Type": "Application/SPARQL-Query; charset=UTF-8"}),
        client.get("/sparql/", params={"query": SELECT}),
    ]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert [row["o"]["value"] for row in answers[0].json()["results"]["bindings"]] == ["0", "1"]
    assert answers[0].headers["vary"] == "Accept, Accept-Encoding"
    plain = client.get("/sparql", params={"query": SELECT}, headers={"Accept-Encoding": "identity"})
    assert int(plain.headers["content-length"]) == len(plain.content)


def test_parameters_are_decoded_once(client: httpx.Client) -> None:
    query = 'SELECT ("100%25 +%41 é" AS ?x) {}'
    for answer in (
        client.get("/sparql", params={"query": query}),
        client.post("/sparql", data={"query": query}),
        client.post("/sparql", content=query.encode(), headers=QUERY),
    ):
        assert answer.json()["results"]["bindings"][0]["x"]["value"] == "100%25 +%41 é"


def test_head_has_the_headers_and_no_body(client: httpx.Client) -> None:
    got = client.get("/sparql", params={"query": SELECT})
    head = client.head("/sparql", params={"query": SELECT})
    assert head.status_code == 200
    assert head.content == b""
    for name in ("content-type", "content-length", "vary"):
        assert head.headers[name] == got.headers[name]
    assert client.head("/sparql").headers["content-type"] == "text/turtle; charset=utf-8"


@pytest.mark.parametrize(
    ("query", "accept", "content_type"),
    [
        (SELECT, None, "application/sparql-results+json"),
        (SELECT, "*/*", "application/sparql-results+json"),
        (SELECT, "application/sparql-results+json, text/turtle;q=0.9", "application/sparql-results+json"),
        (CONSTRUCT, "application/sparql-results+json, text/turtle;q=0.9", "text/turtle; charset=utf-8"),
        (CONSTRUCT, "application/n-triples", "application/n-triples"),
        (DESCRIBE, "application/rdf+xml", "application/rdf+xml"),
        (DESCRIBE, "application/ld+json", "application/ld+json"),
        (DESCRIBE, None, "text/turtle; charset=utf-8"),
        (CONSTRUCT, "application/trig", "application/trig"),
        (CONSTRUCT, "application/n-quads", "application/n-quads"),
        (SELECT, "application/xml", "application/sparql-results+xml"),
        (SELECT, "text/csv;header=present, */*;q=0.1", "text/csv; charset=utf-8"),
        (SELECT, "text/*", "text/csv; charset=utf-8"),
        (SELECT, "text/*;q=0.5, text/csv;q=0, */*;q=0.1", "text/tab-separated-values; charset=utf-8"),
        (SELECT, "application/sparql-results+xml;q=0.3, text/csv;q=0.2", "application/sparql-results+xml"),
        (SELECT, "application/sparql-results+json;q=0, */*;q=0.1", "application/sparql-results+xml"),
        (SELECT, "APPLICATION/JSON", "application/sparql-results+json"),
        ("ASK {}", "text/tab-separated-values", "text/tab-separated-values; charset=utf-8"),
        ("ASK {}", "text/html, application/xml;q=0.9, */*;q=0.8", "application/sparql-results+xml"),
    ],
)
def test_negotiation(client: httpx.Client, query: str, accept: str | None, content_type: str) -> None:
    headers = {"Accept": accept} if accept else {}
    request = client.build_request("GET", "/sparql", params={"query": query}, headers=headers)
    if accept is None:
        del request.headers["accept"]
    answer = client.send(request)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == content_type
    media_type = content_type.partition(";")[0]
    graph = query in (CONSTRUCT, DESCRIBE)
    if graph:
        kind = ox.RdfFormat.from_media_type(media_type)
        assert kind is not None
        assert len(list(ox.parse(answer.content, kind))) == 1
    elif media_type.endswith("json"):
        json.loads(answer.content)
    elif media_type.endswith("xml"):
        ET.fromstring(answer.content)
    elif query == SELECT:
        separator = "," if media_type == "text/csv" else "\t"
        assert len(list(csv.reader(io.StringIO(answer.text), delimiter=separator))) == 3


@pytest.mark.parametrize("accept", ["image/png", "application/sparql-results+json;q=0", "nonsense", "text/turtle"])
def test_what_cannot_be_had_is_406_with_a_list(client: httpx.Client, accept: str) -> None:
    body = problem(client.get("/sparql", params={"query": SELECT}, headers={"Accept": accept}), 406)
    assert "application/sparql-results+json (format=json)" in str(body["formats"])


def test_errors_are_told_in_the_format_that_is_read_best(client: httpx.Client) -> None:
    for accept, content_type in (
        ("text/html", "text/html; charset=utf-8"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8"),
        ("text/plain, */*;q=0.1", "text/plain; charset=utf-8"),
        ("application/json", "application/problem+json"),
        ("text/csv", "application/problem+json"),
    ):
        answer = client.get("/sparql", params={"query": "ASK { ?s lb:x 1 }"}, headers={"Accept": accept})
        assert answer.status_code == (400 if accept != "text/html" else 406), answer.text
        assert answer.headers["content-type"] == content_type
        assert "Accept" in answer.headers["vary"]
        if answer.status_code == 400:
            assert "nknown prefix lb:" in answer.text
            assert "add PREFIX lb: " in answer.text


def test_format_by_short_name(client: httpx.Client) -> None:
    for query, name, content_type in (
        (SELECT, "csv", "text/csv; charset=utf-8"),
        (CONSTRUCT, "nt", "application/n-triples"),
        (CONSTRUCT, "turtle", "text/turtle; charset=utf-8"),
        (CONSTRUCT, ["rdf+xml", "application/rdf+xml"], "application/rdf+xml"),
        (CONSTRUCT, ["", "json-ld"], "application/ld+json"),
    ):
        answer = client.get("/sparql", params={"query": query, "format": name}, headers={"Accept": "image/png"})
        assert answer.headers["content-type"] == content_type
    for name in ("ttl", "text/csv", "json\nSELECT", ""):
        assert "formats" in problem(client.get("/sparql", params={"query": SELECT, "format": name}), 400)


def test_jsonld_is_compact_under_our_context(client: httpx.Client) -> None:
    query = "DESCRIBE <https://w3id.org/leaderboard-kg/result/lungs-test-8>"
    answers = {
        name: client.post("/sparql", data={"query": query, "format": name}, headers={"Accept-Encoding": coding})
        for name, coding in (("jsonld", "gzip"), ("nt", "identity"))
    }
    document = answers["jsonld"].json()
    (node,) = document["@graph"]
    assert node["id"].endswith("result/lungs-test-8")
    assert "Result" in node["type"]
    assert isinstance(node["value"], str)
    kinds = {"jsonld": ox.RdfFormat.JSON_LD, "nt": ox.RdfFormat.N_TRIPLES}
    found = {name: {str(quad.triple) for quad in ox.parse(answers[name].content, kinds[name])} for name in answers}
    assert found["jsonld"] == found["nt"]
    assert len(found["nt"]) > 5
    empty = client.post("/sparql", data={"query": "DESCRIBE <http://e/none>", "format": "jsonld"}).json()
    assert empty["@graph"] == []


@pytest.mark.parametrize("object_", ["<<( <http://e/a> <http://e/b> 1 )>>", '"x"@ar--rtl'])
def test_what_jsonld_cannot_write_is_refused(client: httpx.Client, object_: str) -> None:
    query = f"CONSTRUCT {{ <http://e/a> <http://e/b> ?o }} {{ BIND({object_} AS ?o) }}"
    assert client.post("/sparql", data={"query": query, "format": "nt"}).status_code == 200
    assert "ask for Turtle" in str(problem(client.post("/sparql", data={"query": query, "format": "jsonld"}), 400))


def test_zero_does_not_vanish(client: httpx.Client) -> None:
    query = (
        "SELECT ?v { <https://w3id.org/leaderboard-kg/result/lungs-test-8> "
        "<https://w3id.org/leaderboard-kg/ontology#value> ?v }"
    )
    texts = {
        name: client.get("/sparql", params={"query": query, "format": name}).text
        for name in ("json", "xml", "csv", "tsv")
    }
    assert float(json.loads(texts["json"])["results"]["bindings"][0]["v"]["value"]) == 0
    literal = next(ET.fromstring(texts["xml"]).iter("{http://www.w3.org/2005/sparql-results#}literal"))
    assert float(literal.text or "nothing") == 0
    assert float(texts["csv"].split()[1]) == 0
    assert texts["tsv"].split()[1] == '"0"^^<http://www.w3.org/2001/XMLSchema#decimal>'


GRAPH_ONE = "https://w3id.org/leaderboard-kg/leaderboard/cats"
GRAPH_TWO = "http://e/n"


@pytest.mark.parametrize("method", ["GET", "POST", "DIRECT"])
def test_graph_parameters(client: httpx.Client, method: str) -> None:
    def count(query: str, **graphs: str | list[str]) -> int:
        values = {name.replace("_", "-") + "-graph-uri": value for name, value in graphs.items()}
        if method == "GET":
            answer = client.get("/sparql", params={"query": query, **values})
        elif method == "POST":
            answer = client.post("/sparql", data={"query": query, **values})
        else:
            answer = client.post("/sparql", content=query, params=values, headers=QUERY)
        return len(answer.json()["results"]["bindings"])

    plain, named = "SELECT * { ?s <http://e/val> ?o }", "SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }"
    assert count(plain) == 2000
    assert count(plain, default=GRAPH_ONE) == 0
    assert count(plain, default=[GRAPH_ONE, GRAPH_TWO]) == 2000
    assert count(plain, named=GRAPH_TWO) == 0
    assert count(named, named=[GRAPH_ONE, GRAPH_TWO]) == 2
    assert count(named, default=GRAPH_TWO) == 0
    assert count(plain.replace("*", f"* FROM <{GRAPH_ONE}>")) == 0
    assert count(plain.replace("*", f"* FROM <{GRAPH_ONE}>"), default=GRAPH_TWO) == 2000


@pytest.mark.parametrize("iri", ["", "relative", "http://e/a b", "http://e/>"])
def test_graph_parameters_that_are_no_iris(client: httpx.Client, iri: str) -> None:
    problem(client.get("/sparql", params={"query": SELECT, "default-graph-uri": iri}), 400)


def test_requests_that_break_the_protocol(client: httpx.Client) -> None:
    twice = urlencode([("query", "ASK {}"), ("query", "ASK {}")])
    problem(client.get(f"/sparql?{twice}"), 400)
    problem(client.post("/sparql", content=twice, headers=FORM), 400)
    problem(client.post("/sparql?query=ASK%20%7B%7D", content="query=ASK%20%7B%7D", headers=FORM), 400)
    problem(client.post("/sparql?query=ASK%20%7B%7D", content="ASK {}", headers=QUERY), 400)
    problem(client.post("/sparql", content="x=1", headers=FORM), 400)
    problem(client.post("/sparql", content="", headers=QUERY), 400)
    problem(client.get("/sparql?query="), 400)
    problem(client.get("/sparql?query=%FF"), 400)
    problem(client.get("/sparql?" + "a=1&" * 300), 400)
    problem(client.post("/sparql", content=b"ASK {} #\xff", headers=QUERY), 400)
    problem(client.post("/sparql", content=b"query=%FF", headers=FORM), 400)
    problem(
        client.post(
            "/sparql",
            content="ASK {}".encode("utf-16"),
            headers={"Content-Type": "application/sparql-query; charset=UTF-16"},
        ),
        415,
    )
    problem(client.post("/sparql", content="ASK {}".encode("utf-16"), headers=QUERY), 400)
    for content_type in ("text/plain", "application/json", "multipart/form-data; boundary=x", ""):
        refused = client.post("/sparql", content="ASK {}", headers={"Content-Type": content_type})
        problem(refused, 415)
        assert "application/sparql-query" in refused.headers["accept-post"]
    assert problem(client.put("/sparql", content="ASK {}"), 405)
    assert "POST" in client.delete("/sparql").headers["allow"]


def test_long_queries_and_bodies(client: httpx.Client) -> None:
    long = "ASK {} #" + "x" * 19_992
    assert client.post("/sparql", data={"query": long}).json()["boolean"] is True
    problem(client.post("/sparql", data={"query": long + "x"}), 413)
    problem(client.post("/sparql", content=b"x" * 300_000, headers=QUERY), 413)
    problem(client.post("/sparql", content=iter([b"x" * 100_000] * 3), headers=QUERY), 413)
    for length in (300_000, 10**19):  # told before, it is refused before a byte has come
        with socket.create_connection((client.base_url.host, client.base_url.port or 80), timeout=5) as connection:
            head = f"POST /sparql HTTP/1.1\r\nHost: a\r\nContent-Type: {QUERY['Content-Type']}\r\n"
            connection.sendall(f"{head}Content-Length: {length}\r\n\r\n".encode())
            assert connection.recv(100).startswith(b"HTTP/1.1 413 ")
    deep = problem(client.post("/sparql", data={"query": "ASK" + "{" * 5000}), 400)
    assert "nested" in str(deep["detail"])


@pytest.mark.parametrize(
    "update",
    [
        "INSERT DATA { <http://e/a> <http://e/b> <http://e/c> }",
        "DELETE WHERE { ?s ?p ?o }",
        "CLEAR ALL",
        "LOAD <file:///etc/passwd>",
        "PREFIX x: <http://e/> DROP ALL",
    ],
)
def test_updates_are_refused_in_every_disguise(client: httpx.Client, update: str) -> None:
    count = {"query": "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"}
    before = client.get("/sparql", params=count).json()
    for answer in (
        client.get("/sparql", params={"update": update}),
        client.post("/sparql", data={"update": update}),
        client.post("/sparql", params={"update": update}, data={"query": "ASK {}"}),
        client.post("/sparql", content=update, headers=UPDATE),
        client.post("/sparql", content=update, headers={"Content-Type": "application/sparql-update; charset=utf-8"}),
        client.get("/sparql", params={"query": update}),
        client.post("/sparql", data={"query": update}),
        client.post("/sparql", content=update, headers=QUERY),
    ):
        problem(answer, 403)
    assert client.get("/sparql", params=count).json() == before


def test_no_other_server_is_called(client: httpx.Client) -> None:
    with socket.create_server(("127.0.0.1", 0)) as sink:
        sink.settimeout(0.3)
        url = f"http://127.0.0.1:{sink.getsockname()[1]}/"
        for query in (
            f"ASK {{ SERVICE <{url}> {{ ?s ?p ?o }} }}",
            f"ASK {{ SERVICE SILENT <{url}> {{ ?s ?p ?o }} }}",
            f"ASK {{ BIND(<{url}> AS ?x) SERVICE ?x {{ ?s ?p ?o }} }}",
            f"ASK {{ {{ SELECT * {{ sErViCe #c\n<{url}> {{ ?s ?p ?o }} }} }} }}",
            f"PREFIX x: <{url}> ASK {{ SERVICEx:a {{ ?s ?p ?o }} }}",
        ):
            problem(client.get("/sparql", params={"query": query}), 403)
        for query in (f"ASK FROM <{url}> {{ ?s ?p ?o }}", "ASK FROM <file:///etc/passwd> { ?s ?p ?o }"):
            assert client.get("/sparql", params={"query": query}).json()["boolean"] is False
        with pytest.raises(TimeoutError):
            sink.accept()


@pytest.mark.parametrize(
    ("query", "line", "column", "hint"),
    [
        ("SELEC *", 1, 1, None),
        ("SELECT * {\n  ?x a lb:Result }", 2, 8, "add PREFIX lb: <https://w3id.org/leaderboard-kg/ontology#>"),
        ("SELECT ?x { ?x ?p ?o", 1, 11, "a '{' is not closed"),
    ],
)
def test_wrong_queries_say_where_and_how(
    client: httpx.Client, query: str, line: int, column: int, hint: str | None
) -> None:
    body = problem(client.post("/sparql", data={"query": query}), 400)
    assert (body["line"], body["column"], body.get("hint")) == (line, column, hint)


def test_errors_of_evaluation_are_errors_of_the_query(client: httpx.Client) -> None:
    body = problem(client.get("/sparql", params={"query": "SELECT (<http://e/f>(1) AS ?x) {}"}), 400)
    assert "unknown function" in str(body["detail"])
    assert client.get("/sparql", params={"query": "ASK {}"}).json()["boolean"] is True


def test_preflight(client: httpx.Client) -> None:
    answer = client.options(
        "/sparql",
        headers={
            "Origin": "https://example.org",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        },
    )
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "POST" in answer.headers["access-control-allow-methods"]
    assert "Content-Type" in answer.headers["access-control-allow-headers"]
    assert "access-control-allow-credentials" not in answer.headers


def test_service_description(client: httpx.Client) -> None:
    answer = client.get("/sparql", headers={"Accept": "*/*"})
    assert answer.headers["content-type"] == "text/turtle; charset=utf-8"
    triples = list(ox.parse(answer.content, ox.RdfFormat.TURTLE))
    sd = "http://www.w3.org/ns/sparql-service-description#"
    endpoints = [each.object for each in triples if each.predicate == ox.NamedNode(f"{sd}endpoint")]
    assert endpoints == [ox.NamedNode(f"{client.base_url}/sparql".replace("//sparql", "/sparql"))]
    for accept, content_type in (
        ("application/rdf+xml", "application/rdf+xml"),
        ("application/n-triples", "application/n-triples"),
        ("text/html", "text/html; charset=utf-8"),
    ):
        assert client.get("/sparql", headers={"Accept": accept}).headers["content-type"] == content_type
    problem(client.get("/sparql", headers={"Accept": "text/csv"}), 406)
    for host in ("a b>", '"', "e/<x>"):
        assert ox.parse(client.get("/sparql", headers={"Host": host}).content, ox.RdfFormat.TURTLE)


def test_a_client_of_http_1_0_gets_a_length(client: httpx.Client) -> None:
    assert client.base_url.port is not None
    with socket.create_connection(("127.0.0.1", client.base_url.port)) as connection:
        connection.sendall(b"GET /sparql?query=ASK%20%7B%7D HTTP/1.0\r\n\r\n")
        response = http.client.HTTPResponse(connection)
        response.begin()
        assert response.getheader("content-length") == str(len(response.read()))


def test_a_target_may_be_a_whole_url(client: httpx.Client) -> None:
    server = f"{client.base_url.host}:{client.base_url.port}"
    connection = http.client.HTTPConnection(server, timeout=20)

    def got(target: str) -> tuple[int, bytes]:
        connection.putrequest("GET", target, skip_host=True)
        connection.putheader("Host", "elsewhere.example")
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read()

    for path in ("/health", "/methods?limit=1", "/data/method/n%C3%A9", "/http://a/b"):
        assert got(f"http://{server}{path}") == got(path)
        assert got(f"HTTP://{server}{path}") == got(path)
    assert got(f"http://{server}/health")[0] == 200
    assert got(f"http://{server}") == got("/")
    assert f"<http://{server}/sparql>".encode() in got(f"http://{server}/sparql")[1], "the host is the target's"
    assert b"<http://elsewhere.example/sparql>" in got("/sparql")[1]
    connection.close()
