"""Each kind of constraint that the fast engine knows, at its edges; and what it refuses."""

from __future__ import annotations

import pytest
from rdflib import Graph, URIRef

from kg.errors import ShapeError, UnsupportedConstraint
from kg.terms import SH
from kg.validation import load_shapes, parse_exact, validate
from kg.validation.fast.constraints import BUILDERS
from kg.validation.shapes import hoisted
from tests.shapes.examples import base, graph
from tests.validation_engines.engines import assert_same

PREFIXES = """
@prefix ex: <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""

NUMBERS = """ex:a a ex:T ; ex:p 1, 1.0, 01.50, "2"^^xsd:int, "1e0"^^xsd:double, "x", "5"@en, ex:i, true,
    "2026-01-01"^^xsd:date, "2026-02-30"^^xsd:date, "NaN"^^xsd:decimal, "abc"^^xsd:decimal, "1"^^ex:unknown, _:b ."""
TEXTS = (
    """ex:a a ex:T ; ex:p "", " ", "abc", "ABC"@en, "a\\nb", "äöü", "x"^^xsd:string, 12, ex:abc, _:b, "abc"^^ex:t ."""
)
NODES = """ex:a a ex:T ; ex:p ex:c, ex:d, ex:e, "text", _:b . ex:c a ex:C . ex:d a ex:D . _:b a ex:C .
    ex:D rdfs:subClassOf ex:C ."""
ORDER = """ex:a a ex:T ; ex:p 1, 2.0, 3 ; ex:q 2, "2"^^xsd:integer, "2.5"^^xsd:decimal .
    ex:b a ex:T ; ex:p "a", "c" ; ex:q "b" . ex:c a ex:T ; ex:p "2026-01-01"^^xsd:date ; ex:q "2026-01-02"^^xsd:date .
    ex:d a ex:T ; ex:p "x"@en ; ex:q 3 . ex:e a ex:T ; ex:p ex:i ; ex:q ex:j . ex:f a ex:T ; ex:p 1 .
    ex:g a ex:T ; ex:p "abc"^^xsd:decimal ; ex:q 1 . ex:h a ex:T ; ex:p "2026"^^xsd:gYear ; ex:q "2027"^^xsd:gYear ."""
# (a year has no value that could be ordered: ex:h is found by either of the two)
SETS = """ex:a a ex:T ; ex:p 1, 2 ; ex:q 2, 3 . ex:b a ex:T ; ex:p "x" ; ex:q "x" . ex:c a ex:T ; ex:p "x"@en ;
    ex:q "x" . ex:d a ex:T . ex:e a ex:T ; ex:p "1"^^xsd:integer ; ex:q "01"^^xsd:integer ."""
LABELS = """ex:a a ex:T ; ex:p "a"@en, "b"@EN, "c"@de, "d", "e"@en-GB, 1, ex:i ."""
WALK = """ex:a a ex:T ; ex:p ex:b, ex:c . ex:b ex:p ex:d ; ex:q ex:e . ex:c ex:p ex:a ; ex:q ex:e . ex:d ex:p ex:b .
    ex:e ex:r ex:a . ex:x a ex:T . ex:y a ex:T ; ex:p ex:y ."""
NESTED = """ex:a a ex:T ; ex:p ex:b, ex:c . ex:b ex:q 1 . ex:c ex:q "x" ; ex:r 1 . ex:d a ex:T ; ex:p ex:b .
    ex:e a ex:T ; ex:p "text", ex:none ."""

#: name -> constraints of a property shape at ex:p, data, number of results
CASES: dict[str, tuple[str, str, int]] = {
    "class": ("sh:class ex:C", NODES, 2),
    "two classes": ("sh:class ex:C , ex:E", NODES, 7),
    "datatype decimal": ("sh:datatype xsd:decimal", NUMBERS, 13),
    "datatype integer": ("sh:datatype xsd:integer", NUMBERS, 14),
    "datatype date": ("sh:datatype xsd:date", NUMBERS, 14),
    "datatype double": ("sh:datatype xsd:double", NUMBERS, 14),
    "datatype boolean": ("sh:datatype xsd:boolean", NUMBERS, 14),
    "datatype string": ("sh:datatype xsd:string", TEXTS, 5),
    "datatype langString": ("sh:datatype rdf:langString", TEXTS, 10),
    "datatype of one's own": ("sh:datatype ex:unknown", NUMBERS, 14),
    "kind IRI": ("sh:nodeKind sh:IRI", NODES, 1),
    "kind literal": ("sh:nodeKind sh:Literal", NODES, 4),
    "kind blank node": ("sh:nodeKind sh:BlankNode", NODES, 5),
    "at least 3": ("sh:minCount 3", SETS, 5),
    "at least 0": ("sh:minCount 0", SETS, 0),
    "at most 1": ("sh:maxCount 1", SETS, 1),
    "at most 0": ("sh:maxCount 0", SETS, 4),
    "pattern": ('sh:pattern "^[a-z]+$"', TEXTS, 8),
    "pattern without case": ('sh:pattern "^[a-z]+$" ; sh:flags "i"', TEXTS, 7),
    "pattern of lines": ('sh:pattern "^b$" ; sh:flags "im"', TEXTS, 10),
    "two patterns": ('sh:pattern "a" , "c"', TEXTS, 15),
    "not blank": ('sh:pattern "[^\\\\s]"', TEXTS, 2),
    "least length": ("sh:minLength 3", TEXTS, 4),
    "least length 0": ("sh:minLength 0", TEXTS, 0),
    "most length": ("sh:maxLength 2", TEXTS, 7),
    "language": ('sh:languageIn ( "en" )', LABELS, 4),
    "language by country": ('sh:languageIn ( "en-gb" "de" )', LABELS, 5),
    "languages once": ("sh:uniqueLang true", LABELS, 1),
    "languages as they are": ("sh:uniqueLang false", LABELS, 0),
    "above": ("sh:minExclusive 1", NUMBERS, 13),
    "from": ("sh:minInclusive 1", NUMBERS, 10),
    "below": ("sh:maxExclusive 1.5", NUMBERS, 12),
    "up to": ("sh:maxInclusive 1.50", NUMBERS, 11),
    "from a date": ('sh:minInclusive "2025-12-31"^^xsd:date', NUMBERS, 9),
    "from a text": ('sh:minInclusive "a"', TEXTS, 6),
    "in a list": ('sh:in ( 1 "x" ex:i "5"@EN )', NUMBERS, 11),
    "in a list of typed text": ('sh:in ( "x"^^xsd:string )', TEXTS, 10),
    "has a value": ("sh:hasValue ex:c", NODES, 0),
    "has two values": ("sh:hasValue ex:c , ex:z", NODES, 1),
    "equals": ("sh:equals ex:q", SETS, 6),
    "disjoint": ("sh:disjoint ex:q", SETS, 2),
    "less than": ("sh:lessThan ex:q", ORDER, 7),
    "less than or equal": ("sh:lessThanOrEquals ex:q", ORDER, 6),
    "not": ("sh:not [ sh:class ex:C ]", NODES, 3),
    "not of values": ("sh:not [ sh:path ex:q ; sh:minCount 1 ]", NESTED, 3),
    "node": ("sh:node [ sh:property [ sh:path ex:q ; sh:datatype xsd:integer ] ]", NESTED, 1),
    "property": ("sh:property [ sh:path ex:q ; sh:datatype xsd:integer ; sh:minCount 1 ]", NESTED, 3),
    "and": ("sh:and ( [ sh:class ex:C ] [ sh:nodeKind sh:IRI ] )", NODES, 2),
    "or": ("sh:or ( [ sh:class ex:C ] [ sh:nodeKind sh:Literal ] )", NODES, 1),
    "xone": ("sh:xone ( [ sh:class ex:C ] [ sh:class ex:D ] )", NODES, 3),
    "xone of one twice": ("sh:xone ( ex:S ex:S )", NODES, 5),
    "qualified": (
        "sh:qualifiedValueShape [ sh:class ex:C ] ; sh:qualifiedMinCount 4 ; sh:qualifiedMaxCount 2",
        NODES,
        2,
    ),
    "severity and message": ('sh:minCount 9 ; sh:severity sh:Info ; sh:message "R9 Remedy: r." , "R9 p."', SETS, 5),
    "switched off": ("sh:minCount 9 ; sh:deactivated true", SETS, 0),
}  # fmt: skip

#: name -> path, number of its values in WALK for the three nodes together
PATHS = {
    "forward": ("ex:p", 3),
    "backward": ("[ sh:inversePath ex:r ]", 1),
    "sequence": ("( ex:p ex:q ex:r )", 1),
    "sequence with a turn": ("( ex:p [ sh:inversePath ex:p ] )", 3),
    "alternative": ("[ sh:alternativePath ( ex:p [ sh:inversePath ex:p ] ) ]", 3),
    "any number": ("[ sh:zeroOrMorePath ex:p ]", 6),
    "one or more": ("[ sh:oneOrMorePath ex:p ]", 5),
    "one or none": ("[ sh:zeroOrOnePath ex:p ]", 5),
    "any number of two steps": ("[ sh:zeroOrMorePath ( ex:p ex:p ) ]", 4),
    "nested": ("( ex:p [ sh:zeroOrMorePath [ sh:alternativePath ( ex:p ex:q ) ] ] ex:r )", 1),
}

NODE_SHAPES: dict[str, tuple[str, str, int]] = {
    "target node that is not there": ("sh:targetNode ex:nowhere ; sh:class ex:T", SETS, 1),
    "target subjects": ("sh:targetSubjectsOf ex:q ; sh:nodeKind sh:Literal", SETS, 4),
    "target objects": ("sh:targetObjectsOf ex:q ; sh:nodeKind sh:IRI", SETS, 4),
    "target subclass": ("sh:targetClass ex:C ; sh:nodeKind sh:Literal", NODES, 3),
    "implicit class": ("a rdfs:Class ; sh:nodeKind sh:Literal", "ex:i a ex:Shape .", 1),
    "implicit class of owl": ("a owl:Class ; sh:nodeKind sh:Literal", "ex:i a ex:Shape .", 1),
    "closed": (
        "sh:targetClass ex:T ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ; sh:property [ sh:path ex:p ]",
        NESTED + "ex:a ex:z 1, 2 ; ex:y 3 .",
        3,
    ),
    "open": ("sh:targetClass ex:T ; sh:closed false ; sh:property [ sh:path ex:q ]", NESTED, 0),
    "siblings": (
        """sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:qualifiedValueShape [ sh:class ex:C ] ;
        sh:qualifiedMinCount 3 ; sh:qualifiedValueShapesDisjoint true ] , [ sh:path ex:p ; sh:qualifiedMinCount 1 ;
        sh:qualifiedValueShape [ sh:class ex:D ] ; sh:qualifiedValueShapesDisjoint true ]""",
        NODES,
        2,
    ),
    "equals": ("sh:targetClass ex:T ; sh:equals ex:p ; sh:disjoint ex:p", WALK, 5),
    "shared property shape, met twice": (
        """sh:targetClass ex:T ; sh:property ex:P . ex:P sh:path ex:p ; sh:property ex:Q .
        ex:Q sh:path ex:q ; sh:datatype xsd:string""",
        NESTED,
        2,
    ),
    "not of a warning": (
        "sh:targetClass ex:T ; sh:not [ sh:path ex:p ; sh:minCount 9 ; sh:severity sh:Warning ]",
        SETS,
        0,
    ),
}  # fmt: skip


def turtle(text: str) -> Graph:
    found = Graph()
    for subject, predicate, object_, _ in parse_exact(PREFIXES + text).quads():
        found.add((subject, predicate, object_))
    return found


@pytest.mark.parametrize("name", CASES)
def test_a_kind_of_constraint(name: str) -> None:
    constraints, data, expected = CASES[name]
    shapes = turtle(
        f"ex:Shape a sh:PropertyShape ; sh:targetClass ex:T ; sh:path ex:p ; {constraints} . ex:S sh:class ex:C ."
    )
    assert sum(assert_same(turtle(data), shapes).values()) == expected


@pytest.mark.parametrize("name", PATHS)
def test_a_kind_of_path(name: str) -> None:
    path, expected = PATHS[name]
    # No value is of this class, so that each gives a result.
    shapes = turtle(f"ex:Shape a sh:PropertyShape ; sh:targetClass ex:T ; sh:path {path} ; sh:class ex:Nothing .")
    assert sum(assert_same(turtle(WALK), shapes).values()) == expected


@pytest.mark.parametrize("name", NODE_SHAPES)
def test_a_kind_of_node_shape(name: str) -> None:
    shape, data, expected = NODE_SHAPES[name]
    assert sum(assert_same(turtle(data), turtle(f"ex:Shape a sh:NodeShape ; {shape} .")).values()) == expected


def test_every_kind_is_tried() -> None:
    text = " ".join([case[0] for case in (*CASES.values(), *NODE_SHAPES.values())])
    untried = {str(parameter) for parameter in BUILDERS if f"sh:{str(parameter).removeprefix(str(SH))} " not in text}
    assert untried == set()


QUERY = """sh:sparql [ sh:select "SELECT $this ?value WHERE { $this <http://example.org/p> ?value . FILTER (%s) }" ]"""

#: What is refused -> what the message names.
REFUSALS = {
    "an unknown term": ("sh:minCnt 1", "sh:minCnt"),
    "an expression": ("sh:expression ex:e", "sh:expression"),
    "a script": ("sh:js ex:f", "sh:js"),
    "a rule": ("sh:rule ex:r", "sh:rule"),
    "a target of one's own": ("sh:target ex:t", "sh:target"),
    "a number that is none": ('sh:minCount "many"', "sh:minCount"),
    "two least numbers": ("sh:minCount 1 , 2", "sh:minCount"),
    "a negative number": ("sh:maxCount -1", "sh:maxCount"),
    "an odd datatype": ('sh:datatype "xsd:string"', "sh:datatype"),
    "an unknown kind": ("sh:nodeKind ex:Kind", "sh:nodeKind"),
    "an unknown flag": ('sh:pattern "a" ; sh:flags "x"', "sh:flags"),
    "a bad pattern": ('sh:pattern "("', "sh:pattern"),
    "a list that is none": ("sh:in ex:list", "list"),
    "two severities": ("sh:severity sh:Info , sh:Warning", "sh:severity"),
    "two paths": ("sh:path ex:q", "sh:path"),
    "an inverse of a sequence": ("sh:property [ sh:path [ sh:inversePath ( ex:p ex:q ) ] ]", "path"),
    "a shape that leads to itself": ("sh:node ex:N . ex:N sh:property ex:Shape", "recursion"),
    "a property that has no path": ("sh:property ex:N . ex:N a sh:NodeShape", "sh:property"),
    "half a qualified shape": ("sh:qualifiedValueShape ex:N", "sh:qualifiedValueShape"),
    "a query that takes away": (
        "sh:sparql [ sh:select 'SELECT $this { $this ?p ?o MINUS { ?o ?p ?o } }' ]",
        "sh:sparql",
    ),
    "a query in a shape inside": ("sh:node [ " + QUERY % "true" + " ]", "sh:sparql"),
    "a component of one's own": (
        "ex:my 1 . ex:Component a sh:ConstraintComponent ; sh:parameter [ sh:path ex:my ]",
        "sh:ConstraintComponent",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSALS)
def test_what_is_not_known_is_refused_by_name(name: str) -> None:
    constraints, named = REFUSALS[name]
    shapes = turtle(f"ex:Shape a sh:PropertyShape ; sh:targetClass ex:T ; sh:path ex:p ; {constraints} .")
    with pytest.raises(UnsupportedConstraint) as refused:
        validate(turtle(SETS), shapes, engine="fast")
    assert f"this {named}; check with the engine pyshacl" in str(refused.value)
    assert "example.org" in str(refused.value)


def test_auto_gives_to_pyshacl_what_the_fast_engine_refuses() -> None:
    shapes = turtle('ex:Shape a sh:NodeShape ; sh:targetClass ex:T ; sh:pattern "A$" ; sh:flags "ix" .')
    found = validate(turtle(SETS), shapes)
    assert found == validate(turtle(SETS), shapes, engine="pyshacl")
    assert len(found.findings) == 4
    with pytest.raises(UnsupportedConstraint):
        validate(turtle(SETS), shapes, engine="fast")


def test_the_shapes_of_the_project_are_known_to_the_fast_engine() -> None:
    assert validate(graph(base()), load_shapes(), engine="fast").findings == ()


def test_unusable_shapes_raise_with_every_engine() -> None:
    shapes = turtle('ex:Shape a sh:PropertyShape ; sh:targetClass ex:T ; sh:path ex:p ; sh:minCount "many" .')
    for engine in ("auto", "fast", "pyshacl"):
        with pytest.raises(ShapeError):
            validate(turtle(SETS), shapes, engine=engine)


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(ShapeError, match="no engine 'quick'; there are auto, fast, pyshacl"):
        validate(Graph(), engine="quick")  # type: ignore[arg-type]


def test_properties_of_a_property_shape_stay_with_its_values() -> None:
    """Whatever the order in which the shapes are met."""
    shape, _, _ = NODE_SHAPES["shared property shape, met twice"]
    shapes = turtle(f"ex:Shape a sh:NodeShape ; {shape} .")
    written = hoisted(shapes)
    ex = "http://example.org/"
    assert (URIRef(ex + "P"), SH.property, URIRef(ex + "Q")) in written
    assert (URIRef(ex + "Q"), SH.targetClass, None) not in written
    assert (URIRef(ex + "P"), SH.targetClass, URIRef(ex + "T")) in written
