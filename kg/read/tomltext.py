"""Where the keys of a TOML text stand: the standard library's reader gives values and keeps no lines.

The text has been read as TOML before it is looked at here, so only as much is taken apart as tells one statement
from the next: strings, comments and brackets.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any

#: The way to something from the top of a file: ("columns", 2, "unit") is the key `unit` of the second [[columns]].
Way = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""\#[^\n]*|\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*'|[^\S\n]+|[\w-]+|.""", re.S
)


def read_toml(text: str, path: str) -> dict[str, Any]:
    """The values of a TOML text; raises ValueError with file, line, column and what stands there."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(_located(str(error), text, path)) from error


def comments(text: str) -> Iterator[tuple[int, str]]:
    """The comments of a TOML text, each with its line, without the sign in front."""
    line = 1
    for found in _TOKEN.finditer(text):
        if found[0].startswith("#"):
            yield line, found[0][1:].strip()
        line += found[0].count("\n")


def _located(fault: str, text: str, path: str) -> str:
    """What the standard library says, with its place in front and the line that it means."""
    lines = text.split("\n")
    found = re.fullmatch(r"(?P<what>.+) \(at line (?P<line>\d+), column (?P<column>\d+)\)", fault)
    what = found["what"] if found else fault.removesuffix(" (at end of document)")
    line = int(found["line"]) if found else max(n for n, one in enumerate(lines, 1) if one.strip() or n == 1)
    while line > 1 and not lines[line - 1].strip():
        line -= 1  # where nothing stands, the line before was to go on
    column = f":{found['column']}" if found and line == int(found["line"]) else ""
    return f"{path}:{line}{column}: not readable as TOML: {what}: {lines[line - 1].strip()!r}"


class TomlLines:
    """The lines of the keys and blocks of one text, found when the first of them is asked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    def line(self, way: Way) -> int | None:
        """The line on which it stands, else that of the nearest thing around it; None where nothing of it is told."""
        while way:
            if way in self._lines:
                return self._lines[way]
            way = way[:-1]
        return None

    @cached_property
    def _lines(self) -> dict[Way, int]:
        lines: dict[Way, int] = {}
        counts: Counter[Way] = Counter()
        block: Way = ()
        for line, key, is_block in _statements(self._text):
            names = _names(key.strip("[] \t"))
            if key.startswith("[["):
                counts[_numbered(names, counts, last=False)] += 1
            way = _numbered(names, counts) if is_block else (*block, *names)
            block = way if is_block else block
            lines.setdefault(way, line)
        return lines


def _numbered(names: list[str], counts: Counter[Way], last: bool = True) -> Way:
    """The way of a block: a name that heads several blocks means the one that came last."""
    way: Way = ()
    for at, name in enumerate(names, 1):
        way = (*way, name)
        if way in counts and (last or at < len(names)):
            way = (*way, counts[way])
    return way


def _names(key: str) -> list[str]:
    """The names of a key with dots and quotes, as TOML reads it."""
    names: list[str] = []
    found: Any = tomllib.loads(f"{key} = 0")
    while isinstance(found, dict):
        name, found = next(iter(found.items()))
        names.append(name)
    return names


def _statements(text: str) -> Iterator[tuple[int, str, bool]]:
    """The line of each statement with its key, and whether it heads a block."""
    line = begun = 1
    key, depth, has_value = "", 0, False
    for found in _TOKEN.finditer(text + "\n"):
        token = found[0]
        if token == "\n" and depth == 0:
            if key.strip():
                yield begun, key.strip(), not has_value
            key, has_value = "", False
        elif token == "=" and depth == 0:
            has_value = True
        elif not has_value and not token.startswith("#"):
            begun = begun if key.strip() else line
            key += token
        depth += (token in ("[", "{")) - (token in ("]", "}"))
        line += token.count("\n")
