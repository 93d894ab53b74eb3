"""Spellings that may be one method are proposed, and near names that never are."""

from __future__ import annotations

import shutil
from dataclasses import replace
from decimal import Decimal
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kg
from kg.registry import load_registry
from kg.review import THRESHOLD, Named, merge_candidates, review
from kg.review.merges import compared, ruled_out
from kg.review.names import Names
from kg.review.spellings import folded, likeness, signature, spellings_differ
from kg.store import Version
from tests.conftest import ROOT

#: Near names of different things.
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
    ("Gemma3-4B", "MedGemma-27B"),
    ("MedGemma-4B", "MedGemma-27B"),
    ("Lingshu-7B", "Lingshu-32B"),
    ("Lingshu-7B", "Lingshu-I-8B"),
    ("MedSAM", "MedSAM2"),
    ("MedSAM2", "MedSAM-2"),
    ("MedSAM", "MedSAM-2"),
    ("MedSAM-2", "SAM-Med2D"),
    ("MedReasoner-7B", "MedR1-2B"),
    ("MedReasoner", "MedR1"),
    ("Med-R1", "MedVLM-R1"),
    ("MediSee", "MediRound"),
    ("SegLLM-7B", "SegLLM-13B"),
    ("SegZero-7B", "SegLLM-7B"),
    ("SegZero", "SegLLM"),
    ("GPT-4", "GPT-4-base"),
    ("GPT-4", "GPT-4 (Medprompt)"),
    ("gpt4", "gpt4_0314"),
    ("gpt4_0314", "gpt4_0613"),
    ("MiniMax-M2", "MiniMax-M2.5"),
    ("BioLinkBERT base", "BioLinkBERT large"),
    ("BioLinkBERT-base", "BioLinkBERT"),
    ("R50-C4 1x", "R50-C4 3x"),
    ("Claude with tools", "Claude without tools"),
    ("Claude (with tools)", "Claude"),
    ("MedQA", "MedQA 5 options"),
    ("GPQA main", "GPQA diamond"),
    ("Task", "Task.v2"),
    ("MMMU", "MMMU-Pro"),
    ("VOC 07+12", "VOC 07++12"),
    ("Exo-7B", "Exo-7B-Instruct"),
    ("Exo-7B", "Exo-7B (Q4_K_M)"),
    ("Exo-7B", "Exo-7B-AWQ"),
    ("Exo-7B", "Exo-7B-int8"),
    ("Chiron-o1-8B", "Chiron-o1-Chat-8B"),
    ("C", "C++"),
    ("C++", "C#"),
    ("BERT", "BERT+"),
    ("T5-1.1", "T51.1"),
    ("UNETR", "UNETR++"),
    ("Mistral", "Mixtral"),
    ("ResNet-50", "ResNeXt-50"),
    ("ModelA", "ModelB"),
    ("ModelA", "ModelE"),
    ("ViT-g", "ViT-G"),
    ("Model-7B", "Model-7M"),
    ("Phi-3-mini", "Phi-3-medium"),
    ("Qwen2.5-VL", "Qwen25-VL"),
    ("Total Net v1", "Total Net v2"),
    ("MediRound + JCM", "MediRound"),
    ("MediRound + JCM", "MediRound + READ"),
]

#: Spellings of one model that a person would join, the likest first.
ALIKE = [
    ("Qwen2.5VL-7B", "Qwen2.5-VL-7B"),
    ("Medgemma-4B", "MedGemma-4B"),
    ("Qwen2-5-VL-7b", "Qwen2.5-VL-7B"),
    ("gpt 4o", "GPT-4o"),
    ("GPT4V", "GPT-4V"),
    ("PMC-LLaMA", "PMC_LLaMA"),
    ("Exo-4-5", "exo-4.5"),
    ("GPT-4V(ision)", "GPT4V"),
    ("acme/Exo-4.5", "exo-4.5"),
    ("MediRound (Ours)", "MediRound"),
    ("MedGamma-4B", "MedGemma-4B"),
    ("MeddGemma-4B", "MedGemma-4B"),
    ("MedGmema-4B", "MedGemma-4B"),
]


def named(spelling: str, origin: str | None = None, face: str | None = None, **more: object) -> Named:
    faces = frozenset([face] if face else [])
    return Named(spelling, spelling, (spelling,), faces, origin, " + " in spelling, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_near_names_of_different_models_are_not_proposed(one: str, other: str) -> None:
    """Not even where one paper introduced both, but for a hyphen before a number: that paper settles it."""
    assert merge_candidates([named(one), named(other)]) == ()
    told = merge_candidates([named(one, "paper"), named(other, "paper")])
    assert [c.evidence for c in told] in ([], [("joined number", "origin paper")])


def test_all_hard_negatives_together_are_not_proposed() -> None:
    names = sorted({name for pair in DIFFERENT for name in pair})
    assert len(names) > 80
    told = {tuple(sorted(c.spellings)) for c in merge_candidates([named(name) for name in names])}
    # spellings of one thing within the list above
    assert told == {
        ("BioLinkBERT base", "BioLinkBERT-base"),
        ("Claude (with tools)", "Claude with tools"),
        ("Med-R1", "MedR1"),
    }


@pytest.mark.parametrize(("one", "other"), [pair for pair in DIFFERENT if spellings_differ(*pair)])
def test_no_shared_id_outweighs_another_digit_size_tier_variant_sign_or_case(one: str, other: str) -> None:
    assert merge_candidates([named(one, "paper", "owner/name"), named(other, "paper", "owner/name")]) == ()


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_spellings_of_one_model_are_proposed_with_a_score(one: str, other: str) -> None:
    (found,) = merge_candidates([named(one), named(other)])
    assert set(found.spellings) == {one, other}
    assert THRESHOLD <= found.score <= 1
    assert found.evidence


def test_the_likest_come_first_whatever_the_order() -> None:
    scores = [merge_candidates([named(one), named(other)])[0].score for one, other in ALIKE]
    assert scores == sorted(scores, reverse=True)
    names = [named(name) for name in ("Qwen2.5VL-7B", "MedGamma-4B", "MedGemma-4B", "Qwen2.5-VL-7B")]
    for order in permutations(names):
        found = merge_candidates(order)
        assert [c.spellings for c in found] == [("Qwen2.5-VL-7B", "Qwen2.5VL-7B"), ("MedGamma-4B", "MedGemma-4B")]
        assert [c.score for c in found] == [Decimal("0.90"), Decimal("0.65")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_a_decision_ends_the_question(one: str, other: str) -> None:
    assert merge_candidates([named(one), named(other)], [(one, other)]) == ()
    assert merge_candidates([named(one), named(other)], [(other, one)]) == ()


def test_evidence_adds_up_and_doubt_halves() -> None:
    alike = ("Huatuo-Vision-7B", "HuatuoGPT-7B")
    (found,) = merge_candidates([named(name, face="a/b") for name in alike])
    assert (found.score, found.why) == (Decimal("0.95"), "both are a/b on Hugging Face")
    (found,) = merge_candidates([named(name, "paper", "a/b") for name in alike])
    assert found.score == Decimal("0.97")  # 1 - 0.05 x 0.7
    assert found.evidence == ("hugging face id", "origin paper")
    known = named("MedGamma-4B", aliases=frozenset({"MedGamma-4B"}))
    (found,) = merge_candidates([known, named("MedGemma-4B")])
    assert found.score == Decimal("0.72")  # 1 - 0.35 x 0.8
    # a table that has rows of both takes them for two
    both = frozenset({"board"})
    assert merge_candidates([named(name, boards=both) for name in ALIKE[0]]) == ()
    (found,) = merge_candidates([named(name, boards=both) for name in ALIKE[0]], threshold=Decimal(0))
    assert found.score == Decimal("0.45")
    assert "one table has rows of both" in found.why
    (found,) = merge_candidates([named(ALIKE[0][0], "p"), named(ALIKE[0][1], "q")], threshold=Decimal(0))
    assert found.score == Decimal("0.45")


def test_another_letter_needs_more_than_itself() -> None:
    assert merge_candidates([named("Sepsilon", "p"), named("Sepsimon", "p")]) == ()
    known = named("Sepsimon", "p", aliases=frozenset({"Sepsimon"}))
    (found,) = merge_candidates([named("Sepsilon", "p"), known])
    assert found.score == Decimal("0.66")  # 1 - 0.6 x 0.7 x 0.8


def test_a_naming_scheme_is_no_row_of_slips() -> None:
    scheme = [named(f"Net{letter}former") for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert merge_candidates(scheme) == ()
    (found,) = merge_candidates([scheme[0], scheme[4]])  # a and e
    assert found.evidence == ("slip of the pen",)


@pytest.mark.parametrize(
    ("more", "others", "reason"),
    [
        ({"parts": frozenset({"b"})}, {}, "one is a part of the other"),
        ({"related": frozenset({"b"})}, {}, "one was made from the other"),
        ({"parameters": "7"}, {"parameters": "8"}, "number of parameters"),
        ({"access": "open"}, {"access": "closed"}, "access"),
        ({"kind": "Model"}, {"kind": "Human"}, "kind"),
        ({"is_composite": True}, {}, "composite"),
        ({"is_listed": True}, {"is_listed": True}, "the registry lists both"),
    ],
)
def test_relations_and_facts_rule_a_merge_out(more: dict[str, object], others: dict[str, object], reason: str) -> None:
    one = Named("a", "Exo 7B", ("Exo 7B",), frozenset({"x/y"}), **more)  # type: ignore[arg-type]
    other = Named("b", "Exo-7B", ("Exo-7B",), frozenset({"x/y"}), **others)  # type: ignore[arg-type]
    assert reason in str(ruled_out(one, other))
    assert merge_candidates([one, other]) == ()
    assert merge_candidates([other, one]) == ()


names = st.from_regex(r"[A-Z][a-z]{1,7}(-|)[A-Za-z]{0,4}[ -]?[0-9]{0,2}(\.[0-9])?(-[0-9]{1,2}B)?", fullmatch=True)


@given(names, names)
def test_the_near_search_misses_no_pair_that_scores(first: str, second: str) -> None:
    one, other = named(first), named(second)
    found = compared(one, other) if first != second else None
    wanted = [found] if found and found.score >= THRESHOLD else []
    assert list(merge_candidates([one, other])) == wanted


@given(names, st.integers(1, 6), st.sampled_from("aeioubst"))
def test_a_changed_letter_is_found(name: str, place: int, letter: str) -> None:
    changed = name[:place] + letter + name[place + 1 :]
    found = compared(named(name), named(changed)) if changed != name else None
    wanted = [found] if found and found.score >= THRESHOLD else []
    assert list(merge_candidates([named(name), named(changed)])) == wanted


@given(names, names)
def test_likeness_does_not_depend_on_the_order(first: str, second: str) -> None:
    assert likeness(first, second) == likeness(second, first)
    assert spellings_differ(first, second) == spellings_differ(second, first)
    assert (signature(first) == signature(second)) or spellings_differ(first, second) is not None


def test_folding_keeps_letters_and_digits_of_any_script() -> None:
    assert folded("Qwen2.5-VL-7B") == folded("qwen 2_5vl.7b")
    assert folded("模型-7B") == "模型7b"
    assert folded("Exo－７B") == "exo7b"


def test_no_two_methods_of_the_shipped_data_are_proposed(shipped: kg.Graph) -> None:
    registry = load_registry(ROOT / "data" / "registry")
    boards = [board.key for board in shipped.built.collection.leaderboards]
    methods = Names(shipped._facts, registry, boards).methods()
    assert len(list(combinations(methods, 2))) > 1000
    assert {"medsam2", "med-r1", "lingshu-i-8b"} <= {method.key for method in methods}
    # not even without the rows that say "Not", and without knowing which methods the registry lists
    assert merge_candidates(methods) == ()
    assert merge_candidates([replace(method, is_listed=False) for method in methods]) == ()


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
        "'MedGamma-4B' may be 'Medgemma-4B'",
    ]
    assert [item.place for item in found] == ["u-mrg-14k-test/page.txt:10:2", "u-mrg-14k-test/page.txt:18:2"]
    assert [item.details["score"] for item in found] == ["0.90", "0.72"]
    assert found[0].why.startswith("score 0.90 (0.60 or more is proposed): the spellings differ in case")
    assert "kg review accept Qwen2.5VL-7B Qwen2.5-VL-7B --confidence" in found[0].remedy
    assert "kg review reject MedGamma-4B MedGemma-4B" in found[1].remedy
    assert found[1].details["other place"] == "med-cmr/page.txt:24:3"


def test_a_word_that_means_another_method_on_every_page_is_no_candidate(tmp_path: Path) -> None:
    for name in ("one", "two"):
        table = f"Task on {name} (test)\n\n| Method | Dice |\n| --- | --- |\n| Ours | 50.3 |\n| A-Net | 40.1 |\n"
        (tmp_path / f"{name}.md").write_text(table, encoding="utf-8")
    kg.build([tmp_path / "one.md", tmp_path / "two.md"], out=tmp_path / "build", accept_findings=True)
    assert review(Version(tmp_path / "build"), kind="merges").items == ()
