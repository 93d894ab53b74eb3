"""A value column while its meaning is worked out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.assemble.curated import NO_SCOPE, Scope
from kg.model import Certainty, Direction, Metric
from kg.normalise.extents import Extent, extent_of
from kg.normalise.values import Number
from kg.wording.headings import Reading


@dataclass(slots=True)
class Draft:
    """What is known of one value column so far, and why."""

    index: int
    reading: Reading
    numbers: list[Number]
    part: int | None = None
    metric: Metric | None = None
    measure: str | None = None
    scope: Scope = NO_SCOPE
    unit: str | None = None
    direction: Direction | None = None
    stated: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    certainty: Certainty = Certainty.CERTAIN
    extent: Extent = field(init=False)

    def __post_init__(self) -> None:
        self.extent = extent_of(self.numbers)

    @property
    def measured(self) -> Metric | None:
        """The metric, or the known one that it is a variant of: both have the same units and direction."""
        return self.metric or (self.reading.base if self.measure else None)

    def state(self, what: str, where: str, value: str | None = None) -> None:
        """Note that the page itself says what the column's metric, unit or direction is, and where it does."""
        self.stated.append(what)
        told = what if value is None else f"{what} {value!r}"
        self.reasons.append(f"{told}: stated here ({where})")

    @property
    def printed_unit(self) -> str | None:
        """The unit that the heading states of these numbers."""
        return self.reading.unit_of(lambda: self.extent)


def rivals(drafts: Sequence[Draft]) -> set[str]:
    """Outer headings with the same data set below them: they say what was measured, which a habit cannot tell."""
    above: dict[str, set[str]] = {}
    for reading in (d.reading for d in drafts if d.reading.metric is None and d.reading.base is None):
        if reading.dataset:
            above.setdefault(reading.dataset, set()).add(reading.above)
    return {heading for headings in above.values() if len(headings) > 1 for heading in headings if heading}
