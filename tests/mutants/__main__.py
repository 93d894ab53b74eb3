"""``python -m tests.mutants``: the whole score as a table (``make mutants`` keeps it in docs/mutants.md)."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections import Counter

import kg
from kg.export.formats import union_lines
from tests.conftest import ROOT
from tests.mutants.operators import OPERATORS
from tests.mutants.score import TIMES, Caught, pairs, rules_of, run, table

_LINES: list[str] = []
_ORIGINAL: Counter[str] = Counter()


def _one(pair: tuple[int, int]) -> tuple[str, Counter[str]]:
    caught = run(_LINES, _ORIGINAL, OPERATORS[pair[0]], pair[1])
    return caught.hit, caught.rules


def main() -> int:
    """Print the table; status 1 where a mutant was not caught by its rule."""
    _LINES.extend(union_lines(kg.build(ROOT / "data").built.quads))
    _ORIGINAL.update(rules_of(_LINES))
    work = [(OPERATORS.index(operator), seed) for operator, seed in pairs()]
    with multiprocessing.get_context("fork").Pool(min(4, os.cpu_count() or 1)) as pool:
        done = pool.map(_one, work, chunksize=4)
    caught = [Caught(OPERATORS[n], seed, *found) for (n, seed), found in zip(work, done, strict=True)]
    missed = [one for one in caught if not one.by_its_rule]
    print("# Mutation score of the shapes\n\n`make mutants` writes this page. An operator makes one statement of the")
    print("shipped graph wrong; the rule beside it must name the fault. Other rules may name it as well.\n")
    print(f"{len(OPERATORS)} operators, {TIMES} mutants each: {len(caught) - len(missed)} of {len(caught)} are")
    print("caught by the rule that names them. On the original the rules find")
    told = ", ".join(f"{rule} {count} times" for rule, count in sorted(_ORIGINAL.items()))
    print(f"{told}: the known flags of the shipped pages.\n")
    print(table(caught, {operator.name: len(operator.hits(_LINES)) for operator in OPERATORS}), end="")
    for one in missed:
        print(f"missed: {one.operator.name} ({one.operator.rule}), seed {one.seed}: {one.hit}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
