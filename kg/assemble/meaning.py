"""The meaning of one value column: what it measures, and who says so."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal

from kg.assemble.curated import NO_SCOPE, SCOPE, CuratedColumn, Scope
from kg.assemble.layout import ValueColumn
from kg.errors import Place
from kg.model import Certainty, Direction, Metric, Unit
from kg.normalise.extents import Extent
from kg.wording.headings import Reading
from kg.wording.names import NOT_TOLD


@dataclass(frozen=True, slots=True)
class Conflict:
    """What is said of one column in two ways: the sentence, the lines that say it, what stands and what may stand."""

    message: str
    places: tuple[Place, ...]
    found: str
    expected: str


@dataclass(frozen=True, slots=True)
class ColumnMeaning:
    """What one value column (or a metric declared without a column) measures, and who says so.

    ``conflicts`` are contradictions of the page with itself or ``source.toml``; ``whole_digits`` tells that most of
    the column's numbers are printed without a decimal point; ``scope`` is what the column itself
    says of its benchmark, ``settings`` what it says of how the values were made, ``extent`` what its
    numbers show where something is inferred from them, ``curated`` its entry in ``source.toml``.
    """

    column: ValueColumn | None
    name: str | None
    metric: Metric
    unit: Unit | None
    direction: Direction
    subset: str | None
    scale: Decimal | None
    certainty: Certainty | None
    evidence: str | None
    inferred: tuple[str, ...]
    not_stated: tuple[str, ...]
    conflicts: tuple[Conflict, ...] = ()
    whole_digits: bool = False
    scope: Scope = NO_SCOPE
    extent: Extent = field(default_factory=Extent)
    settings: tuple[tuple[str, str], ...] = ()
    curated: CuratedColumn | None = None

    @property
    def label(self) -> str:
        """The column's name, or "unnamed column n"."""
        return self.name or f"unnamed column {self.column.number if self.column else 0}"


def scope_of(column: ValueColumn | None, curated: CuratedColumn | None, reading: Reading | None) -> Scope:
    """What a column, or the rows of a long table, say of their benchmark."""
    scope = curated.scope if curated else NO_SCOPE
    if reading is not None and (reading.metric is not None or reading.dataset or reading.measure == NOT_TOLD):
        rest = None if reading.summary else reading.rest or None
        scope = Scope(dataset=reading.dataset, split=reading.split, subset=rest).within(scope)
    if column is None or column.words is None:
        return scope
    said = {name: getattr(column.words, name) for name in SCOPE}
    if not any(said.values()):
        return scope
    if scope.dataset is None:
        # The heading's part and split are those of the data set that the row names.
        scope = replace(scope, dataset=said["dataset"])
    filled = tuple(name for name in column.words.inferred if said[name])
    return Scope(**said, inferred=filled).within(scope)


def within_table(own: Scope, table: Scope) -> Scope:
    """The scope of a column within its table's; a part of a data set that nobody names is one itself."""
    joined = own.within(table)
    if joined.dataset is None and joined.subset and "subset" not in joined.inferred:
        return replace(joined, dataset=joined.subset, subset=None)
    return joined
