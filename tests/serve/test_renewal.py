"""A new version takes the place of the one that is served; running answers finish on the old one."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pyoxigraph as ox
import pytest
import uvicorn

from kg.serve.app import create_app
from kg.serve.listen import bind_socket
from kg.serve.settings import ServeSettings
from kg.store import publish, switch

NUMBERS = "SELECT ?x ?y ?z { ?a <http://e/val> ?x . ?b <http://e/val> ?y . ?c <http://e/val> ?z } LIMIT 400000"
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"


def version(folder: Path, digest: str, numbers: int) -> None:
    quads = [
        ox.Quad(ox.NamedNode(f"http://e/n{n}"), ox.NamedNode("http://e/val"), ox.Literal(n), ox.NamedNode("http://e/n"))
        for n in range(numbers)
    ]
    graph = ox.serialize(quads, format=ox.RdfFormat.N_QUADS)
    assert graph is not None
    publish(folder, {"graph.nq": graph, "build-report.json": b'{"totals": {"results": 0}}'}, digest)


@contextlib.contextmanager
def serving(folder: Path, **settings: float) -> Iterator[httpx.Client]:
    app = create_app(folder, ServeSettings(follow_seconds=0.05, buffer_bytes=10_000, **settings))  # type: ignore[arg-type]
    with bind_socket("127.0.0.1", 0) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            address = f"http://127.0.0.1:{listener.getsockname()[1]}"
            with httpx.Client(base_url=address, timeout=30, trust_env=False) as client:
                yield client
        finally:
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive()


def soon(condition: Callable[[], bool], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def count(client: httpx.Client) -> str:
    return client.get("/sparql", params={"query": COUNT, "format": "csv"}).text.split()[1]


@pytest.mark.parametrize("processes", ["auto", "pool"])
def test_the_switch_is_clean(tmp_path: Path, processes: str) -> None:
    version(tmp_path, "aaaaaaaa", 100)
    version(tmp_path, "bbbbbbbb", 200)
    switch(tmp_path, "aaaaaaaa")
    with serving(tmp_path, query_processes=processes) as client:  # type: ignore[arg-type]
        assert count(client) == "100"
        tag = client.get("/sparql", params={"query": COUNT}).headers.get("etag")
        with client.stream("GET", "/sparql", params={"query": NUMBERS, "format": "csv"}) as old:
            lines = old.iter_lines()
            next(lines)
            switch(tmp_path, "bbbbbbbb")
            assert soon(lambda: client.get("/health").json()["version"] == "bbbbbbbb")
            assert count(client) == "200"
            # 100 cubed rows are asked for up to 400,000: the old version has them, each number below 100.
            rows = [line.split(",") for line in lines]
        assert len(rows) == 400_000
        assert all(int(cell) < 100 for row in rows[-1000:] for cell in row)
        assert client.get("/sparql", params={"query": COUNT}).headers.get("etag") != tag or tag is None


def test_a_version_that_cannot_be_served_is_passed_over(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    version(tmp_path, "aaaaaaaa", 100)
    version(tmp_path, "bbbbbbbb", 200)
    version(tmp_path, "cccccccc", 300)
    (tmp_path / "versions" / "bbbbbbbb" / "graph.nq").write_bytes(b"no quads\n")
    switch(tmp_path, "aaaaaaaa")
    with serving(tmp_path) as client:
        switch(tmp_path, "bbbbbbbb")
        assert soon(lambda: "bbbbbbbb cannot be served" in caplog.text)
        assert count(client) == "100"
        switch(tmp_path, "cccccccc")
        assert soon(lambda: client.get("/health").json()["version"] == "cccccccc")
        assert count(client) == "300"
