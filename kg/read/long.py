"""Tables with one value a row, as nested formats give them: each row names what it measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kg.errors import Problem
from kg.read.cells import Cell, Column, Field, Row, Table
from kg.read.jsontext import Leaf


@dataclass(slots=True)
class LongTable:
    """Collects rows by column name; a name's role says what the column holds (see ``cells.ROLES``)."""

    roles: Mapping[str, str]
    line: int = 1
    facts: list[Field] = field(default_factory=list)
    rows: list[tuple[int, dict[str, Leaf | str], tuple[Field, ...]]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    headings: tuple[str, ...] = ()

    def fact(self, name: str, value: str | None, line: int | None = None) -> None:
        """State something for all rows; nothing where it is not told."""
        if value:
            self.facts.append(Field(name, value, line or self.line))

    def add(self, line: int, cells: Mapping[str, Leaf | str | None], settings: Sequence[Field] = ()) -> None:
        """One value with what belongs to it; names that hold nothing are left out."""
        filled = {name: cell for name, cell in cells.items() if cell not in (None, "")}
        self.rows.append((line, {name: cell for name, cell in filled.items() if cell is not None}, tuple(settings)))

    def table(self) -> Table:
        """The table with the columns that some row fills, in the order of the roles."""
        names = [name for name in self.roles if any(name in cells for _, cells, _ in self.rows)]
        columns = tuple(Column(number, name, role=self.roles[name]) for number, name in enumerate(names, 1))
        rows = tuple(
            Row(line, tuple(_cell(cells.get(name, ""), line, n) for n, name in enumerate(names, 1)), settings)
            for line, cells, settings in self.rows
        )
        return Table(self.headings, columns, rows, self.line, tuple(self.problems), tuple(self.facts))


def _cell(content: Leaf | str, line: int, column: int) -> Cell:
    if isinstance(content, Leaf):
        return Cell(content.text, content.line, column)
    return Cell(content, line, column)
