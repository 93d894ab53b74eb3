"""Dates that cannot be yet: on pages, in RDF and in submitted rows, with the day of the check given."""

from __future__ import annotations

import datetime
import shutil
from pathlib import Path

import pytest

from kg.checking import Options, check_target
from kg.checking.dates import is_later, late_dates, latest_today
from kg.validation.fast.load import table_of_graph
from tests.conftest import ROOT
from tests.shapes.examples import base, graph, patched

REGISTRY = ROOT / "data" / "registry"
TODAY = datetime.date(2026, 5, 6)


@pytest.mark.parametrize(
    ("date", "day", "later"),
    [
        ("2026", "2026-05-06", False),  # some of the year has been
        ("2026-05", "2026-05-06", False),
        ("2026-06", "2026-05-06", True),
        ("2026-05-06T23:59:00Z", "2026-05-06", False),
        ("2026-05-07", "2026-05-06", True),
        ("2026-12-31", "2026", False),  # all that is known of the day is its year
        ("2027", "2026", True),
    ],
)
def test_a_date_is_later_where_all_of_it_is(date: str, day: str, later: bool) -> None:
    assert is_later(date, day) is later


def test_today_is_the_day_that_has_begun_somewhere() -> None:
    noon = datetime.datetime(2026, 5, 6, 12, 0, tzinfo=datetime.UTC)
    assert latest_today(noon) == datetime.date(2026, 5, 7)
    assert latest_today(noon.replace(hour=9)) == datetime.date(2026, 5, 6)


def test_the_retrieval_of_the_source_counts_without_a_clock() -> None:
    assert list(late_dates(table_of_graph(graph(base())), None)) == []
    data = graph(base())
    table = table_of_graph(patched('<result/zero> lb:resultDate "2024-02-29"^^xsd:date .', _late("2026-03-12")))
    (found,) = late_dates(table, None)
    assert (found.rule, found.path, found.value, found.expected) == (
        "A13",
        "lb:resultDate",
        "2026-03-12",
        "at most 2026-03-11",
    )
    assert found.places == ("page.md:11:2", "page.md:12:2")
    assert list(late_dates(table_of_graph(data), datetime.date(2026, 3, 11))) == []
    told = {(f.path, f.expected) for f in late_dates(table_of_graph(data), datetime.date(2026, 3, 10))}
    assert told == {("lb:retrieved", "at most 2026-03-10"), ("dcterms:modified", "at most 2026-03-10")}


def _late(day: str) -> str:
    return f'<result/zero> lb:resultDate "{day}"^^xsd:date .'


def test_a_source_says_when_it_was_updated_later_than_it_was_read(tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_text("Board\n\nScores\n\nModel\tAccuracy (%)\nAlpha\t91.4\n", encoding="utf-8")
    facts = tmp_path / "source.toml"
    facts.write_text('file = "page.txt"\nretrieved = "2026-03-11"\nupdated = "2026-04"\n', encoding="utf-8")
    (late,) = [f for f in check_target(tmp_path, REGISTRY).report.findings if f.rule == "A13"]
    assert (late.found, late.expected) == ("2026-04", "at most 2026-03-11")
    facts.write_text('file = "page.txt"\nretrieved = "2026-06-01"\n', encoding="utf-8")
    assert "A13" not in {f.rule for f in check_target(tmp_path, REGISTRY).report.findings}
    verdict = check_target(tmp_path, options=Options(REGISTRY, today=TODAY))
    (late,) = [f for f in verdict.report.findings if f.rule == "A13"]
    assert (late.path, late.expected) == ("lb:retrieved", "at most 2026-05-06")


def test_a_submitted_row_is_dated_no_later_than_the_check(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text(
        "method,value,metric,benchmark,date\nA,1,accuracy,b,2026-05-07\nB,2,accuracy,b,2026-05\n", encoding="utf-8"
    )
    for today, expected in ((TODAY, ["2026-05-07"]), (None, [])):
        verdict = check_target(file, options=Options(alone=True, kind="submission", today=today))
        assert [f.found for f in verdict.report.findings if f.rule == "S27"] == expected


def test_a_late_date_in_a_methods_cell_is_told_with_its_line(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "data" / "sources" / "u-mrg-14k-test", tmp_path / "copy"))
    page = folder / "page.txt"
    options = Options(today=TODAY)
    assert check_target(folder, REGISTRY, options).is_clean
    page.write_text(page.read_text(encoding="utf-8").replace("2025.08", "2052.08", 1), encoding="utf-8")
    (entry,) = (e for e in check_target(folder, REGISTRY, options).told if e.path == "lb:note")
    assert [spot.place for spot in entry.spots] == ["copy/page.txt:6"]
    assert entry.rule == "A13"
    assert "the row prints 2052.08, which is after 2026-05-06" in entry.message
