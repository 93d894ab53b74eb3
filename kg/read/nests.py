"""Objects within objects, several levels of names down to the values: {data set: {method: {metric: value}}}.

What the names of a level are (methods, data sets, splits, thresholds), a file rarely says. They become a column
for each level, beside the values, so that one row tells all that led to it; what is what is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kg.errors import Place, Problem
from kg.read.jsontext import Group, Leaf, Node
from kg.read.record_fields import is_spread, labels_of, labels_of_metrics, own_value
from kg.read.remainder import is_number

#: More levels than that are no table.
_DEEPEST = 8
#: Objects whose own names say what the names in them are: "datasets", "by_language", "task_results".
_SAYS = re.compile(
    r"(?P<by>(?:by|per)_\w+)|(?P<what>model|method|system|agent|algorithm|submission|data_?set|benchmark|task|split|subset|language"
    r"|category|categorie|subject|domain|metric)s?(?:_(?:results?|scores?|metrics?))?",
    re.IGNORECASE,
)
#: Objects that hold what was measured, and name nothing themselves.
_HOLDS = re.compile(
    r"(?:(?:\w+_)?(?:results?|scores?|metrics?|evaluations?|evals?|performances?)|data|values|summary|details|output)",
    re.IGNORECASE,
)
#: Objects that hold no results: how something was run.
_OF_THE_RUN = re.compile(
    r"(?:\w+_)?(?:config(?:uration)?s?|args|arguments|kwargs|hyperparameters|hparams|meta_?data|env(?:ironment)?|versions?"
    r"|hash(?:es)?|times?|timings?|samples?|logs?|n-shot|n-samples|higher_is_better|options|settings|usage)",
    re.IGNORECASE,
)
#: What a list of numbers that its labels do not fit is told by.
UNFIT = "labels-do-not-fit"


@dataclass(frozen=True, slots=True)
class Nest:
    """Rows of a nest as a list of objects, the fields of their levels in front; ``problems`` are lists left out."""

    rows: Group
    levels: tuple[str, ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    """One object on the way down: the names that led to it, and the texts that were told beside it."""

    names: tuple[str, ...]
    told: tuple[tuple[str, Leaf], ...]
    node: Group


@dataclass(slots=True)
class _Labels:
    """The lists of labels of a document, and the lists of numbers that none of them fits."""

    lists: Sequence[Group]
    unfit: list[Problem] = field(default_factory=list)

    def of(self, node: Group) -> Group | None:
        """A list of numbers as an object of them by their labels; None for any other list."""
        leaves = [leaf for leaf in node.children() if isinstance(leaf, Leaf)]
        if len(leaves) < len(node.items) or not leaves or not all(leaf.kind in ("number", "null") for leaf in leaves):
            return None
        if (of := labels_of(leaves, self.lists)) is not None:
            return Group(dict(zip(of, leaves, strict=True)), node.line)
        if not (named := labels_of_metrics(self.lists)):
            return None
        reason = f"a list of {len(leaves)} numbers, and the list of labels has {len(named)} ({', '.join(named)})"
        printed = ", ".join(leaf.text for leaf in leaves)[:200]
        remedy = "give it as many numbers as there are labels, null where one is missing"
        self.unfit.append(Problem(Place("", node.line), UNFIT, printed, reason, remedy, len(leaves)))
        return Group({}, node.line)


def nest_of(node: Group, called: str, lists: Sequence[Group]) -> Nest | None:
    """The nest that an object is, two or more levels of names over objects of plain values; None for any other.

    ``called`` is its own name; ``lists`` are the lists of labels of the document, for lists of numbers in it.
    """
    if node.is_list or _OF_THE_RUN.fullmatch(called):
        return None
    labels = _Labels(lists)
    entries: list[_Entry] = [_Entry((), (), node)]
    holders: list[str] = []
    holder = called
    for _ in range(_DEEPEST):
        entries = [_Entry(e.names, e.told, _labelled(e.node, labels)) for e in entries]
        if all(_is_bottom(entry.node) for entry in entries):
            break
        if any(_is_bottom(entry.node) or not _is_level(entry.node) for entry in entries):
            return None
        if (shared := _field(entries)) is not None:
            entries = [_inner(entry, shared) for entry in entries]
            holder = shared
            continue
        if any(_SAYS.fullmatch(name) for entry in entries for name in entry.node.items):
            return None  # "category" beside "source": kinds of parts, which are lists of their own
        holders.append(holder)
        entries = [inner for entry in entries for inner in _children(entry)]
        holder = ""
    else:
        return None
    levels = _names(holders, entries)
    several = [len({entry.names[n] for entry in entries}) > 1 for n in range(len(levels))]
    told = [several[n] or _SAYS.fullmatch(holder) is not None for n, holder in enumerate(holders)]
    if sum(told) < 2 or not several[0] or not _of_one_kind(entries):
        return None
    rows: dict[str, Node] = {str(n): _row(entry, levels) for n, entry in enumerate(entries)}
    return Nest(Group(rows, node.line, is_list=True), levels, tuple(labels.unfit))


def _labelled(node: Group, labels: _Labels) -> Group:
    """An object whose lists of numbers are objects by their labels."""
    found: dict[str, Node] = {}
    for name, item in node.items.items():
        own = labels.of(item) if isinstance(item, Group) and item.is_list else None
        found[name] = own if own is not None else item
    return Group(found, node.line)


def _is_bottom(node: Group) -> bool:
    return all(map(_is_value, node.items.values()))


def _is_value(item: Node) -> bool:
    """True for a plain value, a list of such, and an object of one score with its error."""
    if isinstance(item, Leaf):
        return True
    return not item.groups() if item.is_list else own_value(item) is not None or is_spread(item)


def _is_level(node: Group) -> bool:
    """True for an object of objects: no list is in it, and no number that would be a value of this level."""
    for name, item in node.items.items():
        if isinstance(item, Group) and (item.is_list or _OF_THE_RUN.fullmatch(name)):
            return False
        if isinstance(item, Leaf) and item.kind == "number":
            return False
    return True


def _field(entries: Sequence[_Entry]) -> str | None:
    """The one field under which all objects hold the next one: "scores", beside texts or alone."""
    shared = {tuple(name for name, item in e.node.items.items() if isinstance(item, Group)) for e in entries}
    if len(shared) != 1 or len(names := next(iter(shared))) != 1:
        return None
    beside = any(isinstance(item, Leaf) for entry in entries for item in entry.node.items.values())
    return names[0] if beside or _HOLDS.fullmatch(names[0]) or _SAYS.fullmatch(names[0]) else None


def _inner(entry: _Entry, name: str) -> _Entry:
    inner = entry.node.items[name]
    assert isinstance(inner, Group)
    return _Entry(entry.names, (*entry.told, *_told(entry)), inner)


def _children(entry: _Entry) -> Iterator[_Entry]:
    told = (*entry.told, *_told(entry))
    for name, item in entry.node.items.items():
        if isinstance(item, Group):
            yield _Entry((*entry.names, name), told, item)


def _told(entry: _Entry) -> Iterator[tuple[str, Leaf]]:
    """What is told of all that is in an object; what the outermost one tells is of the file."""
    items = entry.node.items.items() if entry.names else ()
    return ((name, item) for name, item in items if isinstance(item, Leaf))


def _names(holders: Sequence[str], entries: Sequence[_Entry]) -> tuple[str, ...]:
    """What the columns of the levels are called: by what holds their names, else "level 1", "level 2" and so on."""
    taken = {name for entry in entries for name in (*entry.node.items, *(told for told, _ in entry.told))}
    levels: list[str] = []
    for number, holder in enumerate(holders, 1):
        said = _SAYS.fullmatch(holder)
        name = (said["by"] or said["what"]).casefold().replace("categorie", "category") if said else f"level {number}"
        levels.append(name if name not in taken and name not in levels else f"level {number}")
    return tuple(levels)


def _of_one_kind(entries: Sequence[_Entry]) -> bool:
    """True for objects that share a field which may hold a score; empty ones, whose numbers were left out, aside."""
    shared = [set(_scores(entry.node)) for entry in entries if entry.node.items]
    return bool(shared) and bool(set.intersection(*shared))


def _scores(node: Group) -> Iterator[str]:
    return (name for name, item in node.items.items() if isinstance(item, Group) or is_number(name, item))


def _row(entry: _Entry, levels: Sequence[str]) -> Group:
    line = entry.node.line
    named: dict[str, Node] = {
        level: Leaf(name, "string", line) for level, name in zip(levels, entry.names, strict=True)
    }
    told = {name: leaf for name, leaf in entry.told if name not in entry.node.items}
    return Group({**named, **told, **entry.node.items}, line)
