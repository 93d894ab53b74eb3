"""Which of two results is ahead, and by how much: inside one comparison group, in the metric's direction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from kg.comparability.records import Recorded
from kg.conversion import ConversionRefused, convert, difference, quantity
from kg.model import Direction, Unit
from kg.normalise.values import EXACT


class Ahead(StrEnum):
    """Who is ahead of whom."""

    A = "a"
    B = "b"
    TIE = "tie"

    def turned(self) -> Ahead:
        """The same verdict, seen from the other side."""
        return {Ahead.A: Ahead.B, Ahead.B: Ahead.A, Ahead.TIE: Ahead.TIE}[self]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two results of one comparison group; ``by`` is a distance in the canonical unit, never negative."""

    a: Recorded
    b: Recorded
    ahead: Ahead
    by: Decimal

    def turned(self) -> Pair:
        """The same pair, seen from the other side."""
        return Pair(self.b, self.a, self.ahead.turned(), self.by)


def goodness(result: Recorded) -> Decimal | None:
    """A number that is the greater the better; None where the group of the result is not ranked.

    For a metric that should come close to a target it is the distance from it, with a minus sign.
    """
    value, metric = result.normalized, result.metric
    if value is None or metric.direction is Direction.UNKNOWN:
        return None
    if metric.direction is Direction.CLOSER_TO_TARGET:
        return None if metric.target is None else -abs(EXACT.subtract(value, metric.target))
    return EXACT.minus(value) if metric.direction is Direction.LOWER else value


def paired(a: Recorded, b: Recorded) -> Pair | None:
    """The verdict on two results of one group; None where the group is not ranked."""
    first, second = goodness(a), goodness(b)
    if a.group != b.group or first is None or second is None:
        return None
    if first == second:
        return Pair(a, b, Ahead.TIE, Decimal(0))
    return Pair(a, b, Ahead.A if first > second else Ahead.B, abs(EXACT.subtract(first, second)))


def by_said(pair: Pair) -> str:
    """The distance in the unit that both print, and in the canonical unit where that is another."""
    return distance_said(pair.by, pair.a, pair.a.unit if pair.a.unit == pair.b.unit else None)


def distance_said(distance: Decimal, result: Recorded, unit: Unit | None) -> str:
    """A distance in the canonical unit of a result's metric, led by the same in another unit."""
    canonical = result.canonical
    told = difference(distance, canonical)
    if unit is None or canonical is None or unit == canonical:
        return told
    try:
        return f"{difference(convert(distance, canonical, unit, result.metric), unit)} (= {told})"
    except ConversionRefused:
        return told


def value_said(result: Recorded, also: Unit | None = None) -> str:
    """A value as it stands in its unit, in the canonical unit, and in one more unit that is asked for.

    The printed cell is told too where its digits are not those of the value.
    """
    told = [quantity(result.value, result.unit)]
    if result.uncertainty is not None:
        told[0] += f" ± {quantity(result.uncertainty, result.unit)}"
    if result.normalized is not None and result.unit != result.canonical:
        told.append(quantity(result.normalized, result.canonical))
    if also is not None and also not in (result.unit, result.canonical) and result.unit is not None:
        try:
            told.append(quantity(convert(result.value, result.unit, also, result.metric), also))
        except ConversionRefused:
            told.append(f"not in {also.label}")
    text = " = ".join(told)
    return text if _same_digits(result) else f"{text} (printed {result.printed!r})"


def _same_digits(result: Recorded) -> bool:
    return result.printed.strip("*_ ").rstrip("%").strip() == format(result.value, "f")


@dataclass(frozen=True, slots=True)
class Placed:
    """One method's place in a group; ``behind`` is its distance to the best, None where it has no place."""

    result: Recorded
    rank: int | None
    behind: Decimal | None
    why: str = ""


def ranking(results: tuple[Recorded, ...]) -> tuple[Placed, ...]:
    """The results of one group in order: a method once, equal values share a place.

    Copies, excluded results and a method's other values stand at the end, with the reason why
    they have no place.
    """
    best: dict[str, tuple[Recorded, Decimal]] = {}
    rest: list[Placed] = []
    for result in results:
        score = goodness(result)
        if result.left_out or score is None:
            rest.append(Placed(result, None, None, result.left_out or "its group is not ranked"))
            continue
        held = best.get(result.method)
        if held is None or score > held[1]:
            best[result.method] = (result, score)
        if held is not None:
            other = held[0] if score > held[1] else result
            rest.append(Placed(other, None, None, "another value of the same method has the place"))
    placed = sorted(best.values(), key=lambda entry: entry[1], reverse=True)
    scores = [score for _, score in placed]
    ranks = [scores.index(score) + 1 for score in scores]
    top = scores[0] if scores else Decimal(0)
    found = [
        Placed(result, rank, abs(EXACT.subtract(top, score)))
        for (result, score), rank in zip(placed, ranks, strict=True)
    ]
    return (*found, *rest)


#: Names a node.
Label = Callable[[str], str]
