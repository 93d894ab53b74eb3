"""``kg import`` on the command line: what it prints, writes and ends with; nothing outside its folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

KEYS = [
    *("table", "method", "benchmark", "dataset", "split", "metric", "unit", "direction"),
    *("value", "printed", "uncertainty", "line", "column", "inferred", "notes"),
]
REJECT = ["line", "column", "printed", "rule", "reason"]
PAGE = """\
# Results on CIFAR-10

| Model | Params (M) | Accuracy |
|---|---|---|
| NetA | 11.2 | 95.10 ± 0.12 |
| NetB | 23.5 | 96.0 |
"""
TWO = PAGE + "\n## ADE20K\n\n| Model | mIoU |\n|---|---|\n| NetA | 47.1 |\n"


def kg(*arguments: str | Path, cwd: Path, stdin: bytes | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kg.cli", "import", *map(str, arguments)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    done = subprocess.run(
        command, cwd=cwd, input=stdin, stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True, env=env, timeout=120,
    )  # fmt: skip
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err, err
    return subprocess.CompletedProcess(command, done.returncode, out, err)


def page(folder: Path, text: str = PAGE, name: str = "board.md") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def checked(*arguments: str | Path, cwd: Path, status: int = 0, stdin: bytes | None = None) -> dict[str, Any]:
    done = kg(*arguments, "--check", "--format", "json", cwd=cwd, stdin=stdin)
    assert done.returncode == status, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_objects_have_the_keys_that_are_asked_for(tmp_path: Path) -> None:
    found = checked(page(tmp_path), cwd=tmp_path)
    assert [list(row) for row in found["results"]] == [KEYS, KEYS]
    first = found["results"][0]
    assert (first["value"], first["uncertainty"], first["printed"]) == ("95.10", "0.12", "95.10 ± 0.12")
    assert first["unit"] == "http://qudt.org/vocab/unit/PERCENT"
    assert first["direction"] == "https://w3id.org/leaderboard-kg/ontology#HigherIsBetter"
    assert (first["line"], first["column"], first["split"]) == (5, 3, None)
    assert set(first["inferred"]) == {"unit", "direction"}
    assert [(r["method"], r["name"], r["printed"]) for r in found["resources"]] == [
        ("NetA", "Params (M)", "11.2"),
        ("NetB", "Params (M)", "23.5"),
    ]
    assert not (tmp_path / "data").exists()


def test_a_check_as_a_table_prints_the_law_of_each_table(tmp_path: Path) -> None:
    done = kg(page(tmp_path, TWO), "--check", cwd=tmp_path)
    assert done.returncode == 0
    assert "NetA" in done.stdout
    assert "95.10" in done.stdout
    assert done.stderr.count("value cells = ") == 2
    assert "2 value cells = 2 results + 0 missing + 0 rejected" in done.stderr
    assert "board.md: markdown, for it has a pipe table" in done.stderr


def test_the_status_tells_rejects_from_nothing_and_from_what_cannot_be_read(tmp_path: Path) -> None:
    rejects = checked(page(tmp_path, PAGE.replace("96.0", "~96")), cwd=tmp_path, status=1)
    assert [list(row) for row in rejects["rejects"]] == [REJECT]
    assert rejects["rejects"][0]["rule"] == "not-a-value"
    nothing = checked(page(tmp_path, "# Board\n\n![all scores](scores.png)\n"), cwd=tmp_path, status=1)
    assert nothing["results"] == []
    assert "no results" in nothing["message"]
    (tmp_path / "x.md").write_bytes(b"# A\n\xff\xfe\x00")
    for name in ("x.md", "no-such-file.md"):
        done = kg(name, "--check", "--format", "json", cwd=tmp_path)
        assert done.returncode == 2
        assert name in done.stderr
        assert done.stdout == ""


def test_standard_input_and_a_folder(tmp_path: Path) -> None:
    found = checked("-", cwd=tmp_path, stdin=PAGE.encode())
    assert len(found["results"]) == 2
    (tmp_path / "in").mkdir()
    page(tmp_path / "in", PAGE, "a.md")
    page(tmp_path / "in", "model,top1\nB,80.1\n", "imagenet.csv")
    done = kg("in", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert sorted(p.name for p in (tmp_path / "data/sources").iterdir()) == ["a", "imagenet"]


def test_it_writes_a_source_once(tmp_path: Path) -> None:
    done = kg(page(tmp_path), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "data/sources/board"
    assert sorted(path.name for path in folder.iterdir()) == ["board.md", "source.toml"]
    assert (folder / "board.md").read_text() == PAGE
    again = kg("board.md", cwd=tmp_path)
    assert again.returncode == 2
    assert "--replace" in again.stderr
    assert kg("board.md", "--replace", "--dataset", "CIFAR-100", cwd=tmp_path).returncode == 0
    assert 'dataset = "CIFAR-100"' in (folder / "source.toml").read_text()


def test_tables_are_chosen_by_number(tmp_path: Path) -> None:
    found = checked(page(tmp_path, TWO), "--table", "2", cwd=tmp_path)
    assert [row["benchmark"] for row in found["results"]] == ["ADE20K"]
    assert [(left["number"], left["why"]) for left in found["left_out"]] == [(1, "not chosen")]
    wrong = kg("board.md", "--check", "--table", "3", cwd=tmp_path)
    assert wrong.returncode == 2
    assert "the file has 2" in wrong.stderr


def test_a_table_that_looks_like_none_is_taken_where_a_person_chooses_it(tmp_path: Path) -> None:
    text = "# Net\n\n| Name | Zork |\n|---|---|\n| A | 1.5 |\n"
    left = checked(page(tmp_path, text), cwd=tmp_path, status=1)
    assert "--table" in left["message"]
    taken = checked("board.md", "--table", "1", "--direction", "lower", cwd=tmp_path)
    (row,) = taken["results"]
    assert (row["metric"], row["value"]) == ("Zork", "1.5")
    assert row["direction"].endswith("#LowerIsBetter")


def test_answers_by_options_and_by_a_file_are_the_same(tmp_path: Path) -> None:
    page(tmp_path, "a;b\nA;91,4\n", "x.csv")
    options = ("--dataset", "MMLU", "--split", "test", "--column", "b=accuracy", "--decimal", "comma", "--unit", "%")
    told = checked("x.csv", *options, cwd=tmp_path)
    (tmp_path / "a.toml").write_text(
        'dataset = "MMLU"\nsplit = "test"\ndecimal = "comma"\nunit = "%"\n'
        '[[columns]]\nname = "b"\nmetric = "accuracy"\n'
    )
    assert checked("x.csv", "--answers", "a.toml", cwd=tmp_path)["results"] == told["results"]
    (row,) = told["results"]
    assert (row["method"], row["benchmark"], row["split"], row["value"]) == ("A", "MMLU", "test", "91.4")
    assert row["unit"].endswith("/PERCENT")
    assert "unit" not in row["inferred"] or row["unit"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--column", "nothing=accuracy"), "no column 'nothing'"),
        (("--column", "Accuracy"), "--column wants NAME=ROLE or NAME=METRIC"),
        (("--unit", "furlong"), "units.tsv"),
        (("--direction", "sideways"), "higher, lower or unknown"),
        (("--decimal", "dot"), "point or comma"),
        (("--format", "xml"), "--format must be one of"),
        (("--family", "csv"), "board.md"),
        (("--encoding", "klingon"), "unknown encoding"),
        (("--answers", "none.toml"), "none.toml"),
    ],
)
def test_a_wrong_answer_is_named(tmp_path: Path, options: tuple[str, ...], message: str) -> None:
    done = kg(page(tmp_path), "--check", *options, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize("slug", ["../x", "/tmp/x", "a/b", "..", "", "A B", "x" * 101, "a\n"])
def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path, slug: str) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    done = kg(page(folder), "--slug", slug, cwd=folder)
    written = list(tmp_path.rglob("source.toml"))
    if slug == "":
        assert done.returncode == 0
        assert [p.parent.name for p in written] == ["board"]
    else:
        assert done.returncode == 2
        assert written == []


def test_file_names_are_made_safe(tmp_path: Path) -> None:
    done = kg("-", "--name", "../../.x/;rm -rf $HOME.md", cwd=tmp_path, stdin=PAGE.encode())
    assert done.returncode == 0, done.stderr
    files = [p for p in tmp_path.rglob("*") if p.is_file()]
    assert len(files) == 2
    assert all((tmp_path / "data" / "sources") in p.parents for p in files)


def test_links_are_not_followed_out(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    page(outside, PAGE, "secret.md")
    inner = tmp_path / "in"
    inner.mkdir()
    (inner / "link.md").symlink_to(outside / "secret.md")
    page(inner, PAGE.replace("NetA", "Own"), "own.md")
    done = kg("in", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [p.name for p in (tmp_path / "data/sources").iterdir()] == ["own"]
    (tmp_path / "data/sources/evil").symlink_to(outside)
    refused = kg("in/own.md", "--slug", "evil", "--replace", cwd=tmp_path)
    assert refused.returncode == 2
    assert sorted(p.name for p in outside.iterdir()) == ["secret.md"]


def test_what_is_imported_is_built_and_asked(tmp_path: Path) -> None:
    """From a raw file to a checked graph: import, then build."""
    assert kg(page(tmp_path), cwd=tmp_path).returncode == 0
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "kg.cli", "build"], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "2 value cells = 2 results + 0 missing + 0 rejected" in done.stderr
    results = (tmp_path / "build/current/results.csv").read_text()
    assert "NetA" in results
    assert "95.10" in results


def test_each_column_is_told_what_it_was_taken_for(tmp_path: Path) -> None:
    """No column is dropped without a word: what holds no values is named with its role."""
    text = "model,win_rate,n_wins,mode,avg_length\nNetA,91.5,267,minimal,1919\nNetB,83.5,20,verified,396\n"
    found = checked(page(tmp_path, text, "board.csv"), cwd=tmp_path)
    assert [(c["column"], c["name"], c["role"]) for c in found["columns"]] == [
        (1, "model", "method"),
        (2, "win_rate", "value"),
        (3, "n_wins", "note"),
        (4, "mode", "setting"),
        (5, "avg_length", "resource"),
    ]
    told = kg("board.csv", "--check", cwd=tmp_path).stderr
    assert (
        "columns of board beside the values: method 'model'; note 'n_wins'; setting 'mode'; resource 'avg_length'\n"
    ) in told


def test_many_columns_of_one_role_are_counted(tmp_path: Path) -> None:
    settings = [f"mode_{letter}" for letter in "abcdefghijklmn"]
    text = f"model,accuracy,{','.join(settings)}\nNetA,91.5{',on' * 14}\nNetB,83.5{',off' * 14}\n"
    told = kg(page(tmp_path, text, "board.csv"), "--check", cwd=tmp_path).stderr
    assert "'mode_l' and 2 more\n" in told
    assert "mode_m" not in told
