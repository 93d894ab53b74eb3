"""Where a JSON or YAML document keeps its lists of objects, and what each list is about.

A list is one of objects, or an object of objects that share fields. Lists within the objects of a list are
lists of their own where the outer objects are parts of the data (boards, tracks, data sets) and the inner ones
name what is compared: each is told what its outer object says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kg.errors import Problem
from kg.read.jsontext import Group, Leaf, Node
from kg.read.nests import nest_of
from kg.read.record_fields import DEEPEST, label_lists
from kg.read.remainder import is_number

#: Fewer objects than that do not show which of them is the odd one.
_SOME = 4
#: Fields that name what an object is the result of.
_NAMED = re.compile(
    r"(?:model|method|system|agent|algorithm|submission|team)(?:[ _-]?(?:name|id))?|name", re.IGNORECASE
)
#: Those that name something compared, whatever stands around them.
_COMPARED = re.compile(
    r"(?:model|method|system|agent|algorithm|submission|team|participant|entry)(?:[ _-]?(?:name|id))?", re.IGNORECASE
)
#: Fields that say which object of a list it is, the plainest first.
_CALLED = (
    "name",
    "title",
    "label",
    "dataset",
    "benchmark",
    "task",
    "track",
    "split",
    "subset",
    "category",
    "id",
    "key",
)
#: Names of objects whose own names are parts of what is measured, no methods.
_PARTS = re.compile(
    r"(?:.*[_\s-])?(?:categor(?:y|ies)|tasks?|data_?sets?|benchmarks?|subjects?|domains?|languages?|splits?|subsets?|"
    r"metrics?|types?|complexity|groups?|classes|levels?|by_\w+|per_\w+)(?:[_\s-](?:results?|scores?|metrics?))?",
    re.IGNORECASE,
)
#: Fields of what was handed in: no measured value has them.
_HANDED_IN = re.compile(
    r"rank|(?:submission_?)?date|site|url|link|links|repo|repository|github|paper|code|org|organi[sz]ation|authors?|"
    r"team|submitter|submitted(?:_at|_by)?|affiliation|licen[sc]e",
    re.IGNORECASE,
)
#: Names of objects that hold means over what is named in them: labels, no methods.
_MEANS = re.compile(r"(?:foreground_|overall_|class_|macro_)?(?:means?|averages?|medians?|stds?)", re.IGNORECASE)

#: Names of columns that no method has.
_OF_COLUMNS = re.compile(r"(?:num|n)_\w+|\w*count|variance|std(?:_?(?:dev|err)\w*)?|(?:\w+_)?stderr|\w+_q\d+|ci_\w+")


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of objects, the names that lead to it, and what the object around it says of all of it.

    ``levels`` are the fields of its rows that were names of objects several levels deep, ``whole`` is the object
    that held these, and ``problems`` are what of them could not be read.
    """

    path: tuple[str, ...]
    node: Group
    about: tuple[tuple[str, Leaf], ...] = ()
    levels: tuple[str, ...] = ()
    whole: Group | None = None
    problems: tuple[Problem, ...] = ()


def lists_of(root: Node) -> list[Listed]:
    """The lists of objects in a document, outermost first, each with the names that lead to it."""
    found: list[Listed] = []
    _search(root, (), found, 0, label_lists(root))
    return found


def _search(node: Node, path: tuple[str, ...], found: list[Listed], depth: int, labels: Sequence[Group] = ()) -> None:
    if not isinstance(node, Group) or depth > DEEPEST:
        return
    if (nest := nest_of(node, path[-1] if path else "", labels)) is not None:
        found.append(Listed(path, nest.rows, (), nest.levels, node, nest.problems))
        return
    if _is_records(node) and not _is_wrapper(node):
        found += _boards(node, path) or [Listed(path, node)]
        return
    if (alike := _alike(node)) is not None:
        found.append(Listed(path, alike))
        node = Group({name: item for name, item in node.items.items() if name not in alike.items}, node.line)
    for name, child in node.items.items():
        _search(child, (*path, name) if not node.is_list else path, found, depth + 1, labels)


def holds_boards(first: Group) -> bool:
    """True for the first object of a list that holds a list of rows of its own."""
    return _boards(Group({"0": first}, first.line, is_list=True), ()) is not None


def _boards(node: Group, path: tuple[str, ...]) -> list[Listed] | None:
    """The lists within the objects of a list, each a table of its own; None where the objects are rows themselves."""
    outer = node.groups()
    if any(_names_compared(group) for group in outer) or re.fullmatch(
        r"(?:models|methods|systems|agents|submissions)", path[-1] if path else "", re.IGNORECASE
    ):
        return None
    key = _inner_key(outer)
    if key is None:
        return None
    inner = [listed for group in outer if (listed := group.group(key)) is not None]
    rows = [row for listed in inner for row in listed.groups()]
    compared = any(_names_compared(row) for row in rows)
    handed_in = any(_HANDED_IN.fullmatch(name) for row in rows for name in row.items)
    if not compared and not (handed_in and not _same_names(inner)):
        return None
    return [
        _board(path, "" if node.is_list else name, group, listed)
        for name, group in node.items.items()
        if isinstance(group, Group) and (listed := group.group(key)) is not None and listed.items
    ]


def _board(path: tuple[str, ...], name: str, around: Group, rows: Group) -> Listed:
    """The list of rows within an object, under what the object is called."""
    title = next((text for field in _CALLED if (text := around.text(field))), name)
    about = tuple((k, leaf) for k, leaf in around.items.items() if isinstance(leaf, Leaf) and leaf.text != title)
    return Listed((*path, title) if title else path, rows, about)


def _inner_key(outer: Sequence[Group]) -> str | None:
    """The one field under which all objects hold a list of objects that name themselves."""
    keys = {
        name
        for group in outer
        for name, child in group.items.items()
        if isinstance(child, Group) and child.is_list and child.items and _all_named(child)
    }
    return keys.pop() if len(keys) == 1 else None


def _all_named(node: Group) -> bool:
    children = node.children()
    return all(isinstance(c, Group) and not c.is_list and names_itself(c) for c in children)


def _names_compared(group: Group) -> bool:
    return any(_COMPARED.fullmatch(name) for name in group.items)


def _same_names(inner: Sequence[Group]) -> bool:
    """True where several lists have objects of the very same names: what is measured, again and again."""
    names = [[row.text("name") for row in group.groups()] for group in inner]
    return len(names) > 1 and all(sorted(map(str, own)) == sorted(map(str, names[0])) for own in names)


def _is_records(node: Group) -> bool:
    """True for a list of objects, or for an object whose values are objects that share names."""
    children = node.children()
    if len(children) < 1 or not all(isinstance(child, Group) and not child.is_list for child in children):
        return False
    groups = node.groups()
    leaves = [{name for name, item in group.items.items() if isinstance(item, Leaf)} for group in groups]
    if node.is_list:
        return any(leaves) or any(names_itself(group) for group in groups) or bool(_shared_parts(groups))
    return len(groups) > 1 and (bool(set.intersection(*map(_numbers, groups))) or _share_parts(groups))


def _share_parts(groups: Sequence[Group]) -> bool:
    """True for objects that share numbers within objects of theirs, which are of many kinds and no lists themselves."""
    return not any(_is_records(group) for group in groups) and len(_shared_parts(groups)) > 1


def _shared_parts(groups: Sequence[Group]) -> set[tuple[str, str]]:
    """The numbers that all objects have within objects of theirs, with the name of that object."""
    inner = [{(n, f) for n, g in group.items.items() if isinstance(g, Group) for f in _numbers(g)} for group in groups]
    return set.intersection(*inner)


def _numbers(group: Group) -> set[str]:
    """The fields that may hold scores."""
    return {name for name, item in group.items.items() if is_number(name, item)}


def _alike(node: Group) -> Group | None:
    """The objects of an object that share their numbers, where few others stand among them; None where most do.

    A matrix of who wins against whom beside the scores of thirty models makes these no less a list.
    """
    if node.is_list or len(node.groups()) < _SOME:
        return None
    shared = Counter(frozenset(_numbers(group)) for group in node.groups()).most_common(1)[0]
    if not shared[0] or shared[1] * 4 < len(node.items) * 3:
        return None
    kept: dict[str, Leaf | Group] = {
        n: g for n, g in node.items.items() if isinstance(g, Group) and not g.is_list and shared[0] <= _numbers(g)
    }
    return Group(kept, node.line)


def names_itself(group: Group) -> bool:
    """True for an object with a name, of its own or in an object of what is told of it: {"info": {"name": …}}."""
    return any(
        _NAMED.fullmatch(name)
        or (isinstance(item, Group) and not item.is_list and any(map(_NAMED.fullmatch, item.items)))
        for name, item in group.items.items()
    )


def _is_wrapper(node: Group) -> bool:
    """True for a list of one object that names no method and holds lists or objects of objects itself."""
    children = node.groups()
    if not node.is_list or len(children) != 1:
        return False
    if any(_NAMED.fullmatch(name) for name in children[0].items):
        return False
    inner: list[Listed] = []
    for name, child in children[0].items.items():
        _search(child, (name,), inner, 1)
    return bool(inner)


def key_of(listed: Listed, found: Sequence[Listed], of_one_model: bool) -> str:
    """What the names of an object's objects are: parts of the data, tasks of the one model of a file, or methods."""
    if _is_of_parts(listed, found):
        return "subset"
    return "task" if of_one_model and not any(map(names_itself, listed.node.groups())) else "name"


def _is_of_parts(listed: Listed, found: Sequence[Listed]) -> bool:
    """True for an object whose names are parts of the data, not methods.

    Its own name says so ("per_class"), or that of another object beside it that holds the same ("source" beside
    "category"); so do the fields of a report of classes, with the number of items of each, and the numbers of
    labels below "mean".
    """
    node, path = listed.node, listed.path
    fields = shared_fields(node)
    if {"support"} < fields and fields & {"f1-score", "f1", "precision", "recall"}:
        return True
    if node.is_list:
        return False
    if path and _MEANS.fullmatch(path[-1]) and all(re.fullmatch(r"\d+", name) for name in node.items):
        return True
    beside = [
        other.path[-1]
        for other in found
        if other.path
        and other.path[:-1] == path[:-1]
        and not other.node.is_list
        and shared_fields(other.node) == fields
    ]
    return any(map(_PARTS.fullmatch, beside))


def whose(listed: Listed, found: Sequence[Listed]) -> str:
    """The names around a list that tell it from lists of its own name elsewhere; "" where there are none.

    Whether they are methods, splits or data sets, nobody says: what stands below them is not of the same thing.
    """
    alike = [
        other.path
        for other in found
        if other.path[-1:] == listed.path[-1:] and len(other.path) == len(listed.path) and other.path != listed.path
    ]
    return " / ".join(name for i, name in enumerate(listed.path) if any(path[i] != name for path in alike))


def by_column(node: Group) -> Group | None:
    """An object of columns, as data frames are written, as one of rows; None for any other object.

    Its objects hold plain values under the same names, and one of them is called as counts or errors are:
    {"rating": {"NetA": 1285, …}, "variance": {"NetA": 2.1, …}}.
    """
    groups = node.groups()
    names = list(groups[0].items) if groups else []
    plain = all(list(g.items) == names and all(isinstance(i, Leaf) for i in g.items.values()) for g in groups)
    if node.is_list or len(groups) < len(node.items) or not plain or not any(map(_OF_COLUMNS.fullmatch, node.items)):
        return None
    columns = [(column, group) for column, group in node.items.items() if isinstance(group, Group)]
    rows = {name: Group({c: g.items[name] for c, g in columns}, groups[0].items[name].line) for name in names}
    return Group(dict(rows), node.line)


def shared_fields(node: Group) -> set[str]:
    """The fields that all objects of an object have."""
    return set.intersection(*(set(group.items) for group in node.groups())) if node.groups() else set()
