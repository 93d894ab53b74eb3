"""A graph as columns of numbers: every term has a number, every predicate two columns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from rdflib.term import Node

from kg.validation.fast import terms

#: Numbers of terms.
Ids = npt.NDArray[np.int32]
#: Positions in an array of terms.
Positions = npt.NDArray[np.int64]
#: One answer for each term of an array.
Mask = npt.NDArray[np.bool_]


Numbers = TypeVar("Numbers", Ids, Positions)


def no_ids() -> Ids:
    """No terms."""
    return np.empty(0, np.int32)


def no_positions() -> Positions:
    """No positions."""
    return np.empty(0, np.int64)


def distinct(numbers: Numbers) -> Numbers:
    """The different numbers, sorted; by sorting, since a hash table of a million is slow to reach."""
    if _is_rising(numbers):
        return numbers
    ordered = np.sort(numbers)
    return ordered[_starts(ordered)]


def ranked(numbers: Numbers) -> tuple[Numbers, Positions]:
    """The different numbers, sorted, and for each number which of them it is."""
    if _is_rising(numbers):
        return numbers, np.arange(len(numbers))
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    starts = _starts(ordered)
    where = np.empty(len(numbers), np.int64)
    where[order] = np.cumsum(starts) - 1
    return ordered[starts], where


def _is_rising(numbers: Any) -> bool:
    return len(numbers) < 2 or bool(np.all(numbers[1:] > numbers[:-1]))


def _starts(ordered: Any) -> Mask:
    """Where in sorted numbers a new one begins."""
    starts = np.ones(len(ordered), np.bool_)
    starts[1:] = ordered[1:] != ordered[:-1]
    return starts


def runs(starts: Positions, counts: Positions) -> Positions:
    """The positions of many runs, one after the other: starts 3, 9 and counts 2, 1 give 3, 4, 9."""
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    places: Positions = np.arange(total, dtype=np.int64) + np.repeat(starts - (ends - counts), counts)
    return places


class Relation:
    """The pairs (subject, object) of one predicate, sorted and each once."""

    def __init__(self, subjects: Ids, objects: Ids) -> None:
        keys = distinct(subjects.astype(np.int64) << 32 | objects)
        self.subjects: Ids = (keys >> 32).astype(np.int32)
        self.objects: Ids = (keys & 0xFFFFFFFF).astype(np.int32)

    @cached_property
    def inverse(self) -> Relation:
        """The pairs (object, subject)."""
        return Relation(self.objects, self.subjects)

    def follow(self, nodes: Ids) -> tuple[Positions, Ids]:
        """For each object of each node: the position of the node, and the object; in order."""
        starts = np.searchsorted(self.subjects, nodes, "left")
        counts = np.searchsorted(self.subjects, nodes, "right") - starts
        return np.repeat(np.arange(len(nodes)), counts), self.objects[runs(starts, counts)]

    def of(self, node: int) -> list[int]:
        """The objects of one node."""
        # Numbers of another size would make numpy copy the whole column.
        start, end = self.subjects.searchsorted(np.array([node, node + 1], np.int32)).tolist()
        found: list[int] = self.objects[start:end].tolist()
        return found

    def __len__(self) -> int:
        return len(self.subjects)


_NO_PAIRS = Relation(no_ids(), no_ids())


class Table:
    """The triples of all graphs together. What it holds is never changed."""

    def __init__(self, texts: list[str], ids: dict[str, int], columns: dict[str, tuple[Ids, Ids]]) -> None:
        """``texts`` are the terms in the order of their numbers, ``columns`` the pairs of each predicate."""
        self.texts = texts
        self.ids = ids
        self._columns = columns
        self._relations: dict[str, Relation] = {}
        self._nodes: dict[int, Node] = {}

    @property
    def predicates(self) -> tuple[str, ...]:
        """The texts of all predicates."""
        return tuple(self._columns)

    def relation(self, predicate: str) -> Relation:
        """The pairs of a predicate, none where the graph does not have it."""
        found = self._relations.get(predicate)
        if found is None:
            columns = self._columns.get(predicate)
            found = self._relations[predicate] = Relation(*columns) if columns else _NO_PAIRS
        return found

    def find(self, text: str) -> Ids:
        """The number of a term, or nothing where the graph does not have it."""
        number = self.ids.get(text)
        return no_ids() if number is None else np.array([number], np.int32)

    def with_terms(self, texts: Iterable[str]) -> Table:
        """The table, or one with the same triples that knows these terms too."""
        missing = sorted(set(texts) - self.ids.keys())
        if not missing:
            return self
        ids = dict(self.ids)
        for text in missing:
            ids[text] = len(self.texts) + len(ids) - len(self.ids)
        return Table([*self.texts, *missing], ids, self._columns)

    def with_triples(self, triples: Collection[tuple[str, str, str]]) -> Table:
        """A table that has these triples too; terms keep their numbers."""
        more = self.with_terms(term for subject, _, object_ in triples for term in (subject, object_))
        added: dict[str, list[tuple[int, int]]] = {}
        for subject, predicate, object_ in triples:
            added.setdefault(predicate, []).append((more.ids[subject], more.ids[object_]))
        columns = dict(self._columns)
        for predicate, pairs in added.items():
            own = columns.get(predicate, (no_ids(), no_ids()))
            new = np.array(pairs, np.int32)
            columns[predicate] = (np.concatenate([own[0], new[:, 0]]), np.concatenate([own[1], new[:, 1]]))
        return Table(more.texts, more.ids, columns)

    def node(self, number: int) -> Node:
        """A term as rdflib has it."""
        node = self._nodes.get(number)
        if node is None:
            node = self._nodes[number] = terms.to_node(self.texts[number])
        return node

    @property
    def classes(self) -> frozenset[str]:
        """The texts of all nodes that are said to be a type of something."""
        return frozenset(self.texts[number] for number in distinct(self.relation(terms.TYPE).objects).tolist())

    def open_nodes(self) -> frozenset[str]:
        """The texts of IRIs that some triple points to and no triple gives a type."""
        pointed = [distinct(self.relation(name).objects) for name in self._columns if name != terms.TYPE]
        typed = distinct(self.relation(terms.TYPE).subjects)
        numbers = np.setdiff1d(distinct(np.concatenate([no_ids(), *pointed])), typed, assume_unique=True)
        return frozenset(
            text for number in numbers.tolist() if (text := self.texts[number])[:1] == "<" and text[1] != "_"
        )

    def instances(self, class_: str) -> Ids:
        """The nodes of a class or of a subclass of it, sorted."""
        types, subclass_of = self.relation(terms.TYPE), self.relation(terms.SUBCLASS_OF)
        known = classes = self.find(class_)
        while len(classes):
            classes = np.setdiff1d(subclass_of.inverse.follow(classes)[1], known)
            known = np.union1d(known, classes)
        return distinct(types.inverse.follow(known)[1])

    def triples(self) -> Iterator[tuple[int, str, int]]:
        """All triples, by the numbers of subject and object and the text of the predicate."""
        for predicate in self._columns:
            relation = self.relation(predicate)
            for subject, object_ in zip(relation.subjects.tolist(), relation.objects.tolist(), strict=True):
                yield subject, predicate, object_

    def __len__(self) -> int:
        return sum(len(self.relation(predicate)) for predicate in self._columns)
