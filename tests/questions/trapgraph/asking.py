"""The trap graph, built from its folder by the usual road, and asked in two engines."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import pyoxigraph as ox
import rdflib

import kg
from kg.export.formats import union_lines
from kg.query import Table, bind, find_question, run
from kg.store import memory_store
from kg.terms import DATA_BASE, LB_NAMESPACE
from tests.questions.trapgraph.folder import write

Rows = list[tuple[str, ...]]

PREFIXES = """PREFIX lb: <https://w3id.org/leaderboard-kg/ontology#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX domain: <https://w3id.org/leaderboard-kg/domain/>
"""
_SHORT = {LB_NAMESPACE: "", "http://qudt.org/vocab/unit/": "", DATA_BASE: ""}


class Engine(Protocol):
    """What asks a SPARQL query of one graph: columns, and rows of short texts."""

    def __call__(self, text: str) -> tuple[tuple[str, ...], Rows]: ...


def build(folder: Path, swaps: Mapping[str, tuple[str, str]] | None = None) -> kg.Graph:
    """Build the trap graph below ``folder``; ``swaps`` maps a file to a text that stands in it once, and another."""
    write(folder)
    for name, (old, new) in (swaps or {}).items():
        text = (folder / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} holds {old!r} {text.count(old)} times"
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    return kg.build(folder)


def short(text: str, datatype: str = "", *, iri: bool = False) -> str:
    """A cell as tests write it: IRIs without their namespace, numbers without trailing zeros."""
    if iri:
        return next((text[len(space) :] for space in _SHORT if text.startswith(space)), text)
    if datatype.endswith(("#decimal", "#integer")):
        number = format(Decimal(text), "f")
        return number.rstrip("0").rstrip(".") if "." in number else number
    return text


def oxigraph(graph: kg.Graph) -> Engine:
    """The engine of builds and server."""
    store = memory_store("".join(graph.built.quads).encode())

    def cell(term: object) -> str:
        if isinstance(term, ox.NamedNode):
            return short(term.value, iri=True)
        assert term is None or isinstance(term, ox.Literal)
        return "" if term is None else short(term.value, term.datatype.value)

    def ask(text: str) -> tuple[tuple[str, ...], Rows]:
        answer = run(store, text)
        assert isinstance(answer, Table)
        return answer.columns, [tuple(map(cell, row)) for row in answer.rows]

    return ask


def in_rdflib(graph: kg.Graph) -> Engine:
    """An engine that shares nothing with the other one."""
    union = rdflib.Graph()
    union.parse(data="".join(union_lines(graph.built.quads)), format="nt")

    def cell(term: object) -> str:
        if isinstance(term, rdflib.URIRef):
            return short(str(term), iri=True)
        assert term is None or isinstance(term, rdflib.Literal)
        return "" if term is None else short(str(term), str(term.datatype or ""))

    def ask(text: str) -> tuple[tuple[str, ...], Rows]:
        result = union.query(text)
        columns = tuple(str(variable) for variable in result.vars or ())
        return columns, [tuple(map(cell, row)) for row in result if isinstance(row, tuple)]

    return ask


def answer(engine: Engine, question: str, columns: str, **parameters: str) -> Rows:
    """Some columns of a question's rows, sorted; a parameter is a value or the last two parts of a data IRI."""
    given = {
        name: DATA_BASE + value if "/" in value and ":" not in value else value for name, value in parameters.items()
    }
    found, rows = engine(bind(find_question(question), given))
    places = [found.index(column) for column in columns.split()]
    return sorted(tuple(row[place] for place in places) for row in rows)


def tempting(engine: Engine, text: str) -> Rows:
    """The rows of a query that somebody in a hurry would write."""
    return sorted(engine(PREFIXES + text)[1])


@cache
def shared() -> kg.Graph:
    """The trap graph as it is, built once."""
    with TemporaryDirectory() as folder:
        return build(Path(folder))


ENGINES = ("oxigraph", "rdflib")


@cache
def engine_of(name: str) -> Engine:
    """An engine with the trap graph, which remembers what it was asked."""
    engine = oxigraph(shared()) if name == "oxigraph" else in_rdflib(shared())
    return cache(engine)
