"""A remedy says what to do: what is derived is named with the command that derives it."""

from __future__ import annotations

import re
from pathlib import Path

SHAPES = Path(__file__).parents[2] / "shapes"


def test_what_is_to_be_derived_again_is_named_with_the_command() -> None:
    remedies = [r for file in SHAPES.glob("*.ttl") for r in re.findall(r'Remedy: ([^"]+)"', file.read_text("utf-8"))]
    derived = [remedy for remedy in remedies if remedy.startswith("derive the")]
    assert len(derived) > 10
    assert all("`kg build`" in remedy for remedy in derived)
    assert not any("its message says what was found" in remedy for remedy in remedies)
