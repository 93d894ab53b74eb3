"""The one graph writer: from the model to N-Quads lines, one function per class.

Terms are text from the start (``<iri>``, ``"literal"^^<type>``), so that every printed digit
reaches the file, and rows can stream through. Each triple stands in exactly one named graph:

- the leaderboard's IRI: its declarations, results and flags;
- ``…/graph/registry``: what results point to (methods, metrics, benchmarks, papers, sources …);
- ``…/graph/derived``: what we computed (groups, values in the canonical unit, coverage in one line).

Nodes come in the order of their IRIs, triples of a node sorted: the same bytes for any input order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kg.assemble.nodes import Nodes
from kg.collect import Collection
from kg.graph import results, things
from kg.graph.syntax import Names, Triple, iri, string
from kg.iris import Iris
from kg.model import Leaderboard, Setting
from kg.terms import LB


class GraphWriter:
    """Writes one collection as N-Quads under one base."""

    def __init__(self, collection: Collection, base: str) -> None:
        self.collection = collection
        self.names = Names(Iris(base), collection.nodes)

    def lines(self) -> Iterator[str]:
        """All quads, one line each, ending in a newline; graphs and nodes in IRI order."""
        graphs: list[tuple[str, Callable[[], Iterator[list[Triple]]]]] = [
            (self.names.iris("graph", "registry"), self._registry),
            (self.names.iris("graph", "derived"), self._derived),
        ]
        for leaderboard in self.collection.leaderboards:
            graphs.append((self.names.iris("leaderboard", leaderboard.key), self._leaderboard_graph(leaderboard)))
        for graph, nodes in sorted(graphs, key=lambda g: g[0]):
            ending = f" <{graph}> .\n"
            for node in nodes():
                for subject, predicate, object_ in sorted(set(node)):
                    yield f"{subject} {predicate} {object_}{ending}"

    def _leaderboard_graph(self, leaderboard: Leaderboard) -> Callable[[], Iterator[list[Triple]]]:
        def nodes() -> Iterator[list[Triple]]:
            key = leaderboard.key
            written = [results.leaderboard(self.names, leaderboard)]
            written += [results.declaration(self.names, d) for d in leaderboard.declarations]
            written += [results.result(self.names, r) for r in self.collection.results[key]]
            written += [results.flag(self.names, f) for f in self.collection.flags[key]]
            for method, category, printed_by in self.collection.categories:
                if printed_by == key:
                    written.append([(self.names.node("method", method), iri(LB.category), string(category))])
            return iter(_by_subject(written))

        return nodes

    def _registry(self) -> Iterator[list[Triple]]:
        nodes: Nodes = self.collection.nodes
        written = [things.source(self.names, s) for s in nodes.sources.values()]
        written += [things.unit_node(self.names, u) for u in nodes.units.values()]
        written += [things.concept(self.names, c) for c in nodes.concepts.values()]
        written += [things.paper(self.names, p) for p in nodes.papers.values()]
        written += [things.benchmark(self.names, b) for b in nodes.benchmarks.values()]
        for metric in nodes.metrics.values():
            written.append(things.metric(self.names, metric))
            written += [things.aggregate_part(self.names, part) for part in metric.aggregates]
            written += [things.setting(self.names, s) for s in metric.parameters]
        for method in nodes.methods.values():
            written.append(things.method(self.names, method))
            written.append(things.former_methods(self.names, method))
            written += [things.component(self.names, c) for c in method.components]
        settings: set[Setting] = set()
        configs: set[tuple[Setting, ...]] = set()
        for rows in self.collection.results.values():
            for row in rows:
                settings.update(row.settings, row.notes)
                configs.add(row.settings)
        written += [things.setting(self.names, s) for s in settings]
        written += [things.config(self.names, c) for c in configs if c]
        return iter(_by_subject(written))

    def _derived(self) -> Iterator[list[Triple]]:
        written = [results.group(self.names, g) for g in self.collection.groups.values()]
        written += [results.standing(self.names, s) for s in self.collection.standings.values()]
        written += [results.coverage(self.names, lb) for lb in self.collection.leaderboards]
        return iter(_by_subject(written))


def _by_subject(nodes: Iterable[list[Triple]]) -> list[list[Triple]]:
    """Nodes in IRI order, the triples of one subject together (a flag's node also holds its edge)."""
    by_subject: dict[str, list[Triple]] = {}
    for node in nodes:
        for triple in node:
            by_subject.setdefault(triple[0], []).append(triple)
    return [by_subject[subject] for subject in sorted(by_subject)]
