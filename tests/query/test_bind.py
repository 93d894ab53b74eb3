from __future__ import annotations

import pytest

from kg.errors import QueryError
from kg.query import Parameter, Question, bind, find_question


def question(kind: str, default: str) -> Question:
    text = f"SELECT * {{\n  VALUES ?x {{ {default} }}\n  # VALUES ?x {{ {default} }}\n  ?s ?p ?x\n}}\n"
    return Question("cq99", "test", "T", "Q?", (Parameter("x", kind, default, "what"),), ("guess",), text)


def bound(kind: str, default: str, value: str) -> str:
    """The VALUES line; everything else must be as it was."""
    before = question(kind, default)
    lines = bind(before, {"x": value}).split("\n")
    unchanged = before.text.split("\n")
    assert [lines[0], *lines[2:]] == [unchanged[0], *unchanged[2:]]
    return lines[1]


@pytest.mark.parametrize(
    ("kind", "default", "value", "term"),
    [
        ("iri", "<http://e/a>", "http://e/b", "<http://e/b>"),
        ("iri", "<http://e/a>", "<http://e/b>", "<http://e/b>"),
        ("iri", "<http://e/a>", "http://e/é'(1)", "<http://e/é'(1)>"),
        ("string", '"a"', "b", '"b"'),
        ("string", '"a"', "", '""'),
        ("string", '"a"', 'x" } ?s ?p ?o . { #', r'"x\" } ?s ?p ?o . { #"'),
        ("string", '"a"', "a\nb\\", r'"a\nb\\"'),
        ("integer", "2", "03", "3"),
        ("integer", "2", "-7", "-7"),
        ("decimal", "0.5", "1", "1.0"),
        ("decimal", "0.5", "-0.250", "-0.250"),
    ],
)
def test_values_become_terms(kind: str, default: str, value: str, term: str) -> None:
    assert bound(kind, default, value) == f"  VALUES ?x {{ {term} }}"


@pytest.mark.parametrize(
    ("kind", "default", "value"),
    [
        ("iri", "<http://e/a>", "http://e/a> ?p ?o . #"),
        ("iri", "<http://e/a>", "http://e/a>}UNION{?s?p?o}#"),
        ("iri", "<http://e/a>", "relative"),
        ("iri", "<http://e/a>", ""),
        ("iri", "<http://e/a>", "http://e/a\nb"),
        ("iri", "<http://e/a>", "lb:Result }"),
        ("integer", "2", "2 } #"),
        ("integer", "2", "2.5"),
        ("integer", "2", "٣"),
        ("integer", "2", "2\n"),
        ("integer", "2", "9" * 19),
        ("decimal", "0.5", "1e3"),
        ("decimal", "0.5", "NaN"),
        ("decimal", "0.5", "0.5 0.6"),
    ],
)
def test_values_that_are_none_are_refused(kind: str, default: str, value: str) -> None:
    with pytest.raises(QueryError, match="the parameter x wants"):
        bound(kind, default, value)


def test_unknown_parameters_are_named_with_the_known_ones() -> None:
    with pytest.raises(QueryError, match="has no parameter 'domian'; it takes: domain, minimum"):
        bind(find_question("cq01"), {"domian": "x"})
    with pytest.raises(QueryError, match="it takes: none"):
        bind(find_question("cq09"), {"x": "y"})


def test_without_parameters_the_file_is_the_query() -> None:
    asked = find_question("cq01")
    assert bind(asked) == asked.text


def test_defaults_move_with_the_base_of_the_data() -> None:
    text = bind(find_question("cq01"), base="http://localhost/kg/")
    assert "VALUES ?domain { <http://localhost/kg/domain/medical> }" in text
    assert "https://w3id.org/leaderboard-kg/ontology#" in text


@pytest.mark.parametrize(
    ("value", "term"),
    [
        ("method:gpt-5", "<https://w3id.org/leaderboard-kg/method/gpt-5>"),
        ("method/gpt-5", "<https://w3id.org/leaderboard-kg/method/gpt-5>"),
        ("unit:PERCENT", "<http://qudt.org/vocab/unit/PERCENT>"),
        ("unit:points-1234abcd", "<https://w3id.org/leaderboard-kg/unit/points-1234abcd>"),
        ("lb:HigherIsBetter", "<https://w3id.org/leaderboard-kg/ontology#HigherIsBetter>"),
    ],
)
def test_names_as_tables_print_them(value: str, term: str) -> None:
    assert bound("iri", "<http://e/a>", value) == f"  VALUES ?x {{ {term} }}"


def test_an_optional_parameter_may_be_left_empty() -> None:
    for value in ("", "UNDEF"):
        assert bound("iri", "UNDEF", value) == "  VALUES ?x { UNDEF }"
        assert bound("string", "UNDEF", value) == "  VALUES ?x { UNDEF }"
    assert bound("iri", "UNDEF", "http://e/b") == "  VALUES ?x { <http://e/b> }"
    assert bound("string", '"a"', "UNDEF") == '  VALUES ?x { "UNDEF" }'
    with pytest.raises(QueryError, match="the parameter x wants"):
        bound("iri", "<http://e/a>", "UNDEF")


def test_defaults_are_shown_as_a_person_types_them() -> None:
    shown = [
        Parameter("x", kind, default, "what").shown_default
        for kind, default in (("iri", "<http://e/a>"), ("iri", "UNDEF"), ("string", '"a"'), ("integer", "2"))
    ]
    assert shown == ["http://e/a", "", "a", "2"]
