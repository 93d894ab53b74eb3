"""Which unit a column's numbers can only be in, where the page does not say: a proposal with its reason.

Nothing here is a fact of the page: whoever uses it marks the unit as inferred. Where the numbers leave
it open (an error of 0.9 may be a fraction or a percentage), there is no proposal.
"""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal

from kg.model import Direction, Metric
from kg.normalise.extents import Extent

FRACTION, PERCENT = "fraction", "percent"

#: No table of scores stays below a tenth of a percent of what is possible: so small are only fractions.
_SMALLEST = Decimal("0.1")


def infer_unit(metric: Metric, extent: Extent) -> tuple[str, str] | None:
    """Unit key and reason for the values of one column, or None.

    >>> infer_unit(dice, extent_of(parse_number(text) for text in ("0.904", "0.891")))
    ('fraction', 'no value is above 1, the largest fraction')
    """
    if len(metric.admissible_units) == 1:
        return metric.admissible_units[0], f"the registry admits no other unit of {metric.label}"
    if not {FRACTION, PERCENT} <= set(metric.admissible_units) or not extent.count or extent.is_mixed:
        return None
    bound = metric.maximum if metric.maximum is not None else Decimal(1)
    largest, least = extent.largest, extent.least
    if metric.maximum is not None and bound < largest <= 100 * bound and least >= -100 * bound:
        return PERCENT, f"values up to {largest} are above {bound}, the largest fraction"
    if metric.maximum is None and extent.is_high and largest <= 1000:
        return PERCENT, f"most values are above 2, which no fraction of {metric.label} is"
    if metric.direction is Direction.HIGHER and _SMALLEST < largest <= bound:
        return FRACTION, f"no value is above {bound}, the largest fraction"
    return None


def infer_from_siblings(metric: Metric, extent: Extent, siblings: Collection[str]) -> tuple[str, str] | None:
    """The unit that the other ratios of the table have, where the values fit it."""
    units = set(siblings) & {FRACTION, PERCENT}
    if len(units) != 1 or not {FRACTION, PERCENT} <= set(metric.admissible_units) or not extent.count:
        return None
    if extent.is_mixed:
        return None
    unit = next(iter(units))
    bound = metric.maximum if metric.maximum is not None else Decimal(1)
    limit = bound if unit == FRACTION else 100 * bound
    if metric.maximum is not None and extent.largest > limit:
        return None
    if unit == PERCENT and extent.largest < _SMALLEST:
        # So small are only fractions, whatever stands beside them: which of the two it is, is not said.
        return None
    return unit, f"the other ratios of the table are in {unit}"
