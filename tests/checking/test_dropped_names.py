"""Names of JSON-LD that its context does not map are told with their lines; parsers drop them without a word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

from kg.checking import check_target
from kg.checking.dropped import dropped_names
from kg.resources import ontology_folder

LB = "https://w3id.org/leaderboard-kg/ontology#"
CONTEXT = {"lb": LB, "Result": "lb:Result", "printedValue": "lb:printedValue", "id": "@id", "v": "@value"}


def told(tmp_path: Path, document: Any) -> list[tuple[str, str]]:
    """The names that are told, each with what is expected in its place."""
    file = tmp_path / "data.jsonld"
    file.write_text(json.dumps(document), encoding="utf-8")
    return [(finding.found, finding.expected) for finding in dropped_names(file)]


def test_a_misspelt_name_is_told_at_its_lines_with_the_near_one(tmp_path: Path) -> None:
    file = tmp_path / "data.jsonld"
    context = json.loads((ontology_folder() / "context.jsonld").read_text(encoding="utf-8"))["@context"]
    lines = [
        f'{{"@context": {json.dumps(context)}, "@graph": [',
        '{"id": "urn:r", "type": "Result",',
        ' "printdValue" : "1.5", "note": "printdValue"},',
        '{"id": "urn:s", "type": "Result", "printdValue":',
        ' {"lable": 1}}]}',
    ]
    file.write_text("\n".join(lines), encoding="utf-8")
    verdict = check_target(file)
    assert verdict.told[0].rule == "R0.8", "the cause comes before the values that are missing"
    (entry,) = (entry for entry in verdict.told if entry.rule == "R0.8")
    assert [spot.place for spot in entry.spots] == ["data.jsonld:3", "data.jsonld:4"]
    assert "'printdValue' is none, and what stands under it is dropped; printedValue is near" in entry.message
    assert (entry.level, entry.found, entry.expected) == ("error", "printdValue", "printedValue")
    assert entry.remedy.startswith("write printedValue, if that is meant; else map it in the @context (to null")
    assert "data.jsonld,line=3" in verdict.written("github")
    text = "\n".join(lines).replace("printdValue", "printedValue")
    file.write_text(text.replace("lable", "rdfs:label"), encoding="utf-8")
    assert "R0.8" not in {entry.rule for entry in check_target(file).told}


def test_a_name_that_is_near_to_none_is_told_too(tmp_path: Path) -> None:
    assert told(tmp_path, {"@context": CONTEXT, "id": "urn:r", "xyz": 1}) == [("xyz", "a name that the @context maps")]
    (finding,) = dropped_names(tmp_path / "data.jsonld")
    assert finding.severity == "Warning", "JSON-LD allows it"
    assert "SHOULD be one that its @context maps" in finding.message


@pytest.mark.parametrize(
    "document",
    [
        {"@context": CONTEXT, "id": "urn:r", "@type": "Result", "lb:value": 1, "http://x.example/p": 1},
        {"@context": {**CONTEXT, "comment": None}, "id": "urn:r", "comment": "left out on purpose"},
        {"@context": {"@vocab": "http://x.example/"}, "@id": "urn:r", "any": 1},
        {"@context": {**CONTEXT, "by": {"@id": "lb:note", "@container": "@index"}}, "by": {"a": {"id": "urn:n"}}},
        {"@context": {**CONTEXT, "by": {"@id": "lb:note", "@container": ["@set", "@language"]}}, "by": {"de": "x"}},
        {"@context": {**CONTEXT, "raw": {"@id": "lb:note", "@type": "@json"}}, "raw": {"any": {"thing": 1}}},
        {"@context": CONTEXT, "printedValue": {"@type": "@json", "v": {"any": 1}}},
        {"@context": {**CONTEXT, "in": {"@id": "lb:note", "@context": {"own": "lb:own"}}}, "in": {"own": 1}},
        [{"@context": [CONTEXT, {"more": "lb:note"}], "more": 1}],
        {"@id": "urn:r", "plain": 1},  # no context says anything of names here
    ],
)
def test_names_that_are_mapped_or_are_no_properties_are_fine(tmp_path: Path, document: Any) -> None:
    assert told(tmp_path, document) == []


def test_what_is_told_is_what_the_parser_drops(tmp_path: Path) -> None:
    inner = {"@context": [None, {"a": "http://x.example/a"}], "@id": "urn:n", "a": 1, "printedValue": 2}
    document = {"@context": CONTEXT, "id": "urn:r", "lb:method": inner, "printedValue": 3, "odd": 4}
    assert [name for name, _ in told(tmp_path, document)] == ["odd", "printedValue"]
    found = {(q.predicate.value, q.object.value) for q in ox.parse(json.dumps(document), ox.RdfFormat.JSON_LD)}
    expected = {(f"{LB}method", "urn:n"), ("http://x.example/a", "1"), (f"{LB}printedValue", "3")}
    assert found == expected


def test_lines_that_may_be_of_another_use_of_the_name_are_not_told(tmp_path: Path) -> None:
    file = tmp_path / "data.jsonld"
    inner = '{"@context": {"odd": "http://x.example/odd"}, "id": "urn:n",\n"odd": 1}'
    text = f'{{"@context": {json.dumps(CONTEXT)}, "id": "urn:r", "lb:method": {inner},\n"odd": 2}}'
    file.write_text(text, encoding="utf-8")
    assert [finding.places for finding in dropped_names(file)] == [("data.jsonld",)]
