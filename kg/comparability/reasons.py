"""Why two results may not be compared: every condition that differs, by the terms of the vocabulary.

Two results compare when nothing differs: the same task, data set, version, split and subset, the
same metric with a known direction, usable units, and the same recorded settings. A setting that
one of them does not record is never a wildcard, and neither is a version or a split.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kg.comparability.records import Recorded
from kg.model import Direction, Metric, Setting

#: What is said of a condition that a source does not state, and of a setting that it does not record.
NOT_STATED = "not stated"
NOT_RECORDED = "not recorded"


@dataclass(frozen=True, slots=True, order=True)
class Difference:
    """One condition that keeps two results apart.

    ``term`` is the local name of an individual of lb:Difference, ``condition`` what differs
    ("split", "setting shots"), ``a`` and ``b`` its two values; None: not stated. ``why`` says
    it in words where two values alone do not.
    """

    term: str
    condition: str
    a: str | None
    b: str | None
    why: str = ""

    @property
    def is_open(self) -> bool:
        """True when the condition is not recorded, so that it may as well be the same."""
        if self.term == "SettingsNotRecorded":
            return True
        return self.term in ("DifferentVersion", "DifferentSplit") and self.a is self.b is None

    @property
    def said(self) -> str:
        """The difference in words."""
        missing = NOT_RECORDED if self.condition.startswith("setting") else NOT_STATED
        first, second = (missing if value is None else value for value in (self.a, self.b))
        if self.why and self.a == self.b:
            return f"{self.condition}: {self.why}"
        told = f"{self.condition}: {first} / {second}"
        return f"{told} ({self.why})" if self.why else told

    def turned(self) -> Difference:
        """The same difference, seen from the other side."""
        return replace(self, a=self.b, b=self.a)


def differences(one: Recorded, other: Recorded, label: Callable[[str], str] = str) -> tuple[Difference, ...]:
    """All conditions that keep two results apart; () means that they may be compared.

    ``label`` names tasks, data sets and metrics, which are IRIs in the records.
    """
    found = [*_benchmarks(one, other, label), *_metrics(one, other, label), *_units(one, other), *_settings(one, other)]
    if not found and one.group != other.group:
        found = list(_confined(one, other))
    return tuple(found)


def _benchmarks(one: Recorded, other: Recorded, label: Callable[[str], str]) -> Iterator[Difference]:
    a, b = one.benchmark, other.benchmark
    if a.key == b.key:
        return
    before = 0
    for term, condition, first, second in (
        ("DifferentTask", "task", _names(a.tasks, label), _names(b.tasks, label)),
        ("DifferentDataset", "data set", _names(a.datasets, label), _names(b.datasets, label)),
        ("DifferentVersion", "version", a.version, b.version),
        ("DifferentSplit", "split", a.split, b.split),
        ("DifferentSubset", "subset", a.subset or "all of it", b.subset or "all of it"),
    ):
        if first != second:
            before += 1
            yield Difference(term, condition, first, second)
    if not before:
        # Two nodes that nothing tells apart: that they are one benchmark is not established either.
        yield Difference("DifferentTask", "benchmark", a.label, b.label, "nothing says that the two are one benchmark")


def _names(iris: tuple[str, ...], label: Callable[[str], str]) -> str:
    return "; ".join(sorted(map(label, iris)))


def _metrics(one: Recorded, other: Recorded, label: Callable[[str], str]) -> Iterator[Difference]:
    a, b = one.metric, other.metric
    if a.key != b.key:
        if is_variant(a, b):
            names = sorted({p.name for p in (*a.parameters, *b.parameters)})
            for name in names:
                first, second = (_value(metric.parameters, name) for metric in (a, b))
                if first != second:
                    yield Difference("DifferentMetricParameter", f"metric parameter {name}", first, second)
        else:
            why = "called the same, which does not establish the same measure" if a.label == b.label else ""
            yield Difference("DifferentMetric", "metric", a.label, b.label, why)
    told = [_undirected(metric) for metric in (a, b)]
    if any(told):
        first, second = (None if why else m.direction.value for why, m in zip(told, (a, b), strict=True))
        why = "; ".join(sorted({each for each in told if each}))
        yield Difference("DirectionNotStated", "direction", first, second, why)


def is_variant(a: Metric, b: Metric) -> bool:
    """True when two metrics are one measure with different parameters (accuracy at 1 and at 5)."""
    related = a.broader == b.key or b.broader == a.key or (a.broader is not None and a.broader == b.broader)
    return related and set(a.parameters) != set(b.parameters)


def _undirected(metric: Metric) -> str:
    """Why it is not known which of two values is better; "" where it is."""
    if metric.direction is Direction.UNKNOWN:
        return f"which of two values of {metric.label} is better is not stated"
    if metric.direction is Direction.CLOSER_TO_TARGET and metric.target is None:
        return f"the target that {metric.label} should be close to is not stated"
    return ""


def _units(one: Recorded, other: Recorded) -> Iterator[Difference]:
    if one.normalized is not None and other.normalized is not None:
        return
    first, second = (result.unit.label if result.unit else None for result in (one, other))
    if first is None or second is None:
        yield Difference("UnitUnknown", "unit", first, second, "a value without its unit is not ranked")
        return
    refused = "; ".join(
        sorted(
            {f"{r.metric.label} is not compared in {r.unit.label}" for r in (one, other) if _is_refused(r) and r.unit}
        )
    )
    if first != second:
        yield Difference("DifferentUnit", "unit", first, second, refused)
    else:
        yield Difference("UnitNotAdmissible", "unit", first, second, refused)


def _is_refused(result: Recorded) -> bool:
    return result.normalized is None


def _settings(one: Recorded, other: Recorded) -> Iterator[Difference]:
    if not one.settings or not other.settings:
        # Without recorded settings only the rows of one table compare.
        if one.settings or other.settings or one.board.iri != other.board.iri:
            first, second = (result.config_label if result.settings else None for result in (one, other))
            why = "neither source records its settings" if first is second is None else ""
            yield Difference("SettingsNotRecorded", "settings", first, second, why)
        return
    for name in sorted({setting.name for setting in (*one.settings, *other.settings)}):
        first, second = _value(one.settings, name), _value(other.settings, name)
        if first != second:
            yield Difference("DifferentSetting", f"setting {name}", first, second)


def _value(settings: tuple[Setting, ...], name: str) -> str | None:
    values = [setting.value for setting in settings if setting.name == name]
    return " + ".join(values) if values else None


def _confined(one: Recorded, other: Recorded) -> Iterator[Difference]:
    """Equal conditions, two tables, and a benchmark that leaves open which of several it is."""
    terms = {"version": "DifferentVersion", "split": "DifferentSplit"}
    for name in one.ambiguous or other.ambiguous or ("version",):
        yield Difference(terms[name], name, None, None, "neither source states it, and several are known")


def comparable(one: Recorded, other: Recorded) -> bool:
    """True when two results may be compared."""
    return not differences(one, other)
