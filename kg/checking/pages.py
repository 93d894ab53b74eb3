"""Source pages with their curated facts, checked as a build would check them, without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from kg.assemble.curated import Curation
from kg.checking.boards import Boards
from kg.checking.consequences import after_rejects
from kg.checking.dates import late_notes, with_late_dates
from kg.checking.declared import Declared
from kg.checking.ground import Ground
from kg.checking.options import Options
from kg.checking.rules import rules
from kg.checking.spellings import spelling_findings
from kg.checking.verdict import Unusable, Verdict
from kg.collect import collect
from kg.pipeline.inputs import SourceInput, find_registry
from kg.pipeline.report import accounted, problem_entry
from kg.pipeline.road import Built, assemble_usable, check, run_usable
from kg.registry import Registry, load_registry
from kg.settings import base_iri
from kg.validation import Report, table_of_lines
from kg.validation.purposes import PROFILES


def check_pages(target: Path, options: Options) -> Verdict:
    """Read, assemble and check one page, one source folder or one data folder."""
    built, lost = _alone(target) if options.alone else run_usable([target], options.registry, base_iri())
    boards = [(b.key, b.source, built.collection.nodes.sources[b.source].file) for b in built.collection.leaderboards]
    data = table_of_lines(built.quads)
    warnings = [p for board in built.collection.leaderboards for p in built.problems(board.key) if not p.is_reject]
    report = with_late_dates(of_profile(built.report, options.profile), data, options)
    if built.rejects:
        is_empty = not any(built.collection.results.values())
        report = after_rejects(report, sum(problem.cells for problem in built.rejects), nothing_left=is_empty)
    ground = Ground(built.base, boards, data, lambda: built.inputs)
    return Verdict(
        with_late_notes(with_near_spellings(report, built, options), built, options),
        tuple(problem_entry(problem) for problem in built.rejects),
        kind="source pages",
        context=(f"{accounted(built.collection.tallies.values())}.", *(f"Note: {problem}" for problem in warnings)),
        files=page_paths(built.inputs, target),
        lost=tuple(Unusable(place, fault) for place, fault in lost.items()),
        locate=Boards(ground).spot,
        declared=Declared(ground).spot,
    )


def with_near_spellings(report: Report, built: Built, options: Options) -> Report:
    """A report together with the names of methods that are nearly known ones; they are advice."""
    if built.registry is None or options.profile != PROFILES[-1]:
        return report
    found = spelling_findings(built.collection.results, load_registry(built.registry), built.base)
    return report.with_findings(found)


def with_late_notes(report: Report, built: Built, options: Options) -> Report:
    """A report together with the dates of method cells that cannot be yet; they are advice."""
    if options.profile != PROFILES[-1]:
        return report
    results = (result for board in built.collection.results.values() for result in board)
    found = late_notes(results, options.today, built.base)
    return report.with_findings(found)


def _alone(target: Path) -> tuple[Built, dict[str, str]]:
    """Without metrics, methods, benchmarks and papers of the registry: only how words and units are read."""
    known = words_only(load_registry(find_registry([target], None)))
    inputs, assemblies, lost = assemble_usable([target], known, without_keys)
    built = check(collect(assemblies, known), base_iri())
    return replace(built, inputs=tuple(inputs)), lost


def without_keys(curation: Curation) -> Curation:
    """Curated facts without the keys of what the registry tells of: metrics, benchmarks and papers."""
    return replace(
        curation,
        columns=tuple(replace(column, metric=None) for column in curation.columns),
        facts=tuple(fact for fact in curation.facts if fact.property not in ("benchmark", "reported_in")),
    )


def words_only(registry: Registry) -> Registry:
    """A registry that knows units and the words of tables, and nothing that was curated about results."""
    nothing: Mapping[str, str] = MappingProxyType({})
    return replace(
        registry,
        metrics=MappingProxyType({}),
        methods=MappingProxyType({}),
        concepts=MappingProxyType({}),
        benchmarks=MappingProxyType({}),
        papers=MappingProxyType({}),
        metric_names=nothing,
        method_names=nothing,
        site_ids=nothing,
        withheld=(),
        mappings=(),
    )


def of_profile(report: Report, profile: str) -> Report:
    """The findings that count in a profile."""
    allowed = PROFILES[: PROFILES.index(profile) + 1]
    kept = tuple(f for f in report.findings if f.rule not in rules() or rules()[f.rule].profile in allowed)
    return Report(kept, report.focus_counts)


def page_paths(inputs: Sequence[SourceInput], target: Path) -> dict[str, Path]:
    """The file on this disk behind each name that places carry: pages, and what is known of them."""
    paths = {}
    for found in inputs:
        facts = Path(found.curation.path) if found.curation.path else None
        paths[found.file] = facts.parent / found.curation.file if facts else target
        if facts:
            paths[PurePosixPath(found.file).with_name(facts.name).as_posix()] = facts
    return paths
