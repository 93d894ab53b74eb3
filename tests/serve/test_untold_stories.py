"""A page comes without what cannot be told in time, says so, and is not kept as if it were whole."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pyoxigraph as ox
import pytest

from kg.errors import QueryTimeout
from kg.serve.app import create_app
from kg.serve.frames import Task
from kg.serve.runner import QueryDied, ServerBusy
from kg.serve.settings import ServeSettings
from kg.store import Version, publish
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


async def ask(
    version: Version, runner: Failing, storyteller: Failing, times: int, path: str = "/method/gpt-5"
) -> list[httpx.Response]:
    app = create_app(version, ServeSettings(query_processes="pool"), runner)
    app.state.context.storyteller = storyteller
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://any.example") as client:
        return [await client.get(path, headers={"Accept": "text/html"}) for _ in range(times)]


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
        assert "proprietary" in answer.text
        assert list(Page(answer.text).problems()) == []


def test_odd_nodes_have_pages_too(tmp_path: Path) -> None:
    """A merged-away address leads on; markup, control characters and odd addresses in the data stay harmless."""
    base = "https://w3id.org/leaderboard-kg/"
    label, see = "http://www.w3.org/2000/01/rdf-schema#label", "http://www.w3.org/2000/01/rdf-schema#seeAlso"
    lines = [
        f'<{base}method/old> <{label}> "Old <b>name</b> & \\u0007 \\" \\n"',
        f"<{base}method/old> <http://purl.org/dc/terms/isReplacedBy> <{base}method/new>",
        f"<{base}method/old> <{see}> <javascript:alert(1)>",
        f"<{base}method/old> <{see}> <urn:x:y>",
        f"<{base}method/old> <{see}> <{base}method/not-here>",
        f'<{base}method/old> <{see}> "x"@en-GB',
        f'<{base}method/new> <{label}> "New name"',
    ]
    files = {
        "graph.nt": "".join(sorted(f"{line} .\n" for line in lines)).encode(),
        "graph.nq": "".join(sorted(f"{line} <{base}graph/registry> .\n" for line in lines)).encode(),
    }
    version = Version(publish(tmp_path, files, "0123456789abcdef", store=False))
    busy = ServerBusy("busy")
    (answer,) = asyncio.run(ask(version, Failing(busy), Failing(busy), 1, "/method/old"))
    page = Page(answer.text)
    assert list(page.problems()) == []
    assert "".join(next(page.all("h1")).itertext()) == 'Old <b>name</b> & \ufffd " \n'
    notice = next(each for each in page.all("p") if each.attrib.get("class") == "notice")
    assert [link.attrib["href"] for link in notice.iter("a")] == ["/method/new"]
    links = list(page.links())
    assert "/method/not-here" in links
    assert not [link for link in links if link.startswith(("javascript:", "urn:"))]
    assert "urn:x:y" in answer.text
    (turtle,) = asyncio.run(ask(version, Failing(busy), Failing(busy), 1, "/method/old.ttl"))
    assert len(list(ox.parse(turtle.content, ox.RdfFormat.TURTLE))) == 6
