"""Every mutant is caught by the rule that names it, and the original has no finding but its known flags."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace

import pytest

import kg
from kg.checking.rules import rules
from kg.export.formats import union_lines
from kg.validation import Finding
from tests.mutants.operators import OPERATORS, Operator
from tests.mutants.score import TIMES, Caught, names, pairs, rules_of, run, table

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
    assert caught.by_its_rule, f"{caught.hit} was caught by {dict(caught.rules)}, the node named: {caught.is_named}"


def test_a_finding_names_the_mutated_node_or_one_beside_it_by_its_cell() -> None:
    lines = [
        '<r1> <p#declaration> <d> .\n', '<r2> <p#declaration> <d> .\n', '<r3> <p#declaration> <e> .\n',
        '<r1> <p#sourceLocator> "f:1:2" .\n', '<r2> <p#sourceLocator> "f:2:2" .\n',
    ]  # fmt: skip
    finding = Finding(
        "k", "R1.1", "Violation", "s", "r1", "", "", "", "m", ("f:1:2", "f:2:2", "f:3:2"), ("1", "2", "3"), "r"
    )
    column = replace(finding, focus="d")
    first = {'<r1> <p#value> "1" .\n'}
    assert names(finding, first, lines)
    assert names(column, first, lines)
    assert not names(replace(column, focus="e"), first, lines)
    assert not names(column, {'<r2> <p#value> "1" .\n'}, lines)  # its cell is not the first
    pair = replace(column, places=("f:1:2", "f:2:2"), printed=("1", "2"))
    assert names(pair, {'<r2> <p#value> "1" .\n'}, lines)  # two cells are told as a pair
    assert names(replace(column, places=()), {'<r2> <p#value> "1" .\n'}, lines)
    assert names(column, {"<r9> <p#declaration> <d> .\n"}, lines)


def test_a_mutant_whose_node_is_not_named_is_not_caught() -> None:
    one = OPERATORS[0]
    assert Caught(one, 0, "x", Counter({one.rule: 1})).by_its_rule
    assert not Caught(one, 0, "x", Counter({one.rule: 1}), is_named=False).by_its_rule
    assert not Caught(one, 0, "x", Counter({"R9.9": 1})).by_its_rule


def test_the_table_tells_what_was_missed() -> None:
    one, other = OPERATORS[0], OPERATORS[1]
    caught = [Caught(one, 0, "x", Counter({one.rule: 1, "R9.9": 1})), Caught(one, 1, "x", Counter({"R9.9": 2}))]
    caught.append(Caught(other, 0, "y", Counter({other.rule: 3})))
    text = table(caught, {one.name: 4, other.name: 5})
    assert f"| {one.group} | {one.name} | 4 | {one.rule} | 1 of 2 | **{one.rule}** 1, R9.9 2 |" in text
    assert f"| 1 of 1 | **{other.rule}** 1 |" in text
