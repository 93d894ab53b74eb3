"""Submitted results against what is recorded: every rule has a row that it finds, at its line and characters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.checking import Options, Verdict, check_target
from kg.checking.rules import rules
from kg.checking.submission import COLUMNS, looks_submitted, why_not_submitted
from kg.checking.submission.names import near_methods, read_settings
from kg.checking.submission.recorded import Recorded
from kg.checking.submission.rows import split_cells
from kg.errors import SourceError
from tests.checking.conftest import Check
from tests.conftest import ROOT

REGISTRY = ROOT / "data" / "registry"
HEADER = "method,value,metric,benchmark,unit,split,config,paper"
GOOD = "NewNet-9B,41.5,accuracy,med-cmr-multiple-choice,PERCENT,,,2512.00818"


def checked(build: Path, file: Path, text: str, **options: object) -> Verdict:
    file.write_text(text, encoding="utf-8")
    return check_target(file, None, Options(registry=REGISTRY, build=build, **options))  # type: ignore[arg-type]


def found(verdict: Verdict) -> list[tuple[str, str, str, str]]:
    return [(f.rule, f.severity, f.places[0].partition(":")[2], f.printed[0]) for f in verdict.report.findings]


def test_a_good_row_is_a_new_method_and_nothing_else(build: Path, tmp_path: Path) -> None:
    verdict = checked(build, tmp_path / "rows.csv", f"{HEADER}\n{GOOD}\n")
    assert verdict.kind == "submitted results"
    assert verdict.is_clean
    assert found(verdict) == [("S5", "Info", "2:1", "NewNet-9B")]
    assert verdict.written("text").startswith("Conforms: 0 violation(s), 0 warning(s), 1 note(s); 1 rows checked.")


ONE = {
    "S3": ('NewNet-9B,"41,5",accuracy,med-cmr-multiple-choice,PERCENT,,,', "Violation", "2:2", "41,5"),
    "S4": ("Ours,41.5,accuracy,med-cmr-multiple-choice,PERCENT,,,", "Violation", "2:1", "Ours"),
    "S5": ("qwen2.5 vl 7b,41.5,accuracy,med-cmr-multiple-choice,PERCENT,,,", "Warning", "2:1", "qwen2.5 vl 7b"),
    "S6": ("NewNet-9B,41.5,acuracy,med-cmr-multiple-choice,PERCENT,,,", "Violation", "2:3", "acuracy"),
    "S7": ("NewNet-9B,41.5,accuracy,med-cmrr,PERCENT,,,", "Violation", "2:4", "med-cmrr"),
    "S9": ("NewNet-9B,41.5,accuracy,med-cmr-multiple-choice,SEC,,,", "Violation", "2:5", "SEC"),
    "S10": ("NewNet-9B,41.5,accuracy,med-cmr-multiple-choice,,,,", "Warning", "2:2", "41.5"),
    "S11": ("NewNet-9B,100.01,accuracy,med-cmr-multiple-choice,PERCENT,,,", "Violation", "2:2", "100.01"),
    "S12": ("NewNet-9B,0.42,accuracy,med-cmr-multiple-choice,PERCENT,,,", "Warning", "2:2", "0.42"),
    "S13": ("NewNet-9B,41.5,Dice,mr-medseg-val,PERCENT,test,,", "Violation", "2:6", "test"),
    "S14": ("GPT-5,57.81,accuracy,med-cmr-multiple-choice,PERCENT,,,", "Warning", "2:2", "57.81"),
    "S15": ("GPT-5,57.18,accuracy,med-cmr-multiple-choice,PERCENT,,,2512.00818", "Violation", "2:2", "57.18"),
    "S16": ("GPT-5,57.18,accuracy,med-cmr-multiple-choice,PERCENT,,,2510.00001", "Warning", "2:2", "57.18"),
    "S18": ("NewNet-9B,41.5,accuracy,med-cmr-multiple-choice,PERCENT,,five shots,", "Violation", "2:7", "five shots"),
    "S19": ("NewNet-9B,41.5,Dice,mr-medseg-val,PERCENT,val,shots=5,", "Info", "2:7", "shots=5"),
    "S20": ("NewNet-9B,41.5,accuracy,med-cmr-multiple-choice,PERCENT,,,the paper", "Violation", "2:8", "the paper"),
    "S23": ("NewNet-9B,35.98,accuracy,med-cmr-multiple-choice-su,PERCENT,,,", "Warning", "2:2", "35.98"),
    "S26": ("NewNet-9B,41.5,Dice,med-cmr-multiple-choice,PERCENT,,,", "Warning", "2:3", "Dice"),
    "S24": ("NewNet-9B,41.5,accuracy", "Violation", "2:1", "NewNet-9B"),
}


@pytest.mark.parametrize("rule", ONE)
def test_a_rule_finds_its_row_at_its_cell(build: Path, tmp_path: Path, rule: str) -> None:
    row, severity, place, printed = ONE[rule]
    text = f"{HEADER}\n{row}\n"
    verdict = checked(build, tmp_path / "rows.csv", text)
    others = [line for line in found(verdict) if line[0] != rule and line[1] != "Info"]
    # A row from another paper than any known one tells so as well, by a note.
    assert found(verdict).count((rule, severity, place, printed)) == 1, verdict.written("text")
    assert others == [], verdict.written("text")
    entry = next(e for e in verdict.entries if e.rule == rule)
    spot = entry.spots[0]
    assert spot.line == 2
    assert spot.start is not None
    assert text.splitlines()[1][spot.start - 1 : spot.end and spot.end - 1].strip('"') == printed
    assert entry.found
    assert entry.expected
    assert entry.remedy == rules()[rule].remedy
    assert verdict.is_clean is (severity != "Violation")


def test_the_rules_that_need_more_than_one_row_or_another_column(build: Path, tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    assert ("S1", "Violation", "1:1", "method") in found(checked(build, file, "method,value\nA,1\n", kind="submission"))
    assert found(checked(build, file, f"{HEADER},teamname\n{GOOD},x\n"))[0] == ("S2", "Warning", "1:9", "teamname")
    assert "notes is near" in checked(build, file, f"{HEADER},notess\n{GOOD},x\n").written("text")
    boards = "method,value,leaderboard,metric,unit\nNewNet-9B,50,med-cmr-open,VA,UNITLESS\n"
    assert ("S8", "Violation", "2:3", "med-cmr-open") in found(checked(build, file, boards))
    twice = checked(build, file, f"{HEADER}\n{GOOD}\n{GOOD.replace('41.5', '42.5')}\n{GOOD}\n")
    assert [line[:3] for line in found(twice) if line[0] == "S17"] == [
        ("S17", "Violation", "3:2"),
        ("S17", "Warning", "4:2"),
    ]
    direction = f"{HEADER},direction,date\n{GOOD},lower is better,2025-13\n"
    assert [line for line in found(checked(build, file, direction)) if line[0] != "S5"] == [
        ("S21", "Violation", "2:9", "lower is better"),
        ("S22", "Violation", "2:10", "2025-13"),
    ]
    assert set(ONE) | {"S1", "S2", "S8", "S17", "S21", "S22", "S25", "S27"} == {n for n in rules() if n.startswith("S")}


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("50±1", "50±1 is more than a plain decimal; write 50."),
        ('"50 [48, 52]"', "50 [48, 52] is more than a plain decimal; write 50."),
        ("50 (+1.3)", "50 (+1.3) is more than a plain decimal; write 50."),
        ("1e1", "1e1 is more than a plain decimal; write 10."),
        ("**50.5**", "**50.5** is more than a plain decimal; write 50.5."),
        ("50%", "50% is more than a plain decimal; write 50."),
        ("−5", "−5 is more than a plain decimal; write -5."),
    ],
)
def test_a_value_is_digits_and_a_point(build: Path, tmp_path: Path, printed: str, told: str) -> None:
    row = f"NewNet-9B,{printed},accuracy,med-cmr-multiple-choice,PERCENT,,,"
    verdict = checked(build, tmp_path / "rows.csv", f"{HEADER}\n{row}\n")
    (finding,) = verdict.report.of("Violation")
    assert (finding.rule, finding.message) == ("S3", f"S3 A value MUST be a plain decimal number; {told}")
    assert finding.printed == (printed.strip('"'),)


@pytest.mark.parametrize("printed", ["41.5", "+41.5", "41.", ".5", "041.50"])
def test_a_plain_decimal_may_have_a_sign_and_zeros(build: Path, tmp_path: Path, printed: str) -> None:
    row = f"NewNet-9B,{printed},accuracy,med-cmr-multiple-choice,PERCENT,,,"
    assert [line[0] for line in found(checked(build, tmp_path / "rows.csv", f"{HEADER}\n{row}\n"))][-1] == "S5"


def test_two_columns_of_one_meaning_are_a_finding_and_none_wins(build: Path, tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    two = f"{HEADER},score\n{GOOD},99.5\n{GOOD.replace('41.5', '42.5')},99.5\n"
    assert found(checked(build, file, two)) == [("S25", "Violation", "1:2", "value")]
    (finding,) = checked(build, file, two).report.findings
    assert finding.printed == ("value", "score")
    assert finding.places == ("rows.csv:1:2", "rows.csv:1:9")
    assert finding.message.endswith("; value and score mean the same, the value.")
    same = f"{HEADER},value\n{GOOD},41.5\n"
    assert [line[0] for line in found(checked(build, file, same))] == ["S25"]
    half = f"{HEADER},score,note,id\n{GOOD},,a,b\n{GOOD.replace('9B,41.5', '8B,')},42.5,a,b\n"
    assert [line[0] for line in found(checked(build, file, half))] == ["S5", "S5"]  # each row says it once


def test_a_name_twice_in_an_object_of_yaml_is_a_finding(build: Path, tmp_path: Path) -> None:
    text = "leaderboard: med-cmr-open-ended\nunit: UNITLESS\nresults:\n- {method: N, metric: VA, value: 1, value: 2}\n"
    assert [line[:3] for line in found(checked(build, tmp_path / "a.yaml", text))] == [("S25", "Violation", "4:27")]
    again = text.replace(
        "value: 1, value: 2", "value: 2, unit: UNITLESS"
    )  # what a row says stands before what all share
    assert [line[0] for line in found(checked(build, tmp_path / "a.yaml", again))] == ["S5"]


def test_an_alias_of_yaml_names_its_cell_once(build: Path, tmp_path: Path) -> None:
    text = "leaderboard: med-cmr-open-ended\nunit: UNITLESS\nresults:\n- &a {method: N, metric: VA, value: 1}\n- *a\n"
    twice = next(e for e in checked(build, tmp_path / "a.yaml", text).entries if e.rule == "S17")
    assert [(spot.place, spot.printed) for spot in twice.spots] == [("a.yaml:4:37", "1")]


def test_bounds_belong_to_the_range_and_units_convert(build: Path, tmp_path: Path) -> None:
    rows = [GOOD.replace("NewNet-9B,41.5", f"M{n},{value}") for n, value in enumerate(("0", "100", "100.00"))]
    rows.append("M9,0.5781,accuracy,med-cmr-multiple-choice,FRACTION,,,")
    assert [
        line for line in found(checked(build, tmp_path / "r.csv", "\n".join((HEADER, *rows)))) if line[0] != "S5"
    ] == []
    same = "GPT-5,0.5781,accuracy,med-cmr-multiple-choice,FRACTION,,,"
    assert found(checked(build, tmp_path / "r.csv", f"{HEADER}\n{same}\n"))[0][0] == "S14"


def test_settings_make_another_result(build: Path, tmp_path: Path) -> None:
    """The recorded value stands under input=bbox input; without it the row is another result."""
    row = "MedSAM,70.0,Dice,mr-medseg-val,PERCENT,val,{},2511.12110"
    with_it = checked(build, tmp_path / "r.csv", f"{HEADER}\n{row.format('input=bbox input')}\n")
    assert [line[0] for line in found(with_it)] == ["S15"]
    without = checked(build, tmp_path / "r.csv", f"{HEADER}\n{row.format('')}\n")
    assert [line[:2] for line in found(without)] == [("S19", "Info")]


@pytest.mark.parametrize("name", ["rows.json", "rows.yaml", "rows.tsv", "semicolon.csv"])
def test_all_kinds_of_file_say_the_same(build: Path, tmp_path: Path, name: str) -> None:
    rows = [
        {"method": "GPT-5", "metric": "All Score", "value": "48.71", "unit": "UNITLESS"},
        {"method": "NewNet, 9B", "metric": "VA", "value": "101.5", "unit": "UNITLESS"},
    ]
    if name.endswith(".json"):
        text = json.dumps({"leaderboard": "med-cmr-open-ended", "results": rows}, indent="\t")
        text = text.replace('"101.5"', "101.5")
    elif name.endswith(".yaml"):
        text = "leaderboard: med-cmr-open-ended\nunit: UNITLESS\nresults:\n"
        text += "".join(f"- {{method: '{r['method']}', metric: {r['metric']}, value: {r['value']}}}\n" for r in rows)
    else:
        mark = "\t" if name.endswith(".tsv") else ";"
        text = mark.join((*rows[0], "leaderboard")) + "\r\n"
        text += "".join(mark.join((*r.values(), "med-cmr-open-ended")) + "\r\n" for r in rows)
    file = tmp_path / name
    verdict = checked(build, file, text)
    assert [line[0] for line in found(verdict)] == ["S11", "S16", "S5"]
    spot = next(e for e in verdict.entries if e.rule == "S11").spots[0]
    assert spot.line is not None
    assert spot.start is not None
    assert spot.end is not None
    assert text.splitlines()[spot.line - 1][spot.start - 1 : spot.end - 1] == "101.5"


def test_rows_for_a_leaderboard_that_is_named_outside(build: Path, tmp_path: Path) -> None:
    text = "model,metric,score,unit\nNewNet-9B,Con,50.5,UNITLESS\n"
    verdict = checked(build, tmp_path / "rows.csv", text, against="med-cmr-open-ended", kind="submission")
    assert [line[:2] for line in found(verdict)] == [("S5", "Info")]


def test_without_a_build_the_pages_are_what_is_recorded(tmp_path: Path) -> None:
    verdict = checked(tmp_path / "no-build", tmp_path / "rows.csv", f"{HEADER}\n{ONE['S15'][0]}\n")
    assert [line[0] for line in found(verdict)] == ["S15"]
    assert verdict.context[0].startswith("Held against the 4 source pages in ")
    assert "57.81 recorded (med-cmr/page.txt:18:10)" in verdict.written("text")


def test_alone_asks_for_the_form_only(build: Path, tmp_path: Path) -> None:
    text = "\n".join((HEADER, GOOD, ONE["S7"][0], ONE["S15"][0], ONE["S3"][0], ONE["S18"][0]))
    verdict = checked(build, tmp_path / "rows.csv", text, alone=True)
    assert [line[0] for line in found(verdict)] == ["S3", "S18"]
    assert verdict.context == ("Checked alone: by its form, without registry and recorded results.",)


def test_a_benchmark_by_its_data_set_needs_what_tells_it_apart(build: Path, tmp_path: Path) -> None:
    row = "NewNet-9B,41.5,Dice,MR-MedSeg,PERCENT,{},input=bbox input,"
    assert [line[0] for line in found(checked(build, tmp_path / "r.csv", f"{HEADER}\n{row.format('val')}\n"))] == ["S5"]
    verdict = checked(build, tmp_path / "r.csv", f"{HEADER}\nNewNet-9B,41.5,accuracy,Med-CMR,PERCENT,,,\n")
    assert found(verdict)[0] == ("S7", "Violation", "2:4", "Med-CMR")
    assert "means 2 benchmarks: med-cmr-multiple-choice, med-cmr-open-ended" in verdict.written("text")


# -- files


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.json", '{"results": [}', "a.json:1:14: not JSON"),
        ("a.json", '{"results": 5}', "no list of results"),
        ("a.json", "[]", "no list of results"),
        ("a.json", '{"x": 1}', "no list of results"),
        ("a.json", '[{"method": "A", "method": "B", "value": 1, "metric": "m"}]', "'method' twice"),
        ("a.json", "[" * 100_000, "a.json"),
        ("a.yaml", "results: [", "a.yaml:1"),
        ("a.yaml", "- a\n  b: [", "a.yaml:"),
        ("a.csv", "", "holds no row"),
        ("a.csv", f"{HEADER}\n", "a.csv: a header and no row; give one line for each result"),
        ("a.tsv", "method\tvalue\n\t\n\n", "a.tsv: a header and no row; give one line for each result"),
        ("a.csv", 'method,value\n"A,1\n', "a.csv:2: a quote is opened here and never closed"),
        ("a.csv", "\0", "NUL bytes"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line_with_its_place(
    check: Check, tmp_path: Path, name: str, text: str, told: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = check(tmp_path / name, "--as", "submission")
    assert (done.status, done.out) == (2, "")
    assert told in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("text", ["[5]", '[{"method": ["A"], "value": 1, "metric": "m"}]'])
def test_a_row_that_is_none_is_a_finding(build: Path, tmp_path: Path, text: str) -> None:
    verdict = checked(build, tmp_path / "a.json", text, kind="submission", against="med-cmr-open-ended")
    assert {f.rule for f in verdict.report.of("Violation")} & {"S1", "S24"}


@pytest.mark.parametrize(
    ("row", "place", "told"),
    [
        ('{"method": "B-7B",\n "value": [71.3, 3]}', "a.json:5:2", "value is not one value"),
        ("\n  55", "a.json:5:3", "a result is an object"),
    ],
)
def test_a_row_that_is_none_is_told_at_its_own_line(
    build: Path, tmp_path: Path, row: str, place: str, told: str
) -> None:
    text = f'{{"benchmark": "mr-medseg-val", "metric": "Dice",\n "results": [\n{{"method": "A", "value": 1}},\n{row}]}}'
    verdict = checked(build, tmp_path / "a.json", text, kind="submission")
    (entry,) = (entry for entry in verdict.entries if entry.rule == "S24")
    assert entry.spots[0].place == place
    assert told in entry.message


def test_a_page_is_no_submission_and_a_submission_no_page(tmp_path: Path) -> None:
    for name, text, expected in (
        ("wide.csv", "Model,Acc\nA,1\n", False),
        ("long.csv", "Model,Metric,Score\nA,acc,1\n", True),
        ("rows.tsv", "method\tvalue\tbenchmark\nA\t1\tb\n", True),
        ("broken.json", "{", False),
        ("page.md", "method,value,metric\n", False),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert looks_submitted(tmp_path / name) is expected, name
    (tmp_path / "source.toml").write_text('file = "long.csv"\n', encoding="utf-8")
    assert looks_submitted(tmp_path / "long.csv") is False


def test_cells_of_csv_keep_their_places() -> None:
    text = 'a,"b ""c"", d",e\r\n"x\ny", z ,\n'
    records = split_cells(text, ",", "f")
    assert [[cell.text for cell in record] for record in records] == [["a", 'b "c", d', "e"], ["x\ny", "z", ""]]
    assert [(c.line, c.cell, c.start) for c in records[0]] == [(1, 1, 1), (1, 2, 3), (1, 3, 16)]
    assert [(c.line, c.cell) for c in records[1]] == [(2, 1), (3, 2), (3, 3)]
    assert records[1][1].start == 5
    assert [c.text for c in split_cells('"a\tb\n', "\t", "f")[0]] == ['"a', "b"]  # no quotes in tab-separated text


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("", {}),
        ("{}", {}),
        ("shots=5; judge = X ", {"shots": "5", "judge": "X"}),
        ('{"shots": 5, "t": 0.70, "cot": true, "x": null}', {"shots": "5", "t": "0.70", "cot": "true"}),
        ("five", None),
        ("a=", None),
        ('{"a": [1]}', None),
        ("{", None),
        ("[1]", None),
    ],
)
def test_settings_are_read_exactly(text: str, settings: dict[str, str] | None) -> None:
    assert read_settings(text) == settings


def test_near_names_keep_their_digits(build: Path, tmp_path: Path) -> None:
    recorded = Recorded.open(Options(registry=REGISTRY, build=build), tmp_path)
    assert near_methods(recorded, "Lingshu 7B") == ["Lingshu-7B"]
    assert near_methods(recorded, "Lingshu-9B") == []
    assert near_methods(recorded, "GPT-6") == []
    assert "MedGemma-4B" in near_methods(recorded, "MedGema-4B")


def test_the_columns_are_described() -> None:
    page = (ROOT / "docs" / "validation.md").read_text(encoding="utf-8")
    for column, names in COLUMNS.items():
        assert f"| `{column}` |" in page, column
        assert all(f"`{name}`" in page for name in names), column


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (
            "rows.csv",
            "model,acc\nNewNet-9B,41.5\n",
            "no column value and no column metric, benchmark or leaderboard, but",
        ),
        ("rows.csv", "", "holds no row"),
        ("rows.json", '{"results":', "rows.json:1:12: not JSON"),
        (
            "rows.json",
            '[{"method": "a", "method": "b"}]',
            "rows.json:1:18: an object has 'method' twice, first in line 1",
        ),
        ("rows.json", '{"a": 1}', "kg import reads files of other forms"),
        ("rows.yaml", "a: &a [*a]\n", "no list of results"),
        ("rows.yaml", "results: [", "rows.yaml:1:11"),
    ],
)
def test_what_keeps_a_file_from_being_read_as_rows_is_told(
    build: Path, tmp_path: Path, name: str, text: str, told: str
) -> None:
    """A table is tried as a page, too, and is none: both reasons are told; JSON and YAML are never a page."""
    with pytest.raises(SourceError) as error:
        checked(build, tmp_path / name, text)
    assert ("nor are these submitted results: " in str(error.value)) == (name == "rows.csv")
    assert ("pipe table" in str(error.value)) == (name == "rows.csv")
    assert told in str(error.value)
    assert why_not_submitted(tmp_path / name)


def test_a_page_that_is_no_table_is_no_file_of_rows(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("nothing\n")
    assert why_not_submitted(tmp_path / "page.md") == ""
    with pytest.raises(SourceError) as error:
        check_target(tmp_path / "page.md", None, Options(registry=REGISTRY))
    assert "submitted" not in str(error.value)
