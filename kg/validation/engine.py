"""Runs the shapes over a graph with pySHACL and turns its answer into findings."""

from __future__ import annotations

import decimal
import logging
import threading
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import pyshacl
import rdflib.plugins.sparql
from pyshacl.errors import (
    ConstraintLoadError,
    ReportableRuntimeError,
    RuleLoadError,
    ShapeLoadError,
    ValidationFailure,
)
from pyshacl.graph_abstraction import DataGraph
from rdflib import Dataset, Graph, Literal, URIRef
from rdflib.term import Node

from kg.errors import ShapeError
from kg.terms import LB, LB_NAMESPACE, LBSH, RDF, RDFS, SH
from kg.validation.data import Union
from kg.validation.places import Places
from kg.validation.report import Finding, Report, curie, finding_key
from kg.validation.shapes import TARGETS, hoisted, load_shapes, path_text
from kg.validation.wording import word

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

# One check at a time: pySHACL and rdflib share settings and caches between threads.
_ENGINE = threading.RLock()

_LOGGER = logging.getLogger(__name__)

# A query inside a shape never opens a file or an address.
rdflib.plugins.sparql.SPARQL_LOAD_GRAPHS = False


def validate(data: Graph | Dataset, shapes: Graph | None = None) -> Report:
    """Check the union of all graphs in ``data``; ``shapes`` are those of the project by default.

    Raises ShapeError for shapes that cannot be used. Same data and shapes, same report.
    """
    union = Union(data)
    rules = load_shapes() if shapes is None else shapes
    places = Places(union)
    findings: dict[str, Finding] = {}
    for finding in (*_empty(union, rules), *_unknown_terms(union, places), *_run(union, rules, places)):
        findings.setdefault(finding.key, finding)
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
            )


def _unknown_terms(union: Graph, places: Places) -> Iterator[Finding]:
    """Findings for lb: terms that the vocabulary does not have, one for each term."""
    users: dict[URIRef, set[Node]] = {}
    for subject, predicate, object_ in union:
        for term in (predicate, object_):
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
            "correct the spelling of the term.",
            tuple(place for place, _ in cells),
            tuple(text for _, text in cells),
        )


def _own_finding(
    rule: str,
    shape: URIRef,
    focus: URIRef,
    message: str,
    remedy: str,
    places: tuple[str, ...] = (),
    printed: tuple[str, ...] = (),
) -> Finding:
    key = finding_key(focus, "", shape, shape, "")
    return Finding(
        key, rule, "Violation", str(shape), str(focus), "", "", str(shape), f"{rule} {message}", places, printed, remedy
    )


def _run(union: Graph, shapes: Graph, places: Places) -> Iterator[Finding]:
    rules = hoisted(shapes)
    options = {"logger": _LOGGER, "inference": "none", "advanced": False}
    # Decimals are multiplied exactly, however many digits a source prints.
    exact = decimal.Context(prec=1000, traps=[decimal.InvalidOperation, decimal.DivisionByZero])
    try:
        with _ENGINE, decimal.localcontext(exact):
            validator: Any = pyshacl.Validator(DataGraph.from_rdflib(union), shacl_graph=rules, options=options)
            _, report, _ = validator.run()
    except (ConstraintLoadError, ReportableRuntimeError, RuleLoadError, ShapeLoadError, ValidationFailure) as error:
        raise ShapeError(f"the shapes cannot be used: {getattr(error, 'message', error)}") from error
    for result in report.objects(None, SH.result):
        yield _finding(union, shapes, report, result, places)


def _finding(union: Graph, shapes: Graph, report: Graph, result: Node, places: Places) -> Finding:
    focus, value = report.value(result, SH.focusNode), report.value(result, SH.value)
    shape, component = report.value(result, SH.sourceShape), report.value(result, SH.sourceConstraintComponent)
    assert focus is not None
    path = shapes.value(shape, SH.path) or shapes.value(shape, RDFS.seeAlso)
    value = None if value == focus else value
    text = max((str(m) for m in report.objects(result, SH.resultMessage)), default="", key=lambda m: (len(m), m))
    statement, _, remedy = text.partition(" Remedy: ")
    said = word(union, shapes, shape, component, focus, value, statement)
    cells = places.of(focus)
    severity = str(report.value(result, SH.resultSeverity)).removeprefix(str(SH))
    path_name = path_text(shapes, path)
    shape_name = str(shape) if isinstance(shape, URIRef) else "_:shape"
    return Finding(
        key=finding_key(str(focus), path_name, str(component), shape_name, "" if value is None else value.n3()),
        rule=said.statement.partition(" ")[0],
        severity=severity,
        shape=shape_name,
        focus=str(focus),
        path=path_name,
        value="" if value is None else str(value),
        component=str(component),
        message=said.statement,
        places=tuple(place for place, _ in cells),
        printed=tuple(printed for _, printed in cells),
        remedy=remedy,
        found=said.found,
        expected=said.expected,
        label=str(union.value(focus, RDFS.label) or ""),
        path_iri=path if isinstance(path, URIRef) else None,
        value_term=value if isinstance(value, URIRef | Literal) and not value.startswith("_:") else None,
    )
