"""The model: one frozen dataclass per class of the ontology, one enum per closed list.

Things refer to each other by key (the last step of their IRI, see :mod:`kg.iris`); the base of
the IRIs is no part of the model. Field names follow the properties of the ontology. ``inferred``
and ``not_stated`` hold local names of lb: properties that we filled in, or looked for in vain.
Enum values are the local names of the individuals. None and () mean "not recorded".
"""

from kg.model.lists import (
    Access,
    Basis,
    Certainty,
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
)
from kg.model.things import (
    AggregatePart,
    Benchmark,
    ComparisonGroup,
    Component,
    Concept,
    Flag,
    Guess,
    Leaderboard,
    Method,
    Metric,
    MetricDeclaration,
    Paper,
    Result,
    Setting,
    Source,
    Standing,
    Tally,
    Unit,
)

__all__ = [
    "Access",
    "AggregatePart",
    "Basis",
    "Benchmark",
    "Certainty",
    "ComparisonGroup",
    "Component",
    "Concept",
    "ConceptKind",
    "Direction",
    "Exclusion",
    "Flag",
    "FlagKind",
    "FlagSubject",
    "Guess",
    "Leaderboard",
    "Method",
    "MethodKind",
    "Metric",
    "MetricDeclaration",
    "Paper",
    "PaperStatus",
    "Result",
    "Role",
    "Setting",
    "Severity",
    "Source",
    "SplitKind",
    "Standing",
    "Status",
    "Tally",
    "Unit",
]
