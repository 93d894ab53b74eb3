"""Method cells that lost their line breaks: ``<method><Key>=<value>, <Key>=<value>…<YYYY.MM>``.

Where a method ends and its first setting begins is told by the names of the settings, or, if
they are not given, by what all rows of a table have in common. A cell that stays unclear is not
split: half a method name is a wrong method.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass

from kg.read.slips import is_slip

# Anchored at the end, so "MedSAM22025.08" is MedSAM2 and 2025.08: a year has four digits.
_DATE = re.compile(r"(?:19|20)\d{2}\.(?:0[1-9]|1[0-2])\Z")
# What stands where a date would, and may be a misprinted one: "2025.18", "2052.08", "20225.08", "202508".
_NEARLY_DATE = re.compile(r"(?:\d{4}[.,/-]\d{1,3}|\d{3,5}[.,/-]\d{1,3}|(?:19|20)\d{4})\Z")
_BORDER = re.compile(r"(?<=\S)(?=[A-Z][a-z])")
_NEXT_SETTING = re.compile(r",\s+(?=[^=,]+=)")
_IN_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


@dataclass(frozen=True, slots=True)
class Fused:
    """The parts of one method cell; ``fault`` says why it could not be split, ``remedy`` what helps."""

    method: str
    settings: tuple[tuple[str, str], ...] = ()
    date: str = ""
    fault: str = ""
    remedy: str = "name the keys in source.toml"


def split_cells(cells: Sequence[str], keys: Sequence[str] = ()) -> list[Fused]:
    """Split the method cells of one table; ``keys`` are the known names of settings."""
    fused = [cell for cell in cells if _equals(cell)]
    first = tuple(key for key in keys if key) or _common_key(fused)
    # Without settings a trailing date is the page's only if every method carries one, be it misprinted.
    most = sum(_DATE.search(cell) is not None for cell in cells) * 2 > len(cells) > 1
    dated = most and all(_DATE.search(cell) or _NEARLY_DATE.search(cell) for cell in cells)
    return _without_misdated([_split(cell, first, dated) for cell in cells], cells, dated)


def _without_misdated(rows: Sequence[Fused], cells: Sequence[str], dated: bool) -> list[Fused]:
    """Where most rows of a table end in a date, what is nearly one is a misprint, and no end of a value."""
    count = sum(_has_an_end(row, dated) for row in rows)
    whole = [row for row in rows if row.date]
    if len(whole) < 2 or len(whole) * 2 <= count:
        return list(rows)
    values = {row.settings[-1] for row in whole if row.settings}
    told = f"is no month of a year, and {len(whole)} of {count} rows end in one"
    return [
        Fused(cell, fault=f"{printed!r} {told}", remedy="mend the date in the cell (YYYY.MM)")
        if _has_an_end(row, dated) and not row.date and (printed := _misdated(cell, row, values))
        else row
        for row, cell in zip(rows, cells, strict=True)
    ]


def _has_an_end(row: Fused, dated: bool) -> bool:
    """True for a row that may end in a date: one with settings, or any of a table whose methods carry dates."""
    return not row.fault and (bool(row.settings) or dated)


def _misdated(cell: str, row: Fused, values: Set[tuple[str, str]]) -> str:
    """What nearly is a date at the end of a cell; "" where it is one, or where other rows have the same value.

    What stands behind a value of the other rows is meant: of "MedSAM22025.18" that is "2025.18".
    """
    nearly = _NEARLY_DATE.search(cell)
    if nearly is None or _DATE.search(cell) or (row.settings[-1:] and row.settings[-1] in values):
        return ""
    name, value = row.settings[-1] if row.settings else ("", "")
    shared = [known for key, known in values if key == name and known and value.startswith(known)]
    rest = value.removeprefix(max(shared, key=len, default=value))
    return rest if _NEARLY_DATE.fullmatch(rest) else nearly[0]


def _equals(cell: str) -> list[int]:
    """Positions of the '=' signs of a cell, those within brackets left out: "kNN (k=5)"."""
    masked = _IN_BRACKETS.sub(lambda found: "\0" * len(found[0]), cell)
    return [position for position, char in enumerate(masked) if char == "="]


def _split(cell: str, keys: Sequence[str], dated: bool) -> Fused:
    if not _equals(cell):
        date = _DATE.search(cell) if dated else None
        return Fused(cell[: date.start()].rstrip(), (), date[0]) if date and date.start() else Fused(cell)
    starts = [(start, -len(key)) for key in keys if (start := _start(cell, key)) is not None]
    misspelt = _misspelt(cell, keys)
    if misspelt:
        printed, key = misspelt
        fault = f"the setting {printed!r} is unknown, and {key!r}, which the cell does not have, is near"
        return Fused(cell, fault=fault, remedy="mend the cell, or name the key in source.toml")
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


def _misspelt(cell: str, keys: Sequence[str]) -> tuple[str, str] | None:
    """A name of a setting, as printed, that is a slip of a known one that the cell lacks; and that one.

    The first name is fused to the method, so as much of what is in front of a "=" is compared as the known name has.
    """
    heads = [cell[:equals].rstrip() for equals in _equals(cell)]
    for key in keys:
        if _start(cell, key) is not None:
            continue
        for head in heads:
            if head.endswith(tuple(keys)):
                continue
            ends = [head[-length:] for length in range(len(key) - 1, len(key) + 2)]
            near = [end for end in ends if end[:1] == key[:1] and is_slip(end, key)]
            if near:
                return near[-1], key
    return None


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
