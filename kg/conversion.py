"""One value in two units: exact decimal arithmetic through QUDT multipliers, or the reason why not.

Two units convert for a metric only where the metric admits both: a percentage and a count have
the same dimension and are still different statements. Nothing is ever rounded; where the result
has no finite decimal (minutes in hours, say), the conversion is refused.

>>> from kg.registry import load_registry
>>> known = load_registry(Path("data/registry"))
>>> said(Decimal("0.914"), known.units["fraction"], known.units["percent"], known.metrics["accuracy"])
'0.914 = 91.4 %'
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, Inexact, InvalidOperation

from kg.errors import KgError
from kg.model import Metric, Unit
from kg.normalise.values import converted, lexical
from kg.terms import UNIT

#: How units are written behind a number, by the last step of their IRI; "" for plain numbers.
SYMBOLS: Mapping[str, str] = {
    "DAY": "d",
    "FRACTION": "",
    "FRAME-PER-SEC": "fps",
    "HR": "h",
    "HZ": "Hz",
    "M": "m",
    "MIN": "min",
    "MicroSEC": "µs",
    "MilliM": "mm",
    "MilliSEC": "ms",
    "NUM": "",
    "PERCENT": "%",
    "PERMILLE": "‰",
    "SEC": "s",
    "UNITLESS": "",
}


class ConversionRefused(KgError):
    """Two units that do not convert for a metric; the message says why."""


def convert(value: Decimal, unit: Unit, target: Unit, metric: Metric) -> Decimal:
    """``value`` in another unit, exact; raises ConversionRefused where the metric does not allow it.

    A value keeps its very digits where the two units are the same.
    """
    for each in (unit, target):
        if each.key not in metric.admissible_units:
            admitted = ", ".join(metric.admissible_units) or "no unit that is known"
            raise ConversionRefused(
                f"{metric.label} is not stated in {each.label} (it admits {admitted}), "
                f"so that {unit.label} and {target.label} do not convert"
            )
    try:
        return converted(value, unit.multiplier, target.multiplier)
    except (Inexact, InvalidOperation):
        raise ConversionRefused(
            f"{lexical(value)} {unit.label} has no finite decimal in {target.label}; choose a smaller unit"
        ) from None


def said(value: Decimal, unit: Unit, target: Unit, metric: Metric) -> str:
    """A value in both units, "0.914 = 91.4 %"; raises ConversionRefused."""
    return f"{quantity(value, unit)} = {quantity(convert(value, unit, target, metric), target)}"


def quantity(value: Decimal, unit: Unit | None) -> str:
    """A value with its unit behind it; a plain number for ratios, counts and scores."""
    digits = lexical(value)
    if unit is None:
        return f"{digits} (unit not known)"
    symbol = SYMBOLS.get(unit.iri.removeprefix(str(UNIT)), unit.label) if unit.iri else unit.label
    return f"{digits} {symbol}".rstrip()


def difference(value: Decimal, unit: Unit | None) -> str:
    """A difference of two values with its unit: that of two percentages is in percentage points."""
    if unit is not None and unit.iri == str(UNIT.PERCENT):
        return f"{lexical(value)} percentage point{'' if value == 1 else 's'}"
    return quantity(value, unit)
