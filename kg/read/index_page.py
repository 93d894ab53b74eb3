"""``index-page``: a Markdown page with a scope table, a results table and one section per result.

Parts are found by their structure and their field labels; the words of headings differ from
page to page. The page's own limits (coverage, comparability) are kept sentence by sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote_plus

from kg.errors import NoResults, Place, Problem
from kg.read.cells import Field, MetricLine, Page, Table
from kg.read.headers import is_method, looks_numeric
from kg.read.index_match import Grid, match
from kg.read.index_sections import Section, is_unmistakable, labelled, read_section, shows_result_page
from kg.read.loose import row_below
from kg.read.marks import LINK, heading, link_or_text, link_url
from kg.read.pipes import PipeTable, find_tables, stray_rows, unwrapped
from kg.read.text import sentences

FORMAT = "index-page"

_SCOPE_KEYS = ("task", "dataset", "metric", "unit", "direction", "results loaded", "coverage")
_LOADED = re.compile(r"(\d[\d,]*)(?:\s+(?:out\s+)?of\s+(\d[\d,]*))?\.?", re.IGNORECASE)
_SOURCE = re.compile(r"source\s*:\s*(.+)", re.IGNORECASE)
_UPDATED = re.compile(r"(?:(?:data|page|last)\s+)*updated\s*:\s*(.+)", re.IGNORECASE)
_LABEL_LINE = re.compile(r"[A-Z][\w ]{0,30}:\s+")
_COVERAGE = re.compile(r"the best result recorded here", re.IGNORECASE)
_CLOSING = re.compile(r"(?:page\s+\d+\s+of\s+\d+\b|this is an index page)", re.IGNORECASE)
_COMPARABILITY = re.compile(
    r"settings may differ|comparab|like[- ]for[- ]like|metric name|identical protocol|applies to its", re.IGNORECASE
)
_ITEM = re.compile(r"\s{0,3}[-*+]\s+(.+)")
_METRIC_ASKED = re.compile(r"[?&]metric=([^&#]+)")
_METRIC_PART = re.compile(r":\s+(?=(?:higher|lower|unit\s*:|direction\b|larger|smaller))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Block:
    """A run of lines of one kind: "heading", "item" or "text"; the line numbers count from 1."""

    kind: str
    text: str
    lines: tuple[tuple[int, str], ...]
    level: int = 0

    @property
    def line(self) -> int:
        return self.lines[0][0]


def looks_like(lines: Sequence[str]) -> str | None:
    """Why a page is of this kind, or None."""
    tables = find_tables(lines)
    if not tables:
        return None
    if any(shows_result_page(line) for line in lines):
        return "it has a section for each result"
    scope = _scope_table(tables)
    # One row that begins with "Task" stands in many a table of links.
    if scope is not None and len({_scope_key(row.cells[0]) for row in scope.rows} - {None}) > 1:
        return "it has a table of scope facts (Task, Dataset, Metric …) and a results table"
    return None


def read(lines: Sequence[str], file: str) -> Page:
    """Read one index page."""
    tables = find_tables(lines)
    scope = _scope_table(tables)
    blocks = _blocks(lines, tables)
    facts, problems = _scope_facts(scope, file)
    named = [fact.value for fact in facts if fact.name == "metric"]
    candidates = [table for table in tables if table is not scope]
    first_table = candidates[0].line if candidates else len(lines)
    metrics = _metric_lines(blocks, first_table)
    known = list(dict.fromkeys([*named, *(metric.name for metric in metrics)]))
    grids: list[Grid] = []
    for table in candidates:
        grid = Grid(table, known, file)
        if grid.width and any(is_method(name) or grid.is_metric(name) for name in table.header):
            grids.append(grid)
            problems += row_below(lines, table.last, grid.width, file)
        else:
            problems.append(_unread_table(table, file))
    if not grids:
        raise NoResults(
            f"no results table found in {file}: an index page needs a table with a Method column and values"
        )
    for row in stray_rows(lines, tables):
        lost = sum(looks_numeric(cell) for cell in row.cells[1:])
        reason, remedy = "this row belongs to no table", "put it under its table"
        problems.append(Problem(Place(file, row.line), "stray-table-row", row.printed, reason, remedy, lost))
    labels = list(dict.fromkeys([*known, *(grid.names[n - 1] for grid in grids for n in grid.values)]))
    sections, rest = _sections(blocks, grids, labels, file)
    problems += [problem for section in sections for problem in section.problems]
    problems += match(grids, sections, file)
    if not sections:
        reason, remedy = "the page has no result sections: settings and result ids are not known", "none needed"
        problems.append(Problem(Place(file), "no-result-sections", "", reason, remedy))
    facts += _text_facts(rest)
    if not any(fact.name == "title" for fact in facts):
        reason, remedy = "the page has no '# …' title", "state the title in source.toml"
        problems.append(Problem(Place(file), "page-without-title", "", reason, remedy))
    finished = tuple(
        Table(
            _headings(blocks, grid.table.line),
            grid.columns(),
            (*(grid.row_of(draft) for draft in grid.drafts if not draft.rejected), *grid.extra),
            grid.table.line,
            tuple(grid.problems),
        )
        for grid in grids
    )
    ordered = tuple(sorted(facts, key=lambda fact: fact.line))
    return Page(file, FORMAT, finished, ordered, metrics, tuple(problems))


def _unread_table(table: PipeTable, file: str) -> Problem:
    lost = sum(looks_numeric(cell) for row in table.rows for cell in row.cells[1:])
    return Problem(
        Place(file, table.line),
        "table-not-understood",
        " | ".join(table.header),
        "this table is neither scope facts nor results: no column is headed Method or a metric of the page",
        "name the method column 'Method' or take the table out",
        lost,
    )


def _scope_key(text: str) -> str | None:
    """The scope key that a cell begins with."""
    words = " ".join(text.casefold().split())
    return next((key for key in _SCOPE_KEYS if re.match(re.escape(key) + r"s?\b", words)), None)


def _scope_table(tables: Sequence[PipeTable]) -> PipeTable | None:
    """The two-column table whose keys are those of a scope table.

    A results table may have two columns as well, and a method may be called "Task …": so a table
    headed Method is none, and one key is enough only if another table is left for the results.
    """
    best: tuple[int, PipeTable] | None = None
    for table in tables:
        if len(table.header) != 2 or is_method(table.header[0]):
            continue
        keys = {_scope_key(row.cells[0]) for row in table.rows} - {None}
        if keys and (best is None or len(keys) > best[0]):
            best = (len(keys), table)
    if best is None or (best[0] < 2 and len(tables) < 2):
        return None
    return best[1]


def _scope_facts(scope: PipeTable | None, file: str) -> tuple[list[Field], list[Problem]]:
    facts: list[Field] = []
    problems: list[Problem] = []
    for row in scope.rows if scope else ():
        key = _scope_key(row.cells[0])
        if key is None or len(row.cells) != 2:
            rule = "scope-key-unknown" if key is None else "scope-row-cell-count"
            reason = "this key of the scope table is not known" if key is None else "a scope row has two cells"
            remedy = "record the fact in source.toml if it matters"
            problems.append(Problem(Place(file, row.line), rule, row.printed, reason, remedy))
            continue
        value = row.cells[1]
        if key != "results loaded":
            facts.append(Field(key, value, row.line, 2))
            continue
        loaded = _LOADED.fullmatch(value)
        if not loaded:
            reason, remedy = "this is not 'n of m'", "state how many results the page lists"
            problems.append(Problem(Place(file, row.line, 2), "results-loaded-unclear", value, reason, remedy))
            continue
        facts.append(Field("results-loaded", loaded[1], row.line, 2))
        if loaded[2]:
            facts.append(Field("results-stated", loaded[2], row.line, 2))
    return facts, problems


def _blocks(lines: Sequence[str], tables: Sequence[PipeTable]) -> list[_Block]:
    """The page without its tables, as headings, list items and paragraphs."""
    inside = {number for table in tables for number in range(table.line, table.last + 1)}
    blocks: list[_Block] = []
    paragraph: list[tuple[int, str]] = []

    def close() -> None:
        if paragraph:
            text = " ".join(line.strip() for _, line in paragraph)
            blocks.append(_Block("text", text, tuple(paragraph)))
            paragraph.clear()

    for number, line in enumerate(lines, 1):
        title = heading(line)
        item = _ITEM.fullmatch(line)
        if number in inside or not line.strip():
            close()
        elif title:
            close()
            blocks.append(_Block("heading", title[1], ((number, line),), title[0]))
        elif item:
            close()
            blocks.append(_Block("item", item[1].strip(), ((number, line),)))
        else:
            paragraph.append((number, line))
    close()
    return blocks


def _headings(blocks: Sequence[_Block], line: int) -> tuple[str, ...]:
    """The headings that a line stands under, the page title left out."""
    stack: list[_Block] = []
    for block in blocks:
        if block.kind == "heading" and block.line < line:
            stack = [*(other for other in stack if other.level < block.level), block]
    title = _title(blocks)
    return tuple(block.text for block in stack if block is not title)


def _title(blocks: Sequence[_Block]) -> _Block | None:
    """The first ``#`` heading of the highest level, if nothing of that level precedes it."""
    return next((block for block in blocks if block.kind == "heading" and block.level == 1), None)


def _metric_lines(blocks: Sequence[_Block], before: int) -> tuple[MetricLine, ...]:
    """The metrics that the page lists: items under a heading "Metrics", or items that look so."""
    lists: list[list[_Block]] = [[]]
    under = ""
    metrics: list[MetricLine] = []
    named: list[bool] = [False]
    for block in blocks:
        if block.kind == "heading":
            under = block.text.casefold()
        if block.kind != "item":
            lists.append([])
            named.append(under.startswith("metric") or under.endswith("metrics"))
        else:
            lists[-1].append(block)
    for items, is_named in zip(lists, named, strict=True):
        if any(item.line > before for item in items) and not is_named:
            continue
        if is_named or any(_METRIC_PART.search(item.text) or "metric=" in item.text for item in items):
            metrics += [_metric_line(item) for item in items]
    return tuple(metrics)


def _metric_line(item: _Block) -> MetricLine:
    """``[Dice](<url>): Higher is better; unit: PERCENT.``, every part but the name optional."""
    link = LINK.match(item.text)
    if link:
        name, rest = link["text"].strip(), item.text[link.end() :].strip()
        rest = rest.removeprefix(":").strip()
    else:
        part = _METRIC_PART.search(item.text) or re.search(r":\s+", item.text)
        name = item.text[: part.start()].strip() if part else item.text.rstrip(". ").rstrip(":")
        rest = item.text[part.end() :].strip() if part else ""
    direction: list[str] = []
    unit = ""
    for piece in rest.removesuffix(".").split(";"):
        label, colon, value = piece.strip().partition(":")
        if colon and label.strip().casefold() == "unit":
            unit = value.strip()
        elif colon and label.strip().casefold() == "direction":
            direction.append(value.strip())
        elif piece.strip():
            direction.append(piece.strip())
    asked = _METRIC_ASKED.search(link_url(link) or "") if link else None
    return MetricLine(name, "; ".join(direction), unit, item.line, unquote_plus(asked[1]) if asked else "")


def _sections(
    blocks: Sequence[_Block], grids: Sequence[Grid], labels: Sequence[str], file: str
) -> tuple[list[Section], list[_Block]]:
    """The result sections, and the blocks that belong to none."""
    methods = {method for grid in grids for method in grid.by_method}
    title = _title(blocks)
    bodies: list[tuple[_Block, list[_Block]]] = []
    rest: list[_Block] = []
    for block in blocks:
        if block.kind == "heading" and block is not title:
            bodies.append((block, []))
        elif bodies and not (block.kind == "text" and _CLOSING.match(block.text)):
            bodies[-1][1].append(block)
        else:
            rest.append(block)
    found: list[tuple[_Block, list[_Block]]] = []
    levels = {head.level for head, body in bodies if is_unmistakable(_lines(body))}
    for head, body in bodies:
        text = _lines(body)
        name = unwrapped(link_or_text(head.text)[0])
        states_value = bool(text) and bool(labelled(text[0][1], labels)[0]) and body[0].kind == "text"
        if is_unmistakable(text) or (head.level in levels and states_value) or (name in methods and text):
            found.append((head, body))
        else:
            rest += [head, *body]
    sections = [
        read_section(unwrapped(link_or_text(head.text)[0]), head.line, _lines(body), labels, file)
        for head, body in found
    ]
    return sections, sorted(rest, key=lambda block: block.line)


def _lines(body: Sequence[_Block]) -> list[tuple[int, str]]:
    return [(number, line.strip()) for block in body for number, line in block.lines]


def _text_facts(blocks: Sequence[_Block]) -> list[Field]:
    """Facts of title and paragraphs; each sentence of a notice is a fact of its own."""
    facts: list[Field] = []
    title = _title(blocks)
    if title:
        facts.append(Field("title", title.text, title.line))
    described = False
    for block in blocks:
        if block.kind != "text":
            continue
        lines = [(n, line.strip()) for n, line in block.lines if not _label_fact(line.strip(), n, facts)]
        if not lines:
            continue
        text = " ".join(line for _, line in lines)
        notice = False
        closing = _CLOSING.match(text) is not None
        for sentence in sentences(text):
            start = next((n for n, line in lines if sentence[:20] in line), lines[0][0])
            if closing or _COVERAGE.match(sentence):
                facts.append(Field("coverage", sentence, start))
                notice = True
            elif _COMPARABILITY.search(sentence):
                facts.append(Field("comparability", sentence, start))
                notice = True
        if not notice and not described:
            described = True
            facts.append(Field("description", text, lines[0][0]))
    return facts


def _label_fact(line: str, number: int, facts: list[Field]) -> bool:
    """Read ``Source: …`` and ``Data updated: …``; True for any line that is a label with a link."""
    known = {fact.name for fact in facts}
    source, updated = _SOURCE.fullmatch(line), _UPDATED.fullmatch(line)
    if source and "url" not in known:
        link = LINK.search(source[1])
        address = link_url(link) if link else link_or_text(source[1])[1]
        if address:
            facts.append(Field("url", address, number))
            return True
    if updated and "updated" not in known:
        facts.append(Field("updated", updated[1].strip(), number))
        return True
    label = _LABEL_LINE.match(line)
    return bool(label) and bool(link_or_text(line[label.end() :])[1]) if label else False
