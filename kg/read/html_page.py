"""``html``: the tables of an HTML page."""

from __future__ import annotations

import re

from kg.errors import SourceError
from kg.read.blocks import to_page
from kg.read.cells import Field, Page
from kg.read.hypertext import blocks_of, parse, title_of

FORMAT = "html"

_LOOK = re.compile(r"<!doctype html|<html\b|<table\b|<body\b", re.IGNORECASE)


def looks_like(text: str) -> str | None:
    """Why a text is of this kind, or None."""
    found = _LOOK.search(text[:200_000])
    return f"it has the tag {found[0].strip()!r}" if found else None


def read(text: str, file: str) -> Page:
    """Read one HTML page."""
    root = parse(text, file)
    if root is None:
        raise SourceError(f"{file}: no HTML content in it; give the page as it was saved")
    title = title_of(root)
    facts = [Field("title", title, 1)] if title else []
    blocks = blocks_of(root)
    return to_page(blocks, file, FORMAT, facts)
