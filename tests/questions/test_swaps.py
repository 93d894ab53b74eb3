"""One thing of the trap graph is changed: the answers that it touches change as predicted, and no other one does.

A prediction names columns of a question, and the rows that go and come. They were written down from
the pages (``trapgraph/spec.py``) and the wording of the questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

import kg
from kg.query import bind, find_question, questions
from kg.terms import DATA_BASE
from tests.questions.trapgraph.asking import Engine, Rows, build, oxigraph, shared, tempting

#: A question and what it is asked about: methods by name, others as parameter=value.
Ask = tuple[str, ...]

ASKS: tuple[Ask, ...] = (
    *((question.number,) for question in questions()),
    *(("cq05", name) for name in ("Alder", "Birch", "Cedar", "Elder", "Heron", "Pine", "Swan")),
    ("cq08", "Alder", "Birch"),
    ("cq08", "Alder", "Cedar"),
    ("cq08", "Birch", "Elder"),
    ("cq08", "Swan", "Heron"),
    ("cq13", "domain=domain/general"),
    ("cq17", "family=family/exams"),
    ("cq17", "family=family/glyphs"),
    ("cq31", "benchmark=benchmark/reading-test"),
    ("cq32", "family=family/suite"),
)
_NAMES = {"cq05": ("method",), "cq08": ("a", "b")}


@dataclass(frozen=True)
class Change:
    """What becomes of one answer: columns, the rows that go, the rows that come."""

    columns: str
    gone: Rows
    come: Rows


@dataclass(frozen=True)
class Swap:
    """What is changed in which file, and every answer that it changes."""

    files: Mapping[str, tuple[str, str]]
    changes: Mapping[Ask, Change]


_WER = "wer\twer\tmade up\t{}"
_REPORTED = "Pine,0,91.4,2401.90001,,\n"
_RERUN = "Pine,0,90.2,2409.90003,reproduced,run again with the published weights\n"
_FIVE, _NONE, _ORIGINAL = "harness=common, shots=5", "harness=common, shots=0", "harness=original, shots=5"
_BARE = "not recorded, as published in Exams bare"
_SEEN, _UNSEEN = "Glyphs 1 (test_seen)", "Glyphs 1 (test_unseen)"

SWAPS = {
    # The registry and the page both say that a higher error rate is better.
    "one direction": Swap(
        {
            "registry/metrics.tsv": (_WER.format("LowerIsBetter"), _WER.format("HigherIsBetter")),
            "sources/echo-errors/source.toml": ("LowerIsBetter", "HigherIsBetter"),
        },
        {
            ("cq04",): Change(
                "benchmarkLabel methodLabel printed direction",
                [("Echo 1 (test)", "Alder", "2.1", "LowerIsBetter")],
                [("Echo 1 (test)", "Birch", "9.8", "HigherIsBetter")],
            ),
            ("cq05", "Alder"): Change(
                "benchmarkLabel printed direction",
                [("Echo 1 (test)", "2.1", "LowerIsBetter")],
                [("Echo 1 (test)", "2.1", "HigherIsBetter")],
            ),
            ("cq05", "Birch"): Change(
                "benchmarkLabel printed direction",
                [("Echo 1 (test)", "9.8", "LowerIsBetter")],
                [("Echo 1 (test)", "9.8", "HigherIsBetter")],
            ),
            ("cq08", "Alder", "Birch"): Change(
                "benchmarkLabel printedA printedB ahead by direction",
                [("Echo 1 (test)", "2.1", "9.8", "Alder", "0.077", "LowerIsBetter")],
                [("Echo 1 (test)", "2.1", "9.8", "Birch", "0.077", "HigherIsBetter")],
            ),
            ("cq09",): Change(
                "benchmarkLabel metricLabel direction results",
                [("Echo 1 (test)", "wer", "LowerIsBetter", "2")],
                [("Echo 1 (test)", "wer", "HigherIsBetter", "2")],
            ),
        },
    ),
    # The page on test_seen says that it is about test_unseen: one group now, in which both methods have
    # two values, and every row of it says so.
    "one split": Swap(
        {"sources/glyphs-seen-board/source.toml": ('split = "test_seen"', 'split = "test_unseen"')},
        {
            ("cq04",): Change(
                "benchmarkLabel methodLabel printed flags",
                [(_SEEN, "Heron", "66.0", "none"), (_UNSEEN, "Swan", "68.5", "none")],
                [(_UNSEEN, "Swan", "68.5", "DeclarationConflict")],
            ),
            ("cq05", "Heron"): Change(
                "benchmarkLabel printed flags",
                [(_SEEN, "66.0", "none"), (_UNSEEN, "64.0", "none")],
                [(_UNSEEN, "64.0", "DeclarationConflict"), (_UNSEEN, "66.0", "DeclarationConflict")],
            ),
            ("cq05", "Swan"): Change(
                "benchmarkLabel printed flags",
                [(_SEEN, "61.0", "none"), (_UNSEEN, "68.5", "none")],
                [(_UNSEEN, "61.0", "DeclarationConflict"), (_UNSEEN, "68.5", "DeclarationConflict")],
            ),
            ("cq08", "Swan", "Heron"): Change(
                "benchmarkLabel printedA printedB ahead by flagsA flagsB",
                [
                    (_SEEN, "61.0", "66.0", "Heron", "0.05", "none", "none"),
                    (_UNSEEN, "68.5", "64.0", "Swan", "0.045", "none", "none"),
                ],
                [
                    (_UNSEEN, "61.0", "64.0", "Heron", "0.03", "DeclarationConflict", "DeclarationConflict"),
                    (_UNSEEN, "61.0", "66.0", "Heron", "0.05", "DeclarationConflict", "DeclarationConflict"),
                    (_UNSEEN, "68.5", "64.0", "Swan", "0.045", "DeclarationConflict", "DeclarationConflict"),
                    (_UNSEEN, "68.5", "66.0", "Swan", "0.025", "DeclarationConflict", "DeclarationConflict"),
                ],
            ),
            ("cq09",): Change(
                "benchmarkLabel metricLabel results",
                [(_SEEN, "accuracy", "2"), (_UNSEEN, "accuracy", "2")],
                [(_UNSEEN, "accuracy", "4")],
            ),
            ("cq13", "domain=domain/general"): Change(
                "benchmarkLabel methods results sources",
                [(_SEEN, "2", "2", "1"), (_UNSEEN, "2", "2", "1")],
                [(_UNSEEN, "2", "4", "2")],
            ),
            ("cq15",): Change(
                "kind methodLabel benchmarkLabel printedA printedB by",
                [],
                [
                    ("different values", "Heron", _UNSEEN, "66.0", "64.0", "0.02"),
                    ("different values", "Swan", _UNSEEN, "68.5", "61.0", "0.075"),
                ],
            ),
            ("cq17", "family=family/glyphs"): Change(
                "reason conditionA conditionB", [("DifferentSplit", "test_seen", "test_unseen")], []
            ),
            ("cq23",): Change(
                "reason benchmarkLabel methods results",
                [
                    ("no reporting paper recorded", _SEEN, "2", "2"),
                    ("no reporting paper recorded", _UNSEEN, "2", "2"),
                ],
                [("no reporting paper recorded", _UNSEEN, "2", "4")],
            ),
        },
    ),
    # 0.914 is now a percentage: no tie any more.
    "one unit": Swap(
        {"sources/reading-in-fractions/source.toml": ("FRACTION", "PERCENT")},
        {
            ("cq04",): Change(
                "benchmarkLabel methodLabel printed unit", [("Reading 1 (test)", "Cedar", "0.914", "FRACTION")], []
            ),
            ("cq05", "Cedar"): Change(
                "benchmarkLabel printed unit",
                [("Reading 1 (test)", "0.914", "FRACTION")],
                [("Reading 1 (test)", "0.914", "PERCENT")],
            ),
            ("cq08", "Alder", "Cedar"): Change(
                "benchmarkLabel valueA valueB ahead by",
                [("Reading 1 (test)", "0.914", "0.914", "tie", "0")],
                [("Reading 1 (test)", "0.914", "0.00914", "Alder", "0.90486")],
            ),
            ("cq28",): Change(
                "benchmarkLabel methodLabel printed tied",
                [("Reading 1 (test)", "Alder", "91.4", "2"), ("Reading 1 (test)", "Cedar", "0.914", "2")],
                [],
            ),
            ("cq31", "benchmark=benchmark/reading-test"): Change(
                "methodLabel printed unit converted",
                [("Cedar", "0.914", "FRACTION", "91.4")],
                [("Cedar", "0.914", "PERCENT", "0.914")],
            ),
        },
    ),
    # Elder's 42.0 was reached without examples: it leaves one group and leads another.
    "one setting": Swap(
        {"sources/exams-elsewhere/page.csv": ("Elder,5,common", "Elder,0,common")},
        {
            ("cq04",): Change(
                "benchmarkLabel config methodLabel printed",
                [("Exams 1 (test)", "harness=common, shots=0", "Cedar", "37.0")],
                [("Exams 1 (test)", "harness=common, shots=0", "Elder", "42.0")],
            ),
            ("cq05", "Elder"): Change(
                "benchmarkLabel config printed",
                [("Exams 1 (test)", "harness=common, shots=5", "42.0")],
                [("Exams 1 (test)", "harness=common, shots=0", "42.0")],
            ),
            ("cq08", "Birch", "Elder"): Change(
                "benchmarkLabel config printedA printedB ahead",
                [("Exams 1 (test)", "harness=common, shots=5", "43.5", "42.0", "Birch")],
                [],
            ),
            # A method more in one group and one less in the other, in each pair that either is part of.
            ("cq17", "family=family/exams"): Change(
                "conditionA methodsA conditionB methodsB",
                [
                    (_BARE, "2", _NONE, "1"),
                    (_NONE, "1", _ORIGINAL, "1"),
                    (_FIVE, "3", _BARE, "2"),
                    (_FIVE, "3", _NONE, "1"),
                    (_FIVE, "3", _ORIGINAL, "1"),
                ],
                [
                    (_BARE, "2", _NONE, "2"),
                    (_NONE, "2", _ORIGINAL, "1"),
                    (_FIVE, "2", _BARE, "2"),
                    (_FIVE, "2", _NONE, "2"),
                    (_FIVE, "2", _ORIGINAL, "1"),
                ],
            ),
        },
    ),
    # Other rows first: only the places change that cq05 gives.
    "the order of two rows": Swap(
        {"sources/stamps-board/page.csv": (_REPORTED + _RERUN, _RERUN + _REPORTED)},
        {
            ("cq05", "Pine"): Change(
                "status printed place",
                [
                    ("AuthorReported", "91.4", "stamps-board/page.csv:2:3"),
                    ("IndependentlyReproduced", "90.2", "stamps-board/page.csv:3:3"),
                ],
                [
                    ("AuthorReported", "91.4", "stamps-board/page.csv:3:3"),
                    ("IndependentlyReproduced", "90.2", "stamps-board/page.csv:2:3"),
                ],
            )
        },
    ),
}


def _answers(graph: kg.Graph) -> dict[Ask, tuple[tuple[str, ...], Rows]]:
    engine = oxigraph(graph)
    return {ask: engine(_text(engine, ask)) for ask in ASKS}


def _text(engine: Engine, ask: Ask) -> str:
    parameters: dict[str, str] = {}
    for name, value in (text.split("=") for text in ask[1:] if "=" in text):
        parameters[name] = DATA_BASE + value
    for name, label in zip(_NAMES.get(ask[0], ()), ask[1:], strict=False):
        ((method,),) = tempting(engine, f'SELECT ?m WHERE {{ ?m a lb:Method ; rdfs:label "{label}" }}')
        parameters[name] = DATA_BASE + method
    return bind(find_question(ask[0]), parameters)


@pytest.fixture(scope="module")
def before() -> dict[Ask, tuple[tuple[str, ...], Rows]]:
    return _answers(shared())


@pytest.mark.parametrize("name", SWAPS)
def test_a_swap_changes_what_was_predicted_and_nothing_else(
    name: str, before: dict[Ask, tuple[tuple[str, ...], Rows]], tmp_path: Path
) -> None:
    swap = SWAPS[name]
    graph = build(tmp_path, swap.files)
    assert [f.message for f in graph.report.of("Violation")] == []
    assert len(graph.results()) == 329
    after = _answers(graph)
    changed = {ask for ask in ASKS if Counter(before[ask][1]) != Counter(after[ask][1])}
    assert changed == set(swap.changes)
    for ask, change in swap.changes.items():
        columns, rows = before[ask]
        places = [columns.index(column) for column in change.columns.split()]
        old, new = Counter(rows), Counter(after[ask][1])
        assert _shown(old - new, places) == sorted(change.gone), ask
        assert _shown(new - old, places) == sorted(change.come), ask


def _shown(rows: Counter[tuple[str, ...]], places: list[int]) -> Rows:
    return sorted(tuple(row[place] for place in places) for row in rows.elements())


def test_every_question_of_the_first_nine_is_asked_and_has_rows(
    before: dict[Ask, tuple[tuple[str, ...], Rows]],
) -> None:
    filled = {ask[0] for ask, (_, rows) in before.items() if rows}
    assert filled >= {f"cq{n:02}" for n in range(1, 10)}
