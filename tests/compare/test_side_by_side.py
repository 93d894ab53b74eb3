"""Two methods, or the methods of a benchmark: who is ahead where, and what only looks alike."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import product
from pathlib import Path

import pytest

import kg
from kg.comparability import (
    Ahead,
    OnBenchmark,
    Reader,
    SideBySide,
    ask,
    comparable,
    compare_methods,
    find_method,
    goodness,
    paired,
    ranking,
)
from kg.comparability.verdicts import by_said, value_said
from kg.errors import KgError
from kg.model import Exclusion, Standing, Status
from kg.terms import LB
from tests.compare.making import (
    CALIBRATION,
    FRACTION,
    LATENCY,
    MILLISECOND,
    PERCENT,
    SECOND,
    collected,
    facts,
    page,
    recorded,
    with_results,
)


def side_by_side(graph: kg.Graph, a: str, b: str) -> SideBySide:
    found = graph.compare(a, b).found
    assert isinstance(found, SideBySide)
    return found


# ---- one pair ----


@pytest.mark.parametrize(
    ("a", "b", "ahead", "by", "said"),
    [
        (recorded("91.4", PERCENT), recorded("0.893", FRACTION), Ahead.A, "0.021", "0.021"),
        (recorded("91.4", PERCENT), recorded("89.3", PERCENT), Ahead.A, "0.021", "2.1 percentage points (= 0.021)"),
        # wrong: a word error rate of 9.8 "beats" 2.1
        (recorded("9.8", SECOND, LATENCY), recorded("2.1", SECOND, LATENCY), Ahead.B, "7.7", "7.7 s"),
        (recorded("150", MILLISECOND, LATENCY), recorded("0.2", SECOND, LATENCY), Ahead.A, "0.05", "0.050 s"),
        # wrong: a calibration slope of 1.3 "beats" 0.9; the one should come close to 1
        (recorded("1.3", FRACTION, CALIBRATION), recorded("0.9", FRACTION, CALIBRATION), Ahead.B, "0.2", "0.2"),
        (recorded("1.1", FRACTION, CALIBRATION), recorded("0.9", FRACTION, CALIBRATION), Ahead.TIE, "0", "0"),
        (recorded("76.10", PERCENT), recorded("76.1", PERCENT), Ahead.TIE, "0", "0 percentage points (= 0)"),
        (recorded("0"), recorded("0.0"), Ahead.TIE, "0", "0"),
    ],
)
def test_who_is_ahead_by_how_much(a: object, b: object, ahead: Ahead, by: str, said: str) -> None:
    pair = paired(a, b)  # type: ignore[arg-type]
    assert pair is not None
    assert (pair.ahead, pair.by, by_said(pair)) == (ahead, Decimal(by), said)


def test_a_value_is_told_as_printed_and_in_the_canonical_unit() -> None:
    assert value_said(recorded("91.40", PERCENT)) == "91.40 % = 0.9140"
    assert value_said(replace(recorded("30.27", PERCENT), printed="3,027")) == "30.27 % = 0.3027 (printed '3,027')"
    assert value_said(replace(recorded("0.914"), uncertainty=Decimal("0.002"))) == "0.914 ± 0.002"
    assert value_said(recorded("0.914"), PERCENT) == "0.914 = 91.4 %"
    assert value_said(recorded("0.914"), SECOND) == "0.914 = not in second"
    assert value_said(recorded("135.5", None)) == "135.5 (unit not known)"


def test_a_ranking_lists_a_method_once_and_shares_places() -> None:
    one, same, other = recorded("0.9", method="a"), recorded("0.90", method="b"), recorded("0.7", method="c")
    rival, copy = recorded("0.8", method="a"), replace(recorded("0.95", method="d"), status=Status.COPIED)
    out = replace(recorded("0.99", method="e"), excluded=("PaperRetracted",))
    placed = ranking((rival, one, other, same, copy, out))
    assert [(p.result.method, p.rank, p.behind) for p in placed[:3]] == [
        ("a", 1, Decimal(0)),
        ("b", 1, Decimal(0)),
        ("c", 3, Decimal("0.2")),
    ]
    assert {(p.result.method, p.why) for p in placed[3:]} == {
        ("a", "another value of the same method has the place"),
        ("d", "a copy of another result"),
        ("e", "excluded: PaperRetracted"),
    }


# ---- the shipped pages ----


def test_two_models_on_the_shipped_pages(shipped: kg.Graph) -> None:
    found = side_by_side(shipped, "Qwen2.5VL-7B", "method:lingshu-7b")
    assert (found.a_label, found.b_label) == ("Qwen2.5-VL-7B", "Lingshu-7B")
    assert len(found.meetings) == 13 + 8 + 5
    assert found.apart == ()
    (whole,) = [
        m.pairs[0] for m in found.meetings if m.pairs[0].a.benchmark.label == "Med-CMR, multiple-choice questions"
    ]
    assert (whole.ahead, whole.by) == (Ahead.A, Decimal("0.0380"))
    assert value_said(whole.a) == "31.06 % = 0.3106"
    (scaled,) = [p for m in found.meetings for p in m.pairs if p.a.places == ("u-mrg-14k-test/page.txt:10:5",)]
    assert value_said(scaled.a).endswith(f"(printed {scaled.a.printed!r})")


def test_the_answer_is_that_of_the_question(shipped: kg.Graph) -> None:
    rows = shipped.query(
        "cq08",
        a="https://w3id.org/leaderboard-kg/method/qwen2-5-vl-7b",
        b="https://w3id.org/leaderboard-kg/method/lingshu-7b",
    )
    asked = {(row.group, row.ahead, row.by) for row in rows.itertuples()}  # type: ignore[union-attr]
    found = side_by_side(shipped, "Qwen2.5-VL-7B", "Lingshu-7B")
    names = {Ahead.A: found.a_label, Ahead.B: found.b_label, Ahead.TIE: "tie"}
    assert {(m.group, names[p.ahead], p.by) for m in found.meetings for p in m.pairs} == asked


def test_turning_the_call_turns_the_answer(shipped: kg.Graph) -> None:
    names = ["MediRound", "MedSAM", "Lingshu-7B", "Qwen2.5-VL-7B", "GPT-5", "Human-Thinking + MediSee", "VLMR1-REC-3B"]
    for a, b in product(names, names):
        if a < b:
            assert side_by_side(shipped, a, b).turned() == side_by_side(shipped, b, a)


def test_an_oracle_input_is_no_victory(shipped: kg.Graph) -> None:
    # wrong: MedSAM's 77.7 with the target's box given "beats" MediRound's 55.8
    found = side_by_side(shipped, "MediRound", "MedSAM")
    assert found.meetings == ()
    nearest = found.apart[0]
    assert (nearest.a.printed, nearest.b.printed) == ("55.8", "77.7")
    assert [(d.term, d.condition, d.a, d.b) for d in nearest.differences] == [
        ("DifferentSetting", "setting Independent Model (T)", "true", None),
        ("DifferentSetting", "setting input", None, "bbox input"),
    ]
    text = shipped.compare("MediRound", "MedSAM").to_text()
    assert "Nothing like for like: no comparison group holds results of both." in text
    assert "≠ setting input: not recorded / bbox input  lb:DifferentSetting" in text


def test_nothing_in_common_is_said(shipped: kg.Graph) -> None:
    asked = shipped.compare("Gemini-2.5-Pro", "Gemini-2.5-flash")
    assert asked.is_empty
    assert "No results of the two look alike either" in asked.to_text()
    assert "JCM has no result here that fits the call." in shipped.compare("JCM", "MediRound").to_text()


def test_unknown_names_are_met_with_suggestions(shipped: kg.Graph) -> None:
    with pytest.raises(KgError, match=r"no method 'Lingshu' in this build; did you mean 'Lingshu-7B'"):
        shipped.compare("Lingshu", "GPT-5")
    with pytest.raises(KgError, match="is one method: name two"):
        shipped.compare("Medgemma-4B", "MedGamma-4B")
    with pytest.raises(KgError, match="no benchmark 'Med-CMT' in this build; did you mean 'Med-CMR'"):
        shipped.compare(benchmark="Med-CMT")
    with pytest.raises(KgError, match="no metric 'Dise'"):
        shipped.compare("MediRound", "MedSAM", metric="Dise")
    with pytest.raises(KgError, match="no unit 'parsec' in this build; it has"):
        shipped.compare("MediRound", "MedSAM", unit="parsec")


@pytest.mark.parametrize(
    "name",
    [
        "Qwen2.5-VL-7B",
        "qwen2.5vl-7b",
        "method:qwen2-5-vl-7b",
        "qwen2-5-vl-7b",
        "/method/qwen2-5-vl-7b",
        "<https://w3id.org/leaderboard-kg/method/qwen2-5-vl-7b>",
    ],
)
def test_a_method_has_many_names(shipped: kg.Graph, name: str) -> None:
    assert side_by_side(shipped, name, "Lingshu-7B").a.endswith("/method/qwen2-5-vl-7b")


def test_a_benchmark_has_its_groups_in_order(shipped: kg.Graph) -> None:
    found = shipped.compare(benchmark="mr-medseg-val", metric="Dice").found
    assert isinstance(found, OnBenchmark)
    best = [group.members[0].result for group in found.groups]
    assert [(r.method_label, r.printed, r.config_label) for r in best] == [
        ("MedSAM", "77.7", "input=bbox input"),
        ("MediRound + JCM", "58.4", "Independent Model (T)=true"),
        ("Human-Thinking + MediSee", "43", "Independent Model (T)=false"),
    ]
    # three groups, and each is kept from its nearest by one or two settings
    assert [len(each.differences) for each in found.apart] == [1, 2, 2]
    family = shipped.compare(benchmark="MR-MedSeg").found
    assert isinstance(family, OnBenchmark)
    assert len(family.groups) == 5
    whole = shipped.compare(benchmark="u-mrg-14k-test").found
    assert isinstance(whole, OnBenchmark)
    assert (len(whole.groups), whole.parts) == (3, 10)
    with_parts = shipped.compare(benchmark="u-mrg-14k-test", parts=True).found
    assert isinstance(with_parts, OnBenchmark)
    assert (len(with_parts.groups), with_parts.parts) == (13, 0)


def test_reasons_and_groups_of_the_shipped_pages_say_the_same(shipped: kg.Graph) -> None:
    reader = Reader(shipped._facts)
    results = [
        r
        for board in shipped.built.collection.leaderboards
        for r in reader.of(LB.leaderboard, f"{shipped.built.base}leaderboard/{board.key}")
    ]
    assert len(results) == 472
    groups: dict[str, list[object]] = {}
    for result in results:
        groups.setdefault(result.group, []).append(result)
    assert len(groups) == 31
    for first in groups.values():
        for second in groups.values():
            assert comparable(first[0], second[-1]) == (first is second)  # type: ignore[arg-type]
    assert all(goodness(result) is not None for result in results)


def test_all_forms_tell_the_same(shipped: kg.Graph) -> None:
    asked = shipped.compare("MediRound + JCM", "MedSAM")
    told = asked.to_dict()
    assert told["comparable"] == []
    assert told["notComparable"][0]["differences"][1]["difference"] == str(LB.DifferentSetting)
    assert told["notComparable"][0]["a"]["coverage"].startswith("The best result recorded here")
    lines = asked.to_csv().splitlines()
    assert len(lines) == 1 + len(told["notComparable"])
    assert lines[0].startswith(
        "comparable,group,benchmark_label,metric_label,direction,ahead,by,by_unit,differences,reasons,"
    )
    assert lines[1].startswith("no,,")
    assert max(map(len, asked.to_text().splitlines())) <= 100
    for word in ("state of the art", "SOTA", "current best", "winner"):
        assert word not in asked.to_text()


# ---- small pages with traps ----

WER = {
    "one": page(
        "Speech on Talks (test)", "Model | WER (%) ↓ | decoder", "A | 2.1 | beam", "B | 9.8 | beam", "C | 2.10 | beam"
    ),
    "two": page("Speech on Talks (test)", "Model | WER (%) ↓ | decoder", "A | 1.9 | greedy", "B | 0.9 | greedy"),
    "three": page("Speech on Talks (val)", "Model | WER (%) ↓ | decoder", "D | 1.0 | beam"),
}


def test_lower_is_better_ties_and_other_splits(tmp_path: Path) -> None:
    graph = facts(collected(tmp_path, WER))
    a, b, c, d = (find_method(graph, name) for name in "ABCD")
    found = compare_methods(graph, a, b)
    assert [(p.ahead, p.by) for m in found.meetings for p in m.pairs] == [
        (Ahead.A, Decimal("0.077")),
        (Ahead.B, Decimal("0.010")),
    ]
    tie = compare_methods(graph, a, c)
    assert [(p.ahead, p.by) for m in tie.meetings for p in m.pairs] == [(Ahead.TIE, Decimal(0))]
    # A with another decoder has no counterpart of C; the nearest differs in that setting
    assert [[x.said for x in each.differences] for each in tie.apart] == [["setting decoder: greedy / beam"]]
    apart = compare_methods(graph, a, d)
    assert apart.meetings == ()
    assert [[x.term for x in each.differences] for each in apart.apart] == [
        ["DifferentSplit"],
        ["DifferentSplit", "DifferentSetting"],
    ]


def test_copies_and_excluded_results_are_told_and_take_no_part(tmp_path: Path) -> None:
    collection = with_results(collected(tmp_path, {"one": WER["one"]}), {"9.8": {"status": Status.COPIED}})
    out = next(r.key for rows in collection.results.values() for r in rows if r.printed == "2.10")
    standings = {
        key: Standing(s.result, s.group, s.normalized, (Exclusion.PAPER_RETRACTED,) if key == out else ())
        for key, s in collection.standings.items()
    }
    graph = facts(replace(collection, standings=standings))
    asked = ask(graph, ["A", "B"])
    assert isinstance(asked.found, SideBySide)
    (meeting,) = asked.found.meetings
    assert meeting.pairs == ()
    assert [(r.printed, r.left_out) for r in meeting.left_out] == [("9.8", "a copy of another result")]
    assert "left out, a copy of another result: B 9.8 %" in asked.to_text()
    other = ask(graph, ["A", "C"]).found
    assert isinstance(other, SideBySide)
    assert [r.left_out for r in other.meetings[0].left_out] == ["excluded: PaperRetracted"]


def test_a_name_that_many_pages_use_must_be_made_exact(tmp_path: Path) -> None:
    rows = {
        name: page("Speech on Talks (test)", "Model | WER (%) ↓", "Ours | 2.1", "B | 9.8") for name in ("one", "two")
    }
    rows["two"] = rows["two"].replace("9.8", "9.9")
    graph = facts(collected(tmp_path, rows))
    with pytest.raises(KgError, match=r"'Ours' means 2 things: method:one-ours-[0-9a-f]{8}, method:two-ours"):
        ask(graph, ["Ours", "B"])


def test_an_unknown_direction_is_the_reason(tmp_path: Path) -> None:
    graph = facts(collected(tmp_path, {"one": page("Play on Games (test)", "Model | Fluff", "A | 2.1", "B | 9.8")}))
    found = ask(graph, ["A", "B"]).found
    assert isinstance(found, SideBySide)
    assert found.meetings == ()
    (apart,) = found.apart
    assert {each.term for each in apart.differences} == {"DirectionNotStated", "UnitUnknown"}
    groups = ask(graph, benchmark="Play on Games (test)").found
    assert isinstance(groups, OnBenchmark)
    assert "better is not stated" in groups.groups[0].why
    assert [place.rank for place in groups.groups[0].members] == [None, None]
