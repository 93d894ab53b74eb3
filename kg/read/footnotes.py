"""The notes that signs in cells stand for, as the text of a page tells them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kg.read.cells import Field

_SIGN = r"(?:\*{1,3}|[†‡§¶#△▲◇◆♢♠♣♥]{1,2}|\[\^?\w{1,4}\]|[¹²³⁴⁵⁶⁷⁸⁹])"
#: A line that begins with the sign: "* trained on more data", "[2] Roy et al.", "†: ensemble".
_AT_START = re.compile(rf"\\?(?P<sign>{_SIGN})\s*[:=)-]?\s*(?P<note>\S.*)", re.DOTALL)
#: A sentence that tells what a sign stands for, anywhere in a paragraph.
_TOLD = re.compile(
    r"(?:^|(?<=[\s(\"'.]))\\?(?P<sign>\*{1,3}|[†‡§¶])\s*"
    r"(?:(?P<verb>denotes?|indicates?|means?|marks?|stands? for|refers? to|:|=)\s*)"
    r"(?P<note>[^.]*\.?)"
)
#: Where the next of several notes in one line begins: "* with more data. † closed weights."
_NEXT = re.compile(r"(?<=[.;,)\w])\s+(?=[†‡§¶]|\*{1,3}\s*[A-Za-z]|\[\^\w{1,3}\]\s)")
#: A raised digit or letter; other raised signs are signs as they stand.
_RAISED = re.compile(r"\w{1,3}")
_LONGEST = 400


def find_footnotes(texts: Iterable[tuple[str, int]]) -> tuple[Field, ...]:
    """All footnotes of a page, by sign; a sign that is told twice keeps both notes."""
    found: list[Field] = []
    texts = list(texts)
    # One "* " at the beginning of a line is a footnote, several are a list.
    stars = sum(part.strip().startswith("* ") for text, _ in texts for part in text.split("\n"))
    bullets = re.compile(r"\*{2,}|[-#] |\* " if stars > 1 else r"\*{2,}|[-#] ")
    for text, line in texts:
        for number, part in enumerate(text.split("\n")):
            stripped = part.strip().rstrip("\\").strip()
            at_start = _AT_START.fullmatch(stripped)
            told = list(_TOLD.finditer(stripped))
            if told:
                found += [
                    Field(t["sign"], stripped[t.start("verb") : t.end("note")].strip(" :=")[:_LONGEST], line + number)
                    for t in told
                ]
            elif at_start and not bullets.match(stripped):
                found += _one_after_another(stripped, line + number)
            else:
                found += _glued(stripped, line + number)
    return tuple(dict.fromkeys(found))


def note_sign(raised: str, before: str) -> str:
    """A raised text as :func:`find_footnotes` knows it, where it can only be the sign of a note that begins with it.

    ``before`` is the text of the paragraph so far: nothing, or the end of another note.

    >>> note_sign("1", ""), note_sign("2", "x"), note_sign("†", "trained longer.")
    (' [^1] ', '2', ' † ')
    """
    before = before.rstrip()
    if before and not before.endswith((".", ";", ")")):
        return raised
    return f" [^{raised}] " if _RAISED.fullmatch(raised) else f" {raised} "


def _one_after_another(text: str, line: int) -> list[Field]:
    """Notes in one line, each behind its sign."""
    notes = [match for part in _NEXT.split(text) if (match := _AT_START.fullmatch(part))]
    whole = _AT_START.fullmatch(text)
    if whole is not None and len({match["sign"] for match in notes}) < len(_NEXT.split(text)):
        notes = [whole]  # a sign that comes again is no note of its own
    return [Field(match["sign"], match["note"].strip()[:_LONGEST], line) for match in notes]


def _glued(text: str, line: int) -> list[Field]:
    """A sign right before the sentence that it stands for: "… second-best underlined. *GPT-3.5 is …"."""
    return [
        Field(m["sign"], m["note"].strip()[:_LONGEST], line)
        for m in re.finditer(r"(?:^|(?<=[.;]\s))(?P<sign>\*{1,2}|[†‡§¶])(?P<note>[A-Z][^*†‡§¶]*)$", text)
    ]
