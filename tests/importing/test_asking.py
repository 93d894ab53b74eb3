"""Questions at a terminal: a word that cannot be used is refused at once, a proposal that is kept is an answer."""

from __future__ import annotations

import pytest
import typer

from kg.cli import import_
from kg.errors import KgError
from kg.intake.answers import Answers
from kg.intake.asking import ask_all
from kg.registry import Registry
from tests.importing.conftest import Check

PAGE = "a;b\nA;91.4\nB;88.1\n"


def test_a_unit_and_a_direction_that_are_none_are_asked_again(check: Check, registry: Registry) -> None:
    done = check("x.csv", PAGE, only=(1,))
    proposal = done.checked.proposal
    assert proposal is not None
    words = {"data set": ["Widgets"], "metric": ["accuracy"], "unit": ["blorb", "%"], "better": ["percent", "higher"]}
    said: list[str] = []

    def ask(question: str, proposed: str | None) -> str | None:
        return next((of.pop(0) for name, of in words.items() if name in question and of), proposed)

    answers = ask_all(proposal, Answers(), ask, registry, said.append)
    assert [text.partition(" is ")[0].partition(" must")[0] for text in said] == ["kg: unit 'blorb'", "kg: direction"]
    (entry,) = answers.columns
    assert (entry["metric"], entry["unit"], entry["direction"]) == ("accuracy", "%", "higher")


def test_a_proposal_that_is_kept_is_asked_no_more(check: Check, registry: Registry) -> None:
    proposal = check("x.csv", PAGE, only=(1,)).checked.proposal
    assert proposal is not None
    (before,) = proposal.read
    assert "dataset" in {doubt.about for doubt in before.doubts}
    answers = ask_all(proposal, Answers(), lambda question, proposed: proposed, registry)
    after = check("x.csv", PAGE, only=(1,), answers=answers).checked.proposal
    assert after is not None
    assert "dataset" not in {doubt.about for doubt in after.read[0].doubts}


def test_the_end_of_input_at_a_question_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> str:
        raise typer.Abort

    monkeypatch.setattr(typer, "prompt", stopped)
    with pytest.raises(KgError, match="stopped at a question, nothing is written"):
        import_._ask("which unit?", None)


def test_methods_that_are_named_by_their_sizes_are_asked_for(check: Check) -> None:
    """Sizes in the header are those of one model, which the table does not name."""
    found = check(
        "a.md", "# Toy\n\n| | 430M | 1.5B |\n|---|---|---|\n| LAMBADA acc | 45.1 | 56.1 |\n| PIQA acc | 67.2 | 72.2 |\n"
    )
    assert {row["method"] for row in found.rows} == {"430M", "1.5B"}
    assert all("method" in row["inferred"] for row in found.rows)
    assert any("named by sizes alone" in question["question"] for question in found.checked.questions)
