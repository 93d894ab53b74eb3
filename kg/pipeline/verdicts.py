"""Keeps what a check found beside the versions, so that the next build checks only what changed.

``DIR/checked/last.json`` holds the results of the last check, the SHA-256 of the graph that they are
of, and digests of the shapes and of the engine. It is used only when all of these hold, when the graph
still lies whole in a version, and when the file itself is as it was written; otherwise everything is
checked, as without it. Nothing in it reaches a version but through a check that agrees with a full one.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rdflib import URIRef
from rdflib.term import Node

import kg.validation
from kg.resources import shapes_folder
from kg.store import GRAPH_FILE, SUMS_FILE
from kg.validation.fast.run import Result
from kg.validation.fast.terms import of_node, to_node
from kg.validation.incremental import Checked
from kg.validation.outcome import Outcome

_FILE = Path("checked") / "last.json"
_LIBRARIES = ("numpy", "pyoxigraph", "pyshacl", "rdflib")


def load(out: Path) -> Checked | None:
    """What the last build in this folder found, if it can still be relied on."""
    try:
        written = json.loads((out / _FILE).read_bytes())
        kept = written["kept"]
        if written["sum"] != _sum(kept) or kept["rules"] != rules_digest():
            return None
        lines = _lines_of(out, kept["graph"])
        return None if lines is None else Checked(lines, [_result(row) for row in kept["results"]])
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None


def save(out: Path, quads: Sequence[str], results: Iterable[Result] | None) -> None:
    """Keep the results of a check; without results forget those of the check before."""
    path = out / _FILE
    with contextlib.suppress(OSError):  # a build does not fail for want of it
        if results is None:
            path.unlink(missing_ok=True)
            return
        rows = sorted(_row(result) for result in results if _is_named(result))
        kept = {"rules": rules_digest(), "graph": _graph_digest(quads), "results": rows}
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{os.getpid()}-{secrets.token_hex(4)}")
        try:
            beside.write_text(json.dumps({"sum": _sum(kept), "kept": kept}), encoding="utf-8")
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


def rules_digest() -> str:
    """A digest of all that the results for a graph depend on: shapes, this package's check, libraries."""
    digest = hashlib.sha256(sys.version.encode())
    for name in _LIBRARIES:
        digest.update(f"\n{name} {version(name)}".encode())
    check = Path(kg.validation.__file__).parent
    for folder, pattern in ((shapes_folder(), "*.ttl"), (check, "*.py"), (check.parent, "terms.py")):
        for path in sorted(folder.rglob(pattern)):
            digest.update(f"\n{path.name}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _sum(kept: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


def _graph_digest(quads: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for line in quads:
        digest.update(line.encode())
    return digest.hexdigest()


def _lines_of(out: Path, digest: str) -> list[str] | None:
    """The lines of the graph with this digest, from the version that has it."""
    wanted = f"{digest}  {GRAPH_FILE}"
    for sums in sorted((out / "versions").glob(f"*/{SUMS_FILE}")):
        if wanted in sums.read_text(encoding="utf-8").splitlines():
            text = (sums.parent / GRAPH_FILE).read_bytes()
            if hashlib.sha256(text).hexdigest() == digest:
                return [line + "\n" for line in text.decode().split("\n")[:-1]]
    return None


def _is_named(result: Result) -> bool:
    """True when the shapes have names that the next check knows them by."""
    return isinstance(result.shape, URIRef) and isinstance(result.outcome.shape, URIRef)


def _row(result: Result) -> list[str]:
    outcome = result.outcome
    nodes = (result.shape, result.focus, outcome.focus, outcome.shape, outcome.component, outcome.severity)
    optional = [of_node(node) if node is not None else "" for node in (outcome.value, outcome.path)]
    return [*map(of_node, nodes), *optional, outcome.message]


def _result(row: Sequence[str]) -> Result:
    shape, focus, found_at, found_by, component, severity, value, path, message = row

    def optional(text: str) -> Node | None:
        return to_node(text) if text else None

    outcome = Outcome(
        to_node(found_at),
        to_node(found_by),
        URIRef(component[1:-1]),
        URIRef(severity[1:-1]),
        optional(value),
        message,
        optional(path),
    )
    return Result(to_node(shape), to_node(focus), outcome)
