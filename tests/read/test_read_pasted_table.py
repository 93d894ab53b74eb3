"""Pasted tables: a miniature page of our own, and what happens when it is spoiled."""

from __future__ import annotations

import pytest

from kg.errors import SourceError
from kg.read import read_page
from kg.read.cells import Page, Row
from kg.read.fused import Fused, split_cells

PAGE = """\
Lesion Grounding on LG-9 (test)
41.5IoU (All)AlphaReasoner-7B
Evaluation results
| Method | Links | ||||
|---|---|---|---|---|---|
| AlphaReasoner-7BModel Category=Grounding MLLM, ASM=MedSAM22025.08 | 41.5 | 3,027 | — | 8 | |
| GPT-4oModel Category=General MLLM, ASM=MedSAM22025.08 | 12.6 | 1,360 | 2.46 | 9 | |
| Gemini-flashModel Category=General MLLM, ASM=SAM-Med2D2024.12 | 2.65 | 92 | 2.46 | 36 |
"""


def page(text: str, *keys: str) -> Page:
    return read_page(text.encode(), "lg.txt", "pasted-table", keys=keys)


def values(row: Row) -> list[str]:
    return [cell.text for cell in row.cells]


def rows(read: Page) -> list[list[str]]:
    return [values(row) for row in read.tables[0].rows]


def settings(row: Row) -> list[tuple[str, str]]:
    return [(setting.name, setting.value) for setting in row.settings]


def date(row: Row) -> str | None:
    found = row.detail("date")
    return found.value if found else None


def names(read: Page) -> list[str]:
    return [column.name for column in read.tables[0].columns]


def problems(read: Page) -> list[tuple[str, int | None, int]]:
    found = [problem for table in read.tables for problem in table.problems] + list(read.problems)
    return [(problem.rule, problem.place.line, problem.cells) for problem in found]


def highlight(read: Page) -> list[str | None]:
    return [read.fact(f"highlight-{part}") for part in ("value", "metric", "method")]


def test_the_whole_page() -> None:
    read = page(PAGE)
    assert read == read_page(PAGE.encode(), "lg.txt")
    assert problems(read) == [("header-out-of-step", 4, 0)]
    assert read.fact("title") == "Lesion Grounding on LG-9 (test)"
    assert highlight(read) == ["41.5", "IoU (All)", "AlphaReasoner-7B"]
    assert read.tables[0].headings == ("Evaluation results",)
    assert names(read) == ["Method", "", "", "", "", "Links"]
    assert rows(read) == [
        ["AlphaReasoner-7B", "41.5", "3,027", "—", "8", ""],
        ["GPT-4o", "12.6", "1,360", "2.46", "9", ""],
        ["Gemini-flash", "2.65", "92", "2.46", "36", ""],
    ]
    assert [settings(row) for row in read.tables[0].rows] == [
        [("Model Category", "Grounding MLLM"), ("ASM", "MedSAM2")],
        [("Model Category", "General MLLM"), ("ASM", "MedSAM2")],
        [("Model Category", "General MLLM"), ("ASM", "SAM-Med2D")],
    ]
    assert [date(row) for row in read.tables[0].rows] == ["2025.08", "2025.08", "2024.12"]
    assert [(cell.line, cell.column) for cell in read.tables[0].rows[2].cells] == [(8, n) for n in range(1, 7)]
    assert read.tables[0].rows[0].settings[1].column == 1


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_and_byte_order_mark_change_nothing(end: str) -> None:
    assert read_page(b"\xef\xbb\xbf" + PAGE.replace("\n", end).encode(), "lg.txt") == page(PAGE)


def test_keys_give_the_same_split() -> None:
    assert page(PAGE, "Model Category", "ASM").tables == page(PAGE).tables
    assert page(PAGE, "ASM", "Category", "Model Category").tables == page(PAGE).tables


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("| Method | Dice | IoU | HD95 | pDice | Links |", ["Method", "Dice", "IoU", "HD95", "pDice", "Links"]),
        ("| Model | Dice | IoU | HD95 | pDice | |", ["Model", "Dice", "IoU", "HD95", "pDice", ""]),
        ("| Method | Dice | IoU | HD95 | pDice |", ["Method", "Dice", "IoU", "HD95", "pDice", ""]),
        ("| Method | Dice | | HD95 | pDice | Code |", ["Method", "Dice", "", "HD95", "pDice", "Code"]),
        ("| Method | | | | | |", ["Method", "", "", "", "", ""]),
        ("| Method | Dice | Links | | | |", ["Method", "", "", "", "", "Links"]),
        ("| Method | Links | Dice | IoU | HD95 | pDice |", ["Method", "", "", "", "", "Links"]),
        ("| Method | Dice | IoU | | | |", ["Method", "", "", "", "", ""]),
        ("| Method | Dice | IoU | A | B | C | D |", ["Method", "", "", "", "", ""]),
    ],
)
def test_names_stay_only_where_the_header_fits(header: str, expected: list[str]) -> None:
    read = page(PAGE.replace("| Method | Links | ||||", header))
    assert names(read) == expected
    assert len(rows(read)) == 3


def test_two_displaced_link_columns() -> None:
    text = PAGE.replace("| Method | Links | ||||", "| Method | Paper | Code | ||||").replace("| 8 | |", "| 8 | | |")
    text = text.replace("| 9 | |", "| 9 | | |")
    read = page(text)
    assert names(read) == ["Method", "", "", "", "", "Paper", "Code"]
    assert rows(read)[2] == ["Gemini-flash", "2.65", "92", "2.46", "36", "", ""]


def test_no_links_column_at_all() -> None:
    text = "Title\n| Method | Links | |||\n|---|---|---|---|---|\n| A | 1 | 2 | 3 |\n| B | 4 | 5 | 6 |\n"
    read = page(text)
    assert rows(read) == [["A", "1", "2", "3"], ["B", "4", "5", "6"]]
    assert names(read) == ["Method", "", "", ""]
    named = page(text.replace("| Method | Links | |||", "| Method | Dice | IoU | NSD | Links |"))
    assert names(named) == ["Method", "Dice", "IoU", "NSD", "Links"]
    assert rows(named)[0] == ["A", "1", "2", "3", ""]


def test_filled_links_and_ids_are_no_values() -> None:
    text = "T\n| Method | Paper | Dice | Links |\n|-|-|-|-|\n| A | 2508.08177 | 1 | code |\n| B | 2501.00001 | 2 | |\n"
    read = page(text)
    assert names(read) == ["Method", "Paper", "Dice", "Links"]
    assert rows(read) == [["A", "2508.08177", "1", "code"], ["B", "2501.00001", "2", ""]]


@pytest.mark.parametrize("count", [3, 30])
def test_any_number_of_value_columns(count: int) -> None:
    cells = [f"{n}.25" for n in range(count)]
    row = "| {}Base Model=LLaVA2025.01 | " + " | ".join(cells) + " | |\n"
    text = f"T\n| Method | Links |{' |' * count}\n|{'---|' * (count + 2)}\n" + row.format("A1") + row.format("b-x")
    read = page(text)
    assert rows(read) == [["A1", *cells, ""], ["b-x", *cells, ""]]
    assert settings(read.tables[0].rows[1]) == [("Base Model", "LLaVA")]


def test_rows_that_do_not_fit_lose_all_their_cells() -> None:
    tail = "Model Category=General MLLM, ASM=MedSAM22025.08"
    read = page(
        PAGE.replace("| 36 |\n", "| 36 | |\n")
        + f"| Short{tail} | 1 | 2 | 3 |\n"
        + f"| Hole{tail} | 1 | 2 | 3 | |\n"
        + f"| Long{tail} | 1 | 2 | 3 | 4 | 5 |\n"
        + f"| Longer{tail} | 1 | 2 | 3 | 4 | | 5 |\n"
        + f"| Wide{tail} | 1 | 2 | 3 | 4 | | | |\n"
        + f"| Gap{tail} | 1 | 2 | 3 | | |\n"
        + f"| {tail} | 1 | 2 | 3 | 4 | |\n"
    )
    assert problems(read) == [
        ("row-cell-count", 9, 4),
        ("row-cell-count", 10, 4),
        ("row-cell-count", 11, 4),
        ("row-cell-count", 12, 4),
        ("method-cell-unclear", 15, 4),
        ("header-out-of-step", 4, 0),
    ]
    assert rows(read)[3:] == [["Wide", "1", "2", "3", "4", ""], ["Gap", "1", "2", "3", "", ""]]


def test_without_a_date_and_with_other_values() -> None:
    text = PAGE.replace("ASM=MedSAM22025.08", "ASM=MedSAM2").replace("2024.12", "")
    read = page(text)
    assert [date(row) for row in read.tables[0].rows] == [None, None, None]
    assert [settings(row)[1] for row in read.tables[0].rows] == [
        ("ASM", "MedSAM2"),
        ("ASM", "MedSAM2"),
        ("ASM", "SAM-Med2D"),
    ]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("NetModel Type=A, ASM=MedSAM22025.08", Fused("Net", (("Model Type", "A"), ("ASM", "MedSAM2")), "2025.08")),
        ("NetModel Type=A, ASM=MedSAM2025.08", Fused("Net", (("Model Type", "A"), ("ASM", "MedSAM")), "2025.08")),
        ("NetModel Type=A, ASM=MedSAM22025.13", Fused("Net", (("Model Type", "A"), ("ASM", "MedSAM22025.13")))),
        ("NetModel Type=A, b, c=d, e=f=g", Fused("Net", (("Model Type", "A, b"), ("c", "d"), ("e", "f=g")))),
        ("Top-k=5 NetModel Type=A", Fused("Top-k=5 Net", (("Model Type", "A"),))),
        ("Net2024.05Model Type=A2025.08", Fused("Net2024.05", (("Model Type", "A"),), "2025.08")),
        ("NetModel Type=, ASM=x", Fused("Net", (("Model Type", ""), ("ASM", "x")))),
        ("NetModel Type=2025.08", Fused("Net", (("Model Type", "2025.08"),))),
        ("Net2025.08", Fused("Net2025.08")),
        ("kNN (k=5)", Fused("kNN (k=5)")),
        ("NaN", Fused("NaN")),
    ],
)
def test_one_method_cell_with_known_keys(cell: str, expected: Fused) -> None:
    assert split_cells([cell, "Plain"], ("Model Type",)) == [expected, Fused("Plain")]
    others = ["AlphaModel Type=x", "b-7BModel Type=y", "GPT-4oModel Type=z"]
    assert split_cells([cell, *others])[0] == expected


@pytest.mark.parametrize(
    "cells",
    [
        ["AlphaASM=x", "BetaASM=y"],  # no border in front of capitals
        ["Alphabackbone=x", "Betabackbone=y"],
        ["UNetBackbone=x", "SegNetBackbone=y"],  # the key may be NetBackbone
        ["AModelType=x", "b2ModelType=y"],  # the key may be Type
        ["AlphaLLM Size=x", "BetaLLM Size=y"],
    ],
)
def test_unclear_method_cells_are_not_split(cells: list[str]) -> None:
    assert [bool(fused.fault) for fused in split_cells(cells)] == [True, True]
    assert [fused.method for fused in split_cells(cells)] == cells


def test_a_table_of_unclear_method_cells_asks_for_the_keys() -> None:
    text = "T\n| Method | Dice |\n|---|---|\n| AlphaASM=x | 1 |\n| betaASM=y | 2 |\n"
    assert problems(page(text)) == [("method-cell-unclear", 4, 1), ("method-cell-unclear", 5, 1)]
    assert page(text).tables[0].problems[0].remedy == "name the keys in source.toml"
    assert rows(page(text, "ASM")) == [["Alpha", "1"], ["beta", "2"]]


def test_shared_ends_of_methods_are_not_part_of_the_key() -> None:
    cells = ["UNetModel Category=A", "SegNetModel Category=B"]
    assert [fused.method for fused in split_cells(cells)] == ["UNet", "SegNet"]
    assert [fused.method for fused in split_cells(["A-7BBackbone=A", "B-7BBackbone=B"])] == ["A-7B", "B-7B"]
    assert split_cells(["X, ASM=1, Size=3"], ("Size",))[0].fault
    assert split_cells(["XSize=1, Size=3"], ("Size",))[0].fault == "a setting stands twice"


def test_dates_without_settings_need_every_method() -> None:
    assert split_cells(["A2025.08", "B-22025.07"]) == [Fused("A", (), "2025.08"), Fused("B-2", (), "2025.07")]
    assert split_cells(["A2025.08", "B"]) == [Fused("A2025.08"), Fused("B")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("41.5IoU (All)AlphaReasoner-7B", ["41.5", "IoU (All)", "AlphaReasoner-7B"]),
        ("3,027 Brain GPT-4o", [None, None, None]),  # the value of another row
        ("1,360 Brain GPT-4o", ["1,360", "Brain", "GPT-4o"]),
        ("41.52IoUAlphaReasoner-7B", [None, None, None]),  # a longer number than the cell
        ("41.5AlphaReasoner-7B", [None, None, None]),  # no metric
        ("41.5IoUBetaReasoner-9B", [None, None, None]),
    ],
)
def test_highlights(line: str, expected: list[str | None]) -> None:
    read = page(PAGE.replace("41.5IoU (All)AlphaReasoner-7B", line))
    assert highlight(read) == expected
    assert [problem.rule for problem in read.problems if problem.rule == "highlight-unclear"] == (
        [] if expected[0] else ["highlight-unclear"]
    )


def test_the_longest_method_and_value_win() -> None:
    text = "T\n32.42DiceMed-R1\n| Method | | |\n|-|-|-|\n| R1 | 3 | 1 |\n| Med-R1 | 32.42 | 3 |\n"
    assert highlight(page(text)) == ["32.42", "Dice", "Med-R1"]


def test_odd_names_quotes_pipes_and_duplicates() -> None:
    body = ["| NA | 1 |", "| None | 2 |", '| "nan | 3 |', "| `A|B` | 4 |", r"| A\|B | 4 |", "| NA | 1 |"]
    read = page("\n".join(["T", "| Method | Dice |", "|-|-|", *body]))
    assert rows(read) == [["NA", "1"], ["None", "2"], ['"nan', "3"], ["A|B", "4"], ["A|B", "4"], ["NA", "1"]]
    assert problems(read) == []


def test_a_row_with_one_value_too_many_does_not_move_the_others() -> None:
    good = "".join(f"| M{n} | 1 | 2 | 3 | |\n" for n in range(5))
    read = page(f"T\n| Method | | | | |\n|-|-|-|-|-|\n{good}| Bad | 1 | 9 | 2 | 3 |\n")
    assert problems(read) == [("row-cell-count", 9, 3)]
    assert len(rows(read)) == 5


def test_several_tables_under_headings() -> None:
    text = "# T\n\nSome words. More words.\n\n## Kidney\n\n| Model | Dice |\n|-|-|\n| A | 1 |\n\n## Liver\n\n"
    read = page(text + "| # | Model | Year | Dice |\n|-|-|-|-|\n| 1 | A | 2024 | 2 |\n| 2 | B | 2025 |\n")
    assert [table.headings for table in read.tables] == [("Kidney",), ("Liver",)]
    assert read.fact("description") == "Some words. More words."
    assert [values(row) for row in read.tables[1].rows] == [["1", "A", "2024", "2"]]
    assert problems(read) == [("row-cell-count", 16, 1)]


def test_tables_that_are_not_read_are_reported() -> None:
    text = PAGE + "\nOther\n\nModel\tDice\nA\t1\nB\t2\n\n| Empty | Table |\n|-|-|\n\nText\n\n| Stray | 5 |\n"
    assert problems(page(text)) == [
        ("header-out-of-step", 4, 0),
        ("table-not-understood", 16, 0),
        ("stray-table-row", 21, 1),
        ("table-of-another-kind", 12, 2),
    ]


def test_pages_that_cannot_be_used() -> None:
    with pytest.raises(SourceError, match=r"no results table found in lg\.txt"):
        page("Title\n\nNo table.\n")
    with pytest.raises(SourceError, match=r"no results table found in lg\.txt"):
        page("Title\n| Method | Dice |\n|---|---|\n")
    assert problems(page("| Method | Dice |\n|---|---|\n| A | 1 |\n")) == [("page-without-title", None, 0)]


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("ASM=MedSAM22025.18", "2025.18"),
        ("ASM=MedSAM22025.00", "2025.00"),
        ("ASM=MedSAM220225.08", "20225.08"),
        ("ASM=MedSAM22025,08", "2025,08"),
        ("ASM=MedSAM2202508", "202508"),
        ("ASM=New2025.18", "2025.18"),
    ],
)
def test_a_misprinted_date_is_no_end_of_a_setting(printed: str, told: str) -> None:
    read = page(PAGE.replace("ASM=MedSAM22025.08", printed, 1).replace("2024.12", "2025.08"))
    table = read.tables[0]
    (problem,) = table.problems
    assert (problem.rule, problem.place.line, problem.place.column) == ("method-cell-unclear", 6, 1)
    assert problem.reason == f"{told!r} is no month of a year, and 2 of 3 rows end in one"
    assert problem.remedy == "mend the date in the cell (YYYY.MM)"
    assert len(table.rows) == 2


def test_a_value_that_ends_like_a_date_is_kept_where_other_rows_have_it_or_most_have_no_date() -> None:
    cells = ["ASize=1024.5", "BSize=1024.52025.08", "CSize=7"]
    assert [row.fault for row in split_cells([*cells, "DSize=82025.08", "ESize=92025.08"], ("Size",))] == [""] * 5
    assert [row.fault for row in split_cells(["ASize=2025.18", *cells[1:]], ("Size",))] == [""] * 3
    assert [row.fault for row in split_cells(["AVersion=2025.08", "BVersion=x2025.08", "CVersion=y2025.08"])] == [
        ""
    ] * 3


def test_a_misprinted_date_among_dated_methods_is_told_and_the_others_keep_theirs() -> None:
    read = split_cells(["A2025.08", "B2025.18", "C2025.07"])
    assert [row.method for row in read] == ["A", "B2025.18", "C"]
    assert read[1].fault == "'2025.18' is no month of a year, and 2 of 3 rows end in one"


@pytest.mark.parametrize("slip", ["Model Categroy", "Model Categry", "Model Categoryy", "Model Cetegory"])
def test_a_misspelt_key_is_told_with_the_known_one(slip: str) -> None:
    read = page(PAGE.replace("Model Category=", f"{slip}=", 1), "Model Category", "ASM")
    (problem,) = read.tables[0].problems
    assert (problem.rule, problem.place.line, problem.place.column) == ("method-cell-unclear", 6, 1)
    assert problem.reason.startswith(f"the setting '{slip}' is unknown, and 'Model Category', which the cell does")
    assert problem.remedy == "mend the cell, or name the key in source.toml"
    assert not page(PAGE.replace("Model Category=", f"{slip}=", 1), slip, "Model Category").tables[0].problems
