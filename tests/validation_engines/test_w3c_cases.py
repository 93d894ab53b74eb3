"""The cases of the W3C SHACL core test suite on the fast engine."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from rdflib import Dataset, Graph, Literal, URIRef
from rdflib.namespace import Namespace
from rdflib.term import Node

from kg.errors import UnsupportedConstraint
from kg.terms import RDF, SH
from kg.validation import parse_exact
from kg.validation.fast.load import table_of_graph
from kg.validation.fast.paths import Path as PropertyPath
from kg.validation.fast.paths import read_path
from kg.validation.fast.run import run
from kg.validation.fast.shapes import read_shapes
from kg.validation.fast.terms import of_data, of_node
from tests.conftest import REFERENCE

SUITE = REFERENCE / "w3c" / "shacl" / "core"
MF = Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
SHT = Namespace("http://www.w3.org/ns/shacl-test#")

#: Cases that use what the fast engine leaves to pySHACL, by what it refuses.
REFUSED = {
    "path-strange-001": "a path that is a list and an inverse at once",
    "path-strange-002": "a path that is a list and an inverse at once",
    "uniqueLang-002": "sh:uniqueLang 1, which is not the literal true",
}

#: focus, path, severity, component, shape, value
Row = tuple[str, PropertyPath | None, str, str, str, str]


@cache
def parsed(path: Path) -> Dataset:
    base = f"@base <{path.as_uri()}> .\n"
    return parse_exact(base + path.read_text(encoding="utf-8"))


def cases() -> list[Path]:
    if not SUITE.is_dir():
        return []
    return [path for path in sorted(SUITE.rglob("*.ttl")) if (None, RDF.type, SHT.Validate) in parsed(path)]


def graph_of(case: Path, name: Node | None) -> Graph:
    assert isinstance(name, URIRef)
    return parsed(case if name == URIRef(case.as_uri()) else case.parent / name.rpartition("/")[2])


def expected(case: Path) -> tuple[bool, Counter[Row]]:
    g = parsed(case)
    report = g.value(None, RDF.type, SH.ValidationReport)
    rows: Counter[Row] = Counter()
    for result in g.objects(report, SH.result):

        def text(predicate: URIRef, of: Node = result) -> str:
            node = g.value(of, predicate)
            return "" if node is None else of_data(node)

        path = g.value(result, SH.resultPath)
        shape = text(SH.sourceShape)
        rows[
            text(SH.focusNode),
            None if path is None else read_path(g, path, UnsupportedConstraint),
            text(SH.resultSeverity),
            text(SH.sourceConstraintComponent),
            "" if shape.startswith("<_:") else shape,
            text(SH.value),
        ] += 1
    return g.value(report, SH.conforms) == Literal(True), rows


def found(case: Path) -> Counter[Row]:
    g = parsed(case)
    (action,) = g.objects(None, MF.action)
    shapes_graph, data = (
        graph_of(case, g.value(action, SHT.shapesGraph)),
        graph_of(case, g.value(action, SHT.dataGraph)),
    )
    shapes = read_shapes(shapes_graph, blank_nodes_are_named=False)
    rows: Counter[Row] = Counter()
    for outcome in run(table_of_graph(data), shapes, shapes_graph):
        path = shapes[outcome.shape].path
        if outcome.path is not None:
            path = read_path(Graph(), outcome.path, UnsupportedConstraint)
        shape = of_node(outcome.shape)
        rows[
            of_node(outcome.focus),
            path,
            of_node(outcome.severity),
            of_node(outcome.component),
            "" if shape.startswith("<_:") else shape,
            "" if outcome.value is None else of_node(outcome.value),
        ] += 1
    return rows


@pytest.mark.skipif(not SUITE.is_dir(), reason="the test suite is not here")
@pytest.mark.parametrize("case", cases(), ids=lambda path: path.stem)
def test_a_case_gives_the_results_that_it_states(case: Path) -> None:
    conforms, rows = expected(case)
    if case.stem in REFUSED:
        with pytest.raises(UnsupportedConstraint):
            found(case)
        pytest.skip(f"left to pySHACL: {REFUSED[case.stem]}")
    assert found(case) == rows
    assert conforms == (not rows)


@pytest.mark.skipif(not SUITE.is_dir(), reason="the test suite is not here")
def test_the_suite_is_whole() -> None:
    assert len(cases()) > 95
