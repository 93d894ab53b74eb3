"""What a file of data says in fields of its own of all its values: their metric, their unit and their direction.

``{"metric": "WER", "unit": "%", "results": [{"model": "NetA", "score": 9.2}]}`` says of each score what a heading
would have said. A column that is named after a metric keeps that one, and takes the unit only where it may have it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kg.intake.draft import Draft
from kg.intake.namerule import clean
from kg.intake.spreads import VALUE
from kg.normalise.directions import parse_direction
from kg.normalise.units import PERCENT
from kg.read.cells import Field, Page
from kg.wording.names import NameFinder

#: Takes a question about a column.
Ask = Callable[[Draft, str, str], None]


def tell_all(drafts: Sequence[Draft], page: Page, finder: NameFinder, by_row: frozenset[str], ask: Ask) -> None:
    """Give the drafts what the file's own fields say; ``by_row`` is what each row says itself of its value."""
    told = {f.name.removeprefix("all-"): f for f in page.facts if f.name.startswith("all-")}
    if not told or page.format != "records":
        return
    for draft in drafts:
        general = _is_any_value(draft, len(drafts))
        if (fact := told.get("metric")) and "metric" not in by_row and general:
            _metric(draft, fact, finder, ask)
        if (fact := told.get("unit")) and "unit" not in by_row and draft.reading.unit is None:
            _unit(draft, fact, finder, general, ask)
        if (fact := told.get("direction")) and "direction" not in by_row and general:
            draft.reading.direction = draft.reading.direction or parse_direction(fact.value)
            draft.reading.told["direction"] = f"line {fact.line}"


def _is_any_value(draft: Draft, count: int) -> bool:
    """True for a column that is headed "score", that is the only one of its table, or that is named by its data set."""
    reading = draft.reading
    if reading.metric is not None or reading.base is not None:
        return False
    return count == 1 or reading.dataset is not None or VALUE.fullmatch(clean(reading.printed)) is not None


def _metric(draft: Draft, fact: Field, finder: NameFinder, ask: Ask) -> None:
    reading = draft.reading
    if VALUE.fullmatch(clean(reading.printed)):
        reading.rest, reading.summary = "", False
    reading.metric, reading.name = finder.metric(fact.value), fact.value
    reading.told["metric"] = f"line {fact.line}"
    if reading.metric is None:
        draft.measure = fact.value
        draft.state("metric", f"line {fact.line}", fact.value)
        ask(draft, "metric", f"{fact.value!r} is a metric that the registry does not know")


def _unit(draft: Draft, fact: Field, finder: NameFinder, general: bool, ask: Ask) -> None:
    unit, metric = finder.registry.unit(fact.value), draft.reading.metric or draft.reading.base
    if unit is None:
        if general:
            ask(draft, "unit", f"the file states the unit {fact.value!r}, which the registry does not know")
        return
    if unit.key in metric.admissible_units if metric else general:
        # Programs write "percent" over 0.44 as well.
        draft.reading.unit, draft.reading.worded = fact.value, unit.key == PERCENT
        draft.reading.told["unit"] = f"line {fact.line}"
