"""The traps again, for the questions that list pairs, ties, gaps and means: right rows, and what a tempting query says.

As in ``test_traps.py``, the tempting query is run and gives what its comment shows.
"""

from __future__ import annotations

import pytest

from tests.questions.trapgraph.asking import ENGINES, Engine, answer, engine_of, tempting

UNIT = "http://qudt.org/vocab/unit/"


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    return engine_of(request.param)


def test_one_unit_for_all_is_shown_only_where_the_unit_is_known(engine: Engine) -> None:
    # `to` is an IRI outside the data: it is given in full.
    assert answer(
        engine, "cq31", "methodLabel printed unit converted conversion", benchmark="benchmark/pages-test",
        to=f"{UNIT}MilliSEC",
    ) == [
        ("Alder", "135.5", "", "", "unit not known"),
        ("Birch", "98.0", "", "", "unit not known"),
        ("Cedar", "120", "MilliSEC", "120", "exact"),
        ("Dogwood", "250", "MilliSEC", "250", "exact"),
        ("Elder", "0.25", "SEC", "250", "exact"),
    ]  # fmt: skip
    # Wrong: a number below 1 is in seconds, all others in milliseconds; two of five are made up.
    text = """SELECT ?name ?ms WHERE { ?b rdfs:label "Pages 1 (test)" . ?r lb:benchmark ?b ; lb:value ?v .
      ?r lb:method ?m . ?m rdfs:label ?name BIND(IF(?v < 1, 1000 * ?v, ?v) AS ?ms) }"""
    assert tempting(engine, text) == [
        ("Alder", "135.5"),
        ("Birch", "98"),
        ("Cedar", "120"),
        ("Dogwood", "250"),
        ("Elder", "250"),
    ]


def test_a_suspect_scale_is_converted_as_it_stands_and_flagged(engine: Engine) -> None:
    rows = answer(
        engine, "cq31", "methodLabel converted flags", benchmark="benchmark/reading-test", to=f"{UNIT}PERCENT"
    )
    assert rows == [
        ("Alder", "91.4", "none"),
        ("Birch", "0.893", "ScaleSuspect"),
        ("Cedar", "91.4", "none"),
        ("Dogwood", "88", "none"),
    ]
    # Wrong: the printed numbers side by side, of which Cedar's is a hundred times too low.
    text = 'SELECT ?v WHERE { ?b rdfs:label "Reading 1 (test)" . ?r lb:benchmark ?b ; lb:value ?v FILTER(?v < 1) }'
    assert tempting(engine, text) == [("0.893",), ("0.914",)]


def test_a_tie_in_two_units_is_a_tie(engine: Engine) -> None:
    assert answer(engine, "cq28", "benchmarkLabel methodLabel printed tied") == [
        ("Reading 1 (test)", "Alder", "91.4", "2"),
        ("Reading 1 (test)", "Cedar", "0.914", "2"),
        ("Stamps 1 (test)", "Larch", "91.4", "2"),
        ("Stamps 1 (test)", "Pine", "91.4", "2"),
    ]
    # Wrong: equal printed values on one benchmark: the tie in two units is lost, and Pine ties with its own copy
    # and with a run with other settings.
    text = """SELECT DISTINCT ?l ?v WHERE { ?r lb:benchmark ?b ; lb:metric ?k ; lb:value ?v .
      ?q lb:benchmark ?b ; lb:metric ?k ; lb:value ?v FILTER(?r != ?q) ?b rdfs:label ?l
      FILTER(STRSTARTS(?l, "Stamps") || STRSTARTS(?l, "Reading")) }"""
    assert tempting(engine, text) == [("Stamps 1 (test)", "91.4")]


def test_what_is_kept_apart_is_named_with_the_one_condition_that_differs(engine: Engine) -> None:
    def pairs(family: str) -> list[tuple[str, ...]]:
        rows = answer(engine, "cq17", "reason conditionA conditionB", family=f"family/{family}")
        return sorted((reason, *sorted(conditions)) for reason, *conditions in rows)

    common, none, original = "harness=common, shots=5", "harness=common, shots=0", "harness=original, shots=5"
    bare = "not recorded, as published in Exams bare"
    assert pairs("exams") == [
        ("DifferentSetting", none, common),
        ("DifferentSetting", none, original),
        ("DifferentSetting", common, original),
        ("SettingsNotRecorded", none, bare),
        ("SettingsNotRecorded", common, bare),
        ("SettingsNotRecorded", original, bare),
    ]
    assert pairs("quizbook") == [
        ("DifferentVersion", "1.1", "2.0"),
        ("DifferentVersion", "1.1", "not stated"),
        ("DifferentVersion", "2.0", "not stated"),
    ]
    assert pairs("glyphs") == [("DifferentSplit", "test_seen", "test_unseen")]
    assert pairs("pages") == [("UnitUnknown", "SEC", "not known")]
    # Wrong: no pair is named, for all are the same benchmark and metric; here one "comparison" of Exams.
    text = """SELECT (COUNT(DISTINCT ?k) AS ?n) WHERE { ?b rdfs:label "Exams 1 (test)" .
      ?r lb:benchmark ?b ; lb:metric ?k }"""
    assert tempting(engine, text) == [("1",)]


def test_a_copy_is_told_from_a_real_difference_and_a_rerun_is_no_conflict(engine: Engine) -> None:
    assert answer(engine, "cq15", "kind methodLabel printedA statusA printedB statusB") == [
        ("copied value", "Pine", "91.4", "Copied", "91.4", "AuthorReported")
    ]
    # Wrong: different values of one method on one benchmark and metric are a conflict. Of Pine it is a rerun; the
    # others have other settings.
    text = """SELECT DISTINCT ?name ?l WHERE { ?r lb:method ?m ; lb:benchmark ?b ; lb:metric ?k ; lb:value ?v .
      ?q lb:method ?m ; lb:benchmark ?b ; lb:metric ?k ; lb:value ?w FILTER(?v < ?w)
      ?m rdfs:label ?name . ?b rdfs:label ?l }"""
    assert tempting(engine, text) == [
        ("Alder", "Exams 1 (test)"),
        ("Elder", "Exams 1 (test)"),
        ("Pine", "Stamps 1 (test)"),
    ]


def test_a_reproduction_is_paired_with_the_same_settings_and_signed(engine: Engine) -> None:
    assert answer(engine, "cq16", "methodLabel printedA printedB difference configA configB comparable") == [
        ("Pine", "91.4", "90.2", "-0.012", "shots=0", "shots=0", "yes")
    ]
    # Wrong: with everything else that is printed for the method, the copy and the run with four examples too.
    text = """SELECT ?c ?s WHERE { ?q lb:reproductionStatus lb:IndependentlyReproduced ; lb:method ?m .
      ?q lb:benchmark ?b . ?r lb:method ?m ; lb:benchmark ?b ; lb:config ?k ; lb:reproductionStatus ?s FILTER(?r != ?q)
      ?k rdfs:label ?c }"""
    assert tempting(engine, text) == [
        ("shots=0", "AuthorReported"),
        ("shots=0", "Copied"),
        ("shots=4", "AuthorReported"),
    ]


def test_copies_are_listed_and_none_is_matched_by_its_value(engine: Engine) -> None:
    assert answer(engine, "cq22", "verdict methodLabel printedA printedB") == [
        ("original not recorded here", "Pine", "91.4", ""),
        ("original not recorded here", "Spruce", "93.0", ""),
        ("original not recorded here", "Twice", "64.0", ""),
    ]
    # Wrong: the original of a copy is whatever has the same value; Larch would be the origin of Pine's number.
    text = """SELECT DISTINCT ?name ?origin WHERE { ?r lb:reproductionStatus lb:Copied ; lb:benchmark ?b ; lb:value ?v ;
      lb:method ?m . ?q lb:benchmark ?b ; lb:value ?v ; lb:method ?n FILTER(?q != ?r)
      ?m rdfs:label ?name . ?n rdfs:label ?origin }"""
    assert tempting(engine, text) == [("Pine", "Larch"), ("Pine", "Pine")]


def test_positions_are_among_all_methods_and_in_one_group(engine: Engine) -> None:
    assert answer(engine, "cq14", "benchmarkLabel metricLabel methodLabel position of") == [
        ("Lungs 1 (test)", "accuracy", "Both", "3", "3"),
        ("Lungs 1 (test)", "accuracy", "Exo 4.5", "1", "3"),
        ("Lungs 1 (test)", "f1", "Both", "3", "3"),
        ("Lungs 1 (test)", "f1", "Exo 4.5", "1", "3"),
        ("Retina 1 (test)", "accuracy", "Both", "4", "6"),
        ("Retina 1 (test)", "accuracy", "Exo 4.5", "2", "6"),
        ("Skin 1 (test)", "accuracy", "Exo 4.5", "2", "5"),
    ]
    # Wrong: how many methods of a benchmark there are, counted with copies: six on Skin instead of five.
    text = """SELECT (COUNT(DISTINCT ?m) AS ?n) WHERE { ?b rdfs:label "Skin 1 (test)" .
      ?r lb:benchmark ?b ; lb:method ?m }"""
    assert tempting(engine, text) == [("6",)]


def test_the_most_used_benchmark_is_counted_in_methods_not_in_rows(engine: Engine) -> None:
    assert answer(engine, "cq13", "benchmarkLabel methods results", domain="domain/medical") == [
        ("Lungs 1 (test)", "3", "6"),
        ("Retina 1 (test)", "6", "6"),
        ("Skin 1 (test)", "5", "5"),
    ]
    # Wrong: rows times tags; Lungs, with two metrics and two domains, comes first.
    text = """SELECT ?l (COUNT(?r) AS ?n) WHERE { ?r lb:benchmark ?b . ?b lb:domain ?d ; rdfs:label ?l
      FILTER(?d IN (domain:medical, domain:clinical)) } GROUP BY ?l"""
    assert tempting(engine, text) == [("Lungs 1 (test)", "12"), ("Retina 1 (test)", "6"), ("Skin 1 (test)", "6")]


def test_unit_and_direction_that_nobody_states_are_gaps(engine: Engine) -> None:
    gaps = {name: answer(engine, "cq18", "ofLabel results", fact=name) for name in ("unit", "direction", "date")}
    assert gaps == {
        "unit": [("latency in pages-without-a-unit", "2")],
        "direction": [("zorp in dialogue-without-a-direction", "2")],
        "date": [("Stamps board", "7")],
    }
    # Wrong: where the registry knows a unit for the metric, none is missing.
    text = """SELECT DISTINCT ?l WHERE { ?r lb:metric ?k . ?k rdfs:label ?l
      FILTER NOT EXISTS { ?k lb:canonicalUnit ?u } }"""
    assert tempting(engine, text) == []


def test_a_withdrawn_paper_is_listed_with_what_it_touches(engine: Engine) -> None:
    rows = answer(engine, "cq26", "paperLabel status statusDate results excluded")
    assert [row for row in rows if row[4] != "0"] == [
        ("A paper that was taken back", "Withdrawn", "2025-02-03", "1", "1")
    ]
    assert len(rows) == 5
    # Wrong: papers of the results that are ranked; the withdrawn one is nowhere to be seen.
    text = """SELECT (COUNT(DISTINCT ?p) AS ?n) WHERE { ?r lb:reportedIn ?p
      FILTER NOT EXISTS { ?r lb:excludedBecause ?x } }"""
    assert tempting(engine, text) == [("4",)]


def test_each_leaderboard_has_its_own_licence_date_and_coverage(engine: Engine) -> None:
    rows = answer(engine, "cq29", "leaderboardLabel lowerBound asOf licence")
    assert len(rows) == 24
    assert ("Answering on Coins (test)", "yes: 2 of 40 results are shown", "2024-03-31", "not stated") in rows
    assert [row[0] for row in rows if row[3] != "not stated"] == ["Lungs board"]
    assert [row[0] for row in rows if row[2] == "date not recorded"] == ["Stamps board"]
    # Wrong: an inner join on the licence lists one page of 24.
    text = (
        "SELECT DISTINCT ?l WHERE { ?r lb:leaderboard ?p . ?p <http://purl.org/dc/terms/license> ?x ; rdfs:label ?l }"
    )
    assert tempting(engine, text) == [("Lungs board",)]


def test_means_say_over_how_many_tasks() -> None:
    engine = engine_of("oxigraph")  # the other one takes several seconds
    rows = answer(engine, "cq32", "methodLabel mean tasks verdict", family="family/suite")
    assert len(rows) == 26
    shown = {row[0]: row[1:] for row in rows}
    assert shown["Swan"] == ("0.7", "10 of 10", "all tasks")
    assert shown["Heron"][:2] == ("0.775", "6 of 10")
    assert shown["Heron"][2] != "all tasks"
    # Wrong: the mean over whichever tasks there are; Heron's 77.5 would lead.
    text = """SELECT ?name WHERE { ?b rdfs:label ?l FILTER(STRSTARTS(?l, "Suite 1 (test), "))
      ?r lb:benchmark ?b ; lb:value ?v ; lb:method ?m . ?m rdfs:label ?name } GROUP BY ?name HAVING (AVG(?v) > 70)"""
    assert tempting(engine, text) == [("Heron",)]
