"""Whether the server is up, and whether it can answer."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kg.serve.answers import whole_answer
from kg.serve.context import Context
from kg.serve.frames import Job
from kg.serve.problems import Problem

#: Seconds that the smallest query may take.
_SECONDS = 2.0

#: It holds for this moment only.
_NOW = {"Cache-Control": "no-store"}


async def health(request: Request) -> Response:
    """Whether the server is up, which version it serves, and how many results that has."""
    version = Context.of(request).version
    return JSONResponse({"status": "ok", "version": version.digest, "results": version.results}, headers=_NOW)


async def ready(request: Request) -> Response:
    """Whether a query is answered now: 200, else 503 with the reason."""
    context = Context.of(request)
    # A query of its own each time: a remembered answer would prove nothing.
    job = Job("ASK { FILTER(NOW() > 0 || true) }", "csv", False, min(_SECONDS, context.settings.query_timeout))
    try:
        await whole_answer(request, context.runner, job, 100)
    except Problem as problem:
        detail = f"no query is answered now: {problem.detail}"
        raise Problem(503, detail, headers={"Retry-After": "2"}) from problem
    return JSONResponse({"status": "ready", "version": context.version.digest}, headers=_NOW)
