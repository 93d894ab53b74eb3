"""Errors as application/problem+json (RFC 9457): what, where, and what to do; never how we work."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from kg.errors import FormatError, KgError, QueryError, QueryTimeout, StoreFailure
from kg.query.guard import Refusal, RefusedQuery
from kg.query.hints import token_at
from kg.serve.runner import QueryDied, ServerBusy

MEDIA_TYPE = "application/problem+json"

#: So much of a token is shown.
_LONGEST = 100

_REFUSALS = {
    Refusal.UPDATE: 403,
    Refusal.CALLS_OUT: 403,
    Refusal.TOO_DEEP: 400,
    Refusal.TOO_LONG: 413,
    Refusal.TOO_MANY_TOKENS: 400,
}


class Problem(Exception):
    """A request that is answered with an error status."""

    def __init__(self, status: int, detail: str, *, headers: dict[str, str] | None = None, **members: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = headers or {}
        self.members = {name: value for name, value in members.items() if value is not None}

    @classmethod
    def of(cls, error: KgError, query: str = "") -> Problem:
        """The problem that an error of a query is for the client."""
        if isinstance(error, ServerBusy):
            return cls(503, str(error), headers={"Retry-After": "2"})
        if isinstance(error, QueryDied):
            return cls(500, str(error))
        if isinstance(error, QueryTimeout):
            return cls(504, str(error))
        if isinstance(error, StoreFailure):
            return cls(502, str(error))
        if isinstance(error, QueryError):
            status = _REFUSALS[error.refusal] if isinstance(error, RefusedQuery) else 400
            hint = "; ".join(getattr(error, "__notes__", [])) or None
            token = token_at(query, error.line, error.column) if query and error.line and error.column else None
            shown = token[:_LONGEST] if token else None
            return cls(status, str(error), line=error.line, column=error.column, token=shown, hint=hint)
        if isinstance(error, FormatError):
            return cls(406, f"{error}: ask for Turtle")
        return cls(500, "the request cannot be answered")

    def text(self) -> str:
        """The problem as plain text."""
        phrase = HTTPStatus(self.status).phrase
        place = f" (line {self.members['line']}, column {self.members['column']})" if "line" in self.members else ""
        lines = [f"{self.status} {phrase}: {self.detail}{place}"]
        for name, value in self.members.items():
            if name not in ("line", "column"):
                lines.append(f"{name}: {', '.join(map(str, value)) if isinstance(value, list) else value}")
        return "\n".join(lines) + "\n"

    def response(self) -> Response:
        """The problem as a response."""
        body = {"type": "about:blank", "title": HTTPStatus(self.status).phrase, "status": self.status}
        body |= {"detail": self.detail, **self.members}
        return Response(
            json.dumps(body, ensure_ascii=False).encode() + b"\n",
            status_code=self.status,
            media_type=MEDIA_TYPE,
            headers=self.headers,
        )
