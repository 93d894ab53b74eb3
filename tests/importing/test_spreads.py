"""What stands beside a value is never a value itself: bounds, errors, directions and numbers of unknown meaning."""

from __future__ import annotations

import pytest

from tests.importing.conftest import Check, Outcome


def found(outcome: Outcome, method: str = "Neta") -> list[tuple[str, str, str | None]]:
    return [(r["metric"], r["value"], r["uncertainty"]) for r in outcome.rows if r["method"] == method]


def notes(outcome: Outcome) -> list[str]:
    return [note for row in outcome.rows if row["method"] == "Neta" for note in row["notes"]]


def long(heads: str, *rows: str) -> str:
    return "\n".join([f"model,dataset,metric,score,{heads}", *rows]) + "\n"


@pytest.mark.parametrize(
    "heads",
    [
        "ci_lower,ci_upper",
        "score_ci_low,score_ci_high",
        "lower_bound,upper_bound",
        "ci95_low,ci95_high",
        "95% CI lower,95% CI upper",
        "confidence_interval_lower,confidence_interval_upper",
        "CI (lower),CI (upper)",
    ],
)
def test_bounds_are_an_interval(check: Check, heads: str) -> None:
    text = long(heads, "Neta,MMLU,accuracy,0.842,0.83,0.85", "Netb,MMLU,accuracy,0.742,0.73,0.75")
    outcome = check("board.csv", text)
    assert found(outcome) == [("accuracy", "0.842", "[0.83, 0.85]")]
    assert notes(outcome) == ["confidence interval"]


@pytest.mark.parametrize("head", ["ci", "ci95", "95% CI", "ci_width", "confidence", "2.5%", "margin_of_error", "temp"])
def test_a_number_of_unknown_meaning_is_no_second_value(check: Check, head: str) -> None:
    outcome = check("board.csv", long(head, "Neta,MMLU,accuracy,0.842,0.01", "Netb,MMLU,accuracy,0.742,0.02"))
    assert [value for _, value, _ in found(outcome)] == ["0.842"]
    assert any(f"{head}" in note for note in notes(outcome))


def test_a_second_column_that_names_its_split_is_one(check: Check) -> None:
    outcome = check("board.csv", long("dev", "Neta,MMLU,accuracy,0.842,0.81", "Netb,MMLU,accuracy,0.742,0.72"))
    assert {(r["value"], r["split"]) for r in outcome.rows if r["method"] == "Neta"} == {
        ("0.842", None),
        ("0.81", "dev"),
    }


@pytest.mark.parametrize("head", ["accuracy_ci", "accuracy_ci95", "acc. 95% CI", "accuracy_err", "accuracy range"])
def test_a_spread_of_unknown_form_is_a_note(check: Check, head: str) -> None:
    outcome = check("MMLU.csv", f"model,accuracy,{head},F1\nNeta,0.842,0.012,0.7\nNetb,0.742,0.011,0.6\n")
    assert found(outcome) == [("accuracy", "0.842", None), ("F1", "0.7", None)]
    assert f"{head}: 0.012" in notes(outcome)


@pytest.mark.parametrize("head", ["accuracy_uncertainty", "accuracy ±", "±", "uncertainty"])
def test_an_uncertainty_of_unknown_kind_is_one(check: Check, head: str) -> None:
    outcome = check("MMLU.csv", f"model,accuracy,{head},F1\nNeta,0.842,0.012,0.7\nNetb,0.742,0.011,0.6\n")
    assert found(outcome) == [("accuracy", "0.842", "0.012"), ("F1", "0.7", None)]
    assert notes(outcome) == ["uncertainty of unknown kind"]


def test_a_heading_speaks_of_its_own_column_alone(check: Check) -> None:
    rows = ("Neta,0.842 (0.82-0.86),0.7 ± 0.1,0.3 ± 0.1", "Netb,0.742 (0.72-0.76),0.6 ± 0.1,0.4 ± 0.1")
    outcome = check("MMLU.csv", "\n".join(["model,accuracy (95% CI),F1 ± SD,BLEU", *rows]) + "\n")
    assert found(outcome) == [("accuracy", "0.842", "[0.82, 0.86]"), ("F1", "0.7", "0.1"), ("BLEU", "0.3", "0.1")]
    assert notes(outcome) == [
        "confidence interval, level 0.95",
        "standard deviation",
        "uncertainty of unknown kind",
    ]


def test_two_kinds_in_brackets_are_read_by_column(check: Check) -> None:
    rows = ("Neta,0.842 (0.02),0.7 (0.1)", "Netb,0.742 (0.02),0.6 (0.1)")
    outcome = check("MMLU.csv", "\n".join(["model,accuracy (std),F1 (SE)", *rows]) + "\n")
    assert found(outcome) == [("accuracy", "0.842", "0.02"), ("F1", "0.7", "0.1")]
    assert notes(outcome) == ["standard deviation", "standard error"]


@pytest.mark.parametrize(
    ("head", "cell"),
    [("direction", "lower is better"), ("lower_is_better", "True"), ("Higher is better", "no"), ("direction", "↓")],
)
def test_a_column_of_directions_states_them(check: Check, head: str, cell: str) -> None:
    outcome = check("board.csv", long(head, f"Neta,MMLU,frobs,8.42,{cell}", f"Netb,MMLU,frobs,7.42,{cell}"))
    assert [(r["direction"].rsplit("#", 1)[-1], r["notes"]) for r in outcome.rows] == [("LowerIsBetter", [])] * 2
    assert not any("direction" in row["inferred"] for row in outcome.rows)


def test_a_direction_of_translation_is_a_setting(check: Check) -> None:
    outcome = check("board.csv", "model,direction,BLEU\nNeta,en-de,24.2\nNetb,de-en,27.1\n")
    assert notes(outcome) == ["setting direction = en-de"]


def test_a_heading_that_repeats_the_data_set_keeps_its_split(check: Check) -> None:
    rows = "<tr><th rowspan=2>Model</th><th colspan=2>MMLU</th></tr><tr><th>accuracy</th><th>F1</th></tr>"
    rows += "<tr><td>Neta</td><td>84.2</td><td>80.1</td></tr><tr><td>Netb</td><td>74.2</td><td>70.1</td></tr>"
    outcome = check("board.html", f"<html><body><h1>Results on MMLU (test)</h1><table>{rows}</table></body></html>")
    assert {(row["dataset"], row["split"]) for row in outcome.rows} == {("MMLU", "test")}


@pytest.mark.parametrize("text", ["Results on MMLU (test)", "Results on MMLU (test):", "Results on MMLU [test]"])
def test_a_split_in_brackets_behind_a_known_data_set_is_its_split(check: Check, text: str) -> None:
    outcome = check("board.txt", f"{text}\n\nModel | accuracy\nNeta | 84.2\nNetb | 74.2\n")
    assert {(row["dataset"], row["split"]) for row in outcome.rows} == {("MMLU", "test")}


def test_a_result_file_of_a_repository_names_neither_model_nor_metric(check: Check) -> None:
    values = ("84.20", "0.512")
    text = "".join(f"- dataset:\n    id: org/{name}\n  value: {v}\n" for name, v in zip("ab", values, strict=True))
    outcome = check(".eval_results/results.yaml", text)
    told = {(r["dataset"], r["printed"], r["unit"], r["direction"].rsplit("#", 1)[-1]) for r in outcome.rows}
    assert told == {("org/a", "84.20", None, "DirectionUnknown"), ("org/b", "0.512", None, "DirectionUnknown")}
    assert {(r["method"], r["metric"]) for r in outcome.rows} == {("method not stated", "metric not stated")}


def test_what_an_object_says_of_its_metric_is_no_setting(check: Check) -> None:
    metric = '{"name": "frobs", "unit": "%", "higher_is_better": false}'
    rows = [f'{{"model": "{m}", "dataset": "MMLU", "metric": {metric}, "value": 8.4}}' for m in ("Neta", "Netb")]
    outcome = check("board.json", f"[{', '.join(rows)}]")
    told = {(r["unit"].rsplit("/", 1)[-1], r["direction"].rsplit("#", 1)[-1], *r["notes"]) for r in outcome.rows}
    assert told == {("PERCENT", "LowerIsBetter")}


def test_an_interval_in_words_is_a_note(check: Check) -> None:
    text = "".join(
        f"- model: {m}\n  dataset: MMLU\n  metric: accuracy\n  value: 0.8\n  confidence_interval: [0.7, {high}]\n"
        for m, high in (("Neta", "0.9"), ("Netb", "0.91"))
    )
    assert notes(check("board.yaml", text)) == ["confidence_interval: 0.7, 0.9"]


def test_a_column_of_tasks_that_are_data_sets_names_them(check: Check) -> None:
    outcome = check("board.csv", "model,task,metric,value\nNeta,MMLU,accuracy,0.842\nNetb,MMLU,accuracy,0.822\n")
    assert {row["dataset"] for row in outcome.rows} == {"MMLU"}
    assert not any("dataset" in row["inferred"] for row in outcome.rows)
