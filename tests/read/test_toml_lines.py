"""Each key and block of a TOML text is found on its line, whatever stands between them."""

from __future__ import annotations

import pytest

from kg.read.tomltext import TomlLines, Way, comments, read_toml

TEXT = '''# first # still the first
file = "a.md" # second
title = """a
[[columns]]
b = 1"""
"quoted = key" = 1
setting_keys = [
  "a", # ] in a comment
  "b]",
]

[[columns]]
number = 1
settings = { shots = "5" }
[columns.more]
x = 1
[[ columns ]]
   unit = 'x = [['
[[facts]]
value = "\\"#"
subject = 2
'''


@pytest.mark.parametrize(
    ("way", "line"),
    [
        (("file",), 2),
        (("title",), 3),
        (("quoted = key",), 6),
        (("setting_keys",), 7),
        (("columns", 1), 12),
        (("columns", 1, "settings"), 14),
        (("columns", 1, "more", "x"), 16),
        (("columns", 2, "unit"), 18),
        (("facts", 1, "subject"), 21),
        (("columns", 2, "scale"), 17),  # a key that is not there stands nearest to its block
        (("tables", 1, "key"), None),
    ],
)
def test_a_key_is_found_on_its_line(way: Way, line: int | None) -> None:
    read_toml(TEXT, "source.toml")
    assert TomlLines(TEXT).line(way) == line


def test_comments_are_told_with_their_lines() -> None:
    told = [(1, "first # still the first"), (2, "second"), (8, "] in a comment")]
    assert list(comments(TEXT)) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = 1\nunit = PERCENT\n", "p:2:8: not readable as TOML: Invalid value: 'unit = PERCENT'"),
        ('a = 1\nb = "x\nc = 2\n', "p:2:7: not readable as TOML: Illegal character"),
        ("a = 1\na = 2\n", "p:2:6: not readable as TOML: Cannot overwrite a value: 'a = 2'"),
        ('a = 1\nb = """x\n\n', "p:2: not readable as TOML: Unterminated string"),
        ("[[columns]\n", "p:1:10: not readable as TOML: Expected ']]'"),
    ],
)
def test_a_text_that_is_no_toml_is_told_with_the_line_that_is_meant(text: str, told: str) -> None:
    with pytest.raises(ValueError, match="not readable as TOML") as error:
        read_toml(text, "p")
    assert str(error.value).startswith(told)
