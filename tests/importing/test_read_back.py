"""Printing generated results in a family and reading them gives the same results."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.importing.conftest import Check, Outcome
from tests.importing.more_printers import FIRST_ONLY, MORE, MORE_HARNESSES, SPREADS
from tests.importing.printers import HARNESSES, PRINTERS, Board

#: Data sets and metrics that the registry knows, as people write them.
DATASETS = ("MMLU", "CIFAR-10", "ADE20K", "SST-2", "GSM8K")
METRICS = ("accuracy", "F1", "AUROC", "precision", "recall", "BLEU", "WER", "perplexity", "MAE")

WORDS = st.text(alphabet="abcdefghijkLMNOPQ0123456789éß模", min_size=1, max_size=6)
SIGNS = st.sampled_from(
    [" ", "-", ".", "_", "+", "/", "@", "'", "&", "<", ">", "|", "*", ",", ";", ":", '"', "{", "}", "\\"]
)
NAMES = st.tuples(WORDS, st.lists(st.tuples(SIGNS, WORDS), max_size=3)).map(
    lambda t: "Net" + t[0] + "".join(sign + word for sign, word in t[1]) + "x"
)
#: Names as every page can print them: some signs belong to a family's own grammar.
PLAIN_NAMES = st.tuples(WORDS, st.lists(st.tuples(st.sampled_from([" ", "-", ".", "_", "+"]), WORDS), max_size=3)).map(
    lambda t: "Net" + t[0] + "".join(sign + word for sign, word in t[1]) + "x"
)
VALUES = st.integers(0, 9999).flatmap(
    lambda n: st.sampled_from([f"{n // 100}.{n % 100:02d}", f"{n // 100}.{n % 10}", str(n // 100), f"0.{n:04d}"])
)
#: Values that can only be percentages, and only fractions: their unit must be found.
PERCENTAGES = st.integers(200, 9999).map(lambda n: f"{n // 100}.{n % 100:02d}")
FRACTIONS = st.integers(1001, 9999).map(lambda n: f"0.{n}")
STYLES = {"PERCENT": PERCENTAGES, "FRACTION": FRACTIONS, "": VALUES}
LOWER = ("WER", "perplexity", "MAE")


@st.composite
def boards(draw: st.DrawFn, names: st.SearchStrategy[str] = NAMES, style: str = "") -> Board:
    metrics = tuple(draw(st.lists(st.sampled_from(METRICS), min_size=1, max_size=4, unique=True)))
    methods = tuple(draw(st.lists(names, min_size=2, max_size=6, unique_by=str.casefold)))
    values = [tuple(draw(st.none() | STYLES[style]) for _ in metrics) for _ in methods]
    if not any(v is not None for v in values[0]):
        values[0] = ("0.5123" if style == "FRACTION" else "2.51",) * len(metrics)
    for number in range(len(metrics)):
        if all(row[number] is None for row in values):
            values[0] = (*values[0][:number], "0.5123" if style == "FRACTION" else "2.51", *values[0][number + 1 :])
    mark = draw(st.sampled_from(["-", "—", "n/a"]))
    return Board(draw(st.sampled_from(DATASETS)), metrics, methods, tuple(values), mark)


def read(found: Outcome) -> set[tuple[str, str, str, str]]:
    return {(row["method"], row["benchmark"], row["metric"], row["printed"]) for row in found.rows}


def told(found: Outcome) -> set[tuple[str, ...]]:
    """What is read besides: value, direction, split; a split that is inferred is not the file's."""
    return {
        (
            row["method"],
            row["metric"],
            row["value"],
            row["direction"].rsplit("#", 1)[-1],
            "" if "split" in row["inferred"] else row["split"] or "",
        )
        for row in found.rows
    }


def wanted_of(results: set[tuple[str, str, str, str]]) -> set[tuple[str, ...]]:
    return {
        (method, metric, value, "LowerIsBetter" if metric in LOWER else "HigherIsBetter", "")
        for method, _, metric, value in results
    }


def has_units(found: Outcome, style: str) -> bool:
    """True where each ratio has the unit that its values can only have, and no other metric has a ratio's unit."""
    for row in found.rows:
        unit = (row["unit"] or "").rsplit("/", 1)[-1]
        if row["metric"] == "WER" and style == "FRACTION":
            continue  # an error rate of 0.51 may be a percentage: its siblings decide, or nobody
        other = {"perplexity": "UNITLESS", "MAE": ""}.get(row["metric"])
        if unit != (style if other is None else other) and (style or other is not None):
            return False
    return True


def plain_only(family: str) -> bool:
    return family in ("aligned text", "csv, tabs") or family in MORE


@pytest.mark.parametrize("style", ["PERCENT", "FRACTION"])
@pytest.mark.parametrize("family", ["markdown", "html", "csv, one value a row", "json of a site", "papers with code"])
def test_the_unit_is_read_as_well(check: Check, family: str, style: str) -> None:
    name, printer = PRINTERS[family]

    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
    @given(boards(PLAIN_NAMES, style))
    def holds(board: Board) -> None:
        found = check(name.format(dataset=board.dataset), printer(board))
        assert read(found) == board.results
        assert has_units(found, style)

    holds()


@pytest.mark.parametrize("form", SPREADS)
def test_what_is_printed_behind_a_value_is_read(check: Check, form: str) -> None:
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(boards(PLAIN_NAMES, "PERCENT"))
    def holds(board: Board) -> None:
        text, spreads = SPREADS[form](board)
        found = check("board.md", text)
        assert {(r["method"], r["metric"], r["value"], r["uncertainty"]) for r in found.rows} == spreads
        assert {r["split"] for r in found.rows} == {"test"}
        assert list(found.rejects) == []

    holds()


@pytest.mark.parametrize("family", [*PRINTERS, *MORE])
def test_what_is_printed_is_read(check: Check, family: str) -> None:
    name, printer = (PRINTERS | MORE)[family]

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(boards(PLAIN_NAMES if plain_only(family) else NAMES))
    def holds(board: Board) -> None:
        board = board.first if family in FIRST_ONLY else board
        found = check(name.format(dataset=board.dataset), printer(board))
        assert read(found) == board.results
        assert told(found) == wanted_of(board.results)
        assert has_units(found, "")
        assert list(found.rejects) == []

    holds()


@pytest.mark.parametrize("harness", [*HARNESSES, *MORE_HARNESSES])
def test_what_a_harness_writes_is_read(check: Check, harness: str) -> None:
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(boards(PLAIN_NAMES))
    def holds(board: Board) -> None:
        for method, row in zip(board.methods, board.values, strict=True):
            if not any(v is not None for v in row):
                continue
            found = check("run.json", (HARNESSES | MORE_HARNESSES)[harness](board, method, row))
            wanted = {result for result in board.results if result[0] == method}
            assert read(found) == wanted
            if harness not in MORE_HARNESSES:
                assert told(found) == wanted_of(wanted)

    holds()
