"""A new version takes the place of the one that is served; running answers finish on the old one."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pyoxigraph as ox
import pytest

from kg.errors import KgError
from kg.serve import renewal
from kg.serve.settings import ServeSettings
from kg.store import publish, switch
from tests.serve.conftest import serving

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
def following(folder: Path, **settings: float | str) -> Iterator[httpx.Client]:
    wanted = ServeSettings.model_validate({"follow_seconds": 0.05, "buffer_bytes": 10_000, **settings})
    with serving(folder, wanted) as (client, _):
        yield client


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
    with following(tmp_path, query_processes=processes) as client:
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
        assert tag
        assert client.get("/sparql", params={"query": COUNT}).headers["etag"] != tag


def test_a_version_that_cannot_be_served_is_passed_over(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    version(tmp_path, "aaaaaaaa", 100)
    version(tmp_path, "bbbbbbbb", 200)
    version(tmp_path, "cccccccc", 300)
    (tmp_path / "versions" / "bbbbbbbb" / "graph.nq").write_bytes(b"no quads\n")
    switch(tmp_path, "aaaaaaaa")
    with following(tmp_path) as client:
        switch(tmp_path, "bbbbbbbb")
        assert soon(lambda: "bbbbbbbb cannot be served" in caplog.text)
        assert "Traceback" not in caplog.text
        assert count(client) == "100"
        switch(tmp_path, "cccccccc")
        assert soon(lambda: client.get("/health").json()["version"] == "cccccccc")
        assert count(client) == "300"


@pytest.mark.parametrize(
    ("error", "is_fault"), [(KgError("it is damaged"), False), (OSError("no disk"), False), (KeyError("totals"), True)]
)
def test_a_fault_of_the_server_is_told_with_its_traceback(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    is_fault: bool,
) -> None:
    async def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(renewal, "renew", fail)
    version(tmp_path, "aaaaaaaa", 100)
    version(tmp_path, "bbbbbbbb", 200)
    switch(tmp_path, "aaaaaaaa")
    with following(tmp_path) as client:
        switch(tmp_path, "bbbbbbbb")
        assert soon(lambda: f"bbbbbbbb cannot be served, aaaaaaaa stays: {error}" in caplog.text)
        assert ("Traceback" in caplog.text) is is_fault
        assert client.get("/health").json()["version"] == "aaaaaaaa"
