"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import kg

ROOT = Path(__file__).resolve().parent.parent

#: Reference material beside the project, used only where it is present.
REFERENCE = Path(os.environ.get("KG_REFERENCE_DIR", ROOT.parent / "shared"))


@pytest.fixture(scope="session")
def shipped() -> kg.Graph:
    """The graph of the shipped data, built once."""
    return kg.build(ROOT / "data")
