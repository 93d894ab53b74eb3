"""What is wrong with a query, said so that a person can mend it.

The engine's own messages list what its grammar expected; here they become one sentence with
line, column and, where it is known, a hint. The hint is a note of the exception
(``error.__notes__``).
"""

from __future__ import annotations

import re
from itertools import pairwise

from kg.errors import QueryError
from kg.query.guard import Token, position, tokens
from kg.query.locate import first_wrong
from kg.query.slips import AGGREGATES, bound_again, find_slip, misspelt, unclosed
from kg.registry.near import near_names
from kg.terms import PREFIXES

#: Sentences of the engine that mean something to the writer of a query -> ours.
_SENTENCES = {
    "The SELECT contains an expression with a variable that is unbound": (
        "SELECT computes with a variable that has no value there"
    ),
    "SELECT * is not authorized with GROUP BY": "SELECT * and GROUP BY do not go together: name the variables",
    "The SELECT contains a variable that is unbound": "SELECT names a variable that has no value there",
    "Duplicated variable name in SELECT": "SELECT names a variable twice",
    "The SELECT overrides an existing variable": "SELECT (… AS ?x) reuses the name of a variable that has a value",
    "BIND is overriding an existing variable": "BIND (… AS ?x) reuses the name of a variable that has a value",
    "IRI parsing failed": "an IRI is not well-formed",
    "Unescaped": "a string holds a character that must be escaped",
}


def explain(text: str, message: str) -> QueryError:
    """The error for a query that the engine's parser refuses with ``message``."""
    match = re.match(r"error at (\d+):(\d+): ?(.*)", message, re.DOTALL)
    found = list(tokens(text))
    wrong = first_wrong(text, found) if match else None
    if match is not None and "IRI parsing failed" in match[3] and wrong is not None:
        return _error(_SENTENCES["IRI parsing failed"], None, *position(text, _begin_of_iri(found, wrong).start))
    unknown = _unknown_prefix(found[: None if wrong is None else wrong + 1])
    if unknown is not None:
        token, name, hint = unknown
        return _error(f"unknown prefix {name}", hint, *position(text, token.start))
    if match is None:
        return _error(f"the query cannot be read: {message.splitlines()[0] if message else 'syntax error'}", None)
    for sentence, ours in _SENTENCES.items():
        if sentence in match[3]:
            return _meaningless(text, found, ours, (int(match[1]), int(match[2])))
    group = _closed_group(found, wrong)
    if (within := _ungrouped_within(group)) is not None:
        place = position(text, within[0].start)
        return _error("a sub-select names a variable that has no value there", within[1], *place)
    if (again := bound_again(group)) is not None:
        return _error(again.message, again.hint, *position(text, again.token.start))
    return _syntax_error(text, found, wrong)


def unanswerable(text: str, message: str) -> QueryError:
    """The error for a query that the engine reads and cannot evaluate; an unknown function has a place."""
    unknown = re.search(r"custom function <(.*)> is not supported", message)
    if unknown is None:
        return QueryError(f"the query cannot be evaluated: {message}")
    hint = "SPARQL has no function of that name"
    for token, following in pairwise(tokens(text)):
        local = token.text.partition(":")[2]
        named = token.kind == "name" and local and unknown[1].endswith(local)
        if following.text == "(" and (named or token.text == f"<{unknown[1]}>"):
            return _error(f"unknown function <{unknown[1]}>", hint, *position(text, token.start))
    return _error(f"unknown function <{unknown[1]}>", hint)


def _error(message: str, hint: str | None, line: int | None = None, column: int | None = None) -> QueryError:
    error = QueryError(message, line=line, column=column)
    if hint is not None:
        error.add_note(hint)
    return error


def _begin_of_iri(found: list[Token], wrong: int) -> Token:
    """An IRI that is not well-formed: one token, or from a "<" on."""
    before = (token for token in reversed(found[: wrong + 1]) if token.text == "<")
    return found[wrong] if found[wrong].kind == "iri" else next(before, found[wrong])


def _meaningless(text: str, found: list[Token], message: str, noticed: tuple[int, int]) -> QueryError:
    """A query that is well-formed and says nothing: the engine tells of the end of the query, where it noticed."""
    at: tuple[Token, str | None] | None = None
    if "no value" in message:
        at = _ungrouped(found)
    elif "twice" in message:
        at = (twice, None) if (twice := _twice(found)) else None
    elif "reuses" in message:
        at = (again.token, again.hint) if (again := bound_again(found)) else None
    return _error(message, at[1], *position(text, at[0].start)) if at else _error(message, None, *noticed)


def _syntax_error(text: str, found: list[Token], wrong: int | None) -> QueryError:
    here = None if wrong is None else found[wrong]
    slip = find_slip(found, here)
    if slip is not None:
        return _error(slip.message, slip.hint, *position(text, slip.token.start))
    if here is None:
        return _error("the query ends too early", None, *position(text, len(text.rstrip())))
    return _error(f"syntax error at {here.text[:40]!r}", misspelt(here) or unclosed(found), *position(text, here.start))


def token_at(text: str, line: int, column: int) -> str | None:
    """The token of a query at a place (both from 1), else the next one; None behind the last.

    >>> token_at("ASK { ex:a ?b }", 1, 6)
    'ex:a'
    """
    found = _token_from(text, list(tokens(text)), line, column)
    return found.text if found else None


def _token_from(text: str, found: list[Token], line: int, column: int) -> Token | None:
    lines = text.split("\n")
    offset = sum(len(each) + 1 for each in lines[: line - 1]) + column - 1
    return next((token for token in found if token.start + len(token.text) > offset), None)


def _unknown_prefix(found: list[Token]) -> tuple[Token, str, str] | None:
    declared: set[str] = set()
    previous = ""
    for token in found:
        if token.kind == "name":
            name = token.text.partition(":")[0] + ":"
            if previous == "PREFIX":
                declared.add(name)
            elif name not in declared and name != "_:":
                return token, name, _prefix_hint(name, declared)
        previous = token.text.upper() if token.kind == "word" else ""
    return None


def _prefix_hint(name: str, declared: set[str]) -> str:
    known = PREFIXES.get(name[:-1])
    if known is not None:
        return f"add PREFIX {name} <{known}>"
    near = near_names(name, [*declared, *(f"{prefix}:" for prefix in PREFIXES)])
    if near:
        return f"did you mean {near[0]}?"
    return f"declare it: PREFIX {name} <…>; known here: {', '.join(f'{prefix}:' for prefix in PREFIXES)}"


def _closed_group(found: list[Token], wrong: int | None) -> list[Token]:
    """What stands in the group that closes where a query goes wrong; nothing where none closes there.

    What makes no sense in a group is noticed at its end.
    """
    if wrong is None or found[wrong].text != "}":
        return []
    depth = 0
    for place in reversed(range(wrong)):
        text = found[place].text if found[place].kind == "mark" else ""
        if text == "{" and depth == 0:
            return found[place + 1 : wrong]
        depth += {"}": 1, "{": -1}.get(text, 0)
    return []


def _ungrouped_within(group: list[Token]) -> tuple[Token, str] | None:
    """What a sub-select names that aggregates and does not group by it, and the hint."""
    words = {each.text.upper() for each in group if each.kind == "word"}
    aggregates = group and group[0].text.upper() == "SELECT" and (words & AGGREGATES or "GROUP" in words)
    return _ungrouped(group) if aggregates else None


def _twice(found: list[Token]) -> Token | None:
    """The first variable that SELECT names a second time."""
    seen: set[str] = set()
    for token in found:
        if token.kind == "mark" and token.text in "{(":
            return None
        if token.kind == "variable":
            if token.text in seen:
                return token
            seen.add(token.text)
    return None


def _ungrouped(found: list[Token]) -> tuple[Token, str] | None:
    """What is selected and neither grouped nor within an aggregate (outermost SELECT): the first, and the hint."""
    words = [token.text.upper() if token.kind == "word" else token.text for token in found]
    if "SELECT" not in words:
        return None
    depth = 0
    selected: list[Token] = []
    grouped: set[str] = set()
    clause = before = ""
    aggregates: list[bool] = []
    for word, token in zip(words, found, strict=True):
        if word in ("{", "("):
            depth += 1
            aggregates.append(before in AGGREGATES or (bool(aggregates) and aggregates[-1]))
        elif word in ("}", ")"):
            depth -= 1
            if aggregates:
                aggregates.pop()
        elif word in ("SELECT", "WHERE", "FROM", "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET") and depth == 0:
            clause = word
        elif token.kind == "variable" and clause == "SELECT" and before != "AS" and not any(aggregates):
            selected.append(token)
        elif token.kind == "variable" and clause == "GROUP":
            grouped.add(token.text)
        if word == "{" and clause == "SELECT":
            clause = "WHERE"
        before = word
    missing = [token for token in selected if token.text not in grouped]
    if not missing:
        return None
    names = ", ".join(dict.fromkeys(token.text for token in missing))
    return missing[0], f"{names}: name it in GROUP BY, put it into an aggregate such as SAMPLE(…), or bind it in WHERE"
