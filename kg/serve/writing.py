"""Writing an answer: as the engine does it, but for the formats in which the engine can be wrong.

JSON-LD and RDF/XML are written as the files of a version are: from all triples at once, one object
or element a node. What such a format cannot hold is told, and no other answer given in its place.
"""

from __future__ import annotations

from typing import IO

import pyoxigraph as ox

from kg.errors import FormatError, QueryError
from kg.export.jsonld import jsonld_chunks
from kg.export.rdfxml import to_rdf_xml
from kg.query.execution import Execution, Triples
from kg.query.formats import Format
from kg.terms import PREFIXES

_NAMES = {"jsonld": "JSON-LD", "rdf": "RDF/XML"}


def write(execution: Execution, output: IO[bytes], format_: Format) -> None:
    """Write an answer in a format that fits its form; raises QueryError where the format cannot hold it."""
    name = _NAMES.get(format_.name)
    if name is None:
        execution.write(output, format_)
        return
    lines = _lines(execution, name)
    try:
        if format_.name == "rdf":
            output.write(to_rdf_xml(lines, PREFIXES, exact=True))
        else:
            for chunk in jsonld_chunks(lines):
                output.write(chunk.encode())
    except FormatError as error:
        raise QueryError(f"{error}: ask for Turtle") from None


def _lines(execution: Execution, name: str) -> list[str]:
    """The triples of an answer as sorted N-Triples lines."""
    found = execution.answer()
    assert isinstance(found, Triples)
    if any(_is_new(triple.object) for triple in found.triples):
        raise QueryError(
            f"the answer holds what {name} cannot write (a triple term or a text direction): ask for Turtle"
        )
    return sorted(f"{triple} .\n" for triple in found.triples)


def _is_new(term: object) -> bool:
    """Whether RDF 1.1 has no such term."""
    return isinstance(term, ox.Triple) or (isinstance(term, ox.Literal) and term.direction is not None)
