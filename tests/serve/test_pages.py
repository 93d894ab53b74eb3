from __future__ import annotations

import hashlib
import json
from html.parser import HTMLParser

import httpx
import pyoxigraph as ox
import pytest

from kg.store import Version


class Elements(HTMLParser):
    """Names of all elements and of all attributes, and where the links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]


def page(client: httpx.Client, path: str) -> Elements:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "script" not in answer.headers["content-security-policy"]
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    found = Elements(answer.text)
    assert not found.names & {"script", "img", "iframe", "style"}
    assert not {name for name in found.attributes if name.startswith("on") or name == "style"}
    assert not [link for link in found.links if link.startswith(("javascript:", "data:"))]
    return found


def test_health(client: httpx.Client, version: Version) -> None:
    assert client.get("/health").json() == {"status": "ok", "version": version.digest, "results": 29}


def test_index_links_to_everything_that_is_here(client: httpx.Client) -> None:
    text = client.get("/").text
    assert "Lungs, test table" in text
    assert "10 results, coverage not stated" in text
    assert "date not recorded" in text
    assert "&lt;img src=x onerror=alert(1)&gt;" in text
    assert "&lt;/td&gt;&lt;script&gt;" in text
    links = page(client, "/").links
    assert len(links) > 15
    for link in (link for link in links if not link.startswith("http://e/")):
        assert client.get(link).status_code == 200, link


@pytest.mark.parametrize("name", ["cq01", "cq05", "cq08", "best-recorded", "cq09-benchmarks-and-metrics"])
def test_question_pages(client: httpx.Client, name: str) -> None:
    links = [link for link in page(client, f"/questions/{name}").links if link.startswith("?")]
    assert links
    for link in links:
        assert client.get(f"/questions/{name}{link}").status_code == 200


def test_iris_that_are_no_web_addresses_are_no_links(client: httpx.Client) -> None:
    page(client, "/questions/cq05?method=javascript:alert(3)")


def test_question_in_every_format(client: httpx.Client) -> None:
    path = "/questions/models-on-several-medical-benchmarks"
    assert len(client.get(path).json()["results"]["bindings"]) == 1
    assert client.get(path, params={"format": "csv"}).text.splitlines() == [
        "method,methodLabel,benchmarks,count",
        "https://w3id.org/leaderboard-kg/method/alpha,Alpha,Bones; Lungs,2",
    ]
    turtle = client.get(path, headers={"Accept": "text/turtle"})
    assert turtle.headers["content-type"] == "text/turtle; charset=utf-8"
    assert list(ox.parse(turtle.content, ox.RdfFormat.TURTLE))
    assert "text/html" in client.get(path, params={"format": "html"}).headers["content-type"]
    assert client.get(path, headers={"Accept": "image/png"}).status_code == 406


def test_question_parameters(client: httpx.Client) -> None:
    def rows(**parameters: str) -> int:
        return len(client.get("/questions/cq01", params=parameters).json()["results"]["bindings"])

    vision = "https://w3id.org/leaderboard-kg/domain/vision"
    assert rows(minimum="1") == 8
    assert rows(minimum="1", domain=vision) == 1
    assert rows(minimum="3") == 0


def test_the_text_of_a_question_can_be_had(client: httpx.Client) -> None:
    answer = client.get("/questions/cq01.rq", params={"minimum": "1"})
    assert answer.headers["content-type"] == "application/sparql-query; charset=utf-8"
    assert "VALUES ?minimum { 1 }" in answer.text
    assert len(client.post("/sparql", data={"query": answer.text}).json()["results"]["bindings"]) == 8


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        ("/questions/best-record", 404, "did you mean best-recorded?"),
        ("/questions/cq01?domian=x", 400, "it takes: domain, minimum"),
        ("/questions/cq01?minimum=1&minimum=2", 400, "2 times"),
        ("/questions/cq01?minimum=1%20%7D%20%23", 400, "wants a whole number"),
        ("/questions/cq05?method=http%3A%2F%2Fe%2Fa%3E%20%3Fp%20%3Fo%20.%20%23", 400, "wants an absolute IRI"),
        ("/questions/cq05?method=%3Cscript%3Ealert(1)%3C%2Fscript%3E", 400, "wants an absolute IRI"),
        ("/questions/cq01?format=xls", 400, "no format 'xls'"),
    ],
)
def test_wrong_questions(client: httpx.Client, path: str, status: int, detail: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert detail in json.loads(answer.text)["detail"]


def test_downloads_are_the_files(client: httpx.Client, version: Version) -> None:
    types = {
        "graph.nq": "application/n-quads",
        "graph.nt": "application/n-triples",
        "graph.ttl": "text/turtle; charset=utf-8",
        "ontology/leaderboard.ttl": "text/turtle; charset=utf-8",
        "results.csv": "text/csv; charset=utf-8",
        "build-report.json": "application/json",
        "shapes/result.ttl": "text/turtle; charset=utf-8",
        "void.ttl": "text/turtle; charset=utf-8",
        "catalog.ttl": "text/turtle; charset=utf-8",
        "context.jsonld": "application/ld+json",
        "SHA256SUMS": "text/plain; charset=utf-8",
    }
    assert set(types) == set(version.files)
    for name, content_type in types.items():
        answer = client.get(f"/download/{name}")
        assert answer.content == (version.path / name).read_bytes()
        assert answer.headers["content-type"] == content_type
        assert answer.headers["etag"] == f'"{hashlib.sha256(answer.content).hexdigest()}"'
        for tags in (answer.headers["etag"], f'"x", W/{answer.headers["etag"]}', "*"):
            again = client.get(f"/download/{name}", headers={"If-None-Match": tags})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == answer.headers["etag"]
        assert client.get(f"/download/{name}", headers={"If-None-Match": '"x"'}).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "none.txt",
        "store/CURRENT",
        "../current/graph.nq",
        "..%2F..%2Fcurrent%2Fgraph.nq",
        "%2Fetc%2Fpasswd",
        "shapes",
        "shapes/%2E%2E/graph.nq",
        "graph.nq%00",
        "",
        "%3Cscript%3E",
    ],
)
def test_nothing_else_can_be_downloaded(client: httpx.Client, name: str) -> None:
    request = client.build_request("GET", "/health")
    request.url = request.url.copy_with(raw_path=f"/download/{name}".encode())
    answer = client.send(request)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_unknown_paths_and_methods(client: httpx.Client) -> None:
    for path in ("/none", "/docs", "/openapi.json", "/redoc", "/questions/none/x"):
        assert client.get(path, follow_redirects=True).status_code == 404
    assert client.post("/health").status_code == 405
    assert "GET" in client.post("/health").headers["allow"]
