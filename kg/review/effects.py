"""What a decision on a spelling changes in the answers: both graphs are made, in memory, and asked.

Nothing is written. A method that is joined with another has another IRI and label afterwards; rows
that differ in nothing else are not counted as changed.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.collect import Collection, collect
from kg.errors import KgError
from kg.graph import GraphWriter
from kg.iris import Iris
from kg.model import FlagKind
from kg.pipeline.inputs import find_sources
from kg.pipeline.road import assemble_source
from kg.query import Question, Table, bind, questions, run
from kg.query.tables import shortened
from kg.registry import Registry, load_registry
from kg.review.decisions import Action, Decision, Known
from kg.store import memory_store

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionEffect:
    """What changes in the answer to one question; ``about`` tells a parameter that was set.

    ``why_not`` says why the question was not answered, where it was not.
    """

    number: str
    slug: str
    about: str = ""
    before: int = 0
    after: int = 0
    added: tuple[Cells, ...] = ()
    removed: tuple[Cells, ...] = ()
    methods_added: tuple[str, ...] = ()
    methods_removed: tuple[str, ...] = ()
    why_not: str = ""

    @property
    def is_changed(self) -> bool:
        """True when a row was added or removed."""
        return bool(self.added or self.removed)

    def said(self) -> str:
        """The effect in one line."""
        name = f"{self.number} {self.slug}{f' ({self.about})' if self.about else ''}"
        if self.why_not:
            return f"{name}: not answered: {self.why_not}"
        told = [f"adds {_counted(self.methods_added)}"] if self.methods_added else []
        told += [f"removes {_counted(self.methods_removed)}"] if self.methods_removed else []
        told += [f"adds {_rows(len(self.added))}"] if self.added else []
        told += [f"removes {_rows(len(self.removed))}"] if self.removed else []
        return f"{name}: {'; '.join(told) or 'no change'} ({self.before} -> {self.after} rows)"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a decision changes: numbers of methods and of values in conflict, and every answer."""

    decision: Decision
    results: int = 0
    methods: tuple[int, int] = (0, 0)
    conflicts: tuple[int, int] = (0, 0)
    questions: tuple[QuestionEffect, ...] = ()


def effect_of(decision: Decision, sources: Sequence[Path], base: str) -> Effect:
    """The effect of a decision on the graph of some sources; raises KgError where it cannot be written."""
    registries = [load_registry(decision.path.parent), _registry_after(decision)]
    if not decision.changes_the_graph:
        return Effect(decision)
    inputs = find_sources(sources)
    before, after = (collect([assemble_source(each, known) for each in inputs], known) for known in registries)
    row = decision.row
    results = sum(r.printed_method == row.subject_label for rows in after.results.values() for r in rows)
    counts = [(_methods(each), _conflicts(each)) for each in (before, after)]
    methods, conflicts = zip(*counts, strict=True)
    # The joined graph has the target's name where the other one has the spelling's own.
    joined, apart = (before, after) if decision.action is Action.UNDO else (after, before)
    names = _names(apart, joined, row.subject_label, base)
    asked = _asked(questions(), Iris(base)("method", row.object_key), base)
    answers = [_answers(each, asked, base) for each in (before, after)]
    found = [
        _compared(question, about, first, second, names, base)
        for (question, about, _), first, second in zip(asked, *answers, strict=True)
    ]
    return Effect(decision, results, (methods[0], methods[1]), (conflicts[0], conflicts[1]), tuple(found))


def known_of(registry: Registry, sources: Sequence[Path]) -> Known:
    """The names that the pages of some sources print, beside the registry's."""
    collection = collect([assemble_source(each, registry) for each in find_sources(sources)], registry)
    printed = {r.printed_method: r.method for rows in collection.results.values() for r in rows}
    return Known(registry, printed, {key: method.label for key, method in collection.nodes.methods.items()})


def _registry_after(decision: Decision) -> Registry:
    """The registry as it will be; it is checked as a whole."""
    with tempfile.TemporaryDirectory() as folder:
        for path in decision.path.parent.glob("*.tsv"):
            shutil.copyfile(path, Path(folder) / path.name)
        (Path(folder) / decision.path.name).write_bytes(decision.after)
        return load_registry(Path(folder))


def _methods(collection: Collection) -> int:
    return len({r.method for rows in collection.results.values() for r in rows})


def _conflicts(collection: Collection) -> int:
    flags = (flag for found in collection.flags.values() for flag in found)
    return sum(flag.kind is FlagKind.DECLARATION_CONFLICT and flag.on_property == "value" for flag in flags)


def _names(apart: Collection, joined: Collection, spelling: str, base: str) -> dict[str, str]:
    """IRI and label of the spelling's own method -> those of the method that it means."""
    iris = Iris(base)
    keys = [
        next((r.method for rows in each.results.values() for r in rows if r.printed_method == spelling), None)
        for each in (apart, joined)
    ]
    if keys[0] is None or keys[1] is None:
        return {}
    return {
        iris("method", keys[0]): iris("method", keys[1]),
        apart.nodes.methods[keys[0]].label: joined.nodes.methods[keys[1]].label,
    }


def _asked(known: Iterable[Question], method: str, base: str) -> list[tuple[Question, str, str]]:
    """Every question as it stands, and where it asks of a method, with this one: question, what was set, query."""
    asked = []
    for question in known:
        asked.append((question, "", bind(question, {}, base=base)))
        wanted = (p for p in question.parameters if p.type == "iri" and "/method/" in p.default)
        if (parameter := next(wanted, None)) is not None:
            query = bind(question, {parameter.name: method}, base=base)
            asked.append((question, f"{parameter.name}={method.rpartition('/')[2]}", query))
    return asked


def _answers(
    collection: Collection, asked: Iterable[tuple[Question, str, str]], base: str
) -> list[tuple[list[Cells], frozenset[str]] | str]:
    """Rows and methods of every answer, or why there is none."""
    store = memory_store("".join(GraphWriter(collection, base).lines()).encode())
    prefix = Iris(base)("method", "x")[:-1]
    answers: list[tuple[list[Cells], frozenset[str]] | str] = []
    for _, _, query in asked:
        try:
            answer = run(store, query)
        except KgError as error:
            answers.append(str(error))
            continue
        if not isinstance(answer, Table):
            answers.append("its answer is no table")
            continue
        rows = [tuple(shortened(term, {}) for term in row) for row in answer.rows]
        methods = {cell[1:-1] for row in rows for cell in row if cell.startswith(f"<{prefix}")}
        answers.append((rows, frozenset(methods)))
    return answers


def _compared(
    question: Question,
    about: str,
    first: tuple[list[Cells], frozenset[str]] | str,
    second: tuple[list[Cells], frozenset[str]] | str,
    names: dict[str, str],
    base: str,
) -> QuestionEffect:
    if isinstance(first, str) or isinstance(second, str):
        why = first if isinstance(first, str) else str(second)
        return QuestionEffect(question.number, question.slug, about, why_not=why)
    cells = {**names, **{f"<{old}>": f"<{new}>" for old, new in names.items()}}
    before, after = (
        Counter(tuple(cells.get(cell, cell) for cell in row) for row in rows) for rows in (first[0], second[0])
    )
    methods = [{names.get(method, method) for method in each[1]} for each in (first, second)]
    return QuestionEffect(
        question.number,
        question.slug,
        about,
        len(first[0]),
        len(second[0]),
        tuple(sorted((after - before).elements())),
        tuple(sorted((before - after).elements())),
        tuple(sorted(each.removeprefix(f"{base}method/") for each in methods[1] - methods[0])),
        tuple(sorted(each.removeprefix(f"{base}method/") for each in methods[0] - methods[1])),
    )


def _counted(methods: tuple[str, ...]) -> str:
    shown = ", ".join(f"method:{key}" for key in methods[:3]) + (", …" if len(methods) > 3 else "")
    return f"{len(methods)} method{'' if len(methods) == 1 else 's'} ({shown})"


def _rows(count: int) -> str:
    return f"{count} row{'' if count == 1 else 's'}"


def effect_lines(effect: Effect, shown: int = 3) -> list[str]:
    """An effect as text: what changes, question by question, and some of the rows."""
    row, decision = effect.decision.row, effect.decision
    if decision.action is Action.UNDO:
        verb = "is no longer taken for" if row.merges else "is no longer kept apart from"
    else:
        verb = "is taken for" if row.merges else "is kept apart from"
    lines = [f"{row.subject_label!r} {verb} {row.object_label or row.object_id} ({row.object_id})"]
    if decision.action is Action.UNDO:
        lines.append(
            f"the row was: {row.mapping_justification}, confidence {row.confidence or 'not stated'}; {row.comment}"
        )
    if not decision.changes_the_graph:
        word = "may be" if decision.action is Action.UNDO else "is not"
        lines.append(f"no answer changes; the pair {word} proposed again")
        return lines
    before, after = effect.methods
    lines.append(f"{effect.results} results are printed under it; methods with results: {before} -> {after}")
    if effect.conflicts[0] != effect.conflicts[1]:
        lines.append(f"results in conflict with another one: {effect.conflicts[0]} -> {effect.conflicts[1]}")
    changed = [each for each in effect.questions if each.is_changed or each.why_not]
    for each in changed:
        lines.append(f"  {each.said()}")
        for mark, rows in (("+", each.added), ("-", each.removed)):
            lines += [f"      {mark} {_shown(cells)}" for cells in rows[:shown]]
            lines += [f"      {mark} … and {len(rows) - shown} more"] if len(rows) > shown else []
    unchanged = len(effect.questions) - len(changed)
    lines.append(f"  {unchanged} of {len(effect.questions)} answers have the same rows, but for the name")
    return lines


def _shown(cells: Cells, width: int = 110) -> str:
    texts = [cell for cell in cells if cell and not cell.startswith("<")]
    text = " | ".join(texts or [cell.rpartition("/")[2].rstrip(">") for cell in cells])
    return text if len(text) <= width else f"{text[:width]}…"
