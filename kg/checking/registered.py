"""What a file from elsewhere says of a node that the registry describes, held against what the registry says.

A metric turned round together with its columns agrees with itself: only the registry knows better.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation

from rdflib import URIRef

from kg.iris import digest
from kg.terms import LB, LBSH, QUDT, RDFS
from kg.validation import Finding, Table
from kg.validation.fast.terms import TYPE, lexical, of_node
from kg.validation.report import curie

#: What is compared: facts that rankings rest on, each of which a node has once.
COMPARED = (
    LB.direction, LB.target, LB.canonicalUnit, LB.minimum, LB.maximum, LB.split, LB.splitKind, LB.subset,
    QUDT.conversionMultiplier,
)  # fmt: skip

#: Says that a fact is not known, which contradicts nothing.
_UNKNOWN = {of_node(LB.DirectionUnknown)}

Known = Mapping[str, Sequence[tuple[str, str]]]


def contradictions(data: Table, known: Known) -> Iterator[Finding]:
    """A finding for each fact of a file that is another one in the registry; what only one of them states is none."""
    described = {data.texts[number] for number in set(data.relation(TYPE).subjects.tolist())}
    for node in sorted(described & known.keys()):
        number = data.ids[node]
        for predicate in COMPARED:
            text = of_node(predicate)
            own = {data.texts[o] for o in data.relation(text).of(number)} - _UNKNOWN
            ours = {object_ for said, object_ in known[node] if said == text} - _UNKNOWN
            if own and ours and not {_value(one) for one in own} & {_value(one) for one in ours}:
                label = next((lexical(data.texts[o]) for o in data.relation(of_node(RDFS.label)).of(number)), "")
                yield _finding(node[1:-1], label, predicate, _told(own), _told(ours))


def _value(text: str) -> str | Decimal:
    """A number as such, so that 1 and 1.0 are one; any other term as it is written."""
    if not text.startswith('"'):
        return text
    try:
        return Decimal(lexical(text))
    except InvalidOperation:
        return lexical(text)


def _told(texts: set[str]) -> str:
    return ", ".join(sorted(curie(lexical(text)) for text in texts))


def _finding(focus: str, label: str, predicate: URIRef, found: str, expected: str) -> Finding:
    name = curie(predicate)
    return Finding(
        key=digest("finding", focus, name, str(LBSH.RegistryAgrees), found),
        rule="A12",
        severity="Warning",
        shape=str(LBSH.RegistryAgrees),
        focus=focus,
        path=name,
        value=found,
        component=str(LBSH.RegistryAgrees),
        message=f"A12 What is said of a node of the registry SHOULD be what the registry says; {name} is {found}, "
        f"in the registry {expected}.",
        places=(),
        printed=(),
        remedy="check which of the two is right; where both are, the node is another one and needs an IRI of its own.",
        label=label,
        found=found,
        expected=expected,
        path_iri=predicate,
    )
