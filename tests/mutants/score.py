"""Runs mutants and counts which rules name them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.validation import validate
from kg.validation.fast.load import table_of_lines
from tests.mutants.operators import OPERATORS, Operator

#: Mutants of an operator.
TIMES = 5


@dataclass(frozen=True)
class Caught:
    """What the check said of one mutant: the rules that fired beyond those of the original."""

    operator: Operator
    seed: int
    hit: str
    rules: Counter[str]

    @property
    def by_its_rule(self) -> bool:
        """True when the rule that must name the fault did."""
        return self.operator.rule in self.rules


def rules_of(lines: Iterable[str]) -> Counter[str]:
    """How often each rule fires on a graph."""
    return Counter(finding.rule for finding in validate(table_of_lines(lines)).findings)


def run(lines: Sequence[str], original: Counter[str], operator: Operator, seed: int) -> Caught:
    """Check one mutant."""
    mutant, hit = operator.apply(lines, seed)
    return Caught(operator, seed, hit, rules_of(mutant) - original)


def pairs(share: int = 1) -> list[tuple[Operator, int]]:
    """All operators with their seeds, or one of ``share`` of them, drawn with a fixed seed."""
    whole = [(operator, seed) for operator in OPERATORS for seed in range(TIMES)]
    return whole if share == 1 else random.Random(0).sample(whole, -(-len(whole) // share))


def table(caught: Sequence[Caught], sites: Mapping[str, int]) -> str:
    """Operator x rule, in Markdown: how many of its mutants each rule named, its own rule in bold.

    ``sites`` tells how many statements of the original an operator may hit.
    """
    heads = ("about", "operator", "may hit", "its rule", "caught by it", "all rules that named a mutant")
    lines = [f"| {' | '.join(heads)} |", "| --- " * len(heads) + "|"]
    for operator in dict.fromkeys(one.operator for one in caught):
        own = [one for one in caught if one.operator is operator]
        named = Counter(rule for one in own for rule in one.rules)
        bold = {operator.rule: f"**{operator.rule}**"}
        told = ", ".join(f"{bold.get(rule, rule)} {count}" for rule, count in sorted(named.items()))
        hits = sum(one.by_its_rule for one in own)
        row = (operator.group, operator.name, sites[operator.name], operator.rule, f"{hits} of {len(own)}", told)
        lines.append(f"| {' | '.join(map(str, row))} |")
    return "\n".join(lines) + "\n"
