"""Whether a page speaks of the benchmark that its ``source.toml`` gives it.

The page's own word and the curated key must name one task, one data set and one split. Where they do not, one of
the two is wrong, and nothing here can tell which: no value of the table becomes a result of that benchmark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kg.assemble.benchmarks import (
    benchmark_of_page,
    curated_benchmark,
    known_benchmark,
    known_part,
    parse_dataset,
    parse_title,
    split_kind,
)
from kg.assemble.curated import CuratedTable, Curation
from kg.assemble.nodes import Nodes
from kg.errors import Problem
from kg.model import Benchmark, Concept, ConceptKind, SplitKind
from kg.read.cells import Field, Page
from kg.registry import Registry

RULE = "benchmark-conflict"
_REMEDY = (
    "name the page's own benchmark in source.toml, record this name in the registry if it means the same, or "
    "mend the page"
)

#: Names of settings and columns that state a part of the benchmark for one row.
_ROW_PARTS = {
    **dict.fromkeys(("task", "evaluation task"), "task"),
    **dict.fromkeys(("dataset", "data set", "evaluation dataset", "test dataset", "benchmark dataset"), "dataset"),
    **dict.fromkeys(("split", "data split", "dataset split", "evaluation split", "eval split", "test split"), "split"),
}
#: Splits whose names are only words for their kind: "val" and "validation" are one, "minival" is another.
_PLAIN = frozenset({"train", "training", "val", "valid", "validation", "dev", "development", "test", "testing"})


@dataclass(frozen=True, slots=True)
class Statement:
    """What a page says of one part of its benchmark (``part``: task, dataset, split or benchmark).

    ``sure`` tells that the words are that part by their form; else they only count where they are known to
    name another one.
    """

    part: str
    text: str
    where: str
    line: int | None
    column: int | None = None
    sure: bool = True


def agreed_benchmark(
    page: Page,
    curation: Curation,
    table: CuratedTable | None,
    heading: str | None,
    several: bool,
    line: int,
    registry: Registry,
    nodes: Nodes,
) -> tuple[Benchmark, list[Problem]]:
    """The benchmark of one leaderboard, added to ``nodes``, and what the page says against the curated one.

    Where the page contradicts it, the benchmark is the one that the page names. ``line`` is that of the table,
    ``several`` tells that the page holds more leaderboards.
    """
    curated = curated_benchmark(curation, table.key if table else None, registry)
    against: list[Problem] = []
    if curated is not None:
        said = [*_scope(page, registry), *_titles(page, curation, table, heading, line, registry)]
        key = table.key if table else None
        remedy = _remedy(curation, key, recognised(page, curation, key, registry, heading if several else None))
        unlike = _causes(one for one in said if not _agrees(one, curated, registry))
        agreeing = [one for one in said if one.line and (one.sure or one.part == "split")]
        agreeing = [one for one in agreeing if _agrees(one, curated, registry)]
        against = [_problem(page, one, curated, registry, _beside(page, one, agreeing) or remedy) for one in unlike]
    if curated is None or against:
        benchmark = benchmark_of_page(page, heading if several else None, registry, nodes)
    else:
        benchmark = curated
    nodes.benchmarks.setdefault(benchmark.key, benchmark)
    return benchmark, against


def recognised(
    page: Page, curation: Curation, key: str | None, registry: Registry, heading: str | None = None
) -> Benchmark | None:
    """The registry's benchmark that the page names by its scope or a full name; ``key`` is that of its table."""
    table = next((table for table in curation.tables if table.key == key), None)
    heading = heading or (table.heading if table else None)
    texts = [table.label if table else None, heading, page.fact("title") or None, curation.title]
    if heading is None and (found := known_benchmark(page, registry)):
        return found
    for text in texts:
        if text and (found := next((b for b in registry.benchmarks.values() if _same(b.label, text)), None)):
            return found
    return None


def against_row(page: Page, printed: Sequence[Field], benchmark: Benchmark, registry: Registry) -> list[Problem]:
    """What a row says of task, data set or split that its benchmark is not; ``printed`` are its settings and notes."""
    found = []
    for field in printed:
        part = _ROW_PARTS.get(" ".join(re.split(r"[\W_]+", field.name.casefold())).strip())
        if part is None:
            continue
        for statement in _parts(part, field.value, f"{field.name!r} of the row", field.line, field.column, registry):
            if not _agrees(statement, benchmark, registry):
                found.append(_problem(page, statement, benchmark, registry, _REMEDY))
    return found


def notes_on(page: Page, benchmark: Benchmark) -> list[Problem]:
    """The split that the page's description speaks of, where it is none of the benchmark's: prose may mean another."""
    kind = benchmark.split_kind
    notes = []
    for fact in page.facts_named("description") if kind else ():
        words = re.findall(r"\b([a-z]+)[ -]splits?\b", fact.value.casefold())
        kinds = {split_kind(word) for word in words} - {None, SplitKind.TRAINING}
        if kinds and kind not in kinds:
            reason = f"the description speaks of another split than {benchmark.label}"
            notes.append(
                Problem(page.place(fact.line), RULE, fact.value, reason, "check which split the values are of")
            )
    return notes


def _scope(page: Page, registry: Registry) -> Iterator[Statement]:
    for part in ("task", "dataset"):
        for fact in page.facts_named(part):
            yield from _parts(part, fact.value, "the scope", fact.line, fact.column, registry)


def _titles(
    page: Page, curation: Curation, table: CuratedTable | None, heading: str | None, line: int, registry: Registry
) -> Iterator[Statement]:
    """What titles and headings name; they need the form "Task on Data set (split)" to be taken at their word."""
    titles: list[tuple[str, str, int | None]] = [(f.value, "the title", f.line) for f in page.facts_named("title")]
    if curation.title:
        titles.append((curation.title, "`title` of source.toml", None))
    if heading:
        titles.append((heading, "the heading", line))
    if table and table.label:
        titles.append((table.label, "`label` of source.toml", line))
    stated = {fact.name for fact in page.facts}
    for text, where, at in titles:
        yield Statement("benchmark", text, where, at, sure=False)
        printed = parse_title(text)
        formed = printed.task is not None and printed.split is not None
        if printed.task is not None:
            yield Statement("task", printed.task, where, at, sure=formed and "task" not in stated)
        for part in _parts("dataset", text.partition(" on ")[2] or text, where, at, None, registry):
            if part.part == "split" or printed.task is not None or registry.known_dataset(part.text):
                yield Statement(part.part, part.text, where, at, sure=formed and "dataset" not in stated)


def _parts(
    part: str, text: str, where: str, line: int | None, column: int | None, registry: Registry
) -> Iterator[Statement]:
    """A data set may be printed with its split: two statements."""
    if part != "dataset":
        yield Statement(part, text, where, line, column)
        return
    printed = parse_dataset(text, None)
    name, split = known_part(printed.dataset, registry)
    yield Statement("dataset", name, where, line, column)
    if printed.split or split:
        yield Statement("split", printed.split or split or "", where, line, column)


def _agrees(statement: Statement, benchmark: Benchmark, registry: Registry) -> bool:
    if statement.part == "task":
        return _is_task(statement, benchmark, registry)
    if statement.part == "dataset":
        return _is_dataset(statement, benchmark, registry)
    if statement.part == "split":
        return _is_split(statement.text, benchmark)
    named = next((b for b in registry.benchmarks.values() if _same(b.label, statement.text)), benchmark)
    return named is benchmark or named.part_of == benchmark.key or benchmark.part_of == named.key


def _is_task(statement: Statement, benchmark: Benchmark, registry: Registry) -> bool:
    """The printed task is the benchmark's, or one above it."""
    if any(_same(label, statement.text) for label in _labels(ConceptKind.TASK, benchmark.tasks, registry)):
        return True
    tasks = (concept for (kind, _), concept in registry.concepts.items() if kind is ConceptKind.TASK)
    return not statement.sure and not any(_same(task.label, statement.text) for task in tasks)


def _is_dataset(statement: Statement, benchmark: Benchmark, registry: Registry) -> bool:
    """The printed data set is the benchmark's, with its subset or version where the name has one.

    A subset that is no part of a recorded whole is the data set of its benchmark: the whole is another one.
    """
    known = registry.known_dataset(statement.text)
    whole = benchmark.subset is None or benchmark.part_of is not None
    if known is not None and known.key in benchmark.datasets and whole:
        return True
    labels = _labels(ConceptKind.DATASET, benchmark.datasets, registry)
    more = [text for text in (benchmark.subset, benchmark.version) if text]
    names = [*(labels if whole else ()), *(f"{label} {text}" for label in labels for text in more)]
    if any(_same(name, statement.text) for name in names):
        return True
    return not statement.sure and (known is None or known.key in benchmark.datasets)


def _is_split(text: str, benchmark: Benchmark) -> bool:
    """The same name, or two words for the same kind ("val", "validation"); a split is never that of no split."""
    if benchmark.split is None:
        return False
    mine, other = benchmark.split.strip().casefold(), text.strip().casefold()
    if _same(mine, other):
        return True
    return mine in _PLAIN and other in _PLAIN and split_kind(mine) is split_kind(other)


def _labels(kind: ConceptKind, keys: Sequence[str], registry: Registry) -> list[str]:
    """The labels of these concepts and of those above them."""
    labels: list[str] = []
    waiting = list(keys)
    while waiting:
        concept: Concept | None = registry.concepts.get((kind, waiting.pop()))
        if concept and concept.label not in labels:
            labels.append(concept.label)
            waiting += concept.broader
    return labels


def _same(one: str, other: str) -> bool:
    """Names that differ in case, blanks, hyphens and underscores alone."""
    return re.sub(r"[\s_-]+", "", one).casefold() == re.sub(r"[\s_-]+", "", other).casefold()


def _causes(unlike: Iterable[Statement]) -> Iterator[Statement]:
    """Without what only follows: a full name of another benchmark says its parts as well, and a text is said once."""
    full: set[tuple[str, int | None]] = set()
    told: set[tuple[str, str]] = set()
    for one in unlike:
        where = (one.where, one.line)
        if where in full or (one.line is None and (one.part, one.text) in told):
            continue
        if one.part == "benchmark":
            full.add(where)
        told.add((one.part, one.text))
        yield one


def _beside(page: Page, said: Statement, agreeing: Sequence[Statement]) -> str:
    """What to do where another line of the page says the same part as ``source.toml``: the two lines disagree."""
    other = next((one for one in agreeing if one.part == said.part and one.line != said.line), None)
    if other is None or said.line is None:
        return ""
    place = page.place(other.line, other.column)
    return (
        f"{other.where} ({place}) says {other.text!r}, as source.toml does: the page contradicts itself; look up which "
        f"of the two it is and mend {said.where}, or else that line and the benchmark in source.toml"
    )


def _remedy(curation: Curation, table: str | None, meant: Benchmark | None) -> str:
    fact = curation.leaderboard_fact(table, "benchmark")
    if meant is None or fact is None or meant.key == fact.value:
        return _REMEDY
    place = curation.place_of(fact, "value")
    return f'write value = "{meant.key}" in {place} if it is the page of {meant.label}, as it says; else mend the page'


def _problem(page: Page, said: Statement, benchmark: Benchmark, registry: Registry, remedy: str) -> Problem:
    what = {"dataset": "data set"}.get(said.part, said.part)
    mine = {
        "task": " and ".join(_labels(ConceptKind.TASK, benchmark.tasks, registry)[:1]),
        "dataset": " ".join([*_labels(ConceptKind.DATASET, benchmark.datasets, registry)[:1], benchmark.subset or ""]),
        "split": benchmark.split or "not stated",
        "benchmark": benchmark.label,
    }[said.part].strip()
    return Problem(
        page.place(said.line, said.column),
        RULE,
        said.text,
        f"{said.where} names another {what} than the benchmark {benchmark.key} of source.toml, whose {what} is "
        f"{mine!r}",
        remedy,
    )
