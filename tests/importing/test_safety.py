"""What is harmful in a file is refused with the file's name: bombs, entities, wrong encodings, packed files."""

from __future__ import annotations

import gzip
import io
import socket
import time
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import openpyxl
import pytest

from kg.errors import SourceError
from kg.intake.answers import Answers
from tests.importing.conftest import Check

SHEET = (
    '<?xml version="1.0"?>{doctype}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    "<sheetData>{rows}</sheetData></worksheet>"
)


def workbook(rows: Sequence[Sequence[object]], title: str = "MMLU") -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def changed(data: bytes, member: str, content: bytes) -> bytes:
    """An archive with one member in another's place."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, content if name == member else old.read(name))
    return out.getvalue()


GOOD: list[list[object]] = [["Model", "Accuracy"], ["A", 91.5], ["B", 88.25]]


def test_a_workbook_is_read(check: Check) -> None:
    found = check("board.xlsx", workbook(GOOD))
    assert [(row["method"], row["value"], row["line"]) for row in found.rows] == [("A", "91.5", 2), ("B", "88.25", 3)]


def test_a_sheet_with_too_many_cells_is_named(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.read.spreadsheet._MOST_CELLS", 5)
    with pytest.raises(SourceError, match=r"board\.xlsx: the sheet 'MMLU' has more than 5 cells; save it as CSV"):
        check("board.xlsx", workbook(GOOD))
    monkeypatch.setattr("kg.read.spreadsheet._MOST_CELLS", 6)
    assert len(check("board.xlsx", workbook(GOOD)).rows) == 2


def test_an_archive_that_unpacks_to_far_more_is_refused(check: Check) -> None:
    bomb = changed(workbook(GOOD), "xl/worksheets/sheet1.xml", b"<x>" + b" " * (600 << 20))
    assert len(bomb) < 2 << 20
    with pytest.raises(SourceError, match=r"bomb\.xlsx"):
        check("bomb.xlsx", bomb)


def test_entities_in_a_workbook_are_refused_before_they_expand(check: Check) -> None:
    doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {b} "{("&" + a + ";") * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    ) + "]>"  # fmt: skip
    rows = '<row r="1"><c r="A1" t="inlineStr"><is><t>&i;</t></is></c></row>'
    data = changed(workbook(GOOD), "xl/worksheets/sheet1.xml", SHEET.format(doctype=doctype, rows=rows).encode())
    started = time.monotonic()
    with pytest.raises(SourceError, match=r"laughs\.xlsx"):
        check("laughs.xlsx", data)
    assert time.monotonic() - started < 5


def test_entities_of_a_page_are_its_signs_and_nothing_else(check: Check) -> None:
    page = (
        '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/hostname">]><h1>MMLU</h1><table><tr><th>Model</th>'
        "<th>Accuracy</th></tr><tr><td>A&amp;B &x;</td><td>91.5</td></tr></table>"
    )
    (row,) = check("a.html", page).rows
    assert row["method"].startswith("A&B")
    assert Path("/etc/hostname").read_text().strip() not in row["method"]


def test_aliases_in_yaml_do_not_multiply(check: Check) -> None:
    levels = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 10))
    started = time.monotonic()
    with pytest.raises(SourceError, match=r"bomb\.yaml"):
        check("bomb.yaml", f"l0: &l0 [x, x]\n{levels}\n")
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("tag", ["!!python/object/apply:os.system ['touch MARK']", "!!binary aGk="])
def test_tags_in_yaml_make_no_objects(check: Check, tag: str, tmp_path: Path) -> None:
    mark = tmp_path / "was-here"
    tag = tag.replace("MARK", str(mark))
    found = check("mmlu.yaml", f"- model: A\n  accuracy: 91.5\n  x: {tag}\n- model: B\n  accuracy: 90.1\n")
    assert [row["value"] for row in found.rows] == ["91.5", "90.1"]
    assert not mark.exists()


@pytest.mark.parametrize("depth", [100_000, 2_000])
@pytest.mark.parametrize(
    ("name", "opening", "closing"),
    [("a.json", '{"a":', "}"), ("a.json", "[", "]"), ("a.yaml", "[", "]"), ("a.html", "<table><tr><td>", ""),
     ("a.html", "<div>", "</div>"), ("a.md", "> ", "")],
)  # fmt: skip
def test_deep_nesting_is_no_crash(check: Check, name: str, opening: str, closing: str, depth: int) -> None:
    content = opening * depth + "1" + closing * depth
    started = time.monotonic()
    with suppress(SourceError):
        assert check(name, content).rows == []
    assert time.monotonic() - started < 20


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.csv", gzip.compress(b"model,acc\nA,1\n")),
        ("a.pdf", b"%PDF-1.7\n..."),
        ("a.zip", b"PK\x05\x06" + b"\0" * 18),
        ("a.xlsx", workbook(GOOD)[:500]),
        ("a.parquet", b"PAR1" + b"\0" * 50),
        ("a.png", b"\x89PNG\r\n\x1a\n"),
        ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 100),
        ("a.json", b'{"results": {"a": 1'),
        ("a.tsv", "model\tacc\nRésNet\t91.4\n".encode("cp1252")),
        ("a.md", "# R\n\n| Model | acc |\n|---|---|\n| RésNet | 91.4 |\n".encode("cp1252")),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_what_cannot_be_read_is_refused_by_name(check: Check, name: str, data: bytes) -> None:
    with pytest.raises(SourceError, match=name.replace(".", r"\.")):
        check(name, data)


TABLE = "model\tacc\nRésNet\t91.4\nVGG\t88.1\n"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TABLE.encode("utf-8-sig"), None),
        (TABLE.encode("utf-16"), None),
        (TABLE.encode("utf-16-le"), "utf-16-le"),
        (TABLE.encode("cp1252"), "cp1252"),
        (TABLE.encode("latin-1"), "latin-1"),
    ],
    ids=("mark of UTF-8", "mark of UTF-16", "utf-16-le", "cp1252", "latin-1"),
)
@pytest.mark.parametrize("name", ["mmlu.tsv", "mmlu.txt"])
def test_encodings_that_are_declared(check: Check, name: str, data: bytes, encoding: str | None) -> None:
    found = check(name, data, encoding=encoding)
    assert [(row["method"], row["value"]) for row in found.rows] == [("RésNet", "91.4"), ("VGG", "88.1")]


def test_nothing_is_fetched(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    page = (
        '<html><head><link rel="stylesheet" href="http://127.0.0.1:9/x.css"><script src="http://127.0.0.1:9/x.js">'
        '</script></head><body><h1>MMLU</h1><img src="http://127.0.0.1:9/x.png"><table><tr><th>Model</th>'
        "<th>Accuracy</th></tr><tr><td>A</td><td>91.5</td></tr></table></body></html>"
    )
    assert len(check("a.html", page).rows) == 1
    context = '{"@context": "http://127.0.0.1:9/x", "entries": [{"model": "A", "accuracy": 91.5}]}'
    assert len(check("mmlu.json", context).rows) == 1


def test_a_name_in_a_file_is_no_template(check: Check) -> None:
    page = "# MMLU\n\n| Model | Accuracy |\n|---|---|\n| {1}{x} [y] | 91.5 |\n| %s {} | 90 |\n"
    assert [row["method"] for row in check("a.md", page).rows] == ["{1}{x} [y]", "%s {}"]
    told = check("mmlu.yaml", "- dataset:\n    id: a/b\n  value: 1.5\n", answers=Answers(metric="score"))
    assert [row["value"] for row in told.rows] == ["1.5"]
