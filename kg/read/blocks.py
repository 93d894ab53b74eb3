"""A page as a run of headings, paragraphs and tables; every table gets the text that stands around it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kg.read.cells import Field, Page, Table
from kg.read.footnotes import find_footnotes
from kg.read.grids import RawTable, finish, split_at_headers

#: So much text before and after a table is looked at.
_NEAR = 4
_LONGEST = 4000

#: No longer run of tables and captions is gone through.
_LONGEST_RUN = 30
_CAPTION = re.compile(r"(?:table|tab\.|fig(?:ure)?\.?)\s*\d+[.:]", re.IGNORECASE)


@dataclass(slots=True)
class Heading:
    """A heading with its level (1 = outermost)."""

    text: str
    line: int
    level: int


@dataclass(slots=True)
class Text:
    """A paragraph, a list item, a caption, the summary over details that can be opened."""

    text: str
    line: int
    kind: str = "text"


Block = Heading | Text | RawTable


def to_page(
    blocks: Sequence[Block], file: str, format: str, facts: Sequence[Field] = (), *, keep_empty: bool = False
) -> Page:
    """The page that these blocks make; tables keep the headings that they stand under."""
    found = list(facts)
    title = _title(blocks)
    named = next((fact.value for fact in found if fact.name == "title"), None)
    if title and named is None:
        found.append(Field("title", title.text, title.line))
    elif title and title.text.startswith(f"{named}:"):
        # The page's own name is cut short: "Toy Reproductions: WidgetQA" under "Toy Reproductions".
        found = [Field("title", title.text, title.line) if f.name == "title" else f for f in found]
    elif title and title.text not in (named or ""):
        title = None  # the file calls itself something else: what its first heading says stands over the tables
    tables = tuple(_finished(part, file) for table in _placed(blocks, title) for part in split_at_headers(table))
    texts = [(b.text, b.line) for b in blocks if isinstance(b, Text)]
    footnotes = find_footnotes(texts)
    shown = tuple(table for table in tables if table.columns or keep_empty)
    return Page(file, format, shown, tuple(found), footnotes=footnotes)


def _finished(raw: RawTable, file: str) -> Table:
    """The table; what it was made of is given back, for a long page holds a million cells."""
    table = finish(raw, file)
    raw.rows = []
    return table


def _title(blocks: Sequence[Block]) -> Heading | None:
    """The heading of the whole page: the first one, unless others stand beside it and it is no heading 1."""
    headings = [block for block in blocks if isinstance(block, Heading) and block.text]
    first = headings[0] if headings else None
    if first is None or first.level == 1 or all(other.level > first.level for other in headings[1:]):
        return first
    return next((heading for heading in headings if heading.level == 1), None)


def _placed(blocks: Sequence[Block], title: Heading | None) -> list[RawTable]:
    """The tables, each with its headings (the page title left out) and its context."""
    stack: list[tuple[int, Heading]] = []
    tables: list[RawTable] = []
    for position, block in enumerate(blocks):
        if isinstance(block, Heading):
            stack = [*(other for other in stack if other[1].level < block.level), (position, block)]
        elif isinstance(block, RawTable):
            block.headings = tuple(h.text for _, h in stack if h.text and h is not title)
            block.context += _around(blocks, position)
            block.context += _sections(blocks, [at for at, h in stack if h.text])
            tables.append(block)
    return tables


def _around(blocks: Sequence[Block], position: int) -> list[Field]:
    """Captions and paragraphs next to a table, up to the next table or heading on each side."""
    before = _run(blocks, range(position - 1, -1, -1))
    after = _run(blocks, range(position + 1, len(blocks)))
    below = _captioned_below(blocks, position)
    if below and len(before) == 1:
        before = []
    if (before or below is False) and _belongs_to_next(blocks, position + 1 + len(after)):
        after = after[:-1]
    fields = []
    for name, texts in (("before", before), ("after", after)):
        for text in texts:
            if text.kind == "summary" and name == "after":
                continue  # it opens what comes next
            kind = "caption" if text.kind == "summary" or _is_caption(text) else name
            fields.append(Field(kind, text.text[:_LONGEST], text.line))
    return fields


def _is_caption(block: Block) -> bool:
    return isinstance(block, Text) and (block.kind == "caption" or _CAPTION.match(block.text) is not None)


def _captioned_below(blocks: Sequence[Block], position: int) -> bool | None:
    """Where tables and captions take turns: True if each caption stands below its table, False if above; else None.

    The ends of the run tell: the last table has a caption below it, or has none; both, and nothing is told.
    """

    def run(step: int) -> tuple[int, bool]:
        at = position
        for _ in range(_LONGEST_RUN):
            if not (0 <= at + 2 * step < len(blocks) and _is_caption(blocks[at + step])):
                break
            if not isinstance(blocks[at + 2 * step], RawTable):
                break
            at += 2 * step
        return at, 0 <= at + step < len(blocks) and _is_caption(blocks[at + step])

    (first, above), (last, below) = run(-1), run(1)
    return None if first == last or (above and below) else below


def _belongs_to_next(blocks: Sequence[Block], position: int) -> bool:
    """True where a table begins at that block, right behind the paragraph over it: that one is no footnote."""
    last = blocks[position - 1] if 0 < position < len(blocks) and isinstance(blocks[position], RawTable) else None
    return isinstance(last, Text) and re.match(r"\w", last.text) is not None


def _sections(blocks: Sequence[Block], headings: Sequence[int]) -> list[Field]:
    """What is said right below the headings (their positions) that a table stands under, innermost first."""
    fields: list[Field] = []
    for start in reversed(headings):
        for block in blocks[start + 1 : start + 1 + 2 * _NEAR]:
            if not isinstance(block, Text):
                break
            fields.append(Field("section", block.text[:_LONGEST], block.line))
    return fields


def _run(blocks: Sequence[Block], positions: range) -> list[Text]:
    texts: list[Text] = []
    for position in positions:
        block = blocks[position]
        if not isinstance(block, Text) or len(texts) >= _NEAR * 3:
            break
        texts.append(block)
    return texts if positions.step > 0 else texts[:_NEAR]
