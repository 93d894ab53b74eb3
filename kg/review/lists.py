"""The lists of a review, made from the files of a version and from the registry."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from kg.assemble.curation import CuratedColumn, CuratedFact, load_curation
from kg.errors import KgError
from kg.registry import Registry, load_registry
from kg.resources import CURATION_FILE
from kg.review.facts import Facts, first_place, place_order
from kg.review.items import Item, Review
from kg.review.merges import THRESHOLD, Candidate, merge_candidates
from kg.review.names import Names
from kg.store import REGISTRY_FOLDER, SOURCES_FOLDER, Version
from kg.terms import DCTERMS, LB

#: How sure each certainty is, in words; less than "very likely" stays out of the graph.
CERTAINTIES = {
    "Certain": "certain",
    "VeryLikely": "very likely",
    "Inferred": "inferred",
    "FromMemory": "from memory",
}


def review(
    version: Version,
    registry: Registry | None = None,
    *,
    kind: str | None = None,
    leaderboard: str | None = None,
    source: str | None = None,
) -> Review:
    """Everything in a version that a person should look at; filters take a kind and keys.

    ``registry``: the curated tables; by default those that the version carries. Without any, facts
    kept out of the graph cannot be listed, and the review says so. Raises KgError for a filter
    that names nothing.
    """
    facts = Facts(version)
    boards = {str(board["leaderboard"]): str(board["source"]) for board in _boards(version)}
    for what, given, known in (
        ("leaderboard", leaderboard, sorted(boards)),
        ("source", source, sorted(set(boards.values()))),
    ):
        if given is not None and given not in known:
            raise KgError(f"no {what} {given!r} in version {version.digest}; it has {', '.join(known)}")
    folder = version.path / REGISTRY_FOLDER
    if registry is None and folder.is_dir():
        registry = load_registry(folder)
    lists = _Lists(facts, registry, boards)
    missing = () if registry else ("facts kept out of the graph: the registry is not in this build; name its folder",)
    items = (
        *lists.rejects(),
        *lists.merges(),
        *lists.unnamed(),
        *lists.flags(),
        *lists.warnings(),
        *lists.guesses(),
        *lists.withheld(),
    )
    return Review(version.digest, items, missing).filtered(kind, leaderboard, source)


def _boards(version: Version) -> list[Mapping[str, Any]]:
    boards = version.report.get("leaderboards", [])
    return boards if isinstance(boards, list) else []


def entry_place(entry: Mapping[str, Any]) -> str:
    """The place of an entry of the build report."""
    return ":".join(str(entry[part]) for part in ("file", "line", "column") if entry.get(part) is not None)


class _Lists:
    """One method a list; ``boards`` are the leaderboards' keys with their sources."""

    def __init__(self, facts: Facts, registry: Registry | None, boards: Mapping[str, str]) -> None:
        self.facts = facts
        self.registry = registry
        self.boards = boards
        self.pages = {str(board["leaderboard"]): str(board["file"]) for board in _boards(facts.version)}

    def rejects(self) -> Iterator[Item]:
        """Value cells that did not become results."""
        for board in _boards(self.facts.version):
            for entry in board["rejects"]:
                what = f"{entry['printed']!r} is no result ({entry['cells']} cells lost)"
                yield self._of_board("rejects", board, entry, what)

    def warnings(self) -> Iterator[Item]:
        """Problems that cost no cell, and what the shapes found (flags have their own list)."""
        for board in _boards(self.facts.version):
            for entry in board["warnings"]:
                yield self._of_board("warnings", board, entry, f"{entry['printed']!r}")
        for iri in self.facts.findings:
            finding = self.facts.finding(iri)
            if self.facts.kind_key(finding["node"])[0] == "flag":
                continue
            places = self.facts.finding_places(iri)
            keys = self._boards_of(finding["node"])
            yield Item(
                "warnings",
                places[0] if places else self.facts.curie(finding["node"]),
                f"{finding['severity']} {finding['rule']}: {self.facts.label(finding['node'])}",
                finding["message"],
                finding["remedy"],
                *keys,
                {"node": self.facts.curie(finding["node"]), "finding": self.facts.curie(iri)}
                | ({"cells": ", ".join(places)} if len(places) > 1 else {}),
            )

    def guesses(self) -> Iterator[Item]:
        """Facts that the pages do not print."""
        for board in _boards(self.facts.version):
            for entry in board["guesses"]:
                origin, _, evidence = str(entry["from"]).partition(": ")
                certainty = CERTAINTIES.get(str(entry["certainty"]), str(entry["certainty"]))
                where = f"the entry in {origin}" if evidence else origin
                yield Item(
                    "guesses",
                    entry_place(entry),
                    f"{entry['property']} = {entry['value']}",
                    f"the page does not print it; {certainty}: {evidence or origin}",
                    f"compare it with the page's own source; mend {where} if it is wrong",
                    (str(board["leaderboard"]),),
                    (str(board["source"]),),
                    {"property": str(entry["property"]), "value": str(entry["value"]), "certainty": certainty},
                )

    def unnamed(self) -> Iterator[Item]:
        """Value columns for which the page prints no name, whether or not a person gave one."""
        found = []
        for declaration in self.facts.of_class(LB.MetricDeclaration):
            number = self.facts.one(declaration, LB.columnNumber)
            name = self.facts.one(declaration, LB.columnName)
            given = str(LB.columnName) in self.facts.objects(declaration, LB.inferred)
            if number is None or (name is not None and not given):
                continue
            keys = self._boards_of(declaration)
            place = first_place(self.facts.cells(declaration)) or self.facts.curie(declaration)
            certainty = self.facts.one(declaration, LB.certainty)
            if name is None:
                why = "the page prints no name for this column and nobody gave one, so what it measures is not known"
                remedy = "name the column in source.toml, [[columns]], with evidence and certainty"
                what = f"value column {number}: no name"
            else:
                sure = CERTAINTIES.get(str(certainty).rpartition("#")[2], "certainty not recorded")
                why = f"{sure}: {self.facts.one(declaration, LB.evidence) or 'no evidence recorded'}"
                remedy = "compare the name with the page's own source; mend source.toml if it is wrong"
                what = f"value column {number}: called {name} by source.toml"
            found.append(Item("unnamed", place, what, why, remedy, *keys, {"column": self.facts.curie(declaration)}))
        yield from sorted(found, key=lambda item: place_order(item.place))

    def flags(self) -> Iterator[Item]:
        """Findings that are kept with the data, gravest first."""
        order = {"Error": 0, "Warning": 1, "Note": 2}
        found = []
        for flag in self.facts.of_class(LB.Flag):
            subject = next(iter(self.facts.subjects(LB.flag, flag)), flag)
            cells = self.facts.cells(subject)
            kind, severity = (
                (self.facts.one(flag, name) or "").rpartition("#")[2] for name in (LB.flagKind, LB.severity)
            )
            details = {"about": f"{self.facts.label(subject)} ({self.facts.curie(subject)})"}
            for name, predicate in (("found", LB.found), ("expected", LB.expected), ("rule", LB.rule)):
                if text := self.facts.one(flag, predicate):
                    details[name] = text
            keys = self._boards_of(flag)
            page = next((self.pages[key] for key in keys[0] if key in self.pages), None)
            item = Item(
                "flags",
                first_place(cells) or page or self.facts.curie(subject),
                f"{severity} {kind}",
                self.facts.one(flag, LB.message) or "",
                "nothing to do; it records how the values were read"
                if severity == "Note"
                else "look at the page and, if it is a slip, tell its makers; the value stays as published",
                *keys,
                {**details, "flag": self.facts.curie(flag)},
            )
            found.append((order.get(severity, 3), place_order(item.place), flag, item))
        yield from (item for *_, item in sorted(found, key=lambda entry: entry[:3]))

    def withheld(self) -> Iterator[Item]:
        """Recorded facts that are not certain enough for the graph."""
        remedy = "confirm it in a public source, name that as evidence and raise the certainty to 'very likely' or more"
        for fact in self.registry.withheld if self.registry else ():
            kind, _, key = fact.subject.partition(" ")
            certainty = CERTAINTIES[fact.certainty.value]
            yield Item(
                "withheld",
                f"{REGISTRY_FOLDER}/{fact.place}",
                f"{fact.subject}: {fact.property} = {fact.value}",
                f"{certainty} only: {fact.evidence}",
                remedy,
                *self._boards_of(f"{self.facts.base}{kind}/{key}"),
                {"subject": fact.subject, "property": fact.property, "value": fact.value, "certainty": certainty},
            )
        for board in self._first_boards():
            path = self.facts.version.path / SOURCES_FOLDER / str(board["file"])
            if not (path.parent / CURATION_FILE).is_file():
                continue
            curation = load_curation(path.parent / CURATION_FILE)
            place = f"{SOURCES_FOLDER}/{str(board['file']).rpartition('/')[0]}/{CURATION_FILE}"
            entries: list[tuple[str, str, str, CuratedFact | CuratedColumn]]
            entries = [(f.subject, f.property, f.value, f) for f in curation.facts]
            entries += [("column", c.name or str(c.number), c.metric or "no metric", c) for c in curation.columns]
            for subject, property_, value, entry in entries:
                certainty = CERTAINTIES[entry.certainty.value]
                if not entry.certainty.is_publishable:
                    keys = tuple(k for k, source in self.boards.items() if source == board["source"])
                    details = {"subject": subject, "property": property_, "value": value, "certainty": certainty}
                    what, why = f"{subject}: {property_} = {value}", f"{certainty} only: {entry.evidence}"
                    yield Item("withheld", place, what, why, remedy, keys, (str(board["source"]),), details)

    def _first_boards(self) -> list[Mapping[str, Any]]:
        """One leaderboard of every source."""
        return list({str(board["source"]): board for board in _boards(self.facts.version)}.values())

    def merges(self) -> Iterator[Item]:
        """Pairs of spellings that may mean one method, with their scores."""
        rows = self.registry.mappings if self.registry else ()
        known = self.registry.method_names if self.registry else {}
        decided = [
            (row.subject_label, key)
            for row in rows
            if row.predicate_id == "skos:exactMatch"
            for key in {row.object_key, known.get(row.object_label, row.object_key)}
        ]
        methods = Names(self.facts, self.registry, self.boards).methods()
        for candidate in merge_candidates(methods, decided):
            yield self._merge(candidate)

    def _merge(self, candidate: Candidate) -> Item:
        # The spelling without a row of its own is the one that a new row would be about.
        known = self.registry.method_names if self.registry else {}
        pairs = [(candidate.one, candidate.spellings[0]), (candidate.other, candidate.spellings[1])]
        pairs.sort(key=lambda pair: (pair[1] in known, not pair[0].boards))
        (new, spelling), (old, other) = pairs
        nodes = [f"{self.facts.base}method/{method.key}" for method in (new, old)]
        places = [self._first_cell(node, text) for node, text in zip(nodes, (spelling, other), strict=True)]
        keys = [self._boards_of(node) for node in nodes]
        names = f"{shlex.quote(spelling)} {shlex.quote(old.label)}"
        return Item(
            "merges",
            places[0],
            f"{spelling!r} may be {other!r}",
            f"score {candidate.score} ({THRESHOLD} or more is proposed): {candidate.why}",
            f"if they are one: kg review accept {names} --confidence …; if not: kg review reject {names}",
            tuple(sorted({*keys[0][0], *keys[1][0]})),
            tuple(sorted({*keys[0][1], *keys[1][1]})),
            {
                "other place": places[1],
                "methods": f"method:{new.key}, method:{old.key}",
                "score": str(candidate.score),
                "threshold": str(THRESHOLD),
                "evidence": ", ".join(candidate.evidence),
            },
        )

    def _first_cell(self, method: str, spelling: str) -> str:
        results = self.facts.subjects(LB.method, method)
        met = [r for r in results if self.facts.one(r, LB.printedMethod) == spelling] or results
        cells = sorted((p for r in met for p in self.facts.objects(r, LB.sourceLocator)), key=place_order)
        return cells[0] if cells else self.facts.curie(method)

    def _of_board(self, kind: str, board: Mapping[str, Any], entry: Mapping[str, Any], what: str) -> Item:
        return Item(
            kind,
            entry_place(entry),
            what,
            f"{entry['reason']} [{entry['rule']}]",
            str(entry["remedy"]),
            (str(board["leaderboard"]),),
            (str(board["source"]),),
            {"rule": str(entry["rule"])},
        )

    def _boards_of(self, *nodes: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Keys of the leaderboards that nodes belong to, and of their sources.

        A node belongs to the leaderboards whose graph speaks of it, or that have results of it.
        """
        keys: set[str] = set()
        for node in nodes:
            kinds = [self.facts.kind_key(graph) for graph in self.facts.graphs(node)]
            for link in (LB.method, LB.benchmark, LB.metric, LB.reportedIn):
                for result in self.facts.subjects(link, node):
                    kinds.append(self.facts.kind_key(self.facts.one(result, LB.leaderboard) or ""))
            keys |= {key for kind, key in kinds if kind == "leaderboard"}
        sources = {self.facts.one(f"{self.facts.base}leaderboard/{key}", DCTERMS.source) or "" for key in keys}
        return tuple(sorted(keys)), tuple(sorted(self.facts.kind_key(s)[1] for s in sources if s))
