"""The tables of units and metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal, Inexact

from kg.model import AggregatePart, Direction, Metric, Paper, Setting, Unit
from kg.normalise.identifiers import is_web_url
from kg.normalise.values import converted
from kg.registry.tables import Row, unique
from kg.terms import UNIT

UNIT_COLUMNS = ("key", "label", "iri", "multiplier", "quantity", "spellings")
METRIC_COLUMNS = (
    "key",
    "label",
    "definition",
    "direction",
    "target",
    "canonical_unit",
    "admissible_units",
    "minimum",
    "maximum",
    "counts_items",
    "broader",
    "parameters",
    "introduced_in",
    "spellings",
    "certainty",
    "evidence",
)
PART_COLUMNS = ("metric", "part", "weight", "certainty", "evidence")

_QUDT = str(UNIT)


def load_units(rows: Sequence[Row]) -> tuple[dict[str, Unit], dict[str, str]]:
    """Units by key, and their keys by name: key, label, spellings, IRI, QUDT name, ``unit:`` name."""
    unique(rows, "key")
    unique([row for row in rows if row.text("iri")], "iri")
    units: dict[str, Unit] = {}
    names: dict[str, str] = {}
    for row in rows:
        key, iri, multiplier = row.key(), row.text("iri"), row.decimal("multiplier")
        if iri is not None and not is_web_url(iri):
            row.fail("iri", f"{iri!r} is no IRI", "write an absolute http(s) IRI, or nothing")
        if multiplier is None or multiplier <= 0:
            row.fail("multiplier", "there is no conversion without one", "write a positive decimal")
        units[key] = Unit(key, row.needed("label"), iri, multiplier, row.needed("quantity"))
        own = [key, row.needed("label"), *row.items("spellings")]
        if iri is not None:
            own.append(iri)
            if iri.startswith(_QUDT):
                own += [iri.removeprefix(_QUDT), f"unit:{iri.removeprefix(_QUDT)}"]
        _claim(row, names, key, own)
    return units, names


def load_metrics(
    rows: Sequence[Row],
    parts: Sequence[Row],
    units: Mapping[str, Unit],
    papers: Mapping[str, Paper],
) -> tuple[dict[str, Metric], dict[str, str]]:
    """Metrics by key, and their keys by the names that mean them anywhere."""
    unique(rows, "key")
    unique(rows, "label")
    keys = {row.key(): row for row in rows}
    aggregates = _aggregates(parts, keys)
    metrics: dict[str, Metric] = {}
    names: dict[str, str] = {}
    for row in rows:
        key = row.key()
        row.sure("metric")
        direction, target = row.one_of("direction", Direction), row.decimal("target")
        if (direction is Direction.CLOSER_TO_TARGET) != (target is not None):
            row.fail("target", "a target goes with CloserToTarget and with nothing else", "add it or take it out")
        canonical, admissible = row.text("canonical_unit"), row.items("admissible_units")
        for unit in admissible:
            row.known("admissible_units", unit, units, "units.tsv")
        if (canonical is not None or admissible) and canonical not in admissible:
            row.fail("canonical_unit", f"{canonical!r} is not admissible", "make it one of admissible_units")
        if len({units[unit].quantity for unit in admissible}) > 1:
            row.fail("admissible_units", "units of different quantities do not convert", "keep one quantity")
        for unit in admissible:
            _check_exact(row, units[unit], units[canonical or unit])
        minimum, maximum = row.decimal("minimum"), row.decimal("maximum")
        if minimum is not None and maximum is not None and minimum >= maximum:
            row.fail("minimum", f"{minimum} is not below the maximum", "mend the bounds")
        row.known("broader", row.text("broader"), keys, "metrics.tsv")
        row.known("introduced_in", row.text("introduced_in"), papers, "papers.tsv")
        metrics[key] = Metric(
            key=key,
            label=row.needed("label"),
            direction=direction,
            canonical_unit=canonical,
            admissible_units=admissible,
            minimum=minimum,
            maximum=maximum,
            target=target,
            definition=row.needed("definition"),
            broader=row.text("broader"),
            parameters=tuple(_parameter(row, text) for text in row.items("parameters")),
            aggregates=aggregates.get(key, ()),
            introduced_in=row.text("introduced_in"),
            counts_items=row.yes("counts_items"),
        )
        _claim(row, names, key, row.items("spellings"))
    for row in rows:
        _check_above(row, metrics)
    return metrics, names


def _check_exact(row: Row, unit: Unit, canonical: Unit) -> None:
    try:
        converted(Decimal(1), unit.multiplier, canonical.multiplier)
    except Inexact:
        row.fail(
            "canonical_unit",
            f"one {unit.label} has no finite decimal in {canonical.label}",
            "make the smaller unit canonical, so that no value is ever rounded",
        )


def _check_above(row: Row, metrics: Mapping[str, Metric]) -> None:
    seen = [row.key()]
    while (above := metrics[seen[-1]].broader) is not None:
        if above in seen:
            row.fail("broader", f"{above!r} stands above itself", "break the circle")
        seen.append(above)


def _aggregates(rows: Sequence[Row], keys: Mapping[str, Row]) -> dict[str, tuple[AggregatePart, ...]]:
    unique(rows, "part", lambda row: f"{row.cells['metric']} / {row.cells['part']}")
    found: dict[str, list[AggregatePart]] = {}
    for row in rows:
        metric, part, weight = row.needed("metric"), row.needed("part"), row.decimal("weight")
        row.known("metric", metric, keys, "metrics.tsv")
        row.known("part", part, keys, "metrics.tsv")
        if metric == part:
            row.fail("part", "a metric is no part of itself", "name another metric")
        if weight is None or weight <= 0:
            row.fail("weight", "a part needs a weight", "write a positive decimal")
        row.sure("weight")
        parts = found.setdefault(metric, [])
        parts.append(AggregatePart(f"{metric}-{len(parts) + 1}", part, weight))
    for row in rows:
        total = sum((part.weight for part in found[row.cells["metric"]]), Decimal(0))
        if total != 1:
            row.fail("weight", f"the weights of {row.cells['metric']!r} add up to {total}", "make them add up to 1")
    return {metric: tuple(parts) for metric, parts in found.items()}


def _parameter(row: Row, text: str) -> Setting:
    name, given, value = text.partition("=")
    if not (given and name and value):
        row.fail("parameters", f"{text!r} is no parameter", "write name=value, such as k=5")
    return Setting(name, value)


def _claim(row: Row, names: dict[str, str], key: str, own: Sequence[str]) -> None:
    """Take names for a key; a name means one thing."""
    for name in own:
        if names.setdefault(name, key) != key:
            row.fail("spellings", f"{name!r} means {names[name]!r} already", "take it from one of the two")
