"""What ``kg export`` does: hand out the files of a build, byte for byte."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
from pathlib import Path

from kg.errors import BuildError, KgError
from kg.registry.near import near_names
from kg.store import Version

#: Format -> the file of a build that holds it.
FORMATS = {
    "ttl": "graph.ttl",
    "trig": "graph.trig",
    "nt": "graph.nt",
    "nq": "graph.nq",
    "jsonld": "graph.jsonld",
    "rdf": "graph.rdf",
    "csv": "results.csv",
    "parquet": "results.parquet",
}

#: The name that stands for every format, and the file name that stands for standard output.
ALL = "all"
STDOUT = Path("-")

#: Other names that people use for the formats.
_ALSO = {
    "turtle": "ttl",
    "n-triples": "nt",
    "ntriples": "nt",
    "n-quads": "nq",
    "nquads": "nq",
    "json": "jsonld",
    "json-ld": "jsonld",
    "xml": "rdf",
    "rdf/xml": "rdf",
    "rdfxml": "rdf",
    "pq": "parquet",
    "excel": "csv",
    "xlsx": "csv",
    "tsv": "csv",
}


def export(version: Version, format: str, out: Path | None = None) -> list[Path]:
    """Copy the files of a build; returns what was written, nothing for standard output.

    ``format`` is one of :data:`FORMATS` or ``all``. ``out`` is a file, for ``all`` a folder (made
    where it is missing), ``-`` for standard output; without it the files come into the current
    folder under their own names. A file name that ends in ``.gz`` gets the compressed file. Each
    file appears whole or not at all. Raises KgError.
    """
    name = format.strip().lower().removeprefix(".")
    if name == ALL:
        return _export_all(version, out)
    if name not in FORMATS:
        raise KgError(_unknown(format))
    if out == STDOUT:
        _to_stdout(_file(version, FORMATS[name]))
        return []
    target = out or Path(FORMATS[name])
    if target.is_dir():
        raise KgError(f"{target} is a folder: give a file, for example --out {target / FORMATS[name]}")
    source = _file(version, FORMATS[name] + (".gz" if target.suffix == ".gz" else ""))
    _copy(source, target)
    return [target]


def _export_all(version: Version, out: Path | None) -> list[Path]:
    if out == STDOUT:
        raise KgError("standard output takes one format: name one, or give a folder with --out")
    folder = out or Path()
    if folder.exists() and not folder.is_dir():
        raise KgError(f"{folder} is a file: give a folder for all formats")
    pairs = [(_file(version, name), folder / name) for name in FORMATS.values()]
    for _, target in pairs:
        if target.is_dir():
            raise KgError(f"{target} is a folder: move it away, or give another folder with --out")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KgError(f"{folder} cannot be made: {error.strerror}") from error
    for source, target in pairs:
        _copy(source, target)
    return [target for _, target in pairs]


def _unknown(format: str) -> str:
    names = [*FORMATS, ALL]
    asked = format.strip().lower().removeprefix(".")
    near = _ALSO.get(asked) or next(iter(near_names(asked, names)), None)
    hint = f"did you mean {near}? " if near else ""
    return f"there is no format {format[:40]!r}: {hint}The formats are {', '.join(FORMATS)}, and {ALL}"


def _file(version: Version, name: str) -> Path:
    path = version.path / name
    if name not in version.files or not path.is_file():
        raise BuildError(f"version {version.digest} has no {name}: run kg build")
    return path


def _to_stdout(source: Path) -> None:
    with source.open("rb") as file:
        shutil.copyfileobj(file, sys.stdout.buffer)
    sys.stdout.buffer.flush()


def _copy(source: Path, target: Path) -> None:
    """Write beside the target, then take its place in one step."""
    beside = target.with_name(f".{target.name}-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        try:
            shutil.copyfile(source, beside)
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise KgError(f"{target} cannot be written: {error.strerror}") from error
