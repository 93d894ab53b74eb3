"""``kg export``: the files of a build, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import BuildDir, app
from kg.console import say


@app.command()
def export(
    format: Annotated[str, typer.Argument(help="ttl, trig, nt, nq, jsonld, rdf, csv, parquet, or all.")],
    out: Annotated[
        Path | None, typer.Option("--out", help="A file, a folder for all, or - for standard output.")
    ] = None,
    build_dir: BuildDir = Path("build"),
) -> None:
    """Copy a build's files, byte for byte.

    Example: kg export ttl --out results.ttl
    """
    from kg.export.command import export as copy
    from kg.store import Version

    for path in copy(Version(build_dir), format, out):
        say(f"wrote {path}")
