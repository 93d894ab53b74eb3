"""Where in an RDF file a node is described: the line that a person has to change.

Parsers keep no places, so the text is searched: for the node as a subject first, else for its first
mention. What is not found has the file as its place, and no line.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

from kg.checking.entries import Files, Spot

#: Larger files are not searched.
_LARGEST = 64 * 2**20

_PREFIX = re.compile(r"(?i)@?prefix\s+([\w.-]*):\s*<([^>]*)>")
_PREFIXES = ("@prefix", "PREFIX", "prefix")
_FIRST = re.compile(r"\s*(<[^>]*>|\"[^\"]*\"|[^\s;,]+)(?=[\s;,]|$)")
_BASE = re.compile(r"(?i)@?base\s+<([^>]*)>")


class NodeIndex:
    """The places of nodes in one file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._found: dict[str, Spot] = {}

    def spot(self, node: str) -> Spot:
        """The spot of a node."""
        if node not in self._found:
            self._found[node] = self._search(node)
        return self._found[node]

    @cached_property
    def _lines(self) -> tuple[str, ...]:
        return Files().lines(self.file) if self.file.stat().st_size <= _LARGEST else ()

    @cached_property
    def _head(self) -> tuple[list[tuple[str, str]], list[str]]:
        """Prefixes and bases of the file, as (name, IRI) and IRIs."""
        text = "\n".join(line for line in self._lines if "<" in line and ":" in line and "refix" in line.lower())
        bases = [m[1] for line in self._lines if "base" in line.lower() for m in _BASE.finditer(line)]
        return _PREFIX.findall(text), bases

    def _search(self, node: str) -> Spot:
        names = self._names(node)
        begun = [self._begins[name] for name in names if name in self._begins]
        if begun:
            return self._at(*min(begun, key=lambda at: at[0]))
        anywhere = re.compile("(" + "|".join(map(re.escape, names)) + r")(?=[\s;,.)\]}]|$)")
        for number, line in enumerate(self._lines, 1):
            if not line.startswith(_PREFIXES) and (found := anywhere.search(line)):
                return self._at(number, found)
        return self._at(None, None)

    @cached_property
    def _begins(self) -> dict[str, tuple[int, re.Match[str]]]:
        """The first line that begins with a term, by the term as it is written there."""
        begins: dict[str, tuple[int, re.Match[str]]] = {}
        for number, line in enumerate(self._lines, 1):
            if not line.startswith(_PREFIXES) and (found := _FIRST.match(line)):
                begins.setdefault(found[1], (number, found))
        return begins

    def _names(self, node: str) -> list[str]:
        """The ways in which a file may write an IRI."""
        prefixes, bases = self._head
        names = [f"<{node}>", f'"{node}"']
        names += [f"<{node[len(base) :]}>" for base in bases if node.startswith(base)]
        for prefix, iri in prefixes:
            if iri and node.startswith(iri) and re.fullmatch(r"[\w.-]+", node[len(iri) :]):
                names.append(f"{prefix}:{node[len(iri) :]}")
        if node.startswith("_:"):
            names.append(node)
        kind = re.search(r"([\w-]+)[/#]([\w.-]+)$", node)
        if self.file.suffix == ".jsonld" and kind:
            names += [f'"{kind[1]}:{kind[2]}"', f'"{kind[1]}/{kind[2]}"']
        return names

    def _at(self, line: int | None, found: re.Match[str] | None) -> Spot:
        name, path = self.file.name, self.file.as_posix()
        if line is None or found is None:
            return Spot(name, "", path)
        return Spot(f"{name}:{line}", "", path, line, found.start(1) + 1, found.end(1) + 1)
