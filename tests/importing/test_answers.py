"""What a person tells takes the place of what was proposed, closes its questions, and stays marked as filled in."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kg.errors import SourceError
from kg.intake.answers import Answers, column_answer, load_answers
from kg.intake.files import Given
from kg.intake.importing import Importer
from kg.registry import Registry
from tests.importing.conftest import Check

SHEET = "name;punkte;größe\nNetA;91,4;41\nNetB;88,10;12\n"
BOARD = "# Widget detection on Widgets-50\n\n| Model | box AP ↑ |\n|---|---|\n| NetA | 45.1 |\n"


def told(*columns: str, **options: Any) -> Answers:
    scope: dict[str, str] = {name: options.pop(name) for name in ("dataset", "split", "task") if name in options}
    return Answers(columns=[column_answer(text) for text in columns], scope=scope, **options)


def questions(found: Any) -> list[str]:
    return [question["question"] for question in found.checked.questions]


def test_answers_close_the_questions_that_they_answer(check: Check) -> None:
    sheet = {"decimal": "comma"}
    some = check("scores.csv", SHEET, answers=told("punkte=accuracy", **sheet))
    assert questions(some) == [
        "column 'größe': a metric that the registry does not know",
        "column 'größe': higher or lower is better?",
        "which data set is the table about? proposed: 'scores' (--dataset)",
    ]
    all_ = check("scores.csv", SHEET, answers=told("punkte=accuracy", "größe=resource", dataset="Widgets-50", **sheet))
    assert questions(all_) == []


def test_the_unit_of_a_metric_that_was_told_follows_from_its_numbers_and_is_marked(check: Check) -> None:
    answers = told("punkte=accuracy", "größe=ignore", dataset="Widgets-50", decimal="comma")
    found = check("scores.csv", SHEET, answers=answers)
    assert [(row["value"], row["unit"].rsplit("/", 1)[-1]) for row in found.rows] == [
        ("91.4", "PERCENT"),
        ("88.10", "PERCENT"),
    ]
    assert {"metric", "unit", "direction", "dataset"} <= set(found.rows[0]["inferred"])


def test_an_error_below_one_has_no_unit_that_follows_and_the_question_is_asked(check: Check) -> None:
    found = check("board.md", BOARD.replace("45.1", "0.9"), answers=told("box AP ↑=WER", dataset="Widgets-50"))
    assert [row["unit"] for row in found.rows] == [None]
    assert questions(found) == ["column 'box AP ↑': the page does not say its unit"]


def test_another_metric_takes_its_unit_and_direction_with_it(check: Check) -> None:
    """Percent was inferred for box AP; the arrow is the page's own."""
    (row,) = check("board.md", BOARD, answers=told("box AP ↑=zork", dataset="Widgets-50")).rows
    assert (row["metric"], row["unit"], row["direction"].rsplit("#")[-1]) == ("zork", None, "HigherIsBetter")
    assert "direction" not in row["inferred"]
    (row,) = check("board.md", BOARD.replace(" ↑", ""), answers=told("box AP=zork", dataset="Widgets-50")).rows
    assert (row["unit"], row["direction"].rsplit("#")[-1]) == (None, "DirectionUnknown")


def test_a_unit_that_was_told_is_not_replaced_by_another_that_would_follow(check: Check) -> None:
    (row,) = check("board.md", BOARD, answers=told("box AP ↑=mAP", dataset="Widgets-50", unit="fraction")).rows
    assert row["unit"].endswith("/FRACTION")


def test_what_a_person_tells_is_marked_unless_the_page_says_the_same(check: Check) -> None:
    page = "# Results on Widgets-50 (test)\n\n| Model | box AP |\n|---|---|\n| NetA | 45.1 |\n"
    (same,) = check("board.md", page, answers=told(dataset="Widgets-50", split="test")).rows
    assert not {"dataset", "split"} & set(same["inferred"])
    (other,) = check("board.md", page, answers=told(dataset="Widgets-51")).rows
    assert other["dataset"] == "Widgets-51"
    assert "dataset" in other["inferred"]
    assert "split" not in other["inferred"]


def test_a_split_that_was_told_holds_for_the_data_sets_of_columns_that_state_none(check: Check) -> None:
    page = "# Net\n\n| Model | SST-2 | MRPC (dev) |\n|---|---|---|\n| A | 91.0 | 88.2 |\n\nMeasured by accuracy.\n"
    rows = check("board.md", page, answers=told(split="test")).rows
    assert [(row["dataset"], row["split"], "split" in row["inferred"]) for row in rows] == [
        ("SST-2", "test", True),
        ("MRPC", "dev", False),
    ]


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (Answers(tables=[{"number": 3, "split": "test"}]), "there is no table 3; the file has 1"),
        (Answers(tables=[{"key": "nothing", "split": "test"}]), "there is no table 'nothing'"),
        (Answers(columns=[{"name": "AP", "role": "ignore"}]), "there is no column 'AP'"),
        (Answers(columns=[{"name": "box AP ↑", "table": 2, "role": "ignore"}]), "there is no column 'box AP ↑'"),
    ],
)
def test_an_answer_about_nothing_is_refused(check: Check, answers: Answers, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        check("board.md", BOARD, answers=answers)


def test_an_answer_about_the_second_task_of_a_dump_is_for_that_one_alone(check: Check) -> None:
    task = (
        '{"task": "%s", "subtasks": [], "datasets": [{"dataset": "%s", "sota": {"metrics": ["Accuracy"], "rows": '
        '[{"model_name": "NetA", "metrics": {"Accuracy": "91.4"}}]}}]}'
    )
    dump = "[" + task % ("Widget detection", "Widgets-50") + ",\n" + task % ("Gadget QA", "Gadgets-9") + "]"
    found = check("dump.json", dump, answers=Answers(tables=[{"number": 2, "split": "test"}]))
    assert [(row["dataset"], row["split"]) for row in found.rows] == [("Widgets-50", None), ("Gadgets-9", "test")]
    with pytest.raises(SourceError, match="there is no table 3; the file has 2"):
        check("dump.json", dump, answers=Answers(tables=[{"number": 3, "split": "test"}]))


def test_a_hint_where_numbers_have_decimal_commas(check: Check) -> None:
    found = check("scores.csv", SHEET)
    assert found.rows == []
    assert "column 'punkte' prints numbers such as 91,4" in (found.checked.message or "")
    assert "--decimal comma" in (found.checked.message or "")
    assert "--decimal comma" not in (check("scores.csv", SHEET, answers=told(decimal="comma")).checked.message or "")


@pytest.mark.parametrize(
    ("title", "dataset"),
    [
        ("Widget detection on Widgets-50", "Widgets-50"),
        ("Speech enhancement on the Noisy Hall corpus", "Noisy Hall corpus"),
        ("Widget detection", "Widget detection"),
        ("Notes on widgets", "widgets"),
    ],
)
def test_a_data_set_stands_behind_on_and_is_asked_for(check: Check, title: str, dataset: str) -> None:
    found = check("board.md", BOARD.replace("Widget detection on Widgets-50", title))
    assert [row["dataset"] for row in found.rows] == [dataset]
    assert questions(found) == [f"which data set is the table about? proposed: {dataset!r} (--dataset)"]


def test_a_written_source_carries_the_open_questions_only(registry: Registry, tmp_path: Path) -> None:
    given = Given("scores.csv", None, SHEET.encode())
    answers = told("punkte=accuracy", "größe=resource", dataset="Widgets-50", decimal="comma")
    assert Importer(registry, answers, say=lambda text: None).write([given], tmp_path, replace=False) == 0
    text = (tmp_path / "scores" / "source.toml").read_text(encoding="utf-8")
    assert "UNSURE" not in text
    (table,) = tomllib.loads(text)["tables"]
    assert table["inferred"] == ["dataset"]
    # What was written is a file of answers as well: the same source comes of it.
    again = load_answers(tmp_path / "scores" / "source.toml")
    assert Importer(registry, again, say=lambda text: None).write([given], tmp_path, replace=True) == 0
    assert tomllib.loads((tmp_path / "scores" / "source.toml").read_text(encoding="utf-8"))["columns"]


def test_a_row_that_names_its_data_set_leaves_no_question(check: Check) -> None:
    found = check("runs.csv", "model,dataset,split,metric,value\nNetA,Widgets-50,test,accuracy,0.914\n")
    assert [(row["dataset"], row["split"]) for row in found.rows] == [("Widgets-50", "test")]
    assert questions(found) == []


def test_a_column_of_a_near_name_is_pointed_at(check: Check) -> None:
    with pytest.raises(SourceError, match="no column 'Punkte' in the tables that are read; did you mean 'punkte'"):
        check("scores.csv", SHEET, answers=told("Punkte=accuracy"))
    with pytest.raises(SourceError, match=r"no column 'zork' in the tables that are read$"):
        check("scores.csv", SHEET, answers=told("zork=accuracy"))
    two = BOARD + "\n## Data\n\n| Set | Train | Test |\n|---|---|---|\n| Questions | 1,200 | 300 |\n"
    with pytest.raises(SourceError, match="take it with --table"):
        check("board.md", two, answers=told("Train=note"))
