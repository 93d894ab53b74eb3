"""Slips of a page or of its facts that contradict each other: each is told at its place, with what is near."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kg.assemble.contradictions import near_directions
from kg.checking import Verdict, check_target
from kg.checking.entries import Entry
from kg.errors import SourceError
from tests.conftest import ROOT

SOURCES = ROOT / "data" / "sources"
VAL, CMR = SOURCES / "mr-medseg-val", SOURCES / "med-cmr"


def spoilt(folder: Path, source: Path, file: str, old: str, new: str) -> Verdict:
    """The verdict on a copy of a source in which one text of a file is another."""
    copy = Path(shutil.copytree(source, folder / source.name))
    text = (copy / file).read_text(encoding="utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return check_target(copy, ROOT / "data" / "registry")


def told(verdict: Verdict, level: str, text: str) -> Entry:
    (entry,) = [entry for entry in verdict.told if entry.level == level and text in entry.message]
    return entry


@pytest.mark.parametrize("date", ["2026-02-31T06:44:08.716Z", "11 March 20226", "03/04/2026"])
def test_a_date_of_the_page_that_is_none_is_told_in_its_line(tmp_path: Path, date: str) -> None:
    verdict = spoilt(tmp_path, VAL, "page.md", "2026-03-11T06:44:08.716Z", date)
    (facts,) = tmp_path.glob("*/source.toml")
    assert "updated = " in facts.read_text(encoding="utf-8")  # a person's date does not hide the page's
    entry = told(verdict, "warning", f"the page says that it was updated {date}, which is no date")
    assert [spot.place for spot in entry.spots] == ["mr-medseg-val/page.md:7"]


def test_a_page_that_does_not_know_its_date_is_not_asked_for_one(tmp_path: Path) -> None:
    verdict = spoilt(tmp_path, VAL, "page.md", "2026-03-11T06:44:08.716Z", "not recorded")
    assert not any("which is no date" in entry.message for entry in verdict.told)


def test_a_misspelt_direction_of_the_scope_contradicts_the_metric_list(tmp_path: Path) -> None:
    verdict = spoilt(tmp_path, VAL, "page.md", "| Higher is better |", "| Higer is better |")
    entry = told(verdict, "error", "different directions")
    assert "HigherIsBetter (metric list, mr-medseg-val/page.md:27)" in entry.message
    assert "Higer is better (scope, mr-medseg-val/page.md:19:2); mend the one that is wrong" in entry.message


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Higer is better", ["higher is better"]),
        ("Hihger is better.", ["higher is better"]),
        ("Higher is better", []),
        ("not stated", []),
        ("low", []),
        ("the higher the better", []),
    ],
)
def test_words_near_a_direction_are_slips(text: str, near: list[str]) -> None:
    assert near_directions(text)[:1] == near


def test_a_name_of_the_metric_list_that_its_own_link_does_not_bear_out(tmp_path: Path) -> None:
    verdict = spoilt(tmp_path, VAL, "page.md", "- [gIoU]", "- [gIuO]")
    entry = told(verdict, "error", "the metric list (mr-medseg-val/page.md:29) calls it gIuO")
    assert "the link of that item gIoU; mend the one that is wrong" in entry.message
    (note,) = [note for note in verdict.context if "unprinted-name" in note]
    assert "write 'gIuO' or 'cIoU' if that is the right name, else mend it on the page" in note


def test_two_dates_are_told_without_taking_sides(tmp_path: Path) -> None:
    verdict = spoilt(tmp_path, VAL, "page.md", "Data updated: 2026", "Data updated: 2027")
    entry = told(verdict, "error", "the page says that it was updated 2027-03-11")
    assert "mr-medseg-val/source.toml:8 says 2026-03-11T06:44:08.716Z; see which of them is right" in entry.message


def test_a_column_that_has_no_entry_is_named_with_what_to_write(tmp_path: Path) -> None:
    entry = (CMR / "source.toml").read_text(encoding="utf-8").split("[[columns]]\n")[3]
    verdict = spoilt(tmp_path, CMR, "source.toml", f"[[columns]]\n{entry}", "")
    (note,) = [note for note in verdict.context if "column-without-entry" in note]
    assert note.startswith("Note: med-cmr/page.txt:6:") or "med-cmr/page.txt:" in note
    assert "column 3 has no [[columns]] entry in source.toml" in note
    assert (
        'write one with table = "multiple-choice", number = 3, name = "SU", metric (the others have accuracy)' in note
    )


UMRG = SOURCES / "u-mrg-14k-test"


@pytest.mark.parametrize(
    ("source", "old", "new", "rule", "stands"),
    [
        (CMR, 'unit = "PERCENT"', 'unit = "fraction"', "R16.14", 'med-cmr/source.toml:24: unit = "fraction"'),
        (CMR, 'unit = "PERCENT"\n', "", "A1", "med-cmr/source.toml:18"),
        (CMR, 'direction = "Higher', 'direction = "Lower', "R16.5", 'source.toml:25: direction = "LowerIsBetter"'),
        (CMR, 'subset = "SOD"', 'subset = "SOD"\nscale = "0.1"', "A9", 'med-cmr/source.toml:24: scale = "0.1"'),
        (UMRG, 'scale = "0.01"', 'scale = "100"', "R16.14", 'u-mrg-14k-test/source.toml:43: scale = "100"'),
        (CMR, 'unit = "PERCENT"', 'unit = "SECOND"', "R1.17", 'med-cmr/source.toml:24: unit = "SECOND"'),
    ],
)
def test_a_finding_about_a_column_names_the_line_of_its_entry(
    tmp_path: Path, source: Path, old: str, new: str, rule: str, stands: str
) -> None:
    verdict = spoilt(tmp_path, source, "source.toml", old, new)
    about = [e.stands for e in verdict.told if e.rule == rule and e.stands]
    assert stands in f"{about[0].place}: {about[0].printed}"
    assert any(spot.place.startswith(f"{source.name}/page.") for e in verdict.told if e.stands for spot in e.spots)
    assert f"    described at {about[0].place}" in verdict.written("text", every=True)


def test_values_that_a_wrong_scale_makes_small_are_told_with_that_scale(tmp_path: Path) -> None:
    verdict = spoilt(tmp_path, UMRG, "source.toml", 'subset = "Heart"', 'subset = "Eye"')
    assert not any("lie below 1" in entry.message for entry in verdict.told)
    verdict = spoilt(tmp_path / "scaled", UMRG, "source.toml", 'subset = "Eye"', 'subset = "Eye"\nscale = "0.01"')
    entry = told(verdict, "warning", "lie below 1")
    assert (
        "it is printed as 51.5, and `scale` in the [[columns]] entry of source.toml makes it so small" in entry.message
    )
    assert 'give scale = "100"' not in entry.message


def test_a_wrong_setting_key_that_hides_all_columns_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        SourceError, match=r"source\.toml:7 \(Modell Category, AMS\), which tell where the values begin"
    ):
        spoilt(tmp_path, UMRG, "source.toml", '["Model Category", "ASM"]', '["Modell Category", "AMS"]')
