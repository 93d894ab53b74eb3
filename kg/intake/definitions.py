"""Data sets that a table of the page itself explains: with their metric and task."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.model import Metric
from kg.read.cells import Page, Table
from kg.wording.names import NameFinder

#: What a table of the page says of a data set: its metric, its task, and where.
Definition = tuple[Metric | None, str | None, str]


def page_definitions(page: Page, tables: Sequence[Table], finder: NameFinder) -> dict[str, Definition]:
    """Data sets that a table of the page lists with their metric and task: name -> (metric, task, where)."""
    found: dict[str, Definition] = {}
    for table in tables:
        heads = [column.name.strip().casefold() for column in table.columns]
        metric = next((i for i, h in enumerate(heads) if re.fullmatch(r"(?:evaluation |main )?metrics?", h)), None)
        name = next(
            (i for i, h in enumerate(heads) if h in ("dataset", "data set", "benchmark", "corpus", "name", "task")),
            None,
        )
        task = next((i for i, h in enumerate(heads) if h in ("task", "task type", "type") and i != name), None)
        if name is None or metric is None:
            continue
        for row in table.rows:
            texts = row.texts()
            measured = finder.metric(texts[metric])
            found.setdefault(texts[name], (measured, texts[task] if task is not None else None, f"line {row.line}"))
    return found


def same(short: str, name: str) -> bool:
    """True for a heading that is the name."""
    return short == name


def ends_with(short: str, name: str) -> bool:
    """True for a heading that is the last word of a name, or its last words."""
    return len(short) > 1 and re.search(rf"(?<![A-Za-z0-9]){re.escape(short)}$", name) is not None


def one_letter(short: str, name: str) -> bool:
    """True for two long names that differ by one letter added or left out."""
    if len(short) == len(name) or min(len(short), len(name)) < 5:
        return False
    longer, shorter = sorted((short, name), key=len, reverse=True)
    return len(longer) - len(shorter) == 1 and any(longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer)))
