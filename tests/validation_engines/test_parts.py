"""The parts of the fast engine by themselves: reading, terms, tests of values, screening of queries."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rdflib import BNode, Dataset, Graph, Literal, URIRef
from rdflib.plugins.sparql import prepareQuery

from kg.errors import SourceError
from kg.terms import RDF, SH, XSD
from kg.validation import Table, load_shapes, parse_exact, table_of_file, table_of_lines
from kg.validation.engine import compiled
from kg.validation.fast import terms, values
from kg.validation.fast.load import table_of_graph
from kg.validation.fast.queries import Plan, read_plan, walks
from kg.validation.fast.screening import suspects
from kg.validation.fast.view import View

pytestmark = pytest.mark.filterwarnings("ignore:Parsing weird boolean")

XS = str(XSD)
PREFIXES = {"ex": "http://e/"}


def triples(table: Table) -> set[tuple[str, str, str]]:
    return {(table.texts[s], p, table.texts[o]) for s, p, o in table.triples()}


# -- reading


def test_one_term_in_several_spellings_is_one_term() -> None:
    table = table_of_lines(
        [
            '<urn:a> <urn:p> "\\u00E9\\t\\"x\\"" <urn:g> .\n',
            '<urn:a> <urn:p> "é\t\\"x\\"" <urn:h> .\n',
            f'<urn:a> <urn:p> "é\\u0009\\"x\\""^^<{XS}string> .\n',
            '<urn:\\u0061> <urn:\\u0070> "é\\t\\"x\\"" .\n',
        ]
    )
    assert triples(table) == {("<urn:a>", "<urn:p>", '"é\t"x""')}
    assert len(table) == 1
    assert table.node(table.ids['"é\t"x""']) == Literal('é\t"x"')


def test_what_looks_alike_stays_apart() -> None:
    objects = ('"1"', f'"1"^^<{XS}integer>', f'"1"^^<{XS}decimal>', f'"01"^^<{XS}integer>', '"1"@en', "<1>", '"<1>"')
    table = table_of_lines(f"<urn:a> <urn:p> {o} .\n" for o in objects)
    assert len(table) == len(objects)


def test_a_literal_that_holds_the_end_of_a_line_is_read_whole() -> None:
    lines = [
        '<urn:a> <urn:p> "x <urn:g> ." <urn:g> .\n',
        "<urn:a> <urn:p> <urn:g> .\n",
        '<urn:a> <urn:p> "y\u2028z" <urn:g> .\n',
        '<urn:a> <urn:p> "\\\\" <urn:g> .\n',
    ]
    objects = {o for _, _, o in triples(table_of_lines(lines))}
    assert objects == {'"x <urn:g> ."', "<urn:g>", '"y\u2028z"', '"\\"'}


def test_every_way_of_reading_gives_the_same_table(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "shapes" / "base.ttl").read_text(encoding="utf-8")
    text += '<odd> <p> "a\\nb\\u2028c\\\\"@EN-gb, "x"^^<http://www.w3.org/2001/XMLSchema#string>, _:b . _:b <p> 01.50 .'
    file = tmp_path / "base.ttl"
    file.write_text(text, encoding="utf-8")
    by_graph, by_file = table_of_graph(parse_exact(text)), table_of_file(file)
    assert triples(by_graph) == triples(by_file)
    assert any(o == '"01.50"^^<http://www.w3.org/2001/XMLSchema#decimal>' for _, _, o in triples(by_file))
    assert any(o == '"a\nb\u2028c\\"@en-gb' for _, _, o in triples(by_file))


def test_files_that_cannot_be_read_are_named_with_the_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.nt"
    bad.write_text("<urn:a> <urn:p> <urn:b> .\n<urn:a> <urn:p> 'x .\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"bad.nt:2: .*; mend the syntax"):
        table_of_file(bad)
    with pytest.raises(SourceError, match="cannot be read"):
        table_of_file(tmp_path / "none.ttl")
    with pytest.raises(SourceError, match="not a known RDF file"):
        table_of_file(tmp_path / "x.rdf")
    (tmp_path / "c.jsonld").write_text('{"@context": "http://127.0.0.1:9/x", "@id": "urn:x"}', encoding="utf-8")
    with pytest.raises(SourceError, match="put the @context itself into the file"):
        table_of_file(tmp_path / "c.jsonld")
    with pytest.raises(SourceError, match="triples as terms are not read"):
        table_of_lines(["<urn:a> <urn:p> <<( <urn:a> <urn:p> <urn:b> )>> .\n"])


NODES = st.one_of(
    st.builds(URIRef, st.from_regex(r"urn:[a-z]{1,4}", fullmatch=True)),
    st.builds(BNode, st.from_regex(r"[a-z]{1,3}", fullmatch=True)),
    st.builds(Literal, st.text(max_size=8)),
    st.builds(lambda text, lang: Literal(text, lang=lang), st.text(max_size=5), st.sampled_from(["en", "EN-gb", "de"])),
    st.builds(
        lambda text, name: Literal(text, datatype=XSD[name], normalize=False),
        st.text(max_size=6) | st.from_regex(r"[+-]?[0-9]{1,3}([.][0-9]{0,2})?", fullmatch=True),
        st.sampled_from(["string", "decimal", "integer", "double", "date", "gYear", "anyURI"]),
    ),
)


@given(NODES, NODES)
def test_equal_texts_are_equal_terms(one: URIRef, other: URIRef) -> None:
    """In data, where xsd:string is the plain literal and a blank node has a name."""
    same_text = terms.of_data(one) == terms.of_data(other)
    assert same_text == (terms.to_node(terms.of_data(one)) == terms.to_node(terms.of_data(other)))
    assert terms.of_data(terms.to_node(terms.of_data(one))) == terms.of_data(one)


def test_the_view_answers_every_pattern_and_cannot_be_changed() -> None:
    text = "@prefix e: <http://e/> . e:a e:p e:b, 1 ; e:q e:b . e:b e:p e:a ."
    dataset = parse_exact(text)
    graph, view = Graph(), View(table_of_graph(dataset))
    for subject, predicate, object_, _ in dataset.quads():
        graph.add((subject, predicate, object_))
    nodes = (None, *{node for triple in graph for node in triple}, URIRef("http://e/none"))
    for pattern in ((s, p, o) for s in nodes for p in nodes if not isinstance(p, Literal) for o in nodes):
        assert set(view.triples(pattern)) == set(graph.triples(pattern)), pattern
    assert len(view) == len(graph) == 4
    with pytest.raises(TypeError, match="read only"):
        view.add((URIRef("urn:a"), URIRef("urn:p"), URIRef("urn:b")))
    with pytest.raises(TypeError, match="read only"):
        view.remove((None, None, None))


# -- values


@pytest.mark.parametrize("digits", ["1", "+1.50", "-.5", "5.", "007", "1" * 1000])
def test_plain_numbers_are_read_without_rdflib(digits: str) -> None:
    found = values.number(f'"{digits}"^^<{XS}decimal>')
    assert found is not None
    assert found == Literal(digits, datatype=XSD.decimal).value


@pytest.mark.parametrize("digits", ["", "1e3", "NaN", "INF", "91,4", "١", " 1", "1 ", "--1", ".", "1.5.2", "1" * 1001])
def test_what_is_no_plain_number_is_left_to_rdflib(digits: str) -> None:
    assert values.number(f'"{digits}"^^<{XS}decimal>') is None
    assert values.number(f'"{digits}"^^<{XS}integer>') is None


@given(
    st.text("0123456789+-.eE ,NaINFtruefalse", max_size=7),
    st.sampled_from(["decimal", "integer", "string", "double", "date", "boolean"]),
    st.sampled_from(["decimal", "integer", "string", "double", "date", "boolean"]),
)
def test_the_quick_answer_about_a_datatype_is_the_slow_one(text: str, own: str, asked: str) -> None:
    literal = terms.of_data(Literal(text, datatype=XSD[own], normalize=False))
    slow = values._has_datatype(terms.to_node(literal), XSD[asked]) or (asked == "string" and literal[-1] == '"')
    assert values.datatype_test(XSD[asked])(literal) == slow


# -- queries


def test_every_query_of_the_shapes_has_a_plan_that_rdflib_reads_alike() -> None:
    shapes = load_shapes()
    _, read = compiled(shapes)
    plans = [query.plan for shape in read.values() for query in shape.queries]
    assert len(plans) >= 4
    names = {"lb": "https://w3id.org/leaderboard-kg/ontology#", "dcterms": "http://purl.org/dc/terms/"}
    names["qudt"] = "http://qudt.org/schema/qudt/"
    for text in shapes.objects(None, SH.select):
        plan = read_plan(str(text), names)
        assert plan is not None
        assert plan in plans
        assert walks(plan) is not None
        heading = "".join(f"PREFIX {name}: <{namespace}>\n" for name, namespace in names.items())
        algebra = str(prepareQuery(heading + str(text)).algebra)
        for pattern in (*plan.required, *(p for part in plan.optional for p in part)):
            assert pattern.predicate[1:-1] in algebra


@pytest.mark.parametrize(
    "text",
    [
        "SELECT ?x WHERE { $this ex:p ?x }",
        "SELECT $this WHERE { { $this ex:p ?x } UNION { $this ex:q ?x } }",
        "SELECT $this WHERE { $this ex:p+ ?x }",
        "SELECT $this WHERE { $this ?p ?x }",
        "SELECT $this WHERE { $this ex:p ?x BIND (1 AS ?y) }",
        "SELECT $this WHERE { $this ex:p ?x FILTER NOT EXISTS { ?x ex:q ?y } }",
        "SELECT $this WHERE { $this ex:p ?x FILTER (regex(?x, 'a')) }",
        "SELECT $this WHERE { OPTIONAL { $this ex:p ?x } $this ex:q ?y }",
        "SELECT $this WHERE { $this none:p ?x }",
        "SELECT $this WHERE { $this ex:p 'x'@en }",
        "SELECT $this (COUNT(?x) AS ?n) WHERE { $this ex:p ?x }",
        "SELECT $this WHERE { $this ex:p ?x } ORDER BY ?x LIMIT 1",
        "SELECT $this WHERE { $this ex:p ?x } GROUP BY $this HAVING (COUNT(DISTINCT ?x) > 1)",
        "ASK { $this ex:p ?x }",
        "SELECT $this WHERE { $this ex:p ?x",
    ],
)
def test_a_query_outside_of_what_is_read_has_no_plan(text: str) -> None:
    assert read_plan(text, PREFIXES) is None


DATA = """@prefix e: <http://e/> .
e:a e:p 1, 2 ; e:q 2 ; e:n "x" . e:b e:p 5 ; e:q 3 . e:c e:p "5" ; e:q 3 . e:d e:q 1 . e:r1 e:of e:a ; e:at "1" .
e:r2 e:of e:a ; e:at "2" . e:r3 e:of e:b . e:f e:p "2026-01-01"^^<http://www.w3.org/2001/XMLSchema#date> ; e:q 1 ."""

#: query -> the nodes that it may concern, among a, b, c, d and f
SCREENED = {
    "SELECT $this WHERE { $this ex:p ?x }": "abcf",
    "SELECT $this WHERE { $this ex:p ?x ; ex:q ?y FILTER (?x > ?y) }": "bcf",
    "SELECT $this WHERE { $this ex:p ?x ; ex:q ?y FILTER (?x * 2 <= ?y) }": "acf",
    "SELECT $this WHERE { $this ex:q ?y FILTER (?y = 3 || STR(?y) = \"1\") }": "bcdf",
    "SELECT $this WHERE { $this ex:q ?y FILTER (!(?y = 3) && ?y != 2) }": "df",
    "SELECT $this WHERE { ?r ex:of $this ; ex:at \"2\" }": "a",
    "SELECT $this WHERE { ?r ex:of/ex:n \"x\" ; ex:of $this }": "a",
    "SELECT $this WHERE { $this ^ex:of ?r }": "ab",
    "SELECT $this WHERE { $this ex:p ?x FILTER (?none = 1) }": "abcf",
    "SELECT $this ?y WHERE { ?r ex:of $this ; ex:at ?y } GROUP BY $this ?y HAVING (COUNT(?r) > 1)": "",
    "SELECT $this WHERE { ?r ex:of $this } GROUP BY $this HAVING (COUNT(?r) > 1)": "a",
    "SELECT $this WHERE { $this ex:q ?n OPTIONAL { ?r ex:of $this ; ex:at ?p } } GROUP BY $this "
    "HAVING (COUNT(?p) < MAX(?n))": "bcdf",
    "SELECT $this WHERE { $this ex:p ?n } GROUP BY $this HAVING (MAX(?n) > 4)": "bcf",
    "SELECT $this (COUNT(?x) AS ?n) WHERE { $this ex:p ?x } GROUP BY $this": "abcdf",
    "SELECT $this WHERE { ?s ex:p ?x }": "abcdf",
}  # fmt: skip


@pytest.mark.parametrize("text", SCREENED)
def test_a_query_is_asked_about_no_more_and_no_fewer(text: str) -> None:
    data = parse_exact(DATA)
    table = table_of_graph(data)
    nodes = np.array(sorted(table.ids[f"<http://e/{name}>"] for name in "abcdf"), np.int32)
    plan = read_plan(text, PREFIXES)
    assert plan is not None
    found = "".join(sorted(table.texts[number][-2] for number in suspects(table, plan, nodes).tolist()))
    assert found == SCREENED[text]
    assert _answers(data, text) <= set(found)


def _answers(data: Dataset, text: str) -> set[str]:
    """Who the query surely speaks of, as rdflib answers it for all nodes at once."""
    query = prepareQuery("PREFIX ex: <http://e/>\n" + text)
    view = View(table_of_graph(data))
    asked = {name: view.query(query, initBindings={"this": URIRef(f"http://e/{name}")}) for name in "abcdf"}
    return {name for name, answer in asked.items() if any(row.this is not None for row in answer)}  # type: ignore[union-attr]


def test_without_a_plan_every_node_is_asked_about() -> None:
    table = table_of_graph(parse_exact(DATA))
    nodes = np.array([1, 2], np.int32)
    assert suspects(table, None, nodes).tolist() == [1, 2]
    assert suspects(table, Plan(()), nodes).tolist() == [1, 2]
    assert str(RDF.type) == terms.TYPE[1:-1]
