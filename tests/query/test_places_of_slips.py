"""Each wrong query is told at the very token with which no query can go on: here the mark stands before it."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from kg.errors import QueryError
from kg.query.execution import run
from kg.query.guard import position

MARK = "¦"


@pytest.mark.parametrize(
    "marked",
    [
        "ASK {} ¦FOO BAR",
        "ASK {} ¦?x",
        "ASK {}¦; INSERT DATA {}",
        "ASK {} ¦INSERT DATA {}",
        "SELECT * WHERE {\n ?s ?p ?o\n} ¦LIMT 10",
        "SELECT ?s ¦WERE { ?s ?p ?o }",
        "SELECT ¦s WHERE { ?s ?p ?o }",
        "SELECT ?s¦, ?p { ?s ?p ?o }",
        "SELECT (COUNT(*) ¦?n) { ?s ?p ?o }",
        "SELECT (SUM(?x) AS ¦n) { ?s ?p ?x }",
        "SELECT * FROM ¦g { ?s ?p ?o }",
        "SELECT * { ?s ?p ?o } GROUP BY ?s ¦HAVIN (?x > 1)",
        "SELECT * { ?s ?p ?o } ORDER ¦?s",
        "SELECT * { ?s ?p ?o } OFFSET ¦-1",
        "SELECT * { ?s ?p ¦?? }",
        "SELECT * { ?s ¦'lit' ?o }",
        "SELECT * { ?s ?p ?o ¦?x }",
        "SELECT * { ?s ?p ?o ; ?q ?r ¦?t }",
        "SELECT * { ?s a/ ¦?o }",
        "SELECT * { ?s <http://e/a> ¦<http://e/a b> }",
        "SELECT * { ¦OPTIONL { ?s ?p ?o } }",
        "SELECT * { GRAPH ¦{ ?s ?p ?o } }",
        "SELECT * { VALUES ¦x { 1 } }",
        "SELECT * { BIND(1 ¦?x) }",
        "SELECT * { BIND(1 AS ?x) BIND(2 AS ¦?x) }",
        "SELECT * { {?s ?p ?o} UNION ¦?s ?p ?o }",
        "SELECT * { ?s ?p ?o MINUS ¦?s }",
        "SELECT * { ?s ?p ?o FILTER ¦?o > 3 }",
        "SELECT * { ?s ?p ?o FILTER(?o = ¦= 3) }",
        "SELECT * { ?s ?p ?o FILTER(REGEX(?o ¦'x')) }",
        "SELECT * { ?s ?p ?o FILTER NOT ¦EXIST { ?s ?p ?o } }",
        "DESCRIBE ¦WHERE { ?s ?p ?o }",
        "ASK WHERE ¦( ?s ?p ?o )",
        "PREFIX ¦<http://e/> SELECT * {}",
        "PREFIX ex: ¦http://e/ SELECT * {}",
        "BASE ¦ex: SELECT * {}",
        # Lines that end in a carriage return too, tabs, letters beyond the first plane, comments with anything in them.
        "SELECT * {\r\n\t?s ?p '😀😀'@en ¦) }",
        "ASK {\t'😀' ?p ¦?? }",
        "SELECT * { # { ?? 😀\r\n\t?s\t?p ?o .\r\n\t\t?a ?b ¦; }",
        "PREFIX é: <http://e/>\nSELECT * { ?s é:c 'ß\\n' ; é:b ¦}",
    ],
)
def test_the_place_is_that_of_the_first_wrong_token(marked: str) -> None:
    assert marked.count(MARK) == 1
    text = marked.replace(MARK, "")
    with pytest.raises(QueryError) as caught:
        run(ox.Store(), text)
    assert (caught.value.line, caught.value.column) == position(text, marked.index(MARK))


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("SELECT ?s WERE { ?s ?p ?o }", "did you mean WHERE?"),
        ("SELECT * { ?s ?p ?o } LIMT 10", "did you mean LIMIT?"),
        ("SELECT * { ?s ?p ?o } GROUP BY ?s HAVIN (?x > 1)", "did you mean HAVING?"),
        ("ASK {} FOO", None),
        ("SELECT DISTINCT DISTINCT ?s { ?s ?p ?o }", None),
    ],
)
def test_misspelt_words_are_told(text: str, hint: str | None) -> None:
    with pytest.raises(QueryError) as caught:
        run(ox.Store(), text)
    assert getattr(caught.value, "__notes__", []) == ([hint] if hint else [])


def test_nothing_of_a_wrong_query_is_run() -> None:
    """The beginning of this one alone would run for ever, and its path would take the planner minutes."""
    path = "/".join(["<http://e/p>"] * 3000)
    with pytest.raises(QueryError, match="syntax error at 'GARBAGE'"):
        run(ox.Store(), f"SELECT * {{ ?s {path} ?o }} GARBAGE")
