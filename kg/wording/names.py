"""Finds names that the registry knows within text: data sets and metrics."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy
from functools import cached_property

from kg.model import Metric
from kg.normalise.values import Brackets, Number, parse_number
from kg.registry import Registry

#: What stands for a metric that nothing names.
NOT_TOLD = "metric not stated"

#: Names of metrics that are everyday words as well: they count only where a sentence says that it measures.
_EVERYDAY = frozenset(
    {
        "loss",
        "return",
        "returns",
        "precision",
        "recall",
        "resolved",
        "rouge",
        "comet",
        "green",
        "score",
        "spice",
        "kappa",
        "chamfer",
        "throughput",
        "mtr",
        *(f"b{sign}{number}" for sign in "-@" for number in range(1, 5)),
    }
)
_AT = re.compile(r"\s?@\s?(?P<number>\d+)")
#: A longer text is no heading.
_SHORT = 80
_SPLIT = r"(?P<split>(?i:test|val|validation|dev|minival|testmini|test-(?:dev|std|clean|other)|dev-(?:clean|other)))"
#: Names of data sets that are everyday words unless they are spelled as the data sets are.
_WORDS = frozenset({"drive", "drop", "math", "pope", "seed", "glue", "slake", "race", "mind", "amos"})


class NameFinder:
    """Looks for known names, longest first, in their own case, and reads numbers with their units."""

    def __init__(self, registry: Registry, *, decimal_comma: bool = False) -> None:
        self.registry = registry
        self.decimal_comma = decimal_comma
        self.brackets: Brackets | None = None

    def with_brackets(self, brackets: Brackets) -> NameFinder:
        """The same for a table that prints the uncertainty or the rank of a value in brackets behind it."""
        found = copy(self)
        found.brackets = brackets
        return found

    def number(self, text: str) -> Number | None:
        """The number that a cell holds, or None."""
        found = parse_number(
            text, decimal_comma=self.decimal_comma, is_unit=self.registry.is_unit, brackets=self.brackets
        )
        return found if isinstance(found, Number) else None

    @cached_property
    def _datasets(self) -> re.Pattern[str]:
        return _pattern(self.registry.dataset_names, "", hyphen="[- ]")

    @cached_property
    def _filed_datasets(self) -> re.Pattern[str]:
        names = [name for name in self.registry.dataset_names if len(name) > 3 and name.casefold() not in _WORDS]
        ordered = sorted(names, key=lambda name: (-len(name), name))
        # In the name of a file a hyphen parts words: "results-imagenet-r".
        text = "|".join(re.escape(name).replace("\\ ", "[ -]") for name in ordered)
        return re.compile(rf"(?<![A-Za-z0-9])(?:{text})(?![A-Za-z0-9+])", re.IGNORECASE)

    def datasets_of_file(self, stem: str) -> list[str]:
        """Labels of the known data sets that the name of a file holds, in whatever case."""
        if known := self.registry.known_dataset(stem) or self.registry.known_dataset(stem.upper()):
            return [known.label]
        text = re.sub(r"[_\s]+", " ", stem)
        found = (m[0] for m in self._filed_datasets.finditer(text))
        return [self._labels_in_files.get(name.casefold().replace("-", " "), name) for name in found]

    @cached_property
    def _labels_in_files(self) -> dict[str, str]:
        return {name.casefold().replace("-", " "): self.dataset_label(name) for name in self.registry.dataset_names}

    def datasets(self, text: str) -> list[str]:
        """Labels of the known data sets that a text names, in its order."""
        found = [m[0] for m in self._datasets.finditer(text)]
        return [self.dataset_label(name) for name in found]

    def spelled(self, text: str) -> list[str]:
        """The names of data sets in a text, as they are printed there."""
        return [m[0] for m in self._datasets.finditer(text)]

    def dataset_label(self, name: str) -> str:
        """The label of a known data set; any other name as it is."""
        known = self.registry.known_dataset(name) if self.is_dataset(name) else None
        return known.label if known else name

    def split_behind(self, text: str) -> str | None:
        """The split right behind a known data set at the end of a text: "ADE20K val", "Results on MMLU (test)"."""
        for name in self.spelled(text) if len(text) <= _SHORT else ():
            if found := re.search(rf"(?<![\w-]){re.escape(name)}\s+[(\[]?{_SPLIT}\W*$", text):
                return found["split"].lower()
        return None

    def is_dataset(self, name: str) -> bool:
        """True for the name of a known data set; "Math" beside "Coding" is a subject, and MATH a data set."""
        if name.casefold() in _WORDS and name not in self.registry.dataset_names:
            return False
        return self.registry.known_dataset(name) is not None

    @cached_property
    def metric_pattern(self) -> str:
        """A pattern for the names of metrics within a sentence."""
        names = [name for name in self.registry.metric_names if len(name) > 1]
        spelled = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        return f"(?i:{spelled})(?!@\\d)"

    @cached_property
    def _metrics(self) -> re.Pattern[str]:
        names = [n for n in self.registry.metric_names if len(n) > 2 and n.casefold() not in _EVERYDAY]
        return _pattern(names, "")

    def metrics(self, text: str) -> list[Metric]:
        """The known metrics that a text names."""
        found = (self.registry.metric(m[0] + _at_number(text, m.end())) for m in self._metrics.finditer(text))
        return [metric for metric in found if metric]

    def metric(self, name: str) -> Metric | None:
        """The metric of that name."""
        return self.registry.metric(name)

    def spellings_of(self, metric: Metric) -> tuple[str, ...]:
        """All names of a metric."""
        return self._by_metric.get(metric.key, ())

    @cached_property
    def _by_metric(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for name, key in self.registry.metric_names.items():
            found.setdefault(key, []).append(name)
        return {key: tuple(names) for key, names in found.items()}


def _at_number(text: str, end: int) -> str:
    """The "@10" behind the name of a metric: nDCG@10 is no nDCG."""
    found = _AT.match(text, end)
    return f"@{found['number']}" if found else ""


def _pattern(names: Iterable[str], end: str, hyphen: str = "-") -> re.Pattern[str]:
    """The names, longest first; ``hyphen`` is what may stand where a name of some length has one."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    spelled = (re.escape(n).replace("\\-", hyphen) if len(n) > 5 else re.escape(n) for n in ordered)
    return re.compile(r"(?<![\w-])(?:" + "|".join(spelled) + rf")(?![\w+]|-\w){end}")
