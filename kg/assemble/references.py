"""The keys by which ``source.toml`` points into the registry, looked up before a page is read by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.assemble.curated import CuratedColumn, Curation
from kg.errors import SourceError
from kg.registry import Registry
from kg.registry.near import did_you_mean


def check_references(curation: Curation, registry: Registry) -> None:
    """Raises SourceError with every key that the registry does not have, one a line, and with keys near to it."""
    faults = [f"{curation.path}: {fault}" for fault in _unmet(curation, registry)]
    if faults:
        raise SourceError("\n".join(faults))


def _unmet(curation: Curation, registry: Registry) -> Iterator[str]:
    for number, column in enumerate(curation.columns, 1):
        if not column.certainty.is_publishable:
            continue  # what is not sure enough is not used
        at = f"[[columns]] {number}{_called(column)}"
        if column.metric and column.metric not in registry.metrics:
            yield f"{at}: " + _no("metric", column.metric, "metrics", registry.metrics)
        if column.unit and registry.unit(column.unit) is None:
            yield f"{at}: " + _no("unit", column.unit, "units", registry.unit_names)
    tables = {"benchmark": ("benchmarks", registry.benchmarks), "reported_in": ("papers", registry.papers)}
    for number, fact in enumerate(curation.facts, 1):
        table, known = tables.get(fact.property, ("", {}))
        if table and fact.value not in known:
            yield f"[[facts]] {number}: " + _no(table.removesuffix("s"), fact.value, table, known)


def _called(column: CuratedColumn) -> str:
    return f" ({column.name})" if column.name else ""


def _no(kind: str, key: str, table: str, known: Iterable[str]) -> str:
    near = did_you_mean(key, known)
    return f"no {kind} {key!r} in registry/{table}.tsv; add it or mend the key{near}"
