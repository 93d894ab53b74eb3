"""Listening: a port that is free for sure, a server on it, and a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import cast

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.supervisors import Multiprocess

from kg.errors import KgError
from kg.serve.app import BUILD_VARIABLE, app_of_environment, create_app
from kg.serve.headers import add_common
from kg.serve.metrics import SHARED
from kg.serve.problems import Problem

#: Seconds within which the header of a request must have come, and some more of an answer been taken.
HEADER_SECONDS, TAKE_SECONDS = 10.0, 60.0
#: Seconds that a connection may be idle between two requests. Clients close theirs by themselves (Node's fetch after 4,
#: browsers and proxies after up to 60): a server that waits less long closes one that is just being used again.
KEEP_SECONDS = 65
#: Seconds within which each of several server processes must show that it is alive; one that does not is replaced. A
#: new one loads its modules first, which takes longer than uvicorn's 5 seconds where the machine is busy.
UP_SECONDS = 60
#: Seconds that answers get to end when the server does.
_GRACE = 40


def bind_socket(host: str, port: int) -> socket.socket:
    """A socket bound to an address; KgError with the remedy where that cannot be."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise KgError(f"{host!r} is no address of this machine: try --host 127.0.0.1") from error
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        # Two sockets may be bound to one address as long as neither listens.
        listener.listen(2048)
    except (OSError, OverflowError) as error:
        listener.close()
        code = getattr(error, "errno", None)
        if code == errno.EADDRINUSE:
            raise KgError(f"port {port} on {host} is in use: stop what uses it or choose another port") from error
        if code == errno.EACCES:
            raise KgError(f"port {port} may not be used by this user: choose one above 1023") from error
        raise KgError(f"cannot listen on {host} port {port}: {error}") from error
    listener.set_inheritable(False)
    return listener


def run(
    version: str | Path,
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    workers: int = 1,
    announce: Callable[[str], None] | None = None,
) -> None:
    """Serve a build until Ctrl-C or SIGTERM; requests that run are answered before the server ends.

    The port is taken before anything else is done; 0 takes a free one. With more than one worker
    each is a process with query processes of its own. ``announce`` is called with the address once
    connections are taken in.
    """
    with bind_socket(host, port) as listener, contextlib.ExitStack() as stack:
        # Made here in any case: what is wrong with the build or the settings is told before anything listens.
        app = create_app(version)
        if workers == 1:
            server: uvicorn.Server | Multiprocess = uvicorn.Server(server_config(app))
        else:
            os.environ[BUILD_VARIABLE] = str(Path(version).absolute())
            os.environ["KG_SERVER_PROCESSES"] = str(workers)
            stack.callback(os.environ.pop, "KG_SERVER_PROCESSES", None)
            if SHARED not in os.environ:
                os.environ[SHARED] = stack.enter_context(tempfile.TemporaryDirectory(prefix="kg-metrics-"))
                stack.callback(os.environ.pop, SHARED)
            factory = f"{app_of_environment.__module__}:{app_of_environment.__name__}"
            server = Multiprocess(server_config(factory, factory=True, workers=workers), [listener])
        bound = listener.getsockname()[1]
        if announce is not None:
            announce(f"http://{f'[{host}]' if ':' in host else host}:{bound}/")
        with contextlib.suppress(KeyboardInterrupt):
            if isinstance(server, uvicorn.Server):
                server.run(sockets=[listener])
            else:
                server.run()


class Patient(H11Protocol):
    """Connections that keep the server waiting are closed: for a request's header, or for an answer to be taken.

    Between requests uvicorn itself closes them; bodies have a time of their own (:mod:`kg.serve.protocol`).
    """

    _waiting: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has come: its request is awaited."""
        super().connection_made(cast(asyncio.Transport, transport))
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Something has come of it."""
        super().data_received(data)
        self._wait()

    def on_response_complete(self) -> None:
        """An answer has been sent: what has begun of the next request, or is missing of this one, is awaited."""
        super().on_response_complete()
        begun = self.conn.their_state is not h11.IDLE or self.conn.trailing_data[0]
        if begun and not self.transport.is_closing():
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone, or was left."""
        super().connection_lost(exc)
        for timer in (self._waiting, self._stalled):
            if timer is not None:
                timer.cancel()

    def pause_writing(self) -> None:
        """The client does not take what is sent."""
        super().pause_writing()
        self._stalled = self.loop.call_later(TAKE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It takes it again."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()

    def send_400_response(self, msg: str) -> None:
        """What cannot be read as HTTP never gets to the application: it is told in the same words as there."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = Problem(400, "this is no request of HTTP/1.1, or its header is too long").response()
            add_common(answer.headers)
            lines = [name + b": " + value + b"\r\n" for name, value in (*answer.raw_headers, (b"connection", b"close"))]
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + b"".join(lines) + b"\r\n" + bytes(answer.body))
        self.transport.close()

    def _wait(self) -> None:
        """Start the clock where a header is awaited, and stop it where a request is under way."""
        under_way = self.cycle is not None and not self.cycle.response_complete
        if under_way and self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        elif not under_way and self._waiting is None:
            self._waiting = self.loop.call_later(HEADER_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self._waiting = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()


def server_config(app: ASGIApp | str, *, factory: bool = False, workers: int = 1) -> uvicorn.Config:
    """How uvicorn serves: our own log, no name of a server, and no endless patience."""
    return uvicorn.Config(
        app,
        factory=factory,
        workers=workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=Patient,
        timeout_keep_alive=KEEP_SECONDS,
        timeout_graceful_shutdown=_GRACE,
        timeout_worker_healthcheck=UP_SECONDS,
    )
