"""Verdicts as plain data (JSON) and as a SHACL validation report (Turtle)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rdflib import Literal, URIRef

from kg.checking.entries import REJECTED, Entry, Spot
from kg.checking.rules import SEVERITIES
from kg.checking.verdict import Unusable, Verdict
from kg.iris import Iris
from kg.settings import base_iri
from kg.terms import RDF, RDFS, SH, XSD
from kg.validation import Report


def json_text(verdicts: Sequence[Verdict], unusable: Sequence[Unusable] = ()) -> str:
    """All findings, rejected cells and unusable targets, each with everything that is known of it."""
    document = {
        "conforms": not unusable and all(verdict.report.conforms for verdict in verdicts),
        "clean": not unusable and all(verdict.is_clean for verdict in verdicts),
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
        "rejects": [_reject(v, e, r) for v in verdicts for e, r in zip(v.rejected, v.rejects, strict=True)],
        "unusable": [{"target": lost.target, "reason": lost.reason} for lost in unusable],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _finding(verdict: Verdict, entry: Entry) -> dict[str, Any]:
    severity = SEVERITIES[entry.level]
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
        "explain": verdict.explained_by(entry),
        "cells": [{"place": spot.place, "printed": spot.printed} for spot in entry.spots],
        "spots": [_spot(spot) for spot in (*entry.spots, entry.stands) if spot and spot.path],
    }


def _reject(verdict: Verdict, entry: Entry, reject: dict[str, Any]) -> dict[str, Any]:
    """A rejected cell as the build report has it, with its place in the words of findings."""
    spots = [_spot(spot) for spot in entry.spots if spot.path]
    told = {"place": entry.spots[0].place, "spots": spots, "explain": verdict.explained_by(entry)}
    return {"target": verdict.target, "name": entry.name, **reject, **told}


def _spot(spot: Spot) -> dict[str, Any]:
    """Where a cell stands in a file on this disk; characters are counted from 1."""
    return {"file": spot.path, "line": spot.line, "start": spot.start, "end": spot.end}


def turtle(verdicts: Sequence[Verdict], unusable: Sequence[Unusable] = ()) -> str:
    """One SHACL validation report over all targets; rejected cells are no nodes and are not in it.

    What a result cannot say in terms of SHACL (the printed cell, what was found and expected) and
    which targets could not be checked are comments.
    """
    findings = {finding.key: finding for verdict in verdicts for finding in verdict.report.findings}
    report = Report(tuple(sorted(findings.values(), key=lambda finding: finding.order)))
    base = base_iri()
    graph = report.to_graph(base)
    for finding in report.findings:
        node = URIRef(Iris(base)("finding", finding.key))
        graph.add((node, RDFS.comment, Literal(f"Found: {finding.found}. Expected: {finding.expected}.")))
        for place, printed in zip(finding.places, finding.printed, strict=True):
            graph.add((node, RDFS.comment, Literal(f"Printed at {place}: {printed}")))
    for head in list(graph.subjects(RDF.type, SH.ValidationReport)) if unusable else ():
        graph.set((head, SH.conforms, Literal("false", datatype=XSD.boolean)))
        for lost in unusable:
            graph.add((head, RDFS.comment, Literal(f"Not checked: {lost.target}: {lost.reason}")))
    return graph.serialize(format="turtle")
