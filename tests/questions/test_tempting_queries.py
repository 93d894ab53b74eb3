"""For each question the query that somebody in a hurry would write: another answer, shown beside the right one.

``tempting.toml`` holds the queries and what each loses and makes up on the larger fixture.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.query import bind, find_question, questions
from tests.questions.conftest import oxigraph_asker
from tests.questions.test_world_answers import read
from tests.questions.world import graph

HERE = Path(__file__).parent
QUERIES: list[dict[str, Any]] = tomllib.loads((HERE / "tempting.toml").read_text(encoding="utf-8"))["query"]
KINDS = ("domain", "benchmark", "metric", "method", "dataset", "family", "task")
PREFIXES = """PREFIX lb: <https://w3id.org/leaderboard-kg/ontology#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX schema: <https://schema.org/>
""" + "".join(f"PREFIX {kind}: <https://w3id.org/leaderboard-kg/{kind}/>\n" for kind in KINDS)

Asker = Callable[[str], tuple[tuple[str, ...], list[tuple[str, ...]]]]


@pytest.fixture(scope="module")
def ask() -> Asker:
    return oxigraph_asker(graph())


def shown(rows: Counter[tuple[str, ...]], like: list[str]) -> list[str]:
    """Rows as the file has them: as many, then "…" where there are more."""
    told = [" | ".join(row) for row in sorted(rows.elements())]
    return [*told[: len(like) - 1], "…"] if like[-1:] == ["…"] and len(told) >= len(like) else told


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query["question"])
def test_the_tempting_query_gives_another_answer(query: dict[str, Any], ask: Asker) -> None:
    parameters, _, _ = read(HERE / f"{query['case']}.expected.tsv")
    columns, rows = ask(bind(find_question(query["question"]), parameters))
    names = query["columns"].split()
    places = [columns.index(name) for name in names]
    right = Counter(
        tuple(row[place] for place in places) for row in rows if query.get("where", row[places[0]]) == row[places[0]]
    )
    found, tempting = ask(PREFIXES + query["sparql"])
    assert list(found) == names
    wrong = Counter(tempting)
    assert right != wrong
    assert shown(right - wrong, query["lost"]) == query["lost"]
    assert shown(wrong - right, query["wrong"]) == query["wrong"]


def test_every_question_has_one() -> None:
    assert [query["question"] for query in QUERIES] == [question.number for question in questions()]
