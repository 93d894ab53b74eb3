"""Lines of a sorted file found by halving, against the plain way."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kg.export.lookup import SortedLines
from kg.serve.cache import Cache, Notes

LINES = st.lists(st.text(alphabet="ab<>! é", max_size=6), max_size=12).map(
    lambda found: sorted({x.encode() for x in found})
)


@given(LINES, st.text(alphabet="ab<>! é", max_size=4))
def test_lines_are_found_as_if_all_were_read(lines: list[bytes], text: str) -> None:
    key = text.encode()
    data = b"".join(line + b"\n" for line in lines)
    found = SortedLines(data)
    offset = found.find(key)
    assert found.at(offset) == next((line for line in lines if line >= key), b"")
    assert list(found.starting(key)) == [line for line in lines if line.startswith(key)]
    before = [line for line in lines if line < key]
    if before:
        assert found.at(found.before(offset)) == before[-1]
    assert list(found.between(0, len(found))) == lines


def test_the_last_line_needs_no_line_feed(tmp_path: Path) -> None:
    assert list(SortedLines(b"a\nb").starting(b"b")) == [b"b"]
    (tmp_path / "empty").touch()
    empty = SortedLines.open(tmp_path / "empty")
    assert (len(empty), empty.find(b"a"), list(empty.starting(b""))) == (0, 0, [])
    (tmp_path / "two").write_bytes(b"a\nb\n")
    assert list(SortedLines.open(tmp_path / "two").starting(b"")) == [b"a", b"b"]


def test_what_was_not_asked_for_longest_goes_first() -> None:
    cache = Cache(size=100)
    for name in "abcd":
        cache.put(name, bytes(25))
    assert cache.get("a") == bytes(25)
    cache.put("e", bytes(10))
    assert cache.get("b") is None
    assert cache.get("a") is not None
    cache.put("huge", bytes(26))
    assert cache.get("huge") is None
    cache.put("a", b"x")
    assert cache.get("a") == b"x"


def test_notes_hold_for_a_while() -> None:
    now = 100.0
    notes = Notes(10, most=2, clock=lambda: now)
    notes.put("a", "too long")
    assert notes.get("a") == "too long"
    assert notes.get("b") is None
    now += 10
    assert notes.get("a") == "too long"
    now += 0.1
    assert notes.get("a") is None
    for name in "abc":
        notes.put(name, "x")
    assert [notes.get(name) for name in "abc"] == [None, "x", "x"]
