"""Servers on loopback that tests speak to: a peer in good health, and one that answers what it is told to."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx

OXIGRAPH = Path(sys.executable).parent / "oxigraph"


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@contextlib.contextmanager
def oxigraph(*options: str) -> Iterator[str]:
    port = free_port()
    process = subprocess.Popen(
        [OXIGRAPH, "serve", "--bind", f"127.0.0.1:{port}", *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(200):
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"http://127.0.0.1:{port}/query", trust_env=False)
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def pretending(reply: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[str]:
    """A server on loopback whose every answer is ``reply``."""

    class Handler(BaseHTTPRequestHandler):
        def _any(self) -> None:
            self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            # The form that came, where a reply can look at it.
            self.headers["X-Body"] = self.body.decode("utf-8", "replace")
            reply(self)

        do_GET = do_POST = do_PUT = do_DELETE = _any

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def answered(handler: BaseHTTPRequestHandler, status: int, body: bytes = b"", **headers: str) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)
