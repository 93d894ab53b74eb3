"""HTML -> blocks of headings, paragraphs and tables; entities and network are off, hidden parts stay out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree, html

from kg.errors import SourceError
from kg.read.blocks import Block, Heading, Text
from kg.read.cells import Field
from kg.read.footnotes import note_sign
from kg.read.grids import RawCell, RawRow, RawTable
from kg.read.look import visible, words
from kg.read.rich import CellBuilder

_SKIPPED = words("script style template noscript svg head title button select option input iframe object")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_PARAGRAPHS = words("p li div figcaption caption summary blockquote dd dt section header footer main article")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_HIDDEN_CLASS = re.compile(r"\b(?:sr-only|visually-hidden|d-none|screen-reader-text|hidden|is-hidden|hide)\b")
#: Headings of boxes that are drawn without a heading's tag.
_HEADER_CLASS = re.compile(r"\b(?:card|panel|box|table|section|leaderboard)-(?:header|heading|title)\b")
#: Parts of a page that may have footers of their own.
_PARTS = words("table figure article section blockquote main")
_DEEPEST = 250


def parse(text: str, file: str) -> html.HtmlElement | None:
    """The document, or None for one without content."""
    parser = html.HTMLParser(no_network=True, remove_comments=True, remove_pis=True, huge_tree=False, encoding="utf-8")
    try:
        root = html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None
    if isinstance(root, html.HtmlElement):
        return root
    raise SourceError(f"{file}: this HTML has no element; give the page as it was saved")


def blocks_of(root: html.HtmlElement, first_line: int = 1) -> list[Block]:
    """The page's content in order; ``first_line`` is the line number of the text's first line."""
    collector = _Collector(first_line - 1)
    collector.walk(root, 0)
    collector.flush()
    return collector.blocks


def title_of(root: html.HtmlElement) -> str:
    """The text of the ``<title>``."""
    found = root.find(".//title")
    return visible(found.text_content()) if found is not None else ""


class _Collector:
    """Walks the tree once; text gathers until an element of its own begins or ends."""

    def __init__(self, offset: int) -> None:
        self.blocks: list[Block] = []
        self.offset = offset
        self.buffer: list[str] = []
        self.line = 0

    def line_of(self, element: html.HtmlElement) -> int:
        return (element.sourceline or 1) + self.offset

    def flush(self, kind: str = "text") -> None:
        text = visible("".join(self.buffer))
        if text:
            self.blocks.append(Text(text, self.line or 1, kind))
        self.buffer.clear()

    def walk(self, element: html.HtmlElement, depth: int) -> None:
        tag = element.tag if isinstance(element.tag, str) else ""
        if not tag or tag in _SKIPPED or depth > _DEEPEST:
            return
        if tag == "table":
            self.flush()
            self.table(element, depth)
            return
        if (is_hidden(element) or _is_furniture(element)) and element.find(".//table") is None:
            return
        if tag in _HEADINGS:
            self.flush()
            self.blocks.append(Heading(visible(element_text(element)), self.line_of(element), _HEADINGS[tag]))
            return
        if tag in _PARAGRAPHS and _HEADER_CLASS.search(element.get("class") or "") and (text := _short_text(element)):
            self.flush()
            self.blocks.append(Heading(text, self.line_of(element), len(_HEADINGS) + 1))
            return
        if tag in _PARAGRAPHS:
            self.flush()
        if not self.buffer:
            self.line = self.line_of(element)
        if tag == "sup" and (raised := visible(element_text(element))):
            before = next((part for part in reversed(self.buffer) if part == "\n" or part.strip()), "")
            self.buffer.append(note_sign(raised, "" if before == "\n" else before))
            return
        self.buffer.append(element.text or "")
        for child in element:
            if child.tag == "br":
                self.buffer.append("\n")
            self.walk(child, depth + 1)
            self.buffer.append(child.tail or "")
        if tag in _PARAGRAPHS:
            self.flush({"figcaption": "caption", "caption": "caption", "summary": "summary"}.get(tag, "text"))

    def table(self, element: html.HtmlElement, depth: int) -> None:
        if any(inner is not element and inner.find(".//tr") is not None for inner in element.iter("table")):
            # A table for layout: what its own cells hold is read like the rest of the page.
            for cell in _own_cells(element):
                self.flush()
                self.walk(cell, depth + 1)
            self.flush()
            return
        raw = RawTable(self.line_of(element), [])
        caption = element.find("./caption")
        if caption is not None and (text := visible(element_text(caption))):
            raw.context.append(Field("caption", text, self.line_of(caption)))
        for name in ("id", "class"):
            raw.context += [
                Field("id", value, self.line_of(owner))
                for owner in (element, *element.findall("./tbody"))
                if (value := owner.get(name))
            ]
        if any(is_hidden(owner) for owner in (element, *element.iterancestors())):
            raw.context.append(Field("hidden", "the table is hidden on the page", raw.line))
        raw.rows = self.rows(element)
        self.blocks.append(raw)

    def rows(self, element: html.HtmlElement) -> list[RawRow]:
        """The rows of a table; cells that stand in no row make rows of their own, as browsers do."""
        rows: list[RawRow] = []
        loose: list[html.HtmlElement] = []

        def take_loose() -> None:
            if loose:
                in_head = all(cell.tag == "th" for cell in loose)
                rows.append(self.row(loose[0], list(loose), in_head))
                loose.clear()

        for part in element.iter("tr", "td", "th"):
            if part.tag == "tr":
                take_loose()
                if not is_hidden(part):
                    head = next((a for a in part.iterancestors() if a.tag in ("thead", "tbody", "table")), None)
                    rows.append(self.row(part, part.findall("./th") + part.findall("./td"), _in_head(head, part)))
            elif part.getparent() is None or part.getparent().tag != "tr":
                loose.append(part)
        take_loose()
        return [row for row in rows if row.cells]

    def row(self, at: html.HtmlElement, cells: list[html.HtmlElement], header: bool) -> RawRow:
        own = set(cells)
        ordered = [c for c in (at if at.tag == "tr" else cells) if c in own and not is_hidden(c)]
        header = header or (bool(ordered) and all(cell.tag == "th" for cell in ordered))
        raws = []
        for number, cell in enumerate(ordered, 1):
            builder = CellBuilder()
            _feed(builder, cell, 0)
            raws.append(
                RawCell(
                    builder.build(self.line_of(cell), number, header=header),
                    cell.tag == "th",
                    _count(cell.get("colspan")),
                    _count(cell.get("rowspan")),
                )
            )
        printed = " | ".join(raw.cell.text for raw in raws)
        return RawRow(self.line_of(at), raws, printed, header)


def _short_text(element: html.HtmlElement) -> str:
    """The text of an element with one line of text and no parts of its own; "" for any other."""
    inner = (e.tag for e in element.iter() if e is not element)
    text = "" if any(tag == "table" or tag in _HEADINGS or tag == "p" for tag in inner) else element_text(element)
    return visible(text) if len(text) <= 120 else ""


def _own_cells(table: html.HtmlElement) -> Iterator[html.HtmlElement]:
    """The cells of a table without those of tables within it."""
    for child in table:
        if child.tag in ("td", "th"):
            yield child
        elif child.tag in ("thead", "tbody", "tfoot", "tr"):
            yield from _own_cells(child)


def _in_head(head: html.HtmlElement | None, row: html.HtmlElement) -> bool:
    return head is not None and head.tag == "thead"


def _count(text: str | None) -> int:
    found = re.match(r"\s*(\d{1,4})", text or "")
    return max(1, int(found[1])) if found else 1


def is_hidden(element: html.HtmlElement) -> bool:
    """True for an element that the page does not show."""
    if element.get("hidden") is not None or (element.get("aria-hidden") == "true" and element.tag != "table"):
        return True
    return bool(_HIDDEN.search(element.get("style") or "") or _HIDDEN_CLASS.search(element.get("class") or ""))


def _is_furniture(element: html.HtmlElement) -> bool:
    """True for what stands around every page of a site, such as the names of those who made its template."""
    return element.tag in ("footer", "nav") and not any(above.tag in _PARTS for above in element.iterancestors())


def element_text(element: html.HtmlElement) -> str:
    """The text of an element without what is hidden in it."""
    builder = CellBuilder()
    _feed(builder, element, 0)
    return builder.build(1, 1, header=True).text


def _feed(builder: CellBuilder, element: html.HtmlElement, depth: int) -> None:
    builder.text(_run(element.text))
    for child in element:
        tag = child.tag if isinstance(child.tag, str) else ""
        if tag == "br":
            builder.line()
        elif tag and tag not in _SKIPPED and depth < _DEEPEST and not is_hidden(child):
            builder.open(tag, child.get("href") or "")
            _feed(builder, child, depth + 1)
            builder.close(tag)
        builder.text(_run(child.tail))


def _run(text: str | None) -> str:
    """Text as HTML prints it: line ends and runs of blanks are one blank."""
    return re.sub(r"[ \t\r\n\f]+", " ", text or "")
