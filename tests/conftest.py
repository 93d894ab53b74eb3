"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import kg

ROOT = Path(__file__).resolve().parent.parent

#: Reference material beside the project, used only where it is present.
REFERENCE = Path(os.environ.get("KG_REFERENCE_DIR", ROOT.parent / "shared"))

#: The four pages that came first: tests that state what is in them read these, whatever else is added to data/.
SLUGS = ("med-cmr", "mr-medseg-hard-case-test", "mr-medseg-val", "u-mrg-14k-test")
PAGES = tuple(ROOT / "data" / "sources" / slug for slug in SLUGS)


@pytest.fixture(scope="session")
def shipped() -> kg.Graph:
    """The graph of the four pages, built once."""
    return kg.build(PAGES)
