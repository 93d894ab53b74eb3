"""Requests whose target is a whole URL (``GET http://host/methods``), as clients send them to a proxy.

A server MUST take them, and MUST take the host from the target (RFC 9112, 3.2.2).
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from starlette.types import ASGIApp, Receive, Scope, Send

_TARGET = re.compile(rb"https?://([^/?#]*)(.*)", re.IGNORECASE | re.DOTALL)


class AbsoluteForm:
    """ASGI middleware outside of all others: behind it every target begins with a slash."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with the host of its target in place of its ``Host`` field."""
        target = _TARGET.fullmatch(scope["raw_path"]) if scope["type"] == "http" and scope.get("raw_path") else None
        if target is not None:
            others = [(name, value) for name, value in scope["headers"] if name != b"host"]
            path = target[2] or b"/"
            headers = [(b"host", target[1]), *others]
            scope = {**scope, "path": unquote(path.decode("ascii")), "raw_path": path, "headers": headers}
        await self._app(scope, receive, send)
