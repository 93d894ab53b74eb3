"""Files as somebody met them who did not write the importer: each was once read wrongly. Answers read by eye.

Written like :mod:`tests.importing.cases`.
"""

# ruff: noqa: E501

from __future__ import annotations

from tests.importing.cases import Case

_ORGANS = (
    "| Method | DSC $\\uparrow$ | HD95 $\\downarrow$ | Aorta | GB | KL | KR | Liver | PC | SP | SM |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|\n"
    "| ToyFormer | 77.48 | 31.69 | 87.23 | 63.13 | 81.87 | 77.02 | 94.08 | 55.86 | 85.08 | 75.62 |\n"
    "| ToyNet | 79.13 | 21.55 | 85.47 | 66.53 | 83.28 | 79.61 | 94.29 | 56.58 | 90.66 | 76.60 |\n"
    "| ToyMixer | 81.96 | 18.20 | 86.99 | 68.65 | 85.21 | 82.00 | 94.41 | 65.67 | 91.92 | 80.81 |\n"
)

WILD = (
    Case(
        "a rank in front of the teams of a pasted table is no method",
        "board.txt",
        "Leaderboard - BraTS 2021 validation set\n\nRank\tTeam\tDice ET\tHD95 ET (mm)\n1\tToy Lab\t0.8600\t9.05\n2\tOther Lab\t0.8535\t9.38\n",
        (
            "4|Toy Lab|BraTS 2021 / ET|validation|Dice|0.8600|1!|+!",
            "4|Toy Lab|BraTS 2021 / ET|validation|HD95|9.05|MilliM|-!",
            "5|Other Lab|BraTS 2021 / ET|validation|Dice|0.8535|1!|+!",
            "5|Other Lab|BraTS 2021 / ET|validation|HD95|9.38|MilliM|-!",
        ),
    ),
    Case(
        "a plain 0.942 beside 91.1% is not 0.942 percent",
        "a.md",
        "# Kvasir-SEG\n\n| Model | mDice |\n|---|---|\n| ToyNet | 0.942 |\n| OtherNet | 91.1% |\n",
        ("5|ToyNet|Kvasir-SEG||mDice|0.942||+!", "6|OtherNet|Kvasir-SEG||mDice|91.1||+!"),
    ),
    Case(
        "nor is it in a dump",
        "tasks.json",
        '[{"task": "Polyp Segmentation", "subtasks": [], "datasets": [{"dataset": "Kvasir-SEG", "sota": {"metrics": ["mean Dice"],\n'
        '"rows": [{"model_name": "ToyNet", "paper_url": "", "metrics": {"mean Dice": "0.9420"}},\n'
        '{"model_name": "OtherNet", "paper_url": "", "metrics": {"mean Dice": "91.1%"}}]}}]}]',
        ("2|ToyNet|Kvasir-SEG||mean Dice|0.9420||+!", "3|OtherNet|Kvasir-SEG||mean Dice|91.1||+!"),
    ),
    Case(
        "plain numbers that are no fractions are percentages like their neighbours",
        "a.md",
        "# Kvasir-SEG\n\n| Model | mDice |\n|---|---|\n| ToyNet | 94.2 |\n| OtherNet | 91.1% |\n",
        ("5|ToyNet|Kvasir-SEG||mDice|94.2|%!|+!", "6|OtherNet|Kvasir-SEG||mDice|91.1|%!|+!"),
    ),
    Case(
        "arrows in LaTeX are directions, and GB among organs is the gallbladder",
        "a.md",
        "## Comparison on Synapse\n\n" + _ORGANS,
        tuple(
            f"{line}|{name}|Synapse{part}||{metric}|{value}|{unit}|{sign}"
            for line, name, values in (
                (5, "ToyFormer", "77.48 31.69 87.23 63.13 81.87 77.02 94.08 55.86 85.08 75.62"),
                (6, "ToyNet", "79.13 21.55 85.47 66.53 83.28 79.61 94.29 56.58 90.66 76.60"),
                (7, "ToyMixer", "81.96 18.20 86.99 68.65 85.21 82.00 94.41 65.67 91.92 80.81"),
            )
            for value, (part, metric, unit, sign) in zip(
                values.split(),
                [
                    ("", "DSC", "%!", "+"),
                    ("", "HD95", "", "-"),
                    *(
                        (f" / {organ}", "Dice", "%!", "+!")
                        for organ in ["Aorta", "GB", "KL", "KR", "Liver", "PC", "SP", "SM"]
                    ),
                ],
                strict=True,
            )
        ),
    ),
    Case(
        "a size by its unit alone stays a size",
        "a.md",
        "# COCO\n\n| Model | AP | GB |\n|---|---|---|\n| ToyDet | 41.5 | 3.4 |\n",
        ("5|ToyDet|COCO||AP|41.5|%!|+!",),
        resources=("ToyDet|GB|3.4",),
    ),
    Case(
        "plus-minus in LaTeX",
        "a.md",
        "# Synapse\n\n| Method | DSC (%) |\n|---|---|\n| ToyNet | 77.48 $\\pm$ 0.3 |\n| OtherNet | $78.10 \\pm 0.2$ |\n",
        ("5|ToyNet|Synapse||DSC|77.48|%|+!", "6|OtherNet|Synapse||DSC|78.10|%|+!"),
        uncertainty={"ToyNet": "0.3", "OtherNet": "0.2"},
    ),
    Case(
        "nDCG@10 over a table is no nDCG without a cut-off",
        "a.md",
        "## BEIR (nDCG@10)\n\n| Dataset | BM25 | ToyBERT |\n|---|---|---|\n| NFCorpus | 0.325 | 0.305 |\n| SciFact | 0.665 | 0.671 |\n",
        (
            "5|BM25|NFCorpus||NDCG at 10|0.325|1!|+!",
            "5|ToyBERT|NFCorpus||NDCG at 10|0.305|1!|+!",
            "6|BM25|SciFact||NDCG at 10|0.665|1!|+!",
            "6|ToyBERT|SciFact||NDCG at 10|0.671|1!|+!",
        ),
    ),
    Case(
        "two data sets in one heading over two values, one of them missing",
        "a.md",
        "# Results\n\n| Model | MMLU / GSM8K |\n|---|---|\n| ToyLM | 79.6 / 30.0 |\n| OtherLM | — / 50.4 |\n",
        (
            "5|ToyLM|MMLU||accuracy|79.6|%!|+!",
            "5|ToyLM|GSM8K||accuracy|30.0|%!|+!",
            "6|OtherLM|GSM8K||accuracy|50.4|%!|+!",
        ),
        missing=1,
    ),
    Case(
        "the part of a data set in .eval_results",
        "results.yaml",
        "- dataset:\n    id: Idavidrein/gpqa\n    task_id: diamond\n  value: 87.3\n- dataset:\n    id: cais/hle\n    task_id: hle\n  value: 20.9\n",
        (
            "4|toy|Idavidrein/gpqa / diamond||metric not stated|87.3||?",
            "8|toy|cais/hle||metric not stated|20.9||?",
        ),
        options={"method": "toy"},
    ),
    Case(
        "a configuration is kept where the data set's name is its address",
        "card.md",
        "---\nmodel-index:\n- name: toy\n  results:\n  - task: {type: automatic-speech-recognition}\n"
        "    dataset: {name: google/fleurs, type: google/fleurs, config: de_de, split: validation}\n"
        "    metrics:\n    - {type: wer, value: 9.12}\n---\n",
        ("8|toy|google/fleurs de_de|validation|wer|9.12|%!|-!",),
    ),
    Case(
        "the shots that older harness files give once",
        "old.json",
        '{"results": {"hellaswag": {"acc": 0.5713, "acc_stderr": 0.0049}}, "versions": {"hellaswag": 0},\n'
        '"config": {"model": "hf", "model_args": "pretrained=toy/net", "num_fewshot": 10}}',
        ("1|toy/net|HellaSwag||acc|0.5713|1!|+!",),
        uncertainty={"toy/net": "0.0049"},
        notes={"toy/net": "setting shots = 10"},
    ),
    Case(
        "Spl beside other organs is no success weighted by path length",
        "a.md",
        "## Results on BTCV\n\n| Method | Spl | RKid | LKid | Gall | DSC |\n|---|---|---|---|---|---|\n| ToyNet | 0.952 | 0.927 | 0.929 | 0.662 | 0.838 |\n",
        (
            "5|ToyNet|BTCV||Spl|0.952||?",
            "5|ToyNet|BTCV||RKid|0.927||?",
            "5|ToyNet|BTCV||LKid|0.929||?",
            "5|ToyNet|BTCV||Gall|0.662||?",
            "5|ToyNet|BTCV||DSC|0.838|1!|+!",
        ),
    ),
    Case(
        "a sentence with two metrics does not say which of them a column is",
        "a.md",
        "# ToyQA\n\nWe report accuracy (%) for closed questions and recall for open questions.\n\n"
        "| Model | Open | Closed |\n|---|---|---|\n| ToyVLM | 61.52 | 84.19 |\n",
        ("7|ToyVLM|ToyQA~||Open|61.52||?", "7|ToyVLM|ToyQA~||Closed|84.19||?"),
    ),
    Case(
        "a caption that begins with the metric",
        "a.md",
        "# Properties\n\nMean absolute error on the test set, lower is better.\n\n"
        "| | gap (meV) | mu (D) |\n|---|---|---|\n| ToyNet | 63 | 0.033 |\n| OtherNet | 30 | 0.011 |\n",
        (
            "7|ToyNet|Properties / gap (meV)~|test|mean absolute error|63||-",
            "7|ToyNet|Properties / mu (D)~|test|mean absolute error|0.033||-",
            "8|OtherNet|Properties / gap (meV)~|test|mean absolute error|30||-",
            "8|OtherNet|Properties / mu (D)~|test|mean absolute error|0.011||-",
        ),
    ),
)
