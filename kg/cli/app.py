"""The command line's frame: the application, the options that commands share, and what they all do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg import __version__
from kg.errors import KgError

app = typer.Typer(
    help="Leaderboard results as linked data you can query, download and check.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

BuildDir = Annotated[Path, typer.Option("--build", help="The build folder, or one version in it.")]
RowFormat = Annotated[
    str | None, typer.Option("--format", help="table, csv, json or ttl. [default: table on a terminal, else csv]")
]


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


def one_of(what: str, value: str, allowed: tuple[str, ...]) -> None:
    """Refuse an option whose value is none of those allowed."""
    if value not in allowed:
        raise KgError(f"{what} must be one of {', '.join(allowed)}, not {value!r}")


def folder(path: Path) -> Path | None:
    """A folder that may be missing: None where there is none."""
    return path if path.is_dir() else None
