"""``/limits``: what one request may cost, what happens beyond it, and which setting changes it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from starlette.requests import Request
from starlette.responses import Response

from kg.query.formats import Format
from kg.serve.context import Context
from kg.serve.html import html_page
from kg.serve.negotiate import HTML, pick_format
from kg.serve.process import processor_seconds
from kg.serve.respond import respond
from kg.serve.settings import ServeSettings

JSON = Format("json", "application/json", False)


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit; ``value`` is a number of ``unit``, ``setting`` the variable that changes it, "" where none does."""

    name: str
    value: float
    unit: str
    beyond: str
    setting: str

    def sentence(self) -> str:
        """The limit in words."""
        return f"{self.name}: at most {self.value:,.15g} {self.unit}; beyond it {self.beyond}"


def limits(settings: ServeSettings) -> list[Limit]:
    """All limits that a client can run into."""

    def of(name: str, field: str, unit: str, beyond: str, *, each: bool = False) -> Limit:
        """``each`` server process has such a limit of its own."""
        value = getattr(settings, field) * (settings.server_processes if each else 1)
        return Limit(name, value, unit, beyond, f"KG_{field.upper()}")

    return [
        of("time of a query", "query_timeout", "seconds", "504, or a broken transfer where the answer has begun"),
        Limit(
            "processor time of a query",
            processor_seconds(settings.query_timeout),
            "seconds",
            "500: the query is ended",
            "KG_QUERY_TIMEOUT",
        ),
        of("memory of a query", "query_memory_mb", "megabytes", "500: the query is ended"),
        of("answer to a query", "result_bytes", "bytes", "a broken transfer, never a shorter answer that looks whole"),
        of("queries at the same time", "query_slots", "queries", "the next one waits", each=True),
        of("small queries beside them", "light_slots", "queries", "the next one waits", each=True),
        of("waiting for a slot", "query_wait", "seconds", "503 with Retry-After"),
        of("body of a request", "body_bytes", "bytes", "413"),
        of("text of a query", "query_bytes", "bytes", "413"),
        of("nesting of a query", "query_depth", "levels", "400"),
        of("words and signs of a query", "query_tokens", "tokens", "400"),
        of("requests of one client", "rate_limit", "a second, 0 for any number", "429 with Retry-After", each=True),
        of("requests at once of one client", "rate_burst", "requests", "429 with Retry-After", each=True),
        of("time of a story", "story_timeout", "seconds", "the page comes without it and says so"),
    ]


async def limits_page(request: Request) -> Response:
    """What one request may cost, and what happens beyond it; as a page or as JSON."""
    found = limits(Context.of(request).settings)
    format_ = pick_format(None, request, (JSON, HTML))
    if format_ is HTML:
        return html_page(request, "limits.html", title="Limits", headers={"Vary": "Accept"}, limits=found)
    body = json.dumps([asdict(limit) for limit in found], indent=1).encode() + b"\n"
    return respond(request, body, format_.content_type, {"Vary": "Accept"})
