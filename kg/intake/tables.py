"""One table of a page -> a proposal: which axis, which columns, which benchmark; or why it holds no results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from kg.assemble.curated import ROW_WORDS, CuratedColumn, CuratedTable, Scope
from kg.assemble.naming import is_composed
from kg.assemble.numbered import carried, turned
from kg.intake.columns import propose_columns, word_columns
from kg.intake.context import Context
from kg.intake.definitions import Definition
from kg.intake.doubts import Doubt
from kg.intake.levels import Levels, levels_of
from kg.intake.meanings import Columns
from kg.intake.namerule import clean, is_size
from kg.intake.notation import in_brackets, uncertainty_of
from kg.intake.other_tables import no_results
from kg.intake.ranks import ranks_in_brackets
from kg.intake.resources import LaidOut
from kg.intake.roles import Roles, aggregate_rows, assign, assign_turned, heading_role
from kg.intake.scopes import table_scope
from kg.intake.turning import are_models_over_things, is_measured, is_open, labels_of
from kg.intake.unnamed import NOT_STATED
from kg.intake.workloads import workload_roles
from kg.model import UncertaintyKind
from kg.normalise.names import bare_name
from kg.normalise.values import Brackets, Number, is_missing, parse_number
from kg.read.cells import Column, Page, Table
from kg.wording.names import NameFinder
from kg.wording.splits import is_aside, meaningful

#: Headings over tables that hold results even where no column is known.
_RESULTS = re.compile(
    r"result|leaderboard|performance|benchmark|evaluat|score|comparison|ranking|accuracy|baseline", re.IGNORECASE
)
#: The same in the title of the page, which speaks of everything on it.
_TITLE = re.compile(r"\bresults?\b|leaderboard|ranking", re.IGNORECASE)

#: Headings over the names of what is compared, and over what it got.
_OF_MODELS = re.compile(
    r"(?:models?|methods?|systems?|algorithms?|teams?|agents?|llms?|submissions?)(?:[ _]names?)?", re.IGNORECASE
)
_A_SCORE = re.compile(r"(?:\w+[ _])?scores?", re.IGNORECASE)

#: A heading of more words is a sentence: that "performance" is among them says nothing of a table below.
_SENTENCE = 12
#: Why a table without any column of values is left out.
_NO_SCORES = "no column of it holds scores"
#: What is asked where nothing tells which axis names the methods: of a table read by rows, and of one by columns.
_WHICH_AXIS = (
    'do the rows name the methods, or the headings? proposed: the rows (methods = "columns" in source.toml)',
    'do the headings name the methods, or the rows? proposed: the headings (methods = "rows" in source.toml)',
)
#: Families of tables that are drawn for people, not written by programs.
_DRAWN = frozenset({"markdown", "html", "pasted-text", "tab-tables"})


@dataclass(slots=True)
class TableProposal:
    """What is proposed for the n-th table. ``skip`` says why it is left out; ``table`` is as it will be read.

    ``doubts`` are questions for the person, ``reasons`` what the proposal rests on; ``left_out`` are
    rows that are no methods (line, name, value cells), ``laid_out`` the layout of a table that is left out.
    """

    number: int
    table: Table
    key: str = ""
    label: str = ""
    skip: str | None = None
    curated: CuratedTable | None = None
    columns: tuple[CuratedColumn, ...] = ()
    reasons: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    left_out: list[tuple[int, str, int]] = field(default_factory=list)
    laid_out: LaidOut | None = None

    @property
    def title(self) -> str:
        """What a list calls the table."""
        return self.label or " / ".join(self.table.headings) or f"table {self.number}"


def propose_table(
    page: Page,
    printed: Table,
    number: int,
    finder: NameFinder,
    definitions: Mapping[str, Definition],
    chosen: bool,
    told: Mapping[str, str] = MappingProxyType({}),
) -> TableProposal:
    """Propose how to read one table; ``chosen`` says that a person wants it read, whatever it looks like.

    ``told`` are the roles that a person gives columns, by their names.
    """
    proposal = TableProposal(number, printed)
    around = Context(page, printed, finder)
    announced = in_brackets(around)
    ranks = ranks_in_brackets(around) if announced is None else None
    brackets = Brackets.UNCERTAINTY if announced is not None else Brackets.RANK if ranks else None
    if brackets is not None:
        finder = finder.with_brackets(brackets)
    hidden = next((f.value for f in printed.context if f.name == "hidden"), None)
    reason = hidden or no_results(printed, finder)
    if reason and not chosen:
        proposal.skip = reason
        return proposal
    levels = levels_of(printed, finder, page.fact("model"), told)
    if levels.skip:
        proposal.skip = levels.skip
        return proposal
    labels = levels.cells if levels.turned else _labels(page, printed, levels, finder)
    carry = _carried_cells(printed, finder, page.format in _DRAWN) if labels is None else ()
    table = turned(printed, labels) if labels else carried(printed, carry)
    if labels:
        proposal.reasons.append("the first column names metrics or data sets: the methods stand in the header")
    context = Context(page, printed, finder)
    fixed = {} if labels else levels.roles or workload_roles(table)
    roles = assign_turned(table, finder) if labels else assign(table, finder, fixed)
    context.title_is_method = page.format == "records" and roles.rule is None and not page.fact("model")
    scope, about = table_scope(context, finder)
    labelled = [clean(printed.columns[cell - 1].name) for cell in labels or ()]
    columns = propose_columns(table, roles, context, scope, finder, definitions, labelled, fixed, levels.unsure)
    proposal.doubts += [*levels.doubts, *columns.doubts]
    if skip := _why_not(printed, roles, columns, context, chosen or bool(fixed)):
        proposal.laid_out = LaidOut(roles, labels, carry)
        kept = ": its sizes and costs are kept apart" if proposal.laid_out.has_resources else ""
        proposal.skip = skip + (kept if skip == _NO_SCORES else "") + _about_commas(table, finder)
        return proposal
    whole = columns.scope or scope
    by_row = any(entry.role == "dataset" for entry in columns.entries)
    named = [by_row or entry.scope.dataset for entry in columns.entries if entry.role == "value"]
    if "dataset" in whole.inferred and not all(named):
        question = f"which data set is the table about? proposed: {whole.dataset!r} (--dataset)"
        proposal.doubts.append(Doubt("dataset", question))
    if whole.dataset is None and not all(named):
        proposal.doubts.append(Doubt("dataset", "which data set is the table about? (--dataset)"))
    method, constant = _method(context, table, roles, columns, proposal)
    crossed = labels is not None and _is_crossed(printed.columns[max(labels) :])
    open_axis = is_open(table, roles.roles, finder) if labels is None else _only_models_show(printed, labels, finder)
    if sized := all(is_size(row.cells[0].text) for row in table.rows) and bool(roles.of("method")[:1] == [0]):
        question = "the methods are named by sizes alone: of which model? (--method)"
        proposal.doubts.append(Doubt("method", question))
    if open_axis:
        proposal.doubts.append(Doubt("method", _WHICH_AXIS[labels is not None]))
    if crossed:
        question = "the names of the methods are joined from two levels of headings; is one of the two a setting?"
        proposal.doubts.append(Doubt("method", question))
    left_out = [] if constant else aggregate_rows(table, roles.of("method")[0], finder.registry)
    values = len([c for c in columns.entries if c.role == "value"])
    proposal.left_out = [(row.line, bare_name(row.cells[roles.of("method")[0]].text)[0], values) for row in left_out]
    kind, level, runs = uncertainty_of(context)
    kind = announced or kind
    proposal.table, proposal.columns = table, tuple(columns.entries)
    about += [ranks] if ranks else []
    proposal.reasons += about
    proposal.label = _label(page, context, columns.scope or scope)
    proposal.curated = CuratedTable(
        heading=None,
        key="",
        label=proposal.label,
        number=number,
        methods="columns" if labels else "rows",
        labels=labels or (1,),
        carry=carry,
        method=method,
        method_inferred=(constant and not page.fact("model"))
        or (roles.by_papers or roles.by_others or crossed or open_axis or sized or "method" in levels.unsure),
        scope=columns.scope or scope,
        skip_rows=tuple(dict.fromkeys(name for _, name, _ in proposal.left_out)),
        uncertainty=kind if columns.has_spread else None,
        brackets=brackets,
        level=level if columns.has_spread and kind in (None, UncertaintyKind.CONFIDENCE_INTERVAL) else None,
        runs=runs,
        evidence="; ".join([*about, *_of_name(table, method)]) or None,
    )
    return proposal


def _labels(page: Page, table: Table, levels: Levels, finder: NameFinder) -> tuple[int, ...] | None:
    """The cells that say what each row measures where the methods stand in the header; None where they do not."""
    if levels.roles or (page.format == "records" and _are_fields(table)):
        return None
    return labels_of(table, finder)


def _only_models_show(table: Table, labels: tuple[int, ...], finder: NameFinder) -> bool:
    """True where the names in the header alone tell that the methods stand there: they are written as models are."""
    if labels != (1,) or clean(table.columns[0].name) or not are_models_over_things(table, 1, finder):
        return False
    return not any(is_measured(row.cells[0].text, finder) for row in table.rows)


def _of_name(table: Table, method: str | None) -> list[str]:
    """That the names of methods were put together, and from which cells."""
    if method is None or not is_composed(method):
        return []
    cells = [table.columns[int(cell) - 1].name or f"cell {cell}" for cell in re.findall(r"\{(\d+)\}", method)]
    return [f"method: put together from {' and '.join(map(repr, cells))}, no cell prints the whole name"]


def _are_fields(table: Table) -> bool:
    """True for objects whose other names are written as fields are: those are no methods."""
    heads = [column.name for column in table.columns[1:]]
    return 2 * sum(re.fullmatch(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*", name) is not None for name in heads) >= len(heads)


def _carried_cells(table: Table, finder: NameFinder, drawn: bool) -> tuple[int, ...]:
    """Columns of names whose empty cells go on with the name above: another text tells their rows apart.

    In a table that is ``drawn`` for people, so do those of tasks and data sets; a record without one has none.
    """
    roles = assign(table, finder).roles
    found: list[int] = []
    for index in (i for i, role in enumerate(roles) if role == "method"):
        texts = [row.cells[index].text for row in table.rows]
        blank = [row for row in table.rows if not row.cells[index].text]
        others = [i for i, role in enumerate(roles) if i != index and role in ("setting", "note")]
        told = all(any(row.cells[i].text for i in others) for row in blank)
        if blank and texts[0] and told:
            found.append(index + 1)
    for index in word_columns(table) if drawn else ():
        texts = [row.cells[index].text for row in table.rows]
        if texts and texts[0] and not all(texts) and index + 1 not in found:
            found.append(index + 1)
    return tuple(found)


def _why_not(table: Table, roles: Roles, columns: Columns, context: Context, chosen: bool) -> str | None:
    """Why a table that might hold results is not taken for one."""
    values = [entry for entry in columns.entries if entry.role == "value"]
    if not values:
        return _NO_SCORES
    named = any(entry.metric for entry in values) or any(entry.role == "metric" for entry in columns.entries)
    if roles.rule is None and not chosen and not named:
        return "no column of it names methods, and none of its number columns is a known metric"
    if roles.rule is None and not chosen and not _rows_differ(table, columns):
        return (
            "no column of it names methods or data sets, so its rows cannot be told apart; "
            "take it with --table, and name the column of the methods with --column"
        )
    if chosen or columns.understood:
        return None
    if roles.rule is not None and _is_board(table, roles, context.finder):
        return None
    near = table.headings if context.page.format == "records" else table.headings[-1:]
    words = " ".join([*near, *(s.text for s in context.texts if s.kind in ("caption", "before"))])
    title = context.page.fact("title") or ""
    if roles.rule is not None and (
        _RESULTS.search(words) or _TITLE.search(title) or _looks_scored(table, roles, columns)
    ):
        return None
    names = ", ".join(repr(entry.name) for entry in values[:4])
    return (
        f"none of its number columns ({names}) is a known metric or data set, and nothing near it speaks of results; "
        "take it with --table if it holds some"
    )


def _looks_scored(table: Table, roles: Roles, columns: Columns) -> bool:
    """True for methods that are ranked or have a "score", and for models with fractions of 1 or of 100 behind them.

    The fractions stand in many columns, or beside the papers of the models. What each column measures is then
    not known, and said so; that it measures the methods is plain.
    """
    values = value_entries(columns.entries)
    if any(entry.role == "rank" for entry in columns.entries):
        return True
    named = any(_OF_MODELS.fullmatch(clean(column.name)) for column in table.columns)
    if named and any(_A_SCORE.fullmatch(entry.name or "") for entry in values):
        return True
    first = next((clean(column.name) for column in table.columns if column.name), "")
    if not _OF_MODELS.fullmatch(first) or not (len(values) > 3 or roles.of("paper")):
        return False
    cells = [row.cells[v.cell - 1].text for v in values if v.cell for row in table.rows]
    numbers = [n for n in (parse_number(text) for text in cells if not is_missing(text)) if isinstance(n, Number)]
    broken = sum(n.value != n.value.to_integral_value() for n in numbers)
    return len(table.rows) > 1 and 2 * broken > len(numbers) > 0 and all(0 <= n.value <= 100 for n in numbers)


def _about_commas(table: Table, finder: NameFinder) -> str:
    """A hint where the cells of a column look like numbers with decimal commas, which nobody vouches for."""
    if finder.decimal_comma:
        return ""
    for index, column in enumerate(table.columns):
        filled = [row.cells[index].text for row in table.rows if row.cells[index].text]
        with_comma = [text for text in filled if re.fullmatch(r"[-−]?\d{1,3},\d{1,2}\s*%?", text)]
        if len(with_comma) * 2 > len(filled):
            seen = f"column {column.name!r} prints numbers such as {with_comma[0]}"
            return f"; {seen}: if the comma is a decimal one, add --decimal comma"
    return ""


def _is_board(table: Table, roles: Roles, finder: NameFinder) -> bool:
    """True for a table with ranks, or with a row of people or of chance beside those of methods."""
    methods = [index for index in roles.of("method") if heading_role(table.columns[index].name, finder.registry)]
    if not methods:
        return False
    compared = any(finder.registry.is_non_name(bare_name(row.cells[methods[0]].text)[0]) for row in table.rows)
    return bool(roles.of("rank")) or compared


def _rows_differ(table: Table, columns: Columns) -> bool:
    """True where each row without a method says what it measures, and each says another thing."""
    words = [entry.cell - 1 for entry in columns.entries if entry.role in ROW_WORDS and entry.cell]
    said = [tuple(row.cells[index].text for index in words) for row in table.rows]
    return len(table.rows) == 1 or len(set(said)) == len(said)


def _method(
    context: Context, table: Table, roles: Roles, columns: Columns, proposal: TableProposal
) -> tuple[str, bool]:
    """The template of the method's name, and whether it is the same for all rows."""
    if roles.by_papers or roles.by_others:
        told = table.columns[roles.of("method")[0]].name
        column = f"column {told!r} of papers" if roles.by_papers else f"column {told!r}"
        question = f"no column names methods: {column} stands for them (--column NAME=method)"
        proposal.doubts.append(Doubt("method", question))
    if roles.rule is not None:
        return roles.rule, False
    page = context.page
    # An object of objects that are named as data sets are: what it is called itself was measured on them.
    of_data = any(entry.role == "dataset" and entry.name == "name" for entry in columns.entries)
    over = meaningful(table.headings[-1]) if page.format == "records" and table.headings and of_data else ""
    name = bare_name(page.fact("model") or over or _run_of(page, table, context.finder) or NOT_STATED)[0]
    name = re.sub(r"[{}\[\]]", "", name)
    question = f"no column names methods: are all rows of one method, {name!r}? (--method)"
    if name == NOT_STATED:
        question = "nothing names a method: whose results are these? (--method)"
    proposal.doubts.append(Doubt("method", question))
    return name, True


def _run_of(page: Page, table: Table, finder: NameFinder) -> str | None:
    """What all rows were made by, as the page says: its title, or the nearest heading where that says "Results"."""
    title = page.fact("title")
    if title is None or meaningful(title):
        return title
    own = (heading for heading in reversed(table.headings) if heading != title and meaningful(heading))
    return next((h for h in own if not finder.metric(h) and not finder.is_dataset(h) and not is_aside(h)), title)


def _is_crossed(columns: Sequence[Column]) -> bool:
    """True for the same inner headings under several outer ones: which of them are settings is not said."""
    levels = [(column.names[0], column.names[-1]) for column in columns if len(column.names) > 1]
    outer, inner = {one for one, _ in levels}, {two for _, two in levels}
    return len(outer) > 1 and len(inner) > 1 and len(levels) == len(outer) * len(inner)


def _label(page: Page, context: Context, scope: Scope) -> str:
    parts = [h for h in context.table.headings if not is_aside(h)] or [page.fact("title") or page.file]
    text = parts[-1].strip(" :")
    if scope.dataset and scope.dataset.casefold() not in text.casefold():
        text = f"{text}, {scope.dataset}"
    return text


def value_entries(columns: Sequence[CuratedColumn]) -> list[CuratedColumn]:
    """The entries of value columns."""
    return [entry for entry in columns if entry.role == "value"]
