"""SHACL property paths: read from the shapes, and followed for many nodes at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from rdflib import BNode, Graph, URIRef
from rdflib.term import Node

from kg.terms import RDF, SH
from kg.validation.fast import terms
from kg.validation.fast.table import Ids, Positions, Table, distinct, no_ids, no_positions, ranked, runs

#: Where pySHACL gives up on a path.
_DEEPEST = 10

#: Makes the error for a part of a shape that is not known.
Refuse = Callable[[str], Exception]


class Pairs(NamedTuple):
    """Value nodes of many nodes: the position of the node and the value, sorted, each pair once."""

    position: Positions
    value: Ids

    def counts(self, nodes: int) -> Positions:
        """How many values each of so many nodes has."""
        return np.bincount(self.position, minlength=nodes)


@dataclass(frozen=True, slots=True)
class Step:
    """One predicate, forward or backward."""

    predicate: str
    is_inverse: bool = False


@dataclass(frozen=True, slots=True)
class Sequence:
    """Parts one after the other."""

    parts: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Any of the parts."""

    parts: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """A part zero times or once, or one or more times, or any number of times."""

    part: Path
    may_be_none: bool
    may_be_many: bool


Path = Step | Sequence | Alternative | Repeated

_REPEATS = ((SH.zeroOrMorePath, True, True), (SH.oneOrMorePath, False, True), (SH.zeroOrOnePath, True, False))


def read_path(shapes: Graph, node: Node, refuse: Refuse, depth: int = 0) -> Path:
    """The path that a node of the shapes graph describes; ``refuse`` makes the error for an unknown one.

    ``depth`` counts as pySHACL does, which gives up at :data:`_DEEPEST`.
    """
    if isinstance(node, URIRef):
        return Step(terms.of_node(node))
    facts = list(shapes.predicate_objects(node))
    if not isinstance(node, BNode) or depth >= _DEEPEST:
        raise refuse("path")
    if {predicate for predicate, _ in facts} == {RDF.first, RDF.rest}:
        return Sequence(_sequence(shapes, node, refuse, depth))
    if len(facts) != 1:
        raise refuse("path")
    predicate, inner = facts[0]
    if predicate == SH.inversePath and isinstance(inner, URIRef):
        return Step(terms.of_node(inner), is_inverse=True)
    if predicate == SH.alternativePath:
        parts = tuple(read_path(shapes, part, refuse, depth + 1) for part in read_list(shapes, inner, refuse))
        if len(parts) < 2:
            raise refuse("path")
        return Alternative(parts)
    for name, may_be_none, may_be_many in _REPEATS:
        if predicate == name:
            return Repeated(read_path(shapes, inner, refuse, depth + 1), may_be_none, may_be_many)
    raise refuse("path")


def _sequence(shapes: Graph, node: Node, refuse: Refuse, depth: int) -> tuple[Path, ...]:
    members = read_list(shapes, node, refuse)
    if len(members) < 2 or depth + len(members) > _DEEPEST:
        raise refuse("path")
    return tuple(read_path(shapes, part, refuse, depth + 1 + n) for n, part in enumerate(members))


def read_list(shapes: Graph, node: Node, refuse: Refuse) -> list[Node]:
    """The members of a well-formed RDF list."""
    members: list[Node] = []
    seen: set[Node] = set()
    while node != RDF.nil:
        first, rest = list(shapes.objects(node, RDF.first)), list(shapes.objects(node, RDF.rest))
        if len(first) != 1 or len(rest) != 1 or node in seen or not isinstance(node, BNode):
            raise refuse("list")
        seen.add(node)
        members.append(first[0])
        node = rest[0]
    return members


def follow(table: Table, path: Path, nodes: Ids) -> Pairs:
    """The value nodes of each of these nodes, which are sorted and different."""
    if isinstance(path, Step):
        relation = table.relation(path.predicate)
        return Pairs(*(relation.inverse if path.is_inverse else relation).follow(nodes))
    if isinstance(path, Sequence):
        found = follow(table, path.parts[0], nodes)
        for part in path.parts[1:]:
            found = _onward(table, part, found)
        return found
    if isinstance(path, Alternative):
        return _union(*(follow(table, part, nodes) for part in path.parts))
    itself = Pairs(np.arange(len(nodes)), nodes) if path.may_be_none else Pairs(no_positions(), no_ids())
    found = fresh = follow(table, path.part, nodes)
    while path.may_be_many and len(fresh.value):
        fresh = _without(_onward(table, path.part, fresh), found)
        found = _union(found, fresh)
    return _union(found, itself)


def _onward(table: Table, path: Path, pairs: Pairs) -> Pairs:
    """The values of a path from the values of these pairs, for the nodes that the pairs are of."""
    values, where = ranked(pairs.value)
    return joined(pairs.position, where, follow(table, path, values))


def joined(position: Positions, where: Positions, onward: Pairs) -> Pairs:
    """For each i the values of node ``where[i]`` of ``onward``, at ``position[i]``."""
    counts = onward.counts(int(where.max()) + 1 if len(where) else 0)
    starts = np.cumsum(counts) - counts
    return _distinct(np.repeat(position, counts[where]), onward.value[runs(starts[where], counts[where])])


def _distinct(position: Positions, value: Ids) -> Pairs:
    return _decode(distinct(encode(position, value)))


def encode(position: Positions, value: Ids) -> Positions:
    """One number for each pair."""
    return position << 32 | value


def _decode(keys: Positions) -> Pairs:
    return Pairs(keys >> 32, (keys & 0xFFFFFFFF).astype(np.int32))


def _union(*several: Pairs) -> Pairs:
    return _distinct(np.concatenate([p.position for p in several]), np.concatenate([p.value for p in several]))


def _without(pairs: Pairs, others: Pairs) -> Pairs:
    return _decode(np.setdiff1d(encode(*pairs), encode(*others), assume_unique=True))
