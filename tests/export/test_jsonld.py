"""The compact JSON-LD: what a person and a program read in it."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

import kg
from kg.errors import VocabularyError
from kg.export.formats import to_rdf_xml, to_turtle, union_lines
from kg.export.jsonld import NESTED, Context, jsonld_chunks, jsonld_of, our_context, to_jsonld, to_text
from tests.export.reading import with_pyoxigraph, with_rdflib

GOLDEN = Path(__file__).parent / "golden"
BASE = "https://example.org/"
LB = "https://w3id.org/leaderboard-kg/ontology#"


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return (GOLDEN / "two-results.nt").read_text(encoding="utf-8").splitlines(keepends=True)


def test_the_example_reads_as_it_did_when_it_was_checked_by_eye(lines: list[str]) -> None:
    """Only the context is left out of the example; it is the file ontology/context.jsonld."""
    text = to_jsonld(lines).decode()
    assert "{\n" + text[text.index('"@graph"') :] == (GOLDEN / "two-results.jsonld").read_text(encoding="utf-8")
    assert json.loads(text)["@context"] == our_context().document
    assert to_turtle(lines, BASE) == (GOLDEN / "two-results.ttl").read_bytes()
    assert to_rdf_xml(lines, BASE) == (GOLDEN / "two-results.rdf").read_bytes()


def test_a_result_can_be_read_alone(lines: list[str]) -> None:
    nodes = {node["id"]: node for node in json.loads(to_jsonld(lines))["@graph"]}
    result = nodes[f"{BASE}result/r1"]
    assert list(result)[:3] == ["id", "type", "label"]
    assert list(result)[3:] == sorted(list(result)[3:])
    assert (result["value"], result["normalizedValue"], result["unit"]) == ("92.0", "0.920", "qunit:PERCENT")
    assert result["method"] == {"id": f"{BASE}method/acme-7b", "type": ["Method"], "label": 'Acme 7B "large" <b>'}
    assert result["metric"]["direction"] == "HigherIsBetter"
    assert result["benchmark"]["notStated"] == ["version"]
    assert [(each["name"], each["settingValue"]) for each in result["config"]["setting"]] == [
        ("shots", "5"),
        ("prompt", 'say\n"yes"'),
    ]
    assert result["resultDate"] == {"@value": "2024", "@type": "xsd:gYear"}
    for kind in ("method", "benchmark", "metric", "config"):
        nested = result[kind]
        assert nested.items() <= nodes[nested["id"]].items(), f"the {kind} stands in full as well"


def test_a_property_has_one_shape_in_the_shipped_data(shipped: kg.Graph) -> None:
    document = json.loads(to_jsonld(union_lines(shipped.built.quads)))
    shapes: dict[str, set[type]] = defaultdict(set)

    def walk(node: dict[str, Any]) -> None:
        assert not any(isinstance(value, int | float | bool) or value is None for value in node.values()), node
        for name, value in node.items():
            shapes[name].add(type(value))
            for item in value if isinstance(value, list) else [value]:
                assert isinstance(item, str | dict), (name, item)
                if isinstance(item, dict):
                    walk(item)

    for node in document["@graph"]:
        walk(node)
    assert {name: kinds for name, kinds in shapes.items() if len(kinds) > 1} == {}
    terms = set(document["@context"])
    assert {name for name in shapes if name not in terms} <= {"@value", "@type"}, "the context has every property"


def test_one_value_and_two_have_the_same_shape() -> None:
    node = f"<{BASE}method/a>"
    for count in (1, 2):
        lines = [f'{node} <{LB}category> "c{number}" .\n' for number in range(count)]
        (method,) = json.loads(to_jsonld(lines))["@graph"]
        assert method["category"] == [f"c{number}" for number in range(count)]


def test_references_and_ids_are_written_alike(lines: list[str]) -> None:
    more = ['<http://qudt.org/vocab/unit/PERCENT> <http://www.w3.org/2000/01/rdf-schema#label> "percent" .\n']
    document = json.loads(to_jsonld(sorted(lines + more)))
    ids = {node["id"] for node in document["@graph"]}
    assert "qunit:PERCENT" in ids
    assert {node["unit"] for node in document["@graph"] if "unit" in node} == {"qunit:PERCENT"}


def test_a_nested_node_that_is_not_described_is_still_an_object() -> None:
    line = f"<{BASE}result/r> <{LB}method> <{BASE}method/m> .\n"
    (result,) = json.loads(to_jsonld([line]))["@graph"]
    assert result["method"] == {"id": f"{BASE}method/m"}
    assert with_pyoxigraph(to_jsonld([line]), "jsonld") == with_pyoxigraph(line.encode(), "nt")


def test_a_setting_that_points_back_does_not_nest_for_ever() -> None:
    node = f"<{BASE}setting/s>"
    lines = [f"{node} <{LB}note> {node} .\n", f"{node} <{LB}setting> {node} .\n"]
    assert with_pyoxigraph(to_jsonld(lines), "jsonld") == with_pyoxigraph("".join(lines).encode(), "nt")
    assert NESTED[f"{LB}note"] == NESTED[f"{LB}setting"]


@pytest.mark.parametrize("key", ["result/r1", "result/r2", "method/acme-7b", "setting/s1"])
def test_one_resource_is_the_node_of_the_whole_file(lines: list[str], key: str) -> None:
    nodes = {node["id"]: node for node in json.loads(to_jsonld(lines))["@graph"]}
    document = jsonld_of(f"{BASE}{key}", reversed(lines))
    assert document["@context"] == our_context().document
    assert {name: value for name, value in document.items() if name != "@context"} == nodes[f"{BASE}{key}"]
    text = to_text(document)
    assert json.loads(text) == document
    assert with_rdflib(text.encode(), "jsonld") == with_pyoxigraph(text.encode(), "jsonld")
    own = [line for line in lines if line.startswith(f"<{BASE}{key}> ")]
    assert with_pyoxigraph("".join(own).encode(), "nt") <= with_pyoxigraph(text.encode(), "jsonld")


def test_an_unknown_resource_is_its_id_alone() -> None:
    document = jsonld_of(f"{BASE}method/none", [])
    assert document.keys() == {"@context", "id"}
    assert json.loads(to_text(document)) == document


def test_an_empty_graph_is_a_document() -> None:
    assert json.loads(to_jsonld([]))["@graph"] == []
    assert with_pyoxigraph(to_jsonld([]), "jsonld") == frozenset()


def test_the_file_is_written_in_pieces(lines: list[str]) -> None:
    pieces = list(jsonld_chunks(lines))
    assert "".join(pieces).encode() == to_jsonld(lines)
    assert len(pieces) == 2 + len({line.split(" ")[0] for line in lines})


def test_blank_nodes_and_language_tags() -> None:
    lines = [f'_:b <{LB}note> _:c .\n_:b <{LB}printedValue> "x"@en .\n', f'_:c <{LB}evidence> "y" .\n']
    text = "".join(lines)
    (first, second) = json.loads(to_jsonld(text.splitlines(keepends=True)))["@graph"]
    assert first == {"id": "_:b", "note": [{"id": "_:c"}], "printedValue": {"@value": "x", "@language": "en"}}
    assert second == {"id": "_:c", "evidence": ["y"]}
    data = to_jsonld(text.splitlines(keepends=True))
    assert len(with_pyoxigraph(data, "jsonld")) == 3


CONTEXT = """{"@context": {
  "e": {"@id": "http://e/", "@prefix": true},
  "plain": {"@id": "e:plain"}, "many": {"@id": "e:many", "@container": ["@set"]},
  "listed": {"@id": "e:listed", "@container": "@list"}, "tagged": {"@id": "e:tagged", "@language": "en"},
  "back": {"@reverse": "e:back"}, "Thing": "e:Thing"
}}"""


def test_a_context_is_used_only_as_far_as_it_is_understood() -> None:
    lines = [f'<http://e/s> <http://e/{name}> "x" .\n' for name in ("back", "listed", "many", "plain", "tagged")]
    lines.insert(0, "<http://e/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Thing> .\n")
    context = Context(CONTEXT)
    (node,) = json.loads(to_jsonld(lines, context))["@graph"]
    assert node == {
        "@id": "e:s",
        "@type": ["Thing"],
        "e:back": ["x"],
        "e:listed": ["x"],
        "e:tagged": ["x"],
        "many": ["x"],
        "plain": "x",
    }
    assert with_pyoxigraph(to_jsonld(lines, context), "jsonld") == with_pyoxigraph("".join(lines).encode(), "nt")


def test_a_context_with_an_unknown_prefix_is_refused() -> None:
    with pytest.raises(VocabularyError, match="'x:value' has no known prefix"):
        Context('{"@context": {"value": {"@id": "x:value"}}}')
