"""Which benchmark a table is about, from its surroundings."""

from __future__ import annotations

from dataclasses import replace

from kg.assemble.curated import Scope
from kg.intake.context import Context
from kg.wording.names import NameFinder


def table_scope(context: Context, finder: NameFinder) -> tuple[Scope, list[str]]:
    """The scope that holds for all columns, and what it rests on; a name that is concluded is marked so."""
    reasons: list[str] = []
    inferred: list[str] = []
    said: dict[str, str] = {}
    for name, clue in (
        ("task", context.field("task") or context.task),
        ("dataset", context.dataset),
        ("subset", context.subset),
        ("split", context.split),
    ):
        if clue is None:
            continue
        said[name] = clue.value
        how = "stated here" if clue.stated else "concluded"
        reasons.append(f"{name} {clue.value!r}: {how} ({clue.where})")
        if not clue.stated:
            inferred.append(name)
    scope = Scope(
        task=said.get("task"),
        dataset=said.get("dataset"),
        subset=said.get("subset"),
        split=said.get("split"),
        inferred=tuple(inferred),
    )
    return with_habit(scope, finder, reasons), reasons


def nested(own: Scope, table: Scope) -> Scope:
    """The scope of a column, its part within the table's part: "Hard" under "Physics" is "Physics, Hard"."""
    if own.dataset not in (None, table.dataset) or not own.subset or not table.subset or table.subset in own.subset:
        return own
    return replace(own, subset=f"{table.subset}, {own.subset}")


def with_habit(scope: Scope, finder: NameFinder, reasons: list[str]) -> Scope:
    """The scope with the split that results on its data set are usually given for, marked as inferred."""
    if scope.dataset is None or scope.split is not None:
        return scope
    known = finder.registry.known_dataset(scope.dataset)
    habit = finder.registry.habit(known.key) if known else None
    if habit is None or habit.split is None:
        return scope
    reasons.append(f"split {habit.split!r}: inferred from the registry ({habit.evidence})")
    return Scope(
        task=scope.task,
        dataset=scope.dataset,
        version=scope.version,
        split=habit.split,
        subset=scope.subset,
        inferred=tuple(sorted({*scope.inferred, "split"})),
    )
