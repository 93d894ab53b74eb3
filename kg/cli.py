"""The command line: parses and prints; the work is done elsewhere.

Exit status 0: fine; 1: the data have violations or rejected cells; 2: the call or the tool failed.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from kg import __version__
from kg.console import print_table, say, summary_lines, try_lines
from kg.errors import KgError

app = typer.Typer(
    help="Leaderboard results as linked data you can query, download and check.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

#: What typer makes of Ctrl-C: the shell's number for an interrupted command.
_INTERRUPTED = 130

BuildDir = Annotated[Path, typer.Option("--build", help="The build folder, or one version in it.")]


def _version(value: bool) -> None:
    if value:
        print(f"kg {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Leaderboard results as linked data you can query, download and check."""


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

    built = run(paths, registry, base)
    outcome = write(built, out, inputs, accept_findings=accept_findings)
    for line in summary_lines(outcome.report, time.monotonic() - started):
        say(line)
    _say_problems(outcome.report)
    for finding in built.report.of("Violation"):
        cells = f" ({finding.places[0]} and {len(finding.places) - 1} more cells)" if finding.places else ""
        say(f"violation: {finding.message}{cells} Remedy: {finding.remedy}")
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

    _one_of("--format", format, ("text", "ttl", "json"))
    verdict = check_target(target or build_dir, registry)
    sys.stdout.write(verdict.written(format))
    say(verdict.summary)
    raise typer.Exit(0 if verdict.is_clean else 1)


@app.command()
def query(
    question: Annotated[
        str | None, typer.Argument(help="A question's name, a query file, or - for standard input.")
    ] = None,
    param: Annotated[list[str] | None, typer.Option("--param", help="name=value, for a named question.")] = None,
    format: Annotated[
        str | None, typer.Option("--format", help="table, csv, json or ttl. [default: table on a terminal, else csv]")
    ] = None,
    build_dir: BuildDir = Path("build"),
) -> None:
    """Answer a named question or a SPARQL query; alone: list the questions.

    Example: kg query models-on-several-medical-benchmarks
    """
    from kg.query import bind, find_question, questions
    from kg.store import Version, open_store

    format = format or ("table" if sys.stdout.isatty() else "csv")
    _one_of("--format", format, ("table", "csv", "json", "ttl"))
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
        named = [p.term(given[p.name], version.base) for p in asked.parameters if p.type == "iri" and p.name in given]
        _say_unknown(open_store(version), named)
        param = None
    if param:
        raise KgError("--param goes with a named question; write the values into the query")
    _answer(open_store(version), text, format, version.base)


@app.command()
def serve(
    version: Annotated[
        Path | None, typer.Argument(help="A build folder or one version. [default: build]", metavar="[BUILD]")
    ] = None,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen on.")] = 8000,
    build_dir: BuildDir = Path("build"),
) -> None:
    """Serve a build: SPARQL, downloads, questions.

    Example: kg serve build --port 8000
    """
    from kg.serve.listen import run
    from kg.store import Version

    opened = Version(version or build_dir)

    def announce(address: str) -> None:
        lines = summary_lines(opened.report, None) if opened.report else []
        for line in (*lines, *try_lines(address)):
            say(line)

    run(opened, host, port, announce=announce)


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


@app.command()
def explain(
    name: Annotated[str, typer.Argument(help="An IRI, a CURIE, a path such as method/gpt-5, or file:line:cell.")],
    format: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    sources: Annotated[Path, typer.Option("--sources", help="Where the pages lie.")] = Path("data/sources"),
    registry: Annotated[Path, typer.Option("--registry", help="Where the registry lies.")] = Path("data/registry"),
    build_dir: BuildDir = Path("build"),
) -> None:
    """Tell why a build says what it says of one thing.

    Example: kg explain u-mrg-14k-test/page.txt:6:5
    """
    from kg.explain import explain as tell
    from kg.store import Version

    _one_of("--format", format, ("text", "json"))
    told = tell(Version(build_dir), name, sources=_folder(sources), registry=_folder(registry))
    print(told.to_text() if format == "text" else json.dumps(told.to_dict(), ensure_ascii=False, indent=2))


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

    _one_of("--format", format, ("text", "json"))
    folder = _folder(registry)
    known = load_registry(folder) if folder else None
    found = look_through(Version(build_dir), known, kind=kind, leaderboard=leaderboard, source=source)
    print(found.to_text() if format == "text" else json.dumps(found.to_dict(), ensure_ascii=False, indent=2))


def _folder(path: Path) -> Path | None:
    return path if path.is_dir() else None


@app.command("list")
def list_(
    what: Annotated[str, typer.Argument(help="leaderboards, methods or metrics.")],
    format: Annotated[
        str | None, typer.Option("--format", help="table, csv, json or ttl. [default: table on a terminal, else csv]")
    ] = None,
    build_dir: BuildDir = Path("build"),
) -> None:
    """List the leaderboards, methods or metrics of a build.

    Example: kg list leaderboards
    """
    from kg.query.lists import LISTS
    from kg.store import Version, open_store

    _one_of("the list", what, tuple(LISTS))
    format = format or ("table" if sys.stdout.isatty() else "csv")
    _one_of("--format", format, ("table", "csv", "json", "ttl"))
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


def _say_unknown(store: Any, iris: list[str]) -> None:
    """An answer about something that the build does not hold is empty for that reason: say so."""
    from kg.query import run

    for iri in iris:
        if run(store, f"ASK {{ {iri} ?p ?o }}") is False:
            say(f"note: this build holds nothing called {iri}; kg list methods shows what it holds")


def _parameters(given: list[str]) -> dict[str, str]:
    parameters = {}
    for text in given:
        name, separator, value = text.partition("=")
        if not separator:
            raise KgError(f"--param wants name=value, not {text!r}")
        parameters[name.strip()] = value
    return parameters


def _one_of(what: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise KgError(f"{what} must be one of {', '.join(allowed)}, not {value!r}")


def _say_problems(report: dict[str, Any], shown: int = 10) -> None:
    """The first rejects and warnings of a build, with their places."""
    for name in ("rejects", "warnings"):
        problems = [problem for board in report["leaderboards"] for problem in board[name]]
        for problem in problems[:shown]:
            place = ":".join(str(problem[part]) for part in ("file", "line", "column") if problem[part] is not None)
            say(f"{name[:-1]}: {place}: {problem['reason']}: {problem['printed']!r}; {problem['remedy']}")
        if len(problems) > shown:
            say(f"… and {len(problems) - shown} more {name}; all are in build-report.json")


def _usage(error: TyperException) -> str:
    """One line about a wrong call, with the way to the right one."""
    context = getattr(error, "ctx", None)
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    if context is None or message.startswith("Usage:"):  # a call without a command shows the help
        return message
    return f"kg: {message} ({context.command_path} --help shows how)"


def main() -> None:
    """Run the command line; every failure is one line and exit status 2."""
    try:
        status = app(standalone_mode=False)
    except TyperException as error:
        say(_usage(error))
        status = 2
    except KgError as error:
        say(f"kg: {error}")
        status = 2
    except Exception as error:
        if os.environ.get("KG_DEBUG"):
            raise
        say(f"kg: unexpected {type(error).__name__}: {error}; this is a fault of kg (KG_DEBUG=1 shows where)")
        status = 2
    if status == _INTERRUPTED:
        say("kg: interrupted")
    sys.exit(status or 0)


if __name__ == "__main__":
    main()
