"""Means over tasks, each with its denominator: "k of n", ranked only among those that have all n.

A mean mixes only what compares: one metric, one unit, one direction, and for all methods the same
comparison group of each task. Where that is not so, the mean is refused with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from kg.comparability.records import Recorded, page_order
from kg.errors import KgError
from kg.model import Benchmark, Direction, Metric, Setting, Unit
from kg.normalise.values import EXACT

#: Digits of a mean behind the last digit of what it is made of, where it has no end.
_MORE_DIGITS = 2


class MeanRefused(KgError):
    """A mean over unlike things; the message says what is unlike."""


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of one method over ``k`` of ``n`` tasks, in the canonical unit.

    ``is_exact`` is False where the mean has no end and is rounded; ``rank`` is None where k < n or
    nothing is known at all, and ``why`` says so. ``missing`` are the tasks without a value.
    """

    method: str
    method_label: str
    mean: Decimal | None
    is_exact: bool
    k: int
    n: int
    rank: int | None
    results: tuple[Recorded, ...]
    missing: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Means:
    """The means of all methods under the same settings; ``board`` where they hold in one table only."""

    metric: Metric
    unit: Unit | None
    tasks: tuple[Benchmark, ...]
    settings: tuple[Setting, ...]
    board: str | None
    rows: tuple[Mean, ...]


def means(results: Iterable[Recorded], tasks: Sequence[Benchmark]) -> tuple[Means, ...]:
    """Unweighted means over tasks, one table for each set of settings that results record.

    Raises MeanRefused for several metrics, units or directions, for a direction or unit that is
    not known, and for values that should come close to a target.
    """
    keys = [task.key for task in tasks]
    chosen = [result for result in results if result.benchmark.key in keys and not result.left_out]
    if not chosen:
        raise MeanRefused("no result on these tasks: there is nothing to take a mean of")
    if len(keys) < 2:
        raise MeanRefused("one task has no mean over tasks: name a benchmark with parts, or a family")
    _refuse_unlike(chosen)
    tables: dict[tuple[tuple[Setting, ...], str | None], list[Recorded]] = {}
    for result in chosen:
        tables.setdefault((result.settings, result.group_board), []).append(result)
    ordered = sorted(tables.items(), key=lambda entry: min(map(page_order, entry[1])))
    return tuple(
        Means(
            members[0].metric,
            members[0].canonical,
            tuple(tasks),
            settings,
            members[0].board.label if board else None,
            _rows(members, tasks),
        )
        for (settings, board), members in ordered
    )


def _refuse_unlike(results: Sequence[Recorded]) -> None:
    reasons = []
    for what, found in (
        ("metrics", {result.metric.label for result in results}),
        ("units", {_unit(result) for result in results}),
        ("directions", {str(result.metric.direction) for result in results}),
    ):
        if len(found) > 1:
            reasons.append(f"different {what} ({', '.join(sorted(found))})")
    if len({r.metric.key for r in results}) > 1 and not any("metrics" in reason for reason in reasons):
        reasons.append("metrics that only share a name")
    metric = results[0].metric
    if not reasons and metric.direction is Direction.UNKNOWN:
        reasons.append(f"which of two values of {metric.label} is better is not stated")
    if metric.direction is Direction.CLOSER_TO_TARGET:
        reasons.append(f"values of {metric.label} should come close to a target: values on both sides cancel out")
    if not reasons and any(result.normalized is None for result in results):
        reasons.append(f"a value of {metric.label} has no unit that is known and admissible")
    if reasons:
        raise MeanRefused(f"no mean: {'; '.join(reasons)}")


def _unit(result: Recorded) -> str:
    if result.normalized is None:
        return result.unit.label if result.unit else "not known"
    return result.canonical.label if result.canonical else "not known"


def _rows(members: Sequence[Recorded], tasks: Sequence[Benchmark]) -> tuple[Mean, ...]:
    by_method: dict[str, dict[str, list[Recorded]]] = {}
    for result in members:
        by_method.setdefault(result.method, {}).setdefault(result.benchmark.key, []).append(result)
    rows = [_mean(method, values, tasks) for method, values in by_method.items()]
    lower = members[0].metric.direction is Direction.LOWER
    full = [row for row in rows if row.k == row.n]
    scores = sorted((_share(row) for row in full), reverse=not lower)
    ranked = [
        Mean(r.method, r.method_label, r.mean, r.is_exact, r.k, r.n, scores.index(_share(r)) + 1, r.results, r.missing)
        for r in full
    ]
    ranked.sort(key=lambda row: (row.rank or 0, row.method_label, row.method))
    rest = sorted((row for row in rows if row.k < row.n), key=lambda row: (-row.k, row.method_label, row.method))
    return (*ranked, *rest)


def _mean(method: str, values: dict[str, list[Recorded]], tasks: Sequence[Benchmark]) -> Mean:
    taken: list[Recorded] = []
    missing, several = [], []
    for task in tasks:
        found = values.get(task.key, [])
        if len({result.normalized for result in found}) == 1:
            taken.append(found[0])
        else:
            missing.append(task.label)
            several += [task.label] if found else []
    label = next(iter(values.values()))[0].method_label
    why = f"{len(taken)} of {len(tasks)} tasks" if len(taken) < len(tasks) else ""
    if several:
        why += f"; on {', '.join(several)} it has several values, none of which is preferred"
    if not taken:
        return Mean(method, label, None, True, 0, len(tasks), None, (), tuple(missing), why)
    mean, is_exact = _rounded(taken)
    return Mean(method, label, mean, is_exact, len(taken), len(tasks), None, tuple(taken), tuple(missing), why)


def _total(results: Iterable[Recorded]) -> Decimal:
    total = Decimal(0)
    for result in results:
        total = EXACT.add(total, result.normalized if result.normalized is not None else Decimal(0))
    return total


def _share(row: Mean) -> Fraction:
    return Fraction(_total(row.results)) / row.k


def _rounded(results: Sequence[Recorded]) -> tuple[Decimal, bool]:
    """The mean with two digits more than its values, and whether that is all of it."""
    exact = Fraction(_total(results)) / len(results)
    exponents = [result.normalized.as_tuple().exponent for result in results if result.normalized is not None]
    least = max([0, *(-each for each in exponents if isinstance(each, int))])
    for digits in range(least, least + _MORE_DIGITS + 1):
        whole = round(exact * 10**digits)  # to even
        mean = Decimal(whole).scaleb(-digits, EXACT)
        if Fraction(mean) == exact:
            return mean, True
    return mean, False
