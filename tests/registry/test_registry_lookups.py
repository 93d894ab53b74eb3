"""Look-ups answer what a page prints, and nothing more."""

from __future__ import annotations

from decimal import Decimal

import pytest

from kg.model import Certainty, Direction, Role
from kg.registry import Registry, load_registry
from kg.resources import registry_folder


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load_registry(registry_folder())


@pytest.mark.parametrize("spelling", ["PERCENT", "%", "percent", "Percent", "unit:PERCENT", " % "])
def test_percent_by_any_name(spelling: str, registry: Registry) -> None:
    unit = registry.unit(spelling)
    assert unit
    assert (unit.key, unit.multiplier, unit.quantity) == ("percent", Decimal("0.01"), "ratio")


def test_unit_by_iri(registry: Registry) -> None:
    unit = registry.unit("http://qudt.org/vocab/unit/MilliSEC")
    assert unit
    assert unit.key == "millisecond"


def test_percentages_and_counts_never_convert(registry: Registry) -> None:
    assert registry.units["percent"].quantity != registry.units["num"].quantity
    assert registry.unit("BLEU points") is None


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Dice", "dice"),
        ("dice", "dice"),
        ("DSC", "dice"),
        ("Accuracy", "accuracy"),
        ("top1_err", "error-at-1"),
        ("WER", "wer"),
    ],
)
def test_metric_by_name(name: str, key: str, registry: Registry) -> None:
    metric = registry.metric(name)
    assert metric
    assert metric.key == key


@pytest.mark.parametrize("name", ["gIoU", "cIoU", "All Score", "SOD", "Con", "score", "AR", "PER", "", "IoU Abdomen"])
def test_names_of_several_meanings_are_no_metric(name: str, registry: Registry) -> None:
    assert registry.metric(name) is None


def test_directions_and_bounds(registry: Registry) -> None:
    lower = {"wer", "cer", "perplexity", "error-at-1", "hausdorff-95", "mse", "fid", "latency", "loss"}
    assert {registry.metrics[key].direction for key in lower} == {Direction.LOWER}
    assert registry.metrics["pdice"].maximum == 2
    assert registry.metrics["box-iou"].maximum == 1
    assert registry.metrics["wer"].maximum is None
    assert registry.metrics["med-cmr-open-ended-score"].maximum == 100


def test_accuracy_at_1_and_at_5_are_two_metrics(registry: Registry) -> None:
    one, five = registry.metric("top-1"), registry.metric("top-5")
    assert one
    assert five
    assert one.key != five.key
    assert one.broader == five.broader == "accuracy-at-k"


def test_parts_of_the_judge_score(registry: Registry) -> None:
    parts = registry.metrics["med-cmr-open-ended-score"].aggregates
    assert {p.metric: str(p.weight) for p in parts} == {
        "med-cmr-consistency": "0.1",
        "med-cmr-coherence": "0.1",
        "med-cmr-visual-accuracy": "0.4",
        "med-cmr-ground-truth-correctness": "0.4",
    }


def test_component_is_as_sure_as_its_weakest_fact(registry: Registry) -> None:
    reasoner, segmenter = registry.methods["gpt-4o-medisee"].components
    assert (reasoner.key, reasoner.method, reasoner.role) == ("gpt-4o-medisee-1", "gpt-4o", Role.REASONER)
    assert (reasoner.certainty, reasoner.inferred) == (Certainty.INFERRED, ("role",))
    assert (segmenter.certainty, segmenter.inferred) == (Certainty.CERTAIN, ())


@pytest.mark.parametrize("name", ["Ours", "ours", "Ours*", "Baseline", "Human", "Random", "MAJORITY"])
def test_non_names(name: str, registry: Registry) -> None:
    assert registry.is_non_name(name)


@pytest.mark.parametrize("name", ["NA", "None", "nan", "NULL", "Human-Thinking", "OursNet", "MediRound"])
def test_names_that_only_look_like_none(name: str, registry: Registry) -> None:
    assert not registry.is_non_name(name)


def test_benchmark_by_what_a_page_prints(registry: Registry) -> None:
    val = registry.find_benchmark("Medical Interaction Segmentation", "MR-MedSeg", None, "val", None)
    hard = registry.find_benchmark("Medical Reasoning Segmentation", "MR-MedSeg hard case", None, "test", None)
    assert val
    assert hard
    assert (val.key, hard.key, hard.subset) == ("mr-medseg-val", "mr-medseg-hard-case-test", "hard case")


def test_not_stated_is_no_wildcard(registry: Registry) -> None:
    assert registry.find_benchmark("Medical Interaction Segmentation", "MR-MedSeg", None, None, None) is None
    assert registry.find_benchmark("Medical Reasoning Segmentation", "MR-MedSeg", None, "val", None) is None
    assert registry.find_benchmark("Medical Reasoning Segmentation", "MR-MedSeg", None, "test", None) is None


def test_part_by_subset(registry: Registry) -> None:
    part = registry.part("med-cmr-multiple-choice", "SOD")
    assert part
    assert part.item_count == 1023
    assert registry.part("med-cmr-open-ended", "SOD") is None


def test_task_and_data_set_by_label(registry: Registry) -> None:
    task, dataset = registry.task("Medical Reasoning Grounding"), registry.dataset("MR-MedSeg")
    assert task
    assert dataset
    assert (task.key, dataset.key) == ("medical-reasoning-grounding", "mr-medseg")
    assert registry.task("MR-MedSeg") is None


def test_paper_by_each_identifier(registry: Registry) -> None:
    paper = registry.papers["arxiv-2304-12306"]
    assert registry.paper_by_site_id("68fa72b11e209131cea57efd") is paper
    assert registry.paper_by_arxiv("2304.12306") is paper
    assert registry.paper_by_doi("10.1038/S41467-024-44824-Z") is paper
    assert registry.paper_by_doi("10.48550/arxiv.2304.12306") is paper
    assert registry.paper_by_doi("10.48550/arxiv.2304.99999") is None
    assert registry.paper_by_site_id("69b10f216dbb7075b95acf55") is None
    assert paper.url
    assert registry.paper_by_url(paper.url.replace("https:", "http:") + "/") is paper
    assert registry.paper_by_url("https://example.org/none") is None


def test_headings(registry: Registry) -> None:
    assert registry.column_role("MODEL") == "method"
    assert registry.column_role("Report paper") == "paper"
    assert registry.column_role("Result date") == "date"
    assert registry.column_role("Year") == "note"
    assert registry.column_role("Dice") is None
    assert registry.row_group("Proprietary Models") == ("access", "Proprietary")
    assert registry.row_group("open-source models") == ("access", "OpenWeights")
    assert registry.row_group("Kidney") is None


def test_no_heading_is_a_metric(registry: Registry) -> None:
    assert [name for name in registry.column_roles if registry.metric(name)] == []
