"""Findings about rows of a submitted file, each with the cells that it is about."""

from __future__ import annotations

from collections.abc import Sequence

from kg.checking.entries import ROW, Spot
from kg.checking.rules import SEVERITIES, rules
from kg.checking.submission.rows import Text
from kg.iris import digest
from kg.validation import Finding


class Findings:
    """Collects findings about one file, and where its cells stand."""

    def __init__(self, file: str, path: str) -> None:
        self.file, self.path = file, path
        self.found: dict[str, Finding] = {}
        self.spots: dict[str, Spot] = {}

    def add(
        self,
        rule: str,
        line: int,
        cells: Sequence[Text],
        found: str,
        expected: str,
        detail: str = "",
        *,
        severity: str | None = None,
    ) -> None:
        """One finding; ``detail`` stands for "found …, expected …" where that says too little.

        A cell that two rows share (an alias of YAML, a value beside the list) is named once.
        """
        known = rules()[rule]
        at = {self._place(cell): cell.text for cell in cells} or {self._line(line): ""}
        places = tuple(at)
        statement = known.statement.removesuffix(".")
        said = detail or f"found {found}, expected {expected}"
        key = digest("finding", self.file, rule, *places, found, expected)
        self.found[key] = Finding(
            key=key,
            rule=rule,
            severity=severity or SEVERITIES[known.level],
            shape=known.iri,
            focus=f"{ROW}{self.file}:{line}",
            path="",
            value=found,
            component=known.iri,
            message=f"{rule} {statement}; {said}.",
            places=places,
            printed=tuple(at.values()),
            remedy=known.remedy,
            found=found,
            expected=expected,
        )

    def _place(self, cell: Text) -> str:
        place = f"{self.file}:{cell.line}:{cell.cell}"
        self.spots[place] = Spot(place, cell.text, self.path, cell.line, cell.start, cell.end)
        return place

    def _line(self, line: int) -> str:
        place = f"{self.file}:{line}"
        self.spots[place] = Spot(place, "", self.path, line)
        return place
