"""One thing of the larger fixture is changed: the answers change as was predicted, and no other one does."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kg.query import bind, find_question
from tests.questions.conftest import oxigraph_asker
from tests.questions.test_world_answers import EXPECTED, read
from tests.questions.world import SPEC, graph

HERE = Path(__file__).parent
SWAPS: list[dict[str, Any]] = tomllib.loads((HERE / "world_swaps.toml").read_text(encoding="utf-8"))["swap"]
Rows = list[tuple[str, ...]]


def changed(swap: dict[str, Any]) -> dict[str, tuple[tuple[str, ...], Rows]]:
    """Columns and rows of every case after a swap."""
    text = SPEC.read_text(encoding="utf-8")
    assert text.count(swap["old"]) == 1
    ask = oxigraph_asker(graph(tomllib.loads(text.replace(swap["old"], swap["new"]))))
    return {
        path.name.removesuffix(".expected.tsv"): ask(bind(find_question(path.name[:4]), read(path)[0]))
        for path in EXPECTED
    }


def picked(columns: tuple[str, ...], rows: Rows, names: list[str]) -> Counter[str]:
    places = [columns.index(name) for name in names]
    return Counter(" | ".join(row[place] for place in places) for row in rows)


@pytest.mark.parametrize("swap", SWAPS, ids=lambda swap: swap["name"])
def test_a_swap_changes_what_was_predicted_and_nothing_else(swap: dict[str, Any]) -> None:
    predicted = {change["case"]: change for change in swap["change"]}
    found = changed(swap)
    assert predicted.keys() <= found.keys()
    for path in EXPECTED:
        case = path.name.removesuffix(".expected.tsv")
        _, columns, before = read(path)
        after_columns, after = found[case]
        assert after_columns == columns
        if case not in predicted:
            assert sorted(after) == sorted(before), case
            continue
        change = predicted[case]
        names = change["columns"].split()
        gone = picked(columns, before, names) - picked(columns, after, names)
        come = picked(columns, after, names) - picked(columns, before, names)
        assert sorted(gone.elements()) == sorted(change["gone"]), case
        assert sorted(come.elements()) == sorted(change["come"]), case
        assert gone or come, case
