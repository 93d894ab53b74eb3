"""Sizes and costs in tables that hold no results: they are kept apart, like those beside scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kg.assemble.naming import method_name, parse_rule
from kg.assemble.numbered import carried, turned
from kg.intake.roles import Roles
from kg.normalise.values import is_missing
from kg.read.cells import Table


@dataclass(frozen=True, slots=True)
class LaidOut:
    """How a table that is left out was laid out before that was known: what its columns hold, which are labels."""

    roles: Roles
    labels: Sequence[int] | None
    carry: Sequence[int]

    @property
    def has_resources(self) -> bool:
        """True where the rows name methods, and some column holds sizes or costs of theirs."""
        return self.roles.rule is not None and bool(self.roles.of("resource"))

    def resources(self, printed: Table, title: str) -> Iterator[dict[str, Any]]:
        """One row for each printed size or cost; a row that names no method has none."""
        if self.roles.rule is None or not self.has_resources:
            return
        table = turned(printed, self.labels) if self.labels else carried(printed, self.carry)
        rule = parse_rule(self.roles.rule, len(table.columns), title)
        for row in table.rows:
            name = method_name(rule, row.cells)
            for index in self.roles.of("resource") if name is not None else ():
                cell = row.cells[index]
                if name is not None and not is_missing(cell.text):
                    yield {
                        "table": title,
                        "method": name.text,
                        "name": table.columns[index].name,
                        "printed": cell.text,
                        "line": cell.line,
                        "column": cell.column,
                    }
