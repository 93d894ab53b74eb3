"""Result files of evaluation harnesses: lm-evaluation-harness and lighteval, Every Eval Ever, MTEB, inspect_ai, HELM.

Each file holds results of one model (HELM's tables: of many). What a harness writes once for all of them
(its version, the number of shots) becomes a setting of every row.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator

from kg.read.cells import Field, Page, Table
from kg.read.jsontext import Group, Leaf, Node
from kg.read.long import LongTable
from kg.read.look import words

LM_EVAL, EVERY_EVAL, MTEB, INSPECT, HELM = "lm-eval", "every-eval-ever", "mteb", "inspect-ai", "helm"

#: Parts of these files that hold no results and can be of any size.
SKIPPED = words(
    "samples reductions per_instance_stats detailed_evaluation_results_per_samples pretty_env_info plan logs "
    "request_states instances doc_to_text doc_to_target config_tasks task_hashes summary_tasks events"
)
_LONG = {
    "task": "task",
    "dataset": "dataset",
    "version": "version",
    "split": "split",
    "subset": "subset",
    "metric": "metric",
    "metric type": "metric-id",
    "filter": "setting",
    "value": "value",
    "uncertainty": "uncertainty",
    "lower": "lower",
    "upper": "upper",
    "items": "sample-size",
    "direction": "direction",
    "ratio": "ratio-unit",
    "date": "date",
    "status": "status",
    "statement": "statement",
    "check": "check",
    "note": "note",
    "identifier": "identifier",
    "dataset path": "note",
    "languages": "note",
    "source": "note",
}


def find_format(root: Node) -> tuple[str, str] | None:
    """Which harness wrote a file, and what shows it."""
    if isinstance(root, Group) and root.is_list:
        items = root.groups()
        if items and all(_is_helm_table(item) for item in items):
            return HELM, "it is a list of tables with header and rows, as HELM writes its groups"
        if items and all(item.group("name") and "count" in item.items for item in items):
            return HELM, "it is a list of statistics with name and count, as HELM writes them"
        return None
    if not isinstance(root, Group):
        return None
    names = set(root.items)
    if {"evaluation_results", "model_info"} <= names:
        return EVERY_EVAL, "it has evaluation_results and model_info (Every Eval Ever)"
    if {"eval", "status"} <= names and root.text("eval", "task") and ("results" in names or "plan" in names):
        return INSPECT, "it has eval and status, as inspect_ai logs do"
    if "mteb_version" in names or ("mteb_dataset_name" in names) or ({"task_name", "scores"} <= names):
        return MTEB, "it has a task name and scores by split, as MTEB writes them"
    if _is_helm_table(root):
        return HELM, "it is a table with header and rows, as HELM writes its groups"
    results = root.group("results")
    if (
        results
        and not results.is_list
        and results.groups()
        and names & {"config", "versions", "config_general", "configs"}
    ):
        return LM_EVAL, "it has results by task beside config or versions (lm-evaluation-harness, lighteval)"
    return None


def read(root: Node, file: str, format: str) -> Page:
    """The results of one file."""
    tables = [table for table in _READERS[format](root) if table.rows or table.problems]
    return Page(file, format, tuple(tables))


def _is_helm_table(node: Group) -> bool:
    header = node.group("header")
    return header is not None and header.is_list and node.group("rows") is not None and "title" in node.items


def _date(epoch: str | None) -> str | None:
    """The day of a time in seconds since 1970 (UTC), or of an ISO time."""
    if epoch is None:
        return None
    if found := re.match(r"\d{4}-\d\d-\d\d", epoch):
        return found[0]
    if re.fullmatch(r"\d{9,10}(?:\.\d+)?", epoch):
        return datetime.datetime.fromtimestamp(int(epoch.split(".")[0]), datetime.UTC).date().isoformat()
    return None


def _model_of_args(args: str | None) -> str | None:
    found = re.search(r"(?:^|,)(?:pretrained|model|engine|path)=([^,]+)", args or "")
    return found[1] if found else None


def _lm_eval(root: Node) -> Iterator[Table]:
    assert isinstance(root, Group)
    results = root.group("results")
    model = (
        root.text("model_name")
        or _model_of_args(root.text("config", "model_args"))
        or root.text("config", "model_args", "pretrained")
        or root.text("config_general", "model_name")
        or root.text("config_general", "model_config", "model_name")
        or root.text("config", "model")
    )
    table = LongTable(_LONG, results.line if results else root.line)
    table.fact("method", model, root.line)
    table.fact("ratio-unit", "fraction")
    table.fact("uncertainty", "StandardError")
    harness = "lighteval" if "config_general" in root.items else "lm-evaluation-harness"
    version = root.text("lm_eval_version") or root.text("config_general", "lighteval_sha")
    common = [Field("harness", f"{harness} {version}" if version else harness, root.line)]
    for name in ("limit", "gen_kwargs", "system_instruction", "fewshot_as_multiturn"):
        leaf = root.leaf("config", name) or root.leaf(name)
        if leaf and leaf.text not in ("", "false", "None", "{}"):
            common.append(Field(name, leaf.text, leaf.line))
    date = _date(root.text("date") or root.text("config_general", "end_time"))
    for task, scores in results.items.items() if results else ():
        if isinstance(scores, Group):
            _task(table, root, task, scores, common, date)
    yield table.table()


def _task(table: LongTable, root: Group, task: str, scores: Group, common: list[Field], date: str | None) -> None:
    settings = list(common)
    name, shots = task, root.text("n-shot", task) or root.text("configs", task, "num_fewshot")
    suite = task.split("|")
    if len(suite) >= 3:  # lighteval: "suite|task|shots|truncation"
        name, shots = suite[1], suite[2]
    if shots:
        settings.append(Field("shots", shots, scores.line))
    if version := root.text("versions", task):
        settings.append(Field("task version", version, scores.line))
    config = root.group("configs", task)
    split = (config.text("test_split") or config.text("validation_split")) if config else None
    items = root.text("n-samples", task, "effective") or root.text("configs", task, "effective_num_docs")
    for key, leaf in scores.items.items():
        metric, _, filter_name = key.partition(",")
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


def _every_eval(root: Node) -> Iterator[Table]:
    assert isinstance(root, Group)
    table = LongTable(_LONG, root.line)
    table.fact("method", root.text("model_info", "id") or root.text("model_info", "name"), root.line)
    relation = root.text("source_metadata", "evaluator_relationship")
    library, version = root.text("eval_library", "name"), root.text("eval_library", "version")
    source = root.text("source_metadata", "source_name") or root.text("source_metadata", "source_organization_name")
    results = root.group("evaluation_results")
    for result in results.groups() if results else ():
        score = result.get("score_details", "score")
        if not isinstance(score, Leaf):
            continue
        name = result.text("evaluation_name")
        dataset = result.text("source_data", "dataset_name") or root.text("source_data", "dataset_name") or name
        config = result.group("metric_config") or Group({}, result.line)
        uncertainty = result.group("score_details", "uncertainty") or Group({}, result.line)
        settings = _generation(result)
        if library and library != "unknown":
            settings.append(
                Field("harness", f"{library} {version}" if version and version != "unknown" else library, 1)
            )
        top = config.text("max_score")
        table.add(
            score.line,
            {
                "dataset": dataset,
                "subset": name if name != dataset else None,
                "split": result.text("source_data", "hf_split"),
                "metric": config.text("metric_name")
                or config.text("metric_id")
                or config.text("evaluation_description"),
                "value": score if score.kind == "number" else "—",
                "uncertainty": uncertainty.leaf("standard_error", "value") or uncertainty.leaf("standard_error"),
                "lower": uncertainty.leaf("confidence_interval", "lower"),
                "upper": uncertainty.leaf("confidence_interval", "upper"),
                "items": uncertainty.text("num_samples") or result.text("source_data", "samples_number"),
                "direction": {"true": "lower", "false": "higher"}.get(config.text("lower_is_better") or ""),
                "ratio": {"1": "fraction", "1.0": "fraction", "100": "percent", "100.0": "percent"}.get(top or ""),
                "date": _date(result.text("evaluation_timestamp") or root.text("evaluation_timestamp")),
                "status": relation if relation in ("first_party", "third_party") else None,
                "statement": f"evaluator_relationship: {relation}" if relation else None,
                "source": source,
            },
            settings,
        )
    if any("uncertainty" in cells for _, cells, _ in table.rows):
        table.fact("uncertainty", "StandardError")
    yield table.table()


def _generation(result: Group) -> list[Field]:
    found: list[Field] = []
    arguments = result.group("generation_config", "generation_args")
    for name, leaf in arguments.items.items() if arguments else ():
        if isinstance(leaf, Leaf) and not leaf.is_missing:
            found.append(Field(name, leaf.text, leaf.line))
    return found


def _mteb(root: Node) -> Iterator[Table]:
    assert isinstance(root, Group)
    table = LongTable(_LONG, root.line)
    table.fact("method", root.text("model_name") or root.text("model_meta", "name"))
    table.fact("ratio-unit", "fraction")
    task = root.text("task_name") or root.text("mteb_dataset_name")
    version = root.text("mteb_version")
    settings = [Field("harness", f"mteb {version}" if version else "mteb", root.line)]
    scores = root.group("scores")
    splits = scores.items if scores else {k: v for k, v in root.items.items() if isinstance(v, Group)}
    for split, found in splits.items():
        if not isinstance(found, Group):
            continue
        entries = found.groups() if found.is_list else [found]
        for entry in entries:
            subset = entry.text("hf_subset")
            _mteb_scores(table, entry, (), task, split, subset if subset not in (None, "default") else None, settings)
    yield table.table()


def _mteb_scores(
    table: LongTable,
    entry: Group,
    above: tuple[str, ...],
    task: str | None,
    split: str,
    subset: str | None,
    settings: list[Field],
) -> None:
    printed = {
        name: leaf.text for name, leaf in entry.items.items() if isinstance(leaf, Leaf) and leaf.kind == "number"
    }
    languages = entry.group("languages")
    for name, leaf in entry.items.items():
        if isinstance(leaf, Group) and not leaf.is_list and name not in ("languages",):
            _mteb_scores(table, leaf, (*above, name), task, split, subset, settings)
        if not isinstance(leaf, Leaf) or leaf.kind != "number" or name in ("evaluation_time", "kg_co2_emissions"):
            continue
        metric = name
        if name == "main_score":
            # The main score repeats one of the others: which, is shown by its digits alone.
            same = [other for other, text in printed.items() if text == leaf.text and other != name]
            metric = same[0] if len(same) == 1 else name
        table.add(
            leaf.line,
            {
                "dataset": task,
                "split": split,
                "subset": subset,
                "metric": " ".join((*above, metric)),
                "value": leaf,
                "languages": " ".join(i.text for i in languages.children() if isinstance(i, Leaf))
                if languages
                else None,
                "note": "main score" if name == "main_score" else None,
            },
            settings,
        )


def _inspect(root: Node) -> Iterator[Table]:
    assert isinstance(root, Group)
    table = LongTable(_LONG, root.line)
    table.fact("method", root.text("eval", "model"))
    task = root.text("eval", "task")
    dataset = root.text("eval", "dataset", "name") or task
    common = [Field("harness", "inspect_ai", root.line)]
    for group in ("config", "task_args", "model_args"):
        node = root.group("eval", group)
        for name, leaf in node.items.items() if node else ():
            if (
                isinstance(leaf, Leaf)
                and not leaf.is_missing
                and name in ("limit", "epochs", "temperature", "max_tokens", "fewshot", "cot")
            ):
                common.append(Field(name, leaf.text, leaf.line))
    items = root.text("results", "completed_samples") or root.text("results", "total_samples")
    scores = root.group("results", "scores")
    for score in scores.groups() if scores else ():
        metrics = score.group("metrics") or Group({}, score.line)
        error = metrics.leaf("stderr", "value")
        scorer = score.text("scorer") or score.text("name")
        for name, metric in metrics.items.items():
            if not isinstance(metric, Group) or name in ("stderr", "std", "bootstrap_stderr"):
                continue
            value = metric.leaf("value")
            if value is None or value.kind != "number":
                continue
            settings = [*common, Field("scorer", scorer, score.line)] if scorer else common
            table.add(
                value.line,
                {
                    "task": task if task != dataset else None,
                    "dataset": dataset,
                    "metric": metric.text("name") or name,
                    "value": value,
                    "uncertainty": error if name in ("accuracy", "mean") else None,
                    "items": items,
                    "date": _date(root.text("eval", "created")),
                },
                settings,
            )
    table.fact("uncertainty", "StandardError")
    table.fact("ratio-unit", "fraction")
    yield table.table()


def _helm(root: Node) -> Iterator[Table]:
    assert isinstance(root, Group)
    tables = root.groups() if root.is_list else [root]
    if tables and all(_is_helm_table(table) for table in tables):
        from kg.read.helm_tables import helm_table

        yield from (helm_table(table) for table in tables)
        return
    table = LongTable(_LONG, root.line)
    table.fact("ratio-unit", "fraction")
    for stat in tables:
        name = stat.group("name") or Group({}, stat.line)
        value = stat.leaf("mean")
        metric = name.text("name")
        if value is None or value.kind != "number" or metric is None or name.group("perturbation") or _is_count(metric):
            continue
        table.add(
            value.line,
            {
                "split": name.text("split"),
                "subset": name.text("sub_split"),
                "metric": metric,
                "value": value,
            },
        )
    yield table.table()


def _is_count(metric: str) -> bool:
    return re.match(r"num_|max_|training_|prompt_|finish_reason|batch_size|inference_", metric) is not None


_READERS: dict[str, Callable[[Node], Iterator[Table]]] = {
    LM_EVAL: _lm_eval,
    EVERY_EVAL: _every_eval,
    MTEB: _mteb,
    INSPECT: _inspect,
    HELM: _helm,
}
