"""What ``kg import`` does: check files, or write them as sources, and tell every table's account."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

from kg.errors import SourceError
from kg.intake.answers import Answers
from kg.intake.check import Checked, Progress, check_file, roles_told
from kg.intake.files import Given, slugs, source_folder, write_source
from kg.intake.rows import json_row
from kg.intake.toml import write_toml
from kg.read.text import declared_encoding
from kg.registry import Registry

#: Files from this size on tell how far they are read.
_LARGE = 32 << 20
#: So many rows are shown as a table; JSON shows all.
SHOWN = 1000

Ask = Callable[[str, str | None], str | None]


@dataclass(slots=True)
class Importer:
    """One call of ``kg import``: its answers, its choices, and where it talks to."""

    registry: Registry
    answers: Answers = field(default_factory=Answers)
    family: str | None = None
    encoding: str | None = None
    tables: tuple[int, ...] = ()
    say: Callable[[str], None] = print
    watched: bool = False

    def check(self, files: Sequence[Given], format: str, out: IO[str]) -> int:
        """Show the rows of all files; 0, 1 (no result, or a reject) or 2 (one cannot be read)."""
        status = 0
        for file in files:
            try:
                checked = self._json(file, out) if format == "json" else self._table(file, out)
            except SourceError as error:
                if len(files) == 1:
                    raise
                self.say(f"kg: {error}")
                status = max(status, 2)
                continue
            status = max(status, checked.status)
            checked.close()
        return status

    def write(self, files: Sequence[Given], out: Path, *, replace: bool, ask: Ask | None = None) -> int:
        """Write all files as sources; 0, 1 (a reject) or 2 (one cannot be read or written)."""
        status = 0
        for file, slug in zip(files, slugs([file.name for file in files]), strict=True):
            try:
                status = max(status, self._write(file, slug, out, len(files) > 1, replace=replace, ask=ask))
            except SourceError as error:
                if len(files) == 1:
                    raise
                self.say(f"kg: {file.name} is left out: {error}")
                status = max(status, 1)
        return status

    def _run(self, file: Given, emit: Callable[[dict[str, Any]], None]) -> Checked:
        return check_file(
            file,
            self.registry,
            family=self.family,
            encoding=self.encoding,
            only=self.tables,
            answers=self.answers,
            emit=emit,
            progress=self._progress(file),
        )

    def _progress(self, file: Given) -> Progress | None:
        size = file.size
        if size < _LARGE:
            return None
        step = max(size // (50 if self.watched else 10), 1)
        told: dict[str, int] = {}

        def tell(done: str, position: int) -> None:
            if position // step > told.get(done, 0):
                told[done] = position // step
                self.say(f"{file.name}: {position >> 20} of {size >> 20} MB {done}")

        return tell

    def _json(self, file: Given, out: IO[str]) -> Checked:
        """One JSON object, written as the rows come."""
        head = json.dumps({"file": file.name}, ensure_ascii=False)[:-1]
        started = [False]

        def emit(row: dict[str, Any]) -> None:
            out.write((",\n  " if started[0] else head + ', "results": [\n  ') + json_row(row))
            started[0] = True

        checked = self._run(file, emit)
        if not started[0]:
            out.write(head + ', "results": [')
        out.write("\n ]")
        for name, rows in (("rejects", checked.rejects), ("resources", checked.resources), ("notes", checked.notes)):
            out.write(f',\n "{name}": [')
            for number, row in enumerate(rows):
                out.write((",\n  " if number else "\n  ") + json.dumps(row, ensure_ascii=False))
            out.write("]")
        rest: dict[str, Any] = {
            "family": checked.family,
            "why": checked.why,
            "tables": [
                {
                    "table": count.table,
                    "title": count.title,
                    "cells": count.cells,
                    "results": count.results,
                    "missing": count.missing,
                    "rejected": count.rejected,
                }
                for count in checked.tables.values()
            ],
            "columns": checked.columns,
            "left_out": checked.left_out,
            "questions": checked.questions,
            "message": checked.message,
        }
        out.write("," + json.dumps(rest, ensure_ascii=False, indent=1)[1:] + "\n")
        if checked.message:
            self.say(f"kg: {checked.message}")
        return checked

    def _table(self, file: Given, out: IO[str]) -> Checked:
        from kg.intake.show import Shown

        shown = Shown(out, SHOWN)
        checked = self._run(file, shown.row)
        shown.end(checked)
        self._tell(checked)
        return checked

    def _tell(self, checked: Checked) -> None:
        """The account of a file, for the person at the terminal."""
        self.say(f"{checked.file}: {checked.family}, for {checked.why}")
        for count in checked.tables.values():
            self.say(f"table {count.table} ({count.title}): {count.law}")
        for line in roles_told(checked.columns):
            self.say(line)
        for left in checked.left_out:
            self.say(f"left out: table {left['number']} (line {left['line']}, {left['title']}): {left['why']}")
        for reject in list(checked.rejects)[:20]:
            place = ":".join(str(reject[part]) for part in ("line", "column") if reject[part] is not None)
            self.say(f"reject: line {place}: {reject['printed']!r}: {reject['reason']} [{reject['rule']}]")
        if checked.rejects.count > 20:
            self.say(f"… and {checked.rejects.count - 20} more rejects; --check --format json lists all")
        again = Counter(str(r["printed"]) for r in checked.rejects if r["rule"] == "not-a-number")
        for printed, times in again.most_common(3):
            if times > 1:
                self.say(f"{printed!r} stands in {times} rejected cells: --missing {printed!r}, if it means no result")
        for remark in checked.remarks:
            self.say(f"note: {remark}")
        for question in checked.questions:
            self.say(f"question: {question['table']}: {question['question']}")
        if checked.message:
            self.say(f"kg: {checked.message}")

    def _write(self, file: Given, proposed: str, out: Path, several: bool, *, replace: bool, ask: Ask | None) -> int:
        from kg.intake.asking import ask_all

        checked = self._run(file, lambda row: None)
        try:
            if ask is not None and checked.proposal is not None and checked.proposal.read:
                before = self.answers
                self.answers = ask_all(checked.proposal, before, ask, self.registry, self.say)
                if self.answers is not before:
                    checked.close()
                    checked = self._run(file, lambda row: None)
            return self._source(file, checked, proposed, out, several, replace=replace)
        finally:
            checked.close()

    def _source(self, file: Given, checked: Checked, proposed: str, out: Path, several: bool, *, replace: bool) -> int:
        proposal = checked.proposal
        if proposal is None or not proposal.read:
            self._tell(checked)
            return 1
        slug = self.answers.top.get("slug") or proposed
        if several and "slug" in self.answers.top:
            slug = f"{slug}-{proposed}"
        folder = source_folder(out, slug, replace=replace)
        proposal.curation = with_file(proposal.curation, file, self.encoding)
        write_source(folder, file, write_toml(proposal, f"{checked.family}, for {checked.why}"))
        self._tell(checked)
        self.say(f"{folder} is written: look at {folder / 'source.toml'}, then run kg build")
        return 1 if checked.rejects.count else 0


def with_file(curation: Any, file: Given, encoding: str | None) -> Any:
    """The curation with what is known of the file itself."""
    with file.open() as stream:
        encoding = encoding or declared_encoding(stream.read(4))
    return replace(curation, file=file.name, sha256=file.sha256(), encoding=encoding)
