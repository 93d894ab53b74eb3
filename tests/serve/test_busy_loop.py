"""Nothing that one request holds keeps the server from answering others: its texts are read in one pass.

A second pass from every place would take hours for these texts, so the alarm, not a clock, tells the two apart.
"""

from __future__ import annotations

import pytest

from kg.query.guard import tokens
from kg.serve.negotiate import MediaRange, parse_accept
from tests.alarm import ends

LENGTH, SECONDS = 600_000, 120.0


@pytest.mark.parametrize("piece", ["a-", "a.", "a.1", "a·", "'\\", "<a", "_.", '"""\\"', "a:b.", "<a'("])
def test_the_tokens_of_a_text_are_found_in_one_pass(piece: str) -> None:
    text = "ASK{" + piece * (LENGTH // len(piece))
    with ends(repr(piece), SECONDS):
        assert sum(len(token.text) for token in tokens(text)) == len(text)


@pytest.mark.parametrize("piece", ['\\"', '"', '",', '"\\",', "text/csv,", ";q=", " "])
def test_an_accept_header_is_read_in_one_pass(piece: str) -> None:
    with ends(repr(piece), SECONDS):
        told = parse_accept('text/csv, "' + piece * (LENGTH // len(piece)))
    assert told[0] == MediaRange("text", "csv", 1.0)
    assert {each.subtype for each in told} == {"csv"}


def test_quotes_in_an_accept_header() -> None:
    told = parse_accept('text/csv;a="x,y";q=0.5, text/html;b="c')
    assert [each.subtype for each in told] == ["csv", "html"]
