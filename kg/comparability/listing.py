"""Conflicts and means as text for people, and as plain data for programs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from kg.comparability.averages import Mean, Means
from kg.comparability.conflicts import Conflict, Conflicts, Copy, Kind, Rerun, Undecided
from kg.comparability.records import Recorded
from kg.comparability.tabular import Row
from kg.comparability.telling import (
    DIRECTION,
    STATUS,
    Footnotes,
    difference_dict,
    differences_lines,
    result_dict,
    result_lines,
    wrapped,
)
from kg.comparability.verdicts import distance_said, value_said
from kg.conversion import ConversionRefused, convert, difference, quantity
from kg.model import Unit
from kg.normalise.values import lexical

_HEADINGS = {
    Kind.DISAGREEMENT: "Different values of one method under the same conditions",
    Kind.ROUNDED: "One value with more and with fewer digits",
    Kind.SAME_VALUE: "One value recorded several times (copied, or found again: the sources do not say)",
    Kind.SUPERSEDED: "A value beside one that took its place",
}
CONFLICT_COLUMNS = (
    "kind",
    "group",
    "group_label",
    "method",
    "method_label",
    "spread_or_change",
    "unit",
    "result",
    "printed",
    "value",
    "status",
    "leaderboard",
    "reported_in",
    "place",
    "differences",
)
MEAN_COLUMNS = ("settings", "table", "rank", "method", "method_label", "mean", "unit", "exact", "k", "n", "why")


def conflicts_text(found: Conflicts) -> str:
    """Conflicts, reruns, copies and what is undecided, as text."""
    notes = Footnotes()
    counts = [f"{len(found.of(kind))} {kind}" for kind in Kind]
    counts += [f"{len(found.reruns)} reruns", f"{len(found.copies)} copies"]
    lines = wrapped(f"Several values of one method in one comparison group: {', '.join(counts)}", "", "  ")
    lines += wrapped(f"Undecided, because conditions are not recorded: {len(found.undecided)}", "", "  ")
    if found.more_than is not None:
        lines += [f"Disagreements of at most {lexical(found.more_than)} in the canonical unit are left out."]
    for kind, heading in _HEADINGS.items():
        lines += _heading(heading) if found.of(kind) else []
        for conflict in found.of(kind):
            lines += ["", *_conflict(conflict, notes)]
    lines += _heading("Reported, and rerun by others") if found.reruns else []
    for pair in found.reruns:
        lines += ["", *_rerun(pair, notes)]
    lines += _heading("Copied values") if found.copies else []
    for copy in found.copies:
        lines += ["", *_copy(copy, notes)]
    lines += (
        _heading("Different values of one method, which may hold for different conditions") if found.undecided else []
    )
    for undecided in found.undecided:
        lines += ["", *_undecided(undecided, notes)]
    if not (found.conflicts or found.reruns or found.copies or found.undecided):
        lines.append("No method has several values in one comparison group here.")
    return "\n".join([*lines, *notes.lines()]) + "\n"


def _heading(text: str) -> list[str]:
    return ["", text, "-" * len(text)]


def _distance(spread: Decimal, unit: Unit | None, first: Recorded) -> str:
    return difference(spread, unit) if first.normalized is None else distance_said(spread, first, first.unit)


def _undecided(undecided: Undecided, notes: Footnotes) -> list[str]:
    first = undecided.results[0]
    distance = _distance(undecided.spread, undecided.unit, first)
    title = f"{first.method_label}, {first.metric.label} on {first.benchmark.label}: up to {distance} apart"
    lines = wrapped(f"{title}; not recorded: {', '.join(undecided.missing)}", "", "  ")
    return lines + [line for result in undecided.results for line in result_lines(result, notes)]


def _conflict(conflict: Conflict, notes: Footnotes) -> list[str]:
    distance = _distance(conflict.spread, conflict.unit, conflict.results[0])
    spread = f": they differ by {distance}" if conflict.spread else ""
    title = f"{conflict.method_label}, {conflict.label}{spread} ({_sources(conflict.sources)})"
    lines = wrapped(title, "", "  ")
    return lines + [line for result in conflict.results for line in result_lines(result, notes)]


def _sources(count: int) -> str:
    return "one source" if count == 1 else f"{count} sources"


def _rerun(pair: Rerun, notes: Footnotes) -> list[str]:
    rerun = pair.rerun
    lines = wrapped(f"{rerun.method_label}, {rerun.metric.label} on {rerun.benchmark.label}", "", "  ")
    if pair.original is None:
        return [*lines, *result_lines(rerun, notes), "  what it reruns is not recorded here"]
    lines += result_lines(pair.original, notes) + result_lines(rerun, notes)
    if pair.change is None:
        return [*lines, "  not comparable:", *differences_lines(pair.differences)]
    distance = distance_said(abs(pair.change), rerun, rerun.unit)
    if not pair.change:
        told = "the rerun gives the same value"
    else:
        word = "better" if pair.change > 0 else "worse"
        told = f"the rerun is {word} by {distance} ({DIRECTION[rerun.metric.direction]})"
    return lines + wrapped(told, "  ", "    ")


def _copy(copy: Copy, notes: Footnotes) -> list[str]:
    lines = wrapped(f"{copy.copy.method_label}, {copy.copy.metric.label} on {copy.copy.benchmark.label}", "", "  ")
    if copy.original is None:
        return [*lines, *result_lines(copy.copy, notes), "  what it is a copy of is not recorded here"]
    lines += result_lines(copy.original, notes) + result_lines(copy.copy, notes)
    told = {True: "equal", False: "not equal", None: "their units do not compare"}[copy.is_equal]
    return [*lines, f"  copy and original: {told}"]


def conflicts_dict(found: Conflicts) -> dict[str, Any]:
    """Conflicts, reruns, copies and what is undecided as plain data; numbers are exact texts."""
    return {
        "moreThan": lexical(found.more_than) if found.more_than is not None else None,
        "conflicts": [
            {
                "kind": conflict.kind.value,
                "group": conflict.group,
                "label": conflict.label,
                "method": conflict.results[0].method,
                "methodLabel": conflict.method_label,
                "spread": lexical(conflict.spread),
                "unit": conflict.unit.iri if conflict.unit else None,
                "sources": conflict.sources,
                "results": [result_dict(result) for result in conflict.results],
            }
            for conflict in found.conflicts
        ],
        "reruns": [
            {
                "original": result_dict(pair.original) if pair.original else None,
                "rerun": result_dict(pair.rerun),
                "change": lexical(pair.change) if pair.change is not None else None,
                "unit": pair.rerun.canonical.iri if pair.rerun.canonical else None,
                "differences": [difference_dict(each) for each in pair.differences],
            }
            for pair in found.reruns
        ],
        "copies": [
            {
                "copy": result_dict(copy.copy),
                "original": result_dict(copy.original) if copy.original else None,
                "isEqual": copy.is_equal,
            }
            for copy in found.copies
        ],
        "undecided": [
            {
                "method": undecided.results[0].method,
                "methodLabel": undecided.results[0].method_label,
                "missing": list(undecided.missing),
                "spread": lexical(undecided.spread),
                "unit": undecided.unit.iri if undecided.unit else None,
                "results": [result_dict(result) for result in undecided.results],
            }
            for undecided in found.undecided
        ],
    }


def conflict_rows(found: Conflicts) -> Iterator[Row]:
    """One row a result, with the kind of its conflict and what it differs by."""
    for conflict in found.conflicts:
        for result in conflict.results:
            yield _row(conflict.kind.value, result, lexical(conflict.spread), conflict.unit)
    for pair in found.reruns:
        change = lexical(pair.change) if pair.change is not None else ""
        told = "; ".join(each.said for each in pair.differences)
        if pair.original:
            yield _row("rerun of", pair.original, "", None)
        yield _row("rerun", pair.rerun, change, pair.rerun.canonical) | {"differences": told}
    for copy in found.copies:
        if copy.original:
            yield _row("copy of", copy.original, "", None)
        yield _row("copy", copy.copy, "", None)
    for undecided in found.undecided:
        told = "; ".join(f"{name}: not recorded" for name in undecided.missing)
        for result in undecided.results:
            yield _row("undecided", result, lexical(undecided.spread), undecided.unit) | {"differences": told}


def _row(kind: str, result: Recorded, distance: str, unit: Unit | None) -> Row:
    return {
        "kind": kind,
        "group": result.group,
        "group_label": f"{result.metric.label} on {result.benchmark.label}; {result.config_label}",
        "method": result.method,
        "method_label": result.method_label,
        "spread_or_change": distance,
        "unit": unit.iri if unit else "",
        "result": result.iri,
        "printed": result.printed,
        "value": value_said(result),
        "status": STATUS[result.status],
        "leaderboard": result.board.label,
        "reported_in": result.paper_label or "",
        "place": " ".join(result.places),
    }


def means_text(found: tuple[Means, ...]) -> str:
    """Means over tasks, as text; each says over how many of them."""
    notes = Footnotes()
    lines: list[str] = []
    for table in found:
        settings = ", ".join(f"{s.name}={s.value}" for s in table.settings) or "no settings recorded"
        where = f", within {table.board}" if table.board else ""
        direction = DIRECTION[table.metric.direction]
        title = f"Unweighted mean of {table.metric.label} over {len(table.tasks)} tasks ({direction})"
        lines += ["", *wrapped(title, "", "  "), *wrapped(f"settings: {settings}{where}", "  ", "    ")]
        lines += wrapped("tasks: " + "; ".join(task.label for task in table.tasks), "  ", "    ")
        for row in table.rows:
            lines += _mean(row, table, notes)
    lines += [
        "",
        *wrapped("An unweighted mean is a number of its own, not the score that the benchmark gives.", "", "  "),
    ]
    return "\n".join([*lines[1:], *notes.lines()]) + "\n"


def _mean(row: Mean, table: Means, notes: Footnotes) -> list[str]:
    rank = f"{row.rank}." if row.rank else "- "
    marks = " ".join(dict.fromkeys(notes.mark(result.board) for result in row.results))
    if row.mean is None:
        return wrapped(f"{rank} {row.method_label}: no mean; {row.why}", "  ", "      ")
    about = "" if row.is_exact else "about "
    told = quantity(row.mean, table.unit)
    unit = row.results[0].unit
    if (
        unit is not None
        and table.unit is not None
        and {result.unit for result in row.results} == {unit} != {table.unit}
    ):
        with contextlib.suppress(ConversionRefused):
            told += f" = {quantity(convert(row.mean, table.unit, unit, table.metric), unit)}"
    rest = f"; not ranked: {row.why}; without {'; '.join(row.missing)}" if row.rank is None else ""
    return wrapped(f"{rank} {row.method_label}: {about}{told}, {row.k} of {row.n}{rest} {marks}", "  ", "      ")


def means_dict(found: tuple[Means, ...]) -> list[dict[str, Any]]:
    """Means over tasks as plain data."""
    return [
        {
            "metric": table.metric.key,
            "metricLabel": table.metric.label,
            "unit": table.unit.iri if table.unit else None,
            "tasks": [{"benchmark": task.key, "label": task.label} for task in table.tasks],
            "settings": {s.name: s.value for s in table.settings} if table.settings else None,
            "table": table.board,
            "rows": [
                {
                    "rank": row.rank,
                    "method": row.method,
                    "methodLabel": row.method_label,
                    "mean": lexical(row.mean) if row.mean is not None else None,
                    "isExact": row.is_exact,
                    "k": row.k,
                    "n": row.n,
                    "missing": list(row.missing),
                    "why": row.why or None,
                    "results": [result.iri for result in row.results],
                }
                for row in table.rows
            ],
        }
        for table in found
    ]


def mean_rows(found: tuple[Means, ...]) -> Iterator[Row]:
    """One row a method."""
    for table in found:
        for row in table.rows:
            yield {
                "settings": ", ".join(f"{s.name}={s.value}" for s in table.settings) or "no settings recorded",
                "table": table.board or "",
                "rank": row.rank or "",
                "method": row.method,
                "method_label": row.method_label,
                "mean": lexical(row.mean) if row.mean is not None else "",
                "unit": table.unit.iri if table.unit else "",
                "exact": "yes" if row.is_exact else "rounded",
                "k": row.k,
                "n": row.n,
                "why": row.why,
            }
