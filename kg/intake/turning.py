"""Whether a table has its methods in the header, and which columns say what its rows measure.

"| Benchmark | Metric | NetA | NetB |" has; "|  | Benchmark (Metric) | # Shots | NetA | NetB |" has a group in
front, whose empty cells go on with the group above.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from kg.intake.means import mean_of
from kg.intake.model_names import is_model_name
from kg.intake.namerule import clean
from kg.intake.roles import cells_of, heading_role, numeric_share
from kg.intake.thing_names import NAMES_THINGS
from kg.normalise.names import bare_name
from kg.normalise.values import is_missing
from kg.read.cells import Cell, Table
from kg.read.look import words
from kg.wording.headings import has_model_size, parts_of, read_corner, read_heading
from kg.wording.names import NameFinder
from kg.wording.splits import is_split

_ONE_VALUE = words("value values metric_value score scores result results performance ours sota")
#: More columns in front of the methods than that say no longer what a row measures.
_MOST = 4
#: Headings of columns in front of the methods, beside those that name data sets.
_BESIDE = re.compile(
    r"metrics?|measures?|#?\s*(?:of\s+)?shots?|n-?shots?|split|setting|setup|type|group|category|version|mode|"
    r"prompt(?:[ _]version)?",
    re.I,
)
#: Headings of long tables, with one value a row.
_LONG = re.compile(r"(?:metric[ _])?(?:value|score|result)s?", re.IGNORECASE)
_NAMES_METHODS = re.compile(r"models?|methods?|systems?|algorithms?", re.IGNORECASE)
_METRIC = re.compile(r"(?:evaluation |main )?(?:metrics?|measures?)", re.IGNORECASE)


def labels_of(table: Table, finder: NameFinder) -> tuple[int, ...] | None:
    """The cells (from 1) that say what each row measures, for a table with its methods in the header; else None."""
    if len(table.columns) < 2 or not table.rows:
        return None
    first = clean(table.columns[0].name)
    headed = heading_role(first, finder.registry) == "method" and first.casefold() not in ("", "name")
    if headed and any(_LONG.fullmatch(clean(column.name)) for column in table.columns):
        return None
    leading = _leading(table, finder)
    if any(_NAMES_METHODS.fullmatch(clean(c.names[0] if c.names else c.name)) for c in table.columns[1:]):
        return None  # "Dataset | Model | Mic | iOS": the models have a column of their own
    heads = [column.name for column in table.columns[leading:] if column.name]
    if not heads or any(clean(name).casefold() in _ONE_VALUE for name in heads):
        return None
    if any(is_measured(name, finder) or is_split(name) or _is_other(name, finder) for name in heads):
        return None
    # Rows of sizes, links and the like, which a table of models may hold as well, tell nothing.
    valued = [row for row in table.rows if _has_numbers([cell.text for cell in row.cells[leading:]], finder)]
    shares = [_measured_share([row.cells[index].text for row in valued], finder) for index in range(leading)]
    if not any(_shows(table, index, shares[index], leading, heads, finder) for index in range(leading)):
        return None
    return _chosen(table, leading, shares, finder)


def is_metric_heading(name: str) -> bool:
    """True for the heading of a column that names metrics."""
    return _METRIC.fullmatch(name) is not None


def is_measured(text: str, finder: NameFinder) -> bool:
    """True for the name of a metric or a data set, or of several metrics ("EM/F1")."""
    reading = read_heading((text,), finder)
    if (
        reading.metric is not None
        or reading.base is not None
        or (reading.dataset is not None and not reading.contained)
    ):
        return True
    parts = parts_of(text)
    return len(parts) > 1 and all(finder.metric(part) for part in parts)


def _leading(table: Table, finder: NameFinder) -> int:
    """How many columns stand in front of the values."""
    count = 1
    while count < min(_MOST, len(table.columns) - 1):
        name = clean(table.columns[count].name).casefold()
        labelled = name in NAMES_THINGS or _BESIDE.fullmatch(name) or re.match(r"benchmark\b|dataset\b|task\b", name)
        if not labelled or (numeric_share(cells_of(table, count), finder) >= 0.5 and "shot" not in name):
            break
        count += 1
    return count


def _is_other(name: str, finder: NameFinder) -> bool:
    return heading_role(name, finder.registry) not in (None, "method")


def _has_numbers(texts: Sequence[str], finder: NameFinder) -> bool:
    return any(finder.number(text) is not None for text in texts if not is_missing(text))


def _measured_share(texts: Sequence[str], finder: NameFinder) -> float:
    counts = Counter(text for text in texts if not is_missing(text))
    measured = sum(count for text, count in counts.items() if is_measured(text, finder))
    return measured / counts.total() if counts else 0.0


def _shows(table: Table, index: int, share: float, leading: int, heads: Sequence[str], finder: NameFinder) -> bool:
    """True where this column shows that rows are no methods."""
    heading = clean(table.columns[index].name)
    name = heading.casefold()
    if index == 0 and read_corner(heading, finder):
        # "| WER | NetA | NetB |": the corner tells the metric of all. "| WER | LLaMA-7B | LLaMA-13B |" over rows
        # that nobody knows may as well be of what is done with a model.
        return share > 0 or not any(map(has_model_size, heads))
    if heading_role(heading, finder.registry) == "method" and name not in ("", "name"):
        # "Model | NetA | NetB" over rows of data sets: only where every row is one.
        return share == 1 and len(table.rows) > 1
    if index == 0 and _ends_in_means(table, leading, finder):
        return True
    if share >= 0.6 or (index == 0 and not name and are_models_over_things(table, leading, finder)):
        return True
    told = name in NAMES_THINGS or re.match(r"benchmark\b|dataset\b", name) is not None
    if told and share > 0:
        return True
    named = sum(_like_a_model(text) for text in heads)
    return told and 2 * named >= len(heads) > 1 and numeric_share(_values(table, leading), finder) > 0.8


def are_models_over_things(table: Table, leading: int, finder: NameFinder) -> bool:
    """True for headings of which most are written as names of models, over rows of which none is, or is a non-name.

    Nothing says that the rows are data sets, but that: it is asked.
    """
    heads = [clean(column.name) for column in table.columns[leading:] if column.name]
    rows = [bare_name(row.cells[0].text)[0] for row in table.rows]
    registry = finder.registry
    if any(is_model_name(name, registry) or registry.is_non_name(name) for name in rows):
        return False
    return 2 * sum(is_model_name(name, registry) for name in heads) > len(heads)


def is_open(table: Table, roles: Sequence[str], finder: NameFinder) -> bool:
    """True for a table read by rows in which nothing tells whether its rows or its columns are the methods.

    Its first column has no heading, no heading and no row is known as a metric, a data set or a split, and the
    headings are written as names of models are.
    """
    heads = [clean(column.name) for index, column in enumerate(table.columns) if roles[index] == "value"]
    if clean(table.columns[0].name) or len(heads) < 2 or len(heads) + 1 < len(table.columns):
        return False
    names = [*heads, *(bare_name(row.cells[0].text)[0] for row in table.rows)]
    if any(is_measured(name, finder) or is_split(name) for name in names):
        return False
    return 2 * sum(map(_like_a_model, heads)) >= len(heads)


def _ends_in_means(table: Table, leading: int, finder: NameFinder) -> bool:
    """True for a row "Average" that gives the mean of the others in each column: of data sets, not of methods."""
    summed = [finder.registry.is_aggregate_row(bare_name(row.cells[0].text)[0]) for row in table.rows]
    if summed.count(True) != 1:
        return False
    rows = [[_number(cell.text, finder) for cell in row.cells[leading:]] for row in table.rows]
    return (
        mean_of([row for row, sums in zip(rows, summed, strict=True) if not sums], rows[summed.index(True)]) is not None
    )


def _number(text: str, finder: NameFinder) -> Decimal | None:
    number = finder.number(text)
    return number.value if number is not None else None


def _values(table: Table, leading: int) -> list[Cell]:
    return [cell for row in table.rows for cell in row.cells[leading:]]


def _like_a_model(text: str) -> bool:
    """True for a heading that is written as names of models are: with digits, inner capitals, hyphens."""
    return re.search(r"\d|[a-z][A-Z]|[A-Z]{2}|\w-\w", text) is not None


def _chosen(table: Table, leading: int, shares: Sequence[float], finder: NameFinder) -> tuple[int, ...]:
    """The columns that make the name of what is measured: data set, metric, shots, and what tells rows apart."""
    texts = [[cell.text for cell in cells_of(table, index)] for index in range(leading)]
    names = [clean(column.name).casefold() for column in table.columns[:leading]]
    kept = {
        index
        for index, name in enumerate(names)
        if shares[index] >= 0.5
        or (name in NAMES_THINGS and name not in ("category", "categories", "domain", "type"))
        or _METRIC.fullmatch(name)
        or (index == 0 and read_corner(names[0], finder))
        or "shot" in name
        or re.match(r"benchmark\b|dataset\b|task\b", name)
    }
    if not any("shot" not in names[index] for index in kept):
        kept.add(max(range(leading), key=lambda index: len(set(texts[index]))))
    for index in reversed(range(leading)):
        if len({tuple(texts[i][n] for i in sorted(kept)) for n in range(len(table.rows))}) == len(table.rows):
            break
        kept.add(index)
    kept.add(leading - 1)
    return tuple(index + 1 for index in sorted(kept))
