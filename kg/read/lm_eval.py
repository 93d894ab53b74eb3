"""lm-evaluation-harness, old and new, and lighteval: one file for each run of one model, with its results by task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from kg.errors import Place, Problem
from kg.read.cells import Field, Table
from kg.read.harness_rows import LONG, day_of
from kg.read.jsontext import Group, Leaf, Node
from kg.read.long import LongTable

#: What old files call the program that ran a model, which is the name of no model.
_BACKENDS = re.compile(
    r"(?:hf|huggingface|vllm|openai|anthropic|local|sglang|nemo|watsonx)(?:[-_].*)?|(?:gpt-?)?neox|gguf|ggml|mesh|"
    r"textsynth|deepsparse|sparseml|openvino|neuronx?|optimum.*|mamba_ssm|llama|dummy",
    re.IGNORECASE,
)
#: Arguments that make another model, or another way to run it, of a name.
_RUN_AS = ("revision", "load_in_8bit", "load_in_4bit", "quantization", "autogptq", "gptqmodel")
#: Parts that are put on top of a model: what was tested is both.
_ON_TOP = ("peft", "delta", "adapter", "lora_local_path")


def fits(root: Group) -> bool:
    """True for a document with results by task, or a list of them that each name their task, beside what was run."""
    results = root.group("results")
    if not results or not results.groups() or not set(root.items) & {"config", "versions", "config_general", "configs"}:
        return False
    return not results.is_list or all(item.text("task_name") for item in results.groups())


def tables(root: Node) -> Iterator[Table]:
    """The results of one file."""
    assert isinstance(root, Group)
    results = root.group("results")
    arguments = _arguments(root)
    table = LongTable(LONG, results.line if results else root.line)
    table.fact("method", _model(root, arguments), root.line)
    table.fact("ratio-unit", "fraction")
    table.fact("uncertainty", "StandardError")
    harness = "lighteval" if "config_general" in root.items else "lm-evaluation-harness"
    version = root.text("lm_eval_version") or root.text("config_general", "lighteval_sha")
    common = [Field("harness", f"{harness} {version}" if version else harness, root.line)]
    for name in ("limit", "gen_kwargs", "system_instruction", "fewshot_as_multiturn"):
        leaf = root.leaf("config", name) or root.leaf(name)
        if leaf and leaf.text not in ("", "false", "None", "{}"):
            common.append(Field(name, leaf.text, leaf.line))
    for name in _RUN_AS:
        if (told := arguments.get(name)) and told.casefold() not in ("", "main", "false", "none", "null"):
            common.append(Field(name, told, root.line))
    date = day_of(root.text("date") or root.text("config_general", "end_time"))
    for task, scores in results.items.items() if results else ():
        if isinstance(scores, Group) and results is not None and results.is_list:
            _of_prompt(table, root, scores, common, date)
        elif isinstance(scores, Group):
            _task(table, root, task, scores, common, date)
    yield table.table()


def _arguments(root: Group) -> dict[str, str]:
    """What the model was loaded with: "pretrained=org/model,revision=step100", or an object that says it."""
    node = root.group("config", "model_args") or root.group("config_general", "model_config")
    if node is not None:
        return {name: leaf.text for name, leaf in node.items.items() if isinstance(leaf, Leaf) and not leaf.is_missing}
    pairs = (part.partition("=") for part in (root.text("config", "model_args") or "").split(","))
    return {name.strip(): value.strip() for name, _, value in pairs if value}


def _model(root: Group, arguments: Mapping[str, str]) -> str | None:
    """The name of what was tested: a model, or one with what was put on top of it."""
    name = root.text("model_name") or next(
        (arguments[key] for key in ("pretrained", "model", "engine", "path", "model_name") if arguments.get(key)), None
    )
    name = name or root.text("config_general", "model_name")
    if name is None:
        runner = root.text("config", "model")
        return None if runner and _BACKENDS.fullmatch(runner) else runner
    parts = [arguments[key] for key in _ON_TOP if arguments.get(key) and arguments[key] not in name]
    return " + ".join([name, *parts])


def _of_prompt(table: LongTable, root: Group, entry: Group, common: Sequence[Field], date: str | None) -> None:
    """One entry of a list: the scores of a task with one prompt, beside the texts that made it."""
    task, prompt = entry.text("task_name"), entry.leaf("prompt_name")
    scores = {name: leaf for name, leaf in entry.items.items() if isinstance(leaf, Leaf) and leaf.kind == "number"}
    settings = [*common, Field("prompt", prompt.text, prompt.line)] if prompt and not prompt.is_missing else [*common]
    if task:
        _task(table, root, task, Group(dict(scores), entry.line), settings, date)


def _task(table: LongTable, root: Group, task: str, scores: Group, common: Sequence[Field], date: str | None) -> None:
    settings = list(common)
    name, shots = task, root.text("n-shot", task) or root.text("configs", task, "num_fewshot")
    shots = shots or root.text("config", "num_fewshot")  # older files say it once for all tasks
    suite = task.split("|")
    subset = None
    if len(suite) >= 2:  # lighteval: "suite|task|shots|truncation" or "task|shots", a task as "mmlu:anatomy"
        name, shots = (suite[1], suite[2]) if len(suite) > 2 else (suite[0], suite[1])
        name, _, part = name.partition(":")
        subset = part.strip("_") or None
    elif task == "all" and "config_general" in root.items:
        reason = "the means over all tasks are results on none of them: they are left out"
        table.problems.append(Problem(Place("", scores.line), "aggregate", task, reason, "look at the tasks"))
        return
    if shots:
        settings.append(Field("shots", shots, scores.line))
    if version := root.text("versions", task):
        settings.append(Field("task version", version, scores.line))
    config = root.group("configs", task)
    split = (config.text("test_split") or config.text("validation_split")) if config else None
    items = root.text("n-samples", task, "effective") or root.text("configs", task, "effective_num_docs")
    for key, leaf in scores.items.items():
        metric, _, filter_name = key.partition(",")
        if isinstance(leaf, Group) and not leaf.is_list and any(k.endswith("_stderr") for k in leaf.items):
            # Older files keep each task's runs by their time.
            run = [Field("run", key, leaf.line)]
            if prompt := leaf.text("prompt_name"):
                run.append(Field("prompt", prompt, leaf.line))
            _task(table, root, leaf.text("task_name") or task, leaf, [*common, *run], date)
            continue
        if (
            not isinstance(leaf, Leaf)
            or leaf.kind not in ("number", "null")
            or metric.endswith("_stderr")
            or metric
            in (
                "alias",
                "sample_len",
            )
        ):
            continue
        error = scores.leaf(f"{metric}_stderr,{filter_name}") if filter_name else scores.leaf(f"{metric}_stderr")
        better = root.text("higher_is_better", task, metric)
        table.add(
            leaf.line,
            {
                "dataset": name,
                "subset": subset,
                "split": split,
                "metric": metric,
                "filter": filter_name if filter_name not in ("", "none") else None,
                "value": leaf if leaf.kind == "number" else "—",
                "uncertainty": error if error and error.kind == "number" else None,
                "items": items,
                "direction": {"true": "higher", "false": "lower"}.get(better or ""),
                "date": date,
                "dataset path": config.text("dataset_path") if config else None,
            },
            settings,
        )
