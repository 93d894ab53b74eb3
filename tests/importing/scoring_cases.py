"""Tables that scoring programs and competition sites write, and what their rates and means give away.

Written like :mod:`tests.importing.cases`.
"""

# ruff: noqa: E501

from __future__ import annotations

from tests.importing.cases import Case

SCORING = (
    Case(
        "counts and the parts of an error rate beside the rate, twice on one page: of words and of characters",
        "a.md",
        "# RESULTS\n\n## toy_train_conformer\n### WER\n\n|dataset|Snt|Wrd|Corr|Sub|Del|Ins|Err|S.Err|\n|---|---|---|---|---|---|---|---|---|\n"
        "|decode/dev_toy|2703|54402|98.3|1.5|0.2|0.2|1.9|25.3|\n\n### CER\n\n|dataset|Snt|Wrd|Corr|Sub|Del|Ins|Err|S.Err|\n"
        "|---|---|---|---|---|---|---|---|---|\n|decode/dev_toy|2703|288456|99.5|0.3|0.2|0.2|0.7|25.3|\n",
        (
            "8|toy_train_conformer|decode/dev_toy||Corr (word error rate)|98.3||?",
            "8|toy_train_conformer|decode/dev_toy||Sub (word error rate)|1.5||?",
            "8|toy_train_conformer|decode/dev_toy||Del (word error rate)|0.2||?",
            "8|toy_train_conformer|decode/dev_toy||Ins (word error rate)|0.2||?",
            "8|toy_train_conformer|decode/dev_toy||word error rate|1.9|%!|-!",
            "8|toy_train_conformer|decode/dev_toy||sentence error rate|25.3|%!|-!",
            "14|toy_train_conformer|decode/dev_toy||Corr (character error rate)|99.5||?",
            "14|toy_train_conformer|decode/dev_toy||Sub (character error rate)|0.3||?",
            "14|toy_train_conformer|decode/dev_toy||Del (character error rate)|0.2||?",
            "14|toy_train_conformer|decode/dev_toy||Ins (character error rate)|0.2||?",
            "14|toy_train_conformer|decode/dev_toy||character error rate|0.7|%!|-!",
            "14|toy_train_conformer|decode/dev_toy||sentence error rate|25.3|%!|-!",
        ),
    ),
    Case(
        "ranks in brackets behind the values are refused cell by cell, under names that nobody knows too",
        "board.txt",
        "#\tUser\tTeam Name\tDice ▲\tZork ▲\n1\ttoyuser\tTeam A\t0.557 (1)\t0.525 (2)\n2\totheruser\tTeam B\t0.546 (2)\t0.588 (1)\n",
        rejects=("2:4 not-a-number", "2:5 not-a-number", "3:4 not-a-number", "3:5 not-a-number"),
    ),
    Case(
        "a last row that is the mean of the others shows that the methods stand in the header, whoever knows their names",
        "a.md",
        "# ToyCoder\n## Performance on CoIR\n| | CodeNet-2B | Toy-Code-003 | ToyCode-v1 |\n|---|---|---|---|\n| **Apps** | 76.80 | 93.60 | 98.00 |\n"
        "| **CosQA** | 40.40 | 34.40 | 46.70 |\n| **CSN** | 87.80 | 89.30 | 89.50 |\n| **Average** | 68.33 | 72.43 | 78.07 |\n",
        tuple(
            f"{line}|{method}|CoIR||{metric}|{value}||?"
            for line, metric, values in (
                (5, "Apps", ("76.80", "93.60", "98.00")),
                (6, "CosQA", ("40.40", "34.40", "46.70")),
                (7, "CSN", ("87.80", "89.30", "89.50")),
                (8, "Average", ("68.33", "72.43", "78.07")),
            )
            for method, value in zip(("CodeNet-2B", "Toy-Code-003", "ToyCode-v1"), values, strict=True)
        ),
    ),
    Case(
        "the first heading of a page that calls itself something else stands over its tables, and its split is that of all data sets",
        "a.html",
        "<html><head><title>ToyVQA Challenge</title></head><body>\n<h2>Final leaderboard (test set)</h2>\n<p>All numbers are accuracy in %.</p>\n"
        "<table><tr><th>Team</th><th>SLAKE</th><th>VQA-RAD</th></tr>\n<tr><td>NetA</td><td>81.2</td><td>61.0</td></tr></table></body></html>\n",
        ("5|NetA|SLAKE|test|accuracy|81.2|%|+!", "5|NetA|VQA-RAD|test|accuracy|61.0|%|+!"),
    ),
    Case(
        "parts in the brackets of a heading, and an arrow behind them",
        "a.md",
        "# LibriSpeech\n\n| System | WER (clean/other) ↓ |\n|---|---|\n| NetA | 1.9 / 4.1 |\n| NetB | 2.7 / 5.2 |\n",
        (
            "5|NetA|LibriSpeech / clean||WER|1.9|%!|-",
            "5|NetA|LibriSpeech / other||WER|4.1|%!|-",
            "6|NetB|LibriSpeech / clean||WER|2.7|%!|-",
            "6|NetB|LibriSpeech / other||WER|5.2|%!|-",
        ),
    ),
    Case(
        "the other part of a data set is no whole",
        "a.md",
        "# LibriSpeech results\n\n| System | clean WER | other WER |\n|---|---|---|\n| NetA | 1.9 | 4.1 |\n",
        ("5|NetA|LibriSpeech / clean||WER|1.9|%!|-!", "5|NetA|LibriSpeech / other||WER|4.1|%!|-!"),
    ),
    Case(
        "intervals with decimal commas",
        "results.csv",
        "model;AUROC (95% CI)\nNetA;0,841 (0,83-0,85)\nNetB;0,866 [0,85–0,88]\n",
        ("2|NetA|results~||AUROC|0.841|1!|+!", "3|NetB|results~||AUROC|0.866|1!|+!"),
        uncertainty={"NetA": "[0.83, 0.85]", "NetB": "[0.85, 0.88]"},
        options={"decimal": "comma"},
    ),
)
