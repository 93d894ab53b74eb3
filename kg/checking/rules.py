"""The rules by their numbers: what each asks for and what mends it, as the shapes say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from rdflib import Graph, Literal, URIRef
from rdflib.term import Node

from kg.resources import shapes_folder
from kg.terms import LBSH, RDFS, SH

#: Severity of a finding -> its level in SARIF and elsewhere.
LEVELS = MappingProxyType({"Violation": "error", "Warning": "warning", "Info": "note"})
#: And back.
SEVERITIES = MappingProxyType({level: severity for severity, level in LEVELS.items()})

#: Rules that are checked by code: what states them has a label with their number.
_UNSHAPED = (
    LBSH.Vocabulary,
    LBSH.FocusNodes,
    LBSH.KeyOfContent,
    LBSH.ValueOfCell,
    LBSH.RegistryAgrees,
    LBSH.DateIsPast,
    LBSH.SpellingKnown,
)

_PLACEHOLDER = re.compile(r":? ?\{\?.*$|, found \{\?.*$")


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule. ``iri`` names the shape (or the node) that states it."""

    number: str
    iri: str
    statement: str
    remedy: str
    level: str
    profile: str

    @property
    def order(self) -> tuple[object, ...]:
        """Sort key: as people count."""
        return (self.number[:1], tuple(int(digits) for digits in re.findall("[0-9]+", self.number)))


@lru_cache(maxsize=1)
def rules() -> Mapping[str, Rule]:
    """All rules of the shapes by number, in order: data, advice, vocabulary, descriptions, submissions."""
    graph = Graph()
    for file in sorted(shapes_folder().glob("*.ttl")):
        graph.parse(file, format="turtle")
    found = [_rule(graph, shape, str(message)) for shape, message in graph.subject_objects(SH.message)]
    found += [
        _unshaped(node, str(label).partition(" ")[0], str(graph.value(node, RDFS.comment)))
        for node, label in graph.subject_objects(RDFS.label)
        if node in _UNSHAPED
    ]
    return MappingProxyType({rule.number: rule for rule in sorted(found, key=lambda rule: rule.order)})


def _unshaped(node: Node, number: str, statement: str) -> Rule:
    """A rule that is checked by code; its findings bring their remedies along."""
    level, profile = ("warning", "advice") if number.startswith("A") else ("error", "core")
    return Rule(number, str(node), statement, "", level, profile)


def _rule(graph: Graph, node: Node, message: str) -> Rule:
    """A query carries the message of the shape that it belongs to."""
    shape = graph.value(None, SH.sparql, node) or node
    statement, _, remedy = message.partition(" Remedy: ")
    number, _, statement = statement.partition(" ")
    severity = graph.value(shape, SH.severity)
    profile = graph.value(shape, LBSH.profile)
    name = severity.removeprefix(str(SH)) if isinstance(severity, URIRef) else "Violation"
    return Rule(
        number=number,
        iri=str(shape),
        statement=_PLACEHOLDER.sub(".", statement).removesuffix("..") if "{?" in statement else statement,
        remedy=remedy,
        level=LEVELS.get(name, "error"),
        profile=profile.removeprefix(str(LBSH)) if isinstance(profile, URIRef | Literal) else "core",
    )
