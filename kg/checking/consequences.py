"""Findings that only follow from other ones: they say so, and stand behind their cause."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kg.checking.entries import Entry
from kg.terms import LBSH
from kg.validation import Report

#: The rule that something is there to be checked: nothing is, where every value cell was rejected.
_EMPTY = str(LBSH.FocusNodes)

#: How the names of shapes end that ask for the class of what has a property.
_SUBJECT = "-subject"


def after_rejects(report: Report, rejected: int) -> Report:
    """A report on data without any result, of which ``rejected`` value cells became none: empty classes follow."""
    found = tuple(
        replace(
            finding,
            message=f"{finding.message.removesuffix('.')}; it follows from the {rejected} rejected value cells.",
            remedy="mend the rejected cells: results, and what is made of them, come of value cells that can be read.",
        )
        if finding.shape == _EMPTY
        else finding
        for finding in report.findings
    )
    return Report(found, report.focus_counts)


def causes_first(entries: Iterable[Entry], *, rejected: bool) -> tuple[Entry, ...]:
    """Entries as people read them: misspelt terms first, since what is missing may be what they were to say.

    That nothing is left to check comes last where something explains it: cells that were ``rejected``, a misspelt
    term, or nodes that lack their class.
    """
    told = tuple(entries)
    follows = rejected or any(_is_misspelt(entry) or entry.shape.endswith(_SUBJECT) for entry in told)
    return tuple(sorted(told, key=lambda entry: (not _is_misspelt(entry), follows and entry.shape == _EMPTY)))


def _is_misspelt(entry: Entry) -> bool:
    return entry.shape == str(LBSH.Vocabulary)
