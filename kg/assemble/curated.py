"""What a person knows about one source page, as plain data; :mod:`kg.assemble.curation` reads it from a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import PurePosixPath

from kg.errors import Place
from kg.model import Certainty, Direction, UncertaintyKind
from kg.normalise.values import Brackets
from kg.read.tomltext import TomlLines
from kg.resources import CURATION_FILE

#: What a printed name (of a setting or of a column) can stand for.
ROLES = ("category", "date", "links", "method", "note", "paper", "paper-date", "rank", "setting", "value")

#: What a column of a numbered table can hold; one that is not described is not read.
COLUMN_ROLES = (
    *(role for role in ROLES if role != "paper-date"),
    "access",
    "check",
    "dataset",
    "direction",
    "identifier",
    "ignore",
    "lower",
    "metric",
    "resource",
    "sample-size",
    "split",
    "statement",
    "status",
    "subset",
    "task",
    "uncertainty",
    "unit",
    "upper",
    "version",
)

#: Roles of columns that say of each row what its value measures.
ROW_WORDS = ("metric", "dataset", "task", "split", "subset", "version")

#: What a [[tables]] entry or a value column can say of the benchmark.
SCOPE = ("task", "dataset", "version", "split", "subset")


@dataclass(frozen=True, slots=True)
class Scope:
    """Which benchmark is meant, in the page's words; None = not stated.

    ``inferred`` names the parts that a person or a rule filled in.
    """

    task: str | None = None
    dataset: str | None = None
    version: str | None = None
    split: str | None = None
    subset: str | None = None
    inferred: tuple[str, ...] = ()

    def within(self, other: Scope) -> Scope:
        """This scope, with what it leaves open taken from a wider one.

        Another data set takes over nothing of the wider one but its task: its split is its own.
        """
        same = self.dataset is None or self.dataset == other.dataset
        taken = SCOPE if same else ("task",)
        mine = {name: getattr(self, name) for name in SCOPE}
        filled = {name: getattr(other, name) for name in taken if mine[name] is None and getattr(other, name)}
        inferred = {*self.inferred, *(name for name in other.inferred if name in filled)}
        return Scope(**{**mine, **filled}, inferred=tuple(sorted(inferred)))


#: Nothing is said of the benchmark.
NO_SCOPE = Scope()


@dataclass(frozen=True, slots=True)
class Writing:
    """How the numbers of a page or a table are written, as far as nothing in them can tell.

    ``decimal_comma``: 91,4 is 91.4; ``brackets``: what numbers in brackets behind values are;
    ``missing``: further marks for "no result".
    """

    decimal_comma: bool = False
    brackets: Brackets | None = None
    missing: frozenset[str] = frozenset()


#: Numbers as they are written where nobody says otherwise.
PLAIN = Writing()


@dataclass(frozen=True, slots=True)
class CuratedTable:
    """A leaderboard of the page: the heading it stands under, or its number, and its key suffix.

    ``skip`` says why a table is no leaderboard. ``methods`` is "rows" or "columns" (a transposed
    table: ``labels`` are then the cells that say what a row measures, outermost first, and methods begin
    behind the last of them). ``carry`` are cells that stand for the rows below too, where those are
    empty. ``method`` is how cells make a method's name: "{2}[-{3}]" is cell 2, then cell 3 behind a
    hyphen where it is filled. ``missing`` are further marks for "no result", ``skip_rows`` names of
    rows that are no methods.
    """

    heading: str | None
    key: str
    label: str | None
    number: int | None = None
    skip: str | None = None
    methods: str = "rows"
    labels: tuple[int, ...] = (1,)
    carry: tuple[int, ...] = ()
    method: str | None = None
    scope: Scope = NO_SCOPE
    decimal_comma: bool = False
    brackets: Brackets | None = None
    missing: tuple[str, ...] = ()
    skip_rows: tuple[str, ...] = ()
    uncertainty: UncertaintyKind | None = None
    level: Decimal | None = None
    runs: int | None = None
    method_inferred: bool = False
    evidence: str | None = None

    @property
    def writing(self) -> Writing:
        """How its numbers are written."""
        return Writing(self.decimal_comma, self.brackets, frozenset(self.missing))


@dataclass(frozen=True, slots=True)
class CuratedColumn:
    """What is known of the n-th value column of a table, or of a metric declared without one.

    In a numbered table ``cell`` is the number of the cell within a row (in a transposed table: of
    the row) and ``role`` says what stands there; ``part`` counts the values of one cell ("a/b").
    ``measure`` names a metric that the registry does not know. ``stated`` are the facts that the
    page itself says somewhere else than in the table: they are not marked as filled in.
    """

    table: str | None
    number: int | None
    name: str | None
    metric: str | None
    subset: str | None
    unit: str | None
    direction: Direction | None
    scale: Decimal | None
    evidence: str
    certainty: Certainty
    cell: int | None = None
    part: int | None = None
    role: str | None = None
    of: int | None = None
    measure: str | None = None
    scope: Scope = NO_SCOPE
    items: int | None = None
    uncertainty: UncertaintyKind | None = None
    settings: tuple[tuple[str, str], ...] = ()
    stated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CuratedFact:
    """One curated statement about a leaderboard or about something the page prints."""

    subject: str
    property: str
    value: str
    evidence: str
    certainty: Certainty


@dataclass(frozen=True, slots=True)
class Curation:
    """All curated facts of one source page.

    ``writing`` is that of tables without an entry. ``lines`` tell where the facts stand in their file,
    ``unsure`` are its open questions, each with its line.
    """

    file: str
    path: str = ""
    format: str | None = None
    sha256: str | None = None
    title: str | None = None
    url: str | None = None
    retrieved: str | None = None
    updated: str | None = None
    licence: str | None = None
    encoding: str | None = None
    infer: bool = False
    writing: Writing = PLAIN
    setting_keys: tuple[str, ...] = ()
    tables: tuple[CuratedTable, ...] = ()
    columns: tuple[CuratedColumn, ...] = ()
    facts: tuple[CuratedFact, ...] = ()
    unsure: tuple[tuple[int, str], ...] = field(default=(), compare=False)
    lines: TomlLines = field(default=TomlLines(""), compare=False, repr=False)

    def place(self, *way: str | int) -> str:
        """Where something stands, for a message: ``place("columns", 2, "unit")`` is file and line of that key."""
        line = self.lines.line(way)
        return self.path if line is None else f"{self.path}:{line}"

    def spot(self, page: str, *way: str | int) -> Place:
        """The same as a place beside its page, as findings name files."""
        return Place(PurePosixPath(page).with_name(CURATION_FILE).as_posix(), self.lines.line(way))

    def place_of(self, entry: CuratedTable | CuratedColumn | CuratedFact, *keys: str) -> str:
        """Where one of the entries stands, or a key of it."""
        return self.place(*self._way(entry), *keys)

    def spot_of(self, page: str, entry: CuratedTable | CuratedColumn | CuratedFact, *keys: str) -> Place:
        """The same as a place beside its page."""
        return self.spot(page, *self._way(entry), *keys)

    def _way(self, entry: CuratedTable | CuratedColumn | CuratedFact) -> tuple[str | int, ...]:
        blocks = {"tables": self.tables, "columns": self.columns, "facts": self.facts}
        ways = ((name, n) for name, entries in blocks.items() for n, one in enumerate(entries, 1) if one is entry)
        return next(ways, ())

    @property
    def is_numbered(self) -> bool:
        """True where tables are told by number: the columns then say all that is read."""
        return any(table.number is not None for table in self.tables)

    def fact(self, subject: str, property: str) -> CuratedFact | None:
        """The fact about that subject, or None; less certain than "very likely" does not count."""
        facts = (f for f in self.facts if f.subject == subject and f.property == property)
        return next((f for f in facts if f.certainty.is_publishable), None)

    def leaderboard_fact(self, table: str | None, property: str) -> CuratedFact | None:
        """A fact about one leaderboard of the page, else about all of them."""
        of_table = self.fact(f"leaderboard:{table}", property) if table else None
        return of_table or self.fact("leaderboard", property)
