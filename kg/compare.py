"""What follows from the results: comparison groups and values in the canonical unit.

Two results may be ranked together when they have the same benchmark, the same metric, usable
units and the same configuration. An unrecorded setting is never a wildcard: results without a
configuration, without a usable unit, or on a benchmark whose version or split is not stated
although several are known, are comparable only within the table that printed them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from kg.conversion import convert
from kg.iris import config_key, group_key
from kg.model import Basis, Benchmark, ComparisonGroup, Leaderboard, Metric, Result, Standing, Unit


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Which versions and splits are known of each (task, data set) pair."""

    versions: Mapping[tuple[str, str], frozenset[str]]
    splits: Mapping[tuple[str, str], frozenset[str]]

    @classmethod
    def among(cls, benchmarks: Iterable[Benchmark]) -> Ambiguity:
        """Collect the versions and splits of all known benchmarks."""
        versions: dict[tuple[str, str], set[str]] = {}
        splits: dict[tuple[str, str], set[str]] = {}
        for benchmark in benchmarks:
            for pair in _pairs(benchmark):
                if benchmark.version:
                    versions.setdefault(pair, set()).add(benchmark.version)
                if benchmark.split:
                    splits.setdefault(pair, set()).add(benchmark.split)
        return cls(
            {pair: frozenset(found) for pair, found in versions.items()},
            {pair: frozenset(found) for pair, found in splits.items()},
        )

    def of(self, benchmark: Benchmark) -> bool:
        """True when the benchmark leaves open which of several versions or splits it is."""
        return any(
            ("version" in benchmark.not_stated and len(self.versions.get(pair, ())) > 1)
            or ("split" in benchmark.not_stated and len(self.splits.get(pair, ())) > 1)
            for pair in _pairs(benchmark)
        )


def _pairs(benchmark: Benchmark) -> list[tuple[str, str]]:
    return [(task, dataset) for task in benchmark.tasks for dataset in benchmark.datasets]


def normalized_value(result: Result, metric: Metric, units: Mapping[str, Unit]) -> Decimal | None:
    """The value in the metric's canonical unit, exact; None when the unit is unknown or not admissible."""
    if result.unit is None or metric.canonical_unit is None or result.unit not in metric.admissible_units:
        return None
    return convert(result.value, units[result.unit], units[metric.canonical_unit], metric)


def stand(
    result: Result,
    benchmark: Benchmark,
    metric: Metric,
    units: Mapping[str, Unit],
    leaderboards: Mapping[str, Leaderboard],
    ambiguity: Ambiguity,
) -> tuple[Standing, ComparisonGroup]:
    """The comparison group of one result, and its value in the canonical unit."""
    normalized = normalized_value(result, metric, units)
    unit = metric.canonical_unit if normalized is not None else None
    config = config_key((s.name, s.value) for s in result.settings) if result.settings else None
    alone = config is None or unit is None or ambiguity.of(benchmark)
    leaderboard = result.leaderboard if alone else None
    key = group_key(benchmark.key, metric.key, unit, config, leaderboard)
    conditions = [", ".join(f"{s.name}={s.value}" for s in result.settings) or "no settings recorded"]
    if unit is None:
        conditions.append("no usable unit")
    if leaderboard is not None:
        conditions.append(f"as published in {leaderboards[leaderboard].label}")
    group = ComparisonGroup(
        key=key,
        label=f"{metric.label} on {benchmark.label}; {'; '.join(conditions)}",
        benchmark=benchmark.key,
        metric=metric.key,
        basis=Basis.AS_PUBLISHED_TOGETHER if leaderboard is not None else Basis.SAME_RECORDED_SETTINGS,
        unit=unit,
        config=config,
        leaderboard=leaderboard,
    )
    return Standing(result.key, key, normalized), group
