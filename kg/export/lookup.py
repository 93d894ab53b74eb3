"""Finding lines in a sorted file by halving: nothing is read but what is asked for, whatever its size.

``graph.nt`` is sorted by line, so all that is said of a node stands together, with the very digits.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator
from pathlib import Path


class SortedLines:
    """Lines in byte order, each ended by a line feed; read where they lie."""

    def __init__(self, data: bytes | mmap.mmap) -> None:
        self._data = data

    @classmethod
    def open(cls, path: str | Path) -> SortedLines:
        """The lines of a file, which must not change while they are in use."""
        file = Path(path)
        if not file.stat().st_size:  # an empty file cannot be mapped
            return cls(b"")
        with file.open("rb") as stream:
            return cls(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))

    def __len__(self) -> int:
        """The number of bytes, which is the offset of the end."""
        return len(self._data)

    def at(self, offset: int) -> bytes:
        """The line that begins at an offset, without its line feed."""
        return self._data[offset : self._end(offset)]

    def after(self, offset: int) -> int:
        """Where the line after the one at an offset begins."""
        return min(self._end(offset) + 1, len(self._data))

    def before(self, offset: int) -> int:
        """Where the line before an offset begins; 0 where there is none."""
        return self._data.rfind(b"\n", 0, max(offset - 1, 0)) + 1

    def find(self, key: bytes) -> int:
        """Where the first line begins that is not before a key; the end where there is none."""
        return self.first_not(lambda line: line[: len(key)] < key)

    def first_not(self, is_before: Callable[[bytes], bool]) -> int:
        """Where the first line begins that does not lie before what is looked for; the end where there is none."""
        low, high = 0, len(self._data)
        while low < high:
            start = self._data.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = self._end(start)
            if is_before(self._data[start:end]):
                low = min(end + 1, len(self._data))
            else:
                high = start
        return low

    def between(self, start: int, end: int) -> Iterator[bytes]:
        """The lines that begin in a range of offsets."""
        while start < end:
            yield self.at(start)
            start = self.after(start)

    def starting(self, prefix: bytes) -> Iterator[bytes]:
        """The lines that start with a text."""
        offset = self.find(prefix)
        while self._data[offset : offset + len(prefix)] == prefix and offset < len(self._data):
            yield self.at(offset)
            offset = self.after(offset)

    def _end(self, offset: int) -> int:
        end = self._data.find(b"\n", offset)
        return len(self._data) if end < 0 else end
