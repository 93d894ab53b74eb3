"""Runs the shapes over a graph, adds what no shape can state, and gives the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from types import MappingProxyType

from rdflib import Dataset, Graph, URIRef
from rdflib.term import Node

from kg.terms import LB, LB_NAMESPACE, LBSH, RDF, SH, VOID
from kg.validation import arbiter
from kg.validation.data import Union
from kg.validation.findings import finding
from kg.validation.places import Places
from kg.validation.report import Finding, Report, curie, finding_key
from kg.validation.shapes import TARGETS, hoisted, load_shapes

#: Classes without which a graph is no leaderboard graph: finding none of them is a finding.
EXPECTED = (
    LB.Result,
    LB.Leaderboard,
    LB.MetricDeclaration,
    LB.Metric,
    LB.Benchmark,
    LB.BenchmarkFamily,
    LB.Dataset,
    LB.Task,
    LB.Method,
    LB.Source,
    LB.ComparisonGroup,
)


def validate(data: Graph | Dataset, shapes: Graph | None = None) -> Report:
    """Check the union of all graphs in ``data``; ``shapes`` are those of the project by default.

    Raises ShapeError for shapes that cannot be used. Same data and shapes, same report.
    """
    union = Union(data)
    rules = load_shapes() if shapes is None else shapes
    places = Places(union)
    outcomes = arbiter.run(union, hoisted(rules))
    findings: dict[str, Finding] = {}
    for found in (
        *_empty(union, rules),
        *_unknown_terms(union, places),
        *(finding(union, rules, outcome, places) for outcome in outcomes),
    ):
        findings.setdefault(found.key, found)
    return Report(tuple(sorted(findings.values(), key=lambda f: f.order)), _focus_counts(union, rules))


def _focus_counts(union: Graph, shapes: Graph) -> Mapping[str, int]:
    counts = {}
    for shape in set(shapes.subjects(SH.property, None)):
        classes = shapes.objects(shape, SH.targetClass)
        counts[str(shape)] = len({node for class_ in classes for node in union.subjects(RDF.type, class_)})
    return MappingProxyType(dict(sorted(counts.items())))


def _empty(union: Graph, shapes: Graph) -> Iterator[Finding]:
    """Findings for shapes that had nothing to look at: a check of nothing is no pass."""
    if not any((None, target, None) in shapes for target in TARGETS):
        yield _own_finding(
            "R0.9",
            LBSH.FocusNodes,
            LBSH.FocusNodes,
            "The shapes MUST have at least one target: 0 focus nodes for any shape.",
            "check what was given as shapes.",
            found="no target",
            expected="at least one target",
        )
    targeted = set(shapes.objects(None, SH.targetClass))
    for class_ in EXPECTED:
        if class_ in targeted and (None, RDF.type, class_) not in union:
            yield _own_finding(
                "R0.9",
                LBSH.FocusNodes,
                class_,
                f"The data MUST have at least one {curie(class_)}: 0 focus nodes for its shapes.",
                "check the IRI of the class in the data, and whether the data were read at all.",
                found="none",
                expected=f"at least one {curie(class_)}",
            )


def _unknown_terms(union: Graph, places: Places) -> Iterator[Finding]:
    """Findings for lb: terms that the vocabulary does not have, one for each term."""
    users: dict[URIRef, set[Node]] = {}
    for subject, predicate, object_ in union:
        for term in (predicate, object_):
            if predicate == VOID.vocabulary:
                continue  # names the vocabulary itself
            if isinstance(term, URIRef) and term.startswith(LB_NAMESPACE):
                name = term[len(LB_NAMESPACE) :]
                if name not in LB.__annotations__ or name.startswith("_"):
                    users.setdefault(term, set()).add(subject)
    for term, subjects in users.items():
        cells = sorted({cell for subject in subjects for cell in places.of(subject)})
        yield _own_finding(
            "R0.8",
            LBSH.Vocabulary,
            term,
            f"Terms of the lb: namespace MUST be terms of the vocabulary: {curie(term)}, used by {len(subjects)} "
            "node(s), is none.",
            "correct the spelling of the term" + _near(term) + ".",
            tuple(place for place, _ in cells),
            tuple(text for _, text in cells),
            found=curie(term),
            expected="a term of the vocabulary",
        )


def _near(term: URIRef) -> str:
    """The term that was meant, where one is near."""
    near = get_close_matches(term[len(LB_NAMESPACE) :], LB.__annotations__, 1)
    return f"; {curie(LB_NAMESPACE + near[0])} is near" if near else ""


def _own_finding(
    rule: str,
    shape: URIRef,
    focus: URIRef,
    message: str,
    remedy: str,
    places: tuple[str, ...] = (),
    printed: tuple[str, ...] = (),
    *,
    found: str,
    expected: str,
) -> Finding:
    return Finding(
        key=finding_key(focus, "", shape, shape, ""),
        rule=rule,
        severity="Violation",
        shape=str(shape),
        focus=str(focus),
        path="",
        value="",
        component=str(shape),
        message=f"{rule} {message}",
        places=places,
        printed=printed,
        remedy=remedy,
        found=found,
        expected=expected,
    )
