"""Checks a graph again after a change: only what the change may concern, with the verdict of a full check.

What is kept from the check before are results of single focus nodes. A result is taken over when its
shape is the same, its node is still a focus node of it, and no triple that the shape reads for it came
or went (:mod:`kg.validation.fast.changes`). Findings, with their cells and their words, are always made
anew, and so are the two rules that no shape can state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from rdflib import Graph, URIRef
from rdflib.term import Node

from kg.errors import UnsupportedConstraint
from kg.validation.engine import compiled, outcomes, report_of
from kg.validation.fast.changes import Changes, Triple, triple_of
from kg.validation.fast.load import table_of_lines
from kg.validation.fast.run import Result, results
from kg.validation.fast.shapes import Shape
from kg.validation.fast.table import Ids, Table
from kg.validation.fast.terms import of_node
from kg.validation.report import Report
from kg.validation.shapes import load_shapes


@dataclass(frozen=True, slots=True)
class Checked:
    """A graph as N-Quads lines, and what was found in it by the shapes that hold now."""

    lines: Sequence[str]
    results: Sequence[Result]


@dataclass(frozen=True, slots=True)
class Recheck:
    """The report; the results to keep, None where the engine that gave them keeps none.

    ``checked`` are the nodes that some shape looked at now; all others were left as they were.
    """

    report: Report
    results: tuple[Result, ...] | None
    checked: frozenset[Node]


def recheck(lines: Sequence[str], before: Checked | None = None, shapes: Graph | None = None) -> Recheck:
    """Check N-Quads lines as this project writes them; without ``before`` all of them."""
    rules = load_shapes() if shapes is None else shapes
    table = table_of_lines(lines)
    try:
        written, read = compiled(rules)
    except UnsupportedConstraint:
        return Recheck(report_of(table, rules, outcomes(table, rules, "auto")), None, frozenset())
    # Target nodes have their numbers before anything is added, so that all speak of the same nodes.
    table = table.with_terms(node for shape in read.values() for node in shape.targets.nodes)
    changed = None if before is None else changed_triples(before.lines, lines)
    choice = _Choice(None if changed is None else Changes(table, changed, read), read)
    found = [*results(table, read, written, choice)]
    found += [] if before is None else [result for result in before.results if choice.is_kept(result, table)]
    report = report_of(table, rules, (result.outcome for result in found))
    return Recheck(report, tuple(found), choice.checked(table))


class _Choice:
    """Chooses the focus nodes to be checked, and remembers them."""

    def __init__(self, changes: Changes | None, shapes: Mapping[Node, Shape]) -> None:
        self._changes = changes
        self._shapes = shapes
        self._known: dict[Node, set[int]] = {}
        self._chosen: list[Ids] = []

    def __call__(self, shape: Shape, nodes: Ids) -> Ids:
        is_whole = self._changes is None or not self._is_named(shape)
        chosen = nodes if is_whole or self._changes is None else self._changes.choose(shape, nodes)
        self._chosen.append(chosen)
        self._known[shape.node] = set(np.setdiff1d(nodes, chosen, assume_unique=True).tolist())
        return chosen

    def _is_named(self, shape: Shape) -> bool:
        """True when all shapes that may give the results have names, which the next check knows them by."""
        inner = (self._is_named(self._shapes[node]) for node in shape.properties)
        return isinstance(shape.node, URIRef) and all(inner)

    def is_kept(self, result: Result, table: Table) -> bool:
        """True for a result of a focus node that was not checked again."""
        return table.ids.get(of_node(result.focus)) in self._known.get(result.shape, ())

    def checked(self, table: Table) -> frozenset[Node]:
        """The nodes that were chosen for some shape."""
        return frozenset(table.node(number) for number in np.unique(np.concatenate(self._chosen)).tolist())


def changed_triples(before: Iterable[str], after: Iterable[str]) -> set[Triple]:
    """The triples of graphs that are not the same in both, and that one of the two has not."""
    old, new = _by_graph(before), _by_graph(after)
    return {
        triple_of(line)
        for graph in old.keys() | new.keys()
        if old.get(graph) != new.get(graph)
        for line in set(old.get(graph, ())) ^ set(new.get(graph, ()))
    }


def _by_graph(lines: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in lines:
        found.setdefault(line.rsplit(" ", 2)[1], []).append(line)
    return found
