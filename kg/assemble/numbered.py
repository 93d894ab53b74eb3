"""The columns of a table that ``source.toml`` or the format itself describes, cell by cell.

A *wide* table has a column for each metric; in a *long* one a row holds one value and names what was
measured: then each combination of metric and benchmark that its rows name is a column of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.assemble.curated import SCOPE, CuratedColumn, CuratedTable, Curation
from kg.assemble.layout import Layout, ValueColumn, Words
from kg.assemble.naming import parse_rule
from kg.errors import SourceError
from kg.normalise.names import bare_name
from kg.normalise.values import is_missing
from kg.read.cells import Cell, Column, Row, Table

#: Roles of columns that belong to the value in the same row.
_BESIDE = ("uncertainty", "lower", "upper", "sample-size")
#: Roles of columns that name what a row measures.
_WORDS = ("metric", *SCOPE, "unit", "direction")
#: Roles of columns that say something of the row -> the field of Layout that takes them.
_FIELDS = {"setting": "settings", "date": "dates", "paper": "papers"}
_EXTRAS = ("identifier", "status", "check", "statement", "category", "access")
_UNREAD = ("ignore", "links")


def turned(table: Table) -> Table:
    """A table that has its methods in the header, with a row for each of them.

    Cells keep their places; the header of the first column, which names nothing, is left out.
    """
    columns = (Column(1, ""), *(Column(number, row.cells[0].text) for number, row in enumerate(table.rows, 2)))
    rows = []
    for index, column in enumerate(table.columns[1:], 1):
        name = Cell(column.name, table.line, index + 1)
        cells = (name, *(row.cells[index] for row in table.rows))
        rows.append(Row(table.line, cells))
    return replace(table, columns=columns, rows=tuple(rows))


def without_rows(table: Table, curated: CuratedTable | None, layout: Layout) -> Table:
    """The table without the rows that ``skip_rows`` names."""
    names = set(curated.skip_rows) if curated else set()
    if not names:
        return table
    kept = tuple(row for row in table.rows if bare_name(row.cells[layout.method].text)[0] not in names)
    return replace(table, rows=kept)


def lay_out_numbered(
    table: Table, curated: CuratedTable | None, columns: Sequence[CuratedColumn], curation: Curation
) -> Layout:
    """What each column of a described table holds."""
    where = f"{curation.path}: table {curated.key if curated else table.line}"
    by_cell: dict[int, list[CuratedColumn]] = {}
    for entry in columns:
        if entry.cell is not None:
            if entry.cell > len(table.columns):
                raise SourceError(f"{where}: [[columns]] cell {entry.cell}: the rows have {len(table.columns)} cells")
            by_cell.setdefault(entry.cell, []).append(entry)
    roles = [_role(column, by_cell.get(number, [])) for number, column in enumerate(table.columns, 1)]
    _check_names(table, by_cell, where)
    template = curated.method if curated else None
    constant = table.fact("method")
    if template is None:
        first = next((n for n, role in enumerate(roles, 1) if role == "method"), None)
        if first is None and constant is None:
            raise SourceError(f"{where}: no column holds the methods; give one the role method, or state `method`")
        template = f"{{{first}}}" if first is not None else (constant.value if constant else "")
    rule = parse_rule(template, len(table.columns), where)
    values = [index for index, role in enumerate(roles) if role == "value"]
    words = {role: index for index, role in enumerate(roles) if role in _WORDS}
    others: dict[str, list[tuple[int, str]]] = {"settings": [], "notes": [], "dates": [], "papers": []}
    for index, role in enumerate(roles):
        named = index + 1 in rule.cells or role in ("value", "method", *_BESIDE, *_WORDS, *_EXTRAS, *_UNREAD)
        if not named and role:
            others[_FIELDS.get(role, "notes")].append((index, table.columns[index].name or role))
    found: list[ValueColumn] = []
    of_row: tuple[tuple[int, ...], ...] | None = None
    if words and len(values) == 1:
        found, of_row = _long(table, values[0], words, by_cell, columns, roles)
    else:
        for index in values:
            described: list[CuratedColumn | None] = [*by_cell.get(index + 1, ())]
            for one in described or [None]:
                name = table.columns[index].name or (one.name if one else None) or None
                beside = _beside(index, roles, by_cell)
                found.append(ValueColumn(index, len(found) + 1, name, one.part if one else None, beside, one))
    return Layout(
        method=max(rule.main - 1, 0),
        values=tuple(found),
        settings=tuple(others["settings"]),
        notes=tuple(others["notes"]),
        dates=tuple(others["dates"]),
        papers=tuple(others["papers"]),
        name=rule,
        extras=tuple((role, index) for index, role in enumerate(roles) if role in _EXTRAS),
        of_row=of_row,
        decimal_comma=curated.decimal_comma if curated else False,
        missing=frozenset(curated.missing) if curated else frozenset(),
    )


def undescribed(table: Table, columns: Sequence[CuratedColumn], layout: Layout) -> list[Column]:
    """Columns that hold something and that nobody describes."""
    known = {entry.cell for entry in columns} | set(layout.name.cells if layout.name else ())
    return [
        column
        for number, column in enumerate(table.columns, 1)
        if number not in known and not column.role and any(row.cells[number - 1].text for row in table.rows)
    ]


def _role(column: Column, entries: Sequence[CuratedColumn]) -> str:
    stated = next((entry.role for entry in entries if entry.role), None)
    return stated or ("value" if entries else column.role)


def _check_names(table: Table, by_cell: dict[int, list[CuratedColumn]], where: str) -> None:
    """A number alone would slip to another column as soon as the page gets one more."""
    for cell, entries in by_cell.items():
        printed = table.columns[cell - 1].name
        for entry in entries:
            if printed and entry.name is not None and entry.name != printed:
                raise SourceError(
                    f"{where}: [[columns]] cell {cell}: the page prints the name {printed!r}, not {entry.name!r}; "
                    "mend the cell's number or the name"
                )


def _beside(index: int, roles: Sequence[str], by_cell: dict[int, list[CuratedColumn]]) -> tuple[tuple[str, int], ...]:
    """The columns that belong to a value column: those that say so, else those right behind it."""
    found: dict[str, int] = {}
    for other, role in enumerate(roles):
        if role in _BESIDE:
            of = next((entry.of for entry in by_cell.get(other + 1, ()) if entry.of), None)
            nearest = max((i for i, r in enumerate(roles[:other]) if r == "value"), default=None)
            only = roles.count("value") == 1
            if of == index + 1 or (of is None and (only or nearest == index)):
                found.setdefault(role, other)
    return tuple(sorted(found.items()))


def _long(
    table: Table,
    value: int,
    words: dict[str, int],
    by_cell: dict[int, list[CuratedColumn]],
    columns: Sequence[CuratedColumn],
    roles: Sequence[str],
) -> tuple[list[ValueColumn], tuple[tuple[int, ...], ...]]:
    """One column for each combination that the rows name, and which of them each row is about."""
    beside = _beside(value, roles, by_cell)
    positions: dict[Words, int] = {}
    of_row: list[tuple[int, ...]] = []
    for row in table.rows:
        said = {role: row.cells[index].text for role, index in words.items()}
        key = Words(**{role: text for role, text in said.items() if not is_missing(text)})
        of_row.append((positions.setdefault(key, len(positions)),))
    named = {entry.name: entry for entry in columns if entry.cell is None and entry.number is None and entry.name}
    general = next(iter(by_cell.get(value + 1, ())), None)
    found = [
        ValueColumn(value, number, key.metric, None, beside, named.get(key.metric or "", general), key)
        for number, key in enumerate(positions, 1)
    ]
    return found, tuple(of_row)
