"""An explanation as a small document: sections of facts, tables, sentences and excerpts of pages.

One document gives the plain text, the plain data and (elsewhere) a page: blocks have keys that
stay the same, values are texts or links, numbers are texts with the digits that were published.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

#: Columns of the plain text.
WIDTH = 100

_TERM = 24


@dataclass(frozen=True, slots=True)
class Link:
    """A node by its label; ``name`` is what explains it further (a CURIE)."""

    text: str
    iri: str
    name: str


#: A text, a node, several of them, or None: nothing recorded (not shown in the text).
Value = str | Link | tuple[str | Link, ...] | None


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
    """A table; ``columns`` are (key, heading).

    In the text the columns named in ``below`` stand under their row, once for rows that share
    them; ``empty`` is said where there are no rows.
    """

    key: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Value, ...], ...]
    below: tuple[str, ...] = ()
    empty: str = ""


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
            told = [line for block in section.blocks for line in _block_lines(block)]
            if told:
                lines += ["", section.heading, "-" * len(section.heading), *told]
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
    return value or ""


def _block_lines(block: Block) -> list[str]:
    if isinstance(block, Sentence):
        return _wrap(block.text, "  ", "  ")
    if isinstance(block, Rows):
        return _table(block)
    if isinstance(block, Excerpt):
        return _excerpt(block)
    if block.value is None:
        return []
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
        return [f"  {block.empty}"] if block.empty else []
    keys = [key for key, _ in block.columns]
    across = [i for i, key in enumerate(keys) if key not in block.below]
    under = [i for i, key in enumerate(keys) if key in block.below]
    cells = [[clean(_shown(value, named=False)) for value in row] for row in block.rows]
    heads = [head for _, head in block.columns]
    widths = _widths([[row[i] for i in across] for row in [heads, *cells]])
    lines = _row_lines([heads[i] for i in across], widths)
    for number, row in enumerate(cells):
        lines += _row_lines([row[i] for i in across], widths)
        following = cells[number + 1] if number + 1 < len(cells) else None
        if following is None or any(row[i] != following[i] for i in under):
            for i in under:
                lines += _wrap(row[i], f"      {heads[i]}: ", "        ") if row[i] else []
    return lines


def _widths(rows: list[list[str]]) -> list[int]:
    """Widths that fit the page; a column is cut within its words only when no other can give way."""
    columns = list(zip(*rows, strict=True))
    widths = [max(1, *map(len, column)) for column in columns]
    words = [max((len(word) for cell in column for word in cell.split()), default=1) for column in columns]
    room = WIDTH - 2 - 2 * (len(columns) - 1)
    while sum(widths) > room:
        slack = [i for i, width in enumerate(widths) if width > words[i]] or list(range(len(widths)))
        widths[max(slack, key=lambda i: widths[i])] -= 1
    return widths


def _row_lines(cells: list[str], widths: list[int]) -> list[str]:
    wrapped = [
        textwrap.wrap(cell, width, break_on_hyphens=False) or [""] for cell, width in zip(cells, widths, strict=True)
    ]
    lines = []
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
