"""The constraints of SHACL Core, each for all value nodes at once.

A check is given the value nodes of many focus nodes and answers where it is not met, with the value
if the result has one. What counts as one result, and its value, is as in pySHACL.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
from rdflib.term import Node

from kg.validation.fast import terms
from kg.validation.fast.paths import Pairs, encode
from kg.validation.fast.table import Ids, Mask, Positions, Table, ranked, runs
from kg.validation.fast.values import Test, is_ordered, language_of


class Values:
    """The value nodes of some focus nodes (``nodes``, sorted and different)."""

    def __init__(self, nodes: Ids, pairs: Pairs) -> None:
        self.nodes = nodes
        self.pairs = pairs

    @cached_property
    def distinct(self) -> tuple[Ids, Positions]:
        """The different value nodes, and for each pair which of them it has."""
        return ranked(self.pairs.value)

    @cached_property
    def counts(self) -> Positions:
        """How many value nodes each focus node has."""
        return self.pairs.counts(len(self.nodes))


class Unmet(NamedTuple):
    """Where a check is not met: positions of focus nodes, and the value nodes if the results have some."""

    position: Positions
    value: Ids | None = None
    path: Node | None = None


class Context(Protocol):
    """What a check may ask for."""

    @property
    def table(self) -> Table:
        """The data."""

    def conforms(self, shape: Node, nodes: Ids) -> Mask:
        """Which of some nodes conform to a shape."""


Check = Callable[[Context, Values], Sequence[Unmet]]


def _for_each(judge: Callable[[Context, Ids], Mask]) -> Check:
    """A check that judges each value node by itself."""

    def check(context: Context, values: Values) -> Sequence[Unmet]:
        distinct, where = values.distinct
        fails = ~judge(context, distinct)[where]
        return [Unmet(values.pairs.position[fails], values.pairs.value[fails])]

    return check


def text_check(test: Test) -> Check:
    """Each value node passes a test of its text."""

    def judge(context: Context, nodes: Ids) -> Mask:
        texts = context.table.texts
        return np.fromiter((test(texts[n]) for n in nodes.tolist()), np.bool_, len(nodes))

    return _for_each(judge)


def class_check(class_: str) -> Check:
    """Each value node is an instance of a class."""
    return _for_each(lambda context, nodes: np.isin(nodes, context.table.instances(class_)))


def in_check(members: Sequence[str]) -> Check:
    """Each value node is in a list."""
    return _for_each(lambda context, nodes: np.isin(nodes, _numbers(context.table, members)))


def _numbers(table: Table, texts: Sequence[str]) -> Ids:
    return np.array([table.ids[text] for text in texts if text in table.ids], np.int32)


def shape_check(shape: Node, *, wanted: bool = True) -> Check:
    """Each value node conforms to a shape, or none does."""
    return _for_each(lambda context, nodes: context.conforms(shape, nodes) == wanted)


def count_shapes_check(shapes: Sequence[Node], least: int, most: int) -> Check:
    """Each value node conforms to so many of the shapes."""

    def judge(context: Context, nodes: Ids) -> Mask:
        met = sum((context.conforms(shape, nodes).astype(np.int64) for shape in shapes), np.zeros(len(nodes), np.int64))
        return (met >= least) & (met <= most)

    return _for_each(judge)


def count_check(least: int, most: int | None) -> Check:
    """Each focus node has so many value nodes."""

    def check(context: Context, values: Values) -> Sequence[Unmet]:
        counts = values.counts
        return [Unmet(np.flatnonzero((counts < least) if most is None else (counts > most)))]

    return check


def has_value_check(text: str) -> Check:
    """One of the value nodes is a given term."""

    def check(context: Context, values: Values) -> Sequence[Unmet]:
        has = np.zeros(len(values.nodes), np.bool_)
        has[values.pairs.position[np.isin(values.pairs.value, context.table.find(text))]] = True
        return [Unmet(np.flatnonzero(~has))]

    return check


def unique_language_check() -> Check:
    """No two value nodes have the same language: one result for each language that comes back."""

    def check(context: Context, values: Values) -> Sequence[Unmet]:
        texts = context.table.texts
        met: dict[tuple[int, str], int] = {}
        for position, value in zip(*(part.tolist() for part in values.pairs), strict=True):
            language = language_of(texts[value])
            if language:
                met[position, language] = met.get((position, language), 0) + 1
        return [Unmet(np.array([position for (position, _), n in met.items() if n > 1], np.int64))]

    return check


def equals_check(predicate: str) -> Check:
    """The value nodes are those of another property: one result for each that only one side has."""

    def check(context: Context, values: Values) -> Sequence[Unmet]:
        own = encode(*values.pairs)
        other = encode(*context.table.relation(predicate).follow(values.nodes))
        return [_of_keys(np.setxor1d(own, other, assume_unique=True))]

    return check


def disjoint_check(predicate: str) -> Check:
    """None of the value nodes is one of another property."""

    def check(context: Context, values: Values) -> Sequence[Unmet]:
        own = encode(*values.pairs)
        other = encode(*context.table.relation(predicate).follow(values.nodes))
        return [_of_keys(np.intersect1d(own, other, assume_unique=True))]

    return check


def _of_keys(keys: Positions) -> Unmet:
    return Unmet(keys >> 32, (keys & 0xFFFFFFFF).astype(np.int32))


def less_than_check(predicate: str, *, or_equal: bool) -> Check:
    """Each value node is less than each one of another property: one result for each pair that is not."""

    def check(context: Context, values: Values) -> Sequence[Unmet]:
        own, others = values.pairs, Pairs(*context.table.relation(predicate).follow(values.nodes))
        counts = others.counts(len(values.nodes))
        starts = np.cumsum(counts) - counts
        position = np.repeat(own.position, counts[own.position])
        first = np.repeat(own.value, counts[own.position])
        second = others.value[runs(starts[own.position], counts[own.position])]
        keys, where = ranked(encode(first.astype(np.int64), second))
        texts = context.table.texts
        fails = np.fromiter(
            (not is_ordered(texts[key >> 32], texts[key & 0xFFFFFFFF], or_equal=or_equal) for key in keys.tolist()),
            np.bool_,
            len(keys),
        )[where]
        return [Unmet(position[fails], first[fails])]

    return check


def closed_check(allowed: frozenset[str]) -> Check:
    """The value nodes have no other properties: one result for each triple that has another."""

    def check(context: Context, values: Values) -> Sequence[Unmet]:
        table, (distinct, where) = context.table, values.distinct
        unmet = []
        for predicate in table.predicates:
            if predicate in allowed:
                continue
            found = Pairs(*table.relation(predicate).follow(distinct))
            if predicate == terms.TYPE:
                keep = ~np.isin(found.value, table.find(terms.RESOURCE))
                found = Pairs(found.position[keep], found.value[keep])
            counts = found.counts(len(distinct))
            starts = np.cumsum(counts) - counts
            position = np.repeat(values.pairs.position, counts[where])
            value = found.value[runs(starts[where], counts[where])]
            unmet.append(Unmet(position, value, terms.to_node(predicate)))
        return unmet

    return check


def qualified_checks(shape: Node, siblings: Sequence[Node], least: int | None, most: int | None) -> tuple[Check, Check]:
    """At least, and at most, so many of the value nodes conform to a shape and to none of its siblings."""

    def conforming(context: Context, values: Values) -> Positions:
        distinct, where = values.distinct
        conforms = context.conforms(shape, distinct)
        for sibling in siblings:
            conforms = conforms & ~context.conforms(sibling, distinct)
        return np.bincount(values.pairs.position[conforms[where]], minlength=len(values.nodes))

    def at_least(context: Context, values: Values) -> Sequence[Unmet]:
        return [] if least is None else [Unmet(np.flatnonzero(conforming(context, values) < least))]

    def at_most(context: Context, values: Values) -> Sequence[Unmet]:
        return [] if most is None else [Unmet(np.flatnonzero(conforming(context, values) > most))]

    return at_least, at_most
