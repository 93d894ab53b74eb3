"""docs/import.md is run as it is printed, in an empty folder."""

from __future__ import annotations

import re
from pathlib import Path

from kg.read.families import FAMILIES
from tests import blocks
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "import.md").read_text(encoding="utf-8")


def test_commands_print_what_the_page_shows(tmp_path: Path) -> None:
    folder = blocks.make_folder(tmp_path)
    shown = [pair for kind, block in blocks.blocks(PAGE) if kind == "console" for pair in blocks.commands(block)]
    assert len(shown) >= 30
    for command, expected in shown:
        blocks.assert_prints(command, expected, folder)


def test_every_family_is_named_with_an_example() -> None:
    section = PAGE.partition("## The eight families")[2].partition("## Questions, and how")[0]
    assert re.findall(r"^(\d)\. \*\*", section, flags=re.M) == [str(number) for number in range(1, 9)]
    assert {family for family in FAMILIES if f"`{family}`" not in section} == set()
