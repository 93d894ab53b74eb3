"""What submitted results are held against: the registry, and what a build or the source pages record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from pathlib import Path

import pyoxigraph as ox

from kg.checking.context import registry_quads
from kg.checking.options import Options
from kg.checking.pages import words_only
from kg.collect import collect
from kg.errors import BuildError
from kg.graph import GraphWriter
from kg.pipeline.inputs import find_registry, find_sources
from kg.pipeline.road import assemble_source
from kg.registry import Registry, load_registry
from kg.settings import base_iri
from kg.store import Version, memory_store, open_store
from kg.terms import LB_NAMESPACE, QUDT, RDFS, SCHEMA, SKOS

_PREFIXES = "".join(
    f"PREFIX {name}: <{namespace}> "
    for name, namespace in (
        ("lb", LB_NAMESPACE),
        ("rdfs", str(RDFS)),
        ("skos", str(SKOS)),
        ("schema", str(SCHEMA)),
        ("qudt", str(QUDT)),
    )
)


@dataclass(frozen=True, slots=True)
class Measure:
    """A metric; units are IRIs with their factor to the canonical one."""

    iri: str
    label: str
    direction: str = "DirectionUnknown"
    admissible: Mapping[str, Decimal] = field(default_factory=dict)
    minimum: Decimal | None = None
    maximum: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Bench:
    """A benchmark with what tells it apart; ``names`` are those that mean it alone."""

    iri: str
    label: str
    split: str | None
    subset: str | None
    version: str | None
    items: int | None
    datasets: tuple[str, ...]
    not_stated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A value column of a recorded leaderboard."""

    name: str
    metric: str
    benchmark: str
    unit: str | None


@dataclass(frozen=True, slots=True)
class Known:
    """A recorded result."""

    iri: str
    method: str
    metric: str
    value: Decimal
    normalized: Decimal | None
    printed: str
    paper: str | None
    settings: frozenset[tuple[str, str]]
    place: str


class Recorded:
    """Look-ups by what a person writes. Without a build and pages only the registry is known."""

    def __init__(self, registry: Registry, stores: Iterable[ox.Store], base: str, told: str) -> None:
        self.registry, self.stores, self.base, self.told = registry, tuple(stores), base, told

    @classmethod
    def open(cls, options: Options, file: Path) -> Recorded:
        """The build that is named, else the source pages beside the registry, else the registry alone."""
        folder = find_registry([file], options.registry)
        registry = load_registry(folder)
        base = base_iri()
        curated = memory_store(registry_quads(registry, base).encode())
        version = _version(options.build)
        if version is not None:
            told = f"Held against build {version.digest} and the registry in {folder}."
            return cls(registry, (open_store(version), curated), version.base, told)
        if (folder.parent / "sources").is_dir():
            inputs = find_sources([folder.parent])
            written = "".join(
                GraphWriter(collect([assemble_source(found, registry) for found in inputs], registry), base).lines()
            )
            told = f"Held against the {len(inputs)} source pages in {folder.parent} and the registry beside them."
            return cls(registry, (memory_store(written.encode()), curated), base, told)
        return cls(registry, (curated,), base, f"Held against the registry in {folder}; no results are recorded.")

    def rows(self, pattern: str) -> Iterator[ox.QuerySolution]:
        """Solutions of a pattern over everything that is known."""
        for store in self.stores:
            answer = store.query(_PREFIXES + pattern)
            assert isinstance(answer, ox.QuerySolutions)
            yield from answer

    @cached_property
    def measures(self) -> dict[str, Measure]:
        """All metrics by IRI."""
        units: dict[str, dict[str, Decimal]] = defaultdict(dict)
        for row in self.rows(
            "SELECT ?m ?u ?f ?c WHERE { ?m lb:admissibleUnit ?u ; lb:canonicalUnit ?n . "
            "?u qudt:conversionMultiplier ?f . ?n qudt:conversionMultiplier ?c }"
        ):
            units[row["m"].value][row["u"].value] = Decimal(row["f"].value) / Decimal(row["c"].value)
        found: dict[str, Measure] = {}
        for row in self.rows(
            "SELECT ?m ?l ?d ?min ?max WHERE { ?m a lb:Metric ; rdfs:label ?l ; lb:direction ?d . "
            "OPTIONAL { ?m lb:minimum ?min } OPTIONAL { ?m lb:maximum ?max } }"
        ):
            iri = row["m"].value
            found.setdefault(
                iri,
                Measure(
                    iri,
                    row["l"].value,
                    row["d"].value.removeprefix(LB_NAMESPACE),
                    units.get(iri, {}),
                    Decimal(row["min"].value) if row["min"] else None,
                    Decimal(row["max"].value) if row["max"] else None,
                ),
            )
        return found

    @cached_property
    def benches(self) -> dict[str, Bench]:
        """All benchmarks by IRI."""
        datasets, missing = defaultdict(set), defaultdict(set)
        for row in self.rows("SELECT ?b ?l WHERE { ?b a lb:Benchmark ; (lb:dataset|lb:family)/rdfs:label ?l }"):
            datasets[row["b"].value].add(row["l"].value)
        for row in self.rows("SELECT ?b ?p WHERE { ?b a lb:Benchmark ; lb:notStated ?p }"):
            missing[row["b"].value].add(row["p"].value.removeprefix(LB_NAMESPACE))
        found: dict[str, Bench] = {}
        for row in self.rows(
            "SELECT ?b ?l ?split ?subset ?version ?n WHERE { ?b a lb:Benchmark ; rdfs:label ?l . "
            "OPTIONAL { ?b lb:split ?split } OPTIONAL { ?b lb:subset ?subset } OPTIONAL { ?b lb:version ?version } "
            "OPTIONAL { ?b lb:itemCount ?n } }"
        ):
            iri = row["b"].value
            found.setdefault(
                iri,
                Bench(
                    iri,
                    row["l"].value,
                    row["split"].value if row["split"] else None,
                    row["subset"].value if row["subset"] else None,
                    row["version"].value if row["version"] else None,
                    int(row["n"].value) if row["n"] else None,
                    tuple(sorted(datasets[iri])),
                    tuple(sorted(missing[iri])),
                ),
            )
        return found

    @cached_property
    def boards(self) -> dict[str, tuple[str, list[Column]]]:
        """Leaderboards by IRI: label and value columns."""
        found: dict[str, tuple[str, list[Column]]] = {}
        for row in self.rows(
            "SELECT ?b ?l ?name ?m ?k ?u WHERE { ?b a lb:Leaderboard ; rdfs:label ?l ; lb:declares ?d . "
            "?d lb:ofMetric ?m ; lb:ofBenchmark ?k . OPTIONAL { ?d lb:columnName ?name } "
            "OPTIONAL { ?d lb:declaredUnit ?u } } ORDER BY ?d"
        ):
            columns = found.setdefault(row["b"].value, (row["l"].value, []))[1]
            name, unit = row["name"], row["u"]
            columns.append(
                Column(name.value if name else "", row["m"].value, row["k"].value, unit.value if unit else None)
            )
        return found

    @cached_property
    def spellings(self) -> dict[str, str]:
        """Every spelling of a method that was met, and its IRI; those of the registry first."""
        found = {spelling: f"{self.base}method/{key}" for spelling, key in self.registry.method_names.items()}
        for row in self.rows("SELECT ?m ?l WHERE { ?m a lb:Method ; rdfs:label|skos:altLabel ?l }"):
            found.setdefault(row["l"].value, row["m"].value)
        return found

    def known(self, benchmark: str) -> list[Known]:
        """The recorded results on a benchmark."""
        if benchmark not in self._known:
            self._known[benchmark] = list(self._results(benchmark))
        return self._known[benchmark]

    @cached_property
    def _known(self) -> dict[str, list[Known]]:
        return {}

    def _results(self, benchmark: str) -> Iterator[Known]:
        settings: dict[str, set[tuple[str, str]]] = defaultdict(set)
        node = f"<{benchmark}>"
        for row in self.rows(
            f"SELECT ?r ?n ?v WHERE {{ ?r lb:benchmark {node} ; lb:config/lb:setting ?s . "
            "?s schema:name ?n ; schema:value ?v }"
        ):
            settings[row["r"].value].add((row["n"].value, row["v"].value))
        seen: set[str] = set()
        for row in self.rows(
            "SELECT ?r ?method ?metric ?value ?norm ?printed ?paper (MIN(?at) AS ?place) WHERE { "
            f"?r lb:benchmark {node} ; lb:method ?method ; lb:metric ?metric ; lb:value ?value . "
            "?r lb:printedValue ?printed ; lb:sourceLocator ?at . "
            "OPTIONAL { ?r lb:normalizedValue ?norm } OPTIONAL { ?r lb:reportedIn ?paper } } "
            "GROUP BY ?r ?method ?metric ?value ?norm ?printed ?paper ORDER BY ?r"
        ):
            iri = row["r"].value
            if iri in seen:
                continue
            seen.add(iri)
            yield Known(
                iri,
                row["method"].value,
                row["metric"].value,
                Decimal(row["value"].value),
                Decimal(row["norm"].value) if row["norm"] else None,
                row["printed"].value,
                row["paper"].value if row["paper"] else None,
                frozenset(settings[iri]),
                row["place"].value,
            )


def _version(folder: Path | None) -> Version | None:
    """The build to hold rows against; None where there is none."""
    try:
        return Version(folder or Path("build"))
    except BuildError:
        return None


def none_recorded(options: Options, file: Path) -> Recorded:
    """What --alone leaves: units and the words of tables, no metric, method, benchmark or result."""
    registry = words_only(load_registry(find_registry([file], options.registry)))
    base = base_iri()
    store = memory_store(registry_quads(registry, base).encode())
    return Recorded(registry, (store,), base, "Checked alone: by its form, without registry and recorded results.")
