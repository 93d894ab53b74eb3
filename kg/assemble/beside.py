"""What is printed beside a value: its spread, its interval, the number of items it counts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from kg.assemble.curated import CuratedTable
from kg.assemble.layout import ValueColumn
from kg.model import UncertaintyKind
from kg.normalise.values import Number, is_missing, parse_number
from kg.read.cells import Row


@dataclass(frozen=True, slots=True)
class Spread:
    """How far a value may be off, as printed; unscaled."""

    uncertainty: Decimal | None = None
    lower: Decimal | None = None
    upper: Decimal | None = None
    kind: UncertaintyKind = UncertaintyKind.UNKNOWN
    level: Decimal | None = None


def read_spread(
    number: Number, value: ValueColumn, row: Row | None, table: CuratedTable | None, told: str | None = None
) -> Spread:
    """The spread in the value's own cell, else in the columns beside it; ``told`` is the kind that the format gives."""
    columns = dict(value.beside) if row is not None else {}
    uncertainty = number.uncertainty if number.uncertainty is not None else _beside("uncertainty", columns, row)
    lower = number.lower if number.lower is not None else _beside("lower", columns, row)
    upper = number.upper if number.upper is not None else _beside("upper", columns, row)
    # An interval that does not hold its value is another number's: nothing is said of this one.
    if (lower is not None and lower > number.value) or (upper is not None and upper < number.value):
        lower = upper = None
    if uncertainty is not None and uncertainty < 0:
        uncertainty = None
    kind = (value.curated.uncertainty if value.curated else None) or (table.uncertainty if table else None)
    if kind is None and told is not None:
        kind = UncertaintyKind(told)
    level = number.level or (table.level if table else None)
    if kind is None and level is not None and lower is not None:
        kind = UncertaintyKind.CONFIDENCE_INTERVAL
    if kind is not UncertaintyKind.CONFIDENCE_INTERVAL:
        level = None
    return Spread(uncertainty, lower, upper, kind or UncertaintyKind.UNKNOWN, level)


def _beside(role: str, columns: dict[str, int], row: Row | None) -> Decimal | None:
    if row is None or role not in columns:
        return None
    text = row.cells[columns[role]].text.strip().lstrip("±").strip()
    if is_missing(text):
        return None
    number = parse_number(text)
    return number.value if isinstance(number, Number) and number.uncertainty is None else None


def count_of(value: ValueColumn, row: Row) -> int | None:
    """The number of items that a column beside the value gives."""
    index = dict(value.beside).get("sample-size")
    text = row.cells[index].text.replace(",", "") if index is not None else ""
    return int(text) if re.fullmatch(r"[1-9]\d{0,17}", text) else None
