"""Each trap of the made-up pages: the question's right rows, and the answer of the query that falls into it.

The tempting query is run too: it must give what the comment shows, which is not what the question
answers. The pages are in ``trapgraph/spec.py``; ``trapgraph/README.md`` says what each of them is for.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import kg
from kg.query import questions
from tests.questions.trapgraph.asking import ENGINES, Engine, Rows, answer, build, engine_of, shared, tempting

#: The greatest printed number of each benchmark whose name begins so, as somebody in a hurry would take it.
HIGHEST = """SELECT ?name ?printed WHERE {{
  {{ SELECT (MAX(?v) AS ?best) WHERE {{ ?b rdfs:label ?l . ?r lb:benchmark ?b ; lb:value ?v
     FILTER(STRSTARTS(?l, "{0}")) }} }}
  ?b rdfs:label ?l . FILTER(STRSTARTS(?l, "{0}"))
  ?r lb:benchmark ?b ; lb:value ?v ; lb:printedValue ?printed ; lb:method ?m . ?m rdfs:label ?name
  FILTER(?v = ?best) }}"""


@pytest.fixture(scope="module")
def graph() -> kg.Graph:
    return shared()


@pytest.fixture(scope="module")
def quick() -> Engine:
    """For questions that take rdflib too long."""
    return engine_of("oxigraph")


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    return engine_of(request.param)


def best(engine: Engine, benchmark: str, columns: str) -> Rows:
    """What cq04 says of the benchmarks whose name begins so."""
    rows = answer(engine, "cq04", f"benchmarkLabel {columns}")
    return [row[1:] for row in rows if row[0].startswith(benchmark)]


def iri(engine: Engine, label: str) -> str:
    """The key of a method, as a parameter takes it."""
    ((found,),) = tempting(engine, f'SELECT ?m WHERE {{ ?m a lb:Method ; rdfs:label "{label}" }}')
    return found


# The graph


def test_the_graph_is_large_enough_and_clean(graph: kg.Graph) -> None:
    assert len(graph.results()) == 329
    assert graph.rejects == ()
    assert [f.message for f in graph.report.of("Violation")] == []
    # What is warned of is what the traps are about: a score as 0-1 in a column of percentages, no unit,
    # no direction, and two copies that do not say from where.
    assert Counter(f.rule for f in graph.report.of("Warning")) == {"A9": 1, "A1": 1, "A2": 1, "A5": 3}


def test_the_same_pages_give_the_same_graph(graph: kg.Graph, tmp_path: Path) -> None:
    assert build(tmp_path).built.quads == graph.built.quads


# Units


def test_91_4_percent_and_0_914_are_equal_and_both_best(engine: Engine) -> None:
    assert best(engine, "Reading", "methodLabel printed unit") == [
        ("Alder", "91.4", "PERCENT"),
        ("Cedar", "0.914", "FRACTION"),
    ]
    # Wrong: the greatest printed number, which loses the tie.
    assert tempting(engine, HIGHEST.format("Reading")) == [("Alder", "91.4")]


def test_a_share_in_a_column_of_percentages_is_flagged_and_not_mended(engine: Engine, quick: Engine) -> None:
    rows = answer(
        quick, "cq08", "benchmarkLabel ahead valueB printedB flagsB", a=iri(quick, "Dogwood"), b=iri(quick, "Birch")
    )
    assert ("Reading 1 (test)", "Dogwood", "0.00893", "0.893", "ScaleSuspect") in rows
    # Wrong: whatever is below 1 must be a share; Birch would be ahead of Dogwood's 88.0.
    text = """SELECT ?name ?shown WHERE { ?b rdfs:label "Reading 1 (test)" . ?r lb:benchmark ?b ; lb:value ?v .
      ?r lb:method ?m . ?m rdfs:label ?name FILTER(?name IN ("Birch", "Dogwood"))
      BIND(IF(?v < 1, 100 * ?v, ?v) AS ?shown) }"""
    assert tempting(engine, text) == [("Birch", "89.3"), ("Dogwood", "88")]


def test_a_latency_without_a_unit_is_in_no_ranking(engine: Engine) -> None:
    assert best(engine, "Pages", "methodLabel printed unit") == [("Cedar", "120", "MilliSEC")]
    assert ("latency in pages-without-a-unit", "unit not known", "2") in answer(
        engine, "cq07", "columnLabel reason results"
    )
    # Wrong: the least printed number (a quarter of a second, which is more than 120 ms) ...
    text = """SELECT ?name ?printed WHERE { { SELECT (MIN(?v) AS ?best) WHERE {
      ?b rdfs:label "Pages 1 (test)" . ?r lb:benchmark ?b ; lb:value ?v %s } }
      ?c rdfs:label "Pages 1 (test)" . ?x lb:benchmark ?c ; lb:value ?w ; lb:printedValue ?printed ; lb:method ?m .
      ?m rdfs:label ?name FILTER(?w = ?best) }"""
    assert tempting(engine, text % "") == [("Elder", "0.25")]
    # ... or milliseconds where nothing is stated, for the numbers look like them.
    assert tempting(engine, text % "FILTER(?v > 1)") == [("Birch", "98.0")]


# Directions


def test_error_rates_are_not_ranked_as_if_higher_were_better(engine: Engine) -> None:
    assert best(engine, "Echo", "methodLabel printed direction") == [("Alder", "2.1", "LowerIsBetter")]
    # Wrong: the greatest value.
    assert tempting(engine, HIGHEST.format("Echo")) == [("Birch", "9.8")]


def test_a_dash_or_an_empty_cell_is_no_zero_and_not_the_lowest_error(engine: Engine, graph: kg.Graph) -> None:
    rows = answer(engine, "cq09", "benchmarkLabel metricLabel results")
    assert ("Echo 1 (test)", "wer", "2") in rows
    tally = next(t for key, t in graph.built.collection.tallies.items() if key.startswith("echo-errors"))
    assert (tally.cells, tally.results, tally.missing) == (4, 2, 2)
    # Wrong: four methods stand on the page, and those without a value come first with 0.
    text = """SELECT ?name WHERE { ?b rdfs:label "Echo 1 (test)" . ?m a lb:Method ; rdfs:label ?name
      FILTER(?name IN ("Alder", "Birch", "Cedar", "Dogwood"))
      OPTIONAL { ?r lb:method ?m ; lb:benchmark ?b ; lb:value ?v } FILTER(COALESCE(?v, 0) < 1) }"""
    assert tempting(engine, text) == [("Cedar",), ("Dogwood",)]


def test_close_to_a_target_is_neither_high_nor_low(engine: Engine) -> None:
    assert best(engine, "Gauge", "methodLabel printed direction") == [("Alder", "0.97", "CloserToTarget")]
    # Wrong: the greatest value.
    assert tempting(engine, HIGHEST.format("Gauge")) == [("Birch", "1.20")]


def test_a_direction_that_the_page_does_not_state_is_marked_or_nothing_is_ranked(engine: Engine) -> None:
    assert best(engine, "Dialogue", "metricLabel methodLabel printed inferred") == [
        ("bleu", "Alder", "34.2", "declaredDirection")
    ]
    assert ("zorp in dialogue-without-a-direction", "direction not known", "2") in answer(
        engine, "cq07", "columnLabel reason results"
    )
    # Wrong: more is better wherever nothing is said.
    text = """SELECT ?name ?printed WHERE { ?b rdfs:label "Dialogue 1 (test)" . ?k rdfs:label "zorp" .
      ?r lb:benchmark ?b ; lb:metric ?k ; lb:method ?m ; lb:value ?v ; lb:printedValue ?printed . ?m rdfs:label ?name }
      ORDER BY DESC(?v) LIMIT 1"""
    assert tempting(engine, text) == [("Birch", "8")]


# Which model


def test_one_model_in_three_spellings_is_one_and_two_spellings_without_a_row_are_two(engine: Engine) -> None:
    assert answer(engine, "cq01", "methodLabel count") == [("Both", "2"), ("Exo 4.5", "3")]
    printed = tempting(
        engine, 'SELECT DISTINCT ?p WHERE { ?m rdfs:label "Exo 4.5" . ?r lb:method ?m ; lb:printedMethod ?p }'
    )
    assert printed == [("Exo-4-5",), ("acme/Exo-4.5",), ("exo-4.5",)]
    # Wrong: what is printed alike is one model; Exo 4.5 is lost.
    counted = """SELECT ?name (COUNT(DISTINCT ?f) AS ?n) WHERE {{ ?r lb:method ?m ; lb:printedMethod ?printed ;
      lb:benchmark ?b ; lb:reproductionStatus ?s . ?b lb:domain domain:medical ; lb:family ?f
      FILTER(?s != lb:Copied) BIND({} AS ?name) FILTER(?printed != "People") }}
      GROUP BY ?name HAVING (COUNT(DISTINCT ?f) > 1)"""
    assert tempting(engine, counted.format("?printed")) == [("Both", "2")]
    # Wrong: letters and digits alone make a name; Fenn-2.5 and Fenn2.5, which nobody said to be one, are merged.
    bare = 'REPLACE(LCASE(?printed), "[^a-z0-9]", "")'
    assert tempting(engine, counted.format(bare)) == [("both", "2"), ("exo45", "2"), ("fenn25", "2")]


def test_c_and_c_plus_plus_and_other_near_names_stay_apart(engine: Engine) -> None:
    found = {name: answer(engine, "cq05", "printed", method=iri(engine, name)) for name in ("C", "C++", "BERT+")}
    assert found == {"C": [("40",)], "C++": [("41",)], "BERT+": [("44",)]}
    names = """SELECT (COUNT(DISTINCT {}) AS ?n) WHERE {{
      ?b rdfs:label "Names 1 (test)" . ?r lb:benchmark ?b ; lb:method ?m . ?m rdfs:label ?name }}"""
    assert tempting(engine, names.format("?m")) == [("7",)]
    assert tempting(engine, "SELECT ?a WHERE { ?a <http://www.w3.org/2002/07/owl#sameAs> ?b }") == []
    # Wrong: signs do not count in names; three models are left.
    assert tempting(engine, names.format('REPLACE(LCASE(?name), "[^a-z0-9]", "")')) == [("3",)]


def test_an_instruct_or_quantised_variant_is_not_its_base_model(engine: Engine) -> None:
    assert not [row for row in answer(engine, "cq01", "methodLabel") if row[0].startswith("Exo-7B")]
    values = {
        name: answer(engine, "cq05", "printed", method=iri(engine, name)) for name in ("Exo-7B", "Exo-7B-Instruct")
    }
    assert values == {"Exo-7B": [("55.0",)], "Exo-7B-Instruct": [("65.0",)]}
    # Wrong: what begins with the base model's name is the base model, on two benchmarks.
    text = """SELECT (COUNT(DISTINCT ?f) AS ?n) WHERE { ?m rdfs:label ?name FILTER(STRSTARTS(?name, "Exo-7B"))
      ?r lb:method ?m ; lb:benchmark ?b . ?b lb:domain domain:medical ; lb:family ?f }"""
    assert tempting(engine, text) == [("2",)]


def test_people_are_no_model(engine: Engine) -> None:
    assert ("People",) not in answer(engine, "cq01", "methodLabel")
    # Wrong: whatever has results is a model.
    text = """SELECT ?name WHERE { ?r lb:method ?m ; lb:benchmark ?b ; lb:reproductionStatus ?s .
      ?b lb:domain domain:medical ; lb:family ?f . ?m rdfs:label ?name FILTER(?s != lb:Copied) }
      GROUP BY ?name HAVING (COUNT(DISTINCT ?f) > 1)"""
    assert tempting(engine, text) == [("Both",), ("Exo 4.5",), ("People",)]


# Which benchmark, which metric


def test_versions_of_a_data_set_are_not_ranked_together_nor_with_an_unversioned_one(engine: Engine) -> None:
    rows = answer(engine, "cq04", "benchmarkLabel methodLabel printed basis")
    assert [row for row in rows if row[0].startswith("Quizbook")] == [
        ("Quizbook (dev)", "Birch", "92.5", "AsPublishedTogether"),
        ("Quizbook 1.1 (dev)", "Alder", "90.1", "SameRecordedSettings"),
        ("Quizbook 2.0 (dev)", "Birch", "85.0", "SameRecordedSettings"),
    ]
    # Wrong: all is one Quizbook; Alder's 90.1 is lost.
    assert tempting(engine, HIGHEST.format("Quizbook")) == [("Birch", "92.5")]


def test_top_1_and_top_5_are_two_metrics(engine: Engine) -> None:
    assert best(engine, "Clips", "metricLabel methodLabel printed") == [
        ("accuracy at 1", "Heron", "82.5"),
        ("accuracy at 5", "Swan", "95.0"),
    ]
    # Wrong: accuracy is accuracy, so that the looser one wins.
    assert tempting(engine, HIGHEST.format("Clips")) == [("Swan", "95.0")]


def test_two_test_splits_are_two_benchmarks(engine: Engine, quick: Engine) -> None:
    rows = answer(engine, "cq04", "benchmarkLabel methodLabel printed")
    assert [row for row in rows if row[0].startswith("Glyphs")] == [
        ("Glyphs 1 (test_seen)", "Heron", "66.0"),
        ("Glyphs 1 (test_unseen)", "Swan", "68.5"),
    ]
    pairs = answer(quick, "cq08", "benchmarkLabel printedA printedB ahead", a=iri(quick, "Swan"), b=iri(quick, "Heron"))
    assert [row for row in pairs if row[0].startswith("Glyphs")] == [
        ("Glyphs 1 (test_seen)", "61.0", "66.0", "Heron"),
        ("Glyphs 1 (test_unseen)", "68.5", "64.0", "Swan"),
    ]
    # Wrong: both are the test set of Glyphs; Swan's 68.5 stands over Heron's 66.0 of another split.
    assert tempting(engine, HIGHEST.format("Glyphs")) == [("Swan", "68.5")]


# Like for like


def test_other_shots_another_harness_and_unrecorded_settings_are_not_compared(engine: Engine, quick: Engine) -> None:
    assert best(engine, "Exams", "config methodLabel printed") == [
        ("harness=common, shots=0", "Cedar", "37.0"),
        ("harness=common, shots=5", "Birch", "43.5"),
        ("harness=original, shots=5", "Alder", "40.2"),
        ("no settings recorded", "Elder", "50.0"),
    ]
    pairs = answer(quick, "cq08", "benchmarkLabel", a=iri(quick, "Alder"), b=iri(quick, "Birch"))
    assert ("Exams 1 (test)",) not in pairs
    # Wrong: benchmark and metric are the same, so the greatest wins; nobody knows with how many shots.
    assert tempting(engine, HIGHEST.format("Exams")) == [("Elder", "50.0")]


def test_equal_recorded_settings_are_compared_across_pages(quick: Engine) -> None:
    pairs = answer(
        quick, "cq08", "benchmarkLabel printedA printedB ahead basis", a=iri(quick, "Birch"), b=iri(quick, "Elder")
    )
    assert [row for row in pairs if row[0].startswith("Exams")] == [
        ("Exams 1 (test)", "43.5", "42.0", "Birch", "SameRecordedSettings")
    ]
    # Wrong: pairing by benchmark and metric alone adds Elder's 50.0, whose settings nobody recorded.
    text = """SELECT ?x ?y WHERE { ?b rdfs:label "Exams 1 (test)" . ?m rdfs:label "Birch" . ?n rdfs:label "Elder" .
      ?r lb:benchmark ?b ; lb:method ?m ; lb:printedValue ?x .
      ?q lb:benchmark ?b ; lb:method ?n ; lb:printedValue ?y }"""
    assert tempting(quick, text) == [("43.5", "42.0"), ("43.5", "50.0")]


def test_a_mean_over_six_of_ten_tasks_is_not_ranked_with_one_over_ten(graph: kg.Graph, engine: Engine) -> None:
    text = graph.means("Suite 1 (test)").to_text()
    assert "1. Swan: 0.700 = 70.0 %, 10 of 10" in text
    assert "-  Heron: 0.775 = 77.5 %, 6 of 10; not ranked" in text
    # Wrong: the mean over whichever tasks happen to be there puts Heron, which left out the hard ones, first.
    mean = """SELECT ?name (AVG(?v) AS ?mean) WHERE { ?b rdfs:label ?l FILTER(STRSTARTS(?l, "Suite 1 (test), "))
      ?r lb:benchmark ?b ; lb:value ?v ; lb:method ?m . ?m rdfs:label ?name FILTER(?name IN ("Heron", "Swan")) }
      GROUP BY ?name"""
    assert tempting(engine, mean) == [("Heron", "77.5"), ("Swan", "70")]


def test_a_benchmark_in_two_domains_and_with_two_metrics_counts_once(engine: Engine) -> None:
    assert ("Once",) not in answer(engine, "cq01", "methodLabel")
    assert ("Once",) not in answer(engine, "cq02", "methodLabel")
    # Wrong: counting results, of which each tag makes two.
    text = """SELECT ?name WHERE { ?r lb:method ?m ; lb:benchmark ?b . ?b lb:domain ?d . ?m rdfs:label ?name
      FILTER(?d IN (domain:medical, domain:clinical)) FILTER(?name IN ("Once", "Both")) }
      GROUP BY ?name HAVING (COUNT(?r) > 1)"""
    assert tempting(engine, text) == [("Both",), ("Once",)]


# Where a value comes from


def test_a_reported_and_a_reproduced_value_both_stay(engine: Engine) -> None:
    rows = answer(engine, "cq05", "config status printed", method="method/pine")
    assert rows == [
        ("shots=0", "AuthorReported", "91.4"),
        ("shots=0", "Copied", "91.4"),
        ("shots=0", "IndependentlyReproduced", "90.2"),
        ("shots=4", "AuthorReported", "91.4"),
    ]
    # Wrong: one value for a model, benchmark, metric and setting; the rerun is overwritten.
    text = """SELECT ?c (MAX(?v) AS ?value) WHERE { ?m rdfs:label "Pine" .
      ?r lb:method ?m ; lb:config ?k ; lb:value ?v . ?k rdfs:label ?c } GROUP BY ?c"""
    assert tempting(engine, text) == [("shots=0", "91.4"), ("shots=4", "91.4")]


def test_results_that_differ_only_in_setting_or_paper_are_several(engine: Engine) -> None:
    rows = answer(engine, "cq05", "result printed", method="method/pine")
    assert len({result for result, _ in rows}) == 4
    # Wrong: grouping by model, benchmark, metric and value.
    text = """SELECT DISTINCT ?b ?k ?v WHERE { ?m rdfs:label "Pine" .
      ?r lb:method ?m ; lb:benchmark ?b ; lb:metric ?k ; lb:value ?v }"""
    assert [row[2] for row in tempting(engine, text)] == ["90.2", "91.4"]


def test_a_value_copied_from_another_page_counts_nowhere_and_is_no_reproduction(engine: Engine) -> None:
    assert ("Twice",) not in answer(engine, "cq01", "methodLabel")
    assert answer(engine, "cq06", "methodLabel printed status") == [
        ("Pine", "90.2", "IndependentlyReproduced"),
        ("Pine", "91.4", "Copied"),
    ]
    # Wrong: every row is a measurement; Twice seems to have been evaluated on two medical benchmarks.
    text = """SELECT ?name WHERE { ?r lb:method ?m ; lb:benchmark ?b . ?b lb:domain domain:medical ; lb:family ?f .
      ?m rdfs:label ?name FILTER(?name != "People") } GROUP BY ?name HAVING (COUNT(DISTINCT ?f) > 1)"""
    assert tempting(engine, text) == [("Both",), ("Exo 4.5",), ("Twice",)]


def test_a_withdrawn_paper_leaves_the_top_and_its_result_stays(engine: Engine) -> None:
    assert best(engine, "Stamps", "config methodLabel printed") == [
        ("shots=0", "Larch", "91.4"),
        ("shots=0", "Pine", "91.4"),
        ("shots=4", "Pine", "91.4"),
    ]
    assert answer(engine, "cq05", "printed excluded", method=iri(engine, "Yew")) == [("97.0", "PaperRetracted")]
    # Wrong: the greatest of all.
    assert tempting(engine, HIGHEST.format("Stamps")) == [("Yew", "97.0")]


def test_best_recorded_says_of_when_and_out_of_what(engine: Engine) -> None:
    ((name, printed, date, coverage),) = best(engine, "Answering on Coins", "methodLabel printed asOf coverage")
    assert (name, printed, date) == ("Birch", "84.0", "2024-03-31")
    assert "The first page of results" in coverage
    assert coverage.endswith("Results loaded: 2 of 40")
    assert {row[0] for row in best(engine, "Stamps", "asOf")} == {"date not recorded"}
    said = " ".join(cell for row in engine(_text("cq04"))[1] for cell in row).casefold()
    assert not [word for word in ("state of the art", "state-of-the-art", "sota", "current best") if word in said]
    # Wrong: asking for the date as for a value drops a page that has none.
    text = """SELECT DISTINCT ?l WHERE { ?r lb:benchmark ?b ; lb:leaderboard ?p . ?p dcterms:modified ?d .
      ?b rdfs:label ?l FILTER(STRSTARTS(?l, "Stamps") || CONTAINS(?l, "Coins")) }"""
    assert tempting(engine, text) == [("Answering on Coins (test)",)]


def test_one_page_with_a_licence_licenses_nothing_else(engine: Engine) -> None:
    licence = "https://creativecommons.org/licenses/by-sa/4.0/"
    under = f"SELECT (COUNT(?r) AS ?n) WHERE {{ ?r lb:leaderboard ?p . ?p dcterms:license <{licence}> }}"
    assert tempting(engine, under) == [("6",)]
    silent = "SELECT (COUNT(DISTINCT ?p) AS ?n) WHERE { ?r lb:leaderboard ?p . ?p lb:notStated dcterms:license }"
    assert tempting(engine, silent) == [("23",)]
    # Wrong: the licence found is that of the whole.
    text = f"SELECT (COUNT(DISTINCT ?r) AS ?n) WHERE {{ ?p dcterms:license <{licence}> . ?r lb:leaderboard ?any }}"
    assert tempting(engine, text) == [("329",)]


def _text(number: str) -> str:
    return next(question.text for question in questions() if question.number == number)
