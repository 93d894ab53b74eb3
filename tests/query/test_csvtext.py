"""CSV made of the engine's TSV holds what the solutions hold, whatever their terms and however the text is cut."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import QueryError
from kg.query.csvtext import CsvOfTsv, csv_lines

XSD = "http://www.w3.org/2001/XMLSchema#"

PIECES = ['"', "\\", ",", "\r\n", "\n", "\r", "\t", "\0", "\b", "<a,b>", "<<(", "é", "\\u0041", "@en", "^^", "x"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
IRIS = st.lists(st.sampled_from([",", "a", "%22", "'", "é", "@en", "/", "?", "_:"]), max_size=6).map(
    lambda ends: ox.NamedNode("http://e/" + "".join(ends))
)
NUMBERS = st.sampled_from([("1", "double"), ("abc", "integer"), ("007", "integer"), ("-1.5", "decimal")])
LITERALS = st.one_of(
    TEXTS.map(ox.Literal),
    TEXTS.map(lambda text: ox.Literal(text, language="en-gb")),
    TEXTS.map(lambda text: ox.Literal(text, datatype=ox.NamedNode("http://e/a,b"))),
    NUMBERS.map(lambda number: ox.Literal(number[0], datatype=ox.NamedNode(XSD + number[1]))),
    st.booleans().map(ox.Literal),
)
ROWS = st.lists(st.tuples(st.none() | IRIS | LITERALS, st.none() | IRIS | LITERALS), max_size=5)


def solutions(rows: Sequence[Sequence[object]]) -> ox.QuerySolutions:
    values = " ".join(f"({' '.join('UNDEF' if each is None else str(each) for each in row)})" for row in rows)
    found = ox.Store().query(f"SELECT ?a ?b {{ VALUES (?a ?b) {{ {values} }} }}")
    assert isinstance(found, ox.QuerySolutions)
    return found


def written(tsv: bytes, sizes: list[int]) -> tuple[bytes, int]:
    output = io.BytesIO()
    table = CsvOfTsv(output)
    position = 0
    while position < len(tsv):
        size = sizes[position % len(sizes)]
        table.write(tsv[position : position + size])
        position += size
    return output.getvalue(), table.rows


@settings(deadline=None)
@given(rows=ROWS, sizes=st.lists(st.integers(min_value=1, max_value=60), min_size=1, max_size=5))
def test_csv_holds_what_the_solutions_hold(rows: list[tuple[object, object]], sizes: list[int]) -> None:
    wanted = [["a", "b"], *([("" if each is None else each.value) for each in row] for row in solutions(rows))]
    tsv = solutions(rows).serialize(format=ox.QueryResultsFormat.TSV)
    assert tsv is not None
    body, count = written(tsv, sizes)
    assert list(csv.reader(io.StringIO(body.decode(), newline=""))) == wanted
    assert count == len(rows)


def test_it_is_the_engines_own_csv_where_no_iri_has_a_comma() -> None:
    rows = [(ox.NamedNode("http://e/a"), ox.Literal('x, "y"\r\nz')), (None, ox.Literal(1.5)), (ox.Literal(""), None)]
    own = solutions(rows).serialize(format=ox.QueryResultsFormat.CSV)
    tsv = solutions(rows).serialize(format=ox.QueryResultsFormat.TSV)
    assert tsv is not None
    assert written(tsv, [7])[0] == own


def test_a_table_without_columns_has_its_rows() -> None:
    assert written(b"\n\n\n", [1]) == (b"\r\n\r\n\r\n", 2)


def test_escapes_by_number_are_read() -> None:
    """The engine writes none so far."""
    assert csv_lines(rb'"a\u002Cb\U0001F600\\u"' + b"\n") == '"a,b😀\\u"\r\n'.encode()


def test_triple_terms_are_refused() -> None:
    with pytest.raises(QueryError, match="CSV has no way to write a triple term: ask for TSV"):
        CsvOfTsv(io.BytesIO()).write(b'?a\n<<( <http://e/a> <http://e/b> "c" )>>\n')
