"""Runs mutants and counts which rules name them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from kg.validation import Finding, validate
from kg.validation.fast.load import table_of_lines
from tests.mutants.operators import OPERATORS, Operator

_CELL = re.compile(r'#sourceLocator> "([^"]+)"')

#: Mutants of an operator.
TIMES = 5


@dataclass(frozen=True)
class Caught:
    """What the check said of one mutant: the rules that fired beyond those of the original.

    ``is_named`` tells that a finding of its rule is about the mutated node, or about a node beside it,
    such as the column of a result: its first cell is then the one that the mutated result stands in.
    """

    operator: Operator
    seed: int
    hit: str
    rules: Counter[str]
    is_named: bool = True

    @property
    def by_its_rule(self) -> bool:
        """True when the rule that must name the fault did, and named the node that has it."""
        return self.operator.rule in self.rules and self.is_named


def rules_of(lines: Iterable[str]) -> Counter[str]:
    """How often each rule fires on a graph."""
    return Counter(finding.rule for finding in validate(table_of_lines(lines)).findings)


def run(lines: Sequence[str], original: Counter[str], operator: Operator, seed: int) -> Caught:
    """Check one mutant."""
    mutant, hit = operator.apply(lines, seed)
    findings = validate(table_of_lines(mutant)).findings
    changed = set(mutant) ^ set(lines)
    is_named = any(names(finding, changed, lines) for finding in findings if finding.rule == operator.rule)
    return Caught(operator, seed, hit, Counter(finding.rule for finding in findings) - original, is_named)


_PAIR = 2


def names(finding: Finding, changed: Set[str], lines: Sequence[str]) -> bool:
    """Whether a finding is about a node of the changed statements, or one link away from their subject.

    Of several cells the first must be the subject's; of two, either: they are told as a pair.
    """
    focus, subjects = f"<{finding.focus}>", {line.partition(" ")[0] for line in changed}
    if any(f"{focus} " in line for line in changed):
        return True
    beside = any(f"{focus} " in line and any(f"{subject} " in line for subject in subjects) for line in lines)
    cells = {m[1] for line in lines if line.partition(" ")[0] in subjects and (m := _CELL.search(line))}
    told = finding.places if len(finding.places) <= _PAIR else finding.places[:1]
    return beside and (not cells or not told or not cells.isdisjoint(told))


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
