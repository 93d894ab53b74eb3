"""What all arithmetic checks share: rows, columns, and the digits that were printed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

from kg.model import Result


def step(value: Decimal) -> Decimal:
    """One unit of the last printed digit."""
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)


def decimals(value: Decimal) -> int:
    """The number of digits behind the point, as printed."""
    exponent = value.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def rounded(value: Decimal, like: Decimal) -> Decimal:
    """A number with as many digits behind the point as another one."""
    return value.quantize(step(like), ROUND_HALF_UP)


def columns(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Results by the column that they were printed in, each in page order."""
    found: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        found[result.declaration].append(result)
    return {key: sorted(column, key=place_key) for key, column in sorted(found.items())}


def place_key(result: Result) -> tuple[str, int, int]:
    """Where a result stands first, so that it sorts in page order."""
    place = result.places[0]
    return (place.file, place.line or 0, place.column or 0)


def lines(results: Iterable[Result]) -> dict[tuple[str, int], dict[str, Result]]:
    """Results by printed line, each by column; a line that prints a column twice is left out."""
    found: dict[tuple[str, int], dict[str, Result]] = defaultdict(dict)
    twice: set[tuple[str, int]] = set()
    for result in results:
        file, line, _ = place_key(result)
        if result.declaration in found[file, line]:
            twice.add((file, line))
        found[file, line][result.declaration] = result
    return {place: found[place] for place in sorted(found) if place not in twice}
