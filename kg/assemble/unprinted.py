"""Entries of ``source.toml`` about names that its page does not print: they would be passed over in silence."""

from __future__ import annotations

from collections.abc import Iterator

from kg.assemble.curated import Curation
from kg.errors import Problem
from kg.read.cells import Page
from kg.registry.near import near_names
from kg.wording.headings import parts_of


def unprinted(curation: Curation, page: Page) -> Iterator[Problem]:
    """A problem for each; of tables that are described cell by cell, names are held to their cells elsewhere."""
    if curation.is_numbered or page.is_described:
        return
    columns = _columns(page)
    rows = [row for table in page.tables for row in table.rows]
    names = columns | {field.name for row in rows for field in (*row.settings, *row.details)}
    for number, fact in enumerate(curation.facts, 1):
        kind, _, name = fact.subject.partition(":")
        if kind == "printed" and name not in names:
            yield _problem(curation, page, ("facts", number, "subject"), name, names, "setting or column")
    for number, column in enumerate(curation.columns, 1):
        if column.number is None and column.name and column.name not in columns:
            yield _problem(curation, page, ("columns", number, "name"), column.name, columns, "column or metric")


def _columns(page: Page) -> set[str]:
    """What the page calls its columns and metrics; a heading of several names is each of them, too."""
    headings = {column.name for table in page.tables for column in table.columns if column.name}
    told = {metric.name for metric in page.metrics} | {fact.value for fact in page.facts_named("highlight-metric")}
    return headings | told | {part for heading in headings for part in parts_of(heading)}


def _problem(
    curation: Curation, page: Page, way: tuple[str, int, str], name: str, names: set[str], what: str
) -> Problem:
    near = near_names(name, names)
    return Problem(
        curation.spot(page.file, *way),
        "unprinted-name",
        name,
        f"the page prints no {what} of this name, so nothing is read by this entry of source.toml",
        f"write {' or '.join(map(repr, near))} if that is the right name, else mend it on the page"
        if near
        else "mend the name, or take the entry out",
    )
