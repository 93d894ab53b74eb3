"""``kg import A --check --against B``: two forms of one table, what both hold and where they differ."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from kg.comparability.forms import Form, FormsCompared, Outcome, compare_forms, letters, read_form
from kg.comparability.formtelling import as_data, taken_for_one
from kg.errors import SourceError
from kg.registry import Registry, load_registry
from kg.resources import registry_folder
from tests.conftest import REFERENCE, ROOT

PAGE = """\
<h1>Widgets-50 (test)</h1>
<table>
<tr><th>Model</th><th>Accuracy (%)</th><th>Dice</th><th>HD95 (mm)</th></tr>
<tr><td>NetA*</td><td>91.40</td><td>0.81</td><td>4.25</td></tr>
<tr><td>Net-B</td><td>88.1</td><td>0.77</td><td>5.0</td></tr>
<tr><td>NetC</td><td>86.0</td><td>-</td><td>6.1</td></tr>
</table>
<p>* trained on more data</p>
"""
#: The same as a spreadsheet gives it: fractions, more digits, a row more; NetA's Dice and NetC's HD95 differ.
SHEET = """\
model,dataset,split,accuracy,Dice,HD95 (mm)
NetA,Widgets-50,test,0.9140,0.91,4.25
net_b,Widgets-50,test,0.881,0.7702,5.00
NetC,Widgets-50,test,0.860,0.70,4.25
NetD,Widgets-50,test,0.850,0.69,7.5
"""


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load_registry(registry_folder())


def form(registry: Registry, folder: Path, name: str, text: str) -> Form:
    (folder / name).write_text(text, encoding="utf-8")
    return read_form(str(folder / name), registry)


@pytest.fixture
def found(registry: Registry, tmp_path: Path) -> FormsCompared:
    return compare_forms(form(registry, tmp_path, "board.html", PAGE), form(registry, tmp_path, "widgets.csv", SHEET))


def test_what_is_in_both_is_counted(found: FormsCompared) -> None:
    assert {outcome: len(found.of(outcome)) for outcome in Outcome} == {
        Outcome.SAME: 5,
        Outcome.ROUNDED: 1,
        Outcome.DIFFER: 2,
    }
    assert [(c.method, c.metric.key, c.value) for c in found.only_b] == [
        ("NetC", "dice", Decimal("0.70")),
        ("NetD", "accuracy", Decimal("0.850")),
        ("NetD", "dice", Decimal("0.69")),
        ("NetD", "hausdorff-95", Decimal("7.5")),
    ]
    assert found.only_a == ()
    assert found.unclear == ()
    assert found.status == 1


def test_the_two_that_differ_are_told_with_both_places(found: FormsCompared) -> None:
    told = [
        (p.a.method, p.a.metric.key, p.a.value, p.b.value, p.a.place.line, p.b.place.line)
        for p in found.of(Outcome.DIFFER)
    ]
    assert told == [
        ("NetA", "dice", Decimal("0.81"), Decimal("0.91"), 4, 2),
        ("NetC", "hausdorff-95", Decimal("6.1"), Decimal("4.25"), 6, 4),
    ]


def test_a_value_told_with_fewer_digits_agrees_and_is_said_to_be_rounded(found: FormsCompared) -> None:
    (pair,) = found.of(Outcome.ROUNDED)
    assert (pair.a.method, pair.a.value, pair.b.value) == ("Net-B", Decimal("0.77"), Decimal("0.7702"))


def test_other_spellings_are_taken_for_one_aloud(found: FormsCompared) -> None:
    assert [((t.what, t.a, t.b), n) for t, n in taken_for_one(found)] == [(("method", "Net-B", "net_b"), 3)]


def test_a_value_under_the_neighbouring_heading_is_pointed_at(registry: Registry, tmp_path: Path) -> None:
    head = "# Widgets-50 (test)\n\n| Model | Precision | Recall | F1 |\n|---|---|---|---|\n"
    a = form(registry, tmp_path, "a.md", head + "| NetA | 71.5 | 62.0 | 66.4 |\n")
    b = form(registry, tmp_path, "b.md", head + "| NetA | 71.5 | 66.4 | 66.4 |\n")
    (pair,) = compare_forms(a, b).of(Outcome.DIFFER)
    assert [(side, cell.metric.key) for side, cell in pair.elsewhere] == [("A", "f1")]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("| T5-1.1 | 71.5 |", "| T51.1 | 71.5 |"),
        ("| Exo-7B | 71.5 |", "| Exo-70B | 71.5 |"),
        ("| Net | 71.5 |", "| Net+ | 71.5 |"),
    ],
)
def test_other_methods_are_never_paired(registry: Registry, tmp_path: Path, first: str, second: str) -> None:
    head = "# Widgets-50 (test)\n\n| Model | Accuracy |\n|---|---|\n"
    a = form(registry, tmp_path, "a.md", f"{head}{first}\n")
    b = form(registry, tmp_path, "b.md", f"{head}{second}\n")
    found = compare_forms(a, b)
    assert found.pairs == ()
    assert found.status == 1


def test_other_splits_are_never_paired_and_an_unstated_one_is_said(registry: Registry, tmp_path: Path) -> None:
    table = "\n\n| Model | Accuracy |\n|---|---|\n| NetA | 71.5 |\n"
    test, val, none = (
        form(registry, tmp_path, f"{name}.md", f"# Results on Widgets-50{split}{table}")
        for name, split in (("test", " (test)"), ("val", " (val)"), ("none", ""))
    )
    assert compare_forms(test, val).pairs == ()
    (pair,) = compare_forms(test, none).pairs
    assert [(t.what, t.a, t.b) for t in pair.taken] == [("split", "test", None)]


def test_what_fits_several_is_paired_with_none(registry: Registry, tmp_path: Path) -> None:
    """One form has two shots, the other does not say which."""
    a = form(
        registry,
        tmp_path,
        "a.md",
        "# Widgets-50\n\n| Model | Accuracy (0-shot) | Accuracy (5-shot) |\n|---|---|---|\n| NetA | 60.0 | 71.5 |\n",
    )
    b = form(registry, tmp_path, "b.md", "# Widgets-50\n\n| Model | Accuracy |\n|---|---|\n| NetA | 71.5 |\n")
    found = compare_forms(a, b)
    assert found.pairs == ()
    assert len(found.unclear) == 3
    assert found.status == 1


def test_a_value_without_unit_is_held_against_the_printed_one(registry: Registry, tmp_path: Path) -> None:
    """A score that nobody knows has no unit: only the digits can be compared."""
    head = "# Results on Widgets-50 (test)\n\n| Model | Zork score |\n|---|---|\n"
    a = form(registry, tmp_path, "a.md", f"{head}| NetA | 12.50 |\n| NetB | 3 |\n")
    b = form(registry, tmp_path, "b.md", f"{head}| NetA | 12.5 |\n| NetB | 4 |\n")
    found = compare_forms(a, b)
    assert [(p.a.method, p.outcome) for p in found.pairs] == [("NetA", Outcome.SAME), ("NetB", Outcome.DIFFER)]


def test_letters_keep_what_stands_between_digits() -> None:
    assert letters("Qwen2.5-VL_7B") == letters("qwen2.5 VL-7b")
    assert letters("T5-1.1") != letters("T51.1")
    assert letters("C") != letters("C++")


def kg(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kg.cli", "import", *arguments]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=env, timeout=120)


def test_the_command_prints_the_account_and_ends_with_1(tmp_path: Path) -> None:
    (tmp_path / "board.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "widgets.csv").write_text(SHEET, encoding="utf-8")
    done = kg("board.html", "--check", "--against", "widgets.csv", cwd=tmp_path)
    assert done.returncode == 1
    assert "8 values are in both: 6 agree (1 of them when rounded), 2 differ" in done.stderr
    assert "0.81" in done.stdout
    assert "widgets.csv:4:6" in done.stdout
    assert not (tmp_path / "data").exists()
    told = json.loads(kg("board.html", "--check", "--against", "widgets.csv", "--format", "json", cwd=tmp_path).stdout)
    assert [(each["method"], each["a"]["value"], each["b"]["value"]) for each in told["conflicts"]] == [
        ("NetA", "0.81", "0.91"),
        ("NetC", "6.1", "4.25"),
    ]
    assert (told["in_both"], told["agree"], told["agree_rounded"], told["differ"]) == (8, 5, 1, 2)


def test_a_source_is_read_as_its_person_says(tmp_path: Path) -> None:
    (tmp_path / "board.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "x.csv").write_text("name;a\nNetA;91,4\nNet-B;88,1\nNetC;86,0\n", encoding="utf-8")
    told = ("--column", "a=accuracy", "--decimal", "comma", "--unit", "%", "--dataset", "Widgets-50", "--split", "test")
    assert kg("x.csv", *told, cwd=tmp_path).returncode == 0
    done = kg("board.html", "--check", "--against", "data/sources/x", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "3 values are in both: 3 agree, 0 differ" in done.stderr
    again = kg("x.csv", *told, "--check", "--against", "board.html", cwd=tmp_path)
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.md", "--against", "a.md"), "--against goes with --check"),
        (("a.md", "--check", "--against", "none.md"), "none.md: no such file"),
        (("a.md", "--check", "--against", "."), "one source folder"),
        (("a.md", "--check", "--against", "empty.md"), "empty.md"),
    ],
)
def test_a_wrong_call_is_told(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "a.md").write_text(
        "# Widgets-50\n\n| Model | Accuracy |\n|---|---|\n| NetA | 71.5 |\n", encoding="utf-8"
    )
    (tmp_path / "empty.md").write_text("# Nothing here\n", encoding="utf-8")
    done = kg(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_in_common_says_what_to_do(tmp_path: Path) -> None:
    table = "\n\n| Model | Accuracy |\n|---|---|\n| NetA | 71.5 |\n"
    (tmp_path / "a.md").write_text(f"# Results on Widgets-50{table}", encoding="utf-8")
    (tmp_path / "b.md").write_text(f"# Results on Gadgets-9{table}", encoding="utf-8")
    done = kg("a.md", "--check", "--against", "b.md", cwd=tmp_path)
    assert done.returncode == 1
    assert "nothing is in both" in done.stderr
    assert "--dataset" in done.stderr


MEDICAL = REFERENCE / "corpus" / "html-medical"


@pytest.mark.skipif(not MEDICAL.is_dir(), reason="the reference files are not here")
def test_the_reference_page_and_its_spreadsheet_agree(registry: Registry) -> None:
    page = read_form(str(MEDICAL / "rexrank_table_mimiccxr.html"), registry)
    sheet = read_form(str(MEDICAL / "rexrank_result_mimic-cxr.csv"), registry)
    found = compare_forms(page, sheet)
    assert (len(found.pairs), len(found.of(Outcome.SAME))) == (60, 60)
    assert {cell.benchmark.split for cell in found.only_a} == {"valid"}
    assert found.status == 0


@pytest.mark.skipif(not MEDICAL.is_dir(), reason="the reference files are not here")
def test_the_project_page_took_the_neighbouring_column_three_times(registry: Registry) -> None:
    project = read_form(str(MEDICAL / "medreasoner_project_page.html"), registry)
    seed = read_form(str(ROOT / "data" / "sources" / "u-mrg-14k-test"), registry)
    found = compare_forms(seed, project)
    assert (len(found.pairs), len(found.of(Outcome.SAME))) == (142, 139)
    told = {
        (pair.a.method, pair.a.benchmark.subset, str(pair.a.value), str(pair.b.value))
        for pair in found.of(Outcome.DIFFER)
    }
    assert told == {
        ("SegZero-7B", "Heart", "13.12", "40.23"),
        ("SegZero-7B", "Non-Neoplasm", "29.46", "21.93"),
        ("MedGamma-4B", "Lung", "17.22", "4.78"),
    }
    assert all(pair["elsewhere"][0]["form"] == "a" for pair in as_data(found)["conflicts"])


def test_a_folder_without_facts_is_refused(registry: Registry, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"source\.toml"):
        read_form(str(tmp_path), registry)
