"""How the cells of a row make the name of its method: "{2}[-{3}]" is cell 2, then cell 3 behind a hyphen.

A part in square brackets stands only where its cell holds something: a method whose size is not
printed keeps its bare name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kg.errors import SourceError
from kg.normalise.names import Name, bare_name, read_name
from kg.normalise.values import is_missing
from kg.read.cells import Cell, Row

_PIECE = re.compile(r"\[(?P<before>[^{}\[\]]*)\{(?P<optional>\d+)\}(?P<after>[^{}\[\]]*)\]|\{(?P<cell>\d+)\}")
_SIGN = re.compile(r"[*†‡§¶△◇♢♠♣♥]+")


@dataclass(frozen=True, slots=True)
class _Part:
    """Text before a cell, the cell's number (0: none), text behind it, and whether it may be left out."""

    before: str
    cell: int = 0
    after: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class NameRule:
    """A parsed template; ``main`` is the number of the cell whose fine print is that of the method."""

    parts: tuple[_Part, ...]
    main: int

    @property
    def cells(self) -> tuple[int, ...]:
        """The numbers of the cells that make the name."""
        return tuple(part.cell for part in self.parts if part.cell)


def is_composed(template: str) -> bool:
    """True where a template joins several cells, or a text to a cell: no one cell prints such a name."""
    return len(_PIECE.findall(template)) > 1 or (_PIECE.search(template) is not None and not _PIECE.fullmatch(template))


def parse_rule(template: str, columns: int, where: str) -> NameRule:
    """Read a template; raises SourceError for a cell that the table does not have."""
    parts: list[_Part] = []
    end = 0
    for found in _PIECE.finditer(template):
        if literal := template[end : found.start()]:
            parts.append(_Part(literal))
        end = found.end()
        optional = found["optional"] is not None
        number = int(found["optional"] or found["cell"])
        if not 1 <= number <= columns:
            raise SourceError(f"{where}: `method` {template!r} names cell {number}; the rows have {columns}")
        before, after = (found["before"], found["after"]) if optional else ("", "")
        parts.append(_Part(before, number, after, optional))
    if literal := template[end:]:
        parts.append(_Part(literal))
    if not any(part.cell or part.before.strip() for part in parts):
        raise SourceError(f"{where}: `method` {template!r} names nothing; write cell numbers such as {{1}}")
    main = next((part.cell for part in parts if part.cell and not part.optional), 0)
    return NameRule(tuple(parts), main)


def method_name(rule: NameRule, cells: Sequence[Cell]) -> Name | None:
    """The name that a row's cells make; None where the cell that names the method holds no name."""
    text = ""
    main: Name | None = None
    for part in rule.parts:
        if not part.cell:
            text += part.before
            continue
        cell = cells[part.cell - 1]
        name = read_name(cell)
        if part.cell == rule.main:
            if is_no_name(name.text):
                return None
            main = name
        if part.optional and is_missing(name.text):
            continue
        text += part.before + name.text + part.after
    whole, _ = bare_name(text)
    return Name(whole, main.signs, main.notes, main.papers, main.links) if main else Name(whole)


def told_apart(rule: NameRule | None, rows: Sequence[Row]) -> frozenset[str]:
    """Names that a table prints with different signs behind them: "NetA" and "NetA*" are two methods there."""
    if rule is None or not rule.main:
        return frozenset()
    cells = (row.cells[rule.main - 1] for row in rows)
    if not any(cell.spans or _SIGN.search(cell.text) for cell in cells):
        return frozenset()
    printed: dict[str, set[str]] = {}
    for name in (method_name(rule, row.cells) for row in rows):
        if name is not None:
            printed.setdefault(name.text, set()).add(signs_of(name))
    return frozenset(text for text, signs in printed.items() if len(signs) > 1)


def signs_of(name: Name) -> str:
    """The footnote signs behind a name, without the numbers of references."""
    return "".join(sign for sign in name.signs if _SIGN.fullmatch(sign))


def is_no_name(text: str) -> bool:
    """True for an empty cell, a dash or empty brackets; NA and None are names like any other."""
    return not text.strip("-–—− ?/…()[]") and (is_missing(text) or "(" in text or "[" in text)
