"""Runs queries outside the HTTP process, in processes that can be killed.

The rest of the server knows :class:`QueryRunner` only: a job goes in, chunks of the answer come
out, and whoever stops asking ends the query. :class:`PoolRunner` keeps a few processes ready and
replaces those it had to kill; what they do is a module of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import subprocess
import sys
import weakref
from collections.abc import AsyncGenerator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

import kg
from kg.errors import KgError, QueryError, QueryTimeout, StoreFailure
from kg.serve.frames import DATA, END, ERROR, QUERY, READY, End, Last, Task, read_frame, write_frame

log = logging.getLogger("kg.serve")

#: What is told where a query is not answered, whatever kind of process was to answer it.
SLOTS_TAKEN = "all query slots are taken: try again in a few seconds"
NONE_STARTED = "no query process can be started"
NOT_STARTED = "the query process could not start"
DIED = "the query process died: the query needs more memory or stack than it may use"


class ServerBusy(KgError):
    """All slots are taken; try again in a moment."""


class QueryDied(KgError):
    """The process of a query ended by itself: it ran out of memory or stack."""


class QueryRunner(Protocol):
    """Runs queries somewhere else."""

    def run(self, job: Task) -> AsyncGenerator[bytes, None]:
        """The answer in chunks; the last is a :class:`kg.serve.frames.Last`. Closing the generator ends the query.

        Raises QueryError, QueryTimeout, :class:`ServerBusy` or :class:`QueryDied`, before the first
        chunk or later.
        """
        ...

    def start(self) -> None:
        """Get ready, so that the first query need not wait."""
        ...

    def close(self) -> None:
        """End all queries and give everything back."""
        ...


def spawn(module: str, arguments: Sequence[str], *, pass_fds: Sequence[int] = ()) -> subprocess.Popen[bytes]:
    """Start a module of ours as a process that talks over its standard streams."""
    root = str(Path(kg.__file__).resolve().parent.parent)
    path = os.pathsep.join(part for part in (root, os.environ.get("PYTHONPATH")) if part)
    # -P: the current folder is no place to import from. A session of its own: Ctrl-C is for the server.
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
        start_new_session=True,
        pass_fds=pass_fds,
    )


class _Process:
    """One query process and what is known of it."""

    def __init__(self, module: str, arguments: Sequence[str]) -> None:
        self.popen = spawn(module, arguments)
        self.ready = False
        self.expired = False

    @property
    def alive(self) -> bool:
        return self.popen.poll() is None

    def wait_ready(self) -> bool:
        """Block until the process can take a query; False where it never will."""
        if not self.ready:
            self.ready = self.read() == (READY, b"")
        return self.ready

    def send(self, job: Task) -> None:
        assert self.popen.stdin is not None
        # A process that has died meanwhile is noticed when its answer is read.
        with contextlib.suppress(OSError):
            write_frame(self.popen.stdin, QUERY, job.encode())

    def read(self) -> tuple[bytes, bytes] | None:
        assert self.popen.stdout is not None
        return read_frame(self.popen.stdout)

    def end(self) -> None:
        """Kill the process and take leave of it; nobody may be reading any more."""
        self.popen.kill()
        self.popen.wait()
        for stream in (self.popen.stdin, self.popen.stdout):
            assert stream is not None
            with contextlib.suppress(OSError):
                stream.close()


class PoolRunner:
    """A :class:`QueryRunner` with a fixed number of processes, one job at a time in each.

    ``module`` is run with ``arguments`` and talks in frames, as :mod:`kg.serve.worker` does.
    """

    def __init__(self, module: str, arguments: Sequence[str], *, slots: int, wait: float) -> None:
        self._module = module
        self._arguments = tuple(arguments)
        self._slots = slots
        self._wait = wait
        self._free = asyncio.Semaphore(slots)
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()
        self._threads = ThreadPoolExecutor(2 * slots, thread_name_prefix="query")
        self._finalizer = weakref.finalize(self, _end_all, self._all, self._threads)

    def start(self) -> None:
        """Start all query processes; they get ready while the server does other things."""
        while len(self._all) < self._slots:
            self._idle.append(self._spawn())

    def close(self) -> None:
        """Kill all query processes."""
        self._finalizer()

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The ids of the query processes that there are now."""
        return tuple(sorted(process.popen.pid for process in self._all))

    async def run(self, job: Task) -> AsyncGenerator[bytes, None]:
        """The answer in chunks, see :meth:`QueryRunner.run`."""
        try:
            await asyncio.wait_for(self._free.acquire(), self._wait)
        except TimeoutError:
            raise ServerBusy(SLOTS_TAKEN) from None
        try:
            process = self._take()
        except OSError as error:
            self._free.release()
            raise QueryDied(NONE_STARTED) from error
        finished = False
        timer: asyncio.TimerHandle | None = None
        loop = asyncio.get_running_loop()
        try:
            if not await asyncio.shield(loop.run_in_executor(self._threads, process.wait_ready)):
                raise QueryDied(NOT_STARTED)
            timer = loop.call_later(job.timeout, self._expire, process)
            process.send(job)
            while True:
                if process.expired:
                    raise too_long(job.timeout)
                frame = await asyncio.shield(loop.run_in_executor(self._threads, process.read))
                if frame is None:
                    if process.expired:
                        raise too_long(job.timeout)
                    raise QueryDied(DIED)
                kind, payload = frame
                if kind == DATA:
                    yield payload
                elif kind in (END, ERROR):
                    finished = not process.expired
                    if kind == ERROR:
                        raise query_error(payload)
                    yield Last(b"", End.decode(payload).rows)
                    return
        finally:
            if timer is not None:
                timer.cancel()
            if not process.expired:
                self._give_back(process, finished)

    def _expire(self, process: _Process) -> None:
        """End a query at its deadline; the slot is free even if a client that does not read keeps the answer."""
        process.expired = True
        self._give_back(process, finished=False)

    def _spawn(self) -> _Process:
        process = _Process(self._module, self._arguments)
        self._all.add(process)
        return process

    def _take(self) -> _Process:
        """A process that has answered before, else the one that has been getting ready for longest."""
        while self._idle:
            process = next((each for each in self._idle if each.ready), self._idle[0])
            self._idle.remove(process)
            if process.alive:
                return process
            self._bury(process)
        return self._spawn()

    def _give_back(self, process: _Process, finished: bool) -> None:
        try:
            if finished:
                self._idle.append(process)
            elif self._finalizer.alive:
                # Killing it ends the read that a thread may still be in.
                process.popen.kill()
                self._all.discard(process)
                self._threads.submit(process.end)
                self._idle.append(self._spawn())
        finally:
            self._free.release()

    def _bury(self, process: _Process) -> None:
        log.warning("a query process ended while it was idle")
        self._all.discard(process)
        process.end()


def _end_all(processes: set[_Process], threads: ThreadPoolExecutor) -> None:
    for process in processes:
        process.popen.kill()
    threads.shutdown(wait=True)
    for process in processes:
        process.end()
    processes.clear()


def too_long(seconds: float) -> QueryTimeout:
    """The error of a query that has run into its deadline."""
    return QueryTimeout(f"the query took longer than {seconds:g} seconds and was ended")


def query_error(payload: bytes) -> QueryError:
    """The error in the payload of an ERROR frame."""
    fields = json.loads(payload)
    kind = StoreFailure if fields.get("store_failed") else QueryError
    error = kind(fields["message"], line=fields["line"], column=fields["column"])
    for hint in fields["hints"]:
        error.add_note(hint)
    return error
