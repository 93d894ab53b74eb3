"""Both engines over the same data: what they find must be the same, each result as often."""

from __future__ import annotations

from collections import Counter

from rdflib import Dataset, Graph
from rdflib.term import Node

from kg.validation import Table, load_shapes
from kg.validation.engine import outcomes, report_of
from kg.validation.fast.load import table_of_graph
from kg.validation.outcome import Outcome


def found_by(engine: str, table: Table, shapes: Graph) -> Counter[Outcome]:
    """The results of one engine with how often each comes."""
    assert engine in ("fast", "pyshacl")
    return Counter(outcomes(table, shapes, engine))  # type: ignore[arg-type]


def assert_same(data: Graph | Dataset | Table, shapes: Graph | None = None) -> Counter[Outcome]:
    """Hold the engines against each other, results and report; give the results."""
    table = data if isinstance(data, Table) else table_of_graph(data)
    rules = load_shapes() if shapes is None else shapes
    arbiter, fast = found_by("pyshacl", table, rules), found_by("fast", table, rules)
    assert fast == arbiter, f"only pySHACL: {shown(arbiter - fast)}\nonly the fast engine: {shown(fast - arbiter)}"
    assert report_of(table, rules, arbiter) == report_of(table, rules, fast)
    return arbiter


def shown(results: Counter[Outcome]) -> str:
    return "\n".join(sorted(f"{n} x {_row(outcome)}" for outcome, n in results.items()))


def _row(outcome: Outcome) -> str:
    def text(node: Node | None) -> str:
        return "-" if node is None else node.n3()

    nodes = (outcome.focus, outcome.shape, outcome.component, outcome.severity, outcome.value, outcome.path)
    return " ".join(map(text, nodes)) + f" {outcome.message[:60]!r}"
