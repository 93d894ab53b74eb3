"""The metric that a sentence near a table says its values are of."""

from __future__ import annotations

import re

from kg.intake.joined import is_one_of_two
from kg.intake.phrases import MEASURED, VALUES_ARE
from kg.model import Metric
from kg.wording.names import NameFinder

#: How a sentence names the metric of all values; "<name>" stands for the names of metrics.
_FORMS = (
    rf"\b{MEASURED}<name>\b",
    rf"\b{VALUES_ARE}<name>\b",
    r"\b<name>s?\s+(?:are|is)\b(?!\s+(?:a|an|the|better|not|used for)\b)",
    r"(?:^|(?<=[.:]\s))(?:[Tt]he\s)?<name>s?\s+(?:on|for)\s+",
    r"\bresults?\s\(\s?<name>\s?\)",
    r"\bbest\s<name>s?\b[^.\n]{0,99}?\b(?:is|are)\s(?:\w+\s)?below\b",
    r"\b<name>\s*(?:scores?\b|\(\s*[↑↓%]|↑|↓|is (?:reported|used|measured))",
)


def metric_told(text: str, finder: NameFinder) -> tuple[Metric, str] | None:
    """The one metric that a text says all values are of, and its name there; None where it names none, or several.

    "RNN-T loss is used" tells how a model was trained, and "the loss is low" is no measure of a table either.
    """
    name = rf"(?P<name>{finder.metric_pattern})"
    told = (found for form in _FORMS for found in re.finditer(form.replace("<name>", name), text))
    found = {
        metric.key: (metric, match["name"])
        for match in told
        if not re.search(r"\bloss\W+is\b", match[0], re.IGNORECASE) and (metric := finder.metric(match["name"]))
    }
    if len(found) != 1:
        return None
    metric, spelled = next(iter(found.values()))
    return None if is_one_of_two(metric, spelled, text, finder) else (metric, spelled)
