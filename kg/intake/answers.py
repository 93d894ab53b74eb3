"""A person's answers in place of what was proposed; the file does not say them, so they are marked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import Any

from kg.assemble.curated import COLUMN_ROLES, ROW_WORDS, SCOPE, CuratedColumn, CuratedTable, Scope
from kg.errors import SourceError
from kg.intake.columns import column_numbers, plain_entry
from kg.intake.doubts import Doubt, Told, still_open
from kg.intake.propose import Proposal
from kg.intake.recorded import joined_to_recorded, looks_recorded
from kg.intake.tables import TableProposal
from kg.intake.told import Answers, column_answer, load_answers, refuse_contradictions
from kg.intake.unmet import Used
from kg.model import Certainty, Direction, UncertaintyKind, Unit
from kg.normalise.extents import extent_of
from kg.normalise.headings import parse_heading
from kg.normalise.units import infer_unit
from kg.normalise.values import Brackets
from kg.registry import Registry
from kg.wording.names import NameFinder

__all__ = ["Answers", "answer", "column_answer", "load_answers", "refuse_contradictions"]

_WORD = "told by the person who imported it"
_DIRECTIONS = {
    "higher": Direction.HIGHER,
    "lower": Direction.LOWER,
    "unknown": Direction.UNKNOWN,
    **{direction.value: direction for direction in Direction},
}


def answer(
    proposal: Proposal, answers: Answers, registry: Registry, used: Used | None = None, before: int = 0
) -> Proposal:
    """The proposal with the answers in place of what was proposed, and the questions that they leave open.

    ``before`` is the number of tables of the file in front of this part; ``used`` takes what was of use.
    """
    used = used or Used()
    if answers.unit:
        known_unit(str(answers.unit), registry)
    finder = NameFinder(registry, decimal_comma=answers.decimal == "comma")
    for table in proposal.tables:
        mine = [i for i, e in enumerate(answers.tables) if _means(e, table, before)]
        used.tables |= set(mine)
        entry: dict[str, Any] = {}
        for i in mine:
            entry |= answers.tables[i]
        if table.curated is None or (table.skip is not None and "skip" not in entry):
            continue
        if "skip" in entry:
            table.skip = str(entry["skip"]) or None
        table.curated = _table(table.curated, answers, entry, used)
        used.general |= {mark for mark in answers.missing if _prints(table, mark)}
        named = {name for name in SCOPE if name in {**answers.scope, **entry}}
        table.curated = replace(table.curated, scope=joined_to_recorded(table.curated.scope, named, registry))
        table.doubts += looks_recorded(table.curated.scope, registry)
        if not table.columns and (answers.metric or answers.unit or answers.direction or answers.columns):
            table.columns = _value_columns(table)
        told: set[Told] = {(name, None, None) for name in named | ({"method"} & set(entry))}
        told |= {("method", None, None)} if answers.method else set()
        table.columns = tuple(_column(c, table, answers, finder, used, told, before) for c in table.columns)
        _methods_told(table, answers, told)
        if "key" in entry:
            table.key = table.curated.key
        table.doubts = still_open(table.doubts, table.columns, table.curated.scope, told)
    _refresh(proposal, answers)
    return proposal


def _value_columns(table: TableProposal) -> tuple[CuratedColumn, ...]:
    """Entries for the value columns of a table that the format explains; a metric that rows name is stated."""
    columns = table.table.columns
    names_metric = any(
        column.role == "metric" and any(row.cells[index].text for row in table.table.rows)
        for index, column in enumerate(columns)
    )
    one_each = not any(column.role in ROW_WORDS for column in columns)
    stated = ("metric",) if names_metric or one_each else ()
    return tuple(
        replace(plain_entry(number, column.name, "value"), stated=stated)
        for number, column in enumerate(columns, 1)
        if column.role == "value"
    )


def _refresh(proposal: Proposal, answers: Answers) -> None:
    """Bring the proposed ``source.toml`` up to date with its tables."""
    curation = proposal.curation
    top: dict[str, Any] = {name: text for name, text in answers.top.items() if name != "slug"}
    general = answers.scope or answers.method or answers.decimal or answers.missing or answers.tables
    if curation.tables or general or any(p.columns for p in proposal.read):
        kept = [p for p in proposal.read if p.curated]
        tables = tuple(p.curated for p in kept if p.curated)
        columns = tuple(replace(column, table=p.key) for p in kept for column in p.columns)
        curation = replace(curation, tables=tables, columns=columns)
    proposal.curation = replace(curation, **top)


def _means(entry: Mapping[str, Any], table: TableProposal, before: int) -> bool:
    if "number" in entry:
        return bool(entry["number"] == before + table.number)
    return bool(table.key) and entry.get("key") == table.key


def _table(table: CuratedTable, answers: Answers, entry: Mapping[str, Any], used: Used) -> CuratedTable:
    general = dict(answers.scope)
    stated = table.scope.split if "split" not in table.scope.inferred else None
    if "split" in general and stated not in (None, general["split"]):
        # A split for all is that of the tables that state none.
        del general["split"]
    used.general |= {*general, "method"}
    told = {**general, **{name: str(entry[name]) for name in SCOPE if name in entry}}
    method = entry.get("method", answers.method)
    changes: dict[str, Any] = {"scope": _scope(table.scope, told)}
    if method is not None:
        changes |= {"method": str(method), "method_inferred": "{" not in str(method)}
    decimal = entry.get("decimal", answers.decimal)
    if decimal is not None:
        if decimal not in ("point", "comma"):
            raise SourceError(f"decimal must be point or comma, not {decimal!r}")
        changes["decimal_comma"] = decimal == "comma"
    if "brackets" in entry:
        if entry["brackets"] not in tuple(Brackets):
            raise SourceError(f"brackets must be {' or '.join(Brackets)}, not {entry['brackets']!r}")
        changes["brackets"] = Brackets(entry["brackets"])
    if missing := tuple(entry.get("missing", answers.missing)):
        changes["missing"] = missing
    for name in ("label", "key"):
        if name in entry:
            changes[name] = str(entry[name])
    if "skip_rows" in entry:
        changes["skip_rows"] = tuple(entry["skip_rows"])
    if "uncertainty" in entry:
        changes["uncertainty"] = _kind(str(entry["uncertainty"]))
    if told or method is not None:
        names = ", ".join([*told, *(["method"] if method is not None else [])])
        changes["evidence"] = "; ".join(filter(None, (table.evidence, f"{names}: {_WORD}")))
    return replace(table, **changes)


def _kind(text: str) -> UncertaintyKind:
    try:
        return UncertaintyKind(text)
    except ValueError:
        raise SourceError(f"uncertainty must be one of {', '.join(UncertaintyKind)}, not {text!r}") from None


def _scope(scope: Scope, told: Mapping[str, str]) -> Scope:
    if not told:
        return scope
    merged = {name: told.get(name, getattr(scope, name)) for name in SCOPE}
    # The page does not say it, or says it otherwise: what a person fills in is marked like what a rule fills in.
    stated = {name for name in SCOPE if name not in scope.inferred and getattr(scope, name) == merged[name]}
    filled = {*scope.inferred, *told} - stated
    return Scope(**merged, inferred=tuple(name for name in SCOPE if name in filled))


def _methods_told(table: TableProposal, answers: Answers, told: set[Told]) -> None:
    """Columns that a person calls methods make the name; the one that was proposed for it becomes a note."""
    cells = [c.cell for c in table.columns if ("role", c.cell, c.part) in told and c.role == "method"]
    if not cells or table.curated is None or ("method", None, None) in told:
        return
    table.curated = replace(
        table.curated,
        method="-".join(f"{{{cell}}}" for cell in cells),
        evidence="; ".join(filter(None, (table.curated.evidence, f"method: {_WORD}"))),
    )
    table.columns = tuple(
        replace(c, role="note") if c.role == "method" and c.cell not in cells else c for c in table.columns
    )
    told.add(("method", None, None))


def _column(
    column: CuratedColumn,
    table: TableProposal,
    answers: Answers,
    finder: NameFinder,
    used: Used,
    answered: set[Told],
    before: int,
) -> CuratedColumn:
    told: dict[str, Any] = {}
    for number, entry in enumerate(answers.columns):
        of = entry.get("table")
        number_of_table = before + table.number
        same_table = of is None or of in (number_of_table, table.key, str(number_of_table))
        same = entry.get("cell") == column.cell if "cell" in entry else entry.get("name") == column.name
        if same_table and same:
            told |= entry
            used.columns.add(number)
    role = told.get("role", column.role)
    if role not in COLUMN_ROLES:
        raise SourceError(f"role must be one of {', '.join(COLUMN_ROLES)}, not {role!r}")
    if {"metric", "measure"} & set(told) and "role" not in told:
        role = "value"
    column = replace(column, role=role)
    if "role" in told:
        answered.add(("role", column.cell, column.part))
    if role != "value":
        return column
    for name, general in (("metric", answers.metric), ("unit", answers.unit), ("direction", answers.direction)):
        is_open = general is not None and name not in column.stated and name not in told
        if is_open and (name != "unit" or _admits(finder.registry, told.get("metric", column.metric), str(general))):
            told[name] = general
            used.general.add(name)
    used.general |= _agreed(column, answers, finder.registry)
    scope = {name: told[name] for name in SCOPE if name in told}
    # A column with a data set of its own takes over no split from the table; the others do.
    split = answers.scope.get("split")
    is_open = column.scope.split is None or "split" in column.scope.inferred
    if split and "split" not in scope and is_open and (column.scope.dataset is not None or column.scope.split):
        scope |= {"split": split}
        used.general.add("split")
    names = {*told, *scope} - {"role"}
    answered |= {("metric" if name == "measure" else name, column.cell, column.part) for name in names}
    column = _told(column, told, scope, finder.registry)
    return column if "unit" in told else _with_unit(column, told, table, finder, answered)


def _agreed(column: CuratedColumn, answers: Answers, registry: Registry) -> set[str]:
    """The general answers that say of a column what the file says of it, too."""
    agreed = set()
    unit, stated = registry.unit(answers.unit or ""), _stated_unit(column, registry)
    if unit is not None and unit == stated:
        agreed.add("unit")
    metric = registry.metric(answers.metric or "") or registry.metrics.get(answers.metric or "")
    if answers.direction and _stated_direction(column) is known_direction(answers.direction):
        agreed.add("direction")
    if answers.metric and column.metric in (answers.metric, metric.key if metric else None):
        agreed.add("metric")
    return agreed


def _stated_direction(column: CuratedColumn) -> Direction | None:
    """The direction that the file itself states of a column, by an arrow or in words."""
    return column.direction if "direction" in column.stated else None


def _with_unit(
    column: CuratedColumn, told: Mapping[str, Any], table: TableProposal, finder: NameFinder, answered: set[Told]
) -> CuratedColumn:
    """A column whose metric was told, with the unit that its numbers can only have then, marked as inferred."""
    metric = finder.registry.metrics.get(column.metric or "")
    if not {"metric", "measure"} & set(told) or column.unit is not None or metric is None or column.cell is None:
        return column
    if column.direction is None and metric.direction is not Direction.UNKNOWN:
        answered.add(("direction", column.cell, column.part))
    extent = extent_of(column_numbers(table.table, column.cell - 1, finder, column.part))
    if found := infer_unit(metric, extent):
        evidence = "; ".join(filter(None, (column.evidence, f"unit {found[0]!r}: inferred, for {found[1]}")))
        return replace(column, unit=found[0], evidence=evidence)
    if extent.count:
        text = f"column {column.name!r}: the page does not say its unit"
        table.doubts.append(Doubt("unit", text, column.cell, column.part))
    return column


def _admits(registry: Registry, metric: str | None, unit: str) -> bool:
    """True where a metric is stated in a unit, or where one of the two is not known."""
    known, measured = registry.unit(unit), registry.metrics.get(metric or "") or registry.metric(metric or "")
    return known is None or measured is None or not measured.admissible_units or known.key in measured.admissible_units


def known_direction(text: str) -> Direction:
    """The direction that a person names; raises SourceError for any other word."""
    if text not in _DIRECTIONS:
        raise SourceError(f"direction must be higher, lower or unknown, not {text!r}")
    return _DIRECTIONS[text]


def known_unit(text: str, registry: Registry) -> None:
    """Raise SourceError for a unit that the registry does not know."""
    if registry.unit(text) is None:
        raise SourceError(f"unit {text!r} is not in registry/units.tsv; add it there first")


def _stated_unit(column: CuratedColumn, registry: Registry) -> Unit | None:
    """The unit that the file itself states of a column, in its heading or elsewhere."""
    if "unit" in column.stated and column.unit:
        return registry.unit(column.unit)
    return registry.unit(parse_heading(column.name or "", registry.is_unit).unit or "")


def _prints(table: TableProposal, mark: str) -> bool:
    return any(cell.text.strip() == mark for row in table.table.rows for cell in row.cells)


def _scale(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal(0)
    if not number.is_finite() or number <= 0:
        raise SourceError(f'scale {text!r} must be a positive decimal in quotes, such as "0.01"')
    return number


def _without_metric(column: CuratedColumn) -> CuratedColumn:
    """A column without what its proposed metric brought with it."""
    gone = [name for name in ("unit", "direction") if name not in column.stated]
    reasons = [r for r in column.evidence.split("; ") if r.partition(" ")[0].rstrip(":") not in ("metric", *gone)]
    return replace(
        column,
        metric=None,
        measure=None,
        unit=column.unit if "unit" in column.stated else None,
        direction=column.direction if "direction" in column.stated else None,
        stated=tuple(name for name in column.stated if name != "metric"),
        evidence="; ".join(reasons),
    )


def _told(
    column: CuratedColumn, told: Mapping[str, Any], scope: Mapping[str, str], registry: Registry
) -> CuratedColumn:
    changes: dict[str, Any] = {}
    if "metric" in told:
        metric = registry.metrics.get(str(told["metric"])) or registry.metric(str(told["metric"]))
        known = metric.key if metric else None
        changes |= {"metric": known, "measure": None if known else str(told["metric"])}
    if "measure" in told:
        changes |= {"measure": str(told["measure"]), "metric": None}
    if changes and (changes["metric"], changes.get("measure")) != (column.metric, column.measure):
        # What followed from the other metric holds no more; what the page states stays.
        column = _without_metric(column)
    if "unit" in told:
        known_unit(str(told["unit"]), registry)
        if (stated := _stated_unit(column, registry)) and stated != registry.unit(str(told["unit"])):
            raise SourceError(
                f"column {column.name!r}: the file states the unit {stated.label!r}, not {told['unit']!r}; leave it out"
            )
        if not _admits(registry, changes.get("metric", column.metric), str(told["unit"])):
            admitted = ", ".join(registry.metrics[str(changes.get("metric", column.metric))].admissible_units)
            raise SourceError(f"column {column.name!r}: its metric is stated in {admitted}, not in {told['unit']}")
        changes["unit"] = str(told["unit"])
    if "direction" in told:
        direction, stated_direction = known_direction(str(told["direction"])), _stated_direction(column)
        if stated_direction not in (None, direction):
            raise SourceError(
                f"column {column.name!r}: the file states {stated_direction}, not {direction}; leave it out"
            )
        changes["direction"] = direction
    if "scale" in told:
        changes["scale"] = _scale(str(told["scale"]))
    if "settings" in told:
        changes["settings"] = tuple(sorted((str(name), str(value)) for name, value in told["settings"].items()))
    if scope:
        changes |= {"scope": _scope(column.scope, scope), "subset": scope.get("subset", column.subset)}
    if not changes:
        return column
    facts = ("metric", "measure", "unit", "direction", "scale", "settings", *SCOPE)
    names = ", ".join(name for name in facts if name in {**told, **scope})
    evidence = "; ".join(filter(None, (column.evidence, f"{names}: {_WORD}")))
    # Told, not seen in the file: publishable, and no more than that.
    return replace(column, **changes, evidence=evidence, certainty=Certainty.VERY_LIKELY)
