"""The README is a test subject: its blocks run, in order, in an empty folder that holds only the data."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from kg.query import questions
from tests import blocks
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = blocks.blocks(README)
KNOWN = {"sh", "console", "python", "text"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = blocks.make_folder(tmp_path_factory.mktemp("readme"))
    (folder / "data").symlink_to(ROOT / "data")
    return folder


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    assert len(BLOCKS) >= 8
    assert {kind for kind, _ in BLOCKS} == KNOWN


def test_console_blocks_print_what_they_show(folder: Path) -> None:
    shown = [pair for kind, block in BLOCKS if kind == "console" for pair in blocks.commands(block)]
    assert len(shown) >= 5
    for command, expected in shown:
        blocks.assert_prints(command, expected, folder)


def test_python_blocks_print_what_they_show(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    text = "\n".join(block for kind, block in BLOCKS if kind == "python")
    example = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    assert len(example.examples) >= 6
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert outcome.failed == 0


def test_shell_blocks_name_targets_and_addresses_that_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for kind, block in BLOCKS:
        if kind != "sh":
            continue
        for line in block.strip().splitlines():
            if line.startswith("make "):
                assert re.search(rf"^{line.split()[1]}:", makefile, flags=re.M), line
            else:
                # tests/serve calls these addresses on a real socket
                assert re.search(r"http://127\.0\.0\.1:8000/(questions/best-recorded|sparql|health)", line), line


def test_the_table_of_questions_is_that_of_the_question_files() -> None:
    rows = re.findall(
        r"^\| (cq\d+) \| \[`([^`]+)`\]\(ontology/questions/(\S+)\.rq\) \| (.+?) \| (.*?) ?\|$", README, re.M
    )
    told = [(q.number, q.slug, q.name, q.question, ", ".join(f"`{p.name}`" for p in q.parameters)) for q in questions()]
    assert rows == told
