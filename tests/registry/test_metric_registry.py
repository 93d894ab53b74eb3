"""The metrics people meet: enough of them, each whole, and no name that means two things."""

from __future__ import annotations

import csv
from decimal import Decimal

import pytest

from kg.model import Direction, Metric
from kg.registry import Registry, load_registry
from kg.resources import registry_folder


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load_registry(registry_folder())


def test_there_are_metrics_of_every_field(registry: Registry) -> None:
    assert len(registry.metrics) >= 150


#: Field, a name as people print it, direction, canonical unit, largest value (None: no bound).
KNOWN = [
    ("vision", "Top-1", Direction.HIGHER, "fraction", "1"),
    ("vision", "mAP@0.5:0.95", Direction.HIGHER, "fraction", "1"),
    ("vision", "AP50", Direction.HIGHER, "fraction", "1"),
    ("vision", "mIoU", Direction.HIGHER, "fraction", "1"),
    ("vision", "PQ", Direction.HIGHER, "fraction", "1"),
    ("vision", "MOTA", Direction.HIGHER, "fraction", "1"),
    ("vision", "MPJPE", Direction.LOWER, "millimetre", None),
    ("vision", "EPE", Direction.LOWER, "pixel", None),
    ("vision", "D1-all", Direction.LOWER, "fraction", "1"),
    ("medical segmentation", "DSC", Direction.HIGHER, "fraction", "1"),
    ("medical segmentation", "HD95", Direction.LOWER, "millimetre", None),
    ("medical segmentation", "ASSD", Direction.LOWER, "millimetre", None),
    ("medical segmentation", "NSD", Direction.HIGHER, "fraction", "1"),
    ("language", "EM", Direction.HIGHER, "fraction", "1"),
    ("language", "BLEU", Direction.HIGHER, "fraction", "1"),
    ("language", "ROUGE-L", Direction.HIGHER, "fraction", "1"),
    ("language", "METEOR", Direction.HIGHER, "fraction", "1"),
    ("language", "CIDEr", Direction.HIGHER, "unitless", None),
    ("language", "chrF", Direction.HIGHER, "fraction", "1"),
    ("language", "perplexity", Direction.LOWER, "unitless", None),
    ("language", "Bit per Character (BPC)", Direction.LOWER, "bit", None),
    ("language", "pass@1", Direction.HIGHER, "fraction", "1"),
    ("language", "Elo", Direction.HIGHER, "unitless", None),
    ("speech", "WER", Direction.LOWER, "fraction", None),
    ("speech", "CER", Direction.LOWER, "fraction", None),
    ("speech", "PESQ", Direction.HIGHER, "unitless", "4.64"),
    ("speech", "RTF", Direction.LOWER, "unitless", None),
    ("retrieval", "nDCG@10", Direction.HIGHER, "fraction", "1"),
    ("retrieval", "recall_at_20", Direction.HIGHER, "fraction", "1"),
    ("retrieval", "MRR", Direction.HIGHER, "fraction", "1"),
    ("retrieval", "map_at_1000", Direction.HIGHER, "fraction", "1"),
    ("generation", "FID", Direction.LOWER, "unitless", None),
    ("generation", "IS", Direction.HIGHER, "unitless", None),
    ("generation", "PSNR", Direction.HIGHER, "decibel", None),
    ("generation", "SSIM", Direction.HIGHER, "fraction", "1"),
    ("generation", "LPIPS", Direction.LOWER, "unitless", None),
    ("regression", "MAE", Direction.LOWER, None, None),
    ("regression", "MSE", Direction.LOWER, None, None),
    ("regression", "RMSE", Direction.LOWER, None, None),
    ("regression", "R²", Direction.HIGHER, "fraction", "1"),
    ("classification", "AUROC", Direction.HIGHER, "fraction", "1"),
    ("classification", "AUPRC", Direction.HIGHER, "fraction", "1"),
    ("classification", "Macro-F1", Direction.HIGHER, "fraction", "1"),
    ("classification", "ECE", Direction.LOWER, "fraction", "1"),
    ("efficiency", "latency", Direction.LOWER, "second", None),
    ("efficiency", "FPS", Direction.HIGHER, "frame-per-second", None),
    ("efficiency", "tokens/s", Direction.HIGHER, "token-per-second", None),
]


@pytest.mark.parametrize(("field", "name", "direction", "unit", "maximum"), KNOWN, ids=lambda value: str(value))
def test_a_printed_name_finds_its_metric(
    registry: Registry, field: str, name: str, direction: Direction, unit: str | None, maximum: str | None
) -> None:
    metric = registry.metric(name)
    assert metric is not None
    assert (metric.direction, metric.canonical_unit) == (direction, unit)
    assert metric.maximum == (Decimal(maximum) if maximum else None)
    assert metric.definition
    assert metric.definition.endswith(".")


#: Names that look alike and measure different things.
APART = [
    ("mAP", "MAP"),
    ("AP", "AP50"),
    ("AP50", "mAP50"),
    ("recall@1", "recall@10"),
    ("hits@1", "recall@1"),
    ("HD", "HD95"),
    ("ASD", "ASSD"),
    ("SSIM", "MS-SSIM"),
    ("box AP", "mask AP"),
    ("macro F1", "micro F1"),
    ("F1", "F2"),
    ("perplexity", "bits per character"),
    ("bits per byte", "bits per character"),
    ("FID", "KID"),
    ("accuracy", "balanced accuracy"),
    ("top-1", "top-1 error"),
    ("MSE", "RMSE"),
    ("RTF", "RTFx"),
    ("acc", "acc_norm"),
    ("AUC", "AUROC"),
    ("mAP@50", "MAP@50"),
    ("mCE", "maximum calibration error"),
    ("ECE", "calibration error"),
    ("Cohen's kappa", "kappa"),
]


@pytest.mark.parametrize("pair", APART, ids=" and ".join)
def test_near_names_are_two_metrics(registry: Registry, pair: tuple[str, str]) -> None:
    one, other = (registry.metric(name) for name in pair)
    assert one
    assert other
    assert one.key != other.key


#: Names that mean several things, or none that can be ranked: KITTI's D1 is an error and no accuracy of depth, AR@50
#: counts proposals as well as overlaps, MER is a match or a mixed error rate, MCE a corruption or a calibration error,
#: PER the persons of an entity tagger.
OPEN = ["D1", "d1", "AR@50", "AR@75", "MER", "mce", "PER", "IDs", "ids", "frame rate", "joint acc", "resolved"]
OPEN += ["score", "avg", "average", "mean", "overall", "rate", "rank", "speed", "time", "value", "result"]


@pytest.mark.parametrize("name", OPEN)
def test_a_name_of_several_meanings_is_no_metric(registry: Registry, name: str) -> None:
    assert registry.metric(name) is None


def test_every_metric_names_its_source(registry: Registry) -> None:
    with (registry_folder() / "metrics.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len(rows) > 380
    bare = {row["key"] for row in rows if not row["evidence"] or "usual definition" in row["evidence"]}
    assert bare == set()


def test_a_metric_with_a_parameter_stands_under_a_broader_one(registry: Registry) -> None:
    for metric in registry.metrics.values():
        if any(p.name == "k" for p in metric.parameters):
            assert metric.broader in registry.metrics
            assert registry.metrics[metric.broader or ""].direction is metric.direction


def test_parts_and_wholes_share_unit_and_direction(registry: Registry) -> None:
    def told(metric: Metric) -> tuple[Direction, str | None]:
        return metric.direction, metric.canonical_unit

    apart = [
        metric.key
        for metric in registry.metrics.values()
        if metric.broader and told(metric) != told(registry.metrics[metric.broader])
    ]
    assert apart == []


@pytest.mark.parametrize("name", ["params", "Parameters", "FLOPs", "VRAM", "Memory", "Price", "Training time", "Size"])
def test_sizes_and_costs_are_no_scores(registry: Registry, name: str) -> None:
    assert registry.column_role(name) == "resource"


def test_two_letters_keep_their_case(registry: Registry) -> None:
    assert registry.metric("is") is None
    assert registry.metric("f1") == registry.metric("F1")


@pytest.mark.parametrize("name", ["Average", "Avg.", "mean", "Std", "**Average**".strip("*"), "Overall average:"])
def test_rows_that_sum_up_others_are_no_methods(registry: Registry, name: str) -> None:
    assert registry.is_aggregate_row(name)


@pytest.mark.parametrize("name", ["Human", "Average Pooling", "Mean Teacher", "MaxViT", "TotalNet"])
def test_methods_are_no_aggregates(registry: Registry, name: str) -> None:
    assert not registry.is_aggregate_row(name)


@pytest.mark.parametrize(
    ("name", "key"),
    [("ImageNet", "imagenet-1k"), ("squad_v2", "squad-2-0"), ("MS COCO", "coco"), ("kits23", "kits23")],
)
def test_a_data_set_is_known_by_its_spellings(registry: Registry, name: str, key: str) -> None:
    found = registry.known_dataset(name)
    assert found
    assert found.key == key


@pytest.mark.parametrize("name", ["SQuAD", "ImageNet-X", "MedQA 6 options", "VOC", "MMMU test"])
def test_a_name_of_several_versions_is_none_of_them(registry: Registry, name: str) -> None:
    assert registry.known_dataset(name) is None
