"""The YAML header of a Markdown file, found and passed over; its content is read by the model card reader."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LONGEST = 20_000
_SIMPLE = re.compile(r"(?P<name>[A-Za-z][\w-]*)\s*:\s*(?P<value>\S.*?)\s*")


def split_front_matter(lines: Sequence[str]) -> tuple[list[tuple[str, str, int]], int]:
    """The one-line entries of the header (name, value, line), and the index of the first line behind it."""
    if not lines or lines[0].strip("\ufeff \t") != "---":
        return [], 0
    for index in range(1, min(len(lines), _LONGEST)):
        if lines[index].rstrip() in ("---", "..."):
            entries = []
            for number in range(1, index):
                if found := _SIMPLE.fullmatch(lines[number]):
                    entries.append((found["name"], found["value"].strip("'\""), number + 1))
            return entries, index + 1
    return [], 0
