"""What is left of a heading when its everyday words and its split are taken out."""

from __future__ import annotations

import pytest

from kg.wording.splits import meaningful, split_in_heading, split_in_prose, take_apart


@pytest.mark.parametrize(
    ("heading", "name", "split"),
    [
        ("Gadget QA (5 options)", "Gadget QA (5 options)", None),
        ("Gadget QA (5 options) (test)", "Gadget QA (5 options)", "test"),
        ("Widgets-50 [val] results", "Widgets-50", "val"),
        ("Widgets-50 (test-dev) leaderboard", "Widgets-50", "test-dev"),
        ("Widgets-50 (validation set)", "Widgets-50", "validation"),
        ("Results (Widgets-50)", "Widgets-50", None),
        ("Results on the test set", "", "test"),
        ("Widgets-50 (test) and (val)", "Widgets-50", None),
        ("Widgets (small (tiny))", "Widgets (small (tiny))", None),
        ("Widgets (results)", "Widgets", None),
        ("Results (zero-shot)", "", None),
    ],
)
def test_name_and_split_of_a_heading(heading: str, name: str, split: str | None) -> None:
    assert meaningful(heading) == name
    assert split_in_heading(heading) == split


@pytest.mark.parametrize(
    ("heading", "rest", "split"),
    [
        ("test-clean", "", "test-clean"),
        ("test-other", "", "test-other"),
        ("Test-Std", "", "test-std"),
        ("dev set", "", "dev"),
        ("WER test-other", "WER", "test-other"),
        ("test-other WER", "WER", "test-other"),
        ("test Dice", "Dice", "test"),
        ("Dice (val)", "Dice", "val"),
    ],
)
def test_split_and_measure_of_a_column(heading: str, rest: str, split: str) -> None:
    """A split that is named in two words is one split, not a part of another."""
    taken = take_apart(heading)
    assert (taken.rest, taken.split) == (rest, split)


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("Accuracy scores on the *testmini* subset (1,000 examples).", "testmini"),
        ("Scores on testmini; the test set is held back.", None),
        ("We report results on the validation set.", "validation"),
        ("The test of a model is its use.", None),
    ],
)
def test_split_in_prose(text: str, split: str | None) -> None:
    assert split_in_prose(text) == split
