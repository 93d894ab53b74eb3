"""A page comes without what cannot be told in time, says so, and is not kept as if it were whole."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import httpx
import pytest

from kg.errors import QueryTimeout
from kg.serve.app import create_app
from kg.serve.frames import Task
from kg.serve.runner import QueryDied, ServerBusy
from kg.serve.settings import ServeSettings
from kg.store import Version
from tests.serve.crawl import Page


class Failing:
    """A runner that only fails."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.asked = 0

    async def run(self, job: Task) -> AsyncGenerator[bytes, None]:
        self.asked += 1
        for chunk in tuple[bytes]():
            yield chunk
        raise self.error

    def start(self) -> None: ...

    def close(self) -> None: ...


async def ask(version: Version, runner: Failing, storyteller: Failing, times: int) -> list[httpx.Response]:
    app = create_app(version, ServeSettings(query_processes="pool"), runner)
    app.state.context.storyteller = storyteller
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://any.example") as client:
        return [await client.get("/method/gpt-5", headers={"Accept": "text/html"}) for _ in range(times)]


@pytest.mark.parametrize(
    ("error", "tries"), [(QueryTimeout("it took too long"), 1), (QueryDied("it died"), 1), (ServerBusy("busy"), 3)]
)
def test_what_takes_too_long_is_not_tried_each_time(shipped_version: Version, error: Exception, tries: int) -> None:
    storyteller = Failing(error)
    answers = asyncio.run(ask(shipped_version, Failing(ServerBusy("busy")), storyteller, 3))
    assert storyteller.asked == tries
    for answer in answers:
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert "etag" not in answer.headers
        assert "Its story is not told now" in answer.text
        assert "was not counted in time" in answer.text
        assert "Proprietary" in answer.text or "proprietary" in answer.text
        assert list(Page(answer.text).problems()) == []
