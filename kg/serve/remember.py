"""Answers are remembered: a version never changes, so the same query has the same answer as long as it is served.

A query that is running already is not started a second time: whoever asks the same meanwhile gets
the same answer when it is there.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections.abc import AsyncGenerator
from dataclasses import asdict

from kg.errors import QueryError
from kg.query.guard import changes_with_time
from kg.serve.cache import Cache
from kg.serve.frames import Job, Last, Task, rows_of
from kg.serve.runner import QueryDied, QueryRunner


class RememberingRunner:
    """A :class:`QueryRunner` that keeps whole answers up to ``largest`` bytes, ``size`` bytes in all."""

    def __init__(self, runner: QueryRunner, *, size: int, largest: int) -> None:
        self.runner = runner
        self._cache = Cache(size)
        self._largest = min(largest, size // 4)
        self._running: dict[str, asyncio.Future[bytes | None]] = {}
        self.hits = 0

    def start(self) -> None:
        """Get ready."""
        self.runner.start()

    def close(self) -> None:
        """End all queries."""
        self.runner.close()

    async def run(self, job: Task) -> AsyncGenerator[bytes, None]:
        """The answer in chunks, see :meth:`QueryRunner.run`."""
        if not isinstance(job, Job) or not self._largest or changes_with_time(job.query):
            async with contextlib.aclosing(self.runner.run(job)) as chunks:
                async for chunk in chunks:
                    yield chunk
            return
        key = _key(job)
        body = self._cache.get(key)
        if body is None and key in self._running:
            body = await self._of_another(key, job.timeout)
        if body is not None:
            self.hits += 1
            yield body
            return
        async with contextlib.aclosing(self._first(key, job)) as chunks:
            async for chunk in chunks:
                yield chunk

    async def _of_another(self, key: str, seconds: float) -> bytes | None:
        """The answer that somebody else is waiting for; None where it does not come, or is too large to keep.

        Raises what the other's query failed with: asked again it would fail again.
        """
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(self._running[key]), seconds)
        return None

    async def _first(self, key: str, job: Job) -> AsyncGenerator[bytes, None]:
        """Run a job for all who ask the same meanwhile."""
        coming: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        self._running.setdefault(key, coming)
        kept: bytearray | None = bytearray()
        rows = None
        try:
            async with contextlib.aclosing(self.runner.run(job)) as chunks:
                async for chunk in chunks:
                    rows = rows_of(chunk)
                    if kept is not None:
                        kept += chunk
                        if len(kept) > self._largest:
                            kept = None
                            self._tell(key, coming, None)
                    yield chunk
            if kept is not None:
                body = Last(bytes(kept), rows)
                self._cache.put(key, body)
                self._tell(key, coming, body)
        except (QueryError, QueryDied) as error:
            if not coming.done():
                coming.set_exception(error)
                coming.exception()  # somebody looked at it: there may be nobody else
            raise
        finally:
            self._tell(key, coming, None)

    def _tell(self, key: str, coming: asyncio.Future[bytes | None], body: bytes | None) -> None:
        """Let the others have the answer, or know that they must ask for themselves."""
        if not coming.done():
            coming.set_result(body)
        if self._running.get(key) is coming:
            del self._running[key]


def _key(job: Job) -> str:
    """What an answer depends on: everything but how long it may take."""
    fields = {name: value for name, value in asdict(job).items() if name not in ("timeout", "nice", "processor")}
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()
