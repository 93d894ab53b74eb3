"""What ``source.toml`` points to, in the registry and on its page, looked up before a page is read by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kg.assemble.agreement import recognised
from kg.assemble.curated import SCOPE, CuratedColumn, CuratedFact, Curation
from kg.errors import SourceError
from kg.model import Benchmark, ConceptKind
from kg.read.cells import Page
from kg.registry import Registry
from kg.registry.near import did_you_mean

_BY_FACT = "is read only for tables with a `number`; here the benchmark is a [[facts]] entry, and `subset` its part"


def check_references(curation: Curation, page: Page, registry: Registry) -> None:
    """Raises SourceError with every key that nothing has, one a line, and with keys near to it."""
    faults = [*_unmet(curation, page, registry), *_twins(curation, page), *_unread(curation, page, registry)]
    if faults:
        raise SourceError("\n".join(faults))


def _unmet(curation: Curation, page: Page, registry: Registry) -> Iterator[str]:
    """Keys that the registry does not have."""
    for number, column in enumerate(curation.columns, 1):
        if not column.certainty.is_publishable:
            continue  # what is not sure enough is not used
        at = f"[[columns]] {number}{_called(column)}: "
        if column.metric and column.metric not in registry.metrics:
            known = _named({key: metric.label for key, metric in registry.metrics.items()})
            yield curation.place("columns", number, "metric") + f": {at}{_no('metric', column.metric, known)}"
        if column.unit and registry.unit(column.unit) is None:
            known = {name: name for name in registry.unit_names}
            yield curation.place("columns", number, "unit") + f": {at}{_no('unit', column.unit, known)}"
    for number, fact in enumerate(curation.facts, 1):
        at = f"{curation.place('facts', number, 'value')}: [[facts]] {number}: "
        if fact.property == "benchmark" and fact.value not in registry.benchmarks:
            known = _named({key: benchmark.label for key, benchmark in registry.benchmarks.items()})
            meant = recognised(page, curation, _table_of(fact), registry)
            yield at + (_is_meant(fact, meant) if meant else _no("benchmark", fact.value, known))
        if fact.property == "reported_in" and fact.value not in registry.papers:
            known = _named({key: paper.title or key for key, paper in registry.papers.items()})
            yield at + _no("paper", fact.value, known)


def _twins(curation: Curation, page: Page) -> Iterator[str]:
    """Columns that have two entries; with the place where the page prints the second one's name."""
    seen: dict[tuple[str | None, str], int] = {}
    for number, column in enumerate(curation.columns, 1):
        key, told = _which(column)
        first = seen.setdefault((column.table, told), number)
        if first == number:
            continue
        numbers = {other.number for other in curation.columns if other.table == column.table and other.number}
        free = sorted(set(range(1, max(numbers, default=0))) - numbers) if key == "number" else []
        printed = [
            f"{page.place(table.line, heading.number)}"
            for table in page.tables
            for heading in table.columns
            if column.name and heading.name == column.name
        ]
        parts = [
            f"{told} is described twice, first in line {curation.lines.line(('columns', first, key))}",
            *([f"the page prints {column.name!r} at {' and '.join(printed)}"] if printed else []),
            *([f"no entry has the number {' or '.join(map(str, free))}"] if free else []),
            "keep one entry, or mend this one's number",
        ]
        at = curation.place("columns", number, key)
        yield f"{at}: [[columns]] {number}{_called(column)}: {'; '.join(parts)}"


def _by_words(fact: CuratedFact, registry: Registry) -> str:
    """The keys that say of a described table what the key of a benchmark says of another one."""
    benchmark = registry.benchmarks.get(fact.value)
    if benchmark is None:
        return "task, dataset, version, split and subset"
    tasks = [("task", registry.concepts[ConceptKind.TASK, key].label) for key in benchmark.tasks[:1]]
    datasets = [("dataset", registry.concepts[ConceptKind.DATASET, key].label) for key in benchmark.datasets[:1]]
    others = [(name, getattr(benchmark, name)) for name in ("version", "split", "subset")]
    return ", ".join(f'{name} = "{text}"' for name, text in (*tasks, *datasets, *others) if text)


def _unread(curation: Curation, page: Page, registry: Registry) -> Iterator[str]:
    """What is told where nothing reads it: it would look as if it held."""
    for fact in curation.facts if curation.is_numbered or page.is_described else ():
        if fact.property == "benchmark":
            yield (
                f"{curation.place_of(fact)}: the fact `benchmark` is not read for tables that are described cell by "
                f"cell: write {_by_words(fact, registry)} under [[tables]] or [[columns]] instead"
            )
    if curation.is_numbered:
        return
    by_format = page.is_described
    for number, table in enumerate(curation.tables, 1):
        at = f"[[tables]] {number} ({table.key})"
        if by_format:
            place = curation.place("tables", number)
            yield f"{place}: {at}: needs `number`: the format of {page.file} tells of each table what it holds"
            continue
        told = {name: getattr(table.scope, name) for name in SCOPE} | {
            "skip": table.skip,
            "methods": table.methods != "rows",
            "labels": table.labels != (1,),
            "carry": table.carry,
            "method": table.method,
            "skip_rows": table.skip_rows,
        }
        for name in (name for name, value in told.items() if value):
            why = _BY_FACT if name in SCOPE else "is read only in an entry with a `number`"
            yield f"{curation.place('tables', number, name)}: {at}: `{name}` {why}"
    for number, column in enumerate(curation.columns, 1):
        at = f"[[columns]] {number}{_called(column)}"
        for name in ("role", "part", "of"):
            if getattr(column, name) is not None:
                name_of = column.name or "heading"
                hint = f'; what a heading holds is a fact: subject = "printed:{name_of}", property = "role"'
                told_where = f"`{name}` goes with `cell`{hint if name == 'role' else ''}"
                yield f"{curation.place('columns', number, name)}: {at}: {told_where}"
        for name in ("task", "dataset", "version", "split"):
            if not by_format and getattr(column.scope, name) is not None:
                yield f"{curation.place('columns', number, name)}: {at}: `{name}` {_BY_FACT}"


def _which(column: CuratedColumn) -> tuple[str, str]:
    """By which key an entry tells its column, and the column in words."""
    if column.cell is not None:
        return "cell", f"cell {column.cell}" + (f" part {column.part}" if column.part else "")
    return ("number", f"column {column.number}") if column.number else ("name", f"column {column.name!r}")


def _called(column: CuratedColumn) -> str:
    return f" ({column.name})" if column.name else ""


def _table_of(fact: CuratedFact) -> str | None:
    return fact.subject.partition(":")[2] or None


def _named(labels: Mapping[str, str]) -> dict[str, str]:
    """Keys by what a person may write for them: the key, or the full name."""
    return {label: key for key, label in labels.items()} | {key: key for key in labels}


def _is_meant(fact: CuratedFact, meant: Benchmark) -> str:
    """The page says which benchmark it is about, whatever the wrong key is near to."""
    return f"no benchmark {fact.value!r} in registry/benchmarks.tsv; the page's own is {meant.key!r} ({meant.label})"


def _no(kind: str, key: str, known: Mapping[str, str]) -> str:
    near = did_you_mean(key, known, known)
    return f"no {kind} {key!r} in registry/{kind}s.tsv; add it or mend the key{near}"
