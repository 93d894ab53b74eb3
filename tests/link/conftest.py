"""A service on loopback that answers as told and remembers who asked, and a clock that never makes anyone wait."""

from __future__ import annotations

import datetime
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from kg.link.cache import Cache
from kg.link.fetching import Budget, Fetcher
from kg.link.settings import LinkSettings

#: A day on which all tests take place.
TODAY = datetime.datetime(2026, 3, 1, 12, 0, tzinfo=datetime.UTC)


class FakeClock:
    """Time passes only where somebody waits."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.day = TODAY
        self.slept: list[float] = []
        self._lock = threading.Lock()

    def now(self) -> datetime.datetime:
        return self.day + datetime.timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self.slept.append(seconds)
            self.seconds += seconds


@dataclass
class Request:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float


@dataclass
class Reply:
    """What is answered. ``cut`` promises more bytes than come; ``slow`` waits first."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    slow: float = 0.0


Answering = Callable[[Request], Reply]


class Fake:
    """A service on 127.0.0.1; ``answering`` says what it answers."""

    def __init__(self, clock: FakeClock) -> None:
        self.requests: list[Request] = []
        self.answering: Answering = lambda request: Reply(404)
        self.running = self.most_running = 0
        self._lock = threading.Lock()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _serve(self) -> None:
                with fake._lock:
                    fake.running += 1
                    fake.most_running = max(fake.most_running, fake.running)
                try:
                    body = self.rfile.read(int(self.headers.get("content-length", 0)))
                    request = Request(unquote(self.path), dict(self.headers.items()), body, clock.monotonic())
                    fake.requests.append(request)
                    self._reply(fake.answering(request))
                finally:
                    with fake._lock:
                        fake.running -= 1

            def _reply(self, reply: Reply) -> None:
                if reply.slow:
                    threading.Event().wait(reply.slow)
                try:
                    self.send_response(reply.status)
                    for name, value in reply.headers.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(reply.body) + (100 if reply.cut else 0)))
                    self.end_headers()
                    self.wfile.write(reply.body)
                    if reply.cut:
                        self.close_connection = True
                except OSError:  # the other side has left
                    self.close_connection = True

            do_GET = do_POST = _serve

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def answers(self, *replies: Reply) -> None:
        """One reply after the other, the last one for ever."""
        left = list(replies)
        self.answering = lambda _: left.pop(0) if len(left) > 1 else left[0]

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def as_json(value: Any, **more: Any) -> Reply:
    return Reply(body=json.dumps(value).encode(), headers={"Content-Type": "application/json"}, **more)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def fake(clock: FakeClock) -> Iterator[Fake]:
    server = Fake(clock)
    yield server
    server.stop()


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> LinkSettings:
    """Settings of a user with a contact and a key."""
    monkeypatch.setenv("KG_LINK_CONTACT", "steward@example.org")
    monkeypatch.setenv("KG_OPENALEX_KEY", "secret-key-1")
    monkeypatch.setenv("KG_SEMANTICSCHOLAR_KEY", "secret-key-2")
    monkeypatch.setenv("KG_LINK_CACHE", str(tmp_path / "cache"))
    return LinkSettings()


@pytest.fixture
def fetcher(settings: LinkSettings, clock: FakeClock) -> Iterator[Fetcher]:
    with Fetcher(settings, Cache(settings.link_cache), clock, timeout=0.25, budget=Budget(200, 3600)) as made:
        yield made


@pytest.fixture
def run_kg(capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs the command line in this process: exit status, standard output, what was said."""
    from kg.cli.running import main

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.argv", ["kg", *arguments])
            with pytest.raises(SystemExit) as left:
                main()
        out, told = capfd.readouterr()
        return int(left.value.code or 0), out, told

    return run
