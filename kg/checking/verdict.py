"""The verdict on one target, and the verdicts on several in the form that is asked for."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kg.checking.consequences import causes_first
from kg.checking.entries import Entry, Files, Spot, finding_entry, reject_entry, told
from kg.errors import BuildError
from kg.validation import Finding, Report

#: The forms that a verdict can be written in.
FORMATS = ("text", "ttl", "json", "sarif", "github", "html")


def _nowhere(finding: Finding) -> Spot | None:
    return None


@dataclass(frozen=True, slots=True)
class Unusable:
    """A target that could not be checked, and why; it is no pass in any form of a report."""

    target: str
    reason: str


@dataclass(frozen=True)
class Verdict:
    """The findings of the shapes on one target, and the value cells that were rejected on the way.

    ``target`` is its name as given, ``kind`` what it turned out to be. ``rejects`` are as in the build
    report. ``files`` are the files on this disk behind the names in places; ``locate`` finds the spot
    of a finding that no cell stands for, ``declared`` that of the curated fact that it rests on;
    ``spots`` are those of places that are known. ``lost`` are parts
    of the target that could not be checked. ``context`` says
    what else was looked at, one sentence each. ``again`` are the options by which ``kg explain``
    finds the same findings.
    """

    report: Report
    rejects: tuple[dict[str, Any], ...] = ()
    target: str = ""
    kind: str = ""
    profile: str = "advice"
    context: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    files: Mapping[str, Path] = field(default_factory=lambda: MappingProxyType({}))
    spots: Mapping[str, Spot] = field(default_factory=lambda: MappingProxyType({}))
    lost: tuple[Unusable, ...] = ()
    locate: Callable[[Finding], Spot | None] = field(default=_nowhere, compare=False, repr=False)
    declared: Callable[[Finding], Spot | None] = field(default=_nowhere, compare=False, repr=False)

    @property
    def is_clean(self) -> bool:
        """True when no rule is violated, no cell rejected and nothing left unchecked."""
        return self.report.conforms and not self.rejects and not self.lost

    def passes(self, fail_on: str) -> bool:
        """Clean, and without a warning where ``fail_on`` is "warning"."""
        return self.is_clean and not (fail_on == "warning" and self.report.of("Warning"))

    @property
    def unit(self) -> str:
        """What its shapes or rules look at."""
        return "rows" if set(self.report.focus_counts) == {"rows"} else "nodes"

    @property
    def summary(self) -> str:
        """One line."""
        counts = [
            f"{self.report.count(s)} {name}" for s, name in (("Violation", "violations"), ("Warning", "warnings"))
        ]
        return f"{', '.join(counts)}, {self.rejected_cells} rejected cells"

    @property
    def rejected_cells(self) -> int:
        """How many value cells became no result; one reject may stand for a whole row or table."""
        return sum(int(reject.get("cells") or 1) for reject in self.rejects)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Findings in the order of the report, then rejected cells; all of them, for programs."""
        files = Files(self.files, self.spots)
        found = [
            finding_entry(
                f, files, lambda finding: self._spot(self.locate(finding), files), self._spot(self.declared(f), files)
            )
            for f in self.report.findings
        ]
        return (*found, *(reject_entry(reject, files) for reject in self.rejects))

    @cached_property
    def told(self) -> tuple[Entry, ...]:
        """The entries as people read and count them: what is said of a whole column is said once."""
        return causes_first(told(self.entries), rejected=bool(self.rejects))

    def explained_by(self, entry: Entry) -> str:
        """The command that tells more of an entry."""
        return shlex.join(["kg", "explain", entry.name, *self.again])

    @property
    def rejected(self) -> tuple[Entry, ...]:
        """The entries of the rejected cells."""
        return self.entries[len(self.report.findings) :]

    def _spot(self, spot: Spot | None, files: Files) -> Spot | None:
        return files.spot(spot.place, spot.printed) if spot and not spot.path else spot

    @property
    def conforms_told(self) -> str:
        """The verdict in a few words; a rejected cell is no conformance, and neither is what was not looked at."""
        if self.lost and self.report.conforms and not self.rejects:
            return "Conforms as far as it could be checked"
        return "Conforms" if self.is_clean else "Does not conform"

    def written(self, format: str, *, every: bool = False) -> str:
        """The verdict in one of :data:`FORMATS`; see :func:`written`."""
        return written((self,), format, every=every)


def written(verdicts: Sequence[Verdict], format: str, *, every: bool = False, unusable: Sequence[Unusable] = ()) -> str:
    """Several verdicts as one text; ``every`` lists every finding where the first examples would do."""
    from kg.checking.formats import data, github, html, sarif, table

    unusable = [*(lost for verdict in verdicts for lost in verdict.lost), *unusable]
    if format == "text":
        return table.text(verdicts, unusable, every=every)
    if format == "ttl":
        return data.turtle(verdicts, unusable)
    if format == "json":
        return data.json_text(verdicts, unusable)
    if format == "sarif":
        return sarif.text(verdicts, unusable)
    if format == "github":
        return github.text(verdicts, unusable)
    return html.text(verdicts, unusable)


def save(out: Path, text: str) -> None:
    """Write a report to a file, whole or not at all; raises BuildError where that cannot be done."""
    beside = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(out)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise BuildError(f"{out}: cannot be written: {error.strerror}; name a file in a folder that exists") from error
