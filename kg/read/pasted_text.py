"""``pasted-text``: tables copied from a website as plain text: columns by blanks, or cells run together.

Cells that run together ("01NetOSSLab XJan 2024Paper · code86.45") are taken apart only where all rows of
the table show the same seams: ranks that count up, one badge, one date, the same words in front of the
value. A row that does not show them is told and not guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kg.errors import Place, Problem
from kg.read.blocks import Block, Heading, Text, to_page
from kg.read.cells import Cell, Column, Field, Page, Row, Table
from kg.read.grids import RawCell, RawRow, RawTable, finish
from kg.read.headers import looks_numeric

FORMAT = "pasted-text"

_WORDS = (
    "Paper / code|Paper / Code|Paper/Code|Organization|Organisation|Submitted by|Submitted|Submission date|Released|"
    "Release date|Institution|Affiliation|Model name|Model|Method|System|Org|Team|Authors|Author|Rank|Date|Year|Paper|"
    "Code|Links|Link|License|Access|Type|Source|Params|Size|#"
)
_HEADER = re.compile(rf"(?P<words>(?:{_WORDS}){{3,}})(?P<value>[A-Za-z][\w@%. /()↑↓+-]*)")
_DATE = re.compile(
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)[a-z]*\.? (?:\d{1,2}, )?(?:19|20)\d\d"
    r"|(?:19|20)\d\d[-.](?:0[1-9]|1[0-2])(?:[-.]\d\d)?"
)
_BADGES = ("OSS", "API", "OPEN", "CLOSED", "Open source", "Closed", "Proprietary", "PROPRIETARY", "NEW")
_VALUE = re.compile(r"(?P<before>.*?[^\d.,%+−–-])(?P<value>[+−-]?\d{1,9}(?:\.\d+)?\s*%?)")
_METHODS = frozenset({"Model", "Model name", "Method", "System"})
_NONE = re.compile(r"[-–—−?]{1,3}|n/?a", re.IGNORECASE)
_GAP = re.compile(r" {2,}|\t+")


def looks_fused(lines: Sequence[str]) -> str | None:
    """Why a page holds rows whose cells run together, or None."""
    for number, line in enumerate(lines):
        if _fused_header(line.strip()) and number + 1 < len(lines) and re.match(r"0?1\D", lines[number + 1].strip()):
            return "its header and its rows have cells that run together"
    return None


def looks_like(lines: Sequence[str]) -> str | None:
    """Why a page holds a table with columns by blanks, or None."""
    return "it has lines with the same number of columns between runs of blanks" if _blocks(lines) else None


def read(lines: Sequence[str], file: str) -> Page:
    """Read all tables of a pasted text."""
    tables: list[tuple[int, int, Table | RawTable]] = []
    index = 0
    while index < len(lines):
        header = _fused_header(lines[index].strip())
        if header:
            end = index + 1
            while end < len(lines) and re.match(r"\d{1,3}\D", lines[end].strip()):
                end += 1
            if end > index + 1:
                tables.append((index, end, _fused_table(lines, index, end, header, file)))
                index = end
                continue
        index += 1
    taken = {number for start, end, _ in tables for number in range(start, end)}
    tables += [found for found in _blocks(lines) if not taken & set(range(found[0], found[1]))]
    tables.sort(key=lambda found: found[0])
    return _page(lines, tables, file)


def beside_tabs(page: Page, lines: Sequence[str]) -> Page:
    """A page of tables by tabs, with those by blanks that stand on it as well."""
    found = []
    for start, end, raw in _blocks(lines):
        if any("\t" in line for line in lines[start:end]):
            continue
        over = [n for n in range(max(0, start - 3), start) if lines[n].strip() and "\t" not in lines[n]]
        raw.context = [Field("before", lines[n].strip(), n + 1) for n in reversed(over)]
        found.append(finish(raw, page.file))
    tables = sorted((*page.tables, *found), key=lambda table: table.line)
    return replace(page, tables=tuple(tables)) if found else page


def _page(lines: Sequence[str], tables: Sequence[tuple[int, int, Table | RawTable]], file: str) -> Page:
    """The page with its texts as blocks; tables that are taken apart already take their context from it."""
    title, title_line = _title(lines)
    blocks: list[Block] = [Heading(title, title_line, 1)] if title else []
    done: dict[int, Table] = {}
    position = 0
    for start, end, table in tables:
        blocks += [Text(lines[n].strip(), n + 1) for n in range(position, start) if lines[n].strip()]
        raw = table if isinstance(table, RawTable) else RawTable(table.line, [])
        if isinstance(table, Table):
            done[table.line] = table
        blocks.append(raw)
        position = end
    blocks += [Text(lines[n].strip(), n + 1) for n in range(position, len(lines)) if lines[n].strip()]
    page = to_page(blocks, file, FORMAT, keep_empty=True)
    whole = tuple(
        Table(t.headings, d.columns, d.rows, d.line, d.problems, d.facts, t.context) if (d := done.get(t.line)) else t
        for t in page.tables
    )
    return Page(file, FORMAT, tuple(t for t in whole if t.columns), page.facts, footnotes=page.footnotes)


def _title(lines: Sequence[str]) -> tuple[str, int]:
    """The last crumb of a path ("Site · Area · Name"), else the first line that is no sentence."""
    for number, line in enumerate(lines[:5], 1):
        crumbs = [crumb.strip() for crumb in line.split("·")]
        if len(crumbs) > 2:
            return re.sub(r"Tasks/.*$", "", crumbs[-1]).strip(), number
    for number, line in enumerate(lines, 1):
        if line.strip():
            return line.strip().rstrip("."), number
    return "", 1


@dataclass(frozen=True, slots=True)
class _Header:
    words: tuple[str, ...]
    value: str

    @property
    def has_org(self) -> bool:
        return any(word.startswith(("Org", "Inst", "Aff", "Team", "Author")) for word in self.words)


def _fused_header(line: str) -> _Header | None:
    found = _HEADER.fullmatch(line)
    if found is None:
        return None
    words = tuple(re.findall(_WORDS, found["words"]))
    return _Header(words, found["value"].strip()) if _METHODS & set(words) else None


def _fused_table(lines: Sequence[str], start: int, end: int, header: _Header, file: str) -> Table:
    columns = [Column(1, "#"), Column(2, next(w for w in header.words if w in _METHODS)), Column(3, "Badge")]
    columns += [Column(4, "Organisation"), Column(5, "Submitted"), Column(6, "Paper"), Column(7, header.value)]
    texts = [lines[n].strip() for n in range(start + 1, end)]
    tail = _common_tail(texts)
    badges = [badge for badge in _BADGES if all(text.count(badge) >= 1 for text in texts)]
    rows: list[Row] = []
    problems: list[Problem] = []
    for count, text in enumerate(texts, 1):
        line = start + 1 + count
        cells, fault = _take_apart(text, count, len(texts), tail, badges[:1], header)
        if fault:
            problems.append(
                Problem(Place(file, line), "fused-row-unclear", text, fault, "separate its cells by tabs", 1)
            )
        else:
            rows.append(Row(line, tuple(Cell(cell, line, n) for n, cell in enumerate(cells, 1))))
    return Table((), tuple(columns), tuple(rows), start + 1, tuple(problems))


def _common_tail(texts: Sequence[str]) -> str:
    """The text that stands in front of the value in every row: "code"."""
    before = [found["before"] for text in texts if (found := _VALUE.fullmatch(text))]
    if not before:
        return ""
    shortest = min(before, key=len)
    length = 0
    while length < len(shortest) and len({text[-length - 1] for text in before}) == 1:
        length += 1
    return shortest[len(shortest) - length :]


def _take_apart(
    text: str, count: int, total: int, tail: str, badges: Sequence[str], header: _Header
) -> tuple[list[str], str]:
    rank = next((r for r in (f"{count:0{len(str(total))}d}", f"{count:02d}", str(count)) if text.startswith(r)), None)
    if rank is None:
        return [], f"the row does not begin with its rank, {count}"
    found = _VALUE.fullmatch(text)
    if found is None:
        return [], "the row does not end with a value"
    if not tail and not _DATE.search(found["before"][-12:]):
        return [], "where the text ends and the value begins is not clear"
    body = found["before"][len(rank) :]
    dates = list(_DATE.finditer(body))
    if not dates:
        return [], "the row holds no date between its cells"
    front, date, paper = body[: dates[0].start()], dates[0][0], body[dates[0].end() :]
    badge = org = ""
    if badges:
        if front.count(badges[0]) != 1:
            return (
                [],
                f"the mark {badges[0]!r} between name and organisation stands there {front.count(badges[0])} times",
            )
        name, org = front.split(badges[0])
        badge = badges[0]
    elif header.has_org:
        return [], "where the name ends and the organisation begins is not clear"
    else:
        name = front
    if not name.strip():
        return [], "the row names no method"
    return [rank, name.strip(), badge, org.strip(), date, paper.strip(" ·"), found["value"].strip()], ""


def _blocks(lines: Sequence[str]) -> list[tuple[int, int, RawTable]]:
    """Runs of lines with the same columns: a header and two rows or more, numbers in the rows."""
    found: list[tuple[int, int, RawTable]] = []
    index = 0
    while index < len(lines):
        fields = _fields(lines[index])
        if len(fields) < 2 or sum(looks_numeric(text) for _, text in fields) * 2 > len(fields):
            index += 1
            continue
        end = index + 1
        while end < len(lines) and _is_row(lines[end], len(fields)):
            end += 1
        rows = [n for n in range(index + 1, end) if not re.fullmatch(r"[\s=+-]*", lines[n])]
        numbers = [n for n in rows if any(looks_numeric(text) for _, text in _fields(lines[n])[1:])]
        scored = [n for n in rows if n in numbers or any(_NONE.fullmatch(text) for _, text in _fields(lines[n])[1:])]
        if numbers and len(scored) >= 2 and len(scored) * 2 >= len(rows):
            found.append((index, end, _aligned(lines, index, rows)))
            index = end
        else:
            index += 1
    return found


def _fields(line: str) -> list[tuple[int, str]]:
    """The fields of a line with their positions."""
    found = []
    position = len(line) - len(line.lstrip())
    for part in _GAP.split(line.strip()):
        start = line.find(part, position)
        found.append((start, part.strip()))
        position = start + len(part)
    return [field for field in found if field[1]]


def _is_row(line: str, width: int) -> bool:
    if not line.strip():
        return False
    fields = _fields(line)
    return re.fullmatch(r"[\s=+-]+", line) is not None or (2 <= len(fields) <= width + 1)


def _aligned(lines: Sequence[str], header: int, rows: Sequence[int]) -> RawTable:
    heads = _fields(lines[header])
    starts = [start for start, _ in heads]
    raws = [_raw(header, [text for _, text in heads], lines[header], is_header=True)]
    for number in rows:
        fields = _fields(lines[number])
        if len(fields) == len(heads):
            texts = [text for _, text in fields]
        else:
            texts = _by_position(fields, starts) or [text for _, text in fields]
        raws.append(_raw(number, texts, lines[number]))
    return RawTable(header + 1, raws)


def _by_position(fields: Sequence[tuple[int, str]], starts: Sequence[int]) -> list[str] | None:
    """The fields put below their headings; None where two fall under one or one under none."""
    placed = [""] * len(starts)
    for start, text in fields:
        end = start + len(text)
        under = [
            n
            for n, head in enumerate(starts)
            if start < (starts[n + 1] if n + 1 < len(starts) else end + 1) and end > head
        ]
        if len(under) != 1 or placed[under[0]]:
            return None
        placed[under[0]] = text
    return placed


def _raw(index: int, texts: Sequence[str], printed: str, *, is_header: bool = False) -> RawRow:
    cells = [RawCell(Cell(text, index + 1, n), is_header) for n, text in enumerate(texts, 1)]
    return RawRow(index + 1, cells, printed.strip(), is_header)
