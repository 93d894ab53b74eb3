"""What every answer carries, errors included: open to all origins, taken at its word, no scripts."""

from __future__ import annotations

import logging
import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg.serve.problems import Problem

log = logging.getLogger("kg.serve")

METHODS = "GET, HEAD, OPTIONS"
#: Queries may be posted; nothing else is.
POSTED = "GET, HEAD, POST, OPTIONS"
_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


_TAKEN = ("Accept", "Content-Type", "If-None-Match")
#: The name of a header field, of a length that anybody needs.
_FIELD = re.compile(r"[\w!#$%&'*+.^`|~-]{1,60}", re.ASCII)


def add_common(headers: MutableHeaders) -> None:
    """Add what every answer carries."""
    headers["Access-Control-Allow-Origin"] = "*"
    headers["Access-Control-Expose-Headers"] = "ETag, Content-Location, Link, Retry-After, KG-Hint"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    if headers.get("content-type", "").startswith("text/html"):
        headers.setdefault("Content-Security-Policy", _POLICY)


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
                add_common(MutableHeaders(scope=message))
            await send(message)

        if scope["method"] == "OPTIONS":
            await self._preflight(scope, send_more)
            return
        try:
            await self._app(scope, receive, send_more)
        except Exception:
            log.exception("a request failed")
            if not started:
                response = Problem(500, "the request failed; the server has written down why").response()
                await response(scope, receive, send_more)

    @staticmethod
    async def _preflight(scope: Scope, send: Send) -> None:
        methods = POSTED if scope["path"].startswith("/sparql") else METHODS
        # Whatever a client wants to send beside: nothing here depends on it, and no request carries credentials.
        asked = ", ".join(Headers(scope=scope).getlist("access-control-request-headers"))
        more = [name.strip() for name in asked.split(",") if _FIELD.fullmatch(name.strip())]
        allowed = dict.fromkeys((*_TAKEN, *(name for name in more if name.title() not in _TAKEN)))
        headers = [
            (b"allow", methods.encode()),
            (b"access-control-allow-methods", methods.encode()),
            (b"access-control-allow-headers", ", ".join(allowed).encode()),
            (b"access-control-max-age", b"86400"),
            (b"vary", b"Access-Control-Request-Headers"),
        ]
        await send({"type": "http.response.start", "status": 204, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
