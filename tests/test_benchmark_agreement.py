"""A page that speaks of another benchmark than its ``source.toml`` gives no result under that benchmark's key."""

from __future__ import annotations

from pathlib import Path

import pytest

import kg
from kg.checking import check_target
from tests.conftest import ROOT

FOLDER = ROOT / "data/sources/mr-medseg-val"
VAL = (FOLDER / "page.md").read_text(encoding="utf-8")
TOML = "\n".join(
    line for line in (FOLDER / "source.toml").read_text(encoding="utf-8").splitlines() if not line.startswith("sha256")
)
TITLE = "Medical Interaction Segmentation on MR-MedSeg (val)"


def build(folder: Path, text: str = VAL, toml: str = TOML, name: str = "page.md") -> kg.Graph:
    (folder / name).write_text(text, encoding="utf-8")
    (folder / "source.toml").write_text(toml, encoding="utf-8")
    return kg.build(folder / name)


def changed(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def told(graph: kg.Graph) -> list[tuple[str, str, int]]:
    """Place, printed words and lost cells of what contradicts the benchmark."""
    board = graph.built.collection.leaderboards[0].key
    problems = [p for p in graph.built.problems(board) if p.rule == "benchmark-conflict"]
    return [(str(p.place).partition("/")[2], p.printed, p.cells) for p in problems]


def errors(graph: kg.Graph) -> str:
    return "\n".join(finding.message for finding in graph.report.of("Violation"))


CASES = {
    "split": ([("| MR-MedSeg (val) |", "| MR-MedSeg (test) |")], [("page.md:16:2", "test", 17)]),
    "data set": ([("| MR-MedSeg (val) |", "| COCO (val) |")], [("page.md:16:2", "COCO", 17)]),
    "unknown data set": ([("| MR-MedSeg (val) |", "| MR-MedSegs (val) |")], [("page.md:16:2", "MR-MedSegs", 17)]),
    "subset": (
        [("| MR-MedSeg (val) |", "| MR-MedSeg hard case (val) |")],
        [("page.md:16:2", "MR-MedSeg hard case", 17)],
    ),
    "task": (
        [("| Medical Interaction Segmentation |", "| Medical Reasoning Segmentation |")],
        [("page.md:15:2", "Medical Reasoning Segmentation", 17)],
    ),
    "title": ([(f"# {TITLE}", "# Medical Interaction Segmentation on MR-MedSeg (test)")], [("page.md:1", "test", 17)]),
    "all of it": (
        [(TITLE, "Object Detection on COCO (test)"), ("| MR-MedSeg (val) |", "| COCO (test) |")],
        [
            ("page.md:16:2", "COCO", 17),
            ("page.md:16:2", "test", 0),
            ("page.md:1", "COCO", 0),
            ("page.md:1", "test", 0),
        ],
    ),
}


@pytest.mark.parametrize(("pairs", "expected"), CASES.values(), ids=CASES)
def test_another_benchmark_is_no_result(
    tmp_path: Path, pairs: list[tuple[str, str]], expected: list[tuple[str, str, int]]
) -> None:
    graph = build(tmp_path, changed(VAL, *pairs))
    assert told(graph) == expected
    assert len(graph.results()) == 0
    (tally,) = graph.built.collection.tallies.values()
    assert (tally.cells, tally.results, tally.missing, tally.rejected) == (17, 0, 0, 17)
    assert not graph.built.is_clean


@pytest.mark.parametrize(
    "pair",
    [
        ("| MR-MedSeg (val) |", "| MR-MedSeg (validation) |"),
        ("| MR-MedSeg (val) |", "| mr medseg (Val) |"),
        ("| Medical Interaction Segmentation |", "| medical interaction segmentation |"),
        (f"# {TITLE}", "# Results of our models on the public board (val)"),
        (f"# {TITLE}", "# How well models segment"),
    ],
)
def test_another_spelling_is_no_other_benchmark(tmp_path: Path, pair: tuple[str, str]) -> None:
    graph = build(tmp_path, changed(VAL, pair))
    assert told(graph) == []
    assert len(graph.results()) == 17


def test_the_check_counts_the_cells_that_are_lost(tmp_path: Path) -> None:
    build(tmp_path, changed(VAL, ("| MR-MedSeg (val) |", "| COCO (test) |")))
    verdict = check_target(tmp_path, registry=ROOT / "data/registry")
    assert not verdict.is_clean
    assert "17 rejected cells" in verdict.summary


def test_declarations_of_a_withheld_table_name_the_benchmark_of_the_page(tmp_path: Path) -> None:
    graph = build(tmp_path, changed(VAL, ("| MR-MedSeg (val) |", "| COCO (test) |")))
    (board,) = graph.built.collection.leaderboards
    assert "mr-medseg-val" not in {declaration.benchmark for declaration in board.declarations}
    assert "mr-medseg-val" not in graph.built.collection.nodes.benchmarks


def test_a_title_is_all_that_a_pasted_page_states(tmp_path: Path) -> None:
    text = "Object Detection on Nothing-Known (test)\n\nScores\n\nModel\tDice\nA\t70.1\n"
    toml = 'file = "page.txt"\n[[facts]]\nsubject = "leaderboard"\nproperty = "benchmark"\nvalue = "mr-medseg-val"\n'
    toml += 'evidence = "told"\ncertainty = "certain"\n'
    graph = build(tmp_path, text, toml, "page.txt")
    assert told(graph) == [
        ("page.txt:1", "Object Detection", 1),
        ("page.txt:1", "Nothing-Known", 0),
        ("page.txt:1", "test", 0),
    ]


def test_the_title_of_source_toml_is_held_to_its_benchmark(tmp_path: Path) -> None:
    graph = build(tmp_path, toml=changed(TOML, (f'title = "{TITLE}"', 'title = "Segmentation on MR-MedSeg (test)"')))
    assert [(printed, cells) for _, printed, cells in told(graph)] == [("test", 17)]


def test_a_label_that_is_another_benchmarks_is_a_contradiction(tmp_path: Path) -> None:
    text = "Med-CMR\n\nQuestions\n\nModel\tAcc\nA\t70.1\nB\t60.1\n"
    toml = """file = "page.txt"

[[tables]]
heading = "Questions"
key = "questions"
label = "Med-CMR, multiple-choice questions"

[[facts]]
subject = "leaderboard:questions"
property = "benchmark"
value = "med-cmr-open-ended"
evidence = "told"
certainty = "certain"
"""
    graph = build(tmp_path, text, toml, "page.txt")
    assert told(graph) == [("page.txt:5", "Med-CMR, multiple-choice questions", 2)]
    same = build(tmp_path, text, toml.replace("med-cmr-open-ended", "med-cmr-multiple-choice"), "page.txt")
    assert told(same) == []
    assert len(same.results()) == 2


def test_a_setting_that_states_another_split_costs_its_row_alone(tmp_path: Path) -> None:
    old = 'configuration: {"input":"bbox input"}'
    text = VAL.replace(old, 'configuration: {"split":"test"}', 1).replace(old, 'configuration: {"split":"validation"}')
    graph = build(tmp_path, text)
    assert told(graph) == [("page.md:63", "test", 1)]
    assert len(graph.results()) == 16
    decided = '\n\n[[facts]]\nsubject = "printed:split"\nproperty = "role"\nvalue = "setting"\n'
    decided += 'evidence = "the split that a threshold was chosen on"\ncertainty = "certain"\n'
    assert len(build(tmp_path, text, TOML + decided).results()) == 17


def test_a_column_that_states_another_data_set_costs_its_rows(tmp_path: Path) -> None:
    text = "Board\n\nScores\n\nModel\tDataset\tDice\nA\tCOCO\t70.1\nB\tMR-MedSeg (val)\t60.1\nC\t—\t50.1\n"
    toml = 'file = "page.txt"\n[[facts]]\nsubject = "leaderboard"\nproperty = "benchmark"\nvalue = "mr-medseg-val"\n'
    toml += 'evidence = "told"\ncertainty = "certain"\n'
    graph = build(tmp_path, text, toml, "page.txt")
    assert told(graph) == [("page.txt:6:2", "COCO", 1)]
    assert sorted(graph.results()["printed_method"]) == ["B", "C"]


def test_a_description_of_another_split_is_a_note(tmp_path: Path) -> None:
    graph = build(tmp_path, changed(VAL, ("on the validation split", "on the test split")))
    assert [(place, cells) for place, _, cells in told(graph)] == [("page.md:9", 0)]
    assert len(graph.results()) == 17
    both = build(tmp_path, changed(VAL, ("on the validation split", "on validation split and test split")))
    assert told(both) == []


def test_a_column_named_as_another_metric_is_a_violation(tmp_path: Path) -> None:
    toml = changed(TOML, ('metric = "dice"', 'metric = "accuracy"'))
    assert "the page names the column Dice, which is Dice on any page" in errors(build(tmp_path, toml=toml))
    narrower = changed(TOML, ('metric = "dice"', 'metric = "lesion-wise-dice"'))
    assert errors(build(tmp_path, toml=narrower)) == ""


def test_a_column_named_as_another_part_is_a_violation(tmp_path: Path) -> None:
    text = "Board\n\nScores\n\nModel\tFDD\nA\t70.1\n"
    toml = """file = "page.txt"

[[columns]]
number = 1
name = "FDD"
metric = "accuracy"
subset = "SOD"
unit = "PERCENT"
evidence = "told"
certainty = "certain"

[[facts]]
subject = "leaderboard"
property = "benchmark"
value = "med-cmr-multiple-choice"
evidence = "told"
certainty = "certain"
"""
    assert "source.toml:7 gives it 'SOD'" in errors(build(tmp_path, text, toml, "page.txt"))
    assert errors(build(tmp_path, text, toml.replace('"SOD"', '"FDD"'), "page.txt")) == ""


def test_two_dates_of_one_page_are_a_violation_and_the_pages_own_holds(tmp_path: Path) -> None:
    graph = build(tmp_path, changed(VAL, ("updated: 2026-03-11T", "updated: 2026-03-12T")))
    expected = "source.toml:7 says 2026-03-11T06:44:08.716Z; see which of them is right"
    assert "the page says that it was updated 2026-03-12T06:44:08.716Z" in errors(graph)
    assert expected in errors(graph)
    assert graph.built.collection.leaderboards[0].modified == "2026-03-12T06:44:08.716Z"


@pytest.mark.parametrize(
    ("page", "kept", "filled"), [("2026-03", "2026-03-11", True), ("2026-03-11", "2026-03-11", False)]
)
def test_dates_that_only_say_more_or_less_agree(tmp_path: Path, page: str, kept: str, filled: bool) -> None:
    text = changed(VAL, ("updated: 2026-03-11T06:44:08.716Z", f"updated: {page}"))
    graph = build(tmp_path, text, changed(TOML, ('"2026-03-11T06:44:08.716Z"', '"2026-03-11"')))
    (board,) = graph.built.collection.leaderboards
    assert (errors(graph), board.modified, board.inferred) == ("", kept, ("modified",) if filled else ())


def test_another_address_is_a_note(tmp_path: Path) -> None:
    address = "https://www.sota2.com/research/sota/medical-interaction-segmentation-on-mr-medseg-val>)\n\nColl"
    graph = build(tmp_path, changed(VAL, (address, "https://example.org/other>)\n\nColl")))
    problems = graph.built.problems(graph.built.collection.leaderboards[0].key)
    assert [(p.place.line, p.printed) for p in problems if p.rule == "declaration-conflict"] == [
        (3, "https://example.org/other")
    ]
