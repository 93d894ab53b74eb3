"""The right story of ten chosen results and two methods, worked out by hand from the pages."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kg.explain import Explainer
from kg.store import Version, open_store


def steps(told: dict[str, Any]) -> list[tuple[str, str]]:
    return [(row["step"], row["gives"]) for row in told["steps"]["steps"]]


def member_ranks(told: dict[str, Any]) -> dict[str, str]:
    return {row["method"]["label"]: row["rank"] for row in told["comparison"]["members"]}


def tell(explainer: Explainer, name: str) -> dict[str, Any]:
    told = explainer.explain(name).to_dict()
    assert json.loads(json.dumps(told)) == told
    return told


def test_medreasoner_abdomen_3027(explainer: Explainer) -> None:
    """A thousands mark in a column of hundredths: 3,027 is 30.27 %."""
    told = tell(explainer, "u-mrg-14k-test/page.txt:6:5")
    assert told["cell"]["printed"] == "3,027"
    assert steps(told) == [
        ("printed", "3,027"),
        ("digits", "3027"),
        ("x scale 0.01", "30.27"),
        ("value", "30.27"),
        ("unit", "PERCENT"),
        ("normalised", "0.3027 FRACTION"),
    ]
    digits, scale = told["steps"]["steps"][1:3]
    assert digits["because"] == "thousands marks taken off"
    assert "project page of MedReasoner" in scale["because"]
    assert scale["certainty"] == "certain"
    assert told["metric"]["metric"]["name"] == "metric:box-iou"
    assert told["metric"]["column_name"] == "IoU Abdomen (not printed on the page)"
    assert told["benchmark"]["subset"] == "Abdomen"
    assert told["benchmark"]["version"] == "not stated"
    assert told["config"]["settings"] == [{"name": "ASM", "value": "MedSAM2"}]
    assert told["reported"]["status"] == "author reported"
    assert [flag["flag"]["label"] for flag in told["flags"]["flags"]] == ["scale corrected"]
    assert "Rank 1 of 16 inside this group (higher is better)" in told["comparison"]["rank"]
    assert "date not recorded" in told["comparison"]["rank"]
    assert "coverage not stated" in told["comparison"]["rank"]


def test_gpt_4o_36_in_column_7(explainer: Explainer) -> None:
    """A small number without a mark is as wrong as its column: 36 is 0.36 %."""
    told = tell(explainer, "u-mrg-14k-test/page.txt:21:8")
    assert told["metric"]["column_number"] == "7"
    assert steps(told)[:4] == [("printed", "36"), ("digits", "36"), ("x scale 0.01", "0.36"), ("value", "0.36")]
    assert steps(told)[-1] == ("normalised", "0.0036 FRACTION")
    assert told["steps"]["steps"][1]["because"] == "a plain decimal; nothing taken off"
    assert told["reported"]["status"] == "reported by others"
    assert member_ranks(told)["GPT-4o"] == "16"


def test_medsam_77_7_with_bbox_input(explainer: Explainer) -> None:
    """Given the box it is compared with the other method that was given one, and with no other."""
    told = tell(explainer, "result:69b10f216dbb7075b95acf1f")
    assert told["cell"]["printed"] == "77.7"
    assert {"name": "input", "value": "bbox input"} in told["config"]["settings"]
    assert member_ranks(told) == {"MedSAM": "1", "IMIS-Net": "2"}
    assert "Rank 1 of 2 inside this group" in told["comparison"]["rank"]
    assert "2026-03-11T06:44:08.716Z" in told["comparison"]["rank"]
    assert "All results currently returned for this benchmark" in told["comparison"]["rank"]
    assert told["reported"]["status"] == "reported by others"
    assert told["reported"]["introduced_in"]["label"] == "Segment Anything in Medical Images"
    assert told["reported"]["statement"] == ['"This record does not assert independent reproduction."']


def test_human_thinking_medisee_45_1_whose_origin_paper_is_the_segmenters(explainer: Explainer) -> None:
    told = tell(explainer, "mr-medseg-hard-case-test/page.md:40:2")
    assert told["cell"]["printed"] == "45.1"
    assert told["reported"]["stated_origin"]["name"] == "paper:arxiv-2504-11008"
    assert told["reported"]["stated_origin_note"] == (
        "The printed origin paper introduced MediSee, the segmenter of this composite; it is not the origin of the "
        "composite."
    )
    assert told["reported"]["introduced_in"] == "not recorded"
    assert told["reported"]["status"] == "status unknown"
    parts = [(p["part"]["label"], p["role"], p["certainty"]) for p in told["method"]["parts"]]
    assert parts == [("Human-Thinking", "reasoner (filled in)", "inferred"), ("MediSee", "segmenter", "certain")]
    assert {"Human-Thinking + MediSee", "GPT-4o + MediSee"} <= set(member_ranks(told))
    assert "MediRound + JCM" not in member_ranks(told)
    roles = [paper["role"] for paper in told["papers"]["papers"]]
    assert "introduced MediSee, a part" in roles
    assert "introduced the method" not in roles


def test_mediround_jcm_50_3(explainer: Explainer) -> None:
    told = tell(explainer, "/result/69b10f216dbb7075b95acf55.html")
    assert told["cell"]["printed"] == "50.3"
    assert told["cell"]["identifier"] == "69b10f216dbb7075b95acf55"
    assert steps(told)[-1] == ("normalised", "0.503 FRACTION")
    unit = told["steps"]["steps"][-2]
    assert (unit["gives"], unit["because"], unit["certainty"]) == ("PERCENT", "stated by the page", "printed")
    assert told["config"]["settings"] == [{"name": "Independent Model (T)", "value": "true"}]
    assert told["reported"]["status"] == "author reported"
    assert told["reported"]["result_date"] == "not recorded"
    assert [p["role"] for p in told["method"]["parts"]] == ["base", "add-on"]
    assert member_ranks(told)["MediRound + JCM"] == "1"
    assert "Human-Thinking + MediSee" not in member_ranks(told)
    assert told["coverage"]["loaded"] == "15 of 15, as the page says"


def test_qwen3_vl_32b_open_all_39_37_is_flagged(explainer: Explainer) -> None:
    told = tell(explainer, "med-cmr/page.txt:65:7")
    assert told["cell"]["printed"] == "39.37"
    (flag,) = [f for f in told["flags"]["flags"] if f["flag"]["label"] == "parts disagree"]
    assert (flag["found"], flag["expected"]) == ("39.37", "40.23")
    assert flag["rule"].startswith("0.1 Med-CMR coherence + 0.1 Med-CMR consistency")
    assert steps(told)[-1] == ("normalised", "39.37 UNITLESS")
    assert told["benchmark"]["split"] == "not stated"
    assert {p["weight"] for p in told["metric"]["parts"]} == {"0.1", "0.4"}
    assert member_ranks(told)["Qwen3-VL-32B"] == member_ranks(told)["Qwen3-VL-30B-A3B"] == "11"


def test_gemma3_27b_su_35_98_is_no_whole_number_of_questions(explainer: Explainer) -> None:
    told = tell(explainer, "med-cmr/page.txt:32:5")
    assert told["benchmark"]["items"] == "709"
    assert told["benchmark"]["subset"] == "SU"
    (flag,) = [f for f in told["flags"]["flags"] if f["about"]["iri"] == told["iri"]]
    assert flag["expected"] == "35.97"
    assert told["flags"]["findings"][0]["finding"]["name"].startswith("finding:")


def test_medgamma_4b_is_medgemma_4b_by_a_curated_row(explainer: Explainer) -> None:
    told = tell(explainer, "u-mrg-14k-test/page.txt:18:2")
    method = told["method"]
    assert (method["printed_method"], method["method"]["name"]) == ("MedGamma-4B", "method:medgemma-4b")
    assert method["justification"] == "semapv:ManualMappingCuration, confidence 0.99"
    assert "medgemma-4b-it" in method["mapping_source"]
    story = tell(explainer, "method:medgemma-4b")
    rows = {row["spelling"]: row["confidence"] for row in story["spellings"]["spellings"]}
    assert rows == {"MedGamma-4B": "0.99", "MedGemma-4B": "1.0", "Medgemma-4B": "0.99"}
    assert {row["other"] for row in story["kept_apart"]["kept_apart"]} == {"Gemma3-4B"}


def test_qwen2_5vl_7b_is_qwen2_5_vl_7b_by_a_curated_row(explainer: Explainer) -> None:
    told = tell(explainer, "u-mrg-14k-test/page.txt:10:2")
    assert told["cell"]["printed"] == "12.61"
    assert told["method"]["method"]["name"] == "method:qwen2-5-vl-7b"
    assert told["method"]["mapping_source"].startswith("https://github.com/PRIS-CV/MedReasoner; the same model")
    story = tell(explainer, "method/qwen2-5-vl-7b")
    assert "26 results on 3 leaderboards of 2 benchmark families" in story["summary"]
    assert {"u-mrg-14k-test", "med-cmr-multiple-choice", "med-cmr-open-ended"} <= set(story["results"])
    (kept_out,) = story["withheld"]["withheld"]
    assert (kept_out["property"], kept_out["certainty"]) == ("introduced_in", "from memory")


def test_gpt_5_57_81_with_no_settings_recorded(explainer: Explainer) -> None:
    told = tell(explainer, "med-cmr/page.txt:18:10")
    assert told["cell"]["printed"] == "57.81"
    assert "settings" not in told["config"]
    assert told["config"]["none"].startswith("No settings recorded")
    assert told["comparison"]["basis"].startswith("as published together:")
    assert told["comparison"]["of_leaderboard"]["name"] == "leaderboard:med-cmr-multiple-choice"
    assert "Rank 1 of 18 inside this group" in told["comparison"]["rank"]
    filled = {row["property"]: row["certainty"] for row in told["filled_in"]["facts"] if row["of"] == "column"}
    assert filled == {"declaredUnit": "very likely", "ofMetric": "very likely", "declaredDirection": "very likely"}
    (reported,) = [row for row in told["filled_in"]["facts"] if row["property"] == "reported_in"]
    assert reported["certainty"] == "very likely"


def test_every_result_is_explained_with_its_very_digits(explainer: Explainer, explained: Version) -> None:
    """The steps lead to the value of the graph, in text as in data, for a page's worth of results."""
    store = open_store(explained)
    query = "SELECT ?r { ?r a <https://w3id.org/leaderboard-kg/ontology#Result> } ORDER BY ?r"
    results = [row[0].value for row in store.query(query)]  # type: ignore[union-attr]
    assert len(results) == 472
    lines = {
        line.rpartition(" <")[0] for line in (explained.path / "graph.nq").read_text(encoding="utf-8").splitlines()
    }
    for result in results[::16]:
        explanation = explainer.explain(result)
        told = explanation.to_dict()
        value = dict(steps(told))["value"]
        property_ = "https://w3id.org/leaderboard-kg/ontology#value"
        decimal = "http://www.w3.org/2001/XMLSchema#decimal"
        assert f'<{result}> <{property_}> "{value}"^^<{decimal}>' in lines
        assert "disagreement" not in told["steps"]
        excerpt = told["cell"]["excerpts"][0]
        (marked,) = [line for line in excerpt["lines"] if line["marks"]]
        start = marked["marks"].index("^")
        assert marked["text"][start : len(marked["marks"])] == told["cell"]["printed"]
        text = explanation.to_text().casefold()
        assert "state of the art" not in text
        assert "best in the world" not in text
        assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("name", ["method:human-thinking-medisee", "method:gpt-4o", "method:jcm"])
def test_a_part_and_its_composites_are_told_both_ways(explainer: Explainer, name: str) -> None:
    story = tell(explainer, name)
    if name == "method:gpt-4o":
        composites = {row["composite"]["label"]: row["role"] for row in story["part_of"]["part_of"]}
        assert composites == {"GPT-4o + IMIS-Net": "reasoner", "GPT-4o + MediSee": "reasoner"}
    elif name == "method:jcm":
        assert story["results"]["none"] == "No result of its own in this build."
        assert story["part_of"]["part_of"][0]["composite"]["label"] == "MediRound + JCM"
    else:
        assert "segmenter of this composite" in story["facts"]["stated_origin_note"]
        assert len(story["parts"]["parts"]) == 2
