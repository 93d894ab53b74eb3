from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kg.query import bind, find_question, questions
from kg.terms import DATA_BASE

Asker = Callable[[str], tuple[tuple[str, ...], list[tuple[str, ...]]]]

#: Tables whose name says "world" belong to the larger fixture, see test_world_answers.py.
EXPECTED = sorted(path for path in Path(__file__).parent.glob("cq*.expected.tsv") if ".world" not in path.name)


def _read(path: Path) -> tuple[dict[str, str], tuple[str, ...], list[tuple[str, ...]]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    parameters = {}
    while lines[0].startswith("# "):
        name, _, value = lines.pop(0)[2:].partition("=")
        parameters[name] = DATA_BASE + value if "/" in value else value
    return parameters, tuple(lines[0].split("\t")), sorted(tuple(line.split("\t")) for line in lines[1:])


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.name.removesuffix(".expected.tsv"))
def test_rows_are_those_a_person_wrote_down(path: Path, ask: Asker) -> None:
    parameters, columns, rows = _read(path)
    found_columns, found = ask(bind(find_question(path.name[:4]), parameters))
    assert found_columns == columns
    assert sorted(found) == rows


def test_the_first_nine_questions_have_expected_rows() -> None:
    assert [question.number for question in questions()][:9] == sorted({path.name[:4] for path in EXPECTED})


PREFIXES = """PREFIX lb: <https://w3id.org/leaderboard-kg/ontology#>
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX domain: <https://w3id.org/leaderboard-kg/domain/>
"""
TEMPTING = {
    "cq01: benchmarks instead of families": (
        "cq01",
        """SELECT ?m WHERE { ?r lb:method ?m ; lb:benchmark ?b . ?b lb:domain domain:medical }
        GROUP BY ?m HAVING (COUNT(DISTINCT ?b) > 1)""",
    ),
    "cq01: copied values, parts and people": (
        "cq01",
        """SELECT ?m WHERE { ?r lb:method ?m ; lb:benchmark ?b . ?b lb:domain domain:medical ; lb:family ?f }
        GROUP BY ?m HAVING (COUNT(DISTINCT ?f) > 1)""",
    ),
    "cq01: any domain": (
        "cq01",
        """SELECT ?m WHERE { ?r lb:method ?m ; lb:benchmark ?b ; lb:reproductionStatus ?s . ?b lb:family ?f
        FILTER(?s != lb:Copied) FILTER NOT EXISTS { ?b lb:partOf ?w } FILTER NOT EXISTS { ?m lb:methodKind lb:Human } }
        GROUP BY ?m HAVING (COUNT(DISTINCT ?f) > 1)""",
    ),
    "cq02: leaderboards instead of pages": (
        "cq02",
        """SELECT ?m WHERE { ?r lb:method ?m ; lb:leaderboard ?l ; lb:benchmark ?b . ?b lb:domain domain:medical }
        GROUP BY ?m HAVING (COUNT(DISTINCT ?l) > 1)""",
    ),
    "cq04: the highest printed value": (
        "cq04",
        """SELECT ?g ?m WHERE { { SELECT ?g (MAX(?v) AS ?best) WHERE { ?r lb:comparisonGroup ?g ; lb:value ?v }
        GROUP BY ?g } ?x lb:comparisonGroup ?g ; lb:value ?best ; lb:method ?m }""",
    ),
    "cq04: the highest normalised value": (
        "cq04",
        """SELECT DISTINCT ?g ?m WHERE { { SELECT ?g (MAX(?v) AS ?best)
        WHERE { ?r lb:comparisonGroup ?g ; lb:normalizedValue ?v } GROUP BY ?g }
        ?x lb:comparisonGroup ?g ; lb:normalizedValue ?w ; lb:method ?m FILTER(?w = ?best) }""",
    ),
    "cq06: any other paper": (
        "cq06",
        """SELECT ?r WHERE { ?r lb:method ?m ; lb:reportedIn ?p . ?m lb:introducedIn ?o FILTER(?p != ?o) }""",
    ),
}


@pytest.mark.parametrize("name", TEMPTING)
def test_the_tempting_query_gives_another_answer(name: str, ask: Asker) -> None:
    number, text = TEMPTING[name]
    columns, wrong = ask(PREFIXES + text)
    names = {"g": "group", "m": "method", "r": "result"}
    right_columns, right = ask(find_question(number).text)
    places = [right_columns.index(names[column]) for column in columns]
    assert sorted(wrong) != sorted(tuple(row[place] for place in places) for row in right)


def test_long_lists_of_names_are_counted(make_asker: Callable[[str], Asker]) -> None:
    families = ["Zeta", "Éta", "alpha", "Beta", "Beta", "Gamma", "Delta"]
    lines = [
        f'<f:{n}> rdfs:label "{label}" . <b:{n}> lb:family <f:{n}> ; lb:domain <d:d> .\n'
        f"<r:{n}> lb:method <m:m> ; lb:benchmark <b:{n}> ; lb:reproductionStatus lb:StatusUnknown ."
        for n, label in enumerate(families)
    ]
    trig = (
        "@prefix lb: <https://w3id.org/leaderboard-kg/ontology#> ."
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ."
        '<g:g> { <m:m> rdfs:label "M" . ' + "\n".join(lines) + "}"
    )
    _, rows = make_asker(trig)(bind(find_question("cq01"), {"domain": "d:d"}))
    assert rows == [("m:m", "M", "Beta; 5 more; Éta", "7")]


def test_unknown_names_give_no_rows(ask: Asker) -> None:
    nothing = "https://example.org/nothing"
    for number in ("cq01", "cq02", "cq03"):
        assert ask(bind(find_question(number), {"domain": nothing, "minimum": "1"}))[1] == []
    assert ask(bind(find_question("cq05"), {"method": nothing}))[1] == []
    assert ask(bind(find_question("cq08"), {"a": nothing}))[1] == []


def test_an_empty_graph_gives_no_rows(make_asker: Callable[[str], Asker]) -> None:
    ask = make_asker("")
    for question in questions():
        assert ask(question.text)[1] == [], question.name
