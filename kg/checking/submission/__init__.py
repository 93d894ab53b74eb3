"""A file of submitted results, held against what is recorded: the pull-request case.

Each row of a CSV or TSV file, each object of a JSON or YAML list, is one result for an existing
benchmark. ``docs/validation.md`` describes the columns. Nothing is taken in here: the findings say
what a person should mend before the rows become a source page.
"""

from __future__ import annotations

import re
from pathlib import Path

from kg.checking.options import Options
from kg.checking.submission.checks import Checker
from kg.checking.submission.findings import Findings
from kg.checking.submission.form import BY_NAME, COLUMNS
from kg.checking.submission.recorded import Recorded, none_recorded
from kg.checking.submission.rows import LARGEST, SUFFIXES, Rows, column_key, read_table, read_text, separator_of
from kg.checking.submission.trees import ELSE, read_tree
from kg.checking.verdict import Verdict
from kg.errors import SourceError
from kg.resources import CURATION_FILE
from kg.validation import Report
from kg.validation.purposes import PROFILES

__all__ = ["COLUMNS", "check_submission", "is_tree", "looks_submitted", "why_not_submitted"]


#: What such a file is called in a report.
KIND = "submitted results"


def looks_submitted(path: Path) -> bool:
    """True for a file whose columns are those of submitted results; one with a source.toml is a page."""
    if path.suffix.lower() not in SUFFIXES or (path.parent / CURATION_FILE).is_file() or path.stat().st_size > LARGEST:
        return False
    return not why_not_submitted(path)


def is_tree(path: Path) -> bool:
    """True for a file that can hold submitted results and no page: JSON or YAML."""
    return SUFFIXES.get(path.suffix.lower()) == ""


def why_not_submitted(path: Path) -> str:
    """What keeps a file from being read as submitted results; "" where nothing does, or where nobody would try."""
    if path.suffix.lower() not in SUFFIXES:
        return ""
    try:
        printed = [name.text for name in read_rows(path).names]
    except SourceError as error:
        return str(error)
    if told := _unparted(path, printed):
        return told
    names = {column_key(name) for name in printed}
    of = {column: bool(names & set(spellings)) for column, spellings in COLUMNS.items()}
    lost = [column for column in ("method", "value") if not of[column]]
    if not (of["metric"] or of["benchmark"] or of["leaderboard"]):
        lost.append("metric, benchmark or leaderboard")
    told = f"{path.name} has no column {' and no column '.join(lost)}, but {', '.join(printed)}"
    return f"{told}{f'; {ELSE}' if is_tree(path) else ''}" if lost else ""


def _unparted(path: Path, printed: list[str]) -> str:
    """That a header is one cell of several known names: its cells are parted by another sign; else ""."""
    words = re.split(r"[\s,;|]+", printed[0].strip()) if len(printed) == 1 else []
    if sum(column_key(word) in BY_NAME for word in words) < 2:
        return ""
    sign = "tabs" if path.suffix.lower() == ".tsv" else "commas"
    return (
        f"the header of {path.name} is one cell, {printed[0]!r}; separate its cells, and those of each row, by {sign}"
    )


def read_rows(path: Path) -> Rows:
    """The rows of a file by its suffix; raises SourceError for what is no file of results."""
    if path.suffix.lower() not in SUFFIXES:
        raise SourceError(f"{path}: no file of results; give one of {', '.join(SUFFIXES)}")
    text = read_text(path)
    if SUFFIXES[path.suffix.lower()]:
        return read_table(text, separator_of(path, text), path.name)
    return read_tree(text, path.suffix.lower(), path.name)


def check_submission(path: Path, options: Options) -> Verdict:
    """Check the rows of a file; raises SourceError where it cannot be read."""
    rows = read_rows(path)
    if not rows.rows:
        raise SourceError(f"{path}: a header and no row; give one line for each result")
    recorded = none_recorded(options, path) if options.alone else Recorded.open(options, path)
    findings = Findings(path.name, path.as_posix())
    Checker(recorded, findings, options.against, alone=options.alone, today=options.today).check(rows)
    severities = ("Violation",) if options.profile != PROFILES[-1] else ("Violation", "Warning", "Info")
    kept = [finding for finding in findings.found.values() if finding.severity in severities]
    report = Report(tuple(sorted(kept, key=lambda finding: finding.order)), {"rows": len(rows.rows)})
    context = (recorded.told,)
    return Verdict(report, kind=KIND, context=context, spots=findings.spots)
