"""What a column heading says beside its name: "Latency (ms)", "WER (%) ↓", "Accuracy (higher is better)"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from kg.model import Direction
from kg.normalise.directions import parse_direction

#: "Confab %", "Acc%", "HD95, mm": the unit stands behind the name; in "top 1%" the sign is part of it.
_BEHIND = re.compile(r"(?P<base>.*[^\W\d])(?:\s*(?P<percent>%)|\s*,\s*(?P<unit>\w[\w/]+|s|%))")
_IN_BRACKETS = re.compile(r"(?P<base>.+?)\s*[(\[](?P<inner>[^()\[\]]+)[)\]]")


@dataclass(frozen=True, slots=True)
class Heading:
    """``base`` is the heading without the marks that were understood; "" and None: not stated."""

    base: str
    unit: str = ""
    direction: Direction | None = None


def parse_heading(name: str, is_unit: Callable[[str], bool]) -> Heading:
    """Take unit and direction off the end of a heading; ``is_unit`` knows the spellings of units.

    Brackets that hold neither belong to the name ("IoU (General)"). A single letter other than s
    is no unit here: "AP (M)" means medium objects, not metres. ↕ is a button, not a direction.
    """
    base, unit, direction = name.strip(), "", None
    while True:
        if base[-1:] in ("↑", "↓") and direction is None and len(base) > 1:
            direction, base = parse_direction(base[-1]), base[:-1].rstrip()
            continue
        if not unit and (behind := _BEHIND.fullmatch(base)) and is_unit(told := behind["percent"] or behind["unit"]):
            unit, base = told, behind["base"]
            continue
        found = _IN_BRACKETS.fullmatch(base)
        inner = found["inner"].strip() if found else ""
        stated = parse_direction(inner) if inner else None
        if found and stated is not None and direction is None:
            direction, base = stated, found["base"]
        elif found and not unit and (len(inner) > 1 or inner in ("%", "s")) and is_unit(inner):
            unit, base = inner, found["base"]
        else:
            return Heading(base, unit, direction)
