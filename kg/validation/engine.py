"""Runs the shapes over a graph, adds what no shape can state, and gives the report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal, get_args

from rdflib import Dataset, Graph
from rdflib.term import Node

from kg.errors import ShapeError, UnsupportedConstraint
from kg.validation.data import Union
from kg.validation.fast.load import table_of_graph
from kg.validation.fast.run import run
from kg.validation.fast.shapes import Shape, read_shapes
from kg.validation.fast.table import Table
from kg.validation.fast.view import View
from kg.validation.findings import finding
from kg.validation.outcome import Outcome
from kg.validation.own import EXPECTED, focus_counts, own_findings
from kg.validation.places import Places
from kg.validation.report import Finding, Report
from kg.validation.shapes import hoisted, load_shapes

__all__ = ["EXPECTED", "Engine", "compiled", "outcomes", "report_of", "validate"]

#: "fast" refuses shapes with a constraint that it does not know; "auto" gives these to pySHACL.
Engine = Literal["auto", "fast", "pyshacl"]


def validate(data: Graph | Dataset | Table, shapes: Graph | None = None, *, engine: Engine = "auto") -> Report:
    """Check the union of all graphs in ``data``; ``shapes`` are those of the project by default.

    Raises ShapeError for shapes that cannot be used. Same data and shapes, same report, whichever
    engine finds it.
    """
    if engine not in get_args(Engine):
        raise ShapeError(f"no engine {engine!r}; there are {', '.join(get_args(Engine))}")
    table = data if isinstance(data, Table) else table_of_graph(data)
    rules = load_shapes() if shapes is None else shapes
    return report_of(table, rules, outcomes(table, rules, engine))


def outcomes(table: Table, shapes: Graph, engine: Engine) -> Iterable[Outcome]:
    """What an engine answers."""
    if engine != "pyshacl":
        try:
            written, read = compiled(shapes)
            return run(table, read, written)
        except UnsupportedConstraint:
            if engine == "fast":
                raise
    from kg.validation import arbiter

    return arbiter.run(Union(View(table)), hoisted(shapes))


def report_of(table: Table, shapes: Graph, results: Iterable[Outcome]) -> Report:
    """The report of some results: each finding once, in order."""
    view = View(table)
    places = Places(view)
    findings: dict[str, Finding] = {}
    for found in own_findings(table, shapes, places):
        findings.setdefault(found.key, found)
    for outcome in results:
        found = finding(view, shapes, outcome, places)
        findings.setdefault(found.key, found)
    return Report(tuple(sorted(findings.values(), key=lambda f: f.order)), focus_counts(table, shapes))


def compiled(shapes: Graph) -> tuple[Graph, Mapping[Node, Shape]]:
    """Shapes in the form that is quick to check, and as the fast engine reads them.

    Raises UnsupportedConstraint where they hold one that it does not know.
    """
    return _compiled(frozenset(shapes))


@lru_cache(maxsize=4)
def _compiled(triples: frozenset[tuple[Node, Node, Node]]) -> tuple[Graph, Mapping[Node, Shape]]:
    graph = Graph()
    for triple in triples:
        graph.add(triple)
    written = hoisted(graph)
    return written, read_shapes(written)
