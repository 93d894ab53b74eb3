"""Which constraint of SHACL becomes which check: the kinds that the fast engine knows.

:data:`BUILDERS` has one entry for each parameter. A parameter that is not there, or whose value is not
what it must be, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rdflib import Literal, URIRef
from rdflib.term import Node

from kg.terms import SH
from kg.validation.fast import checks, values
from kg.validation.fast.checks import Check
from kg.validation.fast.paths import Path, Repeated, Sequence, Step
from kg.validation.fast.source import Source
from kg.validation.fast.terms import SUBCLASS_OF, TYPE, of_node

#: What a shape may say besides constraints; none of it finds anything by itself.
SILENT = frozenset(
    {
        SH.path, SH.message, SH.severity, SH.deactivated, SH.name, SH.description, SH.order, SH.group,
        SH.defaultValue, SH.targetClass, SH.targetNode, SH.targetSubjectsOf, SH.targetObjectsOf,
        # read together with sh:pattern and sh:qualifiedValueShape
        SH.flags, SH.qualifiedMinCount, SH.qualifiedMaxCount, SH.qualifiedValueShapesDisjoint,
    }
)  # fmt: skip

INSTANCE = Sequence((Step(TYPE), Repeated(Step(SUBCLASS_OF), may_be_none=True, may_be_many=True)))


class Reads(NamedTuple):
    """Which triples a check depends on, besides those on the path to its value nodes.

    Paths that are followed from each value node or from the focus node, shapes that value nodes are
    held against; ``all_values`` stands for every triple of a value node.
    """

    at_values: tuple[Path, ...] = ()
    at_focus: tuple[Path, ...] = ()
    shapes: tuple[Node, ...] = ()
    all_values: bool = False


class Built(NamedTuple):
    """One constraint: the component that its results name, the check, and what it reads."""

    component: URIRef
    check: Check
    reads: Reads = Reads()


Builder = Callable[[Source], Iterator[Built]]


def _of_focus(predicate: URIRef) -> Reads:
    return Reads(at_focus=(Step(of_node(predicate)),))


def _class(source: Source) -> Iterator[Built]:
    for class_ in source.iris(SH["class"]):
        reads = Reads(at_values=(INSTANCE,))
        yield Built(SH.ClassConstraintComponent, checks.class_check(of_node(class_)), reads)


def _datatype(source: Source) -> Iterator[Built]:
    source.one(SH.datatype)
    for datatype in source.iris(SH.datatype):
        yield Built(SH.DatatypeConstraintComponent, checks.text_check(values.datatype_test(datatype)))


def _node_kind(source: Source) -> Iterator[Built]:
    kind = source.one(SH.nodeKind)
    if not isinstance(kind, URIRef) or kind not in values.KINDS:
        raise source.refuse(SH.nodeKind)
    test = values.kind_test(kind, blank_nodes_are_named=source.blank_nodes_are_named)
    yield Built(SH.NodeKindConstraintComponent, checks.text_check(test))


def _min_count(source: Source) -> Iterator[Built]:
    source.only_with_path(SH.minCount)
    yield Built(SH.MinCountConstraintComponent, checks.count_check(source.whole(SH.minCount), None))


def _max_count(source: Source) -> Iterator[Built]:
    source.only_with_path(SH.maxCount)
    yield Built(SH.MaxCountConstraintComponent, checks.count_check(0, source.whole(SH.maxCount)))


def _pattern(source: Source) -> Iterator[Built]:
    flags = "".join(source.text(SH.flags, value) for value in source.all(SH.flags))
    if len(source.all(SH.flags)) > 1 or set(flags) - {"i", "m"}:
        raise source.refuse(SH.flags)
    for pattern in source.all(SH.pattern):
        try:
            test = values.pattern_test(source.text(SH.pattern, pattern), flags)
        except re.error as error:
            raise source.refuse(SH.pattern) from error
        yield Built(SH.PatternConstraintComponent, checks.text_check(_of_text(source, test)))


def _of_text(source: Source, test: values.Test) -> values.Test:
    return test if source.blank_nodes_are_named else values.not_blank(test)


def _length(parameter: URIRef, component: URIRef) -> Builder:
    def build(source: Source) -> Iterator[Built]:
        length = source.whole(parameter)
        test = _of_text(source, values.length_test(parameter, length))
        # pySHACL lets a blank node pass where the least length is 0
        yield Built(component, checks.text_check(test if length else values.length_test(parameter, length)))

    return build


def _language_in(source: Source) -> Iterator[Built]:
    members = source.members(SH.languageIn, source.one(SH.languageIn))
    ranges = frozenset(source.text(SH.languageIn, member).lower() for member in members)
    yield Built(SH.LanguageInConstraintComponent, checks.text_check(values.language_test(ranges)))


def _unique_lang(source: Source) -> Iterator[Built]:
    source.only_with_path(SH.uniqueLang)
    if source.truth(SH.uniqueLang):
        yield Built(SH.UniqueLangConstraintComponent, checks.unique_language_check())


def _bound(parameter: URIRef, component: URIRef) -> Builder:
    def build(source: Source) -> Iterator[Built]:
        for bound in source.all(parameter):
            if not isinstance(bound, Literal):
                raise source.refuse(parameter)
            yield Built(component, checks.text_check(values.bound_test(parameter, bound)))

    return build


def _in(source: Source) -> Iterator[Built]:
    members = [of_node(member) for member in source.members(SH["in"], source.one(SH["in"]))]
    yield Built(SH.InConstraintComponent, checks.in_check(members))


def _has_value(source: Source) -> Iterator[Built]:
    for value in source.all(SH.hasValue):
        yield Built(SH.HasValueConstraintComponent, checks.has_value_check(of_node(value)))


def _equals(source: Source) -> Iterator[Built]:
    for other in source.iris(SH.equals):
        yield Built(SH.EqualsConstraintComponent, checks.equals_check(of_node(other)), _of_focus(other))


def _disjoint(source: Source) -> Iterator[Built]:
    for other in source.iris(SH.disjoint):
        yield Built(SH.DisjointConstraintComponent, checks.disjoint_check(of_node(other)), _of_focus(other))


def _less_than(parameter: URIRef, component: URIRef, *, or_equal: bool) -> Builder:
    def build(source: Source) -> Iterator[Built]:
        source.only_with_path(parameter)
        for other in source.iris(parameter):
            yield Built(component, checks.less_than_check(of_node(other), or_equal=or_equal), _of_focus(other))

    return build


def _not(source: Source) -> Iterator[Built]:
    for shape in source.all(SH["not"]):
        yield Built(SH.NotConstraintComponent, checks.shape_check(shape, wanted=False), Reads(shapes=(shape,)))


def _node(source: Source) -> Iterator[Built]:
    for shape in source.all(SH.node):
        if source.nodes[shape]:
            raise source.refuse(SH.node)
        yield Built(SH.NodeConstraintComponent, checks.shape_check(shape), Reads(shapes=(shape,)))


def _of_list(parameter: URIRef, component: URIRef) -> Builder:
    def build(source: Source) -> Iterator[Built]:
        for members in source.all(parameter):
            shapes = source.members(parameter, members)
            if not shapes:
                raise source.refuse(parameter)
            least = len(shapes) if parameter == SH["and"] else 1
            most = 1 if parameter == SH.xone else len(shapes)
            yield Built(component, checks.count_shapes_check(shapes, least, most), Reads(shapes=tuple(shapes)))

    return build


def _closed(source: Source) -> Iterator[Built]:
    if source.truth(SH.closed):
        allowed: set[Node] = set()
        for shape in source.all(SH.property):
            allowed |= set(source.shapes.objects(shape, SH.path))
        for members in source.all(SH.ignoredProperties):
            allowed |= set(source.members(SH.ignoredProperties, members))
        texts = frozenset(of_node(predicate) for predicate in allowed if isinstance(predicate, URIRef))
        yield Built(SH.ClosedConstraintComponent, checks.closed_check(texts), Reads(all_values=True))


def _ignored_properties(source: Source) -> Iterator[Built]:
    if not source.all(SH.closed):
        raise source.refuse(SH.ignoredProperties)
    yield from ()


def _qualified(source: Source) -> Iterator[Built]:
    source.only_with_path(SH.qualifiedValueShape)
    least = source.whole(SH.qualifiedMinCount) if source.all(SH.qualifiedMinCount) else None
    most = source.whole(SH.qualifiedMaxCount) if source.all(SH.qualifiedMaxCount) else None
    if least is None and most is None:
        raise source.refuse(SH.qualifiedValueShape)
    is_disjoint = bool(source.all(SH.qualifiedValueShapesDisjoint)) and source.truth(SH.qualifiedValueShapesDisjoint)
    for shape in source.all(SH.qualifiedValueShape):
        siblings = sorted(_siblings(source, shape), key=str) if is_disjoint else []
        at_least, at_most = checks.qualified_checks(shape, siblings, least, most)
        reads = Reads(shapes=(shape, *siblings))
        yield Built(SH.QualifiedMinCountConstraintComponent, at_least, reads)
        yield Built(SH.QualifiedMaxCountConstraintComponent, at_most, reads)


def _siblings(source: Source, shape: Node) -> set[Node]:
    g = source.shapes
    return {
        other
        for owner in g.subjects(SH.property, source.node)
        for neighbour in g.objects(owner, SH.property)
        for other in g.objects(neighbour, SH.qualifiedValueShape)
    } - {shape}


#: Parameter -> what reads it. sh:property and sh:sparql are read with the shape itself.
BUILDERS: dict[Node, Builder] = {
    SH["class"]: _class,
    SH.datatype: _datatype,
    SH.nodeKind: _node_kind,
    SH.minCount: _min_count,
    SH.maxCount: _max_count,
    SH.pattern: _pattern,
    SH.minLength: _length(SH.minLength, SH.MinLengthConstraintComponent),
    SH.maxLength: _length(SH.maxLength, SH.MaxLengthConstraintComponent),
    SH.languageIn: _language_in,
    SH.uniqueLang: _unique_lang,
    SH.minExclusive: _bound(SH.minExclusive, SH.MinExclusiveConstraintComponent),
    SH.minInclusive: _bound(SH.minInclusive, SH.MinInclusiveConstraintComponent),
    SH.maxExclusive: _bound(SH.maxExclusive, SH.MaxExclusiveConstraintComponent),
    SH.maxInclusive: _bound(SH.maxInclusive, SH.MaxInclusiveConstraintComponent),
    SH["in"]: _in,
    SH.hasValue: _has_value,
    SH.equals: _equals,
    SH.disjoint: _disjoint,
    SH.lessThan: _less_than(SH.lessThan, SH.LessThanConstraintComponent, or_equal=False),
    SH.lessThanOrEquals: _less_than(SH.lessThanOrEquals, SH.LessThanOrEqualsConstraintComponent, or_equal=True),
    SH["not"]: _not,
    SH.node: _node,
    SH["and"]: _of_list(SH["and"], SH.AndConstraintComponent),
    SH["or"]: _of_list(SH["or"], SH.OrConstraintComponent),
    SH.xone: _of_list(SH.xone, SH.XoneConstraintComponent),
    SH.closed: _closed,
    SH.ignoredProperties: _ignored_properties,
    SH.qualifiedValueShape: _qualified,
}
