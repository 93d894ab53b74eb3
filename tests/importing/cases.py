"""Small files of our own, one for each awkward thing and family, with the answers read by eye.

A row is "line | method | benchmark | split | metric | value | unit | direction": the unit as %, 1
(fraction), - (no unit of its own) or its name, "" where unknown; the direction as +, -, ? (unknown).
A "!" behind unit or direction says that it is inferred, "~" behind a split or benchmark too.
"""

# The long lines are lines of pages, kept as they are printed.
# ruff: noqa: E501

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Case:
    """One file and what must come of it."""

    name: str
    file: str
    text: str
    rows: tuple[str, ...] = ()
    rejects: tuple[str, ...] = ()
    missing: int = 0
    notes: dict[str, str] = field(default_factory=dict)
    resources: tuple[str, ...] = ()
    uncertainty: dict[str, str] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    message: str = ""


MARKDOWN = (
    Case(
        "organs beside the mean of them, units in the caption",
        "a.md",
        "Table 1. Results on Synapse multi-organ CT (DSC in %, HD in mm).\n\n| Method | DSC↑ | HD↓ | Aorta | Liver | Spleen |\n"
        "|---|---|---|---|---|---|\n| A | 80.00 | 39.7 | 89.0 | 70.0 | 81.0 |\n| B | 78.33 | 31.7 | 87.2 | 63.0 | 84.8 |\n"
        "| C | 79.13 | 21.6 | 85.4 | 66.6 | 85.4 |\n",
        (
            "5|A|Synapse Multi-Organ CT||DSC|80.00|%|+",
            "5|A|Synapse Multi-Organ CT||HD|39.7|MilliM|-",
            "5|A|Synapse Multi-Organ CT / Aorta||Dice|89.0|%|+!",
            "5|A|Synapse Multi-Organ CT / Liver||Dice|70.0|%|+!",
            "5|A|Synapse Multi-Organ CT / Spleen||Dice|81.0|%|+!",
            "6|B|Synapse Multi-Organ CT||DSC|78.33|%|+",
            "6|B|Synapse Multi-Organ CT||HD|31.7|MilliM|-",
            "6|B|Synapse Multi-Organ CT / Aorta||Dice|87.2|%|+!",
            "6|B|Synapse Multi-Organ CT / Liver||Dice|63.0|%|+!",
            "6|B|Synapse Multi-Organ CT / Spleen||Dice|84.8|%|+!",
            "7|C|Synapse Multi-Organ CT||DSC|79.13|%|+",
            "7|C|Synapse Multi-Organ CT||HD|21.6|MilliM|-",
            "7|C|Synapse Multi-Organ CT / Aorta||Dice|85.4|%|+!",
            "7|C|Synapse Multi-Organ CT / Liver||Dice|66.6|%|+!",
            "7|C|Synapse Multi-Organ CT / Spleen||Dice|85.4|%|+!",
        ),
    ),
    Case(
        "frames in a second, named as a time",
        "a.md",
        "# Results on COCO\n\n| Model | Inf time (fps) | box AP |\n|---|---|---|\n| NetA | 16.1 | 38.2 |\n",
        ("5|NetA|COCO||fps|16.1|FRAME-PER-SEC|+!", "5|NetA|COCO||box AP|38.2|%!|+!"),
    ),
    Case(
        "sizes as a row of a table with its methods in the header",
        "a.md",
        "# Evaluation\n\n| | NetA-7B | NetB |\n|---|---|---|\n| #Params | 7B | - |\n| MMLU | 71.2 | 68.3 |\n| GSM8K | 58.2 | 61.3 |\n",
        (
            "6|NetA-7B|MMLU||accuracy|71.2|%!|+!",
            "6|NetB|MMLU||accuracy|68.3|%!|+!",
            "7|NetA-7B|GSM8K||accuracy|58.2|%!|+!",
            "7|NetB|GSM8K||accuracy|61.3|%!|+!",
        ),
        resources=("NetA-7B|#Params|7B",),
    ),
    Case(
        "a plain pipe table",
        "a.md",
        "# Results on COCO\n\n| Model | box AP |\n|---|---|\n| NetA | 41.5 |\n| NetB | 39.0 |\n",
        ("5|NetA|COCO||box AP|41.5|%!|+!", "6|NetB|COCO||box AP|39.0|%!|+!"),
    ),
    Case(
        "without outer pipes",
        "a.md",
        "# Results on COCO\n\nModel | box AP\n---|---\nNetA | 41.5\n",
        ("5|NetA|COCO||box AP|41.5|%!|+!",),
    ),
    Case(
        "without a line of dashes",
        "a.md",
        "# COCO results\n\n| Model | box AP |\n| NetA | 41.5 |\n| NetB | 39.0 |\n",
        ("4|NetA|COCO||box AP|41.5|%!|+!", "5|NetB|COCO||box AP|39.0|%!|+!"),
    ),
    Case(
        "in a code fence",
        "a.md",
        "# COCO results\n\n```\n| Model | box AP |\n|---|---|\n| NetA | 41.5 |\n```\n",
        ("6|NetA|COCO||box AP|41.5|%!|+!",),
    ),
    Case(
        "in details",
        "a.md",
        "# COCO results\n<details><summary>more</summary>\n\n| Model | box AP |\n|---|---|\n| NetA | 41.5 |\n\n</details>\n",
        ("6|NetA|COCO||box AP|41.5|%!|+!",),
    ),
    Case(
        "in a quote",
        "a.md",
        "# COCO results\n\n> | Model | box AP |\n> |---|---|\n> | NetA | 41.5 |\n",
        ("5|NetA|COCO||box AP|41.5|%!|+!",),
    ),
    Case(
        "methods in the header",
        "a.md",
        "# Evaluation\n\n| Benchmark | NetA | NetB |\n|---|---|---|\n| MMLU | 71.2 | 68.0 |\n| GSM8K | 80.1 | - |\n",
        (
            "5|NetA|MMLU||accuracy|71.2|%!|+!",
            "5|NetB|MMLU||accuracy|68.0|%!|+!",
            "6|NetA|GSM8K||accuracy|80.1|%!|+!",
        ),
        missing=1,
    ),
    Case(
        "metrics down, methods across",
        "a.md",
        "# Results on Cityscapes\n\n| Metric | NetA | NetB |\n|---|---|---|\n| mIoU (%) | 80.1 | 78.2 |\n| FPS | 31 | 45 |\n",
        (
            "5|NetA|Cityscapes||mIoU|80.1|%|+!",
            "5|NetB|Cityscapes||mIoU|78.2|%|+!",
            "6|NetA|Cityscapes||FPS|31|FRAME-PER-SEC!|+!",
            "6|NetB|Cityscapes||FPS|45|FRAME-PER-SEC!|+!",
        ),
    ),
    Case(
        "two tables under two headings",
        "a.md",
        "# Zoo\n\n## COCO\n\n| Model | box AP |\n|---|---|\n| A | 41 |\n\n## ADE20K\n\n| Model | mIoU |\n|---|---|\n| A | 47 |\n",
        ("7|A|COCO||box AP|41|%!|+!", "13|A|ADE20K||mIoU|47|%!|+!"),
    ),
    Case(
        "a data set a column, one metric in the caption",
        "a.md",
        "# Net\n\n| Model | SST-2 | MRPC |\n|---|---|---|\n| A | 91.0 | 88.2 |\n\nResults are measured by accuracy (↑).\n",
        ("5|A|SST-2||accuracy|91.0|%!|+", "5|A|MRPC||accuracy|88.2|%!|+"),
    ),
    Case(
        "split and metric in the heading of a column",
        "a.md",
        "# Penn Treebank\n\n| Model | Validation perplexity | Test perplexity |\n|---|---|---|\n| A | 60.1 | 58.0 |\n",
        (
            "5|A|Penn Treebank|validation|perplexity|60.1|-!|-!",
            "5|A|Penn Treebank|test|perplexity|58.0|-!|-!",
        ),
    ),
    Case(
        "lower is better, said in the text",
        "a.md",
        "# Penn Treebank\n\nModels are ranked by perplexity (lower is better).\n\n| Model | perplexity |\n|---|---|\n| A | 58.0 |\n",
        ("7|A|Penn Treebank||perplexity|58.0|-!|-",),
    ),
    Case(
        "arrows and a sort button in the header",
        "a.md",
        "# WMT14 En-De\n\n| Model ↕ | BLEU ↑ | TER↓ |\n|---|---|---|\n| A | 34.2 | 51.0 |\n",
        ("5|A|WMT14 En-De||BLEU|34.2|%!|+", "5|A|WMT14 En-De||TER|51.0|%!|-"),
    ),
    Case(
        "unit in the header, header over two lines",
        "a.md",
        "# Speed on COCO\n\n| Model | Latency<br>(ms) | FPS |\n|---|---|---|\n| A | 35.5 | 28 |\n",
        ("5|A|COCO||Latency|35.5|MilliSEC|-!", "5|A|COCO||FPS|28|FRAME-PER-SEC!|+!"),
    ),
    Case(
        "bold, underline, links and medals",
        "a.md",
        "# COCO\n\n| Model | box AP |\n|---|---|\n| 🥇 [**NetA**](https://n.example/a) | **41.5** |\n| [NetB](b.md) | <u>39.0</u> |\n",
        ("5|NetA|COCO||box AP|41.5|%!|+!", "6|NetB|COCO||box AP|39.0|%!|+!"),
        notes={"NetA": "mark: 🥇"},
    ),
    Case(
        "footnote marks with their text",
        "a.md",
        "# COCO\n\n| Model | box AP |\n|---|---|\n| NetA* | 41.5† |\n\n\\* trained on more data\n\n† with test-time augmentation\n",
        ("5|NetA|COCO||box AP|41.5|%!|+!",),
        notes={"NetA": "footnote: * trained on more data; footnote: † with test-time augmentation"},
    ),
    Case(
        "raised marks are no digits",
        "a.md",
        "# COCO\n\n| Model | box AP |\n|---|---|\n| AcmeNet<sup>2</sup> | 91.4<sup>1</sup> |\n",
        ("5|AcmeNet|COCO||box AP|91.4|%!|+!",),
        notes={"AcmeNet": "mark: 2; mark: 1"},
    ),
    Case(
        "raised digits and letters with the notes that they stand for",
        "a.md",
        "# COCO\n\n| Model | box AP |\n|---|---|\n| NetA<sup>1</sup> | 41.5<sup>2</sup> |\n| NetB<sup>a</sup> | 39.0 |\n\n"
        "As the authors of NetA<sup>1</sup> say.\n\n<sup>1</sup> more data. <sup>2</sup> read off a plot.\n\n<sup>a</sup>closed weights\n",
        ("5|NetA|COCO||box AP|41.5|%!|+!", "6|NetB|COCO||box AP|39.0|%!|+!"),
        notes={
            "NetA": "footnote: 1 more data.; footnote: 2 read off a plot.",
            "NetB": "footnote: a closed weights",
        },
    ),
    Case(
        "raised digits with their notes below an HTML table",
        "a.html",
        "<h1>COCO</h1><p>Scores of the authors<sup>1</sup> and ours.</p><table><tr><th>Model</th><th>box AP</th></tr>"
        "<tr><td>NetA<sup>1</sup></td><td>41.5<sup>2</sup></td></tr><tr><td>NetB</td><td>39.0<sup>3</sup></td></tr></table>"
        "<p><sup>1</sup> more data.<br><sup><a href='#r'>2</a></sup> read off a plot.</p>",
        ("1|NetA|COCO||box AP|41.5|%!|+!", "1|NetB|COCO||box AP|39.0|%!|+!"),
        notes={"NetA": "footnote: 1 more data.; footnote: 2 read off a plot.", "NetB": "mark: 3"},
    ),
    Case(
        "a reference behind the name, a status, a citation in the name",
        "a.md",
        "# WikiText-103\n\n| Model | perplexity |\n|---|---|\n| LSTM (Li et al., 2018) ***under review*** | 36.0 |\n| Net B [4] | 31.2 |\n\n[4] Doe. A net. 2020.\n",
        (
            "5|LSTM (Li et al., 2018)|WikiText-103||perplexity|36.0|-!|-!",
            "6|Net B|WikiText-103||perplexity|31.2|-!|-!",
        ),
        notes={"LSTM (Li et al., 2018)": "status: under review", "Net B": "footnote: [4] Doe. A net. 2020."},
    ),
    Case(
        "a size in a column of its own tells methods apart",
        "a.md",
        "# MMLU\n\n| Model | Size | Accuracy |\n|---|---|---|\n| Exo | 7B | 61.0 |\n| Exo | 72B | 80.1 |\n| Clo | - | 85.0 |\n",
        (
            "5|Exo-7B|MMLU||Accuracy|61.0|%!|+!",
            "6|Exo-72B|MMLU||Accuracy|80.1|%!|+!",
            "7|Clo|MMLU||Accuracy|85.0|%!|+!",
        ),
        resources=("Exo-7B|Size|7B", "Exo-72B|Size|72B"),
    ),
    Case(
        "a size beside names that differ is only a size",
        "a.md",
        "# MMLU\n\n| Model | Size | Accuracy |\n|---|---|---|\n| Exo | 7B | 61.0 |\n| Clo | 72B | 85.0 |\n",
        ("5|Exo|MMLU||Accuracy|61.0|%!|+!", "6|Clo|MMLU||Accuracy|85.0|%!|+!"),
        resources=("Exo|Size|7B", "Clo|Size|72B"),
    ),
    Case(
        "a training schedule tells methods apart",
        "a.md",
        "# COCO\n\n| Name | lr sched | box AP |\n|---|---|---|\n| R50 | 1x | 35.7 |\n| R50 | 3x | 38.4 |\n",
        ("5|R50 (1x)|COCO||box AP|35.7|%!|+!", "6|R50 (3x)|COCO||box AP|38.4|%!|+!"),
    ),
    Case(
        "the section is part of the name where the link shows it",
        "a.md",
        "# Zoo\n\n## COCO\n\n### Fast R-CNN:\n\n| Name | box AP |\n|---|---|\n| [R50](cfg/fast_rcnn_R50.yaml) | 35.7 |\n",
        ("9|Fast R-CNN R50|COCO||box AP|35.7|%!|+!",),
    ),
    Case(
        "shots in the heading are a setting",
        "a.md",
        "# Net\n\n| Model | MMLU (5-shot) | GSM8K (8-shot) |\n|---|---|---|\n| A | 61.0 | 40.1 |\n",
        ("5|A|MMLU||accuracy|61.0|%!|+!", "5|A|GSM8K||accuracy|40.1|%!|+!"),
        notes={"A": "setting shots = 5-shot"},
    ),
    Case(
        "a qualifier beside the value is a setting",
        "a.md",
        "# PASCAL VOC 2007\n\n| Model | mAP |\n|---|---|\n| A | 70.0 (07+12) |\n",
        ("5|A|PASCAL VOC 2007||mAP|70.0|%!|+!",),
        notes={"A": "setting qualifier = 07+12"},
    ),
    Case(
        "two values in a cell, named by the header",
        "a.md",
        "# SQuAD 1.1\n\n| Model | EM/F1 |\n|---|---|\n| A | 80.1/88.3 |\n| B | 79.0 / 87.2 |\n",
        (
            "5|A|SQuAD 1.1||EM|80.1|%!|+!",
            "5|A|SQuAD 1.1||F1|88.3|%!|+!",
            "6|B|SQuAD 1.1||EM|79.0|%!|+!",
            "6|B|SQuAD 1.1||F1|87.2|%!|+!",
        ),
    ),
    Case(
        "two values in a cell that the header does not name",
        "a.md",
        "# SQuAD 1.1\n\n| Model | F1 |\n|---|---|\n| A | 80.1/88.3 |\n| B | 87.2 |\n",
        ("6|B|SQuAD 1.1||F1|87.2|%!|+!",),
        rejects=("5:2 several-values",),
    ),
    Case(
        "plus and minus, three runs, a standard deviation",
        "a.md",
        "# CIFAR-10\n\nMean ± std over 3 runs: averaged over 3 seeds.\n\n| Model | Accuracy |\n|---|---|\n| A | 95.10 ± 0.12 |\n",
        ("7|A|CIFAR-10||Accuracy|95.10|%!|+!",),
        uncertainty={"A": "0.12"},
        notes={"A": "standard deviation; runs: 3"},
    ),
    Case(
        "an interval and its level",
        "a.md",
        "# CIFAR-10\n\nWith 95% confidence intervals.\n\n| Model | Accuracy |\n|---|---|\n| A | 0.951 [0.940, 0.962] |\n",
        ("7|A|CIFAR-10||Accuracy|0.951|1!|+!",),
        uncertainty={"A": "[0.940, 0.962]"},
        notes={"A": "confidence interval, level 0.95"},
    ),
    Case(
        "missing marks of all kinds, and zero",
        "a.md",
        "# LibriSpeech\n\n| Model | WER |\n|---|---|\n| A | 5.2 |\n| B | - |\n| C | |\n| D | n/a |\n| E | TBD |\n| F | --* |\n| G | 0.0 |\n",
        ("5|A|LibriSpeech||WER|5.2|%!|-!", "11|G|LibriSpeech||WER|0.0|%!|-!"),
        missing=5,
    ),
    Case(
        "what is no value is rejected with its reason",
        "a.md",
        "# CIFAR-10\n\n| Model | Accuracy |\n|---|---|\n| A | 95.1 |\n| B | ~95 |\n| C | <90 |\n| D | 91,4 |\n| E | ~~93.0~~ |\n",
        ("5|A|CIFAR-10||Accuracy|95.1|%!|+!",),
        rejects=("6:2 not-a-value", "7:2 not-a-value", "8:2 ambiguous-comma", "9:2 struck-out"),
    ),
    Case(
        "a row too long and a row too short",
        "a.md",
        "# CIFAR-10\n\n| Model | Accuracy | F1 |\n|---|---|---|\n| A | 95.1 | 94 |\n| B | 95.1 |\n| C | 95.1 | 94 | 7 |\n",
        ("5|A|CIFAR-10||Accuracy|95.1|%!|+!", "5|A|CIFAR-10||F1|94|%!|+!"),
        rejects=("6: row-cell-count", "7: row-cell-count"),
    ),
    Case(
        "group headings within a table",
        "a.md",
        "# MMLU\n\n| Model | Accuracy |\n|---|---|\n| **Closed** | |\n| A | 85.0 |\n| **Open** | |\n| B | 70.0 |\n",
        ("6|A|MMLU||Accuracy|85.0|%!|+!", "8|B|MMLU||Accuracy|70.0|%!|+!"),
        notes={"A": "section: Closed", "B": "section: Open"},
    ),
    Case(
        "rows that sum up others are no methods; a human is one",
        "a.md",
        "# MMLU\n\n| Model | Accuracy |\n|---|---|\n| A | 85.0 |\n| Human | 89.8 |\n| Average | 87.4 |\n",
        ("5|A|MMLU||Accuracy|85.0|%!|+!", "6|Human|MMLU||Accuracy|89.8|%!|+!"),
    ),
    Case(
        "methods called NA and None",
        "a.md",
        "# MMLU\n\n| Model | Accuracy |\n|---|---|\n| NA | 1.5 |\n| None | 2.5 |\n| nan | 3.5 |\n| — | 4.5 |\n",
        (
            "5|NA|MMLU||Accuracy|1.5|%!|+!",
            "6|None|MMLU||Accuracy|2.5|%!|+!",
            "7|nan|MMLU||Accuracy|3.5|%!|+!",
        ),
        rejects=("8:2 no-method",),
    ),
    Case(
        "a pipe in a code span and an escaped pipe",
        "a.md",
        "# MMLU\n\n| Model | Accuracy |\n|---|---|\n| `A\\|B` | 91.4 |\n| C\\|D | 81.4 |\n",
        ("5|A|B|MMLU||Accuracy|91.4|%!|+!", "6|C|D|MMLU||Accuracy|81.4|%!|+!"),
    ),
    Case(
        "sizes, costs and ranks are no scores",
        "a.md",
        "# ImageNet\n\n| Rank | Model | Params (M) | GFLOPs | VRAM (GB) | Top-1 |\n|---|---|---|---|---|---|\n| 1 | A | 86.6 | 17.5 | 12 | 85.2 |\n",
        ("5|A|ImageNet-1k|val~|Top-1|85.2|%!|+!",),
        resources=("A|Params (M)|86.6", "A|GFLOPs|17.5", "A|VRAM (GB)|12"),
    ),
    Case(
        "an unknown metric is a metric of its table, direction unknown",
        "a.md",
        "# Results on MyData\n\n| Model | Zork score |\n|---|---|\n| A | 12.5 |\n",
        ("5|A|MyData||Zork score|12.5||?",),
    ),
    Case(
        "percentages beside plain numbers in one column",
        "a.md",
        "# CIFAR-10\n\n| Model | Accuracy |\n|---|---|\n| A | 95.1% |\n| B | 94.2 |\n",
        ("5|A|CIFAR-10||Accuracy|95.1|%!|+!", "6|B|CIFAR-10||Accuracy|94.2|%!|+!"),
    ),
    Case(
        "short names of data sets, spelled out in another table",
        "a.md",
        "# Suite\n\n| Model | QIC | STS |\n|---|---|---|\n| A | 88.0 | 83.0 |\n\n## Tasks\n\n| Dataset | Train | Metric |\n|---|---|---|\n| ABC-QIC | 6,931 | Accuracy |\n| ABC-STS | 16,000 | Macro F1 |\n",
        ("5|A|ABC-QIC~||accuracy|88.0|%!|+!", "5|A|ABC-STS~||macro F1|83.0|%!|+!"),
    ),
    Case(
        "an HTML table within Markdown, header cells in no row",
        "a.md",
        "# COCO\n\n<table><tbody>\n<th>Name</th>\n<th>box<br/>AP</th>\n<tr><td>A</td>\n<td>35.7</td>\n</tr>\n</tbody></table>\n",
        ("7|A|COCO||box AP|35.7|%!|+!",),
    ),
    Case(
        "no results: links and statistics",
        "a.md",
        "# Data\n\n| | Links |\n|---|---|\n| Home | https://x.example |\n\n| | Train | Test |\n|---|---|---|\n| Questions # | 182,822 | 4,183 |\n",
        message="no results found",
    ),
    Case("no table at all", "a.md", "# Board\n\n![scores](scores.png)\n\n```\nrun\n```\n", message="no results found"),
    Case(
        "the log of a training run",
        "a.md",
        "# Net\n\n| Training Loss | Epoch | Accuracy |\n|---|---|---|\n| 0.27 | 1.0 | 0.89 |\n",
        message="log of a training run",
    ),
)

HTML = (
    Case(
        "a header over two rows, both of td",
        "a.html",
        "<h1>Detectors</h1><table><tr><td rowspan=2>Model</td><td colspan=2>COCO</td></tr><tr><td>AP</td><td>AP50</td></tr>"
        "<tr><td>A</td><td>41.0</td><td>62.0</td></tr></table>",
        ("1|A|COCO||AP|41.0|%!|+!", "1|A|COCO||AP50|62.0|%!|+!"),
    ),
    Case(
        "a metric over kinds of it",
        "a.html",
        "<h2>Results on Widgets-50 (test)</h2><table><tr><th rowspan=2>Model</th><th colspan=2>Average precision (%)</th></tr>"
        "<tr><th>AP</th><th>AP50</th></tr><tr><td>A</td><td>41.0</td><td>62.0</td></tr></table>",
        (
            "1|A|Widgets-50|test|Average precision|41.0|%|+!",
            "1|A|Widgets-50|test|AP50|62.0|%|+!",
        ),
    ),
    Case(
        "a group of parts under one metric",
        "a.html",
        "<h2>KiTS23</h2>\n<table><thead><tr><th rowspan=2>Model</th><th colspan=2>Organs (Dice ↑)</th></tr>\n"
        "<tr><th>Kidney</th><th>Tumor</th></tr></thead>\n<tr><td>A</td><td>0.95</td>\n<td>0.71</td></tr></table>",
        ("4|A|KiTS23 / Kidney||Dice|0.95|1!|+", "5|A|KiTS23 / Tumor||Dice|0.71|1!|+"),
    ),
    Case(
        "rank and date, name, maker and citation in one cell each",
        "a.html",
        "<h1>PubMedQA</h1>\n<table><tr><th></th><th>Model</th><th>Accuracy (%)</th></tr>\n"
        "<tr><td>1<br><span>Nov 28, 2023</span></td><td>Net (Big)<br><span>Lab X</span><br>"
        "<a href='https://arxiv.org/abs/2401.01230'>(Doe et al. 2023)</a></td><td>82.0</td></tr></table>",
        ("3|Net (Big)|PubMedQA|test~|Accuracy|82.0|%|+!",),
        notes={
            "Net (Big)": "under the name: Lab X; citation: Doe et al. 2023; rank: 1 Nov 28, 2023; reported in arxiv-2401-01230"
        },
    ),
    Case(
        "a method over several rows, a data set column",
        "a.html",
        "<h1>Board</h1><table><tr><th>Model</th><th>Dataset</th><th>Accuracy</th></tr>\n<tr><td rowspan=2>A</td>"
        "<td>SST-2</td><td>91.0</td></tr>\n<tr><td>RTE</td><td>71.5</td></tr></table>",
        ("2|A|SST-2||Accuracy|91.0|%!|+!", "3|A|RTE||Accuracy|71.5|%!|+!"),
    ),
    Case(
        "what is hidden is not read",
        "a.html",
        "<h1>MMLU</h1><table><tr><th>Model</th><th>Accuracy</th></tr><tr><td>A</td><td><span style='display: none'>0001"
        "</span>71.2</td></tr><tr style='display:none'><td>B</td><td>99</td></tr></table><script>var x='<table>';</script>",
        ("1|A|MMLU||Accuracy|71.2|%!|+!",),
    ),
    Case(
        "a value that spans two columns belongs to neither",
        "a.html",
        "<h1>MMLU</h1><table><tr><th>Model</th><th>Accuracy</th><th>F1</th></tr>\n<tr><td>A</td><td>71</td><td>70</td></tr>\n"
        "<tr><td>B</td><td colspan=2>69</td></tr></table>",
        ("2|A|MMLU||Accuracy|71|%!|+!", "2|A|MMLU||F1|70|%!|+!"),
        rejects=("3: row-cell-count",),
    ),
    Case(
        "a split in brackets behind a name that has brackets of its own",
        "a.html",
        "<h2>Gadget QA (5 options) (test)</h2><table><tr><th>Model</th><th>Accuracy</th></tr><tr><td>A</td><td>71.2</td></tr></table>",
        ("1|A|Gadget QA (5 options)~|test|Accuracy|71.2|%!|+!",),
    ),
    Case(
        "subscripts and exponents in headings",
        "a.html",
        "<h1>Data</h1><h2>MNIST</h2><table><tr><th>Model</th><th>Macro-F<sub>1</sub> (%)</th><th>R<sup>2</sup></th></tr>"
        "<tr><td>A</td><td>72.2</td><td>0.81</td></tr></table>",
        ("1|A|MNIST||Macro-F1|72.2|%|+!", "1|A|MNIST||R2|0.81|1!|+!"),
    ),
    Case(
        "the table's id tells the split",
        "a.html",
        "<h2>Leaderboard on MIMIC-CXR Dataset</h2><table id='modelTableValid'><tr><th>Model</th><th>BLEU <b>↑</b></th></tr>"
        "<tr><td><a href='x'>Net*</a><p class='institution'>Lab</p></td><td><b>0.094</b></td></tr></table>"
        "<p>* denotes the model used the training set.</p>",
        ("1|Net|MIMIC-CXR|valid|BLEU|0.094||+",),
        notes={"Net": "under the name: Lab; footnote: * denotes the model used the training set."},
    ),
    Case(
        "Windows encoding declared by the page",
        "a.html",
        b"<meta charset=windows-1252><h1>MMLU</h1><table><tr><th>Model</th><th>Accuracy</th></tr><tr><td>R\xe9sNet</td><td>71.2</td></tr></table>".decode(
            "cp1252"
        ),
        ("1|RésNet|MMLU||Accuracy|71.2|%!|+!",),
        options={"as_bytes": "cp1252"},
    ),
)

JSON = (
    Case(
        "Papers with Code",
        "pwc.json",
        '[{"task": "Image Classification", "datasets": [{"dataset": "CIFAR-10", "sota": {"metrics": ["Percentage correct", '
        '"Top 1 Accuracy"],\n"rows": [{"model_name": "NetA", "paper_url": "https://arxiv.org/abs/2401.01230v2", '
        '"paper_title": "A Net", "metrics": {\n"Top 1 Accuracy": "99.10%",\n"Params": "22M"}}]}}], "subtasks": []}]',
        ("3|NetA|CIFAR-10||Top 1 Accuracy|99.10|%|+!",),
        missing=1,
        resources=("NetA|Params|22M",),
        notes={"NetA": "reported in arxiv-2401-01230"},
    ),
    Case(
        "a split in the name of a metric, an uncertainty in the value",
        "pwc.json",
        '[{"task": "Node Classification", "datasets": [{"dataset": "ogbn-arxiv", "sota": {"metrics": ["Test Accuracy"], "rows": [\n'
        '{"model_name": "GNN", "metrics": {"Test Accuracy": "0.7431 ± 0.0014"}}]}}], "subtasks": []}]',
        ("2|GNN|ogbn-arxiv|test|Accuracy|0.7431|1!|+!",),
        uncertainty={"GNN": "0.0014"},
    ),
    Case(
        "lm-evaluation-harness, new",
        "r.json",
        '{"results": {"arc_easy": {"alias": "arc_easy",\n"acc,none": 0.6120,\n"acc_stderr,none": 0.01,\n"acc_norm,none": 0.58}},\n'
        '"configs": {"arc_easy": {"test_split": "test"}}, "versions": {"arc_easy": 1.0}, "n-shot": {"arc_easy": 0},\n'
        '"higher_is_better": {"arc_easy": {"acc": true, "acc_norm": true}}, "n-samples": {"arc_easy": {"effective": 2376}},\n'
        '"config": {"model": "hf", "model_args": "pretrained=org/net-1b,dtype=bf16"}, "lm_eval_version": "0.4.3"}',
        (
            "2|org/net-1b|ARC-Easy|test|acc|0.6120|1!|+",
            "4|org/net-1b|ARC-Easy|test|acc_norm|0.58|1!|+",
        ),
        uncertainty={"org/net-1b": "0.01"},
        notes={
            "org/net-1b": "setting shots = 0; setting harness = lm-evaluation-harness 0.4.3; items: 2376; standard error"
        },
    ),
    Case(
        "lm-evaluation-harness, old",
        "r.json",
        '{"results": {"lambada_openai": {"ppl": 5.02,\n"ppl_stderr": 0.1,\n"acc": 0.66, "acc_stderr": 0.007}},\n'
        '"versions": {"lambada_openai": 0}, "config": {"model": "gpt2", "num_fewshot": 0}}',
        (
            "1|gpt2|lambada_openai||ppl|5.02|-!|-!",
            "3|gpt2|lambada_openai||acc|0.66|1!|+!",
        ),
    ),
    Case(
        "lighteval",
        "r.json",
        '{"config_general": {"model_name": "org/net"}, "results": {"leaderboard|gsm8k|5": {\n"qem": 0.31, "qem_stderr": 0.01}}, "versions": {}}',
        ("2|org/net|GSM8K||qem|0.31|1!|+!",),
        notes={"org/net": "setting shots = 5"},
    ),
    Case(
        "Every Eval Ever",
        "e.json",
        '{"schema_version": "0.2.1", "evaluation_id": "x", "source_metadata": {"source_name": "Board", "evaluator_relationship": '
        '"third_party"}, "eval_library": {"name": "helm", "version": "1.0"}, "model_info": {"name": "Net", "id": "org/net"},\n'
        '"evaluation_results": [{"evaluation_name": "MMLU", "source_data": {"dataset_name": "MMLU"}, "metric_config": '
        '{"metric_name": "accuracy", "lower_is_better": false, "score_type": "continuous", "min_score": 0, "max_score": 1},\n'
        '"score_details": {"score": 0.812, "uncertainty": {"standard_error": {"value": 0.01}, "num_samples": 100}}}]}',
        ("3|org/net|MMLU||accuracy|0.812|1!|+",),
        uncertainty={"org/net": "0.01"},
        notes={"org/net": "status: ReportedByOthers; evaluator_relationship: third_party; items: 100"},
    ),
    Case(
        "MTEB, the main score repeats a metric",
        "Net_SciFact.json",
        '{"task_name": "SciFact", "mteb_version": "1.18.0", "scores": {"test": [{"ndcg_at_10": 0.70,\n"map_at_10": 0.65,\n'
        '"main_score": 0.70, "hf_subset": "default", "languages": ["eng-Latn"]}]}}',
        (
            "1|Net|SciFact|test|ndcg@10|0.70|1!|+!",
            "2|Net|SciFact|test|map@10|0.65|1!|+!",
            "3|Net|SciFact|test|ndcg@10|0.70|1!|+!",
        ),
    ),
    Case(
        "inspect_ai",
        "log.json",
        '{"version": 2, "status": "success", "eval": {"task": "gpqa", "model": "org/net", "created": "2025-03-01T10:00:00Z", '
        '"dataset": {"name": "GPQA Diamond"}, "config": {"epochs": 4}},\n"results": {"total_samples": 198, "completed_samples": 198, '
        '"scores": [{"name": "choice", "scorer": "choice", "metrics": {"accuracy": {"name": "accuracy",\n"value": 0.55}, '
        '"stderr": {"name": "stderr", "value": 0.03}}}]}}',
        ("3|org/net|GPQA Diamond||accuracy|0.55|1!|+!",),
        uncertainty={"org/net": "0.03"},
        notes={"org/net": "setting epochs = 4; date: 2025-03-01; items: 198"},
    ),
    Case(
        "HELM groups",
        "core.json",
        '[{"title": "Accuracy", "header": [{"value": "Model"}, {"value": "MMLU - EM", "metadata": {"metric": "EM", "run_group": "MMLU"}}],\n'
        '"rows": [[{"value": "Net"},\n{"value": 0.71}]]}]',
        ("3|Net|MMLU||EM|0.71|1!|+!",),
    ),
    Case(
        "a site's list of objects",
        "board.json",
        '{"title": "MMLU board", "entries": [\n{"model": "A", "accuracy": 71.20, "params": 7},\n{"model": "B", "accuracy": null}]}',
        ("2|A|MMLU||accuracy|71.20|%!|+!",),
        missing=1,
        resources=("A|params|7",),
    ),
    Case(
        "an object in each line",
        "mmlu.jsonl",
        '{"model": "A", "accuracy": 0.712}\n{"model": "B", "accuracy": 0.690}\n',
        ("1|A|MMLU~||accuracy|0.712|1!|+!", "2|B|MMLU~||accuracy|0.690|1!|+!"),
    ),
)

YAML = (
    Case(
        "a model card",
        "card.md",
        "---\nmodel-index:\n- name: net-qqp\n  results:\n  - task:\n      name: Text Classification\n    dataset:\n      name: glue\n"
        "      type: glue\n      config: sst2\n      split: validation\n    metrics:\n    - type: accuracy\n      value: 0.9150\n"
        "      name: Accuracy\n      verified: true\n      verifyToken: abc\n    - type: f1\n      value: 88.1 +/- 0.2\n---\n# Net\n",
        (
            "14|net-qqp|glue sst2|validation|Accuracy|0.9150|1!|+!",
            "19|net-qqp|glue sst2|validation|f1|88.1|%!|+!",
        ),
        uncertainty={"net-qqp": "0.2"},
        notes={"net-qqp": "check: SignedRun; verified: true"},
    ),
    Case(
        "results without a model",
        "hle.yaml",
        "- dataset:\n    id: cais/hle\n    task_id: default\n  value: 20.90\n  date: '2025-01-15'\n  notes: no-tools\n",
        ("4|org/net|cais/hle||score|20.90||?",),
        options={"method": "org/net", "metric": "score"},
        notes={"org/net": "setting notes = no-tools; date: 2025-01-15"},
    ),
    Case(
        "a metafile",
        "metafile.yml",
        "Models:\n- Name: net_r50\n  Results:\n  - Task: Semantic Segmentation\n    Dataset: Cityscapes\n    Metrics:\n      mIoU: 76.54\n"
        "      mIoU(ms+flip): 77.85\n",
        (
            "7|net_r50|Cityscapes||mIoU|76.54|%!|+!",
            "8|net_r50|Cityscapes||mIoU|77.85|%!|+!",
        ),
        notes={"net_r50": "setting views = ms+flip"},
    ),
    Case(
        "settings in the names of a card's metrics",
        "README.md",
        "---\nmodel-index:\n- name: foo\n  results:\n  - task:\n      type: text-generation\n    dataset:\n      name: GSM8K\n      type: gsm8k\n"
        "      split: test\n    metrics:\n    - type: acc\n      name: accuracy (8-shot)\n      value: 0.55\n    - type: acc\n"
        "      name: accuracy (0-shot)\n      value: 0.45\n---\n",
        ("14|foo|GSM8K|test|accuracy|0.55|1!|+!", "17|foo|GSM8K|test|accuracy|0.45|1!|+!"),
        notes={"foo": "setting shots = 8-shot; setting shots = 0-shot"},
    ),
    Case(
        "a site's list in YAML",
        "ade20k.yaml",
        "- model: A\n  mIoU: 45.10\n- model: B\n  mIoU: 44.0\n",
        ("2|A|ADE20K~||mIoU|45.10|%!|+!", "4|B|ADE20K~||mIoU|44.0|%!|+!"),
    ),
)

TABULAR = (
    Case(
        "comma-separated, quoted thousands",
        "imagenet.csv",
        'model,top1,param_count\nnet_a,89.790,"1,014.45"\nnet_b,88.10,305.08\n',
        ("2|net_a|ImageNet-1k~|val~|top1|89.790|%!|+!", "3|net_b|ImageNet-1k~|val~|top1|88.10|%!|+!"),
        resources=("net_a|param_count|1,014.45", "net_b|param_count|305.08"),
    ),
    Case(
        "tab-separated, a stray quote is text",
        "mmlu.tsv",
        'model\tacc\nA\t1\n"B large\t2\nC" x\t3\nD\t4\n',
        (
            "2|A|MMLU~||acc|1|%!|+!",
            '3|"B large|MMLU~||acc|2|%!|+!',
            '4|C" x|MMLU~||acc|3|%!|+!',
            "5|D|MMLU~||acc|4|%!|+!",
        ),
    ),
    Case(
        "comma-separated, a quote that is never closed",
        "mmlu.csv",
        'model,acc\nA,61\n"B,62\nC,63\nD,64\n',
        (
            "2|A|MMLU~||acc|61|%!|+!",
            '3|"B|MMLU~||acc|62|%!|+!',
            "4|C|MMLU~||acc|63|%!|+!",
            "5|D|MMLU~||acc|64|%!|+!",
        ),
    ),
    Case(
        "rows that do not fit the header",
        "mmlu.csv",
        "model,acc\nA,91,7\nB,88\n",
        ("3|B|MMLU~||acc|88|%!|+!",),
        rejects=("2: row-cell-count",),
    ),
    Case(
        "semicolons and decimal commas, told by a person",
        "mmlu.csv",
        "Model;Accuracy\nA;91,4\nB;88,10\n",
        ("2|A|MMLU~||Accuracy|91.4|%!|+!", "3|B|MMLU~||Accuracy|88.10|%!|+!"),
        options={"decimal": "comma"},
    ),
    Case(
        "decimal commas that nobody vouches for",
        "mmlu.csv",
        "Model;Accuracy\nA;91,4\nB;88,10\n",
        rejects=("2:2 ambiguous-comma", "3:2 ambiguous-comma"),
    ),
    Case(
        "one value a row",
        "long.csv",
        "model,dataset,split,metric,value\nA,SST-2,dev,accuracy,91.0\nA,CoLA,dev,mcc,55.1\nB,SST-2,dev,accuracy,90.2\n",
        (
            "2|A|SST-2|dev|accuracy|91.0|%!|+!",
            "3|A|CoLA|dev|mcc|55.1|%!|+!",
            "4|B|SST-2|dev|accuracy|90.2|%!|+!",
        ),
    ),
    Case(
        "a data set a row, a metric a column, equal values",
        "board.csv",
        "model,dataset,accuracy,F1\nA,MMLU,71.5,71.5\nB,MMLU,60.1,60.2\n",
        (
            "2|A|MMLU||accuracy|71.5|%!|+!",
            "2|A|MMLU||F1|71.5|%!|+!",
            "3|B|MMLU||accuracy|60.1|%!|+!",
            "3|B|MMLU||F1|60.2|%!|+!",
        ),
    ),
    Case(
        "a byte-order mark in front",
        "mmlu.csv",
        "\ufeffmodel,acc\nA,71.5\n",
        ("2|A|MMLU~||acc|71.5|%!|+!",),
    ),
    Case(
        "a column of standard errors and one of counts",
        "mmlu.csv",
        "model,acc,stderr,n\nA,0.715,0.010,500\n",
        ("2|A|MMLU~||acc|0.715|1!|+!",),
        uncertainty={"A": "0.010"},
        notes={"A": "items: 500"},
    ),
)

TEXT = (
    Case(
        "cells run together between rank, badge, date and value",
        "board.txt",
        "Site · Area · Segmentation · ADE20KTasks/Area\n\nPrimary\nmIoU · higher is better\n#ModelOrgSubmittedPaper / codemIoU\n"
        "01NetAOSSLab XJan 2024A Paper Long… · code86.45\n023D NetOSSLab Y (Z)Mar 2023B · code85.47\n",
        ("6|NetA|ADE20K||mIoU|86.45|%!|+", "7|3D Net|ADE20K||mIoU|85.47|%!|+"),
        notes={"NetA": "Organisation: Lab X; date: 2024-01"},
    ),
    Case(
        "a row without its seams is told",
        "board.txt",
        "MMLU\n#ModelOrgSubmittedPaper / codeaccuracy\n01NetAOSSLab XJan 2024A · code86.4\n02NetBOSSOSSLab YMar 2023B · code85.4\n",
        ("3|NetA|MMLU||accuracy|86.4|%!|+!",),
        rejects=("4: fused-row-unclear",),
    ),
    Case(
        "columns by blanks, a missing cell does not shift the row",
        "board.txt",
        "Results on CIFAR-10\n\nModel      Accuracy   F1\nNet A      95.1       94.0\nNet B                 93.1\n",
        ("4|Net A|CIFAR-10||Accuracy|95.1|%!|+!", "4|Net A|CIFAR-10||F1|94.0|%!|+!", "5|Net B|CIFAR-10||F1|93.1|%!|+!"),
        missing=1,
    ),
    Case(
        "a tab-separated page",
        "board.txt",
        "MMLU (test)\n\nScores\n\nModel\tAccuracy\nA\t91.4\nB\t-\n",
        ("6|A|MMLU|test|Accuracy|91.4|%!|+!",),
        missing=1,
    ),
)

ALL = (*MARKDOWN, *HTML, *JSON, *YAML, *TABULAR, *TEXT)
