"""Rows counted in what the engine writes are the rows that it gives, however the text is cut into pieces."""

from __future__ import annotations

import io

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.query.counting import RowCounter
from kg.query.execution import execute
from kg.query.formats import find_format

FORMATS = {
    "tsv": ox.QueryResultsFormat.TSV,
    "json": ox.QueryResultsFormat.JSON,
    "xml": ox.QueryResultsFormat.XML,
}

#: Texts that hold what stands between rows.
AWKWARD = st.lists(
    st.sampled_from(['"', "\\", "},{", "[{", "\r\n", "\n", "\t", "<result>", "<result/>", ",", "é", "\\\\"]), max_size=6
).map("".join)


def solutions(rows: list[tuple[str | None, str | None]]) -> ox.QuerySolutions:
    def term(text: str | None) -> str:
        return "UNDEF" if text is None else str(ox.Literal(text))

    values = " ".join(f"({term(a)} {term(b)})" for a, b in rows)
    found = ox.Store().query(f"SELECT ?a ?b {{ VALUES (?a ?b) {{ {values} }} }}")
    assert isinstance(found, ox.QuerySolutions)
    return found


@pytest.mark.parametrize("name", sorted(FORMATS))
@settings(deadline=None)
@given(
    rows=st.lists(st.tuples(st.none() | AWKWARD, st.none() | AWKWARD), max_size=5),
    cuts=st.lists(st.integers(min_value=1, max_value=40), min_size=1, max_size=5),
)
def test_rows_are_counted_wherever_the_text_is_cut(
    name: str, rows: list[tuple[str | None, str | None]], cuts: list[int]
) -> None:
    text = solutions(rows).serialize(format=FORMATS[name])
    assert text is not None
    passed_on = io.BytesIO()
    counter = RowCounter(passed_on, name)
    position = 0
    while position < len(text):
        size = cuts[position % len(cuts)]
        counter.write(text[position : position + size])
        position += size
    assert counter.rows == len(rows)
    assert passed_on.getvalue() == text


@pytest.mark.parametrize(
    ("query", "formats", "rows"),
    [
        ("SELECT * { VALUES ?a { 1 2 3 } }", ("csv", "tsv", "json", "xml"), 3),
        ("SELECT * { VALUES ?a { } }", ("csv", "tsv", "json", "xml"), 0),
        ("SELECT * {}", ("csv", "tsv", "json", "xml"), 1),
        ("CONSTRUCT { ?a ?a ?a } { VALUES ?a { <http://e/a> <http://e/b> } }", ("ttl", "nt", "nq", "trig"), 2),
        ("CONSTRUCT { ?a ?a ?a } { VALUES ?a { } }", ("ttl",), 0),
        ("ASK {}", ("csv", "json"), None),
    ],
)
def test_an_execution_knows_its_rows(query: str, formats: tuple[str, ...], rows: int | None) -> None:
    for name in formats:
        format_ = find_format(name, graph=query.startswith("CONSTRUCT"))
        assert format_ is not None
        execution = execute(ox.Store(), query)
        execution.write(io.BytesIO(), format_)
        assert execution.rows == rows
