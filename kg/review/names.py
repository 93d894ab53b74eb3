"""The methods of a graph and of the registry, with all that their spellings are compared by."""

from __future__ import annotations

from collections.abc import Iterable

from kg.iris import HASHED_KEY, name_key
from kg.model import Method
from kg.registry import Registry
from kg.review.facts import GraphFacts
from kg.review.merges import Named
from kg.terms import LB, RDFS, SKOS

_HUGGING_FACE = "https://huggingface.co/"


class Names:
    """Collects methods; ``boards`` are the keys of the leaderboards.

    Words such as "Ours" are nobody's name: they are methods of one leaderboard, and left out.
    """

    def __init__(self, facts: GraphFacts, registry: Registry | None, boards: Iterable[str]) -> None:
        self.facts = facts
        self.registry = registry
        self.boards = tuple(boards)
        self._spellings: dict[str, set[str]] = {}
        self._joined: dict[str, set[str]] = {}
        for row in registry.mappings if registry else ():
            if row.merges:
                self._spellings.setdefault(row.object_key, set()).add(row.subject_label)
                if row.subject_label != row.object_label:
                    self._joined.setdefault(row.object_key, set()).add(row.subject_label)

    def methods(self) -> list[Named]:
        """Those of the graph, then those that only the registry knows."""
        found = {}
        for iri in self.facts.of_class(LB.Method):
            key, label = self.facts.kind_key(iri)[1], self.facts.label(iri)
            if not any(key == name_key(board, label) for board in self.boards):
                found[key] = self._of_graph(iri, key, label)
        known = self.registry.methods.values() if self.registry else ()
        return [*found.values(), *(self._of_registry(method) for method in known if method.key not in found)]

    def _of_graph(self, iri: str, key: str, label: str) -> Named:
        facts = self.facts
        parts = facts.objects(iri, LB.hasComponent)
        matches = facts.objects(iri, SKOS.exactMatch)
        lineage = (LB.derivedFrom, LB.fineTunedFrom, LB.quantizedFrom)
        boards = {facts.one(result, LB.leaderboard) or "" for result in facts.subjects(LB.method, iri)}
        spellings = {*facts.objects(iri, RDFS.label), *facts.objects(iri, SKOS.altLabel)}
        return Named(
            key,
            label,
            tuple(sorted(spellings | self._spellings.get(key, set()))),
            frozenset(m.removeprefix(_HUGGING_FACE) for m in matches if m.startswith(_HUGGING_FACE)),
            facts.one(iri, LB.introducedIn),
            bool(parts) or " + " in label,
            frozenset(facts.kind_key(facts.one(p, LB.ofMethod) or "")[1] for p in parts),
            frozenset(facts.kind_key(other)[1] for link in lineage for other in facts.objects(iri, link)),
            frozenset(facts.kind_key(board)[1] for board in boards),
            frozenset(self._joined.get(key, ())),
            self.registry is not None and key in self.registry.methods and HASHED_KEY.search(key) is None,
            facts.one(iri, LB.parameterCount),
            facts.one(iri, LB.access),
            facts.one(iri, LB.methodKind),
        )

    def _of_registry(self, method: Method) -> Named:
        origin = method.introduced_in
        return Named(
            method.key,
            method.label,
            tuple(sorted({method.label, *self._spellings.get(method.key, ())})),
            frozenset(m.removeprefix(_HUGGING_FACE) for m in method.exact_match if m.startswith(_HUGGING_FACE)),
            f"{self.facts.base}paper/{origin}" if origin else None,
            bool(method.components),
            frozenset(component.method for component in method.components),
            frozenset((*method.derived_from, *method.fine_tuned_from, *method.quantized_from)),
            frozenset(),
            frozenset(self._joined.get(method.key, ())),
            HASHED_KEY.search(method.key) is None,
            str(method.parameter_count) if method.parameter_count is not None else None,
            str(LB[method.access]) if method.access else None,
            str(LB[method.kind]) if method.kind else None,
        )
