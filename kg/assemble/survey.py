"""A table that is read in parts is looked at as a whole first, part by part, before any of it is taken.

What is inferred from a column's numbers would otherwise hang on where a part ends: 0.93 alone may be a fraction,
beside 64.2 it is a percentage.
"""

from __future__ import annotations

from dataclasses import replace

from kg.assemble.columns import Meanings
from kg.assemble.curated import Curation
from kg.assemble.layout import Identity, Layout, ValueColumn, value_cells
from kg.assemble.numbered import is_inferred, laid_out, laid_straight
from kg.assemble.units import Whole, numbers_of
from kg.errors import SourceError
from kg.normalise.extents import Extent
from kg.read.cells import Cell, Page, Table
from kg.registry import Registry

#: A list names no more different things that it measures.
MOST = 100_000


class Survey:
    """Sees the parts of the one table of a file that ``curation`` describes, then knows its :class:`Whole`."""

    def __init__(self, curation: Curation, registry: Registry) -> None:
        self.curation = curation
        self.registry = registry
        self.entry = next((table for table in curation.tables if table.skip is None), None)
        self.curated = [c for c in curation.columns if self.entry is None or c.table == self.entry.key]
        self.columns: dict[Identity, ValueColumn] = {}
        self.extents: dict[Identity, Extent] = {}
        self._above: dict[int, Cell] = {}

    def is_needed(self, page: Page) -> bool:
        """Whether something depends on all parts: it is inferred, or the digits of a scaled column must agree."""
        table, layout = self._laid_out(page)
        long = layout.of_row is not None and is_inferred(table, layout, self.curated, self.curation)
        return long or any(column.scale is not None for column in self.curated)

    def see(self, page: Page) -> None:
        """Take note of the numbers of one part. Raises SourceError where it measures more things than can be held."""
        table, layout = self._laid_out(page, self._above)
        for column, cells in zip(layout.values, value_cells(table, layout), strict=True):
            if column.identity not in self.columns:
                if len(self.columns) >= MOST:
                    raise SourceError(
                        f"{page.file}:{table.line}: its rows measure more than {MOST} different things "
                        "(metric, data set, split ...); import a part of it"
                    )
                self.columns[column.identity] = replace(column, number=len(self.columns) + 1)
            extent = self.extents.setdefault(column.identity, Extent())
            for number in numbers_of(cells, self.registry, layout.writing):
                extent.see(number)

    def whole(self, page: Page) -> Whole:
        """What all parts must know; ``page`` is any of them."""
        table, layout = self._laid_out(page)
        ratio = table.fact("ratio-unit")
        meanings = Meanings(
            page,
            "",
            self.registry,
            self.curated,
            self.curation,
            infer=is_inferred(table, layout, self.curated, self.curation),
            ratio_unit=ratio.value if ratio else None,
            writing=layout.writing,
            whole=Whole(self.extents),
        )
        units = meanings.inferred_units(tuple(self.columns.values()), table.line) if meanings.infer else {}
        return Whole(self.extents, units)

    def _laid_out(self, page: Page, above: dict[int, Cell] | None = None) -> tuple[Table, Layout]:
        number = self.entry.number if self.entry and self.entry.number else 1
        table = laid_straight(page.tables[number - 1], self.entry, above)
        return laid_out(table, self.entry, self.curated, self.curation, self.registry)
