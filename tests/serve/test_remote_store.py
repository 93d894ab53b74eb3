"""Another store behind the endpoint: the same answers, and no part of one passed on as a whole."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pyoxigraph as ox
import pytest

import kg
from kg.errors import BuildError, QueryError, StoreFailure
from kg.load import Target, load
from kg.query.execution import Execution, execute
from kg.query.foreign import read_answer, refuse_beyond
from kg.query.formats import GRAPH_FORMATS, RESULT_FORMATS, find_format
from kg.query.guard import QueryForm, RefusedQuery
from kg.query.questions import bind, questions
from kg.serve.frames import Job
from kg.serve.remote_worker import RemoteStore, require_version
from kg.serve.writing import write
from kg.store import Version, open_store
from tests.conftest import PAGES, ROOT
from tests.peers import answered, oxigraph, pretending

SELECT = "SELECT ?s ?p ?o { ?s ?p ?o } ORDER BY ?s ?p ?o LIMIT 50"
CONSTRUCT = "CONSTRUCT { ?s ?p ?o } { ?s a <https://w3id.org/leaderboard-kg/ontology#Metric> ; ?p ?o }"


@pytest.fixture(scope="module")
def version(tmp_path_factory: pytest.TempPathFactory) -> Version:
    folder: Path = tmp_path_factory.mktemp("remote")
    kg.build(PAGES, out=folder)
    return Version(folder)


@pytest.fixture(scope="module")
def server(version: Version) -> Iterator[str]:
    with oxigraph() as address:
        load(version, Target(f"{address}/store"))
        yield f"{address}/query"


def job(query: str, **more: tuple[str, ...]) -> Job:
    return Job(query, "json", False, 10.0, more.get("default_graphs", ()), more.get("named_graphs", ()))


def ask(url: str, query: str, **more: tuple[str, ...]) -> Execution:
    """The answer of the store at an address; it is whole, so the connection is closed already."""
    with contextlib.closing(RemoteStore(url)) as store:
        return store.run(job(query, **more))


def written(execution: Execution, format: str) -> bytes:
    wanted = find_format(format, graph=execution.form.gives_graph)
    assert wanted is not None
    out = io.BytesIO()
    write(execution, out, wanted)
    return out.getvalue()


@pytest.mark.parametrize("question", questions(), ids=lambda q: q.number)
def test_every_question_gets_the_same_answer(version: Version, server: str, question: Any) -> None:
    text = bind(question, {}, base=version.base)
    remote, local = ask(server, text), execute(open_store(version), text)
    assert sorted(written(remote, "tsv").splitlines()) == sorted(written(local, "tsv").splitlines())


@pytest.mark.parametrize("format", sorted(set(RESULT_FORMATS) | {"ttl"}))
def test_rows_in_every_format(version: Version, server: str, format: str) -> None:
    remote, local = ask(server, SELECT), execute(open_store(version), SELECT)
    assert written(remote, format) == written(local, format)


@pytest.mark.parametrize("format", sorted(GRAPH_FORMATS))
def test_triples_in_every_format(version: Version, server: str, format: str) -> None:
    kind = GRAPH_FORMATS[format]
    remote, local = ask(server, CONSTRUCT), execute(open_store(version), CONSTRUCT)
    read = [{q.triple for q in ox.parse(written(each, format), kind)} for each in (remote, local)]
    assert read[0] == read[1]
    assert read[0]


@pytest.mark.parametrize(("query", "truth"), [("ASK { ?s ?p ?o }", b"true"), ("ASK { <x:y> ?p ?o }", b"false")])
def test_truth_values(server: str, query: str, truth: bytes) -> None:
    assert written(ask(server, query), "csv").strip() == truth


def test_graphs_of_the_protocol_go_along(version: Version, server: str) -> None:
    count = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
    graph = f"{version.base}graph/registry"
    for name in ("default_graphs", "named_graphs"):
        remote = ask(server, count, **{name: (graph,)})
        local = execute(open_store(version), count, **{name: (graph,)})  # type: ignore[arg-type]
        assert written(remote, "csv") == written(local, "csv")


def test_a_wrong_query_never_leaves(server: str) -> None:
    nobody = "http://127.0.0.1:9/nobody-is-here"
    with pytest.raises(QueryError) as error:
        ask(nobody, "SELECT ?s WHERE { ?s ex:p ?o }")
    assert not isinstance(error.value, StoreFailure)
    assert "ex:" in str(error.value)
    with pytest.raises(RefusedQuery):
        ask(nobody, "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }")
    with pytest.raises(StoreFailure, match="does not answer"):
        ask(nobody, "ASK {}")


def test_queries_go_as_a_form_and_ask_for_one_type() -> None:
    seen: list[tuple[str, str | None, dict[str, list[str]]]] = []
    body = b'{"head": {}, "boolean": true}'

    def reply(handler: BaseHTTPRequestHandler) -> None:
        seen.append((handler.command, handler.headers["Accept"], parse_qs(handler.headers["X-Body"])))
        answered(handler, 200, body, Content_Type="application/sparql-results+json")

    with pretending(reply) as address:
        ask(f"{address}/sparql", "ASK {}", default_graphs=("http://e/g",))
    ((method, accept, fields),) = seen
    assert (method, accept) == ("POST", "application/sparql-results+json")
    assert fields["default-graph-uri"] == ["http://e/g"]
    assert fields["query"][0].endswith("ASK {}")


@pytest.mark.parametrize("status", [206, 302, 400, 404, 500, 503])
def test_other_statuses_are_no_answer(status: int) -> None:
    with (
        pretending(lambda h: answered(h, status, b"{}", Location="http://127.0.0.1:9/")) as address,
        pytest.raises(StoreFailure, match=str(status)),
    ):
        ask(address, "ASK {}")


JSON = {"Content-Type": "application/sparql-results+json"}
NT = {"Content-Type": "application/n-triples"}
ROW = {"s": {"type": "uri", "value": "http://e/s"}}
ROWS = json.dumps({"head": {"vars": ["s"]}, "results": {"bindings": [ROW, ROW]}}).encode()


@pytest.mark.parametrize(
    ("form", "headers", "body", "why"),
    [
        ("SELECT", {**JSON, "X-SQL-State": "S1TAT"}, ROWS, "ran out of time"),
        ("SELECT", {**JSON, "X-SPARQL-MaxRows": "2"}, ROWS, "2 rows at most"),
        ("SELECT", JSON, ROWS[:-2], "cut off"),
        ("SELECT", JSON, ROWS + b"Query timed out", "cut off"),
        ("SELECT", JSON, b"!ERROR!", "cut off"),
        ("SELECT", JSON, b"", "cut off"),
        ("SELECT", JSON, b'{"head": {}, "boolean": true}', "truth value"),
        ("SELECT", {"Content-Type": "text/html"}, ROWS, "text/html"),
        ("SELECT", {}, ROWS, "no media type"),
        ("ASK", JSON, ROWS, "rows where a truth value"),
        ("CONSTRUCT", NT, b"<http://e/s> <http://e/p> <http://e/o> .\n<http://e/s> <htt", "cut off"),
        ("CONSTRUCT", NT, b"<http://e/s> <http://e/p> .\n", "cannot be read"),
        ("CONSTRUCT", JSON, ROWS, "application/n-triples"),
        ("CONSTRUCT", {**NT, "X-SPARQL-MaxRows": "1"}, b"<http://e/s> <http://e/p> <http://e/o> .\n", "1 rows at most"),
    ],
)
def test_a_part_of_an_answer_is_a_failure(form: str, headers: dict[str, str], body: bytes, why: str) -> None:
    with pytest.raises(StoreFailure, match=why):
        read_answer(QueryForm(form), 200, headers, body)


@pytest.mark.parametrize(
    "row",
    [
        {"s": {"type": "literal"}},
        {"s": {"type": "uri", "value": "no IRI"}},
        {"s": {"type": "thing", "value": "x"}},
        {"other": {"type": "literal", "value": "x"}},
        {"s": "x"},
        "x",
        None,
    ],
)
def test_one_wrong_row_makes_the_answer_none(row: object) -> None:
    """No row before it is passed on, and it is not the question that is wrong."""
    body = json.dumps({"head": {"vars": ["s"]}, "results": {"bindings": [ROW, row]}}).encode()
    with pytest.raises(StoreFailure, match="answer of the store"):
        read_answer(QueryForm.SELECT, 200, JSON, body)


@pytest.mark.parametrize("part", [{"head": []}, {"head": {"vars": 1}}, {"results": []}, {"results": {"bindings": 1}}])
def test_json_of_another_shape_is_no_answer(part: dict[str, object]) -> None:
    body = json.dumps({"head": {"vars": ["s"]}, "results": {"bindings": [ROW]}, **part}).encode()
    with pytest.raises(StoreFailure, match="no SPARQL JSON"):
        read_answer(QueryForm.SELECT, 200, JSON, body)


def test_ways_of_other_stores_are_understood() -> None:
    typed = {"type": "typed-literal", "value": "21.40", "datatype": "http://www.w3.org/2001/XMLSchema#decimal"}
    body = json.dumps({"head": {"link": [], "vars": ["v"]}, "results": {"ordered": True, "bindings": [{"v": typed}]}})
    ((value,),) = read_answer(QueryForm.SELECT, 200, {**JSON, "X-SPARQL-MaxRows": "10000"}, body.encode())
    assert (value.value, value.datatype.value) == ("21.40", typed["datatype"])
    for printed, truth in (("1", True), ("0", False)):
        row = {"__ASK_RETVAL": {"type": "typed-literal", "value": printed}}
        as_rows = {"head": {"vars": ["__ASK_RETVAL"]}, "results": {"bindings": [row]}}
        assert bool(read_answer(QueryForm.ASK, 200, JSON, json.dumps(as_rows).encode())) is truth
    assert read_answer(QueryForm.CONSTRUCT, 200, NT, b"") == []


def test_the_store_must_hold_the_version_that_is_served(version: Version, server: str, tmp_path: Path) -> None:
    require_version(server, version)
    kg.build(ROOT / "data" / "sources" / "mr-medseg-val", out=tmp_path)
    with pytest.raises(BuildError, match=f"holds version {version.digest}.*kg load --to"):
        require_version(server, Version(tmp_path))
    with oxigraph() as empty, pytest.raises(BuildError, match="no version that it is complete"):
        require_version(f"{empty}/query", version)
    with pytest.raises(BuildError, match="KG_STORE"):
        require_version("ftp://somewhere/", version)


def test_an_answer_counts_only_while_the_store_holds_the_version() -> None:
    version_held, seen = ["bbbb"], []

    def reply(handler: BaseHTTPRequestHandler) -> None:
        (query,) = parse_qs(handler.headers["X-Body"])["query"]
        seen.append(query)
        row = {"v": {"type": "literal", "value": version_held[0]}}
        rows = [row] if version_held[0] else []
        body = {"head": {"vars": ["v"]}, "results": {"bindings": rows}}
        if "ASK" in query:
            body = {"head": {}, "boolean": True}
        answered(handler, 200, json.dumps(body).encode(), Content_Type="application/sparql-results+json")

    with pretending(reply) as address, contextlib.closing(RemoteStore(address, "http://e/loaded", "bbbb")) as store:
        assert written(store.run(job("ASK {}")), "csv").strip() == b"true"
        # First the query, then the look at the marker: what was read before it went away is of one version.
        assert [query.partition("\n")[2] or query.partition("<")[0] for query in seen] == [
            "ASK {}",
            "SELECT ?v WHERE { GRAPH ",
        ]
        for other in ("cccc", "loading bbbb", ""):
            version_held[0] = other
            with pytest.raises(StoreFailure, match="another version is being loaded"):
                store.run(job("ASK {}"))


VIRTUOSO = "Virtuoso/07.20.3229 (Linux) x86_64-pc-linux-gnu"


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { VALUES ?m { <x:a> } ?m <x:p>* ?of }",
        "SELECT * { VALUES (?n ?m) { (1 <x:a>) } ?m (<x:p>/<x:q>)* ?of }",
        "SELECT * { VALUES ?m { <x:a> } ?m <x:p>? ?of }",
        "SELECT * { ?m a <x:C> ; <x:p>* ?of }",  # who starts it is not plain to see
        "SELECT * { { ?s ?p ?o } UNION { { SELECT ?s (COUNT(?o) AS ?n) { ?s <x:p> ?o } GROUP BY ?s } } }",
        "SELECT * { { ?s ?p ?o } UNION { SELECT ?s { ?s <x:p> ?o } } }",
    ],
)
def test_queries_that_a_store_is_known_to_answer_wrongly_are_refused(query: str) -> None:
    with pytest.raises(StoreFailure, match=r"Virtuoso.* rows"):
        refuse_beyond(VIRTUOSO, query)
    refuse_beyond("Oxigraph/0.5.13", query)
    refuse_beyond("", query)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { ?s <x:p>* ?o }",
        "SELECT (COUNT(*) AS ?n) { ?s <x:p>+ ?o }",
        "SELECT (?a * 2 AS ?b) { VALUES ?a { 1 } { ?s ?p ?o } UNION { ?o ?p ?s } }",
        "SELECT * { VALUES ?c { <x:a> } ?on <x:partOf>* ?c }",
    ],
)
def test_other_queries_are_not(query: str) -> None:
    refuse_beyond(VIRTUOSO, query)
