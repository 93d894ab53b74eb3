from __future__ import annotations

import pytest

from kg.query.formats import formats_for
from kg.serve.negotiate import HTML, MediaRange, choose, parse_accept

TABLES = (*formats_for(graph=False), HTML)


@pytest.mark.parametrize(
    ("header", "ranges"),
    [
        ("text/csv", [("text", "csv", 1.0)]),
        (" Text/CSV ; Q=0.5 , */* ; q=0.001", [("text", "csv", 0.5), ("*", "*", 0.001)]),
        ('text/csv;x="a,b;q=0.1";q=0.2, text/html', [("text", "csv", 0.2), ("text", "html", 1.0)]),
        ("text/csv;header=present;q=0.5;ext=1", [("text", "csv", 0.5)]),
        ("text/csv;q=2, text/html;q=x, text/plain;q=, */json, nonsense, ,", []),
        ("text/*;q=1.000", [("text", "*", 1.0)]),
        ("text/html, *; q=.2, */*; q=.2", [("text", "html", 1.0), ("*", "*", 0.2)]),
        (
            "text/csv;q=0.33333, text/html;q=1.00000, text/plain;q=1.1",
            [("text", "csv", 0.33333), ("text", "html", 1.0)],
        ),
    ],
)
def test_ranges(header: str, ranges: list[tuple[str, str, float]]) -> None:
    assert parse_accept(header) == [MediaRange(*each) for each in ranges]


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (None, "json"),
        ("", "json"),
        ("*/*", "json"),
        ("text/html", "html"),
        ("text/html, */*;q=0.9", "html"),
        ("text/html;q=0.5, application/xml;q=0.6", "xml"),
        ("text/*;q=0.2, text/html", "html"),
        ("text/*, text/csv;q=0", "tsv"),
        ("*/*;q=0.1, application/*;q=0", "csv"),
        ("application/json;q=0, */*", "json"),
        ("application/sparql-results+json;q=0, application/json", None),
        ("image/*", None),
        ("nonsense", None),
        ("*/*;q=0", None),
    ],
)
def test_choice(header: str | None, name: str | None) -> None:
    chosen = choose(header, TABLES)
    assert (chosen.name if chosen else None) == name
