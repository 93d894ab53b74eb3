"""Sending the answer of a query: whole where it is small, in a stream where it is large.

The status line waits until the answer is complete or the buffer is full, so that most failures
get an error status. A stream that fails is broken off: the client sees an incomplete transfer,
never a shorter answer that looks complete. When the client leaves, the query ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Coroutine
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kg.errors import KgError
from kg.query.guard import changes_with_time
from kg.serve.access import ROWS
from kg.serve.coding import coding_for
from kg.serve.context import Context
from kg.serve.faults import traceback_of
from kg.serve.frames import Job, Last, Task, rows_of
from kg.serve.problems import Problem
from kg.serve.respond import REVALIDATE, if_none_match, is_match, not_modified, page_tag
from kg.serve.runner import QueryDied, QueryRunner
from kg.serve.watch import CLIENT_LEFT

log = logging.getLogger("kg.serve")


async def answer(request: Request, job: Job, content_type: str) -> Response:
    """The response to a query on the version that is served; raises Problem while there still is a status to choose.

    The entity tag is known before the query runs, so a client that has the answer already gets 304
    at once. An answer that changes with time has none.
    """
    context = Context.of(request)
    settings = context.settings
    old_client = request.scope.get("http_version") == "1.0"
    limit = settings.result_bytes if old_client else settings.buffer_bytes
    headers = {"Content-Type": content_type, "Vary": "Accept, Accept-Encoding", "Cache-Control": REVALIDATE}
    if coding := coding_for(request):
        job = replace(job, packed=coding)
        headers["Content-Encoding"] = coding
    if not changes_with_time(job.query):
        headers["ETag"] = _tag(job, context.version.digest)
        # "*" asks for any answer there is, and whether there is one is only known when the query has run.
        asked_for = request.method in ("GET", "HEAD") and if_none_match(request) != "*"
        if asked_for and is_match(request, headers["ETag"]):
            return not_modified(headers["ETag"], headers)
    chunks = context.runner.run(job)
    try:
        first = await _while_client_waits(request, _collect(chunks, limit))
    except KgError as error:
        await chunks.aclose()
        raise Problem.of(error, job.query) from error
    except BaseException:
        await chunks.aclose()
        raise
    if first is None:
        await chunks.aclose()
        return Response(status_code=CLIENT_LEFT)
    body, complete = first
    request.scope[ROWS] = rows_of(body)
    if complete or request.method == "HEAD":
        await chunks.aclose()
        response = Response(body if complete else b"", headers=headers)
        if request.method == "HEAD":
            response.body = b""
            if not complete:
                del response.headers["content-length"]
        return response
    if old_client:
        # Its end of transfer is the end of the connection, which cannot be told from a break.
        await chunks.aclose()
        raise Problem(500, "the answer is too large for a client without HTTP/1.1")
    return _Stream(body, chunks, headers, settings.result_bytes, job.timeout + 1)


def _tag(job: Job, version: str) -> str:
    """The weak entity tag of an answer: of all that it depends on."""
    asked = (job.query, job.format, str(job.graph), *job.default_graphs, "", *job.named_graphs, str(job.base_iri))
    return page_tag("answer", version, job.packed, *asked)


async def whole_answer(request: Request, runner: QueryRunner, job: Task, limit: int) -> bytes:
    """The body of an answer that is used here; raises Problem where it fails or is larger than the limit."""
    async with contextlib.aclosing(runner.run(job)) as chunks:
        try:
            first = await _while_client_waits(request, _collect(chunks, limit))
        except KgError as error:
            raise Problem.of(error) from error
    if first is None:
        raise Problem(400, "the client has left")
    body, complete = first
    if not complete:
        raise Problem(500, "the answer is too large for a page: ask for another format")
    return body


async def _collect(chunks: AsyncGenerator[bytes, None], limit: int) -> tuple[bytes, bool]:
    """What comes until the end or the limit, and whether it is all."""
    body, rows = bytearray(), None
    async for chunk in chunks:
        body += chunk
        rows = rows_of(chunk)
        if len(body) >= limit and not isinstance(chunk, Last):
            return bytes(body), False
    return Last(bytes(body), rows), True


async def _while_client_waits(
    request: Request, work: Coroutine[Any, Any, tuple[bytes, bool]]
) -> tuple[bytes, bool] | None:
    """The result of some work, or None when the client leaves first (the work is cancelled then)."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_client_left(request.receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        await _cancel(working, leaving)


async def _client_left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _cancel(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class _Stream(Response):
    """A response whose end is sent only when everything before it was."""

    def __init__(
        self, body: bytes, chunks: AsyncGenerator[bytes, None], headers: dict[str, str], limit: int, seconds: float
    ) -> None:
        super().__init__(headers=headers)
        del self.headers["content-length"]
        self._first = body
        self._chunks = chunks
        self._limit = limit
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sending = asyncio.create_task(self._send(scope, send))
        leaving = asyncio.create_task(_client_left(receive))
        try:
            await asyncio.wait({sending, leaving}, timeout=self._seconds, return_when=asyncio.FIRST_COMPLETED)
            if sending.done() and (error := sending.exception()) is not None:
                log.warning("an answer was broken off: %s", error, exc_info=traceback_of(error))
        finally:
            await _cancel(sending, leaving)
            await self._chunks.aclose()
        # Where the end was not sent, returning now makes the server close the connection.

    async def _send(self, scope: Scope, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self._first, "more_body": True})
        size = len(self._first)
        async for chunk in self._chunks:
            size += len(chunk)
            scope[ROWS] = rows_of(chunk)
            if size > self._limit:
                raise QueryDied(f"it is larger than {self._limit:,} bytes")
            if chunk:
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
