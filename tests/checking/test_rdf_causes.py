"""RDF files in which one slip makes several findings: the slip is told first, and what follows from it says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.checking import Verdict, check_target

HEAD = "@prefix lb: <https://w3id.org/leaderboard-kg/ontology#> .\n"


def checked(tmp_path: Path, text: str) -> Verdict:
    file = tmp_path / "data.ttl"
    file.write_text(HEAD + text, encoding="utf-8")
    return check_target(file)


def missing(verdict: Verdict, name: str) -> tuple[str, str, str]:
    """The message, place and remedy of the finding that no node has a class."""
    (entry,) = (e for e in verdict.told if e.rule == "R0.9" and e.node.endswith(f"#{name}"))
    return entry.message, entry.spots[0].place, entry.remedy


# -- classes that are none of ours


@pytest.mark.parametrize("class_", ["urn:Reslut", "http://other.example/Result", "http://other.example/x#Results"])
def test_a_class_of_another_namespace_is_named_where_ours_is_missing(tmp_path: Path, class_: str) -> None:
    verdict = checked(tmp_path, f"<urn:r> a <{class_}> ; lb:value 1.0 .\n")
    assert [entry.rule for entry in verdict.told] == ["R1.1"] + ["R0.9"] * 11
    message, place, remedy = missing(verdict, "Result")
    assert message.endswith(f"; it follows from {class_}, no class of the vocabulary, if that stands for lb:Result.")
    assert place == "data.ttl:2"
    assert remedy == f"write lb:Result where the class {class_} stands, if that is meant."
    assert "follows" not in missing(verdict, "Benchmark")[0]


def test_a_misspelt_class_of_ours_comes_before_what_follows_from_it(tmp_path: Path) -> None:
    verdict = checked(tmp_path, "<urn:b>\n  a lb:Bnechmark .\n")
    assert [entry.rule for entry in verdict.told] == ["R0.8"] + ["R0.9"] * 11
    message, place, _ = missing(verdict, "Benchmark")
    assert message.endswith("lb:Bnechmark, no class of the vocabulary, if that stands for lb:Benchmark.")
    assert place == "data.ttl:3"


@pytest.mark.parametrize("class_", ["http://www.w3.org/ns/dcat#Dataset", "urn:Banana"])
def test_classes_of_other_vocabularies_and_far_names_explain_nothing(tmp_path: Path, class_: str) -> None:
    verdict = checked(tmp_path, f"<urn:d> a <{class_}> ; lb:printedName 'x' .\n")
    assert not [entry for entry in verdict.told if "it follows" in entry.message]


def test_what_nothing_explains_stays_in_the_order_of_the_rules(tmp_path: Path) -> None:
    verdict = checked(tmp_path, "<urn:r> a lb:Result .\n")
    told = [entry.rule for entry in verdict.told if entry.level == "error"]
    assert told[:11] == ["R0.2"] + ["R0.9"] * 10
