"""``source.toml``: what a person knows about one source page, with evidence and certainty.

The file's keys are those of design section 6; ``data/registry/README.md`` describes them. All of
it is optional but ``file``: a page without a ``source.toml`` gets an empty :class:`Curation`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from kg.assemble.curated import (
    COLUMN_ROLES,
    PLAIN,
    ROLES,
    SCOPE,
    CuratedColumn,
    CuratedFact,
    CuratedTable,
    Curation,
    Scope,
    Writing,
)
from kg.errors import SourceError
from kg.model import Certainty, Direction, UncertaintyKind
from kg.normalise.dates import parse_date
from kg.normalise.directions import parse_direction
from kg.normalise.identifiers import is_web_url
from kg.normalise.values import Brackets
from kg.read import FORMATS
from kg.read.families import FAMILIES
from kg.read.text import decode
from kg.read.tomltext import TomlLines, Way, comments, read_toml
from kg.registry.near import did_you_mean
from kg.registry.tables import CERTAINTIES

__all__ = ["CuratedColumn", "CuratedFact", "CuratedTable", "Curation", "Scope", "load_curation", "parse_curation"]

_List = TypeVar("_List", bound=StrEnum)
#: Top-level keys that are texts, then all of them.
_TEXTS = {"file", "format", "sha256", "title", "url", "retrieved", "updated", "licence", "encoding"}
_BLOCKS = {"tables", "columns", "facts"}
_WRITING = {"decimal", "brackets", "missing"}
TOP = _TEXTS | _BLOCKS | _WRITING | {"infer", "setting_keys"}
TABLE = (
    {"heading", "number", "key", "label", "skip", "methods", "labels", "carry", "method", "skip_rows"}
    | {"uncertainty", "level", "runs", "inferred", "evidence"}
    | _WRITING
    | set(SCOPE)
)
COLUMN = (
    {"table", "number", "name", "metric", "unit", "direction", "scale", "evidence", "certainty"}
    | {"cell", "part", "role", "of", "measure", "items", "uncertainty", "settings", "stated", "inferred"}
    | set(SCOPE)
)
FACT = {"subject", "property", "value", "evidence", "certainty"}
_KEYS = {"": TOP, "tables": TABLE, "columns": COLUMN, "facts": FACT}
#: How a comment begins that is a question for a person.
UNSURE = "UNSURE"
_STATED = ("metric", "unit", "direction", *SCOPE)
_SUBJECTS = {"leaderboard": ("benchmark", "reported_in"), "printed": ("role",)}


def load_curation(path: Path) -> Curation:
    """Read a ``source.toml``; raises SourceError naming the file, the entry and the remedy."""
    return parse_curation(decode(path.read_bytes(), str(path)), str(path))


def parse_curation(text: str, path: str) -> Curation:
    """Read the text of a ``source.toml``; ``path`` is the name that errors give."""
    try:
        data = read_toml(text, path)
    except ValueError as error:
        raise SourceError(f"{error}; mend the line: texts stand in quotes, a key once in its block") from error
    return _Reader(path, text).curation(data)


class _Reader:
    """Checks types as it reads; notes every fault with its file, line and entry, and reads on to find the others.

    ``at`` is where an entry stands: () is the top level, ("columns", 2) the second [[columns]].
    """

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.lines = TomlLines(text)
        self.faults: list[str] = []

    def curation(self, data: Mapping[str, Any]) -> Curation:
        """What a file says; raises SourceError with all its faults, one a line."""
        found = self._curation(data)
        if self.faults:
            raise SourceError("\n".join(dict.fromkeys(self.faults)))
        return found

    def _curation(self, data: Mapping[str, Any]) -> Curation:
        self._known(data, ())
        tables = {str(entry.get("key")) for _, entry in self._entries(data, "tables")}
        numbered = {str(entry.get("key")) for _, entry in self._entries(data, "tables") if "number" in entry}
        for at, entry in self._entries(data, "columns"):
            if entry.get("table") is not None and str(entry["table"]) not in tables:
                near = did_you_mean(str(entry["table"]), tables)
                self._note(at, "table", f"{entry['table']!r} is the key of none of the [[tables]]{near}")
            if ("cell" in entry) and str(entry.get("table")) not in numbered:
                self._note(at, "cell", "goes with a `table` that has a `number`")
        for at, entry in self._entries(data, "facts"):
            subject = str(entry.get("subject", ""))
            if subject.startswith("leaderboard:") and subject.removeprefix("leaderboard:") not in tables:
                near = did_you_mean(subject, (f"leaderboard:{key}" for key in tables))
                self._note(at, "subject", f"{subject!r} names the key of none of the [[tables]]{near}")
        infer = data.get("infer", False)
        if not isinstance(infer, bool):
            self._note((), "infer", "must be true or false, without quotes")
            infer = False
        file = self._text(data, "file", ())
        if file is None and "file" not in data:
            self._note((), None, "needs `file`, the name of the page beside it")
        top = {name: self._text(data, name, ()) for name in _TEXTS - {"file"}}
        if top["format"] is not None:
            self._one_of((), "format", top["format"], tuple(dict.fromkeys((*FORMATS, *FAMILIES))))
        for name in ("updated", "retrieved"):
            if top[name] is not None and parse_date(top[name] or "") is None:
                dates = "2025, 2025-08, 2025-08-11 or 2025-08-11T10:00:00Z"
                self._note((), name, f"{top[name]!r} is no date; write {dates}")
        if top["url"] is not None and not is_web_url(top["url"]):
            self._note((), "url", f"{top['url']!r} is no http or https address; leave it out if it is not known")
        writing = self._writing(data, (), PLAIN)
        return Curation(
            file=file or "",
            path=self.path,
            infer=infer,
            writing=writing,
            setting_keys=self._texts(data, "setting_keys", ()),
            tables=tuple(self._table(entry, at, writing) for at, entry in self._entries(data, "tables")),
            columns=tuple(self._column(entry, at) for at, entry in self._entries(data, "columns")),
            facts=tuple(self._fact(entry, at) for at, entry in self._entries(data, "facts")),
            unsure=tuple((n, told) for n, told in comments(self.text) if told.startswith(UNSURE)),
            lines=self.lines,
            **top,
        )

    def _entries(self, data: Mapping[str, Any], name: str) -> list[tuple[Way, Mapping[str, Any]]]:
        entries = data.get(name, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self._note((), name, f"must be written as [[{name}]] blocks")
            return []
        return [((name, number), entry) for number, entry in enumerate(entries, 1)]

    def _writing(self, entry: Mapping[str, Any], at: Way, default: Writing) -> Writing:
        """How numbers are written, as an entry says; what it leaves open is as it is by default."""
        decimal, brackets = self._text(entry, "decimal", at), self._text(entry, "brackets", at)
        if decimal is not None:
            self._one_of(at, "decimal", decimal, ("point", "comma"))
        if brackets is not None:
            self._one_of(at, "brackets", brackets, tuple(Brackets))
        return Writing(
            decimal_comma=default.decimal_comma if decimal is None else decimal == "comma",
            brackets=Brackets(brackets) if brackets in tuple(Brackets) else default.brackets,
            missing=frozenset(self._texts(entry, "missing", at)) if "missing" in entry else default.missing,
        )

    def _table(self, entry: Mapping[str, Any], at: Way, page: Writing) -> CuratedTable:
        self._known(entry, at)
        heading, number = self._text(entry, "heading", at), self._count(entry, "number", at)
        if not {"heading", "number"} & set(entry):
            self._note(at, None, "needs `heading` or `number`")
        methods = self._text(entry, "methods", at) or "rows"
        self._one_of(at, "methods", methods, ("rows", "columns"))
        writing = self._writing(entry, at, page)
        level = self._positive(entry, "level", at)
        if level is not None and level > 1:
            self._note(at, "level", 'is a share, such as "0.95"')
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
            decimal_comma=writing.decimal_comma,
            brackets=writing.brackets,
            missing=self._texts(entry, "missing", at) if "missing" in entry else tuple(sorted(writing.missing)),
            skip_rows=self._texts(entry, "skip_rows", at),
            uncertainty=self._of_list(entry, "uncertainty", at, UncertaintyKind),
            level=level,
            runs=self._count(entry, "runs", at),
            evidence=self._text(entry, "evidence", at),
        )

    def _key(self, entry: Mapping[str, Any], at: Way) -> str:
        key = self._needed(entry, "key", at)
        if key and re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", key) is None:
            self._note(at, "key", f"{key!r} is part of an address: use a-z, 0-9 and hyphens between them")
        return key

    def _column(self, entry: Mapping[str, Any], at: Way) -> CuratedColumn:
        self._known(entry, at)
        number, cell, role = self._count(entry, "number", at), self._count(entry, "cell", at), None
        if not {"number", "cell", "name"} & set(entry):
            self._note(at, None, "needs `number`, `cell` or `name`")
        if (role := self._text(entry, "role", at)) is not None:
            self._one_of(at, "role", role, COLUMN_ROLES)
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

    def _scope(self, entry: Mapping[str, Any], at: Way, more: tuple[str, ...] = ()) -> Scope:
        named = {name: self._text(entry, name, at) for name in SCOPE}
        inferred = tuple(name for name in self._names(entry, "inferred", at, more) if name in SCOPE)
        return Scope(**named, inferred=inferred)

    def _names(self, entry: Mapping[str, Any], name: str, at: Way, more: tuple[str, ...] = ()) -> tuple[str, ...]:
        names = self._texts(entry, name, at)
        for text in names:
            self._one_of(at, name, text, (*_STATED, *more))
        return names

    def _settings(self, entry: Mapping[str, Any], at: Way) -> tuple[tuple[str, str], ...]:
        settings = entry.get("settings", {})
        if not isinstance(settings, dict) or not all(isinstance(value, str) for value in settings.values()):
            self._note(at, "settings", 'must be a table of texts, such as { shots = "5" }')
            return ()
        return tuple(sorted(settings.items()))

    def _texts(self, entry: Mapping[str, Any], name: str, at: Way) -> tuple[str, ...]:
        texts = entry.get(name, [])
        if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
            self._note(at, name, "must be a list of strings")
            return ()
        return tuple(texts)

    def _cells(self, entry: Mapping[str, Any], name: str, at: Way) -> tuple[int, ...]:
        cells = entry.get(name, [])
        if not isinstance(cells, list) or not all(type(cell) is int and cell > 0 for cell in cells):
            self._note(at, name, "must be a list of cell numbers, such as [1, 2]")
            return ()
        return tuple(cells)

    def _count(self, entry: Mapping[str, Any], name: str, at: Way) -> int | None:
        number = entry.get(name)
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < 1):
            what = "counts value columns from 1" if name == "number" else "is a whole number from 1"
            self._note(at, name, f"{what}, without quotes")
            return None
        return number

    def _of_list(self, entry: Mapping[str, Any], name: str, at: Way, kind: type[_List]) -> _List | None:
        text = self._text(entry, name, at)
        words = [member.value for member in kind]
        if text is not None and text not in words:
            said = parse_direction(text) if kind is Direction else None
            self._one_of(at, name, text, words, said.value if said else None)
            return None
        return kind(text) if text else None

    def _fact(self, entry: Mapping[str, Any], at: Way) -> CuratedFact:
        self._known(entry, at)
        subject, property_ = self._needed(entry, "subject", at), self._needed(entry, "property", at)
        kind = subject.partition(":")[0]
        if subject and (kind not in _SUBJECTS or (kind == "printed" and ":" not in subject)):
            near = did_you_mean(kind, _SUBJECTS)
            self._note(at, "subject", f"{subject!r} is none of leaderboard, leaderboard:<key>, printed:<name>{near}")
        elif subject and property_:
            self._one_of(at, "property", property_, _SUBJECTS[kind])
        if property_ == "role" and (role := self._needed(entry, "value", at)):
            self._one_of(at, "value", role, ROLES)
        return CuratedFact(
            subject=self._needed(entry, "subject", at),
            property=self._needed(entry, "property", at),
            value=self._needed(entry, "value", at),
            evidence=self._needed(entry, "evidence", at),
            certainty=self._certainty(entry, at),
        )

    def _positive(self, entry: Mapping[str, Any], name: str, at: Way) -> Decimal | None:
        if isinstance(entry.get(name), int | float):
            self._note(at, name, 'must stand in quotes, such as "0.01", so that it is exact')
            return None
        text = self._text(entry, name, at)
        if text is None:
            return None
        try:
            number = Decimal(text)
        except InvalidOperation:
            number = Decimal(0)
        if not number.is_finite() or number <= 0:
            self._note(at, name, f'{text!r} must be a positive decimal in quotes, such as "0.01"')
            return None
        return number

    def _certainty(self, entry: Mapping[str, Any], at: Way) -> Certainty:
        text = self._needed(entry, "certainty", at)
        if text:
            self._one_of(at, "certainty", text, CERTAINTIES)
        return CERTAINTIES.get(text, Certainty.FROM_MEMORY)

    def _text(self, entry: Mapping[str, Any], name: str, at: Way) -> str | None:
        value = entry.get(name)
        if value is not None and (not isinstance(value, str) or not value.strip()):
            self._note(at, name, "must be a text in quotes that is not blank; leave it out if it is not known")
            return None
        return value

    def _needed(self, entry: Mapping[str, Any], name: str, at: Way) -> str:
        """The text; "" where it is a fault, which is noted."""
        value = self._text(entry, name, at)
        if value is None and entry.get(name) is None:
            self._note(at, None, f"needs `{name}`")
        return value or ""

    def _known(self, entry: Mapping[str, Any], at: Way) -> None:
        names = _KEYS[str(at[0]) if at else ""]
        for unknown in sorted(set(entry) - names):
            others = [f"[[{block}]]" if block else "the top level" for block, keys in _KEYS.items() if unknown in keys]
            near = f"; it goes under {' or '.join(others)}" if others else did_you_mean(unknown, names)
            self._note(at, unknown, f"is an unknown key{near}; known: {', '.join(sorted(names))}")

    def _one_of(self, at: Way, key: str, text: str, names: Collection[str], meant: str | None = None) -> None:
        """Notes a text that is none of the words its key can have; ``meant`` is the word that it is known to be."""
        if text not in names:
            near = f"; did you mean {meant!r}?" if meant else did_you_mean(text, names)
            self._note(at, key, f"{text!r} is none of {', '.join(names)}{near}")

    def _note(self, at: Way, key: str | None, what: str) -> None:
        line = self.lines.line(at if key is None else (*at, key))
        place = self.path if line is None else f"{self.path}:{line}"
        block = f"[[{at[0]}]] {at[1]}" if at else "top level"
        self.faults.append(f"{place}: {block}: " + (f"`{key}` " if key else "") + what)
