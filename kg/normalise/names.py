"""The cell that names a method -> the name, and what is printed with it.

What is taken off is kept: footnote signs, references, pictures, status words, citations on a line of
their own, links. A citation in the same line stays part of the name: "LSTM (Grave et al., 2017)" and
"LSTM (Rae et al., 2018)" are two methods.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from kg.normalise.dates import parse_date
from kg.read.cells import Cell, Span
from kg.read.look import plain, visible, without_symbols
from kg.read.rich import cell_text, parts, raised_signs

_SIGNS = re.compile(r"(?P<name>.*[\w)\]+.%'’])\s*(?P<sign>(?:\*{1,3}|[†‡§¶△◇♢♠♣♥]+))")
_REFERENCE = re.compile(r"(?P<name>.*\S)\s*(?P<sign>\[\^?\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\])")
_OURS = re.compile(
    r"(?P<name>.*\S)\s*[(\[](?P<mark>ours?|our (?:method|model)|this (?:work|paper)|proposed)[)\]]", re.IGNORECASE
)
_CITATION = re.compile(
    r"\(?(?:[A-Z][\w’'`.&-]+(?:\s+(?:et al\.?,?|and|&|[A-Z][\w’'-]+,?))*,?\s+)(?:in\s+)?\(?(?:19|20)\d{2}[a-z]?\)?\)?"
)
_STATUS = re.compile(
    r"(?:under review|(?:arxiv )?preprint|submitted|to appear|in press|accepted|anonymous|ensemble|single model|new!?|"
    r"sota|best)\W*",
    re.IGNORECASE,
)
_LINK_WORDS = re.compile(
    r"[\[(]?(?:paper|code|link|pdf|github|project|project page|demo|arxiv|website|page|bib|model|weights|ckpt|data|"
    r"blog|docs?|hf|baidu|google|onedrive|log|config|script|checkpoint|download|"
    r"hugging ?face|official|homepage|url|repo)[\])]?(?:\s*[|,/·]\s*)?",
    re.IGNORECASE,
)
#: Nine names of ten: words of letters and digits with nothing in front and behind that could be fine print.
_BARE = re.compile(r"[A-Za-z0-9](?:[\w.:+/&,'-]|(?<! ) ){0,100}[A-Za-z0-9]", re.ASCII)


#: A long table names each of its methods in many rows: so many short names are remembered.
_REMEMBERED = 1 << 12
_SHORT = 200


@dataclass(frozen=True, slots=True)
class Name:
    """A method's name. ``signs`` are footnote signs, ``notes`` (name, text) what else is printed there.

    ``papers`` are addresses that a citation in the cell links to, ``links`` all other addresses.
    """

    text: str
    signs: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    papers: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


def read_name(cell: Cell) -> Name:
    """Take a method cell apart.

    >>> read_name(Cell("MedVersa*", 1, 1))
    Name(text='MedVersa', signs=('*',), notes=(), papers=(), links=())
    """
    if not cell.spans:
        read = _short_name if len(cell.text) <= _SHORT else _plain_name
        return read(cell.text, cell.links)
    notes: list[tuple[str, str]] = []
    first, *further = parts(cell) or ((Span(cell.text),),)
    papers: list[str] = []
    spans = _without_links(list(first))
    spans = _without_status(spans, notes)
    text, signs = bare_name(cell_text(spans).replace("\n", " "), notes)
    for line in further:
        _further(line, notes, papers)
    links = tuple(link for link in cell.links if link not in papers)
    return Name(text, (*raised_signs(cell), *signs), tuple(notes), tuple(papers), links)


def _plain_name(text: str, links: tuple[str, ...]) -> Name:
    """The name of a cell that prints nothing but text."""
    notes: list[tuple[str, str]] = []
    printed = " ".join(part for line in text.split("\n") if (part := visible(line)))
    name, signs = bare_name(printed, notes)
    return Name(name, signs, tuple(notes), (), links)


_short_name = lru_cache(maxsize=_REMEMBERED)(_plain_name)


def bare_name(text: str, notes: list[tuple[str, str]] | None = None) -> tuple[str, tuple[str, ...]]:
    """A name without emphasis, pictures, footnote signs, references and "(ours)"; the signs, in order."""
    if _BARE.fullmatch(text):
        return text, ()
    signs: list[str] = []
    notes = notes if notes is not None else []
    before = None
    while text != before:
        before = text
        text, _ = plain(text)
        text, pictures = without_symbols(text)
        notes += [("mark", picture) for picture in pictures]
        for pattern in (_SIGNS, _REFERENCE):
            if (found := pattern.fullmatch(text)) and not _is_starred_letter(found["name"], found["sign"]):
                text, signs = found["name"].rstrip(), [found["sign"], *signs]
        if found := _OURS.fullmatch(text):
            text = found["name"].rstrip()
            notes.append(("mark", found["mark"]))
    return text, tuple(signs)


def _is_starred_letter(name: str, sign: str) -> bool:
    """True for names such as A* and D*, where the star is the name."""
    return sign == "*" and re.fullmatch(r"\w{1,2}|.*[\s-]\w", name) is not None


def _without_links(spans: list[Span]) -> list[Span]:
    """The line without its links of the kind "[paper] [code]"."""
    named = [s for s in spans if s.text.strip() and not _is_link(s)]
    if len(named) == len([s for s in spans if s.text.strip()]) or not any(re.search(r"\w", s.text) for s in named):
        return spans
    kept = [s for s in spans if not _is_link(s)]
    text = visible(re.sub(r"[\[(][\s,|/·]*[\])]", "", "".join(s.text for s in kept))).rstrip(" ,|/·")
    return [Span(re.sub(r"(?<=\w)[\s,|/·]+(?=[\])])", "", text))]


def _is_link(span: Span) -> bool:
    """True for a link that says only where it leads: "paper", "[google]", "[baidu(code:x1)]"."""
    text = span.text.strip()
    shown = _LINK_WORDS.fullmatch(text) is not None or re.fullmatch(r"\[[^\[\]]+\]", text) is not None
    return bool(span.link) and shown


def _without_status(spans: list[Span], notes: list[tuple[str, str]]) -> list[Span]:
    """The line without an emphasised status behind the name: "***under review***"."""
    filled = [s for s in spans if s.text.strip()]
    if len(filled) > 1:
        last = filled[-1]
        if last.marks and (_STATUS.fullmatch(last.text.strip()) or {"b", "em"} <= set(last.marks)):
            notes.append(("status", visible(last.text)))
            return spans[: spans.index(last)]
    return spans


def _further(line: tuple[Span, ...], notes: list[tuple[str, str]], papers: list[str]) -> None:
    """One more line of the cell: a date, a citation with its paper, or something else."""
    text = visible(cell_text(line).replace("\n", " "))
    if not text:
        return
    cited = [span.link for span in line if span.link and _CITATION.search(span.text)]
    papers += cited
    citation = _CITATION.search(text)
    if parse_date(text):
        notes.append(("date", text))
    elif citation and citation.start() > 0 and text[: citation.start()].strip(" ,(-"):
        notes += [("under the name", text[: citation.start()].strip(" ,(-")), ("citation", citation[0].strip("() "))]
    elif citation:
        notes.append(("citation", text.strip("() ")))
    elif not all(span.link and _LINK_WORDS.fullmatch(span.text.strip()) for span in line if span.text.strip()):
        notes.append(("under the name", text))
