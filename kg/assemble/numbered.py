"""The columns of a table that ``source.toml`` or the format itself describes, cell by cell.

A *wide* table has a column for each metric; in a *long* one a row holds one value and names what was
measured: then each combination of metric and benchmark that its rows name is a column of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.assemble.curated import SCOPE, CuratedColumn, CuratedTable, Curation, Scope
from kg.assemble.layout import Layout, ValueColumn, Words
from kg.assemble.naming import parse_rule
from kg.errors import Problem, SourceError
from kg.iris import name_key
from kg.normalise.directions import direction_under
from kg.normalise.names import bare_name
from kg.normalise.values import is_missing
from kg.read.cells import Cell, Column, Page, Row, Table
from kg.registry import Registry

#: Roles of columns that belong to the value in the same row.
_BESIDE = ("uncertainty", "lower", "upper", "sample-size")
#: Roles of columns that name what a row measures.
_WORDS = ("metric", "metric-id", *SCOPE, "unit", "ratio-unit", "direction")
_FIELD_OF = {"metric-id": "metric_id", "ratio-unit": "ratio"}
#: Roles of columns that say something of the row -> the field of Layout that takes them.
_FIELDS = {"setting": "settings", "date": "dates", "paper": "papers"}
_EXTRAS = ("identifier", "status", "check", "statement", "category", "access")
_UNREAD = ("ignore", "links")


def laid_straight(table: Table, entry: CuratedTable | None, above: dict[int, Cell] | None = None) -> Table:
    """The table with a method in each row, and no cell left empty that stands for the one above it.

    ``above`` are the cells that stand above its first row, by index, where it goes on with another table;
    they become those above the next part.
    """
    if entry is None:
        return table
    return turned(table, entry.labels) if entry.methods == "columns" else carried(table, entry.carry, above)


def carried(table: Table, cells: Sequence[int], above: dict[int, Cell] | None = None) -> Table:
    """The table where an empty cell of these columns says what the one above it says."""
    if not cells:
        return table
    above = {} if above is None else above
    rows = []
    for row in table.rows:
        own = list(row.cells)
        for number in cells:
            cell = own[number - 1]
            if cell.text:
                above[number - 1] = cell
            elif number - 1 in above:
                own[number - 1] = replace(above[number - 1], line=cell.line, column=cell.column)
        rows.append(replace(row, cells=tuple(own)))
    return replace(table, rows=tuple(rows))


def turned(table: Table, labels: Sequence[int] = (1,)) -> Table:
    """A table that has its methods in the header, with a row for each of them.

    The cells ``labels`` of a row say what it measures; an empty one says what the one above it says.
    Cells keep their places; the headings over the labels, which name nothing, are left out.
    """
    table = carried(table, labels)
    columns = [Column(1, "")]
    for number, row in enumerate(table.rows, 2):
        names = [_label(table.columns[cell - 1], row.cells[cell - 1].text) for cell in labels]
        told = tuple(name for name in names if name)
        columns.append(Column(number, " ".join(told), told if len(told) > 1 else ()))
    rows = []
    for index, column in enumerate(table.columns[max(labels) :], max(labels)):
        name = Cell(column.name, table.line, index + 1)
        cells = (name, *(row.cells[index] for row in table.rows))
        rows.append(Row(table.line, cells))
    return replace(table, columns=tuple(columns), rows=tuple(rows))


def _label(heading: Column, text: str) -> str:
    """What a label says, with the word that makes a bare number of shots one, or a bare word a mode."""
    if is_missing(text):
        return ""
    if heading.name.casefold() == "mode":
        return f"mode: {text}"  # "ppl" is then how a model was made to answer, and no perplexity
    return f"{text}-shot" if text.isdigit() and "shot" in heading.name.casefold() else text


def fact_key(table: Table, source: str, alone: bool) -> str:
    """The key of a table that the format describes: by what it states of the benchmark."""
    names = [fact.value for name in ("task", "dataset", "split", "subset") if (fact := table.fact(name))]
    names = names or list(table.headings)
    return source if alone or not names else f"{source}-{name_key(*names)}"


def fact_scope(table: Table) -> Scope:
    """What a table states of its benchmark for all its rows."""
    task, dataset, version, split, subset = (fact.value if (fact := table.fact(name)) else None for name in SCOPE)
    return Scope(task, dataset, version, split, subset)


def without_rows(table: Table, curated: CuratedTable | None, layout: Layout) -> Table:
    """The table without the rows that ``skip_rows`` names."""
    names = set(curated.skip_rows) if curated else set()
    if not names:
        return table
    kept = tuple(row for row in table.rows if bare_name(row.cells[layout.method].text)[0] not in names)
    return replace(table, rows=kept)


def laid_out(
    table: Table,
    entry: CuratedTable | None,
    columns: Sequence[CuratedColumn],
    curation: Curation,
    registry: Registry,
) -> tuple[Table, Layout]:
    """The table without the rows that a person leaves out, and what its columns hold."""
    told = None if columns else registry
    layout = lay_out_numbered(table, entry, columns, curation, told)
    kept = without_rows(table, entry, layout)
    if kept is table:
        return table, layout
    return kept, lay_out_numbered(kept, entry, columns, curation, told)


def is_inferred(table: Table, layout: Layout, columns: Sequence[CuratedColumn], curation: Curation) -> bool:
    """Whether rules may fill in what a described table leaves open.

    Where the file itself says of each row what it measures, entries for its columns leave that open.
    """
    told_by_file = layout.of_row is not None or any(column.role for column in table.columns)
    return told_by_file and curation.infer if columns else curation.infer or not curation.is_numbered


def lay_out_numbered(
    table: Table,
    curated: CuratedTable | None,
    columns: Sequence[CuratedColumn],
    curation: Curation,
    registry: Registry | None = None,
) -> Layout:
    """What each column of a described table holds; ``registry`` tells sizes from scores where the format does not."""
    at = curation.place_of(curated) if curated else curation.path
    where = f"{at}: table {curated.key if curated else table.line}"
    by_cell: dict[int, list[CuratedColumn]] = {}
    for entry in columns:
        if entry.cell is not None:
            if entry.cell > len(table.columns):
                place = curation.place_of(entry, "cell")
                raise SourceError(f"{place}: [[columns]] cell {entry.cell}: the rows have {len(table.columns)} cells")
            by_cell.setdefault(entry.cell, []).append(entry)
    roles = [_role(column, by_cell.get(number, [])) for number, column in enumerate(table.columns, 1)]
    if registry is not None:
        # The format says that a column holds values; that they are no scores, the registry knows.
        roles = [
            "resource" if r == "value" and _is_resource(c, registry) else r
            for r, c in zip(roles, table.columns, strict=True)
        ]
    _check_names(table, by_cell, curation)
    template = curated.method if curated else None
    constant = table.fact("method")
    if template is None:
        first = next((n for n, role in enumerate(roles, 1) if role == "method"), None)
        if first is None and constant is None:
            raise SourceError(f"{where}: no column holds the methods; give one the role method, or state `method`")
        template = f"{{{first}}}" if first is not None else (constant.value if constant else "")
    rule = parse_rule(template, len(table.columns), where)
    values = [index for index, role in enumerate(roles) if role == "value"]
    found: list[ValueColumn]
    words = {role: index for index, role in enumerate(roles) if role in _WORDS}
    others: dict[str, list[tuple[int, str]]] = {"settings": [], "notes": [], "dates": [], "papers": []}
    for index, role in enumerate(roles):
        named = index + 1 in rule.cells or role in ("value", "method", *_BESIDE, *_WORDS, *_EXTRAS, *_UNREAD)
        if not named and role:
            others[_FIELDS.get(role, "notes")].append((index, table.columns[index].name or role))
    of_row: tuple[tuple[int, ...], ...] | None = None
    if words:
        found, of_row = _long(table, values, words, by_cell, columns, roles)
    else:
        found = _wide(table, values, by_cell, roles)
    spread = table.fact("uncertainty")
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
        writing=curated.writing if curated else curation.writing,
        spread=spread.value if spread else None,
        resources=tuple((i, table.columns[i].name) for i, role in enumerate(roles) if role == "resource"),
    )


def _undescribed(table: Table, columns: Sequence[CuratedColumn], layout: Layout) -> list[Column]:
    """Columns that hold something and that nobody describes."""
    known = {entry.cell for entry in columns} | set(layout.name.cells if layout.name else ())
    return [
        column
        for number, column in enumerate(table.columns, 1)
        if number not in known and not column.role and any(row.cells[number - 1].text for row in table.rows)
    ]


def not_described(page: Page, table: Table, columns: Sequence[CuratedColumn], layout: Layout) -> list[Problem]:
    """Columns that are not read because nobody says what they hold: told once for each build."""
    return [
        Problem(
            page.place(table.line, column.number),
            "column-not-described",
            column.name,
            "this column is not read: source.toml does not say what it holds",
            'add a [[columns]] entry for it, with role = "ignore" if it is to be left out',
        )
        for column in _undescribed(table, columns, layout)
    ]


def _role(column: Column, entries: Sequence[CuratedColumn]) -> str:
    stated = next((entry.role for entry in entries if entry.role), None)
    return stated or ("value" if entries else column.role)


def _check_names(table: Table, by_cell: dict[int, list[CuratedColumn]], curation: Curation) -> None:
    """A number alone would slip to another column as soon as the page gets one more."""
    for cell, entries in by_cell.items():
        printed = table.columns[cell - 1].name
        for entry in entries:
            if printed and entry.name is not None and entry.name != printed:
                raise SourceError(
                    f"{curation.place_of(entry, 'name')}: [[columns]] cell {cell}: the page prints the name "
                    f"{printed!r}, not {entry.name!r}; mend the cell's number or the name"
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


def _wide(
    table: Table, values: Sequence[int], by_cell: dict[int, list[CuratedColumn]], roles: Sequence[str]
) -> list[ValueColumn]:
    """One column for each described column of values, or for each part of its cells."""
    found: list[ValueColumn] = []
    for index in values:
        described: list[CuratedColumn | None] = [*by_cell.get(index + 1, ())]
        for one in described or [None]:
            name = table.columns[index].name or (one.name if one else None) or None
            beside = _beside(index, roles, by_cell)
            names = table.columns[index].names
            found.append(ValueColumn(index, len(found) + 1, name, one.part if one else None, beside, one, None, names))
    return found


def _long(
    table: Table,
    values: Sequence[int],
    words: dict[str, int],
    by_cell: dict[int, list[CuratedColumn]],
    columns: Sequence[CuratedColumn],
    roles: Sequence[str],
) -> tuple[list[ValueColumn], tuple[tuple[int, ...], ...]]:
    """One column for each combination that the rows name, and which of them each row is about."""
    named = {entry.name: entry for entry in columns if entry.cell is None and entry.number is None and entry.name}
    unit_of = next((entry.of for entry in by_cell.get(words.get("unit", -1) + 1, ()) if entry.of), None)
    filled = tuple(r for r, i in words.items() if r in SCOPE and _is_concluded(r, by_cell.get(i + 1, ())))
    positions: dict[tuple[int, Words], int] = {}
    found: list[ValueColumn] = []
    of_row: list[tuple[int, ...]] = []
    for row in table.rows:
        said = {_FIELD_OF.get(r, r): _said(r, table.columns[i], row.cells[i].text) for r, i in words.items()}
        told = Words(**{role: text for role, text in said.items() if not is_missing(text)}, inferred=filled)
        own: list[int] = []
        for index in values:
            key = told if unit_of in (None, index + 1) else replace(told, unit=None)
            position = positions.setdefault((index, key), len(found))
            if position == len(found):
                entry = named.get(key.metric or "") or next(iter(by_cell.get(index + 1, ())), None)
                name = key.metric or table.columns[index].name or None
                beside = _beside(index, roles, by_cell)
                found.append(ValueColumn(index, position + 1, name, None, beside, entry, key))
            own.append(position)
        of_row.append(tuple(own))
    return found, tuple(of_row)


def _is_concluded(role: str, entries: Sequence[CuratedColumn]) -> bool:
    """True where a rule took a column for one that names data sets, splits and the like."""
    return any(role in entry.scope.inferred for entry in entries)


def _said(role: str, column: Column, text: str) -> str:
    """What a cell says of its row's value; yes below "lower is better" is a direction in words."""
    direction = direction_under(column.name, text) if role == "direction" else None
    return direction.value if direction else text


def _is_resource(column: Column, registry: Registry) -> bool:
    return registry.column_role(column.name) == "resource"
