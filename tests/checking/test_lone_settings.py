"""A setting of one row that is nearly one of other rows is told with its place; other settings are not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kg.checking import check_target
from kg.read.slips import is_slip, is_swapped
from tests.conftest import ROOT

SOURCES = ROOT / "data" / "sources"
REGISTRY = ROOT / "data" / "registry"


def notes(folder: Path) -> list[str]:
    return [note for note in check_target(folder, REGISTRY).context if "[lone-setting]" in note]


def spoilt(tmp_path: Path, old: str, new: str, slug: str = "mr-medseg-val") -> Path:
    folder = Path(shutil.copytree(SOURCES / slug, tmp_path / "copy"))
    (page,) = folder.glob("page.*")
    text = page.read_text(encoding="utf-8")
    assert old in text
    page.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("old", "new", "slug", "told"),
    [
        ('"input"', '"inptu"', "mr-medseg-val", "page.md:63: this name stands in one row only, and 'input' is near"),
        (
            '"Independent Model (T)"',
            '"Independant Model (T)"',
            "mr-medseg-val",
            "page.md:83: this name stands in one row only, and 'Independent Model (T)' is near",
        ),
        (
            "ASM=MedSAM2",
            "ASM=MedSMA2",
            "u-mrg-14k-test",
            "page.txt:6:1: this value of 'ASM' stands in one row only, and 'MedSAM2' is near",
        ),
        (
            "=General MLLM",
            "=Generall MLLM",
            "u-mrg-14k-test",
            "page.txt:7:1: this value of 'Model Category' stands in one row only, and 'General MLLM' is near",
        ),
    ],
)
def test_a_misspelt_setting_is_told_with_the_known_one(
    tmp_path: Path, old: str, new: str, slug: str, told: str
) -> None:
    (note,) = notes(spoilt(tmp_path, old, new, slug))
    assert note.startswith(f"Note: copy/{told}: results with other settings are not compared: ")


@pytest.mark.parametrize(
    ("old", "new", "slug"),
    [
        ('"input"', '"prompt"', "mr-medseg-val"),
        ('"bbox input"', '"text input"', "mr-medseg-val"),
        ("ASM=MedSAM2", "ASM=MedSAM3", "u-mrg-14k-test"),
        ("ASM=MedSAM2", "ASM=SAM-Med2D", "u-mrg-14k-test"),
    ],
)
def test_another_setting_is_not_told(tmp_path: Path, old: str, new: str, slug: str) -> None:
    assert notes(spoilt(tmp_path, old, new, slug)) == []


@pytest.mark.parametrize("source", sorted(SOURCES.iterdir()), ids=lambda path: path.name)
def test_shipped_sources_have_no_lone_setting(source: Path) -> None:
    assert notes(source) == []


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("inptu", "input", True),
        ("Model Categroy", "Model Category", True),
        ("ModelCategory", "Model Category", True),  # a lost space
        ("prompting", "promptting", True),
        ("top-k", "top-p", False),
        ("Split A", "Split B", False),
        ("symmetric", "asymmetric", False),
        ("int8", "uint8", False),
        ("5-shot", "3-shot", False),
        ("Input", "input", False),
    ],
)
def test_what_a_slip_is(one: str, other: str, near: bool) -> None:
    assert is_slip(one, other) is is_slip(other, one) is near


def test_swapped_letters_are_neighbours() -> None:
    assert is_swapped("MedSMA", "MedSAM")
    assert not is_swapped("72B", "27B")
    assert not is_swapped("MadSEM", "MedSAM")
