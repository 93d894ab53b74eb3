"""Where a cell stands in its line: between tabs, pipes, commas or semicolons, with quotes or without."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.checking import check_target
from kg.checking.cells import find_cell, separated_spans


@pytest.mark.parametrize(
    ("line", "column", "printed", "found"),
    [
        ("Alpha\t91.4\t91.4", 3, "91.4", (11, 15)),
        ("| Alpha | 91.4 | 91.4 |", 3, "91.4", (17, 21)),
        ("Alpha,91.4,91.4", 3, "91.4", (11, 15)),
        ("Alpha;91,4;91,4", 3, "91,4", (11, 15)),
        ('"Beta, B",91.4, 91.4', 3, "91.4", (16, 20)),
        ('Alpha,"91,4",91.4', 2, "91,4", (7, 11)),
        ('"say ""A""",91.4', 1, 'say "A"', (1, 10)),
        ('5" disk,91.4,91.4', 3, "91.4", (13, 17)),  # a quote that is left open is text
        ("Alpha,91.4,91.4", 4, "91.4", None),  # there twice, and no cell 4
        ("Alpha 91.4 88.1", 3, "91.4", (6, 10)),  # there once
        ("a|b,91.4,91.4", 3, "91.4", (9, 13)),
    ],
)
def test_a_cell_is_found_by_its_number(line: str, column: int, printed: str, found: tuple[int, int] | None) -> None:
    assert find_cell(line, column, printed) == found
    if found:
        assert line[slice(*found)].replace('""', '"') == printed


def test_cells_between_separators() -> None:
    line = 'a, "b, c" ,,"",d'
    assert [line[start:end] for start, end in separated_spans(line, ",")] == ["a", "b, c", "", "", "d"]
    assert separated_spans("", ",") == [(0, 0)]
    assert separated_spans('"', ",") == [(0, 1)]


def test_a_finding_in_a_comma_separated_page_has_its_characters(tmp_path: Path) -> None:
    lines = ["Model,Accuracy (%),Dice (%)", '"Beta, B",150.5,150.5', 'Gamma,"91,4",88.1', "Delta,81.5,77.1"]
    (tmp_path / "page.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "source.toml").write_text('file = "page.csv"\nformat = "csv"\n', encoding="utf-8")
    entries = check_target(tmp_path).entries
    spots = [e.spots[0] for e in entries if e.rule == "R16.14"] + [e.spots[0] for e in entries if e.rule[0] not in "RA"]
    assert [(s.line, s.start, s.end, s.printed) for s in spots] == [
        (2, 11, 16, "150.5"),
        (2, 17, 22, "150.5"),
        (3, 8, 12, "91,4"),
    ]
