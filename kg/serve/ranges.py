"""Files that may be had in part: a Range header that asks for nothing that there is does no harm."""

from __future__ import annotations

import re

from starlette.datastructures import Headers
from starlette.responses import FileResponse
from starlette.types import Receive, Scope, Send

_RANGES = re.compile(r"bytes\s*=\s*(?:\d+-\d*|-\d+)(?:\s*,\s*(?:\d+-\d*|-\d+))*\s*", re.IGNORECASE)
_FROM_TO = re.compile(r"(\d+)-(\d+)")


class FileOrRange(FileResponse):
    """A file, or the ranges of bytes that the client asks for.

    A range in another unit, or one that is no range, is passed over as RFC 9110 (section 14.2) wants it,
    where starlette answers with an error.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        if not is_range(Headers(scope=scope).get("range", "")):
            scope = {**scope, "headers": [each for each in scope["headers"] if each[0] != b"range"]}
        await super().__call__(scope, receive, send)


def is_range(header: str) -> bool:
    """Whether a Range header asks for ranges of bytes, none of them ending before it begins."""
    pairs = _FROM_TO.findall(header)
    return _RANGES.fullmatch(header) is not None and all(int(start) <= int(end) for start, end in pairs)
