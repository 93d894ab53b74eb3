"""Dates that cannot be yet: later than the day their source was retrieved on, or than the day of the check.

No shape can state it: a shape has no clock. The day of the check is given, never asked for here.
"""

from __future__ import annotations

import datetime
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from rdflib import URIRef

from kg.checking.options import Options
from kg.iris import digest
from kg.model import Result
from kg.normalise.dates import parse_date
from kg.terms import DCTERMS, LB, LBSH, RDFS
from kg.validation import Finding, Report, Table
from kg.validation.fast.terms import lexical, of_node
from kg.validation.fast.view import View
from kg.validation.places import Places
from kg.validation.purposes import PROFILES
from kg.validation.report import curie

#: What the day of the check is called: it may be tomorrow where the person sits.
LATEST = "the latest day that it is anywhere at the time of the check"

#: What dates are called that are kept as notes: readers call one in a method's cell "date", columns say it themselves.
_PRINTED = re.compile(r"(?:\w+[ _])?(?:date|year)", re.IGNORECASE)

#: What is a day of something that has happened, and by which way its source is found from there.
_DATES = {
    LB.resultDate: (LB.leaderboard, DCTERMS.source),
    DCTERMS.modified: (DCTERMS.source,),
    LB.retrieved: None,
    LB.paperDate: None,
    LB.paperStatusDate: None,
}


def latest_today(now: datetime.datetime) -> datetime.date:
    """The day that it is where days begin first: what is later is a day that has begun nowhere."""
    return now.astimezone(datetime.timezone(datetime.timedelta(hours=14))).date()


def with_late_dates(report: Report, data: Table, options: Options) -> Report:
    """A report together with the dates that are too late; they are advice."""
    if options.profile != PROFILES[-1]:
        return report
    return report.with_findings(late_dates(data, options.today))


def late_dates(data: Table, today: datetime.date | None) -> Iterator[Finding]:
    """A finding for each date that is later than the retrieval of its source, else than ``today`` (None: no clock)."""
    places = Places(View(data))
    for predicate, way in _DATES.items():
        pairs = data.relation(of_node(predicate))
        for subject, object_ in zip(pairs.subjects.tolist(), pairs.objects.tolist(), strict=True):
            date = lexical(data.texts[object_])
            limits = [(day, "when its source was retrieved") for day in _retrieved(data, subject, way)]
            limits += [(today.isoformat(), LATEST)] if today else []
            late = [(day, what) for day, what in limits if is_later(date, day)]
            if late:
                yield _finding(data, places, subject, predicate, date, *min(late))


def late_notes(results: Iterable[Result], today: datetime.date | None, base: str) -> Iterator[Finding]:
    """A finding for each date that rows print and that is kept as a note, where it is later than ``today``."""
    printed: dict[str, list[Result]] = defaultdict(list)
    if today is None:
        return
    for result in results:
        for note in result.notes:
            if (
                _PRINTED.fullmatch(note.name)
                and (date := parse_date(note.value))
                and is_later(date.text, today.isoformat())
            ):
                printed[note.value].append(result)
    for value, rows in printed.items():
        lines = tuple(dict.fromkeys(f"{place.file}:{place.line}" for row in rows for place in row.places))
        focus, shape = f"{base}result/{rows[0].key}", str(LBSH.DateIsPast)
        yield Finding(
            key=digest("finding", focus, "lb:note", shape, value),
            rule="A13",
            severity="Warning",
            shape=shape,
            focus=focus,
            path="lb:note",
            value=value,
            component=shape,
            message=f"A13 A date SHOULD NOT be later than the day on which it was read; the row prints {value}, "
            f"which is after {today}, {LATEST}.",
            places=lines,
            printed=(value,) * len(lines),
            remedy="correct the date on the page.",
            label=rows[0].printed_method,
            found=value,
            expected=f"at most {today}",
            path_iri=LB.note,
        )


def is_later(date: str, day: str) -> bool:
    """True where all of a date, as exact as it is, lies behind all of a day, month or year; zones are left out."""
    shared = min(len(date), len(day), len("2025-08-11"))
    return date[:shared] > day[:shared]


def _retrieved(data: Table, node: int, way: tuple[URIRef, ...] | None) -> list[str]:
    if way is None:
        return []
    nodes = {node}
    for step in (*way, LB.retrieved):
        nodes = {found for one in nodes for found in data.relation(of_node(step)).of(one)}
    return [lexical(data.texts[found]) for found in nodes]


def _finding(data: Table, places: Places, subject: int, predicate: URIRef, date: str, limit: str, what: str) -> Finding:
    text, name = data.texts[subject], curie(predicate)
    focus = URIRef(text[1:-1]) if text.startswith("<") else URIRef(text)
    cells = places.of(focus) if predicate == LB.resultDate else ()
    label = next((lexical(data.texts[o]) for o in data.relation(of_node(RDFS.label)).of(subject)), "")
    return Finding(
        key=digest("finding", focus, name, str(LBSH.DateIsPast), date),
        rule="A13",
        severity="Warning",
        shape=str(LBSH.DateIsPast),
        focus=str(focus),
        path=name,
        value=date,
        component=str(LBSH.DateIsPast),
        message=f"A13 A date SHOULD NOT be later than the day on which it was read; {name} is {date}, "
        f"which is after {limit}, {what}.",
        places=tuple(place for place, _ in cells),
        printed=tuple(printed for _, printed in cells),
        remedy="correct the date, on the page or in source.toml; where it is right, correct the date of retrieval.",
        label=label,
        found=date,
        expected=f"at most {limit}",
        path_iri=predicate,
    )
