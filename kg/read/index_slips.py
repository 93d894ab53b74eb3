"""What table and sections of an index page show of slips in it: which name, and which of two values, is likely one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING

from kg.read.index_sections import Section

if TYPE_CHECKING:
    from kg.read.index_match import Grid

#: How alike the names of a row and a section are, from 0 to 1, that may be one name with a slip in it.
_NEAR = 0.75
_PLAIN_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
#: Rows besides the one in question that must stand in order before the order says something.
_ENOUGH = 4


def which_fits(column: Sequence[str], at: int, other: str) -> str:
    """Which of two values of a row, its own or ``other``, fits the order of all other rows; "" where none alone does.

    >>> which_fits(["9.5", "8.1", "1.8", "6.0", "5.5", "4.0"], 2, "7.8")
    '; the rows fall in order with 7.8 and not with 1.8'
    >>> which_fits(["9.5", "8.1", "7.8", "6.0", "5.5", "4.0"], 2, "7.7")
    ''
    """
    printed = column[at]
    rest = [text for number, text in enumerate(column) if number != at]
    if len(rest) < _ENOUGH or not all(map(_PLAIN_NUMBER.fullmatch, [*rest, printed, other])):
        return ""
    for verb, turned in (("fall", -1), ("rise", 1)):
        if not _in_order(rest, turned):
            continue
        fitting = [text for text in (printed, other) if _in_order([*column[:at], text, *column[at + 1 :]], turned)]
        if len(fitting) == 1:
            unfit = other if fitting[0] == printed else printed
            return f"; the rows {verb} in order with {fitting[0]} and not with {unfit}"
    return ""


def _in_order(texts: Sequence[str], turned: int) -> bool:
    return all(turned * Decimal(one) <= turned * Decimal(two) for one, two in pairwise(texts))


def tell_slips(grid: Grid, alone: Sequence[Section]) -> None:
    """Tell of a row without a section and a section without a row that may be one result with a misspelt method."""
    rows = [draft for draft in grid.drafts if not draft.sections and not draft.rejected]
    for section in alone:
        near = [d for d in rows if not grid.differing(d, section) and _is_near(d.method, section.method)]
        if len(near) == 1:
            row, file = near[0], grid.file
            reason = (
                f"{row.method} ({file}:{row.row.line}) has no result section, and {section.method} "
                f"({file}:{section.line}), which states its value, has no row: one may be the other's slip"
            )
            remedy = "print one name in both, if they are one method"
            lines = {"row-without-section": row.row.line, "section-without-row": section.line}
            grid.problems = [
                replace(problem, reason=reason, remedy=remedy)
                if lines.get(problem.rule) == problem.place.line
                else problem
                for problem in grid.problems
            ]


def _is_near(one: str, other: str) -> bool:
    return SequenceMatcher(None, one.casefold(), other.casefold()).ratio() >= _NEAR
