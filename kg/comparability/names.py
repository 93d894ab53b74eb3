"""What a person calls a method, a benchmark or a metric: an IRI, a CURIE, a path, a key, a label, a spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kg.comparability.records import Graph
from kg.conversion import SYMBOLS
from kg.errors import KgError
from kg.registry.near import near_names
from kg.terms import DCTERMS, LB, QUDT, RDF, RDFS, SKOS, UNIT

_CURIE = re.compile(r"(?P<prefix>[A-Za-z][\w-]*):(?P<rest>\S+)")

#: Kind of IRI -> class, and the word for one of them.
_KINDS = {
    "method": (LB.Method, "method"),
    "benchmark": (LB.Benchmark, "benchmark"),
    "family": (LB.BenchmarkFamily, "benchmark family"),
    "dataset": (LB.Dataset, "data set"),
    "metric": (LB.Metric, "metric"),
}


def find_method(graph: Graph, name: str) -> str:
    """The IRI of a method; raises KgError, with suggestions, where the name means none or several."""
    return _find(graph, name, ("method",))


def find_benchmark(graph: Graph, name: str) -> str:
    """The IRI of a benchmark, of a benchmark family or of a data set, whichever has the name."""
    return _find(graph, name, ("benchmark", "family", "dataset"))


def find_metric(graph: Graph, name: str, among: Iterable[str] | None = None) -> str:
    """The IRI of a metric; ``among`` are those that a label may mean (all, unless given)."""
    return _find(graph, name, ("metric",), None if among is None else frozenset(among))


def find_unit(graph: Graph, name: str) -> str:
    """The IRI of a unit that the graph has: by IRI, CURIE, QUDT name, label or sign."""
    known = graph.of_class(QUDT.Unit)
    text = name.strip()
    signs = {sign: name for name, sign in SYMBOLS.items() if sign}
    for iri in (
        text.strip("<>"),
        text.replace("unit:", str(UNIT), 1),
        str(UNIT) + text,
        str(UNIT) + signs.get(text, ""),
    ):
        if iri in known:
            return iri
    found = [iri for iri in known if graph.label(iri).casefold() == text.casefold()]
    if len(found) == 1:
        return found[0]
    told = ", ".join(sorted(map(graph.label, known)))
    raise KgError(f"no unit {text!r} in this build; it has {told}")


def benchmarks_of(graph: Graph, node: str, *, parts: bool = False) -> tuple[list[str], int]:
    """The benchmarks that a benchmark, family or data set stands for, and how many parts were left out.

    A benchmark stands for itself, a family or data set for all of its benchmarks; the parts of
    them join only where they are asked for.
    """
    kind = graph.kind_key(node)[0]
    links = {"family": LB.family, "dataset": LB.dataset}
    own = graph.subjects(links[kind], node) if kind in links else [node]
    wholes = own if parts or kind == "benchmark" else [each for each in own if graph.one(each, LB.partOf) is None]
    below = sorted({part for each in own for part in graph.subjects(LB.partOf, each)} - set(wholes))
    return (wholes + below, 0) if parts else (wholes, len(below))


def _find(graph: Graph, name: str, kinds: tuple[str, ...], among: frozenset[str] | None = None) -> str:
    text = name.strip()
    for kind in kinds:
        for named in _iris(graph, text, kind):
            iri = graph.one(named, DCTERMS.isReplacedBy) or named
            if graph.kind_key(iri)[0] == kind and str(_KINDS[kind][0]) in graph.objects(iri, RDF.type):
                return iri
    spellings = _spellings(graph, kinds)
    exact = {iri for spelling, iri in spellings if spelling == text}
    folded = {iri for spelling, iri in spellings if spelling.casefold() == text.casefold()}
    found = sorted((exact or folded) & among if among is not None else exact or folded) or sorted(exact or folded)
    # A family and its only benchmark may share a label: the more exact kind comes first in ``kinds``.
    for kind in kinds:
        of_kind = [iri for iri in found if graph.kind_key(iri)[0] == kind]
        if len(of_kind) == 1:
            return of_kind[0]
        if of_kind:
            told = ", ".join(map(graph.curie, of_kind))
            raise KgError(f"{text!r} means {len(of_kind)} things: {told}; name one of them")
    raise KgError(f"no {_KINDS[kinds[0]][1]} {text!r} in this build{_hint(graph, text, spellings, kinds[0])}")


def _iris(graph: Graph, text: str, kind: str) -> list[str]:
    """The IRIs that a name may stand for."""
    bare = text.removeprefix("<").removesuffix(">")
    if bare.startswith(("http://", "https://")):
        return [bare] if not re.search(r"[\s<>\"{}|\\^`]", bare) else []
    found = []
    if (curie := _CURIE.fullmatch(bare)) and curie["prefix"] in graph.prefixes:
        found.append(graph.prefixes[curie["prefix"]] + curie["rest"])
    if path := re.fullmatch(rf"/?{kind}/([a-z0-9-]+)", bare):
        found.append(f"{graph.base}{kind}/{path[1]}")
    if re.fullmatch(r"[a-z0-9-]+", bare):
        found.append(f"{graph.base}{kind}/{bare}")
    return [iri for iri in found if not re.search(r"[\s<>\"{}|\\^`]", iri)]


def _spellings(graph: Graph, kinds: tuple[str, ...]) -> list[tuple[str, str]]:
    """Labels, and of methods all spellings, each with its node; those met on pages are altLabels."""
    found = []
    for kind in kinds:
        for node in graph.of_class(_KINDS[kind][0]):
            if graph.kind_key(node)[0] == kind:
                names = {*graph.objects(node, RDFS.label), *graph.objects(node, SKOS.altLabel)}
                found += [(name, node) for name in sorted(names)]
    return found


def _hint(graph: Graph, text: str, spellings: list[tuple[str, str]], kind: str, most: int = 5) -> str:
    """What the person may have meant."""
    names = {spelling.casefold(): spelling for spelling, _ in reversed(spellings)}
    wanted = text.rpartition("/")[2].partition(":")[2].casefold() or text.rpartition("/")[2].casefold()
    keys = {graph.kind_key(node)[1]: spelling for spelling, node in reversed(spellings)}
    near = near_names(text, names.values(), most=most)
    near += [keys[each] for each in near_names(wanted, keys, 0.7, most)]
    near += [name for folded, name in names.items() if len(wanted) > 2 and wanted in folded]
    if near:
        return f"; did you mean {' or '.join(repr(each) for each in dict.fromkeys(near[:most]))}?"
    return (
        "; kg list methods shows what there is" if kind == "method" else "; kg query cq09 lists benchmarks and metrics"
    )
