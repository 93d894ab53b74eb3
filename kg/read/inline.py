"""One cell, heading or paragraph of Markdown -> its text and spans, by a CommonMark parser."""

from __future__ import annotations

import html
import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kg.read.cells import Cell
from kg.read.rich import CellBuilder

_TAG = re.compile(r"<(?P<close>/)?(?P<tag>[A-Za-z][\w-]*)(?P<rest>[^<>]*?)(?P<empty>/)?>")
_HREF = re.compile(r"""\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
#: What Markdown may read as more than text; most cells hold nothing of it.
_MARKED = re.compile(r"[\\`*_~\[\]!<>&\n\r\0]")
_NAMES = {"strong_open": "b", "em_open": "em", "s_open": "s", "strong_close": "b", "em_close": "em", "s_close": "s"}
_VOID = frozenset({"br", "img", "hr", "wbr", "input"})


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("strikethrough")


def markdown_cell(text: str, line: int, column: int, *, header: bool = False) -> Cell:
    """The cell that this Markdown text prints.

    >>> markdown_cell("[**A**](https://a.example)<sup>1</sup>", 1, 1).text
    'A'
    """
    builder = CellBuilder()
    if _MARKED.search(text) is None:
        builder.text(text)
        return builder.build(line, column, header=header)
    for token in _parser().parseInline(text)[0].children or ():
        _feed(builder, token)
    return builder.build(line, column, header=header)


def markdown_text(text: str) -> str:
    """A paragraph or heading as a person reads it."""
    return markdown_cell(text, 0, 0).text


def _feed(builder: CellBuilder, token: Token) -> None:
    if token.type in ("text", "code_inline"):
        builder.text(token.content)
    elif token.type in ("softbreak", "hardbreak"):
        builder.text(" ")
    elif token.type == "link_open":
        builder.open("a", str(token.attrGet("href") or ""))
    elif token.type == "link_close":
        builder.close("a")
    elif token.type in _NAMES:
        (builder.open if token.type.endswith("open") else builder.close)(_NAMES[token.type])
    elif token.type == "image":
        return
    elif token.type == "html_inline":
        _feed_tag(builder, token.content)


def _feed_tag(builder: CellBuilder, text: str) -> None:
    found = _TAG.fullmatch(text)
    if found is None:
        return
    tag = found["tag"].lower()
    if tag == "br":
        builder.line()
    elif tag in _VOID or found["empty"]:
        return
    elif found["close"]:
        builder.close(tag)
    else:
        href = _HREF.search(found["rest"])
        builder.open(tag, html.unescape(next((g for g in href.groups() if g is not None), "")) if href else "")
