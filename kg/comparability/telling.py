"""Comparisons as text for people, and as plain data for programs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from kg.comparability.reasons import Difference
from kg.comparability.records import Board, Recorded
from kg.comparability.sidebyside import Apart, Group, Meeting, OnBenchmark, SideBySide
from kg.comparability.verdicts import Ahead, Pair, by_said, distance_said, value_said
from kg.model import Basis, Direction, Status, Unit
from kg.normalise.values import lexical
from kg.terms import LB

WIDTH = 100

STATUS = {
    Status.AUTHOR_REPORTED: "author-reported",
    Status.REPORTED_BY_OTHERS: "reported by others",
    Status.COPIED: "copied",
    Status.INDEPENDENTLY_REPRODUCED: "independently reproduced",
    Status.REPRODUCTION_FAILED: "reproduction failed",
    Status.UNKNOWN: "status unknown",
}
DIRECTION = {
    Direction.HIGHER: "higher is better",
    Direction.LOWER: "lower is better",
    Direction.CLOSER_TO_TARGET: "closer to the target is better",
    Direction.UNKNOWN: "direction not stated",
}
#: How the properties that were filled in are called.
FILLED_IN = {
    "declaredUnit": "unit",
    "declaredDirection": "direction",
    "ofMetric": "metric",
    "ofBenchmark": "benchmark",
    "columnName": "column name",
}
OTHERWISE = "Settings that no source records may still differ."


class Footnotes:
    """The leaderboards that a text mentions, each with a number, its date and its coverage."""

    def __init__(self) -> None:
        self._boards: dict[str, tuple[int, Board]] = {}

    def mark(self, board: Board) -> str:
        """The mark of a leaderboard."""
        return f"[{self._boards.setdefault(board.iri, (len(self._boards) + 1, board))[0]}]"

    def lines(self) -> list[str]:
        """What the marks mean."""
        lines = ["", "As recorded here"] if self._boards else []
        for number, board in self._boards.values():
            lines += wrapped(f"[{number}] {board.label}: {board.as_of}; coverage: {board.coverage}", "", "    ")
        return lines


def wrapped(text: str, first: str, more: str) -> list[str]:
    """A paragraph of at most :data:`WIDTH` columns."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return textwrap.wrap(
        shown, WIDTH, initial_indent=first, subsequent_indent=more, break_on_hyphens=False, break_long_words=True
    ) or [first.rstrip()]


def methods_text(found: SideBySide, also: Unit | None = None) -> str:
    """Two methods side by side, as text."""
    notes = Footnotes()
    lines = wrapped(f"{found.a_label} and {found.b_label}", "", "  ")
    for label, count in ((found.a_label, found.a_count), (found.b_label, found.b_count)):
        lines += [] if count else wrapped(f"{label} has no result here that fits the call.", "", "  ")
    if found.meetings:
        lines += ["", f"Like for like: {_counted(len(found.meetings), 'comparison group')} with results of both"]
        lines.append("-" * len(lines[-1]))
        for meeting in found.meetings:
            lines += ["", *_meeting(found, meeting, notes, also)]
        if any(pair.a.basis is Basis.SAME_RECORDED_SETTINGS for m in found.meetings for pair in m.pairs):
            lines += ["", *wrapped(OTHERWISE, "", "  ")]
    else:
        lines += ["", "Nothing like for like: no comparison group holds results of both."]
    if found.apart:
        lines += ["", *_apart_heading(len(found.apart))]
        lines += _aparts(found.apart, notes, also)
    elif not found.meetings and found.a_count and found.b_count:
        lines += wrapped("No results of the two look alike either: other data sets, tasks and measures.", "", "  ")
    return "\n".join([*lines, *notes.lines()]) + "\n"


def benchmark_text(found: OnBenchmark, also: Unit | None = None) -> str:
    """All comparison groups of a benchmark, as text."""
    notes = Footnotes()
    lines = wrapped(f"{found.label}: {_counted(len(found.groups), 'comparison group')}", "", "  ")
    if not found.groups:
        lines.append("No result here fits the call.")
    for group in found.groups:
        lines += ["", *_group(group, notes, also)]
    if any(group.first.basis is Basis.SAME_RECORDED_SETTINGS for group in found.groups):
        lines += ["", *wrapped(OTHERWISE, "", "  ")]
    if found.apart:
        lines += ["", *_apart_heading(len(found.apart))]
        lines += _aparts(found.apart, notes, also)
    if found.parts:
        lines += ["", f"{_counted(found.parts, 'part')} of it with groups of their own: add --parts."]
    return "\n".join([*lines, *notes.lines()]) + "\n"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _apart_heading(count: int) -> list[str]:
    heading = f"Not like for like, though they look alike: {_counted(count, 'pair')}"
    return [heading, "-" * len(heading)]


def _meeting(found: SideBySide, meeting: Meeting, notes: Footnotes, also: Unit | None) -> list[str]:
    one = next((pair.a for pair in meeting.pairs), None) or meeting.left_out[0]
    lines = [*wrapped(_heading(one), "", "  "), *wrapped(_conditions(one), "  ", "    ")]
    rivals = {side: {result.iri for pair in meeting.pairs for result in (getattr(pair, side),)} for side in "ab"}
    shown: set[str] = set()
    for pair in meeting.pairs:
        for result in (pair.a, pair.b):
            if result.iri not in shown:
                lines += result_lines(result, notes, also)
                shown.add(result.iri)
    for pair in meeting.pairs:
        several = any(len(results) > 1 for results in rivals.values())
        lines += wrapped(_verdict(found, pair, several), "  ", "    ")
    for label, results in ((found.a_label, rivals["a"]), (found.b_label, rivals["b"])):
        if len(results) > 1:
            lines += wrapped(f"{label} has {len(results)} results here; none of them is preferred.", "  ", "    ")
    for result in meeting.left_out:
        lines += wrapped(f"left out, {result.left_out}: {result.method_label} {value_said(result)}", "  ", "    ")
    return lines


def _heading(result: Recorded) -> str:
    return f"{result.metric.label} on {result.benchmark.label}"


def _conditions(result: Recorded) -> str:
    told = DIRECTION[result.metric.direction]
    if result.metric.target is not None:
        told += f" ({lexical(result.metric.target)})"
    basis = "one table" if result.group_board else "any table that records these settings"
    return f"{told}; settings: {result.config_label}; compared within {basis}"


def result_lines(result: Recorded, notes: Footnotes, also: Unit | None = None, mark: str = "") -> list[str]:
    """A result with its status, date and place, what was filled in, and its flags."""
    where = result.places[0] if result.places else ""
    spelling = "" if result.printed_method == result.method_label else f" (printed {result.printed_method!r})"
    date = f", {result.date}" if result.date else ""
    text = (
        f"{mark}{result.method_label}{spelling}: {value_said(result, also)}; "
        f"{STATUS[result.status]}{date} {notes.mark(result.board)} {where}"
    )
    lines = wrapped(text, "  ", "      ")
    if result.inferred:
        filled = ", ".join(sorted({FILLED_IN.get(name, name) for name in result.inferred}))
        lines += wrapped(f"filled in, not printed: {filled}", "      ", "        ")
    for finding in result.findings:
        if finding.severity != "Note":
            lines += wrapped(f"flag {finding.kind}: {finding.message}", "      ", "        ")
    return lines


def _verdict(found: SideBySide, pair: Pair, several: bool) -> str:
    values = f" ({value_said(pair.a)} / {value_said(pair.b)})" if several else ""
    if pair.ahead is Ahead.TIE:
        return f"tie{values}"
    return f"ahead: {found.a_label if pair.ahead is Ahead.A else found.b_label} by {by_said(pair)}{values}"


def _group(group: Group, notes: Footnotes, also: Unit | None) -> list[str]:
    lines = [*wrapped(_heading(group.first), "", "  "), *wrapped(_conditions(group.first), "  ", "    ")]
    if group.why:
        lines += wrapped(f"not ranked: {group.why}", "  ", "    ")
    for place in group.members:
        result = place.result
        mark = f"{place.rank}. " if place.rank else "-  "
        lines += result_lines(result, notes, also, mark)
        if place.behind:
            lines += wrapped(
                f"behind the first by {distance_said(place.behind, result, result.unit)}", "      ", "        "
            )
        if place.why and not group.why:
            lines += wrapped(f"no place: {place.why}", "      ", "        ")
    return lines


def _aparts(aparts: Sequence[Apart], notes: Footnotes, also: Unit | None) -> list[str]:
    lines: list[str] = []
    for each in aparts:
        lines += [""]
        for result in (each.a, each.b):
            lines += wrapped(
                f"{result.method_label}: {value_said(result, also)}; {result.metric.label} on "
                f"{result.benchmark.label}; {STATUS[result.status]} {notes.mark(result.board)} "
                f"{result.places[0] if result.places else ''}",
                "  ",
                "      ",
            )
        lines += differences_lines(each.differences)
    return lines


def differences_lines(told: Iterable[Difference]) -> list[str]:
    """What keeps two results apart, a line a condition."""
    return [line for each in told for line in wrapped(f"≠ {each.said}  lb:{each.term}", "    ", "        ")]


def result_dict(result: Recorded) -> dict[str, Any]:
    """A result as plain data; numbers are exact texts, IRIs stand in full, null is "not recorded"."""
    return {
        "result": result.iri,
        "method": result.method,
        "methodLabel": result.method_label,
        "printedMethod": result.printed_method,
        "benchmark": result.benchmark.key,
        "benchmarkLabel": result.benchmark.label,
        "metric": result.metric.key,
        "metricLabel": result.metric.label,
        "printed": result.printed,
        "value": lexical(result.value),
        "unit": result.unit.iri if result.unit else None,
        "normalizedValue": lexical(result.normalized) if result.normalized is not None else None,
        "canonicalUnit": result.canonical.iri if result.canonical else None,
        "uncertainty": lexical(result.uncertainty) if result.uncertainty is not None else None,
        "direction": str(LB[result.metric.direction]),
        "settings": {s.name: s.value for s in result.settings} if result.settings else None,
        "group": result.group,
        "basis": str(LB[result.basis]),
        "status": str(LB[result.status]),
        "reportedIn": result.paper,
        "reportedInLabel": result.paper_label,
        "resultDate": result.date,
        "leaderboard": result.board.iri,
        "leaderboardLabel": result.board.label,
        "asOf": result.board.as_of,
        "coverage": result.board.coverage,
        "places": list(result.places),
        "inferred": [str(LB[name]) for name in result.inferred if name in LB],
        "flags": [{"kind": str(LB[f.kind]), "severity": f.severity, "message": f.message} for f in result.findings],
        "excludedBecause": [str(LB[name]) for name in result.excluded],
    }


def difference_dict(each: Difference) -> dict[str, Any]:
    """A difference as plain data."""
    return {"difference": str(LB[each.term]), "condition": each.condition, "a": each.a, "b": each.b, "said": each.said}


def pair_dict(pair: Pair) -> dict[str, Any]:
    """A pair as plain data; ``by`` is in the canonical unit."""
    return {
        "a": result_dict(pair.a),
        "b": result_dict(pair.b),
        "ahead": pair.ahead.value,
        "by": lexical(pair.by),
        "unit": pair.a.canonical.iri if pair.a.canonical else None,
        "said": by_said(pair),
    }


def _apart_dict(each: Apart) -> dict[str, Any]:
    return {
        "a": result_dict(each.a),
        "b": result_dict(each.b),
        "differences": [difference_dict(difference) for difference in each.differences],
    }


def methods_dict(found: SideBySide) -> dict[str, Any]:
    """Two methods side by side, as plain data."""
    return {
        "a": {"method": found.a, "label": found.a_label, "results": found.a_count},
        "b": {"method": found.b, "label": found.b_label, "results": found.b_count},
        "comparable": [
            {
                "group": meeting.group,
                "label": meeting.label,
                "pairs": [pair_dict(pair) for pair in meeting.pairs],
                "leftOut": [result_dict(result) | {"why": result.left_out} for result in meeting.left_out],
            }
            for meeting in found.meetings
        ],
        "notComparable": [_apart_dict(each) for each in found.apart],
    }


def benchmark_dict(found: OnBenchmark) -> dict[str, Any]:
    """All comparison groups of a benchmark, as plain data."""
    return {
        "benchmark": found.benchmark,
        "label": found.label,
        "groups": [
            {
                "group": group.group,
                "label": group.label,
                "notRankedBecause": group.why or None,
                "members": [
                    {
                        "rank": place.rank,
                        "behind": lexical(place.behind) if place.behind is not None else None,
                        "why": place.why or None,
                        "result": result_dict(place.result),
                    }
                    for place in group.members
                ],
            }
            for group in found.groups
        ],
        "notComparable": [_apart_dict(each) for each in found.apart],
        "partsLeftOut": found.parts,
    }
