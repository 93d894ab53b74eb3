"""Lines near a table that may be rows which lost their separators in the paste."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.errors import Place, Problem

# "C 98", "GPT-5,98", "C;98;1", "C, 98.5 %": something, a separator, a number to the end.
_ENDS_IN_NUMBER = re.compile(r"\S.*[\s;,|]\s*[+\-−]?\d[\d.,]*\s*%?\s*$")


def may_be_row(line: str) -> bool:
    """True for a line of text that ends in a number and is no sentence."""
    text = line.strip()
    return not text.endswith(".") and _ENDS_IN_NUMBER.fullmatch(text) is not None


def row_below(lines: Sequence[str], last: int, width: int, file: str) -> list[Problem]:
    """A reject for each line right below the table's last row (counted from 1) that may be a row of it."""
    found = []
    for number in range(last + 1, len(lines) + 1):
        line = lines[number - 1]
        if line.lstrip().startswith("|") or not may_be_row(line):
            break
        reason = "this line below a table may be a row without separators"
        remedy = "give it cells, or a blank line above if it is no row"
        found.append(Problem(Place(file, number), "row-cell-count", line, reason, remedy, width))
    return found


def left_over(number: int, line: str, file: str) -> Problem:
    """A warning for such a line further down, which is neither a row nor the heading of a table."""
    reason = "this line is not read: it ends in a number and may be a row without separators"
    return Problem(Place(file, number), "line-not-read", line, reason, "give it cells if it is a row")
