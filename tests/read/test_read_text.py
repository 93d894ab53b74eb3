"""Bytes to text, lines and sentences."""

from __future__ import annotations

import io

import pytest

from kg.errors import SourceError
from kg.read.families import open_file
from kg.read.text import decode, sentences, split_lines


def test_a_byte_order_mark_is_not_part_of_the_text() -> None:
    assert decode(b"\xef\xbb\xbf# T\xc3\xa9st", "p.md") == "# Tést"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("# A\n\nRésNet\n".encode("cp1252"), "p.md:3: the file is not UTF-8 (byte 0xe9)"),
        ("# Ä".encode("utf-16"), "p.md: the file is UTF-16, not UTF-8"),
        ("# Ä".encode("utf-16-le"), "p.md:1: the file holds NUL bytes"),
        ("# Ä".encode("utf-32"), "p.md: the file is UTF-32, not UTF-8"),
        (b"a\r\nb\0", "p.md:2: the file holds NUL bytes"),
        (b"\xef\xbb\xbfa\rb\n\xff", "p.md:3: the file is not UTF-8 (byte 0xff)"),
    ],
)
def test_other_encodings_are_refused_with_place_and_remedy(data: bytes, said: str) -> None:
    with pytest.raises(SourceError) as caught:
        decode(data, "p.md")
    assert str(caught.value).startswith(said)
    assert "-t UTF-8" in str(caught.value)


def test_only_three_line_ends_split() -> None:
    """str.splitlines() would make seven lines of this and shift every number behind them."""
    assert split_lines("a\x0bb\x85c\u2028d\r\ne\rf\n\ng\n") == ("a\x0bb\x85c\u2028d", "e", "f", "", "g")
    assert split_lines("") == ()
    assert split_lines("\n") == ("",)


def test_sentences_are_verbatim() -> None:
    assert sentences('Page 1 of 1. This is an index page, e.g. Dice 50.3. (Not all!) "So" it is.') == [
        "Page 1 of 1.",
        "This is an index page, e.g. Dice 50.3.",
        '(Not all!) "So" it is.',
    ]


@pytest.mark.parametrize("before", [0, 1, 50, 5000])
def test_the_line_of_a_byte_that_does_not_fit_is_told_in_long_tables_too(before: int) -> None:
    """Tables are decoded piece by piece; the line is that of the whole file."""
    data = b"model,accuracy\n" + b"Net,0.5\r\n" * before + b"R\xe9sNet,0.914\n" + b"Net,0.5\n" * 10
    with pytest.raises(SourceError, match=rf"old\.csv:{before + 2}: .*0xe9"):
        list(open_file(io.BytesIO(data), "old.csv").pages)


def test_a_single_foreign_byte_of_a_utf8_page_is_to_be_mended_where_it_stands() -> None:
    with pytest.raises(SourceError) as raised:
        decode("é | 1\nMedX".encode() + b"\x967B | 2\nb\xe9ta | 3\n", "page.txt")
    assert str(raised.value) == (
        "page.txt:2: byte 0x96 is not UTF-8 (in 'MedX\\x967B | 2'), while the rest of the file is but for "
        "line 3; write that character anew in UTF-8, for a conversion of the whole file would garble the others"
    )


def test_a_page_with_no_other_character_of_utf8_is_to_be_converted() -> None:
    with pytest.raises(SourceError, match=r"page\.txt:2: the file is not UTF-8 \(byte 0x96\); convert it .*iconv"):
        decode(b"a | 1\nb\x967B | 2\n", "page.txt")
