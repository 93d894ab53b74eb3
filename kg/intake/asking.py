"""Questions at a terminal: what the proposal leaves open, with what it proposes as the default."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kg.errors import SourceError
from kg.intake.answers import Answers, known_direction, known_unit
from kg.intake.propose import Proposal
from kg.intake.tables import TableProposal
from kg.registry import Registry

Ask = Callable[[str, str | None], str | None]


def ask_all(
    proposal: Proposal, answers: Answers, ask: Ask, registry: Registry, say: Callable[[str], None] = lambda text: None
) -> Answers:
    """The answers with those that the person gave; the very same object where nothing was asked or changed.

    An answer that cannot be used is refused at its question, which is asked again.
    """
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
            if told:
                entry[name] = told  # an empty answer keeps what is proposed: that is a word, too
        if table.curated.method_inferred:
            told = ask(f"{table.title}: which method?", table.curated.method)
            if told:
                entry["method"] = told
        if len(entry) > 1:
            tables.append(entry)
            changed = True
        asked = _columns(table, _Asking(ask, say, registry))
        columns += asked
        changed = changed or bool(asked)
    return replace(answers, tables=tables, columns=columns) if changed else answers


class _Asking:
    """Asks for units and directions until the answer is one, or is empty."""

    def __init__(self, ask: Ask, say: Callable[[str], None], registry: Registry) -> None:
        self.ask, self.say, self.registry = ask, say, registry

    def __call__(self, question: str, what: str) -> str | None:
        while told := self.ask(question, None):
            try:
                if what == "unit":
                    known_unit(told, self.registry)
                elif what == "direction":
                    known_direction(told)
            except SourceError as error:
                self.say(f"kg: {error}")
            else:
                return told
        return None


def _columns(table: TableProposal, ask: _Asking) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for column in table.columns:
        if column.role != "value":
            continue
        entry: dict[str, object] = {"table": table.number, "cell": column.cell}
        name = column.name or f"column {column.cell}"
        for what, known in (("metric", column.metric), ("unit", column.unit)):
            if known is None and what not in column.stated and (told := ask(f"{name}: which {what}?", what)):
                entry[what] = told
        if column.direction is None and (told := ask(f"{name}: higher or lower is better?", "direction")):
            entry["direction"] = told
        if len(entry) > 2:
            found.append(entry)
    return found
