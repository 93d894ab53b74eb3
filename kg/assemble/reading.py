"""All rows of one table -> the account of its value cells; what contradicts its benchmark is held back aloud."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.assemble.agreement import against_row
from kg.assemble.rows import Cells, RowReader
from kg.errors import Problem
from kg.model import Benchmark
from kg.normalise.values import is_missing
from kg.read.cells import Field, Row, Table


def read_rows(
    reader: RowReader, table: Table, groups: Sequence[str | None], benchmark: Benchmark | None = None
) -> Cells:
    """Read the rows in order; ``benchmark`` is the curated one, which no row may contradict."""
    read = Cells()
    columns = reader.layout.of_row or [None] * len(table.rows)
    for row, group, which in zip(table.rows, groups, columns, strict=True):
        before = len(read.results)
        reader.read(row, group, read, which)
        if benchmark is not None:
            against = against_row(reader.page, _printed(reader, row), benchmark, reader.registry)
            withheld(read, against, before)
    return read


def withheld(read: Cells, against: Sequence[Problem], since: int = 0) -> None:
    """Turn the results from ``since`` on into rejects, where something speaks against them.

    The first reason counts their cells; the others are told as well.
    """
    if not against:
        return
    lost = len(read.results) - since
    del read.results[since:]
    read.rejected += lost
    read.problems += [replace(against[0], cells=lost), *against[1:]]


def _printed(reader: RowReader, row: Row) -> list[Field]:
    """What a row prints beside its values, but for names whose role a person told."""
    cells = [(heading, row.cells[index]) for index, heading in (*reader.layout.settings, *reader.layout.notes)]
    fields = [Field(heading, cell.text, cell.line, cell.column) for heading, cell in cells]
    return [
        field
        for field in (*row.settings, *fields)
        if not is_missing(field.value) and reader.curation.fact(f"printed:{field.name}", "role") is None
    ]
