"""Every shape finds its own fault, finds none in good data, and would be missed."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from rdflib import URIRef

from kg.terms import LBSH, SH
from kg.validation import load_shapes, validate
from kg.validation.lint import CONSTRAINTS
from tests.shapes.examples import INVALID, VALID, base, example, graph, patched, sections, shape_name


@cache
def named_shapes() -> dict[str, URIRef]:
    """The shapes that find something themselves, by local name."""
    shapes = load_shapes()
    subjects = {s for s in shapes.subjects() if isinstance(s, URIRef) and CONSTRAINTS & set(shapes.predicates(s))}
    return {shape.removeprefix(str(LBSH)): shape for shape in subjects}


def test_there_are_examples_of_both_kinds() -> None:
    assert len(INVALID) > 200
    assert len(VALID) > 10


def test_the_base_graph_is_faultless() -> None:
    report = validate(graph(base()))
    assert report.findings == (), report.to_text()


def test_every_shape_has_an_invalid_example_and_every_example_a_shape() -> None:
    assert {shape_name(path) for path in INVALID} == set(named_shapes())


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_only_its_shape_finds_the_fault(path: Path) -> None:
    report = validate(example(path))
    found = {finding.shape.removeprefix(str(LBSH)) for finding in report.findings}
    assert found == {shape_name(path)}, f"this fault is not found by its shape alone:\n{report.to_text()}"
    comment = sections(path)[0]
    assert {f"({finding.rule})" for finding in report.findings} == {comment.rstrip().rpartition(" ")[2]}


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_boundary_case_is_no_fault(path: Path) -> None:
    report = validate(example(path))
    assert report.findings == (), report.to_text()
    assert shape_name(path) in named_shapes()


@pytest.mark.parametrize("name", sorted(named_shapes()))
def test_without_the_shape_its_fault_would_pass(name: str) -> None:
    shapes = load_shapes()
    shapes.remove((named_shapes()[name], None, None))
    shapes.remove((None, SH.property, named_shapes()[name]))
    path = next(path for path in INVALID if shape_name(path) == name)
    assert validate(example(path), shapes).findings == ()


def test_hoisting_changes_no_finding() -> None:
    """The quick form of the shapes finds what the written form finds."""
    chosen: dict[str, Path] = defaultdict(Path)
    for path in INVALID:
        chosen[shape_name(path).partition("-")[0]] = path
    shapes = load_shapes()
    # A shape that another refers to keeps its properties, so this undoes the quick form.
    for shape in set(shapes.subjects(SH.property, None)):
        shapes.add((LBSH["keeps"], SH.node, shape))
    for path in chosen.values():
        assert validate(example(path), shapes).findings == validate(example(path)).findings


def test_an_unknown_unit_and_direction_are_one_warning_per_column() -> None:
    """A column of three results gets one finding each, which names all its cells."""
    data = patched(
        """
        <declaration/dice> lb:declaredUnit unit:PERCENT ; lb:declaredDirection lb:HigherIsBetter .
        <result/top> lb:unit unit:PERCENT ; lb:normalizedValue 1.000 .
        <result/zero> lb:unit unit:PERCENT ; lb:normalizedValue "0.00"^^xsd:decimal .
        <result/rerun> lb:unit unit:PERCENT ; lb:normalizedValue 0.99 .
        <group/dice> lb:ofUnit unit:FRACTION . <group/dice-asm> lb:ofUnit unit:FRACTION .
        """,
        """
        <declaration/dice> lb:notStated lb:declaredUnit , lb:declaredDirection ;
            lb:declaredDirection lb:DirectionUnknown .
        """,
    )
    report = validate(data)
    assert report.conforms
    assert [finding.rule for finding in report.findings] == ["A1", "A2"]
    for finding in report.findings:
        assert finding.places == ("page.md:10:2", "page.md:11:2", "page.md:12:2", "page.md:13:2")
        assert finding.printed == ("100.0", "0", "0", "99")
        assert "kept out of every ranking" in finding.message
