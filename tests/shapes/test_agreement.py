"""Values follow from their cells, keys from their content, and each property stands on a node of its class."""

from __future__ import annotations

import pytest
from rdflib import RDFS, Graph
from rdflib.collection import Collection
from rdflib.term import Node

from kg.iris import arxiv_key, config_key, setting_key
from kg.resources import ontology_folder
from kg.terms import DATA_BASE, LB, SCHEMA, SH
from kg.validation import Report, load_shapes, parse_exact, validate
from kg.validation.purposes import shapes_for
from tests.shapes.examples import PREFIX_LINES, base, graph, patched


def rules(report: Report) -> set[str]:
    return {finding.rule for finding in report.findings}


def printed(value: str, cell: str, scale: str = "") -> Report:
    """The report on one value, with the cell that it comes from and the scale of its column."""
    column = f"<declaration/dice> lb:scale {scale} ." if scale else ""
    added = f'<result/zero> lb:value "{value}"^^xsd:decimal ; lb:printedValue "{cell}" . {column}'
    removed = '<result/zero> lb:value "0"^^xsd:decimal ; lb:printedValue "0" .'
    return validate(patched(removed, added))


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("57.8", "57.81"), ("57.18", "57.81"), ("57", "-57"), ("5.781", "57.81"), ("57.81", "57.81000001"),
        ("3.27", "3,027"), ("57.8", "57.81%"), ("12345678901234567890123456789012", "12345678901234567890123456789013"),
        ("1000", "1,000,001"),
    ],
)  # fmt: skip
def test_a_value_that_its_cell_does_not_give_is_found(value: str, cell: str) -> None:
    (finding,) = [one for one in printed(value, cell).findings if one.rule == "A11"]
    assert finding.severity == "Warning"
    assert (finding.found, finding.expected) == (value, cell)
    assert finding.places == ("page.md:11:2", "page.md:12:2")
    assert finding.label == "0 Human + Med-7B"
    assert finding.path == "lb:value"


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("57.81", "57.81"), ("57.810", "57.81"), ("57.81", " 57.81 % "), ("3027", "3,027"), ("3.027", "3,027"),
        ("1234567.8", "1,234,567.8"), ("-1.5", "−1.5"), (".5", "0.5"), ("+2", "2"), ("57.8", "57.8 ± 0.4"),
        ("57.8", "57.8 (CI 55-60)"), ("9", "nine"), ("0.001", "1e-3"), ("57.8", "**57.8**"),
    ],
)  # fmt: skip
def test_a_value_that_its_cell_gives_or_may_give_is_not(value: str, cell: str) -> None:
    assert "A11" not in rules(printed(value, cell))


def test_the_scale_of_the_column_is_counted() -> None:
    lost = patched("<declaration/pdice> lb:scale 0.01 .")
    assert "A11" in rules(validate(lost))
    (finding,) = validate(patched("<declaration/pdice> lb:scale 0.01 .", "<declaration/pdice> lb:scale 0.1 .")).findings
    assert (finding.rule, finding.expected) == ("A11", "20,000 x 0.1")


def test_what_a_cell_gives_is_advice() -> None:
    data = patched("<declaration/pdice> lb:scale 0.01 .")
    assert validate(data).conforms
    assert rules(validate(data, shapes_for("publish"))) == set()


def test_what_another_rule_finds_is_not_found_twice() -> None:
    two = patched("", "<result/zero> lb:value 0.1 .")
    assert "A11" not in rules(validate(two))
    assert rules(validate(patched("<declaration/pdice> lb:scale 0.01 .", "<declaration/pdice> lb:scale 0.0 ."))) == {
        "R16.11"
    }


# -- keys

SETTING, CONFIG = setting_key("k", "5"), config_key([("k", "5"), ("shots", "0")])
KEYS = f"""
<setting/{SETTING}> a lb:Setting , schema:PropertyValue ; rdfs:label "k" ; schema:name "k" ; schema:value "5" .
<setting/{setting_key("shots", "0")}> a lb:Setting , schema:PropertyValue ; rdfs:label "shots" ;
    schema:name "shots" ; schema:value "0" .
<config/{CONFIG}> a lb:EvaluationConfig ; rdfs:label "both" ;
    lb:setting <setting/{SETTING}> , <setting/{setting_key("shots", "0")}> .
<paper/arxiv-2511-12110> a lb:Paper , schema:ScholarlyArticle ; rdfs:label "a" ; fabio:hasArXivId "2511.12110" .
<paper/{arxiv_key("hep-th/9901001")}> a lb:Paper , schema:ScholarlyArticle ; rdfs:label "b" ;
    fabio:hasArXivId "hep-th/9901001" .
<paper/arxiv-vanity> a lb:Paper , schema:ScholarlyArticle ; rdfs:label "c" ; fabio:hasArXivId "2511.12111" .
<setting/asm> a lb:Setting , schema:PropertyValue ; rdfs:label "x" ; schema:name "x" ; schema:value "y" .
"""


def keyed(old: str = "", new: str = "", base: str = DATA_BASE) -> list[tuple[str, str]]:
    """The nodes whose keys do not fit, and what was expected."""
    text = PREFIX_LINES.replace("https://example.org/kg/", base) + KEYS
    assert old in text
    report = validate(parse_exact(text.replace(old, new, 1) if old else text))
    return [(one.focus.removeprefix(base), one.expected) for one in report.findings if one.rule == "R0.22"]


def test_nodes_that_say_what_their_keys_are_made_of() -> None:
    assert keyed() == []


@pytest.mark.parametrize(
    ("old", "new", "nodes"),
    [
        ('schema:value "5"', 'schema:value "6"', {f"setting/{SETTING}", f"config/{CONFIG}"}),
        ('schema:name "k"', 'schema:name "K"', {f"setting/{SETTING}", f"config/{CONFIG}"}),
        (f"lb:setting <setting/{SETTING}> ,", "lb:setting", {f"config/{CONFIG}"}),
        ('"2511.12110"', '"2511.12119"', {"paper/arxiv-2511-12110"}),
        ('"hep-th/9901001"', '"hep-ph/9901001"', {"paper/arxiv-hep-th-9901001"}),
    ],
)
def test_a_node_that_says_something_else_is_found(old: str, new: str, nodes: set[str]) -> None:
    assert {node for node, _ in keyed(old, new)} == nodes
    assert keyed(old, new, "https://example.org/kg/") == []  # keys of others are their own affair


def test_the_result_of_a_global_id_has_that_id() -> None:
    key = "69b10f216dbb7075b95acf1f"
    text = (
        PREFIX_LINES.replace("https://example.org/kg/", DATA_BASE)
        + f'<result/{key}> a lb:Result ; dcterms:identifier "%s" .'
    )
    assert "R0.22" not in rules(validate(parse_exact(text % key)))
    assert "R0.22" in rules(validate(parse_exact(text % "69b10f216dbb7075b95acf10")))
    ours = text.replace(key, "0123456789abcdef")  # a digest of what was printed
    assert "R0.22" not in rules(validate(parse_exact(ours % "7")))


# -- properties and their classes

#: Stated of nodes that no shape looks at, too: mappings, findings, any node at all.
ANYWHERE = {LB.certainty, LB.evidence, LB.inferred, LB.sourceLocator}


def classes_of(prop: Node, ontology: Graph) -> set[Node]:
    """The classes that the vocabulary says a property is for."""
    return set(ontology.objects(prop, RDFS.domain)) | set(ontology.objects(prop, SCHEMA.domainIncludes))


def test_every_property_has_a_shape_that_asks_for_the_class_that_the_vocabulary_states() -> None:
    ontology, shapes = Graph().parse(ontology_folder() / "leaderboard.ttl"), load_shapes()
    asked: dict[Node, set[Node]] = {}
    for shape, prop in shapes.subject_objects(SH.targetSubjectsOf):
        if (shape, SH.path, None) in shapes or not _is_choice_of_classes(shapes, shape):
            continue
        heads = list(shapes.objects(shape, SH["or"]))
        parts = [part for head in heads for part in Collection(shapes, head)] or [shape]
        classes = {class_ for part in parts for class_ in shapes.objects(part, SH["class"])}
        if classes:
            asked[prop] = classes
    properties = {p for p in ontology.subjects() if str(p).startswith(str(LB)) and str(p)[len(str(LB))].islower()}
    stated = {p: classes_of(p, ontology) for p in properties}
    stated = {p: classes for p, classes in stated.items() if classes and p not in ANYWHERE}
    assert len(stated) > 80
    assert asked == stated


def _is_choice_of_classes(shapes: Graph, shape: Node) -> bool:
    parts = [part for head in shapes.objects(shape, SH["or"]) for part in Collection(shapes, head)]
    return all(set(shapes.predicates(part)) == {SH["class"]} for part in parts)


def test_a_second_method_of_another_spelling_is_advice() -> None:
    """The base graph prints an altLabel and labels; the case of a spelling counts."""
    assert rules(validate(graph(base()))) == set()
    data = patched('<result/fast> lb:printedMethod "Med-7B" .', '<result/fast> lb:printedMethod "MED-7B" .')
    report = validate(data)
    assert (rules(report), report.conforms) == ({"A10"}, True)
