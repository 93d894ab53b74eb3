"""Two forms of one table held against each other, as rows for people and as plain data for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from kg.comparability.forms import Form, FormCell, FormPair, FormsCompared, Outcome, TakenForOne
from kg.conversion import quantity
from kg.normalise.values import lexical

DIFFER_COLUMNS = ("method", "benchmark", "split", "metric", "A", "B", "A at", "B at", "note")
#: So many single cells are listed; JSON lists all.
SHOWN = 20


def differ_rows(found: FormsCompared) -> list[tuple[str, ...]]:
    """One row for each pair that differs, as :data:`DIFFER_COLUMNS` says."""
    return [
        (
            pair.a.method,
            pair.a.measured,
            pair.a.benchmark.split or pair.b.benchmark.split or "",
            pair.a.metric.label,
            quantity(pair.a.value, pair.a.unit),
            quantity(pair.b.value, pair.b.unit),
            _at(pair.a),
            _at(pair.b),
            "; ".join(_why(pair)),
        )
        for pair in found.of(Outcome.DIFFER)
    ]


def summary(found: FormsCompared) -> Iterator[str]:
    """The account in lines: what is in both, what was taken for one, what is in one form only."""
    yield f"A = {found.a.name} ({_results(found.a)}), B = {found.b.name} ({_results(found.b)})"
    counts = {outcome: len(found.of(outcome)) for outcome in Outcome}
    rounded = f" ({counts[Outcome.ROUNDED]} of them when rounded)" if counts[Outcome.ROUNDED] else ""
    agree = counts[Outcome.SAME] + counts[Outcome.ROUNDED]
    yield f"{len(found.pairs)} values are in both: {agree} agree{rounded}, {counts[Outcome.DIFFER]} differ"
    for taken, count in taken_for_one(found):
        yield f"taken for one in {count}: {taken.what} {_said(taken.a)} (A) and {_said(taken.b)} (B)"
    for side, cells in (("only in A", found.only_a), ("only in B", found.only_b), ("fits several", found.unclear)):
        if cells:
            yield f"{side}: {len(cells)} ({', '.join(_groups(cells))})"
    if not found.pairs:
        yield (
            "nothing is in both: the two name other methods, data sets, splits or metrics; tell what is meant "
            "(--dataset, --split, --column NAME=METRIC, --method), or compare two sources that you have mended"
        )


def as_data(found: FormsCompared) -> dict[str, Any]:
    """The same as plain data; values are strings, units are IRIs or keys of the registry."""
    return {
        "a": {"file": found.a.name, "results": len(found.a.cells)},
        "b": {"file": found.b.name, "results": len(found.b.cells)},
        "in_both": len(found.pairs),
        "agree": len(found.of(Outcome.SAME)),
        "agree_rounded": len(found.of(Outcome.ROUNDED)),
        "differ": len(found.of(Outcome.DIFFER)),
        "conflicts": [_pair(pair) for pair in found.of(Outcome.DIFFER)],
        "rounded": [_pair(pair) for pair in found.of(Outcome.ROUNDED)],
        "taken_for_one": [
            {"what": taken.what, "a": taken.a, "b": taken.b, "values": count} for taken, count in taken_for_one(found)
        ],
        "only_a": [_cell(cell) for cell in found.only_a],
        "only_b": [_cell(cell) for cell in found.only_b],
        "fits_several": [_cell(cell) for cell in found.unclear],
    }


def taken_for_one(found: FormsCompared) -> list[tuple[TakenForOne, int]]:
    """What had to be taken for one, each with the number of pairs, the most frequent first."""
    counts = Counter(taken for pair in found.pairs for taken in pair.taken)
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0].what, entry[0].a or "", entry[0].b or ""))


def _results(form: Form) -> str:
    return f"{len(form.cells)} result{'' if len(form.cells) == 1 else 's'}"


def _said(text: str | None) -> str:
    return "not stated" if text is None else repr(text)


def _groups(cells: Sequence[FormCell]) -> list[str]:
    counts = Counter(f"{cell.measured}{_split(cell)}, {cell.metric.label}" for cell in cells)
    shown = [f"{name}: {count}" for name, count in counts.most_common(SHOWN)]
    return [*shown, "…"] if len(counts) > SHOWN else shown


def _split(cell: FormCell) -> str:
    return f" ({cell.benchmark.split})" if cell.benchmark.split else ""


def _why(pair: FormPair) -> Iterator[str]:
    for side, cell in pair.elsewhere:
        other = "B" if side == "A" else "A"
        yield f"{other}'s value stands in {side} under {cell.measured}, {cell.metric.label} ({_at(cell)})"


def _at(cell: FormCell) -> str:
    return ":".join(str(part) for part in (cell.place.file, cell.place.line, cell.place.column) if part is not None)


def _pair(pair: FormPair) -> dict[str, Any]:
    return {
        "method": pair.a.method,
        "benchmark": pair.a.measured,
        "split": pair.a.benchmark.split or pair.b.benchmark.split,
        "metric": pair.a.metric.label,
        "a": _value(pair.a),
        "b": _value(pair.b),
        "taken_for_one": [{"what": each.what, "a": each.a, "b": each.b} for each in pair.taken],
        "elsewhere": [{"form": side.lower(), **_cell(cell)} for side, cell in pair.elsewhere],
    }


def _cell(cell: FormCell) -> dict[str, Any]:
    return {
        "method": cell.method,
        "benchmark": cell.measured,
        "split": cell.benchmark.split,
        "metric": cell.metric.label,
        **_value(cell),
    }


def _value(cell: FormCell) -> dict[str, Any]:
    return {
        "value": lexical(cell.value),
        "printed": cell.printed,
        "unit": (cell.unit.iri or cell.unit.key) if cell.unit else None,
        "file": cell.place.file,
        "line": cell.place.line,
        "column": cell.place.column,
    }
