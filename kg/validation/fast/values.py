"""What one term is held against: datatype, node kind, text, order. The answers are pySHACL's.

A test takes the text of a term (see :mod:`.terms`). Where a plain reading of the text decides, it does;
all else is asked of the literal that rdflib makes of it, as pySHACL does.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from rdflib import Literal, URIRef
from rdflib.term import Node

from kg.terms import RDF, RDFS, SH, XSD
from kg.validation.fast import terms

#: Answers for the text of a term.
Test = Callable[[str], bool]

_DECIMAL = f"^^<{XSD.decimal}>"
_INTEGER = f"^^<{XSD.integer}>"
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,1000}(?:[.][0-9]{0,1000})?|[.][0-9]{1,1000})")
_WHOLE = re.compile(r"[+-]?[0-9]{1,1000}")

#: The Python type that a literal of these datatypes must have.
_TYPES: dict[URIRef, type | tuple[type, ...]] = {
    XSD.string: (str, bytes),
    XSD.integer: int,
    XSD.float: float,
    XSD.decimal: Decimal,
    XSD.boolean: bool,
    XSD.date: datetime.date,
    XSD.time: datetime.time,
    XSD.dateTime: datetime.datetime,
}

#: What each parameter asks of the sign of "value minus bound".
_BOUNDS: dict[URIRef, Callable[[int], bool]] = {
    SH.minExclusive: lambda order: order > 0,
    SH.minInclusive: lambda order: order >= 0,
    SH.maxExclusive: lambda order: order < 0,
    SH.maxInclusive: lambda order: order <= 0,
}

#: The kinds of nodes that each value of sh:nodeKind allows.
KINDS: dict[URIRef, frozenset[str]] = {
    SH.IRI: frozenset({"iri"}),
    SH.BlankNode: frozenset({"blank"}),
    SH.Literal: frozenset({"literal"}),
    SH.BlankNodeOrIRI: frozenset({"blank", "iri"}),
    SH.BlankNodeOrLiteral: frozenset({"blank", "literal"}),
    SH.IRIOrLiteral: frozenset({"iri", "literal"}),
}


def number(text: str) -> Decimal | None:
    """The number of a well-formed xsd:decimal or xsd:integer; None for any other term."""
    if text.endswith(_DECIMAL):
        digits, form = text[1 : -len(_DECIMAL) - 1], _NUMBER
    elif text.endswith(_INTEGER):
        digits, form = text[1 : -len(_INTEGER) - 1], _WHOLE
    else:
        return None
    return Decimal(digits) if form.fullmatch(digits) else None


def datatype_test(datatype: URIRef) -> Test:
    """Tests that a term is a well-formed literal of a datatype."""
    ending = f"^^<{datatype}>"
    form = {XSD.decimal: _NUMBER, XSD.integer: _WHOLE}.get(datatype)

    def test(text: str) -> bool:
        if datatype == XSD.string and text[-1] == '"':
            return True
        if form is not None and text.endswith(ending) and form.fullmatch(text, 1, len(text) - len(ending) - 1):
            return True
        return terms.is_literal(text) and _has_datatype(terms.to_node(text), datatype)

    return test


def _has_datatype(literal: Node, datatype: URIRef) -> bool:
    assert isinstance(literal, Literal)
    if literal.datatype == datatype:
        if getattr(literal, "ill_typed", None) is True:
            return False
        kind = _TYPES.get(datatype)
        return kind is None or isinstance(literal.value, kind)
    if datatype == RDFS.Literal or (datatype == RDFS.Datatype and literal.datatype):
        return True
    return datatype == RDF.langString and bool(literal.language)


def kind_test(kind: URIRef, *, blank_nodes_are_named: bool) -> Test:
    """Tests that a term is of a node kind; a named blank node counts as an IRI."""
    allowed = KINDS[kind]

    def test(text: str) -> bool:
        if terms.is_literal(text):
            return "literal" in allowed
        return ("blank" if terms.is_blank(text) and not blank_nodes_are_named else "iri") in allowed

    return test


def pattern_test(pattern: str, flags: str) -> Test:
    """Tests that a pattern matches somewhere in the text of a term; raises re.error for a bad pattern."""
    search = re.compile(pattern, (re.IGNORECASE if "i" in flags else 0) | (re.MULTILINE if "m" in flags else 0)).search
    return lambda text: search(terms.lexical(text)) is not None


def length_test(parameter: URIRef, length: int) -> Test:
    """Tests the number of characters of a term."""
    if parameter == SH.minLength:
        return lambda text: len(terms.lexical(text)) >= length
    return lambda text: len(terms.lexical(text)) <= length


def not_blank(test: Test) -> Test:
    """Fails for blank nodes."""
    return lambda text: not terms.is_blank(text) and test(text)


def language_test(ranges: frozenset[str]) -> Test:
    """Tests that a literal has one of these languages, or begins with one."""

    def test(text: str) -> bool:
        language = language_of(text)
        return bool(language) and ("*" in ranges or language in ranges or language.partition("-")[0] in ranges)

    return test


def language_of(text: str) -> str:
    """The language of a literal in lower case; "" for none."""
    if text[0] != '"':
        return ""
    ending = text[text.rindex('"') + 1 :]
    return ending[1:] if ending.startswith("@") else ""


def bound_test(parameter: URIRef, bound: Literal) -> Test:
    """Tests that a literal lies within a bound."""
    limit = number(terms.of_node(bound))
    holds = _BOUNDS[parameter]

    def test(text: str) -> bool:
        value = number(text)
        if value is not None and limit is not None:
            return holds((value > limit) - (value < limit))
        return terms.is_literal(text) and _is_within(terms.to_node(text), bound, holds)

    return test


def _is_within(literal: Any, bound: Literal, holds: Callable[[int], bool]) -> bool:
    from pyshacl.rdfutil.compare import compare_literal

    compare: Callable[[Any, Literal], int] = compare_literal

    if isinstance(literal.value, str) != isinstance(bound.value, str):
        return False
    try:
        return holds(compare(literal, bound))
    except (TypeError, NotImplementedError):
        return False


def is_ordered(first: str, second: str, *, or_equal: bool) -> bool:
    """True when the first of two terms is less than the second (or equal to it)."""
    a, b = number(first), number(second)
    if a is not None and b is not None:
        return a < b or (or_equal and a == b)
    (left, left_is_text), (right, right_is_text) = _ordered_as(first), _ordered_as(second)
    return left_is_text == right_is_text and bool(left <= right if or_equal else left < right)


def _ordered_as(text: str) -> tuple[Any, bool]:
    """What a term is ordered by, and whether it is a mere text."""
    node = terms.to_node(text)
    if isinstance(node, Literal):
        return (node.value, True) if isinstance(node.value, str) else (node, False)
    return str(node), True
