"""``build-report.json``: what was read, what was dropped and why, what was filled in."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from kg.collect import Collection
from kg.errors import Problem
from kg.model import Guess, Tally
from kg.validation import Report


def build_report(collection: Collection, report: Report, triples: int, base: str) -> dict[str, Any]:
    """The report as plain data. Per leaderboard: cells = results + missing + rejects (by cell)."""
    leaderboards = []
    for leaderboard in collection.leaderboards:
        key = leaderboard.key
        problems = collection.problems.get(key, ())
        tally = collection.tallies[key]
        leaderboards.append(
            {
                "leaderboard": key,
                "label": leaderboard.label,
                "source": leaderboard.source,
                "file": collection.nodes.sources[leaderboard.source].file,
                **_counts(tally),
                "rejects": [problem_entry(p) for p in problems if p.is_reject],
                "warnings": [problem_entry(p) for p in problems if not p.is_reject],
                "guesses": [_guess(g) for g in collection.guesses.get(key, ())],
            }
        )
    tallies = [collection.tallies[lb.key] for lb in collection.leaderboards]
    evaluated = {r.method for rows in collection.results.values() for r in rows}
    summed = ("rows", "cells", "results", "missing", "rejected", "distinct_results")
    totals = {
        "sources": len(collection.nodes.sources),
        "leaderboards": len(leaderboards),
        **{name: sum(_counts(tally)[name] for tally in tallies) for name in summed},
        "methods": len(evaluated),
        "benchmarks": len(collection.nodes.benchmarks),
        "groups": len(collection.groups),
        "flags": sum(len(flags) for flags in collection.flags.values()),
        "guesses": sum(len(guesses) for guesses in collection.guesses.values()),
        "triples": triples,
        "violations": report.count("Violation"),
        "warnings": report.count("Warning")
        + sum(not p.is_reject for problems in collection.problems.values() for p in problems),
    }
    return {"base": base, "leaderboards": leaderboards, "totals": totals}


def accounted(tallies: Iterable[Tally]) -> str:
    """The conservation law in one sentence."""
    counts = list(tallies)
    cells, results, missing, rejected = (
        sum(getattr(tally, name) for tally in counts) for name in ("cells", "results", "missing", "rejected")
    )
    return f"{cells} value cells = {results} results + {missing} missing + {rejected} rejected"


def to_json(report: dict[str, Any]) -> bytes:
    """Indented JSON, keys in the order written."""
    return (json.dumps(report, ensure_ascii=False, indent=2) + "\n").encode()


def _counts(tally: Tally) -> dict[str, int]:
    return {
        "rows": tally.rows,
        "cells": tally.cells,
        "results": tally.results,
        "distinct_results": tally.distinct,
        "missing": tally.missing,
        "rejected": tally.rejected,
    }


def problem_entry(problem: Problem) -> dict[str, Any]:
    """One problem as it stands in the report."""
    return {
        "file": problem.place.file,
        "line": problem.place.line,
        "column": problem.place.column,
        "printed": problem.printed,
        "rule": problem.rule,
        "reason": problem.reason,
        "remedy": problem.remedy,
        "cells": problem.cells,
    }


def _guess(guess: Guess) -> dict[str, Any]:
    return {
        "file": guess.place.file,
        "line": guess.place.line,
        "column": guess.place.column,
        "property": guess.property,
        "value": guess.value,
        "from": guess.origin,
        "certainty": guess.certainty.value,
    }
