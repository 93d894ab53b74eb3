"""The fixture graph in both engines, and cells in the short form of the expected tables."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib
import rdflib.plugins.sparql

from kg.query import Table, run
from kg.terms import DATA_BASE, LB_NAMESPACE, UNIT

FIXTURE = Path(__file__).with_name("fixture.trig")
Rows = list[tuple[str, ...]]

#: How IRIs are written in expected tables; data IRIs without their base.
SHORT = {LB_NAMESPACE: "lb:", str(UNIT): "unit:", DATA_BASE: ""}


def shorten(kind: str, text: str, datatype: str) -> str:
    """One cell: IRIs short, numbers without trailing zeros, everything else as it is."""
    if kind == "iri":
        return next((short + text[len(full) :] for full, short in SHORT.items() if text.startswith(full)), text)
    if datatype.endswith(("#decimal", "#integer")):
        number = format(Decimal(text), "f")
        return number.rstrip("0").rstrip(".") if "." in number else number
    return text


def _oxigraph_cell(term: object) -> str:
    if isinstance(term, ox.NamedNode):
        return shorten("iri", term.value, "")
    assert term is None or isinstance(term, ox.Literal), term
    return "" if term is None else shorten("literal", term.value, term.datatype.value)


def _rdflib_cell(term: object) -> str:
    if isinstance(term, rdflib.URIRef):
        return shorten("iri", str(term), "")
    assert term is None or isinstance(term, rdflib.Literal), term
    return "" if term is None else shorten("literal", str(term), str(term.datatype or ""))


def oxigraph_store(trig: str) -> ox.Store:
    """A store whose default graph holds the union, like those of builds."""
    store = ox.Store()
    for quad in ox.parse(trig, ox.RdfFormat.TRIG):
        store.add(quad)
        store.add(ox.Quad(quad.subject, quad.predicate, quad.object))
    return store


Asker = Callable[[str], tuple[tuple[str, ...], Rows]]


def oxigraph_asker(trig: str) -> Asker:
    store = oxigraph_store(trig)

    def ask(text: str) -> tuple[tuple[str, ...], Rows]:
        answer = run(store, text)
        assert isinstance(answer, Table)
        return answer.columns, [tuple(map(_oxigraph_cell, row)) for row in answer.rows]

    return ask


@contextlib.contextmanager
def _rdflib_warnings_off() -> Iterator[None]:
    """Parsing and querying a Dataset uses parts of rdflib that rdflib itself calls deprecated."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def rdflib_asker(trig: str) -> Asker:
    dataset = rdflib.Dataset(default_union=True)
    with _rdflib_warnings_off():
        dataset.parse(data=trig, format="trig")

    def ask(text: str) -> tuple[tuple[str, ...], Rows]:
        with _rdflib_warnings_off():
            result = dataset.query(text)
            columns = tuple(str(variable) for variable in result.vars or ())
            return columns, [tuple(map(_rdflib_cell, row)) for row in result if isinstance(row, tuple)]

    return ask


@pytest.fixture(scope="session", autouse=True)
def _no_loading() -> None:
    # Otherwise FROM makes rdflib fetch from the web and read local files.
    rdflib.plugins.sparql.SPARQL_LOAD_GRAPHS = False


@pytest.fixture(scope="session")
def trig() -> str:
    return FIXTURE.read_text(encoding="utf-8")


@pytest.fixture(scope="session", params=["oxigraph", "rdflib"])
def make_asker(request: pytest.FixtureRequest) -> Callable[[str], Asker]:
    return oxigraph_asker if request.param == "oxigraph" else rdflib_asker


@pytest.fixture(scope="session")
def ask(make_asker: Callable[[str], Asker], trig: str) -> Asker:
    """Columns and rows of a SELECT on the fixture graph."""
    return make_asker(trig)
