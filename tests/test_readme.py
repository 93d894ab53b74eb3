"""The README is a test subject: its blocks run, in order, in an empty folder that holds only the data."""

from __future__ import annotations

import doctest
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import kg
from tests import blocks
from tests.conftest import ROOT
from tests.test_rooms import ROAD

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = blocks.blocks(README)
KNOWN = {"sh", "console", "python", "mermaid"}

#: The address that the README names; the test asks a server on a free port instead.
ADDRESS = "127.0.0.1:8000"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = blocks.make_folder(tmp_path_factory.mktemp("readme"))
    (folder / "data").symlink_to(ROOT / "data")
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    """`kg serve` over the build that the README's first block makes."""
    assert "current is version" in blocks.run("kg build", folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "kg.cli", "serve", "--port", address.rpartition(":")[2]]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=folder, env=env, stderr=subprocess.DEVNULL) as process:
        for _ in range(600):
            if "ok" in blocks.run(f"curl -s http://{address}/health", folder):
                break
            assert process.poll() is None
            time.sleep(0.1)
        yield address
        process.terminate()


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    assert len(BLOCKS) >= 8
    assert {kind for kind, _ in BLOCKS} == KNOWN


def test_console_blocks_print_what_they_show(folder: Path, server: str) -> None:
    shown = [pair for kind, block in BLOCKS if kind == "console" for pair in blocks.commands(block)]
    assert len(shown) >= 12
    assert sum(ADDRESS in command for command, _ in shown) >= 4
    for command, expected in shown:
        if "kg build" in command:  # the fixture has built already: this one is to tell what it did
            blocks.run("rm -rf build/log.jsonl", folder)
        blocks.assert_prints(command.replace(ADDRESS, server), expected.replace(ADDRESS, server), folder)


def test_python_blocks_print_what_they_show(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    text = "\n".join(block for kind, block in BLOCKS if kind == "python")
    example = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    assert len(example.examples) >= 6
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert outcome.failed == 0


def test_shell_blocks_name_targets_that_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    lines = [line for kind, block in BLOCKS if kind == "sh" for line in block.strip().splitlines()]
    assert "make run" in lines
    for line in lines:
        assert re.search(rf"^{line.removeprefix('make ')}:", makefile, flags=re.M), line


def test_the_version_is_that_of_the_code() -> None:
    assert f"\nVersion {kg.__version__} · " in README


def test_sections_stand_in_the_order_that_readers_need() -> None:
    assert re.findall(r"^## (.+)$", README, flags=re.M) == [
        "Sixty seconds",
        "What it will not tell you",
        "Questions it answers",
        "Get the data",
        "The endpoint",
        "The vocabulary",
        "Check your data",
        "Add a leaderboard",
        "From Python",
        "Join with paper metadata",
        "Sources and licences",
        "Development",
    ]


def test_the_picture_of_the_road_names_rooms_in_their_order() -> None:
    (picture,) = [block for kind, block in BLOCKS if kind == "mermaid"]
    road = re.search(r"page\[page as found\] --> (.+)", picture)
    assert road
    named = road[1].split(" --> ")
    assert named == [room for room in ROAD if room in named]
