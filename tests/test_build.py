"""What a build does with curated facts, the registry, order, and its folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pyoxigraph as ox
import pytest
import rdflib

import kg
from kg.pipeline.publish import files_of, fingerprint, unchanged, write
from kg.store import sums_of
from tests.conftest import PAGES, ROOT

SLUG = "u-mrg-14k-test"
BY_FAMILY = "models-on-several-medical-benchmarks"
BY_PAGE = "models-on-several-medical-benchmarks-by-page"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the shipped data that a test may spoil."""
    folder = Path(shutil.copytree(ROOT / "data", tmp_path / "data", ignore=shutil.ignore_patterns("sources")))
    for page in PAGES:
        shutil.copytree(page, folder / "sources" / page.name)
    return folder


def edit(path: Path, change: Callable[[str], str]) -> None:
    text = path.read_text(encoding="utf-8")
    changed = change(text)
    assert changed != text
    path.write_text(changed, encoding="utf-8")


def without_columns(toml: str) -> str:
    blocks = re.split(r"^(?=\[\[)", toml, flags=re.M)
    return "".join(block for block in blocks if not block.startswith("[[columns]]"))


def without_scale(toml: str) -> str:
    return re.sub(r"^scale = .*\n", "", toml, flags=re.M)


def findings(graph: kg.Graph, severity: str) -> list[tuple[str, str]]:
    return [(f.rule, f.focus.rpartition("/")[2]) for f in graph.report.of(severity)]


def rows_of(graph: kg.Graph, question: str) -> int:
    answer = graph.query(question)
    assert isinstance(answer, pd.DataFrame)
    return len(answer)


def test_case_a_without_column_facts_the_page_names_one_column(data: Path) -> None:
    edit(data / "sources" / SLUG / "source.toml", without_columns)
    graph = kg.build(data / "sources" / SLUG)
    results = graph.results()
    assert len(results) == 206
    labels = list(dict.fromkeys(results.sort_values("column")["metric_label"]))
    assert labels == ["IoU (General)"] + [f"unnamed column {n}" for n in range(2, 14)]
    unnamed = results[results["metric_label"] != "IoU (General)"]
    assert unnamed["unit"].isna().all()
    assert set(unnamed["direction"]) == {"https://w3id.org/leaderboard-kg/ontology#DirectionUnknown"}
    violations = graph.report.of("Violation")
    assert {f.focus.rpartition("-")[2] for f in violations} == {str(n) for n in range(2, 14)}
    assert len(violations) == 12
    assert all("value column without a name" in f.message for f in violations)
    suspects = [f for f in graph.report.of("Warning") if "thousands marks beside sibling columns" in f.message]
    assert len(suspects) == 3
    assert sorted({place.rpartition(":")[2] for f in suspects for place in f.places}) == ["5", "6", "8"]
    assert all(len(f.places) == 16 for f in suspects)
    assert {"92", "91", "36"} <= {text for f in suspects for text in f.printed}
    assert not graph.built.is_clean


def test_case_b_without_scale_facts_the_bounds_fail_once_a_column(data: Path) -> None:
    edit(data / "sources" / SLUG / "source.toml", without_scale)
    graph = kg.build(data / "sources" / SLUG)
    violations = graph.report.of("Violation")
    assert sorted(f.focus.rpartition("-")[2] for f in violations) == ["4", "5", "7"]
    assert {f.rule for f in violations} == {"R16.14"}
    for finding, small in zip(sorted(violations, key=lambda f: f.focus), ("92", "91", "36"), strict=True):
        assert len(finding.places) == 16
        assert small in finding.printed


def test_case_c_as_shipped(shipped: kg.Graph) -> None:
    assert shipped.built.is_clean
    results = shipped.results()
    row = results[results["printed"] == "3,027"].iloc[0]
    assert (row["value_text"], row["flags"]) == ("30.27", "https://w3id.org/leaderboard-kg/ontology#ScaleCorrected")


def test_the_registry_makes_the_difference(data: Path, shipped: kg.Graph) -> None:
    assert (rows_of(shipped, BY_FAMILY), rows_of(shipped, BY_PAGE)) == (4, 19)
    edit(
        data / "registry" / "methods.sssom.tsv",
        lambda text: "".join(
            line
            for line in text.splitlines(keepends=True)
            if line.split("\t")[0] not in ("Qwen2.5VL-7B", "MedGamma-4B")
        ),
    )
    graph = kg.build(data)
    assert (rows_of(graph, BY_FAMILY), rows_of(graph, BY_PAGE)) == (2, 17)
    # Undoing a merge changes no result's address.
    assert set(graph.results()["result"]) == set(shipped.results()["result"])
    assert graph.results()["method"].nunique() == 49


def test_same_bytes_for_any_hash_seed_and_source_order(tmp_path: Path) -> None:
    sums = []
    for seed, order in (("0", PAGES), ("1", PAGES[::-1])):
        out = tmp_path / seed
        paths = [str(page) for page in order]
        env = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "kg.cli", "build", *paths, "--out", str(out)]
        subprocess.run(command, check=True, capture_output=True, env=env, cwd=ROOT)
        sums.append((out / "current" / "SHA256SUMS").read_bytes())
    assert sums[0] == sums[1]
    assert b"graph.ttl" in sums[0]


def test_cells_are_all_accounted_for(shipped: kg.Graph) -> None:
    report = json.loads(files_of(shipped.built)["build-report.json"])
    for board in report["leaderboards"]:
        rejected = sum(reject["cells"] for reject in board["rejects"])
        assert board["cells"] == board["results"] + board["missing"] + rejected, board["leaderboard"]
    assert report["totals"]["cells"] == 474
    assert report["totals"]["missing"] == 2
    guesses = [g for board in report["leaderboards"] for g in board["guesses"]]
    assert {"file", "line", "column", "property", "value", "from", "certainty"} == set(guesses[0])


def test_a_version_with_findings_is_written_but_not_switched_to(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "build"
    good = kg.build(data, out)
    edit(data / "sources" / SLUG / "source.toml", without_scale)
    bad = kg.build(data, out)
    assert good.outcome
    assert bad.outcome
    assert (out / "current").resolve() == good.outcome.version
    assert bad.outcome.version.is_dir()
    accepted = kg.build(data, out, accept_findings=True)
    assert accepted.outcome
    assert (out / "current").resolve() == accepted.outcome.version == bad.outcome.version


def test_an_unchanged_build_is_known_and_a_changed_one_is_not(data: Path, tmp_path: Path, shipped: kg.Graph) -> None:
    out, base = tmp_path / "build", "https://w3id.org/leaderboard-kg/"
    before = fingerprint([data], None, base)
    assert unchanged(out, before) is None
    write(shipped.built, out, before, accept_findings=False)
    known = unchanged(out, before)
    assert known
    assert known.is_unchanged
    edit(data / "sources" / SLUG / "source.toml", without_scale)
    assert fingerprint([data], None, base) != before


def test_a_changed_page_builds_with_one_warning(data: Path) -> None:
    page = data / "sources" / "mr-medseg-val" / "page.md"
    page.write_bytes(page.read_bytes() + b"\n")
    graph = kg.build(data / "sources" / "mr-medseg-val")
    problems = graph.built.problems("mr-medseg-val")
    assert [problem.rule for problem in problems] == ["page-changed"]
    assert graph.built.is_clean
    assert len(graph.results()) == 17


def test_another_base_moves_the_data_and_not_the_vocabulary() -> None:
    graph = kg.build(ROOT / "data" / "sources" / "mr-medseg-val", base_iri="https://example.org/boards")
    text = "".join(graph.built.quads)
    assert "<https://example.org/boards/result/69b10f216dbb7075b95acf1f>" in text
    assert "<https://w3id.org/leaderboard-kg/result/" not in text
    assert "<https://w3id.org/leaderboard-kg/ontology#value>" in text
    assert rows_of(graph, "best-recorded") == 3


def test_each_triple_stands_in_exactly_one_graph(shipped: kg.Graph) -> None:
    triples = [line.rsplit(" ", 2)[0] for line in shipped.built.quads]
    assert len(triples) == len(set(triples))
    assert not any(" _:" in line or line.startswith("_:") for line in shipped.built.quads)


FORMATS = {
    "graph.ttl": ox.RdfFormat.TURTLE,
    "graph.rdf": ox.RdfFormat.RDF_XML,
    "graph.jsonld": ox.RdfFormat.JSON_LD,
    "graph.trig": ox.RdfFormat.TRIG,
    "graph.nq": ox.RdfFormat.N_QUADS,
}


@pytest.fixture(scope="module")
def files(shipped: kg.Graph) -> dict[str, bytes]:
    return files_of(shipped.built)


@pytest.mark.parametrize("name", FORMATS)
def test_graph_files_parse_back_with_every_digit(files: dict[str, bytes], name: str) -> None:
    """The engine's parsers keep lexical forms, so equal triples mean equal digits."""
    parsed = {str(quad.triple) for quad in ox.parse(files[name], FORMATS[name])}
    assert parsed == {str(quad.triple) for quad in ox.parse(files["graph.nt"], ox.RdfFormat.N_TRIPLES)}
    assert any('"13.60"^^<http://www.w3.org/2001/XMLSchema#decimal>' in triple for triple in parsed)


@pytest.mark.parametrize(("name", "kind"), [("graph.ttl", "turtle"), ("graph.jsonld", "json-ld"), ("graph.rdf", "xml")])
def test_a_second_library_reads_the_same_number_of_triples(files: dict[str, bytes], name: str, kind: str) -> None:
    assert len(rdflib.Graph().parse(data=files[name], format=kind)) == files["graph.nt"].count(b"\n")


def test_json_ld_reads_well(files: dict[str, bytes]) -> None:
    document = json.loads(files["graph.jsonld"])
    nodes = {node["id"].rpartition("/")[2]: node for node in document["@graph"]}
    result = nodes["69b10f216dbb7075b95acf1f"]
    assert result["value"] == "77.7"
    assert result["method"] == {
        "id": "https://w3id.org/leaderboard-kg/method/medsam",
        "type": ["Method"],
        "label": "MedSAM",
    }
    assert result["reproductionStatus"] == "ReportedByOthers"
    assert result["sourceLocator"] == ["mr-medseg-val/page.md:37:2"]
    assert result["config"]["label"] == "input=bbox input"
    assert sums_of(files).count("\n") == len(files)
