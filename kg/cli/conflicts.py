"""``kg conflicts``: one method, several values under the same conditions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import BuildDir, app, one_of


@app.command()
def conflicts(
    method: Annotated[str | None, typer.Option("--method", help="Of one method only.")] = None,
    benchmark: Annotated[
        str | None, typer.Option("--benchmark", help="On one benchmark, benchmark family or data set only.")
    ] = None,
    more_than: Annotated[
        str | None, typer.Option("--more-than", help="Disagreements greater than this, in the metric's canonical unit.")
    ] = None,
    format: Annotated[str, typer.Option("--format", help="text, json or csv.")] = "text",
    build_dir: BuildDir = Path("build"),
) -> None:
    """List methods with several values in one comparison group, and what reruns say.

    Disagreement is told from one value that is recorded twice or rounded. Nothing is resolved.

    Example: kg conflicts --more-than 0.01
    """
    from kg.comparability import ask_conflicts
    from kg.review import Facts
    from kg.store import Version

    one_of("--format", format, ("text", "json", "csv"))
    found = ask_conflicts(Facts(Version(build_dir)), method=method, benchmark=benchmark, more_than=more_than)
    if format == "json":
        print(json.dumps(found.to_dict(), ensure_ascii=False, indent=2))
    else:
        print(found.to_text() if format == "text" else found.to_csv(), end="")
