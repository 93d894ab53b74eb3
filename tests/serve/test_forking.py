"""Forked children: answers, deadlines, deaths, clients that leave, and lanes that let small questions pass."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kg.errors import QueryError, QueryTimeout
from kg.serve.forking import ForkRunner, can_fork
from kg.serve.frames import Job, Task
from kg.serve.lanes import LaneRunner, Lanes
from kg.serve.runner import QueryDied, QueryRunner, ServerBusy
from kg.store import Version

pytestmark = pytest.mark.skipif(not can_fork(), reason="there is no fork here, or no process descriptors")

HEAVY = "?a <http://e/val> ?x . ?b <http://e/val> ?y . ?c <http://e/val> ?z"
COUNT = f"SELECT (COUNT(*) AS ?n) {{ {HEAVY} }}"
STREAM = f"SELECT * {{ {HEAVY} }}"
ASK = "ASK { ?s <http://e/val> 7 }"


def job(query: str, timeout: float = 5.0) -> Job:
    return Job(query, "csv", False, timeout)


async def whole(runner: QueryRunner, query: str, timeout: float = 5.0) -> bytes:
    body = b""
    async for chunk in runner.run(job(query, timeout)):
        body += chunk
    return body


@contextlib.contextmanager
def forking(store: Path, memory_mb: int = 1024, *, rest: float = 10.0) -> Iterator[ForkRunner]:
    runner = ForkRunner(store, memory_mb, rest=rest)
    try:
        yield runner
    finally:
        runner.close()


def alive(pid: int) -> bool:
    """Whether a process still runs; one that has ended and waits to be taken leave of does not."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False


async def soon(condition: Callable[[], bool], seconds: float = 3.0) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        await asyncio.sleep(0.01)
    return condition()


@pytest.fixture(params=["graph.nq", "store"])
def store(request: pytest.FixtureRequest, version: Version) -> Path:
    return version.path / str(request.param)


def test_answers_and_errors(store: Path) -> None:
    async def trial(runner: ForkRunner) -> None:
        runner.start()
        assert await whole(runner, ASK) == b"true\n"
        assert (await whole(runner, "SELECT * { ?s <http://e/val> ?o }")).count(b"\n") == 2001
        answers = await asyncio.gather(*(whole(runner, ASK) for _ in range(20)))
        assert answers == [b"true\n"] * 20
        with pytest.raises(QueryError, match="unknown prefix ex:") as error:
            await whole(runner, "ASK { ?s ex:p ?o }")
        assert (error.value.line, error.value.column) == (1, 10)
        assert runner.process_ids == ()

    with forking(store) as runner:
        asyncio.run(trial(runner))


@pytest.mark.parametrize(
    "query",
    [
        COUNT,
        f"{STREAM} ORDER BY ?z",
        "SELECT * { ?s " + "/".join(["<http://e/val>"] * 800) + " ?o }",
        "SELECT (STRLEN(?v40) AS ?n) { BIND('xxxxxxxx' AS ?v0) "
        + " ".join(f"BIND(CONCAT(?v{n}, ?v{n}) AS ?v{n + 1})" for n in range(40))
        + "}",
    ],
    ids=["count", "order-by", "long-path", "doubling"],
)
def test_no_query_outlives_its_deadline(version: Version, query: str) -> None:
    async def trial(runner: ForkRunner) -> None:
        await whole(runner, ASK)
        with pytest.raises((QueryTimeout, QueryDied)):
            await whole(runner, query, timeout=1.0)
        assert runner.process_ids == ()
        assert await whole(runner, ASK) == b"true\n"

    with forking(version.path / "graph.nq", 512) as runner:
        asyncio.run(trial(runner))


def idle(runner: ForkRunner) -> list[int]:
    return [child.pid for child in runner._idle]


def busy(runner: ForkRunner) -> int:
    return len(runner.process_ids)


def test_a_child_that_answered_well_answers_again(store: Path) -> None:
    async def trial(runner: ForkRunner) -> None:
        assert await whole(runner, ASK) == b"true\n"
        (child,) = idle(runner)
        for number in range(5):
            answer = await whole(runner, f"SELECT * {{ ?s <http://e/val> {number} }}")
            assert answer == b"s\r\nhttp://e/n%d\r\n" % number
        assert idle(runner) == [child]
        assert runner.process_ids == ()
        # Six answers that come at the same time need six; as many as are to spare stay.
        coming = [
            runner.run(job("SELECT * { ?a <http://e/val> ?x . ?b <http://e/val> ?y } LIMIT 20000")) for _ in range(6)
        ]
        begun = [await anext(answer) for answer in coming]
        assert busy(runner) == 6
        for first, following in zip(begun, coming, strict=True):
            rest = [chunk async for chunk in following]
            assert (first + b"".join(rest)).count(b"\n") == 20_001
        assert busy(runner) == 0
        assert len(idle(runner)) == 4
        assert all(alive(pid) for pid in idle(runner))

    with forking(store) as runner:
        asyncio.run(trial(runner))
        kept = idle(runner)
    assert not any(alive(pid) for pid in kept) or asyncio.run(soon(lambda: not any(alive(pid) for pid in kept)))


def test_a_child_that_nobody_asks_gives_its_memory_back(store: Path) -> None:
    async def trial(runner: ForkRunner) -> None:
        await asyncio.gather(*(whole(runner, ASK) for _ in range(3)))
        waiting = idle(runner)
        assert 1 <= len(waiting) <= 3
        assert await soon(lambda: not idle(runner) and not any(map(alive, waiting)))
        assert await whole(runner, ASK) == b"true\n"
        # A query in time takes it from its rest, and it runs as long as it needs.
        (child,) = idle(runner)
        begun = runner.run(job(STREAM, timeout=20.0))
        await anext(begun)
        assert runner.process_ids == (child,)
        await asyncio.sleep(1.2)
        assert alive(child)
        await begun.aclose()

    with forking(store, rest=0.6) as runner:
        asyncio.run(trial(runner))


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("ASK { ?s ex:p ?o }", QueryError),
        (COUNT, QueryTimeout),
        # An answer of 2,000 x 2,000 pairs, sorted, is held in memory.
        ("SELECT * { ?a <http://e/val> ?x . ?b <http://e/val> ?y FILTER(?x < 200) } ORDER BY ?y", None),
    ],
    ids=["error", "deadline", "grown"],
)
def test_a_child_that_did_not_or_that_grew_is_thrown_away(
    version: Version, query: str, error: type[Exception] | None
) -> None:
    async def trial(runner: ForkRunner) -> None:
        await whole(runner, ASK)
        (child,) = idle(runner)
        with pytest.raises(error) if error else contextlib.nullcontext():
            await whole(runner, query, timeout=0.5 if error is QueryTimeout else 20.0)
        assert idle(runner) == []
        assert await soon(lambda: not alive(child), 1.0)

    with forking(version.path / "graph.nq") as runner:
        asyncio.run(trial(runner))


def test_what_one_job_may_take_does_not_run_on_in_the_next(version: Version) -> None:
    """Deadlines, limits of the processor and yielding are a job's own."""

    async def trial(runner: ForkRunner) -> None:
        async def ask(**limits: float | int) -> int:
            async with contextlib.aclosing(runner.run(replace(job(ASK), **limits))) as chunks:  # type: ignore[arg-type]
                assert b"".join([chunk async for chunk in chunks]) == b"true\n"
            return idle(runner)[-1]

        first = await ask(timeout=0.3, processor=0.3)
        await asyncio.sleep(1.6)  # a child ends a second after its deadline, were its clock not stopped
        assert await ask() == first
        # A child that yields to others cannot take that back.
        yielding = await ask(nice=10)
        assert yielding != first
        assert os.getpriority(os.PRIO_PROCESS, yielding) == os.getpriority(os.PRIO_PROCESS, first) + 10
        assert await ask() == first
        assert await ask(nice=10) == yielding
        # What waits and is killed is not asked.
        os.kill(first, signal.SIGKILL)
        assert await soon(lambda: not alive(first))
        assert await ask() not in (first, yielding)

    with forking(version.path / "graph.nq") as runner:
        asyncio.run(trial(runner))


def test_a_client_that_leaves_takes_its_child_along(version: Version) -> None:
    async def trial(runner: ForkRunner) -> None:
        chunks = runner.run(job(STREAM, 60))
        async with contextlib.aclosing(chunks):
            await anext(chunks)
            (child,) = runner.process_ids
            assert alive(child)
        assert await soon(lambda: not alive(child), 1.0)

    with forking(version.path / "graph.nq") as runner:
        asyncio.run(trial(runner))


def test_nothing_outlives_the_server(version: Version) -> None:
    async def trial(runner: ForkRunner) -> tuple[int, int]:
        chunks = runner.run(job(STREAM, 60))
        await anext(chunks)
        (child,) = runner.process_ids
        zygote = runner._zygote
        assert zygote is not None
        runner.close()
        assert await soon(lambda: not alive(child), 1.0)
        await chunks.aclose()
        return child, zygote.pid

    with forking(version.path / "graph.nq") as runner:
        child, zygote = asyncio.run(trial(runner))
    assert not alive(child)
    assert not alive(zygote)
    assert not Path(runner._folder).exists()


def test_a_store_process_that_dies_is_replaced(version: Version) -> None:
    async def trial(runner: ForkRunner) -> None:
        await whole(runner, ASK)
        zygote = runner._zygote
        assert zygote is not None
        zygote.kill()
        zygote.wait()
        assert await whole(runner, ASK) == b"true\n"

    with forking(version.path / "graph.nq") as runner:
        asyncio.run(trial(runner))


def test_a_store_that_is_not_there(tmp_path: Path) -> None:
    with forking(tmp_path / "graph.nq") as runner, pytest.raises(QueryDied, match="could not be opened"):
        asyncio.run(whole(runner, ASK))


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { SERVICE SILENT <http://127.0.0.1:9/> { ?s ?p ?o } }",
        "SELECT * { { SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } } } }",
        "LOAD <http://127.0.0.1:9/>",
    ],
)
def test_calls_are_refused(version: Version, query: str) -> None:
    with forking(version.path / "graph.nq") as runner, pytest.raises(QueryError):
        asyncio.run(whole(runner, query))


LANES = Lanes(slots=2, wait=0.3, light_slots=2, light_seconds=0.25, light_bytes=100_000)


def test_small_questions_overtake_heavy_ones(version: Version) -> None:
    async def trial(fork: ForkRunner) -> None:
        runner = LaneRunner(fork, LANES)
        await whole(runner, ASK)
        heavy = [asyncio.create_task(whole(runner, COUNT, 3.0)) for _ in range(2)]
        await asyncio.sleep(0.2)
        assert runner.running == 2
        assert await whole(runner, ASK, 3.0) == b"true\n"
        assert all(not task.done() for task in heavy)
        with pytest.raises(ServerBusy):
            await whole(runner, COUNT, 3.0)
        # An answer that is too large for the light lane is no small question.
        with pytest.raises(ServerBusy):
            await whole(runner, "SELECT * { ?a <http://e/val> ?x . ?b <http://e/val> ?y } LIMIT 50000", 3.0)
        with pytest.raises(QueryError):
            await whole(runner, "ASK { ?s ex:p ?o }", 3.0)
        done = await asyncio.gather(*heavy, return_exceptions=True)
        assert [type(each) for each in done] == [QueryTimeout, QueryTimeout]
        assert "took longer than 3 seconds" in str(done[0])
        assert (runner.running, runner.waiting) == (0, 0)

    with forking(version.path / "graph.nq") as fork:
        asyncio.run(trial(fork))


class Scripted:
    """A runner without processes: each query takes the seconds that its text says."""

    def __init__(self) -> None:
        self.seen: list[Job] = []

    def start(self) -> None:
        pass

    def close(self) -> None:
        pass

    async def run(self, task: Task) -> AsyncGenerator[bytes, None]:
        assert isinstance(task, Job)
        self.seen.append(task)
        seconds = float(task.query)
        await asyncio.sleep(min(seconds, task.timeout))
        if seconds > task.timeout:
            raise QueryTimeout("too long")
        yield task.query.encode()


def scripted(lanes: Lanes, trial: Callable[[LaneRunner, Scripted], Awaitable[None]]) -> None:
    async def run() -> None:
        inner = Scripted()
        await trial(LaneRunner(inner, lanes), inner)

    asyncio.run(run())


def test_a_free_slot_is_taken_at_once() -> None:
    async def trial(runner: LaneRunner, inner: Scripted) -> None:
        assert await whole(runner, "0.0", 2.0) == b"0.0"
        (only,) = inner.seen
        assert only.nice > 0
        assert only.timeout == pytest.approx(2.0, abs=0.1)

    scripted(LANES, trial)


def test_waiting_takes_from_the_time_to_run_and_never_more_than_half() -> None:
    lanes = Lanes(slots=1, wait=10.0, light_slots=0, light_seconds=0.1, light_bytes=10)

    async def trial(runner: LaneRunner, inner: Scripted) -> None:
        first = asyncio.create_task(whole(runner, "0.4", 1.0))
        await asyncio.sleep(0.01)
        assert await whole(runner, "0.1", 1.0) == b"0.1"
        assert inner.seen[1].timeout == pytest.approx(0.6, abs=0.1)
        await first
        first = asyncio.create_task(whole(runner, "0.9", 1.0))
        await asyncio.sleep(0.01)
        begin = time.monotonic()
        with pytest.raises(ServerBusy):
            await whole(runner, "0.1", 1.0)
        assert time.monotonic() - begin > 0.4
        await first

    scripted(lanes, trial)


def test_what_was_not_small_starts_anew_in_a_slot() -> None:
    lanes = Lanes(slots=1, wait=10.0, light_slots=1, light_seconds=0.025, light_bytes=10)

    async def trial(runner: LaneRunner, inner: Scripted) -> None:
        first = asyncio.create_task(whole(runner, "0.3", 4.0))
        await asyncio.sleep(0.01)
        assert await whole(runner, "0.5", 4.0) == b"0.5"
        assert [each.timeout < 1 for each in inner.seen] == [False, True, False]
        assert [each.nice > 0 for each in inner.seen] == [True, False, True]
        await first

    scripted(lanes, trial)


def test_the_first_place_that_comes_free_is_taken() -> None:
    lanes = Lanes(slots=1, wait=10.0, light_slots=1, light_seconds=0.1, light_bytes=10)

    async def trial(runner: LaneRunner, inner: Scripted) -> None:
        heavy = asyncio.create_task(whole(runner, "1.0", 4.0))
        await asyncio.sleep(0.01)
        light = asyncio.create_task(whole(runner, "0.2", 4.0))
        await asyncio.sleep(0.01)
        waiting = [asyncio.create_task(whole(runner, "0.0", 4.0)) for _ in range(3)]
        gone = asyncio.create_task(whole(runner, "0.0", 4.0))
        await asyncio.sleep(0.01)
        assert runner.waiting == 4
        gone.cancel()
        assert await asyncio.gather(light, *waiting) == [b"0.2", b"0.0", b"0.0", b"0.0"]
        assert not heavy.done()
        assert [each.processor for each in inner.seen] == [0.0, 0.1, 0.1, 0.1, 0.1]
        await heavy
        # Every place was given back.
        assert (runner.running, runner.waiting, runner._light._value) == (0, 0, 1)

    scripted(lanes, trial)


def test_without_a_light_lane_all_wait_for_slots() -> None:
    lanes = Lanes(slots=1, wait=10.0, light_slots=0, light_seconds=0.1, light_bytes=10)

    async def trial(runner: LaneRunner, inner: Scripted) -> None:
        answers = await asyncio.gather(*(whole(runner, "0.05", 4.0) for _ in range(4)))
        assert answers == [b"0.05"] * 4
        assert {each.processor for each in inner.seen} == {0.0}

    scripted(lanes, trial)


@pytest.mark.skipif(not Path("/proc/self/limits").is_file(), reason="looks at processes in /proc")
def test_a_child_has_nothing_to_open_a_file_or_a_connection_with(store: Path) -> None:
    async def trial(runner: ForkRunner) -> None:
        answer = runner.run(job(STREAM, timeout=20.0))
        await anext(answer)
        (child,) = runner.process_ids
        limits = Path(f"/proc/{child}/limits").read_text(encoding="utf-8").splitlines()
        told = {line[:26].strip(): line[26:].split()[:2] for line in limits[1:]}
        held = sorted(int(each.name) for each in Path(f"/proc/{child}/fd").iterdir())
        if store.is_file():
            # The standard streams and the one socket that it answers on.
            assert held == [0, 1, 2, 3]
        # No number below the limit is free; a store on disk holds its own files, above it.
        soft, hard = map(int, told["Max open files"])
        assert soft == hard
        assert set(range(hard)) <= set(held)
        assert told["Max core file size"] == ["0", "0"]
        assert int(told["Max cpu time"][0]) <= 25
        assert int(told["Max address space"][0]) < 4 << 30
        await answer.aclose()

    with forking(store) as runner:
        asyncio.run(trial(runner))
