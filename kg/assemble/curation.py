"""``source.toml``: what a person knows about one source page, with evidence and certainty.

The file's keys are those of design section 6; ``data/registry/README.md`` describes them. All of
it is optional but ``file``: a page without a ``source.toml`` gets an empty :class:`Curation`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from kg.assemble.curated import (
    COLUMN_ROLES,
    ROLES,
    SCOPE,
    CuratedColumn,
    CuratedFact,
    CuratedTable,
    Curation,
    Scope,
)
from kg.errors import SourceError
from kg.model import Certainty, Direction, UncertaintyKind
from kg.normalise.dates import parse_date
from kg.normalise.identifiers import is_web_url
from kg.read.text import decode
from kg.registry.tables import CERTAINTIES

__all__ = ["CuratedColumn", "CuratedFact", "CuratedTable", "Curation", "Scope", "load_curation", "parse_curation"]

_List = TypeVar("_List", bound=StrEnum)
_TOP = {"file", "format", "sha256", "title", "url", "retrieved", "updated", "licence", "encoding"}
_TABLE = (
    {
        "heading",
        "number",
        "key",
        "label",
        "skip",
        "methods",
        "labels",
        "carry",
        "method",
        "decimal",
        "brackets",
        "missing",
    }
    | {"skip_rows", "uncertainty", "level", "runs", "inferred", "evidence"}
    | set(SCOPE)
)
_COLUMN = (
    {"table", "number", "name", "metric", "unit", "direction", "scale", "evidence", "certainty"}
    | {"cell", "part", "role", "of", "measure", "items", "uncertainty", "settings", "stated", "inferred"}
    | set(SCOPE)
)
_FACT = {"subject", "property", "value", "evidence", "certainty"}
_STATED = ("metric", "unit", "direction", *SCOPE)
_SUBJECTS = {"leaderboard": ("benchmark", "reported_in"), "printed": ("role",)}


def load_curation(path: Path) -> Curation:
    """Read a ``source.toml``; raises SourceError naming the file, the entry and the remedy."""
    return parse_curation(decode(path.read_bytes(), str(path)), str(path))


def parse_curation(text: str, path: str) -> Curation:
    """Read the text of a ``source.toml``; ``path`` is the name that errors give."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SourceError(f"{path}: not readable as TOML: {error}; mend the file") from error
    return _Reader(path).curation(data)


class _Reader:
    """Checks types as it reads; notes every fault with its file and entry, and reads on to find the others."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.faults: list[str] = []

    def curation(self, data: Mapping[str, Any]) -> Curation:
        """What a file says; raises SourceError with all its faults, one a line."""
        found = self._curation(data)
        if self.faults:
            raise SourceError("\n".join(dict.fromkeys(self.faults)))
        return found

    def _curation(self, data: Mapping[str, Any]) -> Curation:
        self._known(data, _TOP | {"infer", "setting_keys", "tables", "columns", "facts"}, "top level")
        tables = {str(entry.get("key")) for _, entry in self._entries(data, "tables")}
        numbered = {str(entry.get("key")) for _, entry in self._entries(data, "tables") if "number" in entry}
        for at, entry in self._entries(data, "columns"):
            if entry.get("table") is not None and str(entry["table"]) not in tables:
                self._note(at, f"`table` {entry['table']!r} is the key of none of the [[tables]]")
            if ("cell" in entry) and str(entry.get("table")) not in numbered:
                self._note(at, "`cell` goes with a `table` that has a `number`")
        seen: set[tuple[str, str]] = set()
        for at, entry in self._entries(data, "columns"):
            which = entry.get("number", entry.get("name"))
            if "cell" in entry:
                which = f"cell {entry['cell']}" + (f" part {entry['part']}" if "part" in entry else "")
            identity = (repr(entry.get("table")), repr(which))
            if which is not None and identity in seen:
                self._note(at, f"column {which!r} is described twice; keep one entry")
            seen.add(identity)
        for at, entry in self._entries(data, "facts"):
            subject = str(entry.get("subject", ""))
            if subject.startswith("leaderboard:") and subject.removeprefix("leaderboard:") not in tables:
                self._note(at, f"`subject` {subject!r} names the key of none of the [[tables]]")
        infer = data.get("infer", False)
        if not isinstance(infer, bool):
            self._note("infer", "must be true or false, without quotes")
            infer = False
        file = self._text(data, "file", "top level")
        if file is None and "file" not in data:
            self._note("top level", "needs `file`, the name of the page beside it")
        top = {name: self._text(data, name, "top level") for name in _TOP - {"file"}}
        for name in ("updated", "retrieved"):
            if top[name] is not None and parse_date(top[name] or "") is None:
                self._note(name, f"{top[name]!r} is no date; write 2025, 2025-08, 2025-08-11 or 2025-08-11T10:00:00Z")
        if top["url"] is not None and not is_web_url(top["url"]):
            self._note("url", f"{top['url']!r} is no http or https address; leave it out if it is not known")
        return Curation(
            file=file or "",
            path=self.path,
            infer=infer,
            setting_keys=self._texts(data, "setting_keys", "top level"),
            tables=tuple(self._table(entry, at) for at, entry in self._entries(data, "tables")),
            columns=tuple(self._column(entry, at) for at, entry in self._entries(data, "columns")),
            facts=tuple(self._fact(entry, at) for at, entry in self._entries(data, "facts")),
            **top,
        )

    def _entries(self, data: Mapping[str, Any], name: str) -> list[tuple[str, Mapping[str, Any]]]:
        entries = data.get(name, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self._note(name, f"must be written as [[{name}]] blocks")
            return []
        return [(f"[[{name}]] {number}", entry) for number, entry in enumerate(entries, 1)]

    def _table(self, entry: Mapping[str, Any], at: str) -> CuratedTable:
        self._known(entry, _TABLE, at)
        heading, number = self._text(entry, "heading", at), self._count(entry, "number", at)
        if not {"heading", "number"} & set(entry):
            self._note(at, "needs `heading` or `number`")
        methods = self._text(entry, "methods", at) or "rows"
        if methods not in ("rows", "columns"):
            self._note(at, f"`methods` {methods!r} is neither rows nor columns")
        decimal = self._text(entry, "decimal", at) or "point"
        if decimal not in ("point", "comma"):
            self._note(at, f"`decimal` {decimal!r} is neither point nor comma")
        if (brackets := self._text(entry, "brackets", at)) not in (None, "uncertainty"):
            self._note(at, f'`brackets` {brackets!r} can only be "uncertainty"')
        level = self._positive(entry, "level", at)
        if level is not None and level > 1:
            self._note(at, '`level` is a share, such as "0.95"')
        return CuratedTable(
            heading=heading,
            key=self._key(entry, at),
            label=self._text(entry, "label", at),
            number=number,
            skip=self._text(entry, "skip", at),
            methods=methods,
            labels=self._cells(entry, "labels", at) or (1,),
            carry=self._cells(entry, "carry", at),
            method=self._text(entry, "method", at),
            scope=self._scope(entry, at, more=("method",)),
            method_inferred="method" in self._texts(entry, "inferred", at),
            decimal_comma=decimal == "comma",
            brackets=brackets is not None,
            missing=self._texts(entry, "missing", at),
            skip_rows=self._texts(entry, "skip_rows", at),
            uncertainty=self._of_list(entry, "uncertainty", at, UncertaintyKind),
            level=level,
            runs=self._count(entry, "runs", at),
            evidence=self._text(entry, "evidence", at),
        )

    def _key(self, entry: Mapping[str, Any], at: str) -> str:
        key = self._needed(entry, "key", at)
        if key and re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", key) is None:
            self._note(at, f"`key` {key!r} is part of an address: use a-z, 0-9 and hyphens between them")
        return key

    def _column(self, entry: Mapping[str, Any], at: str) -> CuratedColumn:
        self._known(entry, _COLUMN, at)
        number, cell, role = self._count(entry, "number", at), self._count(entry, "cell", at), None
        if not {"number", "cell", "name"} & set(entry):
            self._note(at, "needs `number`, `cell` or `name`")
        if (role := self._text(entry, "role", at)) is not None and role not in COLUMN_ROLES:
            self._note(at, f"`role` {role!r} is none of {', '.join(COLUMN_ROLES)}")
        # What only says where something stands is seen on the page; what it means needs a witness.
        plain = cell is not None and not {"metric", "measure", "unit", "direction", "scale", *SCOPE} & set(entry)
        return CuratedColumn(
            table=self._text(entry, "table", at),
            number=number,
            name=self._text(entry, "name", at),
            metric=self._text(entry, "metric", at),
            subset=self._text(entry, "subset", at),
            unit=self._text(entry, "unit", at),
            direction=self._of_list(entry, "direction", at, Direction),
            scale=self._positive(entry, "scale", at),
            evidence=(self._text(entry, "evidence", at) or "") if plain else self._needed(entry, "evidence", at),
            certainty=Certainty.CERTAIN if plain and "certainty" not in entry else self._certainty(entry, at),
            cell=cell,
            part=self._count(entry, "part", at),
            role=role,
            of=self._count(entry, "of", at),
            measure=self._text(entry, "measure", at),
            scope=self._scope(entry, at),
            items=self._count(entry, "items", at),
            uncertainty=self._of_list(entry, "uncertainty", at, UncertaintyKind),
            settings=self._settings(entry, at),
            stated=self._names(entry, "stated", at),
        )

    def _scope(self, entry: Mapping[str, Any], at: str, more: tuple[str, ...] = ()) -> Scope:
        named = {name: self._text(entry, name, at) for name in SCOPE}
        inferred = tuple(name for name in self._names(entry, "inferred", at, more) if name in SCOPE)
        return Scope(**named, inferred=inferred)

    def _names(self, entry: Mapping[str, Any], name: str, at: str, more: tuple[str, ...] = ()) -> tuple[str, ...]:
        names = self._texts(entry, name, at)
        if unknown := [text for text in names if text not in (*_STATED, *more)]:
            self._note(at, f"`{name}` {unknown[0]!r} is none of {', '.join((*_STATED, *more))}")
        return names

    def _settings(self, entry: Mapping[str, Any], at: str) -> tuple[tuple[str, str], ...]:
        settings = entry.get("settings", {})
        if not isinstance(settings, dict) or not all(isinstance(value, str) for value in settings.values()):
            self._note(at, '`settings` must be a table of texts, such as { shots = "5" }')
            return ()
        return tuple(sorted(settings.items()))

    def _texts(self, entry: Mapping[str, Any], name: str, at: str) -> tuple[str, ...]:
        texts = entry.get(name, [])
        if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
            self._note(name if at == "top level" else at, f"`{name}` must be a list of strings")
            return ()
        return tuple(texts)

    def _cells(self, entry: Mapping[str, Any], name: str, at: str) -> tuple[int, ...]:
        cells = entry.get(name, [])
        if not isinstance(cells, list) or not all(type(cell) is int and cell > 0 for cell in cells):
            self._note(at, f"`{name}` must be a list of cell numbers, such as [1, 2]")
            return ()
        return tuple(cells)

    def _count(self, entry: Mapping[str, Any], name: str, at: str) -> int | None:
        number = entry.get(name)
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < 1):
            what = "counts value columns from 1" if name == "number" else "is a whole number from 1"
            self._note(at, f"`{name}` {what}, without quotes")
            return None
        return number

    def _of_list(self, entry: Mapping[str, Any], name: str, at: str, kind: type[_List]) -> _List | None:
        text = self._text(entry, name, at)
        if text is not None and text not in {member.value for member in kind}:
            self._note(at, f"`{name}` {text!r} is none of {', '.join(kind)}")
            return None
        return kind(text) if text else None

    def _fact(self, entry: Mapping[str, Any], at: str) -> CuratedFact:
        self._known(entry, _FACT, at)
        subject, property_ = self._needed(entry, "subject", at), self._needed(entry, "property", at)
        kind = subject.partition(":")[0]
        if subject and (kind not in _SUBJECTS or (kind == "printed" and ":" not in subject)):
            self._note(at, f"`subject` {subject!r} is none of leaderboard, leaderboard:<key>, printed:<name>")
        elif subject and property_ and property_ not in _SUBJECTS[kind]:
            self._note(at, f"`property` {property_!r} of a {kind} is none of {', '.join(_SUBJECTS[kind])}")
        if property_ == "role" and (role := self._needed(entry, "value", at)) and role not in ROLES:
            self._note(at, f"`value` of a role is none of {', '.join(ROLES)}")
        return CuratedFact(
            subject=self._needed(entry, "subject", at),
            property=self._needed(entry, "property", at),
            value=self._needed(entry, "value", at),
            evidence=self._needed(entry, "evidence", at),
            certainty=self._certainty(entry, at),
        )

    def _positive(self, entry: Mapping[str, Any], name: str, at: str) -> Decimal | None:
        if isinstance(entry.get(name), int | float):
            self._note(at, f'`{name}` must stand in quotes, such as "0.01", so that it is exact')
            return None
        text = self._text(entry, name, at)
        if text is None:
            return None
        try:
            number = Decimal(text)
        except InvalidOperation:
            number = Decimal(0)
        if not number.is_finite() or number <= 0:
            self._note(at, f'`{name}` {text!r} must be a positive decimal in quotes, such as "0.01"')
            return None
        return number

    def _certainty(self, entry: Mapping[str, Any], at: str) -> Certainty:
        text = self._needed(entry, "certainty", at)
        if text and text not in CERTAINTIES:
            self._note(at, f"`certainty` {text!r} is none of {', '.join(CERTAINTIES)}")
        return CERTAINTIES.get(text, Certainty.FROM_MEMORY)

    def _text(self, entry: Mapping[str, Any], name: str, at: str) -> str | None:
        value = entry.get(name)
        if value is not None and (not isinstance(value, str) or not value.strip()):
            self._note(at, f"`{name}` must be a text in quotes that is not blank; leave it out if it is not known")
            return None
        return value

    def _needed(self, entry: Mapping[str, Any], name: str, at: str) -> str:
        """The text; "" where it is a fault, which is noted."""
        value = self._text(entry, name, at)
        if value is None and entry.get(name) is None:
            self._note(at, f"needs `{name}`")
        return value or ""

    def _known(self, entry: Mapping[str, Any], names: set[str], at: str) -> None:
        if unknown := sorted(set(entry) - names):
            self._note(at, f"unknown key {', '.join(unknown)}; known: {', '.join(sorted(names))}")

    def _note(self, at: str, what: str) -> None:
        self.faults.append(f"{self.path}: {at}: {what}")
