"""What the names are that led to a row's values through objects within objects: methods, data sets or splits.

A file that nests its results says nothing of it. What a level is follows from its own name ("datasets"), from names
that the registry knows, and from how names are written; what is left is asked, and nothing is said of it as sure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kg.intake.columns import WORD_ROLES
from kg.intake.doubts import Doubt
from kg.intake.roles import heading_role
from kg.read.cells import Table
from kg.wording.headings import has_model_size, read_heading
from kg.wording.names import NameFinder
from kg.wording.splits import is_split

#: Names of one of many alike, which is told by its number: a fold, a seed, a threshold.
_COUNTED = re.compile(
    r"(?:fold|seed|run|trial|epoch|step|iter(?:ation)?|round|layer|rank|repeat|checkpoint|ckpt|try|version|v|k|n|len"
    r"|length|ctx|context|top|level|size)?s?[ _-]?(?:=[ ]?)?[<>≤≥]?\d+(?:\.\d+)?[kKmM%]?",
    re.IGNORECASE,
)
#: One of these names beside others tells that all of them are parts of one thing.
_WHOLE = re.compile(r"all|overall|total|average|avg|mean|macro|micro", re.IGNORECASE)
#: "org/name", which is how models are kept; a path of a file is none.
_OF_AN_OWNER = re.compile(r"[\w.-]+(?:/|__|--)[\w.-]+")
_OF_A_FILE = re.compile(r"\.(?:jsonl?|csv|tsv|ya?ml|txt|log|pkl|pth?)$", re.IGNORECASE)
#: Ids of items; so many methods are not called like that.
_NUMBERED = re.compile(r"[A-Za-z][\w.+-]*[-_]\d{3,}")
_MANY = 50
#: So many names of a level are told in a message.
_SHOWN = 4


@dataclass(slots=True)
class Levels:
    """The roles of the level columns by their index.

    ``unsure`` are roles that were only concluded, ``open`` columns whose names nobody explains, ``turned`` tells
    that the methods are the names of the columns behind them.
    """

    roles: dict[int, str] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)
    open: list[int] = field(default_factory=list)
    turned: bool = False
    doubts: list[Doubt] = field(default_factory=list)
    skip: str | None = None

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the level columns, counted from 1."""
        return tuple(index + 1 for index in sorted({*self.roles, *self.open}))


def levels_of(table: Table, finder: NameFinder, model: str | None, told: Mapping[str, str]) -> Levels:
    """The roles of a table's level columns; ``model`` is the one method of the file, ``told`` a person's word.

    Empty where the table has no such columns.
    """
    indexes = [f.column - 1 for f in table.context if f.name == "level" and f.column]
    found = Levels()
    names = {index: list(dict.fromkeys(row.cells[index].text for row in table.rows)) for index in indexes}
    if items := next((own for own in names.values() if _are_items(own)), None):
        found.skip = f"its rows are single items ({items[0]}), not the results of methods: give what sums them up"
        return found
    for index in indexes:
        heading = table.columns[index].name
        said = None if all(map(is_split, names[index])) else _by_heading(heading, finder)
        role = told.get(heading) or said or _by_names(names[index], finder)
        if role is None or (role in found.roles.values() and role not in ("setting", "method")):
            found.open.append(index)
        else:
            found.roles[index] = role
    named = model is not None or _has_methods(table, indexes, finder)
    if len(indexes) == 1:
        return _of_one(found, table, indexes[0], names[indexes[0]], named)
    if indexes:
        _conclude(found, table, names, named)
    return found


def _are_items(names: Sequence[str]) -> bool:
    """True for many names that end in the number of an item of a collection: "toy__lib-10356"."""
    numbered = sum(_NUMBERED.fullmatch(name) is not None and not _is_model(name) for name in names)
    return len(names) >= _MANY and 20 * numbered >= 19 * len(names)


def _has_methods(table: Table, levels: Sequence[int], finder: NameFinder) -> bool:
    """True where the objects themselves name the method that they are of."""
    others = (c.name for i, c in enumerate(table.columns) if i not in levels)
    return any(heading_role(name, finder.registry) == "method" for name in others)


def _by_heading(heading: str, finder: NameFinder) -> str | None:
    """What the object that held the names is called after."""
    if heading == "name" or heading.startswith("level "):
        return None
    if heading in ("language", "category", "subject", "domain") or heading.startswith(("by_", "per_")):
        return "subset"
    return WORD_ROLES.get(heading) or ("method" if heading_role(heading, finder.registry) == "method" else None)


def _by_names(names: Sequence[str], finder: NameFinder) -> str | None:
    """What names are that are known, or written as no others are."""
    if all(map(is_split, names)):
        return "split"
    if all(_COUNTED.fullmatch(name) or _OF_A_FILE.search(name) or _is_setting(name, finder) for name in names):
        return "setting"
    for role, is_one in (
        ("metric", lambda name: finder.metric(name) is not None),
        ("dataset", finder.is_dataset),
        ("method", lambda name: finder.registry.method(name) is not None or _is_model(name)),
    ):
        if 2 * sum(map(is_one, names)) > len(names):
            return role
    return "subset" if any(map(_WHOLE.fullmatch, names)) else None


def _is_setting(name: str, finder: NameFinder) -> bool:
    """True for shots and other conditions, and nothing beside them."""
    reading = read_heading((name,), finder)
    return bool(reading.settings) and not reading.rest and not reading.metric and not reading.dataset


def _is_model(name: str) -> bool:
    """True for a name with the size of a model in it, or with whose it is in front."""
    if _OF_A_FILE.search(name):
        return False
    return has_model_size(name) or _OF_AN_OWNER.fullmatch(name) is not None


def _like_a_method(name: str) -> bool:
    """True for a name that is written as those of methods are: "ToyNet", "net-b", not "easy" or "python"."""
    return re.search(r"\d|[a-z][A-Z]|[A-Z]{2}|\w[-/]\w", name) is not None and " " not in name.strip()


def _of_one(found: Levels, table: Table, index: int, names: Sequence[str], named: bool) -> Levels:
    """One level alone names the methods, as far as its names are none of something else."""
    if named:
        return Levels()
    if _are_composed(table, index):
        found.roles, found.open = {index: "note"}, []
        return found
    return found if found.roles.get(index) in ("split", "setting") else Levels()


def _are_composed(table: Table, index: int) -> bool:
    """True for names that are put together of other cells of their rows: "toy_qa+plain" is a key, and no method."""
    for row in table.rows:
        rest = row.cells[index].text
        others = sorted((c.text for c in row.cells if c.column != index + 1 and len(c.text) > 2), key=len, reverse=True)
        parts = [text for text in others if text in rest and not re.fullmatch(r"[\d.]+", text)]
        for text in parts:
            rest = rest.replace(text, " ")
        if not parts or re.search(r"\w", rest):
            return False
    return True


def _conclude(found: Levels, table: Table, names: Mapping[int, Sequence[str]], named: bool) -> None:
    """What the levels are that neither their own names nor the registry explain."""
    roles = set(found.roles.values())
    if "method" not in roles and not named:
        if not found.open and "metric" in roles:
            found.turned = True
            return
        if len(found.open) == 1:
            index = found.open.pop()
            found.roles[index] = "method"
            if "dataset" not in roles or 2 * sum(map(_like_a_method, names[index])) < len(names[index]):
                _ask(found, "method", table, index, names[index])
        elif len(found.open) == 2 and not roles & {"dataset", "subset"}:
            outer, inner = found.open
            found.open.clear()
            found.roles |= {outer: "dataset", inner: "method"}
            _ask(found, "dataset", table, outer, names[outer])
            _ask(found, "method", table, inner, names[inner])
        elif found.open:
            found.skip = _told(table, names)
            return
    elif len(found.open) == 1 and "dataset" not in roles:
        index = found.open.pop()
        found.roles[index] = "dataset"
        _ask(found, "dataset", table, index, names[index])
    for index in found.open:
        found.roles[index] = "setting"
        heading = table.columns[index].name
        question = (
            f"what are {_some(names[index])} ({heading})? they are kept as a setting "
            f"(--column '{heading}=dataset', =subset, =split)"
        )
        found.doubts.append(Doubt("role", question, index + 1))
    found.open.clear()


def _ask(found: Levels, role: str, table: Table, index: int, names: Sequence[str]) -> None:
    found.unsure.add(role)
    heading = table.columns[index].name
    what = {"method": "methods", "dataset": "data sets"}[role]
    question = f"are {_some(names)} ({heading}) {what}? (--column '{heading}=method', =dataset, =subset, =setting)"
    found.doubts.append(Doubt("role", question, index + 1))


def _told(table: Table, names: Mapping[int, Sequence[str]]) -> str:
    """Why a nest whose methods nobody can tell is left out, and what decides it."""
    seen = "; ".join(f"{table.columns[index].name!r}: {_some(own)} ({len(own)})" for index, own in names.items())
    first = table.columns[next(iter(names))].name
    return (
        f"its values stand under {len(names)} levels of names, and nothing says which names the methods: {seen}; "
        f"say what each level is with --column '{first}=method', =dataset, =split, =subset or =setting"
    )


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(map(repr, names[:_SHOWN]))
    return f"{shown} …" if len(names) > _SHOWN else shown
