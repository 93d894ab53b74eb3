"""The vocabulary: complete, in one style, and the same in every place that repeats it."""

from __future__ import annotations

import json
import re
from enum import StrEnum

import pyoxigraph as ox
import pytest
from rdflib import BNode, Graph, Literal, URIRef

from kg import model
from kg.resources import ontology_folder, shapes_folder
from kg.terms import LB, LB_NAMESPACE, OWL, PREFIXES, QB, RDF, RDFS, SH, SKOS, XSD
from kg.validation import load_shapes, parse_exact, validate
from kg.validation.purposes import validate_ontology
from kg.validation.report import curie
from tests.ontology.spoilings import BOUNDARIES, ONTOLOGY, SPOILT, STYLE, changed
from tests.shapes.examples import BASE

FILES = sorted([*ontology_folder().glob("*.ttl"), *shapes_folder().glob("*.ttl")])
ALIGNMENTS = Graph().parse(ontology_folder() / "alignments.ttl")
CONTEXT = json.loads((ontology_folder() / "context.jsonld").read_text(encoding="utf-8"))["@context"]

#: Closed lists by the enum that repeats them.
LISTS: dict[type[StrEnum], URIRef] = {
    model.Status: LB.ReproductionStatus,
    model.Direction: LB.Direction,
    model.Role: LB.Role,
    model.SplitKind: LB.SplitKind,
    model.MethodKind: LB.MethodKind,
    model.Access: LB.Access,
    model.Basis: LB.Basis,
    model.FlagKind: LB.FlagKind,
    model.Severity: LB.Severity,
    model.Certainty: LB.Certainty,
    model.Exclusion: LB.ExclusionReason,
    model.PaperStatus: LB.PaperStatus,
}


def names(graph: Graph) -> set[str]:
    """Local names of the lb: terms that a graph describes."""
    return {str(s).removeprefix(LB_NAMESPACE) for s in graph.subjects() if str(s).startswith(LB_NAMESPACE)}


def properties() -> set[URIRef]:
    kinds = (OWL.ObjectProperty, OWL.DatatypeProperty)
    return {s for kind in kinds for s in ONTOLOGY.subjects(RDF.type, kind) if isinstance(s, URIRef)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_two_parsers_read_the_same_triples(path: object) -> None:
    assert len(FILES) > 20
    assert len(Graph().parse(str(path))) == len(list(ox.parse(path=str(path))))


def test_code_and_ontology_have_the_same_terms() -> None:
    code = {name for name in LB.__annotations__ if not name.startswith("_")}
    assert names(ONTOLOGY) == code


def test_the_ontology_keeps_its_own_style() -> None:
    report = validate(ONTOLOGY, STYLE)
    assert report.findings == (), report.to_text()
    assert not any(isinstance(node, BNode) for triple in ONTOLOGY for node in triple)


@pytest.mark.parametrize("fault", SPOILT, ids=" ".join)
def test_a_fault_of_the_vocabulary_is_found_by_its_rule_alone(fault: tuple[str, str]) -> None:
    spoiled = changed(*SPOILT[fault])
    assert set(spoiled) != set(ONTOLOGY)
    assert {finding.rule for finding in validate_ontology(spoiled).findings} == {fault[0]}


@pytest.mark.parametrize("rule", BOUNDARIES)
def test_a_boundary_case_of_the_vocabulary_is_no_fault(rule: str) -> None:
    changed_ = changed(*BOUNDARIES[rule])
    assert set(changed_) != set(ONTOLOGY)
    assert validate_ontology(changed_).findings == ()


def test_every_rule_over_the_vocabulary_has_a_fault_and_a_boundary_case() -> None:
    rules = {str(message).partition(" ")[0] for message in STYLE.objects(None, SH.message)}
    assert rules == {f"O{number}" for number in range(1, 15)}
    assert {rule for rule, _ in SPOILT} == set(BOUNDARIES) == rules


@pytest.mark.parametrize(("enum", "list_"), LISTS.items(), ids=lambda item: getattr(item, "__name__", ""))
def test_closed_lists_of_the_code_are_those_of_the_ontology(enum: type[StrEnum], list_: URIRef) -> None:
    individuals = {str(s).removeprefix(LB_NAMESPACE) for s in ONTOLOGY.subjects(RDF.type, list_)}
    assert {member.value for member in enum} == individuals
    assert individuals == {str(s).removeprefix(LB_NAMESPACE) for s in ONTOLOGY.subjects(SKOS.inScheme, list_)}


def test_every_closed_list_of_a_shape_is_whole() -> None:
    """A new individual reaches the shapes, and every property of a list is checked against all of it."""
    shapes = load_shapes()
    checked = set()
    for shape, members in shapes.subject_objects(SH["in"]):
        path = shapes.value(shape, SH.path)
        list_ = ONTOLOGY.value(path, RDFS.range) if isinstance(path, URIRef) else None
        if isinstance(shape, URIRef) and list_ is not None:
            assert set(shapes.items(members)) == set(ONTOLOGY.subjects(RDF.type, list_)), curie(str(shape))
            checked.add(list_)
    lists = set(ONTOLOGY.subjects(RDF.type, SKOS.ConceptScheme))
    assert lists - checked == {LB.Difference}  # differences stand in answers, not in the data


def test_ranges_and_domains_name_known_classes() -> None:
    for predicate in (RDFS.domain, RDFS.range):
        for node in ONTOLOGY.objects(None, predicate):
            if str(node).startswith(LB_NAMESPACE):
                assert (node, RDF.type, OWL.Class) in ONTOLOGY


def test_the_cube_structure_is_well_formed() -> None:
    """Dimensions have a range, one measure, optional attributes only; the coded attribute has its list."""
    components = set(ONTOLOGY.objects(LB.resultStructure, QB.component))
    dimensions = {p for c in components for p in ONTOLOGY.objects(c, QB.dimension)}
    assert dimensions == {LB.method, LB.benchmark, LB.metric, LB.comparisonGroup}
    for dimension in dimensions:
        assert (dimension, RDF.type, QB.DimensionProperty) in ONTOLOGY
        assert (dimension, RDFS.range, None) in ONTOLOGY
    assert {p for c in components for p in ONTOLOGY.objects(c, QB.measure)} == {LB.value}
    attributes = {p for c in components for p in ONTOLOGY.objects(c, QB.attribute)}
    assert attributes == {LB.unit, LB.reproductionStatus}
    for component in ONTOLOGY.subjects(QB.componentRequired, Literal(False)):
        assert (component, QB.attribute, None) in ONTOLOGY
    for code in ONTOLOGY.subjects(RDF.type, LB.ReproductionStatus):
        assert (code, SKOS.inScheme, ONTOLOGY.value(LB.reproductionStatus, QB.codeList)) in ONTOLOGY


def test_alignments_have_their_reasons() -> None:
    namespaces = {str(n): p for p, n in ALIGNMENTS.namespaces() if p}
    count = 0
    for predicate in (RDFS.subClassOf, SKOS.exactMatch, SKOS.closeMatch):
        for subject, target in ALIGNMENTS.subject_objects(predicate):
            known = next((n for n in namespaces if str(target).startswith(n)), None)
            name = f"{namespaces[known]}:{str(target).removeprefix(known)}" if known else str(target)
            reasons = [str(comment) for comment in ALIGNMENTS.objects(subject, RDFS.comment)]
            assert any(reason.startswith(f"{name}: ") for reason in reasons), (subject, target)
            count += 1
    assert count == 29
    assert names(ALIGNMENTS) <= names(ONTOLOGY)


def test_the_context_covers_every_term_and_gives_it_the_right_type() -> None:
    expected = {(LB_NAMESPACE + name): name for name in names(ONTOLOGY)}
    for iri, name in expected.items():
        entry = CONTEXT[name]
        assert (entry["@id"] if isinstance(entry, dict) else entry) == curie(iri)
    for property_ in properties():
        entry = CONTEXT[str(property_).removeprefix(LB_NAMESPACE)]
        range_ = ONTOLOGY.value(property_, RDFS.range)
        if (property_, RDF.type, OWL.ObjectProperty) in ONTOLOGY:
            assert entry["@type"] in ("@id", "@vocab")
            is_list = range_ is not None and (range_, RDF.type, SKOS.ConceptScheme) in ONTOLOGY
            assert (entry["@type"] == "@vocab") is (is_list or range_ == RDF.Property)
        else:
            literal_type = None if range_ in (None, XSD.string) else curie(str(range_))
            assert entry.get("@type") == literal_type
    for prefix, namespace in PREFIXES.items():
        name = "qunit" if prefix == "unit" else prefix
        if name in CONTEXT:
            assert CONTEXT[name] == {"@id": namespace, "@prefix": True}
    assert {"lb", "rdfs", "xsd", "dcterms", "qb", "schema", "skos", "prov", "fabio", "prism"} <= set(CONTEXT)


def test_the_context_covers_every_property_of_the_data() -> None:
    """The base graph uses all there is; each of its properties has a key of its own."""
    keys = {entry["@id"] if isinstance(entry, dict) else entry for entry in CONTEXT.values() if entry != 1.1}
    used = {curie(str(p)) for _, p, _, _ in parse_exact(BASE).quads()} - {"rdf:type"}
    assert used <= keys


@pytest.mark.filterwarnings("ignore:.*deprecated:DeprecationWarning")  # rdflib's own JSON-LD reader
def test_json_in_the_context_is_the_same_graph_for_two_parsers() -> None:
    document = {
        "@context": CONTEXT,
        "id": "https://example.org/kg/result/a",
        "type": ["Result", "qb:Observation"],
        "label": "91.40",
        "value": "91.40",
        "unit": "http://qudt.org/vocab/unit/PERCENT",
        "reproductionStatus": "StatusUnknown",
        "inferred": ["unit"],
        "notStated": ["license"],
        "sourceLocator": ["page.md:1:2"],
        "resultDate": {"@value": "2025-08", "@type": "xsd:gYearMonth"},
        "sampleSize": "12",
    }
    text = json.dumps(document)
    expected = {
        (LB.value, Literal("91.40", datatype=XSD.decimal)),
        (LB.unit, URIRef("http://qudt.org/vocab/unit/PERCENT")),
        (LB.reproductionStatus, LB.StatusUnknown),
        (LB.inferred, LB.unit),
        (LB.notStated, URIRef("http://purl.org/dc/terms/license")),
        (LB.resultDate, Literal("2025-08", datatype=XSD.gYearMonth)),
        (LB.sampleSize, Literal("12", datatype=XSD.integer)),
        (LB.sourceLocator, Literal("page.md:1:2")),
        (RDF.type, LB.Result),
        (RDF.type, QB.Observation),
        (RDFS.label, Literal("91.40")),
    }
    for graph in (parse_exact(text, "json-ld"), Graph().parse(data=text, format="json-ld")):
        assert {(p, o) for _, p, o in graph.triples((None, None, None))} == expected


def test_the_changes_count_what_is_there() -> None:
    text = (ontology_folder() / "CHANGES.md").read_text(encoding="utf-8")
    lists = set(ONTOLOGY.subjects(RDF.type, SKOS.ConceptScheme))
    classes = set(ONTOLOGY.subjects(RDF.type, OWL.Class)) - lists
    numbers = [len(classes), len(lists), len(set(ONTOLOGY.subjects(RDF.type, SKOS.Concept))), len(properties())]
    pattern = r"(\d+) classes of the data, (\d+) closed lists with their (\d+) individuals, (\d+) properties"
    match = re.search(pattern, text)
    assert match is not None
    assert [int(n) for n in match.groups()] == numbers
    version = ONTOLOGY.value(URIRef(LB_NAMESPACE.rstrip("#")), OWL.versionInfo)
    assert f"## {version} " in text
