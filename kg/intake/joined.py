"""Sentences that name more than one metric: they do not say of which of them a column is."""

from __future__ import annotations

import re

from kg.model import Metric
from kg.read.text import sentences
from kg.wording.names import NameFinder


def is_one_of_two(metric: Metric, name: str, text: str, finder: NameFinder) -> bool:
    """True for "accuracy for closed questions and recall for open ones": another metric is joined to it."""
    joined = re.compile(rf"(?<![\w-])(?:and|or|&)\s+(?:the\s+)?(?P<name>{finder.metric_pattern})(?!\w)")
    for sentence in sentences(text.replace("\n", " ")):
        if name not in sentence:
            continue
        others = [finder.metric(found["name"]) for found in joined.finditer(sentence)]
        if any(other and other != metric and metric.key not in (other.key, other.broader) for other in others):
            return True
    return False
