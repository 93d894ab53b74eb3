"""``kg cite``: the papers that a table of results cannot be cited without."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import BuildDir, app, one_of
from kg.console import say


@app.command()
def cite(
    benchmark: Annotated[str, typer.Argument(help="A benchmark, family or leaderboard: key, label or IRI.")],
    format: Annotated[str, typer.Option("--format", help="bibtex or csl.")] = "bibtex",
    build_dir: BuildDir = Path("build"),
) -> None:
    """Print the BibTeX of every paper needed to cite a table.

    Example: kg cite "MR-MedSeg (val)"
    """
    from kg.link.bibliography import to_bibtex
    from kg.link.citing import citations
    from kg.store import Version

    one_of("--format", format, ("bibtex", "csl"))
    label, cited = citations(Version(build_dir), benchmark)
    if format == "csl":
        print(json.dumps([c.entry for c in cited], ensure_ascii=False, indent=1))
    else:
        for number, citation in enumerate(cited):
            print("\n" * bool(number) + "".join(f"% {reason}\n" for reason in citation.reasons), end="")
            print(to_bibtex([citation.entry]).decode(), end="")
    say(f"{len(cited)} papers are needed to cite {label}")
    if nameless := [c.entry["id"] for c in cited if not c.entry.get("author")]:
        say(
            f"authors not known of {', '.join(nameless)}: kg link asks the catalogues, data/links/ids.json records them"
        )
