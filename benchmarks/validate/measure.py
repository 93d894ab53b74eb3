"""One measurement: a file is read, checked and its report written, in a process of its own."""

from __future__ import annotations

import hashlib
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.validate.generate import lines

_GIB = 1024 * 1024  # ru_maxrss is in KiB here


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds of processor time and elapsed, peak memory in GiB, and what came out; ``steps`` are parts of ``cpu``."""

    cpu: float
    wall: float
    peak: float
    triples: int
    findings: int
    digest: str
    steps: dict[str, float]


def generate(folder: Path, results: int) -> Path:
    """The N-Quads file of a generated graph."""
    path = folder / f"generated-{results}.nq"
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(lines(results))
    return path


def measured(data: Path, report: Path, engine: str) -> Measured:
    """Measure one check. A process of its own, so that memory is its own and nothing is warm."""
    command = [sys.executable, "-m", "benchmarks.validate.measure", str(data), str(report), engine]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return Measured(**json.loads(answer.splitlines()[-1]))


def check(data: Path, report: Path, engine: str) -> dict[str, Any]:
    """Read a file, check it with an engine and write the report as SHACL graph and as text."""
    started, used = time.perf_counter(), time.process_time()
    steps: dict[str, float] = {}

    @contextmanager
    def step(name: str) -> Iterator[None]:
        before = time.process_time()
        yield
        steps[name] = round(time.process_time() - before, 3)

    with step("import"):
        from kg.terms import DATA_BASE
        from kg.validation import load_shapes, table_of_file
        from kg.validation.engine import outcomes, report_of
    with step("read"):
        table = table_of_file(data)
    with step("check"):
        shapes = load_shapes()
        found = list(outcomes(table, shapes, engine))  # type: ignore[arg-type]
    with step("report"):
        verdict = report_of(table, shapes, found)
        text = verdict.to_text() + "".join(sorted(verdict.to_graph(DATA_BASE).serialize(format="nt").splitlines(True)))
        report.write_text(text, encoding="utf-8")
    return {
        "cpu": time.process_time() - used,
        "wall": time.perf_counter() - started,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _GIB,
        "triples": len(table),
        "findings": len(verdict.findings),
        "digest": hashlib.sha256(text.encode()).hexdigest(),
        "steps": steps,
    }


if __name__ == "__main__":
    print(json.dumps(check(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])))
