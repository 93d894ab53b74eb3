"""``score-lines``: what scoring programs print, one score a line: Kaldi's ``RESULTS`` and trec_eval's output.

Kaldi (``utils/best_wer.sh``, ``steps/score_kaldi.sh``) prints ``%WER 4.53 [ 2377 / 52576, 248 ins, 210 del, 1919 sub ]
exp/chain/tdnn/decode_test/wer_9_0.0``, sclite's summary ``%WER 12.5 | 1831 21395 | 89.8 ... | exp/...``: the model's
folder below ``exp``, then that of what was decoded, then the file of the chosen weights. trec_eval prints a measure,
a query or ``all``, and the value, and the run under ``runid``; its values for ``all`` are means over ``num_q`` queries.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kg.errors import Place, Problem
from kg.read.cells import Field, Page, Table
from kg.read.long import LongTable

FORMAT = "score-lines"

_ROLES = {
    "model": "method",
    "decoded": "subset",
    "metric": "metric",
    "value": "value",
    "unit": "unit",
    "queries": "sample-size",
    "counts": "note",
    "scored": "note",
    "comment": "note",
    "measure": "note",
}

#: A rate with its counts and the folder that it was made in; a path may also stand in front.
_RATE = re.compile(
    r"(?:(?P<front>\S+):)?\s?%(?P<metric>[WSCPT]ER)\s(?P<value>\d{1,4}\.\d{1,3})\s"
    r"(?:\[(?P<counts>[^\]]*)\]|\|(?P<summary>[^|]*\|[^|]*)\|[^|]{0,40}\|)(?:\s\[PARTIAL\])?(?:\s(?P<path>\S+))?"
)
#: Kaldi's names of rates that mean other things elsewhere -> what they are.
_RATES = {"SER": "sentence error rate", "PER": "phone error rate"}
_TRIED = re.compile(r"(?:\S+:)?\s*%[WSCPT]ER\s")

_MEASURES = (
    r"(?:runid|num_(?:q|ret|rel|rel_ret)|(?:gm_)?map|map_cut_\d+|Rprec|bpref|recip_rank|P_?\d+|recall_\d+|"
    r"ndcg(?:_cut_\d+)?|success_\d+|iprec_at_recall_\d\.\d+|11pt_avg|infAP|set_\w+)"
)
_MEASURE = re.compile(rf"\s*(?P<name>{_MEASURES})\s+(?P<of>\S+)\s+(?P<value>\S+)\s*")
#: Counts that trec_eval prints among its measures.
_COUNTS = frozenset({"num_q", "num_ret", "num_rel", "num_rel_ret"})
_CUT = re.compile(r"(?P<name>P|recall|ndcg_cut|map_cut|success)_?(?P<at>\d+)")
#: trec_eval's names of measures -> the usual ones.
_USUAL = {"map": "MAP", "recip_rank": "MRR", "ndcg": "nDCG"}
_USUAL_CUT = {"P": "P", "recall": "recall", "ndcg_cut": "nDCG", "map_cut": "MAP", "success": "success"}


def looks_like(lines: Sequence[str]) -> str | None:
    """Why a page holds lines of single scores, or None; a page with a table of pipes or tags is of another family."""
    if any(line.lstrip()[:1] == "|" or "<table" in line for line in lines):
        return None
    if any(map(_rate, lines)):
        return "it has lines such as %WER 4.53 [ ... ], as Kaldi writes them"
    measures = [line for line in lines if (found := _MEASURE.fullmatch(line)) and _is_value(found)]
    return "it has lines of trec_eval: a measure, 'all', its value" if measures else None


def read(lines: Sequence[str], file: str) -> Page:
    """Read all lines of scores; what else the file holds are comments."""
    tables = [table for table in (_rates(lines, file), *_runs(lines, file)) if table is not None]
    title = re.match(r"#\s+(\S.*)", lines[0]) if lines else None
    return Page(file, FORMAT, tuple(tables), (Field("title", title[1].strip(), 1),) if title else ())


def _rate(line: str) -> re.Match[str] | None:
    return _RATE.fullmatch(" ".join(line.split())) if "%" in line else None


def _rates(lines: Sequence[str], file: str) -> Table | None:
    """The error rates of a Kaldi recipe."""
    table = LongTable(_ROLES)
    comment: list[str] = []
    fresh = True
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("#"):
            comment = ([] if fresh else comment) + [line.strip("# \t")]
            fresh = False
        elif (found := _rate(line)) is not None:
            fresh = True
            _add_rate(table, number, found, " ".join(filter(None, comment)))
        elif _TRIED.match(line):
            reason = "a line that begins as one of Kaldi's error rates, but does not go on as one"
            remedy = "print it as: %WER 4.53 [ 2377 / 52576, 248 ins, 210 del, 1919 sub ] exp/model/decode_data/wer_9"
            table.problems.append(Problem(Place(file, number), "line-unclear", line.strip(), reason, remedy, 1))
        elif not line.strip():
            fresh = True
    return table.table() if table.rows or table.problems else None


def _add_rate(table: LongTable, number: int, found: re.Match[str], comment: str) -> None:
    path = (found["path"] or found["front"] or "").rstrip(":")
    parts = [part for part in path.split("/") if part not in ("", ".", "..", "exp")]
    scored = parts.pop() if len(parts) > 1 and re.match(r"(?:w|c|s|p)er_\d|score_\d|\S+\.sys$", parts[-1]) else ""
    if parts and re.match(r"score_\d", parts[-1]):
        scored = f"{parts.pop()}/{scored}"
    decoded = next((part for part in reversed(parts) if part.startswith("decode")), "")
    model = "/".join(parts[: parts.index(decoded)] if decoded else parts)
    counts = found["counts"] or found["summary"] or ""
    table.add(
        number,
        {
            "model": model,
            "decoded": "/".join(parts[parts.index(decoded) :]) if decoded else None,
            "metric": _RATES.get(found["metric"], found["metric"]),
            "value": found["value"],
            "unit": "%",
            "counts": " ".join(counts.split()),
            "scored": scored,
            "comment": comment,
        },
    )


@dataclass(slots=True)
class _Run:
    """One run that trec_eval scored: its lines (number, measure, value) and what is printed beside them."""

    name: str = ""
    queries: str = ""
    scores: list[tuple[int, str, str]] = field(default_factory=list)
    singles: list[int] = field(default_factory=list)
    counted: list[int] = field(default_factory=list)


def _runs(lines: Sequence[str], file: str) -> list[Table]:
    """The scores of each run in what trec_eval printed."""
    runs = [_Run()]
    for number, line in enumerate(lines, 1):
        found = _MEASURE.fullmatch(line)
        if found is None:
            continue
        name, of, value = found["name"], found["of"], found["value"]
        again = of == "all" and any(name == other for _, other, _ in runs[-1].scores)
        if (name == "runid" and runs[-1].scores) or again:
            runs.append(_Run())
        run = runs[-1]
        if name == "runid":
            run.name = value
        elif of != "all":
            run.singles.append(number)
        elif name in _COUNTS:
            run.queries = value if name == "num_q" else run.queries
            run.counted.append(number)
        else:
            run.scores.append((number, name, value))
    return [_table(run, file) for run in runs if run.scores or run.singles]


def _table(run: _Run, file: str) -> Table:
    table = LongTable(_ROLES, min(number for number in (*(n for n, _, _ in run.scores), *run.singles)))
    table.fact("method", run.name)
    table.fact("ratio-unit", "fraction")
    for number, name, value in run.scores:
        usual = _usual(name)
        table.add(
            number,
            {"metric": usual, "value": value, "queries": run.queries, "measure": name if name != usual else None},
        )
    for numbers, what in (
        (run.singles, "scores of single queries: items, not the result of a method"),
        (run.counted, "counts of queries and documents: no scores"),
    ):
        if numbers:
            place = Place(file, numbers[0])
            table.problems.append(Problem(place, "no-scores", f"{_extent(numbers)}", what, "give what sums them up"))
    return table.table()


def _usual(name: str) -> str:
    cut = _CUT.fullmatch(name)
    return f"{_USUAL_CUT[cut['name']]}@{cut['at']}" if cut else _USUAL.get(name, name)


def _extent(numbers: Sequence[int]) -> str:
    whole = len(numbers) > 1 and all(b - a == 1 for a, b in pairwise(numbers))
    return f"lines {numbers[0]} to {numbers[-1]}" if whole else f"{len(numbers)} lines from line {numbers[0]} on"


def _is_value(found: re.Match[str]) -> bool:
    return found["name"] != "runid" and re.fullmatch(r"\d+(?:\.\d+)?", found["value"]) is not None
