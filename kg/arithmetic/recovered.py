"""Wholes whose weights nobody recorded: recovered from the rows that agree, held against those that do not.

A column called "All" or "Average", or a whole benchmark beside its parts, is tried as the mean of
the other columns, as their sum, and as a weighted mean whose weights are fitted (exactly, in
fractions) to the rows. The rows that do not follow are dropped one by one, at most a quarter of
them; only where all others then agree to their last digit are the dropped ones flagged. Coarse
digits and rows of much the same values agree with any mean: agreement counts only where chance would
hardly give it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from math import comb, isqrt

from kg.arithmetic.known import Part, disagreement
from kg.arithmetic.printing import columns, lines, step
from kg.model import Benchmark, Certainty, Flag, Metric, Result

_WHOLE = re.compile(
    r"(?:all|avg\.?|average|mean|overall|total|macro(?:[- ](?:avg\.?|average|mean))?)"
    r"(?:\s+(?:score|result|acc\.?|accuracy|performance))?",
    re.IGNORECASE,
)

#: Rows that are looked at, and the smallest number of them that must agree.
_MOST, _FEWEST = 200, 3

#: Fitted weights are worth a finding only well beyond the last digit.
_BEYOND = 3
#: Agreement that chance would give more often than this tells nothing.
_RARE = Fraction(1, 1000)


@dataclass(frozen=True, slots=True)
class _Row:
    whole: Result
    parts: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class _Weights:
    """Weights of the parts and what they are; ``fitted`` where they are no simple numbers."""

    values: tuple[Fraction, ...]
    told: str
    fitted: bool = False


def recovered_whole_flags(
    results: Sequence[Result],
    metrics: Mapping[str, Metric],
    benchmarks: Mapping[str, Benchmark],
    above: Mapping[str, Result],
) -> list[Flag]:
    """Wholes that do not follow from their parts as the other rows do."""
    by_column = columns(results)
    if len(by_column) < 3:
        return []
    rows = list(lines(results).values())[:_MOST]
    flags: list[Flag] = []
    for whole, choices in _candidates(by_column, metrics, benchmarks):
        for parts in choices:
            complete = [
                _Row(row[whole], tuple(row[part] for part in parts))
                for row in rows
                if whole in row and all(part in row for part in parts)
            ]
            weights = _recover(complete, len(parts))
            if weights:
                labels = [_label(by_column[part][0], metrics, benchmarks) for part in parts]
                flags += _disagreements(complete, weights, labels, above)
                break
    return flags


def _candidates(
    by_column: Mapping[str, Sequence[Result]], metrics: Mapping[str, Metric], benchmarks: Mapping[str, Benchmark]
) -> Iterator[tuple[str, list[list[str]]]]:
    """Columns that may be a whole, each with the sets of columns that may be its parts."""
    order = sorted(by_column, key=lambda key: by_column[key][0].places[0].column or 0)
    wholes = {key for key in order if _WHOLE.fullmatch(_bare(metrics[by_column[key][0].metric].label))}
    for key in order:
        first = by_column[key][0]
        if metrics[first.metric].aggregates:
            continue  # its weights are recorded
        same = {k for k in order if k != key and by_column[k][0].unit == first.unit}
        open_ = {k for k in order if k != key and by_column[k][0].unit is None}
        choices: list[list[str]] = []
        for like in (same, same | open_):  # what is known first, then with columns whose unit may be the same
            of_whole = [k for k in order if k in like and _is_part(by_column[k][0], first, benchmarks)]
            counted = all(benchmarks[by_column[k][0].benchmark].item_count for k in of_whole)
            if len(of_whole) > 1:
                choices += [] if counted and benchmarks[first.benchmark].parts_make_whole else [of_whole]
            elif key in wholes:
                parts = {k for k in like if k not in wholes and by_column[k][0].benchmark == first.benchmark}
                at = order.index(key)
                before, after = (_until_whole(keys, wholes) for keys in (reversed(order[:at]), order[at + 1 :]))
                choices += [[k for k in keys if k in parts] for keys in (order, before, after)]
        choices = [choice for n, choice in enumerate(choices) if len(choice) > 1 and choice not in choices[:n]]
        if choices:
            yield key, choices


def _is_part(part: Result, whole: Result, benchmarks: Mapping[str, Benchmark]) -> bool:
    """True for the same metric on a part of the benchmark."""
    return benchmarks[part.benchmark].part_of == whole.benchmark and part.metric == whole.metric


def _bare(label: str) -> str:
    """A column's name without its unit and arrows."""
    return re.sub(r"\s*[(\[][^)\]]*[)\]]\s*$", "", label.strip(" ↑↓*")).strip(" ↑↓*")


def _until_whole(keys: Iterable[str], wholes: set[str]) -> list[str]:
    found: list[str] = []
    for key in keys:
        if key in wholes:
            break
        found.append(key)
    return found


def _recover(rows: Sequence[_Row], parts: int) -> _Weights | None:
    """The simplest weights that at least three quarters of the rows follow."""
    enough = max(_FEWEST, -(-3 * len(rows) // 4))
    simple = (
        _Weights((Fraction(1, parts),) * parts, "the mean of the parts"),
        _Weights((Fraction(1),) * parts, "the sum of the parts"),
    )
    for weights in simple:
        agreeing = sum(_agrees(row, weights.values) for row in rows)
        if agreeing >= enough and _by_chance(rows, weights.values, agreeing) < _RARE:
            return weights
    return _fitted(rows, parts, enough)


def _fitted(rows: Sequence[_Row], parts: int, enough: int) -> _Weights | None:
    kept = list(rows)
    enough = max(enough, parts + 3)
    while len(kept) >= enough:
        values = _least_squares(kept, parts)
        if values is None:
            return None
        worst = max(kept, key=lambda row: _miss(row, values))
        if _agrees(worst, values):
            if any(value < Fraction(-1, 50) for value in values) or abs(sum(values, Fraction(-1))) > Fraction(1, 20):
                return None
            # As many rows as there are weights are met by the fit itself.
            if _by_chance(rows[parts:], values, len(kept) - parts) >= _RARE:
                return None
            return _simplest(kept, values)
        kept.remove(worst)
    return None


def _simplest(rows: Sequence[_Row], values: Sequence[Fraction]) -> _Weights:
    """Weights in twentieths or hundredths where all rows follow those as well."""
    for parts_of_one in (10, 20, 100):
        near = tuple(Fraction(round(value * parts_of_one), parts_of_one) for value in values)
        if sum(near) == 1 and all(_agrees(row, near) for row in rows):
            return _Weights(near, f"weights recovered from {len(rows)} other rows")
    return _Weights(tuple(values), f"weights fitted to {len(rows)} other rows", fitted=True)


def _least_squares(rows: Sequence[_Row], parts: int) -> tuple[Fraction, ...] | None:
    """The weights that miss the wholes least; None where the rows do not settle them."""
    matrix = [[Fraction(0)] * (parts + 1) for _ in range(parts)]
    for row in rows:
        values = [Fraction(part.value) for part in row.parts]
        whole = Fraction(row.whole.value)
        for i in range(parts):
            for j in range(parts):
                matrix[i][j] += values[i] * values[j]
            matrix[i][parts] += values[i] * whole
    for i in range(parts):
        pivot = next((k for k in range(i, parts) if matrix[k][i] != 0), None)
        if pivot is None:
            return None
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        matrix[i] = [value / matrix[i][i] for value in matrix[i]]
        for k in range(parts):
            if k != i and matrix[k][i] != 0:
                factor = matrix[k][i]
                matrix[k] = [a - factor * b for a, b in zip(matrix[k], matrix[i], strict=True)]
    return tuple(matrix[i][parts] for i in range(parts))


def _miss(row: _Row, weights: Sequence[Fraction]) -> Fraction:
    """How far the parts are from giving the whole, in margins of rounding."""
    total = sum((w * Fraction(part.value) for w, part in zip(weights, row.parts, strict=True)), Fraction(0))
    return abs(Fraction(row.whole.value) - total) / (_margin(row, weights) / 2)


def _agrees(row: _Row, weights: Sequence[Fraction]) -> bool:
    return _miss(row, weights) <= 1


def _by_chance(rows: Sequence[_Row], weights: Sequence[Fraction], agreeing: int) -> Fraction:
    """The chance that so many of the rows agree though their wholes are made of other weights.

    Another mean of two values lies anywhere in the middle half of what they span; means of more lie closer.
    """
    each = sum((_near(row, weights) for row in rows), Fraction(0)) / len(rows)
    ways = (comb(len(rows), k) * each**k * (1 - each) ** (len(rows) - k) for k in range(agreeing, len(rows) + 1))
    return sum(ways, Fraction(0))


def _near(row: _Row, weights: Sequence[Fraction]) -> Fraction:
    """How much of where another mean of a row may lie is within the margin of rounding."""
    values = [Fraction(part.value) for part in row.parts]
    closer = Fraction(isqrt(20_000 // len(values)), 100)  # the square root of 2 / parts
    span = (max(values) - min(values)) * sum(weights, Fraction(0)) / 2 * closer
    return min(Fraction(1), _margin(row, weights) / span) if span else Fraction(1)


def _margin(row: _Row, weights: Sequence[Fraction]) -> Fraction:
    """How far rounding of the whole and of its parts can take them from each other, both ways together."""
    parts = (abs(w) * Fraction(step(part.value)) for w, part in zip(weights, row.parts, strict=True))
    return Fraction(step(row.whole.value)) + sum(parts, Fraction(0))


def _disagreements(
    rows: Sequence[_Row], weights: _Weights, labels: Sequence[str], above: Mapping[str, Result]
) -> list[Flag]:
    flags = []
    for row in rows:
        if _miss(row, weights.values) <= (_BEYOND if weights.fitted else 1):
            continue
        parts = [
            Part(_decimal(weight), label, part)
            for weight, label, part in zip(weights.values, labels, row.parts, strict=True)
            if weight
        ]
        flag = disagreement(row.whole, parts, f"a whole follows from its parts: {weights.told}", above)
        if flag:
            message = f"{flag.message}; {weights.told}"
            flags.append(replace(flag, message=message, certainty=Certainty.INFERRED, evidence=weights.told))
    return flags


def _decimal(value: Fraction) -> Decimal:
    return (Decimal(value.numerator) / Decimal(value.denominator)).quantize(Decimal("0.000001")).normalize()


def _label(result: Result, metrics: Mapping[str, Metric], benchmarks: Mapping[str, Benchmark]) -> str:
    return benchmarks[result.benchmark].subset or metrics[result.metric].label
