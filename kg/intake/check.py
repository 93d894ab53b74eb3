"""Reads a file, proposes how to take it, and gives the rows that would come of it, piece by piece."""

from __future__ import annotations

import gc
import json
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import IO, Any

from kg.assemble.curation import Curation, parse_curation
from kg.assemble.leaderboards import Assembly, assemble
from kg.assemble.survey import Survey
from kg.assemble.units import Whole
from kg.errors import NoResults, Problem
from kg.intake.answers import Answers, answer
from kg.intake.files import Given
from kg.intake.propose import SELF_TOLD, Proposal, joined, propose
from kg.intake.rows import namer, reject_rows, resource_rows, result_rows
from kg.intake.tables import TableProposal
from kg.intake.toml import write_toml
from kg.intake.unmet import Used, refuse_unused, unmet_signs
from kg.read import papers_with_code
from kg.read.cells import Page
from kg.read.families import open_file
from kg.read.record_fields import UNLABELLED
from kg.registry import Registry
from kg.resources import CURATION_FILE
from kg.wording.names import NameFinder

#: Families whose further pages continue the table of the first one.
_CONTINUED = frozenset({"csv", "parquet", "records"})

#: Families that are read in pieces: an answer may be about one that is still to come.
_PIECES = _CONTINUED | {papers_with_code.FORMAT}

#: Told what is done with a file, and up to which byte: "read", "looked through".
Progress = Callable[[str, int], None]

_NO_SHA = "0" * 64
#: So many new objects are made before garbage is looked for.
_OBJECTS = 200_000
#: So many results of a page with several tables are held before their rows are given out.
_RESULTS = 50_000
#: So many columns of one role are told by name on a line.
_NAMES = 12


@dataclass(slots=True)
class TableCount:
    """The conservation law of one table: value cells = results + missing + rejected."""

    table: str
    title: str
    line: int | None
    cells: int = 0
    results: int = 0
    missing: int = 0
    rejected: int = 0

    @property
    def law(self) -> str:
        """The law in words."""
        return f"{self.cells} value cells = {self.results} results + {self.missing} missing + {self.rejected} rejected"


class Spool:
    """A list of rows that goes to disk where it grows long."""

    def __init__(self) -> None:
        self.count = 0
        # Closed by close(), or when nobody holds it any more.
        self._file: IO[str] = tempfile.SpooledTemporaryFile(  # noqa: SIM115
            max_size=1 << 24, mode="w+", encoding="utf-8"
        )

    def add(self, row: dict[str, Any]) -> None:
        """Keep one row."""
        self.count += 1
        self._file.write(json.dumps(row, ensure_ascii=False) + "\n")

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self._file.flush()
        self._file.seek(0)
        for line in self._file:
            yield json.loads(line)
        self._file.seek(0, 2)

    def close(self) -> None:
        """Give the memory and the disk back."""
        self._file.close()


@dataclass(slots=True)
class Checked:
    """What a check found beside the rows themselves; ``remarks`` are the notes about the file as a whole.

    ``columns`` says of each column of the tables that are read (of a transposed table: each row) what it is
    taken for, so that none is dropped silently: table, column from 1, name, role.
    """

    file: str
    family: str
    why: str
    proposal: Proposal | None = None
    tables: dict[str, TableCount] = field(default_factory=dict)
    left_out: list[dict[str, Any]] = field(default_factory=list)
    columns: list[dict[str, Any]] = field(default_factory=list)
    rejects: Spool = field(default_factory=Spool)
    resources: Spool = field(default_factory=Spool)
    notes: Spool = field(default_factory=Spool)
    questions: list[dict[str, str]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    results: int = 0
    message: str | None = None

    @property
    def status(self) -> int:
        """0: results and no reject; 1: no result, or a reject."""
        return 1 if self.results == 0 or self.rejects.count else 0

    def close(self) -> None:
        """Give the memory and the disk of the lists back."""
        for spool in (self.rejects, self.resources, self.notes):
            spool.close()


def check_file(
    page: Given,
    registry: Registry,
    *,
    family: str | None = None,
    encoding: str | None = None,
    only: Collection[int] = (),
    answers: Answers | None = None,
    emit: Callable[[dict[str, Any]], None],
    progress: Progress | None = None,
) -> Checked:
    """Check one file; every result row goes to ``emit``. Raises SourceError where the file cannot be read at all."""
    finder = NameFinder(registry)
    answers = answers or Answers()
    with ExitStack() as opened:
        opened.enter_context(_calm())
        stream = opened.enter_context(page.open())
        try:
            found = open_file(stream, page.name, family=family, encoding=encoding)
        except NoResults as error:
            if family is not None:
                raise
            return Checked(page.name, "unknown", "no family fits", message=str(error))
        checked = Checked(page.name, found.family, found.why)
        failed = opened.enter_context(ExitStack())
        failed.callback(checked.close)
        proposal: Proposal | None = None
        used = Used()
        curation: Curation | None = None
        whole: Whole | None = None
        tables = 0
        for part in found.pages:
            if progress is not None and not stream.closed:
                progress("read", stream.tell())
            first = proposal is None or found.family not in _CONTINUED
            own = proposal
            if own is None or first:
                chosen = _within(only, tables, len(part.tables))
                own = propose(
                    part,
                    registry,
                    only=chosen,
                    named=answers.named,
                    told=answers.roles,
                    decimal_comma=answers.decimal == "comma",
                    folders=page.folders,
                )
                own = answer(own, answers, registry, used, tables)
                if found.family not in _PIECES:
                    refuse_unused(own, answers, used, len(part.tables))
                curation = _as_written(part, own) if own.read else None
                _tell(own, checked, tables)
                if own.read and curation is not None and part.more:
                    survey = Survey(curation, registry)
                    parts = _parts(page, found.family, encoding, progress) if survey.is_needed(part) else ()
                    whole = _seen(survey, part, parts)
            _keep_resources(part, own, checked)
            if own.read and curation is not None:
                _take(part, own, curation, checked, registry, finder, emit, whole)
            if part.more and first:
                own.let_go()
            proposal = joined(proposal, own, tables) if first else proposal
            tables += len(part.tables)
            # Two parts at a time would take twice the memory.
            del part
        checked.proposal = proposal
        if proposal is not None:
            refuse_unused(proposal, answers, used, tables)
            checked.remarks = unmet_signs(proposal, answers, used)
            for text in checked.remarks:
                checked.notes.add({"line": None, "column": None, "text": text})
        failed.pop_all()
    if checked.results == 0 and not checked.rejects.count:
        checked.message = _no_results(checked)
    return checked


def _parts(page: Given, family: str, encoding: str | None, progress: Progress | None) -> Iterator[Page]:
    """All parts of a file, read once more from its beginning."""
    with page.open() as stream:
        for part in open_file(stream, page.name, family=family, encoding=encoding).pages:
            if progress is not None:
                progress("looked through", stream.tell())
            yield part


def _seen(survey: Survey, first: Page, parts: Iterable[Page]) -> Whole:
    """What the parts of a table must know of all of it; no ``parts``: nothing that depends on them."""
    seen = False
    for part in parts:
        survey.see(part)
        seen = True
        del part
    return survey.whole(first) if seen else Whole()


@contextmanager
def _calm() -> Iterator[None]:
    """Garbage is looked for less often: a part's cells, which are none, would be gone through again and again."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], _OBJECTS) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _within(only: Collection[int], before: int, count: int) -> list[int]:
    """The chosen tables that this part of a file holds, by their number in it; -1 where it holds none of them."""
    if not only:
        return []
    return [number - before for number in only if before < number <= before + count] or ([-1] if before else list(only))


def _tell(proposal: Proposal, checked: Checked, before: int) -> None:
    """What a proposal leaves out and leaves open; ``before`` is the number of tables in front of its own."""
    for table in proposal.tables:
        entry = {"number": before + table.number, "title": table.title, "line": table.table.line}
        if table.skip is not None:
            checked.left_out.append({**entry, "why": table.skip})
        else:
            checked.columns += _columns(table)
        for told in (problem for problem in table.table.problems if problem.rule == UNLABELLED):
            checked.left_out.append({**entry, "line": told.place.line, "why": f"{told.reason}: {told.printed}"})
        checked.questions += [
            {"table": table.key or table.title, "question": d.text} for d in table.doubts if not table.skip
        ]
        for line, name, cells in table.left_out:
            text = f"the row {name!r} sums up others and is no method: {cells} cells left out"
            checked.notes.add({"line": line, "column": None, "text": text})


def _columns(table: TableProposal) -> list[dict[str, Any]]:
    """What each column of a table that is read is taken for; one that holds several values stands once."""
    entries = {entry.cell: entry for entry in reversed(table.columns)}
    return [
        {"table": table.key or table.title, "column": cell, "name": entry.name, "role": entry.role}
        for cell, entry in sorted(entries.items(), key=lambda item: item[0] or 0)
    ]


def roles_told(columns: Iterable[dict[str, Any]]) -> Iterator[str]:
    """A line for each table: what its columns are taken for, those of values apart."""
    by_table: dict[str, dict[str, list[str]]] = {}
    for column in columns:
        if column["role"] != "value":
            by_table.setdefault(column["table"], {}).setdefault(column["role"], []).append(
                repr(column["name"]) if column["name"] else f"column {column['column']}"
            )
    for table, roles in by_table.items():
        told = (f"{role} {', '.join(names[:_NAMES])}{_more(names)}" for role, names in roles.items())
        yield f"columns of {table} beside the values: {'; '.join(told)}"


def _more(names: list[str]) -> str:
    return f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""


def _keep_resources(part: Page, proposal: Proposal, checked: Checked) -> None:
    """Sizes and costs in the tables of one part that are left out."""
    for table in proposal.tables:
        if table.skip is not None and table.laid_out is not None and table.number <= len(part.tables):
            for row in table.laid_out.resources(part.tables[table.number - 1], table.title):
                checked.resources.add(row)


def _take(
    part: Page,
    proposal: Proposal,
    curation: Curation,
    checked: Checked,
    registry: Registry,
    finder: NameFinder,
    emit: Callable[[dict[str, Any]], None],
    whole: Whole | None,
) -> None:
    """Account for one part of a file."""

    def rows_of(done: Assembly) -> None:
        names = namer(done, registry, finder)
        for row in result_rows(names, _table_keys(done, proposal)):
            emit(row)
            checked.results += 1
        done.results = dict.fromkeys(done.results, ())

    held = 0

    def each(done: Assembly) -> None:
        nonlocal held
        held += len(done.results[done.leaderboards[-1].key])
        if held > _RESULTS:
            done.nodes.close(registry)
            rows_of(done)
            held = 0

    done = assemble(part, curation, "source", _NO_SHA, registry, each=each, whole=whole)
    rows_of(done)
    names = namer(done, registry, finder)
    keys = _table_keys(done, proposal)
    for board in done.leaderboards:
        tally = done.tallies[board.key]
        key = keys.get(board.key, board.key)
        title = board.label if board.label != "source" else part.file
        count = checked.tables.setdefault(key, TableCount(key, title, None))
        count.cells += tally.cells
        count.results += tally.results
        count.missing += tally.missing
        count.rejected += tally.rejected
    problems = [problem for key in done.problems for problem in done.problems[key]]
    for row in reject_rows(problems):
        checked.rejects.add(row)
    for row in resource_rows(names, keys):
        checked.resources.add(row)
    for problem in problems:
        if not problem.is_reject:
            checked.notes.add(_note(problem))


def _note(problem: Problem) -> dict[str, Any]:
    text = f"{problem.reason}: {problem.printed}" if problem.printed else problem.reason
    return {"line": problem.place.line, "column": problem.place.column, "text": text}


def _as_written(part: Page, proposal: Proposal) -> Curation:
    """What a build would know of the part: the very ``source.toml`` that would be written, read."""
    if part.format in SELF_TOLD:
        return proposal.curation
    return parse_curation(write_toml(proposal, ""), CURATION_FILE)


def _table_keys(done: Assembly, proposal: Proposal) -> dict[str, str]:
    """The names of leaderboards without the name of the source."""
    alone = proposal.read[0].key if len(proposal.read) == 1 else ""
    return {
        board.key: board.key.removeprefix("source-") if board.key != "source" else alone or "table"
        for board in done.leaderboards
    }


def _no_results(checked: Checked) -> str:
    if checked.left_out:
        told = "; ".join(f"table {t['number']} (line {t['line']}): {t['why']}" for t in checked.left_out[:10])
        return f"no results found in {checked.file}: {told}"
    return f"no results found in {checked.file}: it is of the family {checked.family}, and holds no value"
