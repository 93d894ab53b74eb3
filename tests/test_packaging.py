"""Versions and files that travel together."""

from __future__ import annotations

import re

import kg
from tests.conftest import ROOT


def test_the_changelog_begins_with_the_version_of_the_code() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[(\d+\.\d+\.\d+)\] - (?:Unreleased|\d{4}-\d\d-\d\d)$", changelog, flags=re.M)
    assert newest
    assert newest[1] == kg.__version__


def test_locks_pin_with_hashes_and_name_no_address() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert text.count("==") > 40
        assert "://" not in text
        for block in re.split(r"\n(?=\S)", text.strip()):
            assert block.startswith("#") or "--hash=sha256:" in block, block.splitlines()[0]
