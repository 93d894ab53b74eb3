"""What every reader yields: printed text and where it stands, with no meaning attached.

A reader turns the text of one file into a :class:`Page`. It undoes the *format* only (splits rows
into cells, fused cells into their fields, sections into named facts); whether a cell is a
number, which unit it has or what a method is called elsewhere is decided in later rooms.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.errors import Place, Problem


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in a cell with one look: ``marks`` are tag names ("b", "em", "sup" …).

    ``block`` tells that the run stands on a line, or in an element, of its own.
    """

    text: str
    marks: tuple[str, ...] = ()
    link: str = ""
    block: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of one table cell, outer blanks removed; ``column`` counts cells from 1.

    ``spans`` are its runs of text where the format prints more than plain text: raised signs are
    in them and not in ``text`` (an exponent is in both). ``links`` are the addresses it links to.
    """

    text: str
    line: int
    column: int
    spans: tuple[Span, ...] = ()
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """A printed name-value pair: a setting, a fact of the page, a detail of a row.

    ``column`` is the cell it was printed in, where it stood in a table row.
    """

    name: str
    value: str
    line: int
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table; ``number`` is its cell number in a row, ``name`` "" if unnamed.

    ``names`` are the headings of a header with several rows, outermost first; ``role`` is what the
    format itself says that the column holds (one of :data:`ROLES`), "" where it says nothing.
    """

    number: int
    name: str
    names: tuple[str, ...] = ()
    role: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One table row (or one result section that has no table row).

    ``cells`` has exactly one entry for each of the table's columns. ``settings`` are the
    evaluation settings printed with the row, names and values verbatim. ``details`` are other
    named facts printed with the row; their names are those of :data:`DETAILS`. ``group`` is the
    heading within the table that the row stands under.
    """

    line: int
    cells: tuple[Cell, ...]
    settings: tuple[Field, ...] = ()
    details: tuple[Field, ...] = ()
    group: str = ""

    def detail(self, name: str) -> Field | None:
        """The first detail of that name, or None."""
        return next((d for d in self.details if d.name == name), None)

    def texts(self) -> tuple[str, ...]:
        """The texts of its cells."""
        return tuple(cell.text for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Table:
    """One results table.

    ``headings`` are the headings that it stands under, outermost first, the page title left
    out. Every row has one cell for each column. Where a format prints its header out of step
    with the rows, the reader puts the names right or leaves them "", so that a name here
    always belongs to the cells below it. ``problems`` holds rows that could not be split: each
    counts in ``cells`` the value cells that the row should have had. ``facts`` are what the format
    itself states for all rows (names of :data:`TABLE_FACTS`), ``context`` the text around the table
    (names of :data:`CONTEXT`).
    """

    headings: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    line: int
    problems: tuple[Problem, ...] = ()
    facts: tuple[Field, ...] = ()
    context: tuple[Field, ...] = ()

    def fact(self, name: str) -> Field | None:
        """The first fact of that name, or None."""
        return next((f for f in self.facts if f.name == name), None)


@dataclass(frozen=True, slots=True)
class MetricLine:
    """A metric that the page lists by name, with what it says of it ("" = says nothing).

    ``linked`` is the name that the item's own link asks for.
    """

    name: str
    direction: str
    unit: str
    line: int
    linked: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """One source file, read.

    ``facts`` are printed facts of the whole page; their names are those of :data:`FACTS`, and
    a name may occur several times (``coverage``). ``problems`` are findings outside tables.
    ``footnotes`` are the notes that signs in cells stand for (name: the sign); ``more`` tells that
    another page goes on with the table of this one.
    """

    file: str
    format: str
    tables: tuple[Table, ...]
    facts: tuple[Field, ...] = ()
    metrics: tuple[MetricLine, ...] = ()
    problems: tuple[Problem, ...] = field(default=())
    footnotes: tuple[Field, ...] = ()
    more: bool = False

    @property
    def is_described(self) -> bool:
        """True where the format itself tells what the columns of its tables hold."""
        return any(column.role for table in self.tables for column in table.columns)

    def fact(self, name: str) -> str | None:
        """The value of the first fact of that name, or None."""
        return next((f.value for f in self.facts if f.name == name), None)

    def facts_named(self, name: str) -> tuple[Field, ...]:
        """All facts of that name, in page order."""
        return tuple(f for f in self.facts if f.name == name)

    def place(self, line: int | None = None, column: int | None = None) -> Place:
        """A place in this page."""
        return Place(self.file, line, column)


#: Names of page facts. ``highlight-…`` is the line that names the best result of a pasted page
#: ("32.42IoU (General)MedReasoner-7B"), split in value, metric and method. ``citation-…`` are
#: the fields of the page's BibTeX entry. ``coverage`` is one verbatim sentence each.
FACTS = (
    "title",
    "url",
    "updated",
    "description",
    "task",
    "dataset",
    "metric",
    "unit",
    "direction",
    "results-loaded",
    "results-stated",
    "coverage",
    "comparability",
    "highlight-value",
    "highlight-metric",
    "highlight-method",
    "citation-title",
    "citation-eprint",
    "citation-archive",
    "citation-url",
    "citation-doi",
    "citation-year",
)

#: Names of row details. ``date`` is printed in the method cell, ``result-date`` in a column of
#: that meaning on an index page; ``reporting-paper`` and ``origin-paper`` are ids or links.
DETAILS = (
    "date",
    "result-date",
    "result-id",
    "reporting-paper",
    "origin-paper",
    "statement",
)

#: What a format itself can say of a column. ``value``, ``uncertainty``, ``lower`` and ``upper`` hold
#: numbers; ``metric`` to ``direction`` name what is measured in a table with one value a row.
ROLES = (
    "method",
    "value",
    "uncertainty",
    "lower",
    "upper",
    "sample-size",
    "metric",
    "metric-id",
    "task",
    "dataset",
    "version",
    "split",
    "subset",
    "unit",
    "ratio-unit",
    "direction",
    "setting",
    "note",
    "resource",
    "date",
    "paper",
    "identifier",
    "status",
    "check",
    "statement",
    "links",
    "rank",
)

#: What a format can state once for all rows of a table: among it the unit of all ratios that state none
#: of their own, the kind of its uncertainties, and the sign that separates its fields.
TABLE_FACTS = (
    *("title", "method", "task", "dataset", "version", "split", "subset", "metric", "unit", "direction"),
    *("ratio-unit", "uncertainty", "separator"),
)

#: Text around a table, nearest first. ``section`` stands below a heading that the table stands under,
#: ``id`` are the names that HTML gives it, ``hidden`` says why it is not shown, ``level`` is a column of names
#: that led to the values of a row through objects within objects, the outermost first.
CONTEXT = ("caption", "before", "after", "section", "id", "hidden", "level")
