"""Readers name what they found by the words of closed lists: the role of a column, a fact of a table."""

from __future__ import annotations

import io

import pytest

from kg.errors import KgError
from kg.read.cells import CONTEXT, ROLES, TABLE_FACTS, Table
from kg.read.families import open_file
from tests.importing.every import EVERY


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    found: list[Table] = []
    for case in EVERY:
        data = case.text.encode(case.options.get("as_bytes", "utf-8"))
        try:
            found += (table for page in open_file(io.BytesIO(data), case.file).pages for table in page.tables)
        except KgError:
            assert case.message
    return found


def test_columns_tables_and_texts_are_named_by_closed_lists(tables: list[Table]) -> None:
    roles = {column.role for table in tables for column in table.columns}
    facts = {fact.name for table in tables for fact in table.facts}
    around = {text.name for table in tables for text in table.context}
    assert roles - set(ROLES) == {""}
    assert facts <= set(TABLE_FACTS)
    assert around <= set(CONTEXT)
    assert min(len(roles), len(facts), len(around)) > 2
