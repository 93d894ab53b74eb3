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
            "2|org/net-1b|VoxPopuli||WER|6.01|%!|-!",
            "3|org/net-2b|speech~||RTFx|120.5|-!|+!",
            "3|org/net-2b|AMI||WER|10.9|%!|-!",
            "3|org/net-2b|VoxPopuli||WER|5.8|%!|-!",
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

OBJECTS = (
    Case(
        "one object with a method, a data set and scores",
        "Doe2024Net.json",
        '{"name": "Net", "dataset": "cifar10", "venue": "X 2024",\n"eps": "0.5",\n"clean_acc": "92.44",\n"reported": "67.3",\n"autoattack_acc": "67.31"}',
        (
            "3|Net|CIFAR-10||clean_acc|92.44|%!|+!",
            "4|Net|CIFAR-10||reported|67.3||?",
            "5|Net|CIFAR-10||autoattack_acc|67.31|%!|+!",
        ),
        notes={"Net": "setting eps = 0.5; venue: X 2024"},
    ),
    Case(
        "one object of scores that names no method",
        "humaneval_results.json",
        '{"pass@1": 0.155,\n"pass@10": 0.252}',
        (
            "1|method not stated|HumanEval~||pass@1|0.155|1!|+!",
            "2|method not stated|HumanEval~||pass@10|0.252|1!|+!",
        ),
    ),
    Case(
        "objects by the name of their method, deep in the only object of a list; dots in names are no levels",
        "payload.json",
        '{"benchmarks": [{"metadata": {"title": "Agents"}, "tasks": {"overall": {\n"org/net-5.4": {"accuracy": 77.778, "stderr": 4.389,\n'
        '"cost_per_test": 0.49},\n"org/net-mini": {"accuracy": 53.333, "stderr": 9.11, "cost_per_test": 0.02}}}}]}',
        ("2|org/net-5.4|payload~||accuracy|77.778|%!|+!", "4|org/net-mini|payload~||accuracy|53.333|%!|+!"),
        uncertainty={"org/net-5.4": "4.389"},
        notes={"org/net-5.4": "standard error"},
        resources=("org/net-5.4|cost_per_test|0.49", "org/net-mini|cost_per_test|0.02"),
    ),
    Case(
        "objects by category are parts of what is measured, no methods",
        "rates.json",
        '{"run": {"category_results": {\n"law": {"hallucination_rate": 3.4},\n"sports": {"hallucination_rate": 2.9}}}}',
        (
            "2|method not stated|category_results / law~||hallucination_rate|3.4|%!|-!",
            "3|method not stated|category_results / sports~||hallucination_rate|2.9|%!|-!",
        ),
    ),
    Case(
        "single questions with their answers are no results",
        "samples.jsonl",
        '{"doc_id": 0, "prompt": "1+1?", "target": "2", "exact_match": 1.0}\n{"doc_id": 1, "prompt": "2+2?", "target": "4", "exact_match": 0.0}\n',
        message="single items",
    ),
    Case(
        "fields of a catalogue are no methods",
        "metrics.json",
        '{"metrics": {\n"accuracy": {"max_score": 1.0, "min_score": 0.0},\n"judge": {"max_score": 100.0, "min_score": 0.0}}}',
        message="no results found",
    ),
    Case(
        "settings of a program",
        "config.json",
        '{"hidden_size": 768, "num_layers": 12, "dropout": 0.1, "model_type": "x"}',
        message="no results found",
    ),
    Case(
        "a table of unknown scores, headed by the word model",
        "table_2025.csv",
        "model,web_of_lies,zebra,typos,spatial\nA,61.0,60.87,70.42,6.5\nB,89.5,76.1,76.05,2.22\nC,33.3,40.25,10.5,12.1\n",
        (
            "2|A|table_2025~||web_of_lies|61.0||?",
            "2|A|table_2025~||zebra|60.87||?",
            "2|A|table_2025~||typos|70.42||?",
            "2|A|table_2025~||spatial|6.5||?",
            "3|B|table_2025~||web_of_lies|89.5||?",
            "3|B|table_2025~||zebra|76.1||?",
            "3|B|table_2025~||typos|76.05||?",
            "3|B|table_2025~||spatial|2.22||?",
            "4|C|table_2025~||web_of_lies|33.3||?",
            "4|C|table_2025~||zebra|40.25||?",
            "4|C|table_2025~||typos|10.5||?",
            "4|C|table_2025~||spatial|12.1||?",
        ),
    ),
)

HARNESS = (
    Case(
        "MTEB: variants of similarity, a spread, a threshold; nothing names the model",
        "MyTask.json",
        '{"task_name": "MyTask", "mteb_version": "1.38.0", "evaluation_time": 12.5, "scores": {"validation": [{"euclidean_pearson": 0.7934,\n'
        '"accuracy_threshold": 0.55,\n"v_measure": 0.31,\n"v_measure_std": 0.02,\n"main_score": 0.31, "hf_subset": "ko", "languages": ["kor-Hang"]}]}}',
        (
            "1|method not stated|MyTask / ko|validation|euclidean_pearson|0.7934|1!|+!",
            "3|method not stated|MyTask / ko|validation|v_measure|0.31|1!|+!",
            "5|method not stated|MyTask / ko|validation|v_measure|0.31|1!|+!",
        ),
        uncertainty={"method not stated": "0.02"},
        notes={"method not stated": "standard deviation; note: main score"},
    ),
    Case(
        "Every Eval Ever: the metric in a sentence, or by its kind",
        "e.json",
        '{"source_metadata": {"evaluator_relationship": "first_party"}, "model_info": {"id": "org/net"}, "evaluation_results": [\n'
        '{"evaluation_name": "BoolQ", "source_data": {"dataset_name": "BoolQ"}, "metric_config": {"evaluation_description": "Accuracy on BoolQ", '
        '"lower_is_better": false, "max_score": 1},\n"score_details": {"score": 0.8123}},\n'
        '{"evaluation_name": "org.MyBench", "source_data": {"dataset_name": "MyBench"}, "metric_config": {"metric_name": "MyBench (overall)", '
        '"metric_kind": "accuracy", "lower_is_better": false, "max_score": 1},\n"score_details": {"score": 0.5229}}]}',
        ("3|org/net|BoolQ||Accuracy|0.8123|1!|+", "5|org/net|MyBench||accuracy|0.5229|1!|+"),
        notes={"org/net": "evaluator_relationship: first_party; status: AuthorReported"},
    ),
    Case(
        "lm-evaluation-harness: runs of a task by their time, each with its prompt",
        "net_lmeval.json",
        '{"results": {"axb+GPT-3 style": {"2022-07-07-15-16-12": {\n"acc": 0.439, "acc_stderr": 0.015, "prompt_name": "GPT-3 style", "task_name": "axb"}}},\n'
        '"versions": {"axb+GPT-3 style": 0}}',
        ("2|net_lmeval|axb||acc|0.439|1!|+!",),
        uncertainty={"net_lmeval": "0.015"},
        notes={"net_lmeval": "setting run = 2022-07-07-15-16-12; setting prompt = GPT-3 style"},
    ),
)

SHAPES = (
    Case(
        "heads and rows apart, as data frames are written",
        "frame.json",
        '{"headers": ["Model", "MMLU", "GSM8K (5-shot)"], "data": [\n["NetA", 70.1, 55.2],\n["NetB", 60.2, null]], "metadata": null}',
        (
            "2|NetA|MMLU||accuracy|70.1|%!|+!",
            "2|NetA|GSM8K||accuracy|55.2|%!|+!",
            "3|NetB|MMLU||accuracy|60.2|%!|+!",
        ),
        missing=1,
    ),
    Case(
        "rows with their heads first",
        "rows.json",
        '[["Model", "MMLU"],\n["NetA", 70.1],\n["NetB", 60.2]]',
        ("2|NetA|MMLU||accuracy|70.1|%!|+!", "3|NetB|MMLU||accuracy|60.2|%!|+!"),
    ),
    Case(
        "a table column by column",
        "columns.json",
        '{"model": {"0": "NetA", "1": "NetB"},\n"mmlu": {"0": 70.1,\n"1": 60.2}}',
        ("2|NetA|MMLU||accuracy|70.1|%!|+!", "3|NetB|MMLU||accuracy|60.2|%!|+!"),
    ),
    Case(
        "a list of named objects within a record",
        "named.json",
        '{"entries": [{"rank": 1, "name": "NetA", "results": [\n{"name": "MMLU", "accuracy": 70.5},\n{"name": "GSM8K", "accuracy": 60.0}]}]}',
        ("2|NetA|MMLU||accuracy|70.5|%!|+!", "3|NetA|GSM8K||accuracy|60.0|%!|+!"),
    ),
    Case(
        "a long table headed by the model",
        "long.tsv",
        "model\tdataset\tsplit\tmetric_name\tmetric_value\tstd\tn_runs\nNetA\tCIFAR-10\ttest\taccuracy\t95.10\t0.12\t3\n"
        "NetA\tCIFAR-10\ttest\tece\t0.021\t0.001\t3\n",
        ("2|NetA|CIFAR-10|test|accuracy|95.10|%!|+!", "3|NetA|CIFAR-10|test|ece|0.021||-!"),
        uncertainty={"NetA": "0.12"},
        notes={"NetA": "n_runs: 3"},
    ),
    Case(
        "a table with its data set first, its algorithm second, a fold and a time",
        "tab.csv",
        "dataset_name,alg_name,fold,accuracy__test,training_time\nopenml__adult,TreeNet,0,0.87,12.5\nopenml__adult,MLP,0,0.85,55.1\n",
        ("2|TreeNet|openml__adult|test|accuracy|0.87|1!|+!", "3|MLP|openml__adult|test|accuracy|0.85|1!|+!"),
        resources=("TreeNet|training_time|12.5", "MLP|training_time|55.1"),
        notes={"MLP": "setting fold = 0"},
    ),
)

LOGS = (
    Case(
        "lighteval: a task with parts, a mean over all tasks that is on none",
        "r.json",
        '{"config_general": {"model_config": {"model_name": "org/net"}}, "versions": {}, "results": {\n"leaderboard|mmlu:anatomy|5": {"acc": 0.44, "acc_stderr": 0.04},\n'
        '"lighteval|aime24|0": {"extractive_match": 0.5},\n"all": {"acc": 0.445, "extractive_match": 0.5}}}',
        ("2|org/net|MMLU / anatomy||acc|0.44|1!|+!", "3|org/net|AIME 2024||extractive_match|0.5|1!|+!"),
        uncertainty={"org/net": "0.04"},
        notes={"org/net": "setting shots = 5; setting shots = 0"},
    ),
    Case(
        "inspect_ai: reducers are settings, a mean is of what its scorer measures, names with their package",
        "log.json",
        '{"version": 2, "status": "success", "eval": {"task": "qa", "model": "org/net", "dataset": {"name": "qa"}, "config": {}}, "results": {"scores": [\n'
        '{"name": "choice", "scorer": "choice", "reducer": "pass_at_4", "metrics": {"accuracy": {"name": "inspect_ai/accuracy", "value": 0.71}}},\n'
        '{"name": "f1", "scorer": "f1", "metrics": {"mean": {"name": "mean", "value": 0.61}, "stderr": {"name": "stderr", "value": 0.02}}}]}}',
        ("2|org/net|qa||accuracy|0.71|1!|+!", "3|org/net|qa||F1|0.61|1!|+!"),
        uncertainty={"org/net": "0.02"},
        notes={"org/net": "setting reducer = pass_at_4; setting scorer = f1"},
    ),
    Case(
        "lm-evaluation-harness: groups are not counted twice, filters are settings",
        "results.json",
        '{"results": {"grp": {"acc,none": 0.55, "acc_stderr,none": 0.004, "alias": "grp"},\n"gsm8k": {"exact_match,strict-match": 0.31, '
        '"exact_match_stderr,strict-match": "N/A",\n"exact_match,flexible-extract": 0.33}},\n"groups": {"grp": {"acc,none": 0.55}}, "versions": {"grp": 2}, '
        '"model_name": "org/net-8b", "config": {"limit": 100.0}}',
        (
            "1|org/net-8b|grp||acc|0.55|1!|+!",
            "2|org/net-8b|GSM8K||exact_match|0.31|1!|+!",
            "3|org/net-8b|GSM8K||exact_match|0.33|1!|+!",
        ),
        uncertainty={"org/net-8b": "0.004"},
        notes={"org/net-8b": "setting filter = strict-match; setting filter = flexible-extract; setting limit = 100.0"},
    ),
)

PAPERS = (
    Case(
        "a metafile: sizes of a model are told once; a metric by its full name",
        "metafile.yml",
        "Models:\n- Name: net_r50\n  Metadata:\n    FLOPs: 4600000000\n    Parameters: 22059496\n  Results:\n  - Dataset: ICDAR2015\n    Metrics:\n"
        "      word_acc: 0.8053\n      hmean-iou: 0.8169\n      AR@5: 49.43\n",
        (
            "9|net_r50|ICDAR2015||word_acc|0.8053|1!|+!",
            "10|net_r50|ICDAR2015||hmean-iou|0.8169|1!|+!",
            "11|net_r50|ICDAR2015||AR@5|49.43|%!|+!",
        ),
        resources=("net_r50|FLOPs|4600000000", "net_r50|Parameters|22059496"),
    ),
    Case(
        "Papers with Code: the first task has only parts; a data set has parts of its own",
        "pwc.json",
        '[{"task": "Taxonomy", "subtasks": [{"task": "Discovery", "datasets": [{"dataset": "SemVal", "subdatasets": [{"subdataset": "General", '
        '"sota": {"metrics": ["MRR"], "rows": [\n{"model_name": "Net", "metrics": {"MRR": "36.10"}}]}}]}], "subtasks": []}]}]',
        ("2|Net|SemVal / General||MRR|36.10|%!|+!",),
    ),
    Case(
        "a model card: a condition in brackets, an average reward",
        "card.md",
        "---\nmodel-index:\n- name: net\n  results:\n  - task:\n      type: automatic-speech-recognition\n    dataset:\n      name: Common Voice en\n"
        "      type: common_voice\n    metrics:\n    - name: Test WER (+LM)\n      type: wer\n      value: 14.81\n    - name: mean_reward\n"
        "      type: mean_reward\n      value: 254.12 +/- 18.29\n---\n# Net\n",
        ("13|net|Common Voice en|test|WER|14.81|%!|-!", "16|net|Common Voice en||mean_reward|254.12|-!|+!"),
        notes={"net": "setting condition = +LM"},
        uncertainty={"net": "18.29"},
    ),
)

BOARDS = (
    Case(
        "OpenCompass's summary: models across, data set, version, metric and mode in front",
        "summary_20240101.csv",
        "dataset,version,metric,mode,net-350m_hf,net-125m_hf\nsiqa,e78df3,accuracy,gen,21.55,12.44\nwinograd,b6c7ed,accuracy,ll,51.23,49.82\n"
        "gsm8k,1d7fe4,accuracy,gen,-,2.05\n",
        (
            "2|net-350m_hf|SIQA||accuracy|21.55|%!|+!",
            "2|net-125m_hf|SIQA||accuracy|12.44|%!|+!",
            "3|net-350m_hf|winograd||accuracy|51.23|%!|+!",
            "3|net-125m_hf|winograd||accuracy|49.82|%!|+!",
            "4|net-125m_hf|GSM8K||accuracy|2.05|%!|+!",
        ),
        missing=1,
        notes={"net-350m_hf": "setting mode = gen; setting mode = ll"},
    ),
    Case(
        "a site's list with ranks, titles and unknown scores with their spreads",
        "leaderboard.yml",
        "records:\n- comment: null\n  aps_score: 74.60%\n  aps_score_std: 1.10%\n  rank: 1\n  size: 34\n  title: net-34b\n"
        "- comment: null\n  aps_score: 60.77%\n  aps_score_std: 0.90%\n  rank: 2\n  size: null\n  title: net-x\n",
        ("3|net-34b|leaderboard~||aps_score|74.60|%|?", "9|net-x|leaderboard~||aps_score|60.77|%|?"),
        resources=("net-34b|size|34",),
        uncertainty={"net-34b": "1.10"},
        notes={"net-34b": "rank: 1; standard deviation"},
    ),
    Case(
        "scores as objects with their bounds; the benchmark in an object of its own",
        "rows.json",
        '{"rows": [{"benchmark": {"id": "b1", "name": "My-Agents"}, "model": {"id": "m1", "name": "net-3-flash"}, "metrics": {\n'
        '"passAt1": {"value": 0.24, "ci95": {"lower": 0.21, "upper": 0.27}},\n"passAt8": {"value": 0.37, "stderr": 0.02}}}]}',
        ("2|net-3-flash|My-Agents||pass at 1|0.24|1!|+!", "3|net-3-flash|My-Agents||passAt8|0.37|1!|+!"),
        uncertainty={"net-3-flash": "[0.21, 0.27]"},
    ),
    Case(
        "ratings between their quantiles",
        "elo.csv",
        ",rating,rating_q975,rating_q025,variance,num_battles,final_ranking\nnet-a,1250.1,1255.2,1245.0,6.5,12000,1\n",
        ("2|net-a|elo~||rating|1250.1||?",),
        uncertainty={"net-a": "[1245.0, 1255.2]"},
        notes={"net-a": "final_ranking: 1; num_battles: 12000"},
    ),
)

KINDS = (
    Case(
        "MTEB of old: errors beside scores, languages and similarities nested",
        "results.json",
        '{"mteb_dataset_name": "STSx", "mteb_version": "1.1.2", "test": {"en-en": {"cos_sim": {"pearson": 0.88},\n"euclidean": {"pearson": 0.87}},\n'
        '"accuracy": 0.93, "accuracy_stderr": 0.001}}',
        (
            "1|method not stated|STSx / en-en|test|cos_sim_pearson|0.88|1!|+!",
            "2|method not stated|STSx / en-en|test|euclidean_pearson|0.87|1!|+!",
            "3|method not stated|STSx|test|accuracy|0.93|1!|+!",
        ),
        uncertainty={"method not stated": "0.001"},
        notes={"method not stated": "standard error"},
    ),
    Case(
        "a surface distance is no deviation of its neighbour; a unit behind a name",
        "kits.csv",
        "Rank,Team,Tumor Dice,Kidney SD,Mean DSC ± SD,hd95_kidney_mm\n1,TeamA,0.860,0.93,0.909 ± 0.05,3.2\n",
        (
            "2|TeamA|KiTS / Tumor~||Dice|0.860|1!|+!",
            "2|TeamA|KiTS~||Kidney SD|0.93||?",
            "2|TeamA|KiTS~||Mean DSC|0.909|1!|+!",
            "2|TeamA|KiTS / kidney~||95 % Hausdorff distance|3.2|MilliM|-!",
        ),
        uncertainty={"TeamA": "0.05"},
    ),
    Case(
        "the results of a trainer name neither model nor data",
        "all_results.json",
        '{"epoch": 3.0,\n"eval_accuracy": 0.8529,\n"eval_runtime": 1.5, "eval_samples": 408}',
        ("2|method not stated|all_results~||accuracy|0.8529|1!|+!",),
        resources=("method not stated|eval_runtime|1.5",),
        notes={"method not stated": "setting epoch = 3.0; eval_samples: 408"},
    ),
    Case(
        "values of a data set's id, without model and metric",
        "mmlu.yaml",
        "- dataset:\n    id: org/MyBench\n    task_id: default\n  value: 0.614\n  verifyToken: x\n",
        ("4|method not stated|org/MyBench||metric not stated|0.614||?",),
        notes={"method not stated": "check: SignedRun; verifyToken given"},
    ),
)

DATA = (*FIELDS, *OBJECTS, *HARNESS, *LOGS, *PAPERS, *BOARDS, *SHAPES, *KINDS)
