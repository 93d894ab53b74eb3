"""``records``: lists of objects in JSON or YAML, as leaderboard sites keep them; one table a list.

Nested objects become columns with a heading of several levels; an object of objects is a list whose names are
a column, and one within the only object of a list, which names no method itself, is a list of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg.errors import Place, Problem
from kg.read.cells import Cell, Column, Field, Page, Row, Table
from kg.read.jsontext import Group, Leaf, Node
from kg.read.pieces import CELL, pieces
from kg.read.remainder import is_number, remainder

FORMAT = "records"

_WIDEST = 2000
_DEEPEST = 4
#: Fewer objects than that do not show which of them is the odd one.
_SOME = 4
#: Fields of an object that is one score.
_VALUE = re.compile(r"value|mean|score|estimate|avg|average|point", re.IGNORECASE)
_INTERVAL = re.compile(r"ci|ci_?95|confidence_?interval|interval|bounds|uncertainty", re.IGNORECASE)
_SPREAD = re.compile(rf"{_INTERVAL.pattern}|std(?:err|dev|_dev|_err)?|se|lower|upper|low|high", re.IGNORECASE)
#: Why what stands beside the lists of several methods is not taken.
_WHOSE = (
    "these fields stand beside the file's lists and say not whose they are; take them with --table if they hold results"
)
#: Parts the levels of a heading: no name holds it.
_LEVEL = "\x1f"
#: Fields that name what an object is the result of.
_NAMED = re.compile(
    r"(?:model|method|system|agent|algorithm|submission|team)(?:[ _-]?(?:name|id))?|name", re.IGNORECASE
)
#: Fields of the outermost object that say what all of its lists are about.
_ABOUT = {
    "benchmark": r"(?:benchmark|data_?set)(?:[_-]?name)?",
    "split": r"(?:eval(?:uation)?[_-]?)?(?:data[_-]?)?split",
    "model": r"(?:model|method|system)(?:[_-]?(?:name|id))?",
}
#: Names of objects whose own names are parts of what is measured, no methods.
_PARTS = re.compile(
    r"(?:.*[_\s-])?(?:categor(?:y|ies)|tasks?|data_?sets?|benchmarks?|subjects?|domains?|languages?|splits?|subsets?|"
    r"metrics?|types?|complexity|groups?|classes|levels?|by_\w+|per_\w+)(?:[_\s-](?:results?|scores?|metrics?))?",
    re.IGNORECASE,
)


def tables_of(root: Node) -> list[tuple[tuple[str, ...], Group]]:
    """The lists of objects in a document, outermost first, each with the names that lead to it."""
    found: list[tuple[tuple[str, ...], Group]] = []
    _search(root, (), found, 0)
    return found


def _search(node: Node, path: tuple[str, ...], found: list[tuple[tuple[str, ...], Group]], depth: int) -> None:
    if not isinstance(node, Group) or depth > _DEEPEST:
        return
    if _is_records(node) and not _is_wrapper(node):
        found.append((path, node))
        return
    if (alike := _alike(node)) is not None:
        found.append((path, alike))
        node = Group({name: item for name, item in node.items.items() if name not in alike.items}, node.line)
    for name, child in node.items.items():
        _search(child, (*path, name) if not node.is_list else path, found, depth + 1)


def _is_records(node: Group) -> bool:
    """True for a list of objects, or for an object whose values are objects that share names."""
    children = node.children()
    if len(children) < 1 or not all(isinstance(child, Group) and not child.is_list for child in children):
        return False
    groups = node.groups()
    leaves = [{name for name, item in group.items.items() if isinstance(item, Leaf)} for group in groups]
    if node.is_list:
        return any(leaves) or any(_names_itself(group) for group in groups)
    return len(groups) > 1 and bool(set.intersection(*map(_numbers, groups)))


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


def _names_itself(group: Group) -> bool:
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
    inner: list[tuple[tuple[str, ...], Group]] = []
    for name, child in children[0].items.items():
        _search(child, (name,), inner, 1)
    return bool(inner)


def of_one(root: Node, file: str) -> Page | None:
    """An object of plain fields as a table of one row; None where it is none."""
    if not isinstance(root, Group) or root.is_list or sum(isinstance(i, Leaf) for i in root.items.values()) < 2:
        return None
    return Page(file, FORMAT, (_table([(root.line, _flat(root))], (), root.line, file),))


def looks_like(root: Node) -> str | None:
    """Why a document is read as records; None where it holds neither lists of objects nor fields of its own."""
    if tables_of(root):
        return "it holds lists of objects"
    return "it holds one object" if of_one(root, "") else None


def read(root: Node, file: str) -> Page:
    """All record lists of a document, and what it says beside them."""
    found = tables_of(root)
    if not found and (page := of_one(root, file)) is not None:
        return page
    facts = tuple(_facts(root)) if isinstance(root, Group) and not root.is_list else ()
    of_one_model = any(fact.name == "model" for fact in facts)
    keys = [_key(path, node, found, of_one_model) for path, node in found]
    tables = [_table(_rows(node, key), path, node.line, file) for key, (path, node) in zip(keys, found, strict=True)]
    if isinstance(root, Group) and (rest := _beside(root, found, file)) is not None:
        of_the_same = of_one_model or all(
            key != "name" or not _scored(node) for key, (_, node) in zip(keys, found, strict=True)
        )
        tables.append(rest if of_the_same else replace(rest, context=(Field("hidden", _WHOSE, rest.line),)))
    return Page(file, FORMAT, tuple(table for table in tables if table.columns), facts)


def _beside(root: Group, found: Sequence[tuple[tuple[str, ...], Group]], file: str) -> Table | None:
    """What a document says beside its lists as a table of one row; None where no score may be in it."""
    rest = remainder(root, {id(group) for _, node in found for group in node.groups()})
    return _table([(rest.line, _flat(rest))], (), rest.line, file) if rest else None


def _scored(node: Group) -> bool:
    """True for a list of objects some of which have a number."""
    return any(is_number(name, leaf) and leaf.text for group in node.groups() for name, leaf in _flat(group).items())


def _facts(root: Group) -> Iterator[Field]:
    """What the outermost object says of all that is in it."""
    if title := root.text("title") or root.text("name"):
        yield Field("title", title, 1)
    for fact, spelled in _ABOUT.items():
        told = [
            item
            for name, item in root.items.items()
            if re.fullmatch(spelled, name, re.IGNORECASE) and isinstance(item, Leaf) and _is_name(item)
        ]
        if len({leaf.text for leaf in told}) == 1:
            yield Field(fact, told[0].text.strip(), told[0].line)


def _is_name(leaf: Leaf) -> bool:
    """True for text that may name something: no number, no address, no path of a file."""
    text = leaf.text.strip()
    return (
        leaf.kind == "string"
        and 0 < len(text) < 100
        and re.search(r"[A-Za-z]", text) is not None
        and re.search(r"://|\n|\.(?:jsonl?|csv|tsv|ya?ml|parquet|txt)$", text) is None
    )


def _key(path: tuple[str, ...], node: Group, found: Sequence[tuple[tuple[str, ...], Group]], of_one_model: bool) -> str:
    """What the names of an object's objects are: parts of the data, tasks of the one model of a file, or methods."""
    if _is_of_parts(path, node, found):
        return "subset"
    return "task" if of_one_model and not any(_names_itself(group) for group in node.groups()) else "name"


def _is_of_parts(path: tuple[str, ...], node: Group, found: Sequence[tuple[tuple[str, ...], Group]]) -> bool:
    """True for an object whose names are parts of the data, not methods.

    Its own name says so ("per_class"), or that of another object beside it that holds the same ("source" beside
    "category"); so do the fields of a report of classes, with the number of items of each.
    """
    fields = _shared(node)
    if {"support"} < fields and fields & {"f1-score", "f1", "precision", "recall"}:
        return True
    beside = [
        p[-1] for p, other in found if p and p[:-1] == path[:-1] and not other.is_list and _shared(other) == fields
    ]
    return not node.is_list and any(map(_PARTS.fullmatch, beside))


def _shared(node: Group) -> set[str]:
    """The fields that all objects of an object have."""
    return set.intersection(*(set(group.items) for group in node.groups())) if node.groups() else set()


def parts(items: Iterator[Node], file: str) -> Iterator[Page]:
    """Pages of some thousand records each, from a list that is read item by item.

    Each page has the columns of the one before it, and behind them those of fields that it is the first to have.
    """
    names: dict[str, None] = {}

    def weigh(row: tuple[int, dict[str, Leaf]], before: int) -> int:
        known = min(len(names), _WIDEST)
        names.update(dict.fromkeys(row[1]))
        wide = min(len(names), _WIDEST)
        # A new field gives all rows another cell.
        cells = wide + before * (wide - known)
        return CELL * cells + sum(len(leaf.text) for leaf in row[1].values())

    rows = ((item.line, _flat(item)) for item in items if isinstance(item, Group) and not item.is_list)
    first: Sequence[str] = ()
    for chunk, more in pieces(rows, weigh):
        first = _names(chunk, first)
        table = _table(chunk, (), chunk[0][0], file, first)
        chunk.clear()
        yield Page(file, FORMAT, (table,), more=more)
        del table


def _rows(node: Group, key: str) -> list[tuple[int, dict[str, Leaf]]]:
    rows = []
    for name, child in node.items.items():
        if isinstance(child, Group):
            flat = _flat(child)
            rows.append((child.line, flat if node.is_list else {key: Leaf(name, "string", child.line), **flat}))
    return rows


def _flat(node: Group, above: str = "", depth: int = 0) -> dict[str, Leaf]:
    found: dict[str, Leaf] = {}
    for name, item in node.items.items():
        key = f"{above}{_LEVEL}{name}" if above else name
        if isinstance(item, Leaf):
            found[key] = item
        elif not item.is_list and depth < _DEEPEST:
            value = _own_value(item)
            if value is not None:
                found[key] = value[1]
                item = Group({name: other for name, other in item.items.items() if name != value[0]}, item.line)
            elif above and _INTERVAL.fullmatch(name):
                key = above
            found.update(_flat(item, key, depth + 1))
        elif item.is_list and (named := _by_name(item)) is not None and depth < _DEEPEST:
            found.update(_flat(named, key, depth + 1))
        elif item.is_list and all(isinstance(child, Leaf) for child in item.children()):
            text = ", ".join(child.text for child in item.children() if isinstance(child, Leaf))
            found[key] = Leaf(text, "string", item.line)
    return found


def _by_name(node: Group) -> Group | None:
    """A list of objects that each have a name of their own, as an object of them; None for any other list."""
    children = node.children()
    objects = [child for child in children if isinstance(child, Group) and not child.is_list]
    if not children or len(objects) < len(children):
        return None
    for key in ("name", "id", "key", "label", "dataset", "task", "benchmark", "metric", "subset"):
        names = [leaf.text for child in objects if isinstance(leaf := child.items.get(key), Leaf)]
        if len(set(names)) == len(objects):
            rest = [Group({k: v for k, v in child.items.items() if k != key}, child.line) for child in objects]
            return Group(dict(zip(names, rest, strict=True)), node.line)
    return None


def framed(root: Node, file: str) -> Page | None:
    """A table as data frames are written: heads and rows apart, rows with the heads first, or column by column."""
    if not isinstance(root, Group):
        return None
    heads = root.group("columns") or root.group("headers") or root.group("header")
    if not root.is_list and heads is not None and heads.is_list:
        rows = root.group("data") or root.group("rows")
        listed = [child for child in rows.children() if isinstance(child, Group)] if rows else []
    elif root.is_list:
        listed = [child for child in root.children() if isinstance(child, Group) and child.is_list]
        heads, listed = (listed[0], listed[1:]) if len(listed) == len(root.items) and listed else (None, [])
    else:
        return _by_column(root, file)
    names = [leaf.text for leaf in heads.children() if isinstance(leaf, Leaf)] if heads else []
    if len(names) < 2 or len(set(names)) < len(names) or not listed:
        return None
    found: list[tuple[int, dict[str, Leaf]]] = []
    for row in listed:
        cells = row.children()
        if len(cells) != len(names) or not all(isinstance(cell, Leaf) for cell in cells):
            return None
        found.append((row.line, {n: c for n, c in zip(names, cells, strict=True) if isinstance(c, Leaf)}))
    return Page(file, FORMAT, (_table(found, (), root.line, file),))


def _by_column(root: Group, file: str) -> Page | None:
    columns = [(name, child) for name, child in root.items.items() if isinstance(child, Group) and not child.is_list]
    keys = list(columns[0][1].items) if columns else []
    if len(columns) < max(2, len(root.items)) or not keys or not all(re.fullmatch(r"\d+", key) for key in keys):
        return None
    if any(list(child.items) != keys for _, child in columns):
        return None
    rows = [{n: leaf for n, child in columns if isinstance(leaf := child.items[key], Leaf)} for key in keys]
    return Page(file, FORMAT, (_table([(root.line, row) for row in rows], (), root.line, file),))


def _own_value(node: Group) -> tuple[str, Leaf] | None:
    """The field that holds the value of a score whose error or bounds stand beside it in one object."""
    values = [(n, item) for n, item in node.items.items() if _VALUE.fullmatch(n) and isinstance(item, Leaf)]
    return values[0] if len(values) == 1 and any(_SPREAD.fullmatch(name) for name in node.items) else None


def _names(rows: Sequence[tuple[int, dict[str, Leaf]]], first: Sequence[str] = ()) -> list[str]:
    """The fields of all rows, those of the part before in front; not more than a table may have columns."""
    return list(dict.fromkeys([*first, *(name for _, row in rows for name in row)]))[:_WIDEST]


def _table(
    rows: Sequence[tuple[int, dict[str, Leaf]]],
    path: tuple[str, ...],
    line: int,
    file: str,
    names: Sequence[str] | None = None,
) -> Table:
    names = _names(rows) if names is None else names
    columns = tuple(
        Column(number, name.replace(_LEVEL, " "), tuple(name.split(_LEVEL)) if _LEVEL in name else ())
        for number, name in enumerate(names, 1)
    )
    table_rows = tuple(
        Row(at, tuple(_cell(row.get(name), at, n) for n, name in enumerate(names, 1))) for at, row in rows
    )
    return Table(path, columns, table_rows, line, _beyond(rows, names, line, file))


def _beyond(
    rows: Sequence[tuple[int, dict[str, Leaf]]], names: Sequence[str], line: int, file: str
) -> tuple[Problem, ...]:
    """What is told of fields beyond the widest table: each of their values is lost."""
    if len(names) < _WIDEST:
        return ()
    known = set(names)
    lost = [name for _, row in rows for name in row if name not in known]
    if not lost:
        return ()
    reason = f"the objects have more than {_WIDEST} fields; {len(lost)} values of the others are left out"
    remedy = "put what is no result into a file of its own, or make the list one row a value"
    printed = lost[0].replace(_LEVEL, " ")
    return (Problem(Place(file, line), "too-many-fields", printed, reason, remedy, len(lost)),)


def _cell(leaf: Leaf | None, line: int, column: int) -> Cell:
    if leaf is None or leaf.is_missing:
        return Cell("", leaf.line if leaf else line, column)
    links = (leaf.text,) if leaf.text.startswith(("http://", "https://")) else ()
    return Cell(" ".join(leaf.text.split()), leaf.line, column, (), links)
