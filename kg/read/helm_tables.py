"""One table of HELM's ``groups``: a header of cells and rows of cells, each with its value."""

from __future__ import annotations

from kg.read.cells import Cell, Column, Field, Row, Table
from kg.read.jsontext import Group, Leaf


def helm_table(node: Group) -> Table:
    """The table, with the method in its first column."""
    header = node.group("header")
    cells = header.groups() if header else []
    columns = []
    for number, cell in enumerate(cells, 1):
        group, metric = cell.text("metadata", "run_group"), cell.text("metadata", "metric")
        names = (group, metric) if group and metric else ()
        role = "method" if number == 1 else "value"
        columns.append(Column(number, (cell.text("value") or "").strip(), names, role))
    rows = node.group("rows")
    table_rows = []
    for row in rows.groups() if rows else ():
        values = row.groups()
        if len(values) == len(columns):
            table_rows.append(Row(row.line, tuple(_cell(value, n) for n, value in enumerate(values, 1))))
    title = node.text("title")
    facts = (Field("title", title, node.line), Field("ratio-unit", "fraction", node.line)) if title else ()
    return Table((title,) if title else (), tuple(columns), tuple(table_rows), node.line, (), facts)


def _cell(node: Group, number: int) -> Cell:
    value = node.get("value")
    text, line = (value.text, value.line) if isinstance(value, Leaf) and not value.is_missing else ("", node.line)
    return Cell(text.strip(), line, number)
