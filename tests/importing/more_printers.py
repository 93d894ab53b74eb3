"""Generated results printed as index pages, as tables of HELM and MTEB, as the archive's Parquet, and with spreads."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tests.importing.printers import Board, _json, _number


def _index_page(board: Board) -> str:
    metric = board.metrics[0]
    direction = "Lower" if metric in ("WER", "perplexity", "MAE") else "Higher"
    lines = [f"# Things on {board.dataset}", "", "| Scope | Recorded value |", "| --- | --- |"]
    lines += [
        "| Task | Things |",
        f"| Dataset (including any stated split) | {board.dataset} |",
        f"| Metric | {metric} |",
    ]
    lines += ["| Unit | UNITLESS |"] if metric == "perplexity" else []
    lines += [f"| Direction | {direction} is better |", "", "## Recorded results", "", f"| Method | {metric} |"]
    lines += ["| --- | --- |"]
    for method, (value,) in zip(board.methods, board.values, strict=True):
        lines.append(f"| {method} | {'Not recorded' if value is None else value} |")
    return "\n".join(lines) + "\n"


def _archive(board: Board) -> bytes:
    """The Papers with Code archive: tasks as rows, what they hold nested, metrics as a map."""
    rows = [
        {
            "model_name": method,
            "paper_title": "",
            "metrics": [(m, v) for m, v in zip(board.metrics, row, strict=True) if v is not None],
        }
        for method, row in zip(board.methods, board.values, strict=True)
    ]
    sota = pa.struct(
        {
            "metrics": pa.list_(pa.string()),
            "rows": pa.list_(
                pa.struct(
                    {
                        "model_name": pa.string(),
                        "paper_title": pa.string(),
                        "metrics": pa.map_(pa.string(), pa.string()),
                    }
                )
            ),
        }
    )
    datasets = pa.list_(pa.struct({"dataset": pa.string(), "sota": sota}))
    table = pa.table(
        {
            "task": pa.array(["Things"]),
            "datasets": pa.array(
                [[{"dataset": board.dataset, "sota": {"metrics": list(board.metrics), "rows": rows}}]], datasets
            ),
        }
    )
    out = io.BytesIO()
    pq.write_table(table, out)
    return out.getvalue()


def _mteb(board: Board, method: str, row: tuple[str | None, ...]) -> str:
    scores = {m: _number(v) for m, v in zip(board.metrics, row, strict=True) if v is not None}
    entry = {"hf_subset": "default", "languages": ["eng-Latn"], **scores}
    return _json(
        {"model_name": method, "task_name": board.dataset, "mteb_version": "1.12.0", "scores": {"test": [entry]}}
    )


def _helm(board: Board, method: str, row: tuple[str | None, ...]) -> str:
    held = [(m, v) for m, v in zip(board.metrics, row, strict=True) if v is not None]
    header: list[dict[str, Any]] = [{"value": "Model"}]
    header += [{"value": m, "metadata": {"run_group": board.dataset, "metric": m}} for m, _ in held]
    return _json(
        {
            "title": board.dataset,
            "header": header,
            "rows": [[{"value": method}, *({"value": _number(v)} for _, v in held)]],
        }
    )


def _spread(caption: str, cell: Callable[[str, str], str]) -> Callable[[Board], tuple[str, set[tuple[str, ...]]]]:
    def printed(board: Board) -> tuple[str, set[tuple[str, ...]]]:
        found: set[tuple[str, ...]] = set()
        lines = [f"# Results on {board.dataset} (test)", "", caption, "", f"| Model | {' | '.join(board.metrics)} |"]
        lines.append("|---|" + "---|" * len(board.metrics))
        for number, (method, row) in enumerate(zip(board.methods, board.values, strict=True), 1):
            texts = []
            for metric, value in zip(board.metrics, row, strict=True):
                spread = f"0.{number}{len(metric)}"
                texts.append(board.mark if value is None else cell(value, spread))
                if value is not None:
                    found.add((method, metric, value, spread))
            lines.append(f"| {method} | {' | '.join(texts)} |")
        return "\n".join(lines) + "\n", found

    return printed


MORE: dict[str, tuple[str, Callable[[Board], str | bytes]]] = {
    "index page": ("index.md", _index_page),
    "archive of papers with code": ("tasks.parquet", _archive),
}
#: Families that print one metric only.
FIRST_ONLY = frozenset({"index page"})
MORE_HARNESSES: dict[str, Callable[[Board, str, tuple[str | None, ...]], str]] = {"MTEB": _mteb, "HELM": _helm}
SPREADS: dict[str, Callable[[Board], tuple[str, set[tuple[str, ...]]]]] = {
    "plus and minus": _spread("Values are mean ± SD.", lambda value, spread: f"{value} ± {spread}"),
    "brackets": _spread("Values are mean (SD).", lambda value, spread: f"{value} ({spread})"),
}
