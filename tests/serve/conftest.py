"""A tiny version made from the fixture of the questions, and a real server over it."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pyoxigraph as ox
import pytest
import uvicorn

import kg
from kg.resources import ontology_folder
from kg.serve.app import create_app
from kg.serve.listen import bind_socket, server_config
from kg.serve.settings import ServeSettings
from kg.store import Version, publish, switch
from tests.conftest import PAGES

TRIG = Path(__file__).parent.parent / "questions" / "fixture.trig"
DIGEST = "0123456789abcdef"

#: Labels that try to be markup, and a long chain of values that makes large answers.
EXTRA = """
@prefix lb: <https://w3id.org/leaderboard-kg/ontology#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://e/g> {
  <http://e/board> rdfs:label "<img src=x onerror=alert(1)>" ;
    lb:coverageSummary "</td><script>alert(2)</script>" .
  <http://e/result> lb:leaderboard <http://e/board> .
  <javascript:alert(3)> rdfs:label "click" .
}
"""


def make_version(folder: Path, more: str = EXTRA) -> Version:
    """Publish the fixture graph in a build folder and switch to it."""
    quads = [*ox.parse(TRIG.read_text(encoding="utf-8"), ox.RdfFormat.TRIG), *ox.parse(more, ox.RdfFormat.TRIG)]
    numbers = [
        ox.Quad(ox.NamedNode(f"http://e/n{n}"), ox.NamedNode("http://e/val"), ox.Literal(n), ox.NamedNode("http://e/n"))
        for n in range(2000)
    ]
    graph = ox.serialize([*quads, *numbers], format=ox.RdfFormat.N_QUADS)
    assert graph is not None
    lines = sorted({f"{each.triple} .\n" for each in (*quads, *numbers)})
    report = {"totals": {"results": 29, "methods": 10}}
    publish(
        folder,
        {
            "graph.nq": graph,
            "graph.nt": "".join(lines).encode(),
            "graph.ttl": b"# turtle\n",
            "results.csv": b"a,b\n",
            "build-report.json": json.dumps(report).encode(),
            "shapes/result.ttl": b"# shapes\n",
            "void.ttl": b"# void\n",
            "catalog.ttl": b"# catalogue\n",
            "context.jsonld": (ontology_folder() / "context.jsonld").read_bytes(),
            "ontology/leaderboard.ttl": (ontology_folder() / "leaderboard.ttl").read_bytes(),
        },
        DIGEST,
    )
    switch(folder, DIGEST)
    return Version(folder)


@contextlib.contextmanager
def serving(of: Version | Path, settings: ServeSettings) -> Iterator[tuple[httpx.Client, uvicorn.Server]]:
    """A server on a free port of 127.0.0.1 in a thread, and a client for it; ``of`` a version, or a folder's newest."""
    app = create_app(of, settings)
    with bind_socket("127.0.0.1", 0) as listener:
        server = uvicorn.Server(server_config(app))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server did not start"
                time.sleep(0.01)
            url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            with httpx.Client(base_url=url, timeout=30, trust_env=False) as client:
                yield client, server
        finally:
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive()


@pytest.fixture(scope="session")
def version(tmp_path_factory: pytest.TempPathFactory) -> Version:
    return make_version(tmp_path_factory.mktemp("build"))


@pytest.fixture(scope="session")
def shipped_version(tmp_path_factory: pytest.TempPathFactory) -> Version:
    """The version that the shipped data build."""
    folder = tmp_path_factory.mktemp("shipped")
    kg.build(PAGES, out=folder)
    return Version(folder)


@pytest.fixture(scope="session")
def shipped_client(shipped_version: Version) -> Iterator[httpx.Client]:
    """A server over the shipped data that takes its time."""
    settings = ServeSettings(query_slots=1, query_timeout=60, query_wait=60, story_timeout=60)
    with serving(shipped_version, settings) as (client, _):
        yield client


@pytest.fixture(scope="session")
def client(version: Version) -> Iterator[httpx.Client]:
    """A server with generous limits, for everything but the limits."""
    with serving(version, ServeSettings(query_slots=2, query_timeout=20)) as (client, _):
        yield client


Running = contextlib.AbstractContextManager[tuple[httpx.Client, uvicorn.Server]]
Serve = Callable[..., Running]


@pytest.fixture
def serve(version: Version) -> Serve:
    """Start a server with settings of one's own."""

    def start(**settings: float) -> Running:
        return serving(version, ServeSettings.model_validate(settings))

    return start


@pytest.fixture(scope="session")
def serve_version() -> Callable[[Version, ServeSettings], Running]:
    """Start a server over a version of one's own."""
    return serving
