"""Each finding stands at the line that a person changes, and its remedy mends it."""

from __future__ import annotations

import datetime
import shutil
from pathlib import Path

import pytest

from kg.checking import Options, Verdict, check_target
from kg.checking.submission import why_not_submitted
from tests.conftest import ROOT

REGISTRY = ROOT / "data" / "registry"
VAL = ROOT / "data" / "sources" / "mr-medseg-val"
HEADER = "method,value,metric,benchmark,unit,split,config,paper"

FACT = """
[[facts]]
subject = "leaderboard"
property = "reported_in"
value = "arxiv-2511-12110"
evidence = "all rows are of one paper"
certainty = "certain"
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(VAL, tmp_path / "copy"))


def spoilt(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def noted(verdict: Verdict, rule: str) -> list[str]:
    return [note for note in verdict.context if f"[{rule}]" in note]


def test_two_reporting_papers_are_told_with_the_one_of_other_rows_and_either_remedy_mends(copied: Path) -> None:
    page = copied / "page.md"
    before = page.read_text(encoding="utf-8")
    spoilt(page, "/691bfdf46750be83fe5ceb61.md>)", "/69aaaaf46750be83fe5ceb61.md>)")
    (note,) = noted(check_target(copied, REGISTRY), "reporting-paper-disagrees")
    assert "16 of the other rows print 691bfdf46750be83fe5ceb61; mend the line of the page that is wrong" in note
    spoilt(copied / "source.toml", "\n[[columns]]", FACT + "\n[[columns]]")
    assert noted(check_target(copied, REGISTRY), "reporting-paper-disagrees") == []
    shutil.copy(VAL / "source.toml", copied / "source.toml")
    page.write_text(before, encoding="utf-8")
    assert noted(check_target(copied, REGISTRY), "reporting-paper-disagrees") == []


def test_a_late_day_of_retrieval_stands_in_source_toml(copied: Path) -> None:
    spoilt(copied / "source.toml", 'updated = "', 'retrieved = "2031-01-01"\nupdated = "')
    options = Options(registry=REGISTRY, today=datetime.date(2026, 12, 1))
    (entry,) = [e for e in check_target(copied, None, options).entries if e.rule == "A13"]
    assert [spot.place for spot in entry.spots] == ["copy/source.toml:8"]


def test_a_cell_too_much_stands_at_its_own_place(build: Path, tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    row = "NewNet-9B,41.5,accuracy,med-cmr-multiple-choice,PERCENT,,,2512.00818,more"
    file.write_text(f"{HEADER}\n{row}\n", encoding="utf-8")
    verdict = check_target(file, None, Options(registry=REGISTRY, build=build))
    (entry,) = [e for e in verdict.entries if e.rule == "S24"]
    assert (entry.spots[0].place, entry.spots[0].printed) == ("rows.csv:2:9", "more")


@pytest.mark.parametrize(("name", "near"), [("inptu", "'inptu' is near 'input'"), ("shots", "")])
def test_a_setting_that_is_nearly_a_recorded_one_is_told(build: Path, tmp_path: Path, name: str, near: str) -> None:
    file = tmp_path / "rows.csv"
    file.write_text(f"{HEADER}\nNewNet-9B,41.5,Dice,mr-medseg-val,PERCENT,val,{name}=5,\n", encoding="utf-8")
    verdict = check_target(file, None, Options(registry=REGISTRY, build=build))
    (entry,) = [e for e in verdict.entries if e.rule == "S19"]
    assert near in entry.message
    assert (" is near " in entry.message) is bool(near)


_ROW = '"method": "N-9B", "value": 41.5, "metric": "Dice", "benchmark": "mr-medseg-val", "unit": "PERCENT"'


@pytest.mark.parametrize(
    ("name", "text", "places"),
    [
        ("r.json", f'[{{{_ROW},\n  "config": {{\n    "shots": 5,\n    "inptu": "bbox"\n}}}}]', ["4:5", "3:5"]),
        ("r.yaml", f"- {{{_ROW},\n   config: {{input: bbox input, shots: 5}}}}\n", ["2:32"]),
        ("r.json", f"[{{{_ROW}}}]", ["1:30"]),  # a setting that is lacking stands nowhere: the value is told
        ("r.csv", f"{HEADER}\nN-9B,41.5,Dice,mr-medseg-val,PERCENT,val,input=bbox input; shots=5,\n", ["2:7"]),
    ],
)
def test_a_setting_of_this_row_alone_is_told_at_its_name(
    build: Path, tmp_path: Path, name: str, text: str, places: list[str]
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    verdict = check_target(file, None, Options(registry=REGISTRY, build=build))
    (entry,) = [e for e in verdict.entries if e.rule == "S19"]
    assert [spot.place.partition(":")[2] for spot in entry.spots] == places
    assert entry.at_hand
    assert entry.at_hand.line == int(places[0].partition(":")[0])


@pytest.mark.parametrize(
    ("term", "expected"),
    [("lb:printdValue", "lb:printedValue"), ("lb:Reslut", "lb:Result"), ("lb:qqqq", "a term of the vocabulary")],
)
def test_a_term_that_is_nearly_one_is_expected_to_be_that_one(tmp_path: Path, term: str, expected: str) -> None:
    file = tmp_path / "some.ttl"
    said = f"a {term}" if term[3].isupper() else f'{term} "1"'
    file.write_text(f"@prefix lb: <https://w3id.org/leaderboard-kg/ontology#> .\n<urn:x> {said} .\n", encoding="utf-8")
    (entry,) = [e for e in check_target(file, REGISTRY).entries if e.rule == "R0.8"]
    assert (entry.found, entry.expected) == (term, expected)


def test_that_nothing_is_left_is_told_behind_the_rejected_cells_as_what_follows(tmp_path: Path) -> None:
    page = tmp_path / "board.txt"
    page.write_text("Board\n\nScores\n\nModel\tAcc (%)\nAlpha\t91,4\nBeta\tx/y\n", encoding="utf-8")
    verdict = check_target(page, REGISTRY)
    assert [e.rule for e in verdict.told if e.level == "error"] == ["ambiguous-comma", "not-a-number", "R0.9", "R0.9"]
    empty = verdict.told[-1]
    assert empty.message.endswith("it follows from the 2 rejected value cells.")
    assert empty.remedy.startswith("mend the rejected cells")
    assert not verdict.report.conforms
    page.write_text("Board\n\nScores\n\nModel\tAcc (%)\nAlpha\t91.4\nBeta\tx/y\n", encoding="utf-8")
    assert [e.rule for e in check_target(page, REGISTRY).told if e.level == "error"] == ["not-a-number"]


def test_a_page_of_missing_marks_alone_is_empty_by_itself(tmp_path: Path) -> None:
    page = tmp_path / "board.txt"
    page.write_text("Board\n\nScores\n\nModel\tAcc (%)\nAlpha\t—\nBeta\t—\n", encoding="utf-8")
    told = [e for e in check_target(page, REGISTRY).told if e.rule == "R0.9"]
    assert told
    assert not any("rejected value cells" in e.message for e in told)


@pytest.mark.parametrize(
    ("name", "header", "told"),
    [
        ("rows.tsv", "method value metric", "is one cell, 'method value metric'; separate its cells, and those of"),
        ("rows.tsv", "method,value,metric", "by tabs"),
        ("rows.csv", "method  value  metric", "by commas"),
        ("rows.csv", "notes of the team", "has no column method"),
    ],
)
def test_cells_that_are_parted_by_another_sign_are_told(tmp_path: Path, name: str, header: str, told: str) -> None:
    file = tmp_path / name
    file.write_text(f"{header}\nAlpha 91.4 accuracy\n", encoding="utf-8")
    assert told in why_not_submitted(file)
