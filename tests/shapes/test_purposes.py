"""Profiles, boundaries, and the shapes over what is not data: the vocabulary, the descriptions of a build."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pyshacl
import pytest
from rdflib import Graph, Literal, URIRef
from rdflib.term import Node

import kg
from kg.errors import BuildError, ShapeError
from kg.export.descriptions import catalog_lines
from kg.pipeline.described import check_descriptions
from kg.pipeline.publish import files_of
from kg.resources import ontology_folder, shapes_folder
from kg.terms import DCAT, DCTERMS, LBSH, RDF, SH, VOID
from kg.validation import lint_shapes, load_shapes, parse_exact, validate
from kg.validation.lint import CONSTRAINTS
from kg.validation.purposes import PROFILES, in_profile, shapes_for, validate_catalog, validate_ontology
from tests.conftest import REFERENCE
from tests.shapes.examples import (
    CATALOG,
    INVALID,
    VALID,
    base,
    example,
    graph,
    patched,
    sections,
    shape_name,
)

DCAT_AP = REFERENCE / "dcat-ap" / "dcat-ap-SHACL.ttl"


def named(shapes: Graph) -> set[str]:
    """The local names of the shapes that find something themselves."""
    subjects = {s for s in shapes.subjects() if isinstance(s, URIRef) and CONSTRAINTS & set(shapes.predicates(s))}
    return {shape.removeprefix(str(LBSH)) for shape in subjects}


# -- profiles


def test_every_rule_says_for_which_purpose_it_counts() -> None:
    shapes = load_shapes()
    known = {LBSH[name] for name in PROFILES}
    for name in named(shapes):
        profiles = set(shapes.objects(LBSH[name], LBSH.profile))
        assert len(profiles) == 1, name
        assert profiles <= known, name
        is_advice = (LBSH[name], SH.severity, SH.Warning) in shapes
        assert (profiles == {LBSH.advice}) is is_advice, name


def test_profiles_hold_each_other() -> None:
    core, publish, advice = (named(shapes_for(profile)) for profile in PROFILES)
    assert core < publish < advice == named(load_shapes())
    assert {"Result-value", "Result-unitAsDeclared", "MetricDeclaration-maximum", "Flag-resolved"} <= core
    assert {"Leaderboard-licenceStated", "Source-sha256", "Node-label"} <= publish - core
    assert {
        name for name in advice - publish if not name.startswith(("Meth", "Lead", "Flag", "Result", "Metric"))
    } == set()
    assert len(advice - publish) == 10


@pytest.mark.parametrize("profile", PROFILES)
def test_the_shapes_of_a_profile_are_alive(profile: str) -> None:
    assert lint_shapes(shapes_for(profile)) == []


@pytest.mark.parametrize(
    ("name", "found_from"),
    [
        ("Result-value--word", "core"),
        ("Leaderboard-licenceStated--neither", "publish"),
        ("Flag-warning--warning", "advice"),
    ],
)
def test_a_fault_is_found_from_its_profile_on(name: str, found_from: str) -> None:
    path = next(p for p in INVALID if p.stem == name or (p.stem.startswith(name.partition("--")[0] + "--")))
    for profile in PROFILES:
        findings = validate(example(path), shapes_for(profile)).findings
        assert bool(findings) is (PROFILES.index(profile) >= PROFILES.index(found_from)), profile


def test_a_misspelt_term_and_a_missing_class_count_in_every_profile() -> None:
    for profile in PROFILES:
        misspelt = patched("", "<result/top> lb:vlaue 1.0 .")
        (finding,) = validate(misspelt, shapes_for(profile)).findings
        assert finding.rule == "R0.8"
        assert finding.remedy == "correct the spelling of the term; lb:value is near."
        assert len(validate(Graph(), shapes_for(profile)).of("Violation")) == 11


def test_an_unknown_profile_is_refused_and_the_shapes_stay_whole() -> None:
    with pytest.raises(ShapeError, match="there are core, publish, advice"):
        shapes_for("strict")
    shapes = load_shapes()
    before = set(shapes)
    in_profile(shapes, "core")
    assert set(shapes) == before


# -- boundaries


def test_every_shape_with_a_boundary_has_an_example_at_it() -> None:
    shapes = load_shapes()
    bounds = (SH.lessThanOrEquals, SH.lessThan, SH.minInclusive, SH.maxInclusive, SH.sparql)
    with_boundary = {
        name
        for name in named(shapes)
        if any((LBSH[name], bound, None) in shapes for bound in bounds)
        or any(re.search("[0-9]", str(p)) for p in shapes.objects(LBSH[name], SH.pattern))
        or ("pattern" in str([p for o in shapes.objects(LBSH[name], SH["or"]) for p in _inside(shapes, o)]))
    }
    assert len(with_boundary) > 35
    assert with_boundary - {shape_name(path) for path in VALID} == set()


def _inside(shapes: Graph, node: Node) -> set[Node]:
    """Predicates anywhere below an anonymous node."""
    found: set[Node] = set()
    for predicate, object_ in shapes.predicate_objects(node):
        found.add(predicate)
        if not isinstance(object_, URIRef | Literal):
            found |= _inside(shapes, object_)
    return found


# -- descriptions of a build


@cache
def catalog_shapes() -> Graph:
    return Graph().parse(shapes_folder() / "catalog.ttl")


def test_the_shapes_over_descriptions_are_alive_and_numbered() -> None:
    assert lint_shapes(catalog_shapes()) == []
    rules = {str(m).partition(" ")[0] for m in catalog_shapes().objects(None, SH.message)}
    assert rules == {f"D{number}" for number in range(1, 30)}


def test_the_base_description_is_faultless() -> None:
    report = validate_catalog(graph(CATALOG.base))
    assert report.findings == (), report.to_text()


def test_every_shape_over_descriptions_has_an_invalid_example() -> None:
    assert {shape_name(path) for path in CATALOG.invalid} == named(catalog_shapes())


@pytest.mark.parametrize("path", CATALOG.invalid, ids=lambda path: path.stem)
def test_only_its_shape_finds_the_fault_of_a_description(path: Path) -> None:
    report = validate_catalog(CATALOG.example(path))
    found = {finding.shape.removeprefix(str(LBSH)) for finding in report.findings}
    assert found == {shape_name(path)}, report.to_text()
    assert {f"({finding.rule})" for finding in report.findings} == {sections(path)[0].rstrip().rpartition(" ")[2]}
    assert all(finding.found and finding.expected and finding.remedy for finding in report.findings)


@pytest.mark.parametrize("path", CATALOG.valid, ids=lambda path: path.stem)
def test_a_boundary_case_of_a_description_is_no_fault(path: Path) -> None:
    report = validate_catalog(CATALOG.example(path))
    assert report.findings == (), report.to_text()


def test_a_file_that_describes_nothing_is_no_pass() -> None:
    report = validate_catalog(Graph())
    assert not report.conforms
    assert [finding.focus for finding in report.findings] == [
        str(class_) for class_ in (DCAT.Catalog, DCAT.Dataset, DCAT.Distribution)
    ]
    assert {finding.rule for finding in report.findings} == {"R0.9"}


def test_a_void_description_alone_needs_no_catalogue() -> None:
    alone = Graph()
    for triple in CATALOG.base:
        if "void" in str(triple[0]):
            alone.add(triple)
    assert (None, RDF.type, VOID.Dataset) in alone
    assert validate_catalog(alone).findings == ()


def test_the_shipped_descriptions_conform(shipped: kg.Graph) -> None:
    files = files_of(shipped.built)
    described = Graph()
    for name in ("catalog.ttl", "void.ttl"):
        for subject, predicate, object_, _ in parse_exact(files[name]).quads():
            described.add((subject, predicate, object_))
    report = validate_catalog(described)
    assert report.findings == (), report.to_text()
    assert report.focus_counts[str(DCAT.Distribution)] == 15


def test_a_faulty_description_stops_the_build(shipped: kg.Graph) -> None:
    files = files_of(shipped.built)
    broken = files | {"void.ttl": files["void.ttl"].replace(b"void:triples ", b"void:triples 1", 1)}
    with pytest.raises(BuildError, match=r"D28 The partitions by property MUST hold all triples.* Remedy: count again"):
        check_descriptions(broken)


@pytest.mark.skipif(not DCAT_AP.is_file(), reason="the DCAT-AP shapes are not here")
@pytest.mark.parametrize("name", ["", "A Library"])
def test_the_catalogue_conforms_to_dcat_ap(shipped: kg.Graph, name: str) -> None:
    """But for the publisher, whom a build does not invent: DCAT-AP asks for one."""
    sums = {"graph.ttl": "0" * 64, "graph.ttl.gz": "1" * 64}
    lines = catalog_lines(shipped.built.collection, shipped.built.base, dict.fromkeys(sums, 1), sums, name)
    catalog = Graph().parse(data="".join(lines), format="nt")
    shapes = Graph().parse(DCAT_AP)
    for shape in set(shapes.objects(None, SH.property)):
        if (shape, SH.path, None) in shapes:
            shapes.add((shape, RDF.type, SH.PropertyShape))
        else:  # two of the published shapes have no path and no engine can use them
            shapes.remove((None, SH.property, shape))
    conforms, report, _ = pyshacl.validate(catalog, shacl_graph=shapes, inference="none")
    assert conforms is bool(name)
    assert set(report.objects(None, SH.resultPath)) == (set() if name else {DCTERMS.publisher})
    assert validate_catalog(catalog).findings == ()


# -- the vocabulary


def test_the_shipped_vocabulary_conforms_and_an_empty_one_does_not() -> None:
    assert validate_ontology(Graph().parse(ontology_folder() / "leaderboard.ttl")).findings == ()
    report = validate_ontology(graph(base()))
    assert {finding.rule for finding in report.findings} >= {"R0.9"}
    assert not report.conforms
