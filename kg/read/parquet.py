"""``parquet``: a flat table, or the task lists of the Papers with Code archive; digits as the type holds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from kg.errors import SourceError
from kg.read import papers_with_code
from kg.read.cells import Cell, Column, Page, Row, Table
from kg.read.jsontext import Group, Leaf, Node
from kg.read.pieces import BYTES, CELL, ROWS

FORMAT = "parquet"


def parts(stream: BinaryIO, file: str) -> Iterator[Page]:
    """Pages of some thousand rows each."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        source = pq.ParquetFile(stream)
        names = list(source.schema_arrow.names)
        if {"task", "datasets"} <= set(names):
            for batch in source.iter_batches(batch_size=16):
                yield from papers_with_code.from_nodes((_node(row) for row in batch.to_pylist()), file)
            return
        columns = tuple(Column(number, name) for number, name in enumerate(names, 1))
        line = 1
        rows_each = max(1, min(ROWS, BYTES // (CELL * max(1, len(names)))))
        for batch in source.iter_batches(batch_size=rows_each):
            texts = [_texts(column) for column in batch.columns]
            rows = tuple(
                Row(line + n, tuple(Cell(column[n], line + n, c) for c, column in enumerate(texts, 1)))
                for n in range(batch.num_rows)
            )
            line += batch.num_rows
            yield Page(file, FORMAT, (Table((), columns, rows, 1),), more=line <= source.metadata.num_rows)
            del texts, rows
    except (pa.ArrowException, OSError, ValueError, KeyError) as error:
        raise SourceError(f"{file}: the Parquet file cannot be read: {str(error).splitlines()[0]}") from None


def _texts(column: Any) -> list[str]:
    """The cells of a column as text: a float32 of 0.9 is 0.9, not 0.8999999761581421."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if (
        (
            pa.types.is_floating(kind)
            or pa.types.is_integer(kind)
            or pa.types.is_decimal(kind)
            or pa.types.is_boolean(kind)
        )
        or pa.types.is_date(kind)
        or pa.types.is_timestamp(kind)
    ):
        column = pc.cast(column, pa.string())
    return ["" if value is None else str(value) for value in column.to_pylist()]


def _node(value: Any, line: int = 1) -> Node:
    """A nested value as the JSON readers know it; lists of name and value pairs are objects (map types)."""
    if isinstance(value, dict):
        return Group({str(k): _node(v, line) for k, v in value.items()}, line)
    if isinstance(value, list) and value and all(isinstance(v, tuple) and len(v) == 2 for v in value):
        return Group({str(k): _node(v, line) for k, v in value}, line)
    if isinstance(value, list):
        return Group({str(n): _node(v, line) for n, v in enumerate(value)}, line, is_list=True)
    if value is None:
        return Leaf("", "null", line)
    if isinstance(value, bool):
        return Leaf("true" if value else "false", "bool", line)
    return Leaf(str(value), "number" if isinstance(value, int | float) else "string", line)
