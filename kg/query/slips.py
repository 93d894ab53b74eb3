"""Common slips in queries that the engine refuses without a place: told by tokens, once a query is known wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise, takewhile

from kg.query.guard import Token
from kg.read.look import words
from kg.registry.near import near_names


@dataclass(frozen=True, slots=True)
class Slip:
    """What is wrong at a token, and what to do; ``sure`` is that it is this token, if a later one makes no sense."""

    token: Token
    message: str
    hint: str | None = None
    sure: bool = False


#: Words that something must follow.
_BEGIN = words("UNION OPTIONAL MINUS GRAPH BY AS LIMIT OFFSET FROM HAVING NAMED VALUES FILTER BIND WHERE DESCRIBE")
#: Functions over the rows of a group.
AGGREGATES = words("COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT")
#: SPARQL 1.1 and 1.2, what may stand before an opening bracket.
_CALLS = AGGREGATES | words(
    "STR LANG LANGDIR LANGMATCHES DATATYPE BOUND IRI URI BNODE RAND ABS CEIL FLOOR ROUND CONCAT STRLEN UCASE LCASE "
    "ENCODE_FOR_URI CONTAINS STRSTARTS STRENDS STRBEFORE STRAFTER YEAR MONTH DAY HOURS MINUTES SECONDS TIMEZONE TZ NOW "
    "UUID STRUUID MD5 SHA1 SHA256 SHA384 SHA512 COALESCE IF STRLANG STRLANGDIR STRDT SAMETERM ISIRI ISURI ISBLANK "
    "ISLITERAL ISNUMERIC REGEX SUBSTR REPLACE EXISTS HASLANG HASLANGDIR ISTRIPLE TRIPLE SUBJECT PREDICATE OBJECT "
    "ADJUST IN NOT FILTER BIND VALUES WHERE HAVING BY ASC DESC SELECT DISTINCT REDUCED CONSTRUCT OPTIONAL MINUS UNION "
    "SEPARATOR A LATERAL UNDEF TRUE FALSE"
)
_KEYWORDS = _BEGIN | _CALLS | words("BASE PREFIX ASK CONSTRUCT ORDER GROUP")
_TERMS = words("variable name iri string number")
#: Behind these words stand no patterns.
_NO_PATTERN = words("SELECT BY HAVING LIMIT OFFSET VALUES")
_MANY = 9


def find_slip(found: list[Token], here: Token | None) -> Slip | None:
    """The known slip behind the token where a query goes wrong; None stands for its end."""
    slips = [slip for look in _LOOKS for slip in look(found) if here is None or slip.token.start <= here.start]
    at = (slip for slip in slips if slip.token == (here or found[-1]) or slip.sure)
    return next(at, None) or (next(_unclosed(found), None) if here is None else None)


def unclosed(found: list[Token]) -> str | None:
    """What is not closed in a query, as a hint."""
    return next((slip.hint for slip in _unclosed(found)), None)


def misspelt(token: Token) -> str | None:
    """What a word that has no place in a query may have been meant to be."""
    if token.kind != "word":
        return None
    word = token.text.upper()
    near = near_names(word, _KEYWORDS, 0.8)
    return f"did you mean {near[0]}?" if near and word not in _KEYWORDS else None


def _upper(token: Token) -> str:
    return token.text.upper() if token.kind == "word" else token.text


def _unclosed(found: list[Token]) -> Iterator[Slip]:
    pairs = {"}": "{", ")": "(", "]": "["}
    opened: list[Token] = []
    for token in found:
        if token.kind != "mark":
            continue
        if token.text in "\"'":
            yield Slip(token, "the query ends too early", f"a string that begins with {token.text} is not closed")
            return
        if token.text in "{([":
            opened.append(token)
        elif token.text in pairs and (not opened or opened.pop().text != pairs[token.text]):
            hint = f"a {token.text!r} has no {pairs[token.text]!r} before it"
            yield Slip(token, f"syntax error at {token.text!r}", hint)
            return
    if opened:
        yield Slip(opened[-1], "the query ends too early", f"a {opened[-1].text!r} is not closed")


def _nothing_selected(found: list[Token]) -> Iterator[Slip]:
    for number, token in enumerate(found):
        if _upper(token) != "SELECT":
            continue
        rest = [each for each in found[number + 1 : number + 3] if _upper(each) not in ("DISTINCT", "REDUCED")]
        if rest and _upper(rest[0]) in ("{", "WHERE", "FROM"):
            yield Slip(rest[0], "SELECT names nothing", "name variables, or * for all")
        elif rest and _upper(rest[0]) in AGGREGATES:
            hint = f"write ({_upper(rest[0])}(…) AS ?name), in brackets and with a name"
            yield Slip(rest[0], f"syntax error at {rest[0].text!r}", hint)


def _without_by(found: list[Token]) -> Iterator[Slip]:
    for token, following in pairwise(found):
        if _upper(token) in ("ORDER", "GROUP") and _upper(following) != "BY":
            yield Slip(following, f"syntax error at {following.text[:40]!r}", f"write {_upper(token)} BY")
        if _upper(token) == "HAVING" and _upper(following) in AGGREGATES:
            hint = "put the condition of HAVING into brackets"
            yield Slip(following, f"syntax error at {following.text!r}", hint, sure=True)


def _unknown_function(found: list[Token]) -> Iterator[Slip]:
    for token, following in pairwise(found):
        if token.kind == "word" and following.text == "(" and _upper(token) not in _CALLS:
            hint = misspelt(token) or "SPARQL has no function of that name"
            yield Slip(token, f"unknown function {token.text[:40]}", hint)


def _dangling(found: list[Token]) -> Iterator[Slip]:
    for mark, closing in pairwise(found):
        if closing.kind != "mark" or closing.text not in ")}]":
            continue
        if (mark.kind == "mark" and mark.text in "=<>&|/,") or (mark.kind == "word" and _upper(mark) in _BEGIN):
            yield Slip(closing, f"syntax error at {closing.text!r}: something is missing after {mark.text!r}")
    if found and found[-1].kind == "word" and _upper(found[-1]) in _BEGIN:
        yield Slip(found[-1], f"syntax error at {found[-1].text!r}: something is missing after it")


def bound_again(group: list[Token]) -> Slip | None:
    """BIND (… AS ?x) or SELECT (… AS ?x) of a variable that has a value in this group, known to make no sense."""
    inside: set[str] = set()
    met = {token.text[1:] for token in group[:1] if token.kind == "variable"}
    named: list[Token] = []
    depth = 0
    for before, token in pairwise(group):
        depth += {"{": 1, "}": -1}.get(before.text, 0) if before.kind == "mark" else 0
        name = token.text[1:]
        if token.kind == "variable" and depth == 0 and _upper(before) == "AS":
            if name in met:
                return _named_again(token)
            named.append(token)
        elif token.kind == "variable" and depth > 0:
            inside.add(name)
        met |= {name} if token.kind == "variable" else set()
    # What SELECT names stands before the group that gives it its values.
    selects = any(_upper(token) == "SELECT" for token in takewhile(lambda token: token.text != "{", group))
    return next((_named_again(token) for token in named if selects and token.text[1:] in inside), None)


def _named_again(token: Token) -> Slip:
    message = f"(… AS {token.text}) reuses the name of a variable that has a value"
    return Slip(token, message, "take another name")


def _short_triple(found: list[Token]) -> Iterator[Slip]:
    """A pattern of one or two terms where it needs three: "?s ?p }"."""
    terms = 0
    patterns: list[bool] = []
    values = False
    for token in found:
        mark = token.text if token.kind == "mark" else ""
        if mark == "{":
            patterns.append(not values)
            terms, values = 0, False
        elif mark and mark in "}.;,":
            wanted = (2,) if mark in ";," else (1, 2)
            if patterns and patterns[-1] and terms in wanted:
                hint = "a pattern is a subject, a property and an object, with a dot behind it"
                yield Slip(token, f"syntax error at {mark!r}: something is missing before it", hint)
            if mark == "}" and patterns:
                patterns.pop()
            terms = {";": 1, ",": 2}.get(mark, 0)
        elif token.kind in _TERMS or _upper(token) in ("A", "TRUE", "FALSE"):
            terms += 1
        elif mark or _upper(token) in _NO_PATTERN:
            # A path, a list, an expression: what it counts as is not looked into.
            terms = _MANY
            values = _upper(token) == "VALUES" or (values and mark in "()")
        elif token.kind == "word":
            terms = 0


_LOOKS: tuple[Callable[[list[Token]], Iterator[Slip]], ...] = (
    _unclosed,
    _nothing_selected,
    _without_by,
    _unknown_function,
    _dangling,
    _short_triple,
)
