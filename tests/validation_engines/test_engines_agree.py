"""pySHACL and the fast engine find the same, on good data and on spoilt data."""

from __future__ import annotations

import io
import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import get_args

import pyoxigraph as ox
import pytest
from rdflib import Dataset, Graph, URIRef

import kg
from benchmarks.validate.generate import FAULTS, lines
from kg.export.formats import union_lines
from kg.resources import shapes_folder
from kg.validation import Engine, Table, load_shapes, table_of_lines, validate
from kg.validation.fast.load import table_of_graph
from kg.validation.purposes import PROFILES, shapes_for
from tests.ontology.spoilings import BOUNDARIES, SPOILT, STYLE, changed
from tests.shapes.examples import CATALOG, INVALID, VALID, base, example, graph
from tests.validation_engines.engines import assert_same
from tests.validation_engines.mutations import Triple, mutated

PROOFS = bool(os.environ.get("KG_PROOFS"))

# rdflib warns of what the spoilings write.
pytestmark = pytest.mark.filterwarnings("ignore:Parsing weird boolean")


def triples_of(ntriples: str) -> tuple[Triple, ...]:
    """The triples of N-Triples lines, each term as text."""
    found = []
    for line in ntriples.split("\n")[:-1]:
        subject, predicate, object_ = line.removesuffix(" .").split(" ", 2)
        found.append((subject, predicate, object_))
    return tuple(found)


@cache
def base_triples() -> tuple[Triple, ...]:
    out = io.BytesIO()
    text = graph(base()).serialize(format="nt", encoding="utf-8")
    ox.serialize(ox.parse(text, ox.RdfFormat.N_TRIPLES), out, ox.RdfFormat.N_TRIPLES)
    return triples_of(out.getvalue().decode())


def table(triples: set[Triple]) -> Table:
    return table_of_lines(f"{subject} {predicate} {object_} .\n" for subject, predicate, object_ in sorted(triples))


@pytest.mark.parametrize("path", [*VALID, *INVALID], ids=lambda path: path.stem)
def test_on_every_example_of_the_shapes(path: Path) -> None:
    results = assert_same(example(path))
    assert bool(results) == (path in INVALID)


@pytest.mark.parametrize("path", [*CATALOG.valid, *CATALOG.invalid], ids=lambda path: path.stem)
def test_on_every_example_of_the_shapes_over_descriptions(path: Path) -> None:
    results = assert_same(CATALOG.example(path), Graph().parse(shapes_folder() / "catalog.ttl"))
    assert bool(results) == (path in CATALOG.invalid)


def test_on_the_base_graphs_of_the_examples() -> None:
    assert not assert_same(graph(base()))
    assert not assert_same(graph(CATALOG.base), Graph().parse(shapes_folder() / "catalog.ttl"))


@pytest.mark.parametrize("fault", SPOILT, ids=" ".join)
def test_on_every_fault_of_the_vocabulary(fault: tuple[str, str]) -> None:
    results = assert_same(changed(*SPOILT[fault]), STYLE)
    assert {outcome.message.partition(" ")[0] for outcome in results} == {fault[0]}


@pytest.mark.parametrize("rule", BOUNDARIES)
def test_on_every_boundary_case_of_the_vocabulary(rule: str) -> None:
    assert not assert_same(changed(*BOUNDARIES[rule]), STYLE)


@pytest.mark.parametrize("profile", PROFILES if PROOFS else PROFILES[-1:])
def test_on_the_shipped_graph(shipped: kg.Graph, profile: str) -> None:
    results = assert_same(table_of_lines(shipped.built.quads), shapes_for(profile))
    assert profile != "advice" or sum(results.values()) == 7


@pytest.mark.proofs
@pytest.mark.parametrize("seed", range(200 if PROOFS else 20))
def test_on_spoilings_of_the_shipped_graph(shipped: kg.Graph, seed: int) -> None:
    triples = triples_of("".join(union_lines(shipped.built.quads)))
    assert_same(table(mutated(triples, seed)))


@pytest.mark.proofs
@pytest.mark.parametrize("seed", range(300 if PROOFS else 30))
def test_on_spoilings_of_a_graph_that_has_every_kind_of_node(seed: int) -> None:
    assert_same(table(mutated(base_triples(), seed)))


def test_spoilings_are_seen_and_are_the_same_for_a_seed() -> None:
    found = [validate(table(mutated(base_triples(), seed))).findings for seed in range(20)]
    assert sum(bool(findings) for findings in found) > 12
    assert mutated(base_triples(), 7) == mutated(base_triples(), 7) != mutated(base_triples(), 8)


@pytest.mark.proofs
def test_on_a_generated_graph() -> None:
    size = 10_000 if PROOFS else 1_000
    results = assert_same(table_of_lines(lines(size)))
    assert len({outcome.shape for outcome in results}) >= (len(FAULTS) if PROOFS else 4)


def test_a_generated_graph_without_faults_has_none() -> None:
    assert validate(table_of_lines(lines(2_000, faults=False)), engine="fast").findings == ()


def test_every_generated_fault_is_found_and_nothing_else() -> None:
    """Each result with a fault is a focus node, its column or its group is, or its neighbour with the same id."""
    written = list(lines(250 * len(FAULTS)))
    findings = validate(table_of_lines(written), engine="fast").findings
    assert list(lines(500)) == list(lines(500))
    foci = {finding.focus.rpartition("/")[2].split("-")[0] for finding in findings}
    spoilt = {str((number * 250 + 249) // 200) for number in range(len(FAULTS))}
    assert foci == spoilt


@pytest.mark.parametrize("engine", get_args(Engine))
@pytest.mark.parametrize("name", ["Result-value", "MetricDeclaration-maximum", "Method-componentCycle"])
def test_data_and_shapes_stay_as_they_are(engine: Engine, name: str) -> None:
    """Statement for statement and name for name, for a rule of each kind: a value, a query, a path."""
    path = next(path for path in INVALID if path.stem.startswith(f"{name}--"))
    data, shapes, dataset = example(path), load_shapes(), Dataset(default_union=True)
    for triple in data:
        dataset.graph(URIRef("urn:part")).add(triple)
    of_table = table_of_graph(data)
    before = set(data), set(shapes), set(dataset.quads()), set(of_table.triples()), list(data.namespaces())
    texts = list(of_table.texts)
    found = {validate(one, shapes, engine=engine).findings for one in (data, dataset, of_table)}
    assert [len(findings) > 0 for findings in found] == [True]
    after = set(data), set(shapes), set(dataset.quads()), set(of_table.triples()), list(data.namespaces())
    assert after == before
    assert of_table.texts == texts


def test_many_checks_at_once_agree() -> None:
    """Eight threads share one graph, one table and the shapes."""
    good, shapes = graph(base()), load_shapes()
    bad = table(mutated(base_triples(), 3))
    expected = validate(bad, shapes, engine="fast").findings
    asked = example(next(path for path in INVALID if path.stem.startswith("MetricDeclaration-maximum")))
    by_query = validate(asked, engine="pyshacl").findings
    assert expected
    with ThreadPoolExecutor(8) as pool:
        fast = [pool.submit(validate, good, shapes, engine="fast") for _ in range(25)]
        spoilt = [pool.submit(validate, bad, shapes, engine="fast") for _ in range(25)]
        queried = [pool.submit(validate, asked, engine="auto") for _ in range(10)]
        arbiter = [pool.submit(validate, asked, engine="pyshacl") for _ in range(2)]
    assert {report.result().findings for report in fast} == {()}
    assert {report.result().findings for report in spoilt} == {expected}
    assert {report.result().findings for report in (*queried, *arbiter)} == {by_query}


def test_an_empty_graph_is_no_pass_for_either_engine() -> None:
    reports = [validate(Graph(), engine=engine) for engine in ("auto", "fast", "pyshacl")]
    assert len({report.findings for report in reports}) == 1
    assert not reports[0].conforms
