"""Two methods, or all methods of a benchmark: where they compare, and where they only seem to.

Every verdict stands inside one comparison group. Where a group holds one of two methods only, the
nearest results of the other are shown with what keeps them apart: the fewest conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from kg.comparability.reasons import Difference, differences, is_variant
from kg.comparability.records import Graph, Reader, Recorded, page_order
from kg.comparability.verdicts import Label, Pair, Placed, paired, ranking
from kg.errors import KgError
from kg.terms import LB


@dataclass(frozen=True, slots=True)
class Meeting:
    """A comparison group in which both methods stand, each pair of results once.

    ``left_out`` are results of the two that take no part (copies, excluded ones); where nothing
    else of one of them stands in the group, there is no pair.
    """

    group: str
    label: str
    pairs: tuple[Pair, ...]
    left_out: tuple[Recorded, ...] = ()

    def turned(self) -> Meeting:
        """The same meeting, seen from the other side."""
        pairs = sorted((pair.turned() for pair in self.pairs), key=_pair_order)
        return replace(self, pairs=tuple(pairs))


@dataclass(frozen=True, slots=True)
class Apart:
    """Two results that look comparable and are not, with all that keeps them apart."""

    a: Recorded
    b: Recorded
    differences: tuple[Difference, ...]

    def turned(self) -> Apart:
        """The same two, seen from the other side."""
        return Apart(self.b, self.a, tuple(each.turned() for each in self.differences))


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two methods side by side. There is no overall winner: groups do not add up."""

    a: str
    a_label: str
    b: str
    b_label: str
    meetings: tuple[Meeting, ...]
    apart: tuple[Apart, ...]
    a_count: int
    b_count: int

    def turned(self) -> SideBySide:
        """The same comparison, seen from the other side."""
        return SideBySide(
            self.b,
            self.b_label,
            self.a,
            self.a_label,
            tuple(meeting.turned() for meeting in self.meetings),
            tuple(sorted((each.turned() for each in self.apart), key=_apart_order)),
            self.b_count,
            self.a_count,
        )


@dataclass(frozen=True, slots=True)
class Group:
    """One comparison group with its members in order; ``why`` says why they are not ranked."""

    group: str
    label: str
    members: tuple[Placed, ...]
    why: str = ""

    @property
    def first(self) -> Recorded:
        """A result that stands for the group's conditions."""
        return min((member.result for member in self.members), key=page_order)


@dataclass(frozen=True, slots=True)
class OnBenchmark:
    """All comparison groups of one benchmark (or family), and what keeps them apart."""

    benchmark: str
    label: str
    groups: tuple[Group, ...]
    apart: tuple[Apart, ...]
    parts: int = 0


def compare_methods(
    graph: Graph,
    a: str,
    b: str,
    *,
    benchmarks: Sequence[str] = (),
    metric: str | None = None,
) -> SideBySide:
    """Two methods (IRIs) side by side, on some benchmarks and by one metric where they are given."""
    if a == b:
        raise KgError(f"{graph.label(a)} is one method: name two")
    reader = Reader(graph)
    ours, theirs = (_chosen(reader.of(LB.method, each), benchmarks, metric) for each in (a, b))
    meetings: list[Meeting] = []
    unranked: list[Apart] = []
    shared: set[str] = set()
    theirs_by_group = _by_group(theirs)
    for group, own in _by_group(ours).items():
        others = theirs_by_group.get(group, ())
        pairs = [pair for x, y in product(_taking_part(own), _taking_part(others)) if (pair := paired(x, y))]
        if not others:
            continue
        shared.add(group)
        told = differences(own[0], others[0], graph.label)
        if told:
            unranked.append(Apart(own[0], others[0], told))
        else:
            left = sorted((result for result in (*own, *others) if result.left_out), key=page_order)
            meetings.append(Meeting(group, graph.label(group), tuple(sorted(pairs, key=_pair_order)), tuple(left)))
    apart = [*unranked, *_nearest(ours, theirs, shared, graph.label)]
    return SideBySide(
        a,
        graph.label(a),
        b,
        graph.label(b),
        tuple(sorted(meetings, key=_meeting_order)),
        tuple(sorted(apart, key=_apart_order)),
        len(ours),
        len(theirs),
    )


def compare_benchmark(
    graph: Graph, benchmark: str, benchmarks: Sequence[str], *, metric: str | None = None, parts: int = 0
) -> OnBenchmark:
    """All comparison groups on some benchmarks, each with its members in order."""
    reader = Reader(graph)
    results = _chosen((r for each in benchmarks for r in reader.of(LB.benchmark, each)), (), metric)
    groups = []
    for group, members in _by_group(results).items():
        ordered = ranking(members)
        told = differences(members[0], members[0], graph.label)
        why = "; ".join(each.why or each.said for each in told)
        groups.append(Group(group, graph.label(group), ordered, why))
    groups.sort(key=lambda group: page_order(group.first))
    firsts = [group.first for group in groups]
    apart = _nearest(firsts, firsts, set(), graph.label)
    once = {frozenset((each.a.iri, each.b.iri)): each for each in reversed(apart)}
    return OnBenchmark(
        benchmark, graph.label(benchmark), tuple(groups), tuple(sorted(once.values(), key=_apart_order)), parts
    )


def _chosen(results: Iterable[Recorded], benchmarks: Sequence[str], metric: str | None) -> tuple[Recorded, ...]:
    return tuple(
        result
        for result in results
        if (not benchmarks or result.benchmark.key in benchmarks) and metric in (None, result.metric.key)
    )


def _by_group(results: Iterable[Recorded]) -> dict[str, tuple[Recorded, ...]]:
    found: dict[str, tuple[Recorded, ...]] = {}
    for result in results:
        found[result.group] = (*found.get(result.group, ()), result)
    return found


def _taking_part(results: Iterable[Recorded]) -> list[Recorded]:
    return [result for result in results if not result.left_out]


def _nearest(ours: Sequence[Recorded], theirs: Sequence[Recorded], shared: set[str], label: Label) -> list[Apart]:
    """For each group that one side lacks, the other side's look-alikes that the fewest conditions keep apart."""
    own, other = ({r.group: r for r in reversed(side)} for side in (ours, theirs))
    found: dict[tuple[str, str], Apart] = {}
    for side, opposite, turn in ((own, other, False), (other, own, True)):
        for group, result in side.items():
            if group in shared:
                continue
            near: list[Apart] = []
            for candidate in opposite.values():
                if candidate.group == group or not look_alike(result, candidate):
                    continue
                a, b = (candidate, result) if turn else (result, candidate)
                near.append(Apart(a, b, differences(a, b, label)))
            fewest = min((len(each.differences) for each in near), default=0)
            for each in near:
                if len(each.differences) == fewest:
                    found[each.a.iri, each.b.iri] = each
    return list(found.values())


def look_alike(one: Recorded, other: Recorded) -> bool:
    """True for results that a reader might compare: one data set or family, or one task and measure."""
    a, b = one.benchmark, other.benchmark
    if a.key == b.key or a.family == b.family or set(a.datasets) & set(b.datasets):
        return True
    measure = one.metric.key == other.metric.key or is_variant(one.metric, other.metric)
    return measure and bool(set(a.tasks) & set(b.tasks))


def _pair_order(pair: Pair) -> tuple[object, ...]:
    return (*sorted((page_order(pair.a), page_order(pair.b))), pair.a.iri)


def _meeting_order(meeting: Meeting) -> tuple[object, ...]:
    results = [*(side for pair in meeting.pairs for side in (pair.a, pair.b)), *meeting.left_out]
    return (min(map(page_order, results)), meeting.group)


def _apart_order(each: Apart) -> tuple[object, ...]:
    return (len(each.differences), *sorted((page_order(each.a), page_order(each.b))), each.a.iri)
