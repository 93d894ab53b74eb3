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
)
