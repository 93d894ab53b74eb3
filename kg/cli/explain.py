"""``kg explain``: why a build says what it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import BuildDir, app, one_of


@app.command()
def explain(
    name: Annotated[str, typer.Argument(help="An IRI, a CURIE, a path such as method/gpt-5, or file:line:cell.")],
    format: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    build_dir: BuildDir = Path("build"),
) -> None:
    """Tell why a build says what it says of one thing.

    Example: kg explain u-mrg-14k-test/page.txt:6:5
    """
    from kg.explain import explain as tell
    from kg.store import Version

    one_of("--format", format, ("text", "json"))
    told = tell(Version(build_dir), name)
    print(told.to_text() if format == "text" else json.dumps(told.to_dict(), ensure_ascii=False, indent=2))
