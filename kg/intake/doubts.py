"""Questions that a proposal leaves open, and which of them a person's answers close."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kg.assemble.curated import CuratedColumn, Scope


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question for the person. ``about`` is a fact (dataset, method, metric, unit, direction) or the role.

    It is one of a cell, or of all where there is none. ``part`` counts the values of one cell ("a/b").
    """

    about: str
    text: str
    cell: int | None = None
    part: int | None = None

    def __str__(self) -> str:
        return self.text


#: A fact that a person told: what it is, and of which cell and part; None for the whole table.
Told = tuple[str, int | None, int | None]


def still_open(
    doubts: Sequence[Doubt], columns: Sequence[CuratedColumn], scope: Scope, told: Collection[Told]
) -> list[Doubt]:
    """The questions that the answers leave; those of columns that hold no scores are none any more."""
    return [doubt for doubt in doubts if not _is_closed(doubt, columns, scope, told)]


def _is_closed(doubt: Doubt, columns: Sequence[CuratedColumn], scope: Scope, told: Collection[Told]) -> bool:
    if doubt.cell is None:
        values = [column for column in columns if column.role == "value"]
        each = bool(values) and all(("dataset", column.cell, column.part) in told for column in values)
        return (doubt.about, None, None) in told or (
            doubt.about == "dataset" and (each or (scope.dataset is not None and "dataset" not in scope.inferred))
        )
    if doubt.about == "role":
        return ("role", doubt.cell, None) in told
    own = [c for c in columns if c.cell == doubt.cell and (doubt.part is None or c.part == doubt.part)]
    values = [column for column in own if column.role == "value"]
    if not values:
        return bool(own)
    known = {"unit": values[0].unit, "direction": values[0].direction}.get(doubt.about)
    return known is not None or (doubt.about, values[0].cell, values[0].part) in told
