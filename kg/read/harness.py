"""Result files of evaluation harnesses: lm-evaluation-harness and lighteval, Every Eval Ever, MTEB, inspect_ai, HELM.

Each file holds results of one model (HELM's tables: of many). What a harness writes once for all of them
(its version, the number of shots) becomes a setting of every row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from kg.read import every_eval, lm_eval, mteb
from kg.read.cells import Field, Page, Table
from kg.read.harness_rows import LONG, day_of
from kg.read.jsontext import Group, Leaf, Node
from kg.read.long import LongTable
from kg.read.look import words

LM_EVAL, EVERY_EVAL, MTEB, INSPECT, HELM = "lm-eval", "every-eval-ever", "mteb", "inspect-ai", "helm"

#: Parts of these files that hold no results and can be of any size.
SKIPPED = words(
    "samples reductions per_instance_stats detailed_evaluation_results_per_samples pretty_env_info plan logs "
    "request_states instances doc_to_text doc_to_target config_tasks task_hashes summary_tasks events"
)


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
    if lm_eval.fits(root):
        return LM_EVAL, "it has results by task beside config or versions (lm-evaluation-harness, lighteval)"
    return None


def read(root: Node, file: str, format: str) -> Page:
    """The results of one file."""
    tables = [_placed(table, file) for table in _READERS[format](root) if table.rows or table.problems]
    return Page(file, format, tuple(tables))


def _placed(table: Table, file: str) -> Table:
    """The table with the file's name in the places of its problems."""
    return replace(table, problems=tuple(replace(p, place=replace(p.place, file=file)) for p in table.problems))


def _is_helm_table(node: Group) -> bool:
    header = node.group("header")
    return header is not None and header.is_list and node.group("rows") is not None and "title" in node.items


def _inspect(root: Node) -> Iterator[Table]:
    assert isinstance(root, Group)
    table = LongTable(LONG, root.line)
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
            settings = [*common, Field("scorer", scorer, score.line)] if scorer else [*common]
            for told, by in (("reducer", score.leaf("reducer")), ("group", metric.leaf("group"))):
                if by is not None and not by.is_missing:
                    settings.append(Field(told, by.text, by.line))
            called = (metric.text("name") or name).split("/")[-1]
            table.add(
                value.line,
                {
                    "task": task if task != dataset else None,
                    "dataset": dataset,
                    "metric": called,
                    "metric type": scorer if called == "mean" else None,
                    "value": value,
                    "uncertainty": error if name in ("accuracy", "mean") else None,
                    "items": items,
                    "date": day_of(root.text("eval", "created")),
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
    table = LongTable(LONG, root.line)
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
    LM_EVAL: lm_eval.tables,
    EVERY_EVAL: every_eval.tables,
    MTEB: mteb.tables,
    INSPECT: _inspect,
    HELM: _helm,
}
