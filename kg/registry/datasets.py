"""What people write for a data set, and how results on it are usually given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kg.model import Metric
from kg.registry.tables import Row

DATASET_COLUMNS = (
    "key",
    "label",
    "introduced_in",
    "exact_match",
    "spellings",
    "usual_metric",
    "usual_split",
    "domains",
    "certainty",
    "evidence",
)


@dataclass(frozen=True, slots=True)
class Habit:
    """How results on a data set are usually given: never a fact of a page, only what to propose for one."""

    metric: str | None
    split: str | None
    domains: tuple[str, ...]
    evidence: str


def load_dataset_names(
    rows: Sequence[Row], metrics: Mapping[str, Metric], domains: Mapping[str, object]
) -> tuple[dict[str, str], dict[str, Habit]]:
    """Keys of data sets by the names that mean them anywhere, and their habits by key."""
    names: dict[str, str] = {}
    habits: dict[str, Habit] = {}
    for row in rows:
        key, metric = row.key(), row.text("usual_metric")
        row.known("usual_metric", metric, metrics, "metrics.tsv")
        for domain in row.items("domains"):
            row.known("domains", domain, domains, "domains.tsv")
        for name in (row.needed("label"), *row.items("spellings")):
            if names.setdefault(name, key) != key:
                row.fail("spellings", f"{name!r} means {names[name]!r} already", "take it from one of the two")
        habits[key] = Habit(metric, row.text("usual_split"), row.items("domains"), row.needed("evidence"))
    return names, habits
