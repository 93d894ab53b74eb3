"""Runs queries in forked children of one process that holds the store; see :mod:`kg.serve.zygote`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import AsyncGenerator, Callable
from functools import partial
from pathlib import Path

from kg.serve.frames import DATA, END, ERROR, HEAD, QUERY, STARTED, End, Last, Task, frame
from kg.serve.runner import DIED, NONE_STARTED, NOT_STARTED, QueryDied, query_error, spawn, too_long

#: Seconds that a store may take until it is ready: a large one is read whole.
_START = 600.0

#: Seconds that a child waits for another query before it is ended, and its memory given back.
_REST = 10.0

_RECEIVE = 256 * 1024


def can_fork() -> bool:
    """Whether this platform has what the children need: fork, and process descriptors."""
    return hasattr(os, "fork") and hasattr(os, "pidfd_open") and hasattr(signal, "pidfd_send_signal")


class ForkRunner:
    """A :class:`kg.serve.runner.QueryRunner`: one query at a time in a child, any number of children at once.

    ``store`` is a file of N-Quads that is held in memory, or the folder of a store on disk. Up to
    ``spare`` children that have answered well wait ``rest`` seconds for another query.
    """

    def __init__(self, store: Path, memory_mb: int, *, spare: int = 4, rest: float = _REST) -> None:
        self._arguments = (str(store), str(memory_mb))
        self._folder = tempfile.mkdtemp(prefix="kg-serve-")
        self._zygote: subprocess.Popen[bytes] | None = None
        self._ready: asyncio.Task[None] | None = None
        self._children: set[int] = set()
        self._spare = spare
        self._rest = rest
        self._idle: list[_Child] = []
        self._finalizer = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The ids of the children that answer queries now."""
        return tuple(sorted(self._children))

    def start(self) -> None:
        """Start the process that holds the store; it gets ready while the server does other things."""
        self._end_idle()
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
        self._end_idle()
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
        deadline = time.monotonic() + job.timeout  # on a busy machine a fork takes its time, and that counts
        child = self._waiting(job) or await self._fork(job)
        again = False
        self._children.add(child.pid)
        try:
            child.after(deadline - time.monotonic(), child.expire)
            await child.send(frame(QUERY, job.encode()))
            while (received := await child.read()) is not None:
                kind, payload = received
                if kind == DATA:
                    yield payload
                elif kind == ERROR:
                    raise query_error(payload)
                elif kind == END:
                    end = End.decode(payload)
                    again = end.again and not child.expired
                    yield Last(b"", end.rows)
                    return
            if child.expired:
                raise too_long(job.timeout)
            raise QueryDied(DIED)
        finally:
            self._children.discard(child.pid)
            child.never_mind()
            if again and child.zygote is self._zygote:
                self._idle.append(child)
                child.after(self._rest, partial(self._retire, child))
                if len(self._idle) > self._spare:
                    self._idle.pop(0).end()
            else:
                child.end()

    def _waiting(self, job: Task) -> _Child | None:
        """A child that has answered before, and yields to others as the job asks; the last one first."""
        yielding = getattr(job, "nice", 0)
        for child in reversed(self._idle):
            if child.yielding == yielding:
                self._idle.remove(child)
                if child.alive:
                    return child
                child.end()
        return None

    async def _fork(self, job: Task) -> _Child:
        """A new child, ready for its first job."""
        assert self._zygote is not None
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.setblocking(False)
            await asyncio.get_running_loop().sock_connect(connection, f"{self._folder}/queries")
            channel = _Channel(connection)
            hello = await channel.read()
            if hello is None or hello[0] != STARTED:
                raise QueryDied(NOT_STARTED)
            # It waits for its job, so that its number is its own until we hold it.
            return _Child(int(hello[1]), channel, self._zygote, getattr(job, "nice", 0))
        except OSError as error:
            connection.close()
            raise QueryDied(NONE_STARTED) from error
        except BaseException:
            connection.close()
            raise

    def _retire(self, child: _Child) -> None:
        if child in self._idle:
            self._idle.remove(child)
            child.end()

    def _end_idle(self) -> None:
        while self._idle:
            self._idle.pop().end()

    @staticmethod
    def _end(zygote: subprocess.Popen[bytes]) -> None:
        zygote.kill()
        zygote.wait()
        for stream in (zygote.stdin, zygote.stdout):
            if stream is not None:
                stream.close()


class _Channel:
    """Frames over a socket that nobody watches while nobody reads, so that it can lie idle."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._received = bytearray()

    async def send(self, data: bytes) -> None:
        """Send all of it; what the other side no longer takes is noticed when its answer is read."""
        with contextlib.suppress(ConnectionError):
            await asyncio.get_running_loop().sock_sendall(self._connection, data)

    async def read(self) -> tuple[bytes, bytes] | None:
        """The next frame, or None where the child is gone, even in the middle of a frame."""
        if not await self._fill(HEAD.size):
            return None
        kind, length = HEAD.unpack_from(self._received)
        whole = HEAD.size + length
        if not await self._fill(whole):
            return None
        payload = bytes(self._received[HEAD.size : whole])
        del self._received[:whole]
        return kind, payload

    async def _fill(self, size: int) -> bool:
        loop = asyncio.get_running_loop()
        while len(self._received) < size:
            try:
                data = await loop.sock_recv(self._connection, _RECEIVE)
            except ConnectionError:
                return False
            if not data:
                return False
            self._received += data
        return True

    def close(self) -> None:
        """Close the socket: a child that waits for a job ends."""
        self._connection.close()


class _Child:
    """One child, held by a descriptor so that its number cannot come to mean another process.

    ``yielding`` is how much it yields to others: that can grow but never shrink.
    """

    def __init__(self, pid: int, channel: _Channel, zygote: subprocess.Popen[bytes], yielding: int) -> None:
        self._descriptor = os.pidfd_open(pid)
        self.pid = pid
        self.expired = False
        self.zygote = zygote
        self.yielding = yielding
        self.send, self.read = channel.send, channel.read
        self._channel = channel
        self._timer: asyncio.TimerHandle | None = None

    @property
    def alive(self) -> bool:
        """Whether it still runs: its descriptor can be read when it has ended."""
        poll = select.poll()
        poll.register(self._descriptor, select.POLLIN)
        return not poll.poll(0)

    def after(self, seconds: float, act: Callable[[], None]) -> None:
        """Do something in so many seconds, and nothing else that was to be done by then."""
        self.never_mind()
        self._timer = asyncio.get_running_loop().call_later(seconds, act)

    def never_mind(self) -> None:
        """Do nothing of what was to be done later."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def expire(self) -> None:
        """Kill it, for it has taken too long."""
        self.expired = True
        self._kill()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)

    def end(self) -> None:
        """Kill it and take leave of it."""
        self.never_mind()
        self._kill()
        os.close(self._descriptor)
        self._channel.close()


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


if sys.platform == "win32":  # pragma: no cover - the pool of workers serves there
    raise ImportError("there is no fork on this platform")
