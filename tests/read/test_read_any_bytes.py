"""Whatever the bytes are: a page or a SourceError, and no printed value without a trace."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import SourceError
from kg.read import FORMATS, detect_format, read_page
from kg.read.cells import DETAILS, FACTS, Page

INDEX = """\
# T

Source: [T](<https://example.org/t>)

| Scope | Value |
|---|---|
| Task | X |
| Metric | Dice |
| Results loaded | 2 of 2 |

- [Dice](<u>): Higher is better; unit: PERCENT.

| Method | Dice | Result date | Report paper |
|---|---|---|---|
| A | 5 | Not recorded | p1 |
| B | 6 | Not recorded | p1 |

### A

Dice: 5. Result ID: r1.

[Reporting paper](<https://example.org/paper/p1.md>)

Recorded evaluation configuration: {"k":"v"}. This record does not assert independent reproduction.

### B

Dice: 6. Result ID: r2.

Recorded evaluation configuration: {}. This record does not assert independent reproduction.

Page 1 of 1. This is an index page, not the full collection.
"""
PASTED = """\
T
5IoUA
| Method | Links | |||
|---|---|---|---|---|
| AModel Category=X, ASM=Y2025.08 | 5 | 6 | 7 | |
| b-2Model Category=X, ASM=Y2025.08 | 8 | 9 | 10 |
"""
TABS = "T\n\n🏆 S\n\nG\n\nModel\tYear\tDice\nA\t2025\t5\nB\t2025\t6\n\n@misc{k, title={{T} x}, year={2025}}\n"
PAGES = {"index-page": INDEX, "pasted-table": PASTED, "tab-tables": TABS}

SHORT = '| || \\| ` `` # { } " [ ](< >) : = , 2025.08 |---| @misc{ \\ * ** ☑️ 5 — Method A of'
PIECES = st.sampled_from(
    [
        *SHORT.split(" "),
        *("\t", "\n", "\n\n", "\r", "\u2028", "\x85", "\ufeff", " ", "### A\n", ": ", ". ", ", k=", "- "),
        *("Dice: 7. ", "Result ID: x.", "configuration: ", "[Reporting paper](<u>)", "Page 2 of 3. ", "Model Category"),
    ]
)


def attempt(data: bytes, file: str, format: str | None = None, keys: tuple[str, ...] = ()) -> Page | None:
    """The page, or None if it is refused with a message that names the file."""
    try:
        return read_page(data, file, format, keys=keys)
    except SourceError as error:
        if file not in str(error):
            raise
        return None


def check(page: Page, file: str) -> None:
    """What the contract promises of every page."""
    assert page.file == file
    assert page.format in FORMATS
    assert page.tables
    assert {fact.name for fact in page.facts} <= set(FACTS)
    for table in page.tables:
        numbers = [column.number for column in table.columns]
        assert numbers == list(range(1, len(numbers) + 1))
        for row in table.rows:
            assert [cell.column for cell in row.cells] == numbers
            assert all(cell.text == cell.text.strip() for cell in row.cells)
            assert {detail.name for detail in row.details} <= set(DETAILS)
            assert len({setting.name for setting in row.settings}) == len(row.settings)
    for problem in (*page.problems, *(problem for table in page.tables for problem in table.problems)):
        assert problem.place.file == file
        assert re.fullmatch(r"[a-z]+(-[a-z]+)+", problem.rule)
        assert problem.reason
        assert problem.remedy
        assert problem.cells >= 0


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, str]:
    """A page of a known kind with some pieces cut out and others put in."""
    name = draw(st.sampled_from(sorted(PAGES)))
    text = PAGES[name]
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        text = text[:start] + "".join(draw(st.lists(PIECES, max_size=3))) + text[end:]
    return name, text


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutated(), st.booleans())
def test_mutated_pages(page: tuple[str, str], told: bool) -> None:
    name, text = page
    keys = ("ASM",) if len(text) % 2 else ()
    found = attempt(text.encode(), "f.txt", name if told else None, keys)
    if found:
        check(found, "f.txt")


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes(data: bytes) -> None:
    for name in (None, *FORMATS):
        found = attempt(data, "f.txt", name)
        if found:
            check(found, "f.txt")


VALUE = st.sampled_from(["5", "0.50", "3,027", "—", "9.9 ± 1", ""])
TABLE = st.lists(st.lists(VALUE, min_size=0, max_size=7), min_size=1, max_size=8)


def traced(page: Page, line: int, cells: list[str]) -> bool:
    """True if a printed row is a row with its cells in order, or a finding that counts them."""
    for table in page.tables:
        for row in table.rows:
            if row.line == line:
                printed = [cell.text for cell in row.cells[1:]]
                return printed[: len(cells)] == cells[: len(printed)] and not any(cells[len(printed) :])
        if any(problem.place.line == line and problem.cells > 0 for problem in table.problems):
            return True
    return False


@settings(max_examples=150, deadline=None)
@given(TABLE)
def test_no_row_of_a_pasted_table_is_lost(table: list[list[str]]) -> None:
    lines = ["T", "| Method | Links | |||", "|---|---|---|---|---|"]
    lines += ["| " + " | ".join([f"m{n}", *cells]) + " |" for n, cells in enumerate(table)]
    page = attempt("\n".join(lines).encode(), "f", "pasted-table")
    if page is None:  # no value column at all
        return
    for line, cells in enumerate(table, 4):
        assert traced(page, line, cells)


@settings(max_examples=150, deadline=None)
@given(TABLE)
def test_no_row_of_a_tab_table_is_lost(table: list[list[str]]) -> None:
    rows = [cells or ["5"] for cells in table]
    lines = ["T", "", "Model\tA\tB\tC", *("\t".join([f"m{n}", *cells]) for n, cells in enumerate(rows))]
    page = read_page("\n".join(lines).encode(), "f", "tab-tables")
    for line, cells in enumerate(rows, 4):
        assert traced(page, line, cells)


@settings(max_examples=150, deadline=None)
@given(TABLE, st.lists(st.integers(0, 7), max_size=8, unique=True), st.randoms(use_true_random=False))
def test_every_value_of_an_index_page_is_a_cell_or_counted(
    table: list[list[str]], stated: list[int], random: object
) -> None:
    lines = ["# T", "| Method | A | B |", "|---|---|---|"]
    lines += ["| " + " | ".join([f"m{n}", *cells]) + " |" for n, cells in enumerate(table)]
    sections = [
        f"\n### m{n}\n\nA: {table[n][0] or '—'}. Result ID: r{n}." for n in stated if n < len(table) and table[n]
    ]
    page = read_page("\n".join([*lines, *sections]).encode(), "f", "index-page")
    kept = len(page.tables[0].rows)
    lost = sum(problem.cells for problem in page.tables[0].problems)
    assert kept * 2 + lost == 2 * len(table)
    for line, cells in enumerate(table, 4):
        assert traced(page, line, cells)


def test_formats() -> None:
    assert FORMATS == ("index-page", "pasted-table", "tab-tables")
    for name, text in PAGES.items():
        found = detect_format(text)
        assert found is not None
        assert found[0] == name
        assert found[1]
    assert detect_format("Nothing here.") is None
    assert detect_format("\ufeff" + TABS) == detect_format(TABS)


def test_an_unknown_format_is_named_with_the_known_ones() -> None:
    with pytest.raises(
        SourceError, match=r"f\.csv: unknown format 'cvs'; known are index-page, pasted-table, tab-tables"
    ):
        read_page(b"a,b", "f.csv", "cvs")
    with pytest.raises(SourceError, match=r"no results table found in f\.html: there is neither"):
        read_page(b"<table><tr><td>1</td></tr></table>", "f.html")
