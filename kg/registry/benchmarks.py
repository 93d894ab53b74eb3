"""The tables of benchmarks, and of the tasks, data sets, domains and families that they name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kg.model import Benchmark, Concept, ConceptKind, Paper, SplitKind
from kg.normalise.identifiers import is_web_url
from kg.registry.tables import Row, unique

BENCHMARK_COLUMNS = (
    "key",
    "label",
    "tasks",
    "datasets",
    "version",
    "split",
    "split_kind",
    "subset",
    "part_of",
    "family",
    "domains",
    "item_count",
    "introduced_in",
    "parts_make_whole",
    "not_stated",
    "inferred",
    "comment",
    "certainty",
    "evidence",
)

_CONCEPTS = {
    "benchmark-families.tsv": ConceptKind.FAMILY,
    "datasets.tsv": ConceptKind.DATASET,
    "domains.tsv": ConceptKind.DOMAIN,
    "method-families.tsv": ConceptKind.METHOD_FAMILY,
    "tasks.tsv": ConceptKind.TASK,
}
_NOT_STATED = ("itemCount", "split", "subset", "task", "version")
_INFERRED = ("dataset", "domain", "family", "introducedIn", "itemCount", "split", "subset", "task", "version")


def load_concepts(
    tables: Mapping[str, Sequence[Row]], papers: Mapping[str, Paper]
) -> dict[tuple[ConceptKind, str], Concept]:
    """Tasks, data sets, domains and families, by kind and key."""
    concepts: dict[tuple[ConceptKind, str], Concept] = {}
    for name, kind in _CONCEPTS.items():
        rows = tables[name]
        unique(rows, "key")
        unique(rows, "label")
        keys = {row.key(): row for row in rows}
        for row in rows:
            row.sure("thing")
            broader = row.items("broader") if "broader" in row.cells else ()
            for key in broader:
                row.known("broader", key, keys, name)
            paper = row.text("introduced_in") if "introduced_in" in row.cells else None
            row.known("introduced_in", paper, papers, "papers.tsv")
            matches = row.items("exact_match") if "exact_match" in row.cells else ()
            for match in matches:
                if not is_web_url(match):
                    row.fail("exact_match", f"{match!r} is no IRI", "write an absolute http(s) IRI")
            concepts[kind, row.key()] = Concept(kind, row.key(), row.needed("label"), broader, paper, matches)
        for row in rows:
            _no_cycle(row, "broader", row.key(), {k: concepts[kind, k].broader for k in keys})
    return concepts


def _no_cycle(row: Row, column: str, start: str, above: Mapping[str, Sequence[str]]) -> None:
    waiting, seen = list(above[start]), set[str]()
    while waiting:
        key = waiting.pop()
        if key == start:
            row.fail(column, f"{start!r} stands above itself", "break the circle")
        if key not in seen:
            seen.add(key)
            waiting += above[key]


def load_benchmarks(
    rows: Sequence[Row], concepts: Mapping[tuple[ConceptKind, str], Concept], papers: Mapping[str, Paper]
) -> dict[str, Benchmark]:
    """Benchmarks by key; parts agree with their whole, and no two have the same identity."""
    unique(rows, "key")
    unique(rows, "label")
    identity = ("tasks", "datasets", "version", "split", "subset", "part_of")
    unique(rows, "subset", lambda row: " / ".join(row.cells[name] or "-" for name in identity))
    keys = {row.key(): row for row in rows}
    benchmarks: dict[str, Benchmark] = {}
    for row in rows:
        for column, kind in (("tasks", ConceptKind.TASK), ("datasets", ConceptKind.DATASET)):
            row.needed(column)
            for key in row.items(column):
                row.known(column, key, {k: c for (a, k), c in concepts.items() if a is kind}, f"{column}.tsv")
        domains, family, whole = row.items("domains"), row.needed("family"), row.text("part_of")
        for key in domains:
            row.known(
                "domains", key, {k: c for (a, k), c in concepts.items() if a is ConceptKind.DOMAIN}, "domains.tsv"
            )
        if (ConceptKind.FAMILY, family) not in concepts:
            row.fail("family", f"{family!r} is not in benchmark-families.tsv", "add it or mend the key")
        row.known("part_of", whole, keys, "benchmarks.tsv")
        row.known("introduced_in", row.text("introduced_in"), papers, "papers.tsv")
        if whole is not None:
            row.needed("subset")
            for column in ("family", "domains"):
                if keys[whole].cells[column] != row.cells[column]:
                    row.fail(column, f"not that of the whole, {whole!r}", "give part and whole the same")
        _names_of(row, "not_stated", _NOT_STATED)
        _names_of(row, "inferred", _INFERRED)
        for column in ("split", "version"):
            if (row.text(column) is None) != (column in row.items("not_stated")):
                row.fail(column, "neither given nor in not_stated, or both", "state which of the two it is")
        row.sure("benchmark")
        benchmarks[row.key()] = Benchmark(
            key=row.key(),
            label=row.needed("label"),
            tasks=row.items("tasks"),
            datasets=row.items("datasets"),
            family=family,
            version=row.text("version"),
            split=row.text("split"),
            split_kind=row.one_of("split_kind", SplitKind) if row.text("split_kind") else None,
            subset=row.text("subset"),
            part_of=whole,
            item_count=row.count("item_count"),
            domains=domains,
            introduced_in=row.text("introduced_in"),
            comment=row.text("comment"),
            parts_make_whole=row.yes("parts_make_whole"),
            inferred=row.items("inferred"),
            not_stated=row.items("not_stated"),
        )
    for row in rows:
        wholes = {key: (b.part_of,) if b.part_of else () for key, b in benchmarks.items()}
        _no_cycle(row, "part_of", row.key(), wholes)
    return benchmarks


def _names_of(row: Row, column: str, known: Sequence[str]) -> None:
    for name in row.items(column):
        if name not in known:
            row.fail(column, f"{name!r} is unknown", f"use of {', '.join(known)}")
