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
        "# SWE-bench by language\n\n| Language | Resolved | Resolve rate |\n|---|---|---|\n| C | 12 | 28.5% |\n| Go | 16 | 38.1% |\n",
        (),
        message="cannot be told apart",
    ),
)

TURNED = (
    Case(
        "methods across, with a group, a metric in brackets and shots in front of them",
        "README.md",
        "# ToyLM\n\n## Evaluation\n\n| | Benchmark (Metric) | # Shots | Toy-1 | Toy-2 72B |\n|---|---|---|---|---|\n"
        "| | Architecture | - | MoE | Dense |\n| | # Activated Params | - | 21B | 72B |\n"
        "| English | MMLU (Acc.) | 5-shot | 78.4 | 85.0 |\n| | DROP (F1) | 3-shot | 80.4 | 80.6 |\n"
        "| Code | ToyEval-X (Pass@1) | 0-shot | 43.3 | **53.0** |\n",
        (
            "9|Toy-1|MMLU||Acc.|78.4|%!|+!",
            "9|Toy-2 72B|MMLU||Acc.|85.0|%!|+!",
            "10|Toy-1|DROP||F1|80.4|%!|+!",
            "10|Toy-2 72B|DROP||F1|80.6|%!|+!",
            "11|Toy-1|ToyEval-X||Pass@1|43.3|%!|+!",
            "11|Toy-2 72B|ToyEval-X||Pass@1|53.0|%!|+!",
        ),
        notes={"Toy-1": "setting shots = 5-shot; setting shots = 3-shot"},
        resources=("Toy-1|# Activated Params|21B", "Toy-2 72B|# Activated Params|72B"),
    ),
    Case(
        "methods across under Model, data set and metric in front, empty cells go on",
        "a.md",
        "# Toys\n\n## Visual Question Answering\n\n| Model | Metric | ToyVLM |\n|---|---|---|\n| VQA-RAD | BLEU | 0.535 |\n| | F1 | 0.548 |\n| SLAKE | BLEU | 0.742 |\n| | F1-Toy | 0.750 |\n",
        (
            "7|ToyVLM|VQA-RAD||BLEU|0.535|1!|+!",
            "8|ToyVLM|VQA-RAD||F1|0.548|1!|+!",
            "9|ToyVLM|SLAKE||BLEU|0.742|1!|+!",
            "10|ToyVLM|SLAKE||F1-Toy|0.750||?",
        ),
    ),
    Case(
        "rows are languages of one data set",
        "a.md",
        "# Multilingual MMLU results\n\n| Language | Toy-4o | toy-mini |\n|---|---|---|\n| Arabic | 0.904 | 0.819 |\n| Yoruba | 0.780 | 0.637 |\n| Average | 0.842 | 0.728 |\n",
        (
            "5|Toy-4o|MMLU / Arabic||accuracy|0.904|1!|+!",
            "5|toy-mini|MMLU / Arabic||accuracy|0.819|1!|+!",
            "6|Toy-4o|MMLU / Yoruba||accuracy|0.780|1!|+!",
            "6|toy-mini|MMLU / Yoruba||accuracy|0.637|1!|+!",
            "7|Toy-4o|MMLU||Average|0.842||?",
            "7|toy-mini|MMLU||Average|0.728||?",
        ),
    ),
    Case(
        "task and metric in front, the tasks are data sets",
        "a.md",
        "# ToyBLUE\n\n| task | metric | ToyGLM-6B | ToyGPT |\n|---|---|---|---|\n| CMeIE | micro-F1 | 0.38 | 0.31 |\n| TOY-IR | micro-F1 | 0.62 | - |\n",
        (
            "5|ToyGLM-6B|CMeIE||micro-F1|0.38|1!|+!",
            "5|ToyGPT|CMeIE||micro-F1|0.31|1!|+!",
            "6|ToyGLM-6B|TOY-IR||micro-F1|0.62|1!|+!",
        ),
        missing=1,
    ),
    Case(
        "two values in a cell, named in brackets behind the data set",
        "a.md",
        "# ToyVLM\n\n| Benchmark | Toy-3B | Toy-7B |\n|---|---|---|\n| MMMU | 53.1 | 58.6 |\n| ToyOCR (en/zh) | 54.3/52.1 | 56.3/57.2 |\n| ToyVideo | 61.5/67.6 | 65.1/71.6 |\n",
        (
            "5|Toy-3B|MMMU||accuracy|53.1|%!|+!",
            "5|Toy-7B|MMMU||accuracy|58.6|%!|+!",
            "6|Toy-3B|ToyOCR en||metric not stated|54.3||?",
            "6|Toy-3B|ToyOCR zh||metric not stated|52.1||?",
            "6|Toy-7B|ToyOCR en||metric not stated|56.3||?",
            "6|Toy-7B|ToyOCR zh||metric not stated|57.2||?",
        ),
        rejects=("7:2 several-values", "7:3 several-values"),
    ),
    Case(
        "HTML with models across, and rows of links and sums beside the one of scores",
        "a.md",
        "# Fine-tuning\n\n<table><tbody>\n<tr><th></th><th>Toy-B</th><th>Toy-L</th></tr>\n"
        "<tr><td>checkpoint</td><td><a href='x'>download</a></td><td><a href='y'>download</a></td></tr>\n"
        "<tr><td>md5</td><td>8cad7c</td><td>b8b06e</td></tr>\n<tr><td>ImageNet accuracy</td><td>83.6</td><td>85.9</td></tr>\n</tbody></table>\n",
        ("7|Toy-B|ImageNet-1k|val~|accuracy|83.6|%!|+!", "7|Toy-L|ImageNet-1k|val~|accuracy|85.9|%!|+!"),
    ),
)

PAGES = (
    Case(
        "the log of an evaluation is no table",
        "README.md",
        "# ToyDet\n\n## Results on COCO\n\n| Model | AP |\n|---|---|\n| ToyDet | 51.4 |\n\n## Testing\n\n```\n"
        " Average Precision  (AP) @[ IoU=0.50:0.95 | area=   all | maxDets=100 ] = 0.512\n"
        " Average Precision  (AP) @[ IoU=0.50      | area=   all | maxDets=100 ] = 0.697\n"
        " Average Precision  (AP) @[ IoU=0.75      | area=   all | maxDets=100 ] = 0.555\n```\n",
        ("7|ToyDet|COCO||AP|51.4|%!|+!",),
    ),
    Case(
        "links in brackets behind a name are no part of it",
        "README.md",
        "# Tracker\n\n## Results on COCO\n\n| Model | AP |\n|---|---|\n| toy_x [[google]](https://g.example/1), [[baidu(code:ab1)]](https://b.example/2) | 51.4 |\n",
        ("7|toy_x|COCO||AP|51.4|%!|+!",),
    ),
    Case(
        "what a model was trained on is not what it was tested on",
        "README.md",
        "# ToyFormer\n\n## Main results on ImageNet\n\n**ImageNet-1K and ImageNet-22K Pretrained Models**\n\n"
        "| name | pretrain | acc@1 |\n|---|---|---|\n| Toy-T | ImageNet-1K | 81.2 |\n| Toy-T | ImageNet-22K | 83.0 |\n",
        (
            "9|Toy-T (ImageNet-1K)|ImageNet-1k|val~|acc@1|81.2|%!|+!",
            "10|Toy-T (ImageNet-22K)|ImageNet-1k|val~|acc@1|83.0|%!|+!",
        ),
    ),
    Case(
        "the backbone is part of a name before the number of weights is",
        "README.md",
        "# COCO Object Detection (2017 val)\n\n| Backbone | Method | box mAP | #params | Multi-Adds(G) |\n|---|---|---|---|---|\n| Toy-T | Toy R-CNN | 46.0 | 48M | 53.6 |\n| Toy-S | Toy R-CNN | 48.5 | 69M | 54.9 |\n",
        ("5|Toy R-CNN (Toy-T)|COCO|val|box mAP|46.0|%!|+!", "6|Toy R-CNN (Toy-S)|COCO|val|box mAP|48.5|%!|+!"),
        resources=(
            "Toy R-CNN (Toy-T)|#params|48M",
            "Toy R-CNN (Toy-T)|Multi-Adds(G)|53.6",
            "Toy R-CNN (Toy-S)|#params|69M",
            "Toy R-CNN (Toy-S)|Multi-Adds(G)|54.9",
        ),
    ),
    Case(
        "a README that links to its paper is no index page",
        "README.md",
        "# ToyVista\n\n[[Paper](https://x.example/p)] [[Code](https://x.example/c)]\n\nHere is the configuration: see below.\n\n"
        "## Leaderboard\n\n| Model | Accuracy |\n|---|---|\n| ToyVLM | 60.3 |\n",
        ("11|ToyVLM|ToyVista~||Accuracy|60.3|%!|+!",),
    ),
)

APART = (
    Case(
        "two tables of the same data set and methods are told apart by the headings over them",
        "a.md",
        "# ToyMed\n\n### Arabic Benchmark\n\n| Model | MedQA | MedMCQA |\n|---|---|---|\n| Toy-30B | 28.8 | 37.0 |\n\n"
        "### English Benchmark\n\n| Model | MedQA | MedMCQA |\n|---|---|---|\n| Toy-30B | 40.2 | 45.0 |\n",
        (
            "7|Toy-30B|MedQA / Arabic|test~|accuracy|28.8|%!|+!",
            "7|Toy-30B|MedMCQA / Arabic||accuracy|37.0|%!|+!",
            "13|Toy-30B|MedQA / English|test~|accuracy|40.2|%!|+!",
            "13|Toy-30B|MedMCQA / English||accuracy|45.0|%!|+!",
        ),
    ),
    Case(
        "two tables under one heading are told apart by the short lines over them",
        "a.md",
        "# Sentiment\n\n### Yelp\n\nFine-grained classification:\n\n| Model | Error |\n|---|---|\n| ToyNet | 27.8 |\n\nBinary classification:\n\n| Model | Error |\n|---|---|\n| ToyNet | 1.5 |\n",
        (
            "9|ToyNet|Yelp / Fine-grained classification||Error|27.8||-!",
            "15|ToyNet|Yelp / Binary classification||Error|1.5||-!",
        ),
    ),
    Case(
        "a header again, under another metric, begins another table",
        "a.md",
        "# Runs\n\n| **MAP** | **BM25 (default)** | **+RM3** |\n|---|---|---|\n| Toy (zh): title | 0.0561 | 0.0449 |\n| **nDCG@20** | **BM25 (default)** | **+RM3** |\n| Toy (zh): title | 0.1806 | 0.1549 |\n",
        (
            "5|BM25 (default)|Toy (zh): title||MAP|0.0561||+!",
            "5|+RM3|Toy (zh): title||MAP|0.0449||+!",
            "7|BM25 (default)|Toy (zh): title||NDCG at 20|0.1806|1!|+!",
            "7|+RM3|Toy (zh): title||NDCG at 20|0.1549|1!|+!",
        ),
    ),
    Case(
        "a second header row over numbers, under groups that are printed once",
        "a.md",
        "# LibriSpeech\n\n| WER | greedy | | beam | |\n|---|---|---|---|---|\n| model | test-clean | test-other | test-clean | test-other |\n| Toy-A | 2.98 | 7.14 | 2.90 | 7.47 |\n| Toy-B | 2.93 | 6.37 | 2.70 | 6.49 |\n",
        (
            "6|Toy-A|LibriSpeech / greedy|test-clean|word error rate|2.98|%!|-!",
            "6|Toy-A|LibriSpeech / greedy|test-other|word error rate|7.14|%!|-!",
            "6|Toy-A|LibriSpeech / beam|test-clean|word error rate|2.90|%!|-!",
            "6|Toy-A|LibriSpeech / beam|test-other|word error rate|7.47|%!|-!",
            "7|Toy-B|LibriSpeech / greedy|test-clean|word error rate|2.93|%!|-!",
            "7|Toy-B|LibriSpeech / greedy|test-other|word error rate|6.37|%!|-!",
            "7|Toy-B|LibriSpeech / beam|test-clean|word error rate|2.70|%!|-!",
            "7|Toy-B|LibriSpeech / beam|test-other|word error rate|6.49|%!|-!",
        ),
    ),
    Case(
        "a column of speeds takes no metric from the text",
        "a.md",
        "# ToySeg\n\nThe model is evaluated by Dice score.\n\n## Results\n\n| method | torch_fp32(ms) | speedup fp16 |\n|---|---|---|\n| ToyNet | 5.49 | 1.26 |\n",
        ("9|ToyNet|ToySeg~||torch_fp32|5.49|MilliSEC|?", "9|ToyNet|ToySeg / fp16~||speedup|1.26|-!|+!"),
    ),
    Case(
        "ARI beside other short names is a part, ALL is the whole, LOG is no log",
        "a.md",
        "# Leaderboard on MathVista (testmini)\n\nAccuracy scores on the test set.\n\n| # | Model | ALL | ALG | ARI | GEO | LOG |\n|---|---|---|---|---|---|---|\n| 1 | ToyVL | 60.3 | 50.9 | 59.2 | 51.4 | 40.7 |\n",
        (
            "7|ToyVL|MathVista|testmini|accuracy|60.3|%!|+!",
            "7|ToyVL|MathVista / ALG|testmini|accuracy|50.9|%!|+!",
            "7|ToyVL|MathVista / ARI|testmini|accuracy|59.2|%!|+!",
            "7|ToyVL|MathVista / GEO|testmini|accuracy|51.4|%!|+!",
            "7|ToyVL|MathVista / LOG|testmini|accuracy|40.7|%!|+!",
        ),
    ),
    Case(
        "a row of one cell is a heading within the table",
        "a.md",
        "# SQuAD 1.1\n\n| Model | EM |\n|---|---|\n| *BERT-based models* |\n| ToyBERT | 80.1 |\n",
        ("6|ToyBERT|SQuAD 1.1||EM|80.1|%!|+!",),
        notes={"ToyBERT": "section: BERT-based models"},
    ),
    Case(
        "test sets in the first column are what the model of the page was tested on",
        "a.md",
        "# toy-2020-01-20.zip\n\n* dataset: opus\n\n## Benchmarks\n\n| testset | BLEU | chr-F | #sent |\n|---|---|---|---|\n| Tatoeba.aa-bb | 56.8 | 0.705 | 525 |\n",
        (
            "9|toy-2020-01-20.zip|Tatoeba.aa-bb||BLEU|56.8|%!|+!",
            "9|toy-2020-01-20.zip|Tatoeba.aa-bb||chr-F|0.705|1!|+!",
        ),
        resources=("toy-2020-01-20.zip|#sent|525",),
    ),
)

BOARDS = (*APART, *HEADINGS, *METHODS, *TURNED, *PAGES)
