"""What a report names, ``kg explain`` explains: findings of a check of a build, and rejected cells."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

import kg
from kg.checking import check_target
from kg.explain import Explainer
from kg.explain.checked import explain_checked
from kg.store import Version
from tests.checking.conftest import Check
from tests.checking.test_endpoint import endpoint, over, stored
from tests.conftest import ROOT
from tests.shapes.examples import BASE

PAGE = "Board\n\nScores\n\nModel\tAccuracy (%)\nAlpha\t91,4\nBeta\t881\nGamma\t88.1\n"


def test_every_name_of_a_report_is_explained(tmp_path: Path) -> None:
    page = tmp_path / "board.txt"
    page.write_text(PAGE, encoding="utf-8")
    kg.build(page, out=tmp_path / "build", registry=ROOT / "data" / "registry", accept_findings=True)
    verdict = check_target(tmp_path / "build")
    explainer = Explainer(Version(tmp_path / "build"))
    rules = set()
    for entry in verdict.entries:
        told = explainer.explain(entry.name)
        text = " ".join(told.to_text().split())
        assert told.kind == ("place" if entry.name.startswith("board.txt:") else "finding")
        assert entry.rule in text
        assert " ".join(entry.remedy.removesuffix(".").split()) in text
        rules.add(entry.rule)
    assert {"R16.14", "A3", "ambiguous-comma"} <= rules


def test_a_finding_by_its_iri_and_by_its_id_is_one(build: Path) -> None:
    verdict = check_target(build)
    explainer = Explainer(Version(build))
    entry = verdict.entries[0]
    by_id = explainer.explain(f"finding:{entry.key}")
    by_iri = explainer.explain(f"https://w3id.org/leaderboard-kg/finding/{entry.key}")
    assert by_id.to_text() == by_iri.to_text()
    assert entry.spots[0].place in by_id.to_text()


REGISTRY = ROOT / "data" / "registry"
ROWS = "method,value,metric,benchmark,unit\nNewNet-9B,155,accuracy,med-cmr-multiple-choice,PERCENT\n"

#: A file with findings, the options that it is checked with, and what an explanation of one of them shows.
FILES = {
    "page": ("board.txt", PAGE, (), "7 | Beta⇥881"),
    "alone": ("board.txt", PAGE, ("--alone",), "6 | Alpha⇥91,4"),
    "row": (
        "rows.csv",
        ROWS,
        ("--registry", ROOT / "data" / "registry", "--build", "no-build"),
        "2 | NewNet-9B,155,acc",
    ),
    "form": ("rows.txt.csv", ROWS.replace("155", "x"), ("--as", "submission", "--alone"), "2 | NewNet-9B,x,acc"),
    "graph": (
        "data 1.ttl",
        BASE.replace("lb:itemCount 1 .", "lb:itemCount -7 ."),
        (),
        "<benchmark/part> a lb:Benchmark",
    ),
    "vocabulary": ("own.ttl", "<urn:o> a <http://www.w3.org/2002/07/owl#Ontology> .", (), "1 | <urn:o> a"),
    "descriptions": ("void.ttl", "<urn:d> a <http://rdfs.org/ns/void#Dataset> .", (), "1 | <urn:d> a"),
}


@pytest.mark.parametrize("name", FILES)
def test_what_a_report_tells_to_type_explains_its_findings(
    command: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Every "more:" line of a text, and every command in JSON, is run as it is printed."""
    monkeypatch.chdir(tmp_path)
    file, text, options, shown = FILES[name]
    (tmp_path / file).write_text(text, encoding="utf-8")
    told = re.findall(r"^ +more: (kg explain .+)$", command("check", file, *options, "--all").out, re.M)
    document = json.loads(command("check", file, *options, "--format", "json").out)
    entries = {entry["explain"]: entry for entry in document["findings"] + document["rejects"]}
    assert told
    assert set(told) <= set(entries)
    stories = []
    for line in entries:
        done = command(*shlex.split(line)[1:])
        assert (done.status, done.err) == (0, ""), line
        words = " ".join(done.out.split())
        assert f"rule {entries[line]['rule']} " in words
        assert " ".join(entries[line]["remedy"].removesuffix(".").split()) in words
        stories.append(done.out)
    assert any(shown in story for story in stories)


def test_a_finding_of_an_endpoint_is_explained_by_asking_it_again(command: Check) -> None:
    with endpoint(over(stored(("", '<urn:r> a lb:Result ; lb:value "banana" .')))) as url:
        done = command("check", "--endpoint", url, "--all", "--alone")
        lines = re.findall(r"R1\.13 .*\n.*\n(?:    (?:at|found|expected).*\n)*    more: (kg .*)\n", done.out)
        assert lines
        told = command(*shlex.split(lines[0])[1:])
    assert told.status == 0
    assert "R1.13 on urn:r" in told.out
    assert ' found                 "banana"' in told.out


def test_findings_of_a_build_are_explained_by_that_build(command: Check, build: Path) -> None:
    lines = re.findall(r"more: (kg explain .+)$", command("check", build, "--all").out, re.M)
    assert len(lines) == 7
    assert shlex.split(lines[0])[-2:] == ["--build", build.as_posix()]
    assert "Rule and remedy" in command(*shlex.split(lines[0])[1:]).out


def test_a_finding_that_is_not_there_any_more_is_told_so(command: Check, tmp_path: Path) -> None:
    page = tmp_path / "board.txt"
    page.write_text(PAGE, encoding="utf-8")
    done = command("explain", "finding:0123456789abcdef", "--in", page)
    assert done.status == 2
    assert f"is none of the 3 findings and rejected cells of {page} as it is now; kg check {page} --all" in done.err
    done = command("explain", "finding:0123456789abcdef", "--build", tmp_path / "none")
    assert done.status == 2
    assert "a finding in a file that is no build: kg explain finding:0123456789abcdef --in FILE" in done.err


def test_an_explanation_of_a_checked_file_is_data_too(command: Check, tmp_path: Path) -> None:
    page = tmp_path / "board.txt"
    page.write_text(PAGE, encoding="utf-8")
    story = json.loads(command("explain", "board.txt:6:2", "--in", page, "--format", "json").out)
    assert story["finding"]["found"] == "91,4"
    assert story["cells"]["cells"] == [{"place": "board.txt:6:2", "printed": "91,4"}]
    assert story["cells"]["excerpts"][0]["lines"][2] == {"line": "6", "text": "Alpha\t91,4", "marks": "      ^^^^"}


def test_a_place_with_a_finding_explains_the_gravest_and_names_the_others(tmp_path: Path) -> None:
    page = tmp_path / "board.txt"
    page.write_text("Board\n\nScores\n\nModel\tAccuracy (%)\nAlpha\t91.4\nBeta\t150.5\n", encoding="utf-8")
    verdict = check_target(page, ROOT / "data" / "registry")
    story = explain_checked(verdict, "board.txt:7:2").to_text()
    assert "R16.14" in story
    assert "150.5" in story
