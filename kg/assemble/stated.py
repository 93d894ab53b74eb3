"""What a page states of its leaderboard and of itself: coverage, date, licence, address, the two counts it prints."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.assemble.curated import CuratedTable, Curation
from kg.assemble.flags import make_flag
from kg.errors import Problem
from kg.model import Flag, FlagKind, FlagSubject, Leaderboard, MetricDeclaration, Severity, Source
from kg.normalise.dates import PartialDate, parse_date
from kg.read.cells import Page, Table


def described_board(
    page: Page,
    curation: Curation,
    source: Source,
    heading: str | None,
    table: Table,
    key: str,
    curated: CuratedTable | None,
    declared: Sequence[MetricDeclaration],
) -> Leaderboard:
    """The leaderboard's own statements: coverage verbatim, date, licence, the two counts it prints."""
    updated, is_filled_in = _updated(page, curation)
    coverage = tuple(dict.fromkeys(fact.value for fact in page.facts_named("coverage")))
    label = source.label
    if curated:
        label = curated.label or (f"{label}, {curated.heading}" if curated.heading else label)
    elif (dataset := table.fact("dataset")) and key != source.key:
        label = f"{label}, {dataset.value}"
    elif heading and key != source.key:
        label = f"{label}, {heading}"
    missing = {"coverageStatement": coverage, "modified": updated, "license": curation.licence}
    return Leaderboard(
        key=key,
        label=label,
        source=source.key,
        declarations=tuple(declared),
        coverage=coverage,
        loaded=_count(page.fact("results-loaded")),
        stated=_count(page.fact("results-stated")),
        modified=updated.text if updated else None,
        licence=curation.licence,
        inferred=("modified",) if is_filled_in else (),
        not_stated=tuple(sorted(name for name, value in missing.items() if not value)),
    )


def date_flags(page: Page, curation: Curation, leaderboard: str) -> list[Flag]:
    """The page's own date and that of ``source.toml`` are two days."""
    printed, curated = _dates(page, curation)
    if printed is None or curated is None or _is_same_day(printed, curated):
        return []
    return [
        make_flag(
            FlagKind.DECLARATION_CONFLICT,
            FlagSubject.LEADERBOARD,
            leaderboard,
            Severity.ERROR,
            f"the page says that it was updated {printed.text}, {curation.spot(page.file, 'updated')} says "
            f"{curated.text}; see which of them is right: mend the page, or `updated` in source.toml",
            "source.toml gives the page's own date",
            found=printed.text,
            expected=curated.text,
            on_property="modified",
        )
    ]


def unread_dates(page: Page, leaderboard: str) -> list[Flag]:
    """The page states a date of its own that is no day of any month, or could be read in two ways."""
    return [
        make_flag(
            FlagKind.DECLARATION_CONFLICT,
            FlagSubject.LEADERBOARD,
            leaderboard,
            Severity.WARNING,
            f"the page says that it was updated {fact.value}, which is no date, so none is kept from it; mend it, "
            "such as 2025-08-11",
            "a page is updated on a day",
            found=fact.value,
            on_property="modified",
        )
        for fact in page.facts_named("updated")[:1]
        if re.search(r"\d", fact.value) and parse_date(fact.value) is None
    ]


def address_notes(page: Page, curation: Curation) -> list[Problem]:
    """The page names another address for itself than ``source.toml`` does, which is the one that is kept."""
    fact = next(iter(page.facts_named("url")), None)
    if fact is None or curation.url is None or _address(fact.value) == _address(curation.url):
        return []
    return [
        Problem(
            page.place(fact.line),
            "declaration-conflict",
            fact.value,
            f"source.toml gives the address {curation.url}; that one is kept",
            "check which page this is, and mend `url` in source.toml",
        )
    ]


def _dates(page: Page, curation: Curation) -> tuple[PartialDate | None, PartialDate | None]:
    return parse_date(page.fact("updated") or ""), parse_date(curation.updated or "")


def _updated(page: Page, curation: Curation) -> tuple[PartialDate | None, bool]:
    """The date of the leaderboard, and whether a person filled it in.

    Where the two dates differ, the page's own word holds; where one only says more, that one does.
    """
    printed, curated = _dates(page, curation)
    if printed is None or curated is None:
        return printed or curated, curated is not None
    more = len(curated.text) > len(printed.text) and _is_same_day(printed, curated)
    return (curated, True) if more else (printed, False)


def _is_same_day(one: PartialDate, other: PartialDate) -> bool:
    """True where one date is the other, or says no more than its day, month or year."""
    shorter, longer = sorted((one.text[:10], other.text[:10]), key=len)
    return longer.startswith(shorter)


def _address(url: str) -> str:
    return url.strip().removeprefix("http://").removeprefix("https://").removeprefix("www.").rstrip("/")


def _count(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"\d{1,9}", text) else None
