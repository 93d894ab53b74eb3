"""The lines of a page around a cell, with the cell marked."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from kg.assemble.curation import Curation, load_curation
from kg.checking.cells import cell_spans, find_cell, split_place
from kg.errors import SourceError
from kg.explain.document import Excerpt
from kg.read.text import decode, split_lines
from kg.resources import CURATION_FILE
from kg.review import Facts
from kg.store import SOURCES_FOLDER
from kg.terms import LB

__all__ = ["AROUND", "Pages", "excerpt_of", "find_cell", "split_place"]

#: Lines shown before and after the cell's own.
AROUND = 2

#: Longer lines are shown in part, and the excerpt says so.
_LONGEST = 900


def excerpt_of(
    key: str, place: str, printed: str, lines: Sequence[str], line: int, span: tuple[int, int] | None
) -> Excerpt:
    """The lines around a line, with the characters of ``span`` in it marked."""
    if line > len(lines):
        return Excerpt(key, place, printed, (), f"the page has {len(lines)} lines only")
    shown = []
    notes = [] if span else ["the cell cannot be told apart within its line"]
    for number in range(max(1, line - AROUND), min(len(lines), line + AROUND) + 1):
        text = lines[number - 1]
        marks = " " * span[0] + "^" * (span[1] - span[0]) if span and number == line else ""
        start = max(0, span[0] - _LONGEST // 2) if marks and span and span[1] > _LONGEST else 0
        if len(text) > _LONGEST:
            notes.append(f"of line {number}, {len(text)} characters long, {_LONGEST} from {start + 1} on are shown")
            text, marks = text[start : start + _LONGEST], marks[start : start + _LONGEST]
        shown.append((number, text, marks))
    if any("\t" in text for _, text, _ in shown):
        notes.append("⇥ stands for a tab")
    return Excerpt(key, place, printed, tuple(shown), "; ".join(notes))


class Pages:
    """The pages that a version was built from."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        folder = facts.version.path / SOURCES_FOLDER
        self.folder = folder if folder.is_dir() else None
        self._lines: dict[str, tuple[str, ...] | str] = {}

    def excerpt(self, key: str, place: str, printed: str) -> Excerpt:
        """The lines around a place; where they cannot be shown the excerpt says why."""
        where = split_place(place)
        if where is None:
            return Excerpt(key, place, printed, (), "this place names no line")
        file, line, column = where
        lines = self.lines(file)
        if isinstance(lines, str):
            return Excerpt(key, place, printed, (), lines)
        span = find_cell(lines[line - 1], column, printed) if line <= len(lines) else None
        return excerpt_of(key, place, printed, lines, line, span)

    def lines(self, file: str) -> tuple[str, ...] | str:
        """The lines of a page, or why there are none."""
        if file not in self._lines:
            self._lines[file] = self._read(file)
        return self._lines[file]

    def cell(self, place: str) -> str | None:
        """What stands in a cell; None where that cannot be told."""
        where = split_place(place)
        lines = self.lines(where[0]) if where else ""
        if where is None or isinstance(lines, str) or where[2] is None or where[1] > len(lines):
            return None
        spans = cell_spans(lines[where[1] - 1])
        if where[2] > len(spans):
            return None
        start, end = spans[where[2] - 1]
        return lines[where[1] - 1][start:end]

    def curation(self, file: str) -> Curation | None:
        """The curated facts that lie beside a page; None where they are not at hand."""
        if self.folder is None or ".." in Path(file).parts:
            return None
        path = (self.folder / file).parent / CURATION_FILE
        found = load_curation(path) if path.is_file() else None
        return found if found and found.file == Path(file).name else None

    def _read(self, file: str) -> tuple[str, ...] | str:
        absent = "page text not in this build"
        if self.folder is None or ".." in Path(file).parts:
            return absent
        path = self.folder / file
        if not path.is_file():
            return absent
        data = path.read_bytes()
        built = self._digests().get(file)
        if built and hashlib.sha256(data).hexdigest() != built:
            return "the page that lies in this build is not the one it was built from (its SHA-256 differs)"
        try:
            return split_lines(decode(data, file))
        except SourceError as error:
            return str(error)

    def _digests(self) -> dict[str, str]:
        """SHA-256 of each page as it was built."""
        found = {}
        for board in self.facts.version.report.get("leaderboards", []):
            digest = self.facts.one(f"{self.facts.base}source/{board['source']}", LB.sha256)
            if digest:
                found[str(board["file"])] = digest
        return found
