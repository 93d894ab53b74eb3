"""A small checker of the parts of SARIF 2.1.0 that we write: names, types and values of the published schema.

It knows each object by its allowed and its required properties, so a misspelt or misplaced property
is found, as the schema's ``additionalProperties: false`` would.
"""

from __future__ import annotations

import re
from typing import Any

LEVELS = {"none", "note", "warning", "error"}
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s]+")
_URI_REFERENCE = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@%/?#\[\]-]+")

#: object -> (required, optional)
OBJECTS: dict[str, tuple[set[str], set[str]]] = {
    "log": ({"version", "runs"}, {"$schema", "properties"}),
    "run": ({"tool"}, {"results", "columnKind", "invocations", "properties", "artifacts", "originalUriBaseIds"}),
    "tool": ({"driver"}, {"extensions", "properties"}),
    "driver": ({"name"}, {"fullName", "version", "semanticVersion", "informationUri", "rules", "properties"}),
    "rule": (
        {"id"},
        {"name", "shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration", "properties"},
    ),
    "result": (
        {"message"},
        {"ruleId", "ruleIndex", "level", "locations", "relatedLocations", "partialFingerprints", "properties"},
    ),
    "location": (set(), {"id", "physicalLocation", "logicalLocations"}),
    "physicalLocation": (set(), {"artifactLocation", "region"}),
    "artifactLocation": (set(), {"uri", "uriBaseId"}),
    "region": (set(), {"startLine", "startColumn", "endLine", "endColumn", "snippet"}),
    "logicalLocation": (set(), {"name", "fullyQualifiedName", "kind"}),
    "message": ({"text"}, {"markdown"}),
    "invocation": ({"executionSuccessful"}, {"exitCode", "toolExecutionNotifications"}),
    "notification": ({"message"}, {"level", "locations", "descriptor", "exception"}),
    "configuration": (set(), {"level", "enabled"}),
}


def check(log: dict[str, Any]) -> None:
    """Assert that a log has the structure of SARIF 2.1.0."""
    _object(log, "log")
    assert log["version"] == "2.1.0"
    assert _URI.fullmatch(log["$schema"])
    assert log["runs"]
    for run in log["runs"]:
        _run(run)


def _object(value: Any, kind: str) -> None:
    required, optional = OBJECTS[kind]
    assert isinstance(value, dict), (kind, value)
    assert required <= set(value), (kind, required - set(value))
    assert set(value) <= required | optional, (kind, set(value) - required - optional)


def _run(run: dict[str, Any]) -> None:
    _object(run, "run")
    _object(run["tool"], "tool")
    _object(run["tool"]["driver"], "driver")
    assert run["columnKind"] in {"utf16CodeUnits", "unicodeCodePoints"}
    for invocation in run["invocations"]:
        _object(invocation, "invocation")
        assert isinstance(invocation["executionSuccessful"], bool)
        for notification in invocation.get("toolExecutionNotifications", []):
            _object(notification, "notification")
            _message(notification["message"])
            assert notification["level"] in LEVELS
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        _object(rule, "rule")
        for name in ("shortDescription", "fullDescription", "help"):
            _message(rule[name])
        assert _URI.fullmatch(rule["helpUri"])
        _object(rule["defaultConfiguration"], "configuration")
        assert rule["defaultConfiguration"]["level"] in LEVELS
    for result in run["results"]:
        _result(result, rules)


def _result(result: dict[str, Any], rules: list[dict[str, Any]]) -> None:
    _object(result, "result")
    _message(result["message"])
    assert result["level"] in LEVELS
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert result["partialFingerprints"]
    assert all(isinstance(v, str) and v for v in result["partialFingerprints"].values())
    ids = [location["id"] for location in result.get("relatedLocations", [])]
    assert len(set(ids)) == len(ids)
    for location in (*result["locations"], *result.get("relatedLocations", [])):
        _location(location)


def _location(location: dict[str, Any]) -> None:
    _object(location, "location")
    assert location
    for logical in location.get("logicalLocations", []):
        _object(logical, "logicalLocation")
    physical = location.get("physicalLocation")
    if physical is None:
        return
    _object(physical, "physicalLocation")
    _object(physical["artifactLocation"], "artifactLocation")
    assert _URI_REFERENCE.fullmatch(physical["artifactLocation"]["uri"]), physical
    region = physical.get("region")
    if region is not None:
        _object(region, "region")
        numbers = [region[name] for name in ("startLine", "startColumn", "endColumn") if name in region]
        assert all(isinstance(number, int) and number >= 1 for number in numbers)
        if "startColumn" in region:
            assert region["endColumn"] >= region["startColumn"]


def _message(message: dict[str, Any]) -> None:
    _object(message, "message")
    assert isinstance(message["text"], str)
    assert message["text"].strip()
