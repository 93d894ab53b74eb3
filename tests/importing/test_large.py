"""Large files: memory that does not grow with them, and a message where a file is beyond all bounds."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from benchmarks.importing.generate import write
from kg.errors import SourceError
from tests.conftest import ROOT
from tests.importing.conftest import Check

#: Reads a file in a process whose address space is bounded; prints results, status and peak memory in MB.
CHILD = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]) << 20,) * 2)
from kg.errors import KgError
from kg.intake.check import check_file
from kg.intake.files import given
from kg.registry import load_registry
from kg.resources import registry_folder
registry = load_registry(registry_folder())
rows = [0]
def emit(row):
    rows[0] += 1
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    checked = check_file(given(sys.argv[1])[0], registry, emit=emit)
    said = checked.message
    assert sum(count.results for count in checked.tables.values()) == rows[0]
except KgError as error:
    said = f"refused: {error}"
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"rows": rows[0], "said": said, "grown": (after - before) / 1024}))
"""


def read(path: Path, megabytes: int = 3000) -> tuple[int, str, float]:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", CHILD, str(path), str(megabytes)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    return found["rows"], found["said"] or "", found["grown"]


@pytest.mark.parametrize("family", ["csv-long", "papers-with-code"])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, family: str) -> None:
    half, whole = (read(write(tmp_path, family, size)) for size in (2_500_000, 5_000_000))
    assert whole[0] > 1.8 * half[0] > 5_000
    assert whole[2] < 1.25 * half[2] + 10


def nested(opening: str) -> Callable[[], str]:
    return lambda: opening * 200_000 + "1"


HARMFUL: dict[str, tuple[Callable[[], str], str]] = {
    "columns.csv": (lambda: "model," + ",".join(f"c{n}" for n in range(10**6)) + "\nA" + ",1" * 10**6, "columns"),
    "columns.md": (lambda: f"# a\n|m{'|c' * 10**5}|\n|-{'|-' * 10**5}|\n|A{'|1' * 10**5}|\n", "no results"),
    "columns.html": (lambda: f"<table><tr>{'<th>c' * 10**5}<tr>{'<td>1' * 10**5}</table>", "no results"),
    "line.csv": (lambda: "model,accuracy\n" + "a" * (20 << 20) + ",1\n", "line.csv:2: a line of more than 8 MB"),
    "line.json": (lambda: '[{"model": "' + "a" * (40 << 20) + '"}]', "a text of more than 16 MB"),
    "page.md": (lambda: "# a\n" + "a b\n" * (7 << 20), "a page of more than 24 MB"),
    "page.html": (lambda: "<p>" + "a b " * (7 << 20), "a page of more than 24 MB"),
    "long.yaml": (lambda: "- a: 1\n" * 10**6, "a YAML text of more than 4 MB"),
    "values.json": (lambda: '{"a": [' + '{"b": 1, "c": 2},' * 340_000 + '{"b": 1}]}', "more than 1000000 values"),
    "bars.md": (lambda: "# a\n" + "a | b\n" * 100_000, "no results"),
    "cell.md": (lambda: f"# a\n\n|m|a|\n|-|-|\n|{'x ' * 200_000}|1|\n", "no results"),
    "divs.html": (nested("<div>"), "no results"),
    "tables.html": (nested("<table><tr><td>"), "no results"),
    "lists.json": (nested('{"a":['), "nested"),
    "same.csv": (lambda: "model,accuracy\n" + "A,91.5\n" * 30_000, ""),
}


@pytest.mark.parametrize("name", HARMFUL)
def test_files_beyond_all_bounds_end_in_a_message(tmp_path: Path, name: str) -> None:
    made, message = HARMFUL[name]
    path = tmp_path / name
    path.write_text(made())
    rows, said, grown = read(path)
    assert message in said
    assert rows == (30_000 if name == "same.csv" else 0)
    assert grown < 800


def test_fields_beyond_the_widest_table_are_told_as_lost(check: Check) -> None:
    rows = [{"model": f"Net{n}", "accuracy": "91.5", **{f"note {i}": "x" for i in range(2001)}} for n in range(3)]
    for name, text in (
        ("wide.json", json.dumps(rows)),
        ("wide.jsonl", "\n".join(map(json.dumps, rows))),
        ("deep.json", json.dumps({"results": rows})),
    ):
        found = check(name, text)
        assert [row["value"] for row in found.rows] == ["91.5"] * 3
        (lost,) = [reject for reject in found.rejects if reject["rule"] == "too-many-fields"]
        assert "more than 2000 fields; 9 values of the others are left out" in lost["reason"]
        assert lost["printed"] == "note 1998"
        assert found.checked.status == 1


def test_a_sheet_wider_than_any_leaderboard_is_refused(check: Check) -> None:
    book = openpyxl.Workbook()
    book.active.append(["model", "accuracy"])
    book.active.append(["NetA", "91.5"])
    book.active.cell(row=2, column=501, value="88.4")
    stream = io.BytesIO()
    book.save(stream)
    with pytest.raises(SourceError, match="more than 500 columns; save it as CSV"):
        check("wide.xlsx", stream.getvalue())
