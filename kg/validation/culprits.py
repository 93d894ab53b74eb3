"""Which results make a finding about their whole column, and how they are printed.

A query that counts the results of a column finds the column; ``lbsh:culprits`` of the query asks for
the results that it counted, so that a person is shown those cells and no sound one. Where most results
of a column are counted it is the column that is wrong, its scale or its unit, and all its cells are shown.
"""

from __future__ import annotations

import decimal
from functools import lru_cache

from rdflib import Graph
from rdflib.plugins.sparql import prepareQuery
from rdflib.plugins.sparql.sparql import Query
from rdflib.term import Identifier, Node, Variable

from kg.terms import LB, LBSH, PREFIXES, RDFS, SH
from kg.validation.data import exact_context

#: Printed values that a sentence shows; more than these are counted.
_SHOWN = 3

_RESULT = Variable("result")


def culprits(data: Graph, shapes: Graph, shape: Node | None, focus: Node, value: Node | None = None) -> list[Node]:
    """The results that made a finding about ``focus``; none where its shape asks for none, or where most made it.

    The query knows the focus as ``$this`` and the value that was found as ``?value``.
    """
    query = next((q for c in shapes.objects(shape, SH.sparql) for q in shapes.objects(c, LBSH.culprits)), None)
    if query is None or not isinstance(focus, Identifier):
        return []
    known = {"this": focus, **({"value": value} if isinstance(value, Identifier) else {})}
    with decimal.localcontext(exact_context()):
        found = {row[_RESULT] for row in data.query(_prepared(str(query)), initBindings=known).bindings}
    column = sum(1 for _ in data.subjects(LB.declaration, focus))
    return [] if 2 * len(found) > column > 1 else sorted(found, key=str)


def as_printed(data: Graph, results: list[Node]) -> str:
    """How the page prints results: "printed in percent: 318.8"."""
    units = {str(data.value(unit, RDFS.label) or unit) for r in results for unit in data.objects(r, LB.unit)}
    printed = sorted({str(text) for r in results for text in data.objects(r, LB.printedValue)})
    if not printed:
        return ""
    more = f" and {len(printed) - _SHOWN} more" if len(printed) > _SHOWN else ""
    return f"printed{f' in {units.pop()}' if len(units) == 1 else ''}: {', '.join(printed[:_SHOWN])}{more}"


@lru_cache(maxsize=16)
def _prepared(query: str) -> Query:
    return prepareQuery(query, initNs=PREFIXES)
