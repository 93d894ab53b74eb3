"""Titles as services print them -> plain text, and how alike two of them are.

A likeness of titles is never enough to link (see :mod:`kg.link.matching`); these are the measures
that its rules are stated in. Ratios are whole percents, rounded to the nearest.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

#: Markup that services leave in titles; any other word in angle brackets belongs to the title ("<SEG>").
_TAG = re.compile(
    r"</?(?:(?:jats|mml|m|xhtml):[\w-]+|i|b|em|strong|italic|bold|su[bp]|sc|scp|small|tt|u|span|font|p|br|div|title|"
    r"inline-formula|tex-math|alternatives|xref|math|m(?:i|o|n|row|su[bp]|subsup|frac|sqrt|text|space|over|under|style)|"
    r"semantics|annotation)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
#: What publishers put before the title of a paper that is gone; the paper is still the paper.
_MARK = re.compile(r"\W*(?:retracted|withdrawn)(?: article| paper)?\s*[:\]-]\s*", re.IGNORECASE)
_TEX_ACCENT = re.compile(r"\\[`'^\"~=.uvHcdbkr](?:\{(\w)\}|(?<=\W)(\w))")
_TEX_DRESS = re.compile(
    r"\\(?:text\w*|math\w*|emph|it|bf|em|rm|sc|tt|ensuremath|operatorname|boldsymbol|bm|underline)(?![A-Za-z])\s*"
)
#: Signs that tell names apart ("C", "C++", "A*"), and those that only set letters.
_SIGNS = str.maketrans({"+": " plus ", "#": " sharp ", "*": " star ", "{": None, "}": None, "$": None, "\\": " "})
_GREEK = str.maketrans(
    {c: unicodedata.name(c).rpartition(" ")[2].lower() for c in "αβγδεζηθικλμνξοπρστυφχψω"} | {"ς": "sigma"}
)
_WORD = re.compile(r"[^\W_]+")

#: Words that carry no topic: their lack or presence alone does not make another title.
_FUNCTION_WORD = re.compile(r"an?|the|of|for|and|in|on")
#: Words of which a title can be made that names no work in particular.
_GENERIC = re.compile(
    r"technical|reports?|system|card|introduction|editorial|preface|foreword|abstracts?|proceedings|correction|"
    r"erratum|corrigendum|addendum|reply|comment|response|review|overview|survey|tutorial|summary|supplement|index|"
    r"appendix|models?|papers?|notes?|letters?|news|obituary|contents|to|by|via|from|at|as|is|are|with"
)
_ROMAN = re.compile(r"(?=[ivx])(?:x{0,3})(?:ix|iv|v?i{0,3})")


def plain_title(text: str) -> str:
    """A title without markup: tags gone, entities decoded once, lines and blanks run together.

    A tag leaves no blank behind: words glued by it were printed glued. Only tags of markup go:
    "<SEG>" is part of a title.

    >>> plain_title("Neural <i>Nets</i> for H<sub>2</sub>O &amp;lt; 1")
    'Neural Nets for H2O &lt; 1'
    """
    return " ".join(html.unescape(_TAG.sub("", text)).split())


@lru_cache(maxsize=65536)
def words(title: str) -> tuple[str, ...]:
    """The words of a title as they are compared: no markup, TeX, accents, case or punctuation."""
    text = _MARK.sub("", plain_title(title), count=1) if _MARK.match(title) else plain_title(title)
    text = _TEX_ACCENT.sub(lambda m: m[1] or m[2], text)
    text = _TEX_DRESS.sub("", text).translate(_SIGNS)
    decomposed = unicodedata.normalize("NFKD", text).casefold().translate(_GREEK)
    return tuple(_WORD.findall("".join(c for c in decomposed if not unicodedata.combining(c))))


def normal_title(title: str) -> str:
    """The words of a title in one line.

    >>> normal_title("Augmenting <b>Large-Language</b> Models:  a study.")
    'augmenting large language models a study'
    """
    return " ".join(words(title))


def squashed(title: str) -> str:
    """The title without any blank, so that "multi-modal" and "multimodal" are one."""
    return "".join(words(title))


def ratio(one: str, other: str) -> int:
    """How much of two titles is common, in order: 200 × common letters / all letters (Indel ratio)."""
    a, b = normal_title(one), normal_title(other)
    if a == b:
        return 100
    return round(200 * _common(a, b) / (len(a) + len(b)))


def jaccard(one: str, other: str) -> int:
    """The share of common words among all words of two titles, in percent."""
    a, b = set(words(one)), set(words(other))
    return round(100 * len(a & b) / len(a | b)) if a | b else 100


def is_contained(one: str, other: str) -> bool:
    """True when one title is the other with words added at an end, both of three words or more."""
    short, long = sorted((words(one), words(other)), key=len)
    return len(short) >= 3 and (long[: len(short)] == short or long[-len(short) :] == short)


def is_short(title: str) -> bool:
    """True for a title that names no work in particular: under four words that say anything.

    >>> is_short("GPT-4o System Card"), is_short("Segment Anything in Medical Images")
    (True, False)
    """
    telling = [w for w in words(title) if w.isalpha() and not (_FUNCTION_WORD.fullmatch(w) or _GENERIC.fullmatch(w))]
    return len(words(title)) < 4 or len(telling) < 3


def numbers(title: str) -> tuple[str, ...]:
    """What tells versions and parts apart: words with digits, and Roman numerals, sorted."""
    return tuple(sorted(w for w in words(title) if any(c.isdigit() for c in w) or _ROMAN.fullmatch(w)))


def says_the_same(one: str, other: str) -> bool:
    """True when two titles differ in nothing that could tell two works apart.

    That is: equal but for blanks and hyphens; or the same words in order but for function words,
    plural s, and British and American spelling. A single other word ("in mice", "in rats";
    "MedSAM", "MedSAM2") makes another title, however alike the two look.
    """
    if squashed(one) == squashed(other):
        return bool(squashed(one))
    a, b = (tuple(_stem(w) for w in words(t) if not _FUNCTION_WORD.fullmatch(w)) for t in (one, other))
    return len(a) >= 3 and a == b and numbers(one) == numbers(other)


def _stem(word: str) -> str:
    if len(word) < 5:
        return word
    word = re.sub(r"is(?=(?:e|ed|es|er|ers|ing|ation|ations)$)", "iz", word)
    word = re.sub(r"our(?=$|s$|al$|ed$|ing$)", "or", word)
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _common(a: str, b: str) -> int:
    """Length of the longest common subsequence, by bits (Hyyrö 2004)."""
    masks: dict[str, int] = {}
    for place, letter in enumerate(a):
        masks[letter] = masks.get(letter, 0) | 1 << place
    full = (1 << len(a)) - 1
    state = full
    for letter in b:
        hit = state & masks.get(letter, 0)
        state = (state + hit | state - hit) & full
    return len(a) - state.bit_count()
