"""What a person answers to a proposal's questions: by options, in a TOML file, or at a terminal.

An answer takes the place of what was proposed; it is a person's word and not marked as inferred. A TOML
file of answers has the keys of ``source.toml``; entries say with ``table`` (its number or key) and
``cell`` or ``name`` what they are about, and only what they name is changed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kg.assemble.curated import COLUMN_ROLES, ROW_WORDS, SCOPE, CuratedColumn, CuratedTable, Scope
from kg.errors import SourceError
from kg.intake.columns import plain_entry
from kg.intake.propose import Proposal
from kg.intake.tables import TableProposal
from kg.model import Certainty, Direction, UncertaintyKind
from kg.registry import Registry

_WORD = "told by the person who imported it"
_DIRECTIONS = {
    "higher": Direction.HIGHER,
    "lower": Direction.LOWER,
    "unknown": Direction.UNKNOWN,
    **{direction.value: direction for direction in Direction},
}
_TOP = {"title", "url", "licence", "retrieved", "updated", "slug"}
_TABLE = {"number", "key", "label", "skip", "method", "decimal", "missing", "skip_rows", "uncertainty", *SCOPE}
_COLUMN = {"table", "cell", "name", "role", "metric", "measure", "unit", "direction", "scale", "settings", *SCOPE}


@dataclass(slots=True)
class Answers:
    """All answers. ``scope``, ``method`` … hold for every table; ``tables`` and ``columns`` for one each."""

    top: dict[str, str] = field(default_factory=dict)
    scope: dict[str, str] = field(default_factory=dict)
    method: str | None = None
    metric: str | None = None
    unit: str | None = None
    direction: str | None = None
    decimal: str | None = None
    missing: tuple[str, ...] = ()
    tables: list[dict[str, Any]] = field(default_factory=list)
    columns: list[dict[str, Any]] = field(default_factory=list)

    @property
    def named(self) -> frozenset[str]:
        """The names of columns that a person says to hold values."""
        told = (e for e in self.columns if e.get("role", "value") == "value" and "name" in e)
        return frozenset(str(entry["name"]) for entry in told)


def load_answers(path: Path) -> Answers:
    """Read a TOML file of answers; raises SourceError for a key that no answer has."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror}; name a TOML file of answers") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SourceError(f"{path}: not readable as TOML: {error}; mend the file") from None
    answers = Answers()
    general = {
        *_TOP,
        *SCOPE,
        "method",
        "metric",
        "unit",
        "direction",
        "decimal",
        "missing",
        "tables",
        "columns",
        "file",
    }
    _only(data, general | {"format", "sha256", "infer"}, str(path))
    answers.top = {name: str(data[name]) for name in _TOP if name in data}
    answers.scope = {name: str(data[name]) for name in SCOPE if name in data}
    answers.method, answers.metric = data.get("method"), data.get("metric")
    answers.unit, answers.direction, answers.decimal = data.get("unit"), data.get("direction"), data.get("decimal")
    answers.missing = tuple(data.get("missing", ()))
    for name, known, entries in (("tables", _TABLE, answers.tables), ("columns", _COLUMN, answers.columns)):
        for number, entry in enumerate(data.get(name, []), 1):
            if not isinstance(entry, dict):
                raise SourceError(f"{path}: {name} must be written as [[{name}]] blocks")
            _only(entry, known | {"evidence", "certainty", "stated", "inferred"}, f"{path}: [[{name}]] {number}")
            entries.append(entry)
    return answers


def column_answer(text: str) -> dict[str, Any]:
    """An answer as ``--column`` gives it, NAME=ROLE or NAME=METRIC; a table's number may stand in front of NAME."""
    name, sign, value = text.rpartition("=")
    if not sign or not name.strip() or not value.strip():
        raise SourceError(f"--column wants NAME=ROLE or NAME=METRIC, not {text!r}")
    table, colon, rest = name.partition(":")
    entry: dict[str, Any] = {"name": rest if colon and table.isdigit() else name}
    if colon and table.isdigit():
        entry["table"] = int(table)
    entry["role" if value in COLUMN_ROLES else "metric"] = value.strip()
    return entry


def _only(entry: Mapping[str, Any], known: set[str], at: str) -> None:
    if unknown := sorted(set(entry) - known):
        raise SourceError(f"{at}: unknown key {', '.join(unknown)}; known: {', '.join(sorted(known))}")


def answer(proposal: Proposal, answers: Answers, registry: Registry) -> Proposal:
    """The proposal with the answers in place of what was proposed."""
    used: set[int] = set()
    for table in proposal.tables:
        entry = next((e for e in answers.tables if _means(e, table)), {})
        if table.curated is None or (table.skip is not None and "skip" not in entry):
            continue
        if "skip" in entry:
            table.skip = str(entry["skip"]) or None
        table.curated = _table(table.curated, answers, entry)
        if not table.columns and (answers.metric or answers.unit or answers.direction or answers.columns):
            table.columns = _value_columns(table)
        table.columns = tuple(_column(c, table, answers, registry, used) for c in table.columns)
        if "key" in entry:
            table.key = table.curated.key
    if (lost := next((i for i in range(len(answers.columns)) if i not in used), None)) is not None and proposal.read:
        told = answers.columns[lost]
        raise SourceError(f"there is no column {told.get('name', told.get('cell'))!r} in the tables that are read")
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


def _means(entry: Mapping[str, Any], table: TableProposal) -> bool:
    return entry.get("number") == table.number or (bool(table.key) and entry.get("key") == table.key)


def _table(table: CuratedTable, answers: Answers, entry: Mapping[str, Any]) -> CuratedTable:
    told = {**answers.scope, **{name: str(entry[name]) for name in SCOPE if name in entry}}
    method = entry.get("method", answers.method)
    changes: dict[str, Any] = {"scope": _scope(table.scope, told)}
    if method is not None:
        changes |= {"method": str(method), "method_inferred": False}
    decimal = entry.get("decimal", answers.decimal)
    if decimal is not None:
        if decimal not in ("point", "comma"):
            raise SourceError(f"decimal must be point or comma, not {decimal!r}")
        changes["decimal_comma"] = decimal == "comma"
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
    return Scope(**merged, inferred=tuple(name for name in scope.inferred if name not in told))


def _column(
    column: CuratedColumn, table: TableProposal, answers: Answers, registry: Registry, used: set[int]
) -> CuratedColumn:
    told: dict[str, Any] = {}
    for number, entry in enumerate(answers.columns):
        of = entry.get("table")
        same_table = of is None or of in (table.number, table.key, str(table.number))
        same = entry.get("cell") == column.cell if "cell" in entry else entry.get("name") == column.name
        if same_table and same:
            told |= entry
            used.add(number)
    role = told.get("role", column.role)
    if role not in COLUMN_ROLES:
        raise SourceError(f"role must be one of {', '.join(COLUMN_ROLES)}, not {role!r}")
    if {"metric", "measure"} & set(told) and "role" not in told:
        role = "value"
    column = replace(column, role=role)
    if role != "value":
        return column
    for name, general in (("metric", answers.metric), ("unit", answers.unit), ("direction", answers.direction)):
        if general is not None and name not in column.stated and name not in told:
            told[name] = general
    scope = {name: told[name] for name in SCOPE if name in told}
    split = answers.scope.get("split")
    if split and "split" not in scope and (column.scope.dataset is None or "split" in column.scope.inferred):
        scope |= {"split": split} if column.scope.split is None or "split" in column.scope.inferred else {}
    return _told(column, told, scope, registry)


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
    if "unit" in told:
        if registry.unit(str(told["unit"])) is None:
            raise SourceError(f"unit {told['unit']!r} is not in registry/units.tsv; add it there first")
        changes["unit"] = str(told["unit"])
    if "direction" in told:
        direction = _DIRECTIONS.get(str(told["direction"]))
        if direction is None:
            raise SourceError(f"direction must be higher, lower or unknown, not {told['direction']!r}")
        changes["direction"] = direction
    if scope:
        changes |= {"scope": _scope(column.scope, scope), "subset": scope.get("subset", column.subset)}
    if not changes:
        return column
    names = ", ".join(name for name in ("metric", "measure", "unit", "direction", *SCOPE) if name in {**told, **scope})
    evidence = "; ".join(filter(None, (column.evidence, f"{names}: {_WORD}")))
    certainty = column.certainty if column.certainty.is_publishable else Certainty.VERY_LIKELY
    return replace(column, **changes, evidence=evidence, certainty=certainty)


def questions(tables: Sequence[TableProposal]) -> list[tuple[TableProposal, str]]:
    """Everything that a proposal leaves open, table by table."""
    return [(table, doubt) for table in tables if table.skip is None for doubt in table.doubts]
