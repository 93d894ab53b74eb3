"""What a document says beside its lists of objects: an object of its own, so that nothing is dropped in silence."""

from __future__ import annotations

import re
from collections.abc import Collection

from kg.read.jsontext import Group, Leaf, Node

#: Fields with digits that count or date the file itself.
_OF_THE_FILE = re.compile(
    r"(?:.*_)?(?:versions?|dates?|updated|timestamp|time|created|year|total_\w+|num_\w+|n_\w+"
    r"|count|total|page|limit|offset)"
)


def is_number(name: str, item: Node) -> bool:
    """True for a field that may hold a score, given or missing."""
    if not isinstance(item, Leaf) or "version" in name.casefold():
        return False
    printed = re.fullmatch(r"-?\d*\.?\d+ ?%?|[-–—]|n/?a", item.text.strip(), re.IGNORECASE)
    return item.kind == "number" or item.is_missing or printed is not None


def remainder(root: Group, taken: Collection[int]) -> Group | None:
    """A document without the objects that are rows of its lists; None where what is left holds no score.

    ``taken`` are the identities of those objects.
    """
    left = _without(root, taken)
    return left if left is not None and _holds_number(left) else None


def _without(node: Group, taken: Collection[int]) -> Group | None:
    kept: dict[str, Leaf | Group] = {}
    for name, item in node.items.items():
        if isinstance(item, Leaf):
            kept[name] = item
        elif id(item) not in taken and (inner := _without(item, taken)) is not None:
            kept[name] = inner
    return Group(kept, node.line, node.is_list) if kept else None


def _holds_number(node: Group) -> bool:
    """True where a field holds a number, and is not one that counts what the file holds or says how old it is."""
    return any(
        _holds_number(item)
        if isinstance(item, Group) and not item.is_list
        else is_number(name, item) and not _is_missing(item) and _OF_THE_FILE.fullmatch(name.casefold()) is None
        for name, item in node.items.items()
    )


def _is_missing(item: Node) -> bool:
    return isinstance(item, Leaf) and not re.search(r"\d", item.text)
