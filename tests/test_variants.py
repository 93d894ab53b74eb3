"""Other pages of the three kinds go the whole road without a line of code and without curated facts.

Each page here is made up, or a shipped page with one thing changed; what it must become was
worked out by hand. (The readers' own variants are in tests/read.)
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd
import pytest

import kg
from kg.errors import SourceError
from tests.conftest import ROOT

LB = "https://w3id.org/leaderboard-kg/ontology#"
UNIT = "http://qudt.org/vocab/unit/"

INDEX = """# Speech Recognition on Echo-9 (test)

Source: [Speech Recognition on Echo-9 (test)](<https://boards.example/echo-9>)

Data updated: 2024-03-01T00:00:00Z

| Scope | Recorded value |
| --- | --- |
| Task | Speech Recognition |
| Dataset (including any stated split) | Echo-9 (test) |
| Metric | WER |
| Unit | PERCENT |
| Direction | Lower is better |
| Results loaded | 3 of 40 |
| Coverage | The first page of results |

## Measures

- [WER](<https://boards.example/echo-9.md?metric=WER>): Lower is better; unit: PERCENT.

## Results

| Method | WER | Result date | Report paper |
| --- | --- | --- | --- |
| Alpha | 5.20 | 2024-02 | aaaaaaaaaaaaaaaaaaaaaaa1 |
| Beta | - | Not recorded | aaaaaaaaaaaaaaaaaaaaaaa1 |
| Gamma | 2.1 | Not recorded | aaaaaaaaaaaaaaaaaaaaaaa2 |
"""


def build(tmp_path: Path, name: str, text: str) -> kg.Graph:
    (tmp_path / name).write_bytes(text.encode())
    return kg.build(tmp_path / name)


def table(graph: kg.Graph, *columns: str) -> list[tuple[object, ...]]:
    rows = graph.results().sort_values(["line", "column"])
    return [
        tuple(None if pd.isna(cell) else cell for cell in row) for row in rows[list(columns)].itertuples(index=False)
    ]


def best(graph: kg.Graph) -> list[tuple[str, str]]:
    rows = graph.query("best-recorded")
    assert isinstance(rows, pd.DataFrame)
    return list(zip(rows["methodLabel"], rows["printed"], strict=True))


def test_a_lower_is_better_index_page(tmp_path: Path) -> None:
    graph = build(tmp_path, "echo.md", INDEX)
    assert table(graph, "printed_method", "value_text", "unit", "direction", "result_date") == [
        ("Alpha", "5.20", f"{UNIT}PERCENT", f"{LB}LowerIsBetter", "2024-02"),
        ("Gamma", "2.1", f"{UNIT}PERCENT", f"{LB}LowerIsBetter", None),
    ]
    # Beta's dash is no zero; without recorded settings the three compare within this table only.
    assert best(graph) == [("Gamma", "2.1")]
    tally = graph.built.collection.tallies["echo"]
    assert (tally.cells, tally.results, tally.missing, tally.rejected) == (3, 2, 1, 0)
    answer = graph.query("best-recorded")
    assert isinstance(answer, pd.DataFrame)
    assert answer["asOf"].item() == "2024-03-01"
    assert "The first page of results" in answer["coverage"].item()


def test_a_metric_that_nobody_knows_belongs_to_its_page(tmp_path: Path) -> None:
    one = build(tmp_path, "one.md", INDEX.replace("WER", "Zorp").replace("PERCENT", "Smoots"))
    two = build(tmp_path, "two.md", INDEX.replace("WER", "Zorp").replace("PERCENT", "Smoots"))
    metrics = {row["metric"] for graph in (one, two) for row in graph.results().to_dict("records")}
    assert len(metrics) == 2
    units = {row["unit"] for graph in (one, two) for row in graph.results().to_dict("records")}
    assert len(units) == 1
    assert units.pop().startswith("https://w3id.org/leaderboard-kg/unit/smoots-")
    assert "unknown-unit" in {problem.rule for problem in one.built.problems("one")}
    assert best(one) == [("Gamma", "2.1")]


def test_without_a_direction_nothing_is_ranked(tmp_path: Path) -> None:
    text = INDEX.replace("Lower is better; unit: PERCENT.", "unit: PERCENT.").replace(
        "| Direction | Lower is better |\n", ""
    )
    graph = build(tmp_path, "echo.md", text.replace("WER", "Zorp"))
    assert {row[0] for row in table(graph, "direction")} == {f"{LB}DirectionUnknown"}
    assert best(graph) == []
    assert any("direction" in f.message for f in graph.report.of("Warning"))


def test_without_a_unit_nothing_is_ranked(tmp_path: Path) -> None:
    text = INDEX.replace("; unit: PERCENT", "").replace("| Unit | PERCENT |\n", "")
    graph = build(tmp_path, "echo.md", text)
    assert {row[0] for row in table(graph, "unit")} == {None}
    assert best(graph) == []
    assert any("unit" in f.message for f in graph.report.of("Warning"))


def test_a_page_that_turns_a_known_direction_round_is_a_violation(tmp_path: Path) -> None:
    graph = build(tmp_path, "echo.md", INDEX.replace("Lower is better", "Higher is better"))
    assert not graph.report.conforms
    assert any("direction" in f.message for f in graph.report.of("Violation"))


def test_other_settings_are_other_groups(tmp_path: Path) -> None:
    page = (ROOT / "data/sources/mr-medseg-val/page.md").read_text(encoding="utf-8")
    text = page.replace('{"input":"bbox input"}', '{"shots":"5","prompt":"cot"}', 1)
    graph = build(tmp_path, "page.md", text)
    configs = {row["config"] for row in graph.results().to_dict("records")}
    assert json.dumps({"prompt": "cot", "shots": "5"}) in configs
    assert graph.results()["comparison_group"].nunique() == 4


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(tmp_path: Path) -> None:
    page = (ROOT / "data/sources/mr-medseg-val/page.md").read_text(encoding="utf-8")
    plain = build(tmp_path, "page.md", page)
    other = build(tmp_path, "page.md", "\ufeff" + page.replace("\n", "\r\n"))
    columns = ("result", "value_text", "config", "line", "column", "comparison_group")
    assert table(plain, *columns) == table(other, *columns)


@pytest.mark.parametrize("count", [3, 30])
def test_any_number_of_unnamed_columns(tmp_path: Path, count: int) -> None:
    rows = [
        f"| {name}Setting=x | " + " | ".join(f"{start + n}.50" for n in range(count)) + " |"
        for name, start in (("Alpha-7B", 10), ("Beta-7B", 20))
    ]
    page = f"Counting on Abacus (val)\n10.50Hits (All)Alpha-7B\n| Method | {'|' * count}\n|{'---|' * (count + 1)}\n"
    graph = build(tmp_path, "abacus.txt", page + "\n".join(rows) + "\n")
    results = graph.results()
    assert len(results) == 2 * count
    assert set(results["printed_method"]) == {"Alpha-7B", "Beta-7B"}
    assert list(results.sort_values(["line", "column"])["value_text"])[:2] == ["10.50", "11.50"]
    assert set(results["split"]) == {"val"}
    first = results[results["column"] == 2]
    assert set(first["metric_label"]) == {"Hits (All)"}
    assert len(graph.report.of("Violation")) == count - 1


def test_quotes_commas_and_odd_names_in_a_tab_separated_page(tmp_path: Path) -> None:
    text = 'Board\n\nScores\n\nModel\tAcc\nA\t1\n"B large\t2\nC" x\t3\nNA\t4\nNone\t5\nA|B\t6\n'
    graph = build(tmp_path, "board.txt", text)
    assert table(graph, "printed_method", "value_text") == [
        ("A", "1"),
        ('"B large', "2"),
        ('C" x', "3"),
        ("NA", "4"),
        ("None", "5"),
        ("A|B", "6"),
    ]


def test_misfit_rows_and_unclear_values_are_rejected_with_their_place(tmp_path: Path) -> None:
    graph = build(tmp_path, "board.txt", "Board\n\nScores\n\nModel\tAcc\nA\t91\t7\nB\t88\nC\t91,4\nD\tbanana\n")
    assert table(graph, "printed_method", "value_text") == [("B", "88")]
    assert [(str(p.place), p.rule) for p in graph.rejects] == [
        ("board.txt:6", "row-cell-count"),
        ("board.txt:8:2", "ambiguous-comma"),
        ("board.txt:9:2", "not-a-number"),
    ]
    assert not graph.built.is_clean


def test_two_names_never_share_an_address(tmp_path: Path) -> None:
    names = [
        "C",
        "C++",
        "C#",
        "BERT",
        "BERT+",
        "T5-1.1",
        "T51.1",
        "Total Net",
        "Total_Net",
        "Total-Net",
        "模型",
        "世界",
    ]
    rows = "".join(f"{name}\t{n}\n" for n, name in enumerate(names, 1))
    graph = build(tmp_path, "board.txt", f"Board\n\nScores\n\nModel\tAcc\n{rows}")
    results = graph.results()
    assert results["method"].nunique() == len(names)
    assert list(results.sort_values("line")["method_label"]) == names


def test_hostile_names_are_kept_and_every_address_is_valid(tmp_path: Path) -> None:
    names = ['Exo 7B "large"', "A{b}|c", "a<b>", "100% Net", "p\\q", "x^2", "<img src=x onerror=alert(1)>"]
    rows = "".join(f"{name}\t{n}\n" for n, name in enumerate(names, 1))
    graph = build(tmp_path, "board.txt", f"Board\n\nScores\n\nModel\tAcc\n{rows}")
    assert [row[0] for row in table(graph, "method_label")] == names
    assert len(graph.graph()) == len(graph.built.quads)


def test_equal_rows_are_one_result_and_different_values_two(tmp_path: Path) -> None:
    graph = build(tmp_path, "board.txt", "Board\n\nScores\n\nModel\tAcc\nA\t91\nA\t91\nB\t88\nB\t89\n")
    results = graph.results()
    assert sorted(zip(results["printed_method"], results["printed"], strict=True)) == [
        ("A", "91"),
        ("B", "88"),
        ("B", "89"),
    ]
    assert results["result"].nunique() == 3
    flagged = results[results["printed_method"] == "A"].iloc[0]
    assert flagged["flags"] == f"{LB}DuplicateRow"
    tally = graph.built.collection.tallies["board"]
    assert (tally.cells, tally.results, tally.distinct) == (4, 4, 3)


def test_ours_on_two_pages_is_two_methods(tmp_path: Path) -> None:
    text = "Board {}\n\nScores\n\nModel\tAcc\nOurs\t91\nBERT\t88\n"
    (tmp_path / "one.txt").write_text(text.format("one"), encoding="utf-8")
    (tmp_path / "two.txt").write_text(text.format("two"), encoding="utf-8")
    graph = kg.build([tmp_path / "one.txt", tmp_path / "two.txt"])
    results = graph.results()
    by_name = results.groupby("printed_method")["method"].nunique()
    assert by_name["Ours"] == 2
    assert by_name["BERT"] == 1


def test_a_column_of_settings_keeps_results_apart(tmp_path: Path) -> None:
    head = "Quiz (test)\n\nScores\n\nModel\tShots\tPrompting\tAcc\n"
    text = head + "A\t5\tplain\t43.5\nB\t0\tplain\t37.0\nC\t5\tplain\t40.2\n"
    graph = build(tmp_path, "quiz.txt", text)
    assert table(graph, "printed_method", "config") == [
        ("A", '{"Prompting": "plain", "Shots": "5"}'),
        ("B", '{"Prompting": "plain", "Shots": "0"}'),
        ("C", '{"Prompting": "plain", "Shots": "5"}'),
    ]
    assert graph.results()["comparison_group"].nunique() == 2


def test_a_setting_is_never_taken_for_a_note(tmp_path: Path) -> None:
    text = INDEX + '\n### Alpha\n\nWER: 5.20.\n\nRecorded evaluation configuration: {"Year":"2023"}.\n'
    text += '\n### Gamma\n\nWER: 2.1.\n\nRecorded evaluation configuration: {"Year":"2024"}.\n'
    graph = build(tmp_path, "echo.md", text)
    assert graph.results()["comparison_group"].nunique() == 2


def test_two_tables_under_one_heading_are_two_leaderboards(tmp_path: Path) -> None:
    page = "Board\n\nScores\n\nModel\tAcc\nA\t1\n\nScores\n\nModel\tF1\nA\t2\n"
    graph = build(tmp_path, "two.txt", page)
    assert graph.results()["leaderboard"].nunique() == 2


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('[[facts]]\nsubject = "leaderbord"\nproperty = "benchmark"\nvalue = "x"', "`subject` 'leaderbord'"),
        ('[[facts]]\nsubject = "leaderboard"\nproperty = "benchmrk"\nvalue = "x"', "`property` 'benchmrk'"),
        ('[[facts]]\nsubject = "leaderboard:x"\nproperty = "benchmark"\nvalue = "x"', "none of the [[tables]]"),
        (
            '[[facts]]\nsubject = "printed:Year"\nproperty = "role"\nvalue = "nought"',
            "`value` 'nought' is none of category",
        ),
        ('[[columns]]\ntable = "x"\nnumber = 1', "`table` 'x'"),
        ("[[columns]]\nnumber = 1\nscale = 0.01", "`scale` must stand in quotes"),
        ('[[tables]]\nheading = "Nowhere"\nkey = "x"', "stands over no table"),
    ],
)
def test_curated_facts_that_would_be_lost_are_refused(tmp_path: Path, toml: str, said: str) -> None:
    (tmp_path / "page.txt").write_text("Board\n\nScores\n\nModel\tAcc\nA\t1\n", encoding="utf-8")
    ending = "" if "[[tables]]" in toml else '\nevidence = "e"\ncertainty = "certain"'
    (tmp_path / "source.toml").write_text(f'file = "page.txt"\n{toml}{ending}\n', encoding="utf-8")
    with pytest.raises(SourceError, match=re.escape(said)):
        kg.build(tmp_path)


def test_a_page_is_not_counted_twice(tmp_path: Path) -> None:
    page = (ROOT / "data/sources/mr-medseg-val/page.md").read_text(encoding="utf-8")
    for name, text in (("one.md", page), ("two.md", page), ("three.md", page.replace("77.7", "77.8"))):
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match=r"two\.md is the same page as one\.md"):
        kg.build([tmp_path / "one.md", tmp_path / "two.md"])
    snapshots = kg.build([tmp_path / "one.md", tmp_path / "three.md"])
    assert [f.rule for f in snapshots.report.of("Violation")] == ["R18.10"]
    assert "another snapshot" in snapshots.report.of("Violation")[0].message
    assert snapshots.results()["result"].is_unique
