"""The things of the model, one frozen dataclass a class of the ontology."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kg.errors import Place
from kg.model.lists import (
    Access,
    Basis,
    Certainty,
    Check,
    ConceptKind,
    Direction,
    Exclusion,
    FlagKind,
    FlagSubject,
    MethodKind,
    PaperStatus,
    Role,
    Severity,
    SplitKind,
    Status,
    UncertaintyKind,
)
from kg.model.quick import quickly_made


@dataclass(frozen=True, slots=True)
class Concept:
    """A task, data set, domain, benchmark family or method family."""

    kind: ConceptKind
    key: str
    label: str
    broader: tuple[str, ...] = ()
    introduced_in: str | None = None
    exact_match: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: ``iri`` None means one of our own (``…/unit/<key>``).

    ``multiplier`` is the factor to the unit it is measured against (QUDT
    conversionMultiplier: PERCENT 0.01, FRACTION 1); units of different ``quantity`` never
    convert, whatever their dimension.
    """

    key: str
    label: str
    iri: str | None
    multiplier: Decimal
    quantity: str


@dataclass(frozen=True, slots=True, order=True)
class Setting:
    """One recorded setting, or one printed fact of a row that is no setting (lb:note)."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class AggregatePart:
    """One weighted part of an aggregate metric."""

    key: str
    metric: str
    weight: Decimal


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure. ``canonical_unit`` and ``admissible_units`` are unit keys, bounds in the former.

    ``counts_items`` says that a value is a whole number of items out of the benchmark's items (a
    rule for the arithmetic check, not published).
    """

    key: str
    label: str
    direction: Direction
    canonical_unit: str | None = None
    admissible_units: tuple[str, ...] = ()
    minimum: Decimal | None = None
    maximum: Decimal | None = None
    target: Decimal | None = None
    definition: str | None = None
    broader: str | None = None
    parameters: tuple[Setting, ...] = ()
    aggregates: tuple[AggregatePart, ...] = ()
    introduced_in: str | None = None
    counts_items: bool = False
    inferred: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Component:
    """One part of a composite method, with its role."""

    key: str
    method: str
    role: Role
    certainty: Certainty
    evidence: str
    inferred: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Method:
    """What was evaluated. ``alt_labels`` are the other spellings met; ``maker`` a group's name."""

    key: str
    label: str
    alt_labels: tuple[str, ...] = ()
    kind: MethodKind | None = None
    access: Access | None = None
    family: str | None = None
    parameter_count: int | None = None
    active_parameter_count: int | None = None
    introduced_in: str | None = None
    maker: str | None = None
    components: tuple[Component, ...] = ()
    derived_from: tuple[str, ...] = ()
    fine_tuned_from: tuple[str, ...] = ()
    quantized_from: tuple[str, ...] = ()
    exact_match: tuple[str, ...] = ()
    inferred: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Task + data set (+ version) + split + subset. Not a data set.

    ``parts_make_whole`` says that its parts share out its items, so that a score of the whole
    must follow from theirs (a rule for the arithmetic check, not published).
    """

    key: str
    label: str
    tasks: tuple[str, ...]
    datasets: tuple[str, ...]
    family: str
    version: str | None = None
    split: str | None = None
    split_kind: SplitKind | None = None
    subset: str | None = None
    part_of: str | None = None
    item_count: int | None = None
    domains: tuple[str, ...] = ()
    introduced_in: str | None = None
    comment: str | None = None
    parts_make_whole: bool = False
    inferred: tuple[str, ...] = ()
    not_stated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """One work. ``arxiv`` without version, ``doi`` bare and lower case, ``makers`` group names."""

    key: str
    label: str
    title: str | None = None
    arxiv: str | None = None
    doi: str | None = None
    date: str | None = None
    identifiers: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()
    url: str | None = None
    status: PaperStatus | None = None
    status_date: str | None = None
    status_source: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One document as found; ``sha256`` is that of the bytes read."""

    key: str
    label: str
    file: str
    format: str
    sha256: str
    url: str | None = None
    retrieved: str | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """A finding kept with a thing: ``found`` as printed, ``expected`` by the ``rule``.

    ``places`` are where it stands, if that is not where the thing itself is printed.
    """

    key: str
    subject: FlagSubject
    subject_key: str
    kind: FlagKind
    severity: Severity
    message: str
    rule: str
    found: str | None = None
    expected: str | None = None
    on_property: str | None = None
    certainty: Certainty | None = None
    evidence: str | None = None
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class MetricDeclaration:
    """One value column of a leaderboard: what it says of its values and what was filled in.

    ``column_number`` counts value columns from 1 (None: a metric declared without a column);
    ``scale`` is the factor from printed digits to value.
    """

    key: str
    label: str
    metric: str
    benchmark: str
    direction: Direction
    unit: str | None = None
    column_name: str | None = None
    column_number: int | None = None
    scale: Decimal | None = None
    certainty: Certainty | None = None
    evidence: str | None = None
    inferred: tuple[str, ...] = ()
    not_stated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One results table of one source. ``coverage`` are verbatim sentences of the page.

    ``loaded`` of ``stated`` results are shown, as the page prints it ("15 of 40").
    """

    key: str
    label: str
    source: str
    declarations: tuple[MetricDeclaration, ...]
    coverage: tuple[str, ...] = ()
    loaded: int | None = None
    stated: int | None = None
    modified: str | None = None
    licence: str | None = None
    inferred: tuple[str, ...] = ()
    not_stated: tuple[str, ...] = ()

    @property
    def all_coverage(self) -> tuple[str, ...]:
        """What an answer must say of coverage: the sentences, and how many results were left out."""
        if self.loaded is None or self.stated is None:
            return self.coverage
        return (*self.coverage, f"Results loaded: {self.loaded} of {self.stated}")


@quickly_made
@dataclass(frozen=True, slots=True)
class Result:
    """One value for one method on one benchmark by one metric under one configuration.

    ``value`` is printed digits x scale, exact; ``uncertainty``, ``lower`` and ``upper`` are in the
    same unit. ``places`` are the cells the value was printed in, ``sample_size`` counts items,
    ``run_count`` runs.
    """

    key: str
    label: str
    leaderboard: str
    declaration: str
    method: str
    printed_method: str
    benchmark: str
    metric: str
    value: Decimal
    printed: str
    places: tuple[Place, ...]
    unit: str | None = None
    uncertainty: Decimal | None = None
    lower: Decimal | None = None
    upper: Decimal | None = None
    uncertainty_kind: UncertaintyKind = UncertaintyKind.UNKNOWN
    confidence_level: Decimal | None = None
    sample_size: int | None = None
    run_count: int | None = None
    settings: tuple[Setting, ...] = ()
    notes: tuple[Setting, ...] = ()
    status: Status = Status.UNKNOWN
    checks: tuple[Check, ...] = ()
    statement: str | None = None
    reported_in: str | None = None
    reported_in_version: str | None = None
    stated_origin: str | None = None
    result_date: str | None = None
    identifier: str | None = None
    inferred: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparisonGroup:
    """Results that may be ranked together; ``unit`` and so on are its conditions (keys)."""

    key: str
    label: str
    benchmark: str
    metric: str
    basis: Basis
    unit: str | None = None
    config: str | None = None
    leaderboard: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What was derived for one result: its group, its value in the canonical unit."""

    result: str
    group: str
    normalized: Decimal | None = None
    excluded: tuple[Exclusion, ...] = ()


@dataclass(frozen=True, slots=True)
class Guess:
    """A fact that the source does not print and that was filled in, for the build report."""

    place: Place
    property: str
    value: str
    origin: str
    certainty: Certainty


@dataclass(frozen=True, slots=True)
class Tally:
    """The conservation law of one leaderboard: cells = results + missing + rejected.

    ``results`` counts value cells that were published; where cells repeat one result,
    ``distinct`` is smaller.
    """

    rows: int
    cells: int
    results: int
    missing: int
    rejected: int
    distinct: int
