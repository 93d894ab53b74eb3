"""Answers that meet nothing in the file: a slip of the pen must not pass for an answer."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kg.errors import SourceError
from kg.intake.propose import Proposal
from kg.intake.told import Answers
from kg.registry.near import did_you_mean


@dataclass(slots=True)
class Used:
    """Which answers met a table or a column, by their place in the lists; ``general`` are those for all, by name."""

    tables: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)
    general: set[str] = field(default_factory=set)


def refuse_unused(proposal: Proposal, answers: Answers, used: Used, tables: int) -> None:
    """Raise SourceError where an answer is about a table or a column that the file does not have.

    A column of a table that is left out may be named: that it is left out is told anyway.
    """
    for number, entry in enumerate(answers.tables):
        if number not in used.tables:
            name = entry.get("number", entry.get("key"))
            raise SourceError(f"there is no table {name!r}; the file has {tables}, and --check lists them")
    for name, text in (("unit", answers.unit), ("metric", answers.metric), ("direction", answers.direction)):
        if text and name not in used.general and proposal.read:
            raise SourceError(f"{name} {text!r} meets no column: each column that is read says its {name} itself")
    for name, text in (*answers.scope.items(), ("method", answers.method)):
        if text and name not in used.general and proposal.read:
            raise SourceError(
                f"{name} {text!r} meets no table: the file says it of each table that is read; a [[tables]] entry of "
                "--answers says otherwise for one"
            )
    left_out = {column.name for table in proposal.tables if table.skip for column in table.table.columns}
    read = {column.name for table in proposal.read for column in table.columns if column.name}
    for number, entry in enumerate(answers.columns):
        name = str(entry.get("name", entry.get("cell")))
        if number in used.columns or (name in left_out and not proposal.read):
            continue
        hint = did_you_mean(name, (read | left_out) - {name})
        if not hint and name in left_out:
            hint = "; the table that has it is left out: take it with --table"
        raise SourceError(f"there is no column {name!r} in the tables that are read{hint}")


def unmet_signs(proposal: Proposal, answers: Answers, used: Used) -> list[str]:
    """What is told of marks and commas that no cell prints: no fault, for the next issue of the file may print them.

    Of a file that is read in parts it is not known.
    """
    if not proposal.read or proposal.page.more:
        return []
    marks = [mark for mark in answers.missing if mark not in used.general]
    told = [f"no cell prints {mark!r}, which is told as a mark for no result" for mark in marks]
    cells = (c.text for t in proposal.read for row in t.table.rows for c in row.cells)
    if answers.decimal == "comma" and not any(re.search(r"\d,\d", text) for text in cells):
        told.append("no cell prints a comma between digits, which is told as a decimal one")
    return told
