"""``kg review``: what a person should look at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import BuildDir, app, folder, one_of


@app.command()
def review(
    kind: Annotated[str | None, typer.Option("--kind", help="One kind of items only.")] = None,
    leaderboard: Annotated[str | None, typer.Option("--leaderboard", help="One leaderboard only, by key.")] = None,
    source: Annotated[str | None, typer.Option("--source", help="One source only, by key.")] = None,
    format: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    registry: Annotated[Path, typer.Option("--registry", help="Where the registry lies.")] = Path("data/registry"),
    build_dir: BuildDir = Path("build"),
) -> None:
    """List what a person should look at: guesses, merge candidates, withheld facts, rejects, flags.

    Example: kg review --kind merges
    """
    from kg.registry import load_registry
    from kg.review import review as look_through
    from kg.store import Version

    one_of("--format", format, ("text", "json"))
    lies = folder(registry)
    known = load_registry(lies) if lies else None
    found = look_through(Version(build_dir), known, kind=kind, leaderboard=leaderboard, source=source)
    print(found.to_text() if format == "text" else json.dumps(found.to_dict(), ensure_ascii=False, indent=2))
