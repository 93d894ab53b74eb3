"""Somebody who gets options, columns and folders wrong is told so, and loses nothing."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from kg.errors import SourceError
from kg.intake.answers import Answers, column_answer, load_answers
from kg.intake.files import slugs
from tests.conftest import ROOT
from tests.importing.conftest import Check
from tests.importing.test_command import kg

BOARD = (
    "# Results on Widgets-50 (test)\n\n| Model | Maker | Accuracy |\n|---|---|---|\n"
    "| A | Lab X | 91.4 |\n| B | Lab Y | 90.1 |\n"
)


def write(folder: Path, text: str = BOARD, name: str = "board.md") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return name


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--column", "Accuracy=F1", "--column", "Accuracy=accuracy"), "--column: metric of 'Accuracy' is told twice"),
        (("--column", "accuracy=F1"), "did you mean 'Accuracy'?"),
        (("--table", "7"), "there is no table 7; the file has 1"),
        (("--method", "{9}"), "names cell 9"),
        (("--url", "somewhere"), "no http or https address"),
    ],
)
def test_a_wrong_option_is_refused(tmp_path: Path, options: tuple[str, ...], message: str) -> None:
    done = kg(write(tmp_path), *options, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert not list(tmp_path.rglob("source.toml"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[columns]]\nmetric = "F1"\n', "say which column is meant"),
        ('[[tables]]\nsplit = "dev"\n', "say which table is meant"),
        ('[[tables]]\nnumber = 1\nsplit = "dev"\n[[tables]]\nnumber = 1\nsplit = "val"\n', "split of 1 is told twice"),
        ("version = 1.10\n", "`version` must be a text in quotes, not 1.1"),
        ('[[columns]]\nname = "Accuracy"\nscale = 0.01\n', "`scale` must be a text in quotes"),
        ('methods = "columns"\n', "unknown key methods"),
        ("dataset = \n", "not readable as TOML"),
    ],
)
def test_wrong_files_of_answers_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "answers.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match=message):
        load_answers(path)


def test_a_scale_and_settings_that_are_told_are_taken(check: Check, tmp_path: Path) -> None:
    path = tmp_path / "answers.toml"
    path.write_text('[[columns]]\nname = "Accuracy"\nscale = "0.01"\nunit = "fraction"\nsettings = { shots = "5" }\n')
    (first, _) = check("board.md", BOARD, answers=load_answers(path)).rows
    assert (first["value"], first["unit"].rsplit("/")[-1]) == ("0.914", "FRACTION")
    assert "setting shots = 5" in first["notes"]


def test_another_column_of_methods_makes_the_names(check: Check) -> None:
    found = check("board.md", BOARD, answers=Answers(columns=[column_answer("Maker=method")]))
    assert [row["method"] for row in found.rows] == ["Lab X", "Lab Y"]
    two = Answers(columns=[column_answer("Maker=method"), column_answer("Model=method")])
    assert [row["method"] for row in check("board.md", BOARD, answers=two).rows] == ["A-Lab X", "B-Lab Y"]


def test_a_unit_that_no_accuracy_has_is_refused_or_passed_over(check: Check) -> None:
    """--unit is for the columns that it can be of; told of one column, it must fit."""
    page = BOARD.replace("Maker", "Latency").replace("Lab X", "12.5").replace("Lab Y", "11.0")
    rows = check("board.md", page, answers=Answers(unit="ms")).rows
    assert [(row["metric"], row["unit"].rsplit("/")[-1]) for row in rows[:2]] == [
        ("Latency", "MilliSEC"),
        ("Accuracy", "PERCENT"),
    ]
    with pytest.raises(SourceError, match=r"column 'Accuracy': its metric is stated in fraction, percent, not in ms"):
        check("board.md", page, answers=Answers(columns=[{"name": "Accuracy", "unit": "ms"}]))


def test_files_that_differ_in_their_ending_become_two_sources(tmp_path: Path) -> None:
    assert slugs(["rec.json", "rec.yaml", "b.md", "x y.md"]) == ["rec-json", "rec-yaml", "b", "x-y"]
    folder = tmp_path / "in"
    folder.mkdir()
    write(folder, name="b.md")
    write(folder, "model,dataset,accuracy\nC,Widgets-50,88.0\n", "b.csv")
    assert kg("in", cwd=tmp_path).returncode == 0
    assert sorted(path.name for path in (tmp_path / "data/sources").iterdir()) == ["b-csv", "b-md"]


def test_a_folder_of_everything_gives_what_can_be_read_and_names_the_rest(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    (folder / "sub").mkdir(parents=True)
    (folder / "crlf.md").write_bytes(BOARD.replace("\n", "\r\n").encode())
    (folder / "bom.csv").write_bytes(b"\xef\xbb\xbfmodel,dataset,accuracy\nA,Widgets-50,91.4\n")
    (folder / "wide.csv").write_bytes("model,dataset,accuracy\nRés,Widgets-50,91.4\n".encode("utf-16"))
    (folder / "old.csv").write_bytes("model,dataset,accuracy\nRés,Widgets-50,91.4\n".encode("cp1252"))
    (folder / "empty.md").touch()
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n123")
    (folder / "cut.json").write_text('{"broken": ')
    write(folder / "sub", name="ä (1) 模.md")
    done = kg("in", cwd=tmp_path)
    assert done.returncode == 1
    assert sorted(path.name for path in (tmp_path / "data/sources").iterdir()) == ["bom", "crlf", "sub-a-1", "wide"]
    for name, why in (
        ("old.csv", "not UTF-8"),
        ("empty.md", "the file is empty"),
        ("picture.png", "a picture"),
        ("cut.json", "cut off"),
    ):
        assert any(name in line and why in line for line in done.stderr.splitlines()), name
    assert kg("in", "--check", cwd=tmp_path).returncode == 2


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    done = kg(write(tmp_path), "--out", "taken", cwd=tmp_path)
    assert done.returncode == 2
    assert "taken/board: cannot be made: Not a directory; name another folder with --out" in done.stderr


def test_a_text_that_is_rejected_again_and_again_may_mean_no_result(tmp_path: Path) -> None:
    page = write(tmp_path, BOARD + "| C | Lab Z | ask us |\n| D | Lab Z | ask us |\n")
    done = kg(page, "--check", cwd=tmp_path)
    assert done.returncode == 1
    assert "'ask us' stands in 2 rejected cells: --missing 'ask us', if it means no result" in done.stderr
    assert "2 results + 2 missing + 0 rejected" in kg(page, "--check", "--missing", "ask us", cwd=tmp_path).stderr


def test_questions_at_a_terminal(tmp_path: Path) -> None:
    """The file is asked about on a terminal only, and what is typed there stands in source.toml."""
    write(tmp_path, "# Net\n\n| Model | Zork |\n|---|---|\n| A | 1.5 |\n")
    main, side = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"}
    command = [sys.executable, "-m", "kg.cli", "import", "board.md", "--table", "1"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=side, stdout=side, stderr=side, env=env) as process:
        os.close(side)
        os.write(main, b"Widgets-50\ntest\n\n\nlower\n")
        told = b""
        while True:
            try:
                piece = os.read(main, 4096)
            except OSError:
                break
            if not piece:
                break
            told += piece
        status = process.wait()
    os.close(main)
    text = told.decode()
    assert "which data set?" in text
    assert "Traceback" not in text
    assert status == 0, text
    written = (tmp_path / "data/sources/board/source.toml").read_text(encoding="utf-8")
    assert 'dataset = "Widgets-50"' in written
    assert 'split = "test"' in written
    assert 'direction = "LowerIsBetter"' in written


ROW = "|---|---|---|\n| NetA | 45.2 | 45.6 |\n"
PAPER_AND_OURS = {
    "in brackets": ("a.md", f"# ADE20K\n\n| Model | mIoU (paper) | mIoU (this repo) |\n{ROW}"),
    "under the metric": (
        "a.html",
        "<h1>ADE20K</h1><table><tr><th rowspan=2>Model<th colspan=2>mIoU</tr><tr><th>paper<th>this repo</tr>"
        "<tr><td>NetA<td>45.2<td>45.6</tr></table>",
    ),
    "alone": ("a.md", f"# mIoU on ADE20K\n\n| Model | Paper | This repo |\n{ROW}"),
    "in front": ("a.md", f"# ADE20K\n\n| Model | Paper mIoU | mIoU (this repo) |\n{ROW}"),
}


@pytest.mark.parametrize("page", PAPER_AND_OURS.values(), ids=PAPER_AND_OURS.keys())
def test_whose_value_it_is_is_a_setting_and_no_part_of_the_data(check: Check, page: tuple[str, str]) -> None:
    found = check(*page)
    told = [(row["benchmark"], row["value"], [note.casefold() for note in row["notes"]]) for row in found.rows]
    assert told == [
        ("ADE20K", "45.2", ["setting values of = paper"]),
        ("ADE20K", "45.6", ["setting values of = this repo"]),
    ]
    # Where the title says it, the registry's label stands.
    assert {row["metric"] for row in found.rows} in ({"mIoU"}, {"mean IoU"})


def test_a_column_of_papers_is_none_of_values(check: Check) -> None:
    rows = "| NetA | 2301.12345 | 45.2 |\n| NetB | 2302.00012 | 46.1 |\n"
    text = f"# ADE20K\n\n| Model | Paper | mIoU |\n|---|---|---|\n{rows}"
    assert [row["value"] for row in check("a.md", text).rows] == ["45.2", "46.1"]


def test_a_column_that_is_only_called_reported_is_asked_about(check: Check) -> None:
    text = (
        "# CIFAR-10\n\n| Method | Clean accuracy | Robust accuracy | Reported |\n|---|---|---|---|\n"
        "| NetA | 93.25% | 70.69% | 70.71% |\n| NetB | 93.27% | 71.07% | 71.10% |\n"
    )
    found = check("a.md", text)
    reported = [row for row in found.rows if row["value"] in ("70.71", "71.10")]
    assert [(row["metric"], row["direction"].rpartition("#")[2]) for row in reported] == [
        ("Reported", "DirectionUnknown")
    ] * 2
    assert any("'Reported': a metric that the registry does not know" in q["question"] for q in found.checked.questions)
