"""Columns that nobody explains, and whose mean is a column that the page does explain.

Tables of segmentation print the mean over all organs under the name of the measure ("DSC") and one column
for each organ under its name alone. That "Aorta" is a part, measured by the same metric, is not stated; but
where the columns that stand side by side give the explained one as their mean, row after row and digit by
digit, nothing else explains the numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

#: The numbers of one column, row by row; None where a cell is none.
Numbers = Sequence[Decimal | None]

#: So many columns and rows at least: fewer may agree by chance.
_COLUMNS, _ROWS = 3, 3


def mean_of(parts: Sequence[Numbers], whole: Numbers) -> tuple[int, int] | None:
    """How many rows have the mean of ``parts`` as ``whole``, and of how many; None where it is not their mean.

    A mean may differ from the printed one by half a step of each, since both are rounded. Four of five
    rows must agree: pages have slips.
    """
    if len(parts) < _COLUMNS:
        return None
    agreeing = rows = 0
    for row, printed in enumerate(whole):
        values = [value for part in parts if (value := part[row]) is not None]
        if printed is None or len(values) < len(parts):
            continue
        rows += 1
        mean = sum(values, Decimal(0)) / len(values)
        agreeing += abs(mean - printed) <= (_step(printed) + max(map(_step, values))) / 2
    return (agreeing, rows) if agreeing >= _ROWS and agreeing * 5 >= rows * 4 else None


def blocks(unknown: Sequence[int]) -> list[list[int]]:
    """Columns that stand side by side."""
    found: list[list[int]] = []
    for index in sorted(unknown):
        if found and found[-1][-1] == index - 1:
            found[-1].append(index)
        else:
            found.append([index])
    return found


def wholes(unknown: Sequence[int], known: Sequence[int], numbers: Mapping[int, Numbers]) -> dict[int, tuple[int, str]]:
    """For each column that is a part: the column that is the mean, and the evidence.

    ``unknown`` and ``known`` are the columns without and with a metric; a block whose mean two columns
    could be is left alone.
    """
    found: dict[int, tuple[int, str]] = {}
    for block in blocks(unknown):
        fitting = [
            (whole, f"the mean of {len(block)} columns is this one in {agreed[0]} of {agreed[1]} rows")
            for whole in known
            if (agreed := mean_of([numbers[index] for index in block], numbers[whole]))
        ]
        if len(fitting) == 1:
            found |= dict.fromkeys(block, fitting[0])
    return found


def _step(value: Decimal) -> Decimal:
    """The value of the last printed digit."""
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(0)
