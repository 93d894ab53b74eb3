"""Columns that belong to another one: its standard error, the bounds of its interval, the number of its items."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kg.intake.namerule import clean
from kg.intake.roles import cells_of, numeric_share
from kg.model import UncertaintyKind
from kg.read.cells import Column, Table
from kg.wording.headings import read_heading
from kg.wording.names import NameFinder

#: What says that a bound is one of a confidence interval: "ci_lower", "95% CI (low)", "confidence_interval_upper".
_CI = r"(?:95%?[ _-]?)?(?:(?:ci|conf(?:idence)?(?:[ _-]?int(?:erval)?)?)[ _-]?(?:95%?)?[ _(-]*)?"
_LIMIT = r"(?:[ _(-]*(?:bound|limit|ci|confidence|95%?|interval)\)?)*"
_KINDS = (
    (
        "uncertainty",
        UncertaintyKind.STANDARD_ERROR,
        r"std\.?[ _-]?err\w*|stderr|s\.?e\.?m?|standard[ _-]err(?:or)?s?",
    ),
    (
        "uncertainty",
        UncertaintyKind.STANDARD_DEVIATION,
        r"std\.?(?:[ _-]?dev\w*)?|stdev|sd|s\.d\.|standard[ _-]deviation",
    ),
    (
        "lower",
        UncertaintyKind.CONFIDENCE_INTERVAL,
        rf"{_CI}(?:lower|low|lo|lb|q0?25|p2\.?5){_LIMIT}",
    ),
    (
        "upper",
        UncertaintyKind.CONFIDENCE_INTERVAL,
        rf"{_CI}(?:upper|high|hi|ub|q975|p97\.?5){_LIMIT}",
    ),
    ("uncertainty", UncertaintyKind.UNKNOWN, r"uncertainty|error[ _-]?bars?|±|\+/?[-−]"),
    ("lower", UncertaintyKind.UNKNOWN, r"min"),
    ("upper", UncertaintyKind.UNKNOWN, r"max"),
    ("sample-size", None, r"n|n[_ ]?samples?|num[_ ]?samples|sample[_ ]?size|# ?samples"),
)
_PATTERNS = tuple(
    # Without a stem where that will do: the "ci" of "ci_lower" is no name of a column.
    (role, kind, re.compile(rf"(?:(?P<stem>.+?)[\s_.(-]+)??(?:{words})\)?", re.IGNORECASE))
    for role, kind, words in _KINDS
)
#: Bounds come in pairs; a word alone may be anything else.
_OTHER = {"lower": "upper", "upper": "lower"}
_WORD = re.compile(r"lo|low|lower|hi|high|upper|min|max")
#: "std_acc", "Bootstrap_standard_error_MSE": the name of what it is the spread of stands behind.
_BEFORE = tuple(
    (role, kind, re.compile(rf"(?:boot(?:strap)?[\s_-]+)?(?:{words})[\s_]+(?:of[\s_]+)?(?P<stem>.+)", re.IGNORECASE))
    for role, kind, words in _KINDS[:2]
)
#: What is printed in front of a metric's name where it is the mean of several runs or parts.
_MEAN = re.compile(r"(?:avg|average|mean)[\s_]+", re.IGNORECASE)
#: Ends of names that no score has, whatever stands in front of them.
_BOUND = re.compile(
    r".*(?:q0?25|q975|p2\.?5|p97\.?5|ci[\s_-]?(?:95[\s_-]?)?(?:lower|low|lo|lb|upper|high|hi|ub)|"
    r"(?:lower|upper)[\s_-]?(?:bound|ci|9[059]%?))",
    re.IGNORECASE,
)
#: A spread of which nobody says whether it is half an interval or a whole one: "acc_ci95", "F1 err", "BLEU range".
_OPEN = re.compile(
    r"(?:(?P<stem>.+?)[\s_.(-]+)??(?:95%?[ _-]?)?(?:(?P<alone>ci|iqr|moe|margin(?:[ _-]of[ _-]error)?)|"
    r"conf(?:idence)?(?:[ _-]int(?:erval)?s?)?|err|range)(?:[ _-]?(?:95%?|width))?\)?",
    re.IGNORECASE,
)
_INTERVAL = re.compile(r"(?:.*[\W_])?(?:95%?[ _-]?)?(?:ci|conf(?:idence)?[ _-]?int(?:erval)?s?)(?:[ _-]?95%?)?")
#: Names of objects that hold the bounds of an interval, and no score.
_OF_AN_INTERVAL = re.compile(r"(?:\w*?[a-z_ ])?(?:interval|bounds|ci)s?[ _-]?\d{0,3}%?", re.IGNORECASE)
#: Headings of the values of a table that has a row for each of them.
VALUE = re.compile(r"(?:metric[ _-]?)?(?:values?|scores?|results?|mean|estimate|performance)(?:\W.*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Beside:
    """What a column tells of another one: ``of`` is the index of that one."""

    role: str
    of: int
    kind: UncertaintyKind | None


def beside_columns(table: Table, kinds: Sequence[str], finder: NameFinder) -> tuple[dict[int, Beside], list[int]]:
    """Columns that belong to a value column; and those that would, were it clear to which.

    By name first ("acc" and "acc_stderr"), then right behind it, then the only one there is.
    """
    found: dict[int, Beside] = {}
    names = [clean(column.name).casefold() for column in table.columns]
    unclear = _above_and_below(names)
    for index, name in enumerate(names):
        if index in unclear or kinds[index] not in ("value", "resource", "note", "setting") or index == 0 or not name:
            continue
        if numeric_share(cells_of(table, index), finder) < 0.5:
            if kinds[index] == "setting" and _INTERVAL.fullmatch(name):
                unclear.append(index)  # "0.7, 0.9": no way to have run something
            continue
        told = [(role, kind, m["stem"]) for role, kind, p in _PATTERNS if (m := p.fullmatch(name))]
        told += [
            (role, kind, m["stem"])
            for role, kind, p in _BEFORE
            if (m := p.fullmatch(name)) and _named(m["stem"], names, kinds, index)
        ]
        if _is_open(index, name, table, kinds, finder):
            unclear.append(index)
            continue
        if not told or "±" in name.rstrip(" ±)") or finder.metric(table.columns[index].name) is not None:
            continue
        if any((n := finder.number(c.text)) and n.uncertainty is not None for c in cells_of(table, index)):
            continue  # "IoU (std)" over 0.92 (0.03): its own spread stands in its cells
        role, kind, stem = told[0]
        others = [i for i, other in enumerate(kinds) if other == "value" and i != index and not _is_spread(names[i])]
        same = [i for i in _named(stem, names, kinds, index) if i in others] if stem else []
        before = index - 1
        while before > 0 and (before in found or before in unclear):
            before -= 1
        if same:
            found[index] = Beside(role, same[0], kind)
        elif stem and role in ("lower", "upper") and _OF_AN_INTERVAL.fullmatch(stem):
            unclear.append(index)  # "scoreInterval90 lower": of which score, its name does not say
        elif stem and role in ("lower", "upper", "sample-size"):
            if not _BOUND.fullmatch(name):
                continue
            near = [i for i in others if i == before or (i < index and names[i].startswith(stem))]
            near = [i for i in near if not _BOUND.fullmatch(names[i])]
            within = [i for i in near if _bounded(table, i, _pair(stem, names, index), finder)]
            if len(within) == 1:
                found[index] = Beside(role, within[0], kind)
            else:
                unclear.append(index)
        elif before in others and index - before <= 3 and (not stem or _spelled_out(name)):
            found[index] = Beside(role, before, kind)
        elif len(others) == 1 and not stem and others[0] < index:
            found[index] = Beside(role, others[0], kind)
        elif not stem or _spelled_out(name):
            unclear.append(index)
    bounds = {(beside.of, beside.role) for beside in found.values()}
    for index, beside in tuple(found.items()):
        other = _OTHER.get(beside.role)
        if other and (beside.of, other) not in bounds and _WORD.fullmatch(names[index]):
            del found[index]  # Hindi among other languages: a bound has its counterpart
    return found, unclear


def _above_and_below(names: Sequence[str]) -> list[int]:
    """Columns that tell how far a value reaches up and down: "elo+" and "elo-" beside "elo"."""
    pairs = [{f"{name}{mark}" for mark in "+-"} for name in names if name]
    return [i for i, name in enumerate(names) if any(name in pair and pair <= set(names) for pair in pairs)]


def _named(stem: str, names: Sequence[str], kinds: Sequence[str], index: int) -> list[int]:
    """The columns of values with a name; where there is none, those with it behind "average"."""
    wanted = _letters(stem)
    values = [i for i, kind in enumerate(kinds) if kind == "value" and i != index]
    exact = [i for i in values if _letters(names[i]) == wanted]
    return exact or [i for i in values if _letters(_MEAN.sub("", names[i], count=1)) == wanted]


def _pair(stem: str, names: Sequence[str], index: int) -> list[int]:
    """A bound and the one of the same name right beside it, the lower in front: "rating_q025" and "rating_q975"."""
    beside = [i for i in (index - 1, index + 1) if 0 <= i < len(names)]
    other = [i for i in beside if names[i].startswith(stem) and _BOUND.fullmatch(names[i])]
    return sorted([index, other[0]]) if len(other) == 1 else []


def _bounded(table: Table, index: int, pair: Sequence[int], finder: NameFinder) -> bool:
    """True where each value of a column lies between the two bounds of its row."""
    if not pair:
        return False
    for row in table.rows:
        low, value, high = (finder.number(row.cells[i].text) for i in (pair[0], index, pair[1]))
        if low is not None and value is not None and high is not None and not low.value <= value.value <= high.value:
            return False
    return True


def _is_open(index: int, name: str, table: Table, kinds: Sequence[str], finder: NameFinder) -> bool:
    """True for plain numbers that tell how another column's values scatter, in a form that is not said."""
    found = _OPEN.fullmatch(name)
    if found is None or finder.metric(table.columns[index].name) is not None:
        return False  # "top1_err" is a share of errors
    numbers = [number for cell in cells_of(table, index) if (number := finder.number(cell.text)) is not None]
    if any(n.uncertainty is not None or n.lower is not None for n in numbers):
        return False  # "Dice (95% CI)" over 0.92 (0.90-0.94): its own spread stands in its cells
    if found["stem"] is None:
        return found["alone"] is not None
    metric = finder.metric(found["stem"])
    others = [clean(table.columns[i].name) for i, kind in enumerate(kinds) if kind == "value" and i != index]
    same = [o for o in others if _letters(o) == _letters(found["stem"]) or (metric and finder.metric(o) == metric)]
    return bool(same)


def say_nothing(table: Table, values: Sequence[int], finder: NameFinder) -> list[int]:
    """Columns of numbers in a table with a column of metrics that are no values of those, or nobody knows.

    A row such as "accuracy, 0.84, 0.9" has one value. Which column holds it, a heading such as "score" says;
    the others must say what they are about themselves: a data set, a split, a metric of their own.
    """
    if not any(VALUE.fullmatch(clean(table.columns[index].name)) for index in values):
        return []
    others = [index for index in values if not VALUE.fullmatch(clean(table.columns[index].name))]
    readings = [(index, read_heading(_names(table.columns[index]), finder)) for index in others]
    return [i for i, told in readings if not (told.metric or told.base or told.dataset or told.split)]


def _names(column: Column) -> tuple[str, ...]:
    return column.names or (column.name,)


def _spelled_out(name: str) -> bool:
    """True for "lc_standard_error"; "Kidney SD" may be a surface distance as well as a deviation."""
    return re.search(r"std|stderr|standard|stdev", name) is not None


def _is_spread(name: str) -> bool:
    return any(pattern.fullmatch(name) for _, _, pattern in _PATTERNS[:2])


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold())
