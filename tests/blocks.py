"""Pages whose blocks are run as they are printed: commands with their output, in order, in one folder."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT


def blocks(text: str) -> list[tuple[str, str]]:
    """Kind and content of each fenced block of a page."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, flags=re.M | re.S)


def make_folder(folder: Path) -> Path:
    """A folder in which `kg` can be called by its name."""
    bin_ = folder / "bin"
    bin_.mkdir()
    (bin_ / "kg").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m kg.cli "$@"\n', encoding="utf-8")
    (bin_ / "kg").chmod(0o755)
    return folder


def run(command: str, folder: Path) -> str:
    """What a shell prints for a command, both streams."""
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


def assert_prints(command: str, expected: str, folder: Path) -> None:
    """Run a command of a page and compare with what the page shows."""
    printed = run(command, folder)
    assert matches(expected, printed), f"$ {command}\nshown:\n{expected}\nprinted:\n{printed}"
