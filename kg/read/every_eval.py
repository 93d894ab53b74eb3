"""Every Eval Ever: one file for each model and run, whoever evaluated it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.read.cells import Field, Table
from kg.read.harness_rows import LONG, day_of
from kg.read.jsontext import Group, Leaf, Node
from kg.read.long import LongTable


def tables(root: Node) -> Iterator[Table]:
    """The results of one file."""
    assert isinstance(root, Group)
    table = LongTable(LONG, root.line)
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
                "subset": name if name and _plain(dataset) not in _endings(name) else None,
                "split": result.text("source_data", "hf_split"),
                "metric": config.text("metric_name")
                or config.text("metric_id")
                or _before_on(config.text("evaluation_description")),
                "metric type": config.text("metric_kind") or config.text("metric_id"),
                "value": score if score.kind == "number" else "—",
                "uncertainty": uncertainty.leaf("standard_error", "value") or uncertainty.leaf("standard_error"),
                "lower": uncertainty.leaf("confidence_interval", "lower"),
                "upper": uncertainty.leaf("confidence_interval", "upper"),
                "items": uncertainty.text("num_samples") or result.text("source_data", "samples_number"),
                "direction": {"true": "lower", "false": "higher"}.get(config.text("lower_is_better") or ""),
                "ratio": {"1": "fraction", "1.0": "fraction", "100": "percent", "100.0": "percent"}.get(top or ""),
                "date": day_of(result.text("evaluation_timestamp") or root.text("evaluation_timestamp")),
                "status": relation if relation in ("first_party", "third_party") else None,
                "statement": f"evaluator_relationship: {relation}" if relation else None,
                "source": source,
            },
            settings,
        )
    if any("uncertainty" in cells for _, cells, _ in table.rows):
        table.fact("uncertainty", "StandardError")
    yield table.table()


def _plain(text: str | None) -> str:
    return re.sub(r"[^a-z0-9]", "", (text or "").casefold())


def _endings(name: str) -> set[str]:
    """A name as a whole, and behind each of its dots and slashes: "org.bench" is "bench"."""
    return {_plain(name), *(_plain(name[found.end() :]) for found in re.finditer(r"[./]", name))}


def _before_on(description: str | None) -> str | None:
    """The metric of "Accuracy on BoolQ"."""
    return re.split(r"\s+on\s+", description)[0] if description else None


def _generation(result: Group) -> list[Field]:
    found: list[Field] = []
    arguments = result.group("generation_config", "generation_args")
    for name, leaf in arguments.items.items() if arguments else ():
        if isinstance(leaf, Leaf) and not leaf.is_missing:
            found.append(Field(name, leaf.text, leaf.line))
    return found
