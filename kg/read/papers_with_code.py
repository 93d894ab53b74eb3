"""``papers-with-code``: evaluation tables of Papers with Code and of sota-extractor, one table a data set.

Both have the same shape: a list of tasks, each with data sets, sub-tasks and a ``sota`` table whose rows
hold their metrics by name. The list is read task by task, so that a dump of any size can be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.errors import SourceError
from kg.read.cells import Cell, Column, Field, Page, Row, Table
from kg.read.jsontext import Group, JsonReader, Leaf, Node

FORMAT = "papers-with-code"

#: Columns behind the metrics: name in the file -> role.
_BEHIND = {"paper_title": "paper", "paper_date": "note", "uses_additional_data": "setting"}


def looks_like(head: Node) -> str | None:
    """Why an item of the list is of this kind, or None."""
    if (
        isinstance(head, Group)
        and not head.is_list
        and {"datasets", "subtasks"} & set(head.items)
        and "task" in head.items
    ):
        return "its items have a task and data sets, as Papers with Code writes them"
    return None


def parts(reader: JsonReader, file: str) -> Iterator[Page]:
    """One page for each task of the list."""
    for task in reader.items(skip=("description",)):
        if not isinstance(task, Group):
            raise SourceError(f"{file}:{task.line}: a task is expected here, not {task.text!r}")
        tables = tuple(_tables(task, ()))
        if tables:
            yield Page(file, FORMAT, tables)


def from_nodes(tasks: Iterable[Node], file: str) -> Iterator[Page]:
    """The same, from tasks that were read elsewhere (Parquet)."""
    for task in tasks:
        if isinstance(task, Group) and (tables := tuple(_tables(task, ()))):
            yield Page(file, FORMAT, tables)


def _tables(task: Group, above: tuple[str, ...]) -> Iterator[Table]:
    name = task.text("task") or ""
    path = (*above, name) if name else above
    for dataset in _groups(task, "datasets"):
        yield from _of_dataset(dataset, name, path)
    for subtask in _groups(task, "subtasks"):
        yield from _tables(subtask, path)


def _of_dataset(dataset: Group, task: str, path: tuple[str, ...], whole: str = "") -> Iterator[Table]:
    rows = [row for row in _groups(dataset, "sota", "rows") if row.group("metrics")]
    title = dataset.text("dataset") or dataset.text("subdataset") or ""
    if rows:
        listed = dataset.group("sota", "metrics")
        names = [leaf.text for leaf in listed.children() if isinstance(leaf, Leaf)] if listed else []
        met = [name for row in rows for name in (row.group("metrics") or Group({}, 0)).items]
        metrics = list(dict.fromkeys([*names, *met]))
        columns = _columns(metrics, rows)
        facts = [Field("dataset", whole or title, dataset.line)] if whole or title else []
        facts += [Field("subset", title, dataset.line)] if whole and title else []
        facts += [Field("task", task, dataset.line)] if task else []
        table_rows = tuple(_row(row, columns) for row in rows)
        yield Table((*path, title) if title else path, columns, table_rows, dataset.line, (), tuple(facts))
    for sub in _groups(dataset, "subdatasets"):
        yield from _of_dataset(sub, task, (*path, title) if title else path, whole or title)


def _columns(metrics: list[str], rows: list[Group]) -> tuple[Column, ...]:
    columns = [Column(1, "model_name", role="method")]
    columns += [Column(number, name, role="value") for number, name in enumerate(metrics, 2)]
    for name, role in _BEHIND.items():
        if any(row.text(name) for row in rows) or (
            name == "paper_title" and any(row.text("paper_url") for row in rows)
        ):
            columns.append(Column(len(columns) + 1, name, role=role))
    return tuple(columns)


def _row(row: Group, columns: tuple[Column, ...]) -> Row:
    metrics = row.group("metrics") or Group({}, row.line)
    cells = []
    for column in columns:
        found = metrics.leaf(column.name) if column.role == "value" else row.leaf(column.name)
        text, line = (found.text, found.line) if found else ("", row.line)
        links: tuple[str, ...] = ()
        if column.name == "paper_title":
            url = row.leaf("paper_url")
            links = (url.text,) if url and url.text else ()
            text = text or (url.text if url else "")
        if column.name == "uses_additional_data" and text == "false":
            text = ""
        cells.append(Cell(text.strip(), line, column.number, (), links))
    return Row(row.line, tuple(cells))


def _groups(node: Group, *names: str) -> list[Group]:
    found = node.group(*names)
    return [item for item in found.groups() if not item.is_list] if found else []
