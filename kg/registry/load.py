"""A registry folder -> :class:`Registry`; a table that contradicts itself raises a RegistryError."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from kg.errors import RegistryError
from kg.iris import arxiv_key, name_key
from kg.model import Access, ConceptKind, Method, Paper, PaperStatus
from kg.normalise.identifiers import is_web_url, parse_arxiv, parse_doi
from kg.registry.benchmarks import BENCHMARK_COLUMNS, load_benchmarks, load_concepts
from kg.registry.datasets import DATASET_COLUMNS, load_dataset_names
from kg.registry.lookup import Registry, Withheld
from kg.registry.measures import METRIC_COLUMNS, PART_COLUMNS, UNIT_COLUMNS, load_metrics, load_units
from kg.registry.methods import COMPONENT_COLUMNS, FACT_COLUMNS, METHOD_COLUMNS, load_methods
from kg.registry.sssom import MappingSet, read_mappings
from kg.registry.tables import Row, read_table, unique

#: The columns of every table, in order.
TABLES: dict[str, tuple[str, ...]] = {
    "aggregate-rows.tsv": ("name",),
    "benchmark-families.tsv": ("key", "label", "certainty", "evidence"),
    "benchmarks.tsv": BENCHMARK_COLUMNS,
    "column-roles.tsv": ("heading", "role"),
    "datasets.tsv": DATASET_COLUMNS,
    "domains.tsv": ("key", "label", "broader", "certainty", "evidence"),
    "method-components.tsv": COMPONENT_COLUMNS,
    "method-facts.tsv": FACT_COLUMNS,
    "method-families.tsv": ("key", "label", "certainty", "evidence"),
    "methods.tsv": METHOD_COLUMNS,
    "metric-parts.tsv": PART_COLUMNS,
    "metrics.tsv": METRIC_COLUMNS,
    "non-names.tsv": ("name",),
    "paper-ids.tsv": ("site", "identifier", "paper", "certainty", "evidence"),
    "papers.tsv": (
        "key",
        "title",
        "arxiv",
        "doi",
        "date",
        "makers",
        "url",
        "status",
        "status_date",
        "status_source",
        "certainty",
        "evidence",
    ),
    "row-groups.tsv": ("heading", "property", "value"),
    "tasks.tsv": ("key", "label", "broader", "certainty", "evidence"),
    "units.tsv": UNIT_COLUMNS,
}

#: The mapping table, in SSSOM.
MAPPINGS = "methods.sssom.tsv"

#: What a column can hold that holds no scores.
COLUMN_ROLES = ("access", "category", "date", "links", "method", "note", "paper", "rank", "resource", "setting")

_DATE = r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?"


def load_registry(folder: Path) -> Registry:
    """Read and check all tables of a registry folder; a table that is missing is empty.

    Raises RegistryError, naming file, line, column and remedy, where a table breaks its own
    rules or names something that no table has.
    """
    if not folder.is_dir():
        raise RegistryError(f"{folder}: no such folder; name a folder that holds the registry tables")
    found = sorted(path.name for path in folder.glob("*.tsv"))
    if strangers := [name for name in found if name not in TABLES and name != MAPPINGS]:
        raise RegistryError(f"{strangers[0]}: no table of the registry; known are {', '.join([*TABLES, MAPPINGS])}")
    if not found:
        raise RegistryError(f"{folder}: no registry table in this folder; known are {', '.join(TABLES)}")
    tables = {name: read_table(folder / name, columns) for name, columns in TABLES.items()}
    withheld: list[Withheld] = []
    papers = _papers(tables["papers.tsv"], withheld)
    concepts = load_concepts(tables, papers)
    units, unit_names = load_units(tables["units.tsv"])
    metrics, metric_names = load_metrics(tables["metrics.tsv"], tables["metric-parts.tsv"], units, papers)
    families = {key: concept for (kind, key), concept in concepts.items() if kind is ConceptKind.METHOD_FAMILY}
    methods = load_methods(
        tables["methods.tsv"],
        tables["method-facts.tsv"],
        tables["method-components.tsv"],
        families,
        papers,
        withheld,
    )
    domains = {key: concept for (kind, key), concept in concepts.items() if kind is ConceptKind.DOMAIN}
    dataset_names, habits = load_dataset_names(tables["datasets.tsv"], metrics, domains)
    mappings = read_mappings(folder / MAPPINGS) if (folder / MAPPINGS).is_file() else MappingSet(MAPPINGS, "", ())
    met = _met_methods(mappings, methods)
    method_names = _method_names(mappings, {**methods, **met})
    methods |= {key: method for key, method in met.items() if key in method_names.values()}
    return Registry(
        units=units,
        metrics=metrics,
        methods=methods,
        concepts=concepts,
        benchmarks=load_benchmarks(tables["benchmarks.tsv"], concepts, papers),
        papers=papers,
        unit_names=unit_names,
        metric_names=metric_names,
        method_names=method_names,
        site_ids=_site_ids(tables["paper-ids.tsv"], papers, withheld),
        dataset_names=dataset_names,
        habits=habits,
        non_names=_non_names(tables["non-names.tsv"]),
        aggregate_rows=_non_names(tables["aggregate-rows.tsv"]),
        column_roles=_column_roles(tables["column-roles.tsv"]),
        row_groups=_row_groups(tables["row-groups.tsv"]),
        withheld=tuple(withheld),
        mappings=mappings.mappings,
    )


def _papers(rows: Sequence[Row], withheld: list[Withheld]) -> dict[str, Paper]:
    unique(rows, "key")
    unique([row for row in rows if row.text("arxiv")], "arxiv")
    unique([row for row in rows if row.text("doi")], "doi")
    papers: dict[str, Paper] = {}
    for row in rows:
        key, arxiv, doi, title = row.key(), row.text("arxiv"), row.text("doi"), row.needed("title")
        if arxiv is not None:
            parsed = parse_arxiv(arxiv)
            if parsed is None or parsed.id != arxiv:
                row.fail("arxiv", f"{arxiv!r} is no arXiv id", "write the bare id without version")
            if key != arxiv_key(arxiv):
                row.fail("key", f"{key!r} is not the key of arXiv {arxiv}", f"call it {arxiv_key(arxiv)!r}")
        if doi is not None and parse_doi(doi) != doi:
            row.fail("doi", f"{doi!r} is no DOI in normal form", "write it bare and in lower case")
        for column in ("date", "status_date"):
            if (date := row.text(column)) and not re.fullmatch(_DATE, date):
                row.fail(column, f"{date!r} is no date", "write 2025, 2025-08 or 2025-08-11")
        if (url := row.text("url")) and not is_web_url(url):
            row.fail("url", f"{url!r} is no web address", "write an absolute http(s) URL")
        certainty, evidence = row.certainty(), row.needed("evidence")
        if not certainty.is_publishable:
            # The identifier tells which paper is meant; what is said of it may be wrong.
            withheld.append(Withheld(f"paper {key}", "title", title, certainty, evidence, row.place))
            papers[key] = Paper(key, f"arXiv:{arxiv}" if arxiv else key, arxiv=arxiv)
            continue
        papers[key] = Paper(
            key=key,
            label=title,
            title=title,
            arxiv=arxiv,
            doi=doi,
            date=row.text("date"),
            makers=row.items("makers"),
            url=row.text("url"),
            status=row.one_of("status", PaperStatus) if row.text("status") else None,
            status_date=row.text("status_date"),
            status_source=row.text("status_source"),
        )
    return papers


def _site_ids(rows: Sequence[Row], papers: Mapping[str, Paper], withheld: list[Withheld]) -> dict[str, str]:
    unique(rows, "identifier")
    ids: dict[str, str] = {}
    for row in rows:
        site, identifier, paper = row.needed("site"), row.needed("identifier"), row.needed("paper")
        row.known("paper", paper, papers, "papers.tsv")
        certainty, evidence = row.certainty(), row.needed("evidence")
        if certainty.is_publishable:
            ids[identifier] = paper
        else:
            withheld.append(Withheld(f"paper {paper}", f"id at {site}", identifier, certainty, evidence, row.place))
    return ids


def _met_methods(mappings: MappingSet, methods: Mapping[str, Method]) -> dict[str, Method]:
    """Methods that no table lists and whose spelling a row speaks of: the key follows from the name."""
    return {
        mapping.object_key: Method(mapping.object_key, mapping.object_label)
        for mapping in mappings.mappings
        if mapping.object_key not in methods
        and mapping.object_label
        and mapping.object_key == name_key(mapping.object_label)
    }


def _method_names(mappings: MappingSet, methods: Mapping[str, Method]) -> dict[str, str]:
    names: dict[str, str] = {}
    lines: dict[str, int | None] = {}
    for mapping in mappings.mappings:
        at = f"{mappings.file}:{mapping.line}"
        if mapping.object_id != f"method:{mapping.object_key}" or mapping.object_key not in methods:
            raise RegistryError(
                f"{at}: column 'object_id': {mapping.object_id!r} is no method of methods.tsv; add it or mend the key"
            )
        label = methods[mapping.object_key].label
        if mapping.object_label and mapping.object_label != label:
            raise RegistryError(f"{at}: column 'object_label': the method is called {label!r}; write that or nothing")
        if not mapping.merges:
            continue
        spelling = mapping.subject_label
        if spelling in names:
            raise RegistryError(
                f"{at}: column 'subject_label': {spelling!r} stands in line {lines[spelling]} too; keep one of the two"
            )
        names[spelling] = mapping.object_key
        lines[spelling] = mapping.line
    for mapping in mappings.mappings:
        meant = names.get(mapping.object_label, mapping.object_key)
        if mapping.merges and mapping.object_key == name_key(mapping.object_label) and meant != mapping.object_key:
            raise RegistryError(
                f"{mappings.file}:{mapping.line}: column 'object_id': line {lines[mapping.object_label]} says that "
                f"{mapping.object_label!r} is method:{meant}; write that"
            )
        denied = mapping.predicate_id == "skos:exactMatch" and mapping.predicate_modifier == "Not"
        if denied and names.get(mapping.subject_label) == mapping.object_key:
            raise RegistryError(
                f"{mappings.file}:{mapping.line}: column 'predicate_modifier': line {lines[mapping.subject_label]} "
                "says the opposite; keep one of the two"
            )
    return names


def _non_names(rows: Sequence[Row]) -> frozenset[str]:
    unique(rows, "name", lambda row: row.cells["name"].casefold())
    return frozenset(row.needed("name").casefold() for row in rows)


def _column_roles(rows: Sequence[Row]) -> dict[str, str]:
    unique(rows, "heading", lambda row: row.cells["heading"].casefold())
    for row in rows:
        if row.needed("role") not in COLUMN_ROLES:
            row.fail("role", f"{row.cells['role']!r} is unknown", f"use one of {', '.join(COLUMN_ROLES)}")
    return {row.needed("heading").casefold(): row.cells["role"] for row in rows}


def _row_groups(rows: Sequence[Row]) -> dict[str, tuple[str, str]]:
    unique(rows, "heading", lambda row: row.cells["heading"].casefold())
    for row in rows:
        if row.needed("property") != "access":
            row.fail("property", f"{row.cells['property']!r} is unknown", "use 'access'")
        row.one_of("value", Access)
    return {row.needed("heading").casefold(): (row.cells["property"], row.cells["value"]) for row in rows}
