"""Small Markdown marks: headings, links, emoji in front of a heading."""

from __future__ import annotations

import re
import unicodedata

LINK = re.compile(
    r"\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]"
    r"\((?:<(?P<angle>[^<>]*)>|(?P<bare>[^()\s<>]+(?:\([^()\s]*\)[^()\s]*)?))(?:\s+\"[^\"]*\")?\)"
)
_HEADING = re.compile(r" {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*")
_PAPER = re.compile(r"/papers?/([^/?#]+?)(?:\.md)?/?(?:[?#].*)?$")
_BARE_URL = re.compile(r"<?(https?://[^\s<>]+)>?")
# Signs that join or colour emoji: variation selectors, zero-width joiner, keycap, tags.
_EMOJI_GLUE = frozenset("\ufe0e\ufe0f\u200d\u20e3") | frozenset(map(chr, range(0xE0020, 0xE0080)))
_FIRST_SYMBOL = 0x2190  # below stand signs such as °, ® and ™ that belong to a name


def heading(line: str) -> tuple[int, str] | None:
    """Level and text of a ``#`` heading."""
    found = _HEADING.fullmatch(line)
    return (len(found[1]), found[2].strip()) if found else None


def link_url(found: re.Match[str]) -> str:
    """The address of a match of :data:`LINK`."""
    return (found["angle"] if found["angle"] is not None else found["bare"]).strip()


def link_or_text(text: str) -> tuple[str, str]:
    """Label and address of a text that is one link or one address; the address is "" otherwise."""
    found = LINK.fullmatch(text.strip())
    if found:
        return found["text"].strip(), link_url(found)
    bare = _BARE_URL.fullmatch(text.strip())
    if bare:
        return bare[1], bare[1]
    return text.strip(), ""


def paper_of(address: str) -> str:
    """The id in the address of a paper page, ``…/paper/<id>.md``; any other address as it is."""
    found = _PAPER.search(address)
    return found[1] if found else address


def _is_symbol(char: str) -> bool:
    if char in _EMOJI_GLUE:
        return True
    if unicodedata.category(char) == "Sk" and ord(char) >= 0x1F3FB:  # skin tones
        return True
    return ord(char) >= _FIRST_SYMBOL and unicodedata.category(char) == "So"


def without_emoji(text: str) -> str:
    """A heading without the emoji, ``#`` signs and emphasis marks around it."""
    level = heading(text)
    text = level[1] if level else text.strip()
    start, end = 0, len(text)
    while start < end and (_is_symbol(text[start]) or text[start].isspace()):
        start += 1
    while end > start and (_is_symbol(text[end - 1]) or text[end - 1].isspace()):
        end -= 1
    bare = text[start:end]
    for mark in ("**", "__"):
        if len(bare) > 2 * len(mark) and bare.startswith(mark) and bare.endswith(mark):
            bare = bare[len(mark) : -len(mark)].strip()
    return bare


def has_emoji(text: str) -> bool:
    """True for a heading that begins with an emoji."""
    level = heading(text)
    text = level[1] if level else text.strip()
    return bool(text) and _is_symbol(text[0])
