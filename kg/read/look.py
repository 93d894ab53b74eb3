"""Text as a reader of the page sees it: no invisible characters, no emphasis marks, no medals.

Used on what a cell *says*; the cell as printed is kept beside it.
"""

from __future__ import annotations

import re
import unicodedata

# Byte-order mark, zero-width space and joiners, direction marks, soft hyphen: never part of a name or number.
_INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u2060\u200e\u200f\u00ad\u202a\u202b\u202c\u202d\u202e"))
_BLANKS = re.compile(r"[\s\u00a0]+")
_EMPHASIS = re.compile(r"(?P<mark>\*\*\*|\*\*|___|__|~~|\*|_)(?=\S)(?P<inner>.+?)(?<=\S)(?P=mark)")
_TAG = re.compile(
    r"<(?P<tag>b|strong|u|i|em|s|ins|mark|code|span|font|tt)\b[^<>]*>(?P<inner>.*)</(?P=tag)>", re.IGNORECASE
)
_LATEX = re.compile(r"\\(?:textbf|textit|underline|emph|mathbf|text|bm|mathit)\{(?P<inner>[^{}]*)\}")
#: Signs that people set in LaTeX within a table: "DSC $\uparrow$", "77.5 $\pm$ 0.3".
_LATEX_SIGN = re.compile(r"\$\s*\{?\\(?P<set>uparrow|downarrow|pm)\b\s*\}?\s*\$|\\(?P<bare>uparrow|downarrow|pm)\b")
_LATEX_SIGNS = {"uparrow": "↑", "downarrow": "↓", "pm": "±"}
_SYMBOLS_FROM = 0x2190
# Arrows are no decoration: in a cell they say "better than before".
_ARROWS = frozenset("↑↓↕⬆⬇▲▼△▽🔺🔻")

#: Cells that say "no result"; compared without case. "Not recorded" is an index page's own mark.
MISSING_MARKS = frozenset(
    {"", "-", "--", "---", "–", "—", "−", "n/a", "na", "none", "null", "nan", "tba", "tbd", "?"}
    | {"n.a.", "n.a", "n/r", "–-", "——", "-/-", "—/—", "–/–", "/", "\\", "…", "...", "(-)", "oom", "pending"}
    | {"not recorded", "not reported", "not available", "not applicable", "to be added", "coming soon"}
)


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


def visible(text: str) -> str:
    r"""The text without invisible characters, blanks run together.

    >>> visible("\ufeffBERT\u00a0 base ")
    'BERT base'
    """
    if "\\" in text:
        text = _LATEX_SIGN.sub(lambda found: _LATEX_SIGNS[found["set"] or found["bare"]], text)
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    return _BLANKS.sub(" ", text.translate(_INVISIBLE)).strip()


def plain(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without the emphasis that encloses all of it, and what that emphasis was.

    >>> plain("**63.8**")
    ('63.8', ('**',))
    """
    marks: list[str] = []
    text = visible(text)
    if text.isalnum():
        return text, ()
    while True:
        if found := _EMPHASIS.fullmatch(text):
            if found["mark"] in found["inner"]:
                return text, tuple(marks)
            marks.append(found["mark"])
        elif found := _TAG.fullmatch(text):
            marks.append(found["tag"].lower())
        elif len(text) > 2 and text[0] == text[-1] == "`" and "`" not in text[1:-1]:
            marks.append("`")
            text = text[1:-1].strip()
            continue
        elif len(text) > 2 and text[0] == text[-1] == "$" and "$" not in text[1:-1]:
            text = text[1:-1].strip()
            continue
        elif found := _LATEX.fullmatch(text):
            marks.append(text[: text.index("{")])
        else:
            return text, tuple(marks)
        text = found["inner"].strip()


def without_symbols(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without medals, trophies and other pictures at its ends, and those pictures.

    >>> without_symbols("MedReasoner 🏆")
    ('MedReasoner', ('🏆',))
    """
    if text.isascii():
        return text, ()
    found: list[str] = []
    while text and _is_picture(text[-1]):
        found.insert(0, text[-1])
        text = text[:-1].rstrip()
    front: list[str] = []
    while text and _is_picture(text[0]):
        front.append(text[0])
        text = text[1:].lstrip()
    marks = ["".join(front), "".join(found)]
    return text, tuple(mark for mark in marks if mark.strip("\ufe0f\u200d"))


def _is_picture(char: str) -> bool:
    if char in "\ufe0e\ufe0f\u200d\u20e3":
        return True
    if unicodedata.category(char) == "Sk" and ord(char) >= 0x1F3FB:
        return True
    return ord(char) >= _SYMBOLS_FROM and unicodedata.category(char) == "So" and char not in _ARROWS
