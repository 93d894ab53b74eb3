"""The whole server over another store: limits, errors and deadlines are its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import httpx
import pytest
import uvicorn

import kg
from kg.errors import BuildError
from kg.load import Target, load
from kg.load.command import MARKER
from kg.load.remote import Remote
from kg.serve.app import create_app
from kg.serve.settings import ServeSettings
from kg.store import Version
from tests.conftest import ROOT
from tests.peers import answered, oxigraph, pretending
from tests.serve.conftest import serving

ServeVersion = Callable[[Version, ServeSettings], AbstractContextManager[tuple[httpx.Client, uvicorn.Server]]]


@pytest.fixture(scope="module")
def behind(shipped_version: Version) -> Iterator[str]:
    with oxigraph() as address:
        load(shipped_version, Target(f"{address}/update"))
        yield f"{address}/query"


def test_the_front_is_the_same(
    shipped_version: Version, behind: str, serve_version: ServeVersion, shipped_client: httpx.Client
) -> None:
    with serve_version(shipped_version, ServeSettings(store=behind)) as (client, _):
        assert client.get("/health").json() == shipped_client.get("/health").json()
        for path in (
            "/questions/best-recorded?format=csv",
            "/questions/cq01?format=json",
            "/sparql?query=ASK%20%7B%7D&format=xml",
        ):
            ours, its = shipped_client.get(path), client.get(path)
            assert its.status_code == 200
            assert its.headers["content-type"] == ours.headers["content-type"]
            assert sorted(its.text.splitlines()) == sorted(ours.text.splitlines())
        wrong = client.get("/sparql", params={"query": "ASK { ?s lb:value ?o }"})
        assert wrong.status_code == 400
        assert "lb:" in wrong.json()["detail"]
        assert client.post("/sparql", data={"query": "SELECT * { SERVICE <http://e/> {} }"}).status_code == 403
        assert client.post("/sparql", data={"update": "CLEAR ALL"}).status_code in (400, 403)


def test_a_store_that_has_another_version_is_not_served(version: Version, behind: str) -> None:
    with pytest.raises(BuildError, match="kg load"):
        create_app(version, ServeSettings(store=behind))


def test_a_new_version_is_served_when_it_has_been_loaded(tmp_path: Path) -> None:
    count = {
        "query": "SELECT (COUNT(?r) AS ?n) { ?r a <https://w3id.org/leaderboard-kg/ontology#Result> }",
        "format": "csv",
    }
    sources = ROOT / "data" / "sources"
    kg.build(sources / "mr-medseg-val", out=tmp_path)
    old = Version(tmp_path)
    with oxigraph() as address:
        load(old, Target(f"{address}/update"))
        settings = ServeSettings(store=f"{address}/query", follow_seconds=0.05)
        with serving(tmp_path, settings) as (client, _):
            assert client.get("/sparql", params=count).text.split()[1] == str(old_results := results_of(client))
            kg.build(ROOT / "data", out=tmp_path)
            new = Version(tmp_path)
            # Built, not loaded: the old version is served, and wholly.
            time.sleep(0.3)
            assert client.get("/health").json() == {"status": "ok", "version": old.digest, "results": old_results}
            # While the load changes the store, nothing is answered that it has changed.
            with Remote(Target(f"{address}/update")) as remote:
                remote.drop(f"{old.base}{MARKER}")
            assert client.get("/sparql", params={"query": "ASK { ?during ?the ?load }"}).status_code == 502
            load(new, Target(f"{address}/update"), prune=True)
            end = time.monotonic() + 20
            while client.get("/health").json()["version"] == old.digest and time.monotonic() < end:
                time.sleep(0.05)
            assert client.get("/health").json() == {"status": "ok", "version": new.digest, "results": 472}
            assert client.get("/sparql", params=count).text.split()[1] == "472"


def results_of(client: httpx.Client) -> int:
    return int(client.get("/health").json()["results"])


def test_the_deadline_closes_the_connection_to_the_store(version: Version, serve_version: ServeVersion) -> None:
    closed = threading.Event()

    def slow(handler: BaseHTTPRequestHandler) -> None:
        handler.connection.settimeout(10)
        if handler.connection.recv(1) == b"":  # the other side hangs up
            closed.set()
        handler.close_connection = True

    with pretending(slow) as address:
        settings = ServeSettings(store=address, store_check=False, query_timeout=1, light_slots=0)
        with serve_version(version, settings) as (client, _):
            began = time.monotonic()
            answer = client.get("/sparql", params={"query": "ASK {}"})
            assert answer.status_code == 504
            assert time.monotonic() - began < 5
            assert closed.wait(5)


def test_a_store_that_fails_is_a_bad_gateway(version: Version, serve_version: ServeVersion) -> None:
    with pretending(lambda h: answered(h, 500, b"secret inner message")) as address:
        settings = ServeSettings(store=address, store_check=False)
        with serve_version(version, settings) as (client, _):
            answer = client.get("/sparql", params={"query": "ASK {}"})
            assert answer.status_code == 502
            assert answer.headers["content-type"] == "application/problem+json"
            assert "secret" not in answer.text
