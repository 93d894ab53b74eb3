"""Findings that only follow from other ones: they say so, and stand behind their cause."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kg.checking.entries import Entry
from kg.terms import LBSH
from kg.validation import Finding, Report

#: The rule that something is there to be checked: nothing is, where every value cell was rejected.
_EMPTY = str(LBSH.FocusNodes)

#: The rule that as many cells are read as are shown: those that were rejected are missing there.
_COUNT = str(LBSH["Leaderboard-resultsRead"])
_SHOWN = re.compile(r"(\d+) are shown, (\d+) were read")

#: How the names of shapes end that ask for the class of what has a property.
_SUBJECT = "-subject"


def after_rejects(report: Report, rejected: int, *, nothing_left: bool) -> Report:
    """A report on data of which ``rejected`` value cells became no result: lower counts follow, and empty classes."""
    cells = f"the {rejected} rejected value cells" if rejected > 1 else "the rejected value cell"
    found = tuple(
        replace(
            finding,
            message=f"{finding.message.removesuffix('.')}; it follows from {cells}.",
            remedy="mend the rejected cells: results, and what is made of them, come of value cells that can be read.",
        )
        if (nothing_left and finding.shape == _EMPTY) or _is_count(finding, rejected)
        else finding
        for finding in report.findings
    )
    return Report(found, report.focus_counts)


def _is_count(finding: Finding, rejected: int) -> bool:
    """True where no more cells are missing than were rejected."""
    told = _SHOWN.search(finding.message) if finding.shape == _COUNT else None
    return told is not None and int(told[2]) < int(told[1]) <= int(told[2]) + rejected


def causes_first(entries: Iterable[Entry], *, rejected: bool) -> tuple[Entry, ...]:
    """Entries as people read them: misspelt terms first, since what is missing may be what they were to say.

    That nothing is left to check comes last where something explains it: cells that were ``rejected``, a misspelt
    term, or nodes that lack their class.
    """
    told = tuple(entries)
    follows = rejected or any(_is_misspelt(entry) or entry.shape.endswith(_SUBJECT) for entry in told)
    behind = {_EMPTY} if follows else set()
    behind |= {_COUNT} if rejected else set()
    return tuple(sorted(told, key=lambda entry: (not _is_misspelt(entry), entry.shape in behind)))


def _is_misspelt(entry: Entry) -> bool:
    return entry.shape == str(LBSH.Vocabulary)
