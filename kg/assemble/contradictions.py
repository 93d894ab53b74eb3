"""What a page says of one column against itself, or against what ``source.toml`` gives it; each with its remedy."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.assemble.curated import CuratedColumn, Curation
from kg.assemble.meaning import ColumnMeaning, Conflict
from kg.errors import Place
from kg.model import Benchmark, Metric
from kg.normalise.directions import WORDS, parse_direction
from kg.normalise.headings import Heading
from kg.read.cells import Field, MetricLine, Page
from kg.registry import Registry
from kg.registry.near import near_names

#: How long a text is, and how like a word for a direction, that may be a slip for it.
_SHORTEST, _ALIKE = 5, 0.85


#: A text, what it is called that says it, and where that stands.
_Said = tuple[str, str, Place]


def contradictions(
    page: Page,
    over: Place,
    printed: str | None,
    listed: MetricLine | None,
    heading: Heading,
    curated: CuratedColumn | None,
    curation: Curation,
    registry: Registry,
) -> list[Conflict]:
    """Where metric list, scope, heading (at ``over``) and ``source.toml`` say different things of one column."""
    is_scope = printed is not None and page.fact("metric") == printed
    units = [*_listed(page, listed, "unit"), *(_of_scope(page, "unit") if is_scope else ())]
    directions = [*_listed(page, listed, "direction"), *(_of_scope(page, "direction") if is_scope else ())]
    said_units = [said for said in units if said[0]] + [(t, "heading", over) for t in (heading.unit,) if t]
    said_directions = [(told, what, at) for text, what, at in directions if (told := _direction(text))]
    said_directions += [(heading.direction.value, "heading", over)] if heading.direction else []
    found = []
    name = listed.name if listed else printed or "one column"
    if listed and listed.linked and _words(listed.linked) != _words(listed.name):
        at = page.place(listed.line)
        found.append(
            Conflict(
                f"the metric list ({at}) calls it {listed.name}, the link of that item {listed.linked}; mend the one "
                "that is wrong",
                (at,),
                f"{listed.name}, {listed.linked}",
                "one name",
            )
        )
    known = registry.metric(name) or registry.metric(heading.base)
    if len({registry.unit(text) or text for text, _, _ in said_units}) > 1:
        admitted = [
            text
            for text, _, _ in said_units
            if known and (unit := registry.unit(text)) and unit.key in known.admissible_units
        ]
        found.append(_differing(name, "units", said_units, admitted))
    if len({text for text, _, _ in said_directions}) > 1:
        found.append(_differing(name, "directions", said_directions, [known.direction.value] if known else ()))
    # What the page says elsewhere outweighs the name of a column.
    is_filled_in = curated is not None and "metric" not in curated.stated
    metric = registry.metrics.get(curated.metric or "") if curated and is_filled_in else None
    named = (registry.metric(printed) or registry.metric(heading.base)) if printed else None
    if curated and metric and named and speaks_against(named, metric, registry):
        at = curation.spot_of(page.file, curated, "metric")
        found.append(
            Conflict(
                f"the page names the column {printed}, which is {named.label} on any page, but {at} gives it the "
                f'metric {metric.key}; write metric = "{named.key}" in its [[columns]] entry, or mend the heading',
                (at, over),
                metric.key,
                named.key,
            )
        )
    return found


def _listed(page: Page, listed: MetricLine | None, name: str) -> Sequence[_Said]:
    if listed is None:
        return ()
    return ((listed.unit if name == "unit" else listed.direction, "metric list", page.place(listed.line)),)


def _of_scope(page: Page, name: str) -> Sequence[_Said]:
    facts: Sequence[Field] = page.facts_named(name)[:1]
    return [(fact.value, "scope", page.place(fact.line, fact.column)) for fact in facts]


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


def _differing(name: str, what: str, said: Sequence[_Said], known: Sequence[str]) -> Conflict:
    """``known`` are those of the texts that the registry has for the metric, where it knows it."""
    told = ", ".join(f"{text} ({where}, {place})" for text, where, place in said)
    texts = list(dict.fromkeys(text for text, _, _ in said))
    fitting = [text for text in texts if text in known]
    hint = f"; the registry has {fitting[0]} for it, so another one is likely the slip" if len(fitting) == 1 else ""
    return Conflict(
        f"the page gives {name} different {what}: {told}; mend the one that is wrong{hint}",
        tuple(place for _, _, place in said),
        ", ".join(texts),
        f"{' or '.join(texts)}, the same in each place",
    )


def speaks_against(stated: Metric, curated: Metric, registry: Registry) -> bool:
    """True where a column's name means another metric than its curated one; a narrower or a wider one does not."""
    if stated is curated or curated.key in _wider(stated, registry) or stated.key in _wider(curated, registry):
        return False
    labels = sorted((stated.label.casefold(), curated.label.casefold()), key=len)
    return re.search(rf"\b{re.escape(labels[0])}\b", labels[1]) is None


def other_part(
    meaning: ColumnMeaning, page: Page, line: int, curation: Curation, whole: Benchmark, registry: Registry
) -> Conflict | None:
    """How a column's name (in ``line``) speaks against its curated subset: it is the name of another part."""
    name, subset, entry = meaning.name, meaning.subset, meaning.curated
    if not name or not subset or name == subset or entry is None:
        return None
    named, given = registry.part(whole.key, name), registry.part(whole.key, subset)
    if named is None or named is given:
        return None
    at, meant = curation.spot_of(page.file, entry, "subset"), named.subset or name
    over = (page.place(line, meaning.column.index + 1),) if meaning.column and meaning.column.name else ()
    return Conflict(
        f"the page names the column {name}, which is the part {named.label}, but {at} gives it {subset!r}; "
        f'write subset = "{meant}" in its [[columns]] entry, or mend the heading',
        (at, *over),
        subset,
        meant,
    )


def _wider(metric: Metric, registry: Registry) -> list[str]:
    """The keys of the metrics above one."""
    keys: list[str] = []
    while metric.broader and metric.broader not in keys:
        keys.append(metric.broader)
        metric = registry.metrics.get(metric.broader, metric)
    return keys
