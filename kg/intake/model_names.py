"""Names that are written as those of models are: known ones, ones of a known line, ones with a number of parameters."""

from __future__ import annotations

import re

from kg.registry import Registry
from kg.wording.headings import has_model_size

#: The name of a line of models in front of its number: "GPT-4o", "Qwen2.5-VL".
_OF_A_LINE = re.compile(r"(?P<line>[A-Za-z]{3,})[- ]?\d")


def is_model_name(name: str, registry: Registry) -> bool:
    """True for a name that the registry knows, one of a line of models that it knows, or one with a model's size.

    A size alone ("7B") names no model.
    """
    if registry.method(name) is not None:
        return True
    line = _line(name)
    if line and any(_line(known) == line for known in registry.method_names):
        return True
    return has_model_size(name) and re.search(r"[A-Za-z]{3,}", name) is not None


def _line(name: str) -> str | None:
    found = _OF_A_LINE.match(name)
    return found["line"].casefold() if found else None
