"""graph.nq in the other RDF formats. Values never pass through a store, which would shorten them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyoxigraph as ox

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


def union_lines(quads: Iterable[str]) -> list[str]:
    """The triples of all graphs as sorted N-Triples lines, each once."""
    return sorted({_without_graph(line) for line in quads})


def _without_graph(line: str) -> str:
    """Cut the graph off an N-Quads line of ours: it is the last IRI, and IRIs hold no blanks."""
    return line.removesuffix(" .\n").rpartition(" ")[0] + " .\n"


def data_prefixes(base: str) -> dict[str, str]:
    """Our prefixes and one for each kind of data IRI, so that Turtle reads well."""
    kinds = {kind: f"{base}{kind}/" for kind in sorted(KINDS)}
    return {**kinds, **PREFIXES}


def to_turtle(triples: Iterable[str], base: str) -> bytes:
    """Turtle with one block a subject; ``triples`` are sorted N-Triples lines."""
    return _serialize(_triples(triples), ox.RdfFormat.TURTLE, data_prefixes(base))


def to_trig(quads: Iterable[str], base: str) -> bytes:
    """TriG with one block a graph; ``quads`` are N-Quads lines in graph order."""
    parsed = ox.parse("".join(quads), format=ox.RdfFormat.N_QUADS)
    return _serialize(parsed, ox.RdfFormat.TRIG, data_prefixes(base))


def to_rdf_xml(triples: Iterable[str], base: str) -> bytes:
    """RDF/XML; the prefixes name the properties' namespaces."""
    return _serialize(_triples(triples), ox.RdfFormat.RDF_XML, PREFIXES)


def _triples(lines: Iterable[str]) -> Iterator[ox.Triple]:
    for quad in ox.parse("".join(lines), format=ox.RdfFormat.N_TRIPLES):
        yield quad.triple


def _serialize(items: Iterable[ox.Quad] | Iterable[ox.Triple], format: ox.RdfFormat, prefixes: dict[str, str]) -> bytes:
    written = ox.serialize(items, format=format, prefixes=prefixes)
    return written if isinstance(written, bytes) else b""
