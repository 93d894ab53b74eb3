"""Answers that are remembered, shared while they come, tagged, packed."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncGenerator, Awaitable, Callable

import httpx
import pytest

from kg.errors import QueryTimeout
from kg.query.guard import changes_with_time
from kg.serve.coding import zstd
from kg.serve.frames import Job, Task
from kg.serve.remember import RememberingRunner

SELECT = {"query": "SELECT * { ?s <http://e/val> ?o } ORDER BY ?o", "format": "csv"}


class Counting:
    """A runner without processes; an answer is the query, so many times, after a moment."""

    def __init__(self) -> None:
        self.ran: list[str] = []

    def start(self) -> None:
        pass

    def close(self) -> None:
        pass

    async def run(self, task: Task) -> AsyncGenerator[bytes, None]:
        assert isinstance(task, Job)
        self.ran.append(task.query)
        await asyncio.sleep(0.05)
        if task.query == "slow":
            raise QueryTimeout("too long")
        for _ in range(3):
            yield task.query.encode()


def job(query: str, **more: object) -> Job:
    return Job(query, "csv", False, 5.0, **more)  # type: ignore[arg-type]


async def whole(runner: RememberingRunner, asked: Job) -> bytes:
    return b"".join([chunk async for chunk in runner.run(asked)])


def trial(run: Callable[[RememberingRunner, Counting], Awaitable[None]], *, size: int = 10_000) -> None:
    async def main() -> None:
        inner = Counting()
        await run(RememberingRunner(inner, size=size, largest=1000), inner)

    asyncio.run(main())


def test_the_same_query_runs_once() -> None:
    async def run(runner: RememberingRunner, inner: Counting) -> None:
        answers = await asyncio.gather(*(whole(runner, job("a")) for _ in range(5)))
        assert answers == [b"aaa"] * 5
        assert await whole(runner, job("a", nice=3)) == b"aaa"
        assert inner.ran == ["a"]
        assert runner.hits == 5

    trial(run)


@pytest.mark.parametrize(
    "more",
    [
        {"named_graphs": ("g",)},
        {"default_graphs": ("g",)},
        {"packed": "gzip"},
        {"packed": "zstd"},
        {"base_iri": "http://e/"},
    ],
)
def test_what_an_answer_depends_on_is_part_of_its_key(more: dict[str, object]) -> None:
    async def run(runner: RememberingRunner, inner: Counting) -> None:
        await whole(runner, job("a"))
        await whole(runner, job("a", **more))
        assert inner.ran == ["a", "a"]

    trial(run)


def test_failures_are_shared_but_not_kept() -> None:
    async def run(runner: RememberingRunner, inner: Counting) -> None:
        answers = await asyncio.gather(*(whole(runner, job("slow")) for _ in range(3)), return_exceptions=True)
        assert [type(each) for each in answers] == [QueryTimeout] * 3
        assert inner.ran == ["slow"]
        with pytest.raises(QueryTimeout):
            await whole(runner, job("slow"))
        assert inner.ran == ["slow", "slow"]

    trial(run)


def test_answers_that_are_large_or_change_are_not_kept() -> None:
    async def run(runner: RememberingRunner, inner: Counting) -> None:
        large, unsteady = "b" * 400, "SELECT (NOW() AS ?t) {}"
        for query in (large, unsteady):
            assert await whole(runner, job(query)) == query.encode() * 3
            assert await whole(runner, job(query)) == query.encode() * 3
        assert inner.ran == [large, large, unsteady, unsteady]
        # Both ask at once: the second learns that it must ask for itself.
        assert len(set(await asyncio.gather(whole(runner, job(large)), whole(runner, job(large))))) == 1

    trial(run)


def test_somebody_who_leaves_does_not_take_the_answer_along() -> None:
    async def run(runner: RememberingRunner, inner: Counting) -> None:
        leaving = asyncio.create_task(whole(runner, job("a")))
        await asyncio.sleep(0.01)
        staying = asyncio.create_task(whole(runner, job("a")))
        await asyncio.sleep(0.01)
        leaving.cancel()
        assert await staying == b"aaa"
        assert inner.ran == ["a", "a"]
        assert runner._running == {}

    trial(run)


def test_nothing_is_remembered_where_there_is_no_room() -> None:
    async def run(runner: RememberingRunner, inner: Counting) -> None:
        await whole(runner, job("a"))
        await whole(runner, job("a"))
        assert inner.ran == ["a", "a"]

    trial(run, size=0)


@pytest.mark.parametrize(
    ("query", "changes"),
    [
        ("SELECT (now() AS ?t) {}", True),
        ("SELECT (STRUUID() AS ?t) {}", True),
        ("SELECT (RAND #\n() AS ?t) {}", True),
        (r"SELECT (\u004eOW() AS ?t) {}", True),
        ("ASK { ?s ?p 1 }", False),
    ],
)
def test_queries_that_change_with_time(query: str, changes: bool) -> None:
    assert changes_with_time(query) is changes


UNPACK = {"gzip": gzip.decompress, "zstd": zstd.decompress}


@pytest.mark.parametrize("coding", ["gzip", "zstd"])
def test_answers_have_tags_and_are_packed(client: httpx.Client, coding: str) -> None:
    plain = client.get("/sparql", params=SELECT, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text.count("\n") == 2001
    with client.stream("GET", "/sparql", params=SELECT, headers={"Accept-Encoding": coding}) as packed:
        body = b"".join(packed.iter_raw())
    assert packed.headers["content-encoding"] == coding
    assert UNPACK[coding](body) == plain.content
    assert len(body) < len(plain.content) / 2
    assert packed.headers["etag"] != plain.headers["etag"]
    assert "Accept-Encoding" in packed.headers["vary"]
    for answer in (plain, packed):
        encoding = coding if answer is packed else "identity"
        again = client.get(
            "/sparql", params=SELECT, headers={"If-None-Match": answer.headers["etag"], "Accept-Encoding": encoding}
        )
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == answer.headers["etag"]
    other = client.get("/sparql", params={**SELECT, "format": "tsv"}, headers={"If-None-Match": plain.headers["etag"]})
    assert other.status_code == 200
    unsteady = client.get("/sparql", params={"query": "SELECT (NOW() AS ?t) {}"})
    assert "etag" not in unsteady.headers
    wrong = client.get("/sparql", params={"query": "SELEC"}, headers={"Accept-Encoding": coding})
    assert (wrong.status_code, "content-encoding" in wrong.headers) == (400, False)


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "zstd"),  # what browsers send
        ("gzip, deflate", "gzip"),
        ("zstd;q=0.5, gzip", "gzip"),
        ("*", "zstd"),
        ("*, zstd;q=0", "gzip"),
        ("zstd;q=0, *;q=0", None),
        ("identity", None),
        ("br", None),
        ("", None),
    ],
)
@pytest.mark.parametrize("path", ["/questions", "/sparql?query=SELECT%20*%20%7B%20%3Fs%20%3Fp%20%3Fo%20%7D"])
def test_the_coding_is_the_one_that_the_client_likes_best(
    client: httpx.Client, path: str, accepted: str, coding: str | None
) -> None:
    with client.stream("GET", path, headers={"Accept-Encoding": accepted}) as answer:
        body = b"".join(answer.iter_raw())
    assert answer.headers.get("content-encoding") == coding
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert (UNPACK[coding](body) if coding else body) == plain.content
