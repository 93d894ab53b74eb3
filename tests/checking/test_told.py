"""What a person is told: once for a column, counted alike everywhere, and enough to mend it by."""

from __future__ import annotations

import datetime
import json
import re
import shutil
from decimal import Decimal
from pathlib import Path

import pytest

from kg.checking import Options, Verdict, check_target
from kg.checking.dates import latest_today
from kg.checking.spellings import near_spellings
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


# -- places of what is about no cell


def test_what_a_page_says_of_its_table_is_found_at_the_line_that_says_it(page: Path) -> None:
    change(page / "page.md", "| Results loaded | 17 of 17 |", "| Results loaded | 19 of 18 |")
    change(page / "page.md", "| Metric | Dice |", "| Metric | IoU |")
    verdict = check_target(page)
    lines = (page / "page.md").read_text(encoding="utf-8").splitlines()
    at = {entry.rule: entry.at_hand for entry in verdict.told}
    for rule, printed in (("A7", "19"), ("A8", "19"), ("A9", "19"), ("R18.10", "IoU")):
        spot = at[rule]
        assert spot is not None, rule
        start = lines[(spot.line or 0) - 1].index(printed) + 1
        assert (spot.start, spot.end) == (start, start + len(printed)), rule
    annotations = verdict.written("github").splitlines()
    assert all("page.md,line=" in line for line in annotations)


def test_a_late_day_of_a_page_is_found_at_its_line_and_the_rule_tells_its_limit(page: Path) -> None:
    change(page / "page.md", "Data updated: 2026-03-11T06:44:08.716Z", "Data updated: 2027-03-11T06:44:08.716Z")
    change(page / "source.toml", 'updated = "2026-03-11T06:44:08.716Z"', "")
    today = latest_today(datetime.datetime(2026, 12, 1, 11, tzinfo=datetime.UTC))
    (entry,) = (e for e in check_target(page, None, Options(today=today)).told if e.rule == "A13")
    assert "after 2026-12-02, the latest day that it is anywhere at the time of the check" in entry.message
    assert [(spot.place, spot.printed) for spot in entry.spots] == [("page/page.md:7", "2027-03-11T06:44:08.716Z")]
    change(page / "page.md", "Data updated: 2027-03-11T06:44:08.716Z", "Data updated: 2026-12-02")  # tomorrow, here
    assert check_target(page, None, Options(today=today)).told == ()


# -- hints by arithmetic


def test_a_moved_decimal_point_is_tried_where_a_share_of_items_does_not_fit(table: Path) -> None:
    change(table / "page.txt", "32.84\t47.12", "32.84\t4.712")
    (message,) = (m for m in of_rule(check_target(table), "A9") if m.startswith("4.712 "))
    assert message == (
        "4.712 is not k/711 for any whole k; the nearest is 4.782 (34/711), then 4.641 (33/711); with its point where "
        "the column has it, it is 47.12 (335/711)."
    )
    change(table / "page.txt", "4.712", "47.12")
    assert len(check_target(table).told) == 7


def test_a_point_where_the_column_has_it_is_not_moved(table: Path) -> None:
    assert not [m for m in of_rule(check_target(table), "A9") if "with its point" in m]
    change(table / "page.txt", "32.84\t47.12", "32.84\t47.13")
    assert len(check_target(table).told) == 8
    assert not [m for m in of_rule(check_target(table), "A9") if "with its point" in m]


def test_shares_in_a_column_of_percent_are_mended_by_the_scale_that_the_hint_names(page: Path) -> None:
    text = (page / "page.md").read_text(encoding="utf-8")
    shares = re.sub(r"(?<=\| )([0-9.]+)(?= \| Not recorded)|(?<=^Dice: )([0-9.]+)(?=\. )", _share, text, flags=re.M)
    (page / "page.md").write_text(shares, encoding="utf-8")
    (message,) = of_rule(check_target(page), "A9")
    assert 'give scale = "100" in the [[columns]] entry of source.toml' in message
    change(page / "source.toml", 'metric = "dice"', 'metric = "dice"\nscale = "100"')
    assert check_target(page).told == ()


def _share(found: re.Match[str]) -> str:
    return str(Decimal(found[0]).scaleb(-2))


# -- what one entry changes for the others


def test_a_unit_that_is_lost_does_not_silence_the_sums_of_its_table(table: Path) -> None:
    known = {m.split(": (")[0] for m in of_rule(check_target(table), "A9")}
    change(table / "source.toml", 'unit = "PERCENT"\n', "")
    verdict = check_target(table)
    assert {m.split(": (")[0] for m in of_rule(verdict, "A9")} == known
    sums = [m for m in of_rule(verdict, "A9") if "/ 16655" in m]
    assert len(sums) == 2
    assert all(m.endswith("; no unit is known of SOD.") for m in sums)


def test_a_part_without_a_unit_that_is_on_another_scale_makes_no_false_sum(table: Path) -> None:
    facts, text = table / "source.toml", (table / "page.txt").read_text(encoding="utf-8")
    change(facts, 'unit = "PERCENT"\n', "")
    multiple, open_ended = text.split("Open-ended Questions", 1)
    shares = re.sub(r"(?<=\t2025\t)[0-9.]+", lambda m: str(Decimal(m[0]).scaleb(-2)), multiple)
    (table / "page.txt").write_text(f"{shares}Open-ended Questions{open_ended}", encoding="utf-8")
    assert not [m for m in of_rule(check_target(table), "A9") if "/ 16655" in m]


def test_an_entry_that_is_held_back_is_told_as_such_and_gives_no_false_sum(table: Path) -> None:
    change(table / "source.toml", 'certainty = "very likely"', 'certainty = "inferred"')
    verdict = check_target(table)
    assert not [m for m in of_rule(verdict, "A9") if "15632" in m]  # the questions of the other six tasks
    (unit,) = (entry for entry in verdict.told if entry.rule == "A1")
    assert "held back because nobody is sure of it" in unit.message
    assert "a certainty of certain or very likely (one that is inferred or from memory is held back)" in unit.remedy
    assert any("[[columns]] 1 (SOD)" in sentence for sentence in verdict.context)


def test_every_value_cell_of_a_page_is_accounted_for(table: Path) -> None:
    assert check_target(table).context == ("234 value cells = 234 results + 0 missing + 0 rejected.",)
    change(table / "page.txt", "66.08", "—")
    change(table / "page.txt", "58.75", "see paper")
    verdict = check_target(table)
    assert verdict.context[0] == "234 value cells = 232 results + 1 missing + 1 rejected."
    assert f"\n{verdict.context[0]}\n" in verdict.written("text")


# -- names of methods that are nearly known


def test_a_misspelt_method_is_told_with_the_known_spelling_and_its_line(table: Path) -> None:
    change(table / "page.txt", "Lingshu-7B", "Lignshu-7B")
    verdict = check_target(table)
    (entry,) = (entry for entry in verdict.told if entry.rule == "A14")
    assert entry.message.endswith("; 'Lignshu-7B' is near 'Lingshu-7B'.")
    assert [(spot.place, spot.start, spot.end) for spot in entry.spots] == [("table/page.txt:25", 1, 11)]
    assert "A14" not in {e.rule for e in check_target(table, None, Options(profile="publish")).told}
    assert "A14" not in {e.rule for e in check_target(table, None, Options(alone=True)).told}
    change(table / "page.txt", "Lignshu-7B", "Lingshu-7B")
    assert not of_rule(check_target(table), "A14")


@pytest.mark.parametrize(
    ("old", "new", "slug", "line"),
    [
        ("MedSAM", "MedSMA", "mr-medseg-val", "page.md:37"),
        ("Lingshu-7B", "Lingshu-7", "u-mrg-14k-test", "page.txt:12"),
        ("Qwen2.5-VL-72B", "Qwen2.5-VL-72BB", "u-mrg-14k-test", "page.txt:7"),
        ("Qwen2.5VL-7B", "Qwen2.5VL-7BB", "u-mrg-14k-test", "page.txt:10"),
    ],
)
def test_swapped_letters_and_broken_sizes_are_told_with_their_line(
    tmp_path: Path, old: str, new: str, slug: str, line: str
) -> None:
    folder = Path(shutil.copytree(ROOT / "data" / "sources" / slug, tmp_path / "copy"))
    change(next(folder.glob("page.*")), old, new, 9)
    (entry,) = (entry for entry in check_target(folder, ROOT / "data" / "registry").told if entry.rule == "A14")
    assert repr(new) in entry.message
    assert repr(old) in entry.message.partition(" is near ")[2]
    assert entry.spots[0].place == f"copy/{line}"


@pytest.mark.parametrize("slug", ["med-cmr", "mr-medseg-hard-case-test", "mr-medseg-val", "u-mrg-14k-test"])
def test_no_name_of_the_shipped_pages_is_a_misspelt_one(slug: str) -> None:
    assert not of_rule(check_target(ROOT / "data" / "sources" / slug), "A14")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("Gemini-2.5-Pro + MedSee", ["Gemini-2.5-Pro + MediSee"]),
        ("Gemini-2.5-Pro + MedSAM", []),  # another part, however alike the whole is
        ("Qwen2.5 VL 7B", ["Qwen2.5-VL-7B"]),
        ("Qwen2.5-VL-72B", []),
        ("GPT-4o", []),  # the letter behind a number tells models apart
        ("gpt 4", ["GPT-4"]),
        ("MedGema-4B", ["Medgemma-4B"]),
        ("Ours", []),
        ("MedSMA", ["MedSAM"]),  # swapped letters
        ("Gemini-2.5-Pro + MedSMA", []),
        ("MediSee + MedSMA", ["MediSee + MedSAM"]),
        ("Medgemma-4", ["Medgemma-4B"]),  # a size without its letter
        ("Medgemma-7", []),
        ("Medgemma-4BB", ["Medgemma-4B"]),  # with its letter twice
        ("Qwen2.5-VL-77B", []),
        ("Qwen2.5 VL 7", ["Qwen2.5-VL-7B"]),
        ("Qwen2.5-VL-72", []),
        ("GPT-4B", []),  # a whole size is another model's
        ("GPT-4V", []),
        ("GPT-4oo", []),
    ],
)
def test_what_is_near_is_the_same_version_in_each_part(name: str, near: list[str]) -> None:
    known = ["Gemini-2.5-Pro + MediSee", "MediSee + MedSAM", "MedSAM", "Qwen2.5-VL-7B", "GPT-4", "Medgemma-4B"]
    assert near_spellings(name, known) == near


def test_a_name_beside_the_near_one_and_one_that_was_decided_on_are_not_told(table: Path, tmp_path: Path) -> None:
    change(table / "page.txt", "Gemma3-4B", "Lignshu-7B")  # its table has a row of Lingshu-7B, too
    assert not of_rule(check_target(table), "A14")
    change(table / "page.txt", "Lignshu-7B", "Gemma3-4B")
    change(table / "page.txt", "Lingshu-7B", "Lignshu-7B")
    assert of_rule(check_target(table), "A14")
    registry = Path(shutil.copytree(ROOT / "data" / "registry", tmp_path / "registry"))
    with (registry / "methods.sssom.tsv").open("a", encoding="utf-8") as file:
        row = ("Lignshu-7B", "rdfs literal", "skos:exactMatch", "Not", "method:lingshu-7b", "Lingshu-7B")
        file.write("\t".join((*row, "semapv:ManualMappingCuration", "1.0", "", "another model")) + "\n")
    assert not of_rule(check_target(table, registry), "A14")
