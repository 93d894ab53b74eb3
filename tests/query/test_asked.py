"""An answer about something that is not there is empty for that reason: it is said, with the nearest names."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from kg.query import Parameter, find_question, hint_query, unknown_things
from kg.query.asked import kind_of
from kg.terms import DATA_BASE

DATA = f"""@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@base <{DATA_BASE}> .
<method/gpt-5> rdfs:label "GPT-5" . <method/gpt-4o> rdfs:label "GPT-4o" . <method/lingshu-7b> rdfs:label "Lingshu-7B" .
<method/medgemma-4b> rdfs:label "MedGemma-4B" .
<benchmark/med-cmr> rdfs:label "Med-CMR" . <domain/medical> rdfs:label "medical" .
<result/1> <https://w3id.org/leaderboard-kg/ontology#unit> <http://qudt.org/vocab/unit/PERCENT> .
"""


@pytest.fixture(scope="module")
def store() -> ox.Store:
    store = ox.Store()
    store.load(DATA.encode(), ox.RdfFormat.TURTLE)
    return store


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("cq05", {}, ()),
        ("cq05", {"method": "method:gpt-5"}, ()),
        (
            "cq05",
            {"method": "method:gpt5"},
            (
                f"method: this build holds nothing called <{DATA_BASE}method/gpt5>; "
                "did you mean method:gpt-5 or method:gpt-4o?",
            ),
        ),
        (
            "cq05",
            {"method": "method:zzz"},
            (
                f"method: this build holds nothing called <{DATA_BASE}method/zzz>; 4 "
                "things of that kind are here (kg list methods shows them)",
            ),
        ),
        (
            "cq05",
            {"method": "benchmark:med-cmr"},
            (
                "method: benchmark:med-cmr is a benchmark, not a method; 4 "
                "things of that kind are here (kg list methods shows them)",
            ),
        ),
        (
            "cq08",
            {"b": "method:medgema-4b"},
            (f"b: this build holds nothing called <{DATA_BASE}method/medgema-4b>; did you mean method:medgemma-4b?",),
        ),
        (
            "cq04",
            {"metric": "metric:dice"},
            (
                f"metric: this build holds nothing called <{DATA_BASE}metric/dice>; 0 "
                "things of that kind are here (kg list metrics shows them)",
            ),
        ),
        ("cq04", {"benchmark": ""}, ()),
    ],
)
def test_what_is_not_there_is_said(store: ox.Store, name: str, given: dict[str, str], said: tuple[str, ...]) -> None:
    assert unknown_things(store, find_question(name), given) == said


def test_a_default_may_be_missing_too(store: ox.Store) -> None:
    """Another build need not hold what the shipped data hold."""
    said = unknown_things(ox.Store(), find_question("cq01"), {})
    assert said == (
        f"domain: this build holds nothing called <{DATA_BASE}domain/medical>; 0 things of that kind are here",
    )


def test_another_base_is_another_name(store: ox.Store) -> None:
    said = unknown_things(store, find_question("cq05"), {"method": "method:gpt-5"}, "http://localhost/kg/")
    assert len(said) == 1
    assert "<http://localhost/kg/method/gpt-5>" in said[0]


def test_questions_that_name_nothing_need_no_query() -> None:
    assert hint_query(find_question("cq09"), {}) is None
    assert hint_query(find_question("cq04"), {}) is None


@pytest.mark.parametrize(
    ("parameter", "kind"),
    [
        (Parameter("a", "iri", f"<{DATA_BASE}method/x>", ""), "method"),
        (Parameter("benchmark", "iri", "UNDEF", ""), "benchmark"),
        (Parameter("unit", "iri", "<http://qudt.org/vocab/unit/PERCENT>", ""), "unit"),
        (Parameter("minimum", "integer", "2", ""), None),
        (Parameter("thing", "iri", "UNDEF", ""), None),
    ],
)
def test_the_kind_that_a_parameter_means(parameter: Parameter, kind: str | None) -> None:
    assert kind_of(parameter) == kind
