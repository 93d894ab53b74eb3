"""The example graphs of the shapes: one base graph, and patches to it.

A patch opens with a comment (what is wrong, and the rule), and lists the triples that it removes from
and adds to ``base.ttl``, with the prefixes of that file. The file name says which shape it is for:
``<shape>--<reason>.ttl``.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from rdflib import Graph
from rdflib.term import Node

from kg.validation import parse_exact

FOLDER = Path(__file__).resolve().parent
BASE = (FOLDER / "base.ttl").read_text(encoding="utf-8")
PREFIX_LINES = "".join(line + "\n" for line in BASE.splitlines() if line.startswith("@"))

INVALID = sorted((FOLDER / "invalid").glob("*.ttl"))
VALID = sorted((FOLDER / "valid").glob("*.ttl"))

Triples = frozenset[tuple[Node, Node, Node]]


def triples(turtle: str) -> Triples:
    """The triples of a Turtle text that uses the prefixes of the base graph."""
    return frozenset((s, p, o) for s, p, o, _ in parse_exact(PREFIX_LINES + turtle).quads())


@cache
def base() -> Triples:
    return triples(BASE)


def graph(content: Triples) -> Graph:
    result = Graph()
    for triple in content:
        result.add(triple)
    return result


def patched(removed: str = "", added: str = "") -> Graph:
    """The base graph without some triples, which it must have, and with others."""
    gone = triples(removed)
    assert gone <= base(), f"not in base.ttl: {gone - base()}"
    return graph((base() - gone) | triples(added))


def sections(path: Path) -> tuple[str, str, str]:
    """Comment, removed and added triples of a patch file."""
    comment, *parts = re.split(r"^# (remove|add):\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    texts = dict(zip(parts[::2], parts[1::2], strict=True))
    return comment, texts.get("remove", ""), texts.get("add", "")


def example(path: Path) -> Graph:
    """The graph of a patch file."""
    _, removed, added = sections(path)
    return patched(removed, added)


def shape_name(path: Path) -> str:
    """The local name of the shape that a patch file is for."""
    return path.stem.partition("--")[0]
