"""JSON lines in blocks of bounded size, with the place of every line; read back by place."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

import numpy as np
import pyarrow as pa

from kg.errors import LinkError


@dataclass(frozen=True, slots=True)
class Block:
    """Some whole lines: a table of ``start``, ``size`` and ``line``, and where the next block starts."""

    table: pa.Table
    end: int
    undecodable: int


def open_lines(path: Path) -> IO[bytes]:
    """A snapshot file, plain or ``.gz``."""
    try:
        return cast(IO[bytes], gzip.open(path, "rb")) if path.suffix == ".gz" else path.open("rb")
    except OSError as error:
        raise LinkError(f"{path}: {error.strerror}; give snapshot files of JSON lines") from error


def blocks(path: Path, start: int, size: int) -> Iterator[Block]:
    """The lines of a file from a place on, about ``size`` bytes at a time.

    A line longer than a block makes its block longer; nothing is cut.
    """
    with open_lines(path) as file:
        try:
            _skip(file, start, path)
            rest = b""
            while True:
                data = file.read(size)
                chunk = rest + data
                cut = len(chunk) if not data else chunk.rfind(b"\n") + 1
                if not chunk:
                    return
                rest = chunk[cut:]
                if cut:
                    yield _block(chunk[:cut], start)
                    start += cut
                if not data:
                    return
        except (EOFError, OSError, gzip.BadGzipFile) as error:
            raise LinkError(f"{path}: unreadable behind byte {start} ({error}); fetch the file again") from error


def _skip(file: IO[bytes], count: int, path: Path) -> None:
    """Go on by some bytes; a compressed file can only be read."""
    if path.suffix != ".gz":
        file.seek(count, os.SEEK_CUR)
        return
    while count:
        count -= len(file.read(min(count, 1 << 24))) or count


def _block(data: bytes, place: int) -> Block:
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
    if not data.endswith(b"\n"):
        ends = np.append(ends, len(data))
    starts = np.concatenate(([0], ends[:-1] + 1)).astype(np.int64)
    bad = 0
    try:
        data.decode("utf-8")
        offsets = np.append(starts, ends[-1] + 1 if data.endswith(b"\n") else len(data)).astype(np.int32)
        text = pa.StringArray.from_buffers(len(starts), pa.py_buffer(offsets), pa.py_buffer(data))
    except UnicodeDecodeError:
        lines = [_decoded(data[a:b]) for a, b in zip(starts, ends, strict=True)]
        bad = sum(line is None for line in lines)
        text = pa.array([line or "" for line in lines], pa.string())
    table = pa.table({"start": starts + place, "size": (ends - starts).astype(np.int64), "line": text})
    return Block(table, place + len(data), bad)


def _decoded(line: bytes) -> str | None:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return None


def lines_at(path: Path, places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, bytes]]:
    """The lines at (start, size), in the order of the file, each with its start."""
    with open_lines(path) as file:
        at = 0
        for start, size in sorted(set(places)):
            _skip(file, start - at, path)
            yield start, file.read(size)
            at = start + size
