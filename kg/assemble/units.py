"""Units that the page does not state, as far as a column's numbers and its neighbours can only mean one.

A table that is read in parts is looked at as a whole first (:class:`Whole`), so that a unit does not depend
on where a part ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from kg.assemble.curated import Writing
from kg.assemble.layout import Identity
from kg.assemble.meaning import ColumnMeaning
from kg.normalise.extents import Extent
from kg.normalise.units import FRACTION, PERCENT, infer_from_siblings, infer_unit
from kg.normalise.values import Number, is_missing, parse_number
from kg.read.cells import Cell
from kg.registry import Registry

#: A unit's key and the reason for it.
Inferred = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Whole:
    """What the parts of one table must know of all of it: what each column's numbers show, and its inferred unit.

    ``units`` is None until all parts have been seen; ``above`` are the cells, by index, that stand above the
    first row of the part that comes next.
    """

    extents: Mapping[Identity, Extent] = field(default_factory=dict)
    units: Mapping[Identity, Inferred] | None = None
    above: dict[int, Cell] = field(default_factory=dict)


def numbers_of(cells: Sequence[Cell], registry: Registry, writing: Writing) -> Iterator[Number]:
    """The numbers of some cells; what is none is passed over."""
    for cell in cells:
        if not is_missing(cell.text):
            number = parse_number(
                cell.text, decimal_comma=writing.decimal_comma, is_unit=registry.is_unit, brackets=writing.brackets
            )
            if isinstance(number, Number):
                yield number


def units_of(meanings: Sequence[ColumnMeaning], ratio_unit: str | None) -> dict[Identity, Inferred]:
    """The units of columns that have none: by each column's own numbers, then by its siblings."""
    found: dict[Identity, Inferred] = {}
    known = {meaning.unit.key for meaning in meanings if meaning.unit}
    left = [(m.column.identity, m) for m in meanings if m.column and m.unit is None]
    left = _told_together(left)
    for identity, meaning in left:
        if own := _own_unit(meaning, ratio_unit):
            found[identity] = own
    known |= {key for key, _ in found.values()}
    for identity, meaning in left:
        if identity not in found and (of := infer_from_siblings(meaning.metric, meaning.extent, known)):
            found[identity] = of
    return found


def _told_together(left: Sequence[tuple[Identity, ColumnMeaning]]) -> list[tuple[Identity, ColumnMeaning]]:
    """The same with the numbers of all that a long table has of one metric, where that has no largest value.

    One error of 2.15 may be a fraction or a percentage; what the column holds for other data sets tells it.
    """
    whole: dict[tuple[int, str], Extent] = {}
    open_ended = [m for _, m in left if m.column and m.column.words is not None and m.metric.maximum is None]
    for meaning in open_ended:
        key = (meaning.column.index if meaning.column else 0, meaning.metric.key)
        whole[key] = whole.get(key, Extent()).join(meaning.extent)
    return [
        (identity, replace(m, extent=together) if (together := whole.get((identity[0], m.metric.key))) else m)
        for identity, m in left
    ]


def _own_unit(meaning: ColumnMeaning, ratio_unit: str | None) -> Inferred | None:
    metric, extent = meaning.metric, meaning.extent
    if not metric.admissible_units:
        return None
    bounds = meaning.column.words.ratio if meaning.column and meaning.column.words else None
    if bounds and bounds in metric.admissible_units:
        return bounds, "the file gives its largest value"
    if extent.percents and PERCENT in metric.admissible_units and not extent.is_mixed:
        return PERCENT, f"{extent.percents} of {extent.count} cells print %"
    found = infer_unit(metric, extent)
    fractions = extent.count > 0 and not extent.percents and extent.largest <= (metric.maximum or Decimal(1))
    if found is None and ratio_unit in metric.admissible_units and fractions:
        found = (FRACTION, "the format of the file gives ratios as fractions")
    return found
