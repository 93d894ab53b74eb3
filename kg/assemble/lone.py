"""Settings that one row prints and that are spelt nearly as those of other rows: results that a slip may set apart."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator

from kg.assemble.curated import Curation
from kg.errors import Problem
from kg.read.cells import Field, Page
from kg.read.slips import is_slip, is_swapped

#: A setting of more values than this is no choice of a few, and no value of it is held to the others.
_MOST = 100
#: Letters of a setting's name, or value, that may have two of them swapped: there are few to be near to.
_LEAST = 3
#: A year, with or without more digits and points of a date behind it.
_YEAR = re.compile(r"(?:19|20)\d\d[\d.]*")


def lone_settings(curation: Curation, page: Page) -> Iterator[Problem]:
    """A problem for each name, and each value, of a setting that stands in one row and is near one that is known.

    Known is what several rows print, or what ``source.toml`` tells of. Two names in one row are two settings.
    """
    rows = [row.settings for table in page.tables for row in table.rows if row.settings]
    told = {fact.subject.removeprefix("printed:") for fact in curation.facts if fact.subject.startswith("printed:")}
    names = Counter(field.name for settings in rows for field in settings)
    values: dict[str, Counter[str]] = defaultdict(Counter)
    for settings in rows:
        for field in settings:
            values[field.name][field.value] += 1
    known = {name for name, count in names.items() if count > 1} | told
    if len(names) > _MOST:
        return
    for settings in rows:
        beside = {field.name for field in settings}
        for field in settings:
            if field.name not in known:
                yield from _told(page, field, field.name, known - beside, "name")
            elif values[field.name][field.value] == 1 and len(values[field.name]) <= _MOST:
                common = [value for value, count in values[field.name].items() if count > 1]
                yield from _told(page, field, field.value, common, f"value of {field.name!r}")


def _told(page: Page, field: Field, printed: str, known: Collection[str], what: str) -> Iterator[Problem]:
    near = [
        name
        for name in sorted(known)
        if is_slip(printed, name) or is_swapped(printed, name, _LEAST) or has_year_behind(printed, name)
    ]
    if near:
        yield Problem(
            page.place(field.line, field.column),
            "lone-setting",
            printed,
            f"this {what} stands in one row only, and {' and '.join(map(repr, near))} is near: "
            "results with other settings are not compared",
            "mend the page if it is a slip; else nothing is to be done",
        )


def has_year_behind(printed: str, name: str) -> bool:
    """True for "NetB22052" beside "NetB2": what stands behind the known text was a date before a slip in it."""
    return (
        printed != name and re.match(r"[^\W\d]", name) is not None and bool(_YEAR.fullmatch(printed.removeprefix(name)))
    )
