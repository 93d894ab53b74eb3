"""Results as one tidy table: CSV, Parquet and pandas, one row a result.

IRIs stand in full, lists are joined by one space, what is absent is empty (null in Parquet and
pandas). ``value`` is an exact decimal, ``value_text`` the digits of the xsd:decimal, ``printed``
the cell as it stands on the page.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from kg.collect import Collection
from kg.iris import Iris
from kg.model import Flag, FlagSubject, Leaderboard, MetricDeclaration, Result
from kg.normalise.values import lexical
from kg.terms import DCTERMS, LB

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

#: The columns, in this order, in every form of the table.
COLUMNS = (
    "result",
    "leaderboard",
    "source",
    "method",
    "method_label",
    "printed_method",
    "benchmark",
    "benchmark_label",
    "dataset",
    "task",
    "split",
    "subset",
    "metric",
    "metric_label",
    "value",
    "value_text",
    "printed",
    "unit",
    "direction",
    "config",
    "comparison_group",
    "reproduction_status",
    "reported_in",
    "introduced_in",
    "result_date",
    "coverage",
    "file",
    "line",
    "column",
    "inferred",
    "flags",
)

#: Parquet holds values as decimal128(38, 18); a wider one stands in ``value_text`` only.
PRECISION, SCALE = 38, 18

Row = dict[str, Any]


def result_rows(collection: Collection, base: str) -> Iterator[Row]:
    """One dict of :data:`COLUMNS` a result; by leaderboard, then by result key."""
    iris = Iris(base)
    for leaderboard in collection.leaderboards:
        declarations = {d.key: d for d in leaderboard.declarations}
        flags = _flag_kinds(collection.flags[leaderboard.key])
        for result in collection.results[leaderboard.key]:
            yield _row(collection, iris, leaderboard, declarations[result.declaration], result, flags)


def _row(
    collection: Collection,
    iris: Iris,
    leaderboard: Leaderboard,
    declaration: MetricDeclaration,
    result: Result,
    flags: dict[tuple[str, str], list[str]],
) -> Row:
    nodes = collection.nodes
    benchmark = nodes.benchmarks[result.benchmark]
    method = nodes.methods[result.method]
    unit = nodes.units[result.unit] if result.unit else None
    place = result.places[0]
    found = flags.get((FlagSubject.RESULT, result.key), []) + flags.get((FlagSubject.DECLARATION, declaration.key), [])
    config = {setting.name: setting.value for setting in result.settings}
    return {
        "result": iris("result", result.key),
        "leaderboard": iris("leaderboard", leaderboard.key),
        "source": iris("source", leaderboard.source),
        "method": iris("method", result.method),
        "method_label": method.label,
        "printed_method": result.printed_method,
        "benchmark": iris("benchmark", benchmark.key),
        "benchmark_label": benchmark.label,
        "dataset": " ".join(iris("dataset", key) for key in benchmark.datasets),
        "task": " ".join(iris("task", key) for key in benchmark.tasks),
        "split": benchmark.split,
        "subset": benchmark.subset,
        "metric": iris("metric", result.metric),
        "metric_label": nodes.metrics[result.metric].label,
        "value": result.value,
        "value_text": lexical(result.value),
        "printed": result.printed,
        "unit": (unit.iri or iris("unit", unit.key)) if unit else None,
        "direction": str(LB[declaration.direction]),
        "config": json.dumps(config, ensure_ascii=False, sort_keys=True) if config else None,
        "comparison_group": iris("group", collection.standings[result.key].group),
        "reproduction_status": str(LB[result.status]),
        "reported_in": iris("paper", result.reported_in) if result.reported_in else None,
        "introduced_in": iris("paper", method.introduced_in) if method.introduced_in else None,
        "result_date": result.result_date,
        "coverage": " ".join(leaderboard.all_coverage) or None,
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "inferred": " ".join(_property(name) for name in sorted({*result.inferred, *declaration.inferred})) or None,
        "flags": " ".join(sorted(set(found))) or None,
    }


def _property(name: str) -> str:
    return str(DCTERMS[name] if name in ("modified", "license") else LB[name])


def _flag_kinds(flags: tuple[Flag, ...]) -> dict[tuple[str, str], list[str]]:
    kinds: dict[tuple[str, str], list[str]] = {}
    for flag in flags:
        kinds.setdefault((flag.subject, flag.subject_key), []).append(str(LB[flag.kind]))
    return kinds


def to_csv(rows: list[Row]) -> bytes:
    """RFC 4180 with LF line ends, UTF-8, no byte-order mark."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        cells = {**row, "value": row["value_text"]}
        writer.writerow(["" if cells[name] is None else cells[name] for name in COLUMNS])
    return out.getvalue().encode()


def to_arrow(rows: list[Row]) -> pa.Table:
    """An Arrow table; ``value`` is decimal128(38, 18), null where the digits do not fit."""
    import pyarrow as pa

    types = {"value": pa.decimal128(PRECISION, SCALE), "line": pa.int64(), "column": pa.int64()}
    schema = pa.schema([(name, types.get(name, pa.string())) for name in COLUMNS])
    columns = {name: [row[name] for row in rows] for name in COLUMNS}
    columns["value"] = [value if fits(value) else None for value in columns["value"]]
    return pa.table(columns, schema=schema)


def to_parquet(rows: list[Row]) -> bytes:
    """Parquet, zstd; the same bytes for the same rows."""
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(to_arrow(rows), out, compression="zstd")
    return out.getvalue()


def to_pandas(rows: list[Row]) -> pd.DataFrame:
    """A DataFrame whose ``value`` column holds exact :class:`decimal.Decimal` objects."""
    import pandas as pd

    columns: dict[str, Any] = {}
    for name in COLUMNS:
        cells = [row[name] for row in rows]
        if name == "value":
            columns[name] = pd.Series(cells, dtype=object)
        elif name in ("line", "column"):
            columns[name] = pd.Series(cells, dtype="Int64")
        else:
            columns[name] = pd.Series(cells, dtype="str")
    return pd.DataFrame(columns)


def fits(value: Decimal) -> bool:
    """True when the value fits the Parquet column without loss."""
    _, digits, exponent = value.as_tuple()
    exponent = exponent if isinstance(exponent, int) else 0
    return -exponent <= SCALE and len(digits) + exponent <= PRECISION - SCALE
