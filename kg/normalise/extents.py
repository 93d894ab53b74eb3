"""What the numbers of a column show as a whole, gathered one by one: a column of any length takes the same room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal

from kg.normalise.values import Number

#: A fraction of most metrics is below it, most percentages are above.
_LOW = Decimal(2)
#: The largest fraction of most metrics.
_ONE = Decimal(1)
#: A fraction of the digits of a percentage has so many decimals more.
_MORE_DECIMALS = 2
#: More units than one behind the numbers tell nothing: of further ones no note is taken.
_UNITS = 2


@dataclass(slots=True)
class Extent:
    """How many numbers there are, how many with "%", whole or above 2, the least and the largest.

    ``bare`` are those without "%" that may be fractions: not 0, and 1 at most. ``fine`` is the most decimals
    of such a one, ``coarse`` of any other.
    ``units`` are the units printed behind the numbers (None: none), two of them at most.
    """

    count: int = 0
    percents: int = 0
    whole: int = 0
    high: int = 0
    bare: int = 0
    fine: int = 0
    coarse: int = 0
    least: Decimal = Decimal(0)
    largest: Decimal = Decimal(0)
    units: set[str | None] = field(default_factory=set)

    def see(self, number: Number) -> None:
        """Take note of one more number."""
        value = number.value
        self.least = value if not self.count else min(self.least, value)
        self.largest = value if not self.count else max(self.largest, value)
        self.count += 1
        self.percents += number.percent
        self.whole += value == value.to_integral_value()
        self.high += value > _LOW
        decimals = max(0, -int(value.as_tuple().exponent))
        if not number.percent and 0 < abs(value) <= _ONE:
            self.bare += 1
            self.fine = max(self.fine, decimals)
        else:
            self.coarse = max(self.coarse, decimals)
        if len(self.units) < _UNITS:
            self.units.add(number.unit)

    def join(self, other: Extent) -> Extent:
        """What the numbers of both show."""
        if not self.count or not other.count:
            return other if not self.count else self
        return Extent(
            count=self.count + other.count,
            percents=self.percents + other.percents,
            whole=self.whole + other.whole,
            high=self.high + other.high,
            bare=self.bare + other.bare,
            fine=max(self.fine, other.fine),
            coarse=max(self.coarse, other.coarse),
            least=min(self.least, other.least),
            largest=max(self.largest, other.largest),
            units=set(sorted(self.units | other.units, key=str)[:_UNITS]),
        )

    @property
    def is_percent(self) -> bool:
        """Every number is printed with "%"."""
        return 0 < self.count == self.percents

    @property
    def is_mixed(self) -> bool:
        """Some numbers are percentages, and others may be fractions: no one unit is theirs.

        Percentages are those with "%"; among numbers without any, 0.942 beside 91.1 has two decimals too many to
        be one, and 0.9 has not.
        """
        return self.bare > 0 and (self.percents > 0 or (self.high > 0 and self.fine >= self.coarse + _MORE_DECIMALS))

    @property
    def is_whole(self) -> bool:
        """Most numbers are whole ones."""
        return 2 * self.whole > self.count

    @property
    def is_high(self) -> bool:
        """Most numbers, their median, are above 2."""
        return self.count - self.high <= self.count // 2

    @property
    def unit(self) -> str | None:
        """The unit that is printed behind every number, if it is one."""
        return next(iter(self.units)) if len(self.units) == 1 else None


def extent_of(numbers: Iterable[Number]) -> Extent:
    """What some numbers show.

    >>> extent_of([]).is_percent
    False
    """
    extent = Extent()
    for number in numbers:
        extent.see(number)
    return extent
