"""Results made for tests: one at a time, or out of small pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

from kg.collect import Collection, collect
from kg.comparability.records import Board, Recorded
from kg.export.formats import union_lines
from kg.export.lookup import SortedLines
from kg.graph import GraphWriter
from kg.model import Basis, Benchmark, Direction, Metric, Result, Setting, Status, Unit
from kg.normalise.values import converted
from kg.pipeline.inputs import find_sources
from kg.pipeline.road import assemble_source
from kg.registry import Registry, load_registry
from kg.resources import registry_folder
from kg.review import GraphFacts
from kg.store import memory_store
from kg.terms import DATA_BASE, UNIT

PERCENT = Unit(str(UNIT.PERCENT), "percent", str(UNIT.PERCENT), Decimal("0.01"), "ratio")
FRACTION = Unit(str(UNIT.FRACTION), "fraction", str(UNIT.FRACTION), Decimal(1), "ratio")
SECOND = Unit(str(UNIT.SEC), "second", str(UNIT.SEC), Decimal(1), "time")
MILLISECOND = Unit(str(UNIT.MilliSEC), "millisecond", str(UNIT.MilliSEC), Decimal("0.001"), "time")
NUMBER = Unit(str(UNIT.NUM), "number", str(UNIT.NUM), Decimal(1), "count")
UNITS = {unit.key: unit for unit in (PERCENT, FRACTION, SECOND, MILLISECOND, NUMBER)}

ACCURACY = Metric("accuracy", "accuracy", Direction.HIGHER, FRACTION.key, (FRACTION.key, PERCENT.key))
LATENCY = Metric("latency", "latency", Direction.LOWER, SECOND.key, (SECOND.key, MILLISECOND.key))
CALIBRATION = replace(ACCURACY, key="slope", label="slope", direction=Direction.CLOSER_TO_TARGET, target=Decimal(1))
TOP_1 = replace(ACCURACY, key="top1", label="accuracy at 1", broader="topk", parameters=(Setting("k", "1"),))
TOP_5 = replace(ACCURACY, key="top5", label="accuracy at 5", broader="topk", parameters=(Setting("k", "5"),))
UNDIRECTED = replace(ACCURACY, key="odd", label="odd measure", direction=Direction.UNKNOWN)

BENCHMARK = Benchmark("b", "QA on Facts (test)", ("qa",), ("facts",), "facts", version="1.1", split="test")
SHOTS = (Setting("shots", "5"),)


def recorded(value: str = "0.5", unit: Unit | None = FRACTION, metric: Metric = ACCURACY, **more: object) -> Recorded:
    """A result with settings, in a group that its conditions name."""
    benchmark = more.pop("benchmark", BENCHMARK)
    settings = more.pop("settings", SHOTS)
    board = more.pop("board", Board("board", "Board"))
    method = str(more.pop("method", "m"))
    assert isinstance(benchmark, Benchmark)
    assert isinstance(settings, tuple)
    assert isinstance(board, Board)
    canonical = UNITS[metric.canonical_unit] if metric.canonical_unit else None
    usable = unit is not None and unit.key in metric.admissible_units and canonical is not None
    normalized = (
        converted(Decimal(value), unit.multiplier, canonical.multiplier) if usable and unit and canonical else None
    )
    alone = not usable or not settings
    group = "|".join((benchmark.key, metric.key, str(usable), str(settings), board.iri if alone else "*"))
    made = Recorded(
        iri=f"{method}/{value}/{group}",
        method=method,
        method_label=method.upper(),
        printed_method=method.upper(),
        benchmark=benchmark,
        metric=metric,
        value=Decimal(value),
        printed=value,
        unit=unit,
        normalized=normalized,
        canonical=canonical,
        settings=settings,
        group=group,
        basis=Basis.AS_PUBLISHED_TOGETHER if alone else Basis.SAME_RECORDED_SETTINGS,
        group_board=board.iri if alone else None,
        board=board,
        status=Status.REPORTED_BY_OTHERS,
        places=(f"{board.iri}.md:1:1",),
    )
    return replace(made, **more)  # type: ignore[arg-type]


def page(title: str, header: str, *rows: str) -> str:
    """A page with one pipe table."""
    names = [name.strip() for name in header.split("|")]
    lines = [f"# {title}", "", f"| {' | '.join(names)} |", f"|{' --- |' * len(names)}"]
    lines += [f"| {' | '.join(cell.strip() for cell in row.split('|'))} |" for row in rows]
    return "\n".join(lines) + "\n"


def collected(folder: Path, pages: Mapping[str, str], registry: Registry | None = None) -> Collection:
    """What some pages become, by their names."""
    paths = []
    for name, text in pages.items():
        path = folder / f"{name}.md"
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    known = registry or load_registry(registry_folder())
    return collect([assemble_source(found, known) for found in find_sources(paths)], known)


def facts(collection: Collection, more: Iterable[str] = ()) -> GraphFacts:
    """The graph of a collection in memory, with some more N-Quads lines."""
    quads = [*GraphWriter(collection, DATA_BASE).lines(), *more]
    lines = "".join(union_lines(quads)).encode()
    return GraphFacts(memory_store("".join(quads).encode()), DATA_BASE, SortedLines(lines))


def with_results(collection: Collection, change: Mapping[str, Mapping[str, object]]) -> Collection:
    """A collection whose results are changed, by their printed text."""

    def changed(result: Result) -> Result:
        return replace(result, **change[result.printed]) if result.printed in change else result  # type: ignore[arg-type]

    return replace(collection, results={key: tuple(map(changed, rows)) for key, rows in collection.results.items()})
