"""Every mutant is caught by the rule that names it, and the original has no finding but its known flags."""

from __future__ import annotations

import os
from collections import Counter

import pytest

import kg
from kg.checking.rules import rules
from kg.export.formats import union_lines
from tests.mutants.operators import OPERATORS, Operator
from tests.mutants.score import TIMES, Caught, pairs, rules_of, run, table

PROOFS = bool(os.environ.get("KG_PROOFS"))

#: All in the proofs, else a tenth that reaches every group.
CHOSEN = pairs(1 if PROOFS else 10)


@pytest.fixture(scope="module")
def lines(shipped: kg.Graph) -> list[str]:
    return list(union_lines(shipped.built.quads))


@pytest.fixture(scope="module")
def original(lines: list[str]) -> Counter[str]:
    return rules_of(lines)


def test_the_original_has_its_seven_flags_and_nothing_else(original: Counter[str]) -> None:
    assert original == Counter({"A9": 7})


def test_there_are_forty_operators_about_eleven_things() -> None:
    assert len(OPERATORS) >= 40
    assert len({operator.name for operator in OPERATORS}) == len(OPERATORS)
    assert {operator.group for operator in OPERATORS} == {
        "units", "directions", "bounds", "datatypes", "cardinalities", "references", "splits", "configs", "ids",
        "dates", "coverage counts",
    }  # fmt: skip
    assert {operator.rule for operator in OPERATORS} <= set(rules())
    assert len(pairs()) == TIMES * len(OPERATORS) >= 200


def test_the_tenth_is_spread_over_all() -> None:
    tenth = pairs(10)
    assert len(tenth) == len(set(tenth)) == -(-len(pairs()) // 10)
    assert len({operator.group for operator, _ in tenth}) >= 8


@pytest.mark.proofs
@pytest.mark.parametrize(("operator", "seed"), CHOSEN, ids=lambda value: getattr(value, "name", value))
def test_a_mutant_is_caught_by_its_rule(
    lines: list[str], original: Counter[str], operator: Operator, seed: int
) -> None:
    caught = run(lines, original, operator, seed)
    assert caught.by_its_rule, f"{caught.hit} was caught by {dict(caught.rules)}"


def test_the_table_tells_what_was_missed() -> None:
    one, other = OPERATORS[0], OPERATORS[1]
    caught = [Caught(one, 0, "x", Counter({one.rule: 1, "R9.9": 1})), Caught(one, 1, "x", Counter({"R9.9": 2}))]
    caught.append(Caught(other, 0, "y", Counter({other.rule: 3})))
    text = table(caught, {one.name: 4, other.name: 5})
    assert f"| {one.group} | {one.name} | 4 | {one.rule} | 1 of 2 | **{one.rule}** 1, R9.9 2 |" in text
    assert f"| 1 of 1 | **{other.rule}** 1 |" in text
