"""Eighteen public files with right answers, read where they are present: every value, line and unit of them."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from functools import cache
from typing import Any

import pytest

from kg.intake.answers import Answers
from tests.conftest import REFERENCE
from tests.importing.conftest import Check, Outcome

CORPUS = REFERENCE / "corpus"
ANSWERS = CORPUS / "expected.jsonl"

pytestmark = pytest.mark.skipif(not ANSWERS.is_file(), reason="the reference files are not here")

UNITS = {
    "PERCENT": "http://qudt.org/vocab/unit/PERCENT",
    "FRACTION": "http://qudt.org/vocab/unit/FRACTION",
    "mm": "http://qudt.org/vocab/unit/MilliM",
    "unitless": "http://qudt.org/vocab/unit/UNITLESS",
    "s/im": "http://qudt.org/vocab/unit/SEC",
}
DIRECTIONS = {"higher": "HigherIsBetter", "lower": "LowerIsBetter"}

#: What these two files do not say themselves and a person tells: whose results they are.
TOLD = {"mteb/gte-Qwen2-1.5B_MedicalQARetrieval.json": "Alibaba-NLP/gte-Qwen2-1.5B-instruct"}


def expected() -> list[dict[str, Any]]:
    if not ANSWERS.is_file():
        return []
    return [json.loads(line) for line in ANSWERS.read_text(encoding="utf-8").splitlines()]


def letters(text: str | None) -> str:
    return re.sub(r"[^a-z0-9]", "", (text or "").casefold())


def bare(text: str) -> str:
    """Text in brackets is a comment of whoever wrote the answers."""
    return re.sub(r"\s*\([^()]*\)", "", text)


@cache
def outcome_of(check: Check, file: str) -> Outcome:
    return check(file.split("/")[-1], (CORPUS / file).read_bytes(), answers=Answers(method=TOLD.get(file)))


@pytest.mark.parametrize("answer", expected(), ids=lambda a: f"{a['file']}:{a.get('line', 0)}:{a.get('metric', '')}")
def test_every_answer_is_right(check: Check, answer: dict[str, Any]) -> None:
    found = outcome_of(check, answer["file"])
    if answer.get("zero_results"):
        assert found.rows == []
        assert found.checked.status == 1
        assert "no results found" in (found.checked.message or "")
        return
    if "resource" in answer["note"] or answer["metric"] == "parameters":
        same = [r for r in found.resources if r["line"] == answer["line"] and r["printed"] == answer["raw"]]
        assert [letters(r["method"]) for r in same] == [letters(answer["method"])]
        assert all(Decimal(row["value"]) != Decimal(str(answer["value"])) for row in found.rows)
        return
    at = [r for r in found.rows if r["line"] == answer["line"] and Decimal(r["value"]) == Decimal(str(answer["value"]))]
    names = (letters(answer["method"]), letters(bare(answer["method"])))
    rows = [row for row in at if letters(row["method"]) in names and fits(row, answer)]
    assert len(rows) == 1, at
    row = rows[0]
    assert row["unit"] == UNITS[answer["unit"]]
    assert row["direction"].endswith(DIRECTIONS[answer["direction"]])
    if not answer["unit_stated"]:
        assert "unit" in row["inferred"]
    assert ("direction" in row["inferred"]) is not answer["direction_stated"]


def fits(row: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Metric, benchmark and split, where they are judged."""
    metric, benchmark, split = bare(answer["metric"]), bare(answer["benchmark"]), answer["split"]
    return (
        letters(metric) in ("", letters(row["metric"]))
        and letters(benchmark) in (letters(row["benchmark"]), letters(row["dataset"]))
        and (split.endswith("*") or not split or letters(split) == letters(row["split"]))
    )


@pytest.mark.parametrize("file", sorted({a["file"] for a in expected()}))
def test_nothing_is_rejected_that_can_be_read(check: Check, file: str) -> None:
    rules = {reject["printed"] for reject in outcome_of(check, file).rejects}
    assert rules <= {"Please tell us"}


def test_all_answers_are_looked_at() -> None:
    assert len(expected()) == 42
