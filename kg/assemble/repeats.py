"""Cells that print the same result twice become one result; each result gets a key of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kg.assemble.flags import make_flag
from kg.iris import digest
from kg.model import Flag, FlagKind, FlagSubject, Result, Severity


def merge_repeated(results: Sequence[Result]) -> tuple[tuple[Result, ...], list[Flag]]:
    """Give every result its own key; cells that print the same thing twice become one result.

    Where several cells share a key, the printed value joins it; equal printed values are one
    result with several places and a flag.
    """
    by_key: dict[str, list[Result]] = {}
    for result in results:
        by_key.setdefault(result.key, []).append(result)
    merged: dict[str, Result] = {}
    flags: list[Flag] = []
    for key, same in by_key.items():
        for result in same:
            own = key if len({r.printed for r in same}) == 1 else digest("result", key, result.printed)
            first = merged.get(own)
            if first is None:
                merged[own] = replace(result, key=own)
                continue
            notes = tuple(sorted({*first.notes, *result.notes}))
            merged[own] = replace(first, places=(*first.places, *result.places), notes=notes)
    for result in merged.values():
        if len(result.places) > 1:
            cells = ", ".join(str(place) for place in result.places)
            flags.append(
                make_flag(
                    FlagKind.DUPLICATE_ROW,
                    FlagSubject.RESULT,
                    result.key,
                    Severity.WARNING,
                    f"{result.printed_method} is printed {len(result.places)} times with this value",
                    "equal cells of one leaderboard are one result",
                    found=cells,
                )
            )
    return tuple(sorted(merged.values(), key=lambda r: r.key)), flags
