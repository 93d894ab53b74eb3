"""Which columns of a table hold methods, values, settings and other facts.

A heading says what a column is only where the page or the registry knows it; the rest is decided
by what the cells hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kg.assemble.curated import PLAIN, CuratedColumn, CuratedTable, Curation, Writing
from kg.assemble.naming import NameRule
from kg.normalise.dates import parse_date
from kg.normalise.headings import parse_heading
from kg.normalise.values import Number, Refusal, is_missing, parse_number
from kg.read.cells import Cell, Page, Table
from kg.registry import Registry
from kg.wording.headings import parts_over

#: A value column, in whatever part of its table: see :attr:`ValueColumn.identity`.
Identity = tuple[int, int | None, "Words | None"]

#: Role of a column -> the field of :class:`Layout` that takes it; all others are notes.
_KINDS = {"setting": "settings", "date": "dates", "paper": "papers"}


@dataclass(frozen=True, slots=True)
class Words:
    """What a row of a long table says that it measures, as printed; None = nothing.

    ``metric_id`` is a second, machine-made name of the metric, ``ratio`` the unit that bounds of 1
    or 100 show, ``inferred`` which of them a rule took for what they are.
    """

    metric: str | None = None
    metric_id: str | None = None
    task: str | None = None
    dataset: str | None = None
    version: str | None = None
    split: str | None = None
    subset: str | None = None
    unit: str | None = None
    ratio: str | None = None
    direction: str | None = None
    inferred: tuple[str, ...] = ()

    @property
    def said(self) -> list[str]:
        """All words with what they are words for: "dataset: MMLU"."""
        return [f"{name}: {text}" for name in self.__slots__ if (text := getattr(self, name)) and name != "inferred"]


@dataclass(frozen=True, slots=True)
class ValueColumn:
    """A column of scores: ``number`` counts value columns from 1, ``index`` all columns from 0.

    ``part`` counts the values of one cell ("a/b"), ``beside`` are the columns of its uncertainty
    (role and index), ``words`` what the rows of a long table say of it, ``names`` the levels of its
    heading where it has several.
    """

    index: int
    number: int
    name: str | None
    part: int | None = None
    beside: tuple[tuple[str, int], ...] = ()
    curated: CuratedColumn | None = None
    words: Words | None = None
    names: tuple[str, ...] = ()

    @property
    def identity(self) -> Identity:
        """What tells it from the other value columns of its table, in each part of it."""
        return self.index, self.part, self.words


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of one table, by what they hold (all but ``values``: index and heading).

    ``decimal_commas`` tells that some value cell holds a comma that cannot be a thousands mark
    ("91,4"): then no comma of the table can be trusted to be one; ``writing`` is what a person says of it.
    ``name`` is how cells make the method's name, ``of_row`` the value columns of each row
    where not all rows have all of them, ``resources`` the
    columns of sizes and costs, ``spread`` the kind of uncertainty that the format gives.
    """

    method: int
    values: tuple[ValueColumn, ...]
    settings: tuple[tuple[int, str], ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    dates: tuple[tuple[int, str], ...] = ()
    papers: tuple[tuple[int, str], ...] = ()
    decimal_comma: str | None = None
    name: NameRule | None = None
    extras: tuple[tuple[str, int], ...] = ()
    of_row: tuple[tuple[int, ...], ...] | None = None
    writing: Writing = PLAIN
    spread: str | None = None
    resources: tuple[tuple[int, str], ...] = ()


def lay_out(
    page: Page,
    table: Table,
    registry: Registry,
    curation: Curation,
    names: Sequence[str],
    entry: CuratedTable | None = None,
) -> Layout:
    """Tell value columns from the others; ``names`` are further names known to be metrics."""
    writing = entry.writing if entry else curation.writing
    metric_names = {line.name.casefold() for line in page.metrics} | {name.casefold() for name in names}
    if scope_metric := page.fact("metric"):
        metric_names.add(scope_metric.casefold())
    roles = [printed_role(column.name, curation, registry) if column.name else None for column in table.columns]
    method = next((i for i, role in enumerate(roles) if role == "method"), 0)
    values: list[int] = []
    others: dict[str, list[tuple[int, str]]] = {"settings": [], "notes": [], "dates": [], "papers": []}
    for index, column in enumerate(table.columns):
        if index == method:
            continue
        cells = [row.cells[index].text for row in table.rows]
        if roles[index] == "value" or (column.name and column.name.casefold() in metric_names):
            values.append(index)
        elif (role := roles[index]) is not None:
            others[_KINDS.get(role, "notes")].append((index, column.name))
        elif _is_metric(column.name, registry) or _holds_values(column.name, cells):
            values.append(index)
        elif column.name:
            # Nobody knows the heading: as a setting it can keep results apart, never bring them together.
            others["settings"].append((index, column.name))
    highlighted = _highlighted(page, table, method, values)
    named = [each for index in values for each in _named(table, index, highlighted.get(index))]
    return Layout(
        method,
        tuple(ValueColumn(index, number, name, part) for number, (index, name, part) in enumerate(named, 1)),
        settings=tuple(others["settings"]),
        notes=tuple(others["notes"]),
        dates=tuple(others["dates"]),
        papers=tuple(others["papers"]),
        decimal_comma=None if writing.decimal_comma else _decimal_comma(page, table, values),
        writing=writing,
        resources=tuple((i, table.columns[i].name) for i, role in enumerate(roles) if role == "resource"),
    )


def _decimal_comma(page: Page, table: Table, values: Sequence[int]) -> str | None:
    """The first value cell whose comma is no thousands mark, with its place; None where there is none."""
    for row in table.rows:
        for cell in (row.cells[index] for index in values):
            number = parse_number(cell.text)
            if isinstance(number, Refusal) and number.rule == "ambiguous-comma":
                return f"{cell.text!r} ({page.place(cell.line, cell.column)})"
    return None


def _named(table: Table, index: int, highlighted: str | None) -> list[tuple[int, str | None, int | None]]:
    """The value columns that one column is: one for each name of a heading such as "F1/EM" over "91.2/88.3"."""
    name = table.columns[index].name or highlighted
    parts = parts_over(name, [row.cells[index].text for row in table.rows]) if name else []
    if len(parts) < 2:
        return [(index, name, None)]
    return [(index, part, number) for number, part in enumerate(parts, 1)]


def value_cells(table: Table, layout: Layout) -> list[list[Cell]]:
    """The cells of each value column; of a long table those of the rows that are about it."""
    if layout.of_row is None:
        return [[row.cells[value.index] for row in table.rows] for value in layout.values]
    cells: list[list[Cell]] = [[] for _ in layout.values]
    indexes = [value.index for value in layout.values]
    for row, which in zip(table.rows, layout.of_row, strict=True):
        for number in which:
            cells[number].append(row.cells[indexes[number]])
    return cells


def printed_role(name: str, curation: Curation, registry: Registry) -> str | None:
    """What a heading stands for: curated, else as the registry knows it."""
    fact = curation.fact(f"printed:{name}", "role")
    return fact.value if fact else registry.column_role(name)


def setting_role(name: str, curation: Curation, registry: Registry) -> str:
    """What a printed setting stands for.

    It stays a setting unless a person says otherwise: a setting that is taken for a note would let
    unlike results meet. Only what describes the method ("Model Category") is known to the registry.
    """
    fact = curation.fact(f"printed:{name}", "role")
    if fact:
        return fact.value
    return "category" if registry.column_role(name) == "category" else "setting"


def _is_metric(name: str, registry: Registry) -> bool:
    """True for a heading that the registry knows as a metric, with or without unit and arrow."""
    return bool(name) and registry.metric(parse_heading(name, registry.is_unit).base) is not None


def _holds_values(name: str, cells: Sequence[str]) -> bool:
    """Cells under an unknown heading are scores as soon as one of them is a number.

    The others are then rejected aloud: better than losing a column of scores without a word.
    ``source.toml`` can say otherwise (subject "printed:<heading>", property "role").
    """
    printed = [text for text in cells if not is_missing(text)]
    if not printed:
        return bool(name) or any(text for text in cells)
    return not name or any(_is_meant_as_number(text) for text in printed)


def _is_meant_as_number(text: str) -> bool:
    """A number, or digits without letters that are only unclear ("91,4", "<5", "91.4 (0.3)", "1e400").

    A date is none, and neither are digits among letters ("7B", "v1.5", "16x16").
    """
    if isinstance(parse_number(text), Number):
        return True
    letters = re.sub(r"(?<=\d)[eE](?=[+-]?\d)", "", text)
    return bool(re.search(r"\d", text)) and not re.search(r"[^\W\d_]", letters) and parse_date(text) is None


def _highlighted(page: Page, table: Table, method: int, values: Sequence[int]) -> dict[int, str]:
    """The one column that the page's highlight line names, where it fits exactly one cell."""
    value, metric, best = (page.fact(f"highlight-{part}") for part in ("value", "metric", "method"))
    if not (value and metric and best):
        return {}
    rows = [row for row in table.rows if row.cells[method].text == best]
    fitting = {index for row in rows for index in values if row.cells[index].text == value}
    return {fitting.pop(): metric} if len(fitting) == 1 else {}
