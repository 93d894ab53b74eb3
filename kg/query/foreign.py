"""Answers of other stores, read with the distrust that they earned.

Each store has ways of its own to give a part of an answer and call it one. A part is never passed
on: whatever is not a whole answer of the right form raises StoreFailure.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

import pyoxigraph as ox

from kg.errors import StoreFailure
from kg.query.guard import QueryForm, Token, tokens

#: The one media type that is asked for: lists of types are misread by several stores.
TABLE_TYPE = "application/sparql-results+json"
GRAPH_TYPE = "application/n-triples"

#: The variable by which Virtuoso answers ASK as if it were SELECT.
_ASK_VARIABLE = "__ASK_RETVAL"


def accept(form: QueryForm) -> str:
    """The media type to ask for."""
    return GRAPH_TYPE if form.gives_graph else TABLE_TYPE


def read_answer(form: QueryForm, status: int, headers: Mapping[str, str], body: bytes) -> Any:
    """The answer in a response with status 2xx, as the engine gives its own; raises StoreFailure.

    ``headers`` are looked up without regard to case.
    """
    if status != 200:
        raise StoreFailure(f"the store answered with status {status}, which is not a whole answer")
    if "X-SQL-State" in headers:
        raise StoreFailure("the store ran out of time and gave a part of the answer")
    kind = headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if form.gives_graph:
        return _triples(kind, headers.get("X-SPARQL-MaxRows"), body)
    return _table(form, kind, headers.get("X-SPARQL-MaxRows"), body)


def refuse_beyond(server: str, query: str) -> None:
    """Raise StoreFailure where the store, named by its Server header, is known to give wrong rows for such a query.

    Virtuoso 7.2.5 gives every node of the graph for a path that may be empty (``p*``, ``p?``) whose start
    comes from VALUES, and loses rows of sub-selects that a UNION joins; both with status 200. What only
    looks like such a query is refused too: no answer is better than a wrong one.
    """
    if not server.startswith("Virtuoso"):
        return
    found = list(tokens(query))
    given = _given(found)
    for place, token in enumerate(found):
        if _may_be_empty(found, place) and _start(found, place) in (None, *given):
            raise StoreFailure(f"{server} gives wrong rows for paths that may be empty: write them with + and UNION")
        if token.text.upper() == "UNION" and "SELECT" in (each.text.upper() for each in found[place : place + 4]):
            raise StoreFailure(f"{server} loses rows of sub-selects that a UNION joins: ask them one by one")


def _given(found: Sequence[Token]) -> set[str]:
    """The variables that VALUES gives."""
    given: set[str] = set()
    for place, token in enumerate(found):
        if token.text.upper() == "VALUES":
            names = found[place + 1 :]
            given.update(
                each.text for each in takewhile(lambda each: each.text == "(" or each.kind == "variable", names)
            )
    return given


def _may_be_empty(found: Sequence[Token], place: int) -> bool:
    """Whether a path ends here in * or ?."""
    mark, before = found[place], found[place - 1]
    path = before.kind in ("iri", "name") or before.text in (")", "a")
    return mark.kind == "mark" and (mark.text == "?" or (mark.text == "*" and place > 0 and path))


def _start(found: Sequence[Token], place: int) -> str | None:
    """The variable that the path which ends here starts from; None where it is not told."""
    for token in reversed(found[:place]):
        if token.kind == "variable":
            return token.text
        if token.kind not in ("iri", "name") and token.text not in ("(", ")", "/", "|", "^", "a", "*", "+", "?"):
            return None
    return None


def _triples(kind: str, most_rows: str | None, body: bytes) -> Any:
    if kind not in (GRAPH_TYPE, "text/plain"):
        raise StoreFailure(f"the store answered with {kind or 'no media type'} where {GRAPH_TYPE} was asked for")
    if body and not body.endswith((b".\n", b".", b".\r\n")) and not body.rstrip().endswith(b"."):
        raise StoreFailure("the answer of the store is cut off")
    try:
        found = [quad.triple for quad in ox.parse(body, ox.RdfFormat.N_TRIPLES)]
    except (SyntaxError, ValueError) as error:
        raise StoreFailure(f"the answer of the store cannot be read: {error}") from None
    _refuse_cut(most_rows, len(found))
    return found


def _refuse_cut(most_rows: str | None, rows: int) -> None:
    """Triples of a template may be fewer than its solutions, but an answer as long as the limit is not believed."""
    if most_rows is not None and most_rows.isdigit() and rows >= int(most_rows):
        raise StoreFailure(f"the store gives {most_rows} rows at most, and this answer has as many: it may be a part")


def _table(form: QueryForm, kind: str, most_rows: str | None, body: bytes) -> Any:
    if kind not in (TABLE_TYPE, "application/json"):
        raise StoreFailure(f"the store answered with {kind or 'no media type'} where {TABLE_TYPE} was asked for")
    try:
        answer = json.loads(body)
        variables = list(answer["head"].get("vars", []))
        bindings = [_plain(row) for row in answer["results"]["bindings"]] if "boolean" not in answer else []
    except (ValueError, KeyError, TypeError, AttributeError):
        raise StoreFailure("the answer of the store is cut off or no SPARQL JSON") from None
    _refuse_cut(most_rows, len(bindings))
    if form is QueryForm.ASK:
        answer = {"head": {}, "boolean": _truth(answer, variables, bindings)}
    elif "boolean" in answer:
        raise StoreFailure("the store answered with a truth value where rows were asked for")
    else:
        answer = {"head": {"vars": variables}, "results": {"bindings": bindings}}
    try:
        return _read(json.dumps(answer))
    except (SyntaxError, ValueError) as error:
        raise StoreFailure(f"the answer of the store cannot be read: {error}") from None


def _read(text: str) -> Any:
    """An answer of which every row was looked at: the engine reads rows only as they are passed on."""
    found = ox.parse_query_results(text, format=ox.QueryResultsFormat.JSON)
    if isinstance(found, ox.QuerySolutions):
        deque(found, maxlen=0)
        found = ox.parse_query_results(text, format=ox.QueryResultsFormat.JSON)
    return found


def _truth(answer: dict[str, Any], variables: list[str], bindings: list[dict[str, Any]]) -> bool:
    """The truth value, also where it comes as a row."""
    if isinstance(answer.get("boolean"), bool):
        return bool(answer["boolean"])
    if variables == [_ASK_VARIABLE] and len(bindings) <= 1:
        return bool(bindings) and bindings[0].get(_ASK_VARIABLE, {}).get("value") in ("1", "true")
    raise StoreFailure("the store answered with rows where a truth value was asked for")


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row whose literals are called literals ("typed-literal" is of a draft before SPARQL 1.0's results)."""
    return {
        name: {**term, "type": "literal"} if term.get("type") == "typed-literal" else term for name, term in row.items()
    }
