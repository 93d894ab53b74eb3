"""Run the long proofs whole and keep what came of it in docs/proofs.md: run_proofs.py JOBS [PYTEST ARGUMENTS]."""

from __future__ import annotations

import datetime
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "proofs.md"


def main(jobs: str, *arguments: str) -> int:
    """The exit status of pytest; the page is written where all proofs were run."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        status = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-m",
                "proofs",
                "-n",
                jobs,
                "--dist",
                "worksteal",
                f"--junit-xml={report}",
                *arguments,
            ],
            cwd=ROOT,
            env={**os.environ, "KG_PROOFS": "1"},
        ).returncode
        if status in (0, 1) and not arguments:
            commit = subprocess.run(
                ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
            ).stdout.strip()
            PAGE.write_text(page(report, datetime.date.today().isoformat(), commit), encoding="utf-8")
    return status


def page(report: Path, day: str, commit: str) -> str:
    """The page: a line for each proof, with its cases, how many of them held, and the seconds they took."""
    proofs: dict[str, list[tuple[bool, float]]] = {}
    for case in ET.parse(report).iter("testcase"):
        name = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name', '').partition('[')[0]}"
        held = case.find("failure") is None and case.find("error") is None and case.find("skipped") is None
        proofs.setdefault(name, []).append((held, float(case.get("time", 0))))
    lines = [
        "# Long proofs, run whole",
        "",
        "What `make proofs` said last; `make test` runs a seeded tenth of each.",
        "",
        f"On {day}, at {commit or 'no commit'}:",
        "",
        "| proof | cases | held | seconds |",
        "|---|---|---|---|",
    ]
    for name, cases in sorted(proofs.items()):
        held = sum(good for good, _ in cases)
        lines.append(f"| `{name}` | {len(cases)} | {held} | {sum(seconds for _, seconds in cases):.0f} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
