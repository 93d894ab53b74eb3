"""Checks whatever a person names: a build, an RDF file, or source pages that are not built yet."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.errors import BuildError, SourceError
from kg.pipeline.road import run
from kg.settings import base_iri
from kg.store import Version
from kg.validation import SUFFIXES, Report, parse_file, validate


@dataclass(frozen=True, slots=True)
class Verdict:
    """The findings of the shapes, and the value cells that were rejected on the way (as in the build report)."""

    report: Report
    rejects: tuple[dict[str, Any], ...] = ()

    @property
    def is_clean(self) -> bool:
        """True when no rule is violated and no cell rejected."""
        return self.report.conforms and not self.rejects

    @property
    def summary(self) -> str:
        """One line."""
        counts = [
            f"{len(self.report.of(s))} {name}" for s, name in (("Violation", "violations"), ("Warning", "warnings"))
        ]
        return f"{', '.join(counts)}, {len(self.rejects)} rejected cells"

    def written(self, format: str) -> str:
        """The verdict as ``text``, ``json``, or the SHACL report as ``ttl``."""
        if format == "ttl":
            return self.report.to_graph(base_iri()).serialize(format="turtle")
        if format == "json":
            findings = [
                {
                    "rule": f.rule,
                    "severity": f.severity,
                    "shape": f.shape,
                    "focus": f.focus,
                    "path": f.path or None,
                    "value": f.value or None,
                    "message": f.message,
                    "remedy": f.remedy,
                    "cells": [{"place": p, "printed": t} for p, t in zip(f.places, f.printed, strict=True)],
                }
                for f in self.report.findings
            ]
            verdict = {"conforms": self.report.conforms, "findings": findings, "rejects": list(self.rejects)}
            return json.dumps(verdict, ensure_ascii=False, indent=2) + "\n"
        lines = [self.report.to_text()]
        for reject in self.rejects:
            place = ":".join(str(reject[part]) for part in ("file", "line", "column") if reject[part] is not None)
            lines.append(
                f"\nRejected {place}: {reject['printed']!r}\n  {reject['reason']} [{reject['rule']}]\n"
                f"  Remedy: {reject['remedy']}\n"
            )
        return "".join(lines)


def check_target(target: Path, registry: Path | None) -> Verdict:
    """Check a build folder or version, an RDF file by its suffix, else source pages.

    Raises BuildError or SourceError where there is nothing to check.
    """
    if target.suffix in SUFFIXES and target.is_file():
        return Verdict(validate(parse_file(target)))
    if (target / "current").exists() or (target / "SHA256SUMS").is_file():
        version = Version(target)
        boards = version.report.get("leaderboards", [])
        rejects = tuple(reject for board in boards for reject in board["rejects"])
        return Verdict(validate(parse_file(version.path / "graph.nq")), rejects)
    if not target.exists():
        if target.suffix:
            raise SourceError(f"{target}: no such file; give a build, an RDF file or source pages")
        raise BuildError(f"no build in {target}: run kg build")
    try:
        built = run([target], registry, base_iri())
    except SourceError as error:
        if target.is_dir() and not any(target.iterdir()):
            raise BuildError(f"no build in {target}: run kg build") from error
        raise
    from kg.pipeline.report import problem_entry

    return Verdict(built.report, tuple(problem_entry(p) for p in built.rejects))
