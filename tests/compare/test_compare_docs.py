"""The pages on comparing and on identity are run as they are printed."""

from __future__ import annotations

import doctest
import shutil
from pathlib import Path

import pytest

import kg
from tests import blocks
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the data, built."""
    folder = blocks.make_folder(tmp_path_factory.mktemp("pages"))
    shutil.copytree(ROOT / "data", folder / "data")
    assert "current is version" in blocks.run("kg build", folder)
    return folder


@pytest.mark.parametrize("name", ["compare", "identity"])
def test_commands_print_what_the_page_shows(folder: Path, name: str) -> None:
    page = blocks.blocks((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8"))
    shown = [pair for kind, block in page if kind == "console" for pair in blocks.commands(block)]
    assert len(shown) >= 5
    for command, expected in shown:
        blocks.assert_prints(command, expected, folder)


def test_python_prints_what_the_page_shows(shipped: kg.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kg, "build", lambda sources: shipped if sources == "data" else None)
    page = blocks.blocks((ROOT / "docs" / "compare.md").read_text(encoding="utf-8"))
    text = "\n".join(block for kind, block in page if kind == "python")
    example = doctest.DocTestParser().get_doctest(text, {}, "compare", "compare.md", 0)
    assert len(example.examples) >= 6
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example).failed == 0
