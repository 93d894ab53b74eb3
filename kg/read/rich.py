"""Cells with marks in them: emphasis, links, raised signs, several lines.

A cell is built from runs of text as a page format gives them. What is only look goes into the
spans; the text is what a person reads. A raised sign is a footnote mark and no part of the text,
unless it can only be an exponent ("R²", "×10⁻³", "mm²").
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.read.cells import Cell, Span
from kg.read.look import visible, words

#: Elements that begin a line of their own.
BLOCKS = words("p div li ul ol h1 h2 h3 h4 h5 h6 blockquote pre section article header footer tr dd dt")

#: Elements that tell a part of a cell from the rest by a look of their own.
_OWN_LOOK = words("span a small p div li i em sub font label badge")

#: Raised words of a heading that belong to its name: "AP^box", "mAP^val 50-95"; one sign is a footnote mark.
_RAISED_WORD = re.compile(r"[A-Za-z]{2,}.*|\(.+\)|@.+|\d+[-:]\d+.*|.*\s.*")
_EXPONENT_OF = re.compile(r"(?:(?:^|[\s(])[A-Za-z]|10|mm|cm|\bm)$")


class CellBuilder:
    """Collects the runs of one cell in the order in which they are printed."""

    def __init__(self) -> None:
        self.runs: list[Span] = []
        self.links: list[str] = []
        self.marks: list[str] = []
        self.link = ""
        self.fresh = False

    def text(self, text: str) -> None:
        """A run of text under the marks that are open."""
        if text:
            own_line = self.fresh and bool(text.strip())
            self.runs.append(Span(text, tuple(self.marks), self.link, own_line))
            if text.strip():
                self.fresh = False

    def line(self) -> None:
        """A line break within the cell."""
        self.runs.append(Span("\n"))
        self.fresh = True

    def open(self, tag: str, link: str = "") -> None:
        """An element begins."""
        if tag in BLOCKS:
            self.line()
        self.marks.append(tag)
        if tag == "a" and link:
            self.link = link
            self.links.append(link)

    def close(self, tag: str) -> None:
        """The innermost open element of that name ends; one that is not open is passed over."""
        if tag not in self.marks:
            return
        while self.marks and self.marks.pop() != tag:
            pass
        if tag == "a":
            self.link = ""
        if tag in BLOCKS:
            self.line()

    def build(self, line: int, column: int, *, header: bool = False) -> Cell:
        """The cell; in a header all lines are one name."""
        text = cell_text(self.runs, header=header)
        if header:
            text = visible(text.replace("\n", " "))
        spans = tuple(self.runs) if any(s.marks or s.text == "\n" for s in self.runs) else ()
        return Cell(text.replace("\n", " "), line, column, spans, tuple(dict.fromkeys(self.links)))


def cell_text(spans: Sequence[Span], *, header: bool = False) -> str:
    """What a person reads as the text of these spans, lines joined by a newline.

    A raised word in a header says what is measured ("AP" with a raised "box") and is part of the name.
    """
    out = ""
    small = _all_raised(spans)
    worded = False  # a raised word goes on behind a break: "mAP" with a raised "val", then "50"
    for span in spans:
        if "sup" in span.marks and span.text != "\n" and not small:
            raised = visible(span.text)
            if raised and is_exponent(out, raised):
                out += ("" if raised == "2" and out[-1:].isalpha() else "^") + raised
            elif header and (
                (worded and raised) or _RAISED_WORD.fullmatch(raised) or (raised in ("b", "m") and out.endswith("AP"))
            ):
                out += f" {raised}"
                worded = True
            continue
        worded = worded and not span.text.strip()
        out += span.text
    return "\n".join(part for line in out.split("\n") if (part := visible(line)))


def _all_raised(spans: Sequence[Span]) -> bool:
    """True where raising is how the page prints small text: nothing stands beside it that it could mark."""
    filled = [span for span in spans if span.text.strip()]
    return bool(filled) and all("sup" in span.marks for span in filled)


def is_exponent(base: str, raised: str) -> bool:
    """True where a raised sign belongs to the text before it: "R" + "2", "10" + "-3", "mm" + "2"."""
    return re.fullmatch(r"[+−-]?\d{1,2}", raised) is not None and _EXPONENT_OF.search(base.rstrip()) is not None


def raised_signs(cell: Cell) -> tuple[str, ...]:
    """The footnote signs of a cell that are printed as raised."""
    signs, out = [], ""
    for span in () if _all_raised(cell.spans) else cell.spans:
        raised = visible(span.text)
        if "sup" not in span.marks:
            out += span.text
        elif raised and not is_exponent(out, raised):
            signs += [sign for part in raised.split(",") if (sign := part.strip())]
    return tuple(signs)


def parts(cell: Cell) -> tuple[tuple[Span, ...], ...]:
    """The lines of a cell, each as its spans.

    A break within one run of text ("LLaVA-1.5<br>-7B") is a long name, no second line: a new part
    begins only where the text after the break has a look or an element of its own.
    """
    lines: list[list[Span]] = [[]]
    for span in cell.spans or (Span(cell.text),):
        if span.text == "\n":
            lines.append([])
        else:
            lines[-1].append(span)
    filled = [line for line in lines if any(span.text.strip() for span in line)]
    joined: list[list[Span]] = []
    for line in filled:
        first = next(span for span in line if span.text.strip())
        if joined and not set(first.marks) & _OWN_LOOK and not set(joined[-1][0].marks) & BLOCKS:
            joined[-1] += [Span(" "), *line]
        else:
            joined.append(line)
    return tuple(tuple(line) for line in joined)
