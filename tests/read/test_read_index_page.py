"""Index pages: a miniature page of our own, and what happens when it is spoiled."""

from __future__ import annotations

import pytest

from kg.errors import SourceError
from kg.read import read_page
from kg.read.cells import Page, Row
from kg.read.index_sections import labelled, read_settings

HEAD = """\
# Wound Segmentation on WSD-5 (test)

Source: [Wound Segmentation on WSD-5 (test)](<https://example.org/sota/wound-seg-wsd-5-test>)

Collection index: [llms.txt](<https://example.org/llms.txt>)

Data updated: 2026-02-03T04:05:06.007Z

Evaluation of wound segmentation on the test split of WSD-5.

A research result applies to its stated dataset, split, metric and evaluation configuration. The best result \
recorded here is not a claim of exhaustive, current global coverage.

| Scope | Recorded value |
| --- | --- |
| Task | Wound Segmentation |
| Dataset (including any stated split) | WSD-5 (test) |
| Metric | Dice |
| Unit | PERCENT |
| Direction | Higher is better |
| Results loaded | 3 of 4 |
| Coverage | All results currently returned for this benchmark |

Evaluation settings may differ between results. A shared metric name alone does not establish an identical protocol.

## Metrics

- [Dice](<https://example.org/m.md?metric=Dice>): Higher is better; unit: PERCENT.

- [HD95](<https://example.org/m.md?metric=HD95>): Lower is better; unit: MilliM.

## Recorded results
"""

TABLE = """
| Method | Dice | Result date | Report paper |
| --- | --- | --- | --- |
| AlphaNet | 50.3 | Not recorded | 691bfdf4 |
| BetaNet + C | 33 | 2025-01-02 | 691bfdf4 |
| BetaNet | 17.4 | Not recorded | Not recorded |
"""

SECTIONS = """
### AlphaNet

Dice: 50.3. Result ID: 69b1aa.

[Reporting paper](<https://example.org/paper/691bfdf4.md>)

[Method origin paper](<https://example.org/paper/68fa78.md>)

Recorded evaluation configuration: {"Independent (T)":"true"}. This record does not assert independent reproduction.

### BetaNet + C

Dice: 33. Result ID: 69b1bb.

[Reporting paper](<https://example.org/paper/691bfdf4.md>)

Recorded evaluation configuration: {"input":"bbox, point","shots":5}. This record does not assert independent \
reproduction.

### BetaNet

Dice: 17.4. Result ID: 69b1cc.

Recorded evaluation configuration: {}. This record does not assert independent reproduction.

Page 1 of 1. This is an index page, not the full collection.
"""

STATEMENT = "This record does not assert independent reproduction."


def page(table: str = TABLE, sections: str = SECTIONS, head: str = HEAD) -> Page:
    return read_page((head + table + sections).encode(), "wsd.md")


def values(row: Row) -> list[str]:
    return [cell.text for cell in row.cells]


def details(row: Row) -> dict[str, str]:
    return {detail.name: detail.value for detail in row.details}


def settings(row: Row) -> list[tuple[str, str]]:
    return [(setting.name, setting.value) for setting in row.settings]


def problems(read: Page) -> list[tuple[str, int]]:
    """Rule and lost cells of every finding, tables first."""
    found = [problem for table in read.tables for problem in table.problems] + list(read.problems)
    return [(problem.rule, problem.cells) for problem in found]


def section(method: str, values_: str, config: str = "{}") -> str:
    return f"\n### {method}\n\n{values_}\n\nRecorded evaluation configuration: {config}. {STATEMENT}\n"


def test_the_whole_page() -> None:
    read = page()
    assert problems(read) == []
    assert read.format == "index-page"
    assert [(fact.name, fact.value) for fact in read.facts] == [
        ("title", "Wound Segmentation on WSD-5 (test)"),
        ("url", "https://example.org/sota/wound-seg-wsd-5-test"),
        ("updated", "2026-02-03T04:05:06.007Z"),
        ("description", "Evaluation of wound segmentation on the test split of WSD-5."),
        (
            "comparability",
            "A research result applies to its stated dataset, split, metric and evaluation configuration.",
        ),
        ("coverage", "The best result recorded here is not a claim of exhaustive, current global coverage."),
        ("task", "Wound Segmentation"),
        ("dataset", "WSD-5 (test)"),
        ("metric", "Dice"),
        ("unit", "PERCENT"),
        ("direction", "Higher is better"),
        ("results-loaded", "3"),
        ("results-stated", "4"),
        ("coverage", "All results currently returned for this benchmark"),
        ("comparability", "Evaluation settings may differ between results."),
        ("comparability", "A shared metric name alone does not establish an identical protocol."),
        ("coverage", "Page 1 of 1."),
        ("coverage", "This is an index page, not the full collection."),
    ]
    assert [(m.name, m.direction, m.unit) for m in read.metrics] == [
        ("Dice", "Higher is better", "PERCENT"),
        ("HD95", "Lower is better", "MilliM"),
    ]
    (table,) = read.tables
    assert table.headings == ("Recorded results",)
    assert [(c.number, c.name) for c in table.columns] == [
        (1, "Method"),
        (2, "Dice"),
        (3, "Result date"),
        (4, "Report paper"),
    ]
    assert [values(row) for row in table.rows] == [
        ["AlphaNet", "50.3", "Not recorded", "691bfdf4"],
        ["BetaNet + C", "33", "2025-01-02", "691bfdf4"],
        ["BetaNet", "17.4", "Not recorded", "Not recorded"],
    ]
    assert [row.line for row in table.rows] == [35, 36, 37]
    assert [settings(row) for row in table.rows] == [
        [("Independent (T)", "true")],
        [("input", "bbox, point"), ("shots", "5")],
        [],
    ]
    assert [details(row) for row in table.rows] == [
        {
            "result-date": "Not recorded",
            "reporting-paper": "691bfdf4",
            "result-id": "69b1aa",
            "origin-paper": "68fa78",
            "statement": STATEMENT,
        },
        {
            "result-date": "2025-01-02",
            "reporting-paper": "691bfdf4",
            "result-id": "69b1bb",
            "statement": STATEMENT,
        },
        {"result-date": "Not recorded", "result-id": "69b1cc", "statement": STATEMENT},
    ]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_and_byte_order_mark_change_nothing(end: str) -> None:
    text = HEAD + TABLE + SECTIONS
    assert read_page(b"\xef\xbb\xbf" + text.replace("\n", end).encode(), "wsd.md") == page()


def test_other_heading_words_column_order_and_lower_is_better() -> None:
    head = HEAD.replace("## Metrics", "## What is measured").replace("## Recorded results", "## Scoreboard")
    head = head.replace("| Metric | Dice |", "| METRIC (headline) | HD95 |").replace("Scope | Recorded", "Key | The")
    table = "\n| HD95 (mm) ↓ | Paper | Model |\n|---:|---|---|\n| 7.04 | 691bfdf4 | AlphaNet |\n| 9 | — | BetaNet |\n"
    sections = section("AlphaNet", "HD95: 7.04. Result ID: a.") + section("BetaNet", "HD95: 9. Result ID: b.")
    read = page(table, sections, head)
    assert problems(read) == []
    assert read.fact("metric") == "HD95"
    assert read.tables[0].headings == ("Scoreboard",)
    assert [m.name for m in read.metrics] == ["Dice", "HD95"]
    assert [values(row) for row in read.tables[0].rows] == [["7.04", "691bfdf4", "AlphaNet"], ["9", "—", "BetaNet"]]
    assert [details(row).get("result-id") for row in read.tables[0].rows] == ["a", "b"]
    assert [details(row).get("reporting-paper") for row in read.tables[0].rows] == ["691bfdf4", None]


def test_metric_lines_with_parts_left_out() -> None:
    head = HEAD.replace(
        "- [HD95](<https://example.org/m.md?metric=HD95>): Lower is better; unit: MilliM.",
        "- HD95: Lower is better.\n- [ASSD](<u>)\n- F1: macro: unit: PERCENT\n* NSD",
    )
    assert [(m.name, m.direction, m.unit) for m in page(head=head).metrics] == [
        ("Dice", "Higher is better", "PERCENT"),
        ("HD95", "Lower is better", ""),
        ("ASSD", "", ""),
        ("F1: macro", "", "PERCENT"),
        ("NSD", "", ""),
    ]


def test_thirty_value_columns_and_sections_with_several_metrics() -> None:
    names = [f"M{n}" for n in range(30)]
    cells = [f"{n}.5" for n in range(30)]
    table = f"\n| Method | {' | '.join(names)} |\n|{'---|' * 31}\n| A | {' | '.join(cells)} |\n"
    stated = " ".join(f"{name}: {cell}." for name, cell in zip(names, cells, strict=True))
    read = page(table, section("A", f"{stated} Result ID: r1.", '{"a":"x","b":"y"}'))
    assert problems(read) == []
    (row,) = read.tables[0].rows
    assert values(row) == ["A", *cells]
    assert settings(row) == [("a", "x"), ("b", "y")]
    assert details(row)["result-id"] == "r1"


def test_short_and_long_rows_are_rejected_and_the_others_stay() -> None:
    table = TABLE.replace(
        "| BetaNet + C | 33 | 2025-01-02 | 691bfdf4 |",
        "| BetaNet + C | 33 | 2025-01-02 |\n| Extra | 1 | 2 | 3 | 4 |\n|  | 9 | x | y |",
    )
    read = page(table)
    assert [values(row)[:2] for row in read.tables[0].rows] == [["AlphaNet", "50.3"], ["BetaNet", "17.4"]]
    assert problems(read) == [
        ("row-cell-count", 1),
        ("row-cell-count", 1),
        ("row-without-method", 1),
        # The section of the broken row does not come back as a row by another door.
        ("section-of-broken-row", 0),
    ]
    assert read.tables[0].problems[0].place.line == 36
    assert read.tables[0].problems[0].printed == "| BetaNet + C | 33 | 2025-01-02 |"


def test_a_section_without_a_row_is_a_row() -> None:
    read = page(sections=section("DeltaNet", "Dice: 12.5. Result ID: d1.", '{"k":"v"}') + SECTIONS)
    assert problems(read) == [("section-without-row", 0)]
    row = read.tables[0].rows[-1]
    assert values(row) == ["DeltaNet", "12.5", "", ""]
    assert (row.line, row.cells[0].line, row.cells[1].line) == (39, 39, 41)
    assert settings(row) == [("k", "v")]
    assert details(row) == {"result-id": "d1", "statement": STATEMENT}


def test_a_row_without_a_section_stays_with_a_warning() -> None:
    read = page(TABLE + "| DeltaNet | 12.5 | Not recorded | 691bfdf4 |\n")
    assert problems(read) == [("row-without-section", 0)]
    assert values(read.tables[0].rows[-1])[:2] == ["DeltaNet", "12.5"]
    assert read.tables[0].rows[-1].settings == ()


def test_a_row_that_repeats_another_and_has_no_section_of_its_own_is_not_published_twice() -> None:
    read = page(TABLE + "| AlphaNet | 50.3 | Not recorded | 691bfdf4 |\n")
    assert problems(read) == [("row-repeated", 1)]
    (problem,) = read.tables[0].problems
    assert problem.place.line == 38
    assert problem.reason == "the row repeats line 35, and only one result section is there for the two"
    assert problem.remedy == "take one of lines 35 and 38 out, or add the result section of this row"
    assert [values(row)[0] for row in read.tables[0].rows] == ["AlphaNet", "BetaNet + C", "BetaNet"]


def test_a_method_misspelt_in_its_row_alone_is_told_with_its_section() -> None:
    read = page(TABLE.replace("| AlphaNet ", "| AlhpaNet "))
    assert problems(read) == [("section-without-row", 0), ("row-without-section", 0)]
    for problem in read.tables[0].problems:
        assert problem.reason.startswith("AlhpaNet (wsd.md:35) has no result section, and AlphaNet (wsd.md:")
        assert problem.reason.endswith("which states its value, has no row: one may be the other's slip")
        assert problem.remedy == "print one name in both, if they are one method"


def test_a_page_without_sections_has_one_warning() -> None:
    read = page(sections="")
    assert problems(read) == [("no-result-sections", 0)]
    assert len(read.tables[0].rows) == 3


def test_a_value_that_table_and_section_print_differently_is_in_no_row() -> None:
    read = page(sections=SECTIONS.replace("Dice: 33. ", "Dice: 33.1. "))
    assert problems(read) == [("table-and-section-disagree", 1)]
    (problem,) = read.tables[0].problems
    assert str(problem.place) == "wsd.md:36:2"
    assert problem.printed == "33"
    assert "wsd.md:51 states '33.1'" in problem.reason
    assert [values(row)[0] for row in read.tables[0].rows] == ["AlphaNet", "BetaNet"]


def test_the_other_values_of_a_row_that_is_kept_out_are_counted() -> None:
    table = "\n| Method | Dice | HD95 | NSD |\n|---|---|---|---|\n| A | 1 | 2 | 3 |\n"
    read = page(table, section("A", "Dice: 1. HD95: 2.5. NSD: 3. Result ID: r."))
    assert read.tables[0].rows == ()
    assert problems(read) == [("table-and-section-disagree", 1), ("row-kept-out", 2)]


def test_the_same_number_in_another_form_is_no_disagreement() -> None:
    sections = SECTIONS.replace("Dice: 33. ", "Dice: 33.0. ").replace("Dice: 17.4", "Dice: 17.40")
    read = page(sections=sections)
    assert problems(read) == []
    assert values(read.tables[0].rows[1])[1] == "33"


@pytest.mark.parametrize(
    "config",
    [
        '{"input":"bbox',
        "{input: bbox}",
        '["bbox"]',
        '"bbox"',
        "null",
        '{"a":"1","a":"2"}',
        '{"a":"\\ud800"}',
        "",
        "{'a':'b'}",
        pytest.param("[" * 100_000, id="deep list"),
        pytest.param('{"a":' * 100_000, id="deep object"),
    ],
)
def test_unreadable_settings_never_become_no_settings(config: str) -> None:
    read = page(sections=SECTIONS.replace('{"Independent (T)":"true"}', config))
    assert problems(read) == [("settings-unreadable", 1)]
    assert [values(row)[0] for row in read.tables[0].rows] == ["BetaNet + C", "BetaNet"]
    assert read.tables[0].problems[0].place.line == 47


def test_settings_keep_their_json_text() -> None:
    text = '{"s":"a \\"b\\" ü","n":1.0,"e":1e5,"b":true,"z":null,"l":[1, "x"],"o":{"k": 0.50},"":""}'
    pairs, end = read_settings(text + ". Rest")
    assert pairs == (
        ("s", 'a "b" ü'),
        ("n", "1.0"),
        ("e", "1e5"),
        ("b", "true"),
        ("z", "null"),
        ("l", '[1, "x"]'),
        ("o", '{"k": 0.50}'),
        ("", ""),
    )
    assert end == len(text)


def test_settings_over_several_lines() -> None:
    config = '{\n  "a": "1",\n\n  "b": [1,\n 2]\n}'
    read = page(sections=SECTIONS.replace('{"Independent (T)":"true"}', config))
    assert problems(read) == []
    assert settings(read.tables[0].rows[0]) == [("a", "1"), ("b", "[1,\n2]")]
    assert details(read.tables[0].rows[0])["statement"] == STATEMENT


def test_rows_of_one_method_get_the_sections_with_their_values() -> None:
    table = "\n| Method | Dice |\n|---|---|\n| A | 10 |\n| A | 30 |\n| A | 20 |\n| A | 20 |\n"
    sections = (
        section("A", "Dice: 20. Result ID: r1.", '{"n":"1"}')
        + section("A", "Dice: 10. Result ID: r2.", '{"n":"2"}')
        + section("A", "Dice: 20. Result ID: r3.", '{"n":"3"}')
        + section("A", "Dice: 30. Result ID: r4.", '{"n":"4"}')
    )
    read = page(table, sections)
    assert problems(read) == []
    got = [(values(row)[1], details(row)["result-id"], settings(row)) for row in read.tables[0].rows]
    assert got == [
        ("10", "r2", [("n", "2")]),
        ("30", "r4", [("n", "4")]),
        ("20", "r1", [("n", "1")]),
        ("20", "r3", [("n", "3")]),
    ]


def test_several_unmatched_rows_and_sections_of_one_method_are_all_kept_out() -> None:
    table = "\n| Method | Dice |\n|---|---|\n| A | 10 |\n| A | 30 |\n| A | 40 |\n| B | 1 |\n"
    sections = section("A", "Dice: 11. Result ID: r1.") + section("A", "Dice: 31. Result ID: r2.")
    read = page(table, sections + section("B", "Dice: 1. Result ID: r3."))
    assert [values(row) for row in read.tables[0].rows] == [["B", "1"]]
    assert problems(read) == [
        ("table-and-section-disagree", 1),
        ("table-and-section-disagree", 1),
        ("row-kept-out", 1),
    ]


def test_a_row_may_have_one_section_for_each_metric() -> None:
    table = "\n| Method | Dice | HD95 |\n|---|---|---|\n| A | 1 | 2 |\n| B | 3 | 4 |\n"
    sections = (
        section("A", "Dice: 1. Result ID: r1.", '{"k":"v"}')
        + section("A", "HD95: 2. Result ID: r2.", '{"k":"v"}')
        + section("B", "Dice: 3. Result ID: r3.", '{"k":"v"}')
        + section("B", "HD95: 4. Result ID: r4.", '{"k":"w"}')
    )
    read = page(table, sections)
    assert [values(row) for row in read.tables[0].rows] == [["A", "1", "2"]]
    assert [d.value for d in read.tables[0].rows[0].details if d.name == "result-id"] == ["r1", "r2"]
    assert problems(read) == [("settings-disagree", 2)]


def test_a_value_for_a_metric_without_a_column_is_counted() -> None:
    read = page(sections=SECTIONS.replace("Dice: 33. ", "Dice: 33. HD95: 8.1. "))
    assert problems(read) == [("section-value-without-column", 1)]
    assert len(read.tables[0].rows) == 3


def test_reporting_papers_that_disagree_are_not_taken() -> None:
    sections = SECTIONS.replace("paper/691bfdf4.md>)\n\n[Method", "paper/0bad.md>)\n\n[Method")
    read = page(sections=sections)
    assert problems(read) == [("reporting-paper-disagrees", 0)]
    assert "reporting-paper" not in details(read.tables[0].rows[0])
    assert details(read.tables[0].rows[0])["origin-paper"] == "68fa78"


def test_papers_are_ids_or_links() -> None:
    table = TABLE.replace("| 691bfdf4 |", "| [Alpha](<https://example.org/paper/691bfdf4.md>) |", 1)
    table = table.replace("17.4 | Not recorded | Not recorded", "17.4 | Not recorded | <https://arxiv.org/abs/2501.1>")
    read = page(table)
    assert problems(read) == []
    assert [details(row)["reporting-paper"] for row in read.tables[0].rows] == [
        "691bfdf4",
        "691bfdf4",
        "https://arxiv.org/abs/2501.1",
    ]


def test_odd_method_names_stay_as_printed() -> None:
    names = ["NA", "None", "nan", "NULL", 'B "large', "k=5-NN", "Net2024.05", "Task 2"]
    table = "\n| Method | Dice |\n|---|---|\n" + "".join(f"| {name} | {n}.5 |\n" for n, name in enumerate(names))
    table += "| `A|B` | 8.5 |\n| C\\|D | 9.5 |\n"
    sections = "".join(section(name, f"Dice: {n}.5. Result ID: r{n}.") for n, name in enumerate([*names, "A|B", "C|D"]))
    read = page(table, sections)
    assert problems(read) == []
    assert [values(row) for row in read.tables[0].rows] == [
        [name, f"{n}.5"] for n, name in enumerate([*names, "A|B", "C|D"])
    ]
    assert [details(row)["result-id"] for row in read.tables[0].rows] == [f"r{n}" for n in range(10)]


def test_marks_around_a_name_do_not_part_it_from_its_section() -> None:
    table = "\n| Method | Dice |\n|---|---|\n| **A** | **1** |\n| [B](<u>) | 2 |\n| `C|D` | 3 |\n| E | 4 |\n"
    sections = "".join(
        section(name, f"Dice: {n}. Result ID: r{n}.") for n, name in enumerate(["A", "B", "`C|D`", "[**E**](<u>)"], 1)
    )
    read = page(table, sections)
    assert problems(read) == []
    assert [values(row) for row in read.tables[0].rows] == [["A", "1"], ["B", "2"], ["C|D", "3"], ["E", "4"]]
    assert [details(row)["result-id"] for row in read.tables[0].rows] == ["r1", "r2", "r3", "r4"]


def test_optional_columns_may_be_missing() -> None:
    read = page("\n| Method | Dice |\n|---|---|\n| AlphaNet | 50.3 |\n")
    assert values(read.tables[0].rows[0]) == ["AlphaNet", "50.3"]
    assert details(read.tables[0].rows[0])["reporting-paper"] == "691bfdf4"
    assert problems(read)[:1] == [("section-without-row", 0)]


def test_text_of_a_section_that_is_not_understood_is_reported() -> None:
    read = page(sections=SECTIONS.replace("Result ID: 69b1bb.", "Result ID: 69b1bb.\n\nTrained on the test split."))
    assert problems(read) == [("section-text-not-read", 0)]
    assert read.problems[0].printed == "Trained on the test split"
    assert read.problems[0].place.line == 53


def test_rows_outside_a_table_and_other_tables_are_counted() -> None:
    extra = "\nSome text.\n\n| LostNet | 12 | x | y |\n\n| Split | Cases |\n|---|---|\n| test | 40 |\n"
    read = page(TABLE + extra)
    assert problems(read) == [("table-not-understood", 1), ("stray-table-row", 1)]


def test_scope_facts_that_are_not_known() -> None:
    head = HEAD.replace("| Unit | PERCENT |", "| Language | English |\n| Unit | a | b |").replace("3 of 4", "some")
    read = page(head=head)
    assert problems(read) == [
        ("scope-key-unknown", 0),
        ("scope-row-cell-count", 0),
        ("results-loaded-unclear", 0),
    ]


def test_facts_without_blank_lines_between() -> None:
    text = HEAD.replace("\n\nCollection", "\nCollection").replace("\n\nData", "\nData").replace("Z\n\n", "Z\n")
    read = page(head=text)
    assert read.fact("url") == "https://example.org/sota/wound-seg-wsd-5-test"
    assert read.fact("updated") == "2026-02-03T04:05:06.007Z"
    assert read.fact("description") == "Evaluation of wound segmentation on the test split of WSD-5."


def test_labels_may_hold_full_stops_if_they_are_known() -> None:
    assert labelled("Acc. (top-1): 5.5. mIoU: 4. Result ID: x.", ["Acc. (top-1)"]) == (
        [("Acc. (top-1)", "5.5"), ("mIoU", "4"), ("Result ID", "x")],
        "",
    )


def test_a_page_without_results_table_is_refused() -> None:
    with pytest.raises(SourceError, match=r"no results table found in wsd\.md"):
        page(table="")
