"""Generated results printed in each family, as its own tools would write them."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import yaml


@dataclass(frozen=True)
class Board:
    """A table of results: a row for each method, a column for each metric; None = no result."""

    dataset: str
    metrics: tuple[str, ...]
    methods: tuple[str, ...]
    values: tuple[tuple[str | None, ...], ...]
    mark: str = "-"

    @property
    def results(self) -> set[tuple[str, str, str, str]]:
        """Method, data set, metric and digits of every result."""
        return {
            (method, self.dataset, metric, value)
            for method, row in zip(self.methods, self.values, strict=True)
            for metric, value in zip(self.metrics, row, strict=True)
            if value is not None
        }

    @property
    def first(self) -> Board:
        """The board with its first metric alone."""
        return Board(self.dataset, self.metrics[:1], self.methods, tuple(row[:1] for row in self.values), self.mark)

    @property
    def rows(self) -> list[list[str]]:
        """Header and rows as texts."""
        body = [
            [method, *(self.mark if v is None else v for v in row)]
            for method, row in zip(self.methods, self.values, strict=True)
        ]
        return [["Model", *self.metrics], *body]


def _markdown(board: Board, escape: Callable[[str], str] = lambda text: text) -> str:
    def cell(text: str) -> str:
        return re.sub(r"([\\`*_{}\[\]<>#|~$&^])", r"\\\1", text)

    head, *body = board.rows
    lines = [f"# Results on {board.dataset}", "", "| " + " | ".join(map(cell, head)) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join([cell(row[0]), *row[1:]]) + " |" for row in body]
    return "\n".join(lines) + "\n"


def _markdown_turned(board: Board) -> str:
    turned = list(map(list, zip(*board.rows, strict=True)))
    turned[0][0] = "Metric"

    def cell(text: str) -> str:
        return re.sub(r"([\\`*_{}\[\]<>#|~$&^])", r"\\\1", text)

    lines = [f"# Results on {board.dataset}", "", "| " + " | ".join(map(cell, turned[0])) + " |"]
    lines += ["|" + "---|" * len(turned[0])]
    lines += ["| " + " | ".join(row) + " |" for row in turned[1:]]
    return "\n".join(lines) + "\n"


def _html(board: Board) -> str:
    head, *body = board.rows
    rows = ["<tr>" + "".join(f"<th>{html.escape(text)}</th>" for text in head) + "</tr>"]
    rows += ["<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in row) + "</tr>" for row in body]
    table = "<table>\n<thead>" + rows[0] + "</thead>\n<tbody>\n" + "\n".join(rows[1:]) + "\n</tbody></table>"
    return f"<!doctype html><html><body><h1>Results on {html.escape(board.dataset)}</h1>\n{table}</body></html>"


def _html_grouped(board: Board) -> str:
    """Two header rows: the data set over its metrics; cells with marks of their own."""
    head, *body = board.rows
    top = f"<tr><td rowspan=2>Model</td><td colspan={len(head) - 1}>{html.escape(board.dataset)}</td></tr>"
    second = "<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in head[1:]) + "</tr>"
    rows = [
        f"<tr><td><a href='x'>{html.escape(row[0])}</a></td>"
        + "".join(f"<td><b>{html.escape(text)}</b></td>" for text in row[1:])
        + "</tr>"
        for row in body
    ]
    return f"<html><body><h1>Board</h1><table>{top}\n{second}\n" + "\n".join(rows) + "</table></body></html>"


def _delimited(separator: str) -> Callable[[Board], str]:
    def printed(board: Board) -> str:
        out = io.StringIO()
        csv.writer(out, delimiter=separator, lineterminator="\n").writerows(board.rows)
        return out.getvalue()

    return printed


def _tabs(board: Board) -> str:
    return "\n".join("\t".join(row) for row in board.rows) + "\n"


def _long(board: Board) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["model", "dataset", "metric", "value"])
    for method, row in zip(board.methods, board.values, strict=True):
        for metric, value in zip(board.metrics, row, strict=True):
            writer.writerow([method, board.dataset, metric, board.mark if value is None else value])
    return out.getvalue()


def _excel(board: Board) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = re.sub(r"[\\/*?:\[\]]", "-", board.dataset)[:31]
    for row in board.rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _parquet(board: Board) -> bytes:
    columns: dict[str, list[Any]] = {"model": list(board.methods)}
    for number, metric in enumerate(board.metrics):
        columns[metric] = [None if row[number] is None else row[number] for row in board.values]
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


def _digits(value: str) -> Any:
    """The value as a number that JSON writes with its own digits."""
    return float(value) if str(float(value)) == value else Decimal(value)


class _Numbers(json.JSONEncoder):
    """JSON with the digits of decimals."""


def _json(data: Any) -> str:
    """JSON with every value's own digits: marked strings lose their quotes."""
    return re.sub(r'"\\u0000N([^"]*)"', r"\1", json.dumps(data, ensure_ascii=True, indent=1))


def _number(value: str) -> str:
    return "\0N" + value


def _papers_with_code(board: Board) -> str:
    rows = [
        {
            "model_name": method,
            "paper_title": "",
            "paper_url": "",
            "metrics": {m: v for m, v in zip(board.metrics, row, strict=True) if v is not None},
        }
        for method, row in zip(board.methods, board.values, strict=True)
    ]
    dataset = {"dataset": board.dataset, "sota": {"metrics": list(board.metrics), "rows": rows}}
    return _json([{"task": "Things", "categories": [], "datasets": [dataset], "subtasks": []}])


def _records(board: Board) -> str:
    return _json({"title": f"Results on {board.dataset}", "entries": _objects(board)})


def _objects(board: Board) -> list[dict[str, Any]]:
    return [
        {
            "model": method,
            **{m: None if v is None else _number(v) for m, v in zip(board.metrics, row, strict=True)},
        }
        for method, row in zip(board.methods, board.values, strict=True)
    ]


def _json_lines(board: Board) -> str:
    lines = ({"dataset": board.dataset, **entry} for entry in _objects(board))
    return "".join(_json(entry).replace("\n", "") + "\n" for entry in lines)


def _yaml_records(board: Board) -> str:
    lines = []
    for entry in _objects(board):
        for number, (name, value) in enumerate(entry.items()):
            text = "null" if value is None else value[2:] if value.startswith("\0N") else json.dumps(value)
            lines.append(f"{'- ' if number == 0 else '  '}{json.dumps(name)}: {text}")
    return "\n".join(lines) + "\n"


def _model_index(board: Board) -> str:
    models = [
        {
            "name": method,
            "results": [
                {
                    "task": {"type": "other"},
                    "dataset": {"name": board.dataset, "type": "x"},
                    "metrics": [
                        {"type": m, "value": v} for m, v in zip(board.metrics, row, strict=True) if v is not None
                    ],
                }
            ],
        }
        for method, row in zip(board.methods, board.values, strict=True)
        if any(v is not None for v in row)
    ]
    return "---\n" + yaml.safe_dump({"model-index": models}, allow_unicode=True, sort_keys=False) + "---\n# Card\n"


def _metafile(board: Board) -> str:
    models = [
        {
            "Name": method,
            "Results": [
                {
                    "Task": "Things",
                    "Dataset": board.dataset,
                    "Metrics": {m: v for m, v in zip(board.metrics, row, strict=True) if v is not None},
                }
            ],
        }
        for method, row in zip(board.methods, board.values, strict=True)
    ]
    return yaml.safe_dump({"Models": models}, allow_unicode=True, sort_keys=False)


def _aligned(board: Board) -> str:
    widths = [max(len(row[n]) for row in board.rows) + 3 for n in range(len(board.rows[0]))]
    lines = ["".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in board.rows]
    return f"Results on {board.dataset}\n\n" + "\n".join(lines) + "\n"


#: Family -> file name, printer. The name of the data set stands in the file, or in its name.
PRINTERS: dict[str, tuple[str, Callable[[Board], str | bytes]]] = {
    "markdown": ("board.md", _markdown),
    "markdown, methods across": ("board.md", _markdown_turned),
    "html": ("board.html", _html),
    "html, two header rows": ("board.html", _html_grouped),
    "csv, comma": ("{dataset}.csv", _delimited(",")),
    "csv, semicolon": ("{dataset}.csv", _delimited(";")),
    "csv, tabs": ("{dataset}.tsv", _tabs),
    "csv, one value a row": ("board.csv", _long),
    "excel": ("board.xlsx", _excel),
    "parquet": ("{dataset}.parquet", _parquet),
    "papers with code": ("dump.json", _papers_with_code),
    "json of a site": ("board.json", _records),
    "json lines": ("board.jsonl", _json_lines),
    "yaml of a site": ("{dataset}.yaml", _yaml_records),
    "model index": ("README.md", _model_index),
    "metafile": ("metafile.yml", _metafile),
    "aligned text": ("board.txt", _aligned),
}


# Files of one model each, as harnesses write them.


def _lm_eval(board: Board, method: str, row: tuple[str | None, ...]) -> str:
    task = {f"{m},none": _number(v) for m, v in zip(board.metrics, row, strict=True) if v is not None}
    return _json(
        {
            "results": {board.dataset: {"alias": board.dataset, **task}},
            "configs": {board.dataset: {"task": board.dataset}},
            "versions": {board.dataset: 1.0},
            "n-shot": {board.dataset: 0},
            "config": {"model": "hf", "model_args": "dtype=bf16"},
            "model_name": method,
        }
    )


def _every_eval(board: Board, method: str, row: tuple[str | None, ...]) -> str:
    results = [
        {
            "evaluation_name": board.dataset,
            "source_data": {"dataset_name": board.dataset},
            "metric_config": {
                "metric_name": m,
                "lower_is_better": m in ("WER", "perplexity", "MAE"),
                "score_type": "continuous",
            },
            "score_details": {"score": _number(v)},
        }
        for m, v in zip(board.metrics, row, strict=True)
        if v is not None
    ]
    return _json(
        {
            "schema_version": "0.2.1",
            "evaluation_id": "x",
            "source_metadata": {"source_name": "Board"},
            "model_info": {"name": method, "id": method},
            "evaluation_results": results,
        }
    )


def _inspect(board: Board, method: str, row: tuple[str | None, ...]) -> str:
    metrics = {m: {"name": m, "value": _number(v)} for m, v in zip(board.metrics, row, strict=True) if v is not None}
    return _json(
        {
            "version": 2,
            "status": "success",
            "eval": {"task": "t", "model": method, "dataset": {"name": board.dataset}},
            "results": {"total_samples": 10, "scores": [{"name": "s", "scorer": "s", "metrics": metrics}]},
        }
    )


HARNESSES: dict[str, Callable[[Board, str, tuple[str | None, ...]], str]] = {
    "lm-evaluation-harness": _lm_eval,
    "Every Eval Ever": _every_eval,
    "inspect_ai": _inspect,
}
