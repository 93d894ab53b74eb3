"""``python -m benchmarks.importing``: what ``kg import --check`` takes for a large file of each family."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.importing.generate import FAMILIES, write
from benchmarks.importing.measure import Measured, measured

#: What is asked for: growth with twice the size, and memory in MB whatever the size.
GROWTH, MEMORY = 2.2, 500
#: Families that are read as a whole, and megabytes that come near their largest size.
WHOLE = {"markdown": 20.0, "html": 20.0, "excel": 6.0}


def main() -> int:
    """Measure, print a table, and fail where a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.importing", description=__doc__)
    parser.add_argument(
        "--megabytes", type=float, default=10, help="size of the files (default 10; pages at most 20, sheets 6)"
    )
    parser.add_argument("--family", action="append", choices=FAMILIES, help="one family only; may be repeated")
    parser.add_argument("--folder", type=Path, default=None, help="where the files are written (default: temporary)")
    arguments = parser.parse_args()
    missed: list[str] = []
    print(
        f"{'family':18} {'size':>7} {'elapsed':>9} {'processor':>9} {'peak':>7} {'plain pass':>10} {'ratio':>7} growth"
    )
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for family in arguments.family or FAMILIES:
            size = min(arguments.megabytes, WHOLE.get(family, arguments.megabytes))
            missed += _family(folder, family, int(size * 1e6))
    for text in missed:
        print(f"missed: {text}")
    return 1 if missed else 0


def _family(folder: Path, family: str, size: int) -> list[str]:
    half, whole = (_measure(folder, family, part) for part in (size // 2, size))
    growth = whole.cpu / half.cpu
    print(
        f"{family:18} {whole.size / 1e6:4.1f} MB {whole.wall:7.1f} s {whole.cpu:7.1f} s {whole.peak:4.0f} MB "
        f"{whole.peer:8.2f} s {whole.cpu / whole.peer:7.1f} {growth:6.2f}"
    )
    sys.stdout.flush()
    missed = [f"{family}: growth {growth:.2f}, not {GROWTH}"] * (growth > GROWTH)
    return missed + [f"{family}: {whole.peak:.0f} MB"] * (whole.peak > MEMORY and family not in WHOLE)


def _measure(folder: Path, family: str, size: int) -> Measured:
    path = write(folder, family, size)
    found = measured(path)
    path.unlink()
    return found


if __name__ == "__main__":
    sys.exit(main())
