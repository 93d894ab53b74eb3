"""A registry that contradicts itself does not load; the message says where and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import RegistryError
from kg.registry import load_registry
from kg.registry.load import MAPPINGS, TABLES

SURE = {"certainty": "certain", "evidence": "a public page"}
GOOD: dict[str, list[dict[str, str]]] = {
    "benchmark-families.tsv": [{"key": "set-family", "label": "Set", **SURE}],
    "benchmarks.tsv": [
        {
            "key": "whole",
            "label": "Whole",
            "tasks": "task",
            "datasets": "set",
            "split": "test",
            "split_kind": "TestSplit",
            "family": "set-family",
            "domains": "general",
            "not_stated": "version",
            **SURE,
        }
    ],
    "column-roles.tsv": [{"heading": "Year", "role": "note"}],
    "datasets.tsv": [{"key": "set", "label": "Set", **SURE}],
    "domains.tsv": [{"key": "general", "label": "general", **SURE}],
    "method-components.tsv": [
        {"method": "net-head", "position": "1", "part": "net", "role": "Base", "role_certainty": "certain", **SURE}
    ],
    "method-facts.tsv": [{"method": "net-head", "property": "kind", "value": "Composite", **SURE}],
    "method-families.tsv": [{"key": "nets", "label": "Nets", **SURE}],
    "methods.tsv": [{"key": "net", "label": "Net"}, {"key": "net-head", "label": "Net + Head"}],
    "metric-parts.tsv": [
        {"metric": "total", "part": "dice", "weight": "0.5", **SURE},
        {"metric": "total", "part": "iou", "weight": "0.5", **SURE},
    ],
    "metrics.tsv": [
        {
            "key": key,
            "label": key,
            "definition": "A measure.",
            "direction": "HigherIsBetter",
            "canonical_unit": "fraction",
            "admissible_units": "fraction",
            "minimum": "0",
            "maximum": "1",
            "spellings": key.upper(),
            **SURE,
        }
        for key in ("dice", "iou", "total")
    ],
    "non-names.tsv": [{"name": "Ours"}],
    "paper-ids.tsv": [{"site": "site.example", "identifier": "abc", "paper": "arxiv-2401-00001", **SURE}],
    "papers.tsv": [
        {
            "key": "arxiv-2401-00001",
            "title": "A paper",
            "arxiv": "2401.00001",
            "doi": "10.48550/arxiv.2401.00001",
            "date": "2024-01",
            **SURE,
        }
    ],
    "row-groups.tsv": [{"heading": "Closed", "property": "access", "value": "Proprietary"}],
    "tasks.tsv": [{"key": "task", "label": "Task", **SURE}],
    "units.tsv": [
        {"key": "fraction", "label": "fraction", "multiplier": "1", "quantity": "ratio"},
        {"key": "second", "label": "second", "multiplier": "1", "quantity": "time", "spellings": "s"},
    ],
}
HEADER = "#mapping_set_id: https://example.org/m\n#license: https://example.org/l\n#curie_map:\n#  method: https://example.org/\n"
SSSOM = "subject_label\tsubject_type\tpredicate_id\tpredicate_modifier\tobject_id\tmapping_justification\tconfidence\n"
NET = "Net\trdfs literal\tskos:exactMatch\t\tmethod:net\tsemapv:LexicalMatching\t1.0\n"


def write(folder: Path, name: str, rows: list[dict[str, str]]) -> None:
    columns = TABLES[name]
    lines = ["\t".join(columns)] + ["\t".join(row.get(column, "") for column in columns) for row in rows]
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, rows in GOOD.items():
        write(tmp_path, name, rows)
    (tmp_path / MAPPINGS).write_text(HEADER + SSSOM + NET, encoding="utf-8")
    return tmp_path


def test_the_small_registry_loads(folder: Path) -> None:
    registry = load_registry(folder)
    assert registry.method("Net") is registry.methods["net"]
    assert [part.key for part in registry.metrics["total"].aggregates] == ["total-1", "total-2"]


def test_a_table_may_be_missing(tmp_path: Path) -> None:
    write(tmp_path, "non-names.tsv", [{"name": "NA"}])
    assert load_registry(tmp_path).is_non_name("na")


@pytest.mark.parametrize("name", ["NA", "None", "nan", '"Quoted', "#hash"])
def test_names_are_kept_as_they_are(name: str, folder: Path) -> None:
    write(folder, "methods.tsv", [*GOOD["methods.tsv"], {"key": "odd", "label": name}])
    assert load_registry(folder).methods["odd"].label == name


#: table, number of the row to change (None adds a copy of the first), cells, parts of the message
BROKEN = [
    ("methods.tsv", None, {"label": "Net 2"}, ["methods.tsv:4", "'key'", "line 2"]),
    ("methods.tsv", None, {"key": "net-2"}, ["methods.tsv:4", "'label'", "line 2"]),
    ("methods.tsv", 0, {"key": "Net"}, ["methods.tsv:2", "'key'", "is no key"]),
    ("methods.tsv", 0, {"key": "net-deadbeef"}, ["methods.tsv:2", "'key'", "like a hash"]),
    ("methods.tsv", 0, {"label": " Net"}, ["methods.tsv:2", "'label'", "stray blanks"]),
    ("methods.tsv", 0, {"label": "Net  1"}, ["methods.tsv:2", "'label'", "stray blanks"]),
    ("methods.tsv", 0, {"label": ""}, ["methods.tsv:2", "'label'", "empty"]),
    ("method-facts.tsv", 0, {"method": "nets"}, ["method-facts.tsv:2", "'method'", "not in methods.tsv"]),
    ("method-facts.tsv", 0, {"property": "colour"}, ["method-facts.tsv:2", "'property'", "use one of access"]),
    ("method-facts.tsv", 0, {"value": "Robot"}, ["method-facts.tsv:2", "'value'", "use one of Model"]),
    ("method-facts.tsv", 0, {"certainty": "sure"}, ["method-facts.tsv:2", "'certainty'", "use one of certain"]),
    ("method-facts.tsv", 0, {"evidence": ""}, ["method-facts.tsv:2", "'evidence'", "empty"]),
    ("method-facts.tsv", 0, {"property": "parameter_count", "value": "7B"}, ["'value'", "no positive whole number"]),
    ("method-facts.tsv", 0, {"property": "introduced_in", "value": "x"}, ["'value'", "not in papers.tsv"]),
    ("method-facts.tsv", 0, {"property": "family", "value": "x"}, ["'value'", "not in method-families.tsv"]),
    ("method-facts.tsv", 0, {"property": "derived_from", "value": "net-head"}, ["does not come from itself"]),
    ("method-facts.tsv", 0, {"property": "hugging_face_id", "value": "net"}, ["'value'", "owner/name"]),
    ("method-facts.tsv", None, {"value": "Model"}, ["method-facts.tsv:3", "another kind"]),
    ("method-facts.tsv", 0, {"value": "Model"}, ["methods.tsv:3", "a method with parts is a composite"]),
    ("method-components.tsv", 0, {"part": "x"}, ["method-components.tsv:2", "'part'", "not in methods.tsv"]),
    ("method-components.tsv", 0, {"part": "net-head"}, ["method-components.tsv:2", "'part'", "a part of itself"]),
    ("method-components.tsv", 0, {"role": "Boss"}, ["method-components.tsv:2", "'role'", "use one of Reasoner"]),
    ("method-components.tsv", 0, {"position": ""}, ["method-components.tsv:2", "'position'", "empty"]),
    ("method-components.tsv", None, {"part": "net"}, ["method-components.tsv:3", "'position'", "line 2"]),
    ("units.tsv", 0, {"multiplier": "1e-2"}, ["units.tsv:2", "'multiplier'", "no decimal"]),
    ("units.tsv", 0, {"multiplier": "0"}, ["units.tsv:2", "'multiplier'", "positive"]),
    ("units.tsv", 0, {"iri": "PERCENT"}, ["units.tsv:2", "'iri'", "absolute"]),
    ("units.tsv", 0, {"spellings": "a|b"}, ["units.tsv:2", "'spellings'", "no list"]),
    ("units.tsv", 0, {"spellings": "a | a"}, ["units.tsv:2", "'spellings'", "twice"]),
    ("units.tsv", 0, {"spellings": "s"}, ["units.tsv:3", "'spellings'", "'s' means 'fraction' already"]),
    ("metrics.tsv", 0, {"direction": "up"}, ["metrics.tsv:2", "'direction'", "use one of HigherIsBetter"]),
    ("metrics.tsv", 0, {"direction": "CloserToTarget"}, ["metrics.tsv:2", "'target'"]),
    ("metrics.tsv", 0, {"target": "1"}, ["metrics.tsv:2", "'target'"]),
    ("metrics.tsv", 0, {"canonical_unit": "second"}, ["metrics.tsv:2", "'canonical_unit'", "not admissible"]),
    ("metrics.tsv", 0, {"admissible_units": "fraction | second"}, ["metrics.tsv:2", "different quantities"]),
    ("metrics.tsv", 0, {"admissible_units": "x"}, ["metrics.tsv:2", "'admissible_units'", "not in units.tsv"]),
    ("metrics.tsv", 0, {"minimum": "2"}, ["metrics.tsv:2", "'minimum'", "not below"]),
    ("metrics.tsv", 0, {"maximum": "one"}, ["metrics.tsv:2", "'maximum'", "no decimal"]),
    ("metrics.tsv", 0, {"broader": "x"}, ["metrics.tsv:2", "'broader'", "not in metrics.tsv"]),
    ("metrics.tsv", 0, {"broader": "dice"}, ["metrics.tsv:2", "'broader'", "above itself"]),
    ("metrics.tsv", 0, {"parameters": "k"}, ["metrics.tsv:2", "'parameters'", "name=value"]),
    ("metrics.tsv", 0, {"counts_items": "no"}, ["metrics.tsv:2", "'counts_items'", "neither 'yes' nor empty"]),
    ("metrics.tsv", 0, {"spellings": "IOU"}, ["metrics.tsv:3", "'spellings'", "'IOU' means 'dice' already"]),
    ("metrics.tsv", 0, {"certainty": "inferred"}, ["metrics.tsv:2", "'certainty'", "less than very likely"]),
    ("metric-parts.tsv", 0, {"part": "total"}, ["metric-parts.tsv:2", "'part'", "no part of itself"]),
    ("metric-parts.tsv", 0, {"part": "x"}, ["metric-parts.tsv:2", "'part'", "not in metrics.tsv"]),
    ("metric-parts.tsv", 0, {"weight": "0.4"}, ["metric-parts.tsv:2", "'weight'", "add up to 0.9"]),
    ("papers.tsv", 0, {"key": "a-paper"}, ["papers.tsv:2", "'key'", "arxiv-2401-00001"]),
    ("papers.tsv", 0, {"arxiv": "2401.00001v2"}, ["papers.tsv:2", "'arxiv'", "without version"]),
    ("papers.tsv", 0, {"doi": "10.1000/ABC"}, ["papers.tsv:2", "'doi'", "lower case"]),
    ("papers.tsv", 0, {"doi": "https://doi.org/10.1000/abc"}, ["papers.tsv:2", "'doi'", "bare"]),
    ("papers.tsv", 0, {"date": "2024-13"}, ["papers.tsv:2", "'date'", "no date"]),
    ("papers.tsv", 0, {"url": "arxiv.org"}, ["papers.tsv:2", "'url'", "absolute"]),
    ("papers.tsv", 0, {"status": "gone"}, ["papers.tsv:2", "'status'", "use one of Retracted"]),
    ("paper-ids.tsv", 0, {"paper": "x"}, ["paper-ids.tsv:2", "'paper'", "not in papers.tsv"]),
    ("datasets.tsv", 0, {"introduced_in": "x"}, ["datasets.tsv:2", "'introduced_in'", "not in papers.tsv"]),
    ("datasets.tsv", 0, {"exact_match": "x"}, ["datasets.tsv:2", "'exact_match'", "no IRI"]),
    ("domains.tsv", 0, {"broader": "x"}, ["domains.tsv:2", "'broader'", "not in domains.tsv"]),
    ("domains.tsv", 0, {"broader": "general"}, ["domains.tsv:2", "'broader'", "above itself"]),
    ("tasks.tsv", 0, {"certainty": "from memory"}, ["tasks.tsv:2", "'certainty'", "less than very likely"]),
    ("benchmarks.tsv", 0, {"tasks": "x"}, ["benchmarks.tsv:2", "'tasks'", "not in tasks.tsv"]),
    ("benchmarks.tsv", 0, {"datasets": ""}, ["benchmarks.tsv:2", "'datasets'", "empty"]),
    ("benchmarks.tsv", 0, {"domains": "x"}, ["benchmarks.tsv:2", "'domains'", "not in domains.tsv"]),
    ("benchmarks.tsv", 0, {"family": "x"}, ["benchmarks.tsv:2", "'family'", "benchmark-families.tsv"]),
    ("benchmarks.tsv", 0, {"not_stated": ""}, ["benchmarks.tsv:2", "'version'", "neither given"]),
    ("benchmarks.tsv", 0, {"not_stated": "version | split"}, ["benchmarks.tsv:2", "'split'", "or both"]),
    ("benchmarks.tsv", 0, {"not_stated": "version | mood"}, ["benchmarks.tsv:2", "'not_stated'", "'mood'"]),
    ("benchmarks.tsv", 0, {"split_kind": "Test"}, ["benchmarks.tsv:2", "'split_kind'", "use one of"]),
    ("benchmarks.tsv", 0, {"item_count": "many"}, ["benchmarks.tsv:2", "'item_count'"]),
    ("benchmarks.tsv", 0, {"part_of": "whole", "subset": "a"}, ["benchmarks.tsv:2", "'part_of'", "above itself"]),
    ("benchmarks.tsv", None, {"key": "b", "label": "B"}, ["benchmarks.tsv:3", "'subset'", "line 2"]),
    (
        "benchmarks.tsv",
        None,
        {"key": "b", "label": "B", "part_of": "whole", "subset": "a", "domains": ""},
        ["benchmarks.tsv:3", "'domains'", "not that of the whole"],
    ),
    ("column-roles.tsv", 0, {"role": "score"}, ["column-roles.tsv:2", "'role'", "use one of access"]),
    ("column-roles.tsv", None, {"heading": "YEAR"}, ["column-roles.tsv:3", "'heading'", "line 2"]),
    ("row-groups.tsv", 0, {"property": "size"}, ["row-groups.tsv:2", "'property'"]),
    ("row-groups.tsv", 0, {"value": "Closed"}, ["row-groups.tsv:2", "'value'", "use one of OpenWeights"]),
    ("non-names.tsv", None, {"name": "OURS"}, ["non-names.tsv:3", "'name'", "line 2"]),
]


@pytest.mark.parametrize(("table", "number", "cells", "parts"), BROKEN)
def test_broken_row(table: str, number: int | None, cells: dict[str, str], parts: list[str], folder: Path) -> None:
    rows = [dict(row) for row in GOOD[table]]
    if number is None:
        rows.append({**rows[0], **cells})
    else:
        rows[number] |= cells
    write(folder, table, rows)
    with pytest.raises(RegistryError) as error:
        load_registry(folder)
    assert [part for part in parts if part not in str(error.value)] == []
    assert ";" in str(error.value)  # what is wrong; what to do


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"key\tlabel\nnet\n", "methods.tsv:2: 1 cells under 2 columns"),
        (b"key\tlabel\nnet\tNet\tmore\n", "methods.tsv:2: 3 cells under 2 columns"),
        (b"key\tlabel\n\nnet\tNet\n", "methods.tsv:2: the line is blank"),
        (b"key\tname\nnet\tNet\n", "methods.tsv:1: the columns are"),
        (b"key\tlabel\r\nnet\tNet\r\n", "methods.tsv:1: a carriage return"),
        (b"key\tlabel\nnet\tNet", "methods.tsv: the last line has no end"),
        (b"key\tlabel\nnet\tN\xe9t\n", "methods.tsv: not UTF-8"),
        (b"\xef\xbb\xbfkey\tlabel\nnet\tNet\n", "methods.tsv:1: the file begins with a byte-order mark"),
        (b"", "methods.tsv: the last line has no end"),
    ],
)
def test_broken_file(data: bytes, message: str, folder: Path) -> None:
    (folder / "methods.tsv").write_bytes(data)
    with pytest.raises(RegistryError, match=message.replace("(", "\\(")):
        load_registry(folder)


def test_folder_without_tables(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match="no registry table"):
        load_registry(tmp_path)
    with pytest.raises(RegistryError, match="no such folder"):
        load_registry(tmp_path / "nowhere")


def test_unknown_table(folder: Path) -> None:
    (folder / "metric.tsv").write_text("key\n", encoding="utf-8")
    with pytest.raises(RegistryError, match=r"metric\.tsv: no table of the registry"):
        load_registry(folder)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (NET.replace("method:net", "method:gone"), "no method of methods.tsv"),
        (NET.replace("method:net", "other:net"), "'object_id'"),
        (NET.replace("method:net\t", "method:net-head\t"), "stands in line 6 too"),
        (NET.replace("rdfs literal", "owl class"), "'subject_type'"),
        (NET.replace("skos:exactMatch", "owl:sameAs"), "'predicate_id'"),
        (NET.replace("exactMatch\t", "exactMatch\tMaybe"), "'predicate_modifier'"),
        (NET.replace("exactMatch\t", "exactMatch\tNot"), "says the opposite"),
        (NET.replace("semapv:LexicalMatching", "semapv:"), "'mapping_justification'"),
        (NET.replace("semapv:LexicalMatching", "skos:note"), "semapv:"),
        (NET.replace("1.0", "1.1"), "'confidence'"),
        (NET.replace("1.0", "high"), "'confidence'"),
        (NET.replace("Net", "", 1), "'subject_label'"),
    ],
)
def test_broken_mapping(row: str, message: str, folder: Path) -> None:
    (folder / MAPPINGS).write_text(HEADER + SSSOM + NET + row, encoding="utf-8")
    with pytest.raises(RegistryError, match=r"methods\.sssom\.tsv:7: column ") as error:
        load_registry(folder)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER.replace("#license: https://example.org/l\n", "") + SSSOM + NET, "no 'license'"),
        (HEADER.replace("#mapping_set_id: https://example.org/m\n", "") + SSSOM + NET, "no 'mapping_set_id'"),
        (SSSOM + NET, "no 'curie_map'"),
        ("#a: [\n" + SSSOM + NET, "not YAML"),
        (HEADER, "no table under the header"),
        (HEADER + SSSOM.replace("\tobject_id", "\tobject"), "no column 'object_id'"),
        (HEADER + SSSOM.replace("confidence", "colour") + NET, "unknown column 'colour'"),
    ],
)
def test_broken_mapping_file(text: str, message: str, folder: Path) -> None:
    (folder / MAPPINGS).write_text(text, encoding="utf-8")
    with pytest.raises(RegistryError) as error:
        load_registry(folder)
    assert message in str(error.value)
    assert ";" in str(error.value)
