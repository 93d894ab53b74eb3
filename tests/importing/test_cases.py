"""Every small file of our own gives exactly its rows, rejects, missing marks and sizes."""

from __future__ import annotations

from typing import Any

import pytest

from kg.intake.answers import Answers
from tests.importing.cases import Case
from tests.importing.conftest import Check, Outcome
from tests.importing.every import EVERY

UNITS = {"PERCENT": "%", "FRACTION": "1", "UNITLESS": "-"}
SIGNS = {"HigherIsBetter": "+", "LowerIsBetter": "-", "DirectionUnknown": "?"}


def outcome(check: Check, case: Case) -> Outcome:
    options = dict(case.options)
    encoding = options.pop("as_bytes", "utf-8")
    return check(case.file, case.text.encode(encoding), answers=Answers(**options))


def written(row: dict[str, Any]) -> str:
    unit = (row["unit"] or "").rsplit("/", 1)[-1]
    inferred = row["inferred"]
    cells = [
        str(row["line"]),
        row["method"],
        row["benchmark"] + ("~" if "dataset" in inferred else ""),
        (row["split"] or "") + ("~" if "split" in inferred else ""),
        row["metric"],
        row["value"],
        UNITS.get(unit, unit) + ("!" if "unit" in inferred else ""),
        SIGNS[row["direction"].rsplit("#", 1)[-1]] + ("!" if "direction" in inferred else ""),
    ]
    return "|".join(cells)


def test_each_has_a_name_of_its_own() -> None:
    assert len({case.name for case in EVERY}) == len(EVERY)


@pytest.mark.parametrize("case", EVERY, ids=lambda case: case.name)
def test_the_file_gives_these_rows(check: Check, case: Case) -> None:
    found = outcome(check, case)
    assert [written(row) for row in found.rows] == list(case.rows)
    places = [":".join(str(r[p] or "") for p in ("line", "column")) + f" {r['rule']}" for r in found.rejects]
    assert places == list(case.rejects)
    assert sum(count.missing for count in found.checked.tables.values()) == case.missing
    assert [f"{r['method']}|{r['name']}|{r['printed']}" for r in found.resources] == list(case.resources)
    for method, told in case.notes.items():
        notes = {note for row in found.rows if row["method"] == method for note in row["notes"]}
        assert set(told.split("; ")) <= notes
    for method, told in case.uncertainty.items():
        assert told in {row["uncertainty"] for row in found.rows if row["method"] == method}
    assert case.message in (found.checked.message or "")
    assert bool(case.message) is (found.checked.message is not None)
    assert found.checked.status == (0 if case.rows and not case.rejects else 1)
