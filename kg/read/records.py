"""``records``: lists of objects in JSON or YAML, as leaderboard sites keep them; one table a list.

Nested objects become columns with a heading of several levels; an object of objects is a list whose names are
a column, and one within the only object of a list, which names no method itself, is a list of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg.errors import Place, Problem
from kg.read.cells import Cell, Column, Field, Page, Row, Table
from kg.read.jsontext import Group, Leaf, Node
from kg.read.pieces import CELL, pieces
from kg.read.record_fields import LEVEL, Fields, Unread, flat, label_lists
from kg.read.record_lists import Listed, by_column, key_of, lists_of, whose
from kg.read.remainder import is_number, remainder

FORMAT = "records"

_WIDEST = 2000
#: Why what stands beside the lists of several methods is not taken.
_WHOSE = (
    "these fields stand beside the file's lists and say not whose they are; take them with --table if they hold results"
)
#: Fields of the outermost object that say what all of its lists are about.
_ABOUT = {
    "benchmark": r"(?:benchmark|data_?set)(?:[_-]?name)?",
    "split": r"(?:eval(?:uation)?[_-]?)?(?:data[_-]?)?split",
    "model": r"(?:model|method|system)(?:[_-]?(?:name|id))?",
    "task": r"task(?:[_-]?name)?",
    "all-metric": r"(?:(?:main|primary|eval(?:uation)?)[_-]?)?metric(?:[_-]?(?:name|used))?",
    "all-unit": r"(?:metric|score|value)?[_-]?units?",
}
#: Fields that say which values are better, in words or by yes and no.
_BETTER = re.compile(
    r"(?:is[_-]?)?(?P<sense>higher|greater|larger|lower|smaller)[_-]?(?:is[_-]?)?better"
    r"|(?:metric|optimi[sz]ation)?[_-]?direction",
    re.IGNORECASE,
)


def of_one(root: Node, file: str) -> Page | None:
    """An object of plain fields as a table of one row; None where it is none."""
    if not isinstance(root, Group) or root.is_list or sum(isinstance(i, Leaf) for i in root.items.values()) < 2:
        return None
    unread = Unread()
    return Page(file, FORMAT, (_table([(root.line, flat(root, (), unread))], (), root.line, file, unread=unread),))


def looks_like(root: Node) -> str | None:
    """Why a document is read as records; None where it holds neither lists of objects nor fields of its own."""
    if lists_of(root):
        return "it holds lists of objects"
    return "it holds one object" if of_one(root, "") else None


def read(root: Node, file: str) -> Page:
    """All record lists of a document, and what it says beside them."""
    found = lists_of(root)
    if not found and (page := of_one(root, file)) is not None:
        return page
    facts = tuple(_facts(root)) if isinstance(root, Group) and not root.is_list else ()
    of_one_model = any(fact.name == "model" for fact in facts)
    labels = label_lists(root)
    keys = [key_of(listed, found, of_one_model) for listed in found]
    tables = [
        _listed(listed, key, labels, file, whose(listed, found) if key == "subset" else "")
        for key, listed in zip(keys, found, strict=True)
    ]
    if isinstance(root, Group) and (rest := _beside(root, found, file)) is not None:
        pairs = zip(keys, found, strict=True)
        of_the_same = of_one_model or all(key != "name" or not _scored(listed.node) for key, listed in pairs)
        tables.append(rest if of_the_same else replace(rest, context=(Field("hidden", _WHOSE, rest.line),)))
    return Page(file, FORMAT, tuple(table for table in tables if table.columns), facts)


def _beside(root: Group, found: Sequence[Listed], file: str) -> Table | None:
    """What a document says beside its lists as a table of one row; None where no score may be in it."""
    if any(listed.whole is root for listed in found):
        return None
    taken = {id(group) for listed in found for group in (listed.whole, *listed.node.groups())}
    rest = remainder(root, taken)
    return _table([(rest.line, flat(rest))], (), rest.line, file) if rest else None


def _scored(node: Group) -> bool:
    """True for a list of objects some of which have a number."""
    return any(is_number(name, leaf) and leaf.text for group in node.groups() for name, leaf in flat(group).items())


def _listed(listed: Listed, key: str, labels: Sequence[Group], file: str, within: str) -> Table:
    """One list as a table, with what the object around it says; ``within`` names it where others are like it."""
    unread = Unread()
    rows = _rows(listed, key, labels, unread)
    table = _table(rows, listed.path, listed.node.line, file, unread=unread)
    own = tuple(replace(problem, place=replace(problem.place, file=file)) for problem in listed.problems)
    levels = listed.levels or ((key,) if key == "name" and not listed.node.is_list else ())
    context = tuple(Field("level", c.name, table.line, c.number) for c in table.columns if c.name in levels)
    table = replace(table, problems=(*table.problems, *own), context=context)
    settings = tuple(Field(name, leaf.text, leaf.line) for name, leaf in listed.about if _is_setting(leaf))
    settings += (Field("within", within, listed.node.line),) if within else ()
    if not settings:
        return table
    return replace(table, rows=tuple(replace(row, settings=settings) for row in table.rows))


def _is_setting(leaf: Leaf) -> bool:
    """True for what is told of all rows of a list and may change their results: numbers, and yes or no."""
    return leaf.kind in ("number", "bool")


def _facts(root: Group) -> Iterator[Field]:
    """What the outermost object says of all that is in it."""
    root = _metric_of(root)
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
    yield from _better(root)


def _metric_of(root: Group) -> Group:
    """The object with what its object "metric" says of it: {"metric": {"name": "WER", "unit": "%"}}."""
    metric = root.group("metric")
    if metric is None or metric.is_list:
        return root
    own = {("metric" if name in ("name", "id") else name): item for name, item in metric.items.items()}
    return Group({**root.items, **own}, root.line)


def _better(root: Group) -> Iterator[Field]:
    """Which values are better, where one field alone says it."""
    told = [(found, item) for name, item in root.items.items() if (found := _BETTER.fullmatch(name))]
    if len(told) == 1 and isinstance(item := told[0][1], Leaf) and not item.is_missing:
        sense = (told[0][0]["sense"] or "").casefold()
        yes = {"true": True, "false": False}.get(item.text.casefold())
        text = item.text
        if sense and yes is not None:
            text = "higher is better" if (sense in ("higher", "greater", "larger")) == yes else "lower is better"
        yield Field("all-direction", text, item.line)


def _is_name(leaf: Leaf) -> bool:
    """True for text that may name something: no number, no address, no path of a file."""
    text = leaf.text.strip()
    return (
        leaf.kind == "string"
        and 0 < len(text) < 100
        and re.search(r"[A-Za-z%]", text) is not None
        and re.search(r"://|\n|\.(?:jsonl?|csv|tsv|ya?ml|parquet|txt)$", text) is None
    )


def parts(items: Iterator[Node], file: str) -> Iterator[Page]:
    """Pages of some thousand records each, from a list that is read item by item.

    Each page has the columns of the one before it, and behind them those of fields that it is the first to have.
    """
    names: dict[str, None] = {}

    def weigh(row: tuple[int, Fields], before: int) -> int:
        known = min(len(names), _WIDEST)
        names.update(dict.fromkeys(row[1]))
        wide = min(len(names), _WIDEST)
        # A new field gives all rows another cell.
        cells = wide + before * (wide - known)
        return CELL * cells + sum(len(leaf.text) for leaf in row[1].values())

    unread = Unread()
    rows = ((item.line, flat(item, (), unread)) for item in items if isinstance(item, Group) and not item.is_list)
    first: Sequence[str] = ()
    for chunk, more in pieces(rows, weigh):
        first = _names(chunk, first)
        table = _table(chunk, (), chunk[0][0], file, first, unread)
        chunk.clear()
        unread.seen.clear()
        yield Page(file, FORMAT, (table,), more=more)
        del table


def _rows(listed: Listed, key: str, labels: Sequence[Group], unread: Unread) -> list[tuple[int, Fields]]:
    """The rows of a list: its objects, each with what is said of all."""
    node = by_column(listed.node) or listed.node
    around = {name: leaf for name, leaf in listed.about if not _is_setting(leaf)}
    rows: list[tuple[int, Fields]] = []
    for name, child in node.items.items():
        if isinstance(child, Group):
            own = flat(child, labels, unread)
            called = {} if node.is_list else {key: Leaf(name, "string", child.line)}
            rows.append((child.line, {**called, **own, **{k: v for k, v in around.items() if k not in own}}))
    return rows


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
    found: list[tuple[int, Fields]] = []
    for row in listed:
        cells = row.children()
        if len(cells) != len(names) or not all(isinstance(cell, Leaf) for cell in cells):
            return None
        found.append((row.line, {n: c for n, c in zip(names, cells, strict=True) if isinstance(c, Leaf)}))
    return Page(file, FORMAT, (_table(found, (), root.line, file),))


def _by_column(root: Group, file: str) -> Page | None:
    """A table of columns: each a list of plain values, or an object of them by the number of their row."""
    columns = [(name, child) for name, child in root.items.items() if isinstance(child, Group)]
    if len({child.is_list for _, child in columns}) != 1:
        return None
    keys = list(columns[0][1].items) if columns else []
    if len(columns) < max(2, len(root.items)) or not keys or not all(re.fullmatch(r"\d+", key) for key in keys):
        return None
    if any(list(child.items) != keys or child.groups() for _, child in columns):
        return None
    rows = [{n: leaf for n, child in columns if isinstance(leaf := child.items[key], Leaf)} for key in keys]
    return Page(file, FORMAT, (_table([(root.line, row) for row in rows], (), root.line, file),))


def _names(rows: Sequence[tuple[int, Fields]], first: Sequence[str] = ()) -> list[str]:
    """The fields of all rows, those of the part before in front; not more than a table may have columns."""
    return list(dict.fromkeys([*first, *(name for _, row in rows for name in row)]))[:_WIDEST]


def _table(
    rows: Sequence[tuple[int, Fields]],
    path: tuple[str, ...],
    line: int,
    file: str,
    names: Sequence[str] | None = None,
    unread: Unread | None = None,
) -> Table:
    names = _names(rows) if names is None else names
    columns = tuple(
        Column(number, name.replace(LEVEL, " "), tuple(name.split(LEVEL)) if LEVEL in name else ())
        for number, name in enumerate(names, 1)
    )
    table_rows = tuple(
        Row(at, tuple(_cell(row.get(name), at, n) for n, name in enumerate(names, 1))) for at, row in rows
    )
    problems = (*_beyond(rows, names, line, file), *(unread.problems(file) if unread else ()))
    return Table(path, columns, table_rows, line, problems)


def _beyond(rows: Sequence[tuple[int, Fields]], names: Sequence[str], line: int, file: str) -> tuple[Problem, ...]:
    """What is told of fields beyond the widest table: each of their values is lost."""
    if len(names) < _WIDEST:
        return ()
    known = set(names)
    lost = [name for _, row in rows for name in row if name not in known]
    if not lost:
        return ()
    reason = f"the objects have more than {_WIDEST} fields; {len(lost)} values of the others are left out"
    remedy = "put what is no result into a file of its own, or make the list one row a value"
    printed = lost[0].replace(LEVEL, " ")
    return (Problem(Place(file, line), "too-many-fields", printed, reason, remedy, len(lost)),)


def _cell(leaf: Leaf | None, line: int, column: int) -> Cell:
    if leaf is None or leaf.is_missing:
        return Cell("", leaf.line if leaf else line, column)
    links = (leaf.text,) if leaf.text.startswith(("http://", "https://")) else ()
    return Cell(" ".join(leaf.text.split()), leaf.line, column, (), links)
