"""Which results may be compared, who is ahead there, and what keeps the others apart.

>>> from kg.comparability import compare_methods, find_method, methods_text
>>> facts = Facts(Version("build"))  # doctest: +SKIP
>>> a, b = find_method(facts, "Qwen2.5-VL-7B"), find_method(facts, "Lingshu-7B")  # doctest: +SKIP
>>> print(methods_text(compare_methods(facts, a, b)))  # doctest: +SKIP
"""

from kg.comparability.asking import Comparison, ask
from kg.comparability.names import benchmarks_of, find_benchmark, find_method, find_metric
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
from kg.comparability.tabular import MEMBER_COLUMNS, PAIR_COLUMNS, member_rows, method_rows, to_csv
from kg.comparability.telling import benchmark_dict, benchmark_text, methods_dict, methods_text
from kg.comparability.verdicts import Ahead, Pair, Placed, goodness, paired, ranking

__all__ = [
    "MEMBER_COLUMNS",
    "PAIR_COLUMNS",
    "Ahead",
    "Apart",
    "Comparison",
    "Difference",
    "Graph",
    "Group",
    "Meeting",
    "OnBenchmark",
    "Pair",
    "Placed",
    "Reader",
    "Recorded",
    "SideBySide",
    "ask",
    "benchmark_dict",
    "benchmark_text",
    "benchmarks_of",
    "comparable",
    "compare_benchmark",
    "compare_methods",
    "differences",
    "find_benchmark",
    "find_method",
    "find_metric",
    "goodness",
    "member_rows",
    "method_rows",
    "methods_dict",
    "methods_text",
    "paired",
    "ranking",
    "to_csv",
]
