"""Where a query goes wrong: at the first token with which no query can go on.

The engine tells how far its parser looked, which is up to a keyword's length behind the mistake: it
compares "FOO BAR" with OPTIONAL before it gives up. So it is asked about beginnings of the query. One that
some query may go on from is read to its end, any other is not; halving finds the token that makes the difference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pyoxigraph as ox

from kg.query.guard import Token
from kg.terms import DATA_BASE

#: More lines than a keyword has letters, and a sign that no query holds: nothing is ever run.
_LINES = 40
_END = "\n" * _LINES + "\0"
_PLACE = re.compile(r"error at (\d+):")


def first_wrong(text: str, found: Sequence[Token]) -> int | None:
    """The number of the first token that cannot stand where it stands; None where the query only ends too early."""
    nothing = ox.Store()
    right, wrong = 0, len(found) + 1
    while wrong - right > 1:
        middle = (right + wrong) // 2
        if _can_go_on(nothing, text[: _end(found[middle - 1])]):
            right = middle
        else:
            wrong = middle
    return wrong - 1 if wrong <= len(found) else None


def _end(token: Token) -> int:
    return token.start + len(token.text)


def _can_go_on(nothing: ox.Store, beginning: str) -> bool:
    try:
        nothing.query(beginning + _END, base_iri=DATA_BASE)
    except SyntaxError as error:
        place = _PLACE.match(str(error))
        return place is not None and int(place[1]) > beginning.count("\n") + _LINES
    return True
