"""What the command line prints: tables for people, W3C formats for programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

#: Data on stdout, talk on stderr.
_talk = Console(stderr=True, highlight=False, soft_wrap=True)


def say(text: str) -> None:
    """One line for the person at the terminal (stderr)."""
    _talk.print(Text(text))


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], title: str | None = None) -> None:
    """A table on stdout; its full width where stdout is no terminal, so that nothing is cut."""
    console = Console(file=sys.stdout, highlight=False, width=None if sys.stdout.isatty() else _width(columns, rows))
    table = RichTable(box=None, title=title, title_justify="left", pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)


def _width(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    widths = [max([len(c), *(len(row[i]) for row in rows)]) for i, c in enumerate(columns)]
    return sum(widths) + 3 * len(widths) + 10


def summary_lines(report: dict[str, Any], seconds: float | None) -> list[str]:
    """What was built, in a few lines, from a build report."""
    totals = report["totals"]
    took = f" in {seconds:.1f} s" if seconds is not None else ""
    return [
        f"{totals['leaderboards']} leaderboards, {totals['results']} results of {totals['methods']} methods on "
        f"{totals['benchmarks']} benchmarks, {totals['triples']} triples{took}",
        f"{totals['cells']} value cells = {totals['results']} results + {totals['missing']} missing + "
        f"{totals['rejected']} rejected; {totals['guesses']} facts filled in",
        f"findings: {totals['violations']} violations, {totals['warnings']} warnings",
    ]


def try_lines(address: str) -> list[str]:
    """Three things to try with the server at an address."""
    question = "models-on-several-medical-benchmarks"
    return [
        f"serving on {address}",
        f"try: open {address} in a browser",
        f"     kg query {question}",
        f"     curl '{address}questions/{question}?format=csv'",
    ]
