"""Every message says what was found and what was expected, and never the one for the other."""

from __future__ import annotations

from pathlib import Path

import pytest
from rdflib import Graph
from rdflib.term import Node

from kg.terms import LB, RDFS, SH
from kg.validation import Finding, load_shapes, validate
from kg.validation.wording import values_at
from tests.shapes.examples import INVALID, example, patched, shape_name

E = "https://example.org/kg/"


def only(data: Graph) -> Finding:
    (finding,) = validate(data).findings
    return finding


def of_rule(rule: str, data: Graph) -> Finding:
    return next(finding for finding in validate(data).findings if finding.rule == rule)


def test_below_the_minimum_the_value_is_found_and_the_bound_expected() -> None:
    finding = only(
        patched(
            '<result/zero> lb:value "0"^^xsd:decimal ; lb:normalizedValue "0.00"^^xsd:decimal ; lb:printedValue "0" .',
            '<result/zero> lb:value -0.1 ; lb:normalizedValue -0.001 ; lb:printedValue "-0.1" .',
        )
    )
    assert finding.rule == "R1.20"
    assert finding.found == '"-0.001"^^xsd:decimal'
    assert finding.expected == 'at least "0.0"^^xsd:decimal'
    assert finding.message.endswith('; found "-0.001"^^xsd:decimal, expected at least "0.0"^^xsd:decimal (of Dice).')


def test_a_unit_that_its_column_does_not_declare_is_found_and_the_declared_one_expected() -> None:
    findings = validate(
        patched("<result/rerun> lb:unit unit:PERCENT ; lb:normalizedValue 0.99 .", "<result/rerun> lb:unit unit:SEC .")
    ).findings
    told = {(f.found, f.expected) for f in findings if f.rule == "R1.16"}
    assert told == {("unit:SEC", "unit:PERCENT")}


def test_a_result_without_unit_says_none() -> None:
    findings = validate(patched("<result/rerun> lb:unit unit:PERCENT ; lb:normalizedValue 0.99 .")).findings
    (finding,) = [f for f in findings if f.rule == "R1.16"]
    assert (finding.found, finding.expected) == ("none", "unit:PERCENT")


def test_a_part_of_another_family_names_both_families() -> None:
    finding = of_rule(
        "R5.12",
        patched(
            "<benchmark/part> lb:family <family/organs> .",
            '<benchmark/part> lb:family <family/x> . <family/x> a lb:BenchmarkFamily, skos:Concept ; rdfs:label "X" .',
        ),
    )
    assert (finding.found, finding.expected) == (E + "family/x", E + "family/organs")


def test_a_target_below_the_minimum_is_found_and_the_minimum_expected() -> None:
    finding = only(patched("<metric/slope> lb:target 1.0 .", "<metric/slope> lb:target 0.9 ."))
    assert finding.rule == "R10.9"
    assert (finding.found, finding.expected) == ('"0.9"^^xsd:decimal', 'at least "1.0"^^xsd:decimal')


def test_a_value_above_its_upper_bound_says_at_most() -> None:
    finding = of_rule("R1.44", patched("<result/top> lb:upper 100.0 .", "<result/top> lb:upper 99.0 ."))
    assert (finding.found, finding.expected) == ('"100.0"^^xsd:decimal', 'at most "99.0"^^xsd:decimal')


def test_a_flag_speaks_for_itself_in_plain_words() -> None:
    finding = only(patched("<flag/note> lb:severity lb:Note .", "<flag/note> lb:severity lb:Warning ."))
    assert finding.message == "A9 an address was cleaned."
    assert (finding.found, finding.expected) == ("u?url=v", "v")
    wrong = of_rule("R18.2", patched("<flag/note> lb:severity lb:Note .", "<flag/note> lb:severity lb:Grave ."))
    assert wrong.message.startswith("R18.2 A flag MUST have exactly one lb:severity")
    assert wrong.found == "lb:Grave"
    assert wrong.expected == "one of lb:Error, lb:Warning, lb:Note"


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_found_and_expected_are_said_for_every_fault_and_differ(path: Path) -> None:
    report = validate(example(path))
    assert report.findings
    for finding in report.findings:
        assert finding.found, finding
        assert finding.expected, finding
        assert finding.found != finding.expected, finding
        assert finding.remedy


def test_a_path_that_leads_away_from_the_node_names_the_property_that_is_judged() -> None:
    """Else a message would show the bound, or another node's value, as what was found."""
    shapes = load_shapes()
    relations = (SH.equals, SH.lessThanOrEquals, SH.lessThan)
    checked = 0
    for shape in {s for r in relations for s in shapes.subjects(r)}:
        path = shapes.value(shape, SH.path)
        if path is not None and any(shapes.objects(path, None)) and (shape, SH.message, None) in shapes:
            assert (shape, RDFS.seeAlso, None) in shapes, shape
            checked += 1
    assert checked > 10


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("( lb:declaration [ sh:inversePath lb:declares ] )", {E + "leaderboard/organs"}),
        ("[ sh:alternativePath ( lb:method lb:benchmark ) ]", {E + "method/med", E + "benchmark/whole"}),
        ("( lb:benchmark lb:domain [ sh:zeroOrMorePath skos:broader ] )", {E + "domain/medical", E + "domain/science"}),
        ("( lb:benchmark lb:domain [ sh:oneOrMorePath skos:broader ] )", {E + "domain/science"}),
        ("( lb:comparisonGroup [ sh:zeroOrOnePath lb:ofConfig ] )", {E + "config/asm", E + "group/dice-asm"}),
    ],
)
def test_paths_lead_where_shacl_says(path: str, expected: set[str]) -> None:
    prefixes = (
        "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> . "
        "@prefix lb: <https://w3id.org/leaderboard-kg/ontology#> . "
    )
    shapes = Graph().parse(data=f"{prefixes} lb:shape sh:path {path} .", format="turtle")
    start: Node = next(iter(shapes.subjects(SH.path)))
    top = next(iter(patched().subjects(LB.confidenceLevel)))
    found = values_at(patched(), shapes, top, shapes.value(start, SH.path))
    assert {str(node) for node in found} == expected


def test_the_examples_have_all_kinds_of_message() -> None:
    names = {shape_name(path) for path in INVALID}
    assert {"Result-minimum", "Result-unitAsDeclared", "Flag-warning", "Metric-targetAboveMinimum"} <= names


def test_of_several_values_that_must_be_there_the_missing_one_is_expected() -> None:
    (board,) = [path for path in INVALID if path.name == "Leaderboard-type--no-dataset.ttl"]
    assert of_rule("R15.1", example(board)).expected == "qb:DataSet too"
    composite = next(path for path in INVALID if path.name.startswith("Method-composite--"))
    assert of_rule("R2.8", example(composite)).expected == "lb:Composite"
