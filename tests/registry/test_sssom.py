"""SSSOM files are read and written without loss, and `Not` and close matches merge nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import yaml

from kg.registry import load_registry, read_mappings, write_mappings
from kg.registry.load import MAPPINGS
from kg.registry.sssom import COLUMNS, REQUIRED
from kg.resources import registry_folder

SHIPPED = registry_folder() / MAPPINGS
#: Slots of SSSOM 1.0 that we use; `source` is declared as an extension in the header.
SLOTS = {
    "subject_label",
    "subject_type",
    "predicate_id",
    "predicate_modifier",
    "object_id",
    "object_label",
    "mapping_justification",
    "confidence",
    "comment",
}


def test_reading_and_writing_gives_the_same_bytes(tmp_path: Path) -> None:
    shipped = read_mappings(SHIPPED)
    write_mappings(tmp_path / MAPPINGS, shipped.header, shipped.mappings)
    assert (tmp_path / MAPPINGS).read_bytes() == SHIPPED.read_bytes()


def test_columns_are_slots_or_declared_extensions() -> None:
    header = yaml.safe_load(read_mappings(SHIPPED).header)
    declared = {extension["slot_name"] for extension in header["extension_definitions"]}
    assert set(COLUMNS) == SLOTS | declared
    assert set(REQUIRED) <= set(COLUMNS)
    for extension in header["extension_definitions"]:
        for curie in (extension["property"], extension["type_hint"]):
            assert curie.partition(":")[0] in header["curie_map"]
    assert header["mapping_set_id"].startswith("https://w3id.org/leaderboard-kg/mapping/")
    assert header["curie_map"]["method"] == "https://w3id.org/leaderboard-kg/method/"


def test_each_mapping_says_why_and_how_sure() -> None:
    for mapping in read_mappings(SHIPPED).mappings:
        assert mapping.confidence
        if mapping.mapping_justification == "semapv:ManualMappingCuration":
            assert mapping.comment, mapping.subject_label


def test_a_mapping_knows_its_line() -> None:
    shipped = read_mappings(SHIPPED)
    lines = SHIPPED.read_text(encoding="utf-8").splitlines()
    first = shipped.mappings[0]
    assert first.line is not None
    assert lines[first.line - 1].startswith(first.subject_label + "\t")
    assert str(shipped.place(first)) == f"{MAPPINGS}:{first.line}"


def test_accepting_a_merge_is_one_more_row(tmp_path: Path) -> None:
    for path in registry_folder().glob("*.tsv"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    shipped = read_mappings(SHIPPED)
    known = next(m for m in shipped.mappings if m.subject_label == "MediSee" and m.merges)
    more = replace(known, subject_label="NA", confidence="0.90", line=None)
    write_mappings(tmp_path / MAPPINGS, shipped.header, [*shipped.mappings, more])
    registry = load_registry(tmp_path)
    assert registry.method("NA") is registry.methods["medisee"]
    assert next(m.confidence for m in registry.mappings if m.subject_label == "NA") == "0.90"


def test_denied_and_close_matches_merge_nothing() -> None:
    registry = load_registry(registry_folder())
    denied = [m for m in registry.mappings if m.predicate_modifier == "Not"]
    close = [m for m in registry.mappings if m.predicate_id == "skos:closeMatch"]
    assert denied
    assert close
    for mapping in denied + close:
        method = registry.method(mapping.subject_label)
        assert method is None or method.key != mapping.object_key
