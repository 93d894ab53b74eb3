"""Every graph file of the shipped data is the same graph, to two RDF libraries and two JSON-LD processors."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable

import pytest

import kg
from kg.export.formats import COMPRESSED_FILES, GRAPH_FILES, to_gzip
from kg.pipeline.publish import files_of
from tests.export.reading import Quads, of_pyoxigraph, with_pyoxigraph, with_rdflib

TRIPLES = [name for name in GRAPH_FILES if name.rpartition(".")[2] not in ("nq", "trig")]
QUADS = ["graph.nq", "graph.trig"]
Reader = Callable[[bytes, str], Quads]
READERS = pytest.mark.parametrize("read", [with_pyoxigraph, with_rdflib])


@pytest.fixture(scope="module")
def files(shipped: kg.Graph) -> dict[str, bytes]:
    return files_of(shipped.built)


@pytest.fixture(scope="module")
def union(files: dict[str, bytes]) -> Quads:
    return with_pyoxigraph(files["graph.nt"], "nt")


@READERS
@pytest.mark.parametrize("name", TRIPLES)
def test_a_graph_file_holds_the_union(files: dict[str, bytes], union: Quads, name: str, read: Reader) -> None:
    got = read(files[name], name.rpartition(".")[2])
    assert got == union


@READERS
@pytest.mark.parametrize("name", QUADS)
def test_a_dataset_file_holds_the_graphs(files: dict[str, bytes], union: Quads, name: str, read: Reader) -> None:
    got = read(files[name], name.rpartition(".")[2])
    assert got == with_pyoxigraph(files["graph.nq"], "nq")
    assert got
    assert all(graph for *_, graph in got), "the default graph is empty"
    assert {(*triple, "") for *triple, _ in got} == union


def test_a_second_json_ld_processor_reads_the_same_graph(files: dict[str, bytes], union: Quads) -> None:
    import pyoxigraph as ox
    from pyld import jsonld

    def refuse(url: str, options: object) -> None:
        raise AssertionError(f"the file asks for {url}")

    options = {"format": "application/n-quads", "documentLoader": refuse}
    nquads = jsonld.to_rdf(json.loads(files["graph.jsonld"]), options)
    assert of_pyoxigraph(ox.parse(nquads, ox.RdfFormat.N_QUADS)) == union


def test_each_triple_stands_once_in_n_triples(files: dict[str, bytes], union: Quads) -> None:
    lines = files["graph.nt"].splitlines()
    assert lines == sorted(set(lines))
    assert len(lines) == len(union)


def test_the_files_are_the_same_bytes_each_time(shipped: kg.Graph, files: dict[str, bytes]) -> None:
    again = files_of(shipped.built)
    assert {name for name in files if files[name] != again.get(name)} == set()


@pytest.mark.parametrize("name", COMPRESSED_FILES)
def test_the_compressed_file_holds_the_file(files: dict[str, bytes], name: str) -> None:
    packed = files[f"{name}.gz"]
    assert gzip.decompress(packed) == files[name]
    assert packed[3] == 0, "no name, no comment"
    assert packed[4:8] == bytes(4), "no time"
    assert packed[9] == 255, "no operating system"
    assert packed == to_gzip(files[name])


def test_the_catalogue_lists_compressed_files(files: dict[str, bytes]) -> None:
    dcat = "<http://www.w3.org/ns/dcat#%s>"
    media = "<https://www.iana.org/assignments/media-types/%s>"
    quads = with_pyoxigraph(files["catalog.ttl"], "ttl")
    packed = {s for s, p, o, _ in quads if p == dcat % "compressFormat" and o == media % "application/gzip"}
    assert len(packed) == len(COMPRESSED_FILES)
    said = {(s, p): o for s, p, o, _ in quads if s in packed}
    for name in COMPRESSED_FILES:
        node = f"<https://w3id.org/leaderboard-kg/catalog#{name.replace('.', '-')}-gz>"
        assert said[node, dcat % "downloadURL"] == f"<https://w3id.org/leaderboard-kg/download/{name}.gz>"
        assert said[node, dcat % "byteSize"].startswith(f'"{len(files[f"{name}.gz"])}"^^')
    assert said[node, dcat % "mediaType"] == media % "text/csv"


def test_turtle_declares_the_prefixes_it_uses_and_no_other(files: dict[str, bytes]) -> None:
    for name in ("graph.ttl", "graph.trig", "void.ttl", "catalog.ttl", "shacl-report.ttl"):
        text = files[name].decode()
        head = [line for line in text.splitlines() if line.startswith("@prefix")]
        assert head == sorted(head, key=lambda line: line.split(":")[0])
        body = text.partition(f"{head[-1]}\n")[2]
        for line in head:
            prefix = line.split()[1]
            assert f" {prefix}" in body or f"\n{prefix}" in body or f"^^{prefix}" in body, (name, prefix)


def test_turtle_has_one_block_a_subject(files: dict[str, bytes], union: Quads) -> None:
    blocks = files["graph.ttl"].decode().split("\n\n")[1:]
    assert len(blocks) == len({subject for subject, *_ in union})
    for block in blocks:
        first, second, *_ = block.splitlines()
        if "dcterms:isReplacedBy" in block:  # an address that was given up has no class any more
            assert " rdfs:label " in first
            continue
        assert " a " in first
        assert second.startswith("    rdfs:label ")
