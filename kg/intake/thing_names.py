"""Headings of columns that name what is measured, or parts of pairs: they name no methods."""

from __future__ import annotations

import re

from kg.intake.namerule import clean
from kg.normalise.bilingual import sides
from kg.read.cells import Column, Table
from kg.wording.names import NameFinder

#: Headings of columns that name what is measured.
NAMES_THINGS = frozenset(
    {
        "metric",
        "metrics",
        "dataset",
        "datasets",
        "benchmark",
        "benchmarks",
        "task",
        "tasks",
        "test",
        "testset",
        "testsets",
        "test set",
        "test sets",
        "corpus",
        "competition",
        "evaluation",
        "category",
        "categories",
        "capability",
        "domain",
        "measure",
        "data set",
        "eval",
        "subset",
        "split",
        "class",
        "language",
    }
)
#: Headings of names beside their values.
PAIRS = frozenset(
    {
        "param",
        "params",
        "parameter",
        "hyperparameter",
        "hyperparameters",
        "hyper-parameter",
        "argument",
        "option",
        "flag",
        "name",
        "key",
        "field",
        "variable",
        "setting",
        "id",
        "property",
        "attribute",
        "command",
        "file",
        "url",
        "link",
        "links",
    }
)


def names_things(column: Column) -> bool:
    """True for a column headed as those of data sets, tasks and metrics are."""
    name = re.sub(r"[ _](?:name|id|key|slug)$", "", _latin(column).casefold())
    return name in NAMES_THINGS or re.fullmatch(r"(?:val|eval|test|valid(?:ation)?)[ _]data", name) is not None


def is_name_of_things(table: Table, index: int) -> bool:
    """True for "Name" beside "Dataset ID": it is the name of what the id stands for."""
    if not re.fullmatch(r"(?:full |short )?name|title", _latin(table.columns[index]), re.IGNORECASE):
        return False
    ids = (re.fullmatch(r"(?i:(?P<of>.+)[ _]id)", _latin(column)) for column in table.columns)
    return any(found is not None and found["of"].casefold() in NAMES_THINGS for found in ids)


def _latin(column: Column) -> str:
    heading = clean(column.name)
    latin, _ = sides(heading) or (heading, "")
    return latin


def names_metrics(table: Table, index: int, finder: NameFinder) -> bool:
    """True for a column without a heading in which every row is the name of a metric: "WER" over the splits."""
    texts = [row.cells[index].text for row in table.rows]
    return not _latin(table.columns[index]) and bool(texts) and all(finder.metric(clean(text)) for text in texts)


def names_data(table: Table, index: int, finder: NameFinder) -> bool:
    """True for a column "name" that names known data sets: what they are the results of stands elsewhere."""
    if not re.fullmatch(r"(?:full |short )?name", _latin(table.columns[index]), re.IGNORECASE):
        return False
    texts = {row.cells[index].text for row in table.rows}
    return 2 * sum(map(finder.is_dataset, texts)) > len(texts) > 1
