"""Published cells that look wrong by arithmetic: kept as published, flagged with the sum that says so.

What is known (weights of an aggregate, item counts of a benchmark) is used first; where nothing is
known, weights and counts are recovered from the table itself and the flag says so. Every flag is a
warning or advice, its message shows the arithmetic, and nothing is ever repaired.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kg.arithmetic.counts import recovered_count_flags
from kg.arithmetic.known import known_flags
from kg.arithmetic.recovered import recovered_whole_flags
from kg.arithmetic.repeats import repeat_flags, row_above
from kg.arithmetic.scales import scale_flags
from kg.model import Benchmark, Flag, Metric, Result, Unit

__all__ = ["arithmetic_flags"]


def arithmetic_flags(
    results: Iterable[Result],
    metrics: Mapping[str, Metric],
    benchmarks: Mapping[str, Benchmark],
    units: Mapping[str, Unit],
) -> list[Flag]:
    """All arithmetic findings of one leaderboard, in the order of their keys."""
    ordered = sorted(results, key=lambda r: r.key)
    above = row_above(ordered)
    flags = known_flags(ordered, metrics, benchmarks, units, above)
    flags += recovered_whole_flags(ordered, metrics, benchmarks, above)
    flags += recovered_count_flags(ordered, metrics, benchmarks, units)
    flags += scale_flags(ordered, metrics, units)
    flags += repeat_flags(ordered)
    return sorted(flags, key=lambda f: f.key)
