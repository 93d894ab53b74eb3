"""``source.toml``: what a person knows about one source page, with evidence and certainty.

The file's keys are those of design section 6; ``data/registry/README.md`` describes them. All of
it is optional but ``file``: a page without a ``source.toml`` gets an empty :class:`Curation`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, NoReturn

from kg.errors import SourceError
from kg.model import Certainty, Direction
from kg.normalise.dates import parse_date
from kg.normalise.identifiers import is_web_url

_CERTAINTIES = {
    "certain": Certainty.CERTAIN,
    "very likely": Certainty.VERY_LIKELY,
    "inferred": Certainty.INFERRED,
    "from memory": Certainty.FROM_MEMORY,
}
_TOP = {"file", "format", "sha256", "title", "url", "retrieved", "updated", "licence", "setting_keys"}
_TABLE = {"heading", "key", "label"}
_COLUMN = {"table", "number", "name", "metric", "subset", "unit", "direction", "scale", "evidence", "certainty"}
_FACT = {"subject", "property", "value", "evidence", "certainty"}
_SUBJECTS = {"leaderboard": ("benchmark", "reported_in"), "printed": ("role",)}

#: What a printed name (of a setting or of a column) can stand for.
ROLES = ("category", "date", "links", "method", "note", "paper", "paper-date", "rank", "setting", "value")


@dataclass(frozen=True, slots=True)
class CuratedTable:
    """A leaderboard of the page: the section heading it stands under and its key suffix."""

    heading: str
    key: str
    label: str | None


@dataclass(frozen=True, slots=True)
class CuratedColumn:
    """What is known of the n-th value column of a table, or of a metric declared without one."""

    table: str | None
    number: int | None
    name: str | None
    metric: str | None
    subset: str | None
    unit: str | None
    direction: Direction | None
    scale: Decimal | None
    evidence: str
    certainty: Certainty


@dataclass(frozen=True, slots=True)
class CuratedFact:
    """One curated statement about a leaderboard or about something the page prints."""

    subject: str
    property: str
    value: str
    evidence: str
    certainty: Certainty


@dataclass(frozen=True, slots=True)
class Curation:
    """All curated facts of one source page."""

    file: str
    path: str = ""
    format: str | None = None
    sha256: str | None = None
    title: str | None = None
    url: str | None = None
    retrieved: str | None = None
    updated: str | None = None
    licence: str | None = None
    setting_keys: tuple[str, ...] = ()
    tables: tuple[CuratedTable, ...] = ()
    columns: tuple[CuratedColumn, ...] = ()
    facts: tuple[CuratedFact, ...] = ()

    def fact(self, subject: str, property: str) -> CuratedFact | None:
        """The fact about that subject, or None; less certain than "very likely" does not count."""
        facts = (f for f in self.facts if f.subject == subject and f.property == property)
        return next((f for f in facts if f.certainty.is_publishable), None)

    def leaderboard_fact(self, table: str | None, property: str) -> CuratedFact | None:
        """A fact about one leaderboard of the page, else about all of them."""
        of_table = self.fact(f"leaderboard:{table}", property) if table else None
        return of_table or self.fact("leaderboard", property)


def load_curation(path: Path) -> Curation:
    """Read a ``source.toml``; raises SourceError naming the file, the entry and the remedy."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SourceError(f"{path}: not readable as TOML: {error}; mend the file") from error
    return _Reader(str(path)).curation(data)


class _Reader:
    """Checks types as it reads; every error names file and entry."""

    def __init__(self, path: str) -> None:
        self.path = path

    def curation(self, data: Mapping[str, Any]) -> Curation:
        self._known(data, _TOP | {"tables", "columns", "facts"}, "top level")
        tables = [entry.get("key") for _, entry in self._entries(data, "tables")]
        for at, entry in self._entries(data, "columns"):
            if entry.get("table") is not None and entry["table"] not in tables:
                self._fail(at, f"`table` {entry['table']!r} is the key of none of the [[tables]]")
        seen: set[tuple[object, object]] = set()
        for at, entry in self._entries(data, "columns"):
            identity = (entry.get("table"), entry.get("number", entry.get("name")))
            if identity in seen:
                self._fail(at, f"column {identity[1]!r} is described twice; keep one entry")
            seen.add(identity)
        for at, entry in self._entries(data, "facts"):
            subject = str(entry.get("subject", ""))
            if subject.startswith("leaderboard:") and subject.removeprefix("leaderboard:") not in tables:
                self._fail(at, f"`subject` {subject!r} names the key of none of the [[tables]]")
        keys = data.get("setting_keys", [])
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            self._fail("setting_keys", "must be a list of strings")
        file = self._text(data, "file", "top level")
        if not file:
            self._fail("top level", "needs `file`, the name of the page beside it")
        top = {name: self._text(data, name, "top level") for name in _TOP - {"setting_keys", "file"}}
        for name in ("updated", "retrieved"):
            if top[name] is not None and parse_date(top[name] or "") is None:
                self._fail(name, f"{top[name]!r} is no date; write 2025, 2025-08, 2025-08-11 or 2025-08-11T10:00:00Z")
        if top["url"] is not None and not is_web_url(top["url"]):
            self._fail("url", f"{top['url']!r} is no http or https address; leave it out if it is not known")
        return Curation(
            file=file or "",
            path=self.path,
            setting_keys=tuple(keys),
            tables=tuple(self._table(entry, at) for at, entry in self._entries(data, "tables")),
            columns=tuple(self._column(entry, at) for at, entry in self._entries(data, "columns")),
            facts=tuple(self._fact(entry, at) for at, entry in self._entries(data, "facts")),
            **top,
        )

    def _entries(self, data: Mapping[str, Any], name: str) -> list[tuple[str, Mapping[str, Any]]]:
        entries = data.get(name, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self._fail(name, f"must be written as [[{name}]] blocks")
        return [(f"[[{name}]] {number}", entry) for number, entry in enumerate(entries, 1)]

    def _table(self, entry: Mapping[str, Any], at: str) -> CuratedTable:
        self._known(entry, _TABLE, at)
        return CuratedTable(
            self._needed(entry, "heading", at), self._needed(entry, "key", at), self._text(entry, "label", at)
        )

    def _column(self, entry: Mapping[str, Any], at: str) -> CuratedColumn:
        self._known(entry, _COLUMN, at)
        number = entry.get("number")
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < 1):
            self._fail(at, "`number` counts value columns from 1, without quotes")
        if number is None and "name" not in entry:
            self._fail(at, "needs `number` or `name`")
        direction = self._text(entry, "direction", at)
        if direction is not None and direction not in {d.value for d in Direction}:
            self._fail(at, f"`direction` {direction!r} is none of {', '.join(Direction)}")
        return CuratedColumn(
            table=self._text(entry, "table", at),
            number=number,
            name=self._text(entry, "name", at),
            metric=self._text(entry, "metric", at),
            subset=self._text(entry, "subset", at),
            unit=self._text(entry, "unit", at),
            direction=Direction(direction) if direction else None,
            scale=self._scale(entry, at),
            evidence=self._needed(entry, "evidence", at),
            certainty=self._certainty(entry, at),
        )

    def _fact(self, entry: Mapping[str, Any], at: str) -> CuratedFact:
        self._known(entry, _FACT, at)
        subject, property_ = self._needed(entry, "subject", at), self._needed(entry, "property", at)
        kind = subject.partition(":")[0]
        if kind not in _SUBJECTS or (kind == "printed" and ":" not in subject):
            self._fail(at, f"`subject` {subject!r} is none of leaderboard, leaderboard:<key>, printed:<name>")
        if property_ not in _SUBJECTS[kind]:
            self._fail(at, f"`property` {property_!r} of a {kind} is none of {', '.join(_SUBJECTS[kind])}")
        if property_ == "role" and self._needed(entry, "value", at) not in ROLES:
            self._fail(at, f"`value` of a role is none of {', '.join(ROLES)}")
        return CuratedFact(
            subject=self._needed(entry, "subject", at),
            property=self._needed(entry, "property", at),
            value=self._needed(entry, "value", at),
            evidence=self._needed(entry, "evidence", at),
            certainty=self._certainty(entry, at),
        )

    def _scale(self, entry: Mapping[str, Any], at: str) -> Decimal | None:
        if isinstance(entry.get("scale"), int | float):
            self._fail(at, '`scale` must stand in quotes, such as "0.01", so that it is exact')
        text = self._text(entry, "scale", at)
        if text is None:
            return None
        try:
            scale = Decimal(text)
        except InvalidOperation:
            scale = Decimal(0)
        if not scale.is_finite() or scale <= 0:
            self._fail(at, f'`scale` {text!r} must be a positive decimal in quotes, such as "0.01"')
        return scale

    def _certainty(self, entry: Mapping[str, Any], at: str) -> Certainty:
        text = self._needed(entry, "certainty", at)
        if text not in _CERTAINTIES:
            self._fail(at, f"`certainty` {text!r} is none of {', '.join(_CERTAINTIES)}")
        return _CERTAINTIES[text]

    def _text(self, entry: Mapping[str, Any], name: str, at: str) -> str | None:
        value = entry.get(name)
        if value is not None and (not isinstance(value, str) or not value.strip()):
            self._fail(at, f"`{name}` must be a text in quotes that is not blank; leave it out if it is not known")
        return value

    def _needed(self, entry: Mapping[str, Any], name: str, at: str) -> str:
        value = self._text(entry, name, at)
        if value is None:
            self._fail(at, f"needs `{name}`")
        return value

    def _known(self, entry: Mapping[str, Any], names: set[str], at: str) -> None:
        if unknown := sorted(set(entry) - names):
            self._fail(at, f"unknown key {', '.join(unknown)}; known: {', '.join(sorted(names))}")

    def _fail(self, at: str, what: str) -> NoReturn:
        raise SourceError(f"{self.path}: {at}: {what}")
