"""A small process that holds the store and forks a child for every query.

``python -m kg.serve.zygote STORE MEMORY_MB SOCKET`` takes connections on a listening Unix socket
(a descriptor number). For each it forks; the child says its number, waits for one job, answers it
in frames and ends. A child costs a few milliseconds and is thrown away whatever the query did to it:
nothing has to be started anew when one is killed. Where fork is not to be had, the server keeps a
pool of workers instead (:class:`kg.serve.runner.PoolRunner`).

A child ends by itself a second after its deadline, when its parent ends, and when it takes more
memory or processor time than it may. It has no descriptor left to open a file or a socket with.
"""

from __future__ import annotations

import ctypes
import math
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
from kg.serve.process import limit_memory
from kg.serve.worker import answer, get_ready, open_nothing_more, run_job
from kg.store import load_store, open_store_folder

_PR_SET_PDEATHSIG = 1


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
    """Answer one job and end, whatever happens."""
    try:
        _die_with_the_parent()
        store = store if store is not None else open_store_folder(path)
        requests, replies = connection.makefile("rb"), connection.makefile("wb")
        write_frame(replies, STARTED, str(os.getpid()).encode())
        frame = read_frame(requests)
        if frame is None or frame[0] != QUERY:
            return
        job = Job.decode(frame[1])
        signal.setitimer(signal.ITIMER_REAL, job.timeout + 1)
        seconds = math.ceil(job.timeout) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        signal.setitimer(signal.ITIMER_PROF, job.processor)
        if job.nice:
            os.nice(job.nice)
        limit_memory(memory_mb)
        open_nothing_more()
        answer(partial(run_job, store), job, replies)
    except (OSError, MemoryError):  # the server is gone or the memory is: either way nobody can be told
        pass
    finally:
        os._exit(0)


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
