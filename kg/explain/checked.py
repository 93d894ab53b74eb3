"""Findings and rejected cells of a file that no build holds: told from the check of that file."""

from __future__ import annotations

from pathlib import Path

from kg.checking import Verdict
from kg.checking.entries import REJECTED, Entry, Files, Spot
from kg.checking.rules import SEVERITIES
from kg.errors import KgError
from kg.explain.document import Block, Excerpt, Explanation, Fact, Rows, Section
from kg.explain.pages import excerpt_of
from kg.settings import base_iri
from kg.validation.report import curie

_CELLS = (("place", "place"), ("printed", "printed"))
_OTHERS = (("rule", "rule"), ("message", "message"), ("name", "more by kg explain"))


def explain_checked(verdict: Verdict, name: str) -> Explanation:
    """Rule, cells and remedy of what a check names so, or of the gravest finding at a place; else KgError."""
    key = name.strip("<> ").rpartition("/finding/")[2]
    names = {key, f"finding:{key}"}
    at = [entry for entry in verdict.entries if any(spot.place == name for spot in entry.spots)]
    entry = next((entry for entry in verdict.entries if entry.name in names), at[0] if at else None)
    if entry is None:
        raise KgError(
            f"{name!r} is none of the {len(verdict.entries)} findings and rejected cells of {verdict.target} as it is "
            f"now; kg check {verdict.target} --all lists them"
        )
    return _story(verdict, entry, [other for other in at if other is not entry])


def _story(verdict: Verdict, entry: Entry, others: list[Entry]) -> Explanation:
    is_reject = entry.shape == REJECTED
    blocks: list[Block] = [
        Fact("rule", "rule", entry.rule),
        Fact("shape", "shape", None if is_reject else curie(entry.shape)),
        Fact("severity", "severity", "Rejected" if is_reject else SEVERITIES[entry.level]),
        Fact("message", "message", entry.message),
        Fact("node", "node", entry.node or None),
        Fact("path", "property", entry.path or None),
        Fact("found", "found", entry.found),
        Fact("expected", "expected", entry.expected),
        Fact("remedy", "remedy", entry.remedy),
        Fact("target", "checked", f"{verdict.target} ({verdict.kind})"),
    ]
    cells: list[Block] = [_excerpt(entry.spots[0])] if entry.spots else []
    rows = tuple((spot.place, spot.printed) for spot in entry.spots)
    cells.append(Rows("cells", _CELLS, rows, empty="It is about no cell."))
    sections: tuple[Section, ...] = (
        Section("finding", "Rule and remedy", tuple(blocks)),
        Section("cells", "The places that it is about", tuple(cells)),
    )
    if others:
        told = tuple((other.rule, other.message, other.name) for other in others)
        sections = (*sections, Section("others", "What else was found at this place", (Rows("others", _OTHERS, told),)))
    about = entry.label or entry.node or (entry.spots[0].place if entry.spots else verdict.target)
    return Explanation(
        iri=entry.name if is_reject else f"{base_iri()}finding/{entry.key}",
        name=entry.name,
        kind="place" if is_reject else "finding",
        label=f"{entry.rule} on {about}",
        summary=entry.message,
        sections=sections,
    )


def _excerpt(spot: Spot) -> Excerpt:
    if spot.path is None or spot.line is None:
        return Excerpt("excerpts", spot.place, spot.printed, (), "no line of a file on this disk")
    span = (spot.start - 1, spot.end - 1) if spot.start and spot.end else None
    return excerpt_of("excerpts", spot.place, spot.printed, Files().lines(Path(spot.path)), spot.line, span)
