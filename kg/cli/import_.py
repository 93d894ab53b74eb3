"""``kg import``: a file as people have it in, a source folder with a proposed ``source.toml`` out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.cli.app import app
from kg.console import print_table, say
from kg.errors import KgError

if TYPE_CHECKING:
    from kg.comparability.forms import FormsCompared


@app.command("import")
def import_(
    path: Annotated[
        str, typer.Argument(help="A file, a folder of files, or - for standard input.", metavar="FILE|FOLDER|-")
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Show the rows that would come of it and write nothing.")
    ] = False,
    against: Annotated[
        str | None,
        typer.Option("--against", help="With --check: another form of the same table, a file or a source folder."),
    ] = None,
    format: Annotated[
        str, typer.Option("--format", help="With --check: table or json. A family is taken for --family.")
    ] = "auto",
    family: Annotated[str | None, typer.Option("--family", help="The family of the file. [default: found out]")] = None,
    table: Annotated[list[int] | None, typer.Option("--table", help="Take this table only.")] = None,
    column: Annotated[list[str] | None, typer.Option("--column", help="NAME=ROLE or NAME=METRIC for a column.")] = None,
    dataset: Annotated[str | None, typer.Option("--dataset", help="The data set of all tables.")] = None,
    task: Annotated[str | None, typer.Option("--task", help="The task of all tables.")] = None,
    version: Annotated[str | None, typer.Option("--version", help="The version of the data set.")] = None,
    split: Annotated[str | None, typer.Option("--split", help="The split, where the file states none.")] = None,
    subset: Annotated[str | None, typer.Option("--subset", help="The part of the data set.")] = None,
    method: Annotated[
        str | None, typer.Option("--method", help="The method of all rows, or how cells name it.")
    ] = None,
    metric: Annotated[str | None, typer.Option("--metric", help="The metric of columns that name none.")] = None,
    unit: Annotated[str | None, typer.Option("--unit", help="The unit of columns that state none.")] = None,
    direction: Annotated[str | None, typer.Option("--direction", help="higher or lower, where none is stated.")] = None,
    decimal: Annotated[
        str | None, typer.Option("--decimal", help="comma, where the file writes 91,4 for 91.4.")
    ] = None,
    missing: Annotated[list[str] | None, typer.Option("--missing", help="A further mark for no result.")] = None,
    title: Annotated[str | None, typer.Option("--title", help="The title of the source.")] = None,
    url: Annotated[str | None, typer.Option("--url", help="Where the page stands.")] = None,
    licence: Annotated[str | None, typer.Option("--licence", help="The licence that the source states.")] = None,
    answers: Annotated[Path | None, typer.Option("--answers", help="A TOML file with the same answers.")] = None,
    encoding: Annotated[
        str | None, typer.Option("--encoding", help="The encoding of a text that is not UTF-8.")
    ] = None,
    slug: Annotated[str | None, typer.Option("--slug", help="The name of the source. [default: from the file]")] = None,
    name: Annotated[str | None, typer.Option("--name", help="The file name of what comes from standard input.")] = None,
    out: Annotated[Path, typer.Option("--out", help="The folder of the sources.")] = Path("data/sources"),
    registry: Annotated[
        Path | None, typer.Option("--registry", help="The curated registry. [default: beside --out]")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Write a source anew that is there already.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask back on a terminal.")] = False,
) -> None:
    """Propose how to read a file of results, and write it as a source that kg build takes.

    Example: kg import README.md --dataset COCO --slug my-board
    """
    from kg.comparability.forms import compare_forms, read_form
    from kg.intake.answers import Answers, column_answer, load_answers, refuse_contradictions
    from kg.intake.files import given
    from kg.intake.importing import Importer
    from kg.pipeline.inputs import find_registry
    from kg.read.families import FAMILIES
    from kg.registry import load_registry

    known = ("auto", "table", "json", *FAMILIES)
    if format not in known:
        raise KgError(f"--format must be one of {', '.join(known)}, not {format!r}")
    if family and format in FAMILIES and format != family:
        raise KgError(f"--format {format} and --family {family} are two families: give one by --family")
    told = load_answers(answers) if answers else Answers()
    options = {"task": task, "dataset": dataset, "version": version, "split": split, "subset": subset}
    told.scope |= {key: text for key, text in options.items() if text}
    told.top |= {
        key: text for key, text in (("title", title), ("url", url), ("licence", licence), ("slug", slug)) if text
    }
    told.method, told.metric = method or told.method, metric or told.metric
    told.unit, told.direction, told.decimal = unit or told.unit, direction or told.direction, decimal or told.decimal
    told.missing = (*told.missing, *(missing or ()))
    spoken = [column_answer(text) for text in column or ()]
    refuse_contradictions(Answers(columns=spoken), "--column")
    told.columns += spoken
    if against is not None:
        if not check or path == "-" == against:
            raise KgError("--against goes with --check, and one of the two forms at most comes from standard input")
        known_registry = load_registry(find_registry([out], registry))
        asked = family or (format if format in FAMILIES else None)
        first = read_form(
            path, known_registry, answers=told, family=asked, encoding=encoding, only=tuple(table or ()), name=name
        )
        raise typer.Exit(_show_forms(compare_forms(first, read_form(against, known_registry)), format))
    importer = Importer(
        registry=load_registry(find_registry([out], registry)),
        answers=told,
        family=family or (format if format in FAMILIES else None),
        encoding=encoding,
        tables=tuple(table or ()),
        say=say,
        watched=sys.stderr.isatty(),
    )
    files = given(path, name)
    if check:
        status = importer.check(files, "json" if format == "json" else "table", sys.stdout)
    else:
        asks = sys.stdin.isatty() and sys.stdout.isatty() and not yes and len(files) == 1
        status = importer.write(files, out, replace=replace, ask=_ask if asks else None)
    raise typer.Exit(status)


def _show_forms(found: FormsCompared, format: str) -> int:
    """Print what two forms of one table have in common; 0 where all of it agrees, else 1."""
    import json

    from kg.comparability.formtelling import DIFFER_COLUMNS, as_data, differ_rows, summary

    if format == "json":
        print(json.dumps(as_data(found), ensure_ascii=False, indent=1))
    elif rows := differ_rows(found):
        print_table(DIFFER_COLUMNS, rows)
    for line in summary(found):
        say(line)
    return found.status


def _ask(question: str, proposed: str | None) -> str | None:
    """Ask at the terminal; an empty answer keeps what is proposed."""
    try:
        answer: Any = typer.prompt(question, default=proposed or "", show_default=bool(proposed))
    except typer.Abort:
        raise KgError("stopped at a question, nothing is written") from None
    return str(answer).strip() or None
