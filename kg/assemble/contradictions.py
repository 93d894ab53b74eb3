"""What a page says of one column against itself, or against what ``source.toml`` gives it; each with its remedy."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.assemble.curated import CuratedColumn
from kg.assemble.meaning import ColumnMeaning
from kg.model import Benchmark, Metric
from kg.normalise.directions import WORDS, parse_direction
from kg.normalise.headings import Heading
from kg.read.cells import Field, MetricLine, Page
from kg.registry import Registry
from kg.registry.near import near_names

#: How long a text is, and how like a word for a direction, that may be a slip for it.
_SHORTEST, _ALIKE = 5, 0.85


def contradictions(
    page: Page,
    line: int,
    printed: str | None,
    listed: MetricLine | None,
    heading: Heading,
    curated: CuratedColumn | None,
    registry: Registry,
) -> list[str]:
    """Where metric list, scope, heading (in ``line``) and ``source.toml`` say different things of one column."""
    is_scope = printed is not None and page.fact("metric") == printed
    units = [*_listed(page, listed, "unit"), *(_of_scope(page, "unit") if is_scope else ())]
    directions = [*_listed(page, listed, "direction"), *(_of_scope(page, "direction") if is_scope else ())]
    over = f"heading, {page.place(line)}"
    said_units = [(text, where) for text, where in units if text] + [(t, over) for t in (heading.unit,) if t]
    said_directions = [(told, where) for text, where in directions if (told := _direction(text))]
    said_directions += [(heading.direction.value, over)] if heading.direction else []
    found = []
    if listed and listed.linked and _words(listed.linked) != _words(listed.name):
        found.append(
            f"the metric list ({page.place(listed.line)}) calls it {listed.name}, the link of that item "
            f"{listed.linked}; mend the one that is wrong"
        )
    if len({registry.unit(text) or text for text, _ in said_units}) > 1:
        found.append(f"the page gives it different units: {_told(said_units)}")
    if len({text for text, _ in said_directions}) > 1:
        found.append(f"the page gives it different directions: {_told(said_directions)}")
    # What the page says elsewhere outweighs the name of a column.
    is_filled_in = curated is not None and "metric" not in curated.stated
    metric = registry.metrics.get(curated.metric or "") if curated and is_filled_in else None
    named = (registry.metric(printed) or registry.metric(heading.base)) if printed else None
    if metric and named and (conflict := other_metric(printed or "", named, metric, registry)):
        found.append(conflict)
    return found


def _listed(page: Page, listed: MetricLine | None, name: str) -> Sequence[tuple[str, str]]:
    if listed is None:
        return ()
    return ((listed.unit if name == "unit" else listed.direction, f"metric list, {page.place(listed.line)}"),)


def _of_scope(page: Page, name: str) -> Sequence[tuple[str, str]]:
    facts: Sequence[Field] = page.facts_named(name)[:1]
    return [(fact.value, f"scope, {page.place(fact.line, fact.column)}") for fact in facts]


def near_directions(printed: str) -> list[str]:
    """The words for a direction that a text nearly is: a slip of the pen; none where it is one of them."""
    text = printed.strip().rstrip(".")
    return near_names(text, WORDS, _ALIKE) if len(text) >= _SHORTEST and parse_direction(text) is None else []


def _direction(text: str) -> str | None:
    """The direction that a text says; one that is nearly such a word is told as it stands."""
    said = parse_direction(text)
    return said.value if said else text if near_directions(text) else None


def _words(name: str) -> str:
    """A name without the signs that an address may write in another way."""
    return re.sub(r"[\W_]+", "", name).casefold()


def _told(said: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{text} ({where})" for text, where in said) + "; mend the one that is wrong"


def other_metric(name: str, stated: Metric | None, curated: Metric, registry: Registry) -> str | None:
    """Why a column's name speaks against its curated metric; a narrower or a wider one is no contradiction."""
    if stated is None or stated is curated:
        return None
    if curated.key in _wider(stated, registry) or stated.key in _wider(curated, registry):
        return None
    labels = sorted((stated.label.casefold(), curated.label.casefold()), key=len)
    if re.search(rf"\b{re.escape(labels[0])}\b", labels[1]):
        return None
    return (
        f"the page names the column {name}, which is {stated.label} on any page, but source.toml gives it the metric "
        f'{curated.key}; write metric = "{stated.key}" in its [[columns]] entry, or mend the heading'
    )


def other_part(meaning: ColumnMeaning, whole: Benchmark, registry: Registry) -> str | None:
    """Why a column's name speaks against its curated subset: it is the name of another part."""
    name, subset = meaning.name, meaning.subset
    if not name or not subset or name == subset:
        return None
    named, given = registry.part(whole.key, name), registry.part(whole.key, subset)
    if named is None or named is given:
        return None
    return (
        f"the page names the column {name}, which is the part {named.label}, but source.toml gives it {subset!r}; "
        f'write subset = "{named.subset or name}" in its [[columns]] entry, or mend the heading'
    )


def _wider(metric: Metric, registry: Registry) -> list[str]:
    """The keys of the metrics above one."""
    keys: list[str] = []
    while metric.broader and metric.broader not in keys:
        keys.append(metric.broader)
        metric = registry.metrics.get(metric.broader, metric)
    return keys
