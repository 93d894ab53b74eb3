"""One row more or less in an SSSOM table: nothing else in the file changes, and it changes in one step.

A new row goes where the order of the rows wants it, and all other lines stay as they are, so that
taking the row out again gives the very bytes of before.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path

from kg.errors import RegistryError
from kg.registry.sssom import Mapping, read_mappings

if sys.platform != "win32":
    import fcntl


def with_row(content: bytes, mapping: Mapping) -> bytes:
    """The content of a table with one row more; raises RegistryError where its columns cannot hold it."""
    lines, first = _lines(content)
    names = lines[first - 1].split("\t")
    for name in mapping.__slots__:
        if name != "line" and getattr(mapping, name) and name not in names:
            raise RegistryError(f"the table has no column {name!r} for {getattr(mapping, name)!r}; add the column")
    row = "\t".join(str(getattr(mapping, name)) for name in names)
    place = next((n for n in range(first, len(lines)) if lines[n] > row), len(lines))
    return _joined([*lines[:place], row, *lines[place:]])


def without_row(content: bytes, line: int) -> bytes:
    """The content of a table without the row in a line, counted from 1."""
    lines, first = _lines(content)
    if not first < line <= len(lines):
        raise RegistryError(f"line {line} is no row of the table; it has rows {first + 1} to {len(lines)}")
    return _joined(lines[: line - 1] + lines[line:])


def _lines(content: bytes) -> tuple[list[str], int]:
    """All lines, and the index of the first row."""
    lines = content.decode("utf-8").removesuffix("\n").split("\n")
    header = next((n for n, line in enumerate(lines) if not line.startswith("#")), None)
    if header is None:
        raise RegistryError("no table under the header; add the line of column names")
    return lines, header + 1


def _joined(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def replace_file(path: Path, before: bytes, after: bytes) -> None:
    """Write a mapping table that was read as ``before``, in one step and after it was checked.

    Raises RegistryError where the file has changed meanwhile, or the new content breaks a rule.
    """
    with _locked(path.parent):
        if path.read_bytes() != before:
            raise RegistryError(f"{path.name} has changed meanwhile; look at it and try again")
        beside = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}")
        try:
            with beside.open("xb") as file:
                file.write(after)
                file.flush()
                os.fsync(file.fileno())
            read_mappings(beside)
            beside.chmod(path.stat().st_mode)
            beside.replace(path)
        except OSError as error:
            raise RegistryError(f"{path.name} cannot be written: {error.strerror or error}") from error
        finally:
            beside.unlink(missing_ok=True)


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One writer at a time; another one waits."""
    if sys.platform == "win32":  # no advisory locks there
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
