"""The plain lists of a build: leaderboards, methods, metrics."""

from __future__ import annotations

from kg.terms import PREFIXES

_HEAD = "".join(f"PREFIX {name}: <{PREFIXES[name]}>\n" for name in ("lb", "rdfs", "dcterms"))

#: Name of the list -> its query.
LISTS = {
    "leaderboards": _HEAD
    + """
SELECT ?leaderboard ?label ?results (COALESCE(SUBSTR(STR(?modified), 1, 10), "not recorded") AS ?date) ?coverage
WHERE {
  { SELECT ?leaderboard (COUNT(?result) AS ?results)
    WHERE { ?leaderboard a lb:Leaderboard . OPTIONAL { ?result lb:leaderboard ?leaderboard } }
    GROUP BY ?leaderboard }
  ?leaderboard rdfs:label ?label ; lb:coverageSummary ?coverage .
  OPTIONAL { ?leaderboard dcterms:modified ?modified }
}
ORDER BY ?leaderboard
""",
    "methods": _HEAD
    + """
SELECT ?method ?label ?results ?leaderboards
WHERE {
  { SELECT ?method (COUNT(?result) AS ?results) (COUNT(DISTINCT ?leaderboard) AS ?leaderboards)
    WHERE { ?result lb:method ?method ; lb:leaderboard ?leaderboard }
    GROUP BY ?method }
  ?method rdfs:label ?label .
}
ORDER BY ?label ?method
""",
    "metrics": _HEAD
    + """
SELECT ?metric ?label ?direction ?canonicalUnit ?minimum ?maximum ?results
WHERE {
  { SELECT ?metric (COUNT(?result) AS ?results)
    WHERE { ?metric a lb:Metric . OPTIONAL { ?result lb:metric ?metric } }
    GROUP BY ?metric }
  ?metric rdfs:label ?label ; lb:direction ?direction .
  OPTIONAL { ?metric lb:canonicalUnit ?canonicalUnit }
  OPTIONAL { ?metric lb:minimum ?minimum }
  OPTIONAL { ?metric lb:maximum ?maximum }
}
ORDER BY ?label ?metric
""",
}


def listed(kind: str) -> str:
    """Which command shows the things of a kind, in brackets; "" where none does."""
    return f" (kg list {kind}s shows them)" if f"{kind}s" in LISTS else ""
