"""A small process that holds the store and forks children that answer queries.

``python -m kg.serve.zygote STORE MEMORY_MB SOCKET`` takes connections on a listening Unix socket
(a descriptor number). For each it forks; the child says its number, waits for a job and answers it
in frames. A child that has answered well and has not grown waits for the next job, since the memory
it shares with this process was copied where the query touched it, and need not be again. Any other
child is thrown away, whatever the query did to it: nothing has to be started anew when one is killed.
Where fork is not to be had, the server keeps a pool of workers instead
(:class:`kg.serve.runner.PoolRunner`).

A child ends by itself a second after its deadline, when its parent ends, and when it takes more
memory or processor time than it may. It has no descriptor left to open a file or a socket with.
"""

from __future__ import annotations

import ctypes
import os
import resource
import select
import signal
import socket
import sys
from functools import partial
from pathlib import Path

import pyoxigraph as ox

from kg.serve.frames import QUERY, STARTED, Job, read_frame, write_frame
from kg.serve.process import limit_memory, limit_processor
from kg.serve.worker import answer, get_ready, open_nothing_more, run_job
from kg.store import load_store, open_store_folder

_PR_SET_PDEATHSIG = 1

#: A child that never held more than this on top of what it began with may take another job.
_GROWTH_KB = 32 * 1024
#: After so many jobs a child ends even so.
_JOBS = 200


def serve(path: Path, memory_mb: int, listener: socket.socket) -> None:
    """Fork a child for each connection until the server closes our standard input."""
    # Children are nobody's to wait for.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    store = None if path.is_dir() else load_store(path)
    get_ready(store)
    sys.stdout.buffer.write(b"R")
    sys.stdout.buffer.flush()
    while True:
        ready, _, _ = select.select([listener.fileno(), 0], [], [])
        if 0 in ready and not os.read(0, 1):
            return
        if listener.fileno() not in ready:
            continue
        connection, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            _child(path, store, memory_mb, connection)
        connection.close()


def _child(path: Path, store: ox.Store | None, memory_mb: int, connection: socket.socket) -> None:
    """Answer jobs as long as the server has some and this process is as good as new; then end, whatever happens."""
    try:
        _die_with_the_parent()
        store = store if store is not None else open_store_folder(path)
        requests, replies = connection.makefile("rb"), connection.makefile("wb")
        write_frame(replies, STARTED, str(os.getpid()).encode())
        limit_memory(memory_mb)
        open_nothing_more()
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss + _GROWTH_KB
        yielding = 0
        for left in reversed(range(_JOBS)):
            frame = read_frame(requests)
            if frame is None or frame[0] != QUERY:
                return
            job = Job.decode(frame[1])
            if job.nice > yielding:
                os.nice(job.nice - yielding)
                yielding = job.nice
            _begin(job)
            answer(partial(run_job, store), job, replies, partial(_end, left, most))
    except (OSError, MemoryError):  # the server is gone or the memory is: either way nobody can be told
        pass
    finally:
        os._exit(0)


def _begin(job: Job) -> None:
    """Set the clocks that end this process: the wall's, and two of the processor."""
    signal.setitimer(signal.ITIMER_REAL, job.timeout + 1)
    limit_processor(job.timeout)
    signal.setitimer(signal.ITIMER_PROF, job.processor)


def _end(left: int, most: int) -> bool:
    """Stop the clocks; True where another job may come: ``left`` more, and memory never above ``most`` KB."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.setitimer(signal.ITIMER_PROF, 0)
    return left > 0 and resource.getrusage(resource.RUSAGE_SELF).ru_maxrss <= most


def _die_with_the_parent() -> None:
    """Ask the kernel to end this process when its parent ends (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def main(arguments: list[str]) -> int:
    """Hold the store until the server is gone."""
    path, memory_mb = Path(arguments[0]), int(arguments[1])
    _die_with_the_parent()
    with socket.socket(fileno=int(arguments[2])) as listener:
        serve(path, memory_mb, listener)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
