"""``excel``: the sheets of a workbook, one table each, with numbers as the sheet shows them."""

from __future__ import annotations

import datetime
import re
import warnings
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, BinaryIO

from kg.errors import SourceError
from kg.read.archives import BROKEN, forbid_entities, open_archive
from kg.read.cells import Cell, Page, Table
from kg.read.grids import RawCell, RawRow, RawTable, finish
from kg.read.look import visible

FORMAT = "excel"

_MOST_ROWS = 500_000
#: A sheet is held as a whole, a kilobyte a cell.
_MOST_CELLS = 1_000_000
_WIDEST = 500
#: So many blank rows end a table.
_GAP = 1


def read(stream: BinaryIO, file: str) -> Page:
    """Read one workbook; hidden sheets are left out."""
    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with open_archive(stream, file) as archive:
            forbid_entities(archive, file)
        stream.seek(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(stream, read_only=True, data_only=True, keep_links=False)
            tables = [
                table for sheet in book.worksheets if sheet.sheet_state == "visible" for table in _sheet(sheet, file)
            ]
            book.close()
    except (*BROKEN, InvalidFileException, AttributeError, TypeError, SyntaxError, IndexError) as error:
        raise SourceError(f"{file}: the workbook cannot be read: {error}; save it anew as .xlsx") from None
    return Page(file, FORMAT, tuple(table for table in tables if table.columns))


def _sheet(sheet: Any, file: str) -> Iterator[Table]:
    """The tables of one sheet: blocks of rows with blank rows between them."""
    block: list[RawRow] = []
    blank = held = 0
    for number, row in enumerate(sheet.iter_rows(), 1):
        if number > _MOST_ROWS:
            raise SourceError(f"{file}: the sheet {sheet.title!r} has more than {_MOST_ROWS} rows; save it as CSV")
        texts = [shown(cell.value, getattr(cell, "number_format", "")) for cell in row]
        while texts and not texts[-1]:
            texts.pop()
        if not texts:
            blank += 1
            if blank >= _GAP and len(block) > 1:
                yield _table(block, sheet.title, file)
            if blank >= _GAP:
                block = []
            continue
        blank = 0
        held += len(texts)
        if len(texts) > _WIDEST:
            raise SourceError(f"{file}: the sheet {sheet.title!r} has more than {_WIDEST} columns; save it as CSV")
        if held > _MOST_CELLS:
            raise SourceError(f"{file}: the sheet {sheet.title!r} has more than {_MOST_CELLS} cells; save it as CSV")
        cells = [RawCell(Cell(text, number, column)) for column, text in enumerate(texts, 1)]
        block.append(RawRow(number, cells, " | ".join(texts)))
    if len(block) > 1:
        yield _table(block, sheet.title, file)


def _table(block: list[RawRow], title: str, file: str) -> Table:
    width = max(len(row.cells) for row in block)
    for row in block:
        # A sheet is a grid: cells that nobody filled are there all the same.
        row.cells += [RawCell(Cell("", row.line, n)) for n in range(len(row.cells) + 1, width + 1)]
    generic = re.fullmatch(r"(?:sheet|tabelle|feuil|hoja|foglio|blatt)\s*\d*", title, re.IGNORECASE)
    return finish(RawTable(block[0].line, block, () if generic else (title,)), file)


def shown(value: Any, number_format: str) -> str:
    """A cell's value as the sheet shows it: a share under a format with % is a percentage."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        digits = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
        if not digits.is_finite():
            return str(value)
        if "%" in re.sub(r'"[^"]*"', "", number_format or ""):
            return f"{format((digits * 100).normalize(), 'f')}%"
        return format(digits, "f") if value != int(value) else str(int(value))
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time(0)
        return value.date().isoformat() if midnight else value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return visible(str(value))
