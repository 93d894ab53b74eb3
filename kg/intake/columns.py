"""Entries for the columns of one table: what each value column measures, with its reasons."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from types import MappingProxyType

from kg.assemble.curated import ROW_WORDS, SCOPE, CuratedColumn, Scope
from kg.intake.context import Clue, Context
from kg.intake.definitions import Definition
from kg.intake.doubts import Doubt
from kg.intake.draft import Draft
from kg.intake.meanings import Columns, Worker
from kg.intake.namerule import clean
from kg.intake.notation import kind_in_heading
from kg.intake.roles import Roles, cells_of, heading_role
from kg.intake.scopes import nested
from kg.intake.spreads import VALUE, beside_columns, say_nothing
from kg.intake.thing_names import names_data, names_metrics
from kg.intake.turning import is_metric_heading
from kg.model import Certainty, UncertaintyKind
from kg.normalise.directions import direction_under
from kg.normalise.values import Number, is_missing
from kg.read.cells import Cell, Table
from kg.read.grids import is_struck
from kg.wording.headings import parts_over, read_corner, read_heading
from kg.wording.names import NameFinder
from kg.wording.splits import is_split, take_apart

#: Headings of columns that say what a row measures, in tables with a row for each value.
WORD_ROLES = {
    "dataset": "dataset",
    "datasets": "dataset",
    "data set": "dataset",
    "benchmark": "dataset",
    "benchmarks": "dataset",
    "test set": "dataset",
    "evaluation set": "dataset",
    "task": "task",
    "tasks": "task",
    "env": "dataset",
    "environment": "dataset",
    "metric": "metric",
    "metrics": "metric",
    "metric name": "metric",
    "metric_name": "metric",
    "measure": "metric",
    "split": "split",
    "subset": "subset",
    "unit": "unit",
    "metric unit": "unit",
    "metric_unit": "unit",
    "units": "unit",
    "metric units": "unit",
    "result unit": "unit",
    "result units": "unit",
    "unit of measure": "unit",
    "downstream_dataset": "dataset",
    "eval_dataset": "dataset",
    "evaluation_dataset": "dataset",
    "test_dataset": "dataset",
    "target_dataset": "dataset",
    "competition": "dataset",
    "testset": "dataset",
    "testsets": "dataset",
    "test sets": "dataset",
    "dataset_name": "dataset",
    "dataset name": "dataset",
    "benchmark name": "dataset",
    "benchmark_name": "dataset",
    "task name": "task",
    "task_name": "task",
}


#: What the role of names of objects rests on where only the others are known.
_CONCLUDED = "concluded: nothing else explains the names of this level"
#: Names of objects that hold scores.
_SCORES = r"(?:scores?|metrics?|results?|performance|evaluations?|benchmarks?)"


def propose_columns(
    table: Table,
    roles: Roles,
    context: Context,
    scope: Scope,
    finder: NameFinder,
    definitions: Mapping[str, Definition],
    labelled: Sequence[str] = (),
    fixed: Mapping[int, str] = MappingProxyType({}),
    unsure: Collection[str] = (),
) -> Columns:
    """Entries for all columns; ``labelled`` are the headings over the names of a turned table's columns.

    ``fixed`` are columns whose role is known by their index, ``unsure`` the roles of those that were only concluded.
    """
    done = Columns(labelled=labelled[0] if labelled else "", names_metric=any(map(is_metric_heading, labelled)))
    over = [(table.columns[i].names or (table.columns[i].name,))[0] for i in roles.of("method")[:1]]
    corner = labelled[0] if labelled else clean(over[0]) if over else ""
    if corner and (told := read_corner(corner, finder)):
        done.corner = (told.metric, Clue(corner, f"heading {corner!r}")) if told.metric else None
        done.cornered = told
    kinds = list(roles.roles)
    words = _words(table, kinds, finder)
    words = {i: role for i, role in words.items() if i not in fixed and role not in fixed.values()}
    words |= {index: role for index, role in fixed.items() if role in ROW_WORDS}
    if (parting := _named_by_headings(table, kinds, words)) is not None:
        del words[parting]
        kinds[parting] = "setting"
    for index, role in words.items():
        kinds[index] = role
    _apart_from_metric(table, kinds, words, finder)
    beside, unclear = beside_columns(table, kinds, finder)
    if "metric" in words.values():
        values = [index for index, kind in enumerate(kinds) if kind == "value" and index not in beside]
        unclear += [index for index in say_nothing(table, values, finder) if index not in unclear]
    unit_of = _column_with_unit(table, kinds, words, beside, unclear)
    for index in (*beside, *unclear):
        kinds[index] = beside[index].role if index in beside else "note"
    drafts = _drafts(table, kinds, context, finder)
    worker = Worker(context, scope, finder, definitions, done, words, lambda index: _by_row(table, index, finder))
    worker.explain(drafts)
    for draft in drafts:
        draft.scope = nested(draft.scope, scope)
    # What has bounds or an error beside it was measured; so was what stands below "scores".
    below = any(
        re.fullmatch(_SCORES, names[0], re.IGNORECASE) for d in drafts if (names := table.columns[d.index].names)
    )
    done.understood = done.understood or below or any(b.role != "sample-size" for b in beside.values())
    for index, column in enumerate(table.columns):
        own = [draft for draft in drafts if draft.index == index]
        if own:
            kind = next((b.kind for b in beside.values() if b.of == index and b.role != "sample-size"), None)
            kind = kind or (kind_in_heading(column.name) if any(map(_has_spread, own)) else None)
            done.entries += [_entry(index + 1, column.name, draft, kind) for draft in own]
        else:
            role = kinds[index] or "note"
            of = beside[index].of + 1 if index in beside else unit_of if role == "unit" else None
            entry = plain_entry(index + 1, column.name, role, of)
            concluded = index in fixed and role in unsure and role in SCOPE
            done.entries.append(
                replace(entry, scope=Scope(inferred=(role,)), evidence=_CONCLUDED) if concluded else entry
            )
    for index in unclear:
        question = f"column {table.columns[index].name!r}: to which column of values does it belong?"
        done.doubts.append(Doubt("uncertainty", question))
    if 2 * sum(1 for draft in drafts if draft.scope.dataset) > len(drafts):
        # Each column names its data set: what sums them up is on none of them.
        done.scope = replace(scope, dataset=context.own_name.value, subset=None, split=None, inferred=("dataset",))
    done.has_spread = any(map(_has_spread, drafts)) or "uncertainty" in kinds or "lower" in kinds
    return done


def _has_spread(draft: Draft) -> bool:
    """True where the values print themselves how far they may be off."""
    return any(number.uncertainty is not None or number.lower is not None for number in draft.numbers)


def _column_with_unit(
    table: Table, kinds: list[str], words: dict[int, str], beside: Collection[int], unclear: Collection[int]
) -> int | None:
    """The cell of the one column of values, of several, that a column of units is about; a setting if none is.

    "Queries/s" is the unit of a result, and not that of the accuracy beside it.
    """
    unit = next((index for index, role in words.items() if role == "unit"), None)
    values = [i for i, kind in enumerate(kinds) if kind == "value" and i not in beside and i not in unclear]
    if unit is None or len(values) < 2:
        return None
    plain = [i for i in values if VALUE.fullmatch(clean(table.columns[i].name))]
    if len(plain) == 1:
        return plain[0] + 1
    del words[unit]
    kinds[unit] = "setting"
    return None


def _apart_from_metric(table: Table, kinds: list[str], words: dict[int, str], finder: NameFinder) -> None:
    """A column of metrics beside values with metrics of their own is a setting: "metric_error" of the ROC AUC."""
    metric = next((index for index, role in words.items() if role == "metric"), None)
    values = [column for column, kind in zip(table.columns, kinds, strict=True) if kind == "value"]
    own = [
        read_heading(column.names or (column.name,), finder)
        for column in values
        if not VALUE.fullmatch(clean(column.name))
    ]
    if metric is not None and values and len(own) == len(values) and all(reading.metric for reading in own):
        del words[metric]
        kinds[metric] = "setting"


def word_columns(table: Table) -> list[int]:
    """Columns of data sets or tasks in a table with a column of metrics: a row may go on with the one above."""
    roles = [WORD_ROLES.get(clean(column.name).casefold()) for column in table.columns]
    return [index for index, role in enumerate(roles) if role in ("dataset", "task")] if "metric" in roles else []


def _words(table: Table, kinds: Sequence[str], finder: NameFinder) -> dict[int, str]:
    """Columns that say what each row measures; a name column of the table is none of them."""
    found: dict[int, str] = {}
    for index, column in enumerate(table.columns):
        role = WORD_ROLES.get(clean(column.name).casefold())
        texts = {cell.text for cell in cells_of(table, index) if cell.text}
        told = [text for text in texts if not is_missing(text)]
        if told and all(direction_under(clean(column.name), text) for text in told):
            found[index] = "direction"
        elif kinds[index] != "method" and names_data(table, index, finder):
            found[index] = "dataset"
        elif kinds[index] != "method" and names_metrics(table, index, finder):
            found[index] = "metric"
        elif role and kinds[index] != "method" and texts and (role == "subset" or not _are_numbers(texts, finder)):
            # "Test Set" over "Val" and "Test" names parts of one data set.
            found[index] = "split" if role == "dataset" and all(map(is_split, texts)) else role
    if "dataset" not in found.values() and (by_id := _ids_of_data(table, kinds)) is not None:
        found[by_id] = "dataset"
    if (
        "dataset" not in found.values()
        and (task := next((i for i, r in found.items() if r == "task"), None)) is not None
    ):
        names = {cell.text for cell in cells_of(table, task) if cell.text}
        if len(names) > 1 or all(map(finder.is_dataset, names)):
            found[task] = "dataset"
    return found


def _ids_of_data(table: Table, kinds: Sequence[str]) -> int | None:
    """The column "dataset_id" or "competition_id", which names the data where no other column does."""
    for index, column in enumerate(table.columns):
        called = re.fullmatch(r"(data_?set|benchmark|competition)[ _](?:id|key|slug)", clean(column.name).casefold())
        texts = [cell.text for cell in cells_of(table, index) if cell.text]
        if called and kinds[index] not in ("method", "value") and texts and not any(map(_is_bare, texts)):
            return index
    return None


def _are_numbers(texts: Collection[str], finder: NameFinder) -> bool:
    """True for numbers alone, with a unit or without: "Competition" over 4.29% names no data."""
    return all(_is_bare(text) or finder.number(text) is not None for text in texts)


def _is_bare(text: str) -> bool:
    """True for a bare number, which names no data set and no metric; a part of the data may be called "1"."""
    return re.fullmatch(r"[\d.]+", text) is not None


def _named_by_headings(table: Table, kinds: Sequence[str], words: Mapping[int, str]) -> int | None:
    """A column headed "split" beside values under "val_f1" and "test_f1": how the data were parted."""
    split = next((index for index, role in words.items() if role == "split"), None)
    headed = (column.names or (column.name,) for i, column in enumerate(table.columns) if kinds[i] == "value")
    return split if split is not None and any(take_apart(level).split for names in headed for level in names) else None


def _drafts(table: Table, kinds: Sequence[str], context: Context, finder: NameFinder) -> list[Draft]:
    drafts: list[Draft] = []
    for index, column in enumerate(table.columns):
        if kinds[index] != "value":
            continue
        cells = cells_of(table, index)
        names = column.names or (column.name,)
        long_name = context.legend.get(column.name)
        reading = read_heading(names, finder)
        if long_name and reading.metric is None and reading.dataset is None:
            if heading_role(long_name[0], finder.registry) == "resource":
                kinds_list = kinds if isinstance(kinds, list) else list(kinds)
                kinds_list[index] = "resource"
                continue
            spelled = read_heading((long_name[0],), finder)
            if spelled.metric:
                spelled.printed = column.name
                reading = spelled
        parts = parts_over(names[-1], [cell.text for cell in cells])
        if len(parts) > 1:
            parts = _with_last_metric(parts, finder)
            first = read_heading((*names[:-1], parts[0]), finder)
            for number, part in enumerate(parts, 1):
                own = read_heading((*names[:-1], part), finder)
                if own.metric and first.metric and not own.dataset and not own.rest:
                    # "Set5 PSNR/SSIM": both are of Set5.
                    own.dataset, own.rest, own.contained = first.dataset, first.rest, first.contained
                    own.split = own.split or first.split
                drafts.append(Draft(index, own, _numbers(cells, finder, number), number))
            continue
        drafts.append(Draft(index, reading, _numbers(cells, finder)))
    return drafts


def _with_last_metric(parts: Sequence[str], finder: NameFinder) -> list[str]:
    """The names of parts, each with the metric behind the last one: "WT/ET/TC Dice" tells the Dice of all three."""
    *others, last = (read_heading((part,), finder) for part in parts)
    known = any(reading.metric or reading.base or reading.dataset for reading in others)
    if known or last.metric is None or not last.rest or not parts[-1].rstrip(" ↑↓").endswith(last.name):
        return list(parts)
    mark = parts[-1][len(parts[-1].rstrip(" ↑↓")) :]
    return [*(f"{part} {last.name}{mark}" for part in parts[:-1]), parts[-1]]


def _numbers(cells: Sequence[Cell], finder: NameFinder, part: int | None = None) -> list[Number]:
    found: list[Number] = []
    for cell in cells:
        text = cell.text
        if part is not None:
            pieces = re.split(r"[/|]", text)
            text = pieces[part - 1] if len(pieces) >= part else ""
        if is_missing(text) or is_struck(cell.spans):
            continue
        if (number := finder.number(text)) is not None:
            found.append(number)
    return found


def _by_row(table: Table, index: int, finder: NameFinder) -> list[Decimal | None]:
    """The value of each row in one column, None where there is none."""
    found = (finder.number(cell.text) for cell in cells_of(table, index))
    return [number.value if number is not None else None for number in found]


def column_numbers(table: Table, index: int, finder: NameFinder, part: int | None = None) -> list[Number]:
    """The numbers of one column (counted from 0), or of one part of its cells ("a/b")."""
    return _numbers(cells_of(table, index), finder, part) if index < len(table.columns) else []


def _entry(cell: int, name: str, draft: Draft, spread: UncertaintyKind | None) -> CuratedColumn:
    filled = [d for d in ("metric", "unit", "direction") if _has(draft, d) and d not in draft.stated]
    certainty = Certainty.VERY_LIKELY if filled or draft.scope.inferred else draft.certainty
    return CuratedColumn(
        table=None,
        number=None,
        name=name or None,
        metric=draft.metric.key if draft.metric else None,
        subset=draft.scope.subset,
        unit=draft.unit,
        direction=draft.direction,
        scale=None,
        evidence="; ".join(draft.reasons) or "the column holds numbers",
        certainty=certainty,
        cell=cell,
        part=draft.part,
        role="value",
        measure=draft.measure,
        scope=draft.scope,
        items=draft.reading.items,
        settings=tuple(sorted(draft.reading.settings.items())),
        uncertainty=spread,
        stated=tuple(dict.fromkeys(draft.stated)),
    )


def _has(draft: Draft, fact: str) -> bool:
    return {"metric": draft.metric, "unit": draft.unit, "direction": draft.direction}[fact] is not None


def plain_entry(cell: int, name: str, role: str, of: int | None = None) -> CuratedColumn:
    """An entry that says what a column holds and nothing more."""
    return CuratedColumn(
        table=None,
        number=None,
        name=name or None,
        metric=None,
        subset=None,
        unit=None,
        direction=None,
        scale=None,
        evidence="",
        certainty=Certainty.CERTAIN,
        cell=cell,
        role=role,
        of=of,
    )
