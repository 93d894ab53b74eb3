"""CSV made of the engine's TSV, which marks what is an IRI and what is a text.

The engine's own CSV quotes no IRI, so that one with a comma would be two cells. Many lines are taken at once,
for a step of Python for each term of an answer is slow.
"""

from __future__ import annotations

import io
import re
from itertools import chain
from typing import IO, Any

from kg.errors import QueryError

_TEXT = re.compile(rb'"((?:[^"\\]|\\.)*)"')
#: NUL stands in the place of a text, with its language or datatype behind: nothing else outside of texts holds it.
_MARK = re.compile(rb"\0(?:@[A-Za-z0-9-]+|\^\^<[^>]*>)")
_IRI_WITH_COMMA = re.compile(rb"<([^>,]*,[^>]*)>")
_ESCAPE = re.compile(rb"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_NAMED = {b"t": b"\t", b"n": b"\n", b"r": b"\r", b"b": b"\b", b"f": b"\f"}
_NEEDS_QUOTES = re.compile(rb'[",\r\n]')


class CsvOfTsv(io.RawIOBase):
    """Takes a table in TSV piece by piece and writes it as CSV; ``rows`` have been written so far."""

    def __init__(self, output: IO[bytes]) -> None:
        self._output = output
        self._rest = b""
        # The first line is the heading.
        self.rows = -1

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: Any) -> int:
        """Write the lines that are whole by now."""
        piece = bytes(data)
        lines, end, self._rest = (self._rest + piece).rpartition(b"\n")
        if end and self.rows < 0:
            heading, _, lines = (lines + end).partition(b"\n")
            self._output.write(heading.replace(b"?", b"").replace(b"\t", b",") + b"\r\n" + csv_lines(lines))
            self.rows = lines.count(b"\n")
        elif end:
            self._output.write(csv_lines(lines + end))
            self.rows += lines.count(b"\n") + 1
        return len(piece)


def csv_lines(lines: bytes) -> bytes:
    """Whole lines of TSV as lines of CSV."""
    pieces = _TEXT.split(lines)
    texts = map(_text, pieces[1::2])
    outside = _MARK.sub(b"\0", b"\0".join(pieces[::2]))
    if b"<<(" in outside:
        raise QueryError("CSV has no way to write a triple term: ask for TSV")
    if b"," in outside:
        outside = _IRI_WITH_COMMA.sub(rb'"\1"', outside)
    gaps = outside.translate(None, b"<>").replace(b"\t", b",").replace(b"\n", b"\r\n").split(b"\0")
    return b"".join(chain.from_iterable(zip(gaps, (*texts, b""), strict=True)))


def _text(escaped: bytes) -> bytes:
    """The content of a text as a cell."""
    text = _ESCAPE.sub(_plain, escaped) if b"\\" in escaped else escaped
    return b'"' + text.replace(b'"', b'""') + b'"' if _NEEDS_QUOTES.search(text) else text


def _plain(match: re.Match[bytes]) -> bytes:
    short, long, named = match.groups()
    return chr(int(short or long, 16)).encode() if short or long else _NAMED.get(named, named)
