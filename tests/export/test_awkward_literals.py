"""Literals that writers and readers like to change come through in every format."""

from __future__ import annotations

import json
from collections.abc import Callable

import pyoxigraph as ox
import pytest

from kg.errors import FormatError
from kg.export.formats import to_rdf_xml, to_trig, to_turtle
from kg.export.jsonld import to_jsonld
from tests.export.reading import Quads, of_pyoxigraph, with_pyoxigraph, with_rdflib

XSD = "http://www.w3.org/2001/XMLSchema#"
LB = "https://w3id.org/leaderboard-kg/ontology#"
BASE = "https://example.org/"
SIXTY = "1234567890" * 4 + "." + "0987654321" * 2

DECIMALS = [
    *("0", "0.0", "-0.0", "92.0", "91.40", "0.050", "0.05", "12345.678912345", "-1.50", "100", SIXTY),
    *("0.000001", "0.0000001", "0.0000000", "-0.00000050"),
    *("+1.5", "007.50", ".5", "5.", "-.5"),
]
INTEGERS = ["0", "-0", "007", "-3", "+3", "123456789012345678901234567890"]
OTHERS = [("true", "boolean"), ("1", "boolean"), ("1.50E3", "double"), ("2020", "gYear"), ("2020-11", "gYearMonth")]
STRINGS = [
    *("", " ", "  two  ", "92.0", "0", "false", "null", "_:b", "@id", "lb:Result", "https://e.org/x"),
    *("line\nbreak", "\n", "cr\rlf\r\n", "tab\there", 'say "x"', "back\\slash", "\\u0041", "it's"),
    *("<script>alert(1)</script>", "<!-- x", "]]>", "a & b &amp;", "{}[]", "%20", "#", "$x"),
    *("é", "模型", "😀", "e\u0301", "\u2028", "\u0085", "\x7f", "\ufeff", "\u200f", "\U0010fffd"),
]
TAGGED = [("hello", "en"), ("grüezi", "de-CH")]

#: Properties that the context describes in different ways: decimal, string, IRI, vocabulary, integer, list; and none.
PROPERTIES = [f"{LB}{name}" for name in ("value", "printedValue", "method", "inferred", "itemCount", "sourceLocator")]
PROPERTIES.append("http://example.com/ns/unheard-of")

WRITERS: dict[str, Callable[[list[str]], bytes]] = {
    "nt": lambda lines: "".join(lines).encode(),
    "ttl": lambda lines: to_turtle(lines, BASE),
    "rdf": lambda lines: to_rdf_xml(lines, BASE),
    "jsonld": to_jsonld,
}


def escaped(text: str) -> str:
    """A string as the graph writer puts it into a line."""
    for plain, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")):
        text = text.replace(plain, written)
    return f'"{text}"'


def awkward_lines() -> list[str]:
    literals = [f'"{text}"^^<{XSD}decimal>' for text in DECIMALS]
    literals += [f'"{text}"^^<{XSD}integer>' for text in INTEGERS]
    literals += [f'"{text}"^^<{XSD}{kind}>' for text, kind in OTHERS]
    literals += [escaped(text) for text in STRINGS]
    literals += [f"{escaped(text)}@{tag}" for text, tag in TAGGED]
    return sorted(
        f"<{BASE}method/m{place}> <{name}> {each} .\n" for place, name in enumerate(PROPERTIES) for each in literals
    )


LINES = awkward_lines()
WANTED = with_pyoxigraph("".join(LINES).encode(), "nt")


def readable(quads: Quads) -> Quads:
    """Language tags are compared without case."""
    return frozenset((s, p, o if not o.endswith("CH") else o[:-2] + "ch", g) for s, p, o, g in quads)


def test_the_lines_are_what_they_should_be() -> None:
    assert len(WANTED) == len(LINES) > 300


@pytest.mark.parametrize("read", [with_pyoxigraph, with_rdflib])
@pytest.mark.parametrize("suffix", WRITERS)
def test_every_lexical_form_comes_through(suffix: str, read: Callable[[bytes, str], Quads]) -> None:
    got = read(WRITERS[suffix](LINES), suffix)
    assert readable(got) == readable(WANTED)


def test_every_lexical_form_comes_through_a_second_json_ld_processor() -> None:
    from pyld import jsonld

    # PyLD rewrites every xsd:double, a string with a type too; the project writes none.
    lines = [line for line in LINES if f"<{XSD}double>" not in line]
    nquads = jsonld.to_rdf(json.loads(to_jsonld(lines)), {"format": "application/n-quads"})
    wanted = with_pyoxigraph("".join(lines).encode(), "nt")
    assert readable(of_pyoxigraph(ox.parse(nquads, ox.RdfFormat.N_QUADS))) == readable(wanted)


@pytest.mark.parametrize("read", [with_pyoxigraph, with_rdflib])
def test_trig_keeps_graphs_apart(read: Callable[[bytes, str], Quads]) -> None:
    quads = [line.replace(" .\n", f" <{BASE}graph/{name}> .\n") for name in ("a", "b") for line in LINES]
    got = read(to_trig(quads, BASE), "trig")
    assert readable(got) == readable(frozenset((s, p, o, f"<{BASE}graph/{n}>") for n in "ab" for s, p, o, _ in WANTED))


@pytest.mark.parametrize(
    ("literal", "written"),
    [
        (f'"92.0"^^<{XSD}decimal>', "92.0"),
        (f'"-0.0"^^<{XSD}decimal>', "-0.0"),
        (f'"{SIXTY}"^^<{XSD}decimal>', SIXTY),
        (f'"42"^^<{XSD}integer>', "42"),
        (f'"92"^^<{XSD}decimal>', '"92"^^xsd:decimal'),
        (f'"0.0000001"^^<{XSD}decimal>', '"0.0000001"^^xsd:decimal'),
        (f'"007"^^<{XSD}integer>', '"007"^^xsd:integer'),
    ],
)
def test_turtle_writes_numbers_bare_only_where_they_come_back_alike(literal: str, written: str) -> None:
    assert f" {written} ." in to_turtle([f"<{BASE}s> <{LB}value> {literal} .\n"], BASE).decode()


CONTROL = [f'<{BASE}s> <{LB}printedValue> "a\\u0001b\\u001Fc\\uFFFFd" .\n']


@pytest.mark.parametrize("suffix", ["ttl", "jsonld"])
def test_control_characters_come_through(suffix: str) -> None:
    data = WRITERS[suffix](CONTROL)
    assert b"\x01" not in data
    assert with_pyoxigraph(data, suffix) == with_pyoxigraph(CONTROL[0].encode(), "nt")
    assert with_rdflib(data, suffix) == with_pyoxigraph(CONTROL[0].encode(), "nt")


def test_what_xml_cannot_write_is_replaced_and_told() -> None:
    data = to_rdf_xml(CONTROL, BASE)
    assert b"U+FFFD stands in the place of 3." in data.splitlines()[1]
    for read in (with_pyoxigraph, with_rdflib):
        (quad,) = read(data, "rdf")
        assert quad[2] == '"a\ufffdb\ufffdc\ufffdd"'
    assert b"U+FFFD" not in to_rdf_xml(LINES, BASE)


RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


@pytest.mark.parametrize(
    "iri",
    [
        *("http://e/2020/", "http://e/1", "http://e/", "urn:x:1", "http://e/%20", "http://e/-a("),
        *(f"{RDF}{name}" for name in ("li", "Description", "about", "ID", "RDF", "bagID")),
    ],
)
def test_a_property_that_xml_cannot_name_is_refused(iri: str) -> None:
    """``rdf:li`` as an element would be read as ``rdf:_1``."""
    with pytest.raises(FormatError, match=f"no way to write the property <{iri.replace('(', '.')}>"):
        to_rdf_xml([f'<http://e/s> <{iri}> "x" .\n'], BASE)


@pytest.mark.parametrize("end", ["p", "p1", "a.", "1p", "é", "a#_x", "模型", "𝒳x", "a/b:c", "xmlns"])
def test_a_property_that_xml_can_name_comes_back(end: str) -> None:
    lines = [f'<http://e/s> <http://e/{end}> "x" .\n']
    for read in (with_pyoxigraph, with_rdflib):
        assert read(to_rdf_xml(lines, BASE), "rdf") == with_pyoxigraph(lines[0].encode(), "nt")


@pytest.mark.parametrize("name", ["", "-a", "%41", "1", "a'b", "a(b)", "𝒳"])
@pytest.mark.parametrize("namespace", [LB, "http://e/", "urn:x:"])
def test_a_class_that_xml_cannot_name_is_a_type_nevertheless(namespace: str, name: str) -> None:
    lines = [f"<{BASE}s> <{RDF}type> <{namespace}{name}> .\n"]
    for suffix, writer in WRITERS.items():
        for read in (with_pyoxigraph, with_rdflib):
            assert read(writer(lines), suffix) == with_pyoxigraph(lines[0].encode(), "nt"), suffix


def test_a_type_that_is_a_text_stays_one() -> None:
    lines = sorted(f"<{BASE}s> <{RDF}type> {each} .\n" for each in (f"<{LB}Method>", '"x"', '"x"@en', '"http://e/o"'))
    for suffix, writer in WRITERS.items():
        for read in (with_pyoxigraph, with_rdflib):
            assert read(writer(lines), suffix) == with_pyoxigraph("".join(lines).encode(), "nt"), suffix


@pytest.mark.parametrize("term", ["<lb:value>", '"x"^^<xsd:integer>'])
def test_jsonld_refuses_an_iri_that_looks_like_a_name_with_a_prefix_of_the_context(term: str) -> None:
    with pytest.raises(FormatError, match=r"JSON-LD has no way to write <(lb|xsd):"):
        to_jsonld([f"<http://e/s> <http://e/p> {term} .\n"])
    plain = "<http://e/s> <http://e/p> <lbx:value> .\n"
    assert with_pyoxigraph(to_jsonld([plain]), "jsonld") == with_pyoxigraph(plain.encode(), "nt")


def test_names_that_prefixes_cannot_carry_stay_iris() -> None:
    names = ["a.b", "a,b", "a(b)", "-a", "a-", "a/b", "a%20b", "é", ""]
    lines = sorted(f"<{BASE}method/{name}> <{LB}method> <{LB}{name}> .\n" for name in names)
    for suffix, writer in WRITERS.items():
        assert with_pyoxigraph(writer(lines), suffix) == with_pyoxigraph("".join(lines).encode(), "nt"), suffix
        assert with_rdflib(writer(lines), suffix) == with_pyoxigraph("".join(lines).encode(), "nt"), suffix


def test_no_text_ends_a_script_element() -> None:
    text = to_jsonld(LINES).decode()
    assert "<" not in text
    assert "\u2028" not in text
