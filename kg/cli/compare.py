"""``kg compare``: two methods, or all methods of a benchmark, like for like."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import BuildDir, app, one_of
from kg.console import say
from kg.errors import KgError


@app.command()
def compare(
    methods: Annotated[
        list[str] | None, typer.Argument(help="Two methods, each by label, printed spelling, CURIE or IRI.")
    ] = None,
    benchmark: Annotated[
        str | None, typer.Option("--benchmark", help="On one benchmark, benchmark family or data set only.")
    ] = None,
    metric: Annotated[str | None, typer.Option("--metric", help="By one metric only.")] = None,
    parts: Annotated[bool, typer.Option("--parts", help="With the parts of the benchmark.")] = False,
    unit: Annotated[str | None, typer.Option("--unit", help="Tell values in this unit too, such as unit:SEC.")] = None,
    mean: Annotated[
        bool, typer.Option("--mean", help="Means over the parts of the benchmark, or the benchmarks of the family.")
    ] = False,
    format: Annotated[str, typer.Option("--format", help="text, json or csv.")] = "text",
    build_dir: BuildDir = Path("build"),
) -> None:
    """Compare two methods, or all methods of a benchmark, inside comparison groups only.

    Shows who is ahead by how much wherever the two compare, and, where results only look
    alike, the conditions that keep them apart.

    Example: kg compare Qwen2.5-VL-7B Lingshu-7B
    """
    from kg import comparability as c
    from kg.review import Facts
    from kg.store import Version

    one_of("--format", format, ("text", "json", "csv"))
    names = methods or []
    if len(names) not in (0, 2) or (not names and not benchmark):
        raise KgError("kg compare wants two methods, or --benchmark alone: kg compare A B")
    facts = Facts(Version(build_dir))
    asked: c.Comparison | c.MeansOver
    if mean:
        if names or parts or unit or benchmark is None:
            raise KgError("--mean goes with --benchmark and --metric only")
        asked = c.ask_means(facts, benchmark, metric=metric)
    else:
        asked = c.ask(facts, names, benchmark=benchmark, metric=metric, parts=parts, unit=unit)
    if format == "json":
        print(json.dumps(asked.to_dict(), ensure_ascii=False, indent=2))
    else:
        print(asked.to_text() if format == "text" else asked.to_csv(), end="")
    if format == "csv" and isinstance(asked, c.Comparison) and asked.is_empty:
        say("no results fit the call")
