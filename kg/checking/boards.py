"""Where findings about a leaderboard, a column, a source or a flag stand: on their page, in the line that states it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from rdflib import URIRef

from kg.checking.entries import Spot
from kg.checking.ground import Ground
from kg.errors import SourceError
from kg.pipeline.inputs import SourceInput
from kg.read import read_page
from kg.read.cells import Page
from kg.terms import DCTERMS, LB
from kg.validation import Finding
from kg.validation.report import curie

#: What a leaderboard is said to have, and the fact of its page that says so.
_FACTS = {
    curie(LB.resultsLoaded): "results-loaded",
    curie(LB.resultsStated): "results-stated",
    curie(LB.coverageStatement): "coverage",
    curie(LB.coverageSummary): "coverage",
    curie(DCTERMS.modified): "updated",
    curie(LB.columnName): "metric",
}


class Boards:
    """Finds the spot of what is found about no cell."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._files: dict[str, str] = {}
        self._columns: list[tuple[str, str]] = []
        for leaderboard, source, file in ground.boards:
            self._files[f"{ground.base}leaderboard/{leaderboard}"] = file
            self._files[f"{ground.base}source/{source}"] = file
            self._columns.append((f"{ground.base}declaration/{leaderboard}-", file))

    def spot(self, finding: Finding) -> Spot | None:
        """The line of the page that states what was found, else the page; None for a node of no page."""
        flag = URIRef(finding.focus)
        carrier = next((str(node) for node in self._ground.view.subjects(LB.flag, flag)), finding.focus)
        paths = [curie(str(path)) for path in self._ground.view.objects(flag, LB.onProperty)] or [finding.path]
        file = self._file(carrier)
        if file is None:
            return None
        names = {_FACTS[path] for path in paths if path in _FACTS}
        facts = self._pages[file].facts if names and file in self._pages else ()
        fact = next((fact for fact in facts if fact.name in names), None)
        if fact is None:
            return Spot(file, "")
        column = "" if fact.column is None else f":{fact.column}"
        return Spot(f"{file}:{fact.line}{column}", fact.value)

    def _file(self, node: str) -> str | None:
        of_column = (file for start, file in self._columns if node.startswith(start))
        return self._files.get(node) or next(of_column, None)

    @cached_property
    def _pages(self) -> dict[str, Page]:
        return dict(_read(self._ground.inputs()))


def _read(inputs: Iterable[SourceInput]) -> Iterable[tuple[str, Page]]:
    """The pages that can be read, by the name that places give them."""
    for found in inputs:
        known = found.curation
        try:
            page = read_page(found.data, found.file, known.format, keys=known.setting_keys, encoding=known.encoding)
        except SourceError:
            continue
        yield found.file, page
