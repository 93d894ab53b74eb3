"""Verdicts as SARIF 2.1.0, the form that code hosts and editors read findings in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from kg import __version__
from kg.checking.entries import ACCOUNTED, REJECTED, Entry, Spot
from kg.checking.rules import rules
from kg.checking.verdict import Unusable, Verdict

SCHEMA_URI = "https://json.schemastore.org/sarif-2.1.0.json"
VERSION = "2.1.0"

#: The base that relative addresses are against: the folder that kg was called in.
BASE_ID = "SRCROOT"

#: Further cells of a finding that are told; the message counts them all.
_RELATED = 50


def text(verdicts: Sequence[Verdict], unusable: Sequence[Unusable] = ()) -> str:
    """One run over all targets; where one of them could not be checked, the run was not successful."""
    entries = [entry for verdict in verdicts for entry in verdict.entries]
    commands = [verdict.explained_by(entry) for verdict in verdicts for entry in verdict.entries]
    described = list({entry.rule: _rule(entry) for entry in entries}.values())
    index = {rule["id"]: number for number, rule in enumerate(described)}
    run = {
        "tool": {
            "driver": {
                "name": "kg",
                "fullName": "Leaderboard KG",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": described,
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not unusable,
                "toolExecutionNotifications": [
                    {"level": "error", "message": {"text": f"{lost.target}: {lost.reason}"}} for lost in unusable
                ],
            }
        ],
        "properties": {
            "targets": [{"target": v.target, "kind": v.kind, "profile": v.profile} for v in verdicts],
        },
        "results": [
            _result(entry, index[entry.rule], command) for entry, command in zip(entries, commands, strict=True)
        ],
    }
    return json.dumps({"$schema": SCHEMA_URI, "version": VERSION, "runs": [run]}, ensure_ascii=False, indent=2) + "\n"


def _rule(entry: Entry) -> dict[str, Any]:
    known = rules().get(entry.rule)
    if known is None:
        statement, remedy = ACCOUNTED, entry.remedy
        iri, level, profile = entry.shape, "error", "core"
    else:
        statement, remedy = known.statement, known.remedy or entry.remedy
        iri, level, profile = known.iri, known.level, known.profile
    return {
        "id": entry.rule,
        "name": "".join(part[:1].upper() + part[1:] for part in iri.rpartition("#")[2].replace("-", " ").split()),
        "shortDescription": {"text": statement},
        "fullDescription": {"text": f"{statement} Remedy: {remedy}"},
        "help": {"text": f"Remedy: {remedy}"},
        "helpUri": iri,
        "defaultConfiguration": {"level": level},
        "properties": {"profile": profile},
    }


def _result(entry: Entry, index: int, command: str) -> dict[str, Any]:
    first, *others = entry.spots or (None,)
    result: dict[str, Any] = {
        "ruleId": entry.rule,
        "ruleIndex": index,
        "level": entry.level,
        "message": {"text": f"{entry.message} Remedy: {entry.remedy}"},
        "locations": [_location(entry.at_hand, entry.node)] if first or entry.node else [],
        "partialFingerprints": {"kgFinding/v1": entry.key},
        "properties": {
            "found": entry.found,
            "expected": entry.expected,
            "remedy": entry.remedy,
            "explain": command,
            **({"printed": first.printed, "place": first.place} if first else {}),
            **({"cells": len(entry.spots)} if others else {}),
        },
    }
    related = [
        {"id": number, **_location(spot, "")} for number, spot in enumerate(others[:_RELATED], 1) if spot and spot.path
    ]
    if related:
        result["relatedLocations"] = related
    return result


def _location(spot: Spot | None, node: str) -> dict[str, Any]:
    location: dict[str, Any] = {}
    if spot and spot.path:
        physical: dict[str, Any] = {"artifactLocation": _artifact(spot.path)}
        if spot.line:
            region: dict[str, Any] = {"startLine": spot.line}
            if spot.start and spot.end:
                region |= {"startColumn": spot.start, "endColumn": spot.end}
            if spot.printed:
                region["snippet"] = {"text": spot.printed}
            physical["region"] = region
        location["physicalLocation"] = physical
    if node:
        location["logicalLocations"] = [{"fullyQualifiedName": node, "kind": "resource"}]
    return location


def _artifact(path: str) -> dict[str, str]:
    if PurePosixPath(path).is_absolute():
        return {"uri": "file://" + quote(path)}
    return {"uri": quote(path), "uriBaseId": BASE_ID}


__all__ = ["BASE_ID", "REJECTED", "SCHEMA_URI", "VERSION", "text"]
