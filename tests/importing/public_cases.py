"""Leaderboards as public READMEs and pages print them, each once read wrongly. Answers read by eye.

Written like :mod:`tests.importing.cases`.
"""

# ruff: noqa: E501

from __future__ import annotations

from tests.importing.cases import Case

PUBLIC = (
    Case(
        "a column of splits names no data set, and the paragraph over the next table is the next one's",
        "a.md",
        "# ToySeg\n\n1. Performance on the Cityscapes dataset.\n\n| model | Train Set | Test Set | mIoU |\n|---|---|---|---|\n"
        "| NetA | Train | Val | 80.9 |\n| NetB | Train + Val | Test | 82.3 |\n\n"
        "2. Performance on the TOYLIP dataset.\n\n| model | mIoU |\n|---|---|\n| NetA | 55.8 |\n\n"
        "3. Performance on the PASCAL-Context dataset.\n\n| model | mIoU |\n|---|---|\n| NetA | 54.1 |\n",
        (
            "7|NetA|Cityscapes|Val|mIoU|80.9|%!|+!",
            "8|NetB|Cityscapes|Test|mIoU|82.3|%!|+!",
            "14|NetA|TOYLIP||mIoU|55.8|%!|+!",
            "20|NetA|PASCAL Context||mIoU|54.1|%!|+!",
        ),
    ),
    Case(
        "boxes with a heading of their own keep two settings of one data set apart; a nameless row is no method",
        "board.html",
        "<title>HotpotQA Homepage</title><h1>HotpotQA</h1>"
        '<div class="card"><div class="card-header">Leaderboard (Distractor Setting)</div><div class="card-body">'
        '\n<table><tr><th rowspan="2">Model</th><th colspan="2">Ans</th></tr><tr><th>EM</th><th>F1</th></tr>'
        "\n<tr><td>NetA</td><td>72.69</td><td>85.04</td></tr>"
        "\n<tr><td>()</td><td>67.44</td><td>80.27</td></tr></table></div></div>"
        '<div class="card"><div class="card-header">Leaderboard (Fullwiki Setting)</div><div class="card-body">'
        '\n<table><tr><th rowspan="2">Model</th><th colspan="2">Ans</th></tr><tr><th>EM</th><th>F1</th></tr>'
        "\n<tr><td>NetA</td><td>67.46</td><td>80.52</td></tr></table></div></div>"
        "<footer><p>Template of the PubMedQA team.</p></footer>",
        (
            "3|NetA|HotpotQA / Distractor, Ans||EM|72.69|%!|+!",
            "3|NetA|HotpotQA / Distractor, Ans||F1|85.04|%!|+!",
            "6|NetA|HotpotQA / Fullwiki, Ans||EM|67.46|%!|+!",
            "6|NetA|HotpotQA / Fullwiki, Ans||F1|80.52|%!|+!",
        ),
        rejects=("4:2 no-method", "4:3 no-method"),
    ),
    Case(
        "a heading that is the name of a measure tells what is measured, and no data set",
        "board.html",
        "<title>ToySQL</title>"
        '<div class="card-header">Leaderboard - Execution Accuracy (EX)</div>'
        "\n<table><tr><th>Model</th><th>Size</th><th>Dev (%)</th><th>Test (%)</th></tr>"
        "\n<tr><td>NetA</td><td>7B</td><td>77.64</td><td>80.1</td></tr></table>"
        '<div class="card-header">Leaderboard - Valid Efficiency Score</div>'
        "\n<table><tr><th>Model</th><th>Size</th><th>Test</th></tr>"
        "\n<tr><td>NetA</td><td>7B</td><td>83.26</td></tr></table>",
        (
            "3|NetA|ToySQL~|dev|Execution Accuracy (EX)|77.64|%|?",
            "3|NetA|ToySQL~|test|Execution Accuracy (EX)|80.1|%|?",
            "5|NetA|ToySQL~|test|Valid Efficiency Score|83.26||?",
        ),
        resources=("NetA|Size|7B", "NetA|Size|7B"),
    ),
    Case(
        "the metric and the split over the names, with a language called id; what a model was tuned on is not the data",
        "board.html",
        "<title>Toy Reproductions</title><h1>Toy Reproductions: MIRACL</h1>"
        "<ul><li>NetA: an encoder, pre-FT w/ MS MARCO</li></ul>"
        "\n<table><tr><th></th><th>nDCG@10, dev&nbsp;queries</th><th>ar</th><th>hi</th><th>id</th><th>zh</th></tr>"
        "\n<tr><td></td><td>NetA</td><td>0.481</td><td>0.458</td><td>0.449</td><td>0.180</td></tr></table>",
        (
            "3|NetA|MIRACL / ar|dev|NDCG at 10|0.481|1!|+!",
            "3|NetA|MIRACL / hi|dev|NDCG at 10|0.458|1!|+!",
            "3|NetA|MIRACL / id|dev|NDCG at 10|0.449|1!|+!",
            "3|NetA|MIRACL / zh|dev|NDCG at 10|0.180|1!|+!",
        ),
    ),
    Case(
        "versions, epochs, vocabularies and years of publication are no scores, and R50 is no size",
        "a.md",
        "# COCO\n\n| Model | size | AP | COCO version | Train epochs | Vocab size | Pub. |\n|---|---|---|---|---|---|---|\n"
        "| NetA | R50 | 41.5 | 2.2 | 36 | 30000 | 2020 |\n| NetB | R101 | 42.5 | 2.1 | 72 | 30000 | 2021 |\n",
        ("5|NetA|COCO||AP|41.5|%!|+!", "6|NetB|COCO||AP|42.5|%!|+!"),
        notes={
            "NetA": "setting size = R50; setting COCO version = 2.2; setting Train epochs = 36; "
            "setting Vocab size = 30000; Pub.: 2020"
        },
    ),
    Case(
        "a split over a table on a line of its own",
        "a.md",
        "# LibriSpeech\n\ntest clean\n\n| Model | WER |\n|---|---|\n| greedy | 3.76 |\n\ntest other\n\n| Model | WER |\n|---|---|\n| greedy | 9.50 |\n",
        ("7|greedy|LibriSpeech|test clean|WER|3.76|%!|-!", "13|greedy|LibriSpeech|test other|WER|9.50|%!|-!"),
    ),
    Case(
        "neither a split nor the name of the models is taken for the data set, and Part A keeps its letter",
        "a.md",
        "# Toy Bench\n\n## Test Leaderboard\n\n| Model | Accuracy |\n|---|---|\n| NetA | 63.6 |\n\n"
        "## NetA\n\n| Model | Accuracy |\n|---|---|\n| NetA-large | 64.6 |\n\n"
        "## ToyCrowd Part A\n\n| Model | MAE |\n|---|---|\n| NetA | 110.2 |\n",
        (
            "7|NetA|Toy Bench~||Accuracy|63.6|%!|+!",
            "13|NetA-large|Toy Bench~||Accuracy|64.6|%!|+!",
            "19|NetA|ToyCrowd Part A~||MAE|110.2||-!",
        ),
    ),
    Case(
        "what stands over a table holds for all of its columns",
        "a.md",
        "# Toy zoo\n\n| name | box AP |\n|---|---|\n| NetA | 42.0 |\n\nAP is computed on COCO.\n\n## COCO panoptic models\n\n"
        "| name | box AP | PQ |\n|---|---|---|\n| NetA | 38.8 | 43.4 |\n",
        (
            "5|NetA|COCO||box AP|42.0|%!|+!",
            "13|NetA|COCO / panoptic||box AP|38.8|%!|+!",
            "13|NetA|COCO / panoptic||PQ|43.4|%!|+!",
        ),
    ),
    Case(
        "a task called Code is no column of links, and a sentence names the test set",
        "a.md",
        "# ToyLM\n\n## Typical Tasks\n\nWe also tested the model on the LongWidget evaluation set.\n\n"
        "| Model | Summary | Code |\n|---|---|---|\n| NetA | 24.8 | 52.8 |\n| NetB | 26.6 | 56.2 |\n",
        (
            "9|NetA|LongWidget||Summary|24.8||?",
            "9|NetA|LongWidget||Code|52.8||?",
            "10|NetB|LongWidget||Summary|26.6||?",
            "10|NetB|LongWidget||Code|56.2||?",
        ),
    ),
    Case(
        "when a paper was published is no method",
        "a.md",
        "# WER are we\n\n## Toy Speech\n\n| WER | Paper | Published | Notes |\n|---|---|---|---|\n"
        "| 5.6% | [A system](https://arxiv.org/abs/2004.00960) | April 2020 | LSTM |\n"
        "| 6.5% | [Another](https://arxiv.org/abs/1801.00059) | April 2018 | TDNN |\n",
        message="no column of it names methods",
    ),
    Case(
        "beside a column of models the others are parts, and rows of one data set are no header",
        "board.html",
        "<h1>Toy speech</h1><table><thead><tr><th rowspan='2'>Dataset</th><th rowspan='2'>Model</th>"
        "<th colspan='2'>Results (WER)</th></tr><tr><th>Mic</th><th>iOS</th></tr></thead><tbody>"
        "\n<tr><td rowspan='2'>AISHELL-2</td><td>NetA</td><td>4.5</td><td>3.9</td></tr>"
        "\n<tr><td>NetB</td><td>-</td><td>2.9</td></tr></tbody></table>",
        (
            "2|NetA|AISHELL-2 / Mic||WER|4.5|%!|-!",
            "2|NetA|AISHELL-2 / iOS||WER|3.9|%!|-!",
            "3|NetB|AISHELL-2 / iOS||WER|2.9|%!|-!",
        ),
        missing=1,
    ),
    Case(
        "the data set is headed as one, the names of configurations are methods, and a heading has its own metric",
        "a.md",
        "# Toy zoo\n\n## ToyPose Dataset\n\n- Latency is tested under skip-frame settings.\n- `Body8` denotes the addition of the OCHuman dataset.\n\n"
        "| Config | Pose Config | Pipeline AP (COCO) | Model AP (ToyHand) |\n|---|---|---|---|\n"
        "| [NetA](./a.py) | [PoseT](./t.py) | 64.4 | 46.6 |\n| [NetA](./a.py) | [PoseS](./s.py) | 68.5 | 47.7 |\n",
        (
            "10|NetA|COCO / Pipeline||AP|64.4|%!|+!",
            "10|NetA|ToyHand||AP|46.6|%!|+!",
            "11|NetA|COCO / Pipeline||AP|68.5|%!|+!",
            "11|NetA|ToyHand||AP|47.7|%!|+!",
        ),
        notes={"NetA": "setting Pose Config = PoseT; setting Pose Config = PoseS"},
    ),
    Case(
        "a sign that tells two rows apart is part of the name, in the header as well",
        "a.md",
        "# COCO\n\n| Model | AP |\n|---|---|\n| NetA | 41.0 |\n| NetA* | 44.0 |\n| NetB* | 46.0 |\n\n\\* trained on more data\n",
        (
            "5|NetA|COCO||AP|41.0|%!|+!",
            "6|NetA*|COCO||AP|44.0|%!|+!",
            "7|NetB|COCO||AP|46.0|%!|+!",
        ),
        notes={"NetA*": "footnote: * trained on more data", "NetB": "footnote: * trained on more data"},
    ),
    Case(
        "a name that most of its numbers contradict is not that metric, under no group",
        "a.md",
        "# ToySec leaderboard\n\n| Model | top-1 | top-5 | FPS |\n|---|---|---|---|\n| NetA | 108 | 544 | 30 |\n| NetB | 91 | 410 | 31 |\n",
        (
            "5|NetA|ToySec~||top-1|108||?",
            "5|NetA|ToySec~||top-5|544||?",
            "5|NetA|ToySec~||FPS|30|FRAME-PER-SEC!|+!",
            "6|NetB|ToySec~||top-1|91||?",
            "6|NetB|ToySec~||top-5|410||?",
            "6|NetB|ToySec~||FPS|31|FRAME-PER-SEC!|+!",
        ),
    ),
    Case(
        "backbones under the name of their model; what it was trained on is neither method nor data set",
        "zoo.md",
        "# Toy zoo\n\nFor ToyNet, we also train it on UCF101.\n\n## ToyNet\n\n"
        "| Pretrained | Backbone | Top-1 | Top-5 (A / B ($\\Delta$)) | Download |\n|---|---|---|---|---|\n"
        "| ImageNet | R50 | 70.6 | 70.6 / 73.6 (+ 3.0) | [model](https://x.example/toynet_r50.pth) |\n"
        "| None | R101 | 71.6 | - | [model](https://x.example/toynet_r101.pth) |\n",
        (
            "9|ToyNet R50|Toy zoo~||Top-1|70.6|%!|+!",
            "10|ToyNet R101|Toy zoo~||Top-1|71.6|%!|+!",
        ),
        rejects=("9:4 not-a-number",),
        missing=1,
        notes={"ToyNet R50": "setting Pretrained = ImageNet"},
    ),
    Case(
        "the paper's values and those of a repository are no methods",
        "a.md",
        "# Linear Probing\n\n| | ToyNet-B | ToyNet-L |\n|---|---|---|\n| paper (TF/TPU) | 68.0 | 75.8 |\n| this repo (PT/GPU) | 67.8 | 76.0 |\n",
        message="no column of it names methods",
    ),
    Case(
        "a heading that the text below it describes as a data set is one, whatever it was made from; counts are no rates",
        "a.md",
        "# Parsing\n\n### TOY-DT\n\nTOY-DT [(Toy et al., 2001)](https://x.example) contains 385 documents selected from the Penn Treebank.\n\n"
        "| Model | Macro F1 | Error Count |\n|---|---|---|\n| NetA | 0.870 | 2 |\n| NetB | 0.860 | 0 |\n",
        (
            "9|NetA|TOY-DT||Macro F1|0.870|1!|+!",
            "9|NetA|TOY-DT||Error Count|2||?",
            "10|NetB|TOY-DT||Macro F1|0.860|1!|+!",
            "10|NetB|TOY-DT||Error Count|0||?",
        ),
    ),
    Case(
        "the date over a table is no data set",
        "a.md",
        "# Toy recipes\n\n## 2022-03-01\n\n| Model | WER |\n|---|---|\n| NetA | 4.94 |\n",
        ("7|NetA|Toy recipes~||WER|4.94|%!|-!",),
    ),
)
