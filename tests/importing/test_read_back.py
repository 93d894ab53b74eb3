"""Printing generated results in a family and reading them gives the same results."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.importing.conftest import Check, Outcome
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


@st.composite
def boards(draw: st.DrawFn, names: st.SearchStrategy[str] = NAMES) -> Board:
    metrics = tuple(draw(st.lists(st.sampled_from(METRICS), min_size=1, max_size=4, unique=True)))
    methods = tuple(draw(st.lists(names, min_size=2, max_size=6, unique_by=str.casefold)))
    values = [tuple(draw(st.none() | VALUES) for _ in metrics) for _ in methods]
    if not any(v is not None for v in values[0]):
        values[0] = ("1.5",) * len(metrics)
    for number in range(len(metrics)):
        if all(row[number] is None for row in values):
            values[0] = (*values[0][:number], "2.5", *values[0][number + 1 :])
    mark = draw(st.sampled_from(["-", "—", "n/a"]))
    return Board(draw(st.sampled_from(DATASETS)), metrics, methods, tuple(values), mark)


def read(found: Outcome) -> set[tuple[str, str, str, str]]:
    return {(row["method"], row["benchmark"], row["metric"], row["printed"]) for row in found.rows}


def plain_only(family: str) -> bool:
    return family in ("aligned text", "csv, tabs")


@pytest.mark.parametrize("family", PRINTERS)
def test_what_is_printed_is_read(check: Check, family: str) -> None:
    name, printer = PRINTERS[family]

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(boards(PLAIN_NAMES if plain_only(family) else NAMES))
    def holds(board: Board) -> None:
        found = check(name.format(dataset=board.dataset), printer(board))
        assert read(found) == board.results
        assert list(found.rejects) == []

    holds()


@pytest.mark.parametrize("harness", HARNESSES)
def test_what_a_harness_writes_is_read(check: Check, harness: str) -> None:
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(boards(PLAIN_NAMES))
    def holds(board: Board) -> None:
        for method, row in zip(board.methods, board.values, strict=True):
            if not any(v is not None for v in row):
                continue
            found = check("run.json", HARNESSES[harness](board, method, row))
            wanted = {result for result in board.results if result[0] == method}
            assert read(found) == wanted

    holds()
