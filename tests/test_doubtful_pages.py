"""Pages that cannot be taken at their word: nothing is lost, guessed or preferred without a word.

Each case once was published wrongly or dropped in silence; the right outcome was worked out by hand.
"""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

import kg
from kg.errors import SourceError
from tests.conftest import ROOT

VAL = (ROOT / "data/sources/mr-medseg-val/page.md").read_text(encoding="utf-8")
UNIT = "http://qudt.org/vocab/unit/"


def board(rows: str, heading: str = "Model\tAcc") -> str:
    return f"Board (test)\n\nScores\n\n{heading}\n{rows}\n"


def build(tmp_path: Path, text: str, toml: str = "", name: str = "page.txt") -> kg.Graph:
    (tmp_path / name).write_text(text, encoding="utf-8")
    if toml:
        (tmp_path / "source.toml").write_text(f'file = "{name}"\n{toml}', encoding="utf-8")
    return kg.build(tmp_path / name)


def column(number: int, **more: str) -> str:
    lines = "".join(f'{key} = "{value}"\n' for key, value in more.items())
    return f'[[columns]]\nnumber = {number}\n{lines}evidence = "told"\ncertainty = "certain"\n'


def rules(graph: kg.Graph) -> list[tuple[str, str]]:
    return [(str(problem.place), problem.rule) for problem in graph.rejects]


def values(graph: kg.Graph) -> list[tuple[str, str]]:
    rows = graph.results().sort_values(["line", "column"])
    return list(zip(rows["printed_method"], rows["value_text"], strict=True))


def messages(graph: kg.Graph, severity: str) -> str:
    return "\n".join(finding.message for finding in graph.report.of(severity))


@pytest.mark.parametrize("cells", [("91.4 (0.3)", "88.1 (0.2)"), ("91.4¹", "88.1¹"), ("91/100", "1/2"), ("1e400", "٣")])
def test_a_column_of_unclear_scores_is_rejected_cell_by_cell(tmp_path: Path, cells: tuple[str, str]) -> None:
    graph = build(tmp_path, board(f"A\t{cells[0]}\t80\nB\t{cells[1]}\t70", "Model\tAcc\tF1"))
    assert [place for place, _ in rules(graph)] == ["page.txt:6:2", "page.txt:7:2"]
    assert values(graph) == [("A", "80"), ("B", "70")]
    assert graph.results()["config"].isna().all()


def test_text_among_letters_and_dates_is_a_setting(tmp_path: Path) -> None:
    graph = build(tmp_path, board("A\t7B\t2025-08-11\t16x16\t80", "Model\tScale\tSeen\tPatch\tAcc"))
    assert graph.rejects == ()
    assert values(graph) == [("A", "80")]


def test_a_curated_column_without_a_name_does_not_slip(tmp_path: Path) -> None:
    toml = column(1, metric="accuracy", unit="PERCENT")
    with pytest.raises(SourceError, match='add name = "F1"'):
        build(tmp_path, board("A\t70.1\t80", "Model\tF1\tEM"), toml)


def test_a_column_described_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="described twice"):
        build(tmp_path, board("A\t1"), column(1, name="Acc") + column(1, name="Acc"))


@pytest.mark.parametrize(
    ("scope", "said"),
    [
        (("| Direction | Higher is better |", "| Direction | Lower is better |"), "different directions"),
        (("| Unit | PERCENT |", "| Unit | FRACTION |"), "different units"),
        (("| Metric | Dice |", "| Metric | gIoU |"), "the page's scope names the metric gIoU"),
    ],
)
def test_a_page_that_contradicts_itself_is_a_violation(tmp_path: Path, scope: tuple[str, str], said: str) -> None:
    graph = build(tmp_path, VAL.replace(*scope), name="page.md")
    assert said in messages(graph, "Violation")
    assert not graph.built.is_clean


def test_how_much_was_left_out_is_part_of_every_answer(tmp_path: Path) -> None:
    graph = build(tmp_path, VAL.replace("17 of 17", "17 of 40"), name="page.md")
    best = graph.query("best-recorded")
    assert isinstance(best, pd.DataFrame)
    assert best["coverage"].str.endswith("Results loaded: 17 of 40").all()
    assert graph.results()["coverage"].str.endswith("Results loaded: 17 of 40").all()


def test_rival_values_are_flagged_and_none_is_dropped(tmp_path: Path) -> None:
    graph = build(tmp_path, board("A\t91\nB\t80\nA\t93"), column(1, name="Acc", unit="PERCENT", metric="accuracy"))
    assert values(graph) == [("A", "91"), ("B", "80"), ("A", "93")]
    rivals = [f for f in graph.report.of("Warning") if "2 different values under the same conditions" in f.message]
    assert sorted(f.printed[0] for f in rivals) == ["91", "93"]


def test_the_shipped_pages_have_no_rivals(shipped: kg.Graph) -> None:
    assert "different values" not in messages(shipped, "Warning")


@pytest.mark.parametrize(
    ("heading", "unit", "direction"),
    [
        ("Latency (ms)", "MilliSEC", "LowerIsBetter"),
        ("WER (%) ↓", "PERCENT", "LowerIsBetter"),
        ("Accuracy [%] ↑", "PERCENT", "HigherIsBetter"),
        ("Accuracy (higher is better)", None, "HigherIsBetter"),
        ("AP (M)", None, "DirectionUnknown"),
    ],
)
def test_what_a_heading_says_is_stated(tmp_path: Path, heading: str, unit: str | None, direction: str) -> None:
    graph = build(tmp_path, board("A\t80\nB\t70", f"Model\t{heading}"))
    rows = graph.results()
    assert set(rows["unit"].fillna("")) == {f"{UNIT}{unit}" if unit else ""}
    assert set(rows["direction"].str.rpartition("#")[2]) == {direction}


def test_a_unit_in_the_heading_outweighs_source_toml_aloud(tmp_path: Path) -> None:
    toml = column(1, name="Latency (ms)", unit="SEC", metric="latency")
    graph = build(tmp_path, board("A\t80\nB\t70", "Model\tLatency (ms)"), toml)
    assert set(graph.results()["unit"]) == {f"{UNIT}MilliSEC"}
    assert [p.rule for p in graph.built.problems(graph.built.collection.leaderboards[0].key)] == [
        "declaration-conflict"
    ]


def test_a_heading_that_turns_a_known_direction_round_is_a_violation(tmp_path: Path) -> None:
    graph = build(tmp_path, board("A\t80\nB\t70", "Model\tAccuracy ↓"))
    assert "direction" in messages(graph, "Violation")


def test_a_decimal_in_a_column_of_scaled_digits_is_rejected(tmp_path: Path) -> None:
    folder = tmp_path / "u-mrg-14k-test"
    folder.mkdir()
    for name in ("page.txt", "source.toml"):
        text = (ROOT / "data/sources/u-mrg-14k-test" / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace("| 3,027 |", "| 30.27 |"), encoding="utf-8")
    graph = kg.build(folder, registry=ROOT / "data/registry")
    assert rules(graph) == [("u-mrg-14k-test/page.txt:6:5", "scale-conflict")]


def test_commas_that_may_be_decimal_commas_are_not_trusted(tmp_path: Path) -> None:
    beside = build(tmp_path, board("A\t88,123\nB\t91,4"))
    assert [rule for _, rule in rules(beside)] == ["ambiguous-comma", "ambiguous-comma"]
    alone = build(tmp_path, board("A\t88,123\nB\t91,456"))
    assert "nothing in the table tells from decimal commas" in messages(alone, "Warning")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('updated = "yesterday"', "is no date"),
        ('retrieved = "2026-13-45"', "is no date"),
        ('updated = "11.03.2026"', "is no date"),
        ('url = "htp:/x y"', "is no http or https address"),
        ('url = "javascript:alert(1)"', "is no http or https address"),
    ],
)
def test_source_facts_that_cannot_be_read_are_refused(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(SourceError, match=re.escape(said)):
        build(tmp_path, board("A\t1"), line + "\n")


@pytest.mark.parametrize("line", ["C;98;1", "GPT-5,98", "C 98", "C, 98.5 %"])
def test_a_row_that_lost_its_tabs_is_rejected(tmp_path: Path, line: str) -> None:
    graph = build(tmp_path, board(f"A\t91\nB\t80\n{line}"))
    assert rules(graph) == [("page.txt:8", "row-cell-count")]
    assert values(graph) == [("A", "91"), ("B", "80")]


def test_such_a_line_further_down_is_said_aloud(tmp_path: Path) -> None:
    graph = build(tmp_path, board("A\t91\nB\t80\n\nC 98"))
    (leaderboard,) = graph.built.collection.leaderboards
    assert [(str(p.place), p.rule) for p in graph.built.problems(leaderboard.key)] == [("page.txt:9", "line-not-read")]


def test_a_row_that_lost_its_pipes_is_rejected(tmp_path: Path) -> None:
    text = "Task on Data (test)\n\n| Method | Dice |\n|---|---|\n| A | 91 |\n| B | 80 |\nC, 98\n"
    graph = build(tmp_path, text)
    assert rules(graph) == [("page.txt:7", "row-cell-count")]


def test_two_tables_glued_together_stay_two(tmp_path: Path) -> None:
    graph = build(tmp_path, board("A\t91\nB\t80\nModel\tWER\nA\t9.4\nB\t98.0"))
    assert graph.rejects == ()
    rows = graph.results().sort_values("line")
    assert list(zip(rows["metric_label"].str.lower(), rows["value_text"], strict=True)) == [
        ("accuracy", "91"),
        ("accuracy", "80"),
        ("word error rate", "9.4"),
        ("word error rate", "98.0"),
    ]
    assert rows["leaderboard"].nunique() == 2


def test_a_warning_of_a_row_makes_no_second_row(tmp_path: Path) -> None:
    # Three rows: B has no section, which is a warning; C lacks cells and is lost as a whole.
    page = (
        "# Task on Data (test)\n\n| Scope | Value |\n| --- | --- |\n| Metric | Dice |\n| Unit | PERCENT |\n"
        "| Results loaded | 3 of 3 |\n\n| Method | Dice | Note |\n| --- | --- | --- |\n"
        "| A | 71.4 | x |\n| B | 66.2 | x |\n| C |\n\n### A\n\nDice: 71.4.\n"
    )
    graph = build(tmp_path, page, name="page.md")
    (tally,) = graph.built.collection.tallies.values()
    assert (tally.rows, tally.cells, tally.results, tally.rejected) == (3, 3, 2, 1)
    assert "results are loaded" not in messages(graph, "Warning")


def test_a_benchmark_told_where_it_is_not_read_is_refused(tmp_path: Path) -> None:
    toml = """
format = "csv"

[[tables]]
number = 1
key = "clips"

[[columns]]
table = "clips"
cell = 1
role = "method"

[[columns]]
table = "clips"
cell = 2
role = "value"
metric = "accuracy"
evidence = "told"
certainty = "certain"

[[facts]]
subject = "leaderboard:clips"
property = "benchmark"
value = "mr-medseg-val"
evidence = "told"
certainty = "certain"
"""
    with pytest.raises(
        SourceError, match=r"source\.toml:22: the fact `benchmark` is not read .* split = \"val\" under \[\[tables\]\]"
    ):
        build(tmp_path, "model,acc\nA,91.4\n", toml, name="page.csv")


GROUPED = """Board (test)

Scores

Closed

Model\tAcc\tF1
A\t70.1\t60.1

Open

Model\tAcc\tF1
B\t50.1\t40.1
"""
GROUPED_TOML = """
[[tables]]
heading = "Scores"
key = "scores"
""" + "".join(
    f'[[columns]]\ntable = "scores"\nnumber = {n}\nname = "{name}"\nunit = "PERCENT"\nevidence = "told"\n'
    'certainty = "certain"\n'
    for n, name in enumerate(("Acc", "F1"), 1)
)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Acc\tF1\nA", "Acc\tEff\nA", r"page.txt:7:3: found 'Eff', expected 'F1' \(as in line 12\)"),
        ("Acc\tF1\nB", "Acc\tEff\nB", r"page.txt:12:3: found 'Eff', expected 'F1' \(as in line 7\)"),
        ("Acc\tF1\nA", "F1\tAcc\nA", r"page.txt:7:2: found 'F1', expected 'Acc' \(as in line 12\)"),
    ],
)
def test_a_column_renamed_in_one_of_two_parts_is_told_with_its_place(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    text = GROUPED.replace("Closed", "Proprietary Models").replace("Open", "Open-source Models")
    assert len(build(tmp_path, text, GROUPED_TOML).results()) == 4
    with pytest.raises(SourceError, match=told):
        build(tmp_path, text.replace(old, new), GROUPED_TOML)


def test_a_result_that_stands_in_a_section_alone_is_no_row_of_the_table(tmp_path: Path) -> None:
    graph = build(tmp_path, VAL.replace("### MediRound + READ", "### MediRound + REED"), name="page.md")
    told = "17 results are loaded, but its table has 17 rows, and 1 more stand in a section alone (page.md:95)"
    assert told in messages(graph, "Warning")
