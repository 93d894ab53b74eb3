"""The data to check: read so that no literal is rewritten, held so that no literal stops the engine."""

from __future__ import annotations

import decimal
import logging
import math
import warnings
from functools import lru_cache
from typing import Any

import pyoxigraph as ox
from rdflib import BNode, Dataset, Graph, Literal, URIRef
from rdflib.namespace import NamespaceManager
from rdflib.plugins.sparql import prepareQuery
from rdflib.plugins.sparql.sparql import Query, SPARQLError
from rdflib.query import Result
from rdflib.term import Node

from kg.errors import SourceError
from kg.terms import XSD

_FORMATS = {
    "turtle": ox.RdfFormat.TURTLE,
    "nt": ox.RdfFormat.N_TRIPLES,
    "nquads": ox.RdfFormat.N_QUADS,
    "trig": ox.RdfFormat.TRIG,
    "json-ld": ox.RdfFormat.JSON_LD,
}

# An ill-typed literal is a finding; rdflib prints a traceback, or a warning, for each one as well.
warnings.filterwarnings("ignore", message="Parsing weird boolean")
logging.getLogger("rdflib.term").addFilter(lambda record: not str(record.msg).startswith("Failed to convert Literal"))


def parse_exact(data: str | bytes, format: str = "turtle") -> Dataset:
    """RDF text as a dataset whose literals are as they are written ("+1.5", "007", "91,4").

    ``format`` is turtle, nt, nquads, trig or json-ld. Nothing is fetched. rdflib's own parsers put
    literals into another form, so that a check would not see what stands in the file.
    """
    dataset = Dataset(default_union=True)
    graphs: dict[object, Graph] = {ox.DefaultGraph(): dataset.default_graph}
    for quad in ox.parse(data, _FORMATS[format]):
        name = quad.graph_name
        if name not in graphs:
            graphs[name] = dataset.graph(_term(name))
        graphs[name].add((_term(quad.subject), _term(quad.predicate), _term(quad.object)))
    return dataset


def _term(term: object) -> Any:
    """The rdflib term of a pyoxigraph term; xsd:string is the plain literal that it means."""
    if isinstance(term, ox.Literal):
        datatype = None if term.language or term.datatype.value == str(XSD.string) else URIRef(term.datatype.value)
        return Literal(term.value, lang=term.language, datatype=datatype, normalize=False)
    if isinstance(term, ox.BlankNode):
        return BNode(term.value)
    if isinstance(term, ox.NamedNode):
        return URIRef(term.value)
    raise beyond_rdf11(term)


def beyond_rdf11(term: object) -> SourceError:
    """The error for a term that RDF 1.1 does not have."""
    return SourceError(f"{term} is not RDF 1.1; triples as terms are not read")


class _Incomparable(Literal):
    """A literal that is no finite number: ordered among those of its datatype, never before or after others.

    The engine would stop with an error where it compares one with a number, or order the two by the
    names of their datatypes.
    """

    __slots__ = ()

    def eq(self, other: object) -> bool:
        """True for the same value; not to be compared with what is of another kind."""
        if self == other:
            return True
        if not self._is_like(other):
            raise TypeError(f"{self.n3()} cannot be compared with {other!r}")
        return bool(super().eq(other))

    def _is_like(self, other: object) -> bool:
        is_same = isinstance(other, Literal) and other.datatype == self.datatype
        return is_same and self.value is not None and getattr(other, "value", None) is not None

    def __lt__(self, other: object) -> bool:
        return self._is_like(other) and super().__lt__(other) is True

    def __le__(self, other: object) -> bool:
        return self._is_like(other) and super().__le__(other) is True

    def __gt__(self, other: object) -> bool:
        return self._is_like(other) and super().__gt__(other) is True

    def __ge__(self, other: object) -> bool:
        return self._is_like(other) and super().__ge__(other) is True

    def n3(self, namespace_manager: NamespaceManager | None = None) -> str:
        """The literal as it is written; rdflib would first look for its number."""
        return f'"{self}"^^<{self.datatype}>'


class _IllTyped(_Incomparable):
    """A literal that has no value in its datatype, NaN for a decimal included."""

    __slots__ = ()

    @property
    def value(self) -> None:
        return None

    @property
    def ill_typed(self) -> bool:
        return True

    def toPython(self) -> Any:
        """Makes arithmetic inside a query an error of that query, as SPARQL wants it."""
        raise SPARQLError(f"{self.n3()} has no value")


def exact_context() -> decimal.Context:
    """Decimals are multiplied exactly, however many digits a source prints."""
    return decimal.Context(prec=1000, traps=[decimal.InvalidOperation, decimal.DivisionByZero])


class QuickGraph(Graph):
    """A graph that is asked the same queries again and again: parsing takes most of their time."""

    def query(self, query_object: str | Query, *args: Any, **kwargs: Any) -> Result:
        """Answer a query, which is parsed only the first time that it is met."""
        query = _prepared(query_object) if isinstance(query_object, str) else query_object
        return super().query(query, *args, **kwargs)


class Union(QuickGraph):
    """The triples of all graphs, in a graph that pySHACL may have."""

    def __init__(self, data: Graph | Dataset) -> None:
        super().__init__()
        for subject, predicate, object_, *_ in data.quads() if isinstance(data, Dataset) else data:
            self.add((named(subject), predicate, named(comparable(object_))))


@lru_cache(maxsize=64)
def _prepared(query: str) -> Query:
    return prepareQuery(query)


def named(node: Node) -> Node:
    """A node with a name: the engine refuses to compare blank nodes, so they are called "_:id"."""
    return URIRef(f"_:{node}") if isinstance(node, BNode) else node


def comparable(node: Node) -> Node:
    """A literal that can be compared with any other without an error; other nodes as they are."""
    if not isinstance(node, Literal) or node.datatype is None:
        return node
    if node.datatype == XSD.string:
        return Literal(str(node))  # the same literal; rdflib takes the two forms for different ones
    value = node.value
    is_number = isinstance(value, int | float | decimal.Decimal) and not isinstance(value, bool)
    if is_number and _is_finite(value):
        return node
    has_no_value = is_number and not isinstance(value, float)  # a double may be NaN, a decimal may not
    kind = _IllTyped if has_no_value or node.ill_typed else _Incomparable
    return kind(str(node), datatype=node.datatype, normalize=False)


def _is_finite(number: int | float | decimal.Decimal) -> bool:
    return number.is_finite() if isinstance(number, decimal.Decimal) else math.isfinite(number)
