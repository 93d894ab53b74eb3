"""``model-card``: results in the YAML of Hugging Face model cards, ``.eval_results`` files and metafiles.

Three shapes: ``model-index`` in a card's header (task, data set and metrics of one model), a list of
results without a model in ``.eval_results/*.yaml``, and ``Models:`` of metafiles (Papers with Code).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.errors import NoResults, Place, Problem
from kg.read.cells import Field, Page, Table
from kg.read.jsontext import Group, Leaf, Node
from kg.read.long import LongTable
from kg.read.yamltext import parse_yaml

FORMAT = "model-card"

_NO_METRIC = "metric not stated"
#: What cards give for the name of a data set that has none.
_NO_DATASET = re.compile(
    r"(?:an?\s+|the\s+|my\s+)?(?:unknown|none|null|n/?a|not specified|unspecified|custom|private|internal|local|own|"
    r"default|generator|(?:image|audio|video)folder|json|csv|text|parquet|arrow|pandas|webdataset|data ?set|data)"
    r"(?:[\s_-]+data ?set)?",
    re.IGNORECASE,
)
_SPLIT = re.compile(r"(train|test|valid|validation|val|dev|eval)(?:[\s_-]?(?:set|split))?", re.IGNORECASE)
_ROLES = {
    "model": "method",
    "task": "task",
    "dataset": "dataset",
    "subset": "subset",
    "split": "split",
    "metric": "metric",
    "metric type": "metric-id",
    "value": "value",
    "check": "check",
    "status": "status",
    "statement": "statement",
    "date": "date",
    "paper": "paper",
    "source": "note",
    "notes": "setting",
    "revision": "note",
    "config": "setting",
    "license": "note",
}


def looks_like(root: Node) -> str | None:
    """Why a YAML document is of this kind, or None."""
    if isinstance(root, Group) and not root.is_list:
        if root.group("model-index"):
            return "its YAML has a model-index"
        models = root.group("Models")
        if models and any(model.group("Results") for model in models.groups()):
            return "it has Models with Results, as metafiles write them"
    if isinstance(root, Group) and root.is_list and root.items:
        items = root.groups()
        if items and all(
            "value" in i.items and i.group("dataset") and "id" in (i.group("dataset") or i).items for i in items
        ):
            return "it is a list of values with a data set's id (.eval_results)"
    return None


def read_yaml(text: str, file: str) -> Page:
    """Read a YAML file of one of these shapes."""
    return to_page(parse_yaml(text, file), file)


def header_of(lines: list[str], end: int, file: str) -> Node:
    """The YAML of a card's header: the lines between the two marks."""
    return parse_yaml("\n".join(lines[1 : end - 1]), file, first_line=2)


def to_page(root: Node, file: str) -> Page:
    """The results that a document holds."""
    if not isinstance(root, Group):
        raise NoResults(f"{file}: the YAML holds no results; a model-index, Models or a list of results is read")
    if root.is_list:
        tables = list(_eval_results(root))
    elif root.group("model-index"):
        tables = list(_model_index(root, file))
    else:
        tables = list(_metafile(root))
    return Page(file, FORMAT, tuple(table for table in tables if table.rows or table.problems))


def _model_index(root: Group, file: str) -> Iterator[Table]:
    index = root.group("model-index")
    table = LongTable(_ROLES, index.line if index else root.line)
    for model in index.groups() if index else ():
        name = model.leaf("name")
        results = model.group("results")
        for result in results.groups() if results else ():
            dataset = result.group("dataset") or Group({}, result.line)
            metrics = result.group("metrics")
            for metric in metrics.groups() if metrics else ():
                _metric(table, name, result, dataset, metric, file)
    yield table.table()


def _metric(table: LongTable, model: Leaf | None, result: Group, dataset: Group, metric: Group, file: str) -> None:
    value = metric.get("value")
    if value is None:
        return
    name = metric.text("name") or metric.text("type")
    if isinstance(value, Group) and not value.is_list:
        for part, leaf in value.items.items():
            if isinstance(leaf, Leaf):
                _add(table, model, result, dataset, metric, leaf, f"{name} {part}" if name else part)
        return
    if isinstance(value, Group):
        printed = ", ".join(leaf.text for leaf in value.children() if isinstance(leaf, Leaf))
        reason = "several values for one metric, and nothing says which is which"
        problem = Problem(
            Place(file, value.line),
            "several-values",
            printed[:200],
            reason,
            "give each value a metric of its own",
            max(1, len(value.items)),
        )
        table.problems.append(problem)
        return
    _add(table, model, result, dataset, metric, value, name)


def _add(
    table: LongTable, model: Leaf | None, result: Group, dataset: Group, metric: Group, value: Leaf, name: str | None
) -> None:
    verified = metric.text("verified") == "true"
    settings = [
        Field(key, leaf.text, leaf.line)
        for group in (dataset.group("args"), metric.group("args"))
        for key, leaf in (group.items.items() if group and not group.is_list else ())
        if isinstance(leaf, Leaf) and not leaf.is_missing
    ]
    table.add(
        value.line,
        {
            "model": model,
            "task": result.text("task", "name") or result.text("task", "type"),
            "dataset": _dataset(dataset),
            "split": dataset.text("split") or _split_for_name(dataset),
            "metric": name,
            "metric type": metric.text("type"),
            "value": value if not value.is_missing else "—",
            "check": "signed run" if verified and metric.text("verifyToken") else None,
            "status": "self-reported" if not verified else None,
            "statement": "verified: true" if verified else None,
            "source": result.text("source", "url"),
            "config": metric.text("config"),
            "revision": dataset.text("revision"),
        },
        settings,
    )


def _dataset(dataset: Group) -> str | None:
    """The name of a data set, with its configuration where the name is only that of its collection."""
    config, kind = dataset.text("config"), dataset.text("type")
    name = next((n for n in (dataset.text("name"), kind) if n and not _names_none(n)), None)
    arguments = dataset.get("args")
    config = config or (arguments.text if isinstance(arguments, Leaf) and not arguments.is_missing else None)
    if not name or not config or config in ("default", "main") or _letters(config) in _letters(name):
        return name
    return f"{name} {config}" if _letters(name.split("/")[-1]) == _letters((kind or name).split("/")[-1]) else name


def _names_none(text: str) -> bool:
    """True for what stands where a data set's name should: the program that loads files, a split, "unknown"."""
    return (_NO_DATASET.fullmatch(text.strip()) or _SPLIT.fullmatch(text.strip())) is not None


def _split_for_name(dataset: Group) -> str | None:
    """The split that stands for the data set's name."""
    name = dataset.text("name")
    return found[1].lower() if name and (found := _SPLIT.fullmatch(name.strip())) else None


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold())


def _eval_results(root: Group) -> Iterator[Table]:
    # These files never say which metric a value is of.
    table = LongTable({_NO_METRIC if name == "value" else name: role for name, role in _ROLES.items()}, root.line)
    for result in root.groups():
        value = result.get("value")
        if not isinstance(value, Leaf):
            continue
        name, task = result.text("dataset", "id"), result.text("dataset", "task_id")
        table.add(
            value.line,
            {
                "dataset": name,
                "subset": task if task and not _says_no_part(task, name or "") else None,
                _NO_METRIC: value,
                "check": "signed run" if result.text("verifyToken") else None,
                "statement": "verifyToken given" if result.text("verifyToken") else None,
                "date": result.text("date"),
                "source": result.text("source", "url") or result.text("source", "name"),
                "notes": result.text("notes"),
                "revision": result.text("dataset", "revision"),
            },
        )
    yield table.table()


def _says_no_part(task: str, dataset: str) -> bool:
    """True for the id of a task that is the data set's own name, or the one every data set has."""
    return task in ("default", "main") or _letters(task) == _letters(dataset.split("/")[-1])


#: What metafiles say of a model's size and cost.
_RESOURCE = re.compile(r"flops.*|param.*|.*memory.*|model size.*|training time.*|macs.*", re.IGNORECASE)


def _sizes(model: Group) -> dict[str, Leaf]:
    """Sizes and costs that a model's metadata state."""
    about = model.group("Metadata")
    found = about.items.items() if about else ()
    return {name: leaf for name, leaf in found if isinstance(leaf, Leaf) and _RESOURCE.fullmatch(name)}


def _metafile(root: Group) -> Iterator[Table]:
    models = root.group("Models")
    listed = models.groups() if models else []
    names = {name for model in listed for name in _sizes(model)}
    table = LongTable({**_ROLES, **dict.fromkeys(sorted(names), "resource")}, root.line)
    for model in listed:
        sizes = _sizes(model)
        results = model.group("Results")
        entries = results.groups() if results and results.is_list else [results] if results else []
        for result in entries:
            metrics = result.group("Metrics")
            for name, value in metrics.items.items() if metrics else ():
                for part, leaf in value.items.items() if isinstance(value, Group) else [("", value)]:
                    if isinstance(leaf, Leaf):
                        table.add(
                            leaf.line,
                            {
                                "model": model.leaf("Name"),
                                "task": result.text("Task"),
                                "dataset": result.text("Dataset"),
                                "metric": f"{name} {part}".strip(),
                                "value": leaf,
                                "paper": model.text("Paper", "URL") or model.text("Paper"),
                                **sizes,
                            },
                        )
                        # They are the model's: told once, not with each of its values.
                        sizes = {}
    yield table.table()
