"""Clients that send slowly or never, or take nothing of what is sent, are left."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import httpx
import pytest
import uvicorn
from starlette.types import Message, Receive, Scope, Send

from kg.serve import listen, protocol
from kg.serve.listen import KEEP_SECONDS, bind_socket, server_config
from tests.conftest import ROOT

Serve = Callable[..., AbstractContextManager[tuple[httpx.Client, uvicorn.Server]]]


@contextmanager
def connected(client: httpx.Client) -> Iterator[socket.socket]:
    with socket.create_connection((client.base_url.host, client.base_url.port or 80), timeout=20) as connection:
        yield connection


def rest(connection: socket.socket) -> bytes:
    """All that comes until the server closes the connection; TimeoutError where it never does."""
    received = b""
    try:
        while piece := connection.recv(65536):
            received += piece
    except ConnectionResetError:
        pass
    return received


def test_a_connection_without_a_request_is_closed(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen, "HEADER_SECONDS", 0.4)
    with serve() as (client, _):
        with connected(client) as nothing:
            assert rest(nothing) == b""
        with connected(client) as dripping:
            dripping.sendall(b"GET /health HTTP/1.1\r\n")
            closed = threading.Event()

            def drip() -> None:
                while not closed.wait(0.1):
                    try:
                        dripping.sendall(b"A")
                    except OSError:
                        return

            thread = threading.Thread(target=drip)
            thread.start()
            assert rest(dripping) == b""
            closed.set()
            thread.join()
        with connected(client) as second:
            second.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET /health HTTP/1.1\r\n")
            assert rest(second).count(b"HTTP/1.1 200 OK") == 1
        with connected(client) as third:
            third.sendall(b"POST /none HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nA")
            assert rest(third).startswith(b"HTTP/1.1 404 ")


def test_a_request_that_takes_its_time_to_be_answered_is_not_cut(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen, "HEADER_SECONDS", 0.3)
    heavy = "?a <http://e/val> ?x . ?b <http://e/val> ?y . ?c <http://e/val> ?z"
    with serve(query_timeout=1.5) as (client, _):
        answer = client.post("/sparql", data={"query": f"SELECT (COUNT(*) AS ?n) {{ {heavy} }}"})
        assert answer.status_code == 504
        assert client.get("/health").status_code == 200


def test_the_page_tells_the_times() -> None:
    told = " ".join((ROOT / "docs" / "serving.md").read_text(encoding="utf-8").split())
    header, body, take = listen.HEADER_SECONDS, protocol.BODY_SECONDS, listen.TAKE_SECONDS
    assert f"{header:g} seconds for the header of a request, {body:g} for its body (408), {take:g} in which" in told
    assert f"a connection may be idle for {KEEP_SECONDS} seconds" in told


def test_an_idle_connection_is_kept_longer_than_clients_keep_it_and_closed_when_the_server_ends(serve: Serve) -> None:
    with serve() as (client, server), connected(client) as idle:
        assert server.config.timeout_keep_alive == KEEP_SECONDS > 60
        idle.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
        assert idle.recv(65536).startswith(b"HTTP/1.1 200 OK\r\n")
        server.should_exit = True
        # Closed now: the socket's own patience is shorter than the server's.
        rest(idle)


def test_a_body_that_does_not_come_is_an_error_and_does_not_keep_the_server_from_ending(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.4)
    head = (
        b"POST /sparql HTTP/1.1\r\nHost: a\r\nContent-Type: application/sparql-query\r\nContent-Length: 50\r\n\r\nASK"
    )
    with serve() as (client, server):
        with connected(client) as waiting:
            waiting.sendall(head)
            received = rest(waiting)
            assert received.startswith(b"HTTP/1.1 408 ")
            assert b"the body did not come within 0.4 seconds" in received
        with connected(client) as another:
            another.sendall(head)
            time.sleep(0.1)
            # The server ends at the end of the block, where the fixture waits for its thread.
            server.should_exit = True
            rest(another)


def test_a_packed_body_is_refused(serve: Serve) -> None:
    with serve() as (client, _):
        for coding, status in (("gzip", 415), ("br", 415), ("identity", 200)):
            headers = {"Content-Type": "application/sparql-query", "Content-Encoding": coding}
            answer = client.post("/sparql", content=b"ASK {}", headers=headers)
            assert answer.status_code == status
            if status == 415:
                assert answer.headers["accept-encoding"] == "identity"
                assert coding in answer.json()["detail"]


def test_a_client_that_takes_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen, "TAKE_SECONDS", 0.4)
    left = threading.Event()

    async def endless(scope: Scope, receive: Receive, send: Send) -> None:
        message: Message = await receive()
        if scope["type"] == "lifespan":
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(10_000):
            await send({"type": "http.response.body", "body": b" " * 65536, "more_body": True})
            if left.is_set():
                return
        while message["type"] != "http.disconnect":
            message = await receive()
        left.set()

    with bind_socket("127.0.0.1", 0) as listener:
        server = uvicorn.Server(server_config(endless))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            with socket.create_connection(listener.getsockname(), timeout=20) as connection:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                assert left.wait(20)
        finally:
            left.set()
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive()
