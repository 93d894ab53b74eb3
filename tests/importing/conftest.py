"""What the tests of the importer share: one registry, and a check of text given in the test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from kg.intake.answers import Answers
from kg.intake.check import Checked, check_file
from kg.intake.files import Given
from kg.registry import Registry, load_registry
from kg.resources import registry_folder


@dataclass
class Outcome:
    """All that a check gives."""

    checked: Checked
    rows: list[dict[str, Any]]
    rejects: list[dict[str, Any]] = field(default_factory=list)
    resources: list[dict[str, Any]] = field(default_factory=list)
    notes: list[dict[str, Any]] = field(default_factory=list)


Check = Callable[..., Outcome]


@pytest.fixture(scope="session")
def registry() -> Registry:
    return load_registry(registry_folder())


@pytest.fixture(scope="session")
def check(registry: Registry) -> Check:
    """Check a file given as text or bytes."""

    def run(name: str, content: str | bytes, **options: Any) -> Outcome:
        rows: list[dict[str, Any]] = []
        data = content.encode() if isinstance(content, str) else content
        options.setdefault("answers", Answers())
        checked = check_file(Given(name, None, data), registry, emit=rows.append, **options)
        outcome = Outcome(checked, rows, list(checked.rejects), list(checked.resources), list(checked.notes))
        for spool in (checked.rejects, checked.resources, checked.notes):
            spool.close()
        counts = list(checked.tables.values())
        assert all(c.cells == c.results + c.missing + c.rejected for c in counts), [c.law for c in counts]
        assert sum(c.results for c in counts) == len(rows)
        return outcome

    return run
