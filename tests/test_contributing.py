"""A newcomer succeeds from CONTRIBUTING alone: its commands are run, in order, exactly as they are printed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests import blocks
from tests.conftest import ROOT
from tests.test_rooms import ROAD

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = blocks.blocks(PAGE)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What the commands need of a checkout: the data, which they change, and the page itself."""
    folder = blocks.make_folder(tmp_path)
    shutil.copytree(ROOT / "data", folder / "data")
    shutil.copy(ROOT / "CONTRIBUTING.md", folder)
    return folder


def test_the_five_steps_and_the_undoing_print_what_they_show(checkout: Path) -> None:
    shown = [pair for kind, block in BLOCKS if kind == "console" for pair in blocks.commands(block)]
    assert len(shown) > 20
    for command, expected in shown:
        blocks.assert_prints(command, expected, checkout)
        if command.startswith("git apply --unidiff-zero -R"):
            assert files(checkout / "data") == files(ROOT / "data"), "the example was not taken back as a whole"


def test_the_worked_diff_is_one_and_leaves_a_sorted_registry(checkout: Path) -> None:
    (diff,) = [block for kind, block in BLOCKS if kind == "diff"]
    (checkout / "worked.diff").write_text(diff, encoding="utf-8")
    assert blocks.run("git apply --unidiff-zero worked.diff", checkout) == ""
    touched = re.findall(r"^\+\+\+ b/(.+)$", diff, flags=re.M)
    assert len(touched) == 7
    for name in touched:
        if name.endswith(".tsv"):
            lines = (checkout / name).read_text(encoding="utf-8").splitlines()
            rows = [line.split("\t") for line in lines if not line.startswith("#")][1:]
            by_case = [[cell.casefold() for cell in row] for row in rows]
            assert rows == sorted(rows) or by_case == sorted(by_case), name


def test_the_sort_command_keeps_header_and_rows(checkout: Path) -> None:
    (command,) = [block for kind, block in BLOCKS if kind == "sh" and "LC_ALL" in block]
    table = checkout / "data" / "registry" / "benchmarks.tsv"
    header, *rows = table.read_text(encoding="utf-8").splitlines(keepends=True)
    table.write_text("".join([header, *reversed(rows)]), encoding="utf-8")
    assert blocks.run(command, checkout) == ""
    assert table.read_text(encoding="utf-8") == "".join([header, *sorted(rows)])


def test_the_rooms_are_those_of_the_road() -> None:
    part = PAGE.partition("<!-- begin rooms")[2].partition("<!-- end rooms")[0]
    named = re.findall(r"^\| `kg/(\w+)(?:/__init__)?\.py` \| (.+) \|$", part, flags=re.M)
    there = [
        room
        for room in ROAD
        if (ROOT / "kg" / room / "__init__.py").is_file() or (ROOT / "kg" / f"{room}.py").is_file()
    ]
    assert [name for name, _ in named] == there
    assert all(len(about) > 20 for _, about in named)


def test_paths_that_the_page_names_exist() -> None:
    named = re.findall(r"`((?:data|docs|kg|ontology|shapes|tests|scripts)/[^`\s]+)`", PAGE)
    assert len(named) > 10
    for name in named:
        if "<" not in name and "NN" not in name:
            assert (ROOT / name).exists(), name


def test_make_targets_that_the_page_names_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for words in re.findall(r"(?:^|`)make ([a-z ]+)", PAGE, flags=re.M):
        for target in words.split():
            assert re.search(rf"^{target}:", makefile, flags=re.M), target
