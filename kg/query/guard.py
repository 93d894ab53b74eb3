"""What is looked at before the engine sees a query: its form, its size, and what it must not do.

The engine runs ``SERVICE`` without a switch and overflows its stack on deep nesting, so both are
refused here, by tokens: strings, IRIs and comments are skipped, case does not matter. Its parser
needs no blank between words (``SERVICEex:a`` calls out as well) and reads ``<`` by context, so
where two readings are possible the guard assumes the worse one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from kg.errors import QueryError, UnsafeQuery

#: Deeper nesting overflows the engine's stack.
DEEPEST = 100


@dataclass(frozen=True, slots=True)
class Bounds:
    """The longest, deepest and most crowded query that is run: bytes of UTF-8, levels, tokens."""

    size: int = 20_000
    depth: int = DEEPEST
    tokens: int = 10_000


#: Those of a server that is not told otherwise, and the widest that one may be told.
BOUNDS, WIDEST = Bounds(), Bounds(1_000_000, DEEPEST, 200_000)


class QueryForm(StrEnum):
    """The four forms of a query."""

    SELECT = "SELECT"
    ASK = "ASK"
    CONSTRUCT = "CONSTRUCT"
    DESCRIBE = "DESCRIBE"

    @property
    def gives_graph(self) -> bool:
        """True when the answer is triples, not a table or a truth value."""
        return self in (QueryForm.CONSTRUCT, QueryForm.DESCRIBE)


class Refusal(StrEnum):
    """Why a query is not run."""

    UPDATE = "update"
    CALLS_OUT = "calls-out"
    TOO_DEEP = "too-deep"
    TOO_LONG = "too-long"
    TOO_MANY_TOKENS = "too-many-tokens"


class RefusedQuery(UnsafeQuery):
    """An :class:`UnsafeQuery` that says which rule it breaks."""

    def __init__(self, refusal: Refusal, message: str, *, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message, line=line, column=column)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Token:
    """One token, with its kind and its offset in the text."""

    kind: str
    text: str
    start: int


#: What a prefix may consist of; a name has one only where a colon follows the whole run.
_RUN = re.compile(r"[\w.\-·]*")
_ESCAPE = r"""\\[_~.\-!$&'()*+,;=/?#@%]"""
_NAME = rf"""(?P<name>(?:_|[^\W\d_](?:[\w.\-·]*[\w\-·])?)?:
      (?:(?:[\w:]|%[0-9A-Fa-f]{{2}}|{_ESCAPE})
        (?:(?:[\w.:\-·]|%[0-9A-Fa-f]{{2}}|{_ESCAPE})*(?:[\w:\-·]|%[0-9A-Fa-f]{{2}}|{_ESCAPE}))?)?) |"""


_STRING = r"""(?P<string>"{3}(?:[^"\\]|\\.|"(?!""))*"{3}|'{3}(?:[^'\\]|\\.|'(?!''))*'{3}
      |"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*') |"""


def _token(name: str, string: str) -> re.Pattern[str]:
    return re.compile(
        rf"""
    (?P<blank>\s+|\#[^\n\r]*)
  | (?P<iri><(?:[^<>"{{}}|^`\\\x00-\x20]|\\u[0-9A-Fa-f]{{4}}|\\U[0-9A-Fa-f]{{8}})*>)
  | {string}
    (?P<variable>[?$]\w+)
  | (?P<language>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
  | {name}
    (?P<word>[^\W\d]\w*)
  | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
  | (?P<mark>.)
    """,
        re.VERBOSE | re.DOTALL,
    )


#: By whether names are to be looked for, and whether strings are.
_TOKENS = {(name, string): _token(_NAME * name, _STRING * string) for name in (True, False) for string in (True, False)}

_UNSTEADY = re.compile(r"now|rand|uuid|bnode|\\u", re.IGNORECASE)
_ESCAPED = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_UPDATES = frozenset({"INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH"})
#: `<` and `>` around these may be two comparisons with brackets or quotes between them,
#: unless the text begins like <http://…>.
_AMBIGUOUS = re.compile(r"<(?![A-Za-z][\w+.\-]*://).*['()]", re.DOTALL)


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a query, blanks and comments left out."""
    place = run = 0
    strings = True
    while place < len(text):
        if place >= run:
            found = _RUN.match(text, place)
            run = found.end() if found else place
        # Where a run is no prefix, none of its parts is one: tried at each, it would be read again and again.
        prefix = text.startswith(":", run) and (run == place or text[run - 1] != ".")
        match = _TOKENS[prefix, strings].match(text, place)
        assert match is not None
        place = match.end()
        kind = match.lastgroup
        if kind == "mark" and match.group() in "\"'":
            strings = False  # it is never closed: no query, whatever follows, and each quote would be tried to the end
        if kind is not None and kind != "blank":
            yield Token(kind, match.group(), match.start())


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both counted from 1."""
    line = text.count("\n", 0, offset) + 1
    return line, offset - text.rfind("\n", 0, offset)


def guard(query_text: str, bounds: Bounds = BOUNDS) -> QueryForm:
    """The form of a query that may be run.

    Raises :class:`RefusedQuery` for an update, a call to another server and a query beyond the
    ``bounds``, and QueryError where no query begins.
    """
    size = len(query_text.encode("utf-8", "surrogatepass"))
    if size > bounds.size:
        raise RefusedQuery(
            Refusal.TOO_LONG, f"the query has {size:,} bytes, {bounds.size:,} are allowed", line=1, column=1
        )
    found: list[Token] = []
    refusal: RefusedQuery | None = None
    try:
        shallow = _shallow(query_text, _calling_nobody(query_text), bounds.depth)
        for token in _bounded(query_text, shallow, bounds.tokens):
            found.append(token)
    except RefusedQuery as error:  # nothing behind it was looked at
        refusal = error
    try:
        form = _form(query_text, found)
    except QueryError as error:
        # An update is refused as one, whatever else is wrong with it.
        raise (error if refusal is None or isinstance(error, RefusedQuery) else refusal) from None
    if refusal is not None:
        raise refusal
    return form


def changes_with_time(query_text: str) -> bool:
    """Whether asking twice may give two answers: NOW, RAND, UUID, STRUUID or BNODE stand in the text.

    A word that only looks like one of them counts too: such an answer is asked for again, no more.
    """
    return _UNSTEADY.search(query_text) is not None


#: What follows the words before the form of a query: kinds of tokens, and in words.
_PROLOGUE = {
    "BASE": (("iri",), "an IRI: BASE <…>"),
    "VERSION": (("string",), 'a version: VERSION "1.2"'),
    "PREFIX": (("name", "iri"), "a name with a colon and an IRI: PREFIX ex: <…>"),
}


def _form(text: str, found: list[Token]) -> QueryForm:
    index = 0
    slip: QueryError | None = None
    word = ""
    while index < len(found):
        word = found[index].text.upper() if found[index].kind == "word" else ""
        if word not in _PROLOGUE:
            break
        kinds, wanted = _PROLOGUE[word]
        for token, kind in zip(found[index + 1 :], kinds, strict=False):
            if slip is None and token.kind != kind:
                line, column = position(text, token.start)
                slip = QueryError(f"{word} is followed by {wanted}", line=line, column=column)
        index += 1 + len(kinds)
    if slip is not None and (index >= len(found) or word not in _UPDATES | QueryForm.__members__.keys()):
        raise slip  # told only where no query begins behind it: the engine may know more than we do
    if index >= len(found):
        raise QueryError("the query is empty: it begins with SELECT, ASK, CONSTRUCT or DESCRIBE", line=1, column=1)
    token = found[index]
    line, column = position(text, token.start)
    if word in _UPDATES:
        raise RefusedQuery(
            Refusal.UPDATE, f"{word} changes data, and the data are read-only here", line=line, column=column
        )
    if word not in QueryForm.__members__:
        if (plain := _plain(text)) != text:
            _form(plain, list(tokens(plain)))  # an update is refused as one, whatever it hides behind
        raise QueryError(
            f"a query begins with SELECT, ASK, CONSTRUCT or DESCRIBE, not with {token.text[:40]!r}",
            line=line,
            column=column,
        )
    return QueryForm[word]


def _plain(text: str) -> str:
    """A query without byte order mark and without escaped letters, which the engine knows in strings alone."""
    return _ESCAPED.sub(lambda match: chr(min(int(match[1] or match[2], 16), sys.maxunicode)), text).lstrip("\ufeff")


def _calling_nobody(text: str) -> Iterator[Token]:
    """The tokens of a query, up to one that may call another server."""
    named = "service" in text.lower()
    for token in tokens(text):
        if named and _may_call(token):
            line, column = position(text, token.start)
            raise RefusedQuery(
                Refusal.CALLS_OUT,
                "SERVICE is refused: this server calls no other server"
                if token.kind == "word"
                else f"{token.text[:40]!r} is refused: it can be read as a SERVICE call; write it otherwise",
                line=line,
                column=column,
            )
        yield token


def _may_call(token: Token) -> bool:
    if token.kind == "word":
        return "service" in token.text.lower()
    if token.kind == "name":
        return "service" in token.text.partition(":")[0].lower()
    return token.kind == "iri" and _AMBIGUOUS.match(token.text) is not None


def _shallow(text: str, found: Iterator[Token], deepest: int) -> Iterator[Token]:
    """Tokens up to one that is nested too deep."""
    depth = signs = 0
    for token in found:
        if token.kind == "mark" and token.text in "!+-^":
            signs += 1
        elif token.kind == "mark" and token.text in "{([":
            depth += 1
        elif token.kind == "mark" and token.text in "})]":
            depth = max(depth - 1, 0)
            signs = 0
        elif token.kind == "iri" and _AMBIGUOUS.match(token.text):
            depth += token.text.count("(")
        else:
            signs = 0
        if depth + signs > deepest:
            line, column = position(text, token.start)
            raise RefusedQuery(Refusal.TOO_DEEP, f"the query is nested deeper than {deepest}", line=line, column=column)
        yield token


def _bounded(text: str, found: Iterator[Token], most: int) -> Iterator[Token]:
    """Tokens up to one too many."""
    for number, token in enumerate(found):
        if number == most:
            line, column = position(text, token.start)
            raise RefusedQuery(
                Refusal.TOO_MANY_TOKENS,
                f"the query has more than {most:,} words and signs",
                line=line,
                column=column,
            )
        yield token
