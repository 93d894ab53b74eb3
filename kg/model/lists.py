"""The closed lists: one enum each; values are the local names of the individuals in the ontology."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """Where this value comes from (lb:reproductionStatus)."""

    AUTHOR_REPORTED = "AuthorReported"
    REPORTED_BY_OTHERS = "ReportedByOthers"
    COPIED = "Copied"
    INDEPENDENTLY_REPRODUCED = "IndependentlyReproduced"
    REPRODUCTION_FAILED = "ReproductionFailed"
    UNKNOWN = "StatusUnknown"


class Check(StrEnum):
    """Who looked at this value, in one of the ways that pages call "verified" (lb:check)."""

    MAINTAINER = "MaintainerChecked"
    TRANSCRIPTION = "TranscriptionChecked"
    SIGNED_RUN = "SignedRun"


class UncertaintyKind(StrEnum):
    """What the number behind a ± or the interval around a value is (lb:uncertaintyKind)."""

    STANDARD_DEVIATION = "StandardDeviation"
    STANDARD_ERROR = "StandardError"
    CONFIDENCE_INTERVAL = "ConfidenceInterval"
    UNKNOWN = "UncertaintyUnknown"


class Direction(StrEnum):
    """Which of two values is better (lb:direction, lb:declaredDirection)."""

    HIGHER = "HigherIsBetter"
    LOWER = "LowerIsBetter"
    CLOSER_TO_TARGET = "CloserToTarget"
    UNKNOWN = "DirectionUnknown"


class Role(StrEnum):
    """What a component does in its composite (lb:role)."""

    REASONER = "Reasoner"
    SEGMENTER = "Segmenter"
    BASE = "Base"
    ADD_ON = "AddOn"
    TOOL = "Tool"
    RETRIEVER = "Retriever"
    OTHER = "OtherRole"


class SplitKind(StrEnum):
    """What a split is used for (lb:splitKind)."""

    TRAINING = "TrainingSplit"
    VALIDATION = "ValidationSplit"
    TEST = "TestSplit"
    CROSS_VALIDATION = "CrossValidation"
    OTHER = "OtherSplit"


class MethodKind(StrEnum):
    """What kind of thing was evaluated (lb:methodKind)."""

    MODEL = "Model"
    SYSTEM = "System"
    COMPOSITE = "Composite"
    MODULE = "Module"
    HUMAN = "Human"
    TRIVIAL_BASELINE = "TrivialBaseline"


class Access(StrEnum):
    """Who can get the method (lb:access)."""

    OPEN_WEIGHTS = "OpenWeights"
    PROPRIETARY = "Proprietary"
    UNKNOWN = "AccessUnknown"


class Basis(StrEnum):
    """Why the results of a group may be ranked together (lb:basis)."""

    SAME_RECORDED_SETTINGS = "SameRecordedSettings"
    AS_PUBLISHED_TOGETHER = "AsPublishedTogether"


class FlagKind(StrEnum):
    """What a flag says (lb:flagKind)."""

    SCALE_CORRECTED = "ScaleCorrected"
    SCALE_SUSPECT = "ScaleSuspect"
    UNNAMED_COLUMN = "UnnamedColumn"
    IMPLAUSIBLE_VALUE = "ImplausibleValue"
    PARTS_DISAGREE = "PartsDisagree"
    NOT_K_OVER_N = "NotKOverN"
    DUPLICATE_ROW = "DuplicateRow"
    IDENTIFIER_CLEANED = "IdentifierCleaned"
    DECLARATION_CONFLICT = "DeclarationConflict"


class Severity(StrEnum):
    """How much a flag weighs (lb:severity); an Error fails the check."""

    ERROR = "Error"
    WARNING = "Warning"
    NOTE = "Note"


class Certainty(StrEnum):
    """How sure a curated fact is (lb:certainty), surest first."""

    CERTAIN = "Certain"
    VERY_LIKELY = "VeryLikely"
    INFERRED = "Inferred"
    FROM_MEMORY = "FromMemory"

    @property
    def is_publishable(self) -> bool:
        """Facts less certain than "very likely" stay in the registry, out of the graph."""
        return self in (Certainty.CERTAIN, Certainty.VERY_LIKELY)


class Exclusion(StrEnum):
    """Why a result is kept out of "best recorded" (lb:excludedBecause)."""

    PAPER_RETRACTED = "PaperRetracted"
    IMPLAUSIBLE_VALUE = "ImplausibleValue"
    SUPERSEDED = "Superseded"


class PaperStatus(StrEnum):
    """What happened to a paper after it was published (lb:paperStatus)."""

    RETRACTED = "Retracted"
    WITHDRAWN = "Withdrawn"
    CORRECTED = "Corrected"


class ConceptKind(StrEnum):
    """Things that need no more than a name; the value is the kind of their IRI."""

    TASK = "task"
    DATASET = "dataset"
    DOMAIN = "domain"
    FAMILY = "family"
    METHOD_FAMILY = "method-family"


class FlagSubject(StrEnum):
    """What a flag can be about; the value is the kind of its IRI."""

    RESULT = "result"
    DECLARATION = "declaration"
    LEADERBOARD = "leaderboard"
    PAPER = "paper"
    METHOD = "method"
    BENCHMARK = "benchmark"
