"""``kg compare`` and ``kg conflicts`` on the command line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kg
import kg.cli.running
from kg.cli.app import app
from kg.errors import KgError
from tests.compare.making import page
from tests.conftest import ROOT

PAGES = ("mr-medseg-val", "mr-medseg-hard-case-test")


@pytest.fixture(scope="module")
def build_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of two shipped pages."""
    folder: Path = tmp_path_factory.mktemp("compare")
    kg.build([ROOT / "data" / "sources" / name for name in PAGES], out=folder)
    return folder


def call(build_dir: Path, *arguments: str) -> str:
    """What a call prints on stdout; raises what it raises."""
    done = CliRunner().invoke(app, [*arguments, "--build", str(build_dir)], standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.stdout


def test_two_methods_in_every_form(build_dir: Path) -> None:
    text = call(build_dir, "compare", "MediRound", "MediRound + JCM")
    assert "Like for like: 2 comparison groups with results of both" in text
    assert "ahead: MediRound + JCM by 2.6 percentage points (= 0.026)" in text
    assert "ahead: MediRound + JCM by 2.2 percentage points (= 0.022)" in text
    told = json.loads(call(build_dir, "compare", "MediRound", "MediRound + JCM", "--format", "json"))
    assert [pair["by"] for group in told["comparable"] for pair in group["pairs"]] == ["0.022", "0.026"]
    rows = list(csv.DictReader(io.StringIO(call(build_dir, "compare", "MediRound", "MedSAM", "--format", "csv"))))
    assert [row["comparable"] for row in rows] == ["no", "no"]
    assert rows[0]["reasons"].startswith("setting Independent Model (T): true / not recorded; setting input:")
    assert rows[0]["as_of_a"] == "2026-03-11"


def test_filters_by_benchmark_and_metric(build_dir: Path) -> None:
    text = call(
        build_dir, "compare", "MediRound", "MediRound + JCM", "--benchmark", "mr-medseg-val", "--metric", "dice"
    )
    assert "Like for like: 1 comparison group with results of both" in text
    assert "hard case" not in text


def test_a_benchmark_and_its_means(build_dir: Path) -> None:
    text = call(build_dir, "compare", "--benchmark", "mr-medseg-val")
    assert "Medical Interaction Segmentation on MR-MedSeg (val): 3 comparison groups" in text
    assert "1. MedSAM: 77.7 % = 0.777; reported by others [1] mr-medseg-val/page.md:37:2" in text
    text = call(build_dir, "compare", "--benchmark", "MR-MedSeg", "--mean")
    assert "1. MediRound + JCM: 0.5435 = 54.35 %, 2 of 2" in text
    assert json.loads(call(build_dir, "conflicts", "--format", "json"))["conflicts"] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare", "MediRond", "MedSAM"], "no method 'MediRond' in this build; did you mean 'MediRound'"),
        (["compare", "MediRound"], "kg compare wants two methods, or --benchmark alone"),
        (["compare"], "kg compare wants two methods, or --benchmark alone"),
        (["compare", "MediRound", "MedSAM", "--format", "ttl"], "--format must be one of text, json, csv"),
        (["compare", "MediRound", "MedSAM", "--mean"], "--mean goes with --benchmark and --metric only"),
        (["conflicts", "--method", "MedSEM"], "no method 'MedSEM' in this build; did you mean 'MedSAM'"),
        (["conflicts", "--more-than", "much"], "--more-than wants a decimal number such as 0.01, not 'much'"),
    ],
)
def test_a_call_that_cannot_be_answered_says_why(build_dir: Path, arguments: list[str], message: str) -> None:
    with pytest.raises(KgError, match=message):
        call(build_dir, *arguments)


def test_conflicts_of_two_pages(tmp_path: Path) -> None:
    for name, value in (("one", "91.4"), ("two", "89.3")):
        text = page("QA on Facts (test)", "Model | accuracy (%) | shots", f"A | {value} | 5")
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
    kg.build([tmp_path / "one.md", tmp_path / "two.md"], out=tmp_path / "build", accept_findings=True)
    text = call(tmp_path / "build", "conflicts")
    assert "1 disagreement, 0 rounded, 0 same value" in text
    assert "one.md:5:2" in text
    rows = list(csv.DictReader(io.StringIO(call(tmp_path / "build", "conflicts", "--format", "csv"))))
    assert [(row["kind"], row["printed"], row["spread_or_change"]) for row in rows] == [
        ("disagreement", "91.4", "0.021"),
        ("disagreement", "89.3", "0.021"),
    ]
