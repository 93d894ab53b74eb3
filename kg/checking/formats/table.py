"""Verdicts as plain text: a table of the rules, then each rule with its first examples and its remedy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeVar

from kg.checking.entries import LOST, REJECTED, Entry, Spot
from kg.checking.rules import rules
from kg.checking.verdict import Unusable, Verdict
from kg.validation.report import curie

_T = TypeVar("_T")

#: Examples of a rule, and cells of an example, that are shown unless all are asked for.
EXAMPLES, CELLS = 10, 5

_SEVERITIES = {"error": "Violation", "warning": "Warning", "note": "Note"}


def text(verdicts: Sequence[Verdict], unusable: Sequence[Unusable] = (), *, every: bool = False) -> str:
    """All verdicts, one after the other; each has its own heading where there are several targets."""
    parts = []
    for verdict in verdicts:
        heading = f"== {verdict.target} ({verdict.kind})\n" if len(verdicts) + len(unusable) > 1 else ""
        parts.append(heading + _verdict(verdict, every))
    parts += [f"== {lost.target}\nNot checked: {lost.reason}\n" for lost in unusable]
    return "\n".join(parts)


def _verdict(verdict: Verdict, every: bool) -> str:
    report = verdict.report
    counts = [
        f"{report.count(severity)} {name}"
        for severity, name in (("Violation", "violation(s)"), ("Warning", "warning(s)"), ("Info", "note(s)"))
    ]
    counts += [f"{verdict.rejected_cells} rejected cell(s)"] if verdict.rejects else []
    checked = f"{sum(report.focus_counts.values())} {verdict.unit} checked"
    lines = [f"{verdict.conforms_told}: {', '.join(counts)}; {checked}."]
    lines += verdict.context
    groups = [(key, list(group)) for key, group in groupby(verdict.told, key=lambda e: (e.level, e.rule, e.shape))]
    if len(groups) > 1:
        lines += ["", *_overview([entries for _, entries in groups])]
    for (_, _, shape), entries in groups:
        lines.append("")
        lines += _rejected(verdict, entries, every) if shape == REJECTED else _rule(verdict, entries, every)
    return "\n".join(lines) + "\n"


def _overview(groups: Iterable[Sequence[Entry]]) -> list[str]:
    """One line a rule: how often, in how many cells, and what it asks for."""
    rows = [("rule", "severity", "times", "cells", "what it asks for")]
    for entries in groups:
        first = entries[0]
        known = rules().get(first.rule)
        said = (
            "a value cell becomes a result" if first.shape == REJECTED else known.statement if known else first.message
        )
        cells = {(spot.place, spot.printed) for entry in entries for spot in entry.spots}
        severity = "Rejected" if first.shape == REJECTED else _SEVERITIES[first.level]
        rows.append((first.rule, severity, str(len(entries)), str(len(cells)), said))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return [
        f"{rule:<{widths[0]}}  {severity:<{widths[1]}}  {times:>{widths[2]}}  {cells:>{widths[3]}}  {said}"
        for rule, severity, times, cells, said in rows
    ]


def _rule(verdict: Verdict, entries: Sequence[Entry], every: bool) -> list[str]:
    level, rule, shape = entries[0].level, entries[0].rule, entries[0].shape
    times = f", {len(entries)} times" if len(entries) > 1 else ""
    lines = [f"{_SEVERITIES[level]} {rule} ({curie(shape)}{times})"]
    shown = _first(entries, EXAMPLES, every)
    for entry in shown:
        lines.append(f"  {rule} {entry.message}")
        if entry.node:
            others = f" and {entry.nodes - 1} more" if entry.nodes > 1 else ""
            lines.append(f"    node: {entry.node}" + (f" ({entry.label})" if _tells(entry) else "") + others)
        lines += _cells(entry.spots, every)
        if entry.stands:
            said = f": {entry.stands.printed}" if entry.stands.printed else ""
            lines.append(f"    described at {entry.stands.place}{said}")
        if entry.found and entry.found not in entry.message and (entry.value or "\0") not in entry.message:
            lines.append(f"    found: {entry.found}")
        if entry.expected and entry.expected not in entry.message:
            lines.append(f"    expected: {entry.expected}")
        if every:
            lines.append(f"    more: {verdict.explained_by(entry)}")
    if len(shown) < len(entries):
        lines.append(f"  … and {len(entries) - len(shown)} more (--all shows them)")
    lines += [f"  Remedy: {remedy}" for remedy in dict.fromkeys(entry.remedy for entry in shown)]
    return lines


def _first(things: Sequence[_T], most: int, every: bool) -> Sequence[_T]:
    """The first of many; all of them where only one would be left to count."""
    return things if every or len(things) <= most + 1 else things[:most]


def _tells(entry: Entry) -> bool:
    """A label that only repeats the message is left out."""
    return bool(entry.label) and entry.message.removesuffix(".") not in entry.label


def _cells(spots: Sequence[Spot], every: bool) -> list[str]:
    shown = _first(spots, CELLS, every)
    lines = [f"    at {spot.place}" + (f": {spot.printed!r}" if spot.printed else "") for spot in shown]
    return lines + ([f"    … and {len(spots) - len(shown)} more cells"] if len(shown) < len(spots) else [])


def _rejected(verdict: Verdict, entries: Sequence[Entry], every: bool) -> list[str]:
    shown = _first(entries, EXAMPLES, every)
    lines = []
    for entry in shown:
        spot = entry.spots[0]
        reason = entry.message.removeprefix(LOST).removesuffix(".")
        lines += [
            f"Rejected {spot.place}: {spot.printed!r}",
            f"  {reason} [{entry.rule}]",
            f"  Remedy: {entry.remedy.removesuffix('.')}",
        ]
        lines += [f"  more: {verdict.explained_by(entry)}"] if every else []
    if len(shown) < len(entries):
        lines.append(f"… and {len(entries) - len(shown)} more cells rejected as {entries[0].rule} (--all shows them)")
    return lines
