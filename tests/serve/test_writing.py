"""Answers in formats that the engine writes wrongly are written by us, or refused; never another answer."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET

import pyoxigraph as ox
import pytest

from kg.errors import QueryError
from kg.query.execution import Triples, execute
from kg.query.formats import FORMATS, find_format
from kg.serve.writing import write

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


def written(template: str, name: str) -> bytes:
    format_ = find_format(name, graph=True)
    assert format_ is not None
    output = io.BytesIO()
    text = f"CONSTRUCT {{ {template} }} {{}}"
    execution = execute(ox.Store(), text)
    write(execution, output, format_)
    assert execution.rows == size_of(text)
    return output.getvalue()


def size_of(text: str) -> int:
    """How many triples the engine says."""
    found = execute(ox.Store(), text).answer()
    assert isinstance(found, Triples)
    return len(found.triples)


def read(body: bytes, name: str) -> set[str]:
    kind = ox.RdfFormat.from_media_type(next(each.media_type for each in FORMATS if each.name == name))
    assert kind is not None
    found = ox.Dataset(ox.parse(body, kind))
    found.canonicalize(ox.CanonicalizationAlgorithm.UNSTABLE)
    return set(map(str, found))


@pytest.mark.parametrize("name", ["ttl", "trig", "nq", "jsonld", "rdf"])
@pytest.mark.parametrize(
    "template",
    [
        "",
        "<http://e/s> <http://e/p> 'x', 'x'@en, 1.50, <http://e/o>, [ <http://e/q> (1 'a' ()) ]",
        "<http://e/s> a <http://e/T>, <http://e/-T>, <http://e/1>, 'x', _:b . _:b <http://e/p> _:b",
        "<method:s> <id:p> <type:o>",
        r"<http://e/s> <http://e/p> 'a\rb\r\nc\nd', ' <&>]]> '",
    ],
)
def test_graphs_come_back_from_every_format(name: str, template: str) -> None:
    body = written(template, name)
    assert read(body, name) == read(written(template, "nt"), "nt")
    if name == "rdf":
        ET.fromstring(body)


@pytest.mark.parametrize(
    ("name", "template", "told"),
    [
        ("rdf", f"<http://e/s> <{RDF}li> 1", f"RDF/XML has no way to write the property <{RDF}li>"),
        ("rdf", "<http://e/s> <http://e/1> 1", "RDF/XML has no way to write the property <http://e/1>"),
        ("rdf", r"<http://e/s> <http://e/p> 'a\u0001b'", "XML has no way to write 1 control characters"),
        ("rdf", "<http://e/s> <http://e/p> 'x'@ar--rtl", "the answer holds what RDF/XML cannot write"),
        ("jsonld", "<http://e/s> <http://e/p> <<( <http://e/a> <http://e/b> 1 )>>", "holds what JSON-LD cannot write"),
        ("jsonld", "<http://e/s> <http://e/p> <lb:value>", "JSON-LD has no way to write <lb:value>"),
    ],
)
def test_what_a_format_cannot_hold_is_told(name: str, template: str, told: str) -> None:
    with pytest.raises(QueryError, match=rf"{told}.*: ask for Turtle"):
        written(template, name)
    assert read(written(template, "ttl"), "ttl") == read(written(template, "nt"), "nt")
