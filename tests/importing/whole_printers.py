"""Generated results printed with all that a family can say of them: split, unit, direction, spread, settings."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import yaml

from tests.importing.printers import _json, _number

LOWER = ("EER", "WER", "perplexity", "MAE")


class Told(NamedTuple):
    """All that is told of one result; ``inferred`` are the facts among these that the file does not say."""

    method: str
    benchmark: str
    dataset: str
    split: str | None
    metric: str
    value: str
    printed: str
    unit: str | None
    direction: str
    uncertainty: str | None
    kind: str | None
    settings: frozenset[str]
    inferred: frozenset[str]


class Entry(NamedTuple):
    """One result to be printed."""

    method: str
    shots: str
    metric: str
    value: str
    spread: str | None


@dataclass(frozen=True)
class Whole:
    """A table of results: a row for each method, a column for each metric; None = no result, or no spread."""

    dataset: str
    split: str
    metrics: tuple[str, ...]
    methods: tuple[str, ...]
    shots: tuple[str, ...]
    values: tuple[tuple[str | None, ...], ...]
    spreads: tuple[tuple[str, ...], ...]

    def entries(self) -> Iterator[Entry]:
        """Every result."""
        for method, shots, values, spreads in zip(self.methods, self.shots, self.values, self.spreads, strict=True):
            for metric, value, spread in zip(self.metrics, values, spreads, strict=True):
                if value is not None:
                    yield Entry(method, shots, metric, value, spread)

    def of(self, method: str) -> Whole:
        """The results of one method."""
        at = self.methods.index(method)
        one = slice(at, at + 1)
        return Whole(
            self.dataset,
            self.split,
            self.metrics,
            self.methods[one],
            self.shots[one],
            self.values[one],
            self.spreads[one],
        )


@dataclass(frozen=True)
class Family:
    """How a family prints results, and which facts of them it can say."""

    file: str
    printed: Callable[[Whole], str | bytes]
    split: bool = True
    #: Facts that the reader has to fill in.
    inferred: frozenset[str] = frozenset()
    #: The kind of the spread; None: the family has no place for one.
    kind: str | None = "standard deviation"
    #: The spread stands in the value's own cell.
    in_cell: bool = True
    #: What the number of shots is called; None: it has no place.
    shots: str | None = "Shots"
    #: A file holds the results of one method.
    single: bool = False
    #: Metrics whose spread has a place.
    spreads_of: tuple[str, ...] | None = None
    #: What stands behind a number.
    behind: str = ""

    def told(self, whole: Whole) -> set[Told]:
        """What a reader must find."""
        found = set()
        for entry in whole.entries():
            has = self.kind is not None and (self.spreads_of is None or entry.metric in self.spreads_of)
            spread = entry.spread if has else None
            inside = spread is not None and self.in_cell
            found.add(
                Told(
                    entry.method,
                    whole.dataset,
                    whole.dataset,
                    whole.split if self.split else None,
                    entry.metric,
                    entry.value,
                    f"{entry.value} ± {entry.spread}" if inside else f"{entry.value}{self.behind}",
                    "FRACTION" if entry.value.startswith("0.") else "PERCENT",
                    "LowerIsBetter" if entry.metric in LOWER else "HigherIsBetter",
                    spread,
                    self.kind if spread else None,
                    frozenset({f"{self.shots} = {entry.shots}"}) if self.shots else frozenset(),
                    self.inferred,
                )
            )
        return found


def _arrow(metric: str) -> str:
    return "↓" if metric in LOWER else "↑"


def _rows(whole: Whole) -> list[list[str]]:
    """Header and rows of texts, with unit and direction in the headings and the spread in the cells."""
    head = ["Model", "Shots", *(f"{metric} (%) {_arrow(metric)}" for metric in whole.metrics)]
    body = [
        [method, shots, *("-" if v is None else f"{v} ± {s}" for v, s in zip(values, spreads, strict=True))]
        for method, shots, values, spreads in zip(whole.methods, whole.shots, whole.values, whole.spreads, strict=True)
    ]
    return [head, *body]


def _title(whole: Whole) -> str:
    return f"# Results on {whole.dataset} ({whole.split})\n\nValues are mean ± SD.\n\n"


def _pipes(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(cell.replace("_", "\\_") for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]) + "\n"


def _markdown(whole: Whole) -> str:
    return _title(whole) + _pipes(_rows(whole))


def _details(whole: Whole) -> str:
    return f"{_title(whole)}<details>\n<summary>All results</summary>\n\n{_pipes(_rows(whole))}\n</details>\n"


def _across(whole: Whole) -> str:
    """Methods in the header, metrics in rows."""
    rows = [[row[0], *row[2:]] for row in _rows(whole)]
    turned = list(map(list, zip(*rows, strict=True)))
    turned[0][0] = "Metric"
    return _title(whole) + _pipes(turned)


def _html(whole: Whole) -> str:
    head, *body = [[html.escape(text) for text in row] for row in _rows(whole)]
    rows = ["<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in body]
    header = "<tr>" + "".join(f"<th>{text}</th>" for text in head) + "</tr>"
    return _page(whole, f"<table><thead>{header}</thead>\n<tbody>" + "\n".join(rows) + "</tbody></table>")


def _html_spans(whole: Whole) -> str:
    """The data set over its metrics; neighbours with equal shots share one cell."""
    head, *body = [[html.escape(text) for text in row] for row in _rows(whole)]
    top = f"<tr><th rowspan=2>{head[0]}</th><th rowspan=2>{head[1]}</th>"
    top += f"<th colspan={len(head) - 2}>{html.escape(whole.dataset)}</th></tr>"
    rows = ["<tr>" + "".join(f"<th>{text}</th>" for text in head[2:]) + "</tr>"]
    starts = [0, *(n for n, (a, b) in enumerate(pairwise(whole.shots), 1) if a != b), len(body)]
    heights = {start: end - start for start, end in pairwise(starts)}
    for number, row in enumerate(body):
        shots = f"<td rowspan={heights[number]}>{row[1]}</td>" if number in heights else ""
        cells = "".join(f"<td>{text}</td>" for text in row[2:])
        rows.append(f"<tr><td>{row[0]}</td>{shots}{cells}</tr>")
    return _page(whole, f"<table>{top}\n" + "\n".join(rows) + "</table>")


def _page(whole: Whole, table: str) -> str:
    title = f"<h1>Results on {html.escape(whole.dataset)} ({whole.split})</h1>"
    return f"<!doctype html><html><body>{title}<p>Values are mean ± SD.</p>\n{table}</body></html>"


def _aligned(whole: Whole) -> str:
    rows = _rows(whole)
    widths = [max(len(row[n]) for row in rows) + 3 for n in range(len(rows[0]))]
    lines = ["".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return _title(whole).removeprefix("# ") + "\n".join(lines) + "\n"


def _tabs(whole: Whole) -> str:
    return _title(whole).removeprefix("# ") + "\n".join("\t".join(row) for row in _rows(whole)) + "\n"


def _bare_pipes(whole: Whole) -> str:
    return _title(whole).removeprefix("# ") + "\n".join(" | ".join(row) for row in _rows(whole)) + "\n"


def _index_page(whole: Whole) -> str:
    metric = whole.metrics[0]
    lines = [f"# Things on {whole.dataset}", "", "| Scope | Recorded value |", "| --- | --- |", "| Task | Things |"]
    lines += [f"| Dataset (including any stated split) | {whole.dataset} ({whole.split}) |", f"| Metric | {metric} |"]
    lines += ["| Unit | percent |", f"| Direction | {'Lower' if metric in LOWER else 'Higher'} is better |", ""]
    lines += ["## Recorded results", "", f"| Method | {metric} |", "| --- | --- |"]
    for method, (value, *_) in zip(whole.methods, whole.values, strict=True):
        lines.append(f"| {method} | {'Not recorded' if value is None else value} |")
    return "\n".join(lines) + "\n"


_LONG = ("model", "dataset", "split", "shots", "metric", "unit", "direction", "value", "stderr")


def _records(whole: Whole) -> list[dict[str, str]]:
    """One row for each result, with a column for each fact."""
    return [
        dict(
            zip(
                _LONG,
                (
                    entry.method,
                    whole.dataset,
                    whole.split,
                    entry.shots,
                    entry.metric,
                    "%",
                    f"{'lower' if entry.metric in LOWER else 'higher'} is better",
                    entry.value,
                    entry.spread or "",
                ),
                strict=True,
            )
        )
        for entry in whole.entries()
    ]


def _long(separator: str) -> Callable[[Whole], str]:
    def printed(whole: Whole) -> str:
        out = io.StringIO()
        writer = csv.DictWriter(out, _LONG, delimiter=separator, lineterminator="\n")
        writer.writeheader()
        writer.writerows(_records(whole))
        return out.getvalue()

    return printed


def _wide(whole: Whole) -> str:
    """A column for each metric and one for its standard error behind it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heads = [(f"{metric} (%) {_arrow(metric)}", f"{metric} stderr") for metric in whole.metrics]
    writer.writerow(["Model", "Split", "Shots", *(text for pair in heads for text in pair)])
    for method, shots, values, spreads in zip(whole.methods, whole.shots, whole.values, whole.spreads, strict=True):
        cells = [(v or "", s if v else "") for v, s in zip(values, spreads, strict=True)]
        writer.writerow([method, whole.split, shots, *(text for pair in cells for text in pair)])
    return out.getvalue()


def _excel(whole: Whole) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(list(_LONG))
    for record in _records(whole):
        sheet.append(list(record.values()))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _parquet(whole: Whole) -> bytes:
    records = _records(whole)
    out = io.BytesIO()
    pq.write_table(pa.table({name: [record[name] for record in records] for name in _LONG}), out)
    return out.getvalue()


def _typed(whole: Whole) -> list[dict[str, str]]:
    """The rows with numbers for values and spreads."""
    return [{**r, "value": _number(r["value"]), "stderr": _number(r["stderr"])} for r in _records(whole)]


def _site(whole: Whole) -> str:
    return _json({"results": _typed(whole)})


def _json_lines(whole: Whole) -> str:
    return "".join(_json(entry).replace("\n", "") + "\n" for entry in _typed(whole))


def _site_yaml(whole: Whole) -> str:
    lines = []
    for record in _typed(whole):
        for number, (name, value) in enumerate(record.items()):
            text = value[2:] if value.startswith("\0N") else json.dumps(value, ensure_ascii=False)
            lines.append(f"{'- ' if number == 0 else '  '}{name}: {text}")
    return "\n".join(lines) + "\n"


def _sota(whole: Whole, cell: Callable[[str, str], str]) -> dict[str, Any]:
    rows = [
        {
            "model_name": method,
            "paper_title": "",
            "paper_url": "",
            "metrics": {m: cell(v, s) for m, v, s in zip(whole.metrics, values, spreads, strict=True) if v is not None},
        }
        for method, values, spreads in zip(whole.methods, whole.values, whole.spreads, strict=True)
    ]
    return {"metrics": list(whole.metrics), "rows": rows}


def _papers_with_code(whole: Whole) -> str:
    dataset = {"dataset": whole.dataset, "sota": _sota(whole, lambda value, spread: f"{value} ± {spread}")}
    return json.dumps([{"task": "Things", "categories": [], "datasets": [dataset], "subtasks": []}])


def _sota_extractor(whole: Whole) -> str:
    """A task file of sota-extractor: values with the sign of their unit."""
    dataset = {
        "dataset": whole.dataset,
        "description": "",
        "sota": _sota(whole, lambda value, _: f"{value}%"),
        "subdatasets": [],
    }
    return json.dumps(
        [{"task": "Things", "description": "", "source_link": None, "subtasks": [], "datasets": [dataset]}]
    )


def _archive(whole: Whole) -> bytes:
    row = pa.struct(
        {"model_name": pa.string(), "paper_title": pa.string(), "metrics": pa.map_(pa.string(), pa.string())}
    )
    sota = pa.struct({"metrics": pa.list_(pa.string()), "rows": pa.list_(row)})
    datasets = pa.list_(pa.struct({"dataset": pa.string(), "sota": sota}))
    told = _sota(whole, lambda value, spread: f"{value} ± {spread}")
    rows = [{**r, "metrics": list(r["metrics"].items())} for r in told["rows"]]
    held = [{"dataset": whole.dataset, "sota": {"metrics": told["metrics"], "rows": rows}}]
    out = io.BytesIO()
    pq.write_table(pa.table({"task": pa.array(["Things"]), "datasets": pa.array([held], datasets)}), out)
    return out.getvalue()


def _model_index(whole: Whole) -> str:
    models = [
        {
            "name": entry.method,
            "results": [
                {
                    "task": {"type": "other"},
                    "dataset": {
                        "name": whole.dataset,
                        "type": "x",
                        "split": whole.split,
                        "args": {"num_few_shot": int(entry.shots)},
                    },
                    "metrics": [{"type": entry.metric, "value": f"{entry.value} ± {entry.spread}"}],
                }
            ],
        }
        for entry in whole.entries()
    ]
    return "---\n" + yaml.safe_dump({"model-index": models}, allow_unicode=True, sort_keys=False) + "---\n# Card\n"


def _metafile(whole: Whole) -> str:
    models = [
        {
            "Name": entry.method,
            "Results": [
                {
                    "Task": "Things",
                    "Dataset": whole.dataset,
                    "Metrics": {entry.metric: f"{entry.value} ± {entry.spread}"},
                }
            ],
        }
        for entry in whole.entries()
    ]
    return yaml.safe_dump({"Models": models}, allow_unicode=True, sort_keys=False)


def _lm_eval(whole: Whole) -> str:
    task, entries = whole.dataset, list(whole.entries())
    scores = {f"{e.metric},none": _number(e.value) for e in entries}
    scores |= {f"{e.metric}_stderr,none": _number(e.spread or "") for e in entries}
    return _json(
        {
            "results": {task: {"alias": task, **scores}},
            "configs": {task: {"task": task, "test_split": whole.split}},
            "versions": {task: 1.0},
            "n-shot": {task: int(whole.shots[0])},
            "higher_is_better": {task: {e.metric: e.metric not in LOWER for e in entries}},
            "config": {"model": "hf", "model_args": "dtype=bf16"},
            "model_name": whole.methods[0],
        }
    )


def _lm_eval_old(whole: Whole) -> str:
    task, entries = whole.dataset, list(whole.entries())
    scores = {e.metric: _number(e.value) for e in entries}
    scores |= {f"{e.metric}_stderr": _number(e.spread or "") for e in entries}
    config = {"model": whole.methods[0], "num_fewshot": int(whole.shots[0]), "limit": None}
    return _json({"results": {task: scores}, "versions": {task: 0}, "config": config})


def _every_eval(whole: Whole) -> str:
    results = [
        {
            "evaluation_name": whole.dataset,
            "source_data": {"dataset_name": whole.dataset, "hf_split": whole.split},
            "metric_config": {
                "metric_name": entry.metric,
                "lower_is_better": entry.metric in LOWER,
                "score_type": "continuous",
                "min_score": 0,
                "max_score": 1,
            },
            "score_details": {
                "score": _number(entry.value),
                "uncertainty": {"standard_error": {"value": _number(entry.spread or "")}},
            },
            "generation_config": {"generation_args": {"shots": int(entry.shots)}},
        }
        for entry in whole.entries()
    ]
    return _json(
        {
            "schema_version": "0.2.1",
            "evaluation_id": "x",
            "source_metadata": {"source_name": "Board"},
            "model_info": {"name": whole.methods[0], "id": whole.methods[0]},
            "evaluation_results": results,
        }
    )


def _mteb(whole: Whole) -> str:
    scores = {entry.metric: _number(entry.value) for entry in whole.entries()}
    scores |= {f"{entry.metric}_std": _number(entry.spread or "") for entry in whole.entries()}
    entry = {"hf_subset": "default", "languages": ["eng-Latn"], **scores}
    return _json(
        {
            "model_name": whole.methods[0],
            "task_name": whole.dataset,
            "mteb_version": "1.12.0",
            "scores": {whole.split: [entry]},
        }
    )


def _inspect(whole: Whole) -> str:
    scores = [
        {
            "name": "s",
            "scorer": "s",
            "metrics": {
                entry.metric: {"name": entry.metric, "value": _number(entry.value)},
                "stderr": {"name": "stderr", "value": _number(entry.spread or "")},
            },
        }
        for entry in whole.entries()
    ]
    return _json(
        {
            "version": 2,
            "status": "success",
            "eval": {
                "task": "t",
                "model": whole.methods[0],
                "dataset": {"name": whole.dataset},
                "task_args": {"fewshot": int(whole.shots[0])},
            },
            "results": {"total_samples": 10, "scores": scores},
        }
    )


def _helm(whole: Whole) -> str:
    entries = list(whole.entries())
    header: list[dict[str, Any]] = [{"value": "Model"}]
    header += [{"value": e.metric, "metadata": {"run_group": whole.dataset, "metric": e.metric}} for e in entries]
    row = [{"value": whole.methods[0]}, *({"value": _number(e.value)} for e in entries)]
    return _json({"title": whole.dataset, "header": header, "rows": [row]})


_UNIT, _UNIT_AND_DIRECTION = frozenset({"unit"}), frozenset({"unit", "direction"})
_UNKNOWN, _ERROR = "uncertainty of unknown kind", "standard error"


def _long_family(file: str, printed: Callable[[Whole], str | bytes]) -> Family:
    return Family(file, printed, kind=_ERROR, in_cell=False, shots="shots")


#: Families that print percentages.
TABLES: dict[str, Family] = {
    "markdown": Family("board.md", _markdown),
    "markdown in details": Family("board.md", _details),
    "markdown, methods across": Family("board.md", _across, shots=None),
    "html": Family("board.html", _html),
    "html with spans": Family("board.html", _html_spans),
    "aligned text": Family("board.txt", _aligned),
    "pasted tabs": Family("board.txt", _tabs),
    "pasted pipes": Family("board.txt", _bare_pipes),
    "index page": Family("index.md", _index_page, kind=None, shots=None),
    "csv, wide": Family("{dataset}.csv", _wide, inferred=frozenset({"dataset"}), kind=_ERROR, in_cell=False),
    "csv": _long_family("board.csv", _long(",")),
    "csv, semicolon": _long_family("board.csv", _long(";")),
    "tsv": _long_family("board.tsv", _long("\t")),
    "excel": _long_family("board.xlsx", _excel),
    "parquet": _long_family("board.parquet", _parquet),
    "json of a site": _long_family("board.json", _site),
    "json lines": _long_family("board.jsonl", _json_lines),
    "yaml of a site": _long_family("board.yaml", _site_yaml),
    "papers with code": Family(
        "dump.json", _papers_with_code, split=False, inferred=_UNIT_AND_DIRECTION, kind=_UNKNOWN, shots=None
    ),
    "sota-extractor": Family(
        "task.json", _sota_extractor, split=False, inferred=frozenset({"direction"}), kind=None, shots=None, behind="%"
    ),
    "archive of papers with code": Family(
        "tasks.parquet", _archive, split=False, inferred=_UNIT_AND_DIRECTION, kind=_UNKNOWN, shots=None
    ),
    "model index": Family("README.md", _model_index, inferred=_UNIT_AND_DIRECTION, kind=_UNKNOWN, shots="num_few_shot"),
    "metafile": Family("metafile.yml", _metafile, split=False, inferred=_UNIT_AND_DIRECTION, kind=_UNKNOWN, shots=None),
}
#: Families that print fractions, a file for each method.
RUNS: dict[str, Family] = {
    "lm-evaluation-harness": Family(
        "run.json", _lm_eval, inferred=_UNIT, kind=_ERROR, in_cell=False, shots="shots", single=True
    ),
    "lm-evaluation-harness, old": Family(
        "run.json",
        _lm_eval_old,
        split=False,
        inferred=_UNIT_AND_DIRECTION,
        kind=_ERROR,
        in_cell=False,
        shots="shots",
        single=True,
    ),
    "Every Eval Ever": Family(
        "run.json", _every_eval, inferred=_UNIT, kind=_ERROR, in_cell=False, shots="shots", single=True
    ),
    "MTEB": Family("run.json", _mteb, inferred=_UNIT_AND_DIRECTION, in_cell=False, shots=None, single=True),
    "inspect_ai": Family(
        "run.json",
        _inspect,
        split=False,
        inferred=_UNIT_AND_DIRECTION,
        kind=_ERROR,
        in_cell=False,
        shots="fewshot",
        single=True,
        spreads_of=("accuracy",),
    ),
    "HELM": Family("run.json", _helm, split=False, inferred=_UNIT_AND_DIRECTION, kind=None, shots=None, single=True),
}
