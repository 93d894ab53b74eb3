"""Lists in lists, labels beside numbers, means beside single cases: how sites and programs nest what they keep.

Written like :mod:`tests.importing.cases`.
"""

# ruff: noqa: E501

from __future__ import annotations

from tests.importing.cases import Case

NESTED = (
    Case(
        "a list of rows within each board is a table of its own, and the board its heading",
        "boards.json",
        '{"leaderboards": [{"name": "Alpha", "shots": 5, "results": [\n'
        '{"name": "AgentA + Toy-5", "folder": "20250807", "accuracy": 65.0, "date": "2025-08-07", "site": "https://a.example/x", "cost": 140.3, "instance_calls": 30},\n'
        '{"name": "AgentB", "folder": "20241029", "accuracy": 53.0, "date": "2024-10-29", "site": null, "cost": null, "instance_calls": null}]},\n'
        '{"name": "Beta", "shots": 0, "results": [\n{"name": "AgentC", "folder": "20240402", "accuracy": 18.0, "date": "2024-04-02", "site": null}]}]}',
        (
            "2|AgentA + Toy-5|Alpha~||accuracy|65.0|%!|+!",
            "3|AgentB|Alpha~||accuracy|53.0|%!|+!",
            "5|AgentC|Beta~||accuracy|18.0|%!|+!",
        ),
        resources=("AgentA + Toy-5|cost|140.3",),
        notes={"AgentA + Toy-5": "setting shots = 5", "AgentC": "setting shots = 0"},
    ),
    Case(
        "the same where the file is the list itself",
        "boards.json",
        '[{"track": "Alpha", "entries": [\n{"team": "TeamA", "accuracy": 0.61},\n{"team": "TeamB", "accuracy": 0.57}]},\n'
        '{"track": "Beta", "entries": [\n{"team": "TeamA", "accuracy": 0.41}]}]',
        (
            "2|TeamA|Alpha~||accuracy|0.61|1!|+!",
            "3|TeamB|Alpha~||accuracy|0.57|1!|+!",
            "5|TeamA|Beta~||accuracy|0.41|1!|+!",
        ),
    ),
    Case(
        "what is measured of each method, named in a list of its own, stays its columns",
        "models.json",
        '{"models": [{"name": "NetA", "scores": [{"name": "MNIST", "accuracy": 0.91}, {"name": "CIFAR-10", "accuracy": 0.82}]},\n'
        '{"name": "NetB", "scores": [{"name": "MNIST", "accuracy": 0.93}]}]}',
        (
            "1|NetA|MNIST||accuracy|0.91|1!|+!",
            "1|NetA|CIFAR-10||accuracy|0.82|1!|+!",
            "2|NetB|MNIST||accuracy|0.93|1!|+!",
        ),
        missing=1,
    ),
    Case(
        "numbers beside a list of as many labels are one value for each, and whose number it is none",
        "board.json",
        '{"count": 2, "results": [\n'
        '{"id": 1, "submission__participant_team": 11, "submission__participant_team__team_name": "NetA", "result": [76.63, 92.04], "error": null, "schema": {"labels": ["Accuracy", "F1"], "default": "Accuracy"}},\n'
        '{"id": 2, "submission__participant_team": 12, "submission__participant_team__team_name": "NetB", "result": [72.54, 88.2], "error": null, "schema": {"labels": ["Accuracy", "F1"], "default": "Accuracy"}}]}',
        (
            "2|NetA|board~||Accuracy|76.63|%!|+!",
            "2|NetA|board~||F1|92.04|%!|+!",
            "3|NetB|board~||Accuracy|72.54|%!|+!",
            "3|NetB|board~||F1|88.2|%!|+!",
        ),
    ),
    Case(
        "means by label are of parts of the data, and what is told of each case is no result",
        "summary.json",
        '{"name": "toyUNet", "results": {"mean": {"1": {\n"Dice": 0.8984, "n_pred": 12.5}, "2": {\n"Dice": 0.8851, "n_pred": 9.25}},\n'
        '"all": [{"1": {"Dice": 0.91}, "2": {"Dice": 0.88}, "reference": "a.nii.gz", "test": "b.nii.gz"},\n'
        '{"1": {"Dice": 0.87}, "2": {"Dice": 0.86}, "reference": "c.nii.gz", "test": "d.nii.gz"}]}}',
        ("2|toyUNet|summary / 1~||Dice|0.8984|1!|+!", "3|toyUNet|summary / 2~||Dice|0.8851|1!|+!"),
    ),
    Case(
        "the mean of all labels beside the means of each",
        "summary.json",
        '{"foreground_mean": {\n"Dice": 0.8912, "TP": 2200.2},\n"mean": {"1": {\n"Dice": 0.9012, "TP": 1200.2}, "2": {\n"Dice": 0.8812, "TP": 1000.0}},\n'
        '"metric_per_case": [{"metrics": {"1": {"Dice": 0.9}, "2": {"Dice": 0.88}}, "prediction_file": "x", "reference_file": "y"}]}',
        (
            "4|method not stated|summary / 1~||Dice|0.9012|1!|+!",
            "5|method not stated|summary / 2~||Dice|0.8812|1!|+!",
            "2|method not stated|summary / foreground_mean~||Dice|0.8912|1!|+!",
        ),
    ),
    Case(
        "a row for each question and model gives no result",
        "performances.json",
        '{"performances": [{"question_id": "17_A", "model": "NetA", "difficulty": "easy", "pass@1": 100.0},\n'
        '{"question_id": "17_B", "model": "NetA", "difficulty": "hard", "pass@1": 30.0}]}',
        message="its rows are single items (question_id)",
    ),
    Case(
        "a column of units gives each row its own, and numbers that name themselves are none of the heading's metric",
        "runs.csv",
        "ID,Submitter,System,Benchmark,Scenario,Result,Units,Accuracy\n3.0-1,Acme,BoxA,toy-99,Offline,70689.9,Samples/s,F1: 90.87\n"
        '3.0-2,Other,BoxB,toy-50,Server,"120,000",Samples/s,acc: 76.46\n',
        (
            "2|BoxA|toy-99||Result|70689.9|sample-per-second|?",
            "3|BoxB|toy-50||Result|120000|sample-per-second|?",
        ),
        rejects=("2:8 not-a-number", "3:8 not-a-number"),
        notes={"BoxA": "setting Scenario = Offline"},
    ),
    Case(
        "a heading of two levels with a stroke between, where several columns share the first",
        "all_results.csv",
        "dataset,model,eval_metrics/MSE[mean],eval_metrics/MSE[0.5],eval_metrics/MAE[0.5]\ntoy/5T,NetA,45.02,45.1,3.69\n",
        (
            "2|NetA|toy/5T||MSE|45.02||-!",
            "2|NetA|toy/5T||MSE[0.5]|45.1||-!",
            "2|NetA|toy/5T||MAE[0.5]|3.69||-!",
        ),
    ),
    Case(
        "rows of facts under names of data sets are no methods",
        "master.csv",
        ",MNIST,CIFAR-10\nnum tasks,112,1\nnum classes,2,47\neval metric,rocauc,acc\ntask type,binary,multiclass\nis hetero,False,True\nurl,https://a.example/x.zip,https://a.example/y.zip\n",
        message="facts of what heads each column",
    ),
    Case(
        "counts of rows, features and classes are of data sets",
        "metadata.csv",
        "dataset,task,nrows,nfeatures,nclasses,imbalance\nToy,toy.example/t/7,76000,171,2,54.27\nOther,toy.example/t/9,32769,10,2,16.3\n",
        message="count what data sets hold",
    ),
    Case(
        "bounds of another column's values that two ways give are values of none",
        "model.json",
        '{"model": "NetA", "results": [{"val_data": "toy", "accuracy": 0.59, "accuracy_docs_lower_95": 0.53, "accuracy_docs_upper_95": 0.65, "accuracy_tokens_lower_95": 0.58, "accuracy_tokens_upper_95": 0.60}]}',
        ("1|NetA|model~||accuracy|0.59|1!|+!",),
    ),
    Case(
        "what is told of a run below metadata was not measured",
        "board.json",
        '{"leaderboard": [{"name": "NetA", "accuracy": 0.7, "permission": 1, "bundle": {"metadata": {"exitcode": 0, "jobs": 3, "load": 0.4, "cpu_usage": 0.5}}},\n'
        '{"name": "NetB", "accuracy": 0.6, "permission": 1, "bundle": {"metadata": {"exitcode": 0, "jobs": 2, "load": 0.1, "cpu_usage": 0.2}}}]}',
        ("1|NetA|board~||accuracy|0.7|1!|+!", "2|NetB|board~||accuracy|0.6|1!|+!"),
        resources=("NetA|bundle metadata cpu_usage|0.5", "NetB|bundle metadata cpu_usage|0.2"),
    ),
    Case(
        "numbers of single problems of a collection are no methods",
        "results.json",
        '{"eval": {"Toy/0": {"pass@1": 100.0}, "Toy/4": {"pass@1": 50.0}, "Other/11": {"pass@1": 20.0}}}',
        message="its rows are single items (Toy/0)",
    ),
    Case(
        "lists of one name in several objects are told apart by what holds them",
        "rows.json",
        '{"acme/NetA/run.json": {"by_field": {"law": {\n"accuracy": 0.9}, "art": {\n"accuracy": 0.8}}},\n'
        '"acme/NetB/run.json": {"by_field": {"law": {\n"accuracy": 0.7}, "art": {\n"accuracy": 0.6}}}}',
        (
            "2|method not stated|rows / law~||accuracy|0.9|1!|+!",
            "3|method not stated|rows / art~||accuracy|0.8|1!|+!",
            "5|method not stated|rows / law~||accuracy|0.7|1!|+!",
            "6|method not stated|rows / art~||accuracy|0.6|1!|+!",
        ),
        notes={"method not stated": "setting level 1 = acme/NetA/run.json; setting level 1 = acme/NetB/run.json"},
    ),
    Case(
        "a unit of each row is that of the result, and of nothing beside it",
        "summary.csv",
        "SystemName,Benchmark,Scenario,Result,Accuracy,accelerators_per_node,compliance,Units\nBoxA,toy-99,Server,72.4427,44.6044,8,1,Samples/s\nBoxA,toy-99,Offline,22289.7,44.6091,8,1,Samples/s\n",
        (
            "2|BoxA|toy-99||Result|72.4427|sample-per-second|?",
            "2|BoxA|toy-99||Accuracy|44.6044|%!|+!",
            "3|BoxA|toy-99||Result|22289.7|sample-per-second|?",
            "3|BoxA|toy-99||Accuracy|44.6091|%!|+!",
        ),
        resources=("BoxA|accelerators_per_node|8", "BoxA|accelerators_per_node|8"),
    ),
    Case(
        "a metric of each row stays with an error that is headed as one of its own",
        "results_per_split.csv",
        "dataset,fold,method,metric_error,metric\nToy,0,NetA,0.0061,roc_auc\nOther,0,NetA,523.1,rmse\n",
        ("2|NetA|Toy||error|0.0061||-!", "3|NetA|Other||error|523.1||-!"),
        notes={"NetA": "setting metric = roc_auc; setting metric = rmse"},
    ),
    Case(
        "how far a value reaches up and down is no value, and neither is how often a rank was taken",
        "lite.csv",
        "method,elo,elo+,elo-,winrate,rank=1_count\nNetA,1656.5,116.3,94.6,0.888,8.0\nNetB,1653.5,90.0,66.5,0.887,0.5\n",
        (
            "2|NetA|lite~||elo|1656.5|-!|+!",
            "2|NetA|lite~||winrate|0.888|1!|+!",
            "3|NetB|lite~||elo|1653.5|-!|+!",
            "3|NetB|lite~||winrate|0.887|1!|+!",
        ),
        notes={"NetA": "elo+: 116.3; elo-: 94.6"},
    ),
    Case(
        "the one number beside lists without any",
        "scores.json",
        '{"average": {"accuracy": "74.9"},\n"task": {"geometry": {"accuracy": "-"}, "algebra": {"accuracy": "-"}}}',
        ("1|method not stated|scores~||accuracy|74.9|%!|+!",),
    ),
    Case(
        "objects that are named as data sets are none of methods, and what holds them is one",
        "results.json",
        '{"BM25": {"nfcorpus": {\n"NDCG@10": 0.325}, "scifact": {\n"NDCG@10": 0.665}}, "ToyRank": {"nfcorpus": {\n"NDCG@10": 0.347}, "scifact": {\n"NDCG@10": 0.704}}}',
        (
            "2|BM25|NFCorpus||NDCG@10|0.325|1!|+!",
            "3|BM25|SciFact||NDCG@10|0.665|1!|+!",
            "4|ToyRank|NFCorpus||NDCG@10|0.347|1!|+!",
            "5|ToyRank|SciFact||NDCG@10|0.704|1!|+!",
        ),
    ),
    Case(
        "objects of many kinds within each method's",
        "Boards.json",
        '{"time": "250210", "results": {"NetA": {"META": {"Org": "Acme", "key": 1},\n"MNIST": {"accuracy": 0.91},\n"COCO": {"AP": 41.2, "AP50": 60.1}},\n'
        '"NetB": {"META": {"Org": "Other", "key": 2},\n"MNIST": {"accuracy": 0.93},\n"COCO": {"AP": 42.2, "AP50": 61.1}}}}',
        (
            "2|NetA|MNIST||accuracy|0.91|1!|+!",
            "3|NetA|COCO||AP|41.2|%!|+!",
            "3|NetA|COCO||AP50|60.1|%!|+!",
            "5|NetB|MNIST||accuracy|0.93|1!|+!",
            "6|NetB|COCO||AP|42.2|%!|+!",
            "6|NetB|COCO||AP50|61.1|%!|+!",
        ),
    ),
    Case(
        "keys of records name no method, ranks by metric and percentiles are no scores",
        "results.json",
        '{"results": [\n{"pk": "0a-1", "rank": 1, "rank_per_metric": {"dice": 1}, "submission": {"pk": "s1", "algorithm": {"title": "UNet-A"}}, "aggregates": {"Dice": {"mean": 0.91, "std": 0.04, "25pc": 0.9, "75pc": 0.94, "count": 40}}},\n'
        '{"pk": "0a-2", "rank": 2, "rank_per_metric": {"dice": 2}, "submission": {"pk": "s2", "algorithm": {"title": "UNet-B"}}, "aggregates": {"Dice": {"mean": 0.90, "std": 0.05, "25pc": 0.88, "75pc": 0.93, "count": 40}}}]}',
        ("2|UNet-A|results~||Dice|0.91|1!|+!", "3|UNet-B|results~||Dice|0.90|1!|+!"),
        uncertainty={"UNet-A": "0.04"},
    ),
    Case(
        "a metric in words run together",
        "runs.json",
        '[{"model": "NetA", "top1Accuracy": 76.0, "hours": 0.3},\n{"model": "NetB", "top1Accuracy": 75.2, "hours": 1.06}]',
        (
            "1|NetA|runs~||accuracy at 1|76.0|%!|+!",
            "2|NetB|runs~||accuracy at 1|75.2|%!|+!",
        ),
        resources=("NetA|hours|0.3", "NetB|hours|1.06"),
    ),
    Case(
        "columns by the names of their rows, as a data frame is written",
        "arena.json",
        '{"text": {"leaderboard_df": {"rating": {\n"NetA": 1285.2,\n"NetB": 1250.1}, "variance": {\n"NetA": 2.1,\n"NetB": 1.9}, "num_battles": {\n"NetA": 5000,\n"NetB": 4000}}}}',
        ("2|NetA|leaderboard_df~||rating|1285.2||?", "3|NetB|leaderboard_df~||rating|1250.1||?"),
        notes={"NetA": "variance: 2.1; num_battles: 5000"},
    ),
    Case(
        "columns as lists of the same length",
        "columns.json",
        '{"model": ["NetA", "NetB"],\n"accuracy": [71.2,\n73.2]}',
        ("2|NetA|columns~||accuracy|71.2|%!|+!", "3|NetB|columns~||accuracy|73.2|%!|+!"),
    ),
    Case(
        "two lists of as many objects are no columns",
        "lists.json",
        '{"models": [{"id": "NetA"}, {"id": "NetB"}],\n"results": [\n{"model": "NetA", "accuracy": 71.2},\n{"model": "NetB", "accuracy": 73.2}]}',
        ("3|NetA|lists~||accuracy|71.2|%!|+!", "4|NetB|lists~||accuracy|73.2|%!|+!"),
    ),
    Case(
        "a value a row, most of them missing, are no facts of what heads a column",
        "mmlu.csv",
        "model,metric,value\nNetA,accuracy,0.5123\nNetB,accuracy,-\nNetC,accuracy,-\nNetD,accuracy,-\n",
        ("2|NetA|MMLU~||accuracy|0.5123|1!|+!",),
        missing=3,
    ),
)
