"""Runs shapes over a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from rdflib import Graph, URIRef
from rdflib.term import Node

from kg.terms import SH
from kg.validation.fast.checks import Values
from kg.validation.fast.paths import Pairs, follow
from kg.validation.fast.screening import suspects
from kg.validation.fast.shapes import Shape, Targets
from kg.validation.fast.table import Ids, Mask, Positions, Table, distinct, no_ids, runs
from kg.validation.fast.view import View
from kg.validation.outcome import Outcome

#: Says which of the focus nodes of a shape are to be checked.
Choose = Callable[[Shape, Ids], Ids]


class Result(NamedTuple):
    """An outcome with the shape and the focus node that were checked; a shape inside may have found it elsewhere."""

    shape: Node
    focus: Node
    outcome: Outcome


class _Found(NamedTuple):
    """Results of one constraint: ``position`` tells for which of the nodes that were asked about."""

    shape: Shape
    component: URIRef
    position: Positions
    focus: Ids
    value: Ids | None
    path: Node | None


class Run:
    """One check of a table; the answers of shapes that others refer to are worked out once for a node."""

    def __init__(self, table: Table, shapes: Mapping[Node, Shape]) -> None:
        self.table = table
        self._shapes = shapes
        self._focus: dict[Targets, Ids] = {}

    def focus_nodes(self, targets: Targets) -> Ids:
        """The nodes that a shape with these targets looks at, sorted."""
        found = self._focus.get(targets)
        if found is None:
            table = self.table
            parts = [table.instances(class_) for class_ in sorted(targets.classes)]
            parts += [table.relation(predicate).subjects for predicate in sorted(targets.subjects_of)]
            parts += [table.relation(predicate).inverse.subjects for predicate in sorted(targets.objects_of)]
            parts += [table.find(node) for node in sorted(targets.nodes)]
            found = self._focus[targets] = distinct(np.concatenate([no_ids(), *parts]))
        return found

    def conforms(self, shape: Node, nodes: Ids) -> Mask:
        """Which of some nodes (sorted, each once) conform to a shape."""
        holds = np.ones(len(nodes), np.bool_)
        for found in self._found(self._shapes[shape], nodes):
            holds[found.position] = False
        return holds

    def results(self, shape: Shape, nodes: Ids) -> Iterator[Result]:
        """The results of a shape, its queries left out, for some of its focus nodes (sorted, each once)."""
        node = self.table.node
        for found in self._found(shape, nodes):
            values = [None] * len(found.focus) if found.value is None else found.value.tolist()
            checked = nodes[found.position].tolist()
            for asked, focus, value in zip(checked, found.focus.tolist(), values, strict=True):
                outcome = Outcome(
                    node(focus),
                    found.shape.node,
                    found.component,
                    found.shape.severity,
                    None if value is None else node(value),
                    found.shape.message,
                    found.path,
                )
                yield Result(shape.node, node(asked), outcome)

    def _found(self, shape: Shape, nodes: Ids) -> Iterator[_Found]:
        if not shape.is_active or not len(nodes):
            return
        itself = Pairs(np.arange(len(nodes)), nodes)
        values = Values(nodes, itself if shape.path is None else follow(self.table, shape.path, nodes))
        for constraint in shape.constraints:
            for unmet in constraint.check(self, values):
                if len(unmet.position):
                    focus = nodes[unmet.position]
                    yield _Found(shape, constraint.component, unmet.position, focus, unmet.value, unmet.path)
        for inner in shape.properties:
            distinct, where = values.distinct
            for found in self._found(self._shapes[inner], distinct):
                yield from _spread(found, values.pairs.position, where)


def _spread(found: _Found, position: Positions, where: Positions) -> Iterator[_Found]:
    """The results for a value node, once for each focus node that has it."""
    order = np.argsort(where, kind="stable")
    starts = np.searchsorted(where[order], found.position, "left")
    counts = np.searchsorted(where[order], found.position, "right") - starts
    each = order[runs(starts, counts)]
    value = None if found.value is None else np.repeat(found.value, counts)
    yield found._replace(position=position[each], focus=np.repeat(found.focus, counts), value=value)


def run(table: Table, shapes: Mapping[Node, Shape], graph: Graph) -> Iterator[Outcome]:
    """All results of shapes (``graph``, as they were read) over a table."""
    return (result.outcome for result in results(table, shapes, graph))


def results(table: Table, shapes: Mapping[Node, Shape], graph: Graph, choose: Choose | None = None) -> Iterator[Result]:
    """All results with what was checked; ``choose`` leaves out focus nodes whose results are known."""
    # A target node need not be in the data.
    table = table.with_terms(node for shape in shapes.values() for node in shape.targets.nodes)
    work = Run(table, shapes)
    asked: dict[Node, Ids] = {}
    for shape in shapes.values():
        if not shape.targets or not shape.is_active:
            continue
        nodes = work.focus_nodes(shape.targets)
        nodes = choose(shape, nodes) if choose is not None else nodes
        yield from work.results(shape, nodes)
        parts = [suspects(table, query.plan, nodes) for query in shape.queries if len(nodes)]
        if any(len(part) for part in parts):
            asked[shape.node] = np.unique(np.concatenate(parts))
    if asked:
        for outcome in _ask(table, graph, asked):
            yield Result(outcome.shape, outcome.focus, outcome)


def _ask(table: Table, shapes: Graph, asked: Mapping[Node, Ids]) -> Iterator[Outcome]:
    """What pySHACL says of the queries of shapes at some nodes: all other targets are taken away for it."""
    from kg.validation import arbiter

    targets = (SH.targetClass, SH.targetSubjectsOf, SH.targetObjectsOf, SH.targetNode)
    reduced = Graph()
    for subject, predicate, object_ in shapes:
        if predicate not in targets and predicate != SH.property:
            reduced.add((subject, predicate, object_))
    for shape, nodes in asked.items():
        for number in nodes.tolist():
            reduced.add((shape, SH.targetNode, table.node(number)))
    for outcome in arbiter.run(View(table), reduced):
        if outcome.component == SH.SPARQLConstraintComponent and outcome.shape in asked:
            yield outcome
