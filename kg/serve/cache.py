"""Pages that were made are kept for a while, up to a size; so are notes of what went wrong."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

#: Bytes of all pages that are kept.
_SIZE = 32_000_000


class Cache:
    """Bodies by key; those not asked for longest go first. What is kept never changes for a version."""

    def __init__(self, size: int = _SIZE) -> None:
        self._size = size
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._used = 0

    def get(self, key: str) -> bytes | None:
        """A body, or None where it is not kept."""
        body = self._kept.get(key)
        if body is not None:
            self._kept.move_to_end(key)
        return body

    def put(self, key: str, body: bytes) -> None:
        """Keep a body, unless it alone would take a quarter of the room."""
        if len(body) > self._size // 4:
            return
        self._used += len(body) - len(self._kept.pop(key, b""))
        self._kept[key] = body
        while self._used > self._size:
            _, oldest = self._kept.popitem(last=False)
            self._used -= len(oldest)


class Notes:
    """Short texts by key that hold for some seconds; of too many the oldest go."""

    def __init__(self, seconds: float, most: int = 10_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._most = most
        self._clock = clock
        self._kept: OrderedDict[str, tuple[float, str]] = OrderedDict()

    def get(self, key: str) -> str | None:
        """The text, or None where there is none that still holds."""
        written, text = self._kept.get(key, (0.0, ""))
        if not text or self._clock() - written > self._seconds:
            self._kept.pop(key, None)
            return None
        return text

    def put(self, key: str, text: str) -> None:
        """Keep a text from now on."""
        self._kept.pop(key, None)
        self._kept[key] = (self._clock(), text)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
