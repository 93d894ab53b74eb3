"""Where a finding about a column rests on a person's word: the line of its [[columns]] entry in ``source.toml``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rdflib import URIRef
from rdflib.term import Node

from kg.assemble.curated import CuratedColumn
from kg.checking.entries import Spot
from kg.checking.ground import Ground
from kg.errors import SourceError
from kg.pipeline.inputs import SourceInput
from kg.terms import LB, RDF
from kg.validation import Finding
from kg.validation.report import curie

#: What is found of a column or of a result, and the key of the entry that says it.
_KEYS = {
    curie(LB.declaredUnit): "unit",
    curie(LB.unit): "unit",
    curie(LB.declaredDirection): "direction",
    curie(LB.ofMetric): "metric",
    curie(LB.scale): "scale",
}
#: What is found of a source, and the key at the top of ``source.toml`` that says it.
_SOURCE_KEYS = {curie(LB.retrieved): "retrieved"}
#: The same for rules over a column as a whole.
_RULES = {"R16.14": "unit"}


class Declared:
    """Finds the entry that a finding rests on."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._boards = [(f"{ground.base}declaration/{key}-", key, source, file) for key, source, file in ground.boards]

    def spot(self, finding: Finding) -> Spot | None:
        """The line of the entry, with what stands there; None where no person described the column."""
        if finding.path in _SOURCE_KEYS:
            return self._of_source(finding.focus, _SOURCE_KEYS[finding.path])
        for declaration in self._declarations(URIRef(finding.focus), finding.path):
            found = self._entry(declaration)
            if found is None:
                continue
            input_, number, entry = found
            key = _KEYS.get(finding.path) or _RULES.get(finding.rule, "")
            if finding.path not in _KEYS and entry.scale is not None:
                key = "scale"  # what multiplies every cell is the first thing to look at
            value = getattr(entry, key, None) if key else None
            way = ("columns", number, key) if value is not None else ("columns", number)
            place = input_.curation.spot(input_.file, *way)
            return Spot(str(place), f'{key} = "{value}"' if value is not None else "")
        return None

    def _of_source(self, node: str, key: str) -> Spot | None:
        """The line of a key at the top, which a source has from no other place."""
        files = [file for _, _, source, file in self._boards if node == f"{self._ground.base}source/{source}"]
        input_ = self._by_file.get(files[0]) if files else None
        value = getattr(input_.curation, key, None) if input_ else None
        if input_ is None or value is None:
            return None
        return Spot(str(input_.curation.spot(input_.file, key)), f'{key} = "{value}"')

    def _declarations(self, focus: URIRef, path: str) -> Iterator[Node]:
        """The column that a finding is about: itself, one that carries the flag, or that of a result."""
        carriers = [focus, *self._ground.view.subjects(LB.flag, focus)]
        yield from (node for node in carriers if (node, RDF.type, LB.MetricDeclaration) in self._ground.view)
        of_results = {column for node in carriers for column in self._ground.view.objects(node, LB.declaration)}
        for column in sorted(of_results, key=str):
            if path in _KEYS or (column, LB.scale, None) in self._ground.view:
                yield column

    def _entry(self, declaration: Node) -> tuple[SourceInput, int, CuratedColumn] | None:
        """The entry of a column, with the source that it is of and its number there."""
        of_board = [board for board in self._boards if str(declaration).startswith(board[0])]
        if not of_board:
            return None
        _, key, source, file = max(of_board, key=lambda board: len(board[0]))
        input_ = self._by_file.get(file)
        columns = input_.curation.columns if input_ else ()
        number = str(self._ground.view.value(declaration, LB.columnNumber) or "")
        name = str(self._ground.view.value(declaration, LB.columnName) or "")
        mine = [
            (at, entry)
            for at, entry in enumerate(columns, 1)
            if key in (source, f"{source}-{entry.table}")
            and (entry.table is None or key != source or len(of_board) == 1)
        ]
        by_number = [(at, entry) for at, entry in mine if number and str(entry.number) == number]
        by_name = [(at, entry) for at, entry in mine if entry.number is None and name and entry.name == name]
        found = by_number or by_name
        return (input_, *found[0]) if input_ and len(found) == 1 else None

    @cached_property
    def _by_file(self) -> dict[str, SourceInput]:
        try:
            return {found.file: found for found in self._ground.inputs()}
        except SourceError:
            return {}  # pages without a source.toml: no person described anything
