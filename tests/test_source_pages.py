"""The four shipped pages: every value of every page, read here a second time by other means.

The expected values come from the raw text of the pages (plain string splitting, no code of the
project) and from facts that a person checked against the papers and repositories.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from decimal import Decimal
from typing import Any

import pandas as pd
import pytest

import kg
from tests.conftest import ROOT

PERCENT = "http://qudt.org/vocab/unit/PERCENT"
UNITLESS = "http://qudt.org/vocab/unit/UNITLESS"
LB = "https://w3id.org/leaderboard-kg/ontology#"
DATA = "https://w3id.org/leaderboard-kg/"
SOURCES = ROOT / "data" / "sources"

Cell = tuple[str, int, int]


@pytest.fixture(scope="session")
def results(shipped: kg.Graph) -> pd.DataFrame:
    return shipped.results()


def rows_at(results: pd.DataFrame) -> dict[Cell, Any]:
    """Results by the cell they were printed in; no two share one."""
    rows = {(row["file"], row["line"], row["column"]): row for row in results.to_dict("records")}
    assert len(rows) == len(results)
    return rows


def test_counts(results: pd.DataFrame) -> None:
    counts = Counter(iri.removeprefix(f"{DATA}leaderboard/") for iri in results["leaderboard"])
    assert counts == {
        "u-mrg-14k-test": 206,
        "mr-medseg-hard-case-test": 15,
        "mr-medseg-val": 17,
        "med-cmr-multiple-choice": 144,
        "med-cmr-open-ended": 90,
    }
    assert results["method"].nunique() == 47
    assert results["printed_method"].nunique() == 49
    assert results["comparison_group"].nunique() == 31
    assert results["result"].is_unique


def test_every_value_of_the_pasted_page(results: pd.DataFrame) -> None:
    name, found = "u-mrg-14k-test/page.txt", rows_at(results)
    subsets = ["", "", "", "Abdomen", "Brain", "Eye", "Heart", "Histology", "Lung", "Vessel"]
    subsets += ["Neoplasm", "Non-Neoplasm", "Infection"]
    metrics = ["box-iou", "pdice", "dice"] + ["box-iou"] * 10
    seen = 0
    for number, line in enumerate((SOURCES / name).read_text(encoding="utf-8").split("\n"), 1):
        if "Model Category=" not in line:
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        method = cells[0].split("Model Category=")[0]
        for column, printed in enumerate(cells[1:14], 2):
            place = (name, number, column)
            if printed == "—":
                assert place not in found
                continue
            row, value_column = found[place], column - 1
            digits = printed.replace(",", "")
            expected = Decimal(digits) / 100 if value_column in (4, 5, 7) else Decimal(digits)
            assert row["printed"] == printed
            assert row["value"] == expected
            assert row["printed_method"] == method
            assert row["unit"] == PERCENT
            assert row["direction"] == f"{LB}HigherIsBetter"
            assert json.loads(str(row["config"])) == {"ASM": "MedSAM2"}
            assert row["metric"] == f"{DATA}metric/{metrics[value_column - 1]}"
            assert (row["subset"] or "") == subsets[value_column - 1] or pd.isna(row["subset"])
            assert row["split"] == "test"
            seen += 1
    assert seen == 206


def test_trailing_zeros_of_scaled_values_are_kept(results: pd.DataFrame) -> None:
    row = rows_at(results)["u-mrg-14k-test/page.txt", 7, 5]
    assert (row["printed"], row["value_text"]) == ("1,360", "13.60")
    assert rows_at(results)["u-mrg-14k-test/page.txt", 21, 5]["value_text"] == "0.92"


@pytest.mark.parametrize(("slug", "rows"), [("mr-medseg-hard-case-test", 15), ("mr-medseg-val", 17)])
def test_every_value_of_the_index_pages(results: pd.DataFrame, slug: str, rows: int) -> None:
    name, found = f"{slug}/page.md", rows_at(results)
    text = (SOURCES / name).read_text(encoding="utf-8")
    lines = text.split("\n")
    table = [(number, line) for number, line in enumerate(lines, 1) if line.endswith("| 691bfdf46750be83fe5ceb61 |")]
    assert len(table) == rows
    for number, line in table:
        method, printed = (cell.strip() for cell in line.strip("| ").split(" | ")[:2])
        section = text.split(f"\n### {method}\n\n")[1].split("\n### ")[0]
        identifier = re.search(r"Result ID: ([0-9a-f]{24})\.", section)
        config = re.search(r"configuration: (\{.*?\})\.", section)
        assert identifier
        assert config
        row = found[name, number, 2]
        assert row["printed"] == row["value_text"] == printed
        assert row["value"] == Decimal(printed)
        assert row["printed_method"] == method
        assert row["result"] == f"{DATA}result/{identifier[1]}"
        assert json.loads(str(row["config"])) == json.loads(config[1])
        assert row["unit"] == PERCENT
        assert row["direction"] == f"{LB}HigherIsBetter"
        assert row["metric"] == f"{DATA}metric/dice"
        assert pd.isna(row["result_date"])
        assert row["reported_in"] == f"{DATA}paper/arxiv-2511-12110"


def test_every_value_of_the_tab_separated_page(results: pd.DataFrame) -> None:
    name, found = "med-cmr/page.txt", rows_at(results)
    header: list[str] = []
    seen = 0
    for number, line in enumerate((SOURCES / name).read_text(encoding="utf-8").split("\n"), 1):
        cells = line.split("\t")
        if cells[0] == "Model":
            header = cells
        elif len(cells) > 1:
            for column in range(3, len(cells) + 1):
                row, heading = found[name, number, column], header[column - 1]
                open_ended = len(header) == 7
                assert row["printed"] == row["value_text"] == cells[column - 1]
                assert row["value"] == Decimal(cells[column - 1])
                assert row["printed_method"] == cells[0]
                assert row["unit"] == (UNITLESS if open_ended else PERCENT)
                assert pd.isna(row["config"])
                assert pd.isna(row["split"])
                part = not open_ended and heading != "All Score"
                assert row["subset"] == heading if part else pd.isna(row["subset"])
                seen += 1
    assert seen == 144 + 90


def test_where_each_value_comes_from(results: pd.DataFrame) -> None:
    rows = results.drop_duplicates(["leaderboard", "printed_method"])
    status = {
        (row["leaderboard"].removeprefix(f"{DATA}leaderboard/"), row["printed_method"]): row[
            "reproduction_status"
        ].removeprefix(LB)
        for row in rows.to_dict("records")
    }
    counts = Counter((board, s) for (board, _), s in status.items())
    assert counts == {
        ("u-mrg-14k-test", "AuthorReported"): 1,
        ("u-mrg-14k-test", "ReportedByOthers"): 15,
        ("mr-medseg-hard-case-test", "AuthorReported"): 3,
        ("mr-medseg-hard-case-test", "ReportedByOthers"): 2,
        ("mr-medseg-hard-case-test", "StatusUnknown"): 10,
        ("mr-medseg-val", "AuthorReported"): 3,
        ("mr-medseg-val", "ReportedByOthers"): 4,
        ("mr-medseg-val", "StatusUnknown"): 10,
        ("med-cmr-multiple-choice", "ReportedByOthers"): 18,
        ("med-cmr-open-ended", "ReportedByOthers"): 18,
    }
    assert status["u-mrg-14k-test", "MedReasoner-7B"] == "AuthorReported"
    assert status["mr-medseg-val", "MediRound + READ"] == "AuthorReported"
    assert status["mr-medseg-val", "MedSAM"] == "ReportedByOthers"
    assert status["mr-medseg-val", "Human-Thinking + MediSee"] == "StatusUnknown"


def test_no_composite_has_the_origin_paper_of_its_part(shipped: kg.Graph) -> None:
    rows = shipped.query(
        f"PREFIX lb: <{LB}> SELECT ?label ?paper WHERE {{ ?m lb:methodKind lb:Composite ; lb:introducedIn ?paper ; "
        "<http://www.w3.org/2000/01/rdf-schema#label> ?label } ORDER BY ?label"
    )
    assert isinstance(rows, pd.DataFrame)
    assert set(rows["label"]) == {"MediRound + JCM", "MediRound + READ"}


def test_the_two_merges_and_what_they_are_made_of(results: pd.DataFrame) -> None:
    spellings = [tuple(sorted(set(names))) for _, names in results.groupby("method")["printed_method"]]
    assert {names for names in spellings if len(names) > 1} == {
        ("Qwen2.5-VL-7B", "Qwen2.5VL-7B"),
        ("MedGamma-4B", "Medgemma-4B"),
    }


def test_cells_that_do_not_add_up_are_kept_and_flagged(shipped: kg.Graph, results: pd.DataFrame) -> None:
    flags = shipped.query(
        f"""PREFIX lb: <{LB}>
        SELECT ?method ?found ?expected ?kind WHERE {{
          ?result lb:flag ?flag ; lb:printedMethod ?method ; lb:printedValue ?found .
          ?flag lb:flagKind ?kind ; lb:expected ?expected
        }} ORDER BY ?method ?found"""
    )
    assert isinstance(flags, pd.DataFrame)
    told = {tuple(row) for row in flags.itertuples(index=False)}
    # The seven cells, worked out by hand from the weights 1:1:4:4 and the item counts.
    assert told == {
        ("Qwen3-VL-32B", "39.37", "40.23", f"{LB}PartsDisagree"),
        ("Gemini-2.5-Pro", "45.98", "45.88", f"{LB}PartsDisagree"),
        ("Gemma3-27B", "37.07", "36.64", f"{LB}PartsDisagree"),
        ("InternVL3.5-38B", "35.07", "34.94", f"{LB}PartsDisagree"),
        ("Gemma3-27B", "35.98", "35.97", f"{LB}NotKOverN"),
        ("Gemma3-4B", "25.70", "25.60", f"{LB}NotKOverN"),
        ("Qwen2.5-VL-32B", "38.89", "38.99", f"{LB}NotKOverN"),
    }
    # Qwen3-VL-30B-A3B's 39.37 stands in the row above and is right.
    assert (
        not results[(results["printed"] == "39.37") & (results["printed_method"] == "Qwen3-VL-30B-A3B")]["flags"]
        .notna()
        .any()
    )


def test_three_columns_are_rescaled_and_say_so(shipped: kg.Graph) -> None:
    flags = shipped.query(
        f"PREFIX lb: <{LB}> SELECT ?number WHERE {{ ?column lb:flag ?flag ; lb:columnNumber ?number . "
        "?flag lb:flagKind lb:ScaleCorrected } ORDER BY ?number"
    )
    assert isinstance(flags, pd.DataFrame)
    assert list(flags["number"]) == [4, 5, 7]


def test_the_spoiled_citation_is_cleaned_and_flagged(shipped: kg.Graph) -> None:
    flags = shipped.query(
        f"""PREFIX lb: <{LB}>
        SELECT ?arxiv ?found ?expected WHERE {{
          ?paper lb:flag ?flag ; <http://purl.org/spar/fabio/hasArXivId> ?arxiv .
          ?flag lb:flagKind lb:IdentifierCleaned ; lb:found ?found ; lb:expected ?expected }}"""
    )
    assert isinstance(flags, pd.DataFrame)
    spoiled = "https://appwritefunc.yet-another-testing-domain.com/api/grab?url=https://arxiv.org/abs/2512.00818"
    assert flags.values.tolist() == [["2512.00818", spoiled, "https://arxiv.org/abs/2512.00818"]]


def test_what_is_not_recorded_stays_absent(shipped: kg.Graph) -> None:
    rows = shipped.query(
        f"""PREFIX lb: <{LB}> PREFIX dcterms: <http://purl.org/dc/terms/>
        SELECT ?board ?date ?loaded ?stated WHERE {{
          ?board a lb:Leaderboard .
          OPTIONAL {{ ?board dcterms:modified ?date }}
          OPTIONAL {{ ?board lb:resultsLoaded ?loaded ; lb:resultsStated ?stated }}
          FILTER NOT EXISTS {{ ?board dcterms:license ?licence }} }} ORDER BY ?board"""
    )
    assert isinstance(rows, pd.DataFrame)
    told = {row[0].rpartition("/")[2]: tuple(None if pd.isna(v) else v for v in row[1:]) for row in rows.values}
    assert told == {
        "med-cmr-multiple-choice": (None, None, None),
        "med-cmr-open-ended": (None, None, None),
        "mr-medseg-hard-case-test": ("2026-03-11T06:44:08.802Z", 15, 15),
        "mr-medseg-val": ("2026-03-11T06:44:08.716Z", 17, 17),
        "u-mrg-14k-test": (None, None, None),
    }


def test_benchmarks_families_and_declared_metrics(shipped: kg.Graph) -> None:
    count = f"PREFIX lb: <{LB}> SELECT (COUNT(*) AS ?n) WHERE {{ %s }}"
    for pattern, expected in (
        ("?x a lb:Benchmark", 22),
        ("?x a lb:Benchmark ; lb:partOf ?whole", 17),
        ("?x a lb:BenchmarkFamily", 3),
        ("?x a lb:Benchmark ; lb:domain ?d", 22),
        ("?x a lb:MetricDeclaration", 13 + 3 + 3 + 8 + 5),
        ("?x a lb:MetricDeclaration FILTER NOT EXISTS { ?x lb:columnNumber ?n }", 4),
        ("?x a lb:Result FILTER NOT EXISTS { ?x lb:normalizedValue ?v }", 0),
    ):
        rows = shipped.query(count % pattern)
        assert isinstance(rows, pd.DataFrame)
        assert rows["n"].item() == expected, pattern


def test_the_shipped_data_have_only_the_warnings_they_deserve(shipped: kg.Graph) -> None:
    assert shipped.rejects == ()
    assert shipped.report.conforms
    assert [finding.rule for finding in shipped.report.findings] == ["A9"] * 7
    assert shipped.built.is_clean
