"""The per-result sections of an index page: what stands under ``### <method>``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg.errors import Place, Problem
from kg.read.cells import Field
from kg.read.headers import is_side, looks_numeric
from kg.read.marks import LINK, link_url, paper_of

CONFIGURATION = re.compile(r"(?:^|(?<=\.\s))[^.:{}]*\bconfiguration\s*:\s*", re.IGNORECASE)
RESULT_ID = re.compile(r"result\s+id", re.IGNORECASE)
_NOT_RECORDED = re.compile(r"not recorded\b\.?", re.IGNORECASE)
_STATEMENT = re.compile(r"(?:^|(?<=[.}]\s))[A-Z][^.:]*\breproduc\w*[^.]*\.", re.IGNORECASE)
_REPORTING = re.compile(r"\breport\w*\b.*\bpaper\b|^paper$", re.IGNORECASE)
_REPORTING_LINK = re.compile(r"report(?:ing|ed)?\s+(?:[\w-]+\s+){0,2}paper", re.IGNORECASE)
_ORIGIN = re.compile(r"\borigin\w*\b", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder(parse_int=str, parse_float=str)


@dataclass(frozen=True, slots=True)
class Fault:
    """Settings that are printed but cannot be read."""

    line: int
    printed: str
    reason: str


@dataclass(frozen=True, slots=True)
class Section:
    """One result section. ``settings`` mean nothing where ``fault`` is set."""

    method: str
    line: int
    values: tuple[Field, ...]
    details: tuple[Field, ...]
    settings: tuple[Field, ...]
    fault: Fault | None
    problems: tuple[Problem, ...]


def is_unmistakable(body: Sequence[tuple[int, str]]) -> bool:
    """True for a body that only a result section has."""
    for _, text in body:
        if re.search(r"\bresult\s+id\s*:", text, re.IGNORECASE) or CONFIGURATION.search(text):
            return True
        if any(_REPORTING.search(link["text"]) for link in LINK.finditer(text)):
            return True
    return False


def shows_result_page(line: str) -> bool:
    """True for a line that only a page with result sections has.

    Any README links to "paper" and speaks of a configuration: one of them alone shows nothing.
    """
    if re.search(r"\bresult\s+id\s*:", line, re.IGNORECASE):
        return True
    found = CONFIGURATION.search(line)
    if found and line[found.end() :].lstrip().startswith("{"):
        return True
    return any(_REPORTING_LINK.fullmatch(link["text"].strip()) for link in LINK.finditer(line))


def read_settings(text: str) -> tuple[tuple[tuple[str, str], ...], int]:
    """Name-value pairs of the JSON object that a text begins with, and where the object ends.

    Strings lose their JSON quoting, every other value keeps its JSON text (``1.0`` stays
    ``1.0``). Raises ValueError for anything that is not one object with distinct names.
    """
    pairs: list[tuple[str, str]] = []
    position = _skip(text, 0)
    if not text.startswith("{", position):
        raise ValueError("this is not a JSON object")
    position = _skip(text, position + 1)
    if text.startswith("}", position):
        return (), position + 1
    while True:
        name, position = _value(text, position)
        if not isinstance(name, str) or text[position - 1] != '"':
            raise ValueError("a name without quotes")
        position = _skip(text, position)
        if not text.startswith(":", position):
            raise ValueError("a name without ':'")
        start = _skip(text, position + 1)
        value, position = _value(text, start)
        # A number comes back as str too (parse_int=str), so look at the quote, not at the type.
        pairs.append((name, value if isinstance(value, str) and text[start] == '"' else text[start:position]))
        position = _skip(text, position)
        if text.startswith("}", position):
            break
        if not text.startswith(",", position):
            raise ValueError("the object does not end")
        position = _skip(text, position + 1)
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError("a name stands twice")
    if any(0xD800 <= ord(char) <= 0xDFFF for pair in pairs for part in pair for char in part):
        raise ValueError("half a character (a lone surrogate)")
    return tuple(pairs), position + 1


def _skip(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position


def _value(text: str, position: int) -> tuple[object, int]:
    try:
        return _DECODER.raw_decode(text, position)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def labelled(text: str, known: Iterable[str]) -> tuple[list[tuple[str, str]], str]:
    """The ``label: value.`` sentences of a text, and what stands in front of the first.

    ``known`` labels may hold full stops ("Acc. (top-1)"); any other label ends at the first one.
    """
    text = " ".join(text.split())
    names = sorted({re.escape(" ".join(name.split())) for name in known if name.strip()}, key=len, reverse=True)
    pattern = re.compile(rf"(?:^|(?<=[.;]\s))(?P<label>{'|'.join([*names, '[^.:;]+'])}):(?:\s+|$)")
    found = list(pattern.finditer(text))
    if not found:
        return [], text
    ends = [match.start() for match in found[1:]] + [len(text)]
    pairs = [
        (match["label"].strip(), re.sub(r"[.;]$", "", text[match.end() : end].strip()).strip())
        for match, end in zip(found, ends, strict=True)
    ]
    return pairs, text[: found[0].start()].strip()


class _Reader:
    """Collects the parts of one section while its lines are read."""

    def __init__(self, known: Sequence[str], file: str) -> None:
        self.known = known
        self.file = file
        self.values: list[Field] = []
        self.details: list[Field] = []
        self.settings: list[Field] = []
        self.problems: list[Problem] = []
        self.fault: Fault | None = None

    def body(self, body: Sequence[tuple[int, str]]) -> None:
        index = 0
        while index < len(body):
            number, text = body[index]
            found = CONFIGURATION.search(text)
            if not found:
                self.text(number, text)
                index += 1
                continue
            self.text(number, text[: found.start()])
            # An object may go on over several lines.
            rest = "\n".join([text[found.end() :], *(line for _, line in body[index + 1 :])])
            end = self.configuration(number, rest, len(text) - found.end())
            index += rest.count("\n", 0, end)
            number = body[index][0]
            tail = rest[end:].split("\n", 1)[0]
            self.text(number, tail.lstrip(" .;"))
            index += 1

    def configuration(self, line: int, rest: str, first_line: int) -> int:
        """Read the settings at the start of ``rest``; return where they end."""
        not_recorded = _NOT_RECORDED.match(rest)
        if not_recorded:
            return not_recorded.end()
        if self.settings or self.fault:
            self.fault = Fault(line, rest[:first_line].strip(), "a second evaluation configuration in one section")
            return first_line
        try:
            pairs, end = read_settings(rest)
        except ValueError as error:
            statement = _STATEMENT.search(rest, 0, first_line)
            end = statement.start() if statement else first_line
            self.fault = Fault(line, rest[:end].strip(), f"the evaluation configuration cannot be read: {error}")
            return end
        self.settings.extend(Field(name, value, line) for name, value in pairs)
        return end

    def text(self, line: int, text: str) -> None:
        """Read links, statement and ``label: value`` sentences of one line."""
        for link in LINK.finditer(text):
            self.paper(link["text"], link_url(link), line)
        text = LINK.sub("", text)
        for statement in _STATEMENT.finditer(text):
            self.details.append(Field("statement", statement[0].strip(), line))
        text = _STATEMENT.sub("", text).strip(" .;-*")
        if not text:
            return
        pairs, before = labelled(text, self.known)
        if before:
            self.note(line, before)
        for label, value in pairs:
            if RESULT_ID.fullmatch(label):
                self.details.append(Field("result-id", value, line))
            elif label in self.known or (looks_numeric(value) and not is_side(label)):
                self.values.append(Field(label, value, line))
            elif not self.paper(label, value, line):
                self.note(line, f"{label}: {value}")

    def paper(self, label: str, target: str, line: int) -> bool:
        """Keep a paper named by its role; False for any other label."""
        if _ORIGIN.search(label):
            name = "origin-paper"
        elif _REPORTING.search(label):
            name = "reporting-paper"
        else:
            return False
        if target and not _NOT_RECORDED.match(target):
            self.details.append(Field(name, paper_of(target.strip("<>")), line))
        return True

    def note(self, line: int, printed: str) -> None:
        """Report text of a section that is not read: it may be fine print of the result."""
        self.problems.append(
            Problem(
                Place(self.file, line),
                "section-text-not-read",
                printed,
                "this sentence of a result section is not understood",
                "check whether it limits the result and record it in source.toml",
            )
        )


def read_section(method: str, line: int, body: Sequence[tuple[int, str]], known: Sequence[str], file: str) -> Section:
    """Read one section; ``known`` are the metric and column names of the page."""
    reader = _Reader(known, file)
    reader.body(body)
    return Section(
        method,
        line,
        tuple(reader.values),
        tuple(dict.fromkeys(reader.details)),
        tuple(reader.settings),
        reader.fault,
        tuple(reader.problems),
    )
