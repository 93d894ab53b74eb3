"""A proposal as a ``source.toml``: what the page states, what was inferred, and what a person must look at."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from kg.assemble.curated import SCOPE, CuratedColumn, CuratedTable, Scope
from kg.intake.propose import Proposal
from kg.intake.tables import TableProposal
from kg.model import Certainty

_CERTAINTY = {
    Certainty.CERTAIN: "certain",
    Certainty.VERY_LIKELY: "very likely",
    Certainty.INFERRED: "inferred",
    Certainty.FROM_MEMORY: "from memory",
}


def write_toml(proposal: Proposal, why: str) -> str:
    """The text of the file; :func:`kg.assemble.curation.parse_curation` reads it back."""
    lines = list(_head(proposal, why))
    by_key = {p.key: p for p in proposal.read}
    columns: dict[str | None, list[CuratedColumn]] = {}
    for column in proposal.curation.columns:
        columns.setdefault(column.table, []).append(column)
    for table in proposal.curation.tables:
        lines += ["", *_table(table, by_key.get(table.key))]
        for column in columns.get(table.key, ()):
            lines += ["", *_column(column)]
    return "\n".join(lines) + "\n"


def _head(proposal: Proposal, why: str) -> Iterator[str]:
    curation = proposal.curation
    yield f"# Proposed by kg import: {_comment(why)}."
    yield '# "stated here" names where the file says it; what was inferred is marked so in the graph as well.'
    if any(table.doubts for table in proposal.read) or proposal.doubts:
        yield '# Lines that begin with "# UNSURE" are questions for you: mend the entry below them.'
    for doubt in proposal.doubts:
        yield f"# UNSURE: {_comment(doubt.text)}"
    yield f"file = {_text(curation.file)}"
    yield f"format = {_text(curation.format or '')}"
    if curation.sha256:
        yield f"sha256 = {_text(curation.sha256)}"
    for name in ("title", "url", "retrieved", "updated", "licence", "encoding"):
        if value := getattr(curation, name):
            yield f"{name} = {_text(value)}"
    if curation.infer:
        yield "# Units and directions that the file does not state are inferred by rule, and marked so."
        yield "infer = true"
    for table in proposal.tables:
        if table.skip is not None:
            yield f"# table {table.number} (line {table.table.line}) is left out: {_comment(table.skip)}"


def _table(table: CuratedTable, found: TableProposal | None) -> Iterator[str]:
    yield "[[tables]]"
    for doubt in found.doubts if found else ():
        yield f"# UNSURE: {_comment(doubt.text)}"
    if found and found.left_out:
        rows = "; ".join(f"line {line} {name!r}" for line, name, _ in found.left_out)
        yield f"# Rows that sum up others are no methods and are left out: {_comment(rows)}"
    if table.number is not None:
        yield f"number = {table.number}"
    if table.heading is not None:
        yield f"heading = {_text(table.heading)}"
    yield f"key = {_text(table.key)}"
    if table.label:
        yield f"label = {_text(table.label)}"
    if table.skip:
        yield f"skip = {_text(table.skip)}"
    if table.methods != "rows":
        yield f"methods = {_text(table.methods)}"
    if table.labels != (1,):
        yield f"labels = {list(table.labels)}"
    if table.carry:
        yield f"carry = {list(table.carry)}"
    if table.method is not None:
        yield f"method = {_text(table.method)}"
    yield from _scope(table.scope)
    if table.decimal_comma:
        yield 'decimal = "comma"'
    if table.brackets:
        yield f'brackets = "{table.brackets}"'
    if table.missing:
        yield f"missing = {_list(table.missing)}"
    if table.skip_rows:
        yield f"skip_rows = {_list(table.skip_rows)}"
    if table.uncertainty is not None:
        yield f"uncertainty = {_text(table.uncertainty.value)}"
    if table.level is not None:
        yield f"level = {_text(str(table.level))}"
    if table.runs is not None:
        yield f"runs = {table.runs}"
    inferred = [*table.scope.inferred, *(["method"] if table.method_inferred else [])]
    if inferred:
        yield f"inferred = {_list(inferred)}"
    if table.evidence:
        yield f"evidence = {_text(table.evidence)}"


def _scope(scope: Scope) -> Iterator[str]:
    for name in SCOPE:
        if value := getattr(scope, name):
            yield f"{name} = {_text(value)}"


def _column(column: CuratedColumn) -> Iterator[str]:
    yield "[[columns]]"
    yield f"table = {_text(column.table or '')}"
    if column.cell is not None:
        yield f"cell = {column.cell}"
    if column.part is not None:
        yield f"part = {column.part}"
    if column.name:
        yield f"name = {_text(column.name)}"
    if column.role:
        yield f"role = {_text(column.role)}"
    if column.of is not None:
        yield f"of = {column.of}"
    if column.role != "value":
        if column.scope.inferred:
            yield f"inferred = {_list(column.scope.inferred)}"
            yield f"evidence = {_text(column.evidence)}"
        return
    if column.metric:
        yield f"metric = {_text(column.metric)}"
    if column.measure:
        yield f"measure = {_text(column.measure)}"
    yield from _scope(column.scope)
    if column.unit:
        yield f"unit = {_text(column.unit)}"
    if column.direction is not None:
        yield f"direction = {_text(column.direction.value)}"
    if column.scale is not None:
        yield f"scale = {_text(str(column.scale))}"
    if column.items is not None:
        yield f"items = {column.items}"
    if column.uncertainty is not None:
        yield f"uncertainty = {_text(column.uncertainty.value)}"
    if column.settings:
        pairs = ", ".join(f"{_text(name)} = {_text(value)}" for name, value in column.settings)
        yield f"settings = {{ {pairs} }}"
    if column.stated:
        yield f"stated = {_list(column.stated)}"
    if column.scope.inferred:
        yield f"inferred = {_list(column.scope.inferred)}"
    yield f"evidence = {_text(column.evidence or 'the column holds numbers')}"
    yield f"certainty = {_text(_CERTAINTY[column.certainty])}"


def _text(value: str) -> str:
    """A TOML basic string: JSON's escapes are a part of TOML's, but for the control character DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _list(values: Iterable[str]) -> str:
    return "[" + ", ".join(_text(value) for value in values) + "]"


def _comment(text: str) -> str:
    """Text on one line, without signs that a comment cannot hold."""
    return "".join(c if c >= " " and c != "\x7f" else " " for c in text)
