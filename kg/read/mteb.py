"""MTEB's task results, old and new: scores by split and subset, without the model's name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.read.cells import Field, Table
from kg.read.harness_rows import LONG
from kg.read.jsontext import Group, Leaf, Node
from kg.read.long import LongTable

_SIMILARITY = re.compile(r"cos_?sim|cosine|dot|euclidean|manhattan|max|similarity")
#: What MTEB writes beside scores: times, and the thresholds that its classifiers chose.
_MTEB_BESIDE = re.compile(r"evaluation_time|kg_co2_emissions|.*threshold|n_?samples\w*")


def tables(root: Node) -> Iterator[Table]:
    """The results of one file."""
    assert isinstance(root, Group)
    table = LongTable(LONG, root.line)
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
    if any("uncertainty" in cells for _, cells, _ in table.rows):
        told = any(name.endswith("_stderr") for name in _leaves(root))
        table.fact("uncertainty", "StandardError" if told else "StandardDeviation")
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
            # Older files nest similarities in metrics, and languages above them.
            inner, part = ((*above, name), subset) if _SIMILARITY.fullmatch(name) else (above, name)
            _mteb_scores(table, leaf, inner, task, split, part, settings)
        if not isinstance(leaf, Leaf) or leaf.kind != "number" or _MTEB_BESIDE.fullmatch(name):
            continue
        if re.sub(r"_std(?:err)?$", "", name) in printed and re.search(r"_std(?:err)?$", name):
            continue
        error = (
            entry.leaf(f"{name}_std")
            or entry.leaf(f"{name}_stderr")
            or (entry.leaf("v_measure_std") if name == "main_score" else None)
        )
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
                "metric": "_".join((*above, metric)),
                "value": leaf,
                "uncertainty": error if error and error.kind == "number" else None,
                "languages": " ".join(i.text for i in languages.children() if isinstance(i, Leaf))
                if languages
                else None,
                "note": "main score" if name == "main_score" else None,
            },
            settings,
        )


def _leaves(node: Node) -> list[str]:
    if not isinstance(node, Group):
        return []
    return [*node.items, *(name for child in node.children() for name in _leaves(child))]
