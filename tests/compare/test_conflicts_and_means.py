"""Several values of one method, and means over tasks with their denominators."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kg
from kg.comparability import Kind, MeanRefused, Recorded, ask_conflicts, find_conflicts, means
from kg.errors import KgError
from kg.model import Exclusion, Setting, Status
from kg.normalise.values import lexical
from kg.review import GraphFacts
from kg.terms import DATA_BASE, LB
from tests.compare.making import (
    ACCURACY,
    BENCHMARK,
    CALIBRATION,
    FRACTION,
    LATENCY,
    PERCENT,
    SECOND,
    UNDIRECTED,
    collected,
    facts,
    page,
    recorded,
    with_results,
)

HEADER = "Model | accuracy (%) | shots"


def boards(*pages: tuple[str, ...]) -> dict[str, str]:
    """Pages of one benchmark that record their settings, so that they stand in one group."""
    return {f"page-{n}": page("QA on Facts (test)", HEADER, *rows) for n, rows in enumerate(pages, 1)}


def graph_of(folder: Path, *pages: tuple[str, ...], change: dict[str, dict[str, object]] | None = None) -> GraphFacts:
    collection = collected(folder, boards(*pages))
    return facts(with_results(collection, change or {}))


def test_a_disagreement_is_listed_with_its_sources(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, ("A | 91.4 | 5", "B | 80 | 5"), ("A | 89.3 | 5", "B | 80.0 | 5"), ("A | 60 | 0",))
    found = find_conflicts(graph)
    (rival,) = found.of(Kind.DISAGREEMENT)
    assert (rival.method_label, rival.spread, rival.sources) == ("A", Decimal("0.021"), 2)
    # the value with other settings is in no conflict with them
    assert [r.printed for r in rival.results] == ["91.4", "89.3"]
    (same,) = found.of(Kind.SAME_VALUE)
    assert [r.printed for r in same.results] == ["80", "80.0"]
    text = " ".join(ask_conflicts(graph).to_text().split())
    assert "they differ by 2.1 percentage points (= 0.021) (2 sources)" in text
    assert "page-1.md:5:2" in text
    assert "page-2.md:5:2" in text
    assert find_conflicts(graph, more_than=Decimal("0.021")).of(Kind.DISAGREEMENT) == ()
    assert find_conflicts(graph, more_than=Decimal("0.0209")).of(Kind.DISAGREEMENT) == (rival,)


def test_pages_in_another_order_tell_the_same(tmp_path: Path) -> None:
    pages = [("A | 91.4 | 5",), ("A | 89.3 | 5",), ("A | 91 | 5",)]
    texts = set()
    for n, order in enumerate(((0, 1, 2), (2, 1, 0))):
        folder = tmp_path / str(n)
        folder.mkdir()
        named = {f"page-{k}": page("QA on Facts (test)", HEADER, *pages[k]) for k in order}
        texts.add(ask_conflicts(facts(collected(folder, named))).to_text())
    assert len(texts) == 1


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (("91.4", "91.38"), Kind.ROUNDED),
        (("91.4", "91.35"), Kind.ROUNDED),
        (("91.4", "91.34"), Kind.DISAGREEMENT),
        (("91", "91.4", "91.38"), Kind.ROUNDED),
        (("91.4", "91.3"), Kind.DISAGREEMENT),
        (("91.38", "91.37", "91.4"), Kind.DISAGREEMENT),
        (("91.4", "91.40"), Kind.SAME_VALUE),
        (("0", "0.0"), Kind.SAME_VALUE),
    ],
)
def test_a_rounded_value_is_no_disagreement(tmp_path: Path, values: tuple[str, ...], kind: Kind) -> None:
    (found,) = find_conflicts(graph_of(tmp_path, *((f"A | {value} | 5",) for value in values))).conflicts
    assert found.kind is kind


def test_one_value_in_two_units_is_one_value(tmp_path: Path) -> None:
    pages = boards(("A | 91.4 | 5",))
    pages["fraction"] = page(
        "QA on Facts (test)", "Model | accuracy (fraction) | shots", "A | 0.914 | 5", "B | 0.9 | 5"
    )
    (found,) = find_conflicts(facts(collected(tmp_path, pages))).conflicts
    assert found.kind is Kind.SAME_VALUE
    assert found.spread == 0


def test_a_rerun_is_paired_with_what_it_reruns_and_signed_by_direction(tmp_path: Path) -> None:
    rerun: dict[str, object] = {"status": Status.INDEPENDENTLY_REPRODUCED}
    graph = graph_of(tmp_path, ("A | 91.4 | 5",), ("A | 90.2 | 5",), change={"90.2": rerun})
    found = find_conflicts(graph)
    assert found.conflicts == ()
    (pair,) = found.reruns
    assert pair.original is not None
    assert (pair.original.printed, pair.rerun.printed, pair.change) == ("91.4", "90.2", Decimal("-0.012"))
    assert "the rerun is worse by 1.2 percentage points (= 0.012) (higher is better)" in ask_conflicts(graph).to_text()


def test_a_rerun_of_an_error_rate_is_better_when_it_is_lower(tmp_path: Path) -> None:
    rows = {
        n: page("Speech on Talks (test)", "Model | WER (%) ↓ | decoder", f"A | {v} | beam")
        for n, v in (("one", "9.8"), ("two", "9.1"))
    }
    change = {"9.1": {"status": Status.REPRODUCTION_FAILED}}
    graph = facts(with_results(collected(tmp_path, rows), change))
    (pair,) = find_conflicts(graph).reruns
    assert pair.change == Decimal("0.007")
    assert "the rerun is better by 0.7 percentage points (= 0.007) (lower is better)" in ask_conflicts(graph).to_text()


def statement(a: str, predicate: str, b: str) -> str:
    return f"<{a}> <{LB[predicate]}> <{b}> <{DATA_BASE}graph/registry> .\n"


def linked(folder: Path, predicate: str, status: Status, *pages: tuple[str, ...]) -> GraphFacts:
    """The last page's result points to the first page's."""
    collection = collected(folder, boards(*pages))
    results = sorted((r for rows in collection.results.values() for r in rows), key=lambda r: r.places)
    first, last = (f"{DATA_BASE}result/{r.key}" for r in (results[0], results[-1]))
    changed = with_results(collection, {results[-1].printed: {"status": status}})
    return facts(changed, [statement(last, predicate, first)])


def test_a_rerun_under_other_settings_has_no_sign(tmp_path: Path) -> None:
    graph = linked(tmp_path, "reproduces", Status.INDEPENDENTLY_REPRODUCED, ("A | 91.4 | 5",), ("A | 90.2 | 0",))
    (pair,) = find_conflicts(graph).reruns
    assert pair.change is None
    assert [each.said for each in pair.differences] == ["setting shots: 5 / 0"]
    assert "not comparable:" in ask_conflicts(graph).to_text()


def test_a_rerun_alone_is_told(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, ("A | 91.4 | 5",), change={"91.4": {"status": Status.INDEPENDENTLY_REPRODUCED}})
    (pair,) = find_conflicts(graph).reruns
    assert pair.original is None
    assert "what it reruns is not recorded here" in ask_conflicts(graph).to_text()


@pytest.mark.parametrize(("copy", "equal"), [("91.40", True), ("91.5", False)])
def test_a_copy_is_held_against_its_original(tmp_path: Path, copy: str, equal: bool) -> None:
    graph = linked(tmp_path, "copiedFrom", Status.COPIED, ("A | 91.4 | 5",), (f"A | {copy} | 5",))
    found = find_conflicts(graph)
    assert found.conflicts == ()
    (pair,) = found.copies
    assert pair.is_equal is equal
    told = ask_conflicts(graph).to_dict()
    assert told["copies"][0]["isEqual"] is equal
    assert len(ask_conflicts(graph).to_csv().splitlines()) == 3


def test_no_original_is_guessed_because_a_value_is_equal(tmp_path: Path) -> None:
    copied: dict[str, dict[str, object]] = {"91.40": {"status": Status.COPIED}}
    graph = graph_of(tmp_path, ("A | 91.4 | 5",), ("A | 91.40 | 5",), change=copied)
    (pair,) = find_conflicts(graph).copies
    assert (pair.original, pair.is_equal) == (None, None)
    assert "what it is a copy of is not recorded here" in ask_conflicts(graph).to_text()


def test_a_superseded_value_is_no_disagreement(tmp_path: Path) -> None:
    collection = collected(tmp_path, boards(("A | 91.4 | 5",), ("A | 89.3 | 5",)))
    old = next(r.key for rows in collection.results.values() for r in rows if r.printed == "91.4")
    standings = {
        key: replace(s, excluded=(Exclusion.SUPERSEDED,)) if key == old else s
        for key, s in collection.standings.items()
    }
    found = find_conflicts(facts(replace(collection, standings=standings)))
    assert [each.kind for each in found.conflicts] == [Kind.SUPERSEDED]
    assert found.conflicts[0].spread == Decimal("0.021")


def test_filters_and_the_shipped_pages(shipped: kg.Graph, tmp_path: Path) -> None:
    assert shipped.conflicts().found.conflicts == ()
    assert "No method has several values" in shipped.conflicts().to_text()
    graph = graph_of(tmp_path, ("A | 91.4 | 5", "B | 80 | 5"), ("A | 89.3 | 5", "B | 70 | 5"))
    assert [c.method_label for c in ask_conflicts(graph, method="B").found.conflicts] == ["B"]
    assert len(ask_conflicts(graph, benchmark="Facts").found.conflicts) == 2
    with pytest.raises(KgError, match="--more-than wants a decimal number"):
        ask_conflicts(graph, more_than="1e9")


# ---- means ----

TASKS = [replace(BENCHMARK, key=f"t{n}", label=f"Task {n}", subset=str(n)) for n in range(10)]


def over(method: str, values: Iterable[str | None], **more: object) -> list[Recorded]:
    return [
        recorded(value, method=method, benchmark=task, **more)  # type: ignore[arg-type]
        for task, value in zip(TASKS, values, strict=False)
        if value is not None
    ]


def test_a_mean_says_over_how_many_tasks_and_is_ranked_only_when_it_has_them_all() -> None:
    # wrong: A's mean 0.9 over its 6 best tasks "beats" B's 0.8 over all 10
    results = over("a", ["0.9"] * 6) + over("b", ["0.8"] * 10) + over("c", ["0.7"] * 10) + over("d", ["0.8"] * 10)
    (table,) = means(results, TASKS)
    assert [(row.method, row.mean, row.k, row.n, row.rank) for row in table.rows] == [
        ("b", Decimal("0.8"), 10, 10, 1),
        ("d", Decimal("0.8"), 10, 10, 1),
        ("c", Decimal("0.7"), 10, 10, 3),
        ("a", Decimal("0.9"), 6, 10, None),
    ]
    assert table.rows[-1].why == "6 of 10 tasks"
    assert table.rows[-1].missing == ("Task 6", "Task 7", "Task 8", "Task 9")


def test_lower_is_better_in_means_too() -> None:
    results = over("slow", ["3", "3"], metric=LATENCY, unit=SECOND) + over(
        "fast", ["1", "2"], metric=LATENCY, unit=SECOND
    )
    (table,) = means(results, TASKS[:2])
    assert [(row.method, row.mean, row.rank) for row in table.rows] == [
        ("fast", Decimal("1.5"), 1),
        ("slow", Decimal(3), 2),
    ]


@pytest.mark.parametrize(
    ("results", "reason"),
    [
        (
            [*over("a", ["0.9"]), recorded("3", SECOND, LATENCY, benchmark=TASKS[1])],
            r"different metrics \(accuracy, latency\); different units \(fraction, second\); "
            r"different directions \(HigherIsBetter, LowerIsBetter\)",
        ),
        (over("a", ["0.9", "0.8"], metric=UNDIRECTED), "which of two values of odd measure is better is not stated"),
        ([*over("a", ["0.9"]), recorded("90", None, benchmark=TASKS[1])], r"different units \(fraction, not known\)"),
        (over("a", ["0.9", "0.8"], unit=None), "has no unit that is known and admissible"),
        (over("a", ["0.9", "1.1"], metric=CALIBRATION), "come close to a target"),
        (
            [*over("a", ["0.9"]), recorded("0.8", benchmark=TASKS[1], metric=replace(ACCURACY, key="other"))],
            "metrics that only share a name",
        ),
        ([], "no result on these tasks"),
    ],
)
def test_a_mean_over_unlike_things_is_refused_with_the_reason(results: list[Recorded], reason: str) -> None:
    with pytest.raises(MeanRefused, match=reason):
        means(results, TASKS[:2])


def test_percentages_and_fractions_mix_through_conversion_only() -> None:
    results = [recorded("91.4", PERCENT, benchmark=TASKS[0]), recorded("0.893", FRACTION, benchmark=TASKS[1])]
    (table,) = means(results, TASKS[:2])
    assert table.rows[0].mean == Decimal("0.9035")
    assert table.rows[0].is_exact


def test_settings_keep_means_apart_and_rival_values_have_none() -> None:
    five = over("a", ["0.9", "0.8"])
    none = over("a", ["0.5", "0.4"], settings=(Setting("shots", "0"),))
    rival = [replace(recorded("0.7", method="a", benchmark=TASKS[0]), iri="rival")]
    first, second = sorted(means(five + none + rival, TASKS[:2]), key=lambda table: str(table.settings), reverse=True)
    assert (first.rows[0].k, first.rows[0].mean, first.rows[0].rank) == (1, Decimal("0.8"), None)
    assert "on Task 0 it has several values, none of which is preferred" in first.rows[0].why
    assert (second.rows[0].mean, second.rows[0].rank) == (Decimal("0.45"), 1)


@given(st.lists(st.decimals(min_value=0, max_value=1, places=4), min_size=2, max_size=10))
def test_a_mean_is_exact_or_says_that_it_is_rounded(values: list[Decimal]) -> None:
    (table,) = means(over("a", map(lexical, values)), TASKS[: len(values)])
    row = table.rows[0]
    exact = sum(map(Fraction, values), Fraction(0)) / len(values)
    assert row.mean is not None
    assert row.is_exact == (Fraction(row.mean) == exact)
    assert abs(Fraction(row.mean) - exact) <= Fraction(1, 2 * 10**6)


def test_means_of_the_shipped_pages(shipped: kg.Graph) -> None:
    (table,) = shipped.means("med-cmr-multiple-choice").found
    assert (len(table.tasks), len(table.rows)) == (7, 18)
    gemini = next(row for row in table.rows if row.method_label == "Gemini-2.5-Pro")
    # the seven cells of its row, added up by hand: 399.98 / 7
    assert (gemini.k, gemini.n, gemini.is_exact) == (7, 7, True)
    printed = sum(Decimal(result.printed) for result in gemini.results)
    assert gemini.mean is not None
    assert printed == gemini.mean * 700
    with pytest.raises(MeanRefused, match=r"different metrics .*different units \(fraction, no unit\)"):
        shipped.means("Med-CMR")
    with pytest.raises(MeanRefused, match="has no parts"):
        shipped.means("mr-medseg-val")
    assert len(shipped.means("U-MRG-14K").found[0].tasks) == 10
    family = shipped.means("MR-MedSeg")
    assert [(table.settings[0].value, len(table.rows)) for table in family.found] == [
        ("true", 5),
        ("false", 10),
        ("bbox input", 2),
    ]
    text = family.to_text()
    assert "1 of 2; not ranked: 1 of 2 tasks; without Medical Reasoning Segmentation" in text
    assert "An unweighted mean is a number of its own" in text
    assert max(map(len, text.splitlines())) <= 100
    assert len(family.to_csv().splitlines()) == 1 + 17
    assert family.to_dict()[0]["rows"][0]["k"] == 2


def test_a_benchmark_that_nobody_knows_is_refused(shipped: kg.Graph) -> None:
    with pytest.raises(KgError, match="no benchmark 'nought' in this build"):
        shipped.means("nought")
