"""The page about linking: its commands print what it shows, and its settings and services are those there are."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from kg.link.services import SERVICES
from kg.link.settings import LinkSettings
from tests import blocks
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "linking.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = blocks.make_folder(tmp_path_factory.mktemp("linking"))
    shutil.copytree(ROOT / "data", folder / "data")
    (folder / "benchmarks").symlink_to(ROOT / "benchmarks")
    return folder


def test_the_page_prints_what_it_shows(folder: Path) -> None:
    shown = [one for kind, block in blocks.blocks(PAGE) if kind == "console" for one in blocks.commands(block)]
    # A command at the end of the page needs the build that stands before it.
    assert any(command == "kg build" for command, _ in shown)
    order = sorted(shown, key=lambda one: one[0].startswith("kg link federated"))
    for command, expected in order:
        blocks.assert_prints(command, expected, folder)


def test_the_page_names_every_setting_and_service() -> None:
    for name in LinkSettings.model_fields:
        assert f"KG_{name.upper()}" in PAGE
    for service in SERVICES.values():
        assert service.label in PAGE or service.name == "doi-agency"


def test_the_page_states_the_figures_of_the_benchmark() -> None:
    """What was measured is told with records, time, memory and the other way beside it."""
    found = re.search(r"\| `kg link snapshot` \|.*\n\| a pandas merge \|.*\n", PAGE)
    assert found is not None
    assert "benchmarks/link/bulk.py" in PAGE
