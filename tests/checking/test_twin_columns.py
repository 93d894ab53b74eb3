"""Two columns of one table that are given one meaning are told once, by the lines of their entries."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.checking import Verdict, check_target
from tests.conftest import ROOT

REGISTRY = ROOT / "data" / "registry"

PAGE = "Polyp board\n\nModel\t{}\t{}\nAlpha\t91.4\t80.1\nBeta\t90.2\t79.9\nGamma\t88.1\t—\n"
ENTRY = '[[columns]]\nnumber = {}\nname = "{}"\nmetric = "{}"\nunit = "PERCENT"\n{}'
ENTRY += 'evidence = "e"\ncertainty = "certain"\n'

Checked = Callable[..., Verdict]


@pytest.fixture
def checked(tmp_path: Path) -> Checked:
    """The check of a board with two columns, each as (name, metric, subset) in ``source.toml``."""

    def run(*columns: tuple[str, str, str], page: str = "") -> Verdict:
        folder = tmp_path / "board"
        folder.mkdir(exist_ok=True)
        names = [name for name, _, _ in columns]
        (folder / "page.txt").write_text(page or PAGE.format(*names), encoding="utf-8")
        facts = [
            ENTRY.format(number, name, metric, f'subset = "{subset}"\n' if subset else "")
            for number, (name, metric, subset) in enumerate(columns, 1)
        ]
        (folder / "source.toml").write_text('file = "page.txt"\n' + "".join(facts), encoding="utf-8")
        return check_target(folder, REGISTRY)

    return run


def told(verdict: Verdict) -> list[tuple[str, str, list[str], str]]:
    found = [entry for entry in verdict.told if "measure the same" in entry.message]
    assert not [e for e in verdict.told if "different values under the same conditions" in e.message]
    return [(e.rule, e.message, [spot.place for spot in e.spots], e.expected) for e in found]


def test_a_subset_of_another_column_is_told_with_the_one_that_the_name_says(checked: Checked) -> None:
    verdict = checked(("IoU Eye", "box-iou", "Eye"), ("IoU Heart", "box-iou", "Eye"))
    ((rule, message, places, expected),) = told(verdict)
    assert rule == "R18.10"
    assert places == ["board/source.toml:7", "board/source.toml:15"]
    assert "column 1 (IoU Eye, board/source.toml:2) and column 2 (IoU Heart, board/source.toml:10)" in message
    assert "2 methods have different values in them, such as Alpha 91.4 and 80.1" in message
    assert 'write subset = "Heart" at board/source.toml:15' in message
    assert expected == "Heart"
    first = json.loads(verdict.written("sarif"))["runs"][0]["results"][0]
    assert first["locations"][0]["physicalLocation"]["region"]["startLine"] == 7
    assert verdict.written("github").startswith("::error file=")
    assert "source.toml,line=7," in verdict.written("github")


def test_a_metric_of_another_column_is_told_with_the_one_that_the_name_says(checked: Checked) -> None:
    page = "Polyp board\n| Method | Links | |\n|---|---|---|\n| Alpha | 91.4 | 80.1 |\n| Beta | 90.2 | 79.9 |\n"
    (found,) = told(checked(("pDice", "dice", ""), ("Dice", "dice", ""), page=page))
    assert found[0] == "R18.10"
    assert found[2:] == (["board/source.toml:5", "board/source.toml:12"], "pdice")
    assert 'write metric = "pdice" at board/source.toml:5' in found[1]


@pytest.mark.parametrize(
    ("given", "meant", "line"),
    [("med-cmr-coherence", "med-cmr-consistency", 5), ("med-cmr-consistency", "med-cmr-coherence", 12)],
)
def test_a_short_name_stands_for_one_metric_of_the_paper_of_the_other_column(
    checked: Checked, given: str, meant: str, line: int
) -> None:
    ((rule, message, places, expected),) = told(checked(("Con", given, ""), ("Coh", given, "")))
    assert (rule, expected) == ("R18.10", meant)
    assert f'write metric = "{meant}" at board/source.toml:{line}, or mend the name' in message
    assert places == ["board/source.toml:5", "board/source.toml:12"]


@pytest.mark.parametrize("names", [("Con", "Xyz"), ("Co", "Coh"), ("Con", "Cons")])
def test_a_short_name_that_leaves_it_open_names_no_metric(checked: Checked, names: tuple[str, str]) -> None:
    first, second = names
    verdict = checked((first, "med-cmr-coherence", ""), (second, "med-cmr-coherence", ""))
    assert [entry[0] for entry in told(verdict)] == ["A9"]


def test_names_that_say_nothing_of_it_leave_open_which_entry_is_wrong(checked: Checked) -> None:
    verdict = checked(("Con", "accuracy", ""), ("Coh", "accuracy", ""))
    (found,) = told(verdict)
    assert (found[0], found[2]) == ("A9", ["board/source.toml:5", "board/source.toml:12"])
    assert "mend `metric` or `subset` of the [[columns]] entry that is wrong" in found[1]
    assert verdict.is_clean
    assert verdict.told[0].message == found[1], "the cause comes before what follows from it"
    (whole,) = told(checked(("MSI", "accuracy", "MSI"), ("All Score", "accuracy", "MSI")))
    assert whole[0] == "A9"
    assert 'subset = "All' not in whole[1]


def test_columns_that_the_page_names_alike_are_told_without_an_entry(tmp_path: Path) -> None:
    page = tmp_path / "board.txt"
    page.write_text(PAGE.format("Accuracy (%)", "Acc (%)"), encoding="utf-8")
    (found,) = told(check_target(page, REGISTRY))
    assert "column 1 (Accuracy (%)) and column 2 (Acc (%)) measure the same" in found[1]
    assert "say in [[columns]] entries of source.toml" in found[1]
    assert found[2][0] == "board.txt:4:2"


@pytest.mark.parametrize(
    "columns",
    [
        (("IoU Eye", "box-iou", "Eye"), ("IoU Heart", "box-iou", "Heart")),
        (("Dice", "dice", ""), ("Dice Eye", "dice", "Eye")),
        (("A", "accuracy", ""), ("F", "f1", "")),
    ],
)
def test_columns_of_different_meaning_are_fine(checked: Checked, columns: tuple[tuple[str, str, str], ...]) -> None:
    assert told(checked(*columns)) == []


def test_columns_that_print_the_same_values_say_nothing_wrong(checked: Checked) -> None:
    page = PAGE.format("Con", "Coh").replace("80.1", "91.4").replace("79.9", "90.2")
    assert told(checked(("Con", "accuracy", ""), ("Coh", "accuracy", ""), page=page)) == []


def test_a_method_in_two_rows_is_no_matter_of_its_columns(checked: Checked) -> None:
    page = PAGE.format("A", "F").replace("Beta", "Alpha")
    verdict = checked(("A", "accuracy", ""), ("F", "f1", ""), page=page)
    assert len([e for e in verdict.told if "different values under the same conditions" in e.message]) == 2
    assert not [e for e in verdict.told if "measure the same" in e.message]


def cmr(tmp_path: Path, old: str, new: str) -> Verdict:
    """The check of a source whose columns are shares of items, with a text of its source.toml made another one."""
    folder = Path(shutil.copytree(ROOT / "data" / "sources" / "med-cmr", tmp_path / "copy"))
    facts = folder / "source.toml"
    text = facts.read_text(encoding="utf-8")
    assert old in text
    facts.write_text(text.replace(old, new, 1), encoding="utf-8")
    return check_target(folder, REGISTRY)


def no_shares(verdict: Verdict) -> list[str]:
    return [entry.message for entry in verdict.told if " is not k/" in entry.message]


def test_a_column_that_is_given_the_part_of_another_is_told_once_and_not_by_each_cell(tmp_path: Path) -> None:
    whole = 'name = "All Score"\nmetric = "accuracy"\n'
    verdict = cmr(tmp_path, whole, f'{whole}subset = "MSI"\n')
    assert no_shares(verdict) == no_shares(check_target(ROOT / "data" / "sources" / "med-cmr", REGISTRY))
    (found,) = told(verdict)
    assert "; 17 values of column 8 are no share of its items, which speaks against that column; mend" in found[1]


def test_single_cells_of_a_twin_column_that_are_no_share_are_still_told(tmp_path: Path) -> None:
    verdict = cmr(tmp_path, 'subset = "FDD"', 'subset = "SOD"')
    (found,) = told(verdict)
    assert "speaks against that column" in found[1]
    (tmp_path / "copy" / "page.txt").write_text(
        (tmp_path / "copy" / "page.txt").read_text(encoding="utf-8").replace("32.84\t47.12", "32.85\t47.12"),
        encoding="utf-8",
    )
    more = no_shares(check_target(tmp_path / "copy", REGISTRY))
    assert len(more) == len(no_shares(verdict)) + 1
    assert any(message.startswith("32.85 is not k/1023") for message in more)
