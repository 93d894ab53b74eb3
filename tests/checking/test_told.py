"""What a person is told: once for a column, counted alike everywhere, and enough to mend it by."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from kg.checking import Verdict, check_target
from tests.conftest import ROOT


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A copy of a source that prints one column."""
    return Path(shutil.copytree(ROOT / "data" / "sources" / "mr-medseg-val", tmp_path / "page"))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A copy of a source with two tables of several columns."""
    return Path(shutil.copytree(ROOT / "data" / "sources" / "med-cmr", tmp_path / "table"))


def change(file: Path, old: str, new: str, times: int = 1) -> None:
    """Some of the first occurrences of a text made another one."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, times), encoding="utf-8")


def of_rule(verdict: Verdict, rule: str) -> list[str]:
    """The messages of one rule as people read them."""
    return [entry.message for entry in verdict.told if entry.rule == rule]


# -- a unit that the metric does not have


def test_a_wrong_unit_is_told_once_for_its_column_with_the_metric_and_its_units(table: Path) -> None:
    change(table / "source.toml", 'unit = "PERCENT"', 'unit = "SEC"')
    verdict = check_target(table)
    assert [entry.rule for entry in verdict.told if entry.level == "error"] == ["R1.17"]
    (entry,) = (entry for entry in verdict.told if entry.rule == "R1.17")
    assert "found unit:SEC, expected unit:FRACTION, unit:PERCENT (of accuracy)" in entry.message
    assert (entry.nodes, len(entry.spots), entry.spots[0].place) == (18, 18, "table/page.txt:18:3")
    text = verdict.written("text")
    assert "and 17 more\n" in text
    assert text.count("R1.17 The unit of a result MUST") == 1
    change(table / "source.toml", 'unit = "SEC"', 'unit = "PERCENT"')  # one of the units that the message names
    assert check_target(table).is_clean


# -- a direction that the metric does not have


def test_a_flipped_direction_names_the_expected_one_its_metric_and_the_entry(table: Path) -> None:
    change(table / "source.toml", "HigherIsBetter", "LowerIsBetter")
    verdict = check_target(table)
    (entry,) = (entry for entry in verdict.told if entry.level == "error")
    assert entry.rule == "R16.5"
    assert "found lb:LowerIsBetter, expected lb:HigherIsBetter (of accuracy)" in entry.message
    assert "correct `direction` in the [[columns]] entry of this column" in entry.remedy
    assert "SOD" in entry.label
    change(table / "source.toml", "LowerIsBetter", "HigherIsBetter")
    assert check_target(table).is_clean


# -- counts


def test_the_table_the_summary_and_the_build_count_the_same(table: Path) -> None:
    change(table / "source.toml", 'unit = "PERCENT"', 'unit = "SEC"')
    change(table / "page.txt", "Gemini-2.5-Pro\t2025\t98.11", "GPT-5\t2025\t98.11")
    verdict = check_target(table)
    warnings = [entry for entry in verdict.told if entry.level == "warning"]
    assert verdict.summary == f"1 violations, {len(warnings)} warnings, 0 rejected cells"
    assert verdict.report.count("Warning") == len(warnings) < len(verdict.report.of("Warning"))
    assert f"1 violation(s), {len(warnings)} warning(s)" in verdict.written("text")
    assert f"lbsh:Flag-warning, {len(warnings)} times" in verdict.written("text")
    assert len(json.loads(verdict.written("json"))["findings"]) == len(verdict.report.findings)  # programs get all


def test_a_flag_on_several_cells_is_one_with_all_its_cells(table: Path) -> None:
    change(table / "page.txt", "Gemini-2.5-Pro\t2025\t98.11", "GPT-5\t2025\t98.11")
    told = [entry for entry in check_target(table).told if "GPT-5 has 2 different values" in entry.message]
    assert len(told) == 5
    assert [spot.place for spot in told[0].spots] == ["table/page.txt:46:3", "table/page.txt:47:3"]
    assert all(len(entry.spots) == 2 for entry in told)
