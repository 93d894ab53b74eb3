"""The notes below a table, and the signs that they belong to."""

from __future__ import annotations

import pytest

from kg.read.footnotes import find_footnotes


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("* with more data", [("*", "with more data")]),
        (r"\* with more data", [("*", "with more data")]),
        ("* with more data. † closed weights.", [("*", "with more data."), ("†", "closed weights.")]),
        ("† closed weights; ‡ from [4]; § own run", [("†", "closed weights;"), ("‡", "from [4];"), ("§", "own run")]),
        ("* with TTA ** with an ensemble", [("*", "with TTA"), ("**", "with an ensemble")]),
        ("* p * q with a product", [("*", "p * q with a product")]),
        ("† denotes closed weights, ‡ means own run.", [("†", "denotes closed weights, ‡ means own run.")]),
        ("- * is no note of this list", []),
    ],
)
def test_signs_and_notes(text: str, notes: list[tuple[str, str]]) -> None:
    assert [(field.name, field.value) for field in find_footnotes([(text, 7)])] == notes
    assert {field.line for field in find_footnotes([(text, 7)])} <= {7}
