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
)
