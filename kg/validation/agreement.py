"""What a node says against what it is made of: values and the cells they were printed in, keys and their content.

No shape can state either: a shape does not calculate with the text of a cell, nor take a digest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Context, Decimal, localcontext
from types import MappingProxyType
from typing import NamedTuple

from rdflib import URIRef

from kg.iris import arxiv_key, config_key, is_global_id, setting_key
from kg.settings import base_iri
from kg.terms import DCTERMS, FABIO, LB, SCHEMA, XSD
from kg.validation.data import exact_context
from kg.validation.fast import terms
from kg.validation.fast.table import Relation, Table

#: Cells that are a number and nothing else; the marks of thousands and a decimal comma are read either way.
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_COMMAS = re.compile(r"[+-]?[0-9]+(?:,[0-9]+)+(?:\.[0-9]*)?")

_DECIMAL = f"^^<{XSD.decimal}>"
_HASHED = re.compile(r"[0-9a-f]{16}")
_ARXIV = re.compile(r"arxiv-(?:[0-9]{4}-[0-9]{4,5}|[a-z-]+-[0-9]{7})")


class Disagreement(NamedTuple):
    """A node that is not what it is made of; ``path`` and ``value`` are what is to be looked at."""

    focus: URIRef
    path: URIRef
    value: str
    found: str
    expected: str


def values_and_cells(table: Table) -> Iterator[Disagreement]:
    """Results whose value is not the printed digits times the scale of their column.

    Only cells that are nothing but a number are judged; a second value or cell is another rule's.
    """
    values, printed = table.relation(_text(LB.value)), table.relation(_text(LB.printedValue))
    columns, scales = _only(table.relation(_text(LB.declaration))), _only(table.relation(_text(LB.scale)))
    cells, texts = _only(printed), table.texts
    known: dict[tuple[int, int, int | None], tuple[str, ...]] = {}
    for result, value in _only(values).items():
        cell = cells.get(result)
        if cell is None:
            continue
        scale = scales.get(columns.get(result, -1))
        case = (value, cell, scale)
        if case not in known:
            known[case] = _misread(texts[value], texts[cell], None if scale is None else texts[scale])
        if known[case]:
            found, expected = known[case]
            yield Disagreement(URIRef(texts[result][1:-1]), LB.value, texts[value], found, expected)


def _misread(value: str, cell: str, scale: str | None) -> tuple[str, ...]:
    """What is found and expected where a value does not follow from its cell; else nothing."""
    number, factor = _decimal(value), Decimal(1) if scale is None else _decimal(scale)
    readings = _readings(terms.lexical(cell).strip()) if terms.is_literal(cell) else ()
    if number is None or factor is None or factor <= 0 or not readings:
        return ()
    with localcontext(exact_context()):
        if any(reading * factor == number for reading in readings):
            return ()
        times = "" if scale is None else f" x {terms.lexical(scale)}"
        return terms.lexical(value), f"{terms.lexical(cell).strip()}{times}"


def _decimal(text: str) -> Decimal | None:
    plain = text.endswith(_DECIMAL) and _NUMBER.fullmatch(terms.lexical(text))
    return _exact(terms.lexical(text)) if plain else None


def _readings(cell: str) -> tuple[Decimal, ...]:
    """The numbers that a cell may mean; none where there is more in it than a number."""
    digits = cell.replace("−", "-").removesuffix("%").rstrip()
    if _NUMBER.fullmatch(digits):
        return (_exact(digits),)
    if _COMMAS.fullmatch(digits):
        whole = (_exact(digits.replace(",", "")),)
        return (*whole, _exact(digits.replace(",", "."))) if digits.count(",") == 1 and "." not in digits else whole
    return ()


def _exact(digits: str) -> Decimal:
    return Decimal(digits, Context(prec=1000))


def _only(relation: Relation) -> dict[int, int]:
    """The object of each subject that has exactly one."""
    found: dict[int, int] = {}
    several = set()
    for subject, object_ in zip(relation.subjects.tolist(), relation.objects.tolist(), strict=True):
        if subject in found:
            several.add(subject)
        found[subject] = object_
    for subject in several:
        del found[subject]
    return found


def keys_and_content(table: Table) -> Iterator[Disagreement]:
    """Nodes whose IRI is made of what they say, and who say something else.

    Only IRIs under the base of this project, with keys of the form that it gives them, are judged.
    """
    base = f"<{base_iri()}"
    nodes = _Nodes(table)
    for text in table.texts:
        if not text.startswith(base):
            continue
        kind, _, key = text[len(base) : -1].partition("/")
        number = table.ids[text]
        if kind not in _CONTENT or not nodes.is_described(number):
            continue
        path, of_key = _CONTENT[kind]
        expected = of_key(nodes, number, key)
        if expected not in (None, key):
            yield Disagreement(URIRef(text[1:-1]), path, "", key, str(expected))


class _Nodes:
    """Reads what nodes say."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def is_described(self, node: int) -> bool:
        """True for a node that has a type."""
        return bool(self._table.relation(terms.TYPE).of(node))

    def texts(self, node: int, predicate: URIRef) -> list[str]:
        """The texts of the values of a property."""
        return [terms.lexical(self._table.texts[o]) for o in self._table.relation(_text(predicate)).of(node)]

    def objects(self, node: int, predicate: URIRef) -> list[int]:
        """The values of a property."""
        return self._table.relation(_text(predicate)).of(node)


def _setting(nodes: _Nodes, node: int, key: str) -> str | None:
    names, values = nodes.texts(node, SCHEMA.name), nodes.texts(node, SCHEMA.value)
    is_whole = _HASHED.fullmatch(key) and len(names) == len(values) == 1
    return setting_key(names[0], values[0]) if is_whole else None


def _config(nodes: _Nodes, node: int, key: str) -> str | None:
    settings = [
        (nodes.texts(part, SCHEMA.name), nodes.texts(part, SCHEMA.value)) for part in nodes.objects(node, LB.setting)
    ]
    is_whole = settings and all(len(names) == len(values) == 1 for names, values in settings)
    if not _HASHED.fullmatch(key) or not is_whole:
        return None
    return config_key((names[0], values[0]) for names, values in settings)


def _paper(nodes: _Nodes, node: int, key: str) -> str | None:
    found = nodes.texts(node, FABIO.hasArXivId)
    return arxiv_key(found[0]) if _ARXIV.fullmatch(key) and len(found) == 1 else None


def _result(nodes: _Nodes, node: int, key: str) -> str | None:
    found = nodes.texts(node, DCTERMS.identifier)
    is_own = is_global_id(key) and not _HASHED.fullmatch(key)  # 16 digits may be a digest of ours
    return found[0] if is_own and len(found) == 1 else None


#: For each kind of IRI: the property that its key is made of, or the most telling one, and how.
_CONTENT: Mapping[str, tuple[URIRef, Callable[[_Nodes, int, str], str | None]]] = MappingProxyType(
    {
        "setting": (SCHEMA.value, _setting),
        "config": (LB.setting, _config),
        "paper": (FABIO.hasArXivId, _paper),
        "result": (DCTERMS.identifier, _result),
    }
)


def _text(predicate: URIRef) -> str:
    return terms.of_node(predicate)
