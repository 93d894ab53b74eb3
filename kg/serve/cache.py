"""Pages that were made are kept for a while, up to a size."""

from __future__ import annotations

from collections import OrderedDict

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
