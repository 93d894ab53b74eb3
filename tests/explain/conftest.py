"""A version of the shipped data, built once."""

from __future__ import annotations

from pathlib import Path

import pytest

import kg
from kg.explain import Explainer
from kg.store import Version
from tests.conftest import PAGES


@pytest.fixture(scope="session")
def explained(tmp_path_factory: pytest.TempPathFactory) -> Version:
    folder: Path = tmp_path_factory.mktemp("explained")
    kg.build(PAGES, out=folder)
    return Version(folder)


@pytest.fixture(scope="session")
def explainer(explained: Version) -> Explainer:
    return Explainer(explained)
