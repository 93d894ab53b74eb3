"""Registry tables as files: rows of checked cells; every error names file, line, column and remedy.

The tables are tab-separated text without quoting: UTF-8, LF, one header line, lists inside a
cell joined by " | ". A cell holds what it holds: "NA" and "None" are names like any other.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import NoReturn, TypeVar

from kg.errors import Place, RegistryError
from kg.iris import HASHED_KEY
from kg.model import Certainty

#: Separates the items of a list within one cell.
LIST_MARK = " | "

#: How certainties are written in tables, surest first.
CERTAINTIES = {
    "certain": Certainty.CERTAIN,
    "very likely": Certainty.VERY_LIKELY,
    "inferred": Certainty.INFERRED,
    "from memory": Certainty.FROM_MEMORY,
}

_Kind = TypeVar("_Kind", bound=StrEnum)
_DECIMAL = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table; ``cells`` by column name."""

    file: str
    line: int
    cells: Mapping[str, str]

    @property
    def place(self) -> Place:
        """Where the row stands."""
        return Place(self.file, self.line)

    def fail(self, column: str, what: str, remedy: str) -> NoReturn:
        """Raise a RegistryError about one cell."""
        raise RegistryError(f"{self.file}:{self.line}: column {column!r}: {what}; {remedy}")

    def text(self, column: str) -> str | None:
        """The cell, or None where it is empty."""
        return self.cells[column] or None

    def needed(self, column: str) -> str:
        """The cell, which must not be empty."""
        return self.text(column) or self.fail(column, "the cell is empty", "fill it in")

    def key(self, column: str = "key") -> str:
        """A key of our own making: part of an IRI, and unlike the hashed keys of unknown things."""
        key = self.needed(column)
        if re.fullmatch(r"[a-z0-9-]+", key) is None:
            self.fail(column, f"{key!r} is no key", "use a-z, 0-9 and hyphens only")
        if HASHED_KEY.search(key):
            self.fail(column, f"{key!r} ends like a hash", "choose a key that does not end in eight hex digits")
        return key

    def items(self, column: str) -> tuple[str, ...]:
        """The items of a list cell."""
        cell = self.cells[column]
        if not cell:
            return ()
        items = tuple(cell.split(LIST_MARK))
        if any(not item or item != item.strip() or "|" in item for item in items):
            self.fail(column, f"{cell!r} is no list", f"join the items by {LIST_MARK!r}")
        if len(set(items)) < len(items):
            self.fail(column, f"{cell!r} names an item twice", "name each once")
        return items

    def decimal(self, column: str) -> Decimal | None:
        """A plain decimal, or None where the cell is empty."""
        cell = self.text(column)
        if cell is None:
            return None
        if _DECIMAL.fullmatch(cell) is None:
            self.fail(column, f"{cell!r} is no decimal", "write digits with a point, such as 0.01")
        return Decimal(cell)

    def count(self, column: str) -> int | None:
        """A positive whole number, or None where the cell is empty."""
        cell = self.text(column)
        if cell is None:
            return None
        if re.fullmatch(r"[1-9]\d*", cell) is None:
            self.fail(column, f"{cell!r} is no positive whole number", "write digits only, such as 7000000000")
        return int(cell)

    def yes(self, column: str) -> bool:
        """True for "yes", False for an empty cell."""
        cell = self.cells[column]
        if cell not in ("", "yes"):
            self.fail(column, f"{cell!r} is neither 'yes' nor empty", "write one of the two")
        return cell == "yes"

    def one_of(self, column: str, kind: type[_Kind]) -> _Kind:
        """A name of a closed list."""
        cell = self.needed(column)
        try:
            return kind(cell)
        except ValueError:
            self.fail(column, f"{cell!r} is unknown", f"use one of {', '.join(kind)}")

    def certainty(self, column: str = "certainty") -> Certainty:
        """How sure the fact is."""
        cell = self.needed(column)
        if cell not in CERTAINTIES:
            self.fail(column, f"{cell!r} is unknown", f"use one of {', '.join(CERTAINTIES)}")
        return CERTAINTIES[cell]

    def sure(self, what: str) -> None:
        """The row has evidence, and is certain enough for the graph."""
        if not self.certainty().is_publishable:
            self.fail("certainty", f"a {what} that is less than very likely", "take it out until it is surer")
        self.needed("evidence")

    def known(self, column: str, key: str | None, among: Mapping[str, object], table: str) -> None:
        """The key, if there is one, must be one of another table's."""
        if key is not None and key not in among:
            self.fail(column, f"{key!r} is not in {table}", f"add it to {table} or mend the key")


def read_table(path: Path, columns: Sequence[str]) -> list[Row]:
    """Read one table; a table that is not there has no rows.

    Raises RegistryError for other columns than ``columns``, for rows of another width and for
    blanks at the ends of a cell.
    """
    if not path.is_file():
        return []
    header, *lines = read_lines(path)
    if header.split("\t") != list(columns):
        raise RegistryError(
            f"{path.name}:1: the columns are {header.split(chr(9))}; they must be {list(columns)}, in this order"
        )
    return read_rows(path.name, header, lines, first=2)


def read_lines(path: Path) -> list[str]:
    """The lines of a UTF-8 file with LF ends, the last one ended too."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise RegistryError(f"{path.name}: not UTF-8 at byte {error.start}; save the file as UTF-8") from error
    if text.startswith("\ufeff"):
        raise RegistryError(f"{path.name}:1: the file begins with a byte-order mark; save it without")
    if "\r" in text:
        line = text[: text.index("\r")].count("\n") + 1
        raise RegistryError(f"{path.name}:{line}: a carriage return; save the file with LF line ends")
    if not text.endswith("\n"):
        raise RegistryError(f"{path.name}: the last line has no end; end it with a newline")
    return text[:-1].split("\n")


def read_rows(file: str, header: str, lines: Sequence[str], first: int) -> list[Row]:
    """Rows under a header line; ``first`` is the line number of the first of them."""
    import pandas as pd  # here, so that `import kg` stays quick

    names = header.split("\t")
    for number, line in enumerate(lines, first):
        width = line.count("\t") + 1
        if not line.strip():
            raise RegistryError(f"{file}:{number}: the line is blank; take it out")
        if width != len(names):
            raise RegistryError(f"{file}:{number}: {width} cells under {len(names)} columns; mend the row")
    frame = pd.read_csv(
        io.StringIO("\n".join([header, *lines]) + "\n"),
        sep="\t",
        dtype=str,
        keep_default_na=False,
        quoting=csv.QUOTE_NONE,
        index_col=False,
        skip_blank_lines=False,
    )
    rows = [
        Row(file, number, dict(zip(names, cells, strict=True)))
        for number, cells in enumerate(frame.itertuples(index=False, name=None), first)
    ]
    for row in rows:
        for column, cell in row.cells.items():
            if cell != cell.strip() or re.search(r"[\x00-\x1f\x7f\u00a0]|  ", cell):
                row.fail(column, f"stray blanks in {cell!r}", "single blanks between words, none at the ends")
    return rows


def unique(rows: Sequence[Row], column: str, text: Callable[[Row], str] | None = None) -> None:
    """No two rows may have the same text in a column (or the same ``text`` of the row)."""
    seen: dict[str, Row] = {}
    for row in rows:
        value = text(row) if text else row.cells[column]
        if value in seen:
            row.fail(column, f"{value!r} stands in line {seen[value].line} too", "keep one of the two")
        seen[value] = row
