"""A whole page -> a proposal: which tables hold results, and a ``source.toml`` that says how to read them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from kg.assemble.curated import ROW_WORDS, SCOPE, CuratedTable, Curation, Scope
from kg.errors import SourceError
from kg.intake.apart import tell_apart
from kg.intake.definitions import page_definitions
from kg.intake.doubts import Doubt
from kg.intake.tables import TableProposal, propose_table
from kg.intake.unnamed import method_of_file
from kg.iris import slug
from kg.normalise.dates import parse_date
from kg.read.cells import Page, Table
from kg.registry import Registry
from kg.wording.names import NameFinder

#: Formats whose own rules say what every cell is: the page is built as it stands.
SELF_TOLD = frozenset({"index-page", "pasted-table"})


@dataclass(slots=True)
class Proposal:
    """What is proposed for one file. ``doubts`` are questions about the file as a whole."""

    page: Page
    curation: Curation
    tables: list[TableProposal] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)

    @property
    def read(self) -> list[TableProposal]:
        """The tables that are proposed as leaderboards."""
        return [table for table in self.tables if table.skip is None]

    def let_go(self) -> None:
        """Forget the rows, which are many; what was proposed for them stays."""
        self.page = replace(self.page, tables=())
        for table in self.tables:
            table.table = replace(table.table, rows=())


def propose(
    page: Page,
    registry: Registry,
    *,
    only: Collection[int] = (),
    named: Collection[str] = (),
    told: Mapping[str, str] = MappingProxyType({}),
    decimal_comma: bool = False,
    folders: Sequence[str] = (),
) -> Proposal:
    """Propose how to read a page.

    ``only`` are the numbers of the tables that a person chose, ``named`` the columns that hold values by
    that person's word, ``told`` the roles that it gives columns by name, and ``decimal_comma`` is it as well.
    ``folders`` are the names of the folders that the file lies in, innermost first.
    """
    if unknown := [number for number in only if not 1 <= number <= len(page.tables)]:
        raise SourceError(f"{page.file}: there is no table {unknown[0]}; the file has {len(page.tables)}")
    curation = Curation(file=page.file, format=page.format, title=page.fact("title"), updated=_updated(page))
    if page.format in SELF_TOLD:
        tables = [TableProposal(n, table, label=_title(page, n)) for n, table in enumerate(page.tables, 1)]
        return Proposal(page, curation, tables)
    finder = NameFinder(registry, decimal_comma=decimal_comma)
    page = _with_benchmark(page, finder)
    tables = []
    definitions = page_definitions(page, [table for table in page.tables if not _is_told(table)], finder)
    for number, table in enumerate(page.tables, 1):
        if only and number not in only:
            tables.append(TableProposal(number, table, skip="not chosen"))
        elif _is_told(table):
            tables.append(_told(page, table, number, folders))
        else:
            chosen = number in only or any(column.name in named for column in table.columns)
            tables.append(propose_table(page, table, number, finder, definitions, chosen, told))
    tell_apart(tables)
    _give_keys(tables)
    kept = [proposal for proposal in tables if proposal.skip is None]
    if len(kept) == len(tables) and all(_is_told(p.table) and not _needs_entry(p) for p in kept):
        # The format says it all: a dump of thousands of tables needs no entry for each of them.
        return Proposal(page, replace(curation, infer=True), tables)
    curated = tuple(p.curated for p in kept if p.curated)
    columns = tuple(replace(column, table=p.key) for p in kept for column in p.columns)
    infer = any(_is_told(p.table) or any(c.role in ROW_WORDS for c in p.columns) for p in kept)
    return Proposal(page, replace(curation, tables=curated, columns=columns, infer=infer), tables)


def _with_benchmark(page: Page, finder: NameFinder) -> Page:
    """A page of data whose "task" is the name of a known data set, which is then what it is about."""
    task = page.fact("task")
    if page.format != "records" or task is None or page.fact("benchmark") or not finder.is_dataset(task):
        return page
    facts = tuple(replace(fact, name="benchmark") if fact.name == "task" else fact for fact in page.facts)
    return replace(page, facts=facts)


def joined(first: Proposal | None, own: Proposal, before: int) -> Proposal:
    """The proposals of two parts of a file as one; ``before`` is the number of tables in front of the second.

    A dump whose format says it all has no entries, and nothing of it is kept.
    """
    if first is None:
        return own
    if not first.curation.tables and not own.curation.tables:
        return first
    taken = {table.key for table in first.read}
    tables: list[TableProposal] = []
    for table in own.read:
        key = table.key if table.key not in taken else f"{table.key}-{before + table.number}"
        if table.curated is not None:
            table.curated = replace(table.curated, key=key, number=before + table.number)
        table.key, table.number = key, before + table.number
        table.columns = tuple(replace(column, table=key) for column in table.columns)
        tables.append(table)
    first.tables = [*first.read, *tables]
    curated = tuple(table.curated for table in first.tables if table.curated)
    columns = tuple(replace(column, table=table.key) for table in first.tables for column in table.columns)
    infer = first.curation.infer or own.curation.infer
    first.curation = replace(first.curation, tables=curated, columns=columns, infer=infer)
    return first


def _is_told(table: Table) -> bool:
    """True for a table whose columns the format itself explains."""
    return any(column.role for column in table.columns)


def _needs_entry(proposal: TableProposal) -> bool:
    return proposal.curated is not None and proposal.curated.method is not None


def _told(page: Page, table: Table, number: int, folders: Sequence[str]) -> TableProposal:
    """A table that the format explains; only the method may be missing in it."""
    proposal = TableProposal(number, table, label=_title(page, number))
    method, told_by = None, ""
    if table.fact("method") is None and not any(column.role == "method" for column in table.columns):
        method, told_by = method_of_file(page, table, folders)
        question = f"the file does not name the method; proposed by {told_by}: {method!r} (--method)"
        proposal.doubts.append(Doubt("method", question))
    named = {name: fact.value for name in SCOPE if (fact := table.fact(name))}
    if "dataset" not in named and (unnamed := _without_dataset(table)):
        question = f"{unnamed} of {len(table.rows)} values name no data set; the file's name stands for it (--dataset)"
        proposal.doubts.append(Doubt("dataset", question))
    proposal.curated = CuratedTable(
        heading=None,
        key="",
        label=None,
        number=number,
        method=method,
        method_inferred=method is not None,
        scope=Scope(dataset=named.get("dataset"), task=named.get("task"), split=named.get("split")),
        evidence=f"method: concluded from {told_by}" if method else None,
    )
    return proposal


def _without_dataset(table: Table) -> int:
    """How many rows of a table say of no data set that they are about it."""
    cells = [index for index, column in enumerate(table.columns) if column.role == "dataset"]
    return sum(not any(row.cells[index].text for index in cells) for row in table.rows)


def _give_keys(tables: list[TableProposal]) -> None:
    """A short key for each table that is read, unlike those of the others."""
    taken: set[str] = set()
    for proposal in tables:
        if proposal.curated is None or proposal.skip is not None:
            continue
        scope = proposal.curated.scope
        names = [scope.dataset or "", scope.subset or "", scope.split or ""]
        base = slug(" ".join(names))[:48].strip("-") or slug(proposal.label)[:48].strip("-") or "table"
        key = base if base not in taken else f"{base}-{proposal.number}"
        taken.add(key)
        proposal.key = key
        proposal.curated = _keyed(proposal.curated, key)


def _keyed(table: CuratedTable, key: str) -> CuratedTable:
    return replace(table, key=key)


def _title(page: Page, number: int) -> str:
    headings = page.tables[number - 1].headings
    return headings[-1] if headings else page.fact("title") or ""


def _updated(page: Page) -> str | None:
    printed = page.fact("updated")
    return printed if printed and parse_date(printed) else None
