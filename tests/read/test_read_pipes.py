"""The splitter for pipe tables."""

from __future__ import annotations

import pytest

from kg.read.pipes import find_tables, is_delimiter, split_row, stray_rows


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("| a | b |", ("a", "b")),
        ("a | b", ("a", "b")),
        ("  | a | b", ("a", "b")),
        ("| a | b | |", ("a", "b", "")),
        ("| a || |||", ("a", "", "", "", "")),
        ("| Method | Links | |||||||||||||", ("Method", "Links", *[""] * 13)),
        (r"| A\|B | 91.4 | ExPaper |", ("A|B", "91.4", "ExPaper")),
        (r"| `A\|B` | 91.4 | ExPaper |", ("A|B", "91.4", "ExPaper")),
        ("| `A|B` | 91.4 |", ("A|B", "91.4")),
        ("| ``A`|`B`` | 1 |", ("A`|`B", "1")),
        ("| a` | b |", ("a`", "b")),  # a lone backtick opens nothing
        (r"| a\\| b |", (r"a\\", "b")),  # an escaped backslash does not escape the pipe
        (r"| \`a | b\` |", (r"\`a", r"b\`")),
        ("| **50.3** | *x y* | 5* | ** | `a` `b` |", ("50.3", "x y", "5*", "**", "`a` `b`")),
        ("|", ("",)),
        ('| "a | b" | NA | None | nan |', ('"a', 'b"', "NA", "None", "nan")),
    ],
)
def test_split_row(line: str, cells: tuple[str, ...]) -> None:
    assert split_row(line) == cells


@pytest.mark.parametrize("line", ["|---|", "| --- | :-: |", "---|---", "|:--|--:|"])
def test_delimiters(line: str) -> None:
    assert is_delimiter(line)


@pytest.mark.parametrize("line", ["---", "| a | --- |", "| - | x |", "||", "| |", ""])
def test_no_delimiters(line: str) -> None:
    assert not is_delimiter(line)


def test_rows_behind_a_blank_line_stay_in_the_table_and_far_ones_are_stray() -> None:
    lines = ["| M | V |", "|---|---|", "| a | 1 |", "", "| b | 2 |", "| | |", "Some text.", "| c | 3 |", "", "x | y"]
    tables = find_tables(lines)
    assert [(row.line, row.cells) for row in tables[0].rows] == [(3, ("a", "1")), (5, ("b", "2"))]
    assert (tables[0].line, tables[0].last) == (1, 6)
    assert [(row.line, row.cells) for row in stray_rows(lines, tables)] == [(8, ("c", "3"))]


def test_a_second_header_begins_a_second_table() -> None:
    lines = [
        "| M | V |",
        "|---|---|",
        "| a | 1 |",
        "| N | W |",
        "|---|---|",
        "| b | 2 |",
        "",
        "",
        "| O |",
        "|-|",
        "|c|",
    ]
    assert [(t.line, t.header, len(t.rows)) for t in find_tables(lines)] == [
        (1, ("M", "V"), 1),
        (4, ("N", "W"), 1),
        (9, ("O",), 1),
    ]
