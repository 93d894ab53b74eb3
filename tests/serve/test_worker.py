from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kg.serve.frames import DATA, END, ERROR, QUERY, READY, STARTED, End, Job, read_frame, write_frame
from kg.serve.runner import PoolRunner
from kg.store import Version


@contextlib.contextmanager
def worker(store: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "kg.serve.worker", str(store), "512"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield process
        process.kill()


def ask(
    process: subprocess.Popen[bytes], query: str, format_: str = "json", *, graph: bool = False
) -> list[tuple[bytes, bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    write_frame(process.stdin, QUERY, Job(query, format_, graph, 10).encode())
    frames = []
    while (frame := read_frame(process.stdout)) is not None:
        frames.append(frame)
        if frame[0] in (END, ERROR):
            break
    return frames


def test_one_query_after_another(version: Version) -> None:
    with worker(version.path / "store") as process:
        assert process.stdout is not None
        assert read_frame(process.stdout) == (READY, b"")
        assert [kind for kind, _ in ask(process, "ASK {}")] == [STARTED, DATA, END]
        kinds = [kind for kind, _ in ask(process, "SELECT * { ?a <http://e/val> ?b }")]
        assert kinds[0] == STARTED
        assert kinds[-1] == END
        assert kinds.count(DATA) > 1
        (error,) = ask(process, "ASK { ?s lb:x ?o }")
        assert error[0] == ERROR
        fields = json.loads(error[1])
        assert fields["message"] == "unknown prefix lb:"
        assert (fields["line"], fields["column"]) == (1, 10)
        assert ask(process, "ASK {}", "xls")[0][0] == ERROR
        assert ask(process, "INSERT DATA { <a:a> <a:b> <a:c> }")[0][0] == ERROR
        assert ask(process, "DESCRIBE <http://e/n1>", "ttl", graph=True)[-1] == (END, End(1).encode())
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(10) == 0


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks at descriptors in /proc")
def test_it_can_open_nothing(version: Version) -> None:
    with worker(version.path / "store") as process:
        assert process.stdout is not None
        assert read_frame(process.stdout) == (READY, b"")
        limits = Path(f"/proc/{process.pid}/limits").read_text(encoding="ascii")
        line = next(line for line in limits.splitlines() if line.startswith("Max open files"))
        soft, hard = (int(word) for word in line.split()[3:5])
        used = {int(path.name) for path in Path(f"/proc/{process.pid}/fd").iterdir()}
        assert soft == hard
        assert set(range(hard)) <= used


def test_a_version_without_a_store_folder_is_loaded(version: Version) -> None:
    with worker(version.path / "graph.nq") as process:
        assert process.stdout is not None
        assert read_frame(process.stdout) == (READY, b"")
        assert b'"boolean":true' in ask(process, "ASK { ?s <http://e/val> 7 }")[1][1]


@dataclass
class Waiting:
    """A process that waits in a pool."""

    name: str
    ready: bool
    alive: bool = True


def test_who_is_ready_goes_before_who_is_getting_ready() -> None:
    """A process that replaces a killed one takes its time to start: no small question waits for it."""
    pool = PoolRunner("kg.serve.worker", (), slots=3, wait=1)
    idle: Any = [Waiting("new", ready=False), Waiting("used", ready=True), Waiting("newer", ready=False)]
    pool._idle = idle
    taken: list[Any] = [pool._take() for _ in range(3)]
    assert [each.name for each in taken] == ["used", "new", "newer"]
    pool.close()


def test_frames_that_are_cut_are_no_frames() -> None:
    buffer = io.BytesIO()
    write_frame(buffer, DATA, b"12345")
    whole = buffer.getvalue()
    assert read_frame(io.BytesIO(whole)) == (DATA, b"12345")
    for length in range(len(whole)):
        assert read_frame(io.BytesIO(whole[:length])) is None


def test_jobs_survive_the_way() -> None:
    job = Job("ASK {} # é", "json", False, 1.5, ("http://e/a",), (), "http://e/")
    assert Job.decode(job.encode()) == job
