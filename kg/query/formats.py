"""The formats of answers: tables and truth values in the W3C results formats, graphs in RDF."""

from __future__ import annotations

from dataclasses import dataclass

import pyoxigraph as ox


@dataclass(frozen=True, slots=True)
class Format:
    """One format: ``name`` as in ``?format=``, ``aliases`` are media types that ask for it too.

    ``graph`` is True for formats of triples, False for tables and truth values; only ``ttl`` is
    there for both (a table in Turtle uses the W3C result-set vocabulary).
    """

    name: str
    media_type: str
    graph: bool
    aliases: tuple[str, ...] = ()

    @property
    def content_type(self) -> str:
        """The Content-Type header; text/* without a charset would be read as ASCII."""
        return f"{self.media_type}; charset=utf-8" if self.media_type.startswith("text/") else self.media_type


#: In order of preference: where a client likes several equally, the first one is sent.
FORMATS: tuple[Format, ...] = (
    Format("json", "application/sparql-results+json", False, ("application/json",)),
    Format("xml", "application/sparql-results+xml", False, ("application/xml", "text/xml")),
    Format("csv", "text/csv", False),
    Format("tsv", "text/tab-separated-values", False),
    Format("ttl", "text/turtle", True, ("application/x-turtle",)),
    Format("nt", "application/n-triples", True, ("text/plain",)),
    Format("jsonld", "application/ld+json", True, ("application/json",)),
    Format("rdf", "application/rdf+xml", True, ("application/xml", "text/xml")),
    Format("trig", "application/trig", True, ("application/x-trig",)),
    Format("nq", "application/n-quads", True, ("text/x-nquads",)),
)

#: Other short names that clients use for the same formats.
SHORT_NAMES = {
    "turtle": "ttl",
    "n3": "ttl",
    "ntriples": "nt",
    "n-triples": "nt",
    "nquads": "nq",
    "n-quads": "nq",
    "json-ld": "jsonld",
    "rdf+xml": "rdf",
    "rdfxml": "rdf",
}

TURTLE_TABLE = Format("ttl", "text/turtle", False)

RESULT_FORMATS: dict[str, ox.QueryResultsFormat] = {
    "json": ox.QueryResultsFormat.JSON,
    "xml": ox.QueryResultsFormat.XML,
    "csv": ox.QueryResultsFormat.CSV,
    "tsv": ox.QueryResultsFormat.TSV,
}
GRAPH_FORMATS: dict[str, ox.RdfFormat] = {
    "ttl": ox.RdfFormat.TURTLE,
    "nt": ox.RdfFormat.N_TRIPLES,
    "jsonld": ox.RdfFormat.JSON_LD,
    "rdf": ox.RdfFormat.RDF_XML,
    "trig": ox.RdfFormat.TRIG,
    "nq": ox.RdfFormat.N_QUADS,
}


def formats_for(*, graph: bool) -> tuple[Format, ...]:
    """The formats that an answer of this kind can have, preferred ones first."""
    return tuple(format_ for format_ in FORMATS if format_.graph is graph)


def find_format(name: str, *, graph: bool) -> Format | None:
    """The format of that short name for this kind of answer; None where there is none."""
    if name == TURTLE_TABLE.name and not graph:
        return TURTLE_TABLE
    return next((format_ for format_ in formats_for(graph=graph) if format_.name == name), None)
