"""graph.nq in the other RDF formats. Values never pass through a store, which would shorten them."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterable

from kg.export import rdfxml, turtle
from kg.export.lines import split_quad
from kg.iris import KINDS
from kg.terms import PREFIXES

#: File name -> media type, for all graph files of a build.
GRAPH_FILES = {
    "graph.nq": "application/n-quads",
    "graph.trig": "application/trig",
    "graph.nt": "application/n-triples",
    "graph.ttl": "text/turtle",
    "graph.jsonld": "application/ld+json",
    "graph.rdf": "application/rdf+xml",
}

#: The result tables of a build, with media types.
TABLE_FILES = {"results.csv": "text/csv", "results.parquet": "application/vnd.apache.parquet"}

#: Files with a gzip copy beside them; Parquet is compressed within.
COMPRESSED_FILES = (*GRAPH_FILES, "results.csv")


def union_lines(quads: Iterable[str]) -> list[str]:
    """The triples of all graphs as sorted N-Triples lines, each once."""
    return sorted({split_quad(line)[0] for line in quads})


def data_prefixes(base: str) -> dict[str, str]:
    """Our prefixes and one for each kind of data IRI, so that Turtle reads well."""
    kinds = {kind: f"{base}{kind}/" for kind in sorted(KINDS)}
    return {**kinds, **PREFIXES}


def to_turtle(triples: Iterable[str], base: str) -> bytes:
    """Turtle with one block a subject; ``triples`` are sorted N-Triples lines."""
    return turtle.to_turtle(triples, data_prefixes(base))


def to_trig(quads: Iterable[str], base: str) -> bytes:
    """TriG with one block a graph; ``quads`` are N-Quads lines in graph order."""
    return turtle.to_trig(quads, data_prefixes(base))


def to_rdf_xml(triples: Iterable[str], base: str) -> bytes:
    """RDF/XML; the prefixes name the properties' namespaces, whatever the base of the data."""
    return rdfxml.to_rdf_xml(triples, PREFIXES)


def to_gzip(content: bytes) -> bytes:
    """A gzip file without name and time, so that equal content gives equal bytes."""
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, compresslevel=6, mtime=0) as file:
        file.write(content)
    return out.getvalue()
