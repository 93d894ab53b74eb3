"""The SPARQL 1.1 protocol tests of the W3C, those that a read-only service can pass."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest
import rdflib
from rdflib.collection import Collection

from kg.serve.settings import ServeSettings
from kg.store import Version, publish

Serve = Callable[..., AbstractContextManager[tuple[httpx.Client, object]]]

FOLDER = Path(os.environ.get("KG_REFERENCE_DIR", Path(__file__).parents[3] / "shared")) / "w3c/sparql11/protocol"
MF = rdflib.Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
HT = rdflib.Namespace("http://www.w3.org/2011/http#")
CNT = rdflib.Namespace("http://www.w3.org/2011/content#")
HOME = "http://www.w3.org/2009/sparql/docs/tests/data-sparql11/protocol/manifest#"

#: Tests of updates that must succeed; the other 27 remain.
NEED_UPDATE = {
    "update_dataset_default_graph",
    "update_dataset_default_graphs",
    "update_dataset_named_graphs",
    "update_dataset_full",
    "update_post_form",
    "update_post_direct",
    "update_base_uri",
}
READ_ONLY = [
    "query_post_form",
    "query_dataset_default_graphs_get",
    "query_dataset_default_graphs_post",
    "query_dataset_named_graphs_post",
    "query_dataset_named_graphs_get",
    "query_dataset_full",
    "query_multiple_dataset",
    "query_get",
    "query_content_type_select",
    "query_content_type_ask",
    "query_content_type_describe",
    "query_content_type_construct",
    "query_post_direct",
    "bad_query_method",
    "bad_multiple_queries",
    "bad_query_wrong_media_type",
    "bad_query_missing_form_type",
    "bad_query_missing_direct_type",
    "bad_query_non_utf8",
    "bad_query_syntax",
    "bad_update_get",
    "bad_multiple_updates",
    "bad_update_wrong_media_type",
    "bad_update_missing_form_type",
    "bad_update_non_utf8",
    "bad_update_syntax",
    "bad_update_dataset_conflict",
]
KINDS = {
    "boolean": {"application/sparql-results+json", "application/sparql-results+xml"},
    "tabular": {
        "application/sparql-results+json",
        "application/sparql-results+xml",
        "text/csv",
        "text/tab-separated-values",
    },
    "RDF": {"application/rdf+xml", "text/turtle", "application/n-triples"},
}

pytestmark = pytest.mark.skipif(
    not (FOLDER / "manifest.ttl").is_file(), reason="27 protocol tests: the W3C suite is not beside the repository"
)


@pytest.fixture(scope="module")
def manifest() -> rdflib.Graph:
    return rdflib.Graph().parse(FOLDER / "manifest.ttl", format="turtle")


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory, serve_version: Serve) -> Iterator[httpx.Client]:
    lines = []
    for number in (1, 2, 3):
        graph = f"<http://kasei.us/2009/09/sparql/data/data{number}.rdf>"
        for line in (FOLDER / f"data{number}.nt").read_text(encoding="utf-8").splitlines():
            if line.strip().endswith("."):
                lines.append(f"{line.strip()[:-1]} {graph} .")
    folder = publish(tmp_path_factory.mktemp("w3c"), {"graph.nq": "\n".join(lines).encode()}, "c0ffee00")
    with serve_version(Version(folder), ServeSettings(query_slots=1)) as (client, _):
        yield client


def test_the_list_is_whole(manifest: rdflib.Graph) -> None:
    entries = manifest.value(predicate=rdflib.RDF.type, object=MF.Manifest)
    listed = manifest.value(entries, MF.entries)
    assert listed is not None
    names = {str(each).removeprefix(HOME) for each in Collection(manifest, listed)}
    assert names == NEED_UPDATE | set(READ_ONLY)
    assert len(READ_ONLY) == 27


@pytest.mark.parametrize("name", READ_ONLY)
def test_protocol(manifest: rdflib.Graph, suite: httpx.Client, name: str) -> None:
    action = manifest.value(rdflib.URIRef(HOME + name), MF.action)
    requests = manifest.value(action, HT.requests)
    assert requests is not None
    for request in Collection(manifest, requests):
        headers = {}
        listed = manifest.value(request, HT.headers)
        for header in Collection(manifest, listed) if listed is not None else ():
            headers[str(manifest.value(header, HT.fieldName))] = str(manifest.value(header, HT.fieldValue))
        body = manifest.value(request, HT.body)
        content = b""
        if body is not None:
            content = str(manifest.value(body, CNT.chars)).encode(str(manifest.value(body, CNT.characterEncoding)))
        path = str(manifest.value(request, HT.absolutePath))
        answer = suite.request(str(manifest.value(request, HT.methodName)), path, headers=headers, content=content)
        expected = manifest.value(request, HT.resp)
        allowed = {str(each)[-3:-2] for each in manifest.objects(expected, MF.expectedStatus)}
        assert str(answer.status_code)[0] in allowed, answer.text
        media_type = answer.headers["content-type"].partition(";")[0]
        kind = manifest.value(expected, MF.expectedFormat)
        if kind is not None:
            assert media_type in KINDS[str(kind)]
        truth = manifest.value(expected, MF.expectedBoolean)
        if truth is not None:
            assert answer.json()["boolean"] is (str(truth) == "true")
