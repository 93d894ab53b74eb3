"""``kg explain``: why a build says what it says, and what a check of a file found."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.app import BuildDir, app, one_of
from kg.errors import KgError

if TYPE_CHECKING:
    from kg.checking import Options
    from kg.explain import Explanation

#: Seconds that an endpoint may take, as for kg check.
_SECONDS = 120.0


@app.command()
def explain(
    name: Annotated[
        str, typer.Argument(help="An IRI, a CURIE, a path such as method/gpt-5, file:line:cell, or finding:ID.")
    ],
    format: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    build_dir: BuildDir = Path("build"),
    checked: Annotated[
        str | None, typer.Option("--in", help="A file, folder or endpoint that kg check named: it is checked again.")
    ] = None,
    registry: Annotated[Path | None, typer.Option("--registry", help="With --in, as for kg check.")] = None,
    alone: Annotated[bool, typer.Option("--alone", help="With --in, as for kg check.")] = False,
    kind: Annotated[str, typer.Option("--as", help="With --in, as for kg check.")] = "auto",
    against: Annotated[str | None, typer.Option("--against", help="With --in, as for kg check.")] = None,
) -> None:
    """Tell why a build says what it says of one thing, or more of what kg check found in a file.

    Example: kg explain u-mrg-14k-test/page.txt:6:5
    """
    from kg.checking import KINDS, Options
    from kg.checking.dates import latest_today
    from kg.explain import explain as tell
    from kg.store import Version

    one_of("--format", format, ("text", "json"))
    one_of("--as", kind, KINDS)
    if checked is not None:
        today = latest_today(datetime.datetime.now(datetime.UTC))
        options = Options(registry, alone=alone, kind=kind, build=build_dir, against=against, today=today)
        told = _checked(checked, name, options)
    else:
        try:
            told = tell(Version(build_dir), name)
        except KgError as error:
            if "finding" not in name:
                raise
            raise type(error)(f"{error}; a finding in a file that is no build: kg explain {name} --in FILE") from error
    print(told.to_text() if format == "text" else json.dumps(told.to_dict(), ensure_ascii=False, indent=2))


def _checked(target: str, name: str, options: Options) -> Explanation:
    """What a check of a target says under a name."""
    from kg.checking import check_endpoint, check_target
    from kg.explain.checked import explain_checked

    is_address = target.startswith(("http://", "https://"))
    verdict = check_endpoint(target, options, _SECONDS) if is_address else check_target(Path(target), options=options)
    return explain_checked(verdict, name)
