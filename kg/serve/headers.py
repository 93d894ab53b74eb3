"""What every answer carries, errors included: open to all origins, taken at its word, no scripts."""

from __future__ import annotations

import logging

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg.serve.problems import Problem

log = logging.getLogger("kg.serve")

METHODS = "GET, HEAD, OPTIONS"
#: Queries may be posted; nothing else is.
POSTED = "GET, HEAD, POST, OPTIONS"
_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class CommonHeaders:
    """ASGI middleware around everything, so that no failure escapes it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and add to its answer; preflights are answered here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def send_more(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                self._add(MutableHeaders(scope=message))
            await send(message)

        if scope["method"] == "OPTIONS":
            await self._preflight(send_more, POSTED if scope["path"].startswith("/sparql") else METHODS)
            return
        try:
            await self._app(scope, receive, send_more)
        except Exception:
            log.exception("a request failed")
            if not started:
                response = Problem(500, "the request failed; the server has written down why").response()
                await response(scope, receive, send_more)

    @staticmethod
    def _add(headers: MutableHeaders) -> None:
        headers["Access-Control-Allow-Origin"] = "*"
        headers["Access-Control-Expose-Headers"] = "ETag, Content-Location, Link, Retry-After, KG-Hint"
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Referrer-Policy"] = "no-referrer"
        if headers.get("content-type", "").startswith("text/html"):
            headers.setdefault("Content-Security-Policy", _POLICY)

    @staticmethod
    async def _preflight(send: Send, methods: str) -> None:
        headers = [
            (b"allow", methods.encode()),
            (b"access-control-allow-methods", methods.encode()),
            (b"access-control-allow-headers", b"Accept, Content-Type, If-None-Match"),
            (b"access-control-max-age", b"86400"),
        ]
        await send({"type": "http.response.start", "status": 204, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
