"""Which family a file belongs to, with what shows it, and its pages: one, or a run of them for long tables.

A family is told by what a file holds; its name's ending only decides where the content fits several.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import BinaryIO

from kg.errors import NoResults, Problem, SourceError
from kg.read import (
    delimited,
    harness,
    html_page,
    index_page,
    markdown_page,
    model_card,
    papers_with_code,
    parquet,
    pasted_table,
    pasted_text,
    record_lists,
    records,
    score_lines,
    spreadsheet,
    tab_tables,
)
from kg.read.archives import BROKEN, open_archive, read_member
from kg.read.cells import Cell, Field, Page, Row, Table
from kg.read.front_matter import split_front_matter
from kg.read.jsontext import Group, JsonReader, Node
from kg.read.text import declared_encoding, decode, line_of, split_lines
from kg.read.yamltext import parse_yaml

#: Text that is looked at as a whole is not longer than that; longer tables come as CSV, JSON or Parquet.
LONGEST_TEXT = 24 << 20
#: No row of a table is longer.
LONGEST_LINE = 8 << 20
_HEAD = 1 << 18

_JSON_FAMILIES = (harness.LM_EVAL, harness.EVERY_EVAL, harness.MTEB, harness.INSPECT, harness.HELM)
_TEXT_FAMILIES = (
    index_page.FORMAT,
    pasted_table.FORMAT,
    tab_tables.FORMAT,
    markdown_page.FORMAT,
    html_page.FORMAT,
    pasted_text.FORMAT,
    score_lines.FORMAT,
    model_card.FORMAT,
)
#: All families, by the name that ``--format`` and ``source.toml`` give them.
FAMILIES = (
    *_TEXT_FAMILIES,
    papers_with_code.FORMAT,
    *_JSON_FAMILIES,
    delimited.FORMAT,
    spreadsheet.FORMAT,
    parquet.FORMAT,
    records.FORMAT,
)


@dataclass(frozen=True, slots=True)
class Found:
    """A file's family, what shows it, and its pages: they continue one table, or hold tables of their own."""

    family: str
    why: str
    pages: Iterator[Page]


def open_file(
    stream: BinaryIO, file: str, *, family: str | None = None, encoding: str | None = None, keys: tuple[str, ...] = ()
) -> Found:
    """Find a file's family and read it. ``stream`` must be seekable; ``file`` is the name that places carry.

    Raises SourceError where no family fits, or the one that is asked for does not.
    """
    if family is not None and family not in FAMILIES:
        raise SourceError(f"{file}: unknown format {family!r}; known are {', '.join(FAMILIES)}")
    head = stream.read(_HEAD)
    stream.seek(0)
    if not head.strip():
        raise NoResults(f"{file}: the file is empty")
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _archive(stream, file, family)
    if head.startswith(b"PAR1"):
        _fits(family, parquet.FORMAT, file)
        return Found(parquet.FORMAT, "it begins with PAR1, as Parquet files do", parquet.parts(stream, file))
    if (packed := _packed(head)) is not None:
        raise SourceError(f"{file}: the file is {packed}")
    if family not in _TEXT_FAMILIES and _looks_like_json(head, file):
        return _json(stream, file, family)
    if family in (delimited.FORMAT, None) and PurePath(file).suffix.lower() in (".csv", ".tsv", ".tab"):
        return _delimited(stream, file, encoding)
    return _text(stream, file, family, encoding, keys)


def _packed(head: bytes) -> str | None:
    kinds = {
        b"\x1f\x8b": "packed with gzip; unpack it first",
        b"BZh": "packed with bzip2; unpack it first",
        b"\xfd7zXZ": "packed with xz; unpack it first",
    }
    kinds |= {
        b"(\xb5/\xfd": "packed with zstd; unpack it first",
        b"7z\xbc\xaf": "a 7z archive; unpack it first",
        b"%PDF": "a PDF: copy the table out of it",
    }
    picture = "a picture: no table can be read out of it"
    kinds |= {b"\x89PNG": picture, b"\xff\xd8\xff": picture, b"GIF8": picture}
    kinds |= {b"\xd0\xcf\x11\xe0": "an old Excel file: save it as .xlsx"}
    return next((what for mark, what in kinds.items() if head.startswith(mark)), None)


_JSON = re.compile(rb"\s*(?:\{\s*(?:\"|\})|\[\s*(?:[\[{\"\]]|-?\d+(?:\.\d+)?\s*,))")


def _looks_like_json(head: bytes, file: str) -> bool:
    """True for the beginning of an object or list; a Markdown page may begin with a bracket as well."""
    body = head.removeprefix(b"\xef\xbb\xbf")
    named = PurePath(file).suffix.lower() in (".json", ".jsonl", ".ndjson", ".eval")
    return _JSON.match(body) is not None or (named and body.lstrip()[:1] in (b"{", b"["))


def _fits(asked: str | None, found: str, file: str) -> None:
    if asked is not None and asked != found:
        raise SourceError(f"{file}: the file is of the format {found}, not {asked}")


def _archive(stream: BinaryIO, file: str, family: str | None) -> Found:
    with open_archive(stream, file) as archive:
        names = archive.namelist()
    stream.seek(0)
    if "[Content_Types].xml" in names and any(name.startswith("xl/") for name in names):
        _fits(family, spreadsheet.FORMAT, file)
        return Found(spreadsheet.FORMAT, "it is a workbook (.xlsx)", iter((spreadsheet.read(stream, file),)))
    if "header.json" in names:
        _fits(family, harness.INSPECT, file)
        root = _header_json(stream, file)
        page = harness.read(root, file, harness.INSPECT)
        return Found(harness.INSPECT, "it is an archive with header.json, as inspect_ai logs are", iter((page,)))
    raise SourceError(f"{file}: an archive that is neither a workbook nor an inspect_ai log; unpack it first")


def _header_json(stream: BinaryIO, file: str) -> Node:
    try:
        with zipfile.ZipFile(stream) as archive, read_member(archive, "header.json", file) as part:
            return JsonReader(part, f"{file}/header.json").document(skip=harness.SKIPPED)
    except BROKEN as error:
        raise SourceError(f"{file}: header.json in the archive cannot be read: {error}") from None


def _json(stream: BinaryIO, file: str, family: str | None) -> Found:
    """JSON of any family; a list is looked at by its first item and then read item by item."""
    if JsonReader(stream, file).peek() == "[":
        stream.seek(0)
        first = next(JsonReader(stream, file).items(skip=harness.SKIPPED), None)
        stream.seek(0)
        why = papers_with_code.looks_like(first) if first else None
        if why or family == papers_with_code.FORMAT:
            _fits(family, papers_with_code.FORMAT, file)
            pages = papers_with_code.parts(JsonReader(stream, file), file)
            return Found(papers_with_code.FORMAT, why or "as asked for", pages)
        listed = Group({"0": first}, 1, is_list=True) if first else Group({}, 1, is_list=True)
        is_other = harness.find_format(listed) is None and model_card.looks_like(listed) is None
        plain = isinstance(first, Group) and not first.is_list and not record_lists.holds_boards(first)
        if (is_other or family == records.FORMAT) and plain:
            _fits(family, records.FORMAT, file)
            items = JsonReader(stream, file).items()
            return Found(records.FORMAT, "it is a list of objects", records.parts(items, file))
    stream.seek(0)
    return _document(stream, file, family)


def _document(stream: BinaryIO, file: str, family: str | None) -> Found:
    try:
        root = JsonReader(stream, file).document(skip=harness.SKIPPED)
    except SourceError as error:
        stream.seek(0)
        lines = _json_lines(stream, file)
        if lines is None:
            raise error
        return Found(records.FORMAT, "it has an object in each line (JSON Lines)", lines)
    if (found := harness.find_format(root)) and family in (None, found[0]):
        return Found(found[0], found[1], iter((harness.read(root, file, found[0]),)))
    if (why := model_card.looks_like(root)) and family in (None, model_card.FORMAT):
        return Found(model_card.FORMAT, why, iter((model_card.to_page(root, file),)))
    if family not in (None, records.FORMAT):
        raise SourceError(f"{file}: the file is not of the format {family}")
    if (page := records.framed(root, file)) is not None:
        return Found(records.FORMAT, "it is a table with its heads and rows", iter((page,)))
    if (why := records.looks_like(root)) is None:
        raise NoResults(
            f"{file}: no results found: the JSON is of no known harness, and there is no list of objects in it"
        )
    return Found(records.FORMAT, why, iter((records.read(root, file),)))


def _json_lines(stream: BinaryIO, file: str) -> Iterator[Page] | None:
    """The pages of JSON Lines; None where the first two lines are no objects."""
    reader = JsonReader(stream, file).lines()
    try:
        first = [next(reader), next(reader)]
    except (SourceError, StopIteration):
        return None
    if not all(isinstance(node, Group) and not node.is_list for node in first):
        return None
    stream.seek(0)
    return records.parts(JsonReader(stream, file).lines(), file)


def _delimited(stream: BinaryIO, file: str, encoding: str | None) -> Found:
    name = encoding or declared_encoding(stream.read(4)) or "utf-8"
    stream.seek(0)
    text = io.TextIOWrapper(stream, encoding=_codec(name, file), errors="strict", newline="")
    lines = _decoded_lines(text, file)
    first: list[str] = []
    for line in lines:
        first.append(line)
        if len(first) >= 200:
            break
    why = delimited.looks_like(first, named=True)
    if why is None:
        raise NoResults(f"{file}: no table found: its lines do not split into the same number of fields")

    def again() -> Iterator[str]:
        yield from first
        yield from lines

    return Found(delimited.FORMAT, why, delimited.parts(again(), file))


def _decoded_lines(text: io.TextIOWrapper, file: str) -> Iterator[str]:
    number = 0
    try:
        while line := text.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise SourceError(
                    f"{file}:{number}: a line of more than {LONGEST_LINE >> 20} MB; a table has one row a line"
                )
            if "\0" in line:
                raise SourceError(
                    f"{file}:{number}: the file holds NUL bytes, as UTF-16 text does; name its --encoding"
                )
            yield (line.removeprefix("\ufeff") if number == 1 else line).rstrip("\r\n")
    except UnicodeDecodeError as error:
        # A piece is decoded before its lines are told: those in front of the byte count too.
        at = number + line_of(error.object, error.start)
        raise SourceError(
            f"{file}:{at}: the file is not {error.encoding.upper()} (byte 0x{error.object[error.start]:02x}); "
            "name its encoding (--encoding cp1252, say) or convert it to UTF-8"
        ) from None
    finally:
        # The stream stays open: it is closed by whoever opened it.
        text.detach()


def _codec(name: str, file: str) -> str:
    try:
        "".encode(name)
    except LookupError:
        raise SourceError(f"{file}: unknown encoding {name!r}; utf-8, utf-16, cp1252 and latin-1 are some") from None
    return name


def _text(stream: BinaryIO, file: str, family: str | None, encoding: str | None, keys: tuple[str, ...]) -> Found:
    data = stream.read(LONGEST_TEXT + 1)
    if len(data) > LONGEST_TEXT:
        raise SourceError(
            f"{file}: a page of more than {LONGEST_TEXT >> 20} MB; give long tables as CSV, JSON or Parquet"
        )
    text = decode(data, file, encoding or declared_encoding(data[:4]))
    lines = split_lines(text)
    found = _text_family(text, lines, file) if family is None else (family, "as asked for")
    if found is None:
        raise NoResults(
            f"no results table found in {file}: there is no pipe, HTML, tab-separated or aligned table, no model-index "
            "and no known harness file"
        )
    family, why = found
    return Found(family, why, iter((_read_text(family, text, lines, file, keys),)))


def _text_family(text: str, lines: tuple[str, ...], file: str) -> tuple[str, str] | None:
    suffix = PurePath(file).suffix.lower()
    if suffix in (".yaml", ".yml"):
        root = parse_yaml(text, file)
        if why := model_card.looks_like(root):
            return model_card.FORMAT, why
        why = records.looks_like(root)
        return (records.FORMAT, why) if why else None
    _, end = split_front_matter(lines)
    if end and any(line.startswith("model-index:") for line in lines[:end]):
        return model_card.FORMAT, "its header has a model-index"
    is_page = html_page.looks_like(text)
    if is_page and (suffix in (".html", ".htm") or (text.lstrip()[:1] == "<" and not markdown_page.has_marks(lines))):
        return html_page.FORMAT, is_page
    if why := index_page.looks_like(lines):
        return index_page.FORMAT, why
    for name, looks_like in (
        (pasted_text.FORMAT, pasted_text.looks_fused),
        (score_lines.FORMAT, score_lines.looks_like),
    ):
        if why := looks_like(lines):
            return name, why
    if suffix not in (".md", ".markdown", ".rst") and pasted_table.has_fused_methods(lines):
        return pasted_table.FORMAT, "it has a pipe table whose method cells hold settings"
    for name, looks_like in (
        (markdown_page.FORMAT, markdown_page.looks_like),
        (tab_tables.FORMAT, tab_tables.looks_like),
        (pasted_text.FORMAT, pasted_text.looks_like),
        (delimited.FORMAT, delimited.looks_like),
    ):
        if why := looks_like(lines):
            return name, why
    return (html_page.FORMAT, is_page) if is_page else None


def _read_text(family: str, text: str, lines: tuple[str, ...], file: str, keys: tuple[str, ...]) -> Page:
    if family == index_page.FORMAT:
        return index_page.read(lines, file)
    if family == pasted_table.FORMAT:
        return pasted_table.read(lines, file, keys)
    if family == tab_tables.FORMAT:
        return pasted_text.beside_tabs(tab_tables.read(lines, file), lines)
    if family == markdown_page.FORMAT:
        return markdown_page.read(text, file)
    if family == html_page.FORMAT:
        return html_page.read(text, file)
    if family == pasted_text.FORMAT:
        return pasted_text.read(lines, file)
    if family == score_lines.FORMAT:
        return score_lines.read(lines, file)
    if family == model_card.FORMAT:
        return _card(text, lines, file)
    if family == delimited.FORMAT:
        return join(delimited.parts(iter(lines), file), file, family)
    return records.read(parse_yaml(text, file), file)


def _card(text: str, lines: tuple[str, ...], file: str) -> Page:
    """A model card: what its header says, then the tables of its text."""
    _, end = split_front_matter(lines)
    if not end:
        return model_card.read_yaml(text, file)
    head = model_card.to_page(model_card.header_of(list(lines), end, file), file)
    body = markdown_page.read(text, file)
    title = next((f for f in body.facts if f.name == "title"), None)
    facts = (*head.facts, *((Field("title", title.value, title.line),) if title else ()))
    return replace(head, tables=(*head.tables, *body.tables), facts=facts, footnotes=body.footnotes)


def join(pages: Iterator[Page], file: str, family: str) -> Page:
    """All pages of a file as one; a page that the one before it announces (``more``) goes on with its table."""
    whole: Page | None = None
    goes_on = False
    parts: list[Table] = []
    tables: list[Table] = []
    problems: list[Problem] = []
    for page in pages:
        whole = whole or page
        if not goes_on:
            tables += _joined(parts)
            parts = []
        if goes_on or page.more:
            parts += page.tables
        else:
            tables += page.tables
        problems += page.problems
        goes_on = page.more
    tables += _joined(parts)
    if whole is None:
        return Page(file, family, ())
    return replace(whole, tables=tuple(tables), problems=tuple(problems), more=False)


def _joined(parts: Sequence[Table]) -> list[Table]:
    """The parts of one table as one: the last one has all columns, and its own are empty in the rows before."""
    if not parts:
        return []
    columns = parts[-1].columns
    rows = (_widened(row, len(columns)) for part in parts for row in part.rows)
    problems = tuple(problem for part in parts for problem in part.problems)
    return [replace(parts[0], columns=columns, rows=tuple(rows), problems=problems)]


def _widened(row: Row, width: int) -> Row:
    more = range(len(row.cells) + 1, width + 1)
    return replace(row, cells=row.cells + tuple(Cell("", row.line, n) for n in more)) if more else row
