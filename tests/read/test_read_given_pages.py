"""The four source pages of the first release, counted cell by cell."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.read import read_page
from kg.read.cells import Page

ROOT = Path(__file__).resolve().parents[2]


def _folders() -> Iterator[Path]:
    if "KG_REFERENCE_DIR" in os.environ:
        yield Path(os.environ["KG_REFERENCE_DIR"])
    yield ROOT / "data" / "sources"


def find(start: str) -> Page:
    """The page whose first line begins like this, read without telling its format."""
    for folder in _folders():
        for path in sorted(folder.glob("**/*")):
            if path.suffix in {".txt", ".md"} and path.is_file():
                data = path.read_bytes()
                if data.decode("utf-8", "replace").lstrip("# ").startswith(start):
                    return read_page(data, path.name)
    pytest.skip("the source pages are not here")


def lost(page: Page) -> int:
    tables = [problem.cells for table in page.tables for problem in table.problems]
    return sum(tables) + sum(problem.cells for problem in page.problems)


def test_medical_reasoning_grounding() -> None:
    page = find("Medical Reasoning Grounding on U-MRG-14K")
    assert page.format == "pasted-table"
    assert lost(page) == 0
    (table,) = page.tables
    assert [column.name for column in table.columns] == ["Method", *[""] * 13, "Links"]
    assert len(table.rows) == 16
    cells = [cell for row in table.rows for cell in row.cells[1:14]]
    assert len(cells) == 16 * 13
    assert sum(cell.text != "—" for cell in cells) == 206
    assert all(row.cells[14].text == "" for row in table.rows)
    assert " ".join(cell.text for cell in table.rows[0].cells) == (
        "MedReasoner-7B 32.42 26.55 37.78 3,027 3,281 51.5 3,472 11.66 50.75 29.91 33.58 37.19 30.48 "
    )
    assert " ".join(cell.text for cell in table.rows[-1].cells) == (
        "GPT-4o 2.65 1.12 4.72 92 91 3.29 36 2.8 11.7 1.83 1.01 4.16 6.37 "
    )
    dates = [detail.value for row in table.rows for detail in row.details if detail.name == "date"]
    assert dates == ["2025.08"] * 16
    assert {row.settings[0].name for row in table.rows} == {"Model Category"}
    assert {row.settings[0].value for row in table.rows} == {
        "General MLLM",
        "Medical-Specific MLLM",
        "Grounding-Specific MLLM",
    }
    assert {(row.settings[1].name, row.settings[1].value) for row in table.rows} == {("ASM", "MedSAM2")}
    assert [page.fact(f"highlight-{part}") for part in ("value", "metric", "method")] == [
        "32.42",
        "IoU (General)",
        "MedReasoner-7B",
    ]


@pytest.mark.parametrize(
    ("title", "count", "first", "last", "configured"),
    [
        (
            "Medical Reasoning Segmentation on MR-MedSeg hard case (test)",
            15,
            ("MediRound + JCM", "50.3"),
            ("Human-Thinking + BiomedParse", "11.3"),
            {("Independent Model (T)", "true"): 5, ("Independent Model (T)", "false"): 10},
        ),
        (
            "Medical Interaction Segmentation on MR-MedSeg (val)",
            17,
            ("MedSAM", "77.7"),
            ("GPT-4o + IMIS-Net", "19.3"),
            {("Independent Model (T)", "true"): 5, ("Independent Model (T)", "false"): 10, ("input", "bbox input"): 2},
        ),
    ],
)
def test_mr_medseg(
    title: str,
    count: int,
    first: tuple[str, str],
    last: tuple[str, str],
    configured: dict[tuple[str, str], int],
) -> None:
    page = find(title)
    assert page.format == "index-page"
    assert page.problems == ()
    assert page.fact("title") == title
    assert page.fact("results-loaded") == page.fact("results-stated") == str(count)
    assert len(page.facts_named("coverage")) == 4
    assert len(page.facts_named("comparability")) == 5
    (table,) = page.tables
    assert table.problems == ()
    assert len(table.rows) == count
    assert tuple(cell.text for cell in table.rows[0].cells[:2]) == first
    assert tuple(cell.text for cell in table.rows[-1].cells[:2]) == last
    ids = [detail.value for row in table.rows for detail in row.details if detail.name == "result-id"]
    assert len(set(ids)) == count
    for row in table.rows:
        paper, statement = row.detail("reporting-paper"), row.detail("statement")
        assert paper is not None
        assert paper.value == "691bfdf46750be83fe5ceb61"
        assert statement is not None
        assert statement.value == "This record does not assert independent reproduction."
    found = [(setting.name, setting.value) for row in table.rows for setting in row.settings]
    assert {pair: found.count(pair) for pair in found} == configured


def test_med_cmr() -> None:
    page = find("Med-CMR")
    assert page.format == "tab-tables"
    assert lost(page) == 0
    assert page.problems == ()
    assert [(table.headings, len(table.rows), len(table.columns)) for table in page.tables] == [
        (("Multi-choice Questions", "Proprietary Models"), 2, 10),
        (("Multi-choice Questions", "Open-source Models"), 16, 10),
        (("Open-ended Questions", "Proprietary Models"), 2, 7),
        (("Open-ended Questions", "Open-source Models"), 16, 7),
    ]
    counts = [sum(len(row.cells) - 2 for row in table.rows) for table in page.tables]
    assert (counts[0] + counts[1], counts[2] + counts[3]) == (18 * 8, 18 * 5)
    assert page.fact("citation-eprint") == "2512.00818"
    assert page.fact("citation-archive") == "arXiv"
    assert page.fact("citation-url") == (
        "https://appwritefunc.yet-another-testing-domain.com/api/grab?url=https://arxiv.org/abs/2512.00818"
    )
