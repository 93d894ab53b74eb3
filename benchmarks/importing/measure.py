"""One measurement: a file is checked by the command, and read by what everybody has at hand, each in a process."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Measured:
    """Bytes, seconds elapsed and of processor time, peak memory in MB; ``peer``: processor time of a plain pass."""

    size: int
    wall: float
    cpu: float
    peak: float
    peer: float


def measured(path: Path) -> Measured:
    """Measure one file. Processes of their own, so that memory is their own and nothing is warm."""
    own, plain = (_child(what, path) for what in ("check", "plain"))
    return Measured(path.stat().st_size, own["wall"], own["cpu"], own["peak"], plain["cpu"])


def _child(what: str, path: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.importing.measure", what, str(path)]
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    found: dict[str, float] = json.loads(answer.splitlines()[-1])
    return found


def plain_pass(path: Path) -> int:
    """Read the whole file with the usual reader of its kind; the number of things in it, so that they are made."""
    if path.suffix == ".parquet":
        import pandas as pd

        return len(pd.read_parquet(path))
    if path.suffix == ".xlsx":
        import openpyxl

        sheet = openpyxl.load_workbook(path, read_only=True).worksheets[0]
        return sum(len(row) for row in sheet.iter_rows(values_only=True))
    with path.open(encoding="utf-8", newline="") as file:
        if path.suffix == ".json":
            return len(json.load(file))
        if path.suffix == ".jsonl":
            return sum(len(json.loads(line)) for line in file)
        if path.suffix == ".html":
            from lxml import html

            return sum(1 for _ in html.fromstring(file.read()).iter())
        if path.suffix == ".md":
            return sum(len(line.split("|")) for line in file)
        return sum(len(row) for row in csv.reader(file, delimiter="\t" if path.suffix == ".tsv" else ","))


def check(path: Path) -> int:
    """What ``kg import --check --format json`` does, its output thrown away."""
    from kg.cli.running import app

    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        status = app(["import", str(path), "--check", "--format", "json"], standalone_mode=False)
    return int(status or 0)


def timed(work: Callable[[Path], Any], path: Path) -> dict[str, float]:
    """What a piece of work takes, imports of the first call included."""
    started, used = time.perf_counter(), time.process_time()
    work(path)
    return {
        "wall": time.perf_counter() - started,
        "cpu": time.process_time() - used,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


if __name__ == "__main__":
    print(json.dumps(timed(check if sys.argv[1] == "check" else plain_pass, Path(sys.argv[2]))))
