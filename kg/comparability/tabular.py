"""Comparisons as rows: one a pair of results, like for like or not."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from kg.comparability.records import Recorded
from kg.comparability.sidebyside import Apart, OnBenchmark, SideBySide
from kg.normalise.values import lexical
from kg.terms import LB

#: The sides of a pair, and what is told of each.
_OF_A_SIDE = (
    "result",
    "method",
    "method_label",
    "printed",
    "value",
    "unit",
    "normalized",
    "status",
    "settings",
    "as_of",
    "coverage",
    "place",
    "inferred",
    "flags",
)
PAIR_COLUMNS = (
    "comparable",
    "group",
    "benchmark_label",
    "metric_label",
    "direction",
    "ahead",
    "by",
    "by_unit",
    "differences",
    "reasons",
    *(f"{name}_{side}" for side in "ab" for name in _OF_A_SIDE),
)
MEMBER_COLUMNS = (
    "group",
    "group_label",
    "benchmark_label",
    "metric_label",
    "direction",
    "rank",
    "behind",
    "behind_unit",
    "why",
    *_OF_A_SIDE,
)

Row = dict[str, Any]


def method_rows(found: SideBySide) -> Iterator[Row]:
    """One row a pair; first those that compare, then those that only look so."""
    for meeting in found.meetings:
        for pair in meeting.pairs:
            yield {
                "comparable": "yes",
                "group": meeting.group,
                "benchmark_label": pair.a.benchmark.label,
                "metric_label": pair.a.metric.label,
                "direction": str(LB[pair.a.metric.direction]),
                "ahead": pair.ahead.value,
                "by": lexical(pair.by),
                "by_unit": pair.a.canonical.iri if pair.a.canonical else "",
                **_both(pair.a, pair.b),
            }
    yield from map(_apart, found.apart)


def member_rows(found: OnBenchmark) -> Iterator[Row]:
    """One row a member of a comparison group."""
    for group in found.groups:
        for place in group.members:
            result = place.result
            yield {
                "group": group.group,
                "group_label": group.label,
                "benchmark_label": result.benchmark.label,
                "metric_label": result.metric.label,
                "direction": str(LB[result.metric.direction]),
                "rank": place.rank or "",
                "behind": lexical(place.behind) if place.behind is not None else "",
                "behind_unit": result.canonical.iri if result.canonical and place.behind is not None else "",
                "why": group.why or place.why,
                **_side(result),
            }


def _apart(each: Apart) -> Row:
    a, b = each.a, each.b
    same = a.metric.label == b.metric.label
    return {
        "comparable": "no",
        "benchmark_label": a.benchmark.label if a.benchmark.key == b.benchmark.key else "",
        "metric_label": a.metric.label if same else "",
        "differences": " ".join(dict.fromkeys(str(LB[difference.term]) for difference in each.differences)),
        "reasons": "; ".join(difference.said for difference in each.differences),
        **_both(a, b),
    }


def _both(a: Recorded, b: Recorded) -> Row:
    return {f"{name}_{side}": value for side, r in (("a", a), ("b", b)) for name, value in _side(r).items()}


def _side(result: Recorded) -> Row:
    return {
        "result": result.iri,
        "method": result.method,
        "method_label": result.method_label,
        "printed": result.printed,
        "value": lexical(result.value),
        "unit": result.unit.iri if result.unit else "",
        "normalized": lexical(result.normalized) if result.normalized is not None else "",
        "status": str(LB[result.status]),
        "settings": result.config_label,
        "as_of": result.board.as_of,
        "coverage": result.board.coverage,
        "place": " ".join(result.places),
        "inferred": " ".join(result.inferred),
        "flags": " ".join(dict.fromkeys(finding.kind for finding in result.findings)),
    }


def to_csv(columns: Iterable[str], rows: Iterable[Row]) -> str:
    """Rows as CSV; what is absent is empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(columns), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
