"""Files that programs write: fields with the word of a metric that are none, ids beside names, objects in objects.

Written like :mod:`tests.importing.cases`.
"""

# ruff: noqa: E501

from __future__ import annotations

from tests.importing.cases import Case

FIELDS = (
    Case(
        "a field that counts outputs with errors is no error rate",
        "board.yml",
        "- model: ToyCoder\n  pass_rate_1: 49.4\n  error_outputs: 247\n- model: OtherCoder\n  pass_rate_1: 72.3\n  error_outputs: 0\n",
        ("2|ToyCoder|board~||pass_rate_1|49.4|%!|+!", "5|OtherCoder|board~||pass_rate_1|72.3|%!|+!"),
    ),
    Case(
        "the precision that a metric is printed with is no precision",
        "index.yaml",
        "metrics:\n  - metric: MAP@100\n    metric_precision: 4\n  - metric: nDCG@10\n    metric_precision: 4\nmodels:\n"
        "  - name: bm25\n    results:\n      nDCG@10:\n        - 0.5778\n  - name: bm25+rm3\n    results:\n      nDCG@10:\n        - 0.6137\n",
        ("10|bm25|index~||nDCG@10|0.5778|1!|+!", "14|bm25+rm3|index~||nDCG@10|0.6137|1!|+!"),
    ),
    Case(
        "what stands below hyperparameters is a setting, whatever it is called",
        "run.json",
        '{"name": "toy-lm", "hyperparameters": {"acc": 4, "z_loss": 0.0001, "wd": 0.033},\n "accuracy": 0.512}',
        ("2|toy-lm|run~||accuracy|0.512|1!|+!",),
        notes={
            "toy-lm": "setting hyperparameters acc = 4; setting hyperparameters z_loss = 0.0001; setting hyperparameters wd = 0.033"
        },
    ),
    Case(
        "the id of a task is no method, and what runs on it is one",
        "results.csv",
        "id,task,framework,fold,acc\ntasks.example/t/7,adult,ToyML,0,0.861\ntasks.example/t/7,adult,OtherML,0,0.872\ntasks.example/t/9,christine,ToyML,0,0.731\ntasks.example/t/9,christine,OtherML,0,0.744\n",
        (
            "2|ToyML|adult||acc|0.861|1!|+!",
            "3|OtherML|adult||acc|0.872|1!|+!",
            "4|ToyML|christine||acc|0.731|1!|+!",
            "5|OtherML|christine||acc|0.744|1!|+!",
        ),
    ),
    Case(
        "a list of results by task and prompt is a run of the harness, and its runner no model",
        "eval_results.json",
        '{"results": [\n{"task_name": "toy_pro", "prompt_name": "refers to", "em": 0.31, "subset": null, "prompt_id": "7", "em_stderr": 0.02},\n'
        '{"task_name": "toy_pro", "prompt_name": "stands for", "em": 0.36, "subset": null, "prompt_id": "8", "em_stderr": 0.03}],\n'
        '"table_results": {"toy_pro+refers to": {"em": 0.31}, "toy_pro+stands for": {"em": 0.36}},\n"config": {"model": "hf-causal", "num_fewshot": 0}}',
        ("2|method not stated|toy_pro||em|0.31|1!|+!", "3|method not stated|toy_pro||em|0.36|1!|+!"),
        notes={"method not stated": "setting prompt = refers to; setting prompt = stands for; setting shots = 0"},
        uncertainty={"method not stated": "0.02"},
    ),
    Case(
        "a revision of a model is told, and an adapter on top of it is part of its name",
        "run.json",
        '{"results": {"toy_qa": {\n"acc,none": 0.61}}, "versions": {"toy_qa": 1},\n'
        '"config": {"model": "hf", "model_args": "pretrained=acme/base,revision=step43000,peft=acme/tuned,load_in_4bit=False"}}',
        ("2|acme/base + acme/tuned|toy_qa||acc|0.61|1!|+!",),
        notes={"acme/base + acme/tuned": "setting revision = step43000"},
    ),
    Case(
        "a fraction under a field that is called a percentage has no sure unit",
        "run.json",
        '{"results": {"toy_pairs": {\n"pct_stereotype": 0.44}, "toy_pairs_fr": {\n"pct_stereotype": 51.3}}, "versions": {},\n'
        '"config": {"model": "hf", "model_args": "pretrained=acme/base"}}',
        ("2|acme/base|toy_pairs||pct_stereotype|0.44||?", "3|acme/base|toy_pairs_fr||pct_stereotype|51.3|%|?"),
    ),
    Case(
        "objects beside those of categories are of parts as well, and no methods",
        "scores.json",
        '{"category": {"toy vqa": {\n"accuracy": "30.1", "correct": 3}, "toy math": {\n"accuracy": "20.5", "correct": 2}},\n'
        '"source": {"ToySet": {\n"accuracy": "44.2", "correct": 4}, "OtherSet": {\n"accuracy": "51.7", "correct": 5}}}',
        (
            "2|method not stated|category / toy vqa~||accuracy|30.1|%!|+!",
            "3|method not stated|category / toy math~||accuracy|20.5|%!|+!",
            "5|method not stated|source / ToySet~||accuracy|44.2|%!|+!",
            "6|method not stated|source / OtherSet~||accuracy|51.7|%!|+!",
        ),
    ),
    Case(
        "the classes of a report are no methods, and the number of their items is no score",
        "report.json",
        '{"model": "acme/net", "report": {\n"yes": {"precision": 0.71, "recall": 0.62, "f1-score": 0.65, "support": 357},\n'
        '"no": {"precision": 0.63, "recall": 0.54, "f1-score": 0.57, "support": 341}}}',
        (
            "2|acme/net|report / yes~||precision|0.71|1!|+!",
            "2|acme/net|report / yes~||recall|0.62|1!|+!",
            "2|acme/net|report / yes~||f1-score|0.65|1!|+!",
            "3|acme/net|report / no~||precision|0.63|1!|+!",
            "3|acme/net|report / no~||recall|0.54|1!|+!",
            "3|acme/net|report / no~||f1-score|0.57|1!|+!",
        ),
    ),
    Case(
        "objects whose name stands in an object of its own; the outermost says benchmark and split",
        "leaderboard.json",
        '{"benchmark": "Toy Bench", "evaluation_split": "public", "rows": [\n{"info": {"name": "NetA", "date": "2026-01-31"}, "scores": {"accuracy": 0.885}},\n'
        '{"info": {"name": "NetB", "date": "2026-01-30"}, "scores": {"accuracy": 0.824}}]}',
        ("2|NetA|Toy Bench|public|accuracy|0.885|1!|+!", "3|NetB|Toy Bench|public|accuracy|0.824|1!|+!"),
    ),
    Case(
        "bounds of a score under another name are its bounds, and no scores",
        "arena.csv",
        "model,score,rating_q025,rating_q975,avg_tokens\nNetA,82.63,80.75,84.6,662\nNetB,79.35,77.25,80.62,567\n",
        ("2|NetA|arena~||score|82.63||?", "3|NetB|arena~||score|79.35||?"),
        resources=("NetA|avg_tokens|662", "NetB|avg_tokens|567"),
        uncertainty={"NetA": "[80.75, 84.6]"},
    ),
    Case(
        "the name of what an error belongs to stands behind it",
        "board.csv",
        "Model,Average_MSE,Bootstrap_standard_error_MSE\nNetA,0.371,0.019\nNetB,0.402,0.021\n",
        ("2|NetA|board~||mean squared error|0.371||-!", "3|NetB|board~||mean squared error|0.402||-!"),
        uncertainty={"NetA": "0.019"},
    ),
    Case(
        "one data set under two headings is measured in two ways, and neither is the usual one",
        "eval.json",
        '{"model": "toy-lm", "date": "2026-01-30", "surprise": {\n"mmlu": 1.61,\n"gsm8k": 1.66}, "in_context": {\n"mmlu": 0.255}}',
        (
            "2|toy-lm|MMLU / surprise||metric not stated|1.61||?",
            "3|toy-lm|GSM8K / surprise||metric not stated|1.66||?",
            "4|toy-lm|MMLU / in_context||metric not stated|0.255||?",
        ),
    ),
    Case(
        "another data set of a family is spelled with a blank; a mean per class is a kind of the metric, no part of the data",
        "zoo.csv",
        "model,ImageNet 1k,ImageNet Sketch,ImageNet v2,Average perf. on 3 datasets,mean_per_class_recall\nNetA,0.8437,0.7324,0.7833,0.7865,0.81\nNetB,0.8344,0.7100,0.7701,0.7715,0.80\n",
        (
            "2|NetA|ImageNet-1k|val~|accuracy at 1|0.8437|1!|+!",
            "2|NetA|ImageNet-Sketch||accuracy at 1|0.7324|1!|+!",
            "2|NetA|ImageNet-V2||accuracy at 1|0.7833|1!|+!",
            "2|NetA|zoo~||Average perf. on 3 datasets|0.7865||?",
            "2|NetA|zoo~||mean_per_class_recall|0.81|1!|+!",
            "3|NetB|ImageNet-1k|val~|accuracy at 1|0.8344|1!|+!",
            "3|NetB|ImageNet-Sketch||accuracy at 1|0.7100|1!|+!",
            "3|NetB|ImageNet-V2||accuracy at 1|0.7701|1!|+!",
            "3|NetB|zoo~||Average perf. on 3 datasets|0.7715||?",
            "3|NetB|zoo~||mean_per_class_recall|0.80|1!|+!",
        ),
    ),
    Case(
        "the objects of a file about one model are named by its tasks",
        "eval.json",
        '{"model_name": "toy-lm", "results": {\n"mmlu": {"acc": 0.61, "acc_stderr": 0.01},\n"toy_qa": {"acc": 0.42, "acc_stderr": 0.02}}}',
        ("2|toy-lm|MMLU||acc|0.61|1!|+!", "3|toy-lm|toy_qa||acc|0.42|1!|+!"),
        uncertainty={"toy-lm": "0.02"},
    ),
    Case(
        "the loader of files and a split are no data sets, and what a card calls a baseline is not its model's value",
        "card.md",
        "---\nmodel-index:\n- name: net-a\n  results:\n  - task: {type: regression}\n    dataset: {name: validation, type: imagefolder}\n    metrics:\n"
        "    - {type: mae, name: MAE, value: 0.368}\n    - {type: mae, name: Constant-mean baseline MAE, value: 0.689}\n"
        "    - {type: accuracy, name: Loss on eval, value: 0.3}\n---\n# net-a\n",
        (
            "8|net-a|net-a~|validation|MAE|0.368||-!",
            "9|net-a|net-a~|validation|Constant-mean baseline MAE|0.689||-!",
            "10|net-a|net-a~|validation|Loss on eval|0.3||?",
        ),
    ),
    Case(
        "a heading of two lines within quotes",
        "board.csv",
        'Model,"Accuracy\n(test)",WER\nNetA,0.912,0.051\nNetB,0.884,0.062\n',
        (
            "3|NetA|board~|test|Accuracy|0.912|1!|+!",
            "3|NetA|board~||WER|0.051|1!|-!",
            "4|NetB|board~|test|Accuracy|0.884|1!|+!",
            "4|NetB|board~||WER|0.062|1!|-!",
        ),
    ),
    Case(
        "a column 'split' beside headings with splits says how the data were parted",
        "results.yaml",
        "- model: NetA\n  split: cluster\n  val_f1: 0.150\n  test_f1: 0.303\n  hidden_dim: 1024\n- model: NetB\n  split: cluster\n  val_f1: 0.157\n  test_f1: 0.216\n  hidden_dim: 512\n",
        (
            "3|NetA|results~|val|F1|0.150|1!|+!",
            "4|NetA|results~|test|F1|0.303|1!|+!",
            "8|NetB|results~|val|F1|0.157|1!|+!",
            "9|NetB|results~|test|F1|0.216|1!|+!",
        ),
        notes={"NetA": "setting split = cluster; setting hidden_dim = 1024"},
    ),
    Case(
        "a percentile is a kind of latency, and a day behind a rating no data set",
        "board.csv",
        '"Model","P95 Latency (ms)","Arena Elo\n[Feb 2, 2024]"\nNetA,422.73,1210\nNetB,380.10,1180\n',
        (
            "3|NetA|board~||P95 Latency|422.73|MilliSEC|-!",
            "3|NetA|board~||Arena Elo|1210|-!|+!",
            "4|NetB|board~||P95 Latency|380.10|MilliSEC|-!",
            "4|NetB|board~||Arena Elo|1180|-!|+!",
        ),
        notes={"NetA": "setting as of = 2024-02-02"},
    ),
    Case(
        "bounds belong to the value that lies between them, and answers name no method",
        "board.csv",
        "llm,elo_rating,win_prob,elo_ci95_low,elo_ci95_high\nNetA,1210.5,0.96,1190.1,1230.2\nNetB,1180.0,0.91,1160.3,1201.9\n",
        (
            "2|NetA|board~||elo_rating|1210.5|-!|+!",
            "2|NetA|board~||win_prob|0.96||?",
            "3|NetB|board~||elo_rating|1180.0|-!|+!",
            "3|NetB|board~||win_prob|0.91||?",
        ),
        uncertainty={"NetA": "[1190.1, 1230.2]"},
    ),
)
