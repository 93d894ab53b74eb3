"""Cells that print the same result twice become one result; each result gets a key of its own."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from operator import attrgetter

from kg.assemble.flags import make_flag
from kg.iris import digest
from kg.model import Flag, FlagKind, FlagSubject, Result, Severity


def merge_repeated(results: Sequence[Result]) -> tuple[tuple[Result, ...], list[Flag]]:
    """Give every result its own key; cells that print the same thing twice become one result.

    Where several cells share a key, the printed value joins it; equal printed values are one
    result with several places and a flag.
    """
    firsts: dict[str, Result] = {}
    several: dict[str, list[Result]] = {}
    for result in results:
        first = firsts.setdefault(result.key, result)
        if first is not result:
            several.setdefault(result.key, [first]).append(result)
    merged: list[Result] = []
    flags: list[Flag] = []
    for key, first in firsts.items():
        if key in several:
            merged += _kept_apart(key, several[key])
        else:
            merged.append(first)
    whole = _repeated_lines(merged)
    for result in merged:
        if len(result.places) > 1:
            cells = ", ".join(str(place) for place in result.places)
            flags.append(
                make_flag(
                    FlagKind.DUPLICATE_ROW,
                    FlagSubject.RESULT,
                    result.key,
                    Severity.WARNING,
                    _repeats(result, whole),
                    "equal cells of one leaderboard are one result",
                    found=cells,
                )
            )
    return tuple(sorted(merged, key=attrgetter("key"))), flags


def _repeated_lines(merged: Sequence[Result]) -> set[int]:
    """The lines of which every cell repeats one of a line above."""
    own = {result.places[0].line for result in merged}
    return {place.line for result in merged for place in result.places[1:] if place.line} - own


def _repeats(result: Result, whole: Set[int]) -> str:
    """What to do about a cell that is there several times; ``whole`` are lines that repeat another one throughout."""
    first, *others = result.places
    method, lines = result.printed_method, [place.line for place in others if place.line]
    if first.line and lines and set(lines) <= whole:
        told = " and ".join(f"row {line}" for line in lines)
        verb, out = ("repeat", "leave one of them") if len(lines) > 1 else ("repeats", "take one out")
        return f"{told} of {first.file} {verb} row {first.line} ({method}): {out}"
    return f"{method} is printed {len(result.places)} times with this value"


def _kept_apart(key: str, same: Sequence[Result]) -> list[Result]:
    """The results of cells that share a key: one for each printed value."""
    if len({result.printed for result in same}) == 1:
        return [_merged(key, same)]
    equal: dict[str, list[Result]] = {}
    for result in same:
        equal.setdefault(digest("result", key, result.printed), []).append(result)
    return [_merged(own, cells) for own, cells in equal.items()]


def _merged(key: str, same: Sequence[Result]) -> Result:
    """One result for equal ones, with the places and notes of all."""
    first = same[0]
    if len(same) > 1:
        notes = tuple(sorted({note for result in same for note in result.notes}))
        return replace(first, key=key, places=tuple(p for result in same for p in result.places), notes=notes)
    return first if first.key == key else replace(first, key=key)
