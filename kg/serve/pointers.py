"""Who points to a node: all of them counted, the first few named, by queries in the query processes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from starlette.requests import Request

from kg.serve.answers import whole_answer
from kg.serve.context import Context
from kg.serve.frames import Job

#: How many are named of each property.
SHOWN = 12

_LIMIT = 1_000_000
_COUNTS = "SELECT ?property (COUNT(*) AS ?count) WHERE { ?s ?property <%s> } GROUP BY ?property ORDER BY ?property"
_SOME = "{ SELECT ?s ?property WHERE { VALUES ?property { <%s> } ?s ?property <%s> } LIMIT %d }"
_GRAPHS = "SELECT DISTINCT ?graph WHERE { GRAPH ?graph { <%s> ?p ?o } } ORDER BY ?graph"


@dataclass(frozen=True, slots=True)
class Pointer:
    """The nodes that point somewhere by one property: how many, and some of them."""

    property: str
    count: int
    nodes: tuple[str, ...]
    all: str
    """Path of a query for all of them."""


async def pointers(request: Request, iri: str, seconds: float) -> list[Pointer]:
    """Who points to an IRI; raises Problem where the queries fail."""
    counted = await _rows(request, _COUNTS % iri, seconds)
    counts = {row["property"]["value"]: int(row["count"]["value"]) for row in counted}
    if not counts:
        return []
    some = " UNION ".join(_SOME % (property_, iri, SHOWN) for property_ in counts)
    named: dict[str, list[str]] = {}
    for row in await _rows(request, f"SELECT ?s ?property WHERE {{ {some} }}", seconds):
        named.setdefault(row["property"]["value"], []).append(row["s"]["value"])
    return [
        Pointer(property_, count, tuple(sorted(named.get(property_, []))), _all(property_, iri))
        for property_, count in counts.items()
    ]


async def graphs(request: Request, iri: str, seconds: float) -> list[str]:
    """The named graphs that say something of an IRI."""
    return [row["graph"]["value"] for row in await _rows(request, _GRAPHS % iri, seconds)]


def _all(property_: str, iri: str) -> str:
    return f"/sparql?format=csv&query={quote(f'SELECT ?s WHERE {{ ?s <{property_}> <{iri}> }} ORDER BY ?s', safe='')}"


async def _rows(request: Request, query: str, seconds: float) -> list[dict[str, Any]]:
    context = Context.of(request)
    job = Job(query, "json", False, min(seconds, context.settings.query_timeout), base_iri=context.version.base)
    body = await whole_answer(request, context.runner, job, _LIMIT)
    rows = json.loads(body)["results"]["bindings"]
    assert isinstance(rows, list)
    return rows
