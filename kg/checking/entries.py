"""Findings and rejected cells in one form, each with the file, line and characters that it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kg.checking.cells import find_cell, split_place
from kg.checking.rules import LEVELS
from kg.errors import SourceError
from kg.iris import digest
from kg.read.text import decode, split_lines
from kg.terms import LBSH
from kg.validation import Finding

#: How the name of a submitted row begins; it is no node of any graph.
ROW = "_:row-"

#: What names a rejected cell's rule where an address is needed.
REJECTED = str(LBSH.Rejected)
#: The rule itself, and what is said in front of the reason where it is broken.
ACCOUNTED = "A value cell becomes a result, or is a missing mark."
LOST = "The cell became no result: "


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is printed.

    ``place`` is what reports call it ("slug/page.txt:47:7"), ``path`` the file on this disk (None
    where it is not at hand), ``start`` and ``end`` the characters in the line, from 1, ``end`` being
    the one behind.
    """

    place: str
    printed: str
    path: str | None = None
    line: int | None = None
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to mend or to look at; ``level`` is error, warning or note, ``node`` an IRI or "".

    ``stands`` is where a person described the column, else where the node is described, if none of the
    ``spots`` is in a file at hand. Entries
    that share ``told_as`` are one to a person (:func:`told`), about as many ``nodes``.
    """

    key: str
    rule: str
    level: str
    message: str
    found: str
    expected: str
    remedy: str
    spots: tuple[Spot, ...] = ()
    node: str = ""
    label: str = ""
    path: str = ""
    value: str = ""
    shape: str = ""
    told_as: tuple[str, ...] = ()
    nodes: int = 1
    stands: Spot | None = None

    @property
    def at_hand(self) -> Spot | None:
        """The first spot in a file on this disk, where a person or a program can go."""
        return next((spot for spot in (*self.spots, self.stands) if spot and spot.path), None)

    @property
    def name(self) -> str:
        """What ``kg explain`` takes: the finding, or the place of a rejected cell."""
        if self.shape == REJECTED:
            return self.spots[0].place if self.spots else ""
        return f"finding:{self.key}"


@dataclass(slots=True)
class Files:
    """The files on this disk behind the names that places carry, and their lines, read once."""

    paths: Mapping[str, Path] = field(default_factory=dict)
    known: Mapping[str, Spot] = field(default_factory=dict)
    _lines: dict[Path, tuple[str, ...]] = field(default_factory=dict)

    def spot(self, place: str, printed: str) -> Spot:
        """The spot of a place; as much of it as the disk tells."""
        if place in self.known:
            return self.known[place]
        where = split_place(place)
        if where is None:
            path = self.paths.get(place)
            return Spot(place, printed, _shown(path) if path else None)
        name, line, column = where
        path = self.paths.get(name)
        if path is None:
            return Spot(place, printed, None, line)
        lines = self.lines(path)
        span = find_cell(lines[line - 1], column, printed) if line <= len(lines) else None
        if span is None:
            return Spot(place, printed, _shown(path), line)
        return Spot(place, printed, _shown(path), line, span[0] + 1, span[1] + 1)

    def lines(self, path: Path) -> tuple[str, ...]:
        """The lines of a file; none where it cannot be read as text."""
        if path not in self._lines:
            try:
                self._lines[path] = tuple(split_lines(decode(path.read_bytes(), path.name)))
            except (OSError, SourceError):
                self._lines[path] = ()
        return self._lines[path]


def finding_entry(
    finding: Finding, files: Files, locate: Callable[[Finding], Spot | None], declared: Spot | None = None
) -> Entry:
    """The entry of a finding; ``declared`` is the curated fact that it rests on.

    Where it is about no cell, or about cells of files that are not at hand, ``locate`` tells where
    what it is about stands.
    """
    cells = zip(finding.places, finding.printed, strict=True)
    spots = tuple(files.spot(place, printed) for place, printed in cells)
    stands = declared or (None if any(spot.path for spot in spots) else locate(finding))
    if stands and any(_file_of(spot) == _file_of(stands) for spot in spots):
        stands = None  # the places name the very line
    if stands and not spots:
        spots, stands = (stands,), None
    return Entry(
        key=finding.key,
        rule=finding.rule,
        level=LEVELS.get(finding.severity, "error"),
        message=finding.message.partition(" ")[2],
        found=finding.found,
        expected=finding.expected,
        remedy=finding.remedy,
        spots=spots,
        stands=stands,
        node="" if finding.focus.startswith(ROW) else finding.focus,
        label=finding.label,
        path=finding.path,
        value=finding.value,
        shape=finding.shape,
        told_as=finding.told_as,
    )


def reject_entry(reject: Mapping[str, Any], files: Files) -> Entry:
    """The entry of a cell that became no result (as the build report writes it)."""
    place = ":".join(str(reject[part]) for part in ("file", "line", "column") if reject[part] is not None)
    printed = str(reject["printed"])
    return Entry(
        key=digest("reject", place, str(reject["rule"]), printed),
        rule=str(reject["rule"]),
        level="error",
        message=f"{LOST}{reject['reason']}.",
        found=printed,
        expected=str(reject["remedy"]),
        remedy=f"{reject['remedy']}.",
        spots=(files.spot(place, printed),),
        shape=REJECTED,
        told_as=(place, str(reject["rule"]), str(reject["reason"]), printed),
    )


def told(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """What a person is told: entries that say the same of the same thing are one, with all their places."""
    groups: dict[tuple[str, ...], list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.told_as, []).append(entry)
    return tuple(_joined(group) for group in groups.values())


def _file_of(spot: Spot) -> str:
    where = split_place(spot.place)
    return where[0] if where else spot.place


def _joined(entries: Sequence[Entry]) -> Entry:
    spots = tuple(dict.fromkeys(spot for entry in entries for spot in entry.spots))
    return replace(entries[0], spots=spots, nodes=len({entry.node for entry in entries}))


def _shown(path: Path) -> str:
    """A path as a person in this folder would write it."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()
