"""Units and directions of value columns: what the page states comes first, then what the numbers can only be."""

from __future__ import annotations

from collections.abc import Sequence

from kg.intake.context import Context
from kg.intake.draft import Draft
from kg.intake.wholly import direction_of_all, unit_of_all
from kg.model import Direction
from kg.normalise.units import PERCENT, infer_from_siblings, infer_unit
from kg.registry import Registry


def give_units(drafts: Sequence[Draft], context: Context, registry: Registry) -> list[Draft]:
    """Give each column its unit; those are returned that have numbers of a known metric, and none."""
    of_all = unit_of_all(context) if all(map(_takes_percent, drafts)) else None
    for draft in drafts:
        told = _stated_unit(draft, context, registry) or (of_all if _may_be_percent(draft) else None)
        if told:
            draft.unit, where = told
            draft.state("unit", where, draft.unit)
        elif found := _inferred(draft, context):
            _infer(draft, *found)
    units = {unit.key for draft in drafts if draft.unit and (unit := registry.unit(draft.unit))}
    left = []
    for draft in drafts:
        if draft.unit is not None or draft.measured is None:
            continue
        if found := infer_from_siblings(draft.measured, draft.extent, units):
            _infer(draft, *found)
        elif draft.numbers:
            left.append(draft)
    return left


def _stated_unit(draft: Draft, context: Context, registry: Registry) -> tuple[str, str] | None:
    """The unit that the page gives a column, and where."""
    if (printed := draft.printed_unit) and registry.unit(printed):
        return printed, draft.reading.told.get("unit", "heading")
    if draft.extent.is_percent:
        return "%", "cells"
    return context.unit_of(draft.measured, draft.reading.name) if draft.measured is not None else None


def _takes_percent(draft: Draft) -> bool:
    """True for a metric that may be given in %, and for one that nobody knows."""
    return draft.measured is None or PERCENT in draft.measured.admissible_units


def _may_be_percent(draft: Draft) -> bool:
    """True for numbers that may be percentages, and no fractions: a heading such as "Results (%)" means them too."""
    extent = draft.extent
    if not extent.count or extent.is_mixed or extent.largest <= 1 or extent.units - {None}:
        return False
    return draft.measured is not None or (extent.least >= 0 and extent.largest <= 100)


def _infer(draft: Draft, unit: str, reason: str) -> None:
    draft.unit = unit
    draft.reasons.append(f"unit {unit!r}: inferred, for {reason}")


def _inferred(draft: Draft, context: Context) -> tuple[str, str] | None:
    metric = draft.measured
    if metric is None:
        return None
    extent = draft.extent
    if extent.percents and PERCENT in metric.admissible_units and not extent.is_mixed:
        return PERCENT, f"{extent.percents} of {extent.count} cells print %"
    told = context.says_percent
    if told and PERCENT in metric.admissible_units and extent.largest > 1 and not extent.is_mixed:
        return PERCENT, f"the text speaks of percentages ({told.where})"
    return infer_unit(metric, extent)


def give_directions(drafts: Sequence[Draft], context: Context) -> list[Draft]:
    """Give each column its direction: stated, else as the registry knows it. Measures without one are returned."""
    left = []
    of_all = direction_of_all(context)
    for draft in drafts:
        metric = draft.measured
        against = of_all is not None and metric is not None and metric.direction not in (Direction.UNKNOWN, of_all[0])
        if told := _stated_direction(draft, context) or (None if against else of_all):
            draft.direction, where = told
            draft.state("direction", where)
        elif metric is not None and metric.direction is not Direction.UNKNOWN:
            draft.direction = metric.direction
            draft.reasons.append("direction: inferred from the registry")
        elif draft.measure is not None:
            left.append(draft)
    return left


def _stated_direction(draft: Draft, context: Context) -> tuple[Direction, str] | None:
    """The direction that the page gives a column, and where."""
    reading = draft.reading
    if reading.direction is not None:
        return reading.direction, reading.told.get("direction", "heading")
    name = reading.name or (draft.metric.label if draft.metric else draft.measure or "")
    return context.direction_of(draft.metric, name)
