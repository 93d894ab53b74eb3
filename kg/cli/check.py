"""``kg check``: the verdict of the shapes on whatever a person names."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.app import BuildDir, app, one_of
from kg.console import say

if TYPE_CHECKING:
    from kg.checking import Verdict

#: Seconds that an endpoint may be given, in all.
_LONGEST = 86_400


@app.command()
def check(
    targets: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Builds, source pages, RDF files, files of submitted results. [default: the build]",
            metavar="[FILE]...",
        ),
    ] = None,
    build_dir: BuildDir = Path("build"),
    registry: Annotated[Path | None, typer.Option("--registry", help="The curated registry.")] = None,
    alone: Annotated[bool, typer.Option("--alone", help="Use the file and the vocabulary only, no registry.")] = False,
    profile: Annotated[str, typer.Option("--profile", help="core, publish or advice: which rules count.")] = "advice",
    kind: Annotated[str, typer.Option("--as", help="pages, rdf or submission, where it is not seen.")] = "auto",
    against: Annotated[
        str | None, typer.Option("--against", help="The leaderboard that submitted rows are for.")
    ] = None,
    endpoint: Annotated[
        str | None, typer.Option("--endpoint", help="A SPARQL endpoint whose data are checked.")
    ] = None,
    timeout: Annotated[float, typer.Option("--timeout", help="Seconds for the endpoint, in all.")] = 120.0,
    format: Annotated[str, typer.Option("--format", help="text, ttl, json, sarif, github or html.")] = "text",
    out: Annotated[Path | None, typer.Option("--out", help="Write to a file.")] = None,
    fail_on: Annotated[
        str, typer.Option("--fail-on", help="violation or warning: the least grave finding that gives exit status 1.")
    ] = "violation",
    every: Annotated[bool, typer.Option("--all", help="List every finding, not only the first of each rule.")] = False,
) -> None:
    """Check builds, files or an endpoint against the shapes. Exit status: 0 clean, 1 findings, 2 not usable.

    Example: kg check build/current/graph.ttl
    """
    from kg.checking import (
        FORMATS,
        KINDS,
        PROFILES,
        Options,
        Unusable,
        check_endpoint,
        check_target,
        distinct,
        save,
        written,
    )
    from kg.checking.dates import latest_today
    from kg.errors import KgError

    one_of("--format", format, FORMATS)
    one_of("--profile", profile, PROFILES)
    one_of("--as", kind, KINDS)
    one_of("--fail-on", fail_on, ("violation", "warning"))
    if not 0 < timeout <= _LONGEST:
        raise KgError(f"--timeout must be above 0 and at most {_LONGEST} seconds, not {timeout:g}")
    today = latest_today(datetime.datetime.now(datetime.UTC))
    options = Options(registry, profile, alone, kind, build_dir, against, today)
    named = distinct(targets) if targets else [] if endpoint else [build_dir]
    asked: list[tuple[str, Callable[[], Verdict]]] = [
        (target.as_posix(), partial(check_target, target, options=options)) for target in named
    ]
    if endpoint:
        asked.insert(0, (endpoint, partial(check_endpoint, endpoint, options, timeout)))
    verdicts: list[Verdict] = []
    unusable: list[Unusable] = []
    for name, ask in asked:
        try:
            verdicts.append(ask())
        except KgError as error:
            if len(asked) == 1 and format == "text":
                raise  # a person who names one target reads one line
            unusable.append(Unusable(name, str(error).removeprefix(f"{name}: ")))
            say(f"kg: {error}")
    text = written(verdicts, format, every=every, unusable=unusable)
    if out is None:
        sys.stdout.write(text)
    else:
        save(out, text)
    for verdict in verdicts:
        for part in verdict.lost:
            say(f"kg: {part.reason}")
        say(verdict.summary if len(asked) == 1 else f"{verdict.target}: {verdict.summary}")
    is_partial = unusable or any(verdict.lost for verdict in verdicts)
    raise typer.Exit(2 if is_partial else 0 if all(verdict.passes(fail_on) for verdict in verdicts) else 1)
