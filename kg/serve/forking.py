"""Runs queries in forked children of one process that holds the store; see :mod:`kg.serve.zygote`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import weakref
from collections.abc import AsyncGenerator
from pathlib import Path

from kg.errors import QueryTimeout
from kg.serve.frames import DATA, END, ERROR, QUERY, STARTED, Task, frame
from kg.serve.runner import QueryDied, query_error, spawn

#: Seconds that a store may take until it is ready: a large one is read whole.
_START = 600.0

_HEAD = struct.Struct(">cI")


def can_fork() -> bool:
    """Whether this platform has what the children need: fork, and process descriptors."""
    return hasattr(os, "fork") and hasattr(os, "pidfd_open") and hasattr(signal, "pidfd_send_signal")


class ForkRunner:
    """A :class:`kg.serve.runner.QueryRunner`: one child a query, any number at once.

    ``store`` is a file of N-Quads that is held in memory, or the folder of a store on disk.
    """

    def __init__(self, store: Path, memory_mb: int) -> None:
        self._arguments = (str(store), str(memory_mb))
        self._folder = tempfile.mkdtemp(prefix="kg-serve-")
        self._zygote: subprocess.Popen[bytes] | None = None
        self._ready: asyncio.Task[None] | None = None
        self._children: set[int] = set()
        self._finalizer = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The ids of the children that answer queries now."""
        return tuple(sorted(self._children))

    def start(self) -> None:
        """Start the process that holds the store; it gets ready while the server does other things."""
        address = f"{self._folder}/queries"
        with contextlib.suppress(FileNotFoundError):
            os.unlink(address)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(address)
            listener.listen(256)
            number = str(listener.fileno())
            self._zygote = spawn("kg.serve.zygote", (*self._arguments, number), pass_fds=(listener.fileno(),))
        self._ready = None

    def close(self) -> None:
        """End the process that holds the store, and its children with it."""
        if self._zygote is not None:
            self._end(self._zygote)
            self._zygote = None
        self._finalizer()

    async def wait_ready(self) -> None:
        """Return when queries can be answered; raises QueryDied where they never will."""
        zygote = self._zygote
        if zygote is None or zygote.poll() is not None:
            if zygote is not None:
                self._end(zygote)
            if not self._finalizer.alive:
                raise QueryDied("the server is going down")
            self.start()
            zygote = self._zygote
            assert zygote is not None
        if self._ready is None:
            self._ready = asyncio.create_task(_until_ready(zygote))
        await asyncio.shield(self._ready)

    async def run(self, job: Task) -> AsyncGenerator[bytes, None]:
        """The answer in chunks, see :meth:`kg.serve.runner.QueryRunner.run`."""
        await self.wait_ready()
        try:
            reader, writer = await asyncio.open_unix_connection(f"{self._folder}/queries")
        except OSError as error:
            raise QueryDied("no query process can be started") from error
        child: _Child | None = None
        finished = False
        try:
            hello = await _read(reader)
            if hello is None or hello[0] != STARTED:
                raise QueryDied("the query process could not start")
            # It waits for its job, so that its number is its own until we hold it.
            child = _Child(int(hello[1]))
            self._children.add(child.pid)
            child.expire_after(job.timeout)
            writer.write(frame(QUERY, job.encode()))
            while (received := await _read(reader)) is not None:
                kind, payload = received
                if kind == DATA:
                    yield payload
                elif kind in (END, ERROR):
                    finished = not child.expired
                    if kind == ERROR:
                        raise query_error(payload)
                    return
            if child.expired:
                raise QueryTimeout(f"the query took longer than {job.timeout:g} seconds and was ended")
            raise QueryDied("the query process died: the query needs more memory or stack than it may use")
        finally:
            if child is not None:
                child.leave(kill=not finished)
                self._children.discard(child.pid)
            writer.transport.abort()

    @staticmethod
    def _end(zygote: subprocess.Popen[bytes]) -> None:
        zygote.kill()
        zygote.wait()
        for stream in (zygote.stdin, zygote.stdout):
            if stream is not None:
                stream.close()


class _Child:
    """One child, held by a descriptor so that its number cannot come to mean another process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.expired = False
        self._descriptor = os.pidfd_open(pid)
        self._timer: asyncio.TimerHandle | None = None

    def expire_after(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._expire)

    def _expire(self) -> None:
        self.expired = True
        self._kill()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)

    def leave(self, *, kill: bool) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if kill:
            self._kill()
        os.close(self._descriptor)


async def _until_ready(zygote: subprocess.Popen[bytes]) -> None:
    """Wait for the one byte that says so."""
    assert zygote.stdout is not None
    loop = asyncio.get_running_loop()
    try:
        said = await asyncio.wait_for(loop.run_in_executor(None, zygote.stdout.read, 1), _START)
    except TimeoutError:
        zygote.kill()
        raise QueryDied("the store could not be opened in time") from None
    if said != b"R":
        raise QueryDied("the store could not be opened")


async def _read(reader: asyncio.StreamReader) -> tuple[bytes, bytes] | None:
    """The next frame, or None where the child is gone, even in the middle of a frame."""
    try:
        kind, length = _HEAD.unpack(await reader.readexactly(_HEAD.size))
        return kind, await reader.readexactly(length)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None


if sys.platform == "win32":  # pragma: no cover - the pool of workers serves there
    raise ImportError("there is no fork on this platform")
