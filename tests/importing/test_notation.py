"""Numbers in brackets behind values: read where the page says what they are, refused where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.intake.answers import Answers
from kg.intake.files import Given
from kg.registry import Registry
from tests.importing.conftest import Check
from tests.importing.test_write import built_rows, write

HEAD = "| Model | Dice{0} | IoU{1} |\n|---|---|---|\n"
ROWS = "| NetA | 0.962 (0.01) | 0.92 (0.03) |\n| NetB | 0.940 (0.02) | 0.90 (0.04) |\n"


def page(heading: str = "", before: str = "", columns: tuple[str, str] = ("", ""), after: str = "") -> str:
    title = f"# Results on Kvasir-SEG{heading}\n\n"
    return (
        title + (f"{before}\n\n" if before else "") + HEAD.format(*columns) + ROWS + (f"\n{after}\n" if after else "")
    )


DEVIATION, ERROR = "StandardDeviation", "StandardError"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (page(before="Values are mean (SD)."), DEVIATION),
        (page(before="We report mean (std) over 5 runs."), DEVIATION),
        (page(before="Mean Dice and IoU; standard deviations over 5 folds are given in parentheses."), DEVIATION),
        (page(heading=", mean (SD)"), DEVIATION),
        (page(before="Numbers in brackets are standard errors."), ERROR),
        (page(after="Scores (SEM)"), ERROR),
        (page(columns=(", mean (SD)", " (std)")), DEVIATION),
    ],
)
def test_announced_brackets_hold_the_uncertainty(
    check: Check, registry: Registry, tmp_path: Path, text: str, kind: str
) -> None:
    found = check("board.md", text)
    assert list(found.rejects) == []
    assert [(r["method"], r["benchmark"], r["metric"], r["value"], r["uncertainty"]) for r in found.rows] == [
        ("NetA", "Kvasir-SEG", "Dice", "0.962", "0.01"),
        ("NetA", "Kvasir-SEG", "IoU", "0.92", "0.03"),
        ("NetB", "Kvasir-SEG", "Dice", "0.940", "0.02"),
        ("NetB", "Kvasir-SEG", "IoU", "0.90", "0.04"),
    ]
    assert write(registry, Given("board.md", None, text.encode()), tmp_path / "sources", Answers()) == 0
    assert f'uncertainty = "{kind}"' in (tmp_path / "sources" / "board" / "source.toml").read_text()
    assert built_rows(tmp_path / "sources", registry) == [{**row, "table": ""} for row in found.rows]


@pytest.mark.parametrize(
    "text",
    [
        page(),
        page(before="Dice and the standard deviation (SD) of the surface are explained in the paper."),
        page(before="Values are mean (SD); in the second table values are mean (SEM)."),
        page(before="Values are median (IQR)."),
        page(columns=(" (SD)", "")),
    ],
)
def test_brackets_that_nothing_explains_are_refused(check: Check, text: str) -> None:
    found = check("board.md", text)
    assert found.rows == []
    assert {reject["rule"] for reject in found.rejects} == {"not-a-number"}
    assert len(list(found.rejects)) == 4


def test_a_name_and_its_own_letters_announce_nothing(check: Check) -> None:
    text = "# Kvasir-SEG\n\n| Model | Sensitivity (SE) |\n|---|---|\n| NetA | 0.91 (0.02) |\n| NetB | 0.90 (0.01) |\n"
    found = check("board.md", text)
    assert found.rows == []


def test_a_level_in_the_heading_makes_an_interval_one_of_confidence(
    check: Check, registry: Registry, tmp_path: Path
) -> None:
    text = (
        "# Kvasir-SEG\n\n| Model | Dice (95% CI) | IoU |\n|---|---|---|\n"
        "| NetA | 0.962 (0.95, 0.97) | 0.92 |\n| NetB | 0.94 (0.92-0.96) | 0.90 |\n"
    )
    found = check("board.md", text)
    assert [r["uncertainty"] for r in found.rows] == ["[0.95, 0.97]", None, "[0.92, 0.96]", None]
    assert write(registry, Given("board.md", None, text.encode()), tmp_path / "sources", Answers()) == 0
    told = (tmp_path / "sources" / "board" / "source.toml").read_text()
    assert 'uncertainty = "ConfidenceInterval"\nlevel = "0.95"' in told


@pytest.mark.parametrize("around", ["Table 1. DSC ↓ and Dice ↑ of each.", "Table 1. Dice ↑ and DSC ↓ of each."])
def test_arrows_that_disagree_behind_two_names_of_a_metric_state_nothing(check: Check, around: str) -> None:
    found = check("a.md", f"# Synapse\n\n{around}\n\n| Method | Dice |\n|---|---|\n| A | 80.1 |\n| B | 79.3 |\n")
    assert [row["direction"].rpartition("#")[2] for row in found.rows] == ["HigherIsBetter"] * 2
    assert all("direction" in row["inferred"] for row in found.rows)
