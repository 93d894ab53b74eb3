"""Every rule has looked at good nodes, at the edges of what it allows, and found nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from rdflib import Graph, Literal, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from kg.resources import shapes_folder
from kg.terms import LB, LBSH, RDF, SH
from kg.validation import load_shapes, validate
from kg.validation.lint import CONSTRAINTS
from kg.validation.purposes import validate_catalog
from kg.validation.shapes import hoisted
from kg.validation.wording import values_at
from tests.shapes.examples import CATALOG, DATA, Examples, graph

ROOMS = {"data": DATA, "descriptions": CATALOG}


@cache
def shapes_of(room: str) -> Graph:
    """The shapes in the form in which each has its targets itself."""
    return hoisted(load_shapes() if room == "data" else Graph().parse(shapes_folder() / "catalog.ttl"))


@cache
def good(room: str) -> tuple[Graph, ...]:
    """The base graph of the examples and all that lie on a boundary; no rule finds anything in them (tested beside)."""
    examples: Examples = ROOMS[room]
    return (graph(examples.base), *(examples.example(path) for path in examples.valid))


def named(room: str) -> list[URIRef]:
    """The shapes that find something themselves."""
    shapes = shapes_of(room)
    return sorted({s for s in shapes.subjects() if isinstance(s, URIRef) and CONSTRAINTS & set(shapes.predicates(s))})


ALL = [pytest.param(room, shape, id=shape.removeprefix(str(LBSH))) for room in ROOMS for shape in named(room)]


def focus_nodes(shapes: Graph, shape: Node, data: Graph) -> set[Node]:
    """The nodes that a shape looks at."""
    nodes = set(shapes.objects(shape, SH.targetNode))
    for class_ in shapes.objects(shape, SH.targetClass):
        nodes |= set(data.subjects(RDF.type, class_))
    for predicate in shapes.objects(shape, SH.targetSubjectsOf):
        nodes |= set(data.subjects(predicate))
    for predicate in shapes.objects(shape, SH.targetObjectsOf):
        nodes |= set(data.objects(None, predicate))
    return nodes


def number(node: Node | None) -> int | None:
    return int(node) if isinstance(node, Literal) else None


def untried(shapes: Graph, shape: Node, data: tuple[Graph, ...]) -> Iterator[str]:
    """What no good node has tried of a shape: a focus node, a value, the counts and bounds that are just allowed."""
    path = shapes.value(shape, SH.path)
    seen = [(one, node) for one in data for node in focus_nodes(shapes, shape, one)]
    if not seen:
        yield "a focus node"
    if path is None:
        return
    values = [(one, node, values_at(one, shapes, node, path)) for one, node in seen]
    counts = {len(found) for _, _, found in values}
    for bound in (SH.minCount, SH.maxCount):
        if (edge := number(shapes.value(shape, bound))) is not None and edge not in counts:
            yield f"{bound} {edge}"
    if number(shapes.value(shape, SH.maxCount)) != 0 and not counts - {0}:
        yield "a value"
    for bound in (SH.minInclusive, SH.maxInclusive):
        for edge_ in shapes.objects(shape, bound):
            if not any(_equal(value, edge_) for _, _, found in values for value in found):
                yield f"{bound} {edge_}"
    for other in shapes.objects(shape, SH.lessThanOrEquals):
        pairs = ((v, w) for one, node, found in values for v in found for w in one.objects(node, other))
        if not any(_equal(v, w) for v, w in pairs):
            yield f"a value that equals {other}"


def _equal(one: Node, other: Node) -> bool:
    return isinstance(one, Literal) and isinstance(other, Literal) and bool(one.value == other.value)


@pytest.mark.parametrize(("room", "shape"), ALL)
def test_no_rule_is_untried_on_valid_data(room: str, shape: URIRef) -> None:
    assert list(untried(shapes_of(room), shape, good(room))) == []


def test_there_are_rules_of_both_kinds_with_every_kind_of_edge() -> None:
    assert len(named("data")) > 190
    assert len(named("descriptions")) == 29
    shapes = shapes_of("data")
    assert {shapes.value(s, SH.path) is None for s in named("data")} == {True, False}
    for bound in (SH.minCount, SH.maxCount, SH.minInclusive, SH.maxInclusive, SH.lessThanOrEquals):
        assert (None, bound, None) in shapes, bound


def test_an_untried_rule_would_be_seen() -> None:
    """On the base graph alone the cycle of parts has no value, and nothing has the confidence level 0."""
    alone = (graph(DATA.base),)
    shapes = shapes_of("data")
    assert list(untried(shapes, LBSH["Benchmark-partOfCycle"], alone)) == ["a value"]
    assert list(untried(shapes, LBSH["Paper-doi"], alone)) == []
    assert f"{SH.minInclusive} 0" in list(untried(shapes, LBSH["Result-confidenceLevel"], alone))
    assert next(untried(shapes, LBSH["Result-value"], (Graph(),))) == "a focus node"


def lists(room: str) -> list[tuple[URIRef, Node]]:
    """Each shape with a closed list, and each value of it."""
    shapes = shapes_of(room)
    found = [(s, head) for s in named(room) for head in shapes.objects(s, SH["in"])]
    return [(shape, value) for shape, head in found for value in Collection(shapes, head)]


@pytest.mark.parametrize(("shape", "value"), lists("data"), ids=lambda node: str(node).rpartition("#")[2])
def test_every_value_of_a_closed_list_is_allowed(shape: URIRef, value: Node) -> None:
    """It may break another rule (a target needs its direction), but not the one of its list."""
    shapes, data = shapes_of("data"), graph(DATA.base)
    path = shapes.value(shape, SH.path)
    assert isinstance(path, URIRef)
    node = next(node for node in sorted(focus_nodes(shapes, shape, data), key=str) if (node, path, None) in data)
    data.set((node, path, value))
    assert str(shape) not in {finding.shape for finding in validate(data).findings}
    data.set((node, path, LB.Result))
    assert str(shape) in {finding.shape for finding in validate(data).findings}


def test_the_good_descriptions_have_no_finding() -> None:
    assert [validate_catalog(one).findings for one in good("descriptions")] == [()] * len(good("descriptions"))
