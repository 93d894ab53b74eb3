"""The questions on the shipped data: right answers, and the same in two independent engines."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pandas as pd
import pytest
import rdflib

import kg
from kg.query import questions
from tests.conftest import ROOT

#: Models on U-MRG-14K and on Med-CMR.
TWO_FAMILIES = {"Qwen2.5-VL-72B", "Qwen2.5-VL-7B", "Lingshu-7B", "MedGemma-4B"}

#: Methods that stand on both MR-MedSeg pages.
TWO_PAGES = {
    "MediRound",
    "MediRound + JCM",
    "MediRound + READ",
    "SegLLM-7B",
    "SegLLM-13B",
    *(f"Human-Thinking + {part}" for part in ("MediSee", "MedPLIB", "IMIS-Net", "BiomedParse")),
    *(f"{part} + {other}" for part in ("GPT-4o", "Gemini-2.5-Pro", "Qwen3-VL") for other in ("MediSee", "IMIS-Net")),
}


def answer(graph: kg.Graph, name: str, **parameters: str) -> pd.DataFrame:
    rows = graph.query(name, **parameters)
    assert isinstance(rows, pd.DataFrame)
    return rows


@pytest.mark.parametrize(
    ("name", "methods"),
    [
        ("cq01", TWO_FAMILIES),
        ("cq02", TWO_FAMILIES | TWO_PAGES),
        ("cq03", TWO_FAMILIES | {"GPT-4o", "Gemini-2.5-Pro"}),
    ],
)
def test_models_on_several_medical_benchmarks(shipped: kg.Graph, name: str, methods: set[str]) -> None:
    rows = answer(shipped, name)
    assert list(rows.columns)[:4] == ["method", "methodLabel", "benchmarks", "count"]
    assert set(rows["methodLabel"]) == methods
    assert len(rows) == len(methods)
    assert set(rows["count"]) == {2}


def test_near_names_stay_out(shipped: kg.Graph) -> None:
    for name in ("cq01", "cq02", "cq03"):
        labels = set(answer(shipped, name)["methodLabel"])
        out = {"MedSAM", "Gemini-2.5-flash", "GPT-5", "InternVL3-8B", "Lingshu-32B", "MedReasoner-7B", "Qwen3-VL-8B"}
        assert not labels & out


def test_best_recorded_in_each_group(shipped: kg.Graph) -> None:
    """The 31 rows of tests/golden/best-recorded.tsv were compared with the pages, column by column."""
    rows = answer(shipped, "best-recorded")
    assert list(rows.columns)[:13] == [
        *("group", "benchmarkLabel", "metricLabel", "method", "methodLabel", "value", "printed", "unit"),
        *("direction", "config", "status", "coverage", "asOf"),
    ]
    assert rows["group"].nunique() == len(rows) == 31
    golden = (ROOT / "tests" / "golden" / "best-recorded.tsv").read_text(encoding="utf-8").splitlines()
    columns = golden[0].split("\t")
    told = sorted(
        "\t".join(str(row[name]).rpartition("#")[2].rpartition("/unit/")[2] for name in columns)
        for row in rows.to_dict("records")
    )
    assert told == golden[1:]


def test_no_answer_claims_more_than_its_source(shipped: kg.Graph) -> None:
    rows = answer(shipped, "best-recorded")
    index = rows["benchmarkLabel"].str.contains("MR-MedSeg")
    assert rows[index]["coverage"].str.contains("is not a claim of exhaustive, current global coverage").all()
    assert set(rows[~index]["coverage"]) == {"coverage not stated"}


def test_results_of_a_method_and_reports_by_others(shipped: kg.Graph) -> None:
    base = shipped.built.base
    assert len(answer(shipped, "results-of-method", method=f"{base}method/medsam")) == 1
    assert len(answer(shipped, "results-of-method", method=f"{base}method/medgemma-4b")) == 13 + 8 + 5
    others = answer(shipped, "reported-of-others")
    assert "MedReasoner-7B" not in set(others["methodLabel"])
    assert not others["methodLabel"].str.contains("Human-Thinking").any()


def test_nothing_is_unknown_in_the_shipped_data(shipped: kg.Graph) -> None:
    assert answer(shipped, "unknown-unit-or-direction").empty


def test_compared_on_both_pairs_only_within_a_group(shipped: kg.Graph) -> None:
    base = shipped.built.base
    rows = answer(shipped, "compared-on-both", a=f"{base}method/mediround-jcm", b=f"{base}method/medsam")
    assert rows.empty  # the one took a box as input, the other did not
    rows = answer(shipped, "compared-on-both", a=f"{base}method/mediround-jcm", b=f"{base}method/mediround")
    assert len(rows) == 2


def test_benchmarks_and_metrics(shipped: kg.Graph) -> None:
    rows = answer(shipped, "benchmarks-and-metrics")
    # 3 + 10 on U-MRG-14K, Dice, gIoU and cIoU on both MR-MedSeg pages, 8 and 5 on Med-CMR
    assert len(rows) == 13 + 3 + 3 + 8 + 5


@pytest.fixture(scope="module")
def union(shipped: kg.Graph, tmp_path_factory: pytest.TempPathFactory) -> rdflib.Graph:
    from kg.export.formats import union_lines

    path = Path(tmp_path_factory.mktemp("union") / "graph.nt")
    path.write_text("".join(union_lines(shipped.built.quads)), encoding="utf-8")
    return rdflib.Graph().parse(path, format="nt")


@pytest.mark.parametrize("name", [question.number for question in questions()])
def test_a_second_engine_gives_the_same_rows(shipped: kg.Graph, union: rdflib.Graph, name: str) -> None:
    from kg.query import bind, find_question

    rows = answer(shipped, name)
    found = union.query(bind(find_question(name)))
    assert found.vars is not None
    columns = [str(variable) for variable in found.vars]
    assert columns == list(rows.columns)

    def plain(value: object) -> str:
        if value is None or (isinstance(value, float) and pd.isna(value)):
            return ""
        text = str(value)
        return format(Decimal(text).normalize(), "f") if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text) else text

    first = sorted(tuple(plain(None if pd.isna(v) else v) for v in row) for row in rows.itertuples(index=False))
    second = sorted(tuple(plain(row[i]) for i in range(len(columns))) for row in found if not isinstance(row, bool))
    assert first == second
