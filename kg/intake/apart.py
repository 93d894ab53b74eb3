"""Keeps tables apart that would otherwise be of one benchmark: by the headings, or the words, over them.

Results of different parts, languages or settings are never merged: where two tables of a page measure the
same of the same methods, what is printed over each of them says in what they differ.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kg.assemble.curated import CuratedColumn, Scope
from kg.intake.tables import TableProposal
from kg.normalise.names import bare_name
from kg.read.look import without_symbols
from kg.wording.splits import is_aside, meaningful, take_apart

#: More words than that are no name of a table.
_LONGEST = 10
_NUMBERED = re.compile(r"^\s*(?:table|tab\.|fig(?:ure)?\.?)\s*\d+\s*[.:]", re.IGNORECASE)


def tell_apart(tables: Sequence[TableProposal]) -> None:
    """Make the benchmarks of a page's tables different where what stands over them is."""
    _by_parents(tables)
    read = [t for t in tables if t.skip is None and t.curated is not None and t.columns]
    nearest = {table.number: _label(table) for table in read}
    marks: dict[int, dict[str, set[_Key]]] = {table.number: {} for table in read}
    for number, table in enumerate(read):
        for other in read[number + 1 :]:
            labels = nearest[table.number], nearest[other.number]
            if labels[0] == labels[1]:
                labels = _outer_labels(table, other)
            if labels[0] == labels[1] or not (_same_methods(table, other) or _are_of_other_data(table, other)):
                continue
            if shared := _measured(table) & _measured(other):
                for each, label in zip((table, other), labels, strict=True):
                    marks[each.number].setdefault(label, set()).update(shared)
    marked = {table.curated.scope for table in read if marks[table.number] and table.curated}
    for table in read:
        # Beside tables that their captions name, the one under another caption is of another part as well.
        same = table.curated is not None and table.curated.scope in marked and not marks[table.number]
        if same and (caption := _caption(table)):
            marks[table.number][caption] = _measured(table)
    # Only now: a table that was made different from one other is told from all of the others as well.
    for table in read:
        _mark(table, marks[table.number])


def _outer_labels(one: TableProposal, other: TableProposal) -> tuple[str, str]:
    """The innermost headings in which two tables under the same one differ: "French" and "German" over "WER"."""
    return next(((a, b) for a, b in zip(_outwards(one), _outwards(other), strict=False) if a != b), ("", ""))


def _outwards(proposal: TableProposal) -> list[str]:
    """The headings over a table from the inside out, without the words that name nothing."""
    return [meaningful(take_apart(heading).rest) for heading in reversed(proposal.table.headings)]


def _by_parents(tables: Sequence[TableProposal]) -> None:
    """One heading under two others ("Word Level" and "Character Level" above "Penn Treebank") is two tasks."""
    same: dict[tuple[str | None, ...], list[TableProposal]] = {}
    for proposal in tables:
        if proposal.curated is not None and proposal.skip is None and proposal.curated.scope.dataset:
            scope = proposal.curated.scope
            same.setdefault((scope.task, scope.dataset, scope.version, scope.split, scope.subset), []).append(proposal)
    for group in same.values():
        parents = {proposal.number: _parent(proposal) for proposal in group}
        if len(set(parents.values())) < 2:
            continue
        for proposal in group:
            parent = parents[proposal.number]
            if parent and proposal.curated:
                scope = proposal.curated.scope
                task = f"{scope.task}, {parent}" if scope.task else parent
                proposal.curated = replace(proposal.curated, scope=replace(scope, task=task))
                proposal.reasons.append(f"task {parent!r}: stated here (heading {parent!r})")


def _parent(proposal: TableProposal) -> str:
    """The heading above the innermost one, without the words that name nothing."""
    headings = proposal.table.headings
    dataset = proposal.curated.scope.dataset if proposal.curated else None
    outer = [text for heading in headings[:-1] if (text := meaningful(heading))]
    return "" if not outer or (dataset and dataset.casefold() in outer[-1].casefold()) else outer[-1]


def _label(proposal: TableProposal) -> str:
    """What the nearest heading, a short caption or a short line that ends with a colon calls this table."""
    if name := _line_over(proposal) or _caption(proposal):
        return name
    headings = [heading for heading in proposal.table.headings if not is_aside(heading)]
    if not headings:
        return ""
    taken = take_apart(headings[-1])
    return meaningful(taken.rest) or taken.settings.get("shots", "")


def _line_over(proposal: TableProposal) -> str:
    """What a short line over the table that ends with a colon calls it."""
    before = next((f.value for f in proposal.table.context if f.name == "before"), "")
    last = before.split("\n")[-1].strip()
    return meaningful(take_apart(last).rest) if last.endswith(":") and len(last.split()) <= 6 else ""


def _are_of_other_data(one: TableProposal, other: TableProposal) -> bool:
    """True for tables under lines with other numbers ("TREC-6:", "TREC-50:"), whatever methods they compare."""
    return all(re.search(r"\d", _line_over(table)) for table in (one, other))


def _caption(proposal: TableProposal) -> str:
    """A short caption, or what is printed on a table that can be opened; without the winners behind a dash."""
    caption = next((f.value for f in proposal.table.context if f.name == "caption"), "")
    text = _NUMBERED.sub("", without_symbols(caption)[0]).strip()
    name, dash, winners = text.rpartition(" - ")
    if dash and set(re.split(r"\s*[,&]\s*", winners.strip())) <= _methods(proposal):
        text = name
    return meaningful(take_apart(text).rest) if 0 < len(text.split()) <= _LONGEST else ""


def _methods(proposal: TableProposal) -> frozenset[str]:
    rule = proposal.curated.method if proposal.curated else None
    cell = re.match(r"\{(\d+)\}", rule or "")
    if cell is None:
        return frozenset()
    return frozenset(bare_name(row.cells[int(cell[1]) - 1].text)[0] for row in proposal.table.rows)


def _same_methods(one: TableProposal, other: TableProposal) -> bool:
    return bool(_methods(one) & _methods(other))


_Key = tuple[object, ...]


def _key(column: CuratedColumn, scope: Scope) -> _Key:
    own = column.scope.within(scope)
    return (own.task, own.dataset, own.version, own.split, own.subset, column.metric, column.measure, column.settings)


def _measured(proposal: TableProposal) -> set[_Key]:
    """What the value columns of a table measure."""
    assert proposal.curated is not None
    values = [column for column in proposal.columns if column.role == "value"]
    return {_key(column, proposal.curated.scope) for column in values}


def _without(label: str, dataset: str | None) -> str:
    """A label without the data set's name in front: "COCO panoptic" is the part "panoptic" of COCO."""
    named = dataset is not None and label.casefold().startswith(dataset.casefold())
    return label[len(dataset or "") :].strip(" ,:-–—") if named else label


def _mark(proposal: TableProposal, marks: Mapping[str, set[_Key]]) -> None:
    """Name the parts on the columns that other tables measure as well, and on those of the same data set."""
    assert proposal.curated is not None
    scope = proposal.curated.scope
    columns = []
    for column in proposal.columns:
        key = _key(column, scope)
        for label, shared in marks.items():
            own = column.scope.within(scope)
            part = _without(label, own.dataset)
            concerned = own.dataset == scope.dataset or key in shared
            if column.role == "value" and part and concerned and part not in (own.subset or ""):
                # The table's data set is named with the part, which would else stand for the column's alone.
                nested = f"{part}, {own.subset}" if own.subset else part
                column = replace(
                    column,
                    scope=replace(own, subset=nested),
                    subset=nested,
                    evidence=f"{column.evidence}; part {label!r}: stated here (over the table)",
                )
        columns.append(column)
    proposal.columns = tuple(columns)
