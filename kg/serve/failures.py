"""What a failure looks like to who asked: a page for browsers, problem+json or plain text for the rest."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kg.errors import KgError
from kg.query.formats import Format
from kg.serve.headers import POSTED
from kg.serve.html import render
from kg.serve.negotiate import HTML, accepted, choose
from kg.serve.problems import MEDIA_TYPE, Problem

log = logging.getLogger("kg.serve")

_JSON = Format("json", MEDIA_TYPE, False, ("application/json",))
_TEXT = Format("txt", "text/plain", False)

#: An error is told in any case: where none of these is wanted, the first one is sent.
_FORMATS = (_JSON, HTML, _TEXT)


def problem_response(request: Request, problem: Problem) -> Response:
    """A problem in the format that the client reads best."""
    format_ = choose(accepted(request), _FORMATS) or _JSON
    response = problem.response()
    if format_ is HTML:
        title = f"{problem.status} {HTTPStatus(problem.status).phrase}"
        response.body = render(request, "problem.html", title=title, problem=problem)
    elif format_ is _TEXT:
        response.body = problem.text().encode()
    if format_ is not _JSON:
        response.headers["Content-Type"] = format_.content_type
        response.headers["Content-Length"] = str(len(response.body))
    response.headers["Vary"] = "Accept"
    response.headers["Cache-Control"] = "no-store"
    return response


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return problem_response(request, error)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    details = {404: "nothing is served at this path: / shows what there is", 405: "this path does not take this method"}
    detail = details.get(error.status_code, "the request is not valid")
    headers = dict(error.headers or {})
    if "Allow" in headers:  # the router does not know that preflights are answered before it
        allowed = {"OPTIONS", *headers["Allow"].split(", ")}
        headers["Allow"] = ", ".join(name for name in POSTED.split(", ") if name in allowed)
    return problem_response(request, Problem(error.status_code, detail, headers=headers))


async def _kg_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, KgError)
    problem = Problem.of(error)
    if problem.status == HTTPStatus.INTERNAL_SERVER_ERROR:
        log.error("a request failed: %s", error)
    return problem_response(request, problem)


#: What the application does with each kind of error.
HANDLERS: dict[int | type[Exception], Callable[[Request, Any], Any]] = {
    Problem: _problem,
    HTTPException: _http_error,
    KgError: _kg_error,
}
