"""Method cells that lost their line breaks: ``<method><Key>=<value>, <Key>=<value>…<YYYY.MM>``.

Where a method ends and its first setting begins is told by the names of the settings, or, if
they are not given, by what all rows of a table have in common. A cell that stays unclear is not
split: half a method name is a wrong method.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

# Anchored at the end, so "MedSAM22025.08" is MedSAM2 and 2025.08: a year has four digits.
_DATE = re.compile(r"(?:19|20)\d{2}\.(?:0[1-9]|1[0-2])\Z")
_BORDER = re.compile(r"(?<=\S)(?=[A-Z][a-z])")
_NEXT_SETTING = re.compile(r",\s+(?=[^=,]+=)")
_IN_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


@dataclass(frozen=True, slots=True)
class Fused:
    """The parts of one method cell; ``fault`` says why it could not be split."""

    method: str
    settings: tuple[tuple[str, str], ...] = ()
    date: str = ""
    fault: str = ""


def split_cells(cells: Sequence[str], keys: Sequence[str] = ()) -> list[Fused]:
    """Split the method cells of one table; ``keys`` are the known names of settings."""
    fused = [cell for cell in cells if _equals(cell)]
    first = tuple(key for key in keys if key) or _common_key(fused)
    # Without settings a trailing date is the page's only if every method carries one.
    dated = len(cells) > 1 and all(_DATE.search(cell) for cell in cells)
    return [_split(cell, first, dated) for cell in cells]


def _equals(cell: str) -> list[int]:
    """Positions of the '=' signs of a cell, those within brackets left out: "kNN (k=5)"."""
    masked = _IN_BRACKETS.sub(lambda found: "\0" * len(found[0]), cell)
    return [position for position, char in enumerate(masked) if char == "="]


def _split(cell: str, keys: Sequence[str], dated: bool) -> Fused:
    if not _equals(cell):
        date = _DATE.search(cell) if dated else None
        return Fused(cell[: date.start()].rstrip(), (), date[0]) if date and date.start() else Fused(cell)
    starts = [(start, -len(key)) for key in keys if (start := _start(cell, key)) is not None]
    if not starts:
        return Fused(cell, fault="where the method ends and its settings begin is not clear")
    start, _ = min(starts)
    method, tail = cell[:start].rstrip(), cell[start:]
    if method.endswith(","):
        return Fused(cell, fault="another setting stands in front of the first one that is known")
    if not method:
        return Fused(cell, fault="the cell names no method in front of its settings")
    date = _DATE.search(tail)
    # "Version=2025.08" is a setting without a date, not an empty setting with one.
    if date and tail[: date.start()].rstrip().endswith("="):
        date = None
    if date:
        tail = tail[: date.start()]
    settings = tuple(
        (name.strip(), value.strip()) for name, _, value in (part.partition("=") for part in _NEXT_SETTING.split(tail))
    )
    names = [name for name, _ in settings]
    if len(set(names)) < len(names):
        return Fused(cell, fault="a setting stands twice")
    return Fused(method, settings, date[0] if date else "")


def _start(cell: str, key: str) -> int | None:
    """Where the setting ``key`` begins in a cell."""
    found = re.search(re.escape(key) + r"\s*=", cell)
    return found.start() if found else None


def _candidates(cell: str) -> set[str]:
    """What may be the name of the first setting: from a fused word border up to a '='."""
    names: set[str] = set()
    previous = 0
    for equals in _equals(cell):
        for border in _BORDER.finditer(cell, previous, equals):
            if border.start() > 0 and "," not in cell[border.start() : equals]:
                names.add(cell[border.start() : equals])
        previous = equals + 1
    return names


def _common_key(cells: Sequence[str]) -> tuple[str, ...]:
    """The name of the first setting, if the cells of a table show it.

    It is the shortest name that begins at a fused word border in most of the cells, in other
    words the last border that they share ("7BModel Category=", "flashModel Category=").
    """
    counts = Counter(name for cell in cells for name in _candidates(cell))
    if not counts:
        return ()
    support = max(counts.values())
    if support * 2 <= len(cells):
        return ()
    key = min((name for name, count in counts.items() if count == support), key=len)
    if " " in key:
        return (key,)
    # One word: "NetBackbone=" in every cell may be the key "NetBackbone" or methods that end in
    # "Net". Shared letters in front of the border leave that open.
    before = [cell[: cell.index(key + "=")] for cell in cells if key + "=" in cell]
    shared = _common_suffix(before)
    return () if re.search(r"[^\W\d_]{2}\Z", shared) else (key,)


def _common_suffix(texts: Sequence[str]) -> str:
    shortest = min(texts, key=len)
    length = 0
    while length < len(shortest) and len({text[-length - 1] for text in texts}) == 1:
        length += 1
    return shortest[len(shortest) - length :]
