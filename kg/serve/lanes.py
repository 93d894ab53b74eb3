"""Who runs when: a few slots for queries of any size, and a light lane where small ones overtake.

A query takes a free slot at once. Where there is none it takes what is free first, a slot or a place
in the light lane. There it may use the processor for a moment, and if the moment suffices it is
answered, whatever stands in the queue. If it does not suffice the query was not small; it starts anew
in the queue for a slot and never comes back to the light lane. So two heavy queries, or twenty, keep
nobody's small question waiting, and nothing has to be guessed from the text of a query. What runs in
a slot yields the processor to the light lane.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace

from kg.errors import QueryTimeout
from kg.serve.frames import Job, Last, Task, rows_of
from kg.serve.runner import SLOTS_TAKEN, QueryDied, QueryRunner, ServerBusy, too_long

#: How much a query in a slot yields to others (as in nice(1)).
_YIELDING = 10

#: Seconds on the clock that a light query may take for each second of the processor, on a busy machine.
_CLOCK = 4.0


@dataclass(frozen=True, slots=True)
class Lanes:
    """How many queries may run, and how long they may wait, in seconds.

    ``light_seconds`` are of the processor where it can be measured, else a quarter of the clock's.
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

        def patience() -> float:
            return max(0.0, min(self.lanes.wait, job.timeout / 2 - (time.monotonic() - arrived)))

        if await self._enter(patience(), self._slots, self._light) is self._light:
            answer = await self._light_answer(job)
            if answer is not None:
                yield answer
                return
            await self._enter(patience(), self._slots)
        left = job.timeout - (time.monotonic() - arrived)
        # At the deadline the process is killed, even if a client that does not read keeps this generator waiting.
        slot = _Taken(self._slots, left)
        try:
            async with contextlib.aclosing(self.runner.run(replace(job, timeout=left, nice=_YIELDING))) as chunks:
                try:
                    async for chunk in chunks:
                        yield chunk
                except QueryTimeout:
                    raise too_long(job.timeout) from None
        finally:
            slot.release()

    async def _enter(self, seconds: float, *lanes: asyncio.Semaphore) -> asyncio.Semaphore:
        """Take a place in the first lane that has one; ServerBusy where none has in time."""
        for lane in lanes:
            if not lane.locked():
                await lane.acquire()
                return lane
        tasks = {asyncio.create_task(lane.acquire()): lane for lane in lanes}
        self.waiting += 1
        taken: asyncio.Task[bool] | None = None
        try:
            await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            taken = next((task for task in tasks if task.done()), None)
        finally:
            self.waiting -= 1
            for task, lane in tasks.items():
                if task is not taken and not task.cancel() and not task.cancelled():
                    lane.release()  # two places came free at once
        if taken is None:
            raise ServerBusy(SLOTS_TAKEN)
        return tasks[taken]

    async def _light_answer(self, job: Job) -> Last | None:
        """The whole answer of a small query, its place in the light lane given back; None where it is not small."""
        lanes = self.lanes
        small = replace(job, timeout=min(job.timeout, _CLOCK * lanes.light_seconds), processor=lanes.light_seconds)
        try:
            body, rows = bytearray(), None
            async with contextlib.aclosing(self.runner.run(small)) as chunks:
                async for chunk in chunks:
                    body += chunk
                    rows = rows_of(chunk)
                    if len(body) > lanes.light_bytes:
                        return None
            return Last(bytes(body), rows)
        except (QueryTimeout, QueryDied):
            return None
        finally:
            self._light.release()


class _Taken:
    """A slot that is given back once: by its holder, or by the clock."""

    def __init__(self, slots: asyncio.Semaphore, seconds: float) -> None:
        self._slots: asyncio.Semaphore | None = slots
        self._timer = asyncio.get_running_loop().call_later(seconds, self.release)

    def release(self) -> None:
        self._timer.cancel()
        if self._slots is not None:
            self._slots.release()
            self._slots = None
