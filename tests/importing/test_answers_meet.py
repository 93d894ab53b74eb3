"""An answer meets what it is about, joins a recorded benchmark, or is refused: none is passed over in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import SourceError
from kg.intake.answers import Answers, column_answer
from kg.intake.toml import write_toml
from kg.pipeline.inputs import find_sources
from kg.pipeline.road import assemble_source
from kg.registry import Registry
from tests.importing.conftest import Check, Outcome

PAGE = "# Results on COCO val\n\n| Method | box AP (%) |\n|---|---|\n| NetA | 51.2 |\n| NetB | 49.9 |\n"
MRG = "# U-MRG-14K test\n\n| Model | IoU (%) |\n|---|---|\n| NetA | 31.2 |\n| NetB | 29.9 |\n"
TASK = "Medical Reasoning Grounding"


def questions(done: Outcome) -> list[str]:
    return [question["question"] for question in done.checked.questions]


def benchmarks(done: Outcome, folder: Path, registry: Registry, page: str = MRG) -> set[str]:
    """The benchmarks of the results, once the proposal is built."""
    assert done.checked.proposal is not None
    source = folder / "board"
    source.mkdir()
    (source / "board.md").write_text(page, encoding="utf-8")
    (source / "source.toml").write_text(write_toml(done.checked.proposal, "a test"), encoding="utf-8")
    (found,) = find_sources([source])
    built = assemble_source(found, registry)
    return {result.benchmark for rows in built.results.values() for result in rows}


def test_a_table_that_looks_like_a_recorded_benchmark_is_asked_about(
    check: Check, tmp_path: Path, registry: Registry
) -> None:
    done = check("board.md", MRG)
    (question,) = [text for text in questions(done) if "benchmark:" in text]
    assert question == (
        "this looks like benchmark:u-mrg-14k-test (Medical Reasoning Grounding on U-MRG-14K (test)), is it? "
        f"then say --task '{TASK}'"
    )
    assert "u-mrg-14k-test" not in benchmarks(done, tmp_path, registry)


def test_a_person_who_names_the_task_joins_the_recorded_benchmark(
    check: Check, tmp_path: Path, registry: Registry
) -> None:
    done = check("board.md", MRG, answers=Answers(scope={"task": TASK}))
    assert [text for text in questions(done) if "benchmark:" in text] == []
    assert benchmarks(done, tmp_path, registry) == {"u-mrg-14k-test"}


def test_another_task_or_a_concluded_split_joins_nothing(check: Check, tmp_path: Path, registry: Registry) -> None:
    other = check("board.md", MRG, answers=Answers(scope={"task": "Object Detection"}))
    assert "u-mrg-14k-test" not in benchmarks(other, tmp_path, registry)
    assert other.checked.proposal is not None
    (table,) = other.checked.proposal.read
    assert table.curated is not None
    assert table.curated.scope.inferred == ("task",)


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (Answers(unit="blorb"), "unit 'blorb' is not in registry/units.tsv"),
        (Answers(unit="fraction"), "unit 'fraction' meets no column"),
        (Answers(metric="accuracy"), "metric 'accuracy' meets no column"),
        (Answers(scope={"split": "test"}), "split 'test' meets no table"),
        (Answers(columns=[{"name": "box AP (%)", "unit": "fraction"}]), "the file states the unit"),
    ],
)
def test_an_answer_that_meets_nothing_is_refused(check: Check, answers: Answers, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        check("board.md", PAGE, answers=answers)


@pytest.mark.parametrize(
    "answers",
    [
        Answers(scope={"split": "val"}),
        Answers(scope={"dataset": "COCO", "version": "2017", "subset": "small"}),
        Answers(direction="higher"),
        Answers(unit="percent"),
        Answers(unit="%", metric="box AP"),
        Answers(columns=[{"name": "box AP (%)", "unit": "%"}]),
        Answers(columns=[column_answer("box AP (%)=accuracy")]),
        Answers(missing=("49.9",)),
    ],
)
def test_an_answer_that_says_what_the_file_says_or_leaves_open_is_taken(check: Check, answers: Answers) -> None:
    assert check("board.md", PAGE, answers=answers).rows


def test_a_mark_that_no_cell_prints_is_a_note(check: Check) -> None:
    done = check("board.md", PAGE, answers=Answers(missing=("x", "49.9")))
    assert [row["value"] for row in done.rows] == ["51.2"]
    assert [note["text"] for note in done.notes] == ["no cell prints 'x', which is told as a mark for no result"]


def test_a_decimal_comma_that_no_cell_prints_is_a_note(check: Check) -> None:
    done = check("board.md", PAGE, answers=Answers(decimal="comma"))
    assert [note["text"] for note in done.notes] == [
        "no cell prints a comma between digits, which is told as a decimal one"
    ]
    assert check("board.md", PAGE.replace("51.2", "51,2"), answers=Answers(decimal="comma")).notes == []


ARROWS = PAGE.replace("box AP (%) |", "box AP (%) ↑ |")


@pytest.mark.parametrize("word", ["higher", "HigherIsBetter"])
def test_a_direction_that_agrees_with_the_arrow_is_taken(check: Check, word: str) -> None:
    done = check("board.md", ARROWS, answers=Answers(direction=word))
    assert [row["inferred"] for row in done.rows] == [[], []]


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (Answers(direction="lower"), "direction 'lower' meets no column"),
        (Answers(columns=[{"name": "box AP (%) ↑", "direction": "lower"}]), "the file states HigherIsBetter"),
    ],
)
def test_a_direction_against_the_arrow_is_refused(check: Check, answers: Answers, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        check("board.md", ARROWS, answers=answers)


def test_a_split_goes_to_the_table_that_states_none(check: Check) -> None:
    two = "# Board\n\n#" + PAGE + "\n## Results on ADE20K\n\n| Method | mIoU (%) |\n|---|---|\n| NetA | 47.1 |\n"
    done = check("board.md", two, answers=Answers(scope={"split": "test"}))
    assert {(row["dataset"], row["split"]) for row in done.rows} == {("COCO", "val"), ("ADE20K", "test")}


def test_a_general_answer_goes_to_the_column_that_leaves_it_open(check: Check) -> None:
    text = "# Results on COCO val\n\n| Method | box AP (%) | Zork |\n|---|---|---|\n| NetA | 51.2 | 0.5 |\n"
    done = check("board.md", text, answers=Answers(unit="fraction", metric="accuracy", direction="higher"))
    assert [row["unit"].rpartition("/")[2] for row in done.rows] == ["PERCENT", "FRACTION"]


def test_an_answer_that_an_index_page_gives_itself_is_refused(check: Check) -> None:
    page = (
        "# T on D (test)\n\n| Scope | Recorded value |\n| --- | --- |\n| Task | T |\n| Dataset | D (test) |\n"
        "| Metric | Dice |\n\n## Results\n\n| Method | Dice |\n| --- | --- |\n| A | 7.1 |\n"
    )
    assert check("board.md", page).rows
    with pytest.raises(SourceError, match="task 'Other' meets no table"):
        check("board.md", page, answers=Answers(scope={"task": "Other"}))


def test_names_joined_from_two_levels_of_headings_are_inferred_and_asked_about(check: Check) -> None:
    page = (
        "<h2>Results on COCO val</h2><table><tr><th rowspan=2>Metric</th><th colspan=2>greedy</th>"
        "<th colspan=2>beam</th></tr>\n<tr><th>NetA</th><th>NetB</th><th>NetA</th><th>NetB</th></tr>\n"
        "<tr><td>box AP (%)</td><td>1.4</td><td>2.0</td><td>2.1</td><td>3.1</td></tr>\n"
        "<tr><td>AP50 (%)</td><td>11.4</td><td>12.0</td><td>12.1</td><td>13.1</td></tr></table>"
    )
    done = check("board.html", page)
    assert {row["method"] for row in done.rows} == {"greedy NetA", "greedy NetB", "beam NetA", "beam NetB"}
    assert all("method" in row["inferred"] for row in done.rows)
    assert any("joined from two levels" in text for text in questions(done))
