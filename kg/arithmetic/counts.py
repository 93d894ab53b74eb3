"""Item counts recovered from the values of a column: shares of N items can only be k/N.

Where no count is recorded, the smallest N is looked for that (almost) every value of the column is
a share of. It counts only when chance would hardly give one: a value fits a given N by chance as
often as the shares k/N, rounded as printed, fill the scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import comb

from kg.arithmetic.known import not_a_share
from kg.arithmetic.printing import columns, decimals
from kg.model import Benchmark, Certainty, Flag, Metric, Result, Unit

#: Largest N that is looked for; fewest different values in a column; most of them looked at.
_LARGEST, _FEWEST, _MOST = 5000, 6, 60

#: The chance below which a count is believed.
_CHANCE = 1e-4


@dataclass(frozen=True, slots=True)
class Count:
    """An item count that was recovered from a column, and the cells that are no share of it."""

    items: int
    fitting: int
    misfits: tuple[Result, ...]


def recovered_count_flags(
    results: Iterable[Result],
    metrics: Mapping[str, Metric],
    benchmarks: Mapping[str, Benchmark],
    units: Mapping[str, Unit],
) -> list[Flag]:
    """Cells that are no k/N for the N that the rest of their column gives away."""
    flags: list[Flag] = []
    for column in columns(results).values():
        metric, benchmark = metrics[column[0].metric], benchmarks[column[0].benchmark]
        unit = units[column[0].unit] if column[0].unit else None
        may_count = metric.counts_items or metric.canonical_unit is None
        if benchmark.item_count or unit is None or unit.quantity != "ratio" or not may_count:
            continue
        found = recover_count(column, unit.multiplier)
        for result in found.misfits if found else ():
            assert found is not None
            evidence = f"{found.items} items recovered from the other {found.fitting} values of the column"
            rule = "the values of a column are shares of one number of items"
            flag = not_a_share(result, found.items, unit.multiplier, rule, column)
            if flag:
                message = f"{flag.message}; {evidence}"
                flags.append(replace(flag, message=message, certainty=Certainty.INFERRED, evidence=evidence))
    return flags


def recover_count(column: Sequence[Result], multiplier: Decimal) -> Count | None:
    """The smallest N of which the values are shares, but for one in eight; None where chance could give it."""
    distinct = {r.value: r for r in column if r.value > 0}
    cells = list(distinct.values())[:_MOST]
    if len(cells) < _FEWEST or multiplier <= 0 or 1 / multiplier != int(1 / multiplier):
        return None
    finest = max(decimals(r.value) for r in cells)
    whole = int(1 / multiplier)
    printed = [(int(r.value.scaleb(decimals(r.value))), whole * 10 ** decimals(r.value)) for r in cells]
    most = len(cells) // 8
    for items in range(2, min(_LARGEST, whole * 10**finest // 2) + 1):
        misfits = 0
        for value, scale in printed:
            if not _is_share(value, scale, items):
                misfits += 1
                if misfits > most:
                    break
        if misfits <= most and _by_chance(len(cells), misfits, items, whole * 10**finest) < _CHANCE:
            wrong = tuple(
                r for r, (value, scale) in zip(cells, printed, strict=True) if not _is_share(value, scale, items)
            )
            return Count(items, len(cells) - len(wrong), wrong)
    return None


def _is_share(value: int, scale: int, items: int) -> bool:
    """True when value/scale is k/items for a whole k, rounded half up to a whole value."""
    near = (2 * value * items + scale) // (2 * scale)
    return (2 * near * scale + items) // (2 * items) == value


def _by_chance(cells: int, misfits: int, items: int, scale: int) -> float:
    """The chance that so many cells fit one of the counts tried so far."""
    fits = min(1.0, items / scale)
    return float(items * comb(cells, misfits) * fits ** (cells - misfits))
