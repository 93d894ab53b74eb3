"""Each awkward thing that files of results are known for, with the small file of our own that holds it."""

from __future__ import annotations

import pytest

from tests.importing.every import EVERY

HELD_BY = {
    "link in a cell, bold, underline, medals": "bold, underline, links and medals",
    "fraction 0-1": "an interval and its level",
    "% mixed with plain numbers": "percentages beside plain numbers in one column",
    "dash, empty, n/a, TBD, --*, and zero": "missing marks of all kinds, and zero",
    "citation beside the method": "a reference behind the name, a status, a citation in the name",
    "dates, rank and organisation in one cell": "rank and date, name, maker and citation in one cell each",
    "footnote marks": "footnote marks with their text",
    "two values a/b, named": "two values in a cell, named by the header",
    "two values a/b, not named": "two values in a cell that the header does not name",
    "thousands separators": "comma-separated, quoted thousands",
    "non-ASCII": "Windows encoding declared by the page",
    "a qualifier behind the value": "a qualifier beside the value is a setting",
    "± and its kind": "plus and minus, three runs, a standard deviation",
    "confidence interval": "an interval and its level",
    "arrows, sort button": "arrows and a sort button in the header",
    "methods called None and NA": "methods called NA and None",
    "unit in the header": "unit in the header, header over two lines",
    "Human and Average rows": "rows that sum up others are no methods; a human is one",
    "colspan and rowspan": "a header over two rows, both of td",
    "decimal comma, told": "semicolons and decimal commas, told by a person",
    "decimal comma, not told; estimates": "what is no value is rejected with its reason",
    "byte-order mark": "a byte-order mark in front",
    "a row with one cell too few": "a row too long and a row too short",
    "transposed": "methods in the header",
    "no line of dashes": "without a line of dashes",
    "fused cells": "cells run together between rank, badge, date and value",
    "a missing cell that would shift the row": "columns by blanks, a missing cell does not shift the row",
    "sizes and costs": "sizes, costs and ranks are no scores",
    "hidden elements": "what is hidden is not read",
    "stray quotes": "tab-separated, a stray quote is text",
}


@pytest.mark.parametrize("thing", HELD_BY)
def test_each_awkward_thing_has_a_file_of_our_own(thing: str) -> None:
    assert HELD_BY[thing] in {case.name for case in EVERY}
