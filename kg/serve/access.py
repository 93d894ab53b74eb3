"""The access log: one JSON object a line for each request, without the address of the client unless asked for."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from starlette.types import ASGIApp, Receive, Scope, Send

from kg.errors import KgError
from kg.serve.watch import Watched

#: Where a route leaves the query that it runs, so that the log can name it by its hash.
QUERY = "kg.query"
#: And where the number of rows of its answer is left.
ROWS = "kg.rows"


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
    """ASGI middleware that writes one line when an answer is over."""

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
        watched = Watched(send)
        try:
            await self._app(scope, receive, watched.send)
        finally:
            entry: dict[str, Any] = {
                "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
                "method": scope["method"],
                "path": scope["path"],
                "query": _hash(scope.get(QUERY)),
                "status": watched.status,
                "ms": round(watched.seconds * 1000, 1),
                "rows": scope.get(ROWS),
                "bytes": watched.size,
                "outcome": watched.outcome,
            }
            if self._addresses:
                entry["client"] = (scope.get("client") or [None])[0]
            with self._lock:
                self._log.write(json.dumps({k: v for k, v in entry.items() if v is not None}) + "\n")


def _hash(query: str | None) -> str | None:
    return hashlib.sha256(query.encode()).hexdigest()[:12] if query is not None else None
