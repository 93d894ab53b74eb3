"""Runs the shapes over a graph with pySHACL and turns its answer into findings."""

from __future__ import annotations

import decimal
import logging
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import pyshacl
import rdflib
import rdflib.plugins.sparql
from pyshacl.errors import (
    ConstraintLoadError,
    ReportableRuntimeError,
    RuleLoadError,
    ShapeLoadError,
    ValidationFailure,
)
from pyshacl.graph_abstraction import DataGraph
from rdflib import BNode, Dataset, Graph, Literal, URIRef
from rdflib.plugins.sparql import prepareQuery
from rdflib.plugins.sparql.sparql import Query
from rdflib.query import Result
from rdflib.term import Node

from kg.errors import ShapeError
from kg.terms import LB, LB_NAMESPACE, LBSH, RDF, RDFS, SH, XSD
from kg.validate.places import Places
from kg.validate.report import Finding, Report, curie, finding_key
from kg.validate.shapes import TARGETS, hoisted, load_shapes, path_text

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

#: Values shown in a message; more than these are counted.
_SHOWN = 3

# One check at a time: pySHACL and rdflib share settings and caches between threads.
_ENGINE = threading.RLock()

_LOGGER = logging.getLogger(__name__)

# A query inside a shape never opens a file or an address.
rdflib.plugins.sparql.SPARQL_LOAD_GRAPHS = False


@contextmanager
def exact_literals() -> Iterator[None]:
    """Inside, rdflib keeps literals as they are written ("+1.5", "007"), so that a check sees them."""
    with _ENGINE:
        before = rdflib.NORMALIZE_LITERALS
        rdflib.NORMALIZE_LITERALS = False
        try:
            yield
        finally:
            rdflib.NORMALIZE_LITERALS = before


def parse_exact(data: str | bytes, format: str = "turtle") -> Dataset:
    """RDF text as a dataset whose literals are as they are written."""
    dataset = Dataset(default_union=True)
    with exact_literals():
        dataset.parse(data=data, format=format)
    return dataset


def validate(data: Graph | Dataset, shapes: Graph | None = None) -> Report:
    """Check the union of all graphs in ``data``; ``shapes`` are those of the project by default.

    Raises ShapeError for shapes that cannot be used. Same data and shapes, same report.
    """
    union = _Union(data)
    rules = load_shapes() if shapes is None else shapes
    places = Places(union)
    findings: dict[str, Finding] = {}
    for finding in (*_empty(union, rules), *_unknown_terms(union, places), *_run(union, rules, places)):
        findings.setdefault(finding.key, finding)
    return Report(tuple(sorted(findings.values(), key=lambda f: f.order)), _focus_counts(union, rules))


class _Incomparable(Literal):
    """A literal that no order holds for ("91,4"^^xsd:decimal, NaN): it compares as false.

    The engine would stop with an error where it compares one with a number.
    """

    __slots__ = ()

    def __lt__(self, other: object) -> bool:
        return False

    __le__ = __gt__ = __ge__ = __lt__


class _Union(Graph):
    """The triples to check, in a graph that the engine may have.

    It parses a query once, for the engine asks the same one of every column.
    """

    def __init__(self, data: Graph | Dataset) -> None:
        super().__init__()
        self._prepared: dict[str, Query] = {}
        for subject, predicate, object_, *_ in data.quads() if isinstance(data, Dataset) else data:
            self.add((subject, predicate, _comparable(object_)))

    def query(self, query_object: str | Query, *args: Any, **kwargs: Any) -> Result:
        """Answer a query, prepared the first time that it is met."""
        if isinstance(query_object, str):
            if query_object not in self._prepared:
                self._prepared[query_object] = prepareQuery(query_object)
            query_object = self._prepared[query_object]
        return super().query(query_object, *args, **kwargs)


def _comparable(node: Node) -> Node:
    if not isinstance(node, Literal) or node.datatype in (None, XSD.string):
        return node
    number = node.value
    if isinstance(number, int | decimal.Decimal) and not isinstance(number, bool) and _is_finite(number):
        return node
    return _Incomparable(str(node), datatype=node.datatype, normalize=False)


def _is_finite(number: int | decimal.Decimal) -> bool:
    return isinstance(number, int) or number.is_finite()


def _focus_counts(union: Graph, shapes: Graph) -> Mapping[str, int]:
    counts = {}
    for shape, target in shapes.subject_objects(SH.targetClass):
        if (shape, SH.property, None) in shapes:
            counts[str(shape)] = len(set(union.subjects(RDF.type, target)))
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
    says = places.flag_message(focus) if path == LB.severity else ""
    if says:
        statement = f"{statement.removesuffix('.')}: {says}"
    elif component != SH.SPARQLConstraintComponent:
        statement = f"{statement.removesuffix('.')}; found {_found(union, focus, path, value)}."
    cells = places.of(focus)
    severity = str(report.value(result, SH.resultSeverity)).removeprefix(str(SH))
    path_name = path_text(shapes, path)
    shape_name = str(shape) if isinstance(shape, URIRef) else "_:shape"
    return Finding(
        key=finding_key(_text(focus), path_name, str(component), shape_name, "" if value is None else value.n3()),
        rule=statement.partition(" ")[0],
        severity=severity,
        shape=shape_name,
        focus=_text(focus),
        path=path_name,
        value="" if value is None else _text(value),
        component=str(component),
        message=statement,
        places=tuple(place for place, _ in cells),
        printed=tuple(printed for _, printed in cells),
        remedy=remedy,
        path_iri=path if isinstance(path, URIRef) else None,
        value_term=value if isinstance(value, URIRef | Literal) else None,
    )


def _text(node: Node) -> str:
    return f"_:{node}" if isinstance(node, BNode) else str(node)


def _found(union: Graph, focus: Node, path: Node | None, value: Node | None) -> str:
    """What stands in the data, for the message."""
    if value is not None:
        return _shown(value)
    values = sorted({_shown(node) for node in union.objects(focus, path)}) if isinstance(path, URIRef) else []
    more = f" and {len(values) - _SHOWN} more" if len(values) > _SHOWN else ""
    return ", ".join(values[:_SHOWN]) + more or "none"


def _shown(node: Node) -> str:
    if isinstance(node, Literal):
        kind = f"@{node.language}" if node.language else f"^^{curie(node.datatype)}" if node.datatype else ""
        return f'"{node}"{kind}'
    return f"_:{node}" if isinstance(node, BNode) else curie(str(node))
