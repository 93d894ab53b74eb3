"""A table that is read in parts gives the very rows that it gives as a whole, wherever a part ends."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.assemble import survey
from kg.errors import SourceError
from kg.intake.answers import Answers
from kg.intake.files import Given
from kg.read import parquet, pieces
from kg.registry import Registry
from tests.importing.conftest import Check, Outcome
from tests.importing.test_write import built_rows, write

FRACTION, PERCENT = "http://qudt.org/vocab/unit/FRACTION", "http://qudt.org/vocab/unit/PERCENT"

Line = dict[str, str]


def as_csv(lines: list[Line]) -> tuple[str, bytes]:
    names = list(lines[0])
    return "board.csv", "\n".join([",".join(names), *(",".join(line.values()) for line in lines)]).encode()


def as_json(lines: list[Line]) -> tuple[str, bytes]:
    return "board.json", json.dumps(lines).encode()


def as_json_lines(lines: list[Line]) -> tuple[str, bytes]:
    return "board.jsonl", "\n".join(map(json.dumps, lines)).encode()


def as_parquet(lines: list[Line]) -> tuple[str, bytes]:
    stream = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(lines), stream)
    return "board.parquet", stream.getvalue()


FAMILIES = (as_csv, as_json, as_json_lines, as_parquet)


def long(*rows: str) -> list[Line]:
    return [dict(zip(("model", "dataset", "metric", "value"), row.split(), strict=True)) for row in rows]


#: In the first two rows 0.9 might be a fraction; 93.1 shows that all are percentages.
SMALL_FIRST = long(
    "NetA MMLU accuracy 0.9",
    "NetB MMLU accuracy 0.8",
    "NetC MMLU accuracy 93.1",
    "NetD MMLU accuracy 88.4",
    "NetE MMLU accuracy 0.7",
)
#: An error rate of 0.7 may be anything; beside those of MMLU it can only be a percentage.
SIBLING_LAST = long("NetA MMLU WER 13.1", "NetB MMLU WER 8.4", "NetC GSM8K WER 0.7", "NetD GSM8K WER 0.8")
#: A sign stands in some cells of accuracy, and in all of the last part: 0.7 may be a fraction or a percentage.
SOME_SIGNS = long(
    "NetA MMLU accuracy 0.7",
    "NetB MMLU accuracy 0.4",
    "NetC MMLU accuracy 93.1%",
    "NetD MMLU accuracy 71.2%",
)


def in_parts(monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    monkeypatch.setattr(pieces, "ROWS", rows)
    monkeypatch.setattr(parquet, "ROWS", rows)


def rows_of(found: Outcome) -> list[dict[str, Any]]:
    return sorted(found.rows, key=lambda row: (row["line"], row["column"], row["method"], row["metric"]))


@pytest.mark.parametrize("rows", [1, 2, 3])
@pytest.mark.parametrize(
    ("lines", "unit"),
    [(SMALL_FIRST, PERCENT), (SIBLING_LAST, PERCENT), (SOME_SIGNS, None)],
    ids=["small first", "sibling", "signs"],
)
@pytest.mark.parametrize("family", FAMILIES)
def test_parts_of_a_long_list_are_taken_as_the_whole_is(
    check: Check,
    monkeypatch: pytest.MonkeyPatch,
    family: Callable[..., tuple[str, bytes]],
    lines: list[Line],
    unit: str | None,
    rows: int,
) -> None:
    name, data = family(lines)
    whole = check(name, data)
    assert {row["unit"] for row in whole.rows} == {unit}
    assert len(whole.rows) == len(lines)
    in_parts(monkeypatch, rows)
    parts = check(name, data)
    assert rows_of(parts) == rows_of(whole)
    assert [c.law for c in parts.checked.tables.values()] == [c.law for c in whole.checked.tables.values()]


def test_the_build_has_the_rows_of_the_check_in_parts(
    check: Check, registry: Registry, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    in_parts(monkeypatch, 2)
    name, data = as_csv(SMALL_FIRST)
    checked = rows_of(check(name, data))
    assert write(registry, Given(name, None, data), tmp_path / "sources", Answers()) == 0
    assert built_rows(tmp_path / "sources", registry) == [{**row, "table": ""} for row in checked]


def test_a_cell_left_empty_at_the_start_of_a_part_says_what_the_one_above_says(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "model,variant,accuracy\nNetA,small,91.5\n,large,88.4\nNetB,small,87\n,large,85.1\n,huge,83\n"
    whole = check("board.csv", text)
    told = ["NetA (small)", "NetA (large)", "NetB (small)", "NetB (large)", "NetB (huge)"]
    assert [row["method"] for row in rows_of(whole)] == told
    for rows in (2, 3, 4):
        in_parts(monkeypatch, rows)
        assert rows_of(check("board.csv", text)) == rows_of(whole)


def test_a_field_that_a_later_part_is_the_first_to_have_is_a_column_of_the_whole(
    check: Check, registry: Registry, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = [
        {"model": "NetA", "accuracy": "91.5"},
        {"model": "NetB", "accuracy": "88.4"},
        {"model": "NetC", "speed note": "slow", "accuracy": "87.2"},
        {"model": "NetD", "F1": "70.1", "accuracy": "86.0"},
    ]
    in_parts(monkeypatch, 2)
    name, data = as_json(lines)
    found = check(name, data)
    assert [(row["method"], row["metric"], row["value"]) for row in rows_of(found)] == [
        ("NetA", "accuracy", "91.5"),
        ("NetB", "accuracy", "88.4"),
        ("NetC", "accuracy", "87.2"),
        ("NetD", "accuracy", "86.0"),
    ]
    # Nobody described them in the first part: told, not passed over.
    assert {"speed note", "F1"} <= {note["text"].rpartition(": ")[2] for note in found.notes}
    assert write(registry, Given(name, None, data), tmp_path / "sources", Answers()) == 0
    assert built_rows(tmp_path / "sources", registry) == [{**row, "table": ""} for row in rows_of(found)]


def test_more_things_than_can_be_held_are_refused(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    in_parts(monkeypatch, 2)
    monkeypatch.setattr(survey, "MOST", 2)
    name, data = as_csv(long(*(f"Net{n} Set{n} accuracy 9{n}.1" for n in range(5))))
    with pytest.raises(SourceError, match="measure more than 2 different things"):
        check(name, data)


CELLS = st.integers(0, 9999).flatmap(
    lambda n: st.sampled_from([f"{n // 100}.{n % 100:02d}", f"0.{n:04d}", f"{n // 100}%", "-"])
)
ROWS = st.tuples(
    st.sampled_from(["MMLU", "GSM8K", "BoolQ"]), st.sampled_from(["accuracy", "F1", "BLEU", "MAE", "perplexity"]), CELLS
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(ROWS, min_size=3, max_size=14), st.integers(1, 5))
def test_wherever_a_part_ends(check: Check, rows: list[tuple[str, str, str]], size: int) -> None:
    lines = [{"model": f"Net{n}x", "dataset": d, "metric": m, "value": v} for n, (d, m, v) in enumerate(rows)]
    name, data = as_csv([*long("NetY MMLU accuracy 50.5", "NetZ MMLU F1 41.5"), *lines])
    whole = check(name, data)
    with pytest.MonkeyPatch.context() as patch:
        in_parts(patch, size)
        assert rows_of(check(name, data)) == rows_of(whole)


@pytest.mark.parametrize(
    ("values", "units"),
    [
        (("91.1", "0.942", "90.2"), {None}),
        (("91.10", "0.9420"), {None}),
        (("91.1", "0.9", "90.2"), {PERCENT}),
        (("91.1", "0.94"), {PERCENT}),
        (("0.911", "0.942"), {FRACTION}),
        (("0.911", "1", "0"), {FRACTION}),
    ],
)
def test_a_fraction_among_percentages_is_told_by_its_decimals(
    check: Check, values: tuple[str, ...], units: set[str | None]
) -> None:
    text = "model,accuracy\n" + "".join(f"Net{n},{value}\n" for n, value in enumerate(values))
    found = check("mmlu.csv", text)
    assert {row["unit"] for row in found.rows} == units
    assert any("does not say its unit" in q["question"] for q in found.checked.questions) == (units == {None})
