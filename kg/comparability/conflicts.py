"""One method with several values under the same conditions: real disagreement, copies, reruns.

Nothing is resolved: all values are listed with their sources. Values that are one value told
again (equal in the canonical unit) or told shorter (rounded) are kept apart from disagreement,
and so is a rerun by others, which is paired with what it reruns. Where a condition is not recorded,
different values may be a conflict or not: they are listed as undecided, and nothing is made of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import combinations

from kg.comparability.reasons import Difference, differences
from kg.comparability.records import Graph, Reader, Recorded, page_order
from kg.comparability.verdicts import Label, goodness
from kg.model import Status, Unit
from kg.normalise.values import EXACT, converted
from kg.terms import LB

SUPERSEDED = "Superseded"
RERUNS = (Status.INDEPENDENTLY_REPRODUCED, Status.REPRODUCTION_FAILED)


class Kind(StrEnum):
    """What several values of one method in one group are to each other."""

    DISAGREEMENT = "disagreement"
    ROUNDED = "rounded"
    SAME_VALUE = "same value"
    SUPERSEDED = "superseded"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Several results of one method in one comparison group.

    ``spread`` is the greatest distance of two values, in ``unit``: the canonical one, or where the
    group has none, the unit that all of them print (None: not known).
    """

    kind: Kind
    group: str
    label: str
    results: tuple[Recorded, ...]
    spread: Decimal
    unit: Unit | None

    @property
    def method_label(self) -> str:
        """The name of the method."""
        return self.results[0].method_label

    @property
    def sources(self) -> int:
        """How many leaderboards and reporting papers the values come from."""
        return len({(result.board.iri, result.paper) for result in self.results})


@dataclass(frozen=True, slots=True)
class Rerun:
    """A rerun by others beside what it reruns (None: that is not recorded here).

    ``change`` is signed by the metric's direction: above zero, the rerun is the better one. It is
    None where the two are not comparable; then ``differences`` say why.
    """

    rerun: Recorded
    original: Recorded | None
    change: Decimal | None
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Copy:
    """A copied value beside the value that it is a copy of; ``is_equal`` is None where that is not recorded."""

    copy: Recorded
    original: Recorded | None
    is_equal: bool | None


@dataclass(frozen=True, slots=True)
class Undecided:
    """Different values of one method on one benchmark, which may or may not hold for the same conditions.

    ``missing`` names the conditions that are not recorded ("settings", "version", "split"), ``spread``
    is the greatest distance of two values that nothing recorded keeps apart, in ``unit``.
    """

    results: tuple[Recorded, ...]
    missing: tuple[str, ...]
    spread: Decimal
    unit: Unit | None


@dataclass(frozen=True, slots=True)
class Conflicts:
    """What was found; ``more_than`` is the least spread that was asked for, in the canonical unit."""

    conflicts: tuple[Conflict, ...]
    reruns: tuple[Rerun, ...]
    copies: tuple[Copy, ...]
    undecided: tuple[Undecided, ...] = ()
    more_than: Decimal | None = None

    def of(self, kind: Kind) -> tuple[Conflict, ...]:
        """The conflicts of one kind."""
        return tuple(conflict for conflict in self.conflicts if conflict.kind is kind)


def find_conflicts(
    graph: Graph, *, method: str | None = None, benchmarks: Sequence[str] = (), more_than: Decimal | None = None
) -> Conflicts:
    """All conflicts of a graph, or those of one method (IRI) or on some benchmarks.

    ``more_than`` keeps disagreements and undecided values whose spread is greater, in the canonical unit.
    """
    reader = Reader(graph)
    results = _several(graph, reader, method, benchmarks)
    copies = [result for result in results if result.status is Status.COPIED or result.copied_from]
    reruns = [result for result in results if result.status in RERUNS]
    copied, rerun = ({result.iri for result in each} for each in (copies, reruns))
    own = [result for result in results if result.iri not in copied | rerun]
    live = [result for result in own if SUPERSEDED not in result.excluded]
    found = [_conflict(group, same, graph.label) for group, same in (*_grouped(live), *_grouped(reruns))]
    found += [
        _conflict(group, same, graph.label, Kind.SUPERSEDED)
        for group, same in _grouped(own)
        if any(SUPERSEDED in result.excluded for result in same)
    ]
    conflicts = [
        each
        for each in found
        if each and (more_than is None or each.kind is not Kind.DISAGREEMENT or each.spread > more_than)
    ]
    return Conflicts(
        tuple(sorted((each for each in conflicts if each), key=_order)),
        tuple(pair for each in reruns for pair in _rerun(each, own, reader, graph.label)),
        tuple(pair for each in copies for pair in _copy(each, own, reader)),
        tuple(
            each
            for several in _across(graph, reader, method, benchmarks)
            if (each := _undecided(several)) and (more_than is None or each.spread > more_than)
        ),
        more_than,
    )


def _several(graph: Graph, reader: Reader, method: str | None, benchmarks: Sequence[str]) -> tuple[Recorded, ...]:
    """The results of methods that stand several times in a group; the others cannot be in conflict.

    Copies and reruns are read even where they stand alone: what they point to may lie elsewhere.
    """
    statuses = (Status.COPIED, *RERUNS)
    chosen = {r for status in statuses for r in graph.subjects(LB.reproductionStatus, str(LB[status]))}
    if method is not None:
        chosen = {result for result in chosen if graph.one(result, LB.method) == method}
        candidates: Iterable[list[str]] = [graph.subjects(LB.method, method)]
    else:
        candidates = (graph.subjects(LB.comparisonGroup, group) for group in graph.of_class(LB.ComparisonGroup))
    for results in candidates:
        places: dict[tuple[str, str], list[str]] = {}
        for result in results if len(results) > 1 else ():
            key = (graph.one(result, LB.comparisonGroup) or "", graph.one(result, LB.method) or "")
            places.setdefault(key, []).append(result)
        chosen |= {result for same in places.values() if len(same) > 1 for result in same}
    read = reader.read(chosen)
    return tuple(result for result in read if not benchmarks or result.benchmark.key in benchmarks)


def _across(
    graph: Graph, reader: Reader, method: str | None, benchmarks: Sequence[str]
) -> Iterator[tuple[Recorded, ...]]:
    """What one method has on one benchmark by one metric in several groups, one of them confined to a table."""
    groups: dict[tuple[str, str], list[str]] = {}
    for group in graph.of_class(LB.ComparisonGroup):
        key = (graph.one(group, LB.ofBenchmark) or "", graph.one(group, LB.ofMetric) or "")
        groups.setdefault(key, []).append(group)
    for (benchmark, _), same in sorted(groups.items()):
        asked = not benchmarks or benchmark in benchmarks
        if not asked or len(same) < 2 or not any(graph.one(group, LB.ofLeaderboard) for group in same):
            continue
        by_method: dict[str, dict[str, list[str]]] = {}
        for group in same:
            for result in graph.subjects(LB.comparisonGroup, group):
                found = graph.one(result, LB.method) or ""
                if method in (None, found):
                    by_method.setdefault(found, {}).setdefault(group, []).append(result)
        for _, results in sorted(by_method.items()):
            if len(results) > 1:
                yield reader.read(iri for each in results.values() for iri in each)


def _undecided(results: tuple[Recorded, ...]) -> Undecided | None:
    """The values that disagree with one of another group, where only what is not recorded keeps the two apart."""
    groups: dict[str, list[Recorded]] = {}
    for result in results:
        own = result.status not in (Status.COPIED, *RERUNS) and not result.copied_from
        if own and SUPERSEDED not in result.excluded:
            groups.setdefault(result.group, []).append(result)
    involved: set[Recorded] = set()
    missing: set[str] = set()
    spreads = [(Decimal(0), results[0].unit)]
    for one, other in combinations(groups.values(), 2):
        # The members of a group share their conditions: one of each tells what keeps two groups apart.
        apart = differences(one[0], other[0])
        if not all(each.is_open for each in apart):
            continue
        for pair in ((a, b) for a in one for b in other):
            measured = _measured(pair)
            if measured is None or _is_rounding(pair, measured[0]):
                continue
            involved |= set(pair)
            missing |= {each.condition for each in apart}
            spreads.append((abs(EXACT.subtract(*measured[0])), measured[1]))
    if not involved:
        return None
    spread, unit = max(spreads, key=lambda each: each[0])
    return Undecided(tuple(sorted(involved, key=page_order)), tuple(sorted(missing)), spread, unit)


def _grouped(results: Iterable[Recorded]) -> list[tuple[str, tuple[Recorded, ...]]]:
    found: dict[tuple[str, str], list[Recorded]] = {}
    for result in results:
        found.setdefault((result.group, result.method), []).append(result)
    return [(group, tuple(same)) for (group, _), same in found.items() if len(same) > 1]


def _conflict(group: str, results: tuple[Recorded, ...], label: Label, given: Kind | None = None) -> Conflict | None:
    measured = _measured(results)
    if measured is None:
        return None
    values, unit = measured
    spread = EXACT.subtract(max(values), min(values))
    if given is not None:
        kind = given
    elif not spread:
        kind = Kind.SAME_VALUE
    elif _is_rounding(results, values):
        kind = Kind.ROUNDED
    else:
        kind = Kind.DISAGREEMENT
    return Conflict(kind, group, label(group), results, spread, unit)


def _measured(results: tuple[Recorded, ...]) -> tuple[list[Decimal], Unit | None] | None:
    """The values in one unit, the canonical one where they have it; None where there is no such unit."""
    normalized = [result.normalized for result in results if result.normalized is not None]
    if len(normalized) == len(results):
        return normalized, results[0].canonical
    if len({result.unit for result in results}) == 1:
        return [result.value for result in results], results[0].unit
    return None


def _is_rounding(results: tuple[Recorded, ...], values: list[Decimal]) -> bool:
    """True when every value is the one with the most digits, or that one rounded to fewer."""
    steps = [_step(result) for result in results]
    finest = {value for value, step in zip(values, steps, strict=True) if step == min(steps)}
    if len(finest) > 1:
        return False
    exact = finest.pop()
    return all(
        value == exact or abs(EXACT.subtract(value, exact)) * 2 <= step
        for value, step in zip(values, steps, strict=True)
    )


def _step(result: Recorded) -> Decimal:
    """One unit of the last digit, in the unit that the values are measured in."""
    exponent = result.value.as_tuple().exponent
    step = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
    if result.normalized is None or result.unit is None or result.canonical is None:
        return step
    return converted(step, result.unit.multiplier, result.canonical.multiplier)


def _rerun(rerun: Recorded, own: Sequence[Recorded], reader: Reader, label: Label) -> list[Rerun]:
    originals: Sequence[Recorded] = reader.read(rerun.reproduces)
    if not originals:
        originals = [each for each in own if each.group == rerun.group and each.method == rerun.method]
    pairs = []
    for original in originals:
        told = differences(original, rerun, label)
        before, after = goodness(original), goodness(rerun)
        change = None if told or before is None or after is None else EXACT.subtract(after, before)
        pairs.append(Rerun(rerun, original, change, told))
    return pairs or [Rerun(rerun, None, None)]


def _copy(copy: Recorded, own: Sequence[Recorded], reader: Reader) -> list[Copy]:
    """A copy beside what its source names; an equal value elsewhere is no evidence of having been copied."""
    originals: Sequence[Recorded] = reader.read(copy.copied_from)
    if not originals and copy.copied_from_paper is not None:
        same = [each for each in own if (each.group, each.method) == (copy.group, copy.method)]
        originals = [each for each in same if each.paper == copy.copied_from_paper]
    pairs = []
    for original in originals:
        measured = _measured((original, copy))
        pairs.append(Copy(copy, original, measured[0][0] == measured[0][1] if measured else None))
    return pairs or [Copy(copy, None, None)]


def _order(conflict: Conflict) -> tuple[object, ...]:
    return (list(Kind).index(conflict.kind), page_order(conflict.results[0]))
