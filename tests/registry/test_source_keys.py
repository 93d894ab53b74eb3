"""data/registry/README.md tells every key that ``source.toml`` knows, and no other; so it does with roles."""

from __future__ import annotations

import re

import pytest

from kg.assemble import curation
from kg.assemble.curated import COLUMN_ROLES
from kg.errors import SourceError
from tests.conftest import ROOT

PAGE = (ROOT / "data" / "registry" / "README.md").read_text(encoding="utf-8").partition("## A source page")[2]


def told(section: str, head: str) -> list[str]:
    """The names in the first cells of the table of a section that has that head."""
    text = re.search(rf"^### {re.escape(section)}\n(.*?)(?=^### |\Z)", PAGE, flags=re.M | re.S)
    assert text
    rows = re.search(rf"^\| {head} \|.*\n\| --- .*\n((?:\|.*\n)+)", text[1], flags=re.M)
    assert rows
    return [name for row in rows[1].splitlines() for name in re.findall(r"`([\w-]+)`", row.split(" | ")[0])]


@pytest.mark.parametrize(
    ("section", "known"),
    [
        ("Top level", curation.TOP),
        ("`[[tables]]`", curation.TABLE),
        ("`[[columns]]`", curation.COLUMN),
        ("`[[facts]]`", curation.FACT),
    ],
)
def test_each_key_is_told_once_and_is_known(section: str, known: set[str]) -> None:
    assert sorted(told(section, "Key")) == sorted(known)


def test_each_role_is_told_once_and_is_known() -> None:
    assert sorted(told("`[[columns]]`", "Role")) == sorted(COLUMN_ROLES)


def test_the_parser_refuses_a_key_that_is_not_told() -> None:
    for block in ("[[tables]]\nnumber = 1\nkey = 'a'", "[[columns]]\nnumber = 1", "[[facts]]\nsubject = 'leaderboard'"):
        with pytest.raises(SourceError, match="`zork` is an unknown key"):
            curation.parse_curation(f"file = 'a.md'\n{block}\nzork = 1\n", "source.toml")
