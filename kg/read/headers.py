"""Words in table headers, and what a cell looks like. No cell gets a meaning here.

Readers need this much to tell a header row from a data row, a displaced header from a fitting
one, and how many value cells a broken row should have had.
"""

from __future__ import annotations

import re

_METHOD = re.compile(
    r"(?:methods?|models?|approach(?:es)?|systems?|algorithms?|submissions?|entry|entries|names?|networks?)"
    r"(?:\s+names?)?",
    re.IGNORECASE,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LINK_WORDS = _words(
    "link links code paper papers url urls repo repository github project website webpage homepage arxiv "
    "publication publications reference references source sources demo pdf"
)
_SIDE_WORDS = _LINK_WORDS | _words(
    "date dates year month rank ranking organization organisation org affiliation institution team author "
    "authors company submitter venue conference note notes comment comments remark remarks id ids licence "
    "license verified submitted released updated access type"
)
# Words that may stand beside those without making a value column of it ("Result date").
_FILL_WORDS = _words(
    "report reporting reported result results method model origin of the and or to page title release "
    "official implementation last"
)
_NUMBER = re.compile(r"[<>≤≥~≈=+\-−–±\s]*[.,]?\d[\d.,\s%±()\[\]/+\-−–eE×^*†‡§;!]*")


def is_method(name: str) -> bool:
    """True for the heading of the column that names the methods."""
    return _METHOD.fullmatch(name.strip()) is not None


def _made_of(name: str, words: frozenset[str]) -> bool:
    tokens = re.findall(r"[^\W_]+", name.casefold())
    return any(token in words for token in tokens) and all(
        token in _SIDE_WORDS or token in _FILL_WORDS for token in tokens
    )


def is_link(name: str) -> bool:
    """True for the heading of a column of links, such as Code or Report paper."""
    return _made_of(name, _LINK_WORDS)


def is_side(name: str) -> bool:
    """True for the heading of a column that holds neither methods nor values, such as Year or Links."""
    return name.strip() == "#" or _made_of(name, _SIDE_WORDS)


def is_date(name: str) -> bool:
    """True for the heading of a column of dates."""
    return is_side(name) and "date" in re.findall(r"[a-z]+", name.casefold())


def is_paper(name: str) -> bool:
    """True for the heading of the column that names the reporting paper."""
    words = re.findall(r"[a-z]+", name.casefold())
    return is_side(name) and "paper" in words and "origin" not in words


def looks_numeric(cell: str) -> bool:
    """True for a cell that reads as a number with its marks: 3,027, 50.3 %, 0.9 ± 0.1."""
    return _NUMBER.fullmatch(cell.strip()) is not None
