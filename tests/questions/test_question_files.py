from __future__ import annotations

import re
from pathlib import Path

import pytest
import rdflib

from kg.errors import QueryError
from kg.query import QueryForm, Question, find_question, guard, questions
from kg.query.guard import tokens
from kg.resources import ontology_folder
from kg.terms import LB, LB_NAMESPACE, PREFIXES

ALL = questions()


@pytest.mark.parametrize("question", ALL, ids=lambda question: question.number)
class TestFile:
    def test_is_a_plain_select_that_passes_the_guard(self, question: Question) -> None:
        assert guard(question.text) is QueryForm.SELECT

    def test_prefixes_are_ours_and_used(self, question: Question) -> None:
        declared = dict(re.findall(r"^PREFIX (\w+): <(.*)>$", question.text, re.MULTILINE))
        used = {token.text.partition(":")[0] for token in tokens(question.text) if token.kind == "name"}
        assert declared == {name: PREFIXES[name] for name in used}
        assert declared["lb"] == LB_NAMESPACE

    def test_terms_are_in_the_vocabulary(self, question: Question) -> None:
        for token in tokens(question.text):
            if token.kind == "name" and token.text.startswith("lb:") and len(token.text) > 3:
                assert LB[token.text[3:]]

    def test_nothing_that_engines_do_differently(self, question: Question) -> None:
        words = {token.text.upper() for token in tokens(question.text) if token.kind == "word"}
        assert not words & {"GROUP_CONCAT", "SAMPLE", "MINUS", "LATERAL", "GRAPH", "FROM", "NOW", "RAND"}
        for block in re.findall(r"EXISTS\s*\{([^{}]*)\}", question.text):
            assert not re.search(r"[.;,]\s*\S", block), f"EXISTS over more than one pattern: {block}"

    def test_says_what_it_must_and_must_not_answer(self, question: Question) -> None:
        assert question.title
        assert question.question.endswith("?")
        assert question.must
        assert question.must_not


def test_numbers_and_slugs_are_those_that_bookmarks_use() -> None:
    assert [question.name for question in ALL] == [
        "cq01-models-on-several-medical-benchmarks",
        "cq02-models-on-several-medical-benchmarks-by-page",
        "cq03-models-on-several-medical-benchmarks-with-components",
        "cq04-best-recorded",
        "cq05-results-of-method",
        "cq06-reported-of-others",
        "cq07-unknown-unit-or-direction",
        "cq08-compared-on-both",
        "cq09-benchmarks-and-metrics",
        "cq10-methods-on-dataset",
        "cq11-papers-of-benchmark",
        "cq12-code-of-method",
        "cq13-most-used-benchmarks",
        "cq14-ahead-on-several-medical-benchmarks",
        "cq15-conflicting-results",
        "cq16-reproduced-against-reported",
        "cq17-look-comparable",
        "cq18-missing-fine-print",
        "cq19-running-best",
        "cq20-smallest-near-best",
        "cq21-derived-against-base",
        "cq22-copied-values",
        "cq23-thinly-covered-benchmarks",
        "cq24-datasets-for-task",
        "cq25-settings-of-best",
        "cq26-papers-and-their-status",
        "cq27-pareto",
        "cq28-ties",
        "cq29-coverage",
        "cq30-changed-between-snapshots",
        "cq31-results-in-one-unit",
        "cq32-mean-over-tasks",
    ]


@pytest.mark.parametrize("name", ["best-recorded", "cq04", "CQ04", "cq04-best-recorded", "cq04-best-recorded.rq"])
def test_names(name: str) -> None:
    assert find_question(name).number == "cq04"


@pytest.mark.parametrize(
    ("name", "advice"),
    [("best-record", "did you mean best-recorded?"), ("cq4", "did you mean cq04?"), ("??", "known: models-on-several")],
)
def test_unknown_names(name: str, advice: str) -> None:
    with pytest.raises(QueryError, match=re.escape(advice)):
        find_question(name)


GOOD = (
    "# title: T\n# question: Q?\n# param: n integer 2 — how many\n# must: count\n# must-not: guess\n"
    "SELECT * {\n  VALUES ?n { 2 }\n}\n"
)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("# title: T\n", ""), "'# title: …' is missing"),
        (("# must: count\n", ""), "'# must: …' is missing"),
        (("# must-not: guess\n", ""), "'# must-not: …' is missing"),
        (("# title: T", "# title"), "is not of the form '# name: text'"),
        (("integer 2 — how", "integer 2 - how"), "name type default — meaning"),
        (("VALUES ?n { 2 }", "VALUES ?n { 3 }"), "VALUES ?n { 2 }"),
        (("  VALUES ?n { 2 }\n", "  VALUES ?n { 2 }\n  VALUES ?n { 2 }\n"), "one line"),
    ],
)
def test_damaged_files_are_named(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    file = tmp_path / "cq42-damaged.rq"
    file.write_text(GOOD, encoding="utf-8")
    assert questions(tmp_path)[0].parameters[0].meaning == "how many"
    file.write_text(GOOD.replace(*change), encoding="utf-8")
    with pytest.raises(QueryError, match=r"cq42-damaged\.rq") as caught:
        questions(tmp_path)
    assert message in str(caught.value)


def test_misnamed_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "cq1-x.rq").write_text(GOOD, encoding="utf-8")
    with pytest.raises(QueryError, match=r"cq1-x\.rq: a question is named"):
        questions(tmp_path)


# What rows about values carry, in every question alike.

ONTOLOGY = rdflib.Graph().parse(ontology_folder() / "leaderboard.ttl")


def individuals(cls: rdflib.URIRef) -> set[str]:
    """The local names of a closed list."""
    return {str(each).partition("#")[2] for each in ONTOLOGY.subjects(rdflib.RDF.type, cls)}


def selected(question: Question) -> set[str]:
    head = question.text.partition("WHERE {")[0].partition("SELECT")[2]
    return set(re.findall(r"\?(\w+)\)?(?=\s|$)", head))


WITH_VALUES = [question for question in ALL if any(re.fullmatch("printed[A-Z]?", name) for name in selected(question))]


@pytest.mark.parametrize("question", WITH_VALUES, ids=lambda question: question.number)
def test_rows_about_values_carry_their_fine_print(question: Question) -> None:
    columns = selected(question)
    suffixes = sorted(name.removeprefix("printed") for name in columns if re.fullmatch("printed[A-Z]?", name))
    for name in ("unit", "status", "flags", "inferred"):
        for suffix in suffixes:
            # the original of a copy has no columns of its own for what was found or filled in
            if not (question.number == "cq22" and suffix == "B" and name in ("flags", "inferred")):
                assert f"{name}{suffix}" in columns, f"{name}{suffix}"
    assert any(name.startswith("direction") for name in columns)
    assert any(name.startswith("coverage") for name in columns)
    assert any(name.startswith("asOf") for name in columns)


@pytest.mark.parametrize("question", ALL, ids=lambda question: question.number)
def test_flags_and_reasons_are_those_of_the_vocabulary(question: Question) -> None:
    """A kind of flag that a question does not know would not be shown."""
    for variable, cls in (("flags", LB.FlagKind), ("excluded", LB.ExclusionReason)):
        for suffix in {
            name.removeprefix(variable) for name in selected(question) if re.fullmatch(f"{variable}[A-Z]?", name)
        }:
            if f"?reasons{suffix}" not in question.text and variable == "excluded":
                continue  # counted, not named
            predicate = "lb:flagKind" if variable == "flags" else "lb:excludedBecause"
            shown = re.findall(rf'\?result{suffix} \S*{predicate} lb:(\w+) \}}, "; (\w+)"', question.text)
            assert all(term == name for term, name in shown)
            assert {term for term, _ in shown} == individuals(cls), f"{variable}{suffix}"
            assert [term for term, _ in shown] == sorted(term for term, _ in shown)
