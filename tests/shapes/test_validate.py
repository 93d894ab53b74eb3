"""The check itself: what it reports, what it never does, and the faults that others have met."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
import rdflib.plugins.sparql
from rdflib import BNode, Dataset, Graph, Literal, URIRef

from kg.errors import ShapeError
from kg.resources import ontology_folder
from kg.terms import LB, LBSH, RDF, RDFS, SH, SKOS, XSD
from kg.validation import Report, load_shapes, parse_exact, validate
from kg.validation.engine import EXPECTED
from kg.validation.report import curie, place_order
from tests.shapes.examples import BASE, PREFIX_LINES, base, graph, patched

E = "https://example.org/kg/"


def shapes_of(report: Report) -> set[str]:
    return {finding.shape.removeprefix(str(LBSH)) for finding in report.findings}


def value(lexical: str, datatype: str = "decimal", normalized: str | None = None) -> Graph:
    """The base graph with another value in one result, and its normalised value."""
    fraction = f'"{normalized}"^^xsd:decimal' if normalized else '"0.00"^^xsd:decimal'
    return patched(
        '<result/zero> lb:value "0"^^xsd:decimal ; lb:normalizedValue "0.00"^^xsd:decimal .',
        f'<result/zero> lb:value "{lexical}"^^xsd:{datatype} ; lb:normalizedValue {fraction} .',
    )


# -- literals


@pytest.mark.parametrize(
    ("lexical", "datatype"),
    [("91,4", "decimal"), ("NaN", "decimal"), ("INF", "decimal"), ("1e3", "decimal"), ("1_000", "decimal")],
)
def test_an_ill_typed_value_is_found_and_shown(lexical: str, datatype: str) -> None:
    """The library reads NaN, 1e3 and 1_000 as numbers, and keeps "91,4" without a word."""
    report = validate(value(lexical, datatype))
    found = [finding for finding in report.findings if finding.shape == str(LBSH["Result-value"])]
    assert found
    assert not report.conforms
    assert all(f'"{lexical}"^^xsd:{datatype}' in finding.message for finding in found)
    assert all(finding.places == ("page.md:11:2", "page.md:12:2") for finding in found)


def test_a_day_that_does_not_exist_and_a_boolean_that_is_none_are_found() -> None:
    report = validate(
        patched(
            '<result/zero> lb:resultDate "2024-02-29"^^xsd:date . <setting/asm> schema:value "S2" .',
            '<result/zero> lb:resultDate "2024-02-30"^^xsd:date . <setting/asm> schema:value "yes"^^xsd:boolean .',
        )
    )
    assert shapes_of(report) == {"Result-resultDate", "Setting-value"}


def test_a_typed_string_is_the_plain_string() -> None:
    """xsd:string and no datatype are one literal, in Turtle, in JSON-LD and in a graph made by hand."""
    assert validate(parse_exact(BASE.replace('"Dice" ;', '"Dice"^^xsd:string ;'))).findings == ()
    text = f'{PREFIX_LINES}<leaderboard/speed> lb:coverageSummary "coverage not stated"^^xsd:string .'
    assert list(parse_exact(text).objects(None, LB.coverageSummary)) == [Literal("coverage not stated")]
    document = {
        "@context": json.loads((ontology_folder() / "context.jsonld").read_text(encoding="utf-8"))["@context"],
        "id": E + "leaderboard/speed",
        "coverageSummary": {"@value": "coverage not stated", "@type": "xsd:string"},
    }
    assert set(parse_exact(json.dumps(document), "json-ld").quads()) == set(parse_exact(text).quads())
    typed = graph(base())
    speed = URIRef(E + "leaderboard/speed")
    typed.set((speed, LB.coverageSummary, Literal("coverage not stated", datatype=XSD.string)))
    assert validate(typed).findings == ()


@pytest.mark.parametrize(
    ("lexical", "normalized", "conforms"),
    [
        ("91", "0.91", True),
        ("91.0", "0.910", True),
        ("0", "0.00", True),
        ("100", "1.00", True),
        ("100.1", "1.001", False),
        ("-0.1", "-0.001", False),
    ],
)
def test_bounds_hold_at_the_bounds(lexical: str, normalized: str, conforms: bool) -> None:
    """Range 0 to 100 percent: the bounds belong to it, and no number of digits makes a difference."""
    assert validate(value(lexical, normalized=normalized)).conforms is conforms


@pytest.mark.parametrize(
    "literal",
    [
        Literal("91,4", datatype=XSD.decimal, normalize=False),
        Literal("NaN", datatype=XSD.decimal, normalize=False),
        Literal("x", datatype=XSD.integer, normalize=False),
        Literal("2024-02-30", datatype=XSD.date, normalize=False),
        Literal("2024", datatype=XSD.gYear),
        Literal("true", datatype=XSD.boolean),
        Literal("x", lang="en"),
        Literal(""),
        URIRef(E + "nothing"),
        BNode("anonymous"),
    ],
    ids=repr,
)
def test_no_value_stops_the_check(literal: Literal | URIRef | BNode) -> None:
    """Whatever stands in place of every literal: the check ends, and finds fault."""
    spoiled = Graph()
    for subject, predicate, object_ in graph(base()):
        spoiled.add((subject, predicate, literal if isinstance(object_, Literal) else object_))
    report = validate(spoiled)
    assert not report.conforms
    assert report.to_text()
    assert len(report.to_graph(E)) > 10


def test_an_ill_typed_literal_prints_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "rdflib.term"):
        validate(value("91,4"))
    assert caplog.records == []


# -- nothing to check


def test_an_empty_graph_is_no_pass() -> None:
    report = validate(Graph())
    assert not report.conforms
    assert {finding.focus for finding in report.findings} == {str(class_) for class_ in EXPECTED}
    assert all(finding.rule == "R0.9" and "0 focus nodes" in finding.message for finding in report.findings)


def test_shapes_without_a_target_are_no_pass() -> None:
    report = validate(graph(base()), Graph())
    assert [finding.rule for finding in report.findings] == ["R0.9"]
    assert not report.conforms


@pytest.mark.parametrize("class_", EXPECTED, ids=lambda class_: str(class_).partition("#")[2])
def test_a_misspelt_class_is_no_pass(class_: URIRef) -> None:
    misspelt = Graph()
    for subject, predicate, object_ in graph(base()):
        misspelt.add((subject, predicate, URIRef(class_ + "x") if object_ == class_ else object_))
    report = validate(misspelt)
    assert {"FocusNodes", "Vocabulary"} <= shapes_of(report)


def test_one_result_of_a_misspelt_class_is_found() -> None:
    data = patched("<result/rerun> a lb:Result .", "<result/rerun> a lb:Reslut .")
    assert {"Vocabulary", "Result-subject"} <= shapes_of(validate(data))


def test_an_unknown_term_is_one_finding_with_all_places() -> None:
    data = patched("", "<result/top> lb:vlaue 1.0 . <result/zero> lb:vlaue 2.0 .")
    (finding,) = validate(data).findings
    assert (finding.rule, finding.focus) == ("R0.8", "https://w3id.org/leaderboard-kg/ontology#vlaue")
    assert finding.places == ("page.md:10:2", "page.md:11:2", "page.md:12:2")


# -- columns


def column_of(values: dict[str, str], unit: str = "unit:PERCENT", scale: int = 2) -> Graph:
    """The base graph with more results in the Dice column, printed and normalised as given."""
    rows = []
    for index, (printed, number) in enumerate(values.items()):
        rows.append(f"""
            <result/x{index}> a lb:Result , qb:Observation ; rdfs:label "x{index}" ; lb:method <method/base> ;
                lb:benchmark <benchmark/whole> ; lb:metric <metric/dice> ; lb:leaderboard <leaderboard/organs> ;
                qb:dataSet <leaderboard/organs> ; lb:declaration <declaration/dice> ;
                lb:comparisonGroup <group/dice> ; lb:value "{printed.replace(",", "")}"^^xsd:decimal ;
                lb:printedValue "{printed}" ; lb:printedMethod "Base-7B" ; lb:unit {unit} ;
                lb:normalizedValue "{number}"^^xsd:decimal ; lb:reproductionStatus lb:StatusUnknown ;
                lb:sourceLocator "page.md:{20 + index}:2" .""")
    return patched("", "".join(rows))


def test_impossible_values_of_a_column_are_one_finding_that_names_them_and_no_sound_cell() -> None:
    data = column_of({"3,027": "30.27", "2,871": "28.71", "92": "0.92"})
    (finding,) = validate(data).findings
    assert finding.rule == "R16.14"
    assert finding.focus == E + "declaration/dice"
    assert "2 do, the largest is 30.27 and the maximum 1.0" in finding.message
    assert "printed in percent: 2,871, 3,027" in finding.message
    assert finding.printed == ("3,027", "2,871")
    assert finding.places == ("page.md:20:2", "page.md:21:2")


def test_values_of_another_scale_do_not_convert() -> None:
    """A share beside percentages, taken for a percentage by the normalised value only."""
    (finding,) = validate(column_of({"0.893": "0.893"})).findings
    assert finding.rule == "R16.15"
    assert finding.value == "0.893"
    assert (finding.places, finding.printed) == (("page.md:20:2",), ("0.893",))


def test_a_zero_that_does_not_convert_is_placed_on_its_cell() -> None:
    (finding,) = validate(column_of({"50": "0.50", "7": "0.0"})).findings
    assert finding.rule == "R16.15"
    assert finding.value == "0.0"
    assert (finding.places, finding.printed) == (("page.md:21:2",), ("7",))


def test_a_warning_flag_on_a_column_covers_its_cells() -> None:
    data = patched("<flag/note> lb:severity lb:Note .", "<flag/note> lb:severity lb:Warning .")
    report = validate(data)
    (finding,) = report.findings
    assert report.conforms
    assert finding.severity == "Warning"
    assert "an address was cleaned" in finding.message
    assert finding.places == ("page.md:10:2", "page.md:11:2", "page.md:12:2", "page.md:13:2")


def test_a_finding_about_a_leaderboard_has_no_cells() -> None:
    (finding,) = validate(patched("<leaderboard/organs> qb:structure lb:resultStructure .")).findings[:1]
    assert (finding.places, finding.printed) == ((), ())


# -- the report


@pytest.fixture(scope="module")
def faulty() -> Graph:
    return patched(
        '<result/zero> lb:printedValue "0" . <result/fast> lb:method <method/med> . <metric/dice> a lb:Metric .',
        "<result/fast> lb:method <method/nobody> , <method/base> .",
    )


def test_the_report_graph_is_the_same_in_every_process(faulty: Graph) -> None:
    code = (
        "import sys; from kg.validation import parse_exact, validate;"
        "r = validate(parse_exact(sys.stdin.read(), 'nt'));"
        "print(r.to_text(), r.to_graph('https://example.org/kg/').serialize(format='turtle'))"
    )
    data = faulty.serialize(format="nt")
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=text,
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": n},
        ).stdout
        for n, text in (("0", data), ("1", "\n".join(reversed(data.splitlines()))))
    }
    assert len(outputs) == 1
    assert "Remedy: " in outputs.pop()


def test_the_report_graph_holds_every_finding_and_no_blank_node(faulty: Graph) -> None:
    report = validate(faulty)
    written = report.to_graph("https://example.org/kg/")
    assert not any(isinstance(node, BNode) for triple in written for node in triple)
    results = set(written.objects(None, SH.result))
    assert len(results) == len(report.findings) > 3
    assert set(written.objects(None, SH.conforms)) == {Literal(False)}
    for node in results:
        assert str(node).startswith("https://example.org/kg/finding/")
        for predicate in (SH.focusNode, SH.sourceShape, SH.sourceConstraintComponent, SH.resultMessage, RDFS.label):
            assert len(set(written.objects(node, predicate))) == 1, predicate
        assert (node, RDF.type, SH.ValidationResult) in written
        assert set(written.objects(node, SH.resultSeverity)) < {SH.Violation, SH.Warning}


def test_every_message_has_its_number_what_was_found_and_a_remedy(faulty: Graph) -> None:
    findings = validate(faulty).findings
    for finding in findings:
        assert finding.message.startswith(f"{finding.rule} ")
        assert ("SHOULD" if finding.severity == "Warning" else "MUST") in finding.message
        assert finding.remedy.endswith(".")
    message = next(f.message for f in findings if f.shape == str(LBSH["Result-printedValue"]))
    assert message.endswith("the cell as printed; found none.")


def test_the_text_names_node_place_and_printed_text() -> None:
    text = validate(patched('<result/fast> lb:printedMethod "Med-7B" .')).to_text()
    assert text.startswith("Does not conform: 1 violation(s), 0 warning(s), 0 note(s); ")
    assert "Violation R1.15 (lbsh:Result-printedMethod)" in text
    assert "    node: https://example.org/kg/result/fast (135.5 Med-7B)\n    at speed.md:4:2: '135.5'\n" in text


def test_findings_are_ordered_as_people_count() -> None:
    """Rule 2 before rule 10, column 2 before column 10."""
    columns = "".join(
        f"""<declaration/c-{n}> a lb:MetricDeclaration ; rdfs:label "c{n}" ; lb:ofMetric <metric/dice> ;
            lb:ofBenchmark <benchmark/whole> ; lb:columnNumber {n} ; lb:declaredUnit unit:PERCENT ;
            lb:declaredDirection lb:HigherIsBetter . <leaderboard/organs> lb:declares <declaration/c-{n}> ."""
        for n in (10, 2)
    )
    report = validate(patched("<result/fast> a qb:Observation ; lb:method <method/med> .", columns))
    found = [(finding.rule, finding.label) for finding in report.findings]
    assert found == [("R1.2", "135.5 Med-7B"), ("R1.3", "135.5 Med-7B"), ("R16.9", "c2"), ("R16.9", "c10")]


def test_the_report_counts_what_was_looked_at() -> None:
    counts = validate(graph(base())).focus_counts
    assert counts[str(LBSH.Result)] == 5
    assert counts[str(LBSH.MetricDeclaration)] == 4


# -- what the check never does


def test_triples_in_any_named_graph_are_checked_together() -> None:
    dataset = Dataset()
    for subject, predicate, object_ in base():
        name = "registry" if (subject, RDF.type, LB.Method) in base() else "results"
        dataset.graph(URIRef(E + "graph/" + name)).add((subject, predicate, object_))
    assert validate(dataset).findings == ()


def test_data_and_shapes_stay_as_they_are(faulty: Graph) -> None:
    shapes = load_shapes()
    before = set(faulty), set(shapes)
    validate(faulty, shapes)
    assert (set(faulty), set(shapes)) == before
    shapes.remove((None, None, None))
    assert len(load_shapes()) == len(before[1])


def test_many_checks_at_once_agree(faulty: Graph) -> None:
    data, shapes = graph(base()), load_shapes()
    expected = validate(faulty).findings
    with ThreadPoolExecutor(8) as pool:
        good = [pool.submit(validate, data, shapes) for _ in range(12)]
        bad = [pool.submit(validate, faulty, shapes) for _ in range(12)]
    assert {report.result().findings for report in good} == {()}
    assert {report.result().findings for report in bad} == {expected}
    assert len(shapes) == len(load_shapes())


def test_queries_in_shapes_open_nothing() -> None:
    assert rdflib.plugins.sparql.SPARQL_LOAD_GRAPHS is False


def test_shapes_that_cannot_be_used_raise() -> None:
    shapes = load_shapes()
    shapes.add((LBSH["Result-value"], SH.minCount, Literal("many")))
    with pytest.raises(ShapeError, match="cannot be used"):
        validate(graph(base()), shapes)


def test_reading_keeps_literals_and_fetches_nothing() -> None:
    data = parse_exact(f'{PREFIX_LINES}<a> lb:value "+1.50"^^xsd:decimal ; lb:itemCount "007"^^xsd:integer .')
    assert {str(o) for o in data.objects()} == {"+1.50", "007"}
    assert rdflib.NORMALIZE_LITERALS is True
    with pytest.raises((SyntaxError, OSError)):
        parse_exact('{"@context": "http://127.0.0.1:9/x", "@id": "urn:x"}', "json-ld")


def test_the_base_of_the_data_is_free() -> None:
    assert "https://w3id.org/leaderboard-kg/" not in "".join(
        str(node)
        for triple in load_shapes()
        for node in triple
        if not str(node).startswith(
            ("https://w3id.org/leaderboard-kg/ontology", "https://w3id.org/leaderboard-kg/shapes")
        )
    )
    assert (URIRef(E + "method/med"), SKOS.altLabel, Literal("Med7B")) in graph(base())


def test_findings_of_a_rule_come_in_the_order_of_the_pages_whatever_their_nodes_are_called() -> None:
    rows = {"1.00": "0.1", "2.00": "0.2", "3.00": "0.3"}
    data = column_of(rows)
    for node, locator in (("x0", "page.md:110:2"), ("x1", "page.md:9:10"), ("x2", "page.md:9:3")):
        result = URIRef(f"{E}result/{node}")
        data.set((result, LB.sourceLocator, Literal(locator)))
        data.set((result, LB.value, Literal("x", datatype=XSD.decimal)))
    found = list(dict.fromkeys(f.places[0] for f in validate(data).findings if f.rule == "R1.13"))
    assert found == ["page.md:9:3", "page.md:9:10", "page.md:110:2"]


@pytest.mark.parametrize(
    ("iri", "told"),
    [
        (f"{LB}value", "lb:value"),
        (f"{LB}a/b", f"{LB}a/b"),
        (str(LB), str(LB)),
        ("http://e/x", "http://e/x"),
        ("http://qudt.org/schema/qudt/Unit", "qudt:Unit"),
    ],
)
def test_an_iri_is_told_with_a_prefix_only_where_a_name_is_left(iri: str, told: str) -> None:
    assert curie(iri) == told


def test_places_come_in_the_order_of_lines_and_cells() -> None:
    places = ["a:9/page.md:2:1", "a:10/page.md:3:1", "b.md:10:1", "b.md:9:2", "b.md:9:10", "b.md:9"]
    assert sorted(places, key=place_order) == [
        *("a:10/page.md:3:1", "a:9/page.md:2:1"),
        *("b.md:9", "b.md:9:2", "b.md:9:10", "b.md:10:1"),
    ]
