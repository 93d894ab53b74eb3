"""More small files of our own: data files and harness files with the names that programs give their fields.

Rows are written as in ``cases``.
"""

# The long lines are lines of files, kept as they are written.
# ruff: noqa: E501

from __future__ import annotations

from tests.importing.cases import Case

FIELDS = (
    Case(
        "an index column, a standard error behind its value, counts and lengths",
        "judge_leaderboard.csv",
        ",win_rate,standard_error,mode,avg_length,n_wins,n_total,length_controlled_winrate\n"
        "net-a,50.0,1.5,small,2049,400,805,48.25\nnet-b,32.9,1.6,small,1388,255,777,47.4\n",
        (
            "2|net-a|judge_leaderboard~||win_rate|50.0|%!|+!",
            "2|net-a|judge_leaderboard~||length_controlled_winrate|48.25|%!|+!",
            "3|net-b|judge_leaderboard~||win_rate|32.9|%!|+!",
            "3|net-b|judge_leaderboard~||length_controlled_winrate|47.4|%!|+!",
        ),
        resources=("net-a|avg_length|2049", "net-b|avg_length|1388"),
        uncertainty={"net-a": "1.5"},
        notes={"net-a": "standard error; n_total: 805; n_wins: 400; setting mode = small"},
    ),
    Case(
        "an unnamed column that counts the rows is no score",
        "glue.csv",
        ",model,mnli_accuracy,rte_accuracy\n0,A,84.1,70.0\n1,B,83.9,71.5\n",
        (
            "2|A|MNLI||accuracy|84.1|%!|+!",
            "2|A|RTE||accuracy|70.0|%!|+!",
            "3|B|MNLI||accuracy|83.9|%!|+!",
            "3|B|RTE||accuracy|71.5|%!|+!",
        ),
    ),
    Case(
        "standard errors by name, behind all values",
        "mmlu.csv",
        "model,acc,f1,acc_stderr,f1_std\nA,0.71,0.68,0.012,0.02\n",
        ("2|A|MMLU~||acc|0.71|1!|+!", "2|A|MMLU~||f1|0.68|1!|+!"),
        uncertainty={"A": "0.012"},
        notes={"A": "standard error; standard deviation"},
    ),
    Case(
        "a standard error that may belong to two columns is a note",
        "mmlu.csv",
        "model,acc,f1,provider,stderr\nA,0.71,0.68,Lab,0.012\n",
        ("2|A|MMLU~||acc|0.71|1!|+!", "2|A|MMLU~||f1|0.68|1!|+!"),
        notes={"A": "stderr: 0.012"},
    ),
    Case(
        "differences to another table are no scores; sizes, batches and steps are none either",
        "results-imagenet-r.csv",
        "model,img_size,top1,top1_diff,rank_diff,param_count,infer_batch_size,infer_gmacs,infer_samples_per_sec\n"
        "net_a,224,61.20,-20.10,+3,25.56,256,4.1,2500.5\n",
        (
            "2|net_a|ImageNet-R~||top1|61.20|%!|+!",
            "2|net_a|ImageNet-R~||infer_samples_per_sec|2500.5|image-per-second!|+!",
        ),
        resources=("net_a|param_count|25.56", "net_a|infer_gmacs|4.1"),
        notes={"net_a": "setting img_size = 224; setting infer_batch_size = 256; top1_diff: -20.10; rank_diff: +3"},
    ),
    Case(
        "the methods stand in a column of ids",
        "speech.csv",
        "model_id,RTFx,Model size (B),AMI WER,Voxpopuli WER\norg/net-1b,-1,1.1,11.2,6.01\norg/net-2b,120.5,2.0,10.9,5.8\n",
        (
            "2|org/net-1b|AMI||WER|11.2|%!|-!",
            "2|org/net-1b|Voxpopuli||WER|6.01|%!|-!",
            "3|org/net-2b|speech~||RTFx|120.5|-!|+!",
            "3|org/net-2b|AMI||WER|10.9|%!|-!",
            "3|org/net-2b|Voxpopuli||WER|5.8|%!|-!",
        ),
        rejects=("2:2 minus-one",),
        resources=("org/net-1b|Model size (B)|1.1", "org/net-2b|Model size (B)|2.0"),
    ),
    Case(
        "a run of tests: rates are scores, counts, costs and times are none",
        "edit_board.yml",
        "- dirname: 2025-01-01--net\n  test_cases: 225\n  model: Net 1\n  edit_format: diff\n  pass_rate_1: 20.4\n  pass_num_1: 46\n"
        "  percent_cases_well_formed: 99.6\n  syntax_errors: 2\n  seconds_per_case: 34.8\n  total_cost: 1.2500\n  date: 2025-02-25\n",
        (
            "5|Net 1|edit_board~||pass_rate_1|20.4|%!|+!",
            "7|Net 1|edit_board~||percent_cases_well_formed|99.6|%|?",
        ),
        resources=("Net 1|seconds_per_case|34.8", "Net 1|total_cost|1.2500"),
        notes={"Net 1": "setting edit_format = diff; test_cases: 225; syntax_errors: 2; date: 2025-02-25"},
    ),
    Case(
        "variants of a metric in the names of Papers with Code",
        "pwc.json",
        '[{"task": "QA", "datasets": [{"dataset": "HotpotQA", "sota": {"metrics": ["JOINT-EM", "% Test Accuracy", "5-way 1-shot Accuracy"], "rows": [\n'
        '{"model_name": "Net", "metrics": {"JOINT-EM": "0.449",\n"% Test Accuracy": "87.2",\n"5-way 1-shot Accuracy": "61.0"}}]}}], "subtasks": []}]',
        (
            "2|Net|HotpotQA||JOINT-EM|0.449|1!|+!",
            "3|Net|HotpotQA|test|Accuracy|87.2|%|+!",
            "4|Net|HotpotQA||Accuracy|61.0|%!|+!",
        ),
        notes={"Net": "setting ways = 5; setting shots = 1-shot"},
    ),
)

DATA = FIELDS
