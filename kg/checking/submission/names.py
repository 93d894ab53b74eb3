"""What the names in a row mean: method, leaderboard, benchmark, metric, paper."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from kg.checking.spellings import near_spellings
from kg.checking.submission.recorded import Bench, Column, Recorded
from kg.iris import arxiv_key, doi_key, name_key
from kg.normalise.identifiers import is_web_url
from kg.normalise.identifiers.papers import parse_arxiv, parse_doi


@dataclass(frozen=True, slots=True)
class Place:
    """The benchmark and the metric that a row is for, and the recorded column, where it is one."""

    benchmark: Bench | None
    metric: str | None
    column: Column | None = None


def find_method(recorded: Recorded, name: str) -> str | None:
    """The IRI of a recorded method by exactly this spelling."""
    known = recorded.spellings.get(name)
    if known:
        return known
    own = f"{recorded.base}method/{name_key(name)}"
    return own if own in set(recorded.spellings.values()) else None


def near_methods(recorded: Recorded, name: str) -> list[str]:
    """Recorded spellings that may be the same name."""
    return near_spellings(name, recorded.spellings)


def find_board(recorded: Recorded, name: str) -> str | None:
    """The IRI of a recorded leaderboard by key, CURIE, IRI or label."""
    for iri, (label, _) in recorded.boards.items():
        key = iri.rpartition("/")[2]
        if name in (iri, key, f"leaderboard:{key}") or name.casefold() == label.casefold():
            return iri
    return None


def find_benchmarks(recorded: Recorded, name: str, split: str | None, subset: str | None) -> list[Bench]:
    """The benchmarks that a name means: one by key or full name; else those of a data set or family."""
    for bench in recorded.benches.values():
        key = bench.iri.rpartition("/")[2]
        if name in (bench.iri, key, f"benchmark:{key}") or name.casefold() == bench.label.casefold():
            return [bench]
    wanted = name.casefold()
    named = [b for b in recorded.benches.values() if wanted in {label.casefold() for label in b.datasets}]
    named = [b for b in named if subset is None or (b.subset or "").casefold() == subset.casefold()] or named
    whole = [b for b in named if b.subset is None] if subset is None else named
    with_split = [b for b in whole or named if split is None or (b.split or "").casefold() == split.casefold()]
    return with_split or whole or named


def find_metric(recorded: Recorded, name: str, board: str | None, benchmark: Bench | None) -> Place | None:
    """What a metric's name means: a column of the leaderboard (or benchmark), else a known metric."""
    boards = [recorded.boards[board]] if board else list(recorded.boards.values()) if benchmark else []
    for column in (column for _, columns in boards for column in columns):
        if column.name.casefold() == name.casefold() and (benchmark is None or benchmark.iri == column.benchmark):
            return Place(recorded.benches.get(column.benchmark), column.metric, column)
    known = recorded.registry.metric(name)
    iri = f"{recorded.base}metric/{known.key}" if known else _metric_named(recorded, name)
    if iri is None or iri not in recorded.measures:
        return None
    used = _column_of(recorded, iri, board, benchmark)
    if benchmark is None and used:
        benchmark = recorded.benches.get(used.benchmark)
    return Place(benchmark, iri, used)


def _metric_named(recorded: Recorded, name: str) -> str | None:
    wanted = name.casefold()
    for iri, measure in recorded.measures.items():
        key = iri.rpartition("/")[2]
        if name in (iri, key, f"metric:{key}") or measure.label.casefold() == wanted:
            return iri
    return None


def _column_of(recorded: Recorded, metric: str, board: str | None, benchmark: Bench | None) -> Column | None:
    """The one recorded column of this metric on this benchmark (on this leaderboard)."""
    boards = [recorded.boards[board]] if board else list(recorded.boards.values())
    found = [
        column
        for _, columns in boards
        for column in columns
        if column.metric == metric and (benchmark is None or column.benchmark == benchmark.iri)
    ]
    benchmarks = {column.benchmark for column in found}
    return found[0] if found and (len(found) == 1 or len(benchmarks) == 1) else None


def find_paper(recorded: Recorded, text: str) -> tuple[str | None, bool]:
    """The IRI of a paper (None for what is no paper), and whether it is known."""
    registry, base = recorded.registry, f"{recorded.base}paper/"
    if text in registry.papers or text.removeprefix("paper:") in registry.papers:
        return base + text.removeprefix("paper:"), True
    if arxiv := parse_arxiv(text):
        paper = registry.paper_by_arxiv(arxiv.id)
        return base + (paper.key if paper else arxiv_key(arxiv.id)), paper is not None
    if doi := parse_doi(text):
        paper = registry.paper_by_doi(doi)
        return base + (paper.key if paper else doi_key(doi)), paper is not None
    if is_web_url(text):
        return text, False
    return None, False


def read_settings(text: str) -> Mapping[str, str] | None:
    """Settings as "name=value; name=value" or as a JSON object; None where they are neither."""
    text = text.strip()
    if text in ("", "-", "{}", "none", "None"):
        return {}
    if text.startswith("{"):
        try:
            read = json.loads(text, parse_float=str, parse_int=str)
        except (ValueError, RecursionError):
            return None
        if not isinstance(read, dict) or any(isinstance(value, dict | list) for value in read.values()):
            return None
        return {str(n): str(v).lower() if isinstance(v, bool) else str(v) for n, v in read.items() if v is not None}
    settings = {}
    for part in text.split(";"):
        name, separator, value = part.partition("=")
        if not separator or not name.strip() or not value.strip():
            return None
        settings[name.strip()] = value.strip()
    return settings
