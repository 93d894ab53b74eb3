"""One object of a list as the fields of a row: objects within it give headings of several levels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kg.errors import Place, Problem
from kg.read.jsontext import Group, Leaf, Node

#: Nothing that is a result is nested more deeply.
DEEPEST = 4
#: The rule about lists of numbers that nothing names.
UNLABELLED = "numbers-without-labels"

#: Parts the levels of a heading: no name holds it.
LEVEL = "\x1f"
#: Fields of an object that is one score.
_VALUE = re.compile(r"value|mean|score|estimate|avg|average|point", re.IGNORECASE)
_INTERVAL = re.compile(r"ci|ci_?95|confidence_?interval|interval|bounds|uncertainty", re.IGNORECASE)
_OF_A_SPREAD = re.compile(r"lo|hi|low|high|lower|upper|std(?:err|dev|_dev|_err)?|se|level", re.IGNORECASE)
_SPREAD = re.compile(rf"{_INTERVAL.pattern}|std(?:err|dev|_dev|_err)?|se|lower|upper|low|high", re.IGNORECASE)
#: Fields that list what the numbers of another list are of.
_LABELS = re.compile(
    r"(?:.*[_\s-])?(?:labels?|names?|columns?|headers?|heads|metrics?|keys|fields|tasks|datasets|categories|classes|"
    r"subjects|subsets|splits|languages)",
    re.IGNORECASE,
)
#: Fields by which the objects of a list within a row may be told apart.
_KEYS = ("name", "id", "key", "label", "dataset", "task", "benchmark", "metric", "subset")

#: The fields of a row, by their names with all levels.
Fields = dict[str, Leaf]


@dataclass(slots=True)
class Unread:
    """Lists of numbers that nothing names, or of objects with numbers, by their field: how many, and the first."""

    seen: dict[str, tuple[int, Group]] = field(default_factory=dict)

    def add(self, name: str, node: Group) -> None:
        """One more such list."""
        count, first = self.seen.get(name, (0, node))
        self.seen[name] = (count + 1, first)

    def problems(self, file: str) -> tuple[Problem, ...]:
        """What is told of them."""
        return tuple(_told(name, count, node, file) for name, (count, node) in self.seen.items())


def _told(name: str, count: int, node: Group, file: str) -> Problem:
    times = f" in {count} objects" if count > 1 else ""
    if node.groups():
        return _told_of_objects(name, times, node, file)
    printed = ", ".join(child.text for child in node.children()[:6] if isinstance(child, Leaf))
    printed += ", …" if len(node.items) > 6 else ""
    listed = f"{name.replace(LEVEL, ' ')!r} is a list of {len(node.items)} numbers{times}"
    reason = f"{listed}, and no list of labels says of what"
    remedy = "give each number a field of its own, or a list of as many labels beside them"
    return Problem(Place(file, node.line), UNLABELLED, printed, reason, remedy)


def _told_of_objects(name: str, times: str, node: Group, file: str) -> Problem:
    """What is told of a list of objects within a row whose objects nothing tells apart."""
    fields = dict.fromkeys(field for child in node.groups() for field in child.items)
    printed = ", ".join([*list(fields)[:6], *(["…"] if len(fields) > 6 else [])])
    listed = f"{name.replace(LEVEL, ' ')!r} is a list of {len(node.items)} objects{times}"
    reason = f"{listed}, and no field of theirs names each of them"
    return Problem(
        Place(file, node.line), UNLABELLED, printed, reason, "give them as a list of their own, one row each"
    )


def flat(node: Group, labels: Sequence[Group] = (), unread: Unread | None = None) -> Fields:
    """The fields of an object; ``labels`` are lists of names that stand outside of it.

    A list of numbers beside as many labels is one value for each of them.
    """
    inside = [group for name, group in leaf_lists(node) if _are_labels(name, group)]
    work = _Flat((*inside, *labels), unread if unread is not None else Unread())
    work.object(node, "", 0)
    return {key: leaf for key, leaf in work.found.items() if work.lists.get(key) not in work.used}


def label_lists(root: Node) -> list[Group]:
    """The lists of labels that stand outside of all rows, in the outermost object."""
    if not isinstance(root, Group) or root.is_list:
        return []
    return [group for name, group in leaf_lists(root) if _are_labels(name, group)]


def leaf_lists(node: Group, depth: int = 0) -> Iterator[tuple[str, Group]]:
    """The lists of plain values within an object, with the names of their fields."""
    for name, child in node.items.items():
        if not isinstance(child, Group) or depth > DEEPEST:
            continue
        if not child.is_list:
            yield from leaf_lists(child, depth + 1)
        elif child.items and all(isinstance(item, Leaf) for item in child.children()):
            yield name, child


def _are_labels(name: str, node: Group) -> bool:
    """True for texts that are each another, under a field that names labels."""
    texts = [leaf.text for leaf in node.children() if isinstance(leaf, Leaf) and leaf.kind == "string"]
    worded = all(re.search(r"[^\W\d]", text) for text in texts)
    return len(texts) == len(node.items) == len(set(texts)) > 1 and worded and _LABELS.fullmatch(name) is not None


@dataclass(slots=True)
class _Flat:
    """One object on its way to fields; ``lists`` are its lists of texts, ``used`` those that name numbers."""

    labels: Sequence[Group]
    unread: Unread
    found: Fields = field(default_factory=dict)
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    used: set[tuple[str, ...]] = field(default_factory=set)

    def object(self, node: Group, above: str, depth: int) -> None:
        for name, item in node.items.items():
            key = f"{above}{LEVEL}{name}" if above else name
            if isinstance(item, Leaf):
                self.found[key] = item
            elif item.is_list:
                self.list(item, name, key, depth)
            elif depth < DEEPEST:
                value = own_value(item)
                if value is not None:
                    self.found[key] = value[1]
                    item = Group({name: other for name, other in item.items.items() if name != value[0]}, item.line)
                elif above and _INTERVAL.fullmatch(name):
                    key = above
                self.object(item, key, depth + 1)

    def list(self, item: Group, name: str, key: str, depth: int) -> None:
        if depth < DEEPEST and (named := _by_name(item)) is not None:
            self.object(named, key, depth + 1)
            return
        leaves = [child for child in item.children() if isinstance(child, Leaf)]
        if len(leaves) < len(item.items):
            if any(
                leaf.kind == "number" for child in item.groups() for leaf in child.children() if isinstance(leaf, Leaf)
            ):
                self.unread.add(key, item)
            return
        if _are_numbers(leaves):
            if (of := labels_of(leaves, self.labels)) is not None:
                self.found.update({f"{key}{LEVEL}{label}": leaf for label, leaf in zip(of, leaves, strict=True)})
                self.used.add(of)
                return
            if not _SPREAD.fullmatch(name):
                self.unread.add(key, item)
                if any("." in leaf.text for leaf in leaves):
                    return
        self.lists[key] = _texts(item)
        self.found[key] = Leaf(", ".join(leaf.text for leaf in leaves), "string", item.line)


def _are_numbers(leaves: Sequence[Leaf]) -> bool:
    """True for two or more values that are numbers, or missing ones among them."""
    numbers = [leaf for leaf in leaves if leaf.kind == "number"]
    return len(leaves) > 1 and bool(numbers) and all(leaf.kind == "number" or leaf.is_missing for leaf in leaves)


def labels_of(leaves: Sequence[Leaf], labels: Sequence[Group]) -> tuple[str, ...] | None:
    """The labels of as many numbers; None where no list, or where several lists, might be theirs."""
    fitting = {_texts(group) for group in labels if len(group.items) == len(leaves)}
    return fitting.pop() if len(fitting) == 1 else None


def labels_of_metrics(labels: Sequence[Group]) -> tuple[str, ...] | None:
    """The labels of the one list that any numbers without a name can be of; None where there are several or none."""
    found = {_texts(group) for group in labels}
    return found.pop() if len(found) == 1 else None


def _texts(group: Group) -> tuple[str, ...]:
    return tuple(leaf.text for leaf in group.children() if isinstance(leaf, Leaf))


def _by_name(node: Group) -> Group | None:
    """A list of objects that each have a name of their own, as an object of them; None for any other list."""
    children = node.children()
    objects = [child for child in children if isinstance(child, Group) and not child.is_list]
    if not children or len(objects) < len(children):
        return None
    for key in _KEYS:
        names = [leaf.text for child in objects if isinstance(leaf := child.items.get(key), Leaf)]
        if len(set(names)) == len(objects):
            rest = [Group({k: v for k, v in child.items.items() if k != key}, child.line) for child in objects]
            return Group(dict(zip(names, rest, strict=True)), node.line)
    return None


def is_spread(node: Group) -> bool:
    """True for an object of nothing but bounds or errors: {"lo": 0.91, "hi": 0.95}."""
    return bool(node.items) and all(
        isinstance(item, Leaf) and _OF_A_SPREAD.fullmatch(name) for name, item in node.items.items()
    )


def own_value(node: Group) -> tuple[str, Leaf] | None:
    """The field that holds the value of a score whose error or bounds stand beside it in one object."""
    values = [(n, item) for n, item in node.items.items() if _VALUE.fullmatch(n) and isinstance(item, Leaf)]
    return values[0] if len(values) == 1 and any(_SPREAD.fullmatch(name) for name in node.items) else None
