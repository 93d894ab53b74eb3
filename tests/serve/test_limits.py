from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest
import uvicorn
from fastapi import FastAPI

from benchmarks.serve import hard
from kg.serve.forking import ForkRunner
from kg.serve.lanes import LaneRunner
from kg.serve.remember import RememberingRunner
from kg.serve.runner import PoolRunner

Serve = Callable[..., AbstractContextManager[tuple[httpx.Client, uvicorn.Server]]]

HEAVY = "?a <http://e/val> ?x . ?b <http://e/val> ?y . ?c <http://e/val> ?z"
COUNT = f"SELECT (COUNT(*) AS ?n) {{ {HEAVY} }}"
STREAM = f"SELECT * {{ {HEAVY} }}"
QUICK = {"query": "ASK { ?s <http://e/val> 7 }"}


def processes(server: uvicorn.Server) -> tuple[int, ...]:
    app = server.config.app
    assert isinstance(app, FastAPI)
    remembering = app.state.context.runner
    assert isinstance(remembering, RememberingRunner)
    lanes = remembering.runner
    assert isinstance(lanes, LaneRunner)
    assert isinstance(lanes.runner, PoolRunner | ForkRunner)
    return lanes.runner.process_ids


def running(process_id: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process_id}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False


def soon(condition: Callable[[], bool], seconds: float = 3) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").is_file(), reason="looks at processes in /proc")


@pytest.fixture
def serve_pool(serve: Serve) -> Serve:
    """Servers with a pool of workers, one for each slot and no light lane, so that processes can be counted."""
    return lambda **limits: serve(query_processes="pool", light_slots=0, answer_cache_bytes=0, **limits)


@pytest.mark.parametrize(
    "query",
    [
        COUNT,
        f"{STREAM} ORDER BY ?z",
        "SELECT * { ?s " + "/".join(["<http://e/val>"] * 800) + " ?o }",
        f"ASK {{ {HEAVY} MINUS {{ {HEAVY} FILTER(?x + ?y + ?z > 0 || ?x = 0) }} }}",
    ],
    ids=["count", "order-by", "long-path", "minus"],
)
def test_the_deadline_holds_whatever_the_query_does(serve_pool: Serve, query: str) -> None:
    with serve_pool(query_timeout=1, query_slots=1, query_memory_mb=4096) as (client, server):
        client.get("/sparql", params=QUICK)
        first = processes(server)
        begin = time.monotonic()
        answer = client.post("/sparql", data={"query": query})
        took = time.monotonic() - begin
        assert answer.status_code in (500, 504), answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        assert took < 15
        if answer.status_code == 504:
            assert "took longer than 1 seconds" in answer.json()["detail"]
        assert soon(lambda: not any(running(each) for each in first))
        assert client.get("/sparql", params=QUICK).json()["boolean"] is True


def test_health_answers_while_all_slots_are_busy_and_others_are_turned_away(serve_pool: Serve) -> None:
    with serve_pool(query_timeout=2, query_slots=2, query_wait=0.2) as (client, _):
        answers: list[int] = []
        threads = [
            threading.Thread(target=lambda: answers.append(client.post("/sparql", data={"query": COUNT}).status_code))
            for _ in range(2)
        ]
        for thread in threads:
            thread.start()
        time.sleep(0.5)
        begin = time.monotonic()
        assert client.get("/health").json()["status"] == "ok"
        assert time.monotonic() - begin < 5
        busy = client.get("/sparql", params=QUICK)
        assert busy.status_code == 503
        assert int(busy.headers["retry-after"]) > 0
        for thread in threads:
            thread.join()
        assert answers == [504, 504]
        assert client.get("/sparql", params=QUICK).json()["boolean"] is True


def test_a_process_that_dies_is_replaced(serve_pool: Serve) -> None:
    doubling = "SELECT (STRLEN(?v40) AS ?n) { BIND('xxxxxxxx' AS ?v0) " + " ".join(
        f"BIND(CONCAT(?v{n}, ?v{n}) AS ?v{n + 1})" for n in range(40)
    )
    with serve_pool(query_slots=1, query_memory_mb=64, query_timeout=10, query_tokens=20_000) as (client, server):
        before = processes(server)
        answer = client.post("/sparql", data={"query": doubling + "}"})
        assert answer.status_code == 500
        assert "died" in answer.json()["detail"]
        chain = "ASK { FILTER(" + "||".join(["1"] * 6000) + ") }"
        assert client.post("/sparql", data={"query": chain}).status_code in (200, 500)
        assert client.get("/sparql", params=QUICK).json()["boolean"] is True
        assert processes(server) != before


def test_a_process_that_was_killed_while_idle_is_replaced(serve_pool: Serve) -> None:
    with serve_pool(query_slots=1) as (client, server):
        client.get("/sparql", params=QUICK)
        (only,) = processes(server)
        os.kill(only, 9)
        assert soon(lambda: not running(only))
        time.sleep(0.2)
        assert client.get("/sparql", params=QUICK).json()["boolean"] is True
        assert processes(server) != (only,)


def read_all(client: httpx.Client, name: str) -> None:
    with client.stream("POST", "/sparql", data={"query": STREAM, "format": name}) as answer:
        assert answer.status_code == 200
        for _ in answer.iter_bytes():
            pass


@pytest.mark.parametrize("limits", [{"query_timeout": 1}, {"query_timeout": 20, "result_bytes": 3_000_000}])
def test_an_answer_that_is_cut_is_a_broken_transfer(serve_pool: Serve, limits: dict[str, float]) -> None:
    with serve_pool(query_slots=1, buffer_bytes=10_000, **limits) as (client, server):
        client.get("/sparql", params=QUICK)
        (busy,) = processes(server)
        for name in ("csv", "json"):
            with pytest.raises(httpx.RemoteProtocolError):
                read_all(client, name)
        assert soon(lambda: not running(busy))
        assert client.get("/sparql", params=QUICK).json()["boolean"] is True


def test_large_answers_that_end_are_whole(serve_pool: Serve) -> None:
    with serve_pool(query_slots=1, buffer_bytes=1000) as (client, server):
        client.get("/sparql", params=QUICK)
        before = processes(server)
        answer = client.get("/sparql", params={"query": "SELECT * { ?s <http://e/val> ?o }"})
        assert answer.headers["transfer-encoding"] == "chunked"
        assert len(answer.json()["results"]["bindings"]) == 2000
        head = client.head("/sparql", params={"query": "SELECT * { ?s <http://e/val> ?o }"})
        assert head.status_code == 200
        assert "content-length" not in head.headers
        assert client.get("/sparql", params=QUICK).status_code == 200
        assert len(processes(server)) == len(before)


def leave(url: httpx.URL, query: str) -> None:
    """Ask, and close the connection at the first byte or after half a second."""
    with (
        httpx.Client(base_url=url, timeout=0.5, trust_env=False) as client,
        contextlib.suppress(httpx.ReadTimeout),
        client.stream("POST", "/sparql", data={"query": query}) as answer,
    ):
        next(answer.iter_bytes())


@pytest.mark.parametrize("query", [COUNT, STREAM], ids=["before", "during"])
def test_a_client_that_leaves_ends_its_query(serve_pool: Serve, query: str) -> None:
    with serve_pool(query_slots=1, query_timeout=30, buffer_bytes=10_000) as (client, server):
        client.get("/sparql", params=QUICK)
        (busy,) = processes(server)
        leave(client.base_url, query)
        assert soon(lambda: not running(busy), 2)
        begin = time.monotonic()
        assert client.get("/sparql", params=QUICK).json()["boolean"] is True
        assert time.monotonic() - begin < 20


def test_a_client_that_does_not_read_gives_its_slot_back(serve_pool: Serve) -> None:
    with serve_pool(query_slots=1, query_timeout=1, query_wait=10, buffer_bytes=10_000) as (client, server):
        client.get("/sparql", params=QUICK)
        (busy,) = processes(server)
        with (
            httpx.Client(base_url=client.base_url, timeout=30, trust_env=False) as slow,
            slow.stream("POST", "/sparql", data={"query": STREAM}),
        ):
            assert soon(lambda: not running(busy))
            assert client.get("/sparql", params=QUICK).json()["boolean"] is True


def test_no_process_outlives_the_server(serve_pool: Serve) -> None:
    with serve_pool(query_slots=3) as (client, server):
        client.get("/sparql", params=QUICK)
        left = processes(server)
        assert len(left) == 3
    assert not any(running(each) for each in left)


def test_six_hard_queries_at_once_end_on_time_and_small_ones_are_answered_meanwhile(serve: Serve) -> None:
    with serve(query_timeout=3, query_slots=2, query_memory_mb=512, query_processes="fork") as (client, server):
        client.get("/sparql", params=QUICK)
        took: dict[str, tuple[int, float]] = {}

        def ask(name: str) -> None:
            begin = time.monotonic()
            status = client.post("/sparql", data={"query": hard.QUERIES[name]}).status_code
            took[name] = status, time.monotonic() - begin

        threads = [threading.Thread(target=ask, args=(name,)) for name in hard.QUERIES]
        for thread in threads:
            thread.start()
        asked = 0
        while any(thread.is_alive() for thread in threads):
            assert client.get("/health").json()["status"] == "ok"
            assert client.get("/sparql", params=QUICK).json()["boolean"] is True
            asked += 1
        # Heavy ones leave the processor to small ones: many were answered in these seconds.
        assert asked > 3
        assert {name: status for name, (status, _) in took.items() if status < 400} == {}
        assert took["braces"][0] == 400
        assert max(seconds for _, seconds in took.values()) < 20  # each alone would run for minutes
        assert soon(lambda: processes(server) == ())


def children_of(server: uvicorn.Server) -> int:
    return len(processes(server))


@pytest.mark.parametrize("query", [COUNT, STREAM], ids=["before", "during"])
def test_a_client_that_leaves_ends_its_child(serve: Serve, query: str) -> None:
    with serve(query_slots=1, query_timeout=30, buffer_bytes=10_000, query_processes="fork") as (client, server):
        client.get("/sparql", params=QUICK)
        thread = threading.Thread(target=leave, args=(client.base_url, query))
        thread.start()
        assert soon(lambda: children_of(server) == 1)
        (busy,) = processes(server)
        thread.join()
        assert soon(lambda: not running(busy), 2)
        assert client.get("/sparql", params=QUICK).json()["boolean"] is True


@pytest.mark.parametrize("limits", [{"query_timeout": 1}, {"query_timeout": 20, "result_bytes": 3_000_000}])
def test_an_answer_of_a_child_that_is_cut_is_a_broken_transfer(serve: Serve, limits: dict[str, float]) -> None:
    with serve(query_slots=1, buffer_bytes=10_000, query_processes="fork", **limits) as (client, server):
        for name in ("csv", "json"):
            with pytest.raises(httpx.RemoteProtocolError):
                read_all(client, name)
        assert soon(lambda: processes(server) == ())
        assert client.get("/sparql", params=QUICK).json()["boolean"] is True
