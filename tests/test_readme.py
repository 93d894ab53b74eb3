"""The README is a test subject: its blocks run, in order, in an empty folder that holds only the data."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from kg.query import questions
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, flags=re.M | re.S)
KNOWN = {"sh", "console", "python", "text"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("readme")
    (folder / "data").symlink_to(ROOT / "data")
    bin_ = folder / "bin"
    bin_.mkdir()
    (bin_ / "kg").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m kg.cli "$@"\n', encoding="utf-8")
    (bin_ / "kg").chmod(0o755)
    return folder


def run(command: str, folder: Path) -> str:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "COLUMNS": "200"}
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return done.stdout


def commands(block: str) -> list[tuple[str, str]]:
    """Each "$ command" with the output that is shown for it; a here-document belongs to its command."""
    found: list[tuple[list[str], list[str]]] = []
    until = None
    for line in block.splitlines():
        if until is not None:
            found[-1][0].append(line)
            until = None if line == until else until
        elif line.startswith("$ "):
            found.append(([line[2:]], []))
            here = re.search(r"<<'(\w+)'", line)
            until = here[1] if here else None
        else:
            found[-1][1].append(line)
    return [("\n".join(command), "\n".join(shown)) for command, shown in found]


def matches(shown: str, printed: str) -> bool:
    """Equal but for trailing blanks and for what "..." stands for."""

    def tidy(text: str) -> str:
        return "\n".join(line.rstrip() for line in text.strip().splitlines())

    pattern = ".*?".join(re.escape(part) for part in tidy(shown).split("..."))
    return re.fullmatch(pattern, tidy(printed), flags=re.S) is not None


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    assert len(BLOCKS) >= 8
    assert {kind for kind, _ in BLOCKS} == KNOWN


def test_console_blocks_print_what_they_show(folder: Path) -> None:
    shown = [pair for kind, block in BLOCKS if kind == "console" for pair in commands(block)]
    assert len(shown) >= 5
    for command, expected in shown:
        printed = run(command, folder)
        assert matches(expected, printed), f"$ {command}\nshown:\n{expected}\nprinted:\n{printed}"


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


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_table_of_questions_is_that_of_the_question_files() -> None:
    rows = re.findall(
        r"^\| (cq\d+) \| \[`([^`]+)`\]\(ontology/questions/(\S+)\.rq\) \| (.+?) \| (.*?) ?\|$", README, re.M
    )
    told = [(q.number, q.slug, q.name, q.question, ", ".join(f"`{p.name}`" for p in q.parameters)) for q in questions()]
    assert rows == told
