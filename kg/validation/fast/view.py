"""A table as an rdflib graph that can be read and queried, and not changed."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from rdflib.plugins.stores.memory import SimpleMemory
from rdflib.term import Node

from kg.validation.data import QuickGraph
from kg.validation.fast import terms
from kg.validation.fast.table import Table

_Triple = tuple[Node, Node, Node]


class View(QuickGraph):
    """The triples of a table, with the terms that pySHACL is given."""

    def __init__(self, table: Table) -> None:
        super().__init__(store=_TableStore(table))


class _TableStore(SimpleMemory):
    #: There is one graph, whichever is asked for; pySHACL wants a store that can tell graphs apart.
    context_aware = graph_aware = True

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def triples(self, triple: Any, context: Any = None) -> Iterator[tuple[_Triple, Generator[None, None, None]]]:
        """The triples that match a pattern, None matching anything."""
        subject, predicate, object_ = triple
        table = self._table
        predicates = table.predicates if predicate is None else (terms.of_node(predicate),)
        for text in predicates:
            name = terms.to_node(text)
            for first, second in self._pairs(text, subject, object_):
                yield (table.node(first), name, table.node(second)), _no_contexts()

    def _pairs(self, predicate: str, subject: Node | None, object_: Node | None) -> Iterator[tuple[int, int]]:
        table = self._table
        relation = table.relation(predicate)
        if subject is not None:
            first = table.ids.get(terms.of_node(subject))
            if first is None:
                return
            values = relation.of(first)
            if object_ is None:
                yield from ((first, value) for value in values)
            elif table.ids.get(terms.of_node(object_)) in values:
                yield first, table.ids[terms.of_node(object_)]
        elif object_ is not None:
            second = table.ids.get(terms.of_node(object_))
            if second is not None:
                yield from ((value, second) for value in relation.inverse.of(second))
        else:
            yield from zip(relation.subjects.tolist(), relation.objects.tolist(), strict=True)

    def __len__(self, context: Any = None) -> int:
        return len(self._table)

    def add(self, triple: Any, context: Any, quoted: bool = False) -> None:
        """Refused: the graph is read only."""
        raise TypeError("this graph is read only")

    def remove(self, triple_pattern: Any, context: Any = None) -> None:
        """Refused: the graph is read only."""
        raise TypeError("this graph is read only")


def _no_contexts() -> Generator[None, None, None]:
    yield from ()
