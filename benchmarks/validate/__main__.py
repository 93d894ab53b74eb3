"""``python -m benchmarks.validate``: both engines side by side, and the fast one at a million results."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.validate.measure import Measured, generate, measured

#: What is asked for.
RATIO, GROWTH, MEMORY = 8.0, 2.2, 6.0


def main() -> int:
    """Measure, print a table, and fail where a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.validate", description=__doc__)
    parser.add_argument("--results", type=int, default=10_000, help="results for the comparison (default 10000)")
    parser.add_argument("--large", type=int, default=1_000_000, help="results at size, 0 for none (default 1000000)")
    parser.add_argument(
        "--folder", type=Path, default=None, help="where the data are written (default: a temporary one)"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        missed = _compare(folder, arguments.results)
        if arguments.large:
            missed += _grow(folder, arguments.large)
    for text in missed:
        print(f"missed: {text}")
    return 1 if missed else 0


def _compare(folder: Path, results: int) -> list[str]:
    data = generate(folder, results)
    fast, arbiter = (measured(data, folder / f"report-{engine}.txt", engine) for engine in ("fast", "pyshacl"))
    _show(results, [("fast", fast), ("pyshacl", arbiter)])
    ratio = arbiter.cpu / fast.cpu
    is_same = fast.digest == arbiter.digest
    print(f"ratio: {ratio:.1f} (processor time, report written); reports {'identical' if is_same else 'DIFFERENT'}\n")
    return [f"ratio {ratio:.1f}, not {RATIO}"] * (ratio < RATIO) + ["the reports differ"] * (not is_same)


def _grow(folder: Path, results: int) -> list[str]:
    sizes = [results // 2, results]
    found = []
    for size in sizes:
        data = generate(folder, size)
        found.append(measured(data, folder / "report-large.txt", "fast"))
        _show(size, [("fast", found[-1])])
        data.unlink()
    growth = found[1].cpu / found[0].cpu
    print(f"growth: twice the results take {growth:.2f} x the time\n")
    missed = [f"growth {growth:.2f}, not {GROWTH}"] * (growth > GROWTH)
    return missed + [f"{found[1].peak:.2f} GiB, not below {MEMORY}"] * (found[1].peak >= MEMORY)


def _show(results: int, rows: list[tuple[str, Measured]]) -> None:
    print(f"{results:,} results, {rows[0][1].triples:,} triples, {rows[0][1].findings:,} findings")
    for name, row in rows:
        steps = ", ".join(f"{step} {seconds:.2f}" for step, seconds in row.steps.items())
        print(f"  {name:8} {row.cpu:8.2f} s processor, {row.wall:8.2f} s elapsed, {row.peak:5.2f} GiB   ({steps})")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
