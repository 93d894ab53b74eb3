"""Pages of one task with a leaderboard for each of its data sets, as lists of progress in a field are written.

Written like :mod:`tests.importing.cases`.
"""

# ruff: noqa: E501

from __future__ import annotations

from tests.importing.cases import Case

_PAPER = "[A paper about toys](https://arxiv.org/abs/1905.00001)"

TASK_PAGES = (
    Case(
        "groups stand in the middle of their columns",
        "a.md",
        "# Sorting of toys\n\n"
        "| **Model** | | Toy dataset | | | Game dataset | | **Paper** |\n|---|:-:|:-:|:-:|:-:|:-:|:-:|---|\n"
        "| | **Precision** | **Recall** | **F1** | **Precision** | **Recall** | **F1** | |\n"
        f"| NetA | 98.2 | 99.8 | 99.0 | 66.2 | 92.4 | 77.1 | {_PAPER} |\n"
        f"| NetB | 94.8 | 97.9 | 96.3 | 67.9 | 82.9 | 74.7 | {_PAPER} |\n",
        (
            "6|NetA|Toy||Precision|98.2|%!|+!",
            "6|NetA|Toy||Recall|99.8|%!|+!",
            "6|NetA|Toy||F1|99.0|%!|+!",
            "6|NetA|Game||Precision|66.2|%!|+!",
            "6|NetA|Game||Recall|92.4|%!|+!",
            "6|NetA|Game||F1|77.1|%!|+!",
            "7|NetB|Toy||Precision|94.8|%!|+!",
            "7|NetB|Toy||Recall|97.9|%!|+!",
            "7|NetB|Toy||F1|96.3|%!|+!",
            "7|NetB|Game||Precision|67.9|%!|+!",
            "7|NetB|Game||Recall|82.9|%!|+!",
            "7|NetB|Game||F1|74.7|%!|+!",
        ),
    ),
    Case(
        "the split by which runs were chosen is not that of the results",
        "a.md",
        "# Toys\n\nResults with a * indicate the mean test score over the best window based on average dev-set BLEU score.\n\n"
        "## WMT 2014 EN-DE\n\nModels are evaluated on the toy data based on BLEU.\n\n"
        f"| Model | BLEU | Paper |\n|---|---|---|\n| NetA | 35.0 | {_PAPER} |\n| NetB | 28.5* | {_PAPER} |\n",
        ("11|NetA|WMT14 En-De||BLEU|35.0|%!|+!", "12|NetB|WMT14 En-De||BLEU|28.5|%!|+!"),
        notes={
            "NetB": "footnote: * indicate the mean test score over the best window based on average dev-set BLEU score."
        },
    ),
    Case(
        "rows that end where they have no code are whole, and one that lacks a value is not",
        "a.md",
        "# ToySlots\n\n## ToyTrips dataset\n\n| Model | Slot F1 | Intent accuracy | Paper | Code |\n|---|---|---|---|---|\n"
        f"| NetA | 96.89 | 98.99 | {_PAPER} | |\n| NetB | 95.80 | NA | {_PAPER} |\n| NetC | 95.66 | - | {_PAPER} |\n| NetD | 95.0 | {_PAPER} |\n",
        (
            "7|NetA|ToyTrips||Slot F1|96.89|%!|+!",
            "7|NetA|ToyTrips||Intent accuracy|98.99|%!|+!",
            "8|NetB|ToyTrips||Slot F1|95.80|%!|+!",
            "9|NetC|ToyTrips||Slot F1|95.66|%!|+!",
        ),
        rejects=("10: row-cell-count",),
        missing=2,
    ),
    Case(
        "where no row has numbers and all its cells, all the others tell which columns hold numbers",
        "a.md",
        "# Toys\n\n## ToyKeys dataset\n\n| Model | F1@5 | Recall | Paper | Code |\n|---|---|---|---|---|\n"
        f"| NetA | - | - | {_PAPER} | - |\n| NetB | 0.360 (!) | 0.057 | {_PAPER} |\n| NetC | 0.323 | 0.078 | {_PAPER} |\n",
        (
            "8|NetB|ToyKeys||F1@5|0.360|1!|+!",
            "8|NetB|ToyKeys||Recall|0.057|1!|+!",
            "9|NetC|ToyKeys||F1@5|0.323|1!|+!",
            "9|NetC|ToyKeys||Recall|0.078|1!|+!",
        ),
        missing=2,
    ),
    Case(
        "rows that are splits with whole numbers count what the data hold",
        "a.md",
        "# Toys\n\n## ToyHyper\n\n| Partition | General | Medical |\n|---|---|---|\n| Trial | 200 | 101 |\n| Training | 11779 | 3256 |\n| Test | 7048 | 4116 |\n",
        (),
        message="its rows are splits with the number of their items",
    ),
    Case(
        "rows that are splits with shares are results",
        "a.md",
        "# ToyNet\n\n## Results on ToyHyper dataset\n\n| Split | Accuracy (%) |\n|---|---|\n| val | 91 |\n| test | 90 |\n",
        ("7|ToyNet|ToyHyper|val|Accuracy|91|%|+!", "8|ToyNet|ToyHyper|test|Accuracy|90|%|+!"),
    ),
    Case(
        "a ratio and a measure of its own are not of the metric beside them",
        "a.md",
        "# ToyGap\n\nMetrics used are F1 score on both kinds, and a bias.\n\n"
        "| Model | Overall F1 | Red F1 (R) | Blue F1 (B) | Bias (R/B) | CO (DLD%) | Paper |\n|---|---|---|---|---|---|---|\n"
        f"| NetA | 92.5 | 94.0 | 91.1 | 1.03 | 18.90 | {_PAPER} |\n",
        (
            "7|NetA|ToyGap~||F1|92.5|%!|+!",
            "7|NetA|ToyGap / Red (R)~||F1|94.0|%!|+!",
            "7|NetA|ToyGap / Blue (B)~||F1|91.1|%!|+!",
            "7|NetA|ToyGap~||Bias (R/B)|1.03||?",
            "7|NetA|ToyGap~||CO (DLD%)|18.90||?",
        ),
    ),
    Case(
        "columns named by the years of a series are data sets, and those beside them",
        "a.md",
        "# Senses of toys\n\n## Supervised\n\n| Model | Toyval 2 | Toyval 3 | ToyEval 2007 | Paper |\n|---|---|---|---|---|\n"
        f"| NetA | 65.6 | 66.0 | 54.5 | {_PAPER} |\n| NetB | 72.0 | 69.4 | - | {_PAPER} |\n",
        (
            "7|NetA|Toyval 2||metric not stated|65.6||?",
            "7|NetA|Toyval 3||metric not stated|66.0||?",
            "7|NetA|ToyEval 2007||metric not stated|54.5||?",
            "8|NetB|Toyval 2||metric not stated|72.0||?",
            "8|NetB|Toyval 3||metric not stated|69.4||?",
        ),
        missing=1,
    ),
    Case(
        "models with papers and unknown measures are a leaderboard, and what is measured is asked",
        "a.md",
        "# Toys\n\n## New York Toys\n\n| Model | Q->A | QA->R | Paper |\n|---|---|---|---|\n"
        f"| NetA | 91.0 | 93.1 | {_PAPER} |\n| NetB | 43.1 | 65.2 | {_PAPER} |\n",
        (
            "7|NetA|New York Toys~||Q->A|91.0||?",
            "7|NetA|New York Toys~||QA->R|93.1||?",
            "8|NetB|New York Toys~||Q->A|43.1||?",
            "8|NetB|New York Toys~||QA->R|65.2||?",
        ),
    ),
    Case(
        "recall among so many candidates is recall, and how many is a setting",
        "a.md",
        "# Toys\n\n## ToyChat dataset\n\n| Model | R_2@1 | R10@1 | R_1@100 | F_NMI |\n|---|---|---|---|---|\n| NetA | 93.8 | 76.7 | 61.3 | 21.4 |\n",
        (
            "7|NetA|ToyChat||recall at 1|93.8|%!|+!",
            "7|NetA|ToyChat||recall at 1|76.7|%!|+!",
            "7|NetA|ToyChat||R_1@100|61.3||?",
            "7|NetA|ToyChat||F_NMI|21.4|%!|+!",
        ),
    ),
    Case(
        "the number of a task and the word of a name stay in the name",
        "a.md",
        f"# Toys\n\n## Results on ToyEval 2010 Task 8\n\n| Model | F1 | Paper |\n|---|---|---|\n| NetA | 89.85 | {_PAPER} |\n| NetB | 89.5 | {_PAPER} |\n\n"
        f"## TOY News\n\n| Model | Error (%) | Paper |\n|---|---|---|\n| NetA | 4.45 | {_PAPER} |\n| NetB | 4.95 | {_PAPER} |\n",
        (
            "7|NetA|ToyEval 2010 Task 8||F1|89.85|%!|+!",
            "8|NetB|ToyEval 2010 Task 8||F1|89.5|%!|+!",
            "14|NetA|TOY News~||Error|4.45|%|-!",
            "15|NetB|TOY News~||Error|4.95|%|-!",
        ),
    ),
    Case(
        "metrics of Papers with Code that are only splits, of the training data, or percentages by name",
        "toys.json",
        '[{"task": "Sorting", "datasets": [\n{"dataset": "ToySet", "sota": {"metrics": ["Dev", "Test"], "rows": [\n'
        '{"model_name": "NetA", "metrics": {"Dev": "86.6", "Test": "86.3"}}]}},\n'
        '{"dataset": "ToyLogic", "sota": {"metrics": ["% Train Accuracy", "% Test Accuracy", "Percentage error"], "rows": [\n'
        '{"model_name": "NetB", "metrics": {"% Train Accuracy": "99.5", "% Test Accuracy": "88.6", "Percentage error": "5.5"}}]}}]}]',
        (
            "3|NetA|ToySet|dev|metric not stated|86.6||?",
            "3|NetA|ToySet|test|metric not stated|86.3||?",
            "5|NetB|ToyLogic|train|Accuracy|99.5|%|+!",
            "5|NetB|ToyLogic|test|Accuracy|88.6|%|+!",
            "5|NetB|ToyLogic||Percentage error|5.5|%|-!",
        ),
    ),
)
