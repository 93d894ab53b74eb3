"""Tells which focus nodes a query may have something to say about; all others it cannot concern.

The plan of a query is run for all focus nodes at once. Wherever a value is not a plain number, an IRI
or a plain text, the row is kept, so that a node is left out only when the query surely gives nothing
for it. What the query does say of the nodes that are left is asked of pySHACL.
"""

from __future__ import annotations

import decimal
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import lru_cache

import numpy as np

from kg.validation.data import exact_context
from kg.validation.fast import terms
from kg.validation.fast.queries import Expression, Pattern, Plan
from kg.validation.fast.table import Ids, Mask, Positions, Table, distinct, ranked
from kg.validation.fast.values import number

#: A number that stands for "no value" in a column.
_UNBOUND = -1

#: Columns of equal length, by the name of the variable.
_Rows = dict[str, Ids]

#: A number, an IRI or a plain text in the form of :mod:`.terms`; None for what is not decided here.
_Value = Decimal | str | None

#: Tells of a row (the numbers of its terms) whether something holds; None for "not decided here".
_Judge = Callable[[tuple[int, ...]], bool | None]


def suspects(table: Table, plan: Plan | None, nodes: Ids) -> Ids:
    """Those of the nodes about which the query may give a result; all of them without a plan."""
    if plan is None:
        return nodes
    rows = _solutions(table, plan, nodes)
    if rows is None or (plan.group is not None and plan.having is None):
        return nodes  # a group of nothing is still a group for some engines
    is_exact = True
    with decimal.localcontext(exact_context()):
        for condition in plan.filters:
            holds, is_sure = _filter(table, rows, condition)
            rows = {name: column[holds] for name, column in rows.items()}
            is_exact &= is_sure
        # Engines differ in how often they count a path of two steps.
        if plan.group is not None and is_exact and not any(name.startswith(" ") for name in rows):
            return _groups(table, rows, plan.group, plan.having)
    return distinct(rows["this"])


def _solutions(table: Table, plan: Plan, nodes: Ids) -> _Rows | None:
    """The rows that match the patterns; None where the patterns do not hang together."""
    rows: _Rows | None = {"this": nodes}
    for patterns, is_optional in ((plan.required, False), *((patterns, True) for patterns in plan.optional)):
        if rows is None:
            return None
        found = _joined(table, rows, patterns)
        if found is None or not is_optional:
            rows = found
            continue
        # Rows that the optional part does not match stay, with its variables unbound.
        number_of = np.arange(len(rows["this"]), dtype=np.int32)
        found = _joined(table, {**rows, " row": number_of}, patterns)
        assert found is not None
        lost = np.setdiff1d(number_of, found.pop(" row"))
        kept = {name: column[lost] for name, column in rows.items()}
        fill = np.full(len(lost), _UNBOUND, np.int32)
        rows = {name: np.concatenate([column, kept.get(name, fill)]) for name, column in found.items()}
    return rows


def _joined(table: Table, rows: _Rows, patterns: Sequence[Pattern]) -> _Rows | None:
    waiting = list(patterns)
    while waiting:
        pattern = next((p for p in waiting if _is_bound(rows, p.subject) or _is_bound(rows, p.object)), None)
        if pattern is None:
            return None
        waiting.remove(pattern)
        rows = _matched(table, rows, pattern)
    return rows


def _is_bound(rows: _Rows, end: tuple[str, str]) -> bool:
    return end[0] == "var" and end[1] in rows


def _matched(table: Table, rows: _Rows, pattern: Pattern) -> _Rows:
    """The rows, once for each triple of the pattern that they match."""
    relation, start, end = table.relation(pattern.predicate), pattern.subject, pattern.object
    if not _is_bound(rows, start):
        relation, start, end = relation.inverse, end, start
    position, values = relation.follow(rows[start[1]])
    rows = {name: column[position] for name, column in rows.items()}
    if end[0] == "term":
        keep = np.isin(values, table.find(end[1]))
    elif end[1] in rows:
        keep = values == rows[end[1]]
    else:
        return {**rows, end[1]: values}
    return {name: column[keep] for name, column in rows.items()}


def _filter(table: Table, rows: _Rows, condition: Expression) -> tuple[Mask, bool]:
    """Which rows a condition may hold for, and whether it surely does for all of these."""
    names = sorted(_variables(condition) & set(rows))
    judge = _condition(condition, names, table.texts)
    columns = [rows[name].tolist() for name in names]
    answers = [judge(row) for row in zip(*columns, strict=True)] if names else [None] * len(rows["this"])
    holds = np.fromiter((answer is not False for answer in answers), np.bool_, len(answers))
    return holds, None not in answers


def _variables(expression: Expression) -> set[str]:
    if expression[0] == "var":
        return {expression[1]}
    return {name for part in expression[1:] if isinstance(part, tuple) for name in _variables(part)}


def _condition(expression: Expression, names: Sequence[str], texts: Sequence[str]) -> _Judge:
    """A function from a row to true, false or "not decided here"."""
    operator, *operands = expression
    if operator in ("&&", "||"):
        left, right = (_condition(operand, names, texts) for operand in operands)
        return _both(left, right, decisive=operator == "||")
    if operator == "!":
        inner = _condition(operands[0], names, texts)
        return lambda row: None if (found := inner(row)) is None else not found
    if operator in _COMPARISONS:
        compare = _COMPARISONS[operator]
        left_value, right_value = (_value(operand, names, texts) for operand in operands)
        return lambda row: compare(left_value(row), right_value(row))
    return lambda row: None


def _both(left: _Judge, right: _Judge, *, decisive: bool) -> _Judge:
    """And, or or: one answer decides, and without it nothing does unless both are known."""

    def both(row: tuple[int, ...]) -> bool | None:
        first = left(row)
        if first is decisive:
            return decisive
        second = right(row)
        return second if second is decisive or first is not None else None

    return both


def _value(expression: Expression, names: Sequence[str], texts: Sequence[str]) -> Callable[[tuple[int, ...]], _Value]:
    operator, *operands = expression
    if operator == "number":
        constant = Decimal(operands[0])
        return lambda row: constant
    if operator == "term":
        return lambda row: str(operands[0])
    if operator == "var" and operands[0] in names:
        at, read = names.index(operands[0]), lru_cache(maxsize=1024)(_read)
        return lambda row: read(texts[row[at]]) if row[at] != _UNBOUND else None
    if operator == "STR" and operands[0][0] == "var" and operands[0][1] in names:
        place = names.index(operands[0][1])
        return lambda row: f'"{terms.lexical(texts[row[place]])}"' if row[place] != _UNBOUND else None
    if operator == "*":
        left, right = (_value(operand, names, texts) for operand in operands)

        def product(row: tuple[int, ...]) -> _Value:
            first, second = left(row), right(row)
            return first * second if isinstance(first, Decimal) and isinstance(second, Decimal) else None

        return product
    return lambda row: None


def _read(text: str) -> _Value:
    """The value of a term: a number, or its text where it is an IRI or a plain literal."""
    found = number(text)
    return found if found is not None else text if text[-1] in '">' and "^^" not in text else None


def _equal(left: _Value, right: _Value) -> bool | None:
    if isinstance(left, Decimal) and isinstance(right, Decimal):
        return left == right
    if isinstance(left, str) and isinstance(right, str) and left[0] == right[0]:
        return left == right
    return None


def _different(left: _Value, right: _Value) -> bool | None:
    found = _equal(left, right)
    return None if found is None else not found


def _ordered(holds: Callable[[Decimal, Decimal], bool]) -> Callable[[_Value, _Value], bool | None]:
    def compare(left: _Value, right: _Value) -> bool | None:
        return holds(left, right) if isinstance(left, Decimal) and isinstance(right, Decimal) else None

    return compare


_COMPARISONS: dict[str, Callable[[_Value, _Value], bool | None]] = {
    "=": _equal,
    "!=": _different,
    "<": _ordered(Decimal.__lt__),
    "<=": _ordered(Decimal.__le__),
    ">": _ordered(Decimal.__gt__),
    ">=": _ordered(Decimal.__ge__),
}


def _groups(table: Table, rows: _Rows, names: Sequence[str], having: Expression | None) -> Ids:
    """The focus nodes of the groups for which HAVING may hold."""
    if having is None or having[0] not in _COMPARISONS or not {"this"} <= set(names) <= set(rows):
        return distinct(rows["this"])
    group = np.zeros(len(rows["this"]), np.int64)
    for name in names:
        group = ranked(group << 32 | rows[name].astype(np.int64) + 1)[1]
    first = np.empty(int(group.max()) + 1 if len(group) else 0, np.int32)
    first[group] = rows["this"]
    compare = _COMPARISONS[having[0]]
    left, right = (_aggregate(table, rows, group, len(first), operand) for operand in having[1:])
    keep = [compare(a, b) is not False for a, b in zip(left, right, strict=True)]
    return distinct(first[np.array(keep, np.bool_)])


def _aggregate(table: Table, rows: _Rows, group: Positions, groups: int, operand: Expression) -> list[_Value]:
    """The value of an aggregate for each group."""
    kind, name = operand[0], operand[1]
    if kind == "number":
        return [Decimal(name)] * groups
    if kind not in ("COUNT", "MAX") or name not in rows:
        return [None] * groups
    if kind == "COUNT":
        is_bound = rows[name] != _UNBOUND
        return [Decimal(n) for n in np.bincount(group[is_bound], minlength=groups).tolist()]
    largest: list[_Value] = [None] * groups
    undecided = set()
    for at, value in {*zip(group.tolist(), rows[name].tolist(), strict=True)}:
        found = _read(table.texts[value]) if value != _UNBOUND else None
        if not isinstance(found, Decimal):
            undecided.add(at)
            continue
        so_far = largest[at]
        largest[at] = found if not isinstance(so_far, Decimal) else max(so_far, found)
    return [None if at in undecided else value for at, value in enumerate(largest)]
