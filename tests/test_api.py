"""The Python interface: small, typed, quick to import."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pandas as pd
import pytest
import rdflib

import kg
from kg.errors import QueryError, SourceError
from tests.conftest import ROOT


def test_the_public_face_is_sorted_and_complete() -> None:
    assert kg.__all__ == sorted(kg.__all__)
    for name in kg.__all__:
        assert getattr(kg, name) is not None
    assert (ROOT / "kg" / "py.typed").is_file()


def test_import_is_quick_and_names_stay_functions() -> None:
    code = (
        "import kg, sys; heavy = {'pandas', 'pyshacl', 'rdflib', 'pyoxigraph', 'fastapi'} & set(sys.modules); "
        "assert not heavy, heavy; import kg.api, kg.pipeline.road, kg.validation; "
        "assert callable(kg.build) and callable(kg.validate)"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, cwd=ROOT)


def test_results_are_exact_and_typed(shipped: kg.Graph) -> None:
    results = shipped.results()
    assert len(results) == 472
    assert isinstance(results["value"].iloc[0], Decimal)
    assert results["line"].dtype == "Int64"


def test_named_question_query_text_and_forms(shipped: kg.Graph) -> None:
    models = shipped.query("models-on-several-medical-benchmarks")
    assert isinstance(models, pd.DataFrame)
    assert list(models.columns)[:4] == ["method", "methodLabel", "benchmarks", "count"]
    assert set(models["methodLabel"]) == {"Qwen2.5-VL-72B", "Qwen2.5-VL-7B", "Lingshu-7B", "MedGemma-4B"}
    assert shipped.query("ASK { ?s ?p ?o }") is True
    triples = shipped.query("CONSTRUCT { ?s a ?c } WHERE { ?s a ?c } LIMIT 2")
    assert isinstance(triples, tuple)
    assert len(triples) == 2
    fewer = shipped.query("cq01", minimum="3")
    assert isinstance(fewer, pd.DataFrame)
    assert fewer.empty
    with pytest.raises(QueryError, match="did you mean"):
        shipped.query("best-recordd")


def test_the_rdflib_dataset_keeps_every_digit(shipped: kg.Graph) -> None:
    dataset = shipped.graph()
    assert isinstance(dataset, rdflib.Dataset)
    assert len(dataset) == len(shipped.built.quads)
    assert "13.60" in {str(value) for value in dataset.objects() if isinstance(value, rdflib.Literal)}


def test_validate_takes_files_and_graphs(shipped: kg.Graph, tmp_path: Path) -> None:
    path = tmp_path / "graph.nq"
    path.write_text("".join(shipped.built.quads), encoding="utf-8")
    assert kg.validate(path) == shipped.report
    assert not kg.validate(rdflib.Graph()).conforms
    (tmp_path / "broken.ttl").write_text("<a> <b>\n  oops .\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"broken\.ttl:\d"):
        kg.validate(tmp_path / "broken.ttl")


def test_remote_contexts_are_refused_and_not_fetched(tmp_path: Path) -> None:
    path = tmp_path / "remote.jsonld"
    path.write_text('{"@context": "http://127.0.0.1:9/x", "a": 1}', encoding="utf-8")
    with pytest.raises(SourceError, match="context"):
        kg.validate(path)


def test_build_writes_nothing_unless_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kg.build(ROOT / "data" / "sources" / "mr-medseg-val")
    assert list(tmp_path.iterdir()) == []
