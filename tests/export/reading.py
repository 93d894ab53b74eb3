"""Reads RDF with two libraries into comparable triples and quads; every lexical form is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pyoxigraph as ox
import rdflib
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID

#: File suffix -> format of pyoxigraph, format of rdflib.
FORMATS = {
    "nt": (ox.RdfFormat.N_TRIPLES, "nt"),
    "ttl": (ox.RdfFormat.TURTLE, "turtle"),
    "rdf": (ox.RdfFormat.RDF_XML, "xml"),
    "jsonld": (ox.RdfFormat.JSON_LD, "json-ld"),
    "nq": (ox.RdfFormat.N_QUADS, "nquads"),
    "trig": (ox.RdfFormat.TRIG, "trig"),
}

_DEFAULT = (None, DATASET_DEFAULT_GRAPH_ID)

#: Subject, predicate, object, graph ("" for none), in N-Triples syntax. No blank nodes, so equal sets are equal graphs.
Quads = frozenset[tuple[str, str, str, str]]


def with_pyoxigraph(data: bytes, suffix: str) -> Quads:
    """The quads of a file by pyoxigraph, which keeps lexical forms."""
    return of_pyoxigraph(ox.parse(data, FORMATS[suffix][0]))


def of_pyoxigraph(quads: Iterable[ox.Quad]) -> Quads:
    return frozenset(
        (
            str(quad.subject),
            str(quad.predicate),
            str(quad.object),
            "" if isinstance(quad.graph_name, ox.DefaultGraph) else str(quad.graph_name),
        )
        for quad in quads
    )


def with_rdflib(data: bytes, suffix: str) -> Quads:
    """The quads of a file by rdflib, told to leave literals as they are."""
    dataset = rdflib.Dataset()
    with literals_as_written():
        dataset.parse(data=data, format=FORMATS[suffix][1])
    return frozenset(
        (
            _term(subject),
            _term(predicate),
            _term(object_),
            "" if graph in (None, DATASET_DEFAULT_GRAPH_ID) else _term(graph),
        )
        for subject, predicate, object_, graph in dataset.quads()
    )


@contextmanager
def literals_as_written() -> Iterator[None]:
    before = rdflib.NORMALIZE_LITERALS
    rdflib.NORMALIZE_LITERALS = False
    try:
        yield
    finally:
        rdflib.NORMALIZE_LITERALS = before


def _term(term: object) -> str:
    """An rdflib term as pyoxigraph writes it."""
    if not isinstance(term, rdflib.Literal):
        return f"<{term}>"
    if term.language:
        return str(ox.Literal(str(term), language=term.language))
    datatype = None if term.datatype is None else ox.NamedNode(str(term.datatype))
    return str(ox.Literal(str(term), datatype=datatype))
