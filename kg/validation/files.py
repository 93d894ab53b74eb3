"""RDF files to be checked, read so that nothing is fetched and no literal is rewritten."""

from __future__ import annotations

import codecs
import io
from pathlib import Path

import pyoxigraph as ox
from rdflib import Dataset

from kg.errors import SourceError
from kg.validation.data import parse_exact

#: File suffix -> format. RDF/XML is not read: its entities can be made to swell without bound.
SUFFIXES = {
    ".ttl": ox.RdfFormat.TURTLE,
    ".nt": ox.RdfFormat.N_TRIPLES,
    ".nq": ox.RdfFormat.N_QUADS,
    ".trig": ox.RdfFormat.TRIG,
    ".jsonld": ox.RdfFormat.JSON_LD,
}


def parse_file(path: Path) -> Dataset:
    """Read an RDF file by its suffix; raises SourceError with the place of a syntax error.

    A JSON-LD context must stand in the file: one elsewhere is refused, never fetched.
    """
    format_ = format_of(path)
    try:
        data = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    except OSError as error:
        raise unreadable(path, error) from error
    out = io.BytesIO()
    try:
        ox.serialize(ox.parse(data, format_, base_iri="urn:file:"), out, ox.RdfFormat.N_QUADS)
    except (SyntaxError, OSError) as error:
        raise malformed(path, error) from error
    return parse_exact(out.getvalue(), "nquads")


def format_of(path: Path) -> ox.RdfFormat:
    """The format of a file by its suffix; raises SourceError for another file."""
    format_ = SUFFIXES.get(path.suffix)
    if format_ is None:
        raise SourceError(f"{path}: not a known RDF file; give one of {', '.join(SUFFIXES)}")
    return format_


def unreadable(path: Path, error: OSError) -> SourceError:
    """The error for a file that cannot be opened."""
    return SourceError(f"{path}: cannot be read: {error.strerror}")


def malformed(path: Path, error: SyntaxError | OSError) -> SourceError:
    """The error for a file that cannot be parsed: its syntax, or a JSON-LD context that stands elsewhere."""
    if isinstance(error, OSError) or "LoadDocumentCallback" in str(error):
        return SourceError(f"{path}: {error}; put the @context itself into the file")
    place = f"{path}:{error.lineno}" if error.lineno else str(path)
    return SourceError(f"{place}: {error.msg}; mend the syntax")
