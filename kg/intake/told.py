"""What a person told about a file: options, or a TOML file with the keys of ``source.toml``.

Entries say with ``table`` (its number or key) and ``cell`` or ``name`` what they are about, and only what
they name is changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.assemble.curated import COLUMN_ROLES, SCOPE
from kg.errors import SourceError
from kg.read.tomltext import TomlLines, read_toml
from kg.registry.near import did_you_mean

_TOP = {"title", "url", "licence", "retrieved", "updated", "slug"}
_TABLE = {
    "number",
    "key",
    "label",
    "skip",
    "method",
    "decimal",
    "brackets",
    "missing",
    "skip_rows",
    "uncertainty",
    *SCOPE,
}
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
        """The names of columns that a person says to hold values or the names of methods."""
        told = (e for e in self.columns if e.get("role", "value") in ("value", "method") and "name" in e)
        return frozenset(str(entry["name"]) for entry in told)

    @property
    def roles(self) -> dict[str, str]:
        """The roles that a person gives columns, by their names."""
        return {str(e["name"]): str(e["role"]) for e in self.columns if "role" in e and "name" in e}


def load_answers(path: Path) -> Answers:
    """Read a TOML file of answers; raises SourceError for a key that no answer has."""
    try:
        text = path.read_text(encoding="utf-8")
        data = read_toml(text, str(path))
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror}; name a TOML file of answers") from None
    except UnicodeDecodeError as error:
        raise SourceError(f"{path}: not readable as TOML: {error}; mend the file") from None
    except ValueError as error:
        raise SourceError(f"{error}; mend the line") from None
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
    lines = TomlLines(text)
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
            at = f"{path}:{lines.line((name, number))}: [[{name}]] {number}"
            _only(entry, known | {"evidence", "certainty", "stated", "inferred"}, at)
            if not {"number", "key"} & set(entry) and name == "tables":
                raise SourceError(f"{at}: say which table is meant, with its `number` (--check lists them) or `key`")
            if not {"name", "cell"} & set(entry) and name == "columns":
                raise SourceError(f"{at}: say which column is meant, with its `name` as printed or its `cell`")
            _texts(entry, at)
            entries.append(entry)
    _texts(data, str(path))
    refuse_contradictions(answers, str(path))
    return answers


def _texts(entry: Mapping[str, Any], at: str) -> None:
    """Refuse a number where a text is meant: a version 1.10 would become 1.1."""
    for name in ("unit", "metric", "measure", "direction", "method", "role", "scale", "label", "title", *SCOPE):
        if name in entry and not isinstance(entry[name], str):
            raise SourceError(f"{at}: `{name}` must be a text in quotes, not {entry[name]!r}")


def refuse_contradictions(answers: Answers, at: str) -> None:
    """Raise SourceError where two answers say different things of one table or one column."""
    for entries, which in ((answers.tables, ("number", "key")), (answers.columns, ("table", "cell", "name"))):
        told: dict[tuple[Any, ...], dict[str, Any]] = {}
        for entry in entries:
            before = told.setdefault(tuple(entry.get(name) for name in which), {})
            for name, value in entry.items():
                other = before.setdefault(name, value)
                if other != value:
                    about = next(entry[key] for key in reversed(which) if key in entry)
                    raise SourceError(f"{at}: {name} of {about!r} is told twice, {other!r} and {value!r}; keep one")


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
        near = did_you_mean(unknown[0], known)
        raise SourceError(f"{at}: unknown key {', '.join(unknown)}{near}; known: {', '.join(sorted(known))}")
