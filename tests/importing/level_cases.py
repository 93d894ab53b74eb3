"""Names of several levels down to the values, lists of numbers whose labels stand elsewhere, keys that name no methods.

Written like :mod:`tests.importing.cases`.
"""

# ruff: noqa: E501

from __future__ import annotations

from tests.importing.cases import Case

LEVELS = (
    Case(
        "lists of values in the order of a list of metrics beside them",
        "toy_sr.json",
        '{"metrics": ["PSNR", "SSIM"], "datasets": {"Toy5": {"NetA": [\n30.48, 0.8628], "NetB": [\n31.35, 0.8838]}, "Toy14": {"NetA": [\n27.50, 0.7513], "NetB": [\n28.01, null]}}}',
        (
            "2|NetA|Toy5||PSNR|30.48|DeciB!|+!",
            "2|NetA|Toy5||SSIM|0.8628|1!|+!",
            "3|NetB|Toy5||PSNR|31.35|DeciB!|+!",
            "3|NetB|Toy5||SSIM|0.8838|1!|+!",
            "4|NetA|Toy14||PSNR|27.50|DeciB!|+!",
            "4|NetA|Toy14||SSIM|0.7513|1!|+!",
            "5|NetB|Toy14||PSNR|28.01|DeciB!|+!",
        ),
        missing=1,
    ),
    Case(
        "a list of values that the list of metrics does not fit is rejected, each of its values",
        "toy_sr.json",
        '{"metrics": ["PSNR", "SSIM"], "datasets": {"Toy5": {"NetA": [\n30.48, 0.8628], "NetB":\n[31.35, 0.8838, 0.1]}, "Toy14": {"NetA": [\n27.50, 0.7513], "NetB": [\n28.01, 0.7674]}}}',
        (
            "2|NetA|Toy5||PSNR|30.48|DeciB!|+!",
            "2|NetA|Toy5||SSIM|0.8628|1!|+!",
            "4|NetA|Toy14||PSNR|27.50|DeciB!|+!",
            "4|NetA|Toy14||SSIM|0.7513|1!|+!",
            "5|NetB|Toy14||PSNR|28.01|DeciB!|+!",
            "5|NetB|Toy14||SSIM|0.7674|1!|+!",
        ),
        rejects=("3: labels-do-not-fit",),
        missing=2,
    ),
    Case(
        "known data sets over methods over metrics",
        "board.json",
        '{"MNIST": {"NetA": {\n"accuracy": 0.91}, "NetB": {\n"accuracy": 0.93}}, "CIFAR-10": {"NetA": {\n"accuracy": 0.81}}}',
        (
            "2|NetA|MNIST||accuracy|0.91|1!|+!",
            "3|NetB|MNIST||accuracy|0.93|1!|+!",
            "4|NetA|CIFAR-10||accuracy|0.81|1!|+!",
        ),
    ),
    Case(
        "methods over known data sets over metrics",
        "board.json",
        '{"NetA": {"MNIST": {\n"accuracy": 0.91}, "CIFAR-10": {\n"accuracy": 0.81}}, "NetB": {"MNIST": {\n"accuracy": 0.93}}}',
        (
            "2|NetA|MNIST||accuracy|0.91|1!|+!",
            "3|NetA|CIFAR-10||accuracy|0.81|1!|+!",
            "4|NetB|MNIST||accuracy|0.93|1!|+!",
        ),
    ),
    Case(
        "known data sets over metrics over methods",
        "board.json",
        '{"MNIST": {"accuracy": {\n"NetA": 0.91, "NetB": 0.93}, "f1": {\n"NetA": 0.90, "NetB": 0.92}}, "CIFAR-10": {"accuracy": {\n"NetA": 0.81, "NetB": 0.83}, "f1": {\n"NetA": 0.80, "NetB": 0.82}}}',
        (
            "2|NetA|MNIST||accuracy|0.91|1!|+!",
            "2|NetB|MNIST||accuracy|0.93|1!|+!",
            "3|NetA|MNIST||f1|0.90|1!|+!",
            "3|NetB|MNIST||f1|0.92|1!|+!",
            "4|NetA|CIFAR-10||accuracy|0.81|1!|+!",
            "4|NetB|CIFAR-10||accuracy|0.83|1!|+!",
            "5|NetA|CIFAR-10||f1|0.80|1!|+!",
            "5|NetB|CIFAR-10||f1|0.82|1!|+!",
        ),
    ),
    Case(
        "what holds the names says that they are models, and what is below them is only concluded",
        "board.json",
        '{"models": {"NetA": {"Toy one": {\n"accuracy": 0.91}, "Toy two": {\n"accuracy": 0.93}}, "NetB": {"Toy one": {\n"accuracy": 0.81}}}}',
        (
            "2|NetA|Toy one~||accuracy|0.91|1!|+!",
            "3|NetA|Toy two~||accuracy|0.93|1!|+!",
            "4|NetB|Toy one~||accuracy|0.81|1!|+!",
        ),
    ),
    Case(
        "splits below methods are no methods",
        "board.json",
        '{"NetA": {"val": {\n"accuracy": 0.91}, "test": {\n"accuracy": 0.93}}, "NetB": {"val": {\n"accuracy": 0.81}, "test": {\n"accuracy": 0.83}}}',
        (
            "2|NetA|board~|val|accuracy|0.91|1!|+!",
            "3|NetA|board~|test|accuracy|0.93|1!|+!",
            "4|NetB|board~|val|accuracy|0.81|1!|+!",
            "5|NetB|board~|test|accuracy|0.83|1!|+!",
        ),
    ),
    Case(
        "parts and thresholds below models, under a field of their own, with what is told of each model",
        "passes.json",
        '{"acme/net-a": {"day": "2024-05-13", "train_size": "16k", "scores": {"all": {"0.8": {\n"pass@1": 0.764}, "0.9": {\n"pass@1": 0.744}}, "python": {"0.8": {\n"pass@1": 0.91}, "0.9": {\n"pass@1": 0.88}}}},\n'
        '"acme/net-b": {"day": "2024-05-14", "train_size": "8k", "scores": {"all": {"0.8": {\n"pass@1": 0.5}, "0.9": {\n"pass@1": 0.4}}, "python": {"0.8": {\n"pass@1": 0.6}, "0.9": {\n"pass@1": 0.3}}}}}',
        (
            "2|acme/net-a|passes / all~||pass@1|0.764|1!|+!",
            "3|acme/net-a|passes / all~||pass@1|0.744|1!|+!",
            "4|acme/net-a|passes / python~||pass@1|0.91|1!|+!",
            "5|acme/net-a|passes / python~||pass@1|0.88|1!|+!",
            "7|acme/net-b|passes / all~||pass@1|0.5|1!|+!",
            "8|acme/net-b|passes / all~||pass@1|0.4|1!|+!",
            "9|acme/net-b|passes / python~||pass@1|0.6|1!|+!",
            "10|acme/net-b|passes / python~||pass@1|0.3|1!|+!",
        ),
        notes={"acme/net-a": "setting level 3 = 0.8; setting level 3 = 0.9"},
        resources=("acme/net-a|train_size|16k", "acme/net-b|train_size|8k"),
    ),
    Case(
        "three levels that nobody explains are named, with what decides them",
        "deep.json",
        '{"red": {"big": {"one": {"accuracy": 0.9}, "two": {"accuracy": 0.8}}, "small": {"one": {"accuracy": 0.7}}},\n"blue": {"big": {"one": {"accuracy": 0.6}}}}',
        message="its values stand under 3 levels of names, and nothing says which names the methods: 'level 1': 'red', 'blue' (2); 'level 2': 'big', 'small' (2); 'level 3': 'one', 'two' (2); say what each level is with --column 'level 1=method'",
    ),
    Case(
        "they are read as they are told to be",
        "deep.json",
        '{"red": {"big": {"one": {\n"accuracy": 0.9}, "two": {\n"accuracy": 0.8}}, "small": {"one": {\n"accuracy": 0.7}}},\n"blue": {"big": {"one": {\n"accuracy": 0.6}}}}',
        (
            "2|big|red||accuracy|0.9|1!|+!",
            "3|big|red||accuracy|0.8|1!|+!",
            "4|small|red||accuracy|0.7|1!|+!",
            "6|big|blue||accuracy|0.6|1!|+!",
        ),
        notes={"big": "setting level 3 = one; setting level 3 = two"},
        options={
            "columns": [
                {"name": "level 1", "role": "dataset"},
                {"name": "level 2", "role": "method"},
                {"name": "level 3", "role": "setting"},
            ]
        },
    ),
    Case(
        "splits that name objects of scores are no methods",
        "scores.json",
        '{"val": {\n"accuracy": 0.91, "f1": 0.9}, "test": {\n"accuracy": 0.93, "f1": 0.92}}',
        (
            "2|method not stated|scores~|val|accuracy|0.91|1!|+!",
            "2|method not stated|scores~|val|f1|0.9|1!|+!",
            "3|method not stated|scores~|test|accuracy|0.93|1!|+!",
            "3|method not stated|scores~|test|f1|0.92|1!|+!",
        ),
    ),
    Case(
        "nor are shots and folds",
        "scores.json",
        '{"fold_1": {\n"accuracy": 0.91, "f1": 0.9}, "fold_2": {\n"accuracy": 0.93, "f1": 0.92}}',
        (
            "2|method not stated|scores~||accuracy|0.91|1!|+!",
            "2|method not stated|scores~||f1|0.9|1!|+!",
            "3|method not stated|scores~||accuracy|0.93|1!|+!",
            "3|method not stated|scores~||f1|0.92|1!|+!",
        ),
        notes={"method not stated": "setting name = fold_1; setting name = fold_2"},
    ),
    Case(
        "settings of a run below results hold no values",
        "run.json",
        '{"options": {"optimiser": {"a": {"lr": 0.1}, "b": {"lr": 0.2}}, "net": {"a": {"lr": 1}, "b": {"lr": 2}}},\n"results": {"NetA": {"accuracy": 0.9}, "NetB": {\n"accuracy": 0.8}}}',
        ("2|NetA|run~||accuracy|0.9|1!|+!", "3|NetB|run~||accuracy|0.8|1!|+!"),
    ),
    Case(
        "metric, unit, data set and split beside a list of scores are those of all of them",
        "board.yaml",
        "metric: accuracy\nunit: percent\ndataset: Widgets-50\nsplit: test\nhigher_is_better: true\nresults:\n  - model: NetA\n    score: 91.2\n  - model: NetB\n    score: 90.1\n",
        ("8|NetA|Widgets-50|test|accuracy|91.2|%|+", "10|NetB|Widgets-50|test|accuracy|90.1|%|+"),
    ),
    Case(
        "an object tells of the metric, whose name the registry does not know, and of the task",
        "board.json",
        '{"metric": {"name": "toy-quality", "lower_is_better": true}, "task": "widget sorting", "dataset": "Widgets-50",\n"results": [{"model": "NetA", "score": 9.2}]}',
        ("2|NetA|Widgets-50||toy-quality|9.2||-",),
    ),
    Case(
        "a metric beside columns that name theirs is none of them, and a unit only of those that may have it",
        "board.json",
        '{"metric": "F1", "unit": "percent", "higher_is_better": true, "dataset": "Widgets-50",\n"results": [{"model": "NetA", "accuracy": 99.2, "latency_s": 0.2, "gloss": 3.5}]}',
        (
            "2|NetA|Widgets-50||accuracy|99.2|%|+!",
            "2|NetA|Widgets-50||latency|0.2|SEC|-!",
            "2|NetA|Widgets-50||gloss|3.5||?",
        ),
    ),
    Case(
        "percent as a field over numbers that look like fractions is not taken at its word",
        "board.json",
        '{"metric": "accuracy", "unit": "percent", "dataset": "Widgets-50",\n"results": [{"model": "NetA", "score": 0.912},\n{"model": "NetB", "score": 0.87}]}',
        ("2|NetA|Widgets-50||accuracy|0.912|1!|+!", "3|NetB|Widgets-50||accuracy|0.87|1!|+!"),
    ),
    Case(
        "rows that name their metric keep it",
        "board.json",
        '{"metric": "accuracy", "dataset": "Widgets-50",\n"results": [{"model": "NetA", "metric": "F1", "value": 0.912},\n{"model": "NetB", "metric": "F1", "value": 0.87}]}',
        ("2|NetA|Widgets-50||F1|0.912|1!|+!", "3|NetB|Widgets-50||F1|0.87|1!|+!"),
    ),
    Case(
        "columns of data sets have the metric that stands beside the list",
        "board.json",
        '{"metric": "F1", "results": [{"model": "NetA", "MNIST": 99.2,\n"CIFAR-10": 88.1}, {"model": "NetB", "MNIST": 98.2,\n"CIFAR-10": 86.1}]}',
        (
            "1|NetA|MNIST||F1|99.2|%!|+!",
            "2|NetB|MNIST||F1|98.2|%!|+!",
            "2|NetA|CIFAR-10||F1|88.1|%!|+!",
            "3|NetB|CIFAR-10||F1|86.1|%!|+!",
        ),
    ),
    Case(
        "a task that is a known data set is what all is about",
        "board.json",
        '{"task": "MMLU", "results": [{"model": "NetA", "accuracy": 0.7}]}',
        ("1|NetA|MMLU||accuracy|0.7|1!|+!",),
    ),
    Case(
        "keys that are put together of cells of their rows name no methods",
        "runs.json",
        '{"table_results": {"toy_qa+plain": {"task_name": "toy_qa", "prompt_name": "plain", "em": 0.41, "em_stderr": 0.02},\n"toy_nli+long form": {"task_name": "toy_nli", "prompt_name": "long form", "em": 0.49, "em_stderr": 0.02}}}',
        ("1|method not stated|toy_qa||em|0.41|1!|+!", "2|method not stated|toy_nli||em|0.49|1!|+!"),
        notes={"method not stated": "setting prompt_name = plain; setting prompt_name = long form"},
    ),
    Case(
        "the data set that a model is tested on, beside its kind of task and the one that it was trained on",
        "probe.csv",
        "model_fullname,samples_seen,upstream_dataset,downstream_dataset,acc1,task\nNetA base,12800000.0,ToyWeb,toy-birds,0.71,zeroshot_classification\n"
        "NetB base,4000000.0,ToyWeb,toy-birds,0.69,zeroshot_classification\n",
        ("2|NetA base|toy-birds||acc1|0.71|1!|+!", "3|NetB base|toy-birds||acc1|0.69|1!|+!"),
        notes={"NetA base": "setting upstream_dataset = ToyWeb; samples_seen: 12800000.0"},
    ),
    Case(
        "a score within metrics that is called as a setting is",
        "eval.json",
        '{"model": "NetA", "name": "heavy", "eval_metrics": {"icl": {"MNIST": 0.81,\n"toy_lsat_lr": 0.25, "toy_qa_fewshot": 0.31}}, "lr": 0.003}',
        (
            "1|NetA|MNIST / icl||accuracy|0.81|1!|+!",
            "2|NetA|icl toy_lsat_lr||metric not stated|0.25||?",
            "2|NetA|icl toy_qa_fewshot||metric not stated|0.31||?",
        ),
        notes={"NetA": "setting lr = 0.003"},
    ),
    Case(
        "errors without a largest value over several data sets are in one unit, and it is not told by the largest of them",
        "all_results.csv",
        "dataset,model,MAPE,sMAPE\ntoy/5T,NetA,2.15,0.72\ntoy/1H,NetA,0.31,0.12\ntoy/1D,NetA,0.44,0.15\n",
        (
            "2|NetA|toy/5T||MAPE|2.15||-!",
            "2|NetA|toy/5T||sMAPE|0.72||-!",
            "3|NetA|toy/1H||MAPE|0.31||-!",
            "3|NetA|toy/1H||sMAPE|0.12||-!",
            "4|NetA|toy/1D||MAPE|0.44||-!",
            "4|NetA|toy/1D||sMAPE|0.15||-!",
        ),
    ),
    Case(
        "where most of them are high they are percentages, the low ones too",
        "all_results.csv",
        "dataset,model,WER\ntoy-a,NetA,5.2\ntoy-b,NetA,1.8\ntoy-c,NetA,9.1\n",
        ("2|NetA|toy-a||WER|5.2|%!|-!", "3|NetA|toy-b||WER|1.8|%!|-!", "4|NetA|toy-c||WER|9.1|%!|-!"),
    ),
    Case(
        "systems that run given models in scenarios: the model is what they are measured with",
        "summary.csv",
        "Organization,SystemName,Platform,Model,MlperfModel,Scenario,Result,Accuracy,Units,footnote\nAcme,BoxA,BoxA-8x,toynet,toynet,Offline,70689.9,acc: 76.46,Samples/s,\n"
        "Acme,BoxA,BoxA-8x,toytext-99.9,toytext,Server,7069.9,R1: 38.7 R2: 16.0,Samples/s,kept cool\n",
        ("2|BoxA|toynet||Result|70689.9|sample-per-second|?", "3|BoxA|toytext||Result|7069.9|sample-per-second|?"),
        rejects=("2:8 not-a-number", "3:8 not-a-number"),
        notes={"BoxA": "setting Scenario = Offline; setting Scenario = Server; footnote: kept cool"},
    ),
    Case(
        "a system beside its model without scenarios is left to the heading",
        "systems.csv",
        "System,Model,MNIST\nBoxA,NetA,91.2\nBoxA,NetB,90.1\n",
        ("2|BoxA|MNIST||accuracy|91.2|%!|+!", "3|BoxA|MNIST||accuracy|90.1|%!|+!"),
    ),
    Case(
        "submissions are called by what was said of them, not after the bundle of their files",
        "out.json",
        '{"leaderboard": [{"submission": {"description": "NetA (single model) (Acme)", "public": true, "user_name": "alice"}, "bundle": {"state": "ready", "metadata": {"name": "eval-run-1"}}, "scores": {"em": 66.2}},\n'
        '{"submission": {"description": "NetB (ensemble)", "public": true, "user_name": "bob"}, "bundle": {"state": "ready", "metadata": {"name": "eval-run-2"}}, "scores": {"em": 76.2}}]}',
        ("1|NetA (single model) (Acme)|out~||em|66.2|%!|+!", "2|NetB (ensemble)|out~||em|76.2|%!|+!"),
        notes={"NetB (ensemble)": "submission user_name: bob; bundle metadata name: eval-run-2"},
    ),
    Case(
        "what stands in brackets behind a card's metric may be a unit: it names no part of the data, nor does a baseline",
        "card.md",
        "---\nmodel-index:\n- name: net-a\n  results:\n  - task: {type: regression}\n    dataset: {name: Toyflux, type: toy, split: validation}\n    metrics:\n"
        "    - {type: mae, value: 0.368, name: MAE (toyun)}\n    - {type: mae, value: 0.689, name: Constant baseline MAE (toyun)}\n    - {type: wer, value: 9.1, name: Test WER}\n---\n",
        (
            "8|net-a|Toyflux|validation|MAE (toyun)|0.368||-!",
            "9|net-a|Toyflux|validation|Constant baseline MAE (toyun)|0.689||-!",
            "10|net-a|Toyflux|validation|WER|9.1|%!|-!",
        ),
    ),
    Case(
        "what a run was configured with names no method, and an object of bounds is an interval",
        "toyrun.json",
        '{"config": {"seed": 1, "device": "cpu", "net": {"layers": 2}}, "experiments": {"baseline": {"ckpt": "runs/a.pt", "per_set": {"test": {\n"wer": 31.0, "wer_ci": {"lo": 30.1, "hi": 32.2}, "num_utts": 8}}},\n'
        '"tuned": {"ckpt": "runs/b.pt", "per_set": {"test": {\n"wer": 21.0, "wer_ci": {"lo": 20.1, "hi": 22.2}, "num_utts": 8}}}}}',
        ("2|baseline|toyrun~|test|wer|31.0|%!|-!", "4|tuned|toyrun~|test|wer|21.0|%!|-!"),
        uncertainty={"tuned": "[20.1, 22.2]"},
    ),
    Case(
        "the id of a run is no method where another column names the model, and a competition is the data",
        "board.csv",
        "run_id,competition_id,status,model_id,metric_name,score_raw\ntoy-churn_0fc8,toy-churn,success,acme/net-a,auc,0.928\ntoy-fraud_1b2c,toy-fraud,success,acme/net-a,auc,0.911\n",
        ("2|acme/net-a|toy-churn||auc|0.928|1!|+!", "3|acme/net-a|toy-fraud||auc|0.911|1!|+!"),
    ),
    Case(
        "without a model the run's id stands for it",
        "board.csv",
        "run_id,dataset,accuracy\ntoy_0fc8,toy-churn,0.928\ntoy_1b2c,toy-churn,0.911\n",
        ("2|toy_0fc8|toy-churn||accuracy|0.928|1!|+!", "3|toy_1b2c|toy-churn||accuracy|0.911|1!|+!"),
    ),
    Case(
        "the key of a benchmark is no method",
        "board.json",
        '{"rows": [{"benchmark_key": "toyrogue", "runner": "guard-a (70M)", "benchmark": "toy/rogue", "f1": 0.91, "max_points": 10, "wrong": 12},\n'
        '{"benchmark_key": "toyjail", "runner": "guard-a (70M)", "benchmark": "toy/jail", "f1": 0.81, "max_points": 20, "wrong": 13}]}',
        ("1|guard-a (70M)|toy/rogue||f1|0.91|1!|+!", "2|guard-a (70M)|toy/jail||f1|0.81|1!|+!"),
        notes={"guard-a (70M)": "max_points: 10; wrong: 12; max_points: 20; wrong: 13"},
    ),
    Case(
        "experiments with the epoch of their best values are no log of one run",
        "summary.csv",
        "experiment,split,wer,epoch,train_loss\nlogmel_ctc,dev,0.88,22,0.37\nlayer9_ctc,dev,0.15,43,0.01\nunits_k100,dev,0.19,50,0.08\n",
        (
            "2|logmel_ctc|summary~|dev|wer|0.88||-!",
            "2|logmel_ctc|summary~|dev|train_loss|0.37|-!|-!",
            "3|layer9_ctc|summary~|dev|wer|0.15||-!",
            "3|layer9_ctc|summary~|dev|train_loss|0.01|-!|-!",
            "4|units_k100|summary~|dev|wer|0.19||-!",
            "4|units_k100|summary~|dev|train_loss|0.08|-!|-!",
        ),
    ),
    Case(
        "answers to single questions are no results of the model that gave them",
        "grading.csv",
        "question_number,model,model_answer,correct_answer,is_correct,score,possible\nA1,acme/net-a,b,a,False,0,1\nA2,acme/net-a,a,a,True,1,1\n",
        message="its rows are single items",
    ),
    Case(
        "one object of scores with its epoch is what came of a run",
        "metrics.json",
        '{"wer": 15.8,\n"cer": 5.1, "num_utts": 2703, "train_loss": 0.009, "epoch": 43}',
        (
            "1|method not stated|metrics~||wer|15.8|%!|-!",
            "2|method not stated|metrics~||cer|5.1|%!|-!",
            "2|method not stated|metrics~||train_loss|0.009|-!|-!",
        ),
    ),
    Case(
        "the log of a run stays one",
        "log.csv",
        "epoch,train_loss,accuracy\n1,0.9,0.5\n2,0.7,0.6\n",
        message="it is the log of a training run",
    ),
)
