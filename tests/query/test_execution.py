from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET

import pyoxigraph as ox
import pytest

from kg.errors import QueryError, UnsafeQuery
from kg.query import Table, Triples, execute, find_format, run
from kg.query.execution import _XmlOutput, run_bytes
from kg.query.formats import Format

EX = "http://example.org/"
NASTY = 'a,b"c\nd\te'


def quads() -> list[ox.Quad]:
    def quad(s: str, p: str, o: ox.NamedNode | ox.Literal, g: str) -> ox.Quad:
        return ox.Quad(ox.NamedNode(EX + s), ox.NamedNode(EX + p), o, ox.NamedNode(EX + g))

    decimal = ox.NamedNode("http://www.w3.org/2001/XMLSchema#decimal")
    return [
        quad("a", "value", ox.Literal("0.0", datatype=decimal), "g1"),
        quad("a", "label", ox.Literal(NASTY, language="en"), "g1"),
        quad("b", "value", ox.Literal("5.25", datatype=decimal), "g2"),
        quad("b", "bell", ox.Literal("\x07"), "g2"),
    ]


@pytest.fixture(scope="module")
def store() -> ox.Store:
    store = ox.Store()
    for quad in quads():
        store.add(quad)
        store.add(ox.Quad(quad.subject, quad.predicate, quad.object))
    return store


def fmt(name: str, *, graph: bool = False) -> Format:
    found = find_format(name, graph=graph)
    assert found is not None
    return found


def test_the_three_kinds_of_answers(store: ox.Store) -> None:
    table = run(store, f"SELECT ?s ?l {{ ?s <{EX}value> ?v OPTIONAL {{ ?s <{EX}label> ?l }} }} ORDER BY ?s")
    assert isinstance(table, Table)
    assert table.columns == ("s", "l")
    assert table.rows == (
        (ox.NamedNode(EX + "a"), ox.Literal(NASTY, language="en")),
        (ox.NamedNode(EX + "b"), None),
    )
    assert run(store, "ASK { ?s ?p 5.25 }") is True
    assert run(store, "ASK { ?s ?p 5.5 }") is False
    described = run(store, f"DESCRIBE <{EX}b>")
    assert isinstance(described, Triples)
    assert len(described.triples) == 2


def count(store: ox.Store, text: str, default: tuple[str, ...] = (), named: tuple[str, ...] = ()) -> int:
    answer = run(
        store, text, default_graphs=[EX + name for name in default], named_graphs=[EX + name for name in named]
    )
    assert isinstance(answer, Table)
    return len(answer.rows)


def test_union_from_and_graph(store: ox.Store) -> None:
    plain, named = "SELECT * { ?s ?p ?o }", "SELECT * { GRAPH ?g { ?s ?p ?o } }"
    assert count(store, plain) == 4
    assert count(store, named) == 4
    assert count(store, f"SELECT * FROM <{EX}g1> {{ ?s ?p ?o }}") == 2
    assert count(store, f"SELECT * FROM <{EX}g1> FROM <{EX}g2> {{ ?s ?p ?o }}") == 4
    assert count(store, f"SELECT * FROM NAMED <{EX}g1> {{ GRAPH ?g {{ ?s ?p ?o }} }}") == 2


def test_graphs_of_the_call_replace_the_dataset(store: ox.Store) -> None:
    plain, named = "SELECT * { ?s ?p ?o }", "SELECT * { GRAPH ?g { ?s ?p ?o } }"
    assert count(store, plain, default=("g1",)) == 2
    assert count(store, plain, default=("g1", "g2")) == 4
    assert count(store, plain, named=("g1",)) == 0
    assert count(store, named, named=("g1",)) == 2
    assert count(store, named, default=("g1",)) == 0
    assert count(store, f"SELECT * FROM <{EX}g1> {{ ?s ?p ?o }}", default=("none",)) == 0
    with pytest.raises(QueryError, match="absolute IRI, not by 'g 1'"):
        run(store, plain, default_graphs=["g 1"])


def test_the_guard_stands_before_the_engine(store: ox.Store) -> None:
    with pytest.raises(UnsafeQuery):
        run(store, "ASK { SERVICE <http://127.0.0.1:1/> {} }")
    assert len(store) == 8


ALL_VALUES = f"SELECT ?s ?v ?l {{ ?s <{EX}value> ?v OPTIONAL {{ ?s <{EX}label> ?l }} }} ORDER BY ?s"


def test_zero_is_a_value_in_every_format(store: ox.Store) -> None:
    rows = json.loads(run_bytes(store, ALL_VALUES, fmt("json")))["results"]["bindings"]
    assert float(rows[0]["v"]["value"]) == 0
    tree = ET.fromstring(run_bytes(store, ALL_VALUES, fmt("xml")))
    ns = "{http://www.w3.org/2005/sparql-results#}"
    assert [
        float(each.text or "nothing")
        for each in tree.iter(f"{ns}literal")
        if not each.get("{http://www.w3.org/XML/1998/namespace}lang")
    ] == [0, 5.25]
    literals = "SELECT (0 AS ?zero) (false AS ?no) ('' AS ?empty) {}"
    assert run_bytes(store, literals, fmt("csv")) == b"zero,no,empty\r\n0,false,\r\n"
    bindings = ET.fromstring(run_bytes(store, literals, fmt("xml"))).iter(f"{ns}binding")
    assert [each.get("name") for each in bindings] == ["zero", "no", "empty"]


def test_csv_and_tsv_follow_their_rules(store: ox.Store) -> None:
    rows = list(csv.reader(io.StringIO(run_bytes(store, ALL_VALUES, fmt("csv")).decode(), newline="")))
    assert rows[0] == ["s", "v", "l"]
    assert rows[1][2] == NASTY
    assert rows[2] == [EX + "b", "5.25", ""]
    lines = run_bytes(store, ALL_VALUES, fmt("tsv")).decode().split("\n")
    assert lines[0] == "?s\t?v\t?l"
    assert lines[1].split("\t")[2] == r'"a,b\"c\nd\te"@en'
    assert lines[2].split("\t") == [f"<{EX}b>", "5.25", ""]


def test_truth_values_in_every_format(store: ox.Store) -> None:
    assert json.loads(run_bytes(store, "ASK {}", fmt("json")))["boolean"] is True
    assert b"<boolean>true</boolean>" in run_bytes(store, "ASK {}", fmt("xml"))
    assert run_bytes(store, "ASK {}", fmt("csv")).strip() == b"true"
    assert run_bytes(store, "ASK { ?x ?x ?x }", fmt("tsv")).strip() == b"false"
    assert b"boolean true" in run_bytes(store, "ASK {}", fmt("ttl"))


@pytest.mark.parametrize("code", ["\\u0000", "\\uFFFE", "\\uFFFF", "\\u0008", "\\u001F"])
def test_xml_is_refused_where_it_cannot_hold_the_text(store: ox.Store, code: str) -> None:
    """Another character in its place would be another text, with status 200."""
    text = f"SELECT ('a{code}b' AS ?x) {{}}"
    with pytest.raises(QueryError, match=f"XML has no way to write the character U.{code[2:]} of the answer: ask for"):
        run_bytes(store, text, fmt("xml"))
    assert json.loads(run_bytes(store, text, fmt("json")))["results"]["bindings"][0]["x"]["value"][0] == "a"


@pytest.mark.parametrize("size", range(1, 8))
def test_xml_is_refused_wherever_the_engine_cuts_it(size: int) -> None:
    text = "ab\ufffec".encode()
    output = _XmlOutput(io.BytesIO())
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    with pytest.raises(QueryError, match=r"U\+FFFE"):
        list(map(output.write, pieces))


@pytest.mark.parametrize("iri", ["http://e/a,b", "http://e/a,b,c", "http://e/,", "urn:x:a,b"])
def test_an_iri_with_a_comma_is_one_cell(store: ox.Store, iri: str) -> None:
    body = run_bytes(store, f"SELECT ?a ?b ?c {{ VALUES (?a ?b ?c) {{ (<{iri}> 'x,y' <{iri}>) }} }}", fmt("csv"))
    assert list(csv.reader(io.StringIO(body.decode(), newline=""))) == [["a", "b", "c"], [iri, "x,y", iri]]


def test_csv_has_all_kinds_of_terms(store: ox.Store) -> None:
    body = run_bytes(store, 'SELECT (BNODE() AS ?b) ("x"@en AS ?l) (1.50 AS ?d) ?u {}', fmt("csv"))
    (_, (blank, *rest)) = csv.reader(io.StringIO(body.decode(), newline=""))
    assert blank.startswith("_:")
    assert rest == ["x", "1.5", ""]


def test_long_csv_comes_whole() -> None:
    execution = execute(ox.Store(), f"SELECT ?a {{ VALUES ?a {{ {' '.join(map(str, range(2500)))} }} }}")
    written = io.BytesIO()
    execution.write(written, fmt("csv"))
    assert written.getvalue().decode().split() == ["a", *map(str, range(2500))]
    assert execution.rows == 2500


@pytest.mark.parametrize("name", ["ttl", "nt", "trig", "nq"])
def test_graphs_come_back_from_every_format(store: ox.Store, name: str) -> None:
    body = run_bytes(
        store, f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ GRAPH <{EX}g1> {{ ?s ?p ?o }} }}", fmt(name, graph=True)
    )
    kind = ox.RdfFormat.from_media_type(fmt(name, graph=True).media_type)
    assert kind is not None
    assert len(list(ox.parse(body, kind))) == 2


def test_turtle_uses_our_prefixes(store: ox.Store) -> None:
    text = "CONSTRUCT { <http://e/r> a <https://w3id.org/leaderboard-kg/ontology#Result> } {}"
    assert b"a lb:Result" in run_bytes(store, text, fmt("ttl", graph=True))


def test_a_table_in_turtle_is_a_result_set(store: ox.Store) -> None:
    body = run_bytes(store, ALL_VALUES, fmt("ttl"))
    triples = list(ox.parse(body, ox.RdfFormat.TURTLE))
    values = [each for each in triples if each.predicate.value.endswith("#value")]
    assert len(values) == 5
    assert sum(each.predicate.value.endswith("#solution") for each in triples) == 2


def test_line_ends_in_xml_are_those_of_the_literal(store: ox.Store) -> None:
    """A reader takes a bare carriage return in XML for a line feed."""
    text = "a\rb\r\nc\nd"
    rows = io.BytesIO()
    execute(store, r'SELECT * { VALUES ?x { "a\rb\r\nc\nd" } }').write(rows, fmt("xml"))
    assert [each.text for each in ET.fromstring(rows.getvalue()).iter() if each.tag.endswith("literal")] == [text]


def test_a_format_of_the_other_kind_is_refused(store: ox.Store) -> None:
    with pytest.raises(QueryError, match="cannot be written as text/turtle"):
        execute(store, "ASK {}").write(io.BytesIO(), fmt("ttl", graph=True))
    with pytest.raises(QueryError, match="cannot be written as application/rdf"):
        execute(store, "CONSTRUCT {} {}").write(io.BytesIO(), fmt("rdf", graph=True))
    assert find_format("json", graph=True) is None
    assert find_format("nt", graph=False) is None


# Twenty-two more are asked over HTTP, in tests/serve/test_complaints.py.
@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("SELECT * { ?x zzzz:p ?y }", (1, 15), "unknown prefix zzzz:", "declare it"),
        ("PREFIX abc: <http://e/> ASK { ?x acb:p ?y }", (1, 34), "unknown prefix acb:", "did you mean abc:?"),
        ("SELECT (?b AS ?c) {?a ?b ?x}\nGROUP BY ?a", (1, 9), "computes with a variable", "?b: name it in GROUP BY"),
        (
            "SELECT * {\n { SELECT ?a ?b (SUM(?x) AS ?n) { ?a ?b ?x } GROUP BY ?a } }",
            (2, 14),
            "a sub-select names a variable",
            "?b: name it in GROUP BY",
        ),
        ("SELECT * { ?a ?b ?c } GROUP BY ?a", (1, 34), "name the variables", None),
        ("ASK { ?s <a b> ?o }", (1, 10), "an IRI is not well-formed", None),
        (
            "SELECT (<http://x/f>(1) AS ?a) {}",
            (1, 9),
            "unknown function <http://x/f>",
            "SPARQL has no function of that name",
        ),
        (
            "PREFIX x: <http://x/>\nSELECT (x:f(1) AS ?a) {}",
            (2, 9),
            "unknown function <http://x/f>",
            "SPARQL has no function of that name",
        ),
    ],
)
def test_wrong_queries_are_explained(
    store: ox.Store, text: str, place: tuple[int | None, int | None], message: str, hint: str | None
) -> None:
    with pytest.raises(QueryError) as caught:
        run(store, text)
    assert message in str(caught.value)
    assert "expected" not in str(caught.value)
    assert (caught.value.line, caught.value.column) == place
    notes = " ".join(getattr(caught.value, "__notes__", []))
    assert (hint or "") in notes
    assert bool(notes) is (hint is not None)
