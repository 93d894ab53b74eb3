"""Printing results with all that a family can say of them and reading them gives all of it back, and no more."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.importing.conftest import Check, Outcome
from tests.importing.test_read_back import DATASETS, FRACTIONS, PERCENTAGES, PLAIN_NAMES
from tests.importing.whole_printers import RUNS, TABLES, Family, Told, Whole

METRICS = ("accuracy", "F1", "AUROC", "precision", "recall", "BLEU", "EER")
KINDS = ("standard deviation", "standard error", "uncertainty of unknown kind", "confidence interval")
FACTS = frozenset({"method", "dataset", "split", "metric", "unit", "direction"})


@st.composite
def wholes(draw: st.DrawFn, values: st.SearchStrategy[str], spreads: st.SearchStrategy[str]) -> Whole:
    metrics = tuple(draw(st.lists(st.sampled_from(METRICS), min_size=1, max_size=3, unique=True)))
    methods = tuple(draw(st.lists(PLAIN_NAMES, min_size=2, max_size=5, unique_by=str.casefold)))
    shots = tuple(draw(st.sampled_from(["0", "5", "25"])) for _ in methods)
    first = [tuple(draw(values) for _ in metrics)]
    table = first + [tuple(draw(st.none() | values) for _ in metrics) for _ in methods[1:]]
    beside = tuple(tuple(draw(spreads) for _ in metrics) for _ in methods)
    split = draw(st.sampled_from(["test", "validation"]))
    return Whole(draw(st.sampled_from(DATASETS)), split, metrics, methods, shots, tuple(table), beside)


IN_PERCENT = wholes(PERCENTAGES, st.integers(1, 199).map(lambda n: f"{n // 100}.{n % 100:02d}"))
IN_FRACTIONS = wholes(FRACTIONS, st.integers(1, 199).map(lambda n: f"0.0{n:03d}"))


def read(found: Outcome, family: Family) -> set[Told]:
    told = set()
    for row in found.rows:
        notes = row["notes"]
        held = {note.removeprefix("setting ") for note in notes if note.startswith("setting ")}
        names = {family.shots} if family.shots else {"Shots", "shots"}
        told.add(
            Told(
                row["method"],
                row["benchmark"],
                row["dataset"],
                row["split"],
                row["metric"],
                row["value"],
                row["printed"],
                row["unit"] and row["unit"].rsplit("/", 1)[-1],
                row["direction"].rsplit("#", 1)[-1],
                row["uncertainty"],
                next((note.split(",")[0] for note in notes if note.split(",")[0] in KINDS), None),
                frozenset(text for text in held if text.split(" = ")[0] in names),
                FACTS & set(row["inferred"]),
            )
        )
    return told


@pytest.mark.parametrize("name", TABLES)
def test_all_that_a_table_says_is_read(check: Check, name: str) -> None:
    family = TABLES[name]

    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    @given(IN_PERCENT)
    def holds(whole: Whole) -> None:
        whole = first_metric(whole) if name == "index page" else whole
        found = check(family.file.format(dataset=whole.dataset), family.printed(whole))
        assert read(found, family) == family.told(whole)
        assert list(found.rejects) == []

    holds()


@pytest.mark.parametrize("name", RUNS)
def test_all_that_a_harness_writes_is_read(check: Check, name: str) -> None:
    family = RUNS[name]

    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    @given(IN_FRACTIONS)
    def holds(whole: Whole) -> None:
        one = whole.of(whole.methods[0])
        found = check(family.file, family.printed(one))
        assert read(found, family) == family.told(one)
        assert list(found.rejects) == []

    holds()


def first_metric(whole: Whole) -> Whole:
    return Whole(
        whole.dataset,
        whole.split,
        whole.metrics[:1],
        whole.methods,
        whole.shots,
        tuple(row[:1] for row in whole.values),
        tuple(row[:1] for row in whole.spreads),
    )
