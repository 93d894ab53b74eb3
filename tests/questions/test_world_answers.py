"""Every question on the larger fixture: the rows that a person wrote down, in both engines.

``cqNN.world[-case].expected.tsv`` holds the rows, its ``#`` lines the parameters; ``world.toml`` is the
fixture as a person reads it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import rdflib

from kg.query import bind, find_question, questions
from kg.terms import DATA_BASE
from kg.validation import validate
from tests.questions.conftest import oxigraph_asker, rdflib_asker
from tests.questions.world import graph

Rows = list[tuple[str, ...]]
Asker = Callable[[str], tuple[tuple[str, ...], Rows]]

EXPECTED = sorted(Path(__file__).parent.glob("cq*.world*.expected.tsv"))


@pytest.fixture(scope="module", params=["oxigraph", "rdflib"])
def ask(request: pytest.FixtureRequest) -> Asker:
    return (oxigraph_asker if request.param == "oxigraph" else rdflib_asker)(graph())


def read(path: Path) -> tuple[dict[str, str], tuple[str, ...], Rows]:
    """Parameters, columns and rows of a table."""
    lines = path.read_text(encoding="utf-8").splitlines()
    parameters = {}
    while lines[0].startswith("# "):
        name, _, value = lines.pop(0)[2:].partition("=")
        parameters[name] = DATA_BASE + value if "/" in value else value
    return parameters, tuple(lines[0].split("\t")), [tuple(line.split("\t")) for line in lines[1:]]


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.name.removesuffix(".expected.tsv"))
def test_rows_are_those_a_person_wrote_down(path: Path, ask: Asker) -> None:
    parameters, columns, rows = read(path)
    found_columns, found = ask(bind(find_question(path.name[:4]), parameters))
    assert found_columns == columns
    assert sorted(found) == sorted(rows)


def test_every_question_has_expected_rows() -> None:
    told = {path.name[:4] for path in EXPECTED if read(path)[2]}
    assert told == {question.number for question in questions()}


def test_the_fixture_is_large_and_conforms() -> None:
    dataset = rdflib.Dataset(default_union=True)
    dataset.parse(data=graph(), format="trig")
    union = rdflib.Graph()
    for subject, predicate, value, _ in dataset.quads():
        union.add((subject, predicate, value))
    assert len(set(union.subjects(rdflib.URIRef(f"{DATA_BASE}ontology#printedValue")))) == 357
    report = validate(union)
    assert [finding for finding in report.findings if finding.severity == "Violation"] == []
    assert report.conforms
