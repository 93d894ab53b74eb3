"""What keeps comparison groups apart, found a second way: by plain SPARQL over the conditions of the groups."""

from __future__ import annotations

from itertools import combinations

import pandas as pd
import pytest

import kg
from kg.comparability import Reader, Recorded, differences
from kg.terms import LB

#: Pairs of groups of one family and metric, with what each has of every condition.
PAIRS = """
PREFIX lb: <https://w3id.org/leaderboard-kg/ontology#>
SELECT ?a ?b ?taskA ?taskB ?splitA ?splitB ?subsetA ?subsetB ?configA ?configB ?boardA ?boardB WHERE {
  ?benchmarkA lb:family <FAMILY> ; lb:task ?taskA .
  ?a a lb:ComparisonGroup ; lb:ofBenchmark ?benchmarkA ; lb:ofMetric ?metric .
  ?benchmarkB lb:family <FAMILY> ; lb:task ?taskB .
  ?b a lb:ComparisonGroup ; lb:ofBenchmark ?benchmarkB ; lb:ofMetric ?metric .
  FILTER(STR(?a) < STR(?b))
  OPTIONAL { ?benchmarkA lb:split ?splitA } OPTIONAL { ?benchmarkB lb:split ?splitB }
  OPTIONAL { ?benchmarkA lb:subset ?subsetA } OPTIONAL { ?benchmarkB lb:subset ?subsetB }
  OPTIONAL { ?a lb:ofConfig ?configA } OPTIONAL { ?b lb:ofConfig ?configB }
  OPTIONAL { ?a lb:ofLeaderboard ?boardA } OPTIONAL { ?b lb:ofLeaderboard ?boardB }
}
"""


def by_sparql(graph: kg.Graph, family: str) -> dict[tuple[str, str], set[str]]:
    rows = graph.query(PAIRS.replace("FAMILY", f"{graph.built.base}family/{family}"))
    assert isinstance(rows, pd.DataFrame)
    found = {}
    for row in rows.astype(object).where(rows.notna(), None).to_dict("records"):
        terms = {
            f"Different{name.capitalize()}"
            for name in ("task", "split", "subset")
            if row[f"{name}A"] != row[f"{name}B"]
        }
        if row["configA"] and row["configB"] and row["configA"] != row["configB"]:
            terms.add("DifferentSetting")
        if not (row["configA"] and row["configB"]) and row["boardA"] != row["boardB"]:
            terms.add("SettingsNotRecorded")
        found[row["a"], row["b"]] = terms
    return found


@pytest.mark.parametrize(("family", "pairs"), [("mr-medseg", 10), ("med-cmr", 28), ("u-mrg-14k", 55)])
def test_two_ways_find_the_same_reasons(shipped: kg.Graph, family: str, pairs: int) -> None:
    facts = shipped._facts
    reader = Reader(facts)
    first: dict[str, Recorded] = {}
    for benchmark in facts.subjects(LB.family, f"{facts.base}family/{family}"):
        for result in reader.of(LB.benchmark, benchmark):
            first.setdefault(result.group, result)
    found = {
        (a, b): {each.term for each in differences(first[a], first[b])}
        for a, b in combinations(sorted(first), 2)
        if first[a].metric.key == first[b].metric.key
    }
    assert len(found) == pairs
    assert found == by_sparql(shipped, family)
    assert all(found.values())
