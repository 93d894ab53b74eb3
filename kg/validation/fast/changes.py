"""Which focus nodes of a shape changed triples may concern: only these need to be checked again.

The results for a focus node depend on nothing but the triples that its shape reads on the way from it.
So the way is gone backward, from each changed triple over all triples of before and after, to the
focus nodes that it can be read from. The answer may hold too many nodes, never too few.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from rdflib.term import Node

from kg.validation.fast import terms
from kg.validation.fast.constraints import INSTANCE
from kg.validation.fast.paths import Alternative, Path, Repeated, Sequence, Step
from kg.validation.fast.queries import walks
from kg.validation.fast.shapes import Shape, Targets
from kg.validation.fast.table import Ids, Table, no_ids

Triple = tuple[str, str, str]


class Changes:
    """Triples that came or went, beside the table of what is there now."""

    def __init__(self, table: Table, triples: Collection[Triple], shapes: Mapping[Node, Shape]) -> None:
        """``triples`` are the texts of the terms, see :mod:`.terms`."""
        self._table = table.with_triples(triples)
        self._shapes = shapes
        self._concerned: dict[Node, Ids] = {}
        ends: dict[str, tuple[set[int], set[int]]] = {}
        for subject, predicate, object_ in triples:
            subjects, objects = ends.setdefault(predicate, (set(), set()))
            subjects.add(self._table.ids[subject])
            objects.add(self._table.ids[object_])
        self._ends = {predicate: (_sorted(one), _sorted(other)) for predicate, (one, other) in ends.items()}

    def choose(self, shape: Shape, nodes: Ids) -> Ids:
        """Those of the focus nodes of a shape that must be checked again."""
        if not self._ends:
            return no_ids()
        parts = [self._of_shape(shape), self._of_targets(shape.targets)]
        for query in shape.queries:
            paths = None if query.plan is None else walks(query.plan)
            if paths is None:
                return nodes  # what the query reads is not known
            parts += [self._before(path, no_ids()) for path in paths]
        return np.intersect1d(nodes, np.concatenate(parts))

    def _of_targets(self, targets: Targets) -> Ids:
        paths: list[Path] = [INSTANCE] if targets.classes else []
        paths += [Step(predicate) for predicate in targets.subjects_of]
        paths += [Step(predicate, is_inverse=True) for predicate in targets.objects_of]
        return _together([self._before(path, no_ids()) for path in paths])

    def _of_shape(self, shape: Shape) -> Ids:
        """The nodes for which the shape may read a changed triple."""
        found = self._concerned.get(shape.node)
        if found is None:
            at_values = [self._of_shape(self._shapes[node]) for node in shape.properties]
            at_focus = []
            for constraint in shape.constraints:
                reads = constraint.reads
                at_values += [self._of_shape(self._shapes[node]) for node in reads.shapes]
                at_values += [self._before(path, no_ids()) for path in reads.at_values]
                at_values += [subjects for subjects, _ in self._ends.values()] if reads.all_values else []
                at_focus += [self._before(path, no_ids()) for path in reads.at_focus]
            values = _together(at_values)
            at_focus.append(values if shape.path is None else self._before(shape.path, values))
            found = self._concerned[shape.node] = _together(at_focus)
        return found

    def _before(self, path: Path, ends: Ids) -> Ids:
        """The nodes from which a path may read a changed triple, or lead to one of some nodes."""
        if isinstance(path, Step):
            relation = self._table.relation(path.predicate)
            subjects, objects = self._ends.get(path.predicate, (no_ids(), no_ids()))
            if path.is_inverse:
                return _together([objects, relation.follow(ends)[1]])
            return _together([subjects, relation.inverse.follow(ends)[1]] if len(ends) else [subjects])
        if isinstance(path, Sequence):
            for part in reversed(path.parts):
                ends = self._before(part, ends)
            return ends
        if isinstance(path, Alternative):
            return _together([self._before(part, ends) for part in path.parts])
        assert isinstance(path, Repeated)
        found = _sorted(ends.tolist())
        while len(more := _together([found, self._before(path.part, found)])) > len(found):
            found = more
        return found


def triple_of(line: str) -> Triple:
    """The triple of an N-Quads line as this project writes it."""
    subject, predicate, rest = line.split(" ", 2)
    end = rest.index(" ", rest.rindex('"') if rest[0] == '"' else 0)
    return terms.canonical(subject), terms.canonical(predicate), terms.canonical(rest[:end])


def _sorted(numbers: Collection[int]) -> Ids:
    return np.array(sorted(numbers), np.int32)


def _together(parts: Collection[Ids]) -> Ids:
    return np.unique(np.concatenate([no_ids(), *parts]))
