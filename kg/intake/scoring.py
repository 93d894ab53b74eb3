"""Columns of scoring programs for speech recognition: counts, the parts of an error rate and the rate itself."""

from __future__ import annotations

from collections.abc import Sequence

from kg.intake.draft import Draft
from kg.model import Metric
from kg.wording.names import NameFinder

#: The parts that add up to an error rate in the tables of sclite (NIST SCTK) and the programs that print as it does.
_PARTS = frozenset({"sub", "del", "ins"})
_RATE = frozenset({"err", "error", "errors"})
_OF_SENTENCES = frozenset({"s.err", "s. err", "ser"})


def read_scoring(drafts: Sequence[Draft], near: tuple[Metric, object] | None, finder: NameFinder) -> bool:
    """True for such a table: its headings name what was measured, and none of them is a part of the data.

    "Err" is then the error rate that the text ``near`` tells (of words or of characters), "S.Err" that of sentences;
    substitutions, deletions, insertions and correct ones stay measures of their own names and of that rate, for those
    of words and of characters stand under the same headings.
    """
    named = {draft.reading.printed.casefold().strip("% "): draft for draft in drafts}
    if not set(named) >= _PARTS:
        return False
    told = near[0] if near else None
    for name, draft in named.items():
        metric = None
        if name in _OF_SENTENCES:
            metric = finder.metric("sentence error rate")
        elif name in _RATE and told is not None and told.label.endswith("error rate"):
            metric = told
        draft.reading.metric, draft.reading.name = metric, draft.reading.printed if metric else ""
        of = f" ({told.label})" if told else ""
        draft.reading.rest = "" if metric else f"{draft.reading.printed}{of}"
    return True
