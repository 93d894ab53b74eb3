"""Verdicts as workflow commands of GitHub Actions: annotations in the files of a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from kg.checking.entries import REJECTED, Entry
from kg.checking.verdict import Unusable, Verdict

#: GitHub's names of the levels.
_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def text(verdicts: Sequence[Verdict], unusable: Sequence[Unusable] = ()) -> str:
    """One annotation a finding, at its first cell, and one a lost target; "" where there is nothing to say."""
    lost = [f"::error title=not checked::{_data(f'{one.target}: {one.reason}')}\n" for one in unusable]
    return "".join([f"{_command(entry)}\n" for verdict in verdicts for entry in verdict.told] + lost)


def _command(entry: Entry) -> str:
    spot = entry.at_hand
    properties = {
        "file": spot.path if spot else None,
        "line": spot.line if spot else None,
        "col": spot.start if spot else None,
        "endColumn": spot.end if spot else None,
        "title": entry.rule,
    }
    told = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items() if value is not None)
    return f"::{_COMMANDS[entry.level]} {told}::{_data(_message(entry))}"


def _message(entry: Entry) -> str:
    parts = [entry.message]
    if entry.spots and entry.spots[0].printed:
        more = f" and {len(entry.spots) - 1} more cells" if len(entry.spots) > 1 else ""
        parts.append(f"Printed: {entry.spots[0].printed!r} at {entry.spots[0].place}{more}.")
    elif entry.node:
        parts.append(f"Node: {entry.label or entry.node}.")
    if entry.shape != REJECTED and f"found {entry.found}, expected {entry.expected}" not in entry.message:
        parts.append(f"Found: {entry.found}. Expected: {entry.expected}.")
    parts.append(f"Remedy: {entry.remedy}")
    return "\n".join(parts)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
