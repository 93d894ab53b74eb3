"""``kg check``: the verdict of the shapes on whatever a person names."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import BuildDir, app, one_of
from kg.console import say


@app.command()
def check(
    target: Annotated[
        Path | None,
        typer.Argument(help="A build, an RDF file, or source pages. [default: the build]", metavar="[BUILD|FILE]"),
    ] = None,
    build_dir: BuildDir = Path("build"),
    registry: Annotated[Path | None, typer.Option("--registry", help="The curated registry, for source pages.")] = None,
    format: Annotated[str, typer.Option("--format", help="text, ttl or json.")] = "text",
) -> None:
    """Check a build, an RDF file or source pages against the shapes.

    Example: kg check build/current/graph.ttl
    """
    from kg.checking import check_target

    one_of("--format", format, ("text", "ttl", "json"))
    verdict = check_target(target or build_dir, registry)
    sys.stdout.write(verdict.written(format))
    say(verdict.summary)
    raise typer.Exit(0 if verdict.is_clean else 1)
