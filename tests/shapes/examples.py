"""The example graphs of the shapes: one base graph, and patches to it.

A patch opens with a comment (what is wrong, and the rule), and lists the triples that it removes from
and adds to ``base.ttl``, with the prefixes of that file. The file name says which shape it is for:
``<shape>--<reason>.ttl``. The shapes over data have their examples here, those over the descriptions
of a build in ``catalog/``.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

from rdflib import Graph
from rdflib.term import Node

from kg.validation import parse_exact

FOLDER = Path(__file__).resolve().parent

Triples = frozenset[tuple[Node, Node, Node]]


class Examples:
    """A base graph and its patches, in one folder."""

    def __init__(self, folder: Path) -> None:
        self.text = (folder / "base.ttl").read_text(encoding="utf-8")
        self.prefix_lines = "".join(line + "\n" for line in self.text.splitlines() if line.startswith("@"))
        self.invalid = sorted((folder / "invalid").glob("*.ttl"))
        self.valid = sorted((folder / "valid").glob("*.ttl"))

    def triples(self, turtle: str) -> Triples:
        """The triples of a Turtle text that uses the prefixes of the base graph."""
        return frozenset((s, p, o) for s, p, o, _ in parse_exact(self.prefix_lines + turtle).quads())

    @cached_property
    def base(self) -> Triples:
        return self.triples(self.text)

    def patched(self, removed: str = "", added: str = "") -> Graph:
        """The base graph without some triples, which it must have, and with others."""
        gone = self.triples(removed)
        assert gone <= self.base, f"not in base.ttl: {gone - self.base}"
        return graph((self.base - gone) | self.triples(added))

    def example(self, path: Path) -> Graph:
        """The graph of a patch file."""
        _, removed, added = sections(path)
        return self.patched(removed, added)


def graph(content: Triples) -> Graph:
    result = Graph()
    for triple in content:
        result.add(triple)
    return result


def sections(path: Path) -> tuple[str, str, str]:
    """Comment, removed and added triples of a patch file."""
    comment, *parts = re.split(r"^# (remove|add):\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    texts = dict(zip(parts[::2], parts[1::2], strict=True))
    return comment, texts.get("remove", ""), texts.get("add", "")


def shape_name(path: Path) -> str:
    """The local name of the shape that a patch file is for."""
    return path.stem.partition("--")[0]


DATA = Examples(FOLDER)
CATALOG = Examples(FOLDER / "catalog")

BASE, PREFIX_LINES, INVALID, VALID = DATA.text, DATA.prefix_lines, DATA.invalid, DATA.valid
triples, patched, example = DATA.triples, DATA.patched, DATA.example


def base() -> Triples:
    return DATA.base
