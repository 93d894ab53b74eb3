"""``markdown``: every table of a Markdown page, pipe tables and HTML tables alike.

Read line by line with the same splitter as the other pipe tables, so that a row that does not fit is
told and never padded. Tables count wherever they stand: in ``<details>``, in quotes, in lists, in code
fences, and without a line of dashes where all their lines look alike.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from kg.read.blocks import Block, Heading, Text, to_page
from kg.read.cells import Field, Page
from kg.read.footnotes import note_sign
from kg.read.front_matter import split_front_matter
from kg.read.grids import RawCell, RawRow, RawTable
from kg.read.hypertext import blocks_of, parse
from kg.read.inline import markdown_cell, markdown_text
from kg.read.marks import heading, without_emoji
from kg.read.pipes import PipeTable, find_tables, is_delimiter, split_cells
from kg.read.text import split_lines

FORMAT = "markdown"

_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_SETEXT = re.compile(r" {0,3}(=+|-{3,})\s*")
_BOLD_LINE = re.compile(r"(?:\*\*|__)(?P<text>[^*_]+)(?:\*\*|__):?")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+(?P<text>.+)")
_QUOTE = re.compile(r"^\s{0,3}>\s?")
# The mark behind a heading that documentation sites print for its address.
_SUMMARY = re.compile(r"<summary\b[^<>]*>(?P<text>[^\n]*?\S[^\n]*?)</summary\s*>", re.IGNORECASE)
_PILCROW = re.compile(r"(?P<text>\S.{0,150}?)\s*¶")
_HTML_TABLE = re.compile(r"<table\b", re.IGNORECASE)
_HTML_END = re.compile(r"</table\s*>", re.IGNORECASE)
_HTML_HEADING = re.compile(r"<h[1-6]\b", re.IGNORECASE)
_RULE = re.compile(r"\s*\+(?:[-=]+\+)+\s*")
_BOLD_LEVEL = 7
_SUP = re.compile(r"<sup>\s*\\?(?P<sign>[^<>\s]{1,3})\s*</sup>", re.IGNORECASE)
_IN_VAIN = 20_000


def looks_like(lines: Sequence[str]) -> str | None:
    """Why a page is of this kind, or None."""
    bare = [_QUOTE.sub("", line) for line in lines]
    if find_tables(bare):
        return "it has a pipe table"
    tried = _Tried()
    if any(_loose_table(bare, at, (), tried) for at, line in enumerate(bare) if "|" in line):
        return "it has lines with the same number of cells between bars"
    if any(_HTML_TABLE.search(line) for line in lines) and any(heading(line) for line in lines):
        return "it has headings with # and an HTML table"
    if any(_FENCE.match(line) for line in lines) or sum(heading(line) is not None for line in lines) > 1:
        return "it has headings with # or code fences"
    return None


def has_marks(lines: Sequence[str]) -> bool:
    """True for a page with headings of Markdown."""
    return any(heading(line) for line in lines)


def read(text: str, file: str) -> Page:
    """Read one Markdown page."""
    lines = [_QUOTE.sub("", line) for line in split_lines(text)]
    front, start = split_front_matter(lines)
    collector = _Collector(lines, start)
    blocks = collector.run()
    facts = [Field("url", value, line) for name, value, line in front if name == "url"]
    return to_page(blocks, file, FORMAT, facts)


class _Collector:
    """Goes down the page once."""

    def __init__(self, lines: Sequence[str], start: int) -> None:
        self.lines = lines
        self.position = start
        self.blocks: list[Block] = []
        self.paragraph: list[tuple[int, str]] = []
        self.tables = {table.line - 1: table for table in find_tables(lines)}
        self.fence = ""
        self.tried = _Tried()

    def run(self) -> list[Block]:
        while self.position < len(self.lines):
            self.step()
        self.flush()
        return self.blocks

    def flush(self) -> None:
        if self.paragraph:
            text = "\n".join(markdown_text(_with_signs(line)) for _, line in self.paragraph)
            if text.strip():
                self.blocks.append(Text(text, self.paragraph[0][0]))
            self.paragraph.clear()

    def step(self) -> None:
        at, line = self.position, self.lines[self.position]
        if at in self.tables:
            self.flush()
            self.pipe_table(self.tables[at])
        elif (loose := _loose_table(self.lines, at, self.tables, self.tried)) is not None:
            self.flush()
            self.pipe_table(loose)
        elif found := _FENCE.match(line):
            self.flush()
            if not self.fence:
                self.fence = found[1]
            elif line.strip().startswith(self.fence[:3]) and not line.strip().strip("`~"):
                self.fence = ""
            self.position += 1
        elif self.fence:
            self.position += 1
        elif _HTML_TABLE.search(line) or _HTML_HEADING.search(line):
            self.flush()
            self.html(_HTML_TABLE.search(line) is not None)
        else:
            self.text(line)

    def text(self, line: str) -> None:
        """A line that is no table: heading, list item, comment or part of a paragraph."""
        at = self.position
        self.position += 1
        following = self.lines[at + 1] if at + 1 < len(self.lines) else ""
        if line.strip().startswith("<!--"):
            while "-->" not in self.lines[self.position - 1] and self.position < len(self.lines):
                self.position += 1
        elif level := heading(line):
            self.flush()
            self.blocks.append(Heading(without_emoji(markdown_text(level[1])), at + 1, level[0]))
        elif permalink := _PILCROW.fullmatch(line.strip()):
            self.flush()
            depth = 2 if any(isinstance(block, Heading) for block in self.blocks) else 1
            self.blocks.append(Heading(permalink["text"], at + 1, depth))
        elif summary := _SUMMARY.search(line):
            self.flush()
            self.blocks.append(Text(markdown_text(summary["text"]), at + 1, "summary"))
        elif line.strip() and not self.paragraph and _SETEXT.fullmatch(following) and not _ITEM.match(line):
            self.flush()
            depth = 1 if following.strip().startswith("=") else 2
            self.blocks.append(Heading(without_emoji(markdown_text(line)), at + 1, depth))
            self.position += 1
        elif (bold := _BOLD_LINE.fullmatch(line.strip())) and not self.paragraph and not following.strip():
            self.flush()
            self.blocks.append(Heading(without_emoji(bold["text"].strip(" :")), at + 1, _BOLD_LEVEL))
        elif not line.strip() or re.fullmatch(r"\s*</?\w+[^<>]*>\s*", line):
            self.flush()
        elif item := _ITEM.fullmatch(line):
            self.flush()
            self.paragraph.append((at + 1, item["text"]))
        else:
            self.paragraph.append((at + 1, line.strip()))

    def pipe_table(self, table: PipeTable) -> None:
        rows = [self.pipe_row(table.line, True), *(self.pipe_row(row.line, False) for row in table.rows)]
        self.blocks.append(RawTable(table.line, rows))
        self.position = table.last

    def pipe_row(self, number: int, header: bool) -> RawRow:
        line = self.lines[number - 1]
        cells = [
            RawCell(markdown_cell(text, number, column, header=header), header)
            for column, text in enumerate(split_cells(line), 1)
        ]
        return RawRow(number, cells, line.strip(), header)

    def html(self, table: bool) -> None:
        """An HTML table or heading within the page, up to its end."""
        start = self.position
        depth = 0
        while self.position < len(self.lines):
            line = self.lines[self.position]
            depth += len(_HTML_TABLE.findall(line)) - len(_HTML_END.findall(line))
            self.position += 1
            if (table and depth <= 0) or (not table and re.search(r"</h[1-6]\s*>", line, re.IGNORECASE)):
                break
        root = parse("\n".join(self.lines[start : self.position]), "")
        if root is not None:
            self.blocks += blocks_of(root, start + 1)


def _with_signs(line: str) -> str:
    """A line whose raised texts are the signs of notes, where they begin one."""
    out, end = "", 0
    for found in _SUP.finditer(line):
        out += line[end : found.start()]
        end = found.end()
        out += note_sign(found["sign"], out[-80:])
    return (out + line[end:]).strip() if end else line


@dataclass(slots=True)
class _Tried:
    """The run of lines with bars that was looked at last: where it ends, and how many lines were read in vain."""

    end: int = 0
    lines: int = 0


def _loose_table(lines: Sequence[str], start: int, tables: Container[int], tried: _Tried) -> PipeTable | None:
    """A table without a line of dashes: three lines or more with the same number of cells, numbers in the last.

    It may begin some lines below the first one with a bar, but a run of a million such lines is not gone
    through a million times.
    """
    if "|" not in lines[start] or (start < tried.end and tried.lines > _IN_VAIN):
        return None
    end = start
    widths: list[int] = []
    rules = 0
    while end < len(lines) and end not in tables and lines[end].strip():
        line = lines[end]
        if _RULE.fullmatch(line):
            rules += 1
        elif "|" in line and (width := len(split_cells(line))) > 1:
            widths.append(width)
        else:
            break
        end += 1
    tried.lines = end - start + (tried.lines if tried.end == end else 0)
    tried.end = end
    if len(widths) < 3 - min(rules, 1) or len(set(widths)) > 1 + len(widths) // 10:
        return None
    if re.search(r"=\s*-?\d", lines[start]):
        return None  # a log of a program: "AP @[ IoU=0.50 | area=all ] = 0.51"
    rows = [n for n in range(start, end) if not _RULE.fullmatch(lines[n]) and not is_delimiter(lines[n])]
    if not any(re.search(r"\d", lines[n]) for n in rows[1:]):
        return None
    kept = find_tables([lines[rows[0]], "|".join(["---"] * widths[0]) + "|", *(lines[n] for n in rows[1:])])
    if not kept:
        return None
    numbers = [rows[row.line - 2] for row in kept[0].rows if row.line - 2 < len(rows)]
    placed = tuple(
        type(row)(number + 1, row.cells, row.printed) for number, row in zip(numbers, kept[0].rows, strict=True)
    )
    return PipeTable(rows[0] + 1, kept[0].header, placed, end)
