"""From the bytes of a source page to cells: one module per page kind."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import replace

from kg.errors import Place, Problem, SourceError
from kg.read import index_page, pasted_table, pasted_text, tab_tables
from kg.read.cells import Page
from kg.read.families import FAMILIES, join, open_file
from kg.read.headers import looks_numeric
from kg.read.pipes import find_tables
from kg.read.text import decode, split_lines

__all__ = ["FORMATS", "detect_format", "read_page"]

# In the order in which a page is tried: an index page holds pipe tables as well.
_KINDS: tuple[tuple[str, Callable[[Sequence[str]], str | None]], ...] = (
    (index_page.FORMAT, index_page.looks_like),
    (pasted_table.FORMAT, pasted_table.looks_like),
    (tab_tables.FORMAT, tab_tables.looks_like),
)

#: The names of the formats that can be read.
FORMATS = tuple(name for name, _ in _KINDS)


def detect_format(text: str) -> tuple[str, str] | None:
    """The format of a page and what shows it, or None if the page holds no table."""
    lines = split_lines(text.removeprefix("\ufeff"))
    for name, looks_like in _KINDS:
        why = looks_like(lines)
        if why:
            return name, why
    return None


def read_page(
    data: bytes, file: str, format: str | None = None, *, keys: tuple[str, ...] = (), encoding: str | None = None
) -> Page:
    """Read one source page.

    ``file`` is the name that places carry. ``format`` is one of :data:`FORMATS`, or a family that
    ``kg import`` found; None detects one of the former. ``keys`` are known names of settings that a
    pasted page prints in its method cells, ``encoding`` that of a text which is not UTF-8.
    Raises :class:`SourceError`, and nothing else, if the page cannot be used at all: no text,
    no known format, no results table.
    """
    if format is not None and format not in FORMATS:
        if format not in FAMILIES:
            raise SourceError(
                f"{file}: unknown format {format!r}; known are {', '.join(dict.fromkeys((*FORMATS, *FAMILIES)))}"
            )
        found_family = open_file(io.BytesIO(data), file, family=format, encoding=encoding)
        return join(found_family.pages, file, format)
    text = decode(data, file, encoding)
    lines = split_lines(text)
    if format is None:
        found = detect_format(text)
        if found is None:
            raise SourceError(
                f"no results table found in {file}: there is neither a pipe table (a line of dashes under its "
                "header) nor a tab-separated one (a header line and rows); kg import reads further kinds of files"
            )
        format = found[0]
    if format == index_page.FORMAT:
        page = index_page.read(lines, file)
    elif format == pasted_table.FORMAT:
        page = pasted_table.read(lines, file, keys)
    else:
        page = pasted_text.beside_tabs(tab_tables.read(lines, file), lines)
    unread = _other_kind(lines, page)
    return replace(page, problems=(*page.problems, *unread)) if unread else page


def _other_kind(lines: Sequence[str], page: Page) -> list[Problem]:
    """Tables of the kind that this page's reader does not read: reported, not passed over."""
    if page.format == tab_tables.FORMAT:
        places = [(table.line, [cell for row in table.rows for cell in row.cells[1:]]) for table in find_tables(lines)]
    else:
        try:
            other = tab_tables.read(lines, page.file)
        except SourceError:
            return []
        places = [(table.line, [c.text for row in table.rows for c in row.cells[1:]]) for table in other.tables]
    reason = f"a table of another kind stands on this {page.format} page"
    remedy = "put it on a page of its own"
    return [
        Problem(Place(page.file, line), "table-of-another-kind", lines[line - 1], reason, remedy, count)
        for line, cells in places
        if (count := sum(looks_numeric(cell) for cell in cells))
    ]
