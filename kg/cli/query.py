"""``kg query`` and ``kg list``: questions and their answers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from kg.cli.app import BuildDir, RowFormat, app, one_of
from kg.console import print_table, say
from kg.errors import KgError


@app.command()
def query(
    question: Annotated[
        str | None, typer.Argument(help="A question's name, a query file, or - for standard input.")
    ] = None,
    param: Annotated[list[str] | None, typer.Option("--param", help="name=value, for a named question.")] = None,
    format: RowFormat = None,
    build_dir: BuildDir = Path("build"),
) -> None:
    """Answer a named question or a SPARQL query; alone: list the questions.

    Example: kg query models-on-several-medical-benchmarks
    """
    from kg.query import bind, find_question, questions, unknown_things
    from kg.store import Version, open_store

    format = format or ("table" if sys.stdout.isatty() else "csv")
    one_of("--format", format, ("table", "csv", "json", "ttl"))
    if question is None:
        rows = [[q.number, q.slug, q.question] for q in questions()]
        print_table(["number", "name", "question"], rows)
        return
    version = Version(build_dir)
    if question == "-":
        text = sys.stdin.read()
    elif question.endswith(".rq") and Path(question).is_file():
        text = Path(question).read_text(encoding="utf-8")
    elif question.endswith(".rq"):
        raise KgError(f"{question}: no such query file")
    else:
        asked, given = find_question(question), _parameters(param or [])
        text = bind(asked, given, base=version.base)
        for hint in unknown_things(open_store(version), asked, given, version.base):
            say(f"note: {hint}")
        param = None
    if param:
        raise KgError("--param goes with a named question; write the values into the query")
    _answer(open_store(version), text, format, version.base)


@app.command("list")
def list_(
    what: Annotated[str, typer.Argument(help="leaderboards, methods or metrics.")],
    format: RowFormat = None,
    build_dir: BuildDir = Path("build"),
) -> None:
    """List the leaderboards, methods or metrics of a build.

    Example: kg list leaderboards
    """
    from kg.query.lists import LISTS
    from kg.store import Version, open_store

    one_of("the list", what, tuple(LISTS))
    format = format or ("table" if sys.stdout.isatty() else "csv")
    one_of("--format", format, ("table", "csv", "json", "ttl"))
    version = Version(build_dir)
    _answer(open_store(version), LISTS[what], format, version.base)


def _answer(store: Any, text: str, format: str, base: str) -> None:
    """Run a query and print its answer."""
    from kg.export.formats import data_prefixes
    from kg.query import Table, find_format, guard, run
    from kg.query.execution import run_bytes
    from kg.query.tables import shortened

    if format == "table":
        answer = run(store, text)
        if isinstance(answer, Table):
            prefixes = data_prefixes(base)
            rows = [[shortened(term, prefixes) for term in row] for row in answer.rows]
            print_table(answer.columns, rows)
            say(f"{len(rows)} rows")
            return
        if isinstance(answer, bool):
            print("true" if answer else "false")
            return
        format = "ttl"
    wanted = find_format(format, graph=guard(text).gives_graph)
    if wanted is None:
        raise KgError(f"--format {format} does not fit this form of query; CONSTRUCT and DESCRIBE give ttl")
    sys.stdout.flush()
    sys.stdout.buffer.write(run_bytes(store, text, wanted))
    sys.stdout.buffer.flush()


def _parameters(given: list[str]) -> dict[str, str]:
    parameters = {}
    for text in given:
        name, separator, value = text.partition("=")
        if not separator:
            raise KgError(f"--param wants name=value, not {text!r}")
        parameters[name.strip()] = value
    return parameters
