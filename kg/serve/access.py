"""The access log: one JSON object a line for each request, without the address of the client unless asked for."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg.errors import KgError

#: Where a route leaves the query that it runs, so that the log can name it by its hash.
QUERY = "kg.query"
#: And where the number of rows of its answer is left.
ROWS = "kg.rows"

#: Nobody reads this status: the client closed the connection before there was an answer.
_CLIENT_LEFT = 499


def open_log(target: str) -> IO[str] | None:
    """The log that a setting names: ``-`` for standard error, a file that is added to, or none."""
    if not target:
        return None
    if target == "-":
        return sys.stderr
    try:
        return Path(target).open("a", encoding="utf-8", buffering=1)
    except OSError as error:
        raise KgError(f"KG_ACCESS_LOG: {target} cannot be written: {error.strerror}") from error


class AccessLog:
    """ASGI middleware that writes one line when an answer is over.

    ``outcome`` is ``ok``, ``error`` (a status of 400 or more), ``cut`` (the transfer was broken off, so
    that a part cannot be taken for the whole) or ``left`` (the client did not wait).
    """

    def __init__(self, app: ASGIApp, log: IO[str], *, addresses: bool = False) -> None:
        self._app = app
        self._log = log
        self._addresses = addresses
        self._lock = threading.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and watch its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status, size, whole = time.monotonic(), 0, 0, False

        async def watched(message: Message) -> None:
            nonlocal status, size, whole
            await send(message)
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
                whole = not message.get("more_body", False)

        try:
            await self._app(scope, receive, watched)
        finally:
            entry: dict[str, Any] = {
                "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
                "method": scope["method"],
                "path": scope["path"],
                "query": _hash(scope.get(QUERY)),
                "status": status,
                "ms": round((time.monotonic() - began) * 1000, 1),
                "rows": scope.get(ROWS),
                "bytes": size,
                "outcome": outcome(status, whole=whole),
            }
            if self._addresses:
                entry["client"] = (scope.get("client") or [None])[0]
            with self._lock:
                self._log.write(json.dumps({k: v for k, v in entry.items() if v is not None}) + "\n")


def _hash(query: str | None) -> str | None:
    return hashlib.sha256(query.encode()).hexdigest()[:12] if query is not None else None


def outcome(status: int, *, whole: bool) -> str:
    """How a request ended, see :class:`AccessLog`; status 0 is none at all."""
    if status in (0, _CLIENT_LEFT):
        return "left"
    if not whole:
        return "cut"
    return "error" if status >= 400 else "ok"
