"""Writes the trap graph's data folder: a registry of its own, and one folder a page."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kg.registry.load import TABLES
from tests.questions.trapgraph import spec

TASK = "Answering"
EVIDENCE = {"certainty": "certain", "evidence": "made up"}
_MAPPINGS = """#mapping_set_id: https://w3id.org/leaderboard-kg/mapping/methods
#mapping_set_title: Spellings of methods
#license: https://www.apache.org/licenses/LICENSE-2.0
#curie_map:
#  method: https://w3id.org/leaderboard-kg/method/
#  rdfs: http://www.w3.org/2000/01/rdf-schema#
#  semapv: https://w3id.org/semapv/vocab/
#  skos: http://www.w3.org/2004/02/skos/core#
subject_label\tsubject_type\tpredicate_id\tobject_id\tobject_label\tmapping_justification\tconfidence
"""


def cells(text: str) -> list[list[str]]:
    """The rows of a table of the spec."""
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def write(folder: Path) -> Path:
    """Write registry and sources below ``folder``."""
    _registry(folder / "registry")
    for page in (*spec.PAGES, spec.SUITE):
        own = folder / "sources" / page.slug
        own.mkdir(parents=True)
        (own / "page.csv").write_text(_csv(page), encoding="utf-8")
        (own / "source.toml").write_text(_toml(page), encoding="utf-8")
    own = folder / "sources" / "coins-board"
    own.mkdir()
    (own / "page.md").write_text(spec.COVERAGE_PAGE, encoding="utf-8")
    (own / "source.toml").write_text(_block("", {"file": "page.md", "format": "index-page"}), encoding="utf-8")
    return folder


def _benchmarks() -> dict[str, dict[str, str]]:
    names = ("key", "dataset", "version", "split", "family", "domains")
    return {row[0]: dict(zip(names, row, strict=True)) for row in cells(spec.BENCHMARKS)}


def _csv(page: spec.Page) -> str:
    rows = [line.strip() for line in page.rows.strip().splitlines()]
    return "\n".join([",".join(column.name for column in page.columns), *rows]) + "\n"


def _toml(page: spec.Page) -> str:
    top: dict[str, object] = {"file": "page.csv", "format": "csv", "title": page.title}
    top |= {"url": f"https://boards.example/{page.slug}", "updated": page.updated, "licence": page.licence}
    row = _benchmarks()[page.benchmark]
    scope = {"task": TASK, "dataset": row["dataset"], "version": row["version"] or None, "split": row["split"] or None}
    blocks = [_block("", top), _block("[[tables]]", {"number": 1, "key": "main"} | scope)]
    for number, column in enumerate(page.columns, 1):
        entry: dict[str, object] = {"table": "main", "cell": number, "name": column.name}
        if column.role != "value":
            blocks.append(_block("[[columns]]", entry | {"role": column.role}))
            continue
        said = {"metric": column.metric, "unit": column.unit, "direction": column.direction, "subset": column.subset}
        stated = [name for name, value in said.items() if value]
        blocks.append(_block("[[columns]]", entry | said | {"stated": stated} | EVIDENCE))
    return "\n".join(blocks)


def _block(head: str, entries: dict[str, object]) -> str:
    lines = [f"{name} = {_value(value)}" for name, value in entries.items() if value is not None]
    return "\n".join([head, *lines] if head else lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(f'"{item}"' for item in value) + "]"
    return str(value) if isinstance(value, int) else f'"{value}"'


def _registry(folder: Path) -> None:
    folder.mkdir(parents=True)
    benchmarks = list(_benchmarks().values())
    _table(folder, "units.tsv", cells(spec.UNITS))
    _table(folder, "column-roles.tsv", cells(spec.COLUMN_ROLES))
    metrics = (
        "key",
        "direction",
        "target",
        "canonical_unit",
        "admissible_units",
        "minimum",
        "maximum",
        "broader",
        "parameters",
    )
    _named(
        folder,
        "metrics.tsv",
        (
            row
            | {
                "label": row["key"].replace("-", " "),
                "definition": "made up",
                "spellings": row["key"],
                "admissible_units": _list(row["admissible_units"]),
            }
            | EVIDENCE
            for row in (dict(zip(metrics, cells_, strict=True)) for cells_ in cells(spec.METRICS))
        ),
    )
    _named(folder, "benchmarks.tsv", (_benchmark(row) for row in benchmarks))
    for name, keys in (
        ("benchmark-families.tsv", {b["family"] for b in benchmarks}),
        ("datasets.tsv", {b["dataset"].lower() for b in benchmarks}),
        ("domains.tsv", {d for b in benchmarks for d in b["domains"].split(", ")}),
        ("tasks.tsv", {TASK.lower()}),
    ):
        _named(folder, name, ({"key": key, "label": key.capitalize()} | EVIDENCE for key in sorted(keys)))
    facts = cells(spec.METHOD_FACTS)
    spellings = cells(spec.SPELLINGS)
    methods = {(key, label) for key, label, _, _ in facts} | {(key, label) for _, key, label in spellings}
    _named(folder, "methods.tsv", ({"key": key, "label": label} for key, label in sorted(methods)))
    _named(
        folder,
        "method-facts.tsv",
        ({"method": key, "property": name, "value": value} | EVIDENCE for key, _, name, value in facts),
    )
    names = sorted({(label, key, label) for key, label in methods} | {(s, k, label) for s, k, label in spellings})
    rows = (
        f"{spelling}\trdfs literal\tskos:exactMatch\tmethod:{key}\t{label}\tsemapv:ManualMappingCuration\t1.0\n"
        for spelling, key, label in names
    )
    (folder / "methods.sssom.tsv").write_text(_MAPPINGS + "".join(rows), encoding="utf-8")
    papers = (
        dict(zip(("arxiv", "title", "date", "status", "status_date"), row, strict=True)) for row in cells(spec.PAPERS)
    )
    _named(
        folder,
        "papers.tsv",
        (
            row
            | {"key": f"arxiv-{row['arxiv'].replace('.', '-')}"}
            | {"status_source": "https://papers.example/notices" if row["status"] else ""}
            | EVIDENCE
            for row in papers
        ),
    )


def _benchmark(row: dict[str, str]) -> dict[str, str]:
    missing = [name for name in ("split", "version") if not row[name]]
    said = " ".join(part for part in (row["dataset"], row["version"]) if part)
    return {
        "key": row["key"],
        "label": f"{said} ({row['split']})" if row["split"] else said,
        "tasks": TASK.lower(),
        "datasets": row["dataset"].lower(),
        "version": row["version"],
        "split": row["split"],
        "split_kind": "" if not row["split"] else "TestSplit" if row["split"].startswith("test") else "ValidationSplit",
        "family": row["family"],
        "domains": _list(row["domains"]),
        "not_stated": " | ".join(missing),
    } | EVIDENCE


def _list(text: str) -> str:
    return " | ".join(sorted(text.split(", ")))


def _named(folder: Path, name: str, rows: Iterable[dict[str, str]]) -> None:
    _table(folder, name, [[row.get(column, "") for column in TABLES[name]] for row in rows])


def _table(folder: Path, name: str, rows: list[list[str]]) -> None:
    lines = ["\t".join(TABLES[name]), *("\t".join(row) for row in sorted(rows))]
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
