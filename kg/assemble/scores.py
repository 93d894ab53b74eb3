"""A value cell -> a number that its row and column bear out, or the reason why not."""

from __future__ import annotations

import re

from kg.assemble.layout import Layout, ValueColumn
from kg.assemble.meaning import ColumnMeaning
from kg.normalise.values import Number, Refusal, is_missing, lexical, parse_number
from kg.read.cells import Cell
from kg.read.grids import is_struck
from kg.registry import Registry


class Scores:
    """Reads the value cells of one table."""

    def __init__(self, layout: Layout, registry: Registry) -> None:
        self.layout = layout
        self.registry = registry

    def read(self, cell: Cell, value: ValueColumn, meaning: ColumnMeaning) -> Number | Refusal:
        """The number of a cell that is not missing."""
        found = self._trusted(self._number(cell, value), cell.text, meaning)
        return found if isinstance(found, Refusal) else self._in_unit(found, meaning)

    def is_missing(self, cell: Cell, value: ValueColumn) -> bool:
        """True for a cell, or its part for one of the names of the heading ("— / 72.6"), that holds no result."""
        if self._says_missing(cell.text):
            return True
        parts = _parts(cell.text) if value.part is not None else []
        return value.part is not None and len(parts) == self._count(value) and self._says_missing(parts[value.part - 1])

    def _says_missing(self, text: str) -> bool:
        return is_missing(text) or (bool(self.layout.writing.missing) and text.strip() in self.layout.writing.missing)

    def _count(self, value: ValueColumn) -> int:
        return max(v.part or 0 for v in self.layout.values if v.index == value.index)

    def _number(self, cell: Cell, value: ValueColumn) -> Number | Refusal:
        if cell.spans and is_struck(cell.spans):
            return Refusal("struck-out", "the value is struck out", "print the value that holds, or a missing mark")
        text = cell.text
        if value.part is not None:
            parts = _parts(text)
            count = self._count(value)
            if len(parts) != count:
                return Refusal(
                    "several-values",
                    f"{len(parts)} values in a cell whose heading names {count}",
                    "print as many values as the heading names",
                )
            text = parts[value.part - 1]
        writing = self.layout.writing
        return parse_number(
            text, decimal_comma=writing.decimal_comma, is_unit=self.registry.is_unit, brackets=writing.brackets
        )

    def _in_unit(self, number: Number, meaning: ColumnMeaning) -> Number | Refusal:
        """Refuse a number whose own unit is not that of its column."""
        if not number.percent and not number.unit:
            return number
        printed = self.registry.unit("%" if number.percent else number.unit or "")
        if printed is None or printed == meaning.unit or (meaning.unit is None and number.percent):
            return number
        return Refusal(
            "unit-conflict",
            f"the cell prints {number.unit or '%'!r} in a column of "
            f"{meaning.unit.label if meaning.unit else 'values without a unit'}".replace("'%'", '"%"'),
            "print the value in the unit of its column, or mend the column's unit",
        )

    def _trusted(self, number: Number | Refusal, printed: str, meaning: ColumnMeaning) -> Number | Refusal:
        """Refuse digits that the rest of their table or column puts in doubt."""
        is_scaled = meaning.whole_digits and meaning.scale is not None and meaning.scale < 1
        if isinstance(number, Refusal):
            return _as_whole_digits(number, printed, meaning) if is_scaled else number
        # Whole digits that a person gave a scale below 1 have no decimal comma: theirs are thousands marks.
        if number.grouped and self.layout.decimal_comma and not is_scaled:
            return Refusal(
                "ambiguous-comma",
                "a mark that may part thousands or be a decimal one: another cell of the table, "
                f"{self.layout.decimal_comma}, has a comma that can only be a decimal one",
                "mend that other cell first where it is the slip; this one is then read as it stands. Else print this "
                f"one so that it can be read in one way, such as {lexical(number.value)} if its mark parts thousands",
            )
        if number.value == -1 and meaning.metric.minimum is not None and meaning.metric.minimum >= 0:
            return Refusal(
                "minus-one",
                f"-1 is no value of {meaning.metric.label}, which is never negative: it may stand for no result",
                'leave the cell empty, or write missing = ["-1"] at the top of source.toml',
            )
        if is_scaled and number.value != number.value.to_integral_value():
            return Refusal(
                "scale-conflict",
                f"a decimal point in a column of whole digits that are scaled by {meaning.scale}",
                "print the cell like its column, or give the scale anew in source.toml",
            )
        return number


def _as_whole_digits(refusal: Refusal, printed: str, meaning: ColumnMeaning) -> Refusal:
    """A comma out of its place among whole digits that are scaled: how the rest of the column is written."""
    if refusal.rule != "ambiguous-comma":
        return refusal
    digits = re.sub(r"\D", "", printed)
    written = f"write {int(digits):,} if these are its digits" if len(digits) > 3 else "compare it with the paper"
    return Refusal(
        refusal.rule,
        f"a comma that is no thousands mark in a column of whole digits x {meaning.scale}",
        f"print all its digits, with a comma in front of the last three as the other cells of the column: {written}",
    )


def _parts(text: str) -> list[str]:
    """The values of a cell with several."""
    return [part.strip() for part in re.split(r"[/|]", text)]
