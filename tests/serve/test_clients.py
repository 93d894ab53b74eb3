"""Clients that people use, as they use them: SPARQLWrapper, rdflib's SPARQLStore, pandas, curl."""

from __future__ import annotations

import json
import shutil
import subprocess
from decimal import Decimal
from typing import Any

import httpx
import pandas as pd
import pytest
import rdflib
from rdflib.plugins.stores.sparqlstore import SPARQLStore
from SPARQLWrapper import CSV, GET, JSON, JSONLD, N3, POST, POSTDIRECTLY, RDFXML, TSV, TURTLE, URLENCODED, XML
from SPARQLWrapper import SPARQLWrapper as Wrapper

SELECT = "SELECT ?s ?o { ?s <http://e/val> ?o FILTER(?o < 3) } ORDER BY ?o"
CONSTRUCT = "CONSTRUCT WHERE { ?s <http://e/val> 7 }"


def wrapper(client: httpx.Client, query: str) -> Any:
    asked = Wrapper(f"{client.base_url}/sparql")
    asked.setQuery(query)
    return asked


@pytest.mark.parametrize(("method", "style"), [(GET, URLENCODED), (POST, URLENCODED), (POST, POSTDIRECTLY)])
@pytest.mark.parametrize("format", [JSON, XML, CSV, TSV])
def test_sparqlwrapper_gets_rows(client: httpx.Client, method: str, style: str, format: str) -> None:
    asked = wrapper(client, SELECT)
    asked.setMethod(method)
    asked.setRequestMethod(style)
    asked.setReturnFormat(format)
    found = asked.query().convert()
    if format == JSON:
        assert [row["o"]["value"] for row in found["results"]["bindings"]] == ["0", "1", "2"]
    elif format == XML:
        assert [node.firstChild.data for node in found.getElementsByTagName("literal")] == ["0", "1", "2"]
    else:
        assert [line.split(b"," if format == CSV else b"\t")[1] for line in found.splitlines()[1:]] == [
            b"0",
            b"1",
            b"2",
        ]


@pytest.mark.parametrize("format", [TURTLE, N3, RDFXML, JSONLD])
def test_sparqlwrapper_gets_graphs(client: httpx.Client, format: str) -> None:
    asked = wrapper(client, CONSTRUCT)
    asked.setReturnFormat(format)
    found = asked.query().convert()
    graph = found if isinstance(found, rdflib.Graph) else rdflib.Graph().parse(data=found, format="turtle")
    assert set(graph) == {
        (rdflib.URIRef("http://e/n7"), rdflib.URIRef("http://e/val"), rdflib.Literal(7)),
    }


def test_sparqlwrapper_gets_truth(client: httpx.Client) -> None:
    asked = wrapper(client, "ASK { <http://e/n7> <http://e/val> 7 }")
    asked.setReturnFormat(JSON)
    assert asked.query().convert()["boolean"] is True


def test_an_rdflib_graph_over_the_endpoint(client: httpx.Client) -> None:
    graph = rdflib.Graph(SPARQLStore(f"{client.base_url}/sparql"))
    subject, value = rdflib.URIRef("http://e/n7"), rdflib.URIRef("http://e/val")
    assert set(graph.triples((subject, None, None))) == {(subject, value, rdflib.Literal(7))}
    rows = list(graph.query(SELECT))
    assert [row[1] for row in rows] == [rdflib.Literal(n) for n in range(3)]  # type: ignore[index]
    assert len(graph.query("ASK { <http://e/n7> ?p ?o }")) == 1


def test_pandas_reads_csv_with_every_digit(shipped_client: httpx.Client) -> None:
    query = """PREFIX lb: <https://w3id.org/leaderboard-kg/ontology#>
    SELECT ?printed ?value { ?r lb:printedValue ?printed ; lb:value ?value } ORDER BY ?r"""
    url = httpx.URL(f"{shipped_client.base_url}/sparql", params={"query": query, "format": "csv"})
    frame = pd.read_csv(str(url), dtype=str, keep_default_na=False)
    assert len(frame) == 472
    value = frame.loc[frame["printed"] == "3,027", "value"].item()
    assert Decimal(value) == Decimal("30.27")


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")
def test_curl_as_in_the_manual(client: httpx.Client) -> None:
    def curl(*arguments: str) -> str:
        command = ["curl", "-sS", "--fail", "--max-time", "20", *arguments, f"{client.base_url}/sparql"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    asked = f"query={SELECT}"
    assert json.loads(curl("--data-urlencode", asked))["results"]["bindings"][2]["o"]["value"] == "2"
    assert curl("-G", "--data-urlencode", asked, "-H", "Accept: text/csv").splitlines()[1].endswith(",0")
    body = curl("-H", "Content-Type: application/sparql-query", "--data-binary", CONSTRUCT, "-H", "Accept: text/turtle")
    assert "http://e/n7" in body
