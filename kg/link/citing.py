"""Which papers a table of results cannot be cited without, and why each of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kg.errors import QueryError
from kg.link.bibliography import CSL_FILE, Entry
from kg.query import Table, run
from kg.query.tables import cell
from kg.registry.near import near_names
from kg.store import Version, open_store
from kg.terms import LB_NAMESPACE, RDFS

_PREFIXES = f"PREFIX lb: <{LB_NAMESPACE}>\nPREFIX rdfs: <{RDFS}>\n"

#: What can be cited: kind -> how its results are found, with ?it for the thing.
_KINDS = {
    "benchmark": "?r lb:benchmark/lb:partOf* ?it .",
    "family": "?r lb:benchmark/lb:family ?it .",
    "leaderboard": "?r lb:leaderboard ?it .",
}
_CLASSES = {"benchmark": "lb:Benchmark", "family": "lb:BenchmarkFamily", "leaderboard": "lb:Leaderboard"}

#: Why a paper is needed -> the way from a result to it, with ?what for the thing that is told.
_REASONS = {
    "reports the values": "?r lb:reportedIn ?paper . BIND('' AS ?what)",
    "is where values were copied from": "?r lb:copiedFromPaper ?paper . BIND('' AS ?what)",
    "is named by the source as origin of": "?r lb:statedOriginPaper ?paper ; lb:method/rdfs:label ?what .",
    "introduced": (
        "?r lb:method/(lb:hasComponent/lb:ofMethod)* ?thing . ?thing lb:introducedIn ?paper ; rdfs:label ?what ."
    ),
    "introduced the benchmark": (
        "?r lb:benchmark/(lb:partOf*/lb:dataset?) ?thing . ?thing lb:introducedIn ?paper ; rdfs:label ?what ."
    ),
    "introduced the measure": "?r lb:metric ?thing . ?thing lb:introducedIn ?paper ; rdfs:label ?what .",
}


@dataclass(frozen=True, slots=True)
class Citation:
    """One paper, with the reasons why the table needs it."""

    entry: Entry
    reasons: tuple[str, ...]


def citations(version: Version, name: str) -> tuple[str, list[Citation]]:
    """The label of what is cited, and the papers of all its results, those that report values first.

    ``name`` is the key, IRI or label of a benchmark (its parts included), of a benchmark family or
    of a leaderboard. Raises QueryError for a name that fits nothing, or several things.
    """
    store = open_store(version)
    kind, iri, label = _find(store, name)
    found: dict[str, dict[str, set[str]]] = {}
    for reason, pattern in _REASONS.items():
        where = f"{_KINDS[kind].replace('?it', f'<{iri}>')} {pattern}"
        for paper, what in _rows(store, f"SELECT DISTINCT ?paper ?what WHERE {{ {where} }}"):
            found.setdefault(paper.rpartition("/")[2], {}).setdefault(reason, set()).add(what)
    known = entries(version)
    order = list(_REASONS)
    cited = [Citation(known.get(key, {"id": key, "type": "article"}), _told(why)) for key, why in sorted(found.items())]
    return label, sorted(cited, key=lambda c: (min(order.index(r) for r in found[c.entry["id"]]), c.entry["id"]))


def _told(why: Mapping[str, set[str]]) -> tuple[str, ...]:
    told = []
    for reason in _REASONS:
        if reason in why:
            names = sorted(name for name in why[reason] if name)
            more = [f"{len(names) - 4} more"] if len(names) > 5 else []
            told.append(f"{reason} {'; '.join([*names[: 4 if more else 5], *more])}".strip())
    return tuple(told)


def _find(store: Any, name: str) -> tuple[str, str, str]:
    """Kind, IRI and label of what a name means."""
    things = [
        (kind, iri, label)
        for kind, class_ in _CLASSES.items()
        for iri, label in _rows(store, f"SELECT ?it ?label WHERE {{ ?it a {class_} ; rdfs:label ?label }}")
    ]
    asked = name.strip().casefold()
    for fits in (
        [t for t in things if asked in (t[1].casefold(), f"{t[0]}:{_key(t[1])}", f"{t[0]}/{_key(t[1])}")],
        [t for t in things if asked in (_key(t[1]), t[2].casefold())],
        [t for t in things if asked in t[2].casefold() or asked in _key(t[1])],
    ):
        for kind in _KINDS:  # a benchmark before its leaderboard of the same name
            found = [t for t in fits if t[0] == kind]
            if len(found) == 1:
                return found[0]
            if found:
                told = "; ".join(sorted(f"{_key(iri)} ({label})" for _, iri, label in found)[:8])
                more = f" and {len(found) - 8} more" if len(found) > 8 else ""
                raise QueryError(f"{name!r} fits {len(found)} things: {told}{more}; give one of them")
    labels = sorted({label for _, _, label in things})
    near = near_names(name, labels, 0.4) or labels[:5]
    raise QueryError(
        f"no benchmark, family or leaderboard is called {name!r}; there are, for example, {'; '.join(near)}"
    )


def _key(iri: str) -> str:
    return iri.rpartition("/")[2]


def _rows(store: Any, query: str) -> list[tuple[str, str]]:
    answer = run(store, _PREFIXES + query)
    if not isinstance(answer, Table):
        raise QueryError("a table was expected")
    return [(str(cell(row[0])), str(cell(row[1]))) for row in answer.rows]


def entries(version: Version) -> dict[str, Entry]:
    """The papers of a build as CSL-JSON entries, by key."""
    path = version.path / CSL_FILE
    if not path.is_file():
        raise QueryError(f"version {version.digest} has no {CSL_FILE}: run kg build")
    return {entry["id"]: entry for entry in json.loads(path.read_bytes())}
