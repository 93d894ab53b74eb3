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
    Case(
        "both measures of a cell are of the data set in front of them",
        "sr.md",
        "# Super-resolution x4\n\n| Method | Set5 PSNR/SSIM | Set14 PSNR/SSIM |\n|---|---|---|\n| ToySR | 32.46/0.8968 | 28.80/0.7876 |\n",
        (
            "5|ToySR|Set5||PSNR|32.46|DeciB!|+!",
            "5|ToySR|Set5||SSIM|0.8968|1!|+!",
            "5|ToySR|Set14||PSNR|28.80|DeciB!|+!",
            "5|ToySR|Set14||SSIM|0.7876|1!|+!",
        ),
    ),
    Case(
        "small print below the name of a method is no part of it",
        "board.html",
        "<h2>CIFAR-10</h2>\n<table><tr><th>Method</th><th>Accuracy</th></tr>\n"
        '<tr><td><a href="https://arxiv.org/abs/2401.01230">Toy defence</a><br><sub><em>It uses more images.</em></sub></td><td>93.68%</td></tr></table>',
        ("3|Toy defence|CIFAR-10||Accuracy|93.68|%|+!",),
        notes={"Toy defence": "under the name: It uses more images."},
    ),
    Case(
        "a split right behind the data set's name in a heading or summary",
        "a.md",
        "# ADE20K val\n\n| Model | mIoU |\n|---|---|\n| ToyNet | 44.5 |\n\n<details><summary>COCO test-dev</summary>\n\n"
        "| Model | box AP |\n|---|---|\n| ToyDet | 41.5 |\n\n</details>\n",
        ("5|ToyNet|ADE20K|val|mIoU|44.5|%!|+!", "11|ToyDet|COCO|test-dev|box AP|41.5|%!|+!"),
    ),
    Case(
        "an average price is no score",
        "board.html",
        "<h1>SWE-bench</h1>\n<table><tr><th>Model</th><th>% Resolved</th><th>Avg. $</th></tr>\n"
        "<tr><td>ToyAgent</td><td>67.60</td><td>$1.13</td></tr></table>",
        ("3|ToyAgent|SWE-bench||% Resolved|67.60|%|+!",),
        resources=("ToyAgent|Avg. $|$1.13",),
    ),
    Case(
        "an interval in words is no setting",
        "arena.csv",
        "Model,Arena Score,95% CI,Votes\nToyLM,1287,+3/-3,52873\nOtherLM,1271,+4/-5,31312\n",
        ("2|ToyLM|arena~||Arena Score|1287|-!|+!", "3|OtherLM|arena~||Arena Score|1271|-!|+!"),
        notes={"ToyLM": "95% CI: +3/-3"},
    ),
    Case(
        "a correlation by its letter",
        "r.csv",
        "model,dataset,pearson_r,Spearman rho\nToyNet,ESOL,0.96,0.95\n",
        ("2|ToyNet|ESOL||pearson_r|0.96|1!|+!", "2|ToyNet|ESOL||Spearman rho|0.95|1!|+!"),
    ),
    Case(
        "the table that a harness prints: a task stands for the rows below it too",
        "card.md",
        "# toy/net\n\n|    Tasks    |Version|n-shot| Metric |   |Value |   |Stderr|\n|-------------|------:|-----:|--------|---|-----:|---|-----:|\n"
        "|arc_challenge|      1|    25|acc     |↑  |0.5580|±  |0.0145|\n|             |       |    25|acc_norm|↑  |0.5922|±  |0.0144|\n"
        "|hellaswag    |      1|    10|acc     |↑  |0.5713|±  |0.0049|\n",
        (
            "5|toy/net|ARC-Challenge||acc|0.5580|1!|+!",
            "6|toy/net|ARC-Challenge||acc_norm|0.5922|1!|+!",
            "7|toy/net|HellaSwag||acc|0.5713|1!|+!",
        ),
        uncertainty={"toy/net": "0.0144"},
    ),
    Case(
        "the mode ppl of OpenCompass is no perplexity",
        "summary.csv",
        "dataset,version,metric,mode,toy-7b-hf,net-7b-hf\nmmlu,-,naive_average,ppl,57.1,35.3\nhellaswag,a1,accuracy,ppl,59.1,27.3\n"
        "humaneval,6d,humaneval_pass@1,gen,32.3,12.8\n",
        (
            "2|toy-7b-hf|MMLU||naive_average|57.1||?",
            "2|net-7b-hf|MMLU||naive_average|35.3||?",
            "3|toy-7b-hf|HellaSwag||accuracy|59.1|%!|+!",
            "3|net-7b-hf|HellaSwag||accuracy|27.3|%!|+!",
            "4|toy-7b-hf|HumanEval||pass at 1|32.3|%!|+!",
            "4|net-7b-hf|HumanEval||pass at 1|12.8|%!|+!",
        ),
        notes={"toy-7b-hf": "setting mode = ppl; setting mode = gen"},
    ),
    Case(
        "a throughput among data sets is none of them; shots behind an underscore",
        "lat.csv",
        "model,throughput_tok_s,mmlu_5shot,gsm8k_8_shot\ntoylm-8b,39.8,65.3,40.1\n",
        (
            "2|toylm-8b|lat~||tokens per second|39.8|token-per-second|+!",
            "2|toylm-8b|MMLU||accuracy|65.3|%!|+!",
            "2|toylm-8b|GSM8K||accuracy|40.1|%!|+!",
        ),
        notes={"toylm-8b": "setting shots = 5-shot; setting shots = 8-shot"},
    ),
    Case(
        "an environment is what an agent is tried on",
        "rl.csv",
        "algo,env,mean_reward\nppo,CartPole-v1,500.0\ndqn,PongNoFrameskip-v4,20.7\n",
        (
            "2|ppo|CartPole-v1||mean_reward|500.0|-!|+!",
            "3|dqn|PongNoFrameskip-v4||mean_reward|20.7|-!|+!",
        ),
    ),
    Case(
        "a final rank is no score",
        "board.html",
        "<h1>Synapse</h1>\n<table><tr><th>Team</th><th>DSC</th><th>Final rank</th></tr>\n<tr><td>Toy Lab</td><td>0.962</td><td>1</td></tr></table>",
        ("3|Toy Lab|Synapse||DSC|0.962|1!|+!",),
        notes={"Toy Lab": "Final rank: 1"},
    ),
    Case(
        "gIoU and cIoU are kinds of IoU, whichever they are",
        "a.md",
        "# RefCOCO\n\n| Method | gIoU | cIoU | eNLP |\n|---|---|---|---|\n| ToyLISA | 52.9 | 54.0 | 3.0 |\n",
        (
            "5|ToyLISA|RefCOCO||gIoU|52.9|%!|+!",
            "5|ToyLISA|RefCOCO||cIoU|54.0|%!|+!",
            "5|ToyLISA|RefCOCO||eNLP|3.0||?",
        ),
    ),
    Case(
        "a number on the second line of a raised word is no footnote mark",
        "zoo.md",
        "# COCO\n\n| Model | mAP<sup>val<br>50-95 | mAP<sup>val<br>50 | AP<sup>1</sup> |\n|---|---|---|---|\n| ToyDet | 37.3 | 52.6 | 40.0 |\n",
        (
            "5|ToyDet|COCO|val|mean average precision at IoU 0.5 to 0.95|37.3|%!|+!",
            "5|ToyDet|COCO|val|mean average precision at IoU 0.5|52.6|%!|+!",
            "5|ToyDet|COCO||AP|40.0|%!|+!",
        ),
    ),
    Case(
        "an interval that a heading announces is no part of a data set",
        "a.md",
        "# MMLU\n\n| Model | AUC (95% CI) | F1 (mean ± std) |\n|---|---|---|\n| ToyNet | 0.94 (0.92–0.96) | 0.7 ± 0.1 |\n",
        ("5|ToyNet|MMLU||AUC|0.94|1!|+!", "5|ToyNet|MMLU||F1|0.7|1!|+!"),
        uncertainty={"ToyNet": "[0.92, 0.96]"},
    ),
    Case(
        "percentages are no perplexities",
        "a.md",
        "# Pruning\n\nPerplexity on WikiText2, lower is better.\n\n| Method | Sparsity | Kept | ToyLM |\n|---|---|---|---|\n| Dense | 0% | 100% | 5.68 |\n| Pruned | 50% | 50% | 7.26 |\n",
        (
            "7|Dense|WikiText-2||Kept|100|%|?",
            "7|Dense|WikiText-2 / ToyLM||perplexity|5.68|-!|-",
            "8|Pruned|WikiText-2||Kept|50|%|?",
            "8|Pruned|WikiText-2 / ToyLM||perplexity|7.26|-!|-",
        ),
        notes={"Pruned": "setting Sparsity = 50%"},
    ),
)
