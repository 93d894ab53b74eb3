"""Questions put to results.parquet in SQL: another language, another file, the same rows."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest

import kg
from kg.export.tables import result_rows, to_parquet
from kg.query import Table, bind, find_question, run
from kg.store import memory_store

FOLDER = Path(__file__).with_name("sql")
NUMBERS = sorted(path.stem for path in FOLDER.glob("cq*.sql"))


@pytest.fixture(scope="module")
def table(shipped: kg.Graph, tmp_path_factory: pytest.TempPathFactory) -> duckdb.DuckDBPyConnection:
    path = tmp_path_factory.mktemp("sql") / "results.parquet"
    path.write_bytes(to_parquet(list(result_rows(shipped.built.collection, shipped.built.base))))
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE results AS SELECT * FROM '{path}'")
    return connection


@pytest.fixture(scope="module")
def store(shipped: kg.Graph) -> Any:
    return memory_store("".join(shipped.built.quads).encode())


def cell(value: Any) -> str:
    """A number by its value, everything else by its text."""
    if isinstance(value, Decimal | int):
        return str(Decimal(value).normalize())
    if value is None:
        return ""
    datatype = getattr(getattr(value, "datatype", None), "value", "")
    text = str(getattr(value, "value", value))
    return str(Decimal(text).normalize()) if datatype.endswith(("#decimal", "#integer")) else text


@pytest.mark.parametrize("number", NUMBERS)
def test_sql_gives_the_same_rows(number: str, table: duckdb.DuckDBPyConnection, store: Any, shipped: kg.Graph) -> None:
    question = find_question(number)
    base = shipped.built.base
    sql = (FOLDER / f"{number}.sql").read_text(encoding="utf-8")
    wanted = {p.name: p.default.strip("<>") for p in question.parameters if f"${p.name}" in sql}
    found = table.execute(sql, wanted) if wanted else table.execute(sql)
    assert found.description is not None
    columns = [name for name, *_ in found.description]
    theirs = Counter(tuple(map(cell, row)) for row in found.fetchall())
    answer = run(store, bind(question, {}, base=base))
    assert isinstance(answer, Table)
    places = [answer.columns.index(name) for name in columns]
    ours = Counter(tuple(cell(row[place]) for place in places) for row in answer.rows)
    assert ours == theirs
    assert ours


def test_every_file_is_of_a_question_and_reads_results_only() -> None:
    assert NUMBERS
    for number in NUMBERS:
        sql = (FOLDER / f"{number}.sql").read_text(encoding="utf-8")
        assert set(re.findall(r"(?:FROM|JOIN) (\w+)", sql)) <= {"results", "ranked", "best", "rows"}
