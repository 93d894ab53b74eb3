"""Questions at a terminal: what the proposal leaves open, with what it proposes as the default."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kg.intake.answers import Answers
from kg.intake.propose import Proposal
from kg.intake.tables import TableProposal

Ask = Callable[[str, str | None], str | None]


def ask_all(proposal: Proposal, answers: Answers, ask: Ask) -> Answers:
    """The answers with those that the person gave; the very same object where nothing was asked or changed."""
    tables = list(answers.tables)
    columns = list(answers.columns)
    changed = False
    for table in proposal.read:
        if table.curated is None or not table.doubts:
            continue
        scope = table.curated.scope
        entry: dict[str, object] = {"number": table.number}
        for name in ("dataset", "split"):
            if name in answers.scope:
                continue
            proposed = getattr(scope, name)
            told = ask(f"{table.title}: which {'data set' if name == 'dataset' else name}?", proposed)
            if told and told != proposed:
                entry[name] = told
        if table.curated.method_inferred:
            told = ask(f"{table.title}: which method?", table.curated.method)
            if told and told != table.curated.method:
                entry["method"] = told
        if len(entry) > 1:
            tables.append(entry)
            changed = True
        asked = _columns(table, ask)
        columns += asked
        changed = changed or bool(asked)
    return replace(answers, tables=tables, columns=columns) if changed else answers


def _columns(table: TableProposal, ask: Ask) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for column in table.columns:
        if column.role != "value":
            continue
        entry: dict[str, object] = {"table": table.number, "cell": column.cell}
        name = column.name or f"column {column.cell}"
        for what, known in (("metric", column.metric), ("unit", column.unit)):
            if known is None and what not in column.stated and (told := ask(f"{name}: which {what}?", None)):
                entry[what] = told
        if column.direction is None and (told := ask(f"{name}: higher or lower is better?", None)):
            entry["direction"] = told
        if len(entry) > 2:
            found.append(entry)
    return found
