"""Finds out what a person names, reads it and checks it by the shapes that are for it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from kg.assemble.curation import load_curation
from kg.checking.boards import Boards
from kg.checking.context import described_by_registry, registered
from kg.checking.dates import with_late_dates
from kg.checking.declared import Declared
from kg.checking.dropped import dropped_names
from kg.checking.entries import Spot
from kg.checking.ground import Ground
from kg.checking.nodes import NodeIndex
from kg.checking.options import BUILD, Options
from kg.checking.pages import check_pages
from kg.checking.registered import contradictions
from kg.checking.submission import check_submission, is_tree, looks_submitted, why_not_submitted
from kg.checking.verdict import Verdict
from kg.errors import BuildError, SourceError
from kg.pipeline.inputs import find_usable
from kg.resources import CURATION_FILE
from kg.settings import base_iri
from kg.store import GRAPH_FILE, SOURCES_FOLDER, SUMS_FILE, VERSIONS_FOLDER, Version
from kg.terms import DCAT, LB_NAMESPACE, OWL, QB, SH, VOID
from kg.validation import SUFFIXES, Finding, Table, load_shapes, table_of_file, validate
from kg.validation.purposes import PROFILES, validate_catalog, validate_ontology

#: How the kind of a verdict on a build begins.
BUILT = "build"

_OBSERVATION, _ONTOLOGY = f"<{QB.Observation}>", f"<{OWL.Ontology}>"
_DESCRIPTIONS = {f"<{DCAT.Catalog}>", f"<{VOID.Dataset}>"}


def distinct(targets: Sequence[Path]) -> list[Path]:
    """The targets, each once: a source.toml stands for its folder, and so does the page that it names.

    A source.toml that cannot be read makes its own check fail, not that of the others.
    """
    found: dict[Path, Path] = {}
    for target in targets:
        page = target
        if target.is_file() and (target.parent / CURATION_FILE).is_file():
            named = _page_named(target.parent / CURATION_FILE)
            page = target.parent if target.name in (CURATION_FILE, named) else target
        found.setdefault(page.resolve(), page)
    return list(found.values())


def _page_named(facts: Path) -> str | None:
    try:
        return load_curation(facts).file
    except SourceError:
        return None


def check_target(target: Path, registry: Path | None = None, options: Options | None = None) -> Verdict:
    """Check a build folder or version, an RDF file, a file of submitted results, else source pages.

    Raises BuildError or SourceError where there is nothing to check.
    """
    options = options or Options(registry=registry)
    verdict = _check(target, options)
    name = target.as_posix()
    again = ("--build", name) if verdict.kind.startswith(BUILT) else ("--in", name, *options.words)
    return replace(verdict, target=name, profile=options.profile, again=again)


def _check(target: Path, options: Options) -> Verdict:
    is_file = target.is_file()
    if options.kind == "rdf" or (options.kind == "auto" and target.suffix in SUFFIXES and is_file):
        return check_rdf(table_of_file(target), options, target)
    of_build = ("current", VERSIONS_FOLDER, SUMS_FILE)
    if options.kind == "auto" and any((target / name).exists() for name in of_build):
        return _check_build(Version(target), options)
    if not target.exists():
        if options.kind == "auto" and target == (options.build or BUILD):
            raise BuildError(f"no build in {target}: run kg build")
        raise SourceError(f"{target}: no such file; give a build, an RDF file, source pages or submitted results")
    if options.kind == "submission" or (options.kind == "auto" and is_file and looks_submitted(target)):
        return check_submission(target, options)
    try:
        return check_pages(target, options)
    except SourceError as error:
        if target.is_dir() and not any(target.iterdir()):
            raise BuildError(f"no build in {target}: run kg build") from error
        told = why_not_submitted(target) if is_file and options.kind == "auto" else ""
        if told and is_tree(target):
            raise SourceError(told) from error
        if told:
            raise SourceError(f"{error}; nor are these submitted results: {told}") from error
        raise


def check_rdf(data: Table, options: Options, file: Path | None = None) -> Verdict:
    """Check triples by the shapes that they are for: data, a vocabulary, or the descriptions of a build.

    Data come first: a vocabulary or a description that stands beside them is not checked, and the
    verdict says so.
    """
    index = NodeIndex(file) if file else None

    def locate(finding: Finding) -> Spot | None:
        # A class that is missing stands nowhere; the one that was written in its place does.
        node = finding.value if finding.rule == "R0.9" and finding.value else finding.focus
        return index.spot(node) if index else None

    beside = _kind_beside_data(data.classes)
    if beside and not _holds_data(data):
        report = validate_ontology(data) if beside == "vocabulary" else validate_catalog(data)
        return Verdict(report, kind=beside, locate=locate)
    told = f"Checked as data; the {beside} beside the data: only in a file of their own."
    context = [told] if beside else []
    others: tuple[Finding, ...] = ()
    if not options.alone and _points_to_ours(data):
        known = registered(options.registry, file)
        others = tuple(contradictions(data, known.by_node)) if options.profile == PROFILES[-1] else ()
        added, sentence = described_by_registry(data, known)
        data = data.with_triples(added)
        context += [sentence] if sentence else []
    report = validate(data, options.shapes).with_findings((*others, *(dropped_names(file) if file else ())))
    report = with_late_dates(report, data, options)
    files = {file.name: file} if file else {}
    return Verdict(report, kind="RDF data", context=tuple(context), files=files, locate=locate)


def _points_to_ours(data: Table) -> bool:
    """True where something is named as the registry names it, or something is not described at all."""
    base = f"<{base_iri()}"
    return bool(data.open_nodes()) or any(text.startswith(base) for text in data.texts)


def _kind_beside_data(types: Set[str]) -> str:
    """What triples are about where they are no data: "" where that is not seen."""
    return "vocabulary" if _ONTOLOGY in types else "descriptions" if types & _DESCRIPTIONS else ""


def _holds_data(data: Table) -> bool:
    """True where something has a property of ours (even a misspelt one) or a class that shapes over data look at."""
    ours = any(predicate.startswith(f"<{LB_NAMESPACE}") for predicate in data.predicates)
    return ours or not data.classes.isdisjoint(_data_classes())


@lru_cache(maxsize=1)
def _data_classes() -> frozenset[str]:
    classes = {str(class_) for class_ in load_shapes().objects(None, SH.targetClass)}
    return frozenset({_OBSERVATION, *(f"<{class_}>" for class_ in classes if class_.startswith(LB_NAMESPACE))})


def _check_build(version: Version, options: Options) -> Verdict:
    boards = version.report.get("leaderboards", [])
    rejects = tuple(reject for board in boards for reject in board["rejects"])
    data = table_of_file(version.path / GRAPH_FILE)
    report = with_late_dates(validate(data, options.shapes), data, options)
    names = sorted({str(board["file"]) for board in boards})
    named = [(b["leaderboard"], b.get("source", ""), b["file"]) for b in boards]
    inputs = lru_cache(maxsize=1)(lambda: find_usable([version.path / SOURCES_FOLDER])[0])
    ground = Ground(version.base, named, data, inputs)
    return Verdict(
        report,
        rejects,
        kind=f"{BUILT} {version.digest}",
        files={name: path for name in names if (path := _page_of(version, name)) is not None},
        locate=Boards(ground).spot,
        declared=Declared(ground).spot,
    )


def _page_of(version: Version, name: str) -> Path | None:
    """The page that a place names: where people keep it, if it is the same, else the build's copy."""
    copy = version.path / SOURCES_FOLDER / name
    kept = Path("data") / SOURCES_FOLDER / name
    if kept.is_file() and (not copy.is_file() or kept.read_bytes() == copy.read_bytes()):
        return kept
    return copy if copy.is_file() else None
