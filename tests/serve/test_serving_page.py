"""The page for who runs or asks the server says what the code does."""

from __future__ import annotations

import re
from http import HTTPStatus

from kg.query.formats import FORMATS
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
SOURCES = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "kg" / "serve").glob("*.py"))]


def test_formats_are_those_that_there_are_in_their_order() -> None:
    for graph, line in ((False, "| `SELECT`, `ASK` |"), (True, "| `CONSTRUCT`, `DESCRIBE` |")):
        (row,) = [each for each in PAGE.splitlines() if each.startswith(line)]
        _, names, types = row.strip("|").split("|")
        own = [each for each in FORMATS if each.graph is graph]
        assert re.findall(r"`([^`]+)`", names) == [each.name for each in own]
        assert re.findall(r"`([^`]+)`", types) == [each.media_type for each in own]


def test_every_error_status_is_told() -> None:
    rows = re.findall(r"^\| (\d{3}(?:, \d{3})*) \|", PAGE, re.MULTILINE)
    told = {int(status) for row in rows for status in row.split(", ")}
    used = {int(found) for text in SOURCES for found in re.findall(r"(?:Problem|cls)\(\s*(\d{3})\b", text)}
    # 499 is read by nobody; the router makes 405 itself.
    assert used - {499} <= told
    assert told <= {int(each) for each in HTTPStatus}
