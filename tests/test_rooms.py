"""The order of the house: a room imports only rooms to its left, and modules stay readable."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import ROOT

#: Rooms from left to right: each may import itself and those before it.
ROAD = (
    "errors",
    "terms",
    "resources",
    "model",
    "iris",
    "read",
    "normalise",
    "conversion",
    "settings",
    "registry",
    "wording",
    "assemble",
    "intake",
    "arithmetic",
    "compare",
    "collect",
    "graph",
    "validation",
    "store",
    "query",
    "export",
    "link",
    "load",
    "pipeline",
    "checking",
    "review",
    "comparability",
    "explain",
    "api",
    "serve",
    "console",
    "cli",
)

#: Most lines of a module.
LIMIT = 400

MODULES = sorted((ROOT / "kg").rglob("*.py"))


def room(path: Path) -> str:
    parts = path.relative_to(ROOT / "kg").with_suffix("").parts
    return parts[0]


def imported_rooms(path: Path) -> set[str]:
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "kg":
            names = [node.module] if "." in node.module else [f"kg.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.split(".")[0] == "kg"]
        rooms |= {name.split(".")[1] for name in names if "." in name}
    return rooms - {"__version__"}


def test_there_are_modules() -> None:
    assert len(MODULES) > 30


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_imports_only_rooms_to_its_left(path: Path) -> None:
    own = room(path)
    if own == "__init__":
        return
    assert own in ROAD, f"{own} has no place on the road: add it to ROAD"
    for other in imported_rooms(path):
        assert other in ROAD, other
        assert ROAD.index(other) <= ROAD.index(own), f"{path} imports {other}, which lies to its right"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_can_be_read_in_one_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LIMIT


def test_namespaces_are_typed_in_one_place() -> None:
    namespaces = ("http://www.w3.org/", "http://purl.org/dc/", "http://qudt.org/", "https://w3id.org/leaderboard-kg")
    for path in MODULES:
        if room(path) == "terms":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and not _is_prose(node.value):
                assert not node.value.startswith(namespaces), f"{path}:{node.lineno}: {node.value}"


def test_names_that_may_be_meant_are_found_in_one_place() -> None:
    """What is near a name is one rule for all messages (kg/registry/near.py)."""
    own = [path.name for path in MODULES if "difflib" in _imported(path)]
    assert own == ["near.py"]


def _imported(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}


def _is_prose(text: str) -> bool:
    return " " in text


def test_no_two_test_modules_have_the_same_name() -> None:
    """Test folders are no packages, all of them: of two modules of one name only one could be collected."""
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, times in names.items() if times > 1] == []
