"""Tab-separated tables: a miniature page of our own, and what happens when it is spoiled."""

from __future__ import annotations

import pytest

from kg.errors import SourceError
from kg.read import read_page
from kg.read.cells import Page
from kg.read.citation import read_citation

PAGE = """\
Mini-CMR: A Small Benchmark

🕸️ Overview

Mini-CMR has two tracks, and each has its own metrics.

🏆 Leaderboard

Results are verified before they are added.

☑️ Multi-choice Questions

Proprietary Models

Model\tYear\tSOD\tAll Score
GPT-5\t2025\t66.08\t57.81

Open-source Models

Model\tYear\tSOD\tAll Score
Gemma3-4B\t2025\t31.57\t25.98
Lingshu-7B\t2025\t32.84\t27.26

✒️ Open-ended Questions

Proprietary Models

Model\tYear\tCon
GPT-5\t2025\t97.77

Open-source Models

Model\tYear\tCon
Gemma3-4B\t2025\t90.05

📝 Citation

@misc{x2025,
  title={{Mini}-CMR: A Small {Benchmark}},
  author={A and B},
  year={2025},
  eprint={2512.00001},
  archivePrefix={arXiv},
  url={https://arxiv.org/abs/2512.00001},
}

• A Person: [email protected]
"""


def page(text: str) -> Page:
    return read_page(text.encode(), "cmr.txt", "tab-tables")


def rows(read: Page) -> list[list[list[str]]]:
    return [[[cell.text for cell in row.cells] for row in table.rows] for table in read.tables]


def headings(read: Page) -> list[tuple[str, ...]]:
    return [table.headings for table in read.tables]


def problems(read: Page) -> list[tuple[str, int | None, int]]:
    found = [problem for table in read.tables for problem in table.problems] + list(read.problems)
    return [(problem.rule, problem.place.line, problem.cells) for problem in found]


def board(*lines: str) -> str:
    return "Board\n\nModel\tDice\n" + "\n".join(lines) + "\n"


def test_the_whole_page() -> None:
    read = page(PAGE)
    assert read == read_page(PAGE.encode(), "cmr.txt")
    assert problems(read) == []
    assert headings(read) == [
        ("Multi-choice Questions", "Proprietary Models"),
        ("Multi-choice Questions", "Open-source Models"),
        ("Open-ended Questions", "Proprietary Models"),
        ("Open-ended Questions", "Open-source Models"),
    ]
    assert rows(read) == [
        [["GPT-5", "2025", "66.08", "57.81"]],
        [["Gemma3-4B", "2025", "31.57", "25.98"], ["Lingshu-7B", "2025", "32.84", "27.26"]],
        [["GPT-5", "2025", "97.77"]],
        [["Gemma3-4B", "2025", "90.05"]],
    ]
    assert [(c.number, c.name) for c in read.tables[0].columns] == [
        (1, "Model"),
        (2, "Year"),
        (3, "SOD"),
        (4, "All Score"),
    ]
    assert [(fact.name, fact.value, fact.line) for fact in read.facts] == [
        ("title", "Mini-CMR: A Small Benchmark", 1),
        ("description", "Mini-CMR has two tracks, and each has its own metrics.", 5),
        ("citation-title", "Mini-CMR: A Small Benchmark", 39),
        ("citation-year", "2025", 41),
        ("citation-eprint", "2512.00001", 42),
        ("citation-archive", "arXiv", 43),
        ("citation-url", "https://arxiv.org/abs/2512.00001", 44),
    ]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_and_byte_order_mark_change_nothing(end: str) -> None:
    assert read_page(b"\xef\xbb\xbf" + PAGE.replace("\n", end).encode(), "cmr.txt") == page(PAGE)


def test_markdown_levels_win() -> None:
    text = PAGE.replace("☑️ Multi", "## ☑️ Multi").replace("✒️ Open", "## Open").replace("🏆 Lea", "# Lea")
    text = text.replace("Proprietary Models", "### Proprietary Models ###").replace(
        "Open-source M", "### Open-source M"
    )
    assert headings(page(text)) == [
        ("Leaderboard", "Multi-choice Questions", "Proprietary Models"),
        ("Leaderboard", "Multi-choice Questions", "Open-source Models"),
        ("Leaderboard", "Open-ended Questions", "Proprietary Models"),
        ("Leaderboard", "Open-ended Questions", "Open-source Models"),
    ]


def test_a_sentence_between_section_and_row_group() -> None:
    text = PAGE.replace("☑️ Multi-choice Questions\n", "☑️ Multi-choice Questions\n\nAccuracy in percent.\n")
    assert headings(page(text)) == headings(page(PAGE))


def test_a_marked_heading_alone_begins_a_section() -> None:
    text = PAGE.replace("✒️ Open-ended Questions\n\nProprietary Models", "✒️ Open-ended Questions")
    assert headings(page(text)) == [
        ("Multi-choice Questions", "Proprietary Models"),
        ("Multi-choice Questions", "Open-source Models"),
        ("Open-ended Questions",),
        ("Open-source Models",),
    ]


def test_sections_of_one_level() -> None:
    text = "B\n\nKidney\nModel\tDice\nA\t1\n\nLiver\n\nModel\tDice\nA\t2\n\nModel\tIoU\nA\t3\n"
    assert headings(page(text)) == [("Kidney",), ("Liver",), ("Liver",)]
    assert rows(page(text)) == [[["A", "1"]], [["A", "2"]], [["A", "3"]]]


def test_rows_with_another_cell_count_are_rejected_alone() -> None:
    text = PAGE.replace("\t66.08\t57.81", "\t66.08").replace("31.57\t25.98", "31.57\t25.98\t7")
    read = page(text)
    assert problems(read) == [("row-cell-count", 16, 2), ("row-cell-count", 21, 2)]
    assert rows(read)[:2] == [[], [["Lingshu-7B", "2025", "32.84", "27.26"]]]
    assert problems(page(board("A\t91\t7", "B\t88"))) == [("row-cell-count", 4, 1)]
    assert rows(page(board("A\t91\t7", "B\t88"))) == [[["B", "88"]]]


def test_quotes_are_ordinary_text() -> None:
    read = page(board("A\t1", '"B large\t2', 'C" x\t3', "D\t4"))
    assert rows(read) == [[["A", "1"], ['"B large', "2"], ['C" x', "3"], ["D", "4"]]]
    assert problems(read) == []


def test_odd_method_names_stay_as_printed() -> None:
    names = ["NA", "None", "nan", "NULL", "A|B", "`A|B`", "k=5", "Net2024.05", "A\u2028B", "A\x85B"]
    read = page(board(*(f"{name}\t{n}" for n, name in enumerate(names))))
    assert rows(read) == [[[name, str(n)] for n, name in enumerate(names)]]


def test_duplicates_missing_marks_and_leftover_tabs() -> None:
    read = page(board("A\t1\t\t", "A\t1", "B\t—", "C\t", "\t5"))
    assert rows(read) == [[["A", "1"], ["A", "1"], ["B", "—"], ["C", ""]]]
    assert problems(read) == [("row-without-method", 8, 1)]


def test_a_line_that_lost_its_tabs_does_not_turn_the_next_row_into_a_header() -> None:
    read = page(board("A\t1", "B 2", "C\t3", "D\t4", "E 5", "", "Note: made in 2025."))
    assert rows(read) == [[["A", "1"], ["C", "3"], ["D", "4"]]]
    assert problems(read) == [("row-cell-count", 5, 1), ("row-cell-count", 8, 1)]


def test_rows_go_on_behind_a_blank_line_but_not_behind_a_heading() -> None:
    read = page(board("A\t1", "", "B\t2", "", "Open-source", "", "C\t3", "D\t4"))
    assert rows(read) == [[["A", "1"], ["B", "2"]]]
    assert problems(read) == [("row-without-header", 10, 1), ("row-without-header", 11, 1)]


def test_three_and_thirty_value_columns_without_year() -> None:
    for count in (3, 30):
        names = [f"M{n}" for n in range(count)]
        cells = [f"{n}.50" for n in range(count)]
        text = "B\n\n" + "\t".join(["Method", *names]) + "\n" + "\t".join(["A", *cells]) + "\nB\t1\n"
        assert rows(page(text)) == [[["A", *cells]]]
        assert problems(page(text)) == [("row-cell-count", 5, count)]


def test_headers_in_other_words() -> None:
    text = "B\n\nRank\tWho\tDice\tDate\n1\tA\t0.5\t2025-01-01\n2\tB\n"
    read = page(text)
    assert [column.name for column in read.tables[0].columns] == ["Rank", "Who", "Dice", "Date"]
    assert rows(read) == [[["1", "A", "0.5", "2025-01-01"]]]
    assert problems(read) == [("row-cell-count", 5, 1)]


def test_other_pages_without_tables() -> None:
    for text in ("Title\n\nText.\n", "Title\n\n• one\ttwo\n• three\tfour\n", "Model\tDice\n"):
        with pytest.raises(SourceError, match=r"no results table found in cmr\.txt"):
            page(text)


def test_a_page_without_title() -> None:
    read = page("Model\tDice\nA\t1\n")
    assert problems(read) == [("page-without-title", None, 0)]
    assert read.fact("title") is None
    assert rows(read) == [[["A", "1"]]]


def test_pipe_tables_beside_are_reported() -> None:
    read = page(board("A\t1") + "\n| Model | Dice |\n|---|---|\n| B | 2 |\n")
    assert problems(read) == [("table-of-another-kind", 6, 1)]


def test_citations() -> None:
    def facts(*lines: str) -> tuple[dict[str, str], list[str]]:
        found, problems_, _ = read_citation(("My Board", *lines), "f")
        return {fact.name: fact.value for fact in found}, [problem.rule for problem in problems_]

    assert facts("no entry") == ({}, [])
    assert facts('@Article{k, title = "A, B", year = 2024, doi={10.1/x}}') == (
        {"citation-title": "A, B", "citation-year": "2024", "citation-doi": "10.1/x"},
        [],
    )
    assert facts("@misc{k,", " title={A {B", "", "Model\tDice") == ({}, ["citation-unclosed"])
    assert facts("@misc{a, title={Other}}", "@misc{b, title={My board: long}, year={2025}}") == (
        {"citation-title": "My board: long", "citation-year": "2025"},
        [],
    )
    assert facts("@misc{a, title={X}}", "@misc{b, title={Y}}") == ({}, ["citation-unclear"])
    assert facts("@misc{a}", "@comment{b}") == ({}, [])
    assert facts(r"@misc{a, title={Caf{\'e} \{x\}}}")[0] == {"citation-title": r"Caf{\'e} \{x\}"}


def test_an_unclosed_entry_above_the_tables_swallows_no_table() -> None:
    read = page("Board\n\n@misc{k,\n title={A {B\n\n" + board("A\t1").partition("\n\n")[2])
    assert rows(read) == [[["A", "1"]]]
    assert problems(read) == [("citation-unclosed", 3, 0)]
