"""Tables that hold no results, told by their shape: items, logs of runs, statistics of data sets, pairs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.intake.namerule import clean
from kg.intake.roles import cells_of, heading_role, numeric_share
from kg.intake.thing_names import PAIRS
from kg.model import Metric
from kg.normalise.values import is_missing
from kg.read.cells import Table
from kg.read.look import words
from kg.wording.headings import read_heading
from kg.wording.names import NameFinder
from kg.wording.splits import is_split

_STATISTICS = re.compile(
    r"#|number of|count|size|samples?|images|examples|questions|tokens|instances|classes|vocab|length|hours|words",
    re.IGNORECASE,
)
_ITEM_FIELDS = words(
    "doc doc_id sample_id question_id instance_id example_id item_id prompt prompt_hash question target targets gold "
    "ground_truth answer answers reference references prediction predictions completion completions response responses "
    "output outputs model_output resps filtered_resps input inputs messages transcript conversation instruction "
    "output_1 output_2 generator_1 generator_2 choices arguments target_hash doc_hash input_text prediction_file "
    "reference_file correct_answer model_answer predicted_answer expected_answer is_correct"
)
#: Fields that say which single item it is that a row scores.
_WHICH_ITEM = words(
    "question_id sample_id instance_id example_id item_id doc_id case_id prompt_id query_id utterance_id "
    "question_number question_no instance"
)
#: Names of lists of such rows, as programs write them.
_PER_ITEM = re.compile(r"(?:\w+_)?per_(?:case|sample|instance|item|example|question|doc(?:ument)?)s?(?:_\w+)?")
#: Names of files of pictures, volumes and recordings.
_DATA_FILE = re.compile(r"\S.*\.(?:nii(?:\.gz)?|png|jpe?g|tiff?|bmp|dcm|mha|mhd|nrrd|npy|npz|wav|flac|mp3|mp4|avi)")
#: Ids of items of a collection: "HumanEval/0".
_NUMBERED = re.compile(r"[A-Za-z][\w+.-]*/\d+")
#: Fields that count what a data set holds, in letters only.
_OF_DATA = re.compile(
    r"n(?:o|um(?:ber)?)?(?:of)?(?:rows|col(?:umn)?s|features|classes|instances|samples|examples|targets|missingvalues)"
)
#: How a number begins, whatever stands before it.
_NUMERIC = re.compile(r"[-+−<>~≈±(]?\s*\.?\d")
#: What stands beside splits in the first column of statistics.
_TRIAL = re.compile(r"trial|practice|total|all|sum|overall", re.IGNORECASE)
_RUN_LOG = frozenset({"epoch", "epochs", "step", "steps", "training loss", "train loss", "iteration", "global step"})


def _is_measured(text: str, finder: NameFinder) -> bool:
    reading = read_heading((text,), finder)
    return reading.metric is not None or (reading.dataset is not None and not reading.contained)


def _is_result(metric: Metric | None) -> bool:
    """True for a metric that says more than how training went."""
    return metric is not None and "loss" not in metric.key


def _names_each(table: Table) -> bool:
    """True for runs that have a name each in front, of letters: what a log counts is written in digits."""
    texts = [row.cells[0].text for row in table.rows]
    counted = re.compile(r"(?:epoch|step|iter)|[\W\d]*$", re.IGNORECASE)
    worded = not any(map(counted.match, texts))
    return worded and len(set(texts)) > 1 and 5 * len(set(texts)) > len(texts)


def no_results(table: Table, finder: NameFinder) -> str | None:
    """Why a table cannot hold results, by its shape alone; None where it may."""
    names = [clean(column.name).casefold() for column in table.columns]
    if not table.rows:
        return "it has no rows" if not table.problems else None
    alone = len(names) == 1 and len(table.rows) == 1 and bool(table.columns[0].names)  # a field within an object
    if len(names) < 2 and not alone:
        return "it has one column"
    if not any(re.search(r"\d", cell.text) for row in table.rows for cell in row.cells[0 if alone else 1 :]):
        return "it holds no numbers"
    if len(_item_fields(names)) >= 2 and not _scored_by_name(table, names):
        return "its rows are single items (questions, answers, outputs), not methods"
    if item := _of_items(table, names):
        return f"its rows are single items ({item}), not the results of methods: give what sums them up"
    evaluated = len(table.rows) == 1 and any(name.startswith(("eval_", "test_", "predict_")) for name in names)
    fields = all(re.fullmatch(r"[a-z][\w.-]*", column.name) for column in table.columns)
    scored = any(map(_is_result, map(finder.metric, names)))
    evaluated = evaluated or (len(table.rows) == 1 and fields and scored)
    named = any(heading_role(n, finder.registry) == "method" for n in names) or _names_each(table)
    if set(names) & _RUN_LOG and not evaluated and not named:
        return "it is the log of a training run: its rows are epochs or steps, not methods"
    if names[0] in PAIRS and names[0] != "name" and not any(_is_measured(n, finder) for n in names[1:]):
        return (
            f"its first column is headed {table.columns[0].name!r}: pairs of names and values, not methods and scores"
        )
    heads = [name for name in names[1:] if name]
    counts = [name for name in heads if _OF_DATA.fullmatch(re.sub(r"[^a-z]", "", name))]
    if len(counts) > 1 and not any(_is_measured(n, finder) for n in heads):
        return f"its columns ({', '.join(counts[:3])}) count what data sets hold: data-set statistics, not scores"
    if _are_facts(table):
        return "its columns hold words beside numbers: facts of what heads each column, not scores"
    statistics = [row.cells[0].text for row in table.rows if _STATISTICS.search(row.cells[0].text)]
    bare = [name for name in heads if is_split(name) or re.fullmatch(r"total|all|sum|size", name)]
    counted = all(_is_count(n) or not _is_number_column(table, i, finder) for i, n in enumerate(names) if i)
    if bare and counted and _all_whole(table, names):
        return "its columns are splits with the number of their items: data-set statistics, not scores"
    if _of_splits(table) and not any(_is_measured(n, finder) for n in heads):
        return "its rows are splits with the number of their items: data-set statistics, not scores"
    if statistics and len(statistics) * 2 >= len(table.rows) and not any(_is_measured(n, finder) for n in heads):
        return "its rows count items: data-set statistics, not scores"
    return None


def _item_fields(names: Sequence[str]) -> set[str]:
    """Fields that single items have: what was asked, what was answered, which item it is."""
    return {field for name in names for field in (name, name.split(" ")[0]) if field in _ITEM_FIELDS}


def _of_items(table: Table, names: Sequence[str]) -> str | None:
    """What tells the rows of a method apart that are each about one item: a question's id, a file; or None."""
    if told := next((heading for heading in table.headings if _PER_ITEM.fullmatch(heading)), None):
        return told
    first = [row.cells[0].text for row in table.rows]
    if len(set(first)) == len(first) > 1 and all(map(_NUMBERED.fullmatch, first)):
        return first[0]
    files = 0
    for index, name in enumerate(names):
        texts = [row.cells[index].text for row in table.rows]
        several = len(set(texts)) > 1
        if several and name.replace(" ", "_") in _WHICH_ITEM and not _scored_by_name(table, names):
            return table.columns[index].name
        files += len(set(texts)) == len(texts) and all(map(_DATA_FILE.fullmatch, texts))
        if files and (several or files > 1):
            return table.columns[index].name
    return None


def _scored_by_name(table: Table, names: Sequence[str]) -> bool:
    """True where a column headed as methods names another one in each row."""
    for index, name in enumerate(names):
        if re.fullmatch(r"models?|methods?|systems?|model[ _]name", name):
            texts = [row.cells[index].text for row in table.rows]
            return len(set(texts)) == len(texts) > 1
    return False


def _all_whole(table: Table, names: Sequence[str]) -> bool:
    """True where no cell under a split or a total is printed with a fraction or a percent sign."""
    split = [i for i, name in enumerate(names) if i and (is_split(name) or re.fullmatch(r"total|all|sum|size", name))]
    return not any(re.search(r"\d\.\d|\.\d{2}|%", row.cells[i].text) for row in table.rows for i in split)


def _of_splits(table: Table) -> bool:
    """True for rows that are named as splits, two or more, and hold whole numbers only."""
    heads = [row.cells[0].text for row in table.rows]
    parts = [text for text in heads if is_split(text) or _TRIAL.fullmatch(text)]
    told = [cell.text for row in table.rows for cell in row.cells[1:] if not is_missing(cell.text)]
    return 1 < len(parts) == len(heads) and all(re.fullmatch(r"\d[\d, ]*", text) for text in told)


def _are_facts(table: Table) -> bool:
    """True for rows of one kind each under columns of every kind: counts, then yes or no, then a name, then a link.

    So pairs of a field and its value are written, with one column for each thing that they are told of.
    """
    counted = [i for i in range(1, len(table.columns)) if any(_NUMERIC.match(row.cells[i].text) for row in table.rows)]
    told = [[t for i in counted if not is_missing(t := row.cells[i].text)] for row in table.rows]
    worded = [texts for texts in told if texts and not any(map(_NUMERIC.match, texts))]
    heads = {row.cells[0].text for row in table.rows}
    return len(told) > 3 and 2 * len(worded) > len(told) and len(heads) == len(told) and len(table.columns) > 2


def _is_count(name: str) -> bool:
    return is_split(name) or re.fullmatch(r"total|all|sum|size|#.*", name) is not None or bool(_STATISTICS.search(name))


def _is_number_column(table: Table, index: int, finder: NameFinder) -> bool:
    return numeric_share(cells_of(table, index), finder) >= 0.5
