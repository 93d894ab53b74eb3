"""Leaderboards as lists of papers, files of scores with a mean beside their parts, names that mean two things.

Written like :mod:`tests.importing.cases`.
"""

# ruff: noqa: E501

from __future__ import annotations

from tests.importing.cases import Case

LATER = (
    Case(
        "papers stand for the methods that nothing else names, told apart by what is noted of each",
        "a.md",
        "# WER\n\n## LibriSpeech\n\n| WER test-clean | WER test-other | Paper | Published | Notes |\n|---|---|---|---|---|\n"
        "| 2.3% | 5.0% | [Toy systems of speech](https://arxiv.org/abs/1905.00001) | May 2019 | hybrid |\n"
        "| 2.8% | 9.3% | [Toy systems of speech](https://arxiv.org/abs/1905.00001) | May 2019 | attention |\n"
        "| 4.28% | | [Toy training of nets](https://papers.example/toy.pdf) | 2016 | |\n",
        (
            "7|Toy systems of speech (hybrid)|LibriSpeech|test-clean|WER|2.3|%|-!",
            "7|Toy systems of speech (hybrid)|LibriSpeech|test-other|WER|5.0|%|-!",
            "8|Toy systems of speech (attention)|LibriSpeech|test-clean|WER|2.8|%|-!",
            "8|Toy systems of speech (attention)|LibriSpeech|test-other|WER|9.3|%|-!",
            "9|Toy training of nets|LibriSpeech|test-clean|WER|4.28|%|-!",
        ),
        missing=1,
    ),
    Case(
        "papers beside data sets name no methods: they may be those of the data",
        "a.md",
        "# ToyNet\n\n| Dataset | Top-1 accuracy (%) | Paper |\n|---|---|---|\n"
        "| ToySet | 91.0 | [A set of toys](https://arxiv.org/abs/1905.00001) |\n"
        "| OtherSet | 81.0 | [A set of others](https://arxiv.org/abs/1905.00002) |\n",
        (
            "5|ToyNet|ToySet||Top-1 accuracy|91.0|%|+!",
            "6|ToyNet|OtherSet||Top-1 accuracy|81.0|%|+!",
        ),
    ),
    Case(
        "the mean beside the parts of a file of scores is a result as they are",
        "scores.json",
        '{"average": {\n"accuracy": "34.8", "total": 1000},\n"category": {\n"shapes": {\n"accuracy": "36.3", "total": 540},\n'
        '"colours": {\n"accuracy": "33.0", "total": 460}},\n"grade": {\n"college": {\n"accuracy": "34.82", "total": 112},\n"school": {\n"accuracy": "-", "total": 0}}}',
        (
            "5|method not stated|category / shapes~||accuracy|36.3|%!|+!",
            "7|method not stated|category / colours~||accuracy|33.0|%!|+!",
            "10|method not stated|grade / college~||accuracy|34.82|%!|+!",
            "2|method not stated|scores~||accuracy|34.8|%!|+!",
        ),
        missing=1,
    ),
    Case(
        "one object among many that is unlike them is no reason to lose them",
        "board.json",
        '{"NetA": {"pass@1": 76.9},\n"NetB": {"pass@1": 78.8},\n"NetC": {"pass@1": 77.2},\n"NetD": {"pass@1": 88.5},\n"NetE": {"pass@1": 68.4},\n'
        '"heatmap": {"NetA": {"NetB": [1.5, 2.5]}, "NetB": {"NetA": [2.5, 1.5]}}}',
        (
            "1|NetA|board~||pass@1|76.9|%!|+!",
            "2|NetB|board~||pass@1|78.8|%!|+!",
            "3|NetC|board~||pass@1|77.2|%!|+!",
            "4|NetD|board~||pass@1|88.5|%!|+!",
            "5|NetE|board~||pass@1|68.4|%!|+!",
        ),
    ),
    Case(
        "a page of one model: its people are no rows, its scores lie deep, and an error of a length is no error rate",
        "toy.yml",
        "model_name: ToyNet\nauthors:\n  - name: A. Author\n    affiliation: Toy University\n"
        "metrics:\n  crystals:\n    F1: 0.565\n    bond_length_error: 62.4\n  phonons:\n    kappa_103:\n      SRME: 0.50\n      SRE: 0.23\n",
        (
            "7|ToyNet|toy / crystals~||F1|0.565|1!|+!",
            "8|ToyNet|toy / crystals bond length~||error|62.4||-!",
            "11|ToyNet|toy~||phonons kappa_103 SRME|0.50||?",
            "12|ToyNet|toy~||phonons kappa_103 SRE|0.23||?",
        ),
    ),
    Case(
        "an error of no told kind, and MACC, are not taken for one of the two things that they may mean",
        "a.md",
        "# Results on Widgets-50 (test)\n\n| Model | Error | MACC |\n|---|---|---|\n| NetA | 27.8 | 71.3 |\n| NetB | 0.31 | 69.0 |\n",
        (
            "5|NetA|Widgets-50|test|Error|27.8||-!",
            "5|NetA|Widgets-50|test|MACC|71.3||?",
            "6|NetB|Widgets-50|test|Error|0.31||-!",
            "6|NetB|Widgets-50|test|MACC|69.0||?",
        ),
    ),
    Case(
        "the parts under a variant of a metric are not lost",
        "a.html",
        "<h2>Results on Widgets-50 (test)</h2>\n<table><tr><th rowspan=2>Model</th><th colspan=2>F1_strict</th></tr>\n"
        "<tr><th>en</th><th>de</th></tr>\n<tr><td>NetA</td><td>0.31</td><td>0.32</td></tr></table>",
        (
            "4|NetA|Widgets-50 / en|test|F1_strict|0.31|1!|+!",
            "4|NetA|Widgets-50 / de|test|F1_strict|0.32|1!|+!",
        ),
    ),
    Case(
        "languages over the same inner headings tell tables of one data set apart, each from all others",
        "a.md",
        "# Toy Speech\n\n## Results\n\n"
        + "".join(
            f"### {language}\n\n#### Word Error Rate\n\n| Engine | Common Voice | VoxPopuli |\n|---|---|---|\n| NetA | {one}% | {two}% |\n\n"
            for language, one, two in (("French", "6.0", "8.6"), ("German", "5.3", "14.6"), ("Italian", "4.1", "16.1"))
        ),
        (
            "11|NetA|Common Voice / French||word error rate|6.0|%|-!",
            "11|NetA|VoxPopuli / French||word error rate|8.6|%|-!",
            "19|NetA|Common Voice / German||word error rate|5.3|%|-!",
            "19|NetA|VoxPopuli / German||word error rate|14.6|%|-!",
            "27|NetA|Common Voice / Italian||word error rate|4.1|%|-!",
            "27|NetA|VoxPopuli / Italian||word error rate|16.1|%|-!",
        ),
    ),
    Case(
        "how a metric is taken is a setting, and a size that is printed once for several rows is no part of their name",
        "a.md",
        "# Results on CN-Celeb\n\n| Model | Params | QMF | EER (%) | minDCF (p=0.01) |\n|---|---|---|---|---|\n"
        "| NetA | 6.63M | no | 7.134 | 0.408 |\n| | | yes | 6.336 | 0.374 |\n| NetB | 23.86M | no | 5.965 | 0.362 |\n",
        (
            "5|NetA|CN-Celeb||EER|7.134|%|-!",
            "5|NetA|CN-Celeb||minDCF|0.408|-!|-!",
            "6|NetA|CN-Celeb||EER|6.336|%|-!",
            "6|NetA|CN-Celeb||minDCF|0.374|-!|-!",
            "7|NetB|CN-Celeb||EER|5.965|%|-!",
            "7|NetB|CN-Celeb||minDCF|0.362|-!|-!",
        ),
        resources=("NetA|Params|6.63M", "NetB|Params|23.86M"),
        notes={"NetA": "setting p = 0.01; setting QMF = no; setting QMF = yes"},
    ),
    Case(
        "what is printed on tables that can be opened tells them apart, without the winners behind a dash",
        "a.md",
        "# Toy Touchstone\n\n"
        + "".join(
            f"<details>\n<summary>{caption}</summary>\n\n| rank | model | DSC |\n|---|---|---|\n| 1 | NetA | {one} |\n| 2 | NetB | {two} |\n\n</details>\n\n"
            for caption, one, two in (("Aorta - NetA & NetB 🏆", "86.5", "86.4"), ("Liver - NetA 🏆", "96.4", "95.0"))
        )
        + "<details>\n<summary>Nodules</summary>\n\n| rank | model | DSC |\n|---|---|---|\n| 1 | NetC | 77.5 |\n\n</details>\n",
        (
            "8|NetA|Toy Touchstone / Aorta~||DSC|86.5|%!|+!",
            "9|NetB|Toy Touchstone / Aorta~||DSC|86.4|%!|+!",
            "18|NetA|Toy Touchstone / Liver~||DSC|96.4|%!|+!",
            "19|NetB|Toy Touchstone / Liver~||DSC|95.0|%!|+!",
            "28|NetC|Toy Touchstone / Nodules~||DSC|77.5|%!|+!",
        ),
    ),
    Case(
        "a group of columns that is printed over the first of them alone stands over the others as well",
        "a.md",
        "# Scores on KLUE\n\n| Model | TC | STS | | NER | |\n|---|---|---|---|---|---|\n| | F1 | Pearson | F1 | entity F1 | char F1 |\n"
        "| NetA | 81.55 | 84.66 | 76.00 | 76.50 | 89.23 |\n",
        (
            "6|NetA|KLUE / TC||F1|81.55|%!|+!",
            "6|NetA|KLUE / STS||Pearson|84.66|%!|+!",
            "6|NetA|KLUE / STS||F1|76.00|%!|+!",
            "6|NetA|KLUE / NER entity||F1|76.50|%!|+!",
            "6|NetA|KLUE / NER||char F1|89.23|%!|+!",
        ),
    ),
    Case(
        "headings in two languages are read by what they share: ranks, dates, splits and measures",
        "a.md",
        "# Toy Speech\n\n| Rank 排名 | Model 模型 | CER 字错误率 | Date 时间 |\n|---|---|---|---|\n| 1 | NetA | 1.72% | 2025.01 |\n\n"
        "## Results on TOYQ\n\n| 模型 | 开发集（dev) | 测试集（test) |\n|---|---|---|\n| NetA | 69.13% | 69.92% |\n",
        (
            "5|NetA|Toy Speech~||CER|1.72|%|-!",
            "11|NetA|TOYQ|dev|metric not stated|69.13|%|?",
            "11|NetA|TOYQ|test|metric not stated|69.92|%|?",
        ),
        notes={"NetA": "Rank 排名: 1; date: 2025-01"},
    ),
    Case(
        "the split of a data set in the brackets of a metric is no part of it",
        "a.md",
        "# Toy Retrieval\n\n| model | MRR@10 (MS MARCO dev) |\n|---|---|\n| NetA | 34.0 |\n",
        ("5|NetA|MS MARCO|dev|MRR@10|34.0|%!|+!",),
    ),
    Case(
        "the name beside the id of a data set is its name, and the hours of speech in it are no result",
        "a.md",
        "# Zoo\n\n| DATASET_ID | NAME | DURATION (HOURS) |\n|---|---|---|\n| ZH00001 | News | 9 |\n| ZH00002 | Talks | 2.7 |\n",
        message="none of its number columns is a known metric",
    ),
    Case(
        "a percent sign behind the name, and a unit behind a comma, are the unit",
        "a.md",
        "# Results on Widgets-50 (test)\n\n| Model | Confab % | Acc % | HD, mm |\n|---|---|---|---|\n| NetA | 0.4 | 0.9 | 3.1 |\n",
        (
            "5|NetA|Widgets-50|test|Confab|0.4|%|?",
            "5|NetA|Widgets-50|test|Acc|0.9|%|+!",
            "5|NetA|Widgets-50|test|HD|3.1|MilliM|-!",
        ),
    ),
    Case(
        "how long models were trained, and a unit in a heading, name no data",
        "a.md",
        "# Toy Detection\n\n## 12 epoch setting\n\n| Model | box AP |\n|---|---|\n| NetA | 49.0 |\n\n"
        "## 24 epoch setting\n\n| Model | box AP |\n|---|---|\n| NetA | 50.4 |\n\n## Multi-Ability (%) ↑\n\n| Model | mIoU |\n|---|---|\n| NetA | 70.1 |\n",
        (
            "7|NetA|Toy Detection / 12 epoch~||box AP|49.0|%!|+!",
            "13|NetA|Toy Detection / 24 epoch~||box AP|50.4|%!|+!",
            "19|NetA|Multi-Ability~||mIoU|70.1|%|+",
        ),
    ),
    Case(
        "a sentence with the word performance over a list of weights does not make results of it",
        "a.md",
        "# ToyNet: a net that reaches the performance of much larger ones with far less memory and data\n\n"
        "| name | shape | initialization |\n|---|---|---|\n| emb.weight | [65536, 2048] | 0 |\n| ln0.weight | [2048] | 1 |\n| ln0.bias | [2048] | 0 |\n",
        message="none of its number columns ('initialization') is a known metric",
    ),
)
