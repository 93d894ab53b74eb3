"""Who runs when: a few slots for queries of any size, and a light lane where small ones overtake.

A query takes a free slot at once. Where there is none it tries the light lane: it may run there for
a moment, and if the moment suffices it is answered, whatever stands in the queue. If it does not
suffice the query was not small; it starts anew in the queue for a slot and never comes back to the
light lane. So two heavy queries, or twenty, keep nobody's small question waiting, and nothing has
to be guessed from the text of a query. What runs in a slot yields the processor to the light lane.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace

from kg.errors import QueryTimeout
from kg.serve.frames import Job, Task
from kg.serve.runner import QueryRunner, ServerBusy

#: How much a query in a slot yields to others (as in nice(1)).
_YIELDING = 10


@dataclass(frozen=True, slots=True)
class Lanes:
    """How many queries may run, and how long they may wait, in seconds.

    ``light_bytes`` is the largest answer of the light lane: it is held until it is whole.
    """

    slots: int
    wait: float
    light_slots: int
    light_seconds: float
    light_bytes: int


class LaneRunner:
    """A :class:`QueryRunner` that lets queries into another one, lane by lane.

    A job's ``timeout`` counts from its arrival: who waited has less time to run, but never less
    than half of it; whoever would have less is turned away with ServerBusy.
    """

    def __init__(self, runner: QueryRunner, lanes: Lanes) -> None:
        self.runner = runner
        self.lanes = lanes
        self._slots = asyncio.Semaphore(lanes.slots)
        self._light = asyncio.Semaphore(lanes.light_slots)
        self.waiting = 0

    @property
    def running(self) -> int:
        """The number of queries in slots."""
        return self.lanes.slots - self._slots._value

    def start(self) -> None:
        """Get ready."""
        self.runner.start()

    def close(self) -> None:
        """End all queries."""
        self.runner.close()

    async def run(self, job: Task) -> AsyncGenerator[bytes, None]:
        """The answer in chunks, see :meth:`QueryRunner.run`; the job must be a query."""
        if not isinstance(job, Job):
            raise TypeError(f"lanes are for queries, not for {type(job).__name__}")
        arrived = time.monotonic()
        if self._slots.locked():
            answer = await self._light_answer(job)
            if answer is not None:
                yield answer
                return
        patience = max(0.0, min(self.lanes.wait, job.timeout / 2 - (time.monotonic() - arrived)))
        self.waiting += 1
        try:
            await asyncio.wait_for(self._slots.acquire(), patience)
        except TimeoutError:
            raise ServerBusy("all query slots are taken: try again in a few seconds") from None
        finally:
            self.waiting -= 1
        try:
            left = job.timeout - (time.monotonic() - arrived)
            async with contextlib.aclosing(self.runner.run(replace(job, timeout=left, nice=_YIELDING))) as chunks:
                try:
                    async for chunk in chunks:
                        yield chunk
                except QueryTimeout:
                    told = f"the query took longer than {job.timeout:g} seconds and was ended"
                    raise QueryTimeout(told) from None
        finally:
            self._slots.release()

    async def _light_answer(self, job: Job) -> bytes | None:
        """The whole answer of a small query; None where it is not small or the lane is full."""
        lanes = self.lanes
        if lanes.light_slots == 0 or job.timeout <= lanes.light_seconds:
            return None
        try:
            await asyncio.wait_for(self._light.acquire(), lanes.light_seconds)
        except TimeoutError:
            return None
        try:
            body = bytearray()
            small = replace(job, timeout=lanes.light_seconds)
            async with contextlib.aclosing(self.runner.run(small)) as chunks:
                async for chunk in chunks:
                    body += chunk
                    if len(body) > lanes.light_bytes:
                        return None
            return bytes(body)
        except QueryTimeout:
            return None
        finally:
            self._light.release()
