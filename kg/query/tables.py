"""Answers as tables that people use: DataFrames, and text for a terminal."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox

from kg.query.execution import Table
from kg.terms import XSD

if TYPE_CHECKING:
    import pandas as pd


def cell(term: ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple | None) -> str | Decimal | int | None:
    """A term as a Python value: whole numbers int, decimals Decimal, everything else its text."""
    if term is None:
        return None
    if isinstance(term, ox.Literal):
        if term.datatype.value == str(XSD.integer):
            return int(term.value)
        if term.datatype.value == str(XSD.decimal):
            try:
                return Decimal(term.value)
            except InvalidOperation:
                return term.value
        return term.value
    return str(term) if isinstance(term, ox.Triple) else term.value


def to_frame(table: Table) -> pd.DataFrame:
    """The answer to SELECT as a DataFrame; columns of texts only are of dtype str, others object."""
    import pandas as pd

    columns: dict[str, Any] = {}
    for index, name in enumerate(table.columns):
        cells = [cell(row[index]) for row in table.rows]
        texts = all(value is None or isinstance(value, str) for value in cells)
        columns[name] = pd.Series(cells, dtype="str" if texts else object)
    return pd.DataFrame(columns)


def shortened(term: ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple | None, prefixes: dict[str, str]) -> str:
    """A term for a terminal: IRIs with a prefix where one fits, "" for unbound."""
    if isinstance(term, ox.NamedNode):
        fitting = [(len(space), name) for name, space in prefixes.items() if term.value.startswith(space)]
        if fitting:
            length, name = max(fitting)
            return f"{name}:{term.value[length:]}"
        return f"<{term.value}>"
    value = cell(term)
    return "" if value is None else (format(value, "f") if isinstance(value, Decimal) else str(value))
