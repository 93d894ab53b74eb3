"""Dead shapes are named; ours are alive."""

from __future__ import annotations

import pytest
from rdflib import Graph

from kg.resources import shapes_folder
from kg.terms import LB, LB_NAMESPACE, RDF, SH
from kg.validation import lint_shapes, load_shapes

HEAD = """
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix lb: <https://w3id.org/leaderboard-kg/ontology#> .
@prefix lbsh: <https://w3id.org/leaderboard-kg/shapes#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""


@pytest.mark.parametrize(
    ("turtle", "complaint"),
    [
        (
            "lbsh:A a sh:NodeShape ; sh:targetClass lb:Result ; sh:shape lbsh:B ; sh:nodeKind sh:IRI ; "
            'sh:message "R1.1 x MUST y. Remedy: z." .',
            "sh:shape is not a term of SHACL: every engine ignores it",
        ),
        (
            "lbsh:A a sh:PropertyShape ; sh:targetClass lb:Result ; sh:path lb:vlaue ; sh:minCount 1 ; "
            'sh:message "R1.1 x MUST y. Remedy: z." .',
            "lb:vlaue is not a term of the vocabulary: it will never match",
        ),
        (
            "lbsh:A a sh:NodeShape ; sh:targetClass lb:Result ; sh:property [ sh:path lb:value ] .",
            "a shape inside lbsh:A has no constraint: it will never find anything",
        ),
        ("lbsh:A a sh:NodeShape ; sh:targetClass lb:Result .", "lbsh:A has no constraint: it will never find anything"),
        (
            'lbsh:A a sh:PropertyShape ; sh:path lb:value ; sh:minCount 1 ; sh:message "R1.1 x MUST y. Remedy: z." .',
            "lbsh:A has no target, and no shape with a target refers to it",
        ),
        (
            "lbsh:A a sh:NodeShape ; sh:targetClass lb:Result ; sh:nodeKind sh:IRI .",
            "lbsh:A has 0 messages, not one",
        ),
        (
            'lbsh:A a sh:NodeShape ; sh:targetClass lb:Result ; sh:nodeKind sh:IRI ; sh:message "wrong" .',
            "the message of lbsh:A lacks its rule number or its remedy",
        ),
        (
            "lbsh:A a sh:PropertyShape ; sh:targetClass lb:Result ; sh:minCount 1 ; "
            'sh:message "R1.1 x MUST y. Remedy: z." .',
            "lbsh:A is a property shape without sh:path",
        ),
        (
            "lbsh:A a sh:NodeShape ; sh:targetClass lb:Result ; sh:nodeKind sh:IRI ; sh:deactivated true ; "
            'sh:message "R1.1 x MUST y. Remedy: z." .',
            "lbsh:A is deactivated",
        ),
    ],
)
def test_a_dead_shape_is_named(turtle: str, complaint: str) -> None:
    assert lint_shapes(Graph().parse(data=HEAD + turtle)) == [complaint]


def test_our_shapes_are_alive() -> None:
    assert lint_shapes(load_shapes()) == []
    assert lint_shapes(Graph().parse(shapes_folder() / "ontology-style.ttl")) == []


def test_every_class_has_a_shapes_file_of_its_name() -> None:
    classes = {
        str(class_).removeprefix(LB_NAMESPACE)
        for class_ in load_shapes().objects(None, SH.targetClass)
        if str(class_).startswith(LB_NAMESPACE)
    }
    stems = {file.stem for file in shapes_folder().glob("*.ttl")}
    for name in classes:
        assert "".join("-" + c.lower() if c.isupper() else c for c in name).strip("-") in stems
    assert len(classes) == 18
    assert LB.Result in load_shapes().objects(None, SH.targetClass)


def test_rule_numbers_belong_to_one_shape_each_and_say_must_or_should() -> None:
    shapes = load_shapes()
    messages = [str(message) for message in shapes.objects(None, SH.message)]
    numbers = [message.partition(" ")[0] for message in messages]
    assert len(messages) == len(set(numbers)) > 150
    for shape, message in shapes.subject_objects(SH.message):
        owner = shapes.value(None, SH.sparql, shape) or shape
        warns = (owner, SH.severity, SH.Warning) in shapes
        assert ("SHOULD" if warns else "MUST") in str(message)
        assert str(message).startswith("A" if warns else "R")


def test_queries_stand_only_on_columns_and_leaderboards() -> None:
    """A query costs more than all other shapes together, so none runs for every result."""
    shapes = load_shapes()
    owners = {str(shape).partition("#")[2].partition("-")[0] for shape in shapes.subjects(SH.sparql)}
    assert owners == {"MetricDeclaration", "Leaderboard"}
    assert len(set(shapes.subjects(RDF.type, SH.SPARQLConstraint))) == 4
