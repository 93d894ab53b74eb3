"""Each wrong query is told at the very token with which no query can go on: here the mark stands before it."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from kg.errors import QueryError
from kg.query.execution import run
from kg.query.guard import position, tokens
from kg.query.locate import first_wrong
from kg.query.questions import bind, questions

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
        "SELECT * { ?s ?p ?o { BIND(1 AS ?x) } BIND(2 AS ¦?s) }",
        "SELECT (1 AS ¦?s) { ?s ?p ?o }",
        "SELECT * { { SELECT (1 AS ¦?s) { ?s ?p ?o } } }",
        "SELECT * { { SELECT (SUM(?x) AS ?y) ¦?z { ?z ?q ?x } } }",
        # What makes sense is not blamed for what stands elsewhere.
        "SELECT * { {BIND(1 AS ?a)} UNION {BIND(2 AS ?a)} ?s ?p ¦}",
        "SELECT * { { SELECT ?b { { SELECT (SUM(?x) AS ?y) ?b { ?b ?q ?x } GROUP BY ?b } } } ?s ?p ¦?? }",
        "SELECT * { ?s ?p ?o FILTER(?o < 3 && ?p<2) ?s ?p ¦?? } ORDER BY ?o",
        "SELECT * { ?s ?p ?o FILTER(?o <= 3) } LIMIT ¦x",
        "SELECT * { { SELECT (COUNT(*) AS ?n) { ?s ?p ?o } } FILTER(?n > ¦) }",
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


VALID = [
    """SELECT (COUNT(DISTINCT ?x) AS ?n) (GROUP_CONCAT(?x; separator=', ') AS ?g) FROM <http://e/>
    FROM NAMED <http://f/>
    WHERE { ?s a ?x . ?s <http://p>/^<http://q>|!(<http://r>|^<http://s>)* ?x ;
      ?p [ ?q ( 1 2.5 'a'@en 'b'^^<http://d> ) ]
      GRAPH ?g2 { ?s ?p _:b } MINUS { ?s ?p ?o } OPTIONAL { ?s ?p ?o } { ?s ?p ?o } UNION { ?s ?p ?o }
      BIND(IF(BOUND(?x),STR(?x),-1) AS ?z) VALUES (?k ?l) { (UNDEF 1) (<http://e> 'x') } }
    GROUP BY ?s (STR(?x) AS ?y) HAVING (COUNT(*) > 1) (?s != 1) ORDER BY DESC(?s) ASC(?y) LIMIT 10 OFFSET 5""",
    r"""PREFIX ex: <http://e/> BASE <http://b/> CONSTRUCT { ?s ex:a ?o ; a ex: . }
    WHERE { ?s ?p ?o . ex:x%20y ex:a\-b 1e3 . ?s ?p <<(?a<http://b>?c)>> . ?s ?p ?o {| ?q ?r |} . ?s ?p ?o ~ ?id }""",
    """ASK { FILTER(REGEX(STR(?x),'a','i')&&!BOUND(?y)||?z=1+2*-3/4) FILTER(COALESCE(?a,1)<=2&&1>=?b)
    FILTER (?a < 3) FILTER ( 1 < 2 && ?b <?c ) FILTER NOT EXISTS { ?s ?p 1 } FILTER ( ?o NOT IN (1, 2) )
    ?a ?b ?c . ?d ?e 1 LATERAL { ?s ?p ?o } }""",
]


@pytest.mark.parametrize("text", [*(bind(each, {}) for each in questions()), *VALID])
def test_a_slip_in_a_long_query_is_told_at_its_place(text: str) -> None:
    """Groups within groups, signs of two letters, functions: none of that is taken for the mistake."""
    found = list(tokens(text))
    assert first_wrong(text, found) is None
    # A word may be a function, which wants its bracket at once; signs of two letters are whole.
    apart = [n for n in range(1, len(found)) if text[found[n].start - 1].isspace() and found[n - 1].kind != "word"]
    for place in apart[:: max(1, len(apart) // 7)]:
        start = found[place].start
        wrong = f"{text[:start]} %% {text[start:]}"
        number = first_wrong(wrong, list(tokens(wrong)))
        assert number == place


def test_nothing_of_a_wrong_query_is_run() -> None:
    """The beginning of this one alone would run for ever, and its path would take the planner minutes."""
    path = "/".join(["<http://e/p>"] * 3000)
    with pytest.raises(QueryError, match="syntax error at 'GARBAGE'"):
        run(ox.Store(), f"SELECT * {{ ?s {path} ?o }} GARBAGE")
