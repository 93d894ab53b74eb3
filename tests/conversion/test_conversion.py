"""Units convert exactly, and only where the metric admits both."""

from __future__ import annotations

import shutil
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.conversion import ConversionRefused, convert, difference, quantity, said
from kg.errors import RegistryError
from kg.normalise.values import lexical
from kg.registry import load_registry
from kg.resources import registry_folder

KNOWN = load_registry(registry_folder())
UNITS, METRICS = KNOWN.units, KNOWN.metrics

digits = st.decimals(allow_nan=False, allow_infinity=False, places=9, min_value=-(10**12), max_value=10**12)


@pytest.mark.parametrize(
    ("value", "unit", "target", "metric", "told"),
    [
        ("0.914", "fraction", "percent", "accuracy", "0.914 = 91.4 %"),
        ("91.4", "percent", "fraction", "accuracy", "91.4 % = 0.914"),
        ("91.40", "percent", "fraction", "accuracy", "91.40 % = 0.9140"),
        ("91.40", "percent", "percent", "accuracy", "91.40 % = 91.40 %"),
        ("135.5", "millisecond", "second", "latency", "135.5 ms = 0.1355 s"),
        ("0.1355", "second", "millisecond", "latency", "0.1355 s = 135.5 ms"),
        ("1.5", "hour", "minute", "latency", "1.5 h = 90 min"),
        ("0", "percent", "fraction", "accuracy", "0 % = 0.00"),
    ],
)
def test_a_value_is_told_in_both_units(value: str, unit: str, target: str, metric: str, told: str) -> None:
    found = said(Decimal(value), UNITS[unit], UNITS[target], METRICS[metric])
    first, second = found.split(" = ")
    want_first, want_second = told.split(" = ")
    assert first == want_first
    assert Decimal(second.split()[0]) == Decimal(want_second.split()[0])
    assert second.split()[1:] == want_second.split()[1:]


def test_digits_stay_where_the_factor_is_a_power_of_ten() -> None:
    percent, fraction, accuracy = UNITS["percent"], UNITS["fraction"], METRICS["accuracy"]
    assert lexical(convert(Decimal("91.40"), percent, fraction, accuracy)) == "0.9140"
    assert lexical(convert(Decimal("0.9140"), fraction, percent, accuracy)) == "91.40"


@pytest.mark.parametrize(
    ("unit", "target", "metric", "reason"),
    [
        ("percent", "num", "accuracy", r"accuracy is not stated in number \(it admits fraction, percent\)"),
        ("num", "percent", "accuracy", "accuracy is not stated in number"),
        ("percent", "fraction", "latency", "latency is not stated in percent"),
        ("second", "percent", "accuracy", "accuracy is not stated in second"),
        ("unitless", "percent", "accuracy", "accuracy is not stated in no unit"),
    ],
)
def test_what_the_metric_does_not_admit_is_refused_whatever_its_dimension(
    unit: str, target: str, metric: str, reason: str
) -> None:
    # percent, fraction, number and score all have the dimension 1: dimensions alone would convert 91 % into 0.91 items
    with pytest.raises(ConversionRefused, match=reason):
        convert(Decimal(91), UNITS[unit], UNITS[target], METRICS[metric])


def test_no_rounding_where_there_is_no_finite_decimal() -> None:
    with pytest.raises(ConversionRefused, match="1 minute has no finite decimal in hour; choose a smaller unit"):
        convert(Decimal(1), UNITS["minute"], UNITS["hour"], METRICS["latency"])
    assert convert(Decimal(30), UNITS["minute"], UNITS["hour"], METRICS["latency"]) == Decimal("0.5")


@given(digits, st.data())
def test_there_and_back_is_the_same_value(value: Decimal, data: st.DataObject) -> None:
    metric = data.draw(st.sampled_from([m for m in METRICS.values() if m.canonical_unit]))
    unit = UNITS[data.draw(st.sampled_from(metric.admissible_units))]
    canonical = UNITS[metric.canonical_unit or ""]
    there = convert(value, unit, canonical, metric)
    assert convert(there, canonical, unit, metric) == value


@given(digits, digits)
def test_conversion_keeps_order_and_differences(one: Decimal, other: Decimal) -> None:
    percent, fraction, accuracy = UNITS["percent"], UNITS["fraction"], METRICS["accuracy"]
    first, second = (convert(value, percent, fraction, accuracy) for value in (one, other))
    assert (first < second) == (one < other)
    assert lexical(second) == lexical(convert(other, percent, fraction, accuracy))


def test_a_difference_of_percentages_is_in_points() -> None:
    assert difference(Decimal("3.84"), UNITS["percent"]) == "3.84 percentage points"
    assert difference(Decimal("1"), UNITS["percent"]) == "1 percentage point"
    assert difference(Decimal("0.0384"), UNITS["fraction"]) == "0.0384"
    assert quantity(Decimal("76.10"), None) == "76.10 (unit not known)"


def test_a_unit_that_would_round_cannot_be_canonical(tmp_path: Path) -> None:
    registry = tmp_path / "registry"
    shutil.copytree(registry_folder(), registry)
    table = registry / "metrics.tsv"
    text = table.read_text(encoding="utf-8")
    old = "LowerIsBetter\t\tsecond\tsecond | millisecond | microsecond | minute | hour"
    assert text.count(old) >= 1
    table.write_text(text.replace(old, old.replace("\t\tsecond\t", "\t\thour\t"), 1), encoding="utf-8", newline="\n")
    with pytest.raises(RegistryError, match=r"metrics\.tsv:\d+: column 'canonical_unit': one second has no finite"):
        load_registry(registry)
