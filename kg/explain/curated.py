"""What people wrote down: the registry's rows, the build report's guesses, the ontology's words."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import pyoxigraph as ox

from kg.registry import Mapping, Registry, load_registry
from kg.registry.load import TABLES
from kg.registry.tables import Row, read_table
from kg.review import Facts
from kg.review.lists import CERTAINTIES, entry_place
from kg.store import REGISTRY_FOLDER
from kg.terms import RDFS, SKOS

#: Kind of a data IRI -> the registry table with its row.
_TABLE_OF = {
    "benchmark": "benchmarks.tsv",
    "dataset": "datasets.tsv",
    "domain": "domains.tsv",
    "family": "benchmark-families.tsv",
    "method-family": "method-families.tsv",
    "metric": "metrics.tsv",
    "paper": "papers.tsv",
    "task": "tasks.tsv",
}

#: Property of a method in method-facts.tsv -> its name in the graph, where that is another one.
FACT_NAMES = {
    "active_parameter_count": "activeParameterCount",
    "derived_from": "derivedFrom",
    "family": "methodFamily",
    "fine_tuned_from": "fineTunedFrom",
    "introduced_in": "introducedIn",
    "kind": "methodKind",
    "parameter_count": "parameterCount",
    "quantized_from": "quantizedFrom",
}

ABSENT = "the registry is not in this build"


class Curated:
    """The registry that a version was built with; without it, less is told."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        folder = facts.version.path / REGISTRY_FOLDER
        self.folder = folder if folder.is_dir() else None

    @cached_property
    def registry(self) -> Registry | None:
        """The registry in memory."""
        return load_registry(self.folder) if self.folder else None

    @property
    def mappings(self) -> tuple[Mapping, ...]:
        """The rows of the table of spellings."""
        return self.registry.mappings if self.registry else ()

    def mapping_of(self, spelling: str) -> Mapping | None:
        """The row that says which method a spelling means."""
        return next((row for row in self.mappings if row.merges and row.subject_label == spelling), None)

    def facts_of(self, method: str) -> list[tuple[str, str, str, str, str]]:
        """What is recorded of a method (key) and sure enough: name, value, certainty, evidence, place."""
        rows = [r for r in self._rows("method-facts.tsv") if r.cells["method"] == method]
        sure = [row for row in rows if row.certainty().is_publishable]
        return [(row.cells["property"], row.cells["value"], *_evidence(row)) for row in sure]

    def row(self, kind: str, key: str) -> tuple[str, str, str] | None:
        """Certainty, evidence and place of the row that a thing was made from."""
        table = _TABLE_OF.get(kind)
        row = next((r for r in self._rows(table) if r.cells["key"] == key), None) if table else None
        return _evidence(row) if row else None

    def guesses(self, leaderboard: str, column: int | None, evidence: str | None = None) -> list[dict[str, str]]:
        """The facts filled in for one column: property, value, certainty, evidence, place.

        ``column`` is the cell number; metrics without a column (None) are told apart by ``evidence``.
        """
        boards = self.facts.version.report.get("leaderboards", [])
        entries = [e for board in boards if board["leaderboard"] == leaderboard for e in board["guesses"]]
        found = [guess(entry) for entry in entries if entry["column"] == column]
        return found if column is not None else [entry for entry in found if entry["evidence"] == evidence]

    def _rows(self, table: str | None) -> list[Row]:
        if self.folder is None or table is None:
            return []
        if table not in self._tables:
            self._tables[table] = list(read_table(self.folder / table, TABLES[table]))
        return self._tables[table]

    @cached_property
    def _tables(self) -> dict[str, list[Row]]:
        return {}

    @cached_property
    def words(self) -> dict[str, tuple[str, str, str]]:
        """Label, definition and example of every term of the ontology in the version."""
        path = self.facts.version.path / "ontology" / "leaderboard.ttl"
        words: dict[str, list[str]] = {}
        if not path.is_file():
            return {}
        places = {str(RDFS.label): 0, str(SKOS.definition): 1, str(SKOS.example): 2}
        for quad in ox.parse(path.read_bytes(), ox.RdfFormat.TURTLE):
            if quad.predicate.value in places and isinstance(quad.subject, ox.NamedNode):
                entry = words.setdefault(quad.subject.value, ["", "", ""])
                entry[places[quad.predicate.value]] = str(getattr(quad.object, "value", ""))
        return {iri: (label, definition, example) for iri, (label, definition, example) in words.items()}

    def word(self, iri: str | None) -> str:
        """The label of a term, in lower case but for names."""
        if not iri:
            return "not known"
        label = self.words.get(iri, ("", "", ""))[0]
        return label.lower() if label else self.facts.curie(iri)

    def definition(self, iri: str | None) -> str:
        """The definition of a term."""
        return self.words.get(iri or "", ("", "", ""))[1]


def guess(entry: dict[str, Any]) -> dict[str, str]:
    """An entry of the build report about a fact that was filled in."""
    origin, _, evidence = str(entry["from"]).partition(": ")
    return {
        "property": str(entry["property"]),
        "value": str(entry["value"]),
        "certainty": CERTAINTIES.get(str(entry["certainty"]), str(entry["certainty"])),
        "evidence": evidence or f"its row in {origin}",
        "from": origin,
        "place": entry_place(entry),
    }


def _evidence(row: Row) -> tuple[str, str, str]:
    return row.cells["certainty"], row.cells["evidence"], f"{REGISTRY_FOLDER}/{row.place}"
