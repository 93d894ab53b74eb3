"""The tables of methods: names, facts with their certainty, and the parts of composites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.model import Access, Certainty, Component, Concept, Method, MethodKind, Paper, Role
from kg.normalise.identifiers import is_web_url
from kg.registry.lookup import Withheld
from kg.registry.tables import Row, unique

METHOD_COLUMNS = ("key", "label")
FACT_COLUMNS = ("method", "property", "value", "certainty", "evidence")
COMPONENT_COLUMNS = ("method", "position", "part", "role", "certainty", "role_certainty", "evidence")

#: Properties with one value -> the field of :class:`Method` and the property of the ontology.
_ONE = {
    "access": "access",
    "active_parameter_count": "activeParameterCount",
    "family": "methodFamily",
    "introduced_in": "introducedIn",
    "kind": "methodKind",
    "maker": None,
    "parameter_count": "parameterCount",
}
#: Properties with any number of values.
_MANY = {
    "derived_from": "derivedFrom",
    "fine_tuned_from": "fineTunedFrom",
    "hugging_face_id": None,
    "quantized_from": "quantizedFrom",
}
_SURENESS = list(Certainty)


@dataclass(slots=True)
class _Facts:
    """The facts of one method that are certain enough."""

    one: dict[str, Any] = field(default_factory=dict)
    many: dict[str, list[str]] = field(default_factory=dict)
    inferred: set[str] = field(default_factory=set)


def load_methods(
    names: Sequence[Row],
    facts: Sequence[Row],
    components: Sequence[Row],
    families: Mapping[str, Concept],
    papers: Mapping[str, Paper],
    withheld: list[Withheld],
) -> dict[str, Method]:
    """Methods by key, with facts and parts merged in.

    Facts less than very likely go to ``withheld``; those that are not certain are marked inferred.
    """
    unique(names, "key")
    unique(names, "label")
    keys = {row.key(): row for row in names}
    known = _facts(facts, keys, families, papers, withheld)
    parts = _components(components, keys, withheld)
    methods: dict[str, Method] = {}
    for key, row in keys.items():
        own = known.get(key, _Facts())
        many = {name: tuple(values) for name, values in own.many.items()}
        method = Method(
            key=key,
            label=row.needed("label"),
            components=parts.get(key, ()),
            derived_from=many.get("derived_from", ()),
            fine_tuned_from=many.get("fine_tuned_from", ()),
            quantized_from=many.get("quantized_from", ()),
            exact_match=tuple(f"https://huggingface.co/{name}" for name in many.get("hugging_face_id", ())),
            inferred=tuple(sorted(own.inferred)),
            **own.one,
        )
        if method.components and method.kind is not MethodKind.COMPOSITE:
            row.fail("key", "a method with parts is a composite", "add the fact kind = Composite")
        if (
            method.active_parameter_count is not None
            and method.parameter_count is not None
            and method.active_parameter_count > method.parameter_count
        ):
            row.fail("key", "more parameters are active than there are", "mend parameter_count")
        methods[key] = method
    for row in components:
        _no_cycle(row, methods)
    return methods


def _facts(
    rows: Sequence[Row],
    keys: Mapping[str, Row],
    families: Mapping[str, Concept],
    papers: Mapping[str, Paper],
    withheld: list[Withheld],
) -> dict[str, _Facts]:
    unique(rows, "value", lambda row: " / ".join(row.cells[name] for name in ("method", "property", "value")))
    found: dict[str, _Facts] = {}
    for row in rows:
        method, name, text = row.needed("method"), row.needed("property"), row.needed("value")
        row.known("method", method, keys, "methods.tsv")
        if name not in _ONE and name not in _MANY:
            row.fail("property", f"{name!r} is unknown", f"use one of {', '.join(sorted({*_ONE, *_MANY}))}")
        value = _value(row, name, keys, families, papers)
        certainty, evidence = row.certainty(), row.needed("evidence")
        if not certainty.is_publishable:
            withheld.append(Withheld(f"method {method}", name, text, certainty, evidence, row.place))
            continue
        own = found.setdefault(method, _Facts())
        if name in _MANY:
            own.many.setdefault(name, []).append(text)
        elif name in own.one:
            row.fail("value", f"{method!r} has another {name} already", "keep one of the two")
        else:
            own.one[name] = value
        term = _ONE.get(name) or _MANY.get(name)
        if term and certainty is not Certainty.CERTAIN:
            own.inferred.add(term)
    return found


def _value(
    row: Row, name: str, keys: Mapping[str, Row], families: Mapping[str, Concept], papers: Mapping[str, Paper]
) -> object:
    text = row.needed("value")
    if name in ("parameter_count", "active_parameter_count"):
        return row.count("value")
    if name == "access":
        return row.one_of("value", Access)
    if name == "kind":
        return row.one_of("value", MethodKind)
    if name == "family":
        row.known("value", text, families, "method-families.tsv")
    elif name == "introduced_in":
        row.known("value", text, papers, "papers.tsv")
    elif name in ("derived_from", "fine_tuned_from", "quantized_from"):
        row.known("value", text, keys, "methods.tsv")
        if text == row.cells["method"]:
            row.fail("value", "a method does not come from itself", "name another method")
    elif name == "hugging_face_id" and (text.count("/") != 1 or not is_web_url(f"https://huggingface.co/{text}")):
        row.fail("value", f"{text!r} is no Hugging Face id", "write owner/name")
    return text


def _components(
    rows: Sequence[Row], keys: Mapping[str, Row], withheld: list[Withheld]
) -> dict[str, tuple[Component, ...]]:
    unique(rows, "position", lambda row: f"{row.cells['method']} / {row.cells['position']}")
    found: dict[str, dict[int, Component]] = {}
    for row in rows:
        method, part, position = row.needed("method"), row.needed("part"), row.count("position")
        row.known("method", method, keys, "methods.tsv")
        row.known("part", part, keys, "methods.tsv")
        role, evidence = row.one_of("role", Role), row.needed("evidence")
        membership, of_role = row.certainty(), row.certainty("role_certainty")
        if position is None:
            row.fail("position", "the cell is empty", "number the parts from 1")
        if not membership.is_publishable:
            withheld.append(Withheld(f"method {method}", "component", part, membership, evidence, row.place))
            continue
        found.setdefault(method, {})[position] = Component(
            key=f"{method}-{position}",
            method=part,
            role=role,
            certainty=max(membership, of_role, key=_SURENESS.index),
            evidence=evidence,
            inferred=() if of_role is Certainty.CERTAIN else ("role",),
        )
    return {method: tuple(parts[n] for n in sorted(parts)) for method, parts in found.items()}


def _no_cycle(row: Row, methods: Mapping[str, Method]) -> None:
    start = row.cells["method"]
    waiting, seen = [row.cells["part"]], set[str]()
    while waiting:
        key = waiting.pop()
        if key == start:
            row.fail("part", f"{start!r} is a part of itself", "name another method")
        if key not in seen:
            seen.add(key)
            waiting += [component.method for component in methods[key].components]
