"""Which results may be compared, who is ahead there, and what keeps the others apart.

>>> from kg.comparability import ask
>>> print(ask(Facts(Version("build")), ["Qwen2.5-VL-7B", "Lingshu-7B"]).to_text())  # doctest: +SKIP
"""

from kg.comparability.asking import Comparison, ConflictList, MeansOver, ask, ask_conflicts, ask_means
from kg.comparability.averages import Mean, MeanRefused, Means, means
from kg.comparability.conflicts import Conflict, Conflicts, Copy, Kind, Rerun, Undecided, find_conflicts
from kg.comparability.names import benchmarks_of, find_benchmark, find_method, find_metric, find_unit
from kg.comparability.reasons import Difference, comparable, differences
from kg.comparability.records import Graph, Reader, Recorded
from kg.comparability.sidebyside import (
    Apart,
    Group,
    Meeting,
    OnBenchmark,
    SideBySide,
    compare_benchmark,
    compare_methods,
)
from kg.comparability.verdicts import Ahead, Pair, Placed, goodness, paired, ranking

__all__ = [
    "Ahead",
    "Apart",
    "Comparison",
    "Conflict",
    "ConflictList",
    "Conflicts",
    "Copy",
    "Difference",
    "Graph",
    "Group",
    "Kind",
    "Mean",
    "MeanRefused",
    "Means",
    "MeansOver",
    "Meeting",
    "OnBenchmark",
    "Pair",
    "Placed",
    "Reader",
    "Recorded",
    "Rerun",
    "SideBySide",
    "Undecided",
    "ask",
    "ask_conflicts",
    "ask_means",
    "benchmarks_of",
    "comparable",
    "compare_benchmark",
    "compare_methods",
    "differences",
    "find_benchmark",
    "find_conflicts",
    "find_method",
    "find_metric",
    "find_unit",
    "goodness",
    "means",
    "paired",
    "ranking",
]
