"""The page of a thing: what it is, its story, all that is said of it, and who points to it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from kg.export.lines import is_iri, literal, node_id
from kg.serve import pointers
from kg.serve.cells import Cells, Part
from kg.serve.context import Context
from kg.serve.html import render
from kg.serve.nodes import Node
from kg.serve.problems import Problem
from kg.serve.telling import story
from kg.terms import DCTERMS, LB, RDF, RDFS

#: Statements of one property that a page prints; the other views hold all.
MOST_OBJECTS = 500

_FIRST = {str(RDF.type): 0, str(RDFS.label): 1}


@dataclass(frozen=True, slots=True)
class Statement:
    """A property with its values; ``more`` are not printed."""

    property: Part
    values: tuple[Part, ...]
    more: int


@dataclass(slots=True)
class Thing:
    """What a page prints of a node."""

    iri: str
    label: str
    types: list[Part]
    statements: list[Statement]
    card: list[tuple[str, tuple[Part, ...]]] = field(default_factory=list)
    replaced_by: Part | None = None


def describe(node: Node, cells: Cells) -> Thing:
    """All that the graph says of a node."""
    said = node.said()
    statements = []
    for property_ in sorted(said, key=lambda p: (_FIRST.get(p, 2), cells.links.name(p))):
        shown = said[property_][:MOST_OBJECTS]
        values = tuple(cells.term(node.iri, property_, each) for each in shown)
        statements.append(Statement(cells.name(property_), values, len(said[property_]) - len(shown)))
    replaced = [each for each in said.get(str(DCTERMS.isReplacedBy), []) if is_iri(each)]
    labels = [literal(each).text for each in said.get(str(RDFS.label), []) if each.startswith('"')]
    return Thing(
        iri=node.iri,
        label=labels[0] if labels else cells.links.name(node.iri),
        types=[cells.iri(node_id(each)) for each in said.get(str(RDF.type), []) if is_iri(each)],
        statements=statements,
        card=result_card(node.iri, said, cells) if str(LB.value) in said else [],
        replaced_by=cells.iri(node_id(replaced[0])) if replaced else None,
    )


def result_card(iri: str, said: dict[str, list[str]], cells: Cells) -> list[tuple[str, tuple[Part, ...]]]:
    """What must stand beside a value, each with its heading; what is not known is said too."""

    def parts(property_: str, absent: str) -> tuple[Part, ...]:
        found = tuple(cells.term(iri, property_, each) for each in said.get(property_, []))
        return found or (Part(absent),)

    def of(property_: str, other: str, absent: str) -> tuple[Part, ...]:
        for node in said.get(property_, []):
            found = cells.nodes.one(node_id(node), other)
            if found is not None:
                return (cells.term(node_id(node), other, found),)
        return (Part(absent),)

    value, unit = str(LB.value), str(LB.unit)
    number = tuple(Part(literal(each).text, None, iri, value) for each in said[value])
    printed = tuple(Part(literal(each).text, None, iri, str(LB.printedValue)) for each in said[str(LB.printedValue)])
    return [
        ("value", (*number, *parts(unit, "unit not known"))),
        ("printed", printed),
        ("direction", of(str(LB.metric), str(LB.direction), "not known")),
        ("method", parts(str(LB.method), "none")),
        ("metric", parts(str(LB.metric), "none")),
        ("benchmark", parts(str(LB.benchmark), "none")),
        ("settings", parts(str(LB.config), "none recorded")),
        ("status", parts(str(LB.reproductionStatus), "none")),
        ("reported in", parts(str(LB.reportedIn), "not recorded")),
        ("compared within", parts(str(LB.comparisonGroup), "none")),
        ("leaderboard", parts(str(LB.leaderboard), "none")),
        ("page updated", of(str(LB.leaderboard), str(DCTERMS.modified), "date not recorded")),
        ("coverage", of(str(LB.leaderboard), str(LB.coverageSummary), "coverage not stated")),
        ("printed at", parts(str(LB.sourceLocator), "not recorded")),
    ]


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and whether it is as it should be: what could not be told in time makes it one to ask for again."""

    body: bytes
    whole: bool


async def thing_page(request: Request, node: Node, path: str) -> Page:
    """The page of a node."""
    context = Context.of(request)
    told, found, where = await asyncio.gather(
        _attempt(story(request, node.iri)),
        _attempt(pointers.pointers(request, node.iri, context.settings.story_timeout)),
        _attempt(pointers.graphs(request, node.iri, context.settings.story_timeout)),
    )
    if isinstance(told, Problem) and told.status == 404:  # not everything has a story
        told = None
    missing = [each for each in (told, found, where) if isinstance(each, Problem)]

    def make() -> bytes:
        thing = describe(node, context.cells)
        return render(
            request,
            "thing.html",
            title=thing.label,
            thing=thing,
            path=path,
            story=None if isinstance(told, Problem) else _without_pointers(told),
            trouble=told.detail if isinstance(told, Problem) else None,
            pointers=None if isinstance(found, Problem) else found,
            graphs=[] if isinstance(where, Problem) else where,
        )

    return Page(await run_in_threadpool(make), not missing)


def _without_pointers(story: dict[str, Any] | None) -> dict[str, Any] | None:
    """A story without the part that the page tells with its own counts."""
    if story is None:
        return None
    return {**story, "sections": [each for each in story["sections"] if each["key"] != "pointed_to_by"]}


async def _attempt(work: Any) -> Any:
    """What some work gives, or the Problem that it raises."""
    try:
        return await work
    except Problem as problem:
        return problem
