"""Files of results of any size in each family that can be large; the same bytes for the same arguments.

The tables are invented and have the awkwardness of real ones: missing marks, percent signs, uncertainties,
footnote signs, a cell now and then that is no value, names with sizes and quotes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

_SIZES = ("1.5B", "3B", "7B", "8B", "13B", "32B", "70B")
_STEMS = ("Aster", "Birch", "Cedar", "Delta-Net", "Ember", "Fern", "Granite", "Harbor", "Iris", "Juniper")
_TAILS = ("", "-base", "-instruct", "-chat", "-large", " (ours)", " v2")
_DATASETS = ("MMLU", "GSM8K", "HellaSwag", "ARC-Challenge", "TruthfulQA", "WinoGrande", "BoolQ", "PIQA")
_SPLITS = ("test", "validation")
_WIDE = (*_DATASETS, "Average")
_ORGS = ("Alder Lab", "Beech University", "Clover AI, Inc.", "Dahlia Institute")

Row = list[str]


def method(dice: Random, number: int) -> str:
    """A name that hardly any other row has."""
    return f"{dice.choice(_STEMS)}-{number}-{dice.choice(_SIZES)}{dice.choice(_TAILS)}"


def score(dice: Random) -> str:
    """A printed percentage, with the fine print that scores have."""
    text = str(Decimal(dice.randrange(2000, 9990)).scaleb(-2))
    kind = dice.randrange(400)
    if kind < 8:
        return dice.choice(("-", "n/a", "—"))
    if kind < 12:
        return f"{text} ± {dice.randrange(1, 20) / 10}"
    if kind < 14:
        return f"{text}*"
    return "see text" if kind == 14 else text


def wide(dice: Random) -> Iterator[Row]:
    """A row for each method, a column for each data set."""
    number = 0
    while True:
        number += 1
        date = f"20{dice.randrange(19, 26)}-{dice.randrange(1, 13):02}-{dice.randrange(1, 29):02}"
        yield [method(dice, number), dice.choice(_ORGS), *(score(dice) for _ in _WIDE), date]


WIDE = ("Model", "Organization", *_WIDE, "Date")


def long(dice: Random) -> Iterator[Row]:
    """A row for each value, which names what was measured."""
    number = 0
    while True:
        number += 1
        name = method(dice, number)
        for dataset in _DATASETS:
            for metric in ("accuracy", "F1"):
                error = str(Decimal(dice.randrange(1, 300)).scaleb(-2))
                yield [name, dataset, dice.choice(_SPLITS), metric, score(dice), error]


LONG = ("model", "dataset", "split", "metric", "value", "stderr")


def delimited(separator: str, names: tuple[str, ...], rows: Callable[[Random], Iterator[Row]]) -> Lines:
    """Lines of text with a sign between the fields."""

    def lines(dice: Random) -> Iterator[str]:
        yield separator.join(names) + "\n"
        for row in rows(dice):
            fields = [f'"{text}"' if separator in text or '"' in text else text for text in row]
            yield separator.join(fields) + "\n"

    return lines


def json_list(dice: Random) -> Iterator[str]:
    """A list of flat objects."""
    for number, row in enumerate(wide(dice)):
        yield ("[\n  " if number == 0 else ",\n  ") + json.dumps(_object(row), ensure_ascii=False)


def json_lines(dice: Random) -> Iterator[str]:
    """An object in each line."""
    for row in wide(dice):
        yield json.dumps(_object(row), ensure_ascii=False) + "\n"


def _object(row: Row) -> dict[str, Any]:
    """A row with numbers where its cells are numbers."""
    return {name: _typed(text) for name, text in zip(WIDE, row, strict=True)}


def _typed(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return None if text == "-" else text


def evaluation_tables(dice: Random) -> Iterator[str]:
    """Tasks with data sets and their tables, as Papers with Code wrote them."""
    number = 0
    while True:
        number += 1
        task = {
            "categories": ["Natural Language Processing"],
            "description": "An invented task. " * 20,
            "source_link": None,
            "subtasks": [],
            "synonyms": [],
            "task": f"Task {number}",
            "datasets": [_table(dice, f"Set-{number}-{n}") for n in range(dice.randrange(1, 4))],
        }
        yield ("[" if number == 1 else ",\n") + json.dumps(task, indent=1, ensure_ascii=False)


def _table(dice: Random, name: str) -> dict[str, Any]:
    rows = [
        {
            "code_links": [{"title": "x/y", "url": "https://code.example/x/y"}] * dice.randrange(3),
            "metrics": {"Accuracy": score(dice), "F1": score(dice)},
            "model_links": [],
            "model_name": method(dice, number),
            "paper_date": "2021-05-04",
            "paper_title": f"A study of {name} with many words",
            "paper_url": f"https://arxiv.org/abs/{dice.randrange(1601, 2513)}.{dice.randrange(10000, 20000)}",
            "uses_additional_data": False,
        }
        for number in range(dice.randrange(3, 40))
    ]
    return {
        "dataset": name,
        "dataset_citations": [],
        "dataset_links": [],
        "description": "",
        "sota": {"metrics": ["Accuracy", "F1"], "rows": rows},
        "subdatasets": [],
    }


def markdown(dice: Random) -> Iterator[str]:
    """A page with one long table for each data set."""
    rows = wide(dice)
    yield "# Leaderboard of language models\n"
    while True:
        yield "\n## Results\n\n| " + " | ".join(WIDE) + " |\n|" + "---|" * len(WIDE) + "\n"
        for _, row in zip(range(2000), rows, strict=False):
            yield "| " + " | ".join(row) + " |\n"


def html(dice: Random) -> Iterator[str]:
    """A page with long tables, marked up as tools do."""
    rows = wide(dice)
    yield "<!DOCTYPE html>\n<html><head><title>Leaderboard of language models</title></head><body>\n"
    while True:
        head = "".join(f"<th>{name}</th>" for name in WIDE)
        yield f"<h2>Results</h2>\n<table class='board'>\n<thead><tr>{head}</tr></thead>\n<tbody>\n"
        for _, row in zip(range(2000), rows, strict=False):
            cells = "".join(f'<td class="c">{text}</td>' for text in row)
            yield f"<tr>{cells}</tr>\n"
        yield "</tbody></table>\n"


Lines = Callable[[Random], Iterator[str]]

#: Families that are text: name -> ending, lines, text that ends the file.
TEXT: dict[str, tuple[str, Lines, str]] = {
    "csv-wide": ("csv", delimited(",", WIDE, wide), ""),
    "csv-long": ("csv", delimited(",", LONG, long), ""),
    "tsv-wide": ("tsv", delimited("\t", WIDE, wide), ""),
    "json-list": ("json", json_list, "\n]\n"),
    "jsonl": ("jsonl", json_lines, ""),
    "papers-with-code": ("json", evaluation_tables, "]\n"),
    "markdown": ("md", markdown, ""),
    "html": ("html", html, ""),
}
#: Families that are packed: name -> names of the columns and rows.
PACKED = {"parquet-wide": (WIDE, wide), "parquet-long": (LONG, long), "excel": (WIDE, wide)}
FAMILIES = (*TEXT, *PACKED)


def write(folder: Path, family: str, size: int, seed: int = 7) -> Path:
    """A file of a family with about ``size`` bytes; of a packed one, with the rows of so much text."""
    dice = Random(f"{family} {seed}")
    megabytes = f"{size / 1e6:g}".replace(".", "-")
    if family in TEXT:
        ending, lines, end = TEXT[family]
        path = folder / f"{family}-{megabytes}.{ending}"
        written = 0
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for line in lines(dice):
                file.write(line)
                written += len(line)
                if written >= size:
                    break
            file.write(end)
        return path
    names, rows = PACKED[family]
    ending = "xlsx" if family == "excel" else "parquet"
    path = folder / f"{family}-{megabytes}.{ending}"
    kept = _of_size(rows(dice), size)
    if family == "excel":
        _workbook(path, names, kept)
    else:
        _parquet(path, names, kept)
    return path


def _of_size(rows: Iterator[Row], size: int) -> Iterator[Row]:
    written = 0
    for row in rows:
        yield row
        written += sum(map(len, row)) + len(row)
        if written >= size:
            return


def _workbook(path: Path, names: tuple[str, ...], rows: Iterator[Row]) -> None:
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Results")
    sheet.append(list(names))
    for row in rows:
        sheet.append([_typed(text) for text in row])
    book.save(path)


def _parquet(path: Path, names: tuple[str, ...], rows: Iterator[Row]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(name, pa.string()) for name in names])
    with pq.ParquetWriter(path, schema) as file:
        while chunk := [row for _, row in zip(range(50_000), rows, strict=False)]:
            columns = [pa.array(column) for column in zip(*chunk, strict=True)]
            file.write_table(pa.table(columns, schema=schema))
