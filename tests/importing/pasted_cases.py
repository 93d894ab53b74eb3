"""Text and tables as competition sites and scoring programs print them: ranks beside values, lines of one score.

Written like :mod:`tests.importing.cases`.
"""

# ruff: noqa: E501

from __future__ import annotations

from tests.importing.cases import Case

PASTED = (
    Case(
        "whole numbers in brackets that are exactly the ranking of each column are ranks",
        "board.txt",
        "Results on Synapse\n\n#\tTeam\tDice\tHD95\n1\tTeam A\t0.557 (1)\t12.1 (2)\n2\tTeam B\t0.546 (2)\t11.0 (1)\n3\tTeam C\t0.401 (3)\t15.2 (3)\n",
        (
            "4|Team A|Synapse||Dice|0.557|1!|+!",
            "4|Team A|Synapse||HD95|12.1||-!",
            "5|Team B|Synapse||Dice|0.546|1!|+!",
            "5|Team B|Synapse||HD95|11.0||-!",
            "6|Team C|Synapse||Dice|0.401|1!|+!",
            "6|Team C|Synapse||HD95|15.2||-!",
        ),
        notes={"Team A": "remark: rank 1; remark: rank 2"},
    ),
    Case(
        "ties have one rank, and the next one counts them",
        "a.md",
        "# Kvasir-SEG\n\n| Model | Dice |\n|---|---|\n| A | 0.91 (1) |\n| B | 0.88 (2) |\n| C | 0.88 (2) |\n| D | 0.80 (4) |\n| E | - |\n",
        (
            "5|A|Kvasir-SEG||Dice|0.91|1!|+!",
            "6|B|Kvasir-SEG||Dice|0.88|1!|+!",
            "7|C|Kvasir-SEG||Dice|0.88|1!|+!",
            "8|D|Kvasir-SEG||Dice|0.80|1!|+!",
        ),
        missing=1,
    ),
    Case(
        "a ranking the wrong way round proves nothing",
        "a.md",
        "# Kvasir-SEG\n\n| Model | Dice |\n|---|---|\n| A | 0.91 (3) |\n| B | 0.88 (2) |\n| C | 0.80 (1) |\n",
        rejects=("5:2 not-a-number", "6:2 not-a-number", "7:2 not-a-number"),
    ),
    Case(
        "nor does a number that is left out, and one column without proof takes it from the other",
        "a.md",
        "# Kvasir-SEG\n\n| Model | Dice | IoU |\n|---|---|---|\n| A | 0.91 (1) | 0.8 (2) |\n| B | 0.88 (2) | 0.7 (2) |\n| C | 0.80 (3) | 0.6 (4) |\n",
        rejects=tuple(f"{line}:{column} not-a-number" for line in (5, 6, 7) for column in (2, 3)),
    ),
    Case(
        "ranks in brackets that the page announces need no proof",
        "a.md",
        "# Kvasir-SEG\n\nThe rank of each team is given in brackets.\n\n| Model | Dice |\n|---|---|\n| A | 0.91 (3) |\n| B | 0.88 (12) |\n",
        ("7|A|Kvasir-SEG||Dice|0.91|1!|+!", "8|B|Kvasir-SEG||Dice|0.88|1!|+!"),
        notes={"B": "remark: rank 12"},
    ),
    Case(
        "percent and arrow in a table's own heading are those of its columns",
        "a.md",
        "# ToyNet\n\n## Results (%)\n\n| Model | Kvasir-SEG | CVC-ClinicDB |\n|---|---|---|\n| A | 91.2 | 90.1 |\n\n## Zork scores ↑\n\n| Model | Flim | Flam ↓ |\n|---|---|---|\n| A | 91.2 | 90.1 |\n",
        (
            "7|A|Kvasir-SEG||mean Dice|91.2|%|+!",
            "7|A|CVC-ClinicDB||mean Dice|90.1|%|+!",
            "13|A|Zork~||Flim|91.2||+",
            "13|A|Zork~||Flam|90.1||-",
        ),
    ),
    Case(
        "nor of columns in other units, of fractions, or of a metric that is known to go the other way",
        "a.md",
        "# WikiText-103\n\n## Results (%)\n\n| Model | top-1 accuracy | FPS |\n|---|---|---|\n| A | 0.912 | 31 |\n\n## Scores (higher is better)\n\n| Model | perplexity | Flim |\n|---|---|---|\n| A | 21.2 | 90.1 |\n",
        (
            "7|A|WikiText-103||top-1 accuracy|0.912|1!|+!",
            "7|A|WikiText-103||FPS|31|FRAME-PER-SEC!|+!",
            "13|A|WikiText-103||perplexity|21.2|-!|-!",
            "13|A|WikiText-103||Flim|90.1||+",
        ),
    ),
    Case(
        "a mark behind the name of a column is that column's",
        "a.md",
        "# Kvasir-SEG\n\n## Zork (%)\n\n| Model | Zork | Dice |\n|---|---|---|\n| A | 21.2 | 90.1 |\n",
        ("7|A|Kvasir-SEG / Zork||Zork|21.2||?", "7|A|Kvasir-SEG / Zork||Dice|90.1|%!|+!"),
    ),
    Case(
        "captions that take turns with tables are those above them where the last table has none below",
        "a.md",
        "# Results on Kvasir-SEG\n\n| Model | Flim |\n|---|---|\n| A | 21.2 |\n\nTable 2: Zork errors (↓)\n\n| Model | Flam |\n|---|---|\n| A | 3.2 |\n\nThe end.\n",
        ("5|A|Kvasir-SEG||Flim|21.2||?", "11|A|Kvasir-SEG||Flam|3.2||-"),
    ),
    Case(
        "and those below them where it has one",
        "a.md",
        "# Results on Kvasir-SEG\n\n| Model | Flim |\n|---|---|\n| A | 21.2 |\n\nTable 1: Zork errors (↓)\n\n| Model | Flam |\n|---|---|\n| A | 3.2 |\n\nTable 2: Zork scores (↑)\n",
        ("5|A|Kvasir-SEG||Flim|21.2||-", "11|A|Kvasir-SEG||Flam|3.2||+"),
    ),
    Case(
        "lines of Kaldi: the model's folder, what was decoded, counts and comments beside the rate",
        "RESULTS",
        "#!/usr/bin/env bash\nexit 0\n\n# monophone\n%WER 31.77 [ 3987 / 12549, 471 ins, 471 del, 3045 sub ] exp/mono0a/decode_toy/wer_7\n\n"
        "# nnet\n%WER 4.53 [ 2377 / 52576, 248 ins, 210 del, 1919 sub ] [PARTIAL] exp/chain/tdnn/decode_toy/wer_9_0.0\n%SER 42.31 [ 1143 / 2703 ] exp/chain/tdnn/decode_toy\n"
        "%WER 12.5 | 1831 21395 | 89.8 7.2 3.0 2.3 12.5 42.6 | -0.1 | exp/tri2/decode_toy2/score_11/toy.ctm.filt.sys\nexp/tri3/decode_toy2/cer_10:%CER 9.13 [ 2 / 5, 0 ins, 1 del, 1 sub ]\n%WER exp/tri9\n",
        (
            "5|mono0a|decode_toy||WER|31.77|%|-!",
            "8|chain/tdnn|decode_toy||WER|4.53|%|-!",
            "9|chain/tdnn|decode_toy||sentence error rate|42.31|%|-!",
            "10|tri2|decode_toy2||WER|12.5|%|-!",
            "11|tri3|decode_toy2||CER|9.13|%|-!",
        ),
        rejects=("12: line-unclear",),
        notes={
            "mono0a": "comment: monophone; counts: 3987 / 12549, 471 ins, 471 del, 3045 sub; scored: wer_7",
            "tri2": "scored: score_11/toy.ctm.filt.sys",
        },
    ),
    Case(
        "lines of trec_eval: means over all queries; single queries and counts are no results",
        "toy-dl.txt",
        "runid all bm25.toy\nnum_q all 50\nmap 101 0.5\nmap 102 0.1\nmap                   \tall\t0.2345\nP_10 all 0.4400\nndcg_cut_10 all 0.45\ngm_map all 0.11\n"
        "runid all dense.toy\nmap all 0.3\n",
        (
            "5|bm25.toy|toy-dl~||MAP|0.2345|1!|+!",
            "6|bm25.toy|toy-dl~||P@10|0.4400|1!|+!",
            "7|bm25.toy|toy-dl~||nDCG@10|0.45|1!|+!",
            "8|bm25.toy|toy-dl~||gm_map|0.11||?",
            "10|dense.toy|toy-dl~||MAP|0.3|1!|+!",
        ),
        notes={"bm25.toy": "items: 50; measure: map"},
    ),
    Case(
        "a sentence that begins as such a line, and a column headed map, are none",
        "a.txt",
        "map all models\n\nModel   mAP   FPS\nNet A   41.2  31\nNet B   40.1  28\n",
        (
            "4|Net A|map all~||mAP|41.2|%!|+!",
            "4|Net A|map all~||FPS|31|FRAME-PER-SEC!|+!",
            "5|Net B|map all~||mAP|40.1|%!|+!",
            "5|Net B|map all~||FPS|28|FRAME-PER-SEC!|+!",
        ),
    ),
    Case(
        "names of models in the header over rows that nobody knows are methods, and that is asked",
        "a.md",
        "# Results on MMLU\n\n| | GPT-4o | Gemini-1.5-Pro | Zork |\n|---|---|---|---|\n| Flim | 76.8 | 93.6 | 80.1 |\n",
        (
            "5|GPT-4o|MMLU||Flim|76.8||?",
            "5|Gemini-1.5-Pro|MMLU||Flim|93.6||?",
            "5|Zork|MMLU||Flim|80.1||?",
        ),
    ),
    Case(
        "a row that is one as well, or a baseline, keeps the methods in the rows",
        "a.md",
        "# Results on MMLU\n\n| | LLaMA-7B | LLaMA-13B |\n|---|---|---|\n| Baseline | 36.8 | 43.6 |\n| Flim | 37.8 | 43.9 |\n",
        (
            "5|Baseline|MMLU||LLaMA-7B|36.8||?",
            "5|Baseline|MMLU||LLaMA-13B|43.6||?",
            "6|Flim|MMLU||LLaMA-7B|37.8||?",
            "6|Flim|MMLU||LLaMA-13B|43.9||?",
        ),
    ),
    Case(
        "a metric over splits is no method, and the scales of a decoder are no scores",
        "a.md",
        "# Toy conformer\n\nThe best results (CER) are listed below:\n\n| |test|\n|--|--|\n|CER| 4.26% |\n\nThe scales are:\n\n| |lm_scale|attention_scale|\n|--|--|--|\n|test|0.3|0.9|\n",
        ("7|Toy conformer|Toy conformer~|test|CER|4.26|%|-!",),
    ),
    Case(
        "the loss that a model is trained with is no metric of its table, the best one that is below is",
        "a.md",
        "# LibriSpeech\n\nRNN-T loss is used.\n\nThe best WER, as of 2022-05-12, for the toy set is below\n\n| | test-clean |\n|---|---|\n| greedy search | 10.51 |\n",
        ("9|greedy search|LibriSpeech|test-clean|word error rate|10.51|%!|-!",),
    ),
    Case(
        "two numbers with a plus between them are refused cell by cell",
        "a.md",
        "# Results\n\n| Model | Zork | Dice |\n|---|---|---|\n| NetA | 0.39+0.01 | 0.91+0.02 |\n| NetB | 0.38+0.02 | 0.90+0.02 |\n",
        rejects=("5:2 not-a-number", "5:3 not-a-number", "6:2 not-a-number", "6:3 not-a-number"),
    ),
    Case(
        "lines over tables that name other versions of a data set part them, and a test set has a name",
        "a.md",
        "# Toy\n\n## TREC\n\nZork-6:\n\n| Model | Error |\n|---|---|\n| A | 1.9 |\n\nZork-50:\n\n| Model | Error |\n|---|---|\n| B | 2.8 |\n\n## PhoMT\n\n`tst2015` is used for test\n\n| Model | BLEU |\n|---|---|\n| C | 26.4 |\n",
        (
            "9|A|TREC / Zork-6||Error|1.9||-!",
            "15|B|TREC / Zork-50||Error|2.8||-!",
            "23|C|PhoMT~|tst2015|BLEU|26.4|%!|+!",
        ),
    ),
    Case(
        "numbers under a heading that may stand over names of data are values",
        "a.md",
        "# Results\n\n| Task | Model | Interview | Competition |\n|---|---|---|---|\n| APPS | Net (1.5B) | 7.52% | 4.29% |\n| APPS | Nut (340M) | **10.47%** | **8.43%** |\n",
        (
            "5|Net (1.5B)|Results~||Interview|7.52|%|?",
            "5|Net (1.5B)|Results~||Competition|4.29|%|?",
            "6|Nut (340M)|Results~||Interview|10.47|%|?",
            "6|Nut (340M)|Results~||Competition|8.43|%|?",
        ),
    ),
    Case(
        "the deviation in brackets that the heading over the methods names",
        "a.rst",
        "F1 scores\n=========\n\n+----------+-----------------+-----------------+\n| F1 (std) | CHASEDB1        | DRIVE           |\n+----------+-----------------+-----------------+\n"
        "| NetA     | 0.8114 (0.0206) | 0.8226 (0.0142) |\n+----------+-----------------+-----------------+\n| NetB     | 0.8098 (0.0206) | 0.8192 (0.0136) |\n+----------+-----------------+-----------------+\n",
        (
            "7|NetA|CHASEDB1||F1|0.8114|1!|+!",
            "7|NetA|DRIVE||F1|0.8226|1!|+!",
            "9|NetB|CHASEDB1||F1|0.8098|1!|+!",
            "9|NetB|DRIVE||F1|0.8192|1!|+!",
        ),
        uncertainty={"NetA": "0.0206"},
    ),
    Case(
        "a table of one method that begins anew for each metric, and a metric at another number over the first column",
        "a.md",
        "# Toy\n\n## Effectiveness\n\n| **nDCG@10** | **BM25** |\n|---|---|\n| SciFact | 0.636 |\n| **R@100** | **BM25** |\n| SciFact | 0.992 |\n\n"
        "| **AP@100** | **BM25** | **+RM3** |\n|---|---|---|\n| SciFact | 0.2700 | 0.3045 |\n",
        (
            "7|BM25|SciFact||NDCG at 10|0.636|1!|+!",
            "9|BM25|SciFact||recall at 100|0.992|1!|+!",
            "13|BM25|SciFact||AP@100|0.2700|1!|+!",
            "13|+RM3|SciFact||AP@100|0.3045|1!|+!",
        ),
    ),
    Case(
        "several links in brackets behind a name leave none of their commas in it",
        "a.md",
        "# Introduction to ToyNet\n\n| Model | COCO val box AP |\n|---|---|\n| toy_tiny <br /> ([config](a.yaml), [checkpoint](a.pt)) | 71.8 |\n| toy_big ([paper](a.pdf) / [code](a)) | 73.5 |\n",
        ("5|toy_tiny|COCO|val|box AP|71.8|%!|+!", "6|toy_big|COCO|val|box AP|73.5|%!|+!"),
    ),
    Case(
        "a metric behind the last of several parts is that of all, and a seed is no score",
        "a.md",
        "# BraTS\n\n| Model | WT/ET/TC Dice ↑ | Training Seed |\n|---|---|---|\n| NetA | 0.91/0.82/0.87 | 42 |\n| NetB | 0.90/0.81/0.86 | 43 |\n",
        tuple(
            f"{line}|{method}|BraTS / {part}||Dice|{value}|1!|+"
            for line, method, values in ((5, "NetA", ("0.91", "0.82", "0.87")), (6, "NetB", ("0.90", "0.81", "0.86")))
            for part, value in zip(("WT", "ET", "TC"), values, strict=True)
        ),
    ),
    Case(
        "rows of models under a heading of settings are methods, and what is printed in GB is no score",
        "a.md",
        "# Results\n\n| Quantization | MMLU | GPU Usage of Generating |\n|---|---|---|\n| Toy-1.8B-Chat (BF16) | 43.3 | 5.8GB |\n| Toy-1.8B-Chat (Int4) | 42.9 | 2.9GB |\n",
        ("5|Toy-1.8B-Chat (BF16)|MMLU||accuracy|43.3|%!|+!", "6|Toy-1.8B-Chat (Int4)|MMLU||accuracy|42.9|%!|+!"),
        resources=(
            "Toy-1.8B-Chat (BF16)|GPU Usage of Generating|5.8GB",
            "Toy-1.8B-Chat (Int4)|GPU Usage of Generating|2.9GB",
        ),
    ),
    Case(
        "subjects are no data sets of the same letters: Math is not MATH",
        "a.md",
        "# Results\n\n| Model | Coding | Math |\n|---|---|---|\n| NetA | 61.2 | 44.1 |\n\n## Others\n\n| Model | GSM8K | MATH |\n|---|---|---|\n| NetA | 61.2 | 44.1 |\n",
        (
            "5|NetA|Results~||Coding|61.2||?",
            "5|NetA|Results~||Math|44.1||?",
            "11|NetA|GSM8K||accuracy|61.2|%!|+!",
            "11|NetA|MATH||accuracy|44.1|%!|+!",
        ),
    ),
    Case(
        "a table by blanks below one by tabs is read as well, and half a remark is no part of a name",
        "p.txt",
        "Leaderboard: Zork-9 (Execution Accuracy)\nRank\tModel\tDev F1\n1\tNetA\t84.4\n2\tNetB\t\n\nResults on LibriSpeech (lower is better)\n\nSystem   WER   params\nToy-S    2.7   30M\nToy-L    2.1   118M\n",
        (
            "3|NetA|Zork-9~|dev|F1|84.4|%!|+!",
            "9|Toy-S|LibriSpeech||WER|2.7|%!|-!",
            "10|Toy-L|LibriSpeech||WER|2.1|%!|-!",
        ),
        missing=1,
        resources=("Toy-S|params|30M", "Toy-L|params|118M"),
    ),
    Case(
        "tables under headings of shots are parted by them, the ones without any as well",
        "a.md",
        "# Toy\n\n## Zero-shot\n\n| Model | MMLU |\n|---|---|\n| A | 61.2 |\n\n## Five-shot\n\n| Model | MMLU |\n|---|---|\n| A | 71.2 |\n",
        ("7|A|MMLU / Zero-shot||accuracy|61.2|%!|+!", "13|A|MMLU / Five-shot||accuracy|71.2|%!|+!"),
    ),
)
