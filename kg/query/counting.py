"""How many rows an answer has, counted while the engine writes it.

The engine writes solutions in one go and does not say how many they were; going through them one by one
instead would take several times as long. So the rows are counted in what is written, in each format by
what stands between two rows and can stand nowhere else.
"""

from __future__ import annotations

import io
import re
from typing import IO, Any

#: In JSON without its strings a solution begins where an object follows ``[`` or ``,``: the members of
#: objects are named by strings, so that ``:`` stands before every other object.
_JSON_ROW = re.compile(rb"[\[,]\{")
_JSON_ESCAPE = re.compile(rb'\\[\\"]')
_XML_ROW = re.compile(rb"<result(?=[>/])")


class RowCounter(io.RawIOBase):
    """Passes on what is written, in the format ``tsv``, ``json`` or ``xml``, and counts its rows."""

    def __init__(self, output: IO[bytes], format: str) -> None:
        self._output = output
        self._count = {"tsv": self._tsv, "json": self._json, "xml": self._xml}[format]
        # The first line of a table is its heading.
        self.rows = -1 if format == "tsv" else 0
        self._quoted = False
        self._rest = b""
        self._last = b""

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: Any) -> int:
        """Pass on and count."""
        chunk = bytes(data)
        self._count(chunk)
        self._output.write(chunk)
        return len(chunk)

    def _tsv(self, chunk: bytes) -> None:
        self.rows += chunk.count(b"\n")

    def _xml(self, chunk: bytes) -> None:
        text = self._rest + chunk
        self.rows += len(_XML_ROW.findall(text))
        # What may be the beginning of a match that the next chunk ends: shorter than a match and the byte after it.
        self._rest = text[-len(b"<result") :]

    def _json(self, chunk: bytes) -> None:
        text = self._rest + chunk
        # A backslash at the end belongs to the next chunk.
        odd = (len(text) - len(text.rstrip(b"\\"))) % 2
        text, self._rest = (text[:-1], text[-1:]) if odd else (text, b"")
        outside = self._last + self._outside(_JSON_ESCAPE.sub(b"", text))
        self.rows += len(_JSON_ROW.findall(outside))
        self._last = outside[-1:]

    def _outside(self, text: bytes) -> bytes:
        """What stands outside of quotation marks."""
        parts = text.split(b'"')
        outside = b'"'.join(parts[self._quoted :: 2])
        self._quoted ^= len(parts) % 2 == 0
        return outside
