"""The commands: what they print, how they end, and that the rules are measured by one of them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

import kg
from kg.errors import LinkError
from kg.link.measure import measure
from tests.conftest import ROOT

PAIRS = ROOT / "benchmarks" / "link" / "pairs.jsonl"
Running = Callable[..., tuple[int, str, str]]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped data, in a working folder of its own."""
    shutil.copytree(ROOT / "data", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KG_LINK_CONTACT", raising=False)
    return tmp_path / "data"


@pytest.fixture(scope="module")
def build_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("cite")
    kg.build(ROOT / "data", out)
    return out


def test_no_automatic_link_of_the_labelled_pairs_is_wrong() -> None:
    score = measure(PAIRS)
    assert score.pairs >= 120
    assert score.wrong == []
    assert score.precision == Decimal("1.000")
    assert score.recall >= Decimal("0.75")
    assert score.recall_with_candidates >= Decimal("0.9")
    assert set(score.by_rule) == {1, 2, 3}, "each automatic rule is measured"
    assert score.pairs - score.true >= 50, "enough of what must not be linked"


@pytest.mark.parametrize(
    "case",
    [
        "MedSAM2 is not Medical SAM 2",
        "MedSAM is not its follow-up",
        "Med-R1 is not MedVLM-R1",
        "Convalescent plasma, two notes of one title",
        "a wrong arXiv id in a README",
        "a bridge to a paper without anything in common",
    ],
)
def test_what_looks_alike_is_not_linked(case: str) -> None:
    told = [verdict for name, verdict in measure(PAIRS).cases.items() if name.startswith(f"{case}:")]
    assert told
    assert "link" not in told


def test_the_measure_counts_what_is_wrong(tmp_path: Path) -> None:
    """The measure itself can fail: labels turned round give wrong links, and a status that says so."""
    turned = tmp_path / "turned.jsonl"
    turned.write_text(PAIRS.read_text(encoding="utf-8").replace('"is": "same"', '"is": "other"'), encoding="utf-8")
    assert len(measure(turned).wrong) > 10
    assert measure(turned).precision < 1
    (tmp_path / "broken.jsonl").write_text('{"case": "x"}\n', encoding="utf-8")
    with pytest.raises(LinkError, match=r"broken\.jsonl:1: no pair"):
        measure(tmp_path / "broken.jsonl")
    with pytest.raises(LinkError, match="give a file of pairs"):
        measure(tmp_path / "none.jsonl")


def test_the_measure_is_printed_by_a_command(run_kg: Running, tmp_path: Path) -> None:
    status, out, _ = run_kg("link", "measure", str(PAIRS))
    assert status == 0
    assert "precision 1.000, recall 0." in out
    turned = tmp_path / "turned.jsonl"
    turned.write_text(PAIRS.read_text(encoding="utf-8").replace('"is": "same"', '"is": "other"'), encoding="utf-8")
    assert run_kg("link", "measure", str(turned))[0] == 1


def test_services_are_not_asked_by_nobody(run_kg: Running, data: Path) -> None:
    before = {path.name: path.read_bytes() for path in (data / "links").iterdir()}
    status, _, told = run_kg("link")
    assert status == 2
    assert "set KG_LINK_CONTACT" in told
    assert {path.name: path.read_bytes() for path in (data / "links").iterdir()} == before
    status, _, told = run_kg("link", "--offline", "--services", "scopus")
    assert (status, "--services must be one of" in told) == (2, True)
    status, _, told = run_kg("link", "--offline", "--max-age", "soon")
    assert (status, "is no age" in told) == (2, True)


def test_links_are_listed_rejected_and_brought_back(run_kg: Running, data: Path) -> None:
    shipped = (data / "links" / "links.sssom.tsv").read_bytes()
    paper, other = "arxiv-2304-12306", "openalex:W4391109864"
    status, out, _ = run_kg("link", "list", "--paper", paper, "--format", "json")
    assert status == 0
    assert other in {row["object_id"] for row in json.loads(out)}
    assert run_kg("link", "reject", paper, "https://openalex.org/W4391109864")[0] == 0
    assert other.encode() not in (data / "links" / "links.sssom.tsv").read_bytes().replace(
        b"semopenalex:W4391109864", b""
    )
    assert run_kg("link", "--offline")[0] == 0
    status, out, _ = run_kg("link", "list", "--paper", paper)
    assert f" {other}" not in out, "a rejected curated link stays away"
    status, out, _ = run_kg("link", "list", "--kind", "decisions")
    assert "rejected on " in out
    assert run_kg("link", "undo", paper, other)[0] == 0
    assert (data / "links" / "links.sssom.tsv").read_bytes() == shipped
    status, _, told = run_kg("link", "undo", paper, other)
    assert (status, "nothing was decided" in told) == (2, True)
    status, _, told = run_kg("link", "accept", paper, other, "--as", "theSame")
    assert (status, "--as must be one of" in told) == (2, True)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("ids.json", "{", "ids.json: not JSON"),
        ("ids.json", '{"papers": {}}', "'date' must be the day"),
        ("ids.json", '{"date": "2026-01-01", "papers": {"p": {"ids": [{"id": "x"}]}}}', "ids.json: p: each of 'ids'"),
        ("ids.json", '{"date": "2026-01-01", "papers": {"p": {"authors": ["A"]}}}', "need 'evidence'"),
        ("links.sssom.tsv", "subject_id\n", "links.sssom.tsv:1: the columns must be"),
        ("records.jsonl", "{}\n", "records.jsonl:1: no record"),
        ("attempts.tsv", "x\n", "attempts.tsv:1: the columns must be"),
    ],
)
def test_a_broken_file_of_links_is_named(run_kg: Running, data: Path, name: str, text: str, reason: str) -> None:
    (data / "links" / name).write_text(text, encoding="utf-8")
    for command in (("link", "--offline"), ("build", "data")):
        status, _, told = run_kg(*command)
        assert status == 2
        assert reason in told
        assert "Traceback" not in told


def test_a_cell_of_a_link_that_is_wrong_is_named(run_kg: Running, data: Path) -> None:
    table = data / "links" / "links.sssom.tsv"
    text = table.read_text(encoding="utf-8")
    for right, wrong, reason in (
        ("owl:sameAs", "owl:same", "column 'predicate_id'"),
        ("openalex:W4391109864", "openalex:A1", "not a work of OpenAlex"),
        ("\t1.0\t", "\t1.5\t", "column 'confidence'"),
        ("paper:arxiv-2304-12306\tSeg", "arxiv-2304-12306\tSeg", "is no paper"),
    ):
        table.write_text(text.replace(right, wrong, 1), encoding="utf-8")
        status, _, told = run_kg("link", "list")
        assert status == 2
        assert reason in told
        assert "links.sssom.tsv:" in told


def test_cite_prints_every_paper_that_a_table_needs(run_kg: Running, build_dir: Path) -> None:
    status, out, told = run_kg("cite", "MR-MedSeg (val)", "--build", str(build_dir))
    assert status == 0
    keys = [line.split("{")[1].rstrip(",") for line in out.splitlines() if line.startswith("@")]
    assert keys[0] == "arxiv-2511-12110", "the paper that reports the values comes first"
    assert set(keys) == {
        "arxiv-2511-12110",  # MediRound, and the benchmark
        "arxiv-2304-12306",  # MedSAM
        "arxiv-2411-12814",  # IMIS-Net
        "arxiv-2410-18923",  # SegLLM
        "arxiv-2504-11008",  # MediSee, a part of a composite
        "arxiv-2412-09278",  # MedPLIB, a part
        "arxiv-2405-12971",  # BiomedParse, a part
        "arxiv-2511-21631",  # Qwen3-VL, a part
    }
    assert "% reports the values" in out
    assert "8 papers are needed to cite" in told
    assert "authors not known of arxiv-2411-12814" in told
    status, out, _ = run_kg("cite", "mr-medseg-val", "--format", "csl", "--build", str(build_dir))
    assert [entry["id"] for entry in json.loads(out)] == keys


def test_cite_takes_families_and_says_what_it_does_not_know(run_kg: Running, build_dir: Path) -> None:
    status, out, _ = run_kg("cite", "Med-CMR", "--build", str(build_dir))
    assert status == 0
    assert out.count("@") == 5
    for name, reason in (("ImageNet", "no benchmark, family or leaderboard is called"), ("medical", "things:")):
        status, out, told = run_kg("cite", name, "--build", str(build_dir))
        assert (status, out) == (2, "")
        assert reason in told


def test_federated_queries_are_printed_for_the_papers_of_a_build(run_kg: Running, build_dir: Path) -> None:
    status, out, _ = run_kg("link", "federated", "--build", str(build_dir))
    assert status == 0
    assert "https://query-scholarly.wikidata.org/sparql" in out
    status, out, _ = run_kg("link", "federated", "wikidata-scholarly", "--build", str(build_dir))
    assert out == (ROOT / "ontology/federated/wikidata-scholarly.rq").read_text(encoding="utf-8")
    status, out, _ = run_kg("link", "federated", "wikidata-scholarly", "--there", "--build", str(build_dir))
    assert "SERVICE" not in out
    assert '"10.1038/S41467-024-44824-Z"' in out
    assert run_kg("link", "federated", "scopus", "--build", str(build_dir))[0] == 2
