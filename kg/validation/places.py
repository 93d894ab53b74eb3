"""Where in the sources a node of the graph is printed."""

from __future__ import annotations

from collections.abc import Iterable

from rdflib import Graph
from rdflib.term import Node

from kg.terms import LB, RDFS
from kg.validation.report import place_order

#: A place ("file:line:cell") and the text printed there.
Cell = tuple[str, str]


class Places:
    """Looks up cells: those of a result, of a whole column, of a group; a flag's own, else those of what carries it."""

    def __init__(self, union: Graph) -> None:
        self._union = union

    def of(self, node: Node, path: Node | None = None, value: Node | None = None) -> tuple[Cell, ...]:
        """The cells that a finding about this node covers, in the order of the pages.

        Where ``value`` of ``path`` is what was found in a column, the cells that gave it come first.
        """
        results = self._results(node)
        if not results:
            results = {r for carrier in self._union.subjects(LB.flag, node) for r in self._results(carrier)}
        named = path is not None and value is not None
        first = self._cells(r for r in results if named and (r, path, value) in self._union)
        return tuple(sorted(self._cells(results), key=lambda cell: (cell not in first, place_order(cell[0]), cell[1])))

    def of_results(self, results: Iterable[Node]) -> tuple[Cell, ...]:
        """The cells of some results, in the order of the pages."""
        return tuple(sorted(self._cells(results), key=lambda cell: (place_order(cell[0]), cell[1])))

    def label(self, node: Node) -> str:
        """The name of a node; "" where it has none."""
        return str(self._union.value(node, RDFS.label) or "")

    def _results(self, node: Node) -> set[Node]:
        if (node, LB.sourceLocator, None) in self._union:
            return {node}
        return {r for link in (LB.declaration, LB.comparisonGroup) for r in self._union.subjects(link, node)}

    def _cells(self, results: Iterable[Node]) -> set[Cell]:
        return {
            (str(place), str(self._union.value(result, LB.printedValue) or ""))
            for result in results
            for place in self._union.objects(result, LB.sourceLocator)
        }
