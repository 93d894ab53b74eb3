"""Small boards of our own with what READMEs and model zoos do to a table, with the answers read by eye.

Written like :mod:`tests.importing.cases`.
"""

# ruff: noqa: E501

from __future__ import annotations

from tests.importing.cases import Case

HEADINGS = (
    Case(
        "raised and lowered words in a heading say what is measured",
        "zoo.md",
        "# Zoo\n\nResults on COCO\n\n"
        "| Model | AP<sup>box</sup> | AP<sub>50</sub><sup>test</sup> | Params<br><sup>(M) | Speed<br><sup>CPU<br>(ms) |\n"
        "|---|---|---|---|---|\n| ToyDet | 41.5 | 60.2 | 7.0 | 12.5 |\n",
        (
            "7|ToyDet|COCO||AP box|41.5|%!|+!",
            "7|ToyDet|COCO|test|AP50|60.2|%!|+!",
            "7|ToyDet|COCO||Speed CPU|12.5|MilliSEC|?",
        ),
        resources=("ToyDet|Params (M)|7.0",),
    ),
    Case(
        "a cell that is raised as a whole is printed small",
        "a.md",
        "# CIFAR-10\n\n| # | Model | Accuracy |\n|---|---|---|\n| <sub>1</sub> | <sub><sup>**Toy2024_A**</sup></sub> | <sub>93.1%</sub> |\n",
        ("5|Toy2024_A|CIFAR-10||Accuracy|93.1|%|+!",),
    ),
    Case(
        "footnote marks in headings are no part of the name",
        "a.md",
        "# Evaluation\n\n| Model | MMLU | GPQA [^2] | DROP[^3]<br>(F1, 3-shot) | ROUGE-2* |\n|---|---|---|---|---|\n| ToyLM | 71.2 | 40.1 | 80.3 | 20.4 |\n\n[^2]: main set\n",
        (
            "5|ToyLM|MMLU||accuracy|71.2|%!|+!",
            "5|ToyLM|GPQA||accuracy|40.1|%!|+!",
            "5|ToyLM|DROP||F1|80.3|%!|+!",
            "5|ToyLM|Evaluation~||ROUGE-2|20.4|%!|+!",
        ),
    ),
    Case(
        "a data set and a protocol in one heading",
        "a.md",
        "# ToyViT\n\n## Pretrained models\n\n| model | ImageNet k-NN | ImageNet linear |\n|---|---|---|\n| ToyViT-S | 79.0% | 81.1% |\n",
        (
            "7|ToyViT-S|ImageNet-1k / k-NN|val~|accuracy at 1|79.0|%|+!",
            "7|ToyViT-S|ImageNet-1k / linear|val~|accuracy at 1|81.1|%|+!",
        ),
    ),
    Case(
        "Val and Test over fractions are scores, over whole numbers they are sizes",
        "a.md",
        "# ToyBench\n\n## Leaderboard\n\n| Rank | Model | Val | Test |\n|---|---|---|---|\n| | Random | 25.70 | 25.94 |\n| 1 | ToyVLM | 53.53 | 53.96 |\n\n"
        "## Data\n\n| Data | Train | Test |\n|---|---|---|\n| Images | 5,400 | 600 |\n",
        (
            "7|Random|ToyBench~|val|metric not stated|25.70||?",
            "7|Random|ToyBench~|test|metric not stated|25.94||?",
            "8|ToyVLM|ToyBench~|val|metric not stated|53.53||?",
            "8|ToyVLM|ToyBench~|test|metric not stated|53.96||?",
        ),
    ),
)

METHODS = (
    Case(
        "a column headed Model ID names methods, no other column does",
        "a.md",
        "# A benchmark of toys\n\n## CIFAR-10\n\n| # | Model ID | Accuracy | Venue |\n|---|---|---|---|\n| 1 | Toy_A | 93.1 | X 2024 |\n| 2 | Toy_B | 90.0 | Y 2023 |\n",
        ("7|Toy_A|CIFAR-10||Accuracy|93.1|%!|+!", "8|Toy_B|CIFAR-10||Accuracy|90.0|%!|+!"),
    ),
    Case(
        "a column of links headed model is not the one of the names",
        "a.md",
        "# ImageNet\n\n| name | acc@1 | model |\n|---|---|---|\n| ToyNet-T | 82.1 | [model](https://x.example/t.pth) |\n| ToyNet-S | 83.1 | [model](https://x.example/s.pth) |\n",
        ("5|ToyNet-T|ImageNet-1k|val~|acc@1|82.1|%!|+!", "6|ToyNet-S|ImageNet-1k|val~|acc@1|83.1|%!|+!"),
    ),
    Case(
        "rows that name neither methods nor data sets are left out, not given to the page's title",
        "a.md",
        "# SWE-bench by language\n\n| Language | Resolved | Resolution rate |\n|---|---|---|\n| C | 12 | 28.5% |\n| Go | 16 | 38.1% |\n",
        (),
        message="cannot be told apart",
    ),
)

PAGES = (
    Case(
        "a README that links to its paper is no index page",
        "README.md",
        "# ToyVista\n\n[[Paper](https://x.example/p)] [[Code](https://x.example/c)]\n\nHere is the configuration: see below.\n\n"
        "## Leaderboard\n\n| Model | Accuracy |\n|---|---|\n| ToyVLM | 60.3 |\n",
        ("11|ToyVLM|ToyVista~||Accuracy|60.3|%!|+!",),
    ),
)

BOARDS = (*HEADINGS, *METHODS, *PAGES)
