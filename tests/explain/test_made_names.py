"""Names that a table does not print whole, and evidence that stands with a page instead of the registry."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kg
from kg.explain import Explainer
from kg.intake.answers import Answers
from kg.intake.files import given
from kg.intake.importing import Importer
from kg.registry import load_registry
from kg.resources import registry_folder
from kg.store import Version

PAGE = """# Results on Widgets-50 (test)

| Model | Size | Accuracy (%) |
|---|---|---|
| MedReasoner | 7B | 55.1 |
| MedReasoner | 3B | 51.0 |
| GPT-5 |  | 60.2 |
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source that was imported, and its build."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "board.md").write_text(PAGE, encoding="utf-8")
    importer = Importer(load_registry(registry_folder()), Answers(), say=lambda text: None)
    assert importer.write(given((folder / "board.md").as_posix()), folder / "sources", replace=False) == 0
    kg.build(folder / "sources", out=folder / "build")
    return folder


def told(folder: Path, line: int) -> str:
    """The story of the value in a line."""
    return json.dumps(Explainer(Version(folder / "build")).explain(f"board/board.md:{line}:3").to_dict())


def test_a_name_that_is_put_together_is_marked_as_such(folder: Path) -> None:
    facts = (folder / "sources" / "board" / "source.toml").read_text(encoding="utf-8")
    assert 'method = "{1}[-{2}]"' in facts
    assert "method: put together from 'Model' and 'Size', no cell prints the whole name" in facts
    story = told(folder, 5)
    assert "MedReasoner-7B" in story
    assert "from the cells of the row, by {1}[-{2}] of source.toml: no cell prints the whole" in story


def test_a_name_that_one_cell_prints_is_not(folder: Path) -> None:
    story = told(folder, 7)
    assert "GPT-5" in story
    assert "from the cells of the row" not in story


def test_the_evidence_of_what_no_registry_holds_is_that_of_the_page(folder: Path) -> None:
    story = told(folder, 5)
    assert "the registry is not in this build" not in story
    assert "stated here (title 'Results on Widgets-50 (test)')" in story
