"""Runs shapes over a graph with pySHACL, whose verdict is the one that counts."""

from __future__ import annotations

import decimal
import logging
import threading
from collections.abc import Iterator
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
from rdflib import Graph, URIRef
from rdflib.term import Node

from kg.errors import ShapeError
from kg.terms import SH
from kg.validation.data import exact_context
from kg.validation.outcome import Outcome, one_message

# One check at a time: pySHACL and rdflib share settings and caches between threads.
_LOCK = threading.RLock()

_LOGGER = logging.getLogger(__name__)

# A query inside a shape never opens a file or an address.
rdflib.plugins.sparql.SPARQL_LOAD_GRAPHS = False


def run(data: Graph, shapes: Graph) -> Iterator[Outcome]:
    """All results; the two graphs are the engine's to keep. Raises ShapeError for unusable shapes."""
    options = {"logger": _LOGGER, "inference": "none", "advanced": False}
    try:
        with _LOCK, decimal.localcontext(exact_context()):
            validator: Any = pyshacl.Validator(DataGraph.from_rdflib(data), shacl_graph=shapes, options=options)
            _, report, _ = validator.run()
    except (ConstraintLoadError, ReportableRuntimeError, RuleLoadError, ShapeLoadError, ValidationFailure) as error:
        raise ShapeError(f"the shapes cannot be used: {getattr(error, 'message', error)}") from error
    for result in report.objects(None, SH.result):
        yield _outcome(report, result, shapes)


def _outcome(report: Graph, result: Node, shapes: Graph) -> Outcome:
    def value(predicate: URIRef) -> Any:
        return report.value(result, predicate)

    shape = value(SH.sourceShape)
    # Where the shapes say nothing, pySHACL writes a message of its own; it is left out here.
    speakers = {shape, value(SH.sourceConstraint)} - {None}
    is_written = any((speaker, SH.message, None) in shapes for speaker in speakers)
    return Outcome(
        focus=value(SH.focusNode),
        shape=shape,
        component=value(SH.sourceConstraintComponent),
        severity=value(SH.resultSeverity),
        value=value(SH.value),
        message=one_message(report.objects(result, SH.resultMessage)) if is_written else "",
        path=None if (shape, SH.path, None) in shapes else value(SH.resultPath),
    )
