"""What keeps two results apart: each condition by its term, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.comparability import Difference, Recorded, comparable, differences, goodness, paired
from kg.comparability.records import Board
from kg.compare import Ambiguity, stand
from kg.errors import Place
from kg.iris import config_key
from kg.model import Benchmark, Leaderboard, Metric, Result, Setting
from kg.resources import ontology_folder
from kg.terms import LB
from tests.compare.making import (
    ACCURACY,
    BENCHMARK,
    CALIBRATION,
    FRACTION,
    LATENCY,
    MILLISECOND,
    NUMBER,
    PERCENT,
    SECOND,
    TOP_1,
    TOP_5,
    UNDIRECTED,
    UNITS,
    recorded,
)

OTHER_BOARD = Board("other", "Other board")


def on(**conditions: object) -> Recorded:
    changed = replace(BENCHMARK, key=str(sorted(conditions.items())), **conditions)  # type: ignore[arg-type]
    return recorded(benchmark=changed)


@pytest.mark.parametrize(
    ("other", "term", "said"),
    [
        (on(tasks=("vqa",)), "DifferentTask", "task: qa / vqa"),
        (on(datasets=("trivia",)), "DifferentDataset", "data set: facts / trivia"),
        # wrong: 90.1 on SQuAD 1.1 "beats" 83.0 on SQuAD 2.0
        (on(version="2.0"), "DifferentVersion", "version: 1.1 / 2.0"),
        # wrong: a row with just "SQuAD" counts as either
        (on(version=None, not_stated=("version",)), "DifferentVersion", "version: 1.1 / not stated"),
        (on(split="val"), "DifferentSplit", "split: test / val"),
        (on(split=None, not_stated=("split",)), "DifferentSplit", "split: test / not stated"),
        (on(subset="hard"), "DifferentSubset", "subset: all of it / hard"),
        (recorded(metric=LATENCY, unit=SECOND), "DifferentMetric", "metric: accuracy / latency"),
        # wrong: 40.2 with 5 shots "loses" against 43.5 with another harness
        (
            recorded(settings=(Setting("harness", "x"), Setting("shots", "5"))),
            "DifferentSetting",
            "setting harness: not recorded / x",
        ),
        (recorded(settings=(Setting("shots", "0"),)), "DifferentSetting", "setting shots: 5 / 0"),
        (recorded(settings=()), "SettingsNotRecorded", "settings: shots=5 / not recorded"),
        (recorded(unit=None), "UnitUnknown", "unit: fraction / not stated (a value without its unit is not ranked)"),
        # wrong: 91 percent and 91 items are both of dimension 1
        (
            recorded(unit=NUMBER),
            "DifferentUnit",
            "unit: fraction / number (accuracy is not compared in number)",
        ),
    ],
)
def test_one_condition_is_named_with_both_values(other: Recorded, term: str, said: str) -> None:
    (found,) = differences(recorded(), other)
    assert (found.term, found.said) == (term, said)
    (turned,) = differences(other, recorded())
    assert turned == found.turned()


def test_every_term_is_one_of_the_vocabulary() -> None:
    text = (ontology_folder() / "leaderboard.ttl").read_text(encoding="utf-8")
    for term in ("UnitNotAdmissible", "DifferentSplit", "DirectionNotStated"):
        assert f"lb:{term} a lb:Difference" in text
        assert LB[term]


def test_a_metric_parameter_is_no_other_metric() -> None:
    # wrong: accuracy at 5 of 95.0 "beats" accuracy at 1 of 81.0 on one list
    (found,) = differences(recorded(metric=TOP_1), recorded(metric=TOP_5))
    assert (found.term, found.said) == ("DifferentMetricParameter", "metric parameter k: 1 / 5")
    broader = replace(ACCURACY, key="topk", label="accuracy at k")
    (found,) = differences(recorded(metric=TOP_1), recorded(metric=broader))
    assert found.said == "metric parameter k: 1 / not stated"


def test_two_measures_that_only_share_a_name_stay_two() -> None:
    (found,) = differences(recorded(), recorded(metric=replace(ACCURACY, key="own-accuracy")))
    assert found.term == "DifferentMetric"
    assert "does not establish" in found.said


def test_without_settings_only_the_rows_of_one_table_compare() -> None:
    here = recorded(settings=())
    assert differences(here, recorded("0.6", settings=())) == ()
    (found,) = differences(here, recorded(settings=(), board=OTHER_BOARD))
    assert (found.term, found.said) == ("SettingsNotRecorded", "settings: neither source records its settings")
    assert differences(recorded(), recorded(board=OTHER_BOARD)) == ()


def test_without_direction_or_usable_unit_not_even_one_table_compares() -> None:
    (found,) = differences(recorded(metric=UNDIRECTED), recorded("0.6", metric=UNDIRECTED))
    assert (found.term, found.a, found.b) == ("DirectionNotStated", None, None)
    assert "odd measure is better is not stated" in found.said
    (found,) = differences(recorded(unit=None), recorded("0.6", unit=None))
    assert (found.term, found.said) == ("UnitUnknown", "unit: a value without its unit is not ranked")
    (found,) = differences(recorded(unit=NUMBER), recorded("0.6", unit=NUMBER))
    assert (found.term, found.said) == ("UnitNotAdmissible", "unit: accuracy is not compared in number")
    aimless = replace(CALIBRATION, target=None)
    (found,) = differences(recorded(metric=aimless), recorded("0.6", metric=aimless))
    assert "the target that slope should be close to is not stated" in found.said


def test_all_conditions_that_differ_are_named_in_one_order() -> None:
    far = recorded(
        benchmark=replace(BENCHMARK, key="far", split="val", subset="hard"), settings=(Setting("input", "box"),)
    )
    assert [each.condition for each in differences(recorded(), far)] == [
        "split",
        "subset",
        "setting input",
        "setting shots",
    ]


def test_two_nodes_that_nothing_tells_apart_are_not_taken_for_one() -> None:
    (found,) = differences(recorded(), recorded(benchmark=replace(BENCHMARK, key="twin")))
    assert "nothing says that the two are one benchmark" in found.said


# ---- every pair of conditions: reasons and comparison groups say the same ----

BENCHMARKS = [
    BENCHMARK,
    replace(BENCHMARK, key="b2", version="2.0"),
    replace(BENCHMARK, key="b0", version=None, not_stated=("version",)),
    replace(BENCHMARK, key="bv", split="val"),
    replace(BENCHMARK, key="bs", split=None, not_stated=("split",)),
    replace(BENCHMARK, key="bh", subset="hard"),
    replace(
        BENCHMARK, key="other", tasks=("t",), datasets=("d",), version=None, split=None, not_stated=("version", "split")
    ),
]
METRICS = [ACCURACY, TOP_1, TOP_5, LATENCY, CALIBRATION, UNDIRECTED, replace(CALIBRATION, key="aimless", target=None)]
CONFIGS = [(), (Setting("shots", "5"),), (Setting("shots", "0"),), (Setting("harness", "x"), Setting("shots", "5"))]
BOARDS = {key: Leaderboard(key, key, "source", ()) for key in ("one", "two")}
KNOWN = Ambiguity.among(BENCHMARKS)


def standing(
    benchmark: Benchmark, metric: Metric, unit: str | None, config: tuple[Setting, ...], board: str, value: Decimal
) -> Recorded:
    """A result as the build places it."""
    key = str((benchmark.key, metric.key, unit, config, board, value))
    result = Result(
        key,
        key,
        board,
        "d",
        "m",
        "M",
        benchmark.key,
        metric.key,
        value,
        str(value),
        (Place("p", 1, 1),),
        unit,
        settings=config,
    )
    stands, group = stand(result, benchmark, metric, UNITS, BOARDS, KNOWN)
    made = recorded(metric=metric, benchmark=benchmark, settings=config, board=Board(board, board))
    assert (config_key((s.name, s.value) for s in config) if config else None) == group.config
    return replace(
        made,
        iri=key,
        value=value,
        unit=UNITS[unit] if unit else None,
        normalized=stands.normalized,
        group=group.key,
        basis=group.basis,
        group_board=group.leaderboard,
        ambiguous=tuple(name for name in ("version", "split") if name in benchmark.not_stated),
    )


CONDITIONS: tuple[st.SearchStrategy[Any], ...] = (
    st.sampled_from(BENCHMARKS),
    st.sampled_from(METRICS),
    st.sampled_from([FRACTION.key, PERCENT.key, SECOND.key, MILLISECOND.key, NUMBER.key, None]),
    st.sampled_from(CONFIGS),
    st.sampled_from(sorted(BOARDS)),
    st.decimals(min_value=0, max_value=100, places=2),
)


@st.composite
def near_results(draw: st.DrawFn, count: int = 2) -> list[Recorded]:
    """Results that differ in two conditions at most, and in their values."""
    first: list[Any] = [draw(condition) for condition in CONDITIONS]
    found = [standing(*first)]
    for _ in range(count - 1):
        other = list(first)
        for position in draw(st.lists(st.integers(0, len(CONDITIONS) - 2), max_size=2)):
            other[position] = draw(CONDITIONS[position])
        other[-1] = draw(CONDITIONS[-1])
        found.append(standing(*other))
    return found


@settings(max_examples=300)
@given(near_results())
def test_nothing_keeps_apart_just_the_results_of_one_ranked_group(pair: list[Recorded]) -> None:
    one, other = pair
    same_group = one.group == other.group and goodness(one) is not None and goodness(other) is not None
    assert comparable(one, other) == same_group
    assert (paired(one, other) is not None) == same_group


@settings(max_examples=200)
@given(near_results())
def test_reasons_and_verdicts_are_antisymmetric(pair: list[Recorded]) -> None:
    one, other = pair
    assert differences(one, other) == tuple(each.turned() for each in differences(other, one))
    there, back = paired(one, other), paired(other, one)
    assert (there.turned() if there else None) == back


@given(near_results(count=3))
def test_comparing_is_transitive(three: list[Recorded]) -> None:
    one, other, third = three
    if comparable(one, other) and comparable(other, third):
        assert comparable(one, third)


def test_a_version_that_is_left_open_confines_a_group_to_its_table() -> None:
    here, there = (
        standing(BENCHMARKS[2], ACCURACY, FRACTION.key, CONFIGS[1], board, Decimal(1)) for board in ("one", "two")
    )
    (found,) = differences(here, there)
    assert found == Difference(
        "DifferentVersion", "version", None, None, "neither source states it, and several are known"
    )
