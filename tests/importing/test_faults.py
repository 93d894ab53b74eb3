"""Faults that public projects of this kind have had, each put to an imported file: from its bytes to the graph.

Numbers are those of a collection of public reports; the inputs are our own. Where another test holds a
fault, or a part of it, the table names it.

| fault | what went wrong elsewhere | held by |
| --- | --- | --- |
| H01 | decimal commas are dropped | test_h01_decimal_commas |
| H02 | raised marks are glued to value and name | test_h02_raised_marks |
| H03 | methods called NA or None are missing | test_h03_methods_called_na |
| H04 | a stray quote swallows rows | test_h04_a_stray_quote |
| H05 | a misfit row shifts values | test_h05_misfit_rows |
| H06 | a pipe within a cell splits it | test_h06_pipes_within_cells |
| H07 | no result becomes 0 | test_h07_no_result_is_no_value |
| H08 | a header over two rows is data | test_h08_a_header_over_two_rows |
| H09 | two scales under one metric | test_h09_two_scales |
| H10 | a unit is guessed | test_h10_no_unit |
| H11 | every row is "accuracy, 0-1" | test_h11_no_direction |
| H33 | names give invalid IRIs | test_h33_h34_names_and_addresses |
| H34 | slugs are not one-to-one | test_h33_h34_names_and_addresses |
| H35 | identifiers hold the time | test_h35_h45_the_same_bytes_again |
| H36 | long doubles are cut | test_h36_h37_digits |
| H37 | 91.40 becomes 91.4 | test_h36_h37_digits |
| H38 | bare JSON numbers change their type | test_h38_h48_json_ld |
| H39 | zero is lost | test_h39_zero; tests/query/test_execution.py::test_zero_is_a_value_in_every_format |
| H40 | ill-typed literals are served | test_h40_ill_typed; tests/shapes/test_validate.py::test_an_ill_typed_value_is_found_and_shown |
| H41 | a typed string is no plain one | tests/shapes/test_validate.py::test_a_typed_string_is_the_plain_string |
| H42 | 91 is no decimal | test_h42_whole_numbers; tests/shapes/test_validate.py::test_bounds_hold_at_the_bounds |
| H43 | tags keep labels from being found | test_h43_labels_are_found_as_plain_strings |
| H44 | blank nodes double | test_h44_loaded_twice |
| H45 | another order in each process | test_h35_h45_the_same_bytes_again; tests/test_build.py::test_same_bytes_for_any_hash_seed_and_source_order |
| H46 | remote contexts are fetched | test_h46_contexts_are_not_fetched; tests/test_api.py::test_remote_contexts_are_refused_and_not_fetched |
| H47 | two spellings of schema.org | test_h47_one_spelling_of_schema_org |
| H48 | one value is no list | test_h38_h48_json_ld; tests/export/test_jsonld.py::test_one_value_and_two_have_the_same_shape |
| H61 | XML entities expand | test_h61_entities; tests/importing/test_safety.py::test_entities_in_a_workbook_are_refused_before_they_expand |
| H62 | a mark hides in the header, "RÃ©s" | test_h62_encodings |
"""  # noqa: E501

from __future__ import annotations

import json
import re
import socket
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

import kg
from kg.errors import KgError, SourceError
from kg.export.formats import to_rdf_xml, to_turtle, union_lines
from kg.export.jsonld import to_jsonld
from kg.intake.answers import Answers
from kg.intake.files import Given
from kg.intake.importing import Importer
from kg.registry import Registry
from tests.conftest import ROOT
from tests.export.reading import with_pyoxigraph, with_rdflib
from tests.importing.conftest import Check, Outcome

BASE = "https://w3id.org/leaderboard-kg/"
LB = f"{BASE}ontology#"


def markdown(*rows: str, metric: str = "Accuracy", title: str = "Results on Widgets-50 (test)") -> str:
    return f"# {title}\n\n| Model | {metric} |\n|---|---|\n" + "".join(f"| {row} |\n" for row in rows)


def html(*rows: str, metric: str = "Accuracy (%)") -> str:
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row.split("|")) + "</tr>\n" for row in rows)
    return f"<h1>Widgets-50 (test)</h1>\n<table>\n<tr><th>Model</th><th>{metric}</th></tr>\n{body}</table>\n"


def values(found: Outcome) -> list[tuple[str, str]]:
    return [(row["method"], row["value"]) for row in found.rows]


def rules(found: Outcome) -> list[tuple[int, str]]:
    return [(reject["line"], reject["rule"]) for reject in found.rejects]


@pytest.fixture
def graph_of(registry: Registry, tmp_path: Path) -> Any:
    """Import files and build them: name -> text; the graph of all of them."""

    def made(files: Mapping[str, str | bytes], **answers: Any) -> kg.Graph:
        for name, text in files.items():
            data = text.encode() if isinstance(text, str) else text
            importer = Importer(registry, Answers(**answers), say=lambda line: None)
            importer.write([Given(name, None, data)], tmp_path / "sources", replace=True)
        return kg.build([tmp_path / "sources"])

    return made


def union(graph: kg.Graph) -> list[str]:
    return union_lines(graph.built.quads)


def best(graph: kg.Graph) -> list[str]:
    frame = graph.query("best-recorded")
    return list(frame["methodLabel"])  # type: ignore[index, call-overload]


def test_every_number_names_a_test_that_is_there() -> None:
    rows = re.findall(r"^\| (H\d\d) \| .* \| (.*) \|$", __doc__ or "", flags=re.M)
    numbers = [*range(1, 12), *range(33, 49), 61, 62]
    assert [number for number, _ in rows] == [f"H{number:02}" for number in numbers]
    here = Path(__file__).read_text(encoding="utf-8")
    for _, held in rows:
        for name in held.split("; "):
            path, _, test = name.rpartition("::")
            text = (ROOT / path).read_text(encoding="utf-8") if path else here
            assert f"\ndef {test}(" in text, name


def test_h01_decimal_commas(check: Check) -> None:
    page = html("AcmeNet|91,4", "BetaNet|88,10")
    told = check("a.html", page, answers=Answers(decimal="comma"))
    assert values(told) == [("AcmeNet", "91.4"), ("BetaNet", "88.10")]
    untold = check("a.html", page)
    assert untold.rows == []
    assert rules(untold) == [(4, "ambiguous-comma"), (5, "ambiguous-comma")]


def test_h02_raised_marks(check: Check) -> None:
    found = check("a.html", html("AcmeNet<sup>2</sup>|91.4<sup>1</sup>"))
    assert values(found) == [("AcmeNet", "91.4")]
    assert {"mark: 1", "mark: 2"} <= set(found.rows[0]["notes"])
    page = html("AcmeNet<sup>†</sup>|91.4") + "<p><sup>†</sup> three runs</p>"
    (row,) = check("a.html", page).rows
    assert (row["method"], row["notes"]) == ("AcmeNet", ["footnote: † three runs"])


@pytest.mark.parametrize("form", ["tsv", "html"])
def test_h03_methods_called_na(check: Check, form: str) -> None:
    names = ["NA", "None", "nan", "NULL"]
    rows = [f"{name}|{number}" for number, name in enumerate(names, 1)]
    tsv = "model\tacc\n" + "".join(row.replace("|", "\t") + "\n" for row in rows)
    found = check("mmlu.tsv", tsv) if form == "tsv" else check("a.html", html(*rows))
    assert values(found) == list(zip(names, "1234", strict=True))


def test_h04_a_stray_quote(check: Check) -> None:
    found = check("mmlu.tsv", 'm\tacc\nA\t1\n"B large\t2\nC" x\t3\nD\t4\n')
    assert values(found) == [("A", "1"), ('"B large', "2"), ('C" x', "3"), ("D", "4")]
    assert found.rejects == []


def test_h05_misfit_rows(check: Check) -> None:
    tsv = check("mmlu.tsv", "model\tacc\nA\t91\t7\nB\t88\n")
    assert (values(tsv), rules(tsv)) == ([("B", "88")], [(2, "row-cell-count")])
    page = "# Widgets-50\n\n| Model | Accuracy | F1 |\n|---|---|---|\n| A | 91 | 90 | 7 |\n| B | 88 | 87 |\n"
    found = check("a.md", page)
    assert values(found) == [("B", "88"), ("B", "87")]
    assert rules(found) == [(5, "row-cell-count")]


def test_h06_pipes_within_cells(check: Check) -> None:
    found = check("a.md", markdown("`A\\|B` | 91.4", "C\\|D | 81.4"))
    assert values(found) == [("A|B", "91.4"), ("C|D", "81.4")]


def test_h07_no_result_is_no_value(graph_of: Any) -> None:
    graph = graph_of({"a.md": markdown("A | 5.2", "B | - ", "C | ", metric="WER (%)")})
    frame = graph.results()
    assert list(frame["value"]) == [Decimal("5.2")]
    assert best(graph) == ["A"]
    assert not any('"nan"' in line or '"NaN"' in line for line in graph.built.quads)


def test_h08_a_header_over_two_rows(check: Check) -> None:
    page = (
        "<h1>Detectors</h1><table><tr><td rowspan=2>Model</td><td colspan=2>COCO</td></tr>"
        "<tr><td>AP</td><td>AP50</td></tr><tr><td>A</td><td>1</td><td>2</td></tr></table>"
    )
    rows = check("a.html", page).rows
    assert [(r["method"], r["dataset"], r["metric"], r["value"]) for r in rows] == [
        ("A", "COCO", "AP", "1"),
        ("A", "COCO", "AP50", "2"),
    ]


def test_h09_two_scales(graph_of: Any) -> None:
    """A value that is a fraction among percentages is not ranked silently; 91.4 % and 0.914 are one value."""
    pages = {
        "a.md": markdown("A | 91.4", "B | 0.893", metric="Accuracy (%)"),
        "c.md": markdown("C | 0.914", metric="Accuracy (fraction)"),
    }
    graph = graph_of(pages)
    frame = graph.query(
        f"SELECT ?name ?n {{ ?r <{LB}normalizedValue> ?n ; <{LB}printedMethod> ?name }}"  # in the canonical unit
    )
    canonical = dict(zip(frame["name"], frame["n"], strict=True))
    assert canonical == {"A": Decimal("0.914"), "B": Decimal("0.00893"), "C": Decimal("0.914")}
    flags = {row["method_label"]: str(row["flags"]) for row in graph.results().to_dict("records")}
    assert flags["B"].endswith("ScaleSuspect")
    assert not flags["A"].endswith("ScaleSuspect")


def test_h10_no_unit(graph_of: Any) -> None:
    graph = graph_of({"a.md": markdown("A | 135.5", metric="Latency ↓")})
    frame = graph.results()
    assert list(frame["value"]) == [Decimal("135.5")]
    assert frame["unit"].isna().all()
    assert best(graph) == []
    assert "A1 A column SHOULD have a unit" in graph.report.to_text()
    assert "a/a.md:5:2" in graph.report.to_text()


def test_h11_no_direction(check: Check) -> None:
    (row,) = check("a.md", markdown("A | 34.2", metric="BLEU")).rows
    assert row["metric"] == "BLEU"
    assert row["direction"] == f"{LB}HigherIsBetter"
    assert "direction" in row["inferred"]
    (row,) = check("a.md", markdown("A | 34.2", metric="Zork index")).rows
    assert (row["unit"], row["direction"]) == (None, f"{LB}DirectionUnknown")


NAMES = [
    'Exo 7B "large"',
    "A{b}",
    "100% Net",
    "p/q",
    "x^2",
    "Total Net",
    "Total_Net",
    "Total-Net",
    "api_模型",
    "api_世界",
]


def test_h33_h34_names_and_addresses(graph_of: Any, tmp_path: Path) -> None:
    rows = "".join(
        json.dumps({"model": name, "accuracy": f"{60 + n}.5"}, ensure_ascii=False) + "\n"
        for n, name in enumerate(NAMES)
    )
    graph = graph_of({"mmlu.jsonl": rows})
    frame = graph.results()
    assert sorted(frame["method_label"]) == sorted(NAMES)
    assert frame["method"].nunique() == len(NAMES)
    lines = union(graph)
    plain = with_pyoxigraph("".join(lines).encode(), "nt")
    for suffix, data in (
        ("ttl", to_turtle(lines, BASE)),
        ("rdf", to_rdf_xml(lines, BASE)),
        ("jsonld", to_jsonld(lines)),
    ):
        assert with_pyoxigraph(data, suffix) == plain, suffix
        assert with_rdflib(data, suffix) == plain, suffix
    backwards = "".join(reversed(rows.splitlines(keepends=True)))
    again = graph_of({"mmlu.jsonl": backwards}).results()
    assert dict(zip(again["method_label"], again["method"], strict=True)) == dict(
        zip(frame["method_label"], frame["method"], strict=True)
    )


def test_h35_h45_the_same_bytes_again(registry: Registry, tmp_path: Path) -> None:
    texts = []
    for run in ("one", "two"):
        out = tmp_path / run / "sources"
        Importer(registry, Answers(), say=lambda line: None).write(
            [Given("a.md", None, markdown("A | 91.4", "B | 88.1").encode())], out, replace=False
        )
        texts.append(((out / "a" / "source.toml").read_text(encoding="utf-8"), kg.build([out]).built.quads))
    assert texts[0] == texts[1]
    assert not re.search(r"20\d\d-\d\d-\d\dT", "".join(texts[0][1]))


DIGITS = ("12345.678912345", "91.40", "92.0", "0.05")


def test_h36_h37_digits(graph_of: Any) -> None:
    rows = [f"N{number} | {text}" for number, text in enumerate(DIGITS)]
    lines = union(graph_of({"a.md": markdown(*rows, metric="perplexity")}))
    for suffix, data in (
        ("ttl", to_turtle(lines, BASE)),
        ("rdf", to_rdf_xml(lines, BASE)),
        ("jsonld", to_jsonld(lines)),
    ):
        quads = with_pyoxigraph(data, suffix)
        printed = {o.strip('"') for _, p, o, _ in quads if p == f"<{LB}printedValue>"}
        assert printed == set(DIGITS), suffix
        found = [Decimal(o.split('"')[1]) for _, p, o, _ in quads if p == f"<{LB}value>"]
        assert sorted(found) == sorted(map(Decimal, DIGITS)), suffix


def test_h38_h48_json_ld(graph_of: Any) -> None:
    graph = graph_of(
        {
            "a.md": markdown("A | 91.40", "B | 92.0")
            + "\n## Gadgets-9 (test)\n\n| Model | Accuracy |\n|---|---|\n| A | 0.05 |\n"
        }
    )
    document = json.loads(to_jsonld(union(graph)))
    results = [node for node in document["@graph"] if "Result" in node["type"]]
    assert sorted(node["value"] for node in results) == ["0.05", "91.40", "92.0"]
    lines = union(graph)
    assert with_pyoxigraph(to_jsonld(lines), "jsonld") == with_rdflib(to_turtle(lines, BASE), "ttl")
    shapes: dict[str, set[type]] = {}
    for node in document["@graph"]:
        for name, value in node.items():
            shapes.setdefault(name, set()).add(type(value))
    assert all(len(kinds) == 1 for kinds in shapes.values()), {n: k for n, k in shapes.items() if len(k) > 1}


def test_h39_zero(graph_of: Any) -> None:
    graph = graph_of({"a.md": markdown("A | 0.0", "B | 5.1", metric="WER (%)")})
    frame = graph.query(f'SELECT ?v {{ ?r <{LB}printedValue> "0.0" ; <{LB}value> ?v }}')
    assert list(frame["v"]) == [Decimal("0.0")]
    assert best(graph) == ["A"]


def test_h40_ill_typed(graph_of: Any, check: Check) -> None:
    assert rules(check("a.md", markdown("A | 91,4", "B | yes", "C | 50.1"))) == [
        (5, "ambiguous-comma"),
        (6, "not-a-number"),
    ]
    page = "# Widgets-50\n\n| Model | Date | Accuracy |\n|---|---|---|\n| A | 2024-02-30 | 50.1 |\n"
    for line in graph_of({"b.md": page}).built.quads:
        assert not re.search(r'"2024-02-30"\^\^<[^>]*(date|gYear)', line)


def test_h42_whole_numbers(graph_of: Any) -> None:
    graph = graph_of({"a.md": markdown("A | 91", "B | 91.0", "C | 0", "D | 100", metric="Accuracy (%)")})
    assert graph.report.conforms
    typed = [line for line in union(graph) if f"<{LB}value>" in line]
    assert all("XMLSchema#decimal>" in line for line in typed)
    over = graph_of({"a.md": markdown("A | 91", "E | 100.1", "F | -0.1", metric="Accuracy (%)")})
    assert not over.report.conforms
    text = over.report.to_text()
    assert "1 do, the largest is 1.001" in text
    assert 'found "-0.001"' in text


def test_h43_labels_are_found_as_plain_strings(graph_of: Any) -> None:
    graph = graph_of({"a.md": markdown("AcmeNet | 91.4")})
    label = "http://www.w3.org/2000/01/rdf-schema#label"
    assert graph.query(f'ASK {{ ?method <{label}> "AcmeNet" ; a <{LB}Method> }}') is True
    assert not any(re.search(r'"@[A-Za-z-]+ ', line) for line in graph.built.quads)


def test_h44_loaded_twice(graph_of: Any) -> None:
    turtle = to_turtle(union(graph_of({"a.md": markdown("A | 91.4", "B | 88.1")})), BASE)
    store = ox.Store()
    store.load(turtle, ox.RdfFormat.TURTLE)
    once = len(store)
    store.load(turtle, ox.RdfFormat.TURTLE)
    assert len(store) == once > 0
    assert b"_:" not in turtle


def test_h46_contexts_are_not_fetched(check: Check) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(1)
        listener.settimeout(0.2)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/x"
        for context in (address, "file:///etc/hostname"):
            text = json.dumps({"@context": context, "entries": [{"model": "A", "accuracy": 91.5}]})
            assert values(check("mmlu.json", text)) == [("A", "91.5")]
        with pytest.raises(TimeoutError):
            listener.accept()


def test_h47_one_spelling_of_schema_org(graph_of: Any) -> None:
    graph = graph_of({"a.md": markdown("A | 91.4")})
    text = "".join(graph.built.quads) + to_jsonld(union(graph)).decode()
    assert "https://schema.org/" in text
    assert "http://schema.org" not in text


def test_h61_entities(tmp_path: Path, check: Check) -> None:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 5))
    xml = (
        f'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e0 "aaa">{entities}]>'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="urn:x">'
        "<rdf:value>&e4;</rdf:value></rdf:Description></rdf:RDF>"
    )
    (tmp_path / "a.rdf").write_text(xml, encoding="utf-8")
    with pytest.raises(KgError):
        kg.validate(tmp_path / "a.rdf")
    found = check("a.html", f'<!DOCTYPE html [<!ENTITY e0 "aaa">{entities}]>' + html("A &e4;|91.4"))
    assert all(len(row["method"]) < 20 for row in found.rows)


def test_h62_encodings(check: Check) -> None:
    text = "model\tacc\nRésNet\t91.4\n"
    marked = check("mmlu.tsv", "\ufeff" + text)
    assert values(marked) == [("RésNet", "91.4")]
    assert values(check("mmlu.tsv", text.encode("utf-16"))) == [("RésNet", "91.4")]
    with pytest.raises(SourceError, match=r"mmlu\.tsv:2: .*--encoding"):
        check("mmlu.tsv", text.encode("cp1252"))
    assert values(check("mmlu.tsv", text.encode("cp1252"), encoding="cp1252")) == [("RésNet", "91.4")]
