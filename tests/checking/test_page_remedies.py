"""What a person is told to do about a slip of a page: the right place, the other place, and no invented fact."""

from __future__ import annotations

import datetime
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.assemble.lone import has_year_behind
from kg.checking import Options, Verdict, check_target
from kg.read.index_slips import which_fits
from tests.conftest import ROOT

SOURCES = ROOT / "data" / "sources"
IMIS = "| IMIS-Net | 77 | Not recorded | 691bfdf46750be83fe5ceb61 |\n"


Spoilt = Callable[[str, str, str], Verdict]


@pytest.fixture
def spoilt(tmp_path: Path) -> Spoilt:
    def check(source: str, old: str, new: str) -> Verdict:
        copy = Path(shutil.copytree(SOURCES / source, tmp_path / source))
        (page,) = copy.glob("page.*")
        text = page.read_text(encoding="utf-8")
        assert old in text
        page.write_text(text.replace(old, new, 1), encoding="utf-8")
        return check_target(copy, options=Options(ROOT / "data" / "registry", today=datetime.date(2026, 12, 2)))

    return check


def rejected(verdict: Verdict) -> dict[str, tuple[str, str]]:
    """Printed text -> message and remedy of each reject."""
    return {entry["printed"]: (entry["reason"], entry["remedy"]) for entry in verdict.rejects}


def notes(verdict: Verdict) -> str:
    return "\n".join(verdict.context)


def test_a_misprinted_comma_is_named_at_the_good_cells_of_its_table(tmp_path: Path) -> None:
    page = tmp_path / "board.md"
    page.write_text(
        "# Toys\n\n| Model | Acc (%) | Elo |\n|---|---|---|\n"
        "| A | 91,42 | 3,281 |\n| B | 88.1 | 412 |\n| C | 80.2 | 7 |\n",
        encoding="utf-8",
    )
    found = rejected(check_target(page, ROOT / "data" / "registry"))
    assert set(found) == {"91,42", "3,281"}
    assert (
        "another cell of the table, '91,42' (board.md:5:2), has a comma that can only be a decimal one"
        in found["3,281"][0]
    )
    assert found["3,281"][1].startswith("mend that other cell first where it is the slip")
    assert "such as 3281 if its mark parts thousands" in found["3,281"][1]


def test_a_date_that_is_none_need_not_be_invented(spoilt: Spoilt) -> None:
    verdict = spoilt("mr-medseg-val", "| MedSAM | 77.7 | Not recorded", "| MedSAM | 77.7 | 31 Feb 2025")
    assert "mr-medseg-val/page.md:37:3: the date cannot be read" in notes(verdict)
    assert "look it up in the paper" in notes(verdict)
    assert "if it is not found, print Not recorded" in notes(verdict)


@pytest.mark.parametrize(
    ("printed", "letter", "meant"),
    [("7O", "letter O stands where the digit 0", "print 70"), ("7l.5", "letter l", "print 71.5")],
)
def test_a_letter_that_stands_for_a_digit_is_named(tmp_path: Path, printed: str, letter: str, meant: str) -> None:
    page = tmp_path / "board.md"
    page.write_text(f"# Toys\n\n| Model | Acc (%) |\n|---|---|\n| A | {printed} |\n| B | 88.1 |\n", encoding="utf-8")
    message, remedy = rejected(check_target(page, ROOT / "data" / "registry"))[printed]
    assert letter in message
    assert remedy == f"{meant} if the paper has it so, else what the paper has"


@pytest.mark.parametrize(
    ("value", "order"),
    [("17", "; the rows fall in order with 77 and not with 17"), ("76", "")],
)
def test_the_order_of_the_rows_tells_which_of_two_values_fits(spoilt: Spoilt, value: str, order: str) -> None:
    verdict = spoilt("mr-medseg-val", "| IMIS-Net | 77 |", f"| IMIS-Net | {value} |")
    message, remedy = rejected(verdict)[value]
    assert message.startswith("the result section of IMIS-Net at mr-medseg-val/page.md:67 states '77'")
    assert remedy == f"look up the value in the paper and correct the page{order}"


def test_a_row_that_repeats_another_is_called_so(spoilt: Spoilt) -> None:
    verdict = spoilt("mr-medseg-val", IMIS, IMIS * 2)
    ((message, remedy),) = rejected(verdict).values()
    assert message.startswith("the row repeats line 38")
    assert remedy.startswith("take one of lines 38 and 39 out")


def test_a_title_against_the_scope_is_the_page_against_itself(spoilt: Spoilt) -> None:
    verdict = spoilt("mr-medseg-val", "on MR-MedSeg (val)\n", "on MR-MedSeg (test)\n")
    message, remedy = rejected(verdict)["test"]
    assert message.startswith("the title names another split than the benchmark mr-medseg-val")
    assert remedy.startswith("the scope (mr-medseg-val/page.md:16:2) says 'val', as source.toml does")
    assert "record this name" not in remedy


def test_a_headline_that_no_cell_prints_is_told_with_the_cell_that_is_near(spoilt: Spoilt) -> None:
    verdict = spoilt("u-mrg-14k-test", "32.42IoU (General)", "34.22IoU (General)")
    assert "page.txt:2: the line says 34.22 of MedReasoner-7B" in notes(verdict)
    assert "no cell of its row (u-mrg-14k-test/page.txt:6) prints that; 32.42 (cell 2) is near it" in notes(verdict)


def test_fewer_cells_than_shown_follow_from_the_rejected_ones_and_stand_behind_them(spoilt: Spoilt) -> None:
    verdict = spoilt("mr-medseg-val", "| IMIS-Net | 77 |", "| IMIS-Net | 17 |")
    text = verdict.written("text")
    assert text.index("table-and-section-disagree") < text.index("Leaderboard-resultsRead")
    assert "17 are shown, 16 were read; it follows from the rejected value cell." in text


def test_fewer_cells_than_shown_without_a_reject_follow_from_nothing(spoilt: Spoilt) -> None:
    verdict = spoilt("mr-medseg-val", "| Results loaded | 17 of 17 |", "| Results loaded | 18 of 18 |")
    text = verdict.written("text")
    assert "18 are shown, 17 were read." in text
    assert "it follows from" not in text


def test_results_that_share_an_id_are_named_with_their_cells(spoilt: Spoilt) -> None:
    ids = "69b10f216dbb7075b95acf20", "69b10f216dbb7075b95acf1f"  # those of the second and the first row
    verdict = spoilt("mr-medseg-val", f"Result ID: {ids[0]}", f"Result ID: {ids[1]}")
    (entry,) = [entry for entry in verdict.told if entry.rule == "R15.14"]
    assert [(spot.place, spot.printed) for spot in entry.spots] == [
        ("mr-medseg-val/page.md:37:2", "77.7"),
        ("mr-medseg-val/page.md:38:2", "77"),
    ]
    assert f"found {ids[1]} on 2; printed in percent: 77, 77.7." in entry.message
    assert entry.remedy.startswith("one of the results named has the id of another one")


def test_a_year_that_is_yet_to_come_is_told_and_others_are_not(spoilt: Spoilt) -> None:
    verdict = spoilt("med-cmr", "Lingshu-7B\t2025", "Lingshu-7B\t2052")
    (entry,) = [entry for entry in verdict.told if entry.rule == "A13"]
    assert "the row prints 2052" in entry.message
    assert [spot.place for spot in entry.spots] == ["med-cmr/page.txt:25"]


def test_a_scope_against_the_title_is_the_page_against_itself(spoilt: Spoilt) -> None:
    verdict = spoilt("mr-medseg-hard-case-test", "| MR-MedSeg hard case (test) |", "| MR-MedSeg hard case (val) |")
    message, remedy = rejected(verdict)["val"]
    assert message.startswith("the scope names another split than the benchmark mr-medseg-hard-case-test")
    assert remedy.startswith("the title (mr-medseg-hard-case-test/page.md:1) says 'test', as source.toml does")


def test_a_date_in_a_cell_that_became_a_part_of_a_setting_is_told(spoilt: Spoilt) -> None:
    verdict = spoilt("u-mrg-14k-test", "MedSAM22025.08", "MedSAM22052")
    assert "page.txt:6:1: this value of 'ASM' stands in one row only, and 'MedSAM2' is near" in notes(verdict)


@pytest.mark.parametrize(("printed", "known"), [("10", "1"), ("512", "5"), ("MedSAM25", "MedSAM2")])
def test_numbers_and_versions_are_no_dates_behind_a_setting(printed: str, known: str) -> None:
    assert not has_year_behind(printed, known)


def test_a_headline_with_a_misspelt_method_is_told_with_the_row_that_is_near(spoilt: Spoilt) -> None:
    verdict = spoilt("u-mrg-14k-test", "(General)MedReasoner-7B", "(General)MedReasner-7B")
    assert "MedReasoner-7B (u-mrg-14k-test/page.txt:6) is near" in notes(verdict)
    assert "print one name in both" in notes(verdict)


def test_a_whole_that_its_parts_do_not_give_may_be_right_and_a_part_wrong(spoilt: Spoilt) -> None:
    verdict = spoilt("med-cmr", "GPT-5\t2025\t66.08", "GPT-5\t2025\t16.03")  # 164 of 1023: a share of its items
    (entry,) = [entry for entry in verdict.told if "the row prints 57.81" in entry.message]
    assert "1023 x 16.03 (SOD)" in entry.message
    assert "; the slip may be in the whole or in any of these parts" in entry.message


@pytest.mark.parametrize(
    ("source", "old", "new", "likely"),
    [
        ("mr-medseg-val", "| Higher is better |", "| Lower is better |", "the registry has HigherIsBetter for it"),
        ("mr-medseg-hard-case-test", "| Unit | PERCENT |", "| Unit | UNITLESS |", "the registry has PERCENT for it"),
    ],
)
def test_what_the_registry_has_tells_which_of_two_lines_is_likely_the_slip(
    spoilt: Spoilt, source: str, old: str, new: str, likely: str
) -> None:
    (entry,) = [entry for entry in spoilt(source, old, new).told if entry.rule == "R18.10"]
    assert entry.message.startswith("the page gives Dice different")
    assert f"{likely}, so another one is likely the slip" in entry.message


def test_units_that_the_registry_has_both_are_not_told_apart_by_it(spoilt: Spoilt) -> None:
    verdict = spoilt("mr-medseg-val", "| Unit | PERCENT |", "| Unit | fraction |")
    (entry,) = [entry for entry in verdict.told if entry.rule == "R18.10"]
    assert "likely the slip" not in entry.message


def test_a_cell_printed_twice_is_named_in_a_row_with_a_cell_too_many(spoilt: Spoilt) -> None:
    ((message, _),) = rejected(spoilt("u-mrg-14k-test", "| 9.56 |", "| 9.56 | 9.56 |")).values()
    assert message.endswith("the row has a cell too many; cells 9 and 10 both print 9.56")


def test_two_letters_swapped_in_a_short_setting_are_told(spoilt: Spoilt) -> None:
    verdict = spoilt("u-mrg-14k-test", "ASM=MedSAM2", "AMS=MedSAM2")
    assert "this name stands in one row only, and 'ASM' is near" in notes(verdict)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "35.38",
            "38.35",
            "; with 35.38 at med-cmr/page.txt:56:5 (Med-CMR visual accuracy), its digits in another order",
        ),
        ("44.28", "42.48", "; 44.28 are the digits of 42.48 in another order"),
    ],
)
def test_swapped_digits_that_keep_a_row_from_adding_up_are_named(spoilt: Spoilt, old: str, new: str, told: str) -> None:
    assert any(told in entry.message for entry in spoilt("med-cmr", old, new).told)


def test_a_number_of_results_that_is_not_theirs_is_told_with_what_to_do(spoilt: Spoilt) -> None:
    verdict = spoilt("mr-medseg-hard-case-test", "| 15 of 15 |", "| 14 of 15 |")
    (entry,) = [entry for entry in verdict.told if "14 results are loaded" in entry.message]
    assert "take out those that are too many, else correct the number" in entry.message


@pytest.mark.parametrize("metric", ["dice", "mean-mask-iou"])
def test_a_metric_unlike_that_of_all_columns_of_its_name_is_told_at_its_line(tmp_path: Path, metric: str) -> None:
    copy = Path(shutil.copytree(SOURCES / "u-mrg-14k-test", tmp_path / "u-mrg-14k-test"))
    text = (copy / "source.toml").read_text(encoding="utf-8")
    own = text.index('name = "IoU Lung"\nmetric = "box-iou"')
    spoiled = text[:own] + text[own:].replace("box-iou", metric, 1)
    (copy / "source.toml").write_text(spoiled, encoding="utf-8")
    verdict = check_target(copy, ROOT / "data" / "registry")
    (entry,) = [entry for entry in verdict.told if "other columns named IoU" in entry.message]
    assert entry.rule == "R18.10"
    assert f'the metric box-iou, and IoU Lung has {metric}; write metric = "box-iou"' in entry.message
    line = text[:own].count("\n") + 2
    assert f"source.toml:{line}" in entry.spots[0].place


def test_a_pasted_row_is_called_a_repeated_one_with_both_lines(spoilt: Spoilt) -> None:
    row = "Lingshu-7B\t2025\t32.84\t47.12\t31.17\t38.99\t31.53\t23.86\t39.62\t27.26\n"  # line 25 of the page
    told = [entry for entry in spoilt("med-cmr", row, row * 2).told if "repeats row" in entry.message]
    assert [entry.message for entry in told] == [
        "row 26 of med-cmr/page.txt repeats row 25 (Lingshu-7B): take one out."
    ]


@pytest.mark.parametrize(
    ("column", "told"),
    [
        (["1.0", "2.0", "9.0", "4.0", "5.0"], "; the rows rise in order with 3.0 and not with 9.0"),
        (["1.0", "2.0", "3.1", "4.0", "5.0"], ""),  # both fit
        (["1.0", "9.0", "3.1", "4.0", "0.5"], ""),  # the others are in no order
        (["1.0", "2.0", "9.0", "4.0"], ""),  # three others say too little
    ],
)
def test_an_order_decides_only_where_one_value_alone_fits_it(column: list[str], told: str) -> None:
    assert which_fits(column, 2, "3.0") == told
