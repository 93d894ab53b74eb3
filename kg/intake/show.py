"""Rows of a check as a table of text."""

from __future__ import annotations

from typing import IO, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kg.intake.check import Checked

_COLUMNS = ("method", "benchmark", "split", "metric", "value", "uncertainty", "unit", "direction", "line", "inferred")


class Shown:
    """Collects the first rows and prints them when all are known."""

    def __init__(self, out: IO[str], most: int) -> None:
        self.out = out
        self.most = most
        self.rows: list[list[str]] = []
        self.count = 0

    def row(self, row: dict[str, Any]) -> None:
        """Take one result row."""
        self.count += 1
        if len(self.rows) < self.most:
            self.rows.append([_text(name, row[name]) for name in _COLUMNS])

    def end(self, checked: Checked) -> None:
        """Print what was collected, then sizes and costs that are no scores."""
        if self.rows:
            self._print(_COLUMNS, self.rows)
        if self.count > len(self.rows):
            self.out.write(f"… and {self.count - len(self.rows)} more results; --format json shows all\n")
        resources = [
            [r["method"], r["name"], r["printed"], str(r["line"])]
            for _, r in zip(range(self.most), checked.resources, strict=False)
        ]
        if resources:
            self.out.write("\nNot scores:\n")
            self._print(("method", "what", "printed", "line"), resources)

    def _print(self, columns: tuple[str, ...], rows: list[list[str]]) -> None:
        widths = [max(len(name), *(len(row[n]) for row in rows)) for n, name in enumerate(columns)]
        width = None if self.out.isatty() else sum(widths) + 3 * len(widths) + 10
        table = Table(box=None, pad_edge=False, header_style="bold")
        for name in columns:
            table.add_column(name, overflow="fold")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        Console(file=self.out, highlight=False, width=width).print(table)


def _text(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(value)
    text = str(value)
    return text.rsplit("/", 1)[-1].rsplit("#", 1)[-1] if name in ("unit", "direction") else text
