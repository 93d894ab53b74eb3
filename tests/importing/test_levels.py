"""What objects within objects are named after is asked where nothing shows it, and is marked as concluded."""

from __future__ import annotations

import json

import pytest

from kg.intake.answers import Answers
from tests.importing.conftest import Check

UNKNOWN = {"Toyset": {"ours": {"accuracy": 0.91}, "base": {"accuracy": 0.93}}, "Otherset": {"ours": {"accuracy": 0.81}}}


def questions(check: Check, name: str, content: object, **answers: object) -> tuple[list[str], list[set[str]]]:
    found = check(name, json.dumps(content), answers=Answers(**answers))  # type: ignore[arg-type]
    asked = [entry["question"] for entry in found.checked.questions]
    return asked, [set(row["inferred"]) for row in found.rows]


def test_two_levels_that_nobody_explains_are_asked_and_marked(check: Check) -> None:
    asked, inferred = questions(check, "a.json", UNKNOWN)
    assert any(text.startswith("are 'Toyset', 'Otherset' (level 1) data sets?") for text in asked)
    assert any(text.startswith("are 'ours', 'base' (level 2) methods?") for text in asked)
    assert all({"dataset", "method"} <= marks for marks in inferred)


def test_a_level_below_known_methods_and_splits_is_asked_and_marked(check: Check) -> None:
    content = {
        "acme/net-a": {"red": {"accuracy": 0.9}, "blue": {"accuracy": 0.8}},
        "acme/net-b": {"red": {"accuracy": 0.7}},
    }
    asked, inferred = questions(check, "a.json", content)
    assert any("'red', 'blue' (level 2) data sets?" in text for text in asked)
    assert all("dataset" in marks and "method" not in marks for marks in inferred)


def test_known_data_sets_make_the_other_level_sure_where_it_is_written_as_methods_are(check: Check) -> None:
    content = {"MNIST": {"NetA": {"accuracy": 0.9}, "NetB": {"accuracy": 0.8}}, "CIFAR-10": {"NetA": {"accuracy": 0.7}}}
    asked, inferred = questions(check, "a.json", content)
    assert asked == []
    assert all(marks <= {"unit", "direction"} for marks in inferred)
    plain = json.loads(json.dumps(content).replace("NetA", "easy").replace("NetB", "hard"))
    asked, inferred = questions(check, "a.json", plain)
    assert any("'easy', 'hard' (level 2) methods?" in text for text in asked)
    assert all("method" in marks for marks in inferred)


def test_what_a_person_says_of_the_levels_closes_the_questions(check: Check) -> None:
    told = [{"name": "level 1", "role": "dataset"}, {"name": "level 2", "role": "method"}]
    asked, inferred = questions(check, "a.json", UNKNOWN, columns=told)
    assert asked == []
    assert all(not {"dataset", "method"} & marks for marks in inferred)


@pytest.mark.parametrize("kind", ["options", "hyperparameters", "metadata"])
def test_objects_that_tell_of_the_run_are_no_levels(check: Check, kind: str) -> None:
    found = check(
        "a.json", json.dumps({kind: UNKNOWN, "results": {"NetA": {"accuracy": 0.9}, "NetB": {"accuracy": 0.8}}})
    )
    assert {row["method"] for row in found.rows} >= {"NetA", "NetB"}
    assert not any("level" in entry["name"] for entry in found.checked.columns if entry["name"])


def test_names_of_files_are_no_more_than_a_hint_at_methods(check: Check) -> None:
    rows = [{"bundle": {"metadata": {"name": name}}, "scores": {"em": 66.2}} for name in ("NetA", "NetB")]
    asked, inferred = questions(check, "a.json", {"leaderboard": rows})
    assert any("column 'bundle metadata name' stands for them" in text for text in asked)
    assert all("method" in marks for marks in inferred)
    named = [{"model": {"name": name}, "scores": {"em": 66.2}} for name in ("NetA", "NetB")]
    asked, inferred = questions(check, "a.json", {"leaderboard": named})
    assert all("method" not in marks for marks in inferred)


def test_objects_within_rows_that_nothing_tells_apart_are_told_as_left_out(check: Check) -> None:
    tasks = [{"day": "2020-01-01", "pass": 1.0}, {"day": "2020-01-01", "pass": 0.5}]
    found = check("a.json", json.dumps({"rows": [{"model": name, "tasks": tasks} for name in ("NetA", "NetB")]}))
    why = [entry["why"] for entry in found.checked.left_out]
    assert any(
        "'tasks' is a list of 2 objects in 2 objects, and no field of theirs names each of them" in w for w in why
    )


def test_many_numbered_names_below_a_method_are_single_items(check: Check) -> None:
    items = {f"toylib.toy-{number}": {"accuracy": 1.0, "cost": 0.4} for number in range(1000, 1060)}
    found = check("a.json", json.dumps({"NetA": items, "NetB": items}))
    assert "its rows are single items (toylib.toy-1000)" in (found.checked.message or "")
    assert not found.resources
    few = {"NetA": dict(list(items.items())[:3]), "NetB": dict(list(items.items())[:3])}
    assert len(check("a.json", json.dumps(few)).rows) == 6


def test_bounds_of_an_interval_without_its_score_are_no_results(check: Check) -> None:
    row = {"accuracy": 82.9, "otherScore": 86, "scoreInterval90": {"lower": 79.5, "upper": 86.3}}
    found = check("a.json", json.dumps({"items": [{"model": name, **row} for name in ("NetA", "NetB")]}))
    assert {r["metric"] for r in found.rows} == {"accuracy", "otherScore"}
    assert sum("to which column of values" in q["question"] for q in found.checked.questions) == 2
