"""Spellings that may be one method, and near names that never are."""

from __future__ import annotations

import shutil
from itertools import combinations
from pathlib import Path

import pytest

import kg
from kg.registry import load_registry
from kg.review import Named, merge_candidates, review
from kg.store import Version
from tests.conftest import ROOT

#: Near names of different models.
DIFFERENT = [
    ("Gemini-2.5-flash", "Gemini-2.5-Pro"),
    ("GPT-4o", "GPT-5"),
    ("InternVL3-8B", "InternVL3.5-8B"),
    ("InternVL3-78B", "InternVL3-8B"),
    ("Qwen2.5-VL-7B", "Qwen3-VL-8B"),
    ("Qwen3-VL-32B", "Qwen2.5-VL-32B"),
    ("Qwen3-VL", "Qwen3-VL-8B"),
    ("Qwen3-VL", "Qwen3-VL-235B-A22B"),
    ("Qwen3-VL-30B-A3B", "Qwen3-VL-30B"),
    ("MedGemma-4B", "Gemma3-4B"),
    ("MedGemma-4B", "MedGemma-27B"),
    ("Lingshu-7B", "Lingshu-32B"),
    ("Lingshu-7B", "Lingshu-I-8B"),
    ("MedSAM", "MedSAM2"),
    ("MedSAM2", "SAM-Med2D"),
    ("MedReasoner-7B", "MedR1-2B"),
    ("Med-R1", "MedVLM-R1"),
    ("MediSee", "MediRound"),
    ("SegLLM-7B", "SegLLM-13B"),
    ("SegZero-7B", "SegLLM-7B"),
    ("ViT-g", "ViT-G"),
    ("Model-7B", "Model-7M"),
    ("Phi-3-mini", "Phi-3-medium"),
    ("Qwen2.5-VL", "Qwen25-VL"),
    ("Total Net v1", "Total Net v2"),
    ("MediRound + JCM", "MediRound"),
    ("MediRound + JCM", "MediRound + READ"),
]

#: Spellings of one model that a person would join.
ALIKE = [
    ("Qwen2.5VL-7B", "Qwen2.5-VL-7B"),
    ("MedGamma-4B", "MedGemma-4B"),
    ("Medgemma-4B", "MedGemma-4B"),
    ("Qwen2-5-VL-7b", "Qwen2.5-VL-7B"),
    ("gpt 4o", "GPT-4o"),
]


def named(spelling: str, origin: str | None = None, face: str | None = None) -> Named:
    faces = frozenset([face] if face else [])
    return Named(spelling, spelling, (spelling,), faces, origin, " + " in spelling)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_near_names_of_different_models_are_no_candidates(one: str, other: str) -> None:
    """Not even where one paper introduced both."""
    assert merge_candidates([named(one, "paper"), named(other, "paper")]) == ()


@pytest.mark.parametrize(("one", "other"), [DIFFERENT[i] for i in (0, 1, 2, 3, 5, 6, 8, 10, 13, 18, 20, 21, 22, 23)])
def test_no_shared_id_outweighs_another_digit_size_tier_or_case(one: str, other: str) -> None:
    assert merge_candidates([named(one, "paper", "owner/name"), named(other, "paper", "owner/name")]) == ()


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_spellings_of_one_model_are_candidates(one: str, other: str) -> None:
    assert [set(c.spellings) for c in merge_candidates([named(one), named(other)])] == [{one, other}]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_a_row_that_says_not_ends_the_question(one: str, other: str) -> None:
    assert merge_candidates([named(one), named(other)], [(one, other)]) == ()
    assert merge_candidates([named(one), named(other)], [(other, one)]) == ()


def test_a_shared_hugging_face_id_speaks_for_a_pair_and_stands_first() -> None:
    methods = [named("Huatuo-Vision-7B", face="a/b"), named("HuatuoGPT-7B", face="a/b"), *map(named, ALIKE[0])]
    first, second = merge_candidates(methods)
    assert first.why == "both are a/b"
    assert set(second.spellings) == set(ALIKE[0])


def test_a_shared_paper_speaks_only_where_one_name_holds_the_other() -> None:
    assert merge_candidates([named("SegZero", "p"), named("Reasoner", "p")]) == ()
    (found,) = merge_candidates([named("Chiron-o1-8B", "p"), named("Chiron-o1-Chat-8B", "p")])
    assert "same paper" in found.why


def test_no_two_methods_of_the_registry_are_candidates() -> None:
    registry = load_registry(ROOT / "data" / "registry")
    apart = [(m.subject_label, m.object_key) for m in registry.mappings if m.predicate_modifier == "Not"]
    methods = [
        Named(
            m.key,
            m.label,
            tuple(s for s, key in registry.method_names.items() if key == m.key),
            frozenset(m.exact_match),
            m.introduced_in,
            bool(m.components),
        )
        for m in registry.methods.values()
    ]
    assert len(list(combinations(methods, 2))) > 1000
    assert merge_candidates(methods, apart) == ()


def test_with_two_rows_taken_out_the_two_true_pairs_come_first(tmp_path: Path) -> None:
    registry = tmp_path / "registry"
    shutil.copytree(ROOT / "data" / "registry", registry)
    mappings = registry / "methods.sssom.tsv"
    lines = mappings.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(("Qwen2.5VL-7B\t", "MedGamma-4B\t"))]
    assert len(lines) - len(kept) == 2
    mappings.write_text("".join(kept), encoding="utf-8", newline="\n")
    kg.build(ROOT / "data", out=tmp_path / "build", registry=registry, accept_findings=True)
    found = review(Version(tmp_path / "build"), load_registry(registry), kind="merges").items
    assert [item.what for item in found] == [
        "'Qwen2.5VL-7B' may be 'Qwen2.5-VL-7B'",
        "'MedGamma-4B' may be 'MedGemma-4B'",
    ]
    assert [item.place for item in found] == ["u-mrg-14k-test/page.txt:10:2", "u-mrg-14k-test/page.txt:18:2"]
    assert found[0].details["row"].startswith("Qwen2.5VL-7B\trdfs literal\tskos:exactMatch\t\tmethod:qwen2-5-vl-7b\t")
    assert found[1].details["other place"] == "med-cmr/page.txt:24:3"


def test_a_word_that_means_another_method_on_every_page_is_no_candidate(tmp_path: Path) -> None:
    for name in ("one", "two"):
        table = f"Task on {name} (test)\n\n| Method | Dice |\n| --- | --- |\n| Ours | 50.3 |\n| A-Net | 40.1 |\n"
        (tmp_path / f"{name}.md").write_text(table, encoding="utf-8")
    kg.build([tmp_path / "one.md", tmp_path / "two.md"], out=tmp_path / "build", accept_findings=True)
    assert review(Version(tmp_path / "build"), kind="merges").items == ()
