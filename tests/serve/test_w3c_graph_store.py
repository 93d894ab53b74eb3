"""The W3C tests of the Graph Store Protocol, as far as reading goes.

Data here change by builds, not by requests: what a test puts, posts or deletes is published as the
next version, and its GET and HEAD requests are then asked of the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pyoxigraph as ox
import pytest
import rdflib
from rdflib.collection import Collection
from rdflib.compare import isomorphic

from kg.serve.app import create_app
from kg.serve.settings import ServeSettings
from kg.store import Version, publish
from kg.terms import SD
from tests.conftest import REFERENCE

FOLDER = REFERENCE / "w3c" / "sparql11"
MF = rdflib.Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
HT = rdflib.Namespace("http://www.w3.org/2011/http#")
CNT = rdflib.Namespace("http://www.w3.org/2011/content#")
HOME = "http://www.w3.org/2009/sparql/docs/tests/data-sparql11/http-rdf-update/manifest#"
STATUS = {"OK": 200, "Created": 201, "NoContent": 204, "NotFound": 404}
DEFAULT = "http://www.example/default"
NEW = "http://www.example/new"
NAMES = (
    "put_get_repeat_indirect",
    "put_get_default",
    "put_delete_get_delete_indirect",
    "post_get_post_get_indirect",
    "post_get_new_graph",
    "head_existing_indirect",
    "head_non_existing_indirect",
    "put_get_uri_pct_encoded_indirect",
    "put_get_uri_pct_encoded_twice",
)

#: Graph -> the Turtle documents that make it up.
State = dict[str, list[str]]

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the W3C suite is not beside the repository")


@pytest.fixture(scope="module")
def manifest() -> rdflib.Graph:
    return rdflib.Graph().parse(FOLDER / "graph-store-protocol" / "manifest-indirect.ttl", format="turtle")


def test_the_list_is_whole(manifest: rdflib.Graph) -> None:
    entries = manifest.value(manifest.value(predicate=rdflib.RDF.type, object=MF.Manifest), MF.entries)
    assert entries is not None
    assert {str(each).removeprefix(HOME) for each in Collection(manifest, entries)} == set(NAMES)


def change(state: State, method: str, graph: str, kind: str, body: str) -> None:
    """What the protocol says that a request does."""
    if method == "DELETE":
        state.pop(graph, None)
        return
    texts = [body]
    if kind.startswith("multipart/"):
        parts = message_from_bytes(f"Content-Type: {kind}\n\n{body.strip()}".encode()).walk()
        texts = [str(part.get_payload()) for part in parts if part.get_content_type() == "text/turtle"]
    state[graph] = texts if method == "PUT" else [*state.get(graph, []), *texts]


def version(folder: Path, state: State, number: int) -> Version:
    """The state as a version."""
    lines: dict[str, set[str]] = {}
    for graph, texts in state.items():
        for text in texts:
            for quad in ox.parse(text, ox.RdfFormat.TURTLE, base_iri=graph):
                lines.setdefault(graph, set()).add(f"{ox.Triple(quad.subject, quad.predicate, quad.object)}")
    quads = [f"{line} <{graph}> .\n" for graph in sorted(lines) for line in sorted(lines[graph])]
    union = [f"{line} .\n" for line in sorted(set().union(*lines.values()))]
    files = {"graph.nq": "".join(quads).encode(), "graph.nt": "".join(union).encode()}
    files["graph.ttl"] = files["graph.nt"]
    return Version(publish(folder, files, f"{number:08x}", store=False))


async def ask(of: Version, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
    """A request to the application over a version; its processes need not run."""
    transport = httpx.ASGITransport(create_app(of, ServeSettings(query_processes="pool")))
    async with httpx.AsyncClient(transport=transport, base_url="http://www.example") as client:
        return await client.request(method, path, headers=headers)


def fields(manifest: rdflib.Graph, message: rdflib.term.Node | None) -> Iterator[tuple[str, str]]:
    listed = manifest.value(message, HT.headers)
    for header in Collection(manifest, listed) if listed is not None else ():
        yield str(manifest.value(header, HT.fieldName)), str(manifest.value(header, HT.fieldValue))


@pytest.mark.parametrize("name", NAMES)
def test_graph_store(manifest: rdflib.Graph, name: str, tmp_path: Path) -> None:
    action = manifest.value(rdflib.URIRef(HOME + name), MF.action)
    requests = manifest.value(action, HT.requests)
    assert requests is not None
    state: State = {}
    asked = 0
    for number, request in enumerate(Collection(manifest, requests)):
        method = str(manifest.value(request, HT.methodName))
        path = str(manifest.value(request, HT.absolutePath)).replace("/gsp", "/data", 1).replace("$LOCATION$", NEW)
        parameters = parse_qs(urlsplit(path).query)
        graph = parameters["graph"][0] if "graph" in parameters else NEW if "default" not in path else DEFAULT
        headers = dict(fields(manifest, request))
        body = str(manifest.value(manifest.value(request, HT.body), CNT.chars) or "")
        if method not in ("GET", "HEAD"):
            change(state, method, graph, headers.get("content-type", ""), body)
            continue
        answer = asyncio.run(ask(version(tmp_path, state, number), method, path, headers))
        asked += 1
        response = manifest.value(request, HT.resp)
        allowed = {STATUS[str(each).rpartition("#")[2]] for each in manifest.objects(response, MF.expectedStatus)}
        assert answer.status_code in allowed, path
        for field, value in fields(manifest, response):
            assert answer.headers[field] == value
        expected = manifest.value(manifest.value(response, HT.body), CNT.chars)
        if expected is not None:
            found = rdflib.Graph().parse(data=answer.text, format="turtle", publicID=graph)
            assert isomorphic(found, rdflib.Graph().parse(data=str(expected), format="turtle", publicID=graph))
    assert asked


def test_service_description(client: httpx.Client) -> None:
    """The three tests: returns-rdf, has-endpoint-triple, conforms-to-schema."""
    manifest = rdflib.Graph().parse(FOLDER / "service-description" / "manifest.ttl", format="turtle")
    kind = MF.ServiceDescriptionTest
    assert {str(each).rpartition("#")[2] for each in manifest.subjects(rdflib.RDF.type, kind)} == {
        "returns-rdf",
        "has-endpoint-triple",
        "conforms-to-schema",
    }
    answer = client.get("/sparql")
    assert answer.headers["content-type"].startswith("text/turtle")
    graph = rdflib.Graph().parse(data=answer.text, format="turtle")
    url = rdflib.URIRef(f"{str(client.base_url).rstrip('/')}/sparql")
    (service,) = graph.subjects(SD.endpoint, url)
    assert (service, rdflib.RDF.type, SD.Service) in graph
    for property_, class_ in (
        (SD.supportedLanguage, "SPARQL"),
        (SD.feature, ""),
        (SD.resultFormat, "http://www.w3.org/ns/formats/"),
    ):
        values = list(graph.objects(service, property_))
        assert values
        assert all(isinstance(value, rdflib.URIRef) and class_ in value for value in values)
    (dataset,) = graph.objects(service, SD.defaultDataset)
    assert (dataset, rdflib.RDF.type, SD.Dataset) in graph
    (default,) = graph.objects(dataset, SD.defaultGraph)
    assert (default, rdflib.RDF.type, SD.Graph) in graph
