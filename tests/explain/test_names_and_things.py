"""Names that people give, other kinds of stories, and what is said where something is missing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import kg
from kg.errors import KgError
from kg.explain import Explainer, explain
from kg.explain.document import Excerpt, Explanation, Fact, Rows, Section, Sentence, clean
from kg.explain.pages import find_cell
from kg.store import Version
from tests.conftest import PAGES, ROOT

BASE = "https://w3id.org/leaderboard-kg/"


@pytest.mark.parametrize(
    "name",
    [
        f"{BASE}method/gpt-5",
        f"<{BASE}method/gpt-5>",
        "method:gpt-5",
        "method/gpt-5",
        "/method/gpt-5",
        "/method/gpt-5.html",
        "method/gpt-5.jsonld",
        " method:gpt-5 ",
    ],
)
def test_all_names_of_a_thing_tell_the_same_story(explainer: Explainer, name: str) -> None:
    assert explainer.explain(name).iri == f"{BASE}method/gpt-5"


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("method:gpt5", "method:gpt-5"),
        ("GPT-5", "method:gpt-5"),
        ("method/medgama-4b", "method:medgemma-4b"),
        ("result/69b10f216dbb7075b95acf5", "result:69b10f216dbb7075b95acf5"),
        ("benchmark:u-mrg", "benchmark:u-mrg-14k-test"),
        ("u-mrg-14k/page.txt:6:5", "u-mrg-14k-test/page.txt"),
        ("u-mrg-14k-test/page.txt:6", "u-mrg-14k-test/page.txt:6:2"),
        ("method:medsam2", "in the registry, but no page"),
        ("nothing like it", "kg list"),
        ("http://bad iri", "kg list"),
        ("", "names nothing"),
    ],
)
def test_unknown_names_are_errors_with_near_ones(explainer: Explainer, name: str, near: str) -> None:
    with pytest.raises(KgError) as error:
        explainer.explain(name)
    assert near in str(error.value)


@pytest.mark.parametrize(
    ("name", "kind", "says"),
    [
        ("benchmark:u-mrg-14k-test", "benchmark", "46 results here and 10 parts; not stated of it: version."),
        ("metric:box-iou", "metric", "higher is better, measures 176 results in 11 columns"),
        ("paper:arxiv-2511-12110", "paper", "and 20 more, 32 in all"),
        ("leaderboard:med-cmr-open-ended", "leaderboard", "90 results in 5 declared columns; not stated: "),
        ("declaration:u-mrg-14k-test-4", "column", "scale                 0.01"),
        ("config:986d2d2a8a457b47", "config", "may still differ in what neither source recorded"),
        ("setting:e48b99959a7a3a82", "setting", "ASM=MedSAM2 is a setting"),
        ("source:med-cmr", "source", "81d52d8010889388b22ea97729172a54a60c23a66218cb265d3a3f5049b41ba2"),
        ("flag:ef5bd516abadc7b2", "flag", "the row prints 39.37, its parts give 40.23"),
        ("group:511a76f5ba1f1d87", "comparison group", "and with no result outside this group"),
        ("task:medical-reasoning-grounding", "task", "the title of the U-MRG-14K page"),
        ("component:mediround-jcm-2", "component", "JCM"),
        ("lb:ReportedByOthers", "term of the ontology", "does not say that the reporter is independent"),
        ("u-mrg-14k-test/page.txt:9:3", "place", "a missing mark: the page gives no value there"),
        ("mr-medseg-val/page.md:37", "result", "MedSAM: 77.7 PERCENT"),
    ],
)
def test_stories_of_other_kinds(explainer: Explainer, name: str, kind: str, says: str) -> None:
    explanation = explainer.explain(name)
    text = explanation.to_text()
    assert explanation.kind == kind
    assert says in text.replace("\n", " ") or says in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 100


def test_a_finding_tells_rule_cells_and_remedy(explainer: Explainer) -> None:
    result = explainer.explain("med-cmr/page.txt:32:5").to_dict()
    told = explainer.explain(result["flags"]["findings"][0]["finding"]["name"]).to_dict()
    assert told["kind"] == "finding"
    assert told["finding"]["rule"] == "A9"
    assert told["finding"]["severity"] == "Warning"
    assert told["finding"]["remedy"].startswith("do what the message names")
    (cell,) = told["cells"]["cells"]
    assert (cell["place"], cell["printed"]) == ("med-cmr/page.txt:32:5", "35.98")
    assert cell["result"]["iri"] == result["iri"]


def test_a_finding_about_a_column_tells_all_its_cells(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    shutil.copyfile(ROOT / "data" / "sources" / "u-mrg-14k-test" / "page.txt", page)
    kg.build(page, out=tmp_path / "build", registry=ROOT / "data" / "registry", accept_findings=True)
    explainer = Explainer(Version(tmp_path / "build"))
    column = explainer.explain("page.txt:21:8").to_dict()
    assert column["steps"]["steps"][-1]["gives"] == "none"
    assert column["comparison"]["rank"].startswith("No ranks are given: which of two values is better is not stated")
    assert column["metric"]["column_name"].startswith("unnamed")
    flags = {flag["flag"]["label"] for flag in column["flags"]["flags"]}
    assert {"scale suspect", "unnamed column"} <= flags
    finding = explainer.explain(column["flags"]["findings"][0]["finding"]["name"]).to_dict()
    assert len(finding["cells"]["cells"]) == 16


def test_without_pages_and_registry_less_is_told_and_said_so(explained: Version, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(explained.path, copy)
    for name in ("sources", "registry"):
        shutil.rmtree(copy / name, ignore_errors=True)
    told = explain(Version(copy), "u-mrg-14k-test/page.txt:6:5")
    assert "page text not in this build" in told.to_text()
    assert "not told: the registry is not in this build" in told.to_text()
    assert {s["step"]: s["gives"] for s in told.to_dict()["steps"]["steps"]}["value"] == "30.27"
    assert "not in this build" in explain(Version(copy), "method:gpt-5").to_text()


def test_a_version_carries_what_it_was_built_from(explained: Version) -> None:
    for folder in (*PAGES, ROOT / "data" / "registry"):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.name != "README.md":
                assert (explained.path / path.relative_to(ROOT / "data")).read_bytes() == path.read_bytes(), path


def test_another_page_than_the_one_built_is_not_shown(explained: Version, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(explained.path, copy)
    page = copy / "sources" / "u-mrg-14k-test" / "page.txt"
    page.write_bytes(page.read_bytes().replace(b"3,027", b"3,028"))
    excerpt = explain(Version(copy), "u-mrg-14k-test/page.txt:6:5").to_dict()["cell"]["excerpts"][0]
    assert excerpt["lines"] == []
    assert "its SHA-256 differs" in excerpt["note"]


@pytest.mark.parametrize(
    ("line", "column", "printed", "found"),
    [
        ("| A | 1 | 1 |", 3, "1", "| A | 1 | "),
        ("| A | 1 | 1 |", 2, "1", "| A | "),
        ("A | 1 | 2", 2, "1", "A | "),
        ("A\t\t7", 3, "7", "A\t\t"),
        (r"| A \| B | **3** |", 2, "3", r"| A \| B | **"),
        ("Dice: 50.3. Result ID: x.", None, "50.3", "Dice: "),
        ("Dice: 50.31 and 50.3", None, "50.3", "Dice: 50.31 and "),
    ],
)
def test_cells_are_found_by_number_and_text(line: str, column: int | None, printed: str, found: str) -> None:
    span = find_cell(line, column, printed)
    assert span == (len(found), len(found) + len(printed))


def test_a_cell_that_cannot_be_told_apart_is_not_marked() -> None:
    assert find_cell("5 5", None, "5") is None
    assert find_cell("", 3, "5") is None


def test_text_wraps_and_cuts_nothing() -> None:
    long = "a" * 250
    blocks = (
        Fact("fact", "a term that is longer than its column", ("x", long)),
        Sentence("sentence", long),
        Rows("rows", (("one", "one"), ("two", "two")), ((long, "b " * 90), ("c", "d"))),
        Excerpt("excerpt", "p:1:1", "x", ((1, f"x\t\x1b[31m{long}", "^"),)),
    )
    text = Explanation("iri", "name", "kind", "label", "summary", (Section("s", "Head", blocks),)).to_text()
    assert max(map(len, text.splitlines())) <= 100
    assert text.count("a") - text.count("a", 0, text.index("Head")) >= 4 * 250
    assert "\x1b" not in text
    assert clean("a\tb\n") == "a⇥b·"
