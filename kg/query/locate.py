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


#: Signs of two letters, which are two tokens of the guard's.
_PAIRS = frozenset({"&&", "||", "!=", "<=", ">=", "^^", "{|", "|}", "<<", ">>"})


def first_wrong(text: str, found: Sequence[Token]) -> int | None:
    """The number of the first token that cannot stand where it stands; None where the query only ends too early."""
    nothing = ox.Store()
    asked = _without_less(text, found)

    def can_go_on(number: int) -> bool:
        return _can_go_on(nothing, asked[: _end(found[number - 1])])

    #: Numbers of tokens that a beginning may have.
    cuts = [0, *(number for number in range(1, len(found) + 1) if _may_cut(found, number))]
    right, wrong = 0, len(cuts)
    while wrong - right > 1:
        middle = (right + wrong) // 2
        if can_go_on(cuts[middle]):
            right = middle
        else:
            wrong = middle
    if wrong == len(cuts):
        return None
    return next(number - 1 for number in range(cuts[right] + 1, cuts[wrong] + 1) if not can_go_on(number))


def _may_cut(found: Sequence[Token], number: int) -> bool:
    """Whether the engine can be asked about so many tokens: not within a sign, nor before a function's bracket."""
    if number == len(found):
        return True
    last, following = found[number - 1], found[number]
    if last.kind == "word":
        return following.text != "("
    return _end(last) != following.start or last.text + following.text not in _PAIRS


def _without_less(text: str, found: Sequence[Token]) -> str:
    """A query that compares by ">" alone: behind a "<" the engine looks for the end of an IRI, however far that is."""
    places = {token.start for token in found if token.kind == "mark" and token.text == "<"}
    lone = {place for place in places if place - 1 not in places and place + 1 not in places}
    return "".join(">" if place in lone else sign for place, sign in enumerate(text)) if lone else text


def _end(token: Token) -> int:
    return token.start + len(token.text)


def _can_go_on(nothing: ox.Store, beginning: str) -> bool:
    try:
        nothing.query(beginning + _END, base_iri=DATA_BASE)
    except SyntaxError as error:
        place = _PLACE.match(str(error))
        return place is not None and int(place[1]) > beginning.count("\n") + _LINES
    return True
