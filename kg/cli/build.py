"""``kg build``: pages in, a checked version of the graph out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from kg.cli.app import app
from kg.console import say, summary_lines


@app.command()
def build(
    sources: Annotated[
        list[Path] | None, typer.Argument(help="Data folders, source folders or page files. [default: data]")
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="The build folder.")] = Path("build"),
    registry: Annotated[
        Path | None, typer.Option("--registry", help="The curated registry. [default: the one beside the sources]")
    ] = None,
    accept_findings: Annotated[
        bool, typer.Option("--accept-findings", help="Serve the version even if it has violations or rejects.")
    ] = False,
) -> None:
    """Build a checked graph from source pages.

    Example: kg build data --out build
    """
    from kg.pipeline.publish import fingerprint, unchanged, write
    from kg.settings import base_iri

    started = time.monotonic()
    paths = sources or [Path("data")]
    base = base_iri()
    inputs = fingerprint(paths, registry, base)
    outcome = unchanged(out, inputs)
    if outcome is not None:
        for line in summary_lines(outcome.report, None):
            say(line)
        say(f"nothing changed: {out / 'current'} is version {outcome.version.name}")
        return
    from kg.pipeline.road import run

    built = run(paths, registry, base, out)
    outcome = write(built, out, inputs, accept_findings=accept_findings)
    for line in summary_lines(outcome.report, time.monotonic() - started):
        say(line)
    _say_problems(outcome.report)
    for group in built.report.told("Violation"):
        places = list(dict.fromkeys(place for finding in group for place in finding.places))
        say(f"violation: {group[0].message}{_cells(places)} Remedy: {group[0].remedy}")
    if built.report.findings:
        say(f"kg check {outcome.version} shows every finding with its cells")
    if outcome.is_current:
        say(f"{out / 'current'} is version {outcome.version.name}")
    else:
        say(
            f"version {outcome.version.name} is written but not switched to, because of its findings; mend them, "
            "or build with --accept-findings"
        )
    raise typer.Exit(0 if built.is_clean else 1)


def _say_problems(report: dict[str, Any], shown: int = 10) -> None:
    """The first rejects and warnings of a build, with their places."""
    for name in ("rejects", "warnings"):
        problems = [problem for board in report["leaderboards"] for problem in board[name]]
        for problem in problems[:shown]:
            place = ":".join(str(problem[part]) for part in ("file", "line", "column") if problem[part] is not None)
            say(f"{name[:-1]}: {place}: {problem['reason']}: {problem['printed']!r}; {problem['remedy']}")
        if len(problems) > shown:
            say(f"… and {len(problems) - shown} more {name}; all are in build-report.json")


def _cells(places: list[str]) -> str:
    """The first of some cells, and how many there are besides."""
    more = f" and {len(places) - 1} more cells" if len(places) > 1 else ""
    return f" ({places[0]}{more})" if places else ""
