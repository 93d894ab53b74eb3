"""What a person may call a thing: an IRI, a CURIE, a path or a place; and what they may have meant."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pyoxigraph as ox

from kg.errors import KgError
from kg.explain.pages import split_place
from kg.explain.teller import Teller
from kg.iris import KINDS
from kg.registry.near import near_names
from kg.review.facts import place_order
from kg.terms import DCTERMS, LB, LB_NAMESPACE, RDFS, SKOS

#: Names compared for suggestions, at most; a person who mistypes gives the kind right more often.
_MOST = 20_000

_VIEW = re.compile(r"\.(?:html|ttl|jsonld|json|nt|rdf)$")
_CURIE = re.compile(r"(?P<prefix>[A-Za-z][\w-]*):(?P<rest>[^/\s].*)")


@dataclass(frozen=True, slots=True)
class Named:
    """What a name means: a node, a term of the ontology, a finding, or a place without a result."""

    kind: str
    iri: str


def find(teller: Teller, name: str) -> Named:
    """What a name means; raises KgError with suggestions where it means nothing in this version."""
    text = name.strip()
    place = split_place(text)
    if place and not text.startswith(("http://", "https://", "<")) and place[0].partition(":")[0] not in KINDS:
        return _at(teller, text, place)
    for iri in _iris(teller, text):
        if iri in teller.facts.findings:
            return Named("finding", iri)
        # The address of a spelling that was joined with a method tells that method's story.
        iri = teller.facts.one(iri, DCTERMS.isReplacedBy) or iri
        kind = teller.facts.kind_key(iri)[0]
        if kind != "graph" and teller.facts.has(iri):
            return Named(kind or "thing", iri)
        if iri in teller.curated.words and iri.startswith(LB_NAMESPACE):
            return Named("term", iri)
    raise _unknown(teller, text)


def _iris(teller: Teller, text: str) -> list[str]:
    """The IRIs that a name may stand for, the likeliest first."""
    facts = teller.facts
    bare = text.removeprefix("<").removesuffix(">").partition("?")[0]
    found = []
    if bare.startswith(("http://", "https://")):
        found.append(bare)
    elif (curie := _CURIE.fullmatch(bare)) and curie["prefix"] in facts.prefixes:
        found.append(facts.prefixes[curie["prefix"]] + curie["rest"])
    else:
        path = bare.strip("/")
        if path.partition("/")[0] in KINDS:
            found.append(facts.base + path)
    found += [_VIEW.sub("", iri) for iri in found if _VIEW.search(iri)]
    return [iri for iri in found if _is_iri(iri)]


def _is_iri(text: str) -> bool:
    try:
        ox.NamedNode(text)
    except ValueError:
        return False
    return True


def _at(teller: Teller, text: str, place: tuple[str, int, int | None]) -> Named:
    facts = teller.facts
    results = facts.subjects(LB.sourceLocator, text, text=True)
    if results:
        return Named("result", results[0])
    files = {str(board["file"]) for board in facts.version.report.get("leaderboards", [])}
    if place[0] not in files:
        near = near_names(place[0], files, 0.3) or sorted(files)
        raise KgError(f"no page {place[0]!r} in version {facts.version.digest}; its pages are {', '.join(near)}")
    if place[2] is None:
        cells = [cell for cell, _ in _cells(teller, place[0]) if cell.rpartition(":")[0] == text]
        if len(cells) == 1:
            return _at(teller, cells[0], (place[0], place[1], None))
        if cells:
            raise KgError(f"line {place[1]} of {place[0]} holds {len(cells)} results: name a cell, such as {cells[0]}")
    return Named("place", text)


def _cells(teller: Teller, file: str) -> list[tuple[str, str]]:
    facts = teller.facts
    found = []
    for board in facts.version.report.get("leaderboards", []):
        if board["file"] == file:
            found += facts.cells(f"{facts.base}leaderboard/{board['leaderboard']}")
    return sorted(found, key=lambda cell: place_order(cell[0]))


def _unknown(teller: Teller, text: str) -> KgError:
    registry = teller.curated.registry
    key = re.split("[/:]", text.strip("<>/"))[-1]
    if registry and key in registry.methods and "method" in text:
        return KgError(
            f"{text!r} is {registry.methods[key].label} in the registry, but no page of version "
            f"{teller.facts.version.digest} has a result of it or of a method that it is a part of"
        )
    near = suggestions(teller, text)
    hint = f"; near it: {', '.join(near)}" if near else "; kg list shows what there is"
    return KgError(f"{text!r} names nothing in version {teller.facts.version.digest}{hint}")


def suggestions(teller: Teller, text: str, most: int = 5) -> list[str]:
    """CURIEs of things whose name or label is near to a text."""
    facts = teller.facts
    bare = text.removeprefix("<").removesuffix(">").removeprefix(facts.base).strip("/")
    kind, _, key = bare.partition("/") if "/" in bare else bare.partition(":")
    if kind not in KINDS:
        kind, key = "", bare
    names: dict[str, str] = {}
    for class_ in (LB.Method, LB.Benchmark, LB.Metric, LB.Leaderboard, LB.Paper, LB.ComparisonGroup, LB.Result):
        for node in facts.of_class(class_)[: _MOST - len(names)]:
            of, own = facts.kind_key(node)
            if kind and of != kind:
                continue
            labels = [] if of in ("result", "group") else facts.objects(node, RDFS.label)
            for name in (own, *labels, *(facts.objects(node, SKOS.altLabel) if of == "method" else ())):
                names.setdefault(name.casefold(), facts.curie(node))
    for iri in facts.findings if kind in ("", "finding") else ():
        names.setdefault(facts.kind_key(iri)[1], facts.curie(iri))
    wanted = key.casefold()
    found = [names[wanted]] if wanted in names else []
    found += [names[name] for name in near_names(wanted, names, most=most * 2)]
    found += [curie for name, curie in names.items() if len(wanted) > 2 and wanted in name][:most]
    return list(dict.fromkeys(found))[:most]
