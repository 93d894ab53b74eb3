"""A query process: ``python -m kg.serve.worker STORE MEMORY_MB`` answers one query after another.

It is meant to be killed: at the deadline, when the client leaves, when it takes too much memory.
It opens its store read-only, talks in frames over its standard streams, and then gives up the
right to open anything else, files and sockets alike.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any

import pyoxigraph as ox

from kg.errors import QueryError, StoreFailure
from kg.export.jsonld import our_context
from kg.query.execution import Execution, execute
from kg.query.formats import find_format
from kg.serve.coding import packing
from kg.serve.frames import DATA, END, ERROR, STARTED, End, Job, write_frame
from kg.serve.process import answer_all, limit_memory, take_pipes
from kg.serve.writing import write
from kg.store import load_store, open_store_folder
from kg.terms import DATA_BASE

_CHUNK = 64 * 1024


class _DataFrames(io.RawIOBase):
    """Collects what is written and sends it on in DATA frames of a fair size."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._buffer = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        chunk = bytes(data)
        self._buffer += chunk
        if len(self._buffer) >= _CHUNK:
            self.send()
        return len(chunk)

    def send(self) -> None:
        """Send what is there."""
        if self._buffer:
            write_frame(self._stream, DATA, bytes(self._buffer))
            self._buffer.clear()


def answer(run: Callable[[Job], Execution], job: Job, output: IO[bytes], again: Callable[[], bool] = bool) -> None:
    """Run one job and send its frames; errors of the query are sent, others end the process.

    ``again`` tells, when everything is sent but the end, whether this process can take another query.
    """
    try:
        format_ = find_format(job.format, graph=job.graph)
        if format_ is None:
            raise QueryError(f"there is no format {job.format!r} for this form of query")
        execution = run(job)
        write_frame(output, STARTED, execution.form.encode())
        data: Any = _DataFrames(output)
        if job.packed:
            with packing(data, job.packed) as archive:
                write(execution, archive, format_)
        else:
            write(execution, data, format_)
        data.send()
        write_frame(output, END, End(execution.rows, again()).encode())
    except QueryError as error:
        send_error(error, output)


def send_error(error: QueryError, output: IO[bytes]) -> None:
    """Tell the server why there is no answer."""
    fields = {
        "message": str(error),
        "line": error.line,
        "column": error.column,
        "hints": getattr(error, "__notes__", []),
        "store_failed": isinstance(error, StoreFailure),
    }
    write_frame(output, ERROR, json.dumps(fields).encode())


def run_job(store: ox.Store, job: Job) -> Execution:
    """Start a job on a store."""
    return execute(
        store,
        job.query,
        default_graphs=job.default_graphs,
        named_graphs=job.named_graphs,
        base_iri=job.base_iri or DATA_BASE,
    )


def get_ready(store: ox.Store | None) -> None:
    """Read what a query may need beside its store, while files can still be opened."""
    our_context()
    if store is not None:
        store.query("SELECT * { ?s ?p ?o } LIMIT 1")


def open_nothing_more() -> None:
    """Where every number below the limit is in use, no socket and no file can be opened."""
    if sys.platform == "win32":
        return
    import resource

    lowest_free = os.dup(0)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free, lowest_free))
    os.close(lowest_free)


def _open(path: Path) -> ox.Store:
    return open_store_folder(path) if path.is_dir() else load_store(path)


def main(arguments: list[str]) -> int:
    """Answer queries until the other side closes the pipe."""
    path, memory_mb = Path(arguments[0]), int(arguments[1])
    requests, replies = take_pipes()
    store = _open(path)
    get_ready(store)
    limit_memory(memory_mb)
    open_nothing_more()
    answer_all(requests, replies, Job.decode, lambda job: answer(partial(run_job, store), job, replies))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
