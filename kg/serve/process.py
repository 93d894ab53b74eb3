"""What all processes behind the server do: talk over their pipes, mind their deadline and their memory."""

from __future__ import annotations

import math
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, TypeVar

from kg.serve.frames import QUERY, READY, Task, read_frame, write_frame

TaskType = TypeVar("TaskType", bound=Task)


def take_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Requests and replies: the standard streams, which from now on lead nowhere for anybody else."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    return requests, replies


def limit_memory(memory_mb: int) -> None:
    """Allow this much memory on top of what the process has now, and no core files."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    status = Path("/proc/self/statm")
    if status.is_file():
        size = int(status.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        limit = size + memory_mb * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def processor_seconds(timeout: float) -> int:
    """Seconds of the processor that the kernel allows for a query with a deadline."""
    return math.ceil(timeout) + 1


def limit_processor(timeout: float) -> None:
    """Allow the processor time of one more query, on top of what the process has used."""
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = math.ceil(used.ru_utime + used.ru_stime) + processor_seconds(timeout)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds if most < 0 else min(seconds, most), most))


def answer_all(
    requests: IO[bytes], replies: IO[bytes], decode: Callable[[bytes], TaskType], answer: Callable[[TaskType], None]
) -> None:
    """Say READY and answer one request after another, until the other side closes the pipe.

    Each has a second more than its deadline, should the server not end this process before.
    """
    write_frame(replies, READY)
    while (frame := read_frame(requests)) is not None:
        kind, payload = frame
        if kind == QUERY:
            task = decode(payload)
            _alarm(task.timeout + 1)
            limit_processor(task.timeout)
            answer(task)
            _alarm(0)


def _alarm(seconds: float) -> None:
    """End this process by its own timer; 0 calls it off."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)
