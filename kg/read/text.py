"""Bytes to text, and text to numbered lines.

Only UTF-8 is read. Guessing another encoding would publish "RÃ©sNet" sooner or later, so a file
that is not UTF-8 is refused with its name and the remedy.
"""

from __future__ import annotations

import codecs
import re

from kg.errors import SourceError

_REMEDY = "convert it to UTF-8, for example with: iconv -f {encoding} -t UTF-8"

# Longest first: the UTF-32 mark begins with the UTF-16 one.
_FOREIGN_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)

# str.splitlines() also splits at U+000B, U+000C, U+001C-1E, U+0085, U+2028 and U+2029. Editors
# and version control do not, so line numbers would drift and a cell could be torn in two.
_LINE_END = re.compile(r"\r\n|\n|\r")
_BYTE_LINE_END = re.compile(rb"\r\n|\n|\r")

# A full stop ends a sentence where a capital, a quote or a bracket follows, but not after the
# usual abbreviations.
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)(?<!al\.)\s+(?=[A-Z\"'(\[])")


# An HTML page or XML file says in its first lines how it is encoded.
_DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([A-Za-z][\w.:-]{1,30})""", re.IGNORECASE)


def declared_encoding(head: bytes) -> str | None:
    """The encoding that a byte-order mark declares, or None."""
    return next((name.lower() for mark, name in _FOREIGN_MARKS if head.startswith(mark)), None)


def decode(data: bytes, file: str, encoding: str | None = None) -> str:
    """The text of a file without its byte-order mark; :class:`SourceError` where it cannot be told.

    UTF-8, unless the caller or the page itself declares another encoding; nothing is ever guessed.
    """
    if encoding is not None:
        return _decode_as(data, file, encoding)
    for mark, encoding in _FOREIGN_MARKS:
        if data.startswith(mark):
            raise SourceError(f"{file}: the file is {encoding}, not UTF-8; {_REMEDY.format(encoding=encoding)}")
    nul = data.find(b"\0")
    if nul >= 0:
        line = line_of(data, nul)
        raise SourceError(
            f"{file}:{line}: the file holds NUL bytes, as UTF-16 text or a binary file does; "
            + _REMEDY.format(encoding="UTF-16")
        )
    body = data.removeprefix(codecs.BOM_UTF8)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        declared = _DECLARED.search(data[:4096])
        if declared and declared[1].lower() not in (b"utf-8", b"utf8"):
            return _decode_as(data, file, declared[1].decode("ascii"))
        raise SourceError(_not_utf8(body, file, error.start)) from None


def _not_utf8(body: bytes, file: str, start: int) -> str:
    """What to do about bytes that are not UTF-8, the first of them at ``start``.

    Where other characters of the file are UTF-8, a conversion of the whole file would garble those: the
    bytes are mended where they stand.
    """
    place = f"{file}:{line_of(body, start)}"
    if body.decode("utf-8", "ignore").isascii():
        return f"{place}: the file is not UTF-8 (byte 0x{body[start]:02x}); " + _REMEDY.format(encoding="WINDOWS-1252")
    lines = [number for number, line in enumerate(_BYTE_LINE_END.split(body), 1) if not _is_utf8(line)]
    others = f" but for line{'s' if lines[2:] else ''} {', '.join(map(str, lines[1:]))}" if lines[1:] else ""
    before, after = _BYTE_LINE_END.split(body[:start])[-1], _BYTE_LINE_END.split(body[start:])[0]
    around = before.decode("utf-8")[-12:] + after.decode("utf-8", "backslashreplace")[:16]
    return (
        f"{place}: byte 0x{body[start]:02x} is not UTF-8 (in '{around}'), while the rest of the file is{others}; "
        "write that character anew in UTF-8, for a conversion of the whole file would garble the others"
    )


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _decode_as(data: bytes, file: str, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except LookupError:
        raise SourceError(
            f"{file}: unknown encoding {encoding!r}; utf-8, utf-16, cp1252 and latin-1 are some"
        ) from None
    except UnicodeError:
        raise SourceError(f"{file}: the file is not {encoding}; name the encoding that it was saved in") from None
    return text.removeprefix("\ufeff")


def line_of(data: bytes, offset: int) -> int:
    """The line that a byte stands in, counted as :func:`split_lines` counts."""
    head = data[:offset]
    return head.count(b"\n") + head.count(b"\r") - head.count(b"\r\n") + 1


def split_lines(text: str) -> tuple[str, ...]:
    r"""The lines of a text, split at ``\r\n``, ``\n`` and ``\r`` only; line n is entry n - 1."""
    lines = _LINE_END.split(text)
    if lines and not lines[-1]:
        lines.pop()
    return tuple(lines)


def sentences(text: str) -> list[str]:
    """The sentences of a paragraph, each verbatim."""
    return [part for part in _SENTENCE_END.split(text.strip()) if part]
