"""The BibTeX entry of a page, read with its braces."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.errors import Place, Problem
from kg.read.cells import Field

_ENTRY = re.compile(r"^[ \t]*@(?!comment|string|preamble)[A-Za-z]+\s*\{", re.MULTILINE | re.IGNORECASE)
_NAME = re.compile(r"[\s,]*([A-Za-z][\w-]*)\s*=\s*")
_FACTS = {
    "title": "citation-title",
    "eprint": "citation-eprint",
    "archiveprefix": "citation-archive",
    "eprinttype": "citation-archive",
    "url": "citation-url",
    "doi": "citation-doi",
    "year": "citation-year",
}
# An entry is never that long: a brace that is not closed by then is not closed at all.
_LONGEST_ENTRY = 20_000


class _Unclosed(ValueError):
    """A brace or quote is never closed."""


def read_citation(lines: Sequence[str], file: str) -> tuple[list[Field], list[Problem], set[int]]:
    """The ``citation-…`` facts, the findings, and the numbers of the lines that entries take.

    A page with several entries cites several papers. Which one the page itself is about is told
    by the title only, so an entry counts if the page's title and its title begin alike.
    """
    text = "\n".join(lines)
    taken: set[int] = set()
    problems: list[Problem] = []
    entries: list[list[Field]] = []
    for start in _ENTRY.finditer(text):
        first = text.count("\n", 0, start.end()) + 1
        if first in taken:
            continue
        try:
            end = _closing(text, start.end() - 1)
        except _Unclosed:
            reason, remedy = "this BibTeX entry is never closed", "close its braces"
            problems.append(Problem(Place(file, first), "citation-unclosed", lines[first - 1], reason, remedy))
            blank = text.find("\n\n", start.end())
            end = blank if blank >= 0 else len(text)
        else:
            entries.append(_fields(text, start.end(), end))
        taken |= set(range(first, text.count("\n", 0, end) + 2))
    if len(entries) > 1:
        title = next((line for line in lines if line.strip()), "").lstrip("# ").casefold()
        own = [entry for entry in entries if any(_alike(title, f.value) for f in entry if f.name == "citation-title")]
        if len(own) != 1:
            printed = f"{len(entries)} BibTeX entries"
            reason, remedy = "which of them is the paper of this page is not told", "state the paper in source.toml"
            problems.append(Problem(Place(file, min(taken)), "citation-unclear", printed, reason, remedy))
        entries = own if len(own) == 1 else []
    return (entries[0] if entries else []), problems, taken


def _alike(page: str, entry: str) -> bool:
    entry = entry.casefold()
    return bool(page) and bool(entry) and (page.startswith(entry) or entry.startswith(page))


def _closing(text: str, opening: int) -> int:
    """The position of the brace that closes the one at ``opening``."""
    depth = 0
    position = opening
    limit = min(len(text), opening + _LONGEST_ENTRY)
    while position < limit:
        char = text[position]
        if char == "\\":
            position += 1
        elif char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                return position
        position += 1
    raise _Unclosed


def _fields(text: str, start: int, end: int) -> list[Field]:
    """The facts between the braces of one entry."""
    facts: list[Field] = []
    comma = text.find(",", start, end)
    position = comma if comma >= 0 else end
    while name := _NAME.match(text, position, end):
        value, position = _value(text, name.end(), end)
        fact = _FACTS.get(name[1].casefold())
        if fact and value and not any(known.name == fact for known in facts):
            facts.append(Field(fact, value, text.count("\n", 0, name.start(1)) + 1))
    return facts


def _value(text: str, start: int, end: int) -> tuple[str, int]:
    """One value, ``{…}``, ``"…"`` or bare, and where it ends."""
    if text.startswith("{", start):
        closing = _closing(text, start)
        return _plain(text[start + 1 : closing]), closing + 1
    if text.startswith('"', start):
        closing = text.find('"', start + 1, end)
        closing = end if closing < 0 else closing
        return _plain(text[start + 1 : closing]), closing + 1
    comma = text.find(",", start, end)
    comma = end if comma < 0 else comma
    return _plain(text[start:comma]), comma


def _plain(value: str) -> str:
    """A value on one line; braces that only protect capitals go, LaTeX commands keep theirs."""
    value = " ".join(value.split())
    return value if "\\" in value else value.replace("{", "").replace("}", "")
