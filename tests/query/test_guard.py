from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest

from kg.errors import QueryError, UnsafeQuery
from kg.query import QueryForm, Refusal, RefusedQuery, guard
from kg.query.guard import Bounds, Token, tokens

P = "PREFIX ex: <http://127.0.0.1:1/> "


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("SELECT*{}", QueryForm.SELECT),
        ("# SELECT\n  base <http://e/>\nprefix : <x> PREFIX ex:<y>\nask{}", QueryForm.ASK),
        ("CONSTRUCT WHERE { ?s ?p ?o }", QueryForm.CONSTRUCT),
        ("describe <http://e/a>", QueryForm.DESCRIBE),
        (P + "ASK { ?s ex:service 'SERVICE' # SERVICE <x>\n}", QueryForm.ASK),
        ('ASK { ?s <http://e/service#SERVICE> """a "SERVICE" { """ ; ?service "x"@service }', QueryForm.ASK),
        ("ASK { ?s ?p <http://e/O'Reilly(service)> }", QueryForm.ASK),
        ("ASK { ?s ?insert ?delete . ?drop ?load ?clear }", QueryForm.ASK),
    ],
)
def test_queries_that_pass(text: str, form: QueryForm) -> None:
    assert guard(text) is form
    assert form.gives_graph is (form in (QueryForm.CONSTRUCT, QueryForm.DESCRIBE))


@pytest.mark.parametrize(
    "text",
    [
        "ASK { SERVICE <http://127.0.0.1:1/> {} }",
        "ASK { SERVICE SILENT <http://127.0.0.1:1/> {} }",
        "ASK { BIND(<http://127.0.0.1:1/> AS ?x) SERVICE ?x {} }",
        "SELECT * { { SELECT * { sErViCe#c\n<http://127.0.0.1:1/>{} } } }",
        "ASK{OPTIONAL{}SERVICE<http://127.0.0.1:1/>{}}",
        # the engine needs no blanks between words
        P + "ASK { SERVICEex:foo {} }",
        P + "ASK { ?s ?p trueSERVICE ex:foo {} }",
        P + "ASK { ?s ?p 1.SERVICE<http://127.0.0.1:1/>{} }",
        P + "ASK { ?s ?p 1e0SERVICE<http://127.0.0.1:1/>{} }",
        P + "ASK { ?s ?p 'x'SERVICE<http://127.0.0.1:1/>{} }",
        # … and reads < by context: comparisons that look like the ends of an IRI
        P + "ASK { FILTER(?a<?b)SERVICE ex:foo#>\n{} }",
        P + "ASK { FILTER(?a<?b)SERVICEex:foo#>\n{} }",
        P + "ASK { FILTER(?a<'x>')SERVICE<http://127.0.0.1:1/>{} BIND('' AS ?q) }",
        P + "ASK { ?s ?p <http://e/\\u0041#> SERVICE<http://127.0.0.1:1/>{} }",
    ],
)
def test_calls_to_other_servers_are_refused(text: str) -> None:
    with pytest.raises(RefusedQuery) as caught:
        guard(text)
    assert caught.value.refusal is Refusal.CALLS_OUT
    assert caught.value.line is not None
    assert isinstance(caught.value, UnsafeQuery)


@pytest.mark.parametrize(
    "text",
    [
        "INSERT DATA { <a> <b> <c> }",
        "delete where { ?s ?p ?o }",
        "# SELECT\nPREFIX ex: <http://e/> DROP ALL",
        "LOAD <file:///etc/passwd>",
        "WITH <g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
        "CLEAR ALL",
        "CREATE GRAPH <g>",
        "COPY <a> TO <b>",
        "MOVE <a> TO <b>",
        "ADD <a> TO <b>",
        "\\u0049NSERT DATA { <a> <b> <c> }",
        "PREFIX ex: <http://e/> D\\U00000052OP ALL",
        "\ufeffCLEAR ALL",
    ],
)
def test_updates_are_refused(text: str) -> None:
    with pytest.raises(RefusedQuery) as caught:
        guard(text)
    assert caught.value.refusal is Refusal.UPDATE


@pytest.mark.parametrize(
    "text",
    [
        "ASK" + "{" * 5000,
        "ASK { FILTER(" + "(" * 101 + "1",
        "ASK { FILTER(" + "!" * 101 + "1) }",
        "ASK { FILTER(" + "- " * 101 + "1) }",
        "ASK { FILTER(?a<" + "(" * 101 + "1>",
    ],
)
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(RefusedQuery, match="nested deeper than 100") as caught:
        guard(text)
    assert caught.value.refusal is Refusal.TOO_DEEP


def test_nesting_up_to_the_limit_passes() -> None:
    assert guard("ASK " + "{" * 100 + "}" * 100) is QueryForm.ASK
    assert guard("ASK { " + "{} " * 500 + "}") is QueryForm.ASK


def test_long_queries_are_refused_by_bytes() -> None:
    assert guard("ASK {}" + " " * 19_994) is QueryForm.ASK
    with pytest.raises(RefusedQuery, match="20,001 bytes") as caught:
        guard("ASK {}#" + "é" * 9_997)
    assert caught.value.refusal is Refusal.TOO_LONG


def test_crowded_queries_are_refused_by_tokens() -> None:
    values = "ASK{VALUES ?a{%s}}"
    assert guard(values % ("?a" * 4_993 + "{}" * 2_500)) is QueryForm.ASK
    with pytest.raises(RefusedQuery, match="more than 10,000 words and signs") as caught:
        guard(values % ("?a" * 4_994 + "{}" * 2_500))
    assert caught.value.refusal is Refusal.TOO_MANY_TOKENS
    assert (caught.value.line, caught.value.column) == (1, len(values % ("?a" * 4_994 + "{}" * 2_500)))


def test_an_update_is_refused_as_one_whatever_else_is_wrong_with_it() -> None:
    for more in ("{" * 200, "SERVICE <x> {}", "?a" * 9_000):
        with pytest.raises(RefusedQuery) as caught:
            guard(f"PREFIX ex: <http://e/> INSERT DATA {more}")
        assert caught.value.refusal is Refusal.UPDATE


def test_nothing_is_read_behind_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server does nothing else meanwhile."""
    read: list[Token] = []

    def counted(text: str) -> Iterator[Token]:
        for token in tokens(text):
            read.append(token)
            yield token

    monkeypatch.setattr(import_module("kg.query.guard"), "tokens", counted)
    for text in ("ASK" + "{" * 5000, "ASK { SERVICE <x> {} " + "?a" * 5000, "ASK" + "()" * 9000):
        read.clear()
        with pytest.raises(RefusedQuery):
            guard(text, Bounds(tokens=500))
        assert len(read) < 502


def test_places_are_counted_from_one() -> None:
    with pytest.raises(RefusedQuery) as caught:
        guard("ASK {\n  # é\n  SERVICE <x> {} }")
    assert (caught.value.line, caught.value.column) == (3, 3)


@pytest.mark.parametrize("text", ["", "  # nothing\n", "PREFIX ex: <http://e/>", "SELEC * {}", "{}", "<a>"])
def test_what_is_no_query(text: str) -> None:
    with pytest.raises(QueryError, match="SELECT, ASK, CONSTRUCT or DESCRIBE") as caught:
        guard(text)
    assert not isinstance(caught.value, UnsafeQuery)
    assert caught.value.line == 1
