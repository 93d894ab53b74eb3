"""Verdicts as plain data (JSON) and as a SHACL validation report (Turtle)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kg.checking.entries import REJECTED, Entry, Spot
from kg.checking.verdict import Verdict
from kg.settings import base_iri
from kg.validation import Report


def json_text(verdicts: Sequence[Verdict]) -> str:
    """All findings and rejected cells, each with everything that is known of it."""
    document = {
        "conforms": all(verdict.report.conforms for verdict in verdicts),
        "targets": [
            {
                "target": v.target,
                "kind": v.kind,
                "profile": v.profile,
                "conforms": v.report.conforms,
                "clean": v.is_clean,
                "context": list(v.context),
            }
            for v in verdicts
        ],
        "findings": [_finding(v, e) for v in verdicts for e in v.entries if e.shape != REJECTED],
        "rejects": [{"target": v.target, **reject} for v in verdicts for reject in v.rejects],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _finding(verdict: Verdict, entry: Entry) -> dict[str, Any]:
    severity = {"error": "Violation", "warning": "Warning", "note": "Info"}[entry.level]
    return {
        "target": verdict.target,
        "name": entry.name,
        "rule": entry.rule,
        "severity": severity,
        "shape": entry.shape,
        "focus": entry.node,
        "label": entry.label or None,
        "path": entry.path or None,
        "value": entry.value or None,
        "message": f"{entry.rule} {entry.message}",
        "found": entry.found,
        "expected": entry.expected,
        "remedy": entry.remedy,
        "cells": [{"place": spot.place, "printed": spot.printed} for spot in entry.spots],
        "spots": [_spot(spot) for spot in entry.spots if spot.path],
    }


def _spot(spot: Spot) -> dict[str, Any]:
    """Where a cell stands in a file on this disk; characters are counted from 1."""
    return {"file": spot.path, "line": spot.line, "start": spot.start, "end": spot.end}


def turtle(verdicts: Sequence[Verdict]) -> str:
    """One SHACL validation report over all targets; rejected cells are no nodes and are not in it."""
    findings = {finding.key: finding for verdict in verdicts for finding in verdict.report.findings}
    report = Report(tuple(sorted(findings.values(), key=lambda finding: finding.order)))
    return report.to_graph(base_iri()).serialize(format="turtle")
