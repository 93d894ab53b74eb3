"""An explanation as a small document: sections of facts, tables, sentences and excerpts of pages.

One document gives the plain text, the plain data and (elsewhere) a page: blocks have keys that
stay the same, values are texts or links, numbers are texts with the digits that were published.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: Columns of the plain text.
WIDTH = 100

_TERM = 22


@dataclass(frozen=True, slots=True)
class Link:
    """A node by its label; ``name`` is what explains it further (a CURIE)."""

    text: str
    iri: str
    name: str


#: A text, a node, or several of them.
Value = str | Link | tuple[str | Link, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A named value."""

    key: str
    term: str
    value: Value


@dataclass(frozen=True, slots=True)
class Sentence:
    """A paragraph."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Rows:
    """A table; ``columns`` are (key, heading)."""

    key: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Value, ...], ...]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of a page as they stand there; ``lines`` are (number, text, marks below or "")."""

    key: str
    place: str
    printed: str
    lines: tuple[tuple[int, str, str], ...]
    note: str = ""


Block = Fact | Sentence | Rows | Excerpt


@dataclass(frozen=True, slots=True)
class Section:
    """A headed part of an explanation; ``key`` is its name in the plain data."""

    key: str
    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a version says what it says of one thing."""

    iri: str
    name: str
    kind: str
    label: str
    summary: str
    sections: tuple[Section, ...]

    def section(self, key: str) -> Section:
        """The section of that key."""
        return next(section for section in self.sections if section.key == key)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the sections by key; nodes are {"label", "iri", "name"}."""
        head = {
            "iri": self.iri,
            "name": self.name,
            "kind": self.kind,
            "label": self.label,
            "summary": self.summary,
        }
        return head | {section.key: _section_data(section) for section in self.sections}

    def to_text(self) -> str:
        """Plain text of at most 100 columns; long texts are wrapped, nothing is cut."""
        lines = [*_wrap(self.label), f"{self.kind} {self.iri}", "", *_wrap(self.summary)]
        for section in self.sections:
            lines += ["", section.heading, "-" * len(section.heading)]
            for block in section.blocks:
                lines += _block_lines(block)
        return "\n".join(line.rstrip() for line in lines) + "\n"


def _section_data(section: Section) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for block in section.blocks:
        if isinstance(block, Fact):
            data[block.key] = _value_data(block.value)
        elif isinstance(block, Sentence):
            data[block.key] = block.text
        elif isinstance(block, Rows):
            keys = [key for key, _ in block.columns]
            data[block.key] = [
                {key: _value_data(value) for key, value in zip(keys, row, strict=True)} for row in block.rows
            ]
        else:
            lines = [{"line": str(number), "text": text, "marks": marks} for number, text, marks in block.lines]
            shown = {"place": block.place, "printed": block.printed, "lines": lines, "note": block.note}
            data.setdefault(block.key, []).append(shown)
    return data


def _value_data(value: Value) -> Any:
    if isinstance(value, Link):
        return {"label": value.text, "iri": value.iri, "name": value.name}
    if isinstance(value, tuple):
        return [_value_data(part) for part in value]
    return value


def _shown(value: Value, *, named: bool) -> str:
    if isinstance(value, tuple):
        return "; ".join(_shown(part, named=named) for part in value)
    if isinstance(value, Link):
        return f"{value.text} ({value.name})" if named and value.name != value.text else value.text
    return value


def _block_lines(block: Block) -> list[str]:
    if isinstance(block, Sentence):
        return _wrap(block.text, "  ", "  ")
    if isinstance(block, Rows):
        return _table(block)
    if isinstance(block, Excerpt):
        return _excerpt(block)
    values = block.value if isinstance(block.value, tuple) else (block.value,)
    lines: list[str] = []
    for number, value in enumerate(values):
        term = f"  {block.term}" if number == 0 else ""
        first = term.ljust(_TERM) if len(term) < _TERM - 1 else f"{term}  "
        lines += _wrap(_shown(value, named=True), first, " " * _TERM)
    return lines or [f"  {block.term}".ljust(_TERM) + "none"]


def _table(block: Rows) -> list[str]:
    """Columns as wide as they need; where that is too much, the widest ones are wrapped."""
    if not block.rows:
        return ["  none"]
    cells = [[clean(_shown(value, named=False)) for value in row] for row in block.rows]
    heads = [head for _, head in block.columns]
    widths = [max(len(row[i]) for row in [heads, *cells]) for i in range(len(heads))]
    room = WIDTH - 2 - 2 * (len(heads) - 1)
    while sum(widths) > room:
        widths[widths.index(max(widths))] -= 1
    lines = []
    for row in [heads, *cells]:
        wrapped = [
            textwrap.wrap(cell, width, break_on_hyphens=False) or [""] for cell, width in zip(row, widths, strict=True)
        ]
        for number in range(max(map(len, wrapped))):
            parts = [
                (cell[number] if number < len(cell) else "").ljust(width)
                for cell, width in zip(wrapped, widths, strict=True)
            ]
            lines.append("  " + "  ".join(parts).rstrip())
    return lines


def _excerpt(block: Excerpt) -> list[str]:
    lines = _wrap(f"{block.place}  {block.printed!r}", "  ", "    ")
    gutter = max((len(str(number)) for number, _, _ in block.lines), default=1)
    step = WIDTH - gutter - 7
    for number, text, marks in block.lines:
        text = clean(text)
        for start in range(0, max(len(text), 1), step):
            head = str(number).rjust(gutter) if start == 0 else " " * gutter
            lines.append(f"    {head} | {text[start : start + step]}")
            if marks[start : start + step].strip():
                lines.append(f"    {' ' * gutter} | {marks[start : start + step]}")
    return lines + (_wrap(block.note, "    ", "    ") if block.note else [])


def _wrap(text: str, first: str = "", more: str = "") -> list[str]:
    return textwrap.wrap(clean(text), WIDTH, initial_indent=first, subsequent_indent=more, break_on_hyphens=False) or [
        first
    ]


def clean(text: str) -> str:
    """A text without control characters, one column shown for each; tabs become ⇥."""
    return "".join("⇥" if char == "\t" else (char if char.isprintable() else "·") for char in text)


def facts_of(values: Mapping[str, tuple[str, Value | None]]) -> tuple[Fact, ...]:
    """Facts by key from (term, value); those without a value are left out."""
    return tuple(Fact(key, term, value) for key, (term, value) in values.items() if value not in (None, ()))
