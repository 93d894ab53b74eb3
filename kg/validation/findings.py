"""Turns what an engine answers into findings for a person."""

from __future__ import annotations

from rdflib import Graph, Literal, URIRef
from rdflib.term import Node

from kg.terms import LB, RDFS, SH
from kg.validation.culprits import as_printed, culprits
from kg.validation.outcome import Outcome
from kg.validation.places import Places
from kg.validation.report import Finding, curie, finding_key
from kg.validation.shapes import path_text
from kg.validation.wording import word


def finding(data: Graph, shapes: Graph, outcome: Outcome, places: Places) -> Finding:
    """The finding for one result: its sentence, and the cells that it is about."""
    focus, shape, component = outcome.focus, outcome.shape, outcome.component
    path = shapes.value(shape, SH.path) or outcome.path or shapes.value(shape, RDFS.seeAlso)
    value = None if outcome.value == focus else outcome.value
    shape_name = str(shape) if isinstance(shape, URIRef) else "_:shape"
    text = outcome.message or f"{curie(component)} of {curie(shape_name)} MUST be met."
    statement, _, remedy = text.partition(" Remedy: ")
    said = word(data, shapes, shape, component, focus, value, statement)
    found = culprits(data, shapes, shape, focus, value)
    cells = places.of_results(found) if found else places.of(focus, path, value)
    printed = as_printed(data, found)
    message = f"{said.statement.removesuffix('.')}; {printed}." if printed else said.statement
    path_name = path_text(shapes, path)
    return Finding(
        key=finding_key(str(focus), path_name, str(component), shape_name, "" if value is None else value.n3()),
        rule=said.statement.partition(" ")[0],
        severity=outcome.severity.removeprefix(str(SH)),
        shape=shape_name,
        focus=str(focus),
        path=path_name,
        value="" if value is None else str(value),
        component=str(component),
        message=message,
        places=tuple(place for place, _ in cells),
        printed=tuple(printed for _, printed in cells),
        remedy=remedy,
        found=said.found,
        expected=said.expected,
        label=str(data.value(focus, RDFS.label) or ""),
        about="" if shapes.value(shape, RDFS.seeAlso) == LB.message else _column(data, focus),
        path_iri=path if isinstance(path, URIRef) else None,
        value_term=value if isinstance(value, URIRef | Literal) and not value.startswith("_:") else None,
    )


def _column(data: Graph, node: Node) -> str | None:
    """The column that a result stands in; None for any other node."""
    column = data.value(node, LB.declaration)
    return None if column is None else str(column)
