"""The leaderboards of a page, told apart by the headings over its tables, and how they are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from kg.assemble.curated import CuratedTable, Curation
from kg.errors import Place, SourceError
from kg.iris import digest, name_key, slug
from kg.read.cells import Page, Table
from kg.registry import Registry
from kg.registry.near import did_you_mean


@dataclass(frozen=True, slots=True)
class Section:
    """The tables of one leaderboard: rows in page order, each with the row group it stands in."""

    heading: str | None
    table: Table
    groups: tuple[str | None, ...]


def sections_of(page: Page, registry: Registry) -> list[Section]:
    """Sub-tables under row-group headings with the same columns are one leaderboard."""
    sections: list[Section] = []
    for table in page.tables:
        *parents, last = table.headings or (None,)
        is_group = last is not None and (bool(parents) or registry.row_group(last) is not None)
        heading = (parents[-1] if parents else None) if is_group else last
        groups = (last if is_group else None,) * len(table.rows)
        names = [column.name for column in table.columns]
        before = sections[-1] if sections else None
        if (
            before is not None
            and is_group
            and before.heading == heading
            and [column.name for column in before.table.columns] == names
        ):
            merged = replace(
                before.table,
                rows=before.table.rows + table.rows,
                problems=before.table.problems + table.problems,
            )
            sections[-1] = Section(heading, merged, before.groups + groups)
        else:
            sections.append(Section(heading, table, groups))
    return sections


def check_headings(sections: Sequence[Section], curation: Curation, file: str) -> None:
    """Raises SourceError where a heading of [[tables]] stands over nothing."""
    met = [section.heading for section in sections if section.heading]
    told = f"headings there: {', '.join(map(repr, met)) or 'none'}"
    faults = [
        f"{curation.place_of(table, 'heading')}: [[tables]] heading {table.heading!r} stands over no table of "
        f"{file}{did_you_mean(table.heading, met)}; {told}"
        for table in curation.tables
        if table.heading and table.heading not in met
    ]
    if faults:
        raise SourceError("\n".join(faults))


def leaderboard_keys(
    sections: Sequence[Section], curation: Curation, source: str, file: str
) -> list[tuple[str, CuratedTable | None]]:
    """The source's key where it has one table; else with the curated or printed heading behind it.

    Tables under one heading are told apart by the names of their columns, then by their order.
    """
    keys: list[tuple[str, CuratedTable | None]] = []
    names = [(section.heading or "table", *(c.name for c in section.table.columns)) for section in sections]
    headings = [section.heading for section in sections]
    for number, section in enumerate(sections):
        curated = next((t for t in curation.tables if t.heading == section.heading), None)
        if curated:
            keys.append((f"{source}-{curated.key}", curated))
        elif len(sections) == 1:
            keys.append((source, None))
        elif section.heading and headings.count(section.heading) == 1:
            keys.append((f"{source}-{name_key(section.heading)}", None))
        else:
            order = [str(names[:number].count(names[number]))] if names.count(names[number]) > 1 else []
            heading = slug(section.heading or "table")[:60] or "table"
            keys.append((f"{source}-{heading}-{digest(*names[number], *order, length=8)}", None))
    first: dict[str, Section] = {}
    for section, (key, curated) in zip(sections, keys, strict=True):
        if first.setdefault(key, section) is not section:
            raise _two_tables(first[key], section, curated, curation, file)
    return keys


def _two_tables(
    one: Section, other: Section, curated: CuratedTable | None, curation: Curation, file: str
) -> SourceError:
    """One heading of [[tables]] stands over tables that are not one: tells the first column that differs.

    The table that lacks a column of ``source.toml``, or has it elsewhere, is the wrong one; else the later one.
    """
    order = [column.name for column in curation.columns if curated and column.table == curated.key and column.name]
    if _named(one, order) != order == _named(other, order):
        one, other = other, one
    at = curation.place_of(curated, "heading") if curated else curation.path
    where = f"{at}: [[tables]] heading {curated.heading if curated else one.heading!r}"
    lacking = [name for name in _named(one) if name not in _named(other)]
    if lacking and [name for name in _named(one) if name not in lacking] == _named(other):
        return SourceError(
            f"{where} stands over two tables whose columns differ: the header {Place(file, other.table.line)} lacks "
            f"{', '.join(lacking)}: {len(_named(other))} columns against {len(_named(one))} in line {one.table.line}; "
            "give the table the columns that it lacks, or the tables headings of their own"
        )
    for number, (wanted, found) in enumerate(zip_longest(_named(one), _named(other)), 1):
        if wanted != found:
            return SourceError(
                f"{where} stands over two tables whose columns differ: {Place(file, other.table.line, number)}: "
                f"found {found!r}, expected {wanted!r} (as in line {one.table.line}); mend the name of the column, or "
                "give the tables headings of their own"
            )
    lines = f"{Place(file, one.table.line)} and {other.table.line}"
    return SourceError(f"{where} stands over two tables ({lines}) with another one between them; mend the page")


def _named(section: Section, among: Sequence[str] | None = None) -> list[str]:
    """The names of its columns, all or those that are ``among`` some."""
    return [column.name for column in section.table.columns if among is None or column.name in among]
