"""Everything that can go wrong, in one tree.

    KgError                 catch this one to catch all
    ├── SourceError         a source page or its source.toml cannot be used at all
    ├── RegistryError       a table under data/registry contradicts itself
    ├── VocabularyError     a term that the closed vocabulary does not hold
    ├── ShapeError          a shapes file is dead or cannot be read
    │   └── UnsupportedConstraint  the fast engine does not know a constraint of it
    ├── LinkError           a table of links, a snapshot or a setting of linking cannot be used
    ├── BuildError          a build is missing, damaged or cannot be written
    │   └── FormatError     a graph holds what a format has no way to write
    └── QueryError          a query cannot be answered
        ├── UnsafeQuery     it would update, call out or overflow the engine
        ├── QueryTimeout    it ran into its time limit
        └── StoreFailure    the store that should answer it is not there, or its answer cannot be trusted

An error means that the call failed (exit status 2). A bad *row* is no error: it is a
:class:`Problem` in the build report, with its place, and the rest of the table goes on.
"""

from __future__ import annotations

from dataclasses import dataclass


class KgError(Exception):
    """Base of all errors raised on purpose; the message says what, where and what to do."""


class SourceError(KgError):
    """A source page or its ``source.toml`` cannot be used at all."""


class NoResults(SourceError):
    """A source page can be read and holds no table of results."""


class RegistryError(KgError):
    """A table under ``data/registry`` contradicts itself or names something unknown."""


class VocabularyError(KgError, AttributeError):
    """A term that the closed vocabulary does not hold."""


class ShapeError(KgError):
    """A shapes file is dead (no target, no constraint) or cannot be read."""


class UnsupportedConstraint(ShapeError):
    """The fast engine does not know a constraint of a shape; pySHACL does."""


class LinkError(KgError):
    """A table of links, a snapshot or a setting of linking cannot be used."""


class BuildError(KgError):
    """A build is missing, damaged or cannot be written."""


class FormatError(BuildError):
    """A graph holds what a format has no way to write; others can."""


class QueryError(KgError):
    """A query cannot be answered; ``line`` and ``column`` are set where they are known."""

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class UnsafeQuery(QueryError):
    """The query would update data, call another server or overflow the engine."""


class QueryTimeout(QueryError):
    """The query ran into its time limit."""


class StoreFailure(QueryError):
    """The store that should answer the query is not there, or its answer cannot be trusted."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something is printed: file name, line and cell, both counted from 1.

    ``column`` is the number of the cell within its line (1 = the first cell); None means the
    whole line. ``line`` is None only for something that should be in the file and is not.
    """

    file: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A finding about what a source prints: kept in the build report, never dropped.

    ``rule`` is a stable kebab-case name, ``printed`` the text as it stands in the source,
    ``reason`` what is wrong with it and ``remedy`` what a person can do about it.
    ``cells`` is the number of value cells that are lost by it: 1 or more makes it a *reject*
    (exit status 1), 0 a warning.
    """

    place: Place
    rule: str
    printed: str
    reason: str
    remedy: str
    cells: int = 0

    @property
    def is_reject(self) -> bool:
        """True when at least one value cell did not become a result."""
        return self.cells > 0

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}: {self.printed!r} [{self.rule}]; {self.remedy}"
