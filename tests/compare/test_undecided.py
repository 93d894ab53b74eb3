"""Different values of one method that may hold for different conditions, because those are not recorded."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from kg.comparability import Undecided, ask_conflicts, find_conflicts
from kg.model import Status
from tests.compare.making import collected, facts, page, with_results

BARE = "Model | accuracy (%)"
SHOTS = "Model | accuracy (%) | shots"


def undecided(folder: Path, *pages: str, more_than: Decimal | None = None) -> list[Undecided]:
    named = {f"page-{n}": text for n, text in enumerate(pages, 1)}
    return list(find_conflicts(facts(collected(folder, named)), more_than=more_than).undecided)


def test_two_tables_without_settings(tmp_path: Path) -> None:
    pages = (
        page("QA on Facts (test)", BARE, "A | 91.4", "B | 80"),
        page("QA on Facts (test)", BARE, "A | 19.4", "C | 1"),
    )
    (found,) = undecided(tmp_path, *pages)
    assert [result.printed for result in found.results] == ["91.4", "19.4"]
    assert (found.missing, found.spread) == (("settings",), Decimal("0.72"))
    assert found.unit is not None
    assert found.unit.label == "fraction"
    assert undecided(tmp_path, *pages, more_than=Decimal("0.72")) == []
    assert len(undecided(tmp_path, *pages, more_than=Decimal("0.7199"))) == 1


def test_it_is_told_in_every_form(tmp_path: Path) -> None:
    pages = {name: page("QA on Facts (test)", BARE, f"A | {value}") for name, value in (("x", "91.4"), ("y", "90"))}
    asked = ask_conflicts(facts(collected(tmp_path, pages)))
    text = " ".join(asked.to_text().split())
    assert "Undecided, because conditions are not recorded: 1" in text
    assert "up to 1.4 percentage points (= 0.014) apart; not recorded: settings" in text
    assert "No method has several values" not in text
    (told,) = asked.to_dict()["undecided"]
    assert (told["missing"], told["spread"], len(told["results"])) == (["settings"], "0.014", 2)
    lines = asked.to_csv().splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == ["undecided", "undecided"]
    assert all(line.endswith("settings: not recorded") for line in lines[1:])


def test_a_table_without_settings_beside_one_with_them(tmp_path: Path) -> None:
    pages = (
        page("QA on Facts (test)", BARE, "A | 91.4"),
        page("QA on Facts (test)", SHOTS, "A | 60 | 0", "A | 91.4 | 5"),
    )
    (found,) = undecided(tmp_path, *pages)
    # The value with 5 shots agrees with the bare one, and is in no question.
    assert [result.printed for result in found.results] == ["91.4", "60"]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(page("QA on Facts (test)", BARE, "A | 91.40"), id="equal"),
        pytest.param(page("QA on Facts (test)", BARE, "A | 91"), id="rounded"),
        pytest.param(page("QA on Facts (test)", BARE, "B | 19.4"), id="method"),
        pytest.param(page("QA on Facts (val)", BARE, "A | 19.4"), id="split"),
        pytest.param(page("QA on Facts (test)", "Model | F1 (%)", "A | 19.4"), id="metric"),
    ],
)
def test_what_agrees_or_is_known_to_differ_is_not_undecided(tmp_path: Path, other: str) -> None:
    assert undecided(tmp_path, page("QA on Facts (test)", BARE, "A | 91.4"), other) == []


def test_recorded_settings_that_differ_decide(tmp_path: Path) -> None:
    pages = [page("QA on Facts (test)", SHOTS, row) for row in ("A | 91.4 | 5", "A | 19.4 | 0")]
    assert undecided(tmp_path, *pages) == []


def test_copies_and_reruns_are_told_in_their_own_lists(tmp_path: Path) -> None:
    pages = {name: page("QA on Facts (test)", BARE, f"A | {value}") for name, value in (("x", "91.4"), ("y", "90"))}
    for status in (Status.COPIED, Status.INDEPENDENTLY_REPRODUCED):
        collection = with_results(collected(tmp_path, pages), {"90": {"status": status}})
        assert find_conflicts(facts(collection)).undecided == ()
