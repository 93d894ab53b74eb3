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
)
