"""Listening: a port that is free for sure, a server on it, and a clean end."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from kg.errors import KgError
from kg.serve.app import BUILD_VARIABLE, app_of_environment, create_app
from kg.serve.metrics import SHARED


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
            server: uvicorn.Server | Multiprocess = uvicorn.Server(_config(app))
        else:
            os.environ[BUILD_VARIABLE] = str(Path(version).absolute())
            if SHARED not in os.environ:
                os.environ[SHARED] = stack.enter_context(tempfile.TemporaryDirectory(prefix="kg-metrics-"))
                stack.callback(os.environ.pop, SHARED)
            factory = f"{app_of_environment.__module__}:{app_of_environment.__name__}"
            server = Multiprocess(_config(factory, factory=True, workers=workers), [listener])
        bound = listener.getsockname()[1]
        if announce is not None:
            announce(f"http://{f'[{host}]' if ':' in host else host}:{bound}/")
        with contextlib.suppress(KeyboardInterrupt):
            if isinstance(server, uvicorn.Server):
                server.run(sockets=[listener])
            else:
                server.run()


def _config(app: FastAPI | str, *, factory: bool = False, workers: int = 1) -> uvicorn.Config:
    return uvicorn.Config(
        app, factory=factory, workers=workers, log_level="warning", access_log=False, server_header=False
    )
