"""From a graph in memory to the files of a version, and into the build folder."""

from __future__ import annotations

import datetime
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.export.descriptions import catalog_lines, void_lines
from kg.export.formats import COMPRESSED_FILES, to_gzip, to_rdf_xml, to_trig, to_turtle, union_lines
from kg.export.jsonld import to_jsonld
from kg.export.tables import result_rows, to_csv, to_parquet
from kg.link.building import link_files, link_inputs
from kg.link.linksets import linkset_lines
from kg.pipeline import verdicts
from kg.pipeline.described import check_descriptions
from kg.pipeline.inputs import find_registry, find_sources, inputs_digest
from kg.pipeline.report import build_report, to_json
from kg.pipeline.road import Built
from kg.resources import CURATION_FILE, ontology_folder, shapes_folder
from kg.settings import publisher
from kg.store import REGISTRY_FOLDER, SOURCES_FOLDER, publish, sums_of, switch

_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a build did: the version's folder, its report, and whether ``current`` points to it."""

    version: Path
    report: dict[str, Any]
    is_current: bool
    is_unchanged: bool = False


def files_of(built: Built) -> dict[str, bytes]:
    """All files of a version but SHA256SUMS and the store; the same bytes for the same graph."""
    triples = union_lines(built.quads)
    rows = list(result_rows(built.collection, built.base))
    report_lines = built.report.to_graph(built.base).serialize(format="nt").split("\n")
    files = {
        "graph.nq": "".join(built.quads).encode(),
        "graph.trig": to_trig(built.quads, built.base),
        "graph.nt": "".join(triples).encode(),
        "graph.ttl": to_turtle(triples, built.base),
        "graph.jsonld": to_jsonld(triples),
        "graph.rdf": to_rdf_xml(triples, built.base),
        "results.csv": to_csv(rows),
        "results.parquet": to_parquet(rows),
        "shacl-report.ttl": to_turtle(sorted(f"{line}\n" for line in report_lines if line), built.base),
        "shacl-report.txt": built.report.to_text().encode(),
        "build-report.json": to_json(build_report(built.collection, built.report, len(triples), built.base)),
        "void.ttl": to_turtle(
            sorted([*void_lines(triples, built.base), *linkset_lines(triples, built.base)]), built.base
        ),
        "context.jsonld": (ontology_folder() / "context.jsonld").read_bytes(),
    }
    files |= {f"{name}.gz": to_gzip(files[name]) for name in COMPRESSED_FILES}
    sizes = {name: len(content) for name, content in files.items()}
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    catalog = catalog_lines(built.collection, built.base, sizes, sums, publisher())
    files["catalog.ttl"] = to_turtle(catalog, built.base)
    check_descriptions(files)
    for folder, name in ((ontology_folder(), "ontology"), (shapes_folder(), "shapes")):
        for path in sorted(folder.glob("*.ttl")):
            files[f"{name}/{path.name}"] = path.read_bytes()
    return files | link_files(built.links, built.collection.nodes.papers) | _evidence(built)


def _evidence(built: Built) -> dict[str, bytes]:
    """What a version was made from, so that it can tell its story wherever it is taken: pages, facts, registry."""
    files = {}
    for found in built.inputs:
        files[f"{SOURCES_FOLDER}/{found.file}"] = found.data
        if found.facts is not None:
            files[f"{SOURCES_FOLDER}/{found.file.rpartition('/')[0]}/{CURATION_FILE}"] = found.facts
    if built.registry is not None:
        for path in sorted(built.registry.glob("*.tsv")):
            files[f"{REGISTRY_FOLDER}/{path.name}"] = path.read_bytes()
    return files


def write(built: Built, out: Path, inputs: str, *, accept_findings: bool) -> Outcome:
    """Write a version; make it current when it is clean, or when its findings are accepted."""
    files = files_of(built)
    # Compressed bytes differ between machines (zlib, Arrow); the same content is the same version on all of them.
    stable = {name: content for name, content in files.items() if not name.endswith((".gz", ".parquet", "catalog.ttl"))}
    digest = hashlib.sha256(sums_of(stable).encode()).hexdigest()[:16]
    version = publish(out, files, digest)
    verdicts.save(out, built.quads, None if built.recheck is None else built.recheck.results)
    is_current = built.is_clean or accept_findings
    if is_current:
        switch(out, digest)
    _log(out, {"inputs": inputs, "version": digest, "clean": built.is_clean, "current": is_current})
    return Outcome(version, json.loads(files["build-report.json"]), is_current)


def fingerprint(sources: Sequence[Path], registry: Path | None, base: str) -> str:
    """A digest of everything that a build depends on: pages, facts, registry, ontology, shapes, code."""
    known = find_registry(sources, registry)
    folders = (known, *link_inputs(known), ontology_folder(), shapes_folder(), _PACKAGE)
    return inputs_digest(find_sources(sources), folders, base, publisher())


def unchanged(out: Path, inputs: str) -> Outcome | None:
    """The current version, where it was built from the very same inputs; else None."""
    log, current = out / "log.jsonl", out / "current"
    if not log.is_file() or not current.is_dir():
        return None
    for line in reversed(log.read_text(encoding="utf-8").splitlines()):
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if entry.get("inputs") == inputs and entry.get("clean") and entry.get("version") == current.resolve().name:
            try:
                report = json.loads((current / "build-report.json").read_bytes())
            except (OSError, ValueError):
                return None
            return Outcome(current.resolve(), report, is_current=True, is_unchanged=True)
    return None


def _log(out: Path, entry: dict[str, Any]) -> None:
    """Append one line; when a build ran is told here and in no file of a version."""
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    line = json.dumps({"time": now, **entry}) + "\n"
    descriptor = os.open(out / "log.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        os.write(descriptor, line.encode())
    finally:
        os.close(descriptor)
