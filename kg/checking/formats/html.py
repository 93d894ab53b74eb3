"""Verdicts as one page that needs nothing else: no script, no address outside."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

import jinja2

from kg import __version__
from kg.checking.entries import ACCOUNTED, REJECTED, Entry
from kg.checking.rules import rules
from kg.checking.verdict import Unusable, Verdict

_TEMPLATE = Path(__file__).with_name("report.html")


def text(verdicts: Sequence[Verdict], unusable: Sequence[Unusable] = ()) -> str:
    """The page: what was checked and what could not be, the rules with their counts, every finding with its cells."""
    names = ", ".join([*(verdict.target for verdict in verdicts), *(lost.target for lost in unusable)])
    told = [_verdict(verdict) for verdict in verdicts]
    return _template().render(version=__version__, names=names, verdicts=told, unusable=unusable)


@lru_cache(maxsize=1)
def _template() -> jinja2.Template:
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    return environment.from_string(_TEMPLATE.read_text(encoding="utf-8"))


def _verdict(verdict: Verdict) -> dict[str, Any]:
    groups = [_group(list(entries)) for _, entries in groupby(verdict.told, key=lambda e: (e.level, e.rule, e.shape))]
    return {
        "target": verdict.target,
        "kind": verdict.kind,
        "profile": verdict.profile,
        "context": verdict.context,
        "conforms": verdict.conforms_told,
        "clean": verdict.is_clean,
        "summary": verdict.summary,
        "checked": f"{sum(verdict.report.focus_counts.values())} {verdict.unit}",
        "groups": groups,
        "explained_by": verdict.explained_by,
    }


def _group(entries: Sequence[Entry]) -> dict[str, Any]:
    first = entries[0]
    known = rules().get(first.rule)
    return {
        "rule": first.rule,
        "level": "rejected" if first.shape == REJECTED else first.level,
        "statement": known.statement if known else ACCOUNTED,
        "shape": first.shape,
        "entries": entries,
        "cells": len({(spot.place, spot.printed) for entry in entries for spot in entry.spots}),
        "anchor": f"rule-{first.rule}-{first.level}",
    }
